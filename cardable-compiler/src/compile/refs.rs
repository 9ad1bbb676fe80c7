//! References: `$globals.x`, `$player.hand`, `$state.loser.hand`.

use super::Builder;
use super::node::{NodeId, NodeKind};
use super::scope::Scope;
use crate::diag::{Code as Problem, did_you_mean, listed, meant_or_told};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::{StateId, ZoneId};
use cardable_engine::primitives;
use cardable_engine::program::{Lies, Order, Part, RoleSet, Visibility, Who, ZoneCount, ZoneDef, ZoneLayout};
use cardable_engine::value::{Kind, Type, Value};

/// The first words of references with members, for suggestions.
pub(crate) const NAMESPACES: &[&str] = &[
    "globals",
    "global_data",
    "state",
    "state_params",
    "action",
    "game",
    "options",
    "roles",
];

/// The first words of references that stand by themselves.
pub(crate) const SINGLE: &[&str] = &[
    "player",
    "card",
    "zone",
    "picked",
    "seat",
    "option",
    "all",
    "all_players",
];

/// What to do where cards have no attributes.
pub(super) const NO_ATTRIBUTES: &str = "give the cards of a set such an attribute";

impl Builder {
    /// A reference's first word that is a value by itself.
    pub(crate) fn root(&mut self, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
        Some(match name {
            "player" => self.player(scope, span),
            "all" | "all_players" => self.node(NodeKind::Everyone, Type::List(Kind::Seat), span),
            "state" => self.node(NodeKind::State, Type::State, span),
            "card" | "zone" | "picked" | "seat" | "option" => {
                let at = scope.action.find(&format!("${name}"))?;
                let ty = scope.action.locals[at as usize].ty;
                self.node(NodeKind::Local(at), ty, span)
            }
            _ => return None,
        })
    }

    /// `$player`, where there can be one.
    pub fn player(&mut self, scope: &Scope, span: Span) -> NodeId {
        if !scope.player {
            match scope.state {
                Some(state) => self.needs_player.push((state, span)),
                None => {
                    self.error(
                        Problem::NoPlayer,
                        span,
                        "`$player` is nobody here",
                        "name the seats, such as `all`, or read it from data".to_owned(),
                    );
                    return self.broken(span);
                }
            }
        }
        self.node(NodeKind::Player, Type::SEAT, span)
    }

    /// A member of one of the namespaces; `None` when there is no such namespace.
    pub(crate) fn namespace(&mut self, scope: &Scope, space: &str, name: &str, span: Span) -> Option<NodeId> {
        let found = match space {
            "globals" | "global_data" => self.global(name, span),
            "state" | "state_params" => self.state_member(scope, name, span),
            "action" => self.action_member(scope, name, span),
            "options" => self.setting(name, span),
            "game" => self.game_member(name, span),
            "roles" => self.role_member(name, span),
            _ => return None,
        };
        Some(match found {
            Some(node) => node,
            None => self.unknown_member(scope, space, name, span),
        })
    }

    fn global(&mut self, name: &str, span: Span) -> Option<NodeId> {
        let id = self.strings.find(name)?;
        let at = self.globals.iter().position(|d| d.name == id)?;
        let ty = self.globals[at].ty;
        Some(self.node(NodeKind::Global(at as u16), ty, span))
    }

    fn setting(&mut self, name: &str, span: Span) -> Option<NodeId> {
        let id = self.strings.find(name)?;
        let at = self.settings.iter().position(|d| d.name == id)?;
        let ty = self.settings[at].ty;
        Some(self.node(NodeKind::Setting(at as u16), ty, span))
    }

    fn state_member(&mut self, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
        let state = scope.state?;
        if let Some(id) = self.strings.find(name)
            && let Some(at) = self.states[state.index()].data.iter().position(|d| d.name == id)
        {
            let ty = self.states[state.index()].data[at].ty;
            return Some(self.node(NodeKind::StateData(at as u16), ty, span));
        }
        match name {
            "vote" => {
                let vote = builtin!(vote_result);
                self.provide(scope, vote.properties.uses, span);
                Some(self.node(NodeKind::Call(vote, Vec::new()), Type::STRING, span))
            }
            "name" => {
                let name = self.states[state.index()].name;
                Some(self.constant(Value::Str(name), span))
            }
            _ => None,
        }
    }

