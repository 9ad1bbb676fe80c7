//! What things are called.

use super::{Hir, Item, NodeId, NodeKind, Scope, Source, children, is_script};
use cardable_engine::ids::{DeckId, StateId, StrId, ZoneId};
use cardable_engine::primitives::{Asks, Query, Reads};
use cardable_engine::program::{DataDef, SettingDef, Values};
use cardable_engine::value::{Type, Value};

impl Hir {
    pub fn deck_named(&self, name: &str) -> Option<DeckId> {
        let id = self.strings.find(name)?;
        self.cards
            .decks
            .iter()
            .position(|d| d.name == id)
            .map(|at| DeckId(at as u16))
    }

    pub fn state_named(&self, name: &str) -> Option<StateId> {
        self.places.names.get(&self.strings.find(name)?).copied()
    }

    /// The place of an option, if there is one of this name.
    pub fn setting_named(&self, name: &str) -> Option<u16> {
        let id = self.strings.find(name)?;
        let at = self.settings.iter().position(|def| def.name == id);
        at.map(|at| at as u16)
    }

    /// Whether something of an option could not be read: nothing is known of what it may be.
    pub fn is_faulty_option(&self, name: &str) -> bool {
        let id = self.strings.find(name);
        id.is_some_and(|id| self.places.faulty_options.contains(&id))
    }

    /// What the options are called, in order.
    pub fn option_names(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().map(|def| self.strings.get(def.name))
    }

    /// The texts that an option may be, where its domain lists them.
    pub fn texts_of_option(&self, def: &SettingDef) -> Option<Vec<StrId>> {
        let Values::OneOf(list) = def.domain? else {
            return None;
        };
        let values = self.constants.items(list).iter();
        let texts = values.filter_map(|value| match value {
            Value::Str(text) => Some(*text),
            _ => None,
        });
        Some(texts.collect())
    }

    pub fn attribute_named(&self, name: &str) -> Option<u16> {
        let id = self.strings.find(name)?;
        self.cards
            .attributes
            .iter()
            .position(|a| a.name == id)
            .map(|at| at as u16)
    }

    /// An item of the cards' data.
    pub(crate) fn card_datum_named(&self, name: &str) -> Option<u16> {
        let id = self.strings.find(name)?;
        let at = self.cards.data.iter().position(|data| data.def.name == id)?;
        Some(at as u16)
    }

    pub fn names_of<'a>(&'a self, ids: impl IntoIterator<Item = StrId> + 'a) -> Vec<&'a str> {
        ids.into_iter().map(|id| self.strings.get(id)).collect()
    }

    pub fn zone_named(&self, name: &str) -> Option<ZoneId> {
        let id = self.strings.find(name)?;
        self.zones
            .shared
            .iter()
            .position(|z| z.name == id)
            .map(|at| ZoneId(at as u16))
    }

    pub fn seat_zone_named(&self, name: &str) -> Option<u16> {
        let id = self.strings.find(name)?;
        self.zones
            .seat
            .iter()
            .position(|z| z.name == id)
            .map(|at| at as u16)
    }

    pub fn attribute_type(&self, at: u16) -> Type {
        let mut kinds = self.cards.attributes[at as usize]
            .of
            .iter()
            .filter(|v| **v != Value::Nothing);
        let kind = |v: &Value| match v {
            Value::Bool(_) => Type::BOOL,
            Value::Int(_) | Value::Float(_) => Type::NUMBER,
            Value::Str(_) => Type::STRING,
            _ => Type::ANY,
        };
        let first = kinds.next().map_or(Type::ANY, kind);
        if kinds.all(|v| kind(v) == first) {
            first
        } else {
            Type::ANY
        }
    }

    /// How something that is declared under a name is written as a value.
    pub fn declared_as(&self, scope: &Scope, name: &str) -> Option<String> {
        let states = scope.state.and_then(|state| self.states.get(state.index()));
        let is = |data: &[cardable_engine::program::DataDef]| {
            let mut names = data.iter().map(|d| self.strings.get(d.name));
            names.any(|known| known == name)
        };
        let mut settings = self.option_names();
        let mut locals = scope.action.locals.iter();
        let space = if locals.any(|local| &*local.name == name) {
            "$action."
        } else if states.is_some_and(|state| is(&state.data)) {
            "$state."
        } else if is(&self.globals) {
            "$globals."
        } else if is(&self.seat_data) || self.seat_zone_named(name).is_some() {
            "$player."
        } else if settings.any(|known| known == name) {
            "$options."
        } else if self.zone_named(name).is_some() {
            ""
        } else {
            return None;
        };
        Some(format!("{space}{name}"))
    }

    /// The place of a role, if there is one of this name.
    pub fn role_named(&self, name: &str) -> Option<u8> {
        let id = self.strings.find(name)?;
        self.roles.iter().position(|r| r.name == id).map(|at| at as u8)
    }

