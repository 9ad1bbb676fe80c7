//! The actions that a table is made of: small helpers over the builder.

use super::TablesReader;
use crate::expr::Bindings;
use crate::hir::build::{Builder, phrase, shown};
use crate::hir::{ActionScope, LocalKind, NodeId, NodeKind, Scope, Stmt};
use crate::text::source::Span;
use cardable_engine::ids::{StateId, ZoneId};
use cardable_engine::primitives::Form;
use cardable_engine::program::{
    ActionDef, ActionKind, Actors, Legal, PickDef, PickFrom, PickOnly, PickWhat, Text, Triggers, ZoneName,
};
use cardable_engine::value::{Kind, Type, Value};

/// The name under which steps read what was picked.
const PICK: &str = "world_pick";

pub(super) struct Action {
    pub(super) name: String,
    pub(super) label: String,
    /// What the log says when a player has done it, as `program::phrase` reads it; else its label does.
    pub(super) phrase: Option<String>,
    pub(super) state: StateId,
    pub(super) span: Span,
    pub(super) by: Actors,
    pub(super) scope: Scope,
    /// What must hold, and what is said when it does not; the first that fails speaks.
    pub(super) conditions: Vec<(NodeId, String)>,
    pub(super) pick: Option<Pick>,
    pub(super) steps: Vec<Stmt>,
    pub(super) ends_turn: bool,
    /// When it runs by itself; a player does it when this is nothing.
    pub(super) on: Option<Triggers>,
}

/// What an action lets a player pick.
pub(super) struct Pick {
    pub(super) what: PickWhat,
    pub(super) from: Vec<PickFrom>,
    pub(super) only: PickOnly,
    pub(super) min: u16,
    pub(super) max: u16,
    pub(super) least: Option<NodeId>,
    pub(super) most: Option<NodeId>,
    pub(super) legal: Vec<NodeId>,
    pub(super) valid: Option<NodeId>,
    /// Said when there is nothing to pick, or something else was picked.
    pub(super) message: String,
    pub(super) valid_message: String,
}

impl Pick {
    pub(super) fn new(what: PickWhat, from: Vec<PickFrom>, message: &str) -> Pick {
        Pick {
            what,
            from,
            only: PickOnly::ByOrder,
            min: 1,
            max: 1,
            least: None,
            most: None,
            legal: Vec::new(),
            valid: None,
            message: message.to_owned(),
            valid_message: String::new(),
        }
    }

    /// Whether one thing is picked, and no list of things.
    pub(super) fn is_single(&self) -> bool {
        self.max == 1 && self.most.is_none()
    }

    fn element(&self) -> Kind {
        match self.what {
            PickWhat::Card => Kind::Card,
            PickWhat::Zone => Kind::Zone,
            PickWhat::Seat => Kind::Seat,
            PickWhat::Deck => Kind::Deck,
            PickWhat::Option | PickWhat::Drag => Kind::Any,
        }
    }
}

/// Where names of an action mean something.
pub(super) fn scope(state: StateId) -> Scope {
    Scope {
        state: Some(state),
        player: true,
        action: ActionScope::default(),
        ..Scope::outside()
    }
}

/// A label as it stands within a phrase.
pub(super) fn in_phrase(label: &str) -> String {
    cardable_engine::Language::default()
        .within(label)
        .replace(['{', '|', '}'], " ")
}

/// One of what a label names, within a phrase.
pub(super) fn one_in_phrase(label: &str) -> String {
    let name = in_phrase(label);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

impl Action {
    /// Adds a condition, and what is said when it does not hold.
    pub(super) fn require(&mut self, b: &mut Builder, names: &Bindings, condition: &str, why: String) {
        let condition = names.value(b, &self.scope, condition);
        self.conditions.push((condition, why));
    }

    pub(super) fn perform(&mut self, b: &mut Builder, names: &Bindings, steps: &str) {
        let steps = names.steps(b, &mut self.scope, steps);
        self.steps.extend(steps);
    }

    /// Adds what is done for every seat.
    pub(super) fn perform_for_everyone(&mut self, b: &mut Builder, names: &Bindings, steps: &str) {
        let body = names.steps(b, &mut self.scope, steps);
        self.steps.push(b.for_everyone(body, self.span));
    }

    /// Declares a variable, which steps read as `$action.name`.
    pub(super) fn declare(&mut self, name: &str, ty: Type) {
        self.scope.action.add(name, ty, LocalKind::Data(None));
    }
}

impl TablesReader<'_> {
    /// An action of a player, without phrase, conditions, picks and steps.
    pub(super) fn action(&self, state: StateId, name: &str, label: &str, span: Span) -> Action {
        Action {
            name: name.to_owned(),
            label: label.to_owned(),
            phrase: None,
            state,
            span,
            by: Actors::OnTurn,
            scope: scope(state),
            conditions: Vec::new(),
            pick: None,
            steps: Vec::new(),
            ends_turn: false,
            on: None,
        }
    }

    pub(super) fn add(&mut self, mut action: Action) {
        // What is picked is not known before it is picked.
        let outside = Scope {
            action: ActionScope::default(),
            ..action.scope.clone()
        };
        let pick = action
            .pick
            .take()
            .map(|pick| pick_def(self, &action, &outside, pick));
        let (condition, condition_message) = conditions(self, &outside, &action);
        let opens_with_prompt =
            pick.is_none() && action.steps.first().is_some_and(|step| is_prompt(self, step));
        let body = self.b.body_code(&action.scope, std::mem::take(&mut action.steps));
        let kind = match (action.on, &pick) {
            (Some(_), _) => ActionKind::Auto,
            (None, Some(_)) => ActionKind::WorldPick,
            (None, None) => ActionKind::Button,
        };
        let (name, label) = (self.b.intern(&action.name), self.b.intern(&action.label));
        let phrase = action.phrase.filter(|_| action.on.is_none());
        let phrase = phrase.and_then(|text| phrase::phrase(self.b, &text, action.state, action.span));
        self.b.add_action(ActionDef {
            label,
            phrase,
            on: action.on.unwrap_or_default(),
            by: action.by,
            condition,
            condition_message,
            pick,
            opens_with_prompt,
            on_timeout: action.ends_turn,
            ends_turn: action.ends_turn,
            ..ActionDef::named(action.state, kind, name, body)
        });
    }

    fn plain(&mut self, text: &str) -> Text {
        Text {
            text: self.b.intern(text),
            tokens: Vec::new(),
        }
    }

    /// A zone; one that every player has is the acting player's.
    pub(super) fn zone_node(&mut self, zone: ZoneName, span: Span) -> NodeId {
        match zone {
            ZoneName::Shared(at) => self.b.constant(Value::Zone(ZoneId(at)), span),
            ZoneName::Seat(at) => {
                let player = self.b.node(NodeKind::Player, Type::SEAT, span);
                self.b.node(NodeKind::SeatZone(player, at), Type::ZONE, span)
            }
        }
    }
}