    fn action_member(&mut self, scope: &Scope, name: &str, span: Span) -> Option<NodeId> {
        let at = scope.action.find(name)?;
        let local = &scope.action.locals[at as usize];
        let ty = local.ty;
        if let super::LocalKind::Param(given) = local.kind {
            // A parameter of the running state stands for the state itself, and
            // a mistake was reported where it is given.
            if matches!(self.get(given).kind, NodeKind::State | NodeKind::Error) {
                return Some(given);
            }
        }
        Some(self.node(NodeKind::Local(at), ty, span))
    }

    fn game_member(&mut self, name: &str, span: Span) -> Option<NodeId> {
        if name == "decks" {
            let decks: Vec<Value> = (0..self.decks.len())
                .map(|at| Value::Deck(cardable_engine::ids::DeckId(at as u16)))
                .collect();
            let list = self.constants.list(&decks);
            return Some(self.node(NodeKind::Const(Value::List(list)), Type::List(Kind::Deck), span));
        }
        self.zone_named(name)
            .map(|zone| self.constant(Value::Zone(zone), span))
    }

    pub(crate) fn zone_named(&self, name: &str) -> Option<ZoneId> {
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

    /// How something that is declared under a name is written as a value.
    pub(crate) fn declared_as(&self, scope: &Scope, name: &str) -> Option<String> {
        let states = scope.state.and_then(|state| self.states.get(state.index()));
        let is = |data: &[cardable_engine::program::DataDef]| {
            let mut names = data.iter().map(|d| self.strings.get(d.name));
            names.any(|known| known == name)
        };
        let mut settings = self.settings.iter().map(|d| self.strings.get(d.name));
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

    /// Says that a namespace has no such member, and what was probably meant.
    fn unknown_member(&mut self, scope: &Scope, space: &str, name: &str, span: Span) -> NodeId {
        let help = self.diags.help_for(|| self.member_help(scope, space, name));
        self.error(
            Problem::UnknownReference,
            span,
            format!("unknown reference `${space}.{name}`"),
            help,
        );
        self.broken(span)
    }

    fn member_help(&self, scope: &Scope, space: &str, name: &str) -> String {
        let help = self.suggest_member(scope, space, name);
        help.unwrap_or_else(|| match space {
            "globals" | "global_data" => format!("declare `{name}` in `global_data`"),
            "player" | "player_data" => format!("declare `{name}` in `player_data` or `player_zones`"),
            "state" | "state_params" => {
                format!("declare `{name}` in the state's `state_data` or `state_params`")
            }
            "action" => format!("declare `{name}` in the action's `action_data`, or let it pick something"),
            "options" => format!("declare `{name}` in `options`"),
            "roles" => format!("declare `{name}` in `game_area.roles`"),
            _ => "declare it, or name what there is".to_owned(),
        })
    }

    fn suggest_member(&self, scope: &Scope, space: &str, name: &str) -> Option<String> {
        let actions: Vec<&str> = scope
            .action
            .locals
            .iter()
            .map(|l| &*l.name)
            .filter(|n| !n.starts_with('$'))
            .collect();
        let states: Vec<&str> = scope.state.map_or(Vec::new(), |s| {
            self.names_of(self.states[s.index()].data.iter().map(|d| d.name))
        });
        let globals = self.names_of(self.globals.iter().map(|d| d.name));
        let options = self.names_of(self.settings.iter().map(|d| d.name));
        let spaces = [
            ("action", &actions),
            ("state", &states),
            ("globals", &globals),
            ("options", &options),
        ];
        // The same name elsewhere is likelier than another name here.
        for (other, members) in &spaces {
            if members.contains(&name) {
                return Some(format!("did you mean `${other}.{name}`?"));
            }
        }
        let here = match space {
            "state_params" => "state",
            "global_data" => "globals",
            other => other,
        };
        let members = spaces
            .iter()
            .find(|(s, _)| *s == here)
            .map(|(_, m)| m.as_slice())
            .unwrap_or_default();
        if let Some(near) = did_you_mean(name, members.iter().copied()) {
            return Some(format!("did you mean `${space}.{near}`?"));
        }
        listed(members).map(|members| format!("`${space}` has {members}"))
    }

    /// A member of a value: a seat's zone or data, a card's attribute, or a
    /// primitive called on it.
    pub fn member(&mut self, scope: &Scope, base: NodeId, name: &str, span: Span) -> NodeId {
        let ty = self.get(base).ty;
        match ty {
            _ if self.is_broken(base) => return base,
            Type::State => {
                return match self.state_member(scope, name, span) {
                    Some(node) => node,
                    None => self.unknown_member(scope, "state", name, span),
                };
            }
            Type::One(Kind::Seat | Kind::Any) => {
                if let Some(node) = self.seat_member(base, name, span) {
                    return node;
                }
            }
            Type::One(Kind::Card) => {
                if let Some(at) = self.attribute_named(name) {
                    let ty = self.attribute_type(at);
                    return self.node(NodeKind::Attribute(base, at), ty, span);
                }
            }
            _ => {}
        }
        if let Some(primitive) = self.find(name)
            && primitive
                .params
                .first()
                .is_some_and(|p| super::args::may_take(p.takes, ty))
            && primitive
                .params
                .iter()
                .skip(1)
                .all(|p| p.need != primitives::Need::Required)
        {
            return self.call(scope, primitive, vec![base], span);
        }
        if ty == Type::SEAT {
            return self.undeclared_zone(base, name, span);
        }
        let help = match ty {
            Type::One(Kind::Card) if self.lacks_cards => return self.broken(span),
            Type::One(Kind::Card) => {
                let names = self.names_of(self.attributes.iter().map(|a| a.name));
                meant_or_told(name, &names, NO_ATTRIBUTES, |names| format!("cards have {names}"))
            }
            Type::List(_) => format!("ask one of the list: `list_item(the_list, 0).{name}`"),
            _ => format!("ask it of a seat or a card, such as `$player.{name}`"),
        };
        self.error(
            Problem::UnknownReference,
            span,
            format!("{} has no `{name}`", ty.phrase()),
            help,
        );
        self.broken(span)
    }

    /// `list[n]`, or the card of a zone that is drawn after `n` others.
    pub(crate) fn indexed(&mut self, scope: &Scope, of: NodeId, n: NodeId, span: Span) -> NodeId {
        if self.is_broken(of) || self.is_broken(n) {
            return self.broken(span);
        }
        let ty = self.get(of).ty;
        let item = match ty {
            Type::One(Kind::Zone) => builtin!(nth_card),
            Type::List(_) | Type::One(Kind::Any) => builtin!(list_item),
            Type::Nothing | Type::State | Type::One(_) => {
                let at = self.get(of).span;
                self.error(
                    Problem::ParameterType,
                    at,
                    format!("only a list or a zone has numbered items, found {}", ty.phrase()),
                    "name a member as `.name`".to_owned(),
                );
                return self.broken(span);
            }
        };
        self.call(scope, item, vec![of, n], span)
    }

    pub(crate) fn attribute_type(&self, at: u16) -> Type {
        let mut kinds = self.attributes[at as usize]
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

    fn seat_member(&mut self, base: NodeId, name: &str, span: Span) -> Option<NodeId> {
        // A seat is shown by its name wherever a text shows it.
        if name == "name" {
            return Some(base);
        }
        if name == "score" && self.strings.find("score").is_none() {
            return None;
        }
        if let Some(id) = self.strings.find(name)
            && let Some(at) = self.seat_data.iter().position(|d| d.name == id)
        {
            let ty = self.seat_data[at].ty;
            return Some(self.node(NodeKind::SeatData(base, at as u16), ty, span));
        }
        let at = self.seat_zone_named(name)?;
        Some(self.node(NodeKind::SeatZone(base, at), Type::ZONE, span))
    }

    /// A zone that is used and not declared: it is made, with a warning. A slip
    /// of the pen is an error.
    pub(crate) fn undeclared_zone(&mut self, base: NodeId, name: &str, span: Span) -> NodeId {
        let mut known = self.names_of(self.zones.seat.iter().map(|z| z.name));
        known.extend(self.names_of(self.seat_data.iter().map(|d| d.name)));
        let declared = self.zones.seat.iter().any(|z| z.declared);
        let near = did_you_mean(name, known.iter().copied()).map(str::to_owned);
        if let Some(near) = near {
            self.error(
                Problem::UnknownReference,
                span,
                format!("a seat has no `{name}`"),
                format!("did you mean `{near}`?"),
            );
            return self.broken(span);
        }
        if declared && !matches!(name, "deck" | "hand" | "front" | "discard") {
            let zones = self.names_of(self.zones.seat.iter().map(|z| z.name));
            let data = self.names_of(self.seat_data.iter().map(|d| d.name));
            let has = match (listed(zones), listed(data)) {
                (Some(zones), Some(data)) => format!("a seat's zones are {zones}, its data {data}; "),
                (Some(zones), None) => format!("a seat's zones are {zones}; "),
                (None, Some(data)) => format!("a seat's data are {data}; "),
                (None, None) => String::new(),
            };
            let help =
                format!("{has}declare further data in `player_data`, zones in `game_area.player_zones`");
            self.error(
                Problem::UnknownReference,
                span,
                format!("a seat has no `{name}`"),
                help,
            );
            return self.broken(span);
        }
        let at = self.make_seat_zone(name, span);
        self.node(NodeKind::SeatZone(base, at), Type::ZONE, span)
    }

    /// Declares a seats' zone with what its name suggests.
    pub(crate) fn make_seat_zone(&mut self, name: &str, span: Span) -> u16 {
        if let Some(at) = self.seat_zone_named(name) {
            return at;
        }
        self.undeclared.push((name.into(), span));
        let def = self.default_zone(name, true);
        self.zones.seat.push(def);
        (self.zones.seat.len() - 1) as u16
    }

    /// A zone with what its name suggests: decks are hidden, hands are seen by
    /// their owner, elsewhere cards are seen as they lie.
    pub(crate) fn default_zone(&mut self, name: &str, of_seat: bool) -> ZoneDef {
        let (who, order) = match name {
            "deck" => (Who::None, Order::Shuffled),
            "hand" if of_seat => (Who::Owner, Order::Any),
            _ => (Who::Face, Order::FixedLifo),
        };
        ZoneDef {
            name: self.intern(name),
            visible: Visibility { who, part: Part::All },
            visible_in: Vec::new(),
            order,
            lies: Lies::AsBefore,
            laid_out: false,
            min: 0,
            max: u16::MAX,
            initial: None,
            control: Who::All,
            control_in: Vec::new(),
            library: false,
            roles: RoleSet::default(),
            decks: Vec::new(),
            replenish: None,
            count: ZoneCount::ONE,
            copy: 0,
            family: (0, 0),
            designations: Vec::new(),
            layout: ZoneLayout::default(),
            declared: false,
        }
    }

    /// Adds the zones that every game has: the box, and a shared deck where cards
    /// would have no other place to begin.
    pub(crate) fn add_standard_zones(&mut self) {
        let boxed = match self.zone_named("box") {
            Some(zone) => zone.0,
            None => {
                let mut def = self.default_zone("box", false);
                def.visible = Visibility {
                    who: Who::None,
                    part: Part::All,
                };
                def.order = Order::Any;
                self.zones.shared.push(def);
                (self.zones.shared.len() - 1) as u16
            }
        };
        self.zones.boxed = boxed;
    }

    /// Fills in which zones have standard parts to play.
    pub(super) fn name_standard_zones(&mut self) {
        let homeless = !self.picks_decks
            && (0..self.decks.len()).any(|at| {
                let deck = cardable_engine::ids::DeckId(at as u16);
                !self
                    .zones
                    .shared
                    .iter()
                    .chain(&self.zones.seat)
                    .any(|z| z.decks.contains(&deck))
            });
        if homeless && self.zone_named("deck").is_none() {
            let def = self.default_zone("deck", false);
            self.zones.shared.push(def);
        }
        self.zones.deck = self.zone_named("deck").map(|z| z.0);
        self.zones.discard = self.zone_named("discard").map(|z| z.0);
        self.zones.seat_deck = self.seat_zone_named("deck");
        self.zones.seat_hand = self.seat_zone_named("hand");
        self.zones.seat_discard = self.seat_zone_named("discard");
    }

    /// A state by its name, with a suggestion when there is none.
    pub(crate) fn state_by_name(&mut self, name: &str, span: Span) -> Option<StateId> {
        let found = self.state_named(name);
        if found.is_none() {
            let help = self.diags.help_for(|| {
                let names = self.names_of(self.states.iter().map(|s| s.name));
                let none = "declare it in `game_state`";
                meant_or_told(name, &names, none, |names| format!("the states are {names}"))
            });
            self.error(
                Problem::UnknownState,
                span,
                format!("unknown state `{name}`"),
                help,
            );
        }
        found
    }
}