    /// Every zone of the table but the box: one of each shared, one of each of
    /// every seat.
    pub fn every_zone(&self) -> Vec<Source> {
        let boxed = self.zones.boxed;
        let shared = (0..self.zones.shared.len() as u16).filter(|at| *at != boxed);
        let seats = 0..self.zones.seat.len() as u16;
        shared
            .map(Source::Shared)
            .chain(seats.map(Source::Everyones))
            .collect()
    }

    /// The shared data that counts rounds, when there is one.
    pub fn round_slot(&self) -> Option<u16> {
        let name = self.strings.find("round")?;
        let at = self
            .globals
            .iter()
            .position(|d| d.name == name && d.ty == Type::NUMBER)?;
        u16::try_from(at).ok()
    }

    pub fn const_text(&self, id: NodeId) -> Option<&str> {
        match self.tree.get(id).kind {
            NodeKind::Const(Value::Str(text)) => Some(self.strings.get(text)),
            _ => None,
        }
    }

    /// The item of a place.
    pub fn item(&self, (of_seat, at): Item) -> Option<&DataDef> {
        let data = if of_seat { &self.seat_data } else { &self.globals };
        data.get(usize::from(at))
    }

    /// The item of computed data that a node reads.
    pub fn computed_item(&self, kind: &NodeKind) -> Option<Item> {
        let item = match kind {
            NodeKind::Global(at) => (false, *at),
            NodeKind::SeatData(_, at) => (true, *at),
            _ => return None,
        };
        self.item(item).filter(|def| def.computed.is_some()).map(|_| item)
    }

    /// Whether a value reads what is printed on cards, be it on their faces or on their backs.
    pub fn reads_face(&self, node: NodeId) -> bool {
        self.tree.any(node, |kind| match kind {
            NodeKind::Attribute(..) => true,
            NodeKind::Call(primitive, _) => primitive.reads == Reads::Faces || is_script(primitive),
            _ => false,
        })
    }

    /// Whether a condition on a pick reads the faces of what is picked.
    pub fn reads_face_of_picked(&self, scope: &Scope, condition: NodeId) -> bool {
        let given = |node: NodeId| self.is_of_picked(scope, node);
        if self.reads_only_backs(scope, condition) {
            return false;
        }
        self.tree.any(condition, |kind| match kind {
            NodeKind::Attribute(card, _) => given(*card),
            NodeKind::Call(primitive, args) => {
                primitive.reads == Reads::Faces && args.iter().any(|arg| given(*arg))
            }
            _ => false,
        })
    }

    /// Whether a value is worked out from what is picked, or is one of it.
    pub(crate) fn is_of_picked(&self, scope: &Scope, node: NodeId) -> bool {
        let within = |node: NodeId| {
            let is_picked = |kind: &NodeKind| matches!(kind, NodeKind::Local(at) if scope.is_picked(*at));
            self.tree.any(node, is_picked)
        };
        within(node)
            || matches!(self.tree.get(node).kind, NodeKind::Bound(param) if self.tree.bound_source(param).is_some_and(within))
    }

    /// Whether a condition reads of what is picked only how many there are and what is on their backs: a card that the seat
    /// cannot tell from others with the same back stands for them.
    pub(crate) fn reads_only_backs(&self, scope: &Scope, condition: NodeId) -> bool {
        let is_picked =
            |id: NodeId| matches!(self.tree.get(id).kind, NodeKind::Local(at) if scope.is_picked(at));
        let is_bound = |id: NodeId| match self.tree.get(id).kind {
            NodeKind::Bound(param) => self.tree.bound_source(param).is_some_and(is_picked),
            _ => false,
        };
        let mut reads = false;
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            match &self.tree.get(id).kind {
                NodeKind::Attribute(card, at)
                    if self.cards.on_backs.contains(at) && (is_picked(*card) || is_bound(*card)) =>
                {
                    reads = true;
                }
                NodeKind::Query {
                    query: Query::Count | Query::Any | Query::All | Query::Sum,
                    over,
                    function,
                } if is_picked(*over) => stack.push(*function),
                NodeKind::Call(primitive, args)
                    if primitive.properties.asks == Asks::Length
                        && args.iter().all(|arg| is_picked(*arg)) => {}
                _ if is_picked(id) || is_bound(id) => return false,
                kind => children(kind, &mut stack),
            }
        }
        reads
    }

    /// The items of a list that is written out, when all are constants.
    pub fn constant_list(&self, node: NodeId) -> Option<Vec<Value>> {
        match &self.tree.get(node).kind {
            NodeKind::List(items) => items
                .iter()
                .map(|item| match self.tree.get(*item).kind {
                    NodeKind::Const(value) => Some(value),
                    _ => None,
                })
                .collect(),
            NodeKind::Const(Value::List(id)) => Some(self.constants.items(*id).to_vec()),
            _ => None,
        }
    }

    /// Whether a file of the script mentions a name, and may put anything there.
    pub fn script_mentions(&self, name: StrId) -> bool {
        let name = self.strings.get(name);
        let mut files = self.scripts.draft.iter().flat_map(|draft| &draft.sources.files);
        files.any(|file| file.text.contains(name))
    }
}