/// Lets an action pick, and gives what its steps read as the pick.
pub(super) fn picking(reader: &mut TablesReader<'_>, action: &mut Action, pick: Pick) -> NodeId {
    let element = pick.element();
    let ty = if pick.is_single() {
        Type::One(element)
    } else {
        Type::List(element)
    };
    action.pick = Some(pick);
    let local = action.scope.action.add(PICK, ty, LocalKind::Given(0));
    reader.b.node(NodeKind::Local(local), ty, action.span)
}

/// The scope of conditions on candidates: `$card` (whatever is picked), `$zone`, `$picked`.
pub(super) fn candidates(action: &Action, element: Kind) -> Scope {
    let mut scope = Scope {
        action: ActionScope::default(),
        ..action.scope.clone()
    };
    let add = &mut scope.action;
    add.add("$card", Type::One(element), LocalKind::Given(0));
    add.add("$zone", Type::ZONE, LocalKind::Given(1));
    add.add("$picked", Type::List(element), LocalKind::Given(2));
    scope
}

fn is_prompt(reader: &TablesReader<'_>, step: &Stmt) -> bool {
    match step {
        Stmt::Do(node) | Stmt::Set { value: node, .. } => {
            matches!(reader.b.get(*node).kind, NodeKind::Ask { .. })
        }
        _ => false,
    }
}

fn pick_def(reader: &mut TablesReader<'_>, action: &Action, outside: &Scope, pick: Pick) -> PickDef {
    let candidates = candidates(action, pick.element());
    let single = pick.is_single();
    let legal = all(reader, pick.legal, action.span)
        .map(|legal| shown::to_seat(reader.b, &candidates, legal, "what is legal"));
    let legal: Option<Legal> = legal.map(|legal| reader.b.legal(&candidates, legal));
    let mut finished = outside.clone();
    finished
        .action
        .add("$picked", Type::List(pick_kind(pick.what)), LocalKind::Given(0));
    let valid = pick.valid.map(|valid| reader.b.valid(&finished, valid));
    let least = pick.least.map(|node| reader.b.value_code(outside, node));
    let most = pick.most.map(|node| reader.b.value_code(outside, node));
    PickDef {
        what: pick.what,
        min: pick.min,
        max: pick.max,
        count: None,
        least,
        most,
        from: pick.from,
        only: pick.only,
        legal,
        legal_message: Some(reader.plain(&pick.message)),
        valid,
        valid_message: (!pick.valid_message.is_empty()).then(|| reader.plain(&pick.valid_message)),
        blind: false,
        ordered: false,
        register: 0,
        single,
    }
}

/// One condition out of several, and the reason of the first that fails.
fn conditions(
    reader: &mut TablesReader<'_>,
    scope: &Scope,
    action: &Action,
) -> (Option<cardable_engine::program::Code>, Option<Text>) {
    let nodes: Vec<NodeId> = action.conditions.iter().map(|(node, _)| *node).collect();
    let Some(mut all) = all(reader, nodes, action.span) else {
        return (None, None);
    };
    if action.on.is_none() {
        all = shown::to_seat(reader.b, scope, all, "a condition");
    }
    let code = reader.b.condition_code(scope, all);
    let message = match action.conditions.as_slice() {
        [(_, only)] => reader.plain(only),
        several => {
            let mut reason = reader.b.constant(Value::Nothing, action.span);
            for (node, text) in several.iter().rev() {
                let text = reader.b.text(text, action.span);
                reason = reader.b.node(
                    NodeKind::Form(Form::If, vec![*node, reason, text]),
                    Type::ANY,
                    action.span,
                );
            }
            let token = reader.b.value_code(scope, reason);
            Text {
                text: reader.b.intern("{0}"),
                tokens: vec![token],
            }
        }
    };
    (Some(code), Some(message))
}

/// All of several conditions; nothing for none.
pub(super) fn all(reader: &mut TablesReader<'_>, nodes: Vec<NodeId>, span: Span) -> Option<NodeId> {
    match nodes.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => Some(reader.b.node(NodeKind::Form(Form::And, nodes), Type::BOOL, span)),
    }
}

fn pick_kind(what: PickWhat) -> Kind {
    match what {
        PickWhat::Card => Kind::Card,
        PickWhat::Zone => Kind::Zone,
        PickWhat::Seat => Kind::Seat,
        PickWhat::Deck => Kind::Deck,
        PickWhat::Option | PickWhat::Drag => Kind::Any,
    }
}
