//! Compound actions: several templates that one seat performs in one turn, until one that finishes.

use super::*;

pub(super) fn compound_slot(builder: &mut Builder) -> u16 {
    if let Some(at) = builder.hir.templates.compound_slot {
        return at;
    }
    let name = builder.intern(COMPOUND);
    let at = builder.hir.seat_data.len() as u16;
    builder.hir.templates.compound_slot = Some(at);
    builder.hir.seat_data.push(cardable_engine::program::DataDef {
        // It is the rules' own: what a seat has begun is seen from what it did.
        visible: cardable_engine::program::DataVisible::None,
        told: true,
        ..cardable_engine::program::DataDef::open(name, Type::STRING, Value::Nothing)
    });
    at
}

pub(super) fn own_compound(builder: &mut Builder, span: Span) -> NodeId {
    let at = compound_slot(builder);
    let player = builder.node(NodeKind::Player, Type::SEAT, span);
    builder.node(NodeKind::SeatData(player, at), Type::STRING, span)
}

/// What must hold for a part of a compound action, and what it changes.
pub(super) fn in_compound(
    builder: &mut Builder,
    _scope: &Scope,
    compound: &str,
    finishes: bool,
    span: Span,
) -> (TestDraft, Vec<Stmt>) {
    let running = own_compound(builder, span);
    let nothing = builder.constant(Value::Nothing, span);
    let this = builder.text(compound, span);
    let begins = builder.equal(running, nothing, span);
    let goes_on = builder.equal(running, this, span);
    let node = builder.any_of(vec![begins, goes_on], span);
    let set = Stmt::Set {
        place: running,
        value: if finishes { nothing } else { this },
        span,
    };
    let message = Some(unfinished(builder));
    (TestDraft { node, message }, vec![set])
}

pub(super) fn unfinished(builder: &mut Builder) -> Text {
    Text {
        text: builder.intern("finish what you have begun first"),
        tokens: Vec::new(),
    }
}

/// What must hold for other templates of a state with compound actions.
pub(super) fn in_no_compound(
    builder: &mut Builder,
    state: StateId,
    _scope: &Scope,
    span: Span,
) -> Option<TestDraft> {
    if !builder.hir.templates.compound_states.contains(&state) {
        return None;
    }
    let running = own_compound(builder, span);
    let nothing = builder.constant(Value::Nothing, span);
    let node = builder.equal(running, nothing, span);
    let message = Some(unfinished(builder));
    Some(TestDraft { node, message })
}

/// The condition of an action that is no template, where its state has compound actions: it
/// waits until what the seat has begun is finished, too.
pub(crate) fn outside_compounds(
    builder: &mut Builder,
    scope: &Scope,
    condition: Option<NodeId>,
    span: Span,
) -> (Option<NodeId>, Option<Text>) {
    let test = scope
        .state
        .and_then(|state| in_no_compound(builder, state, scope, span));
    match (test, condition) {
        (None, condition) => (condition, None),
        (Some(test), None) => (Some(test.node), test.message),
        (Some(test), Some(condition)) => {
            let both = NodeKind::Form(Form::And, vec![test.node, condition]);
            (Some(builder.node(both, Type::BOOL, span)), test.message)
        }
    }
}

/// A compound action that no part finishes would hold its seat for ever. The
/// parts are those of one state: of what compound, whether they finish it, and
/// where that is written.
pub(crate) fn check_compounds(builder: &mut Builder, parts: &[(&str, bool, Span)], help: &str) {
    let mut checked: Vec<&str> = Vec::new();
    for (name, _, span) in parts {
        if checked.contains(name) {
            continue;
        }
        checked.push(name);
        if parts
            .iter()
            .all(|(other, finishes, _)| other != name || !finishes)
        {
            let message = format!("no part of compound `{name}` has `finishes`");
            builder.error(Problem::MissingField, *span, message, help.to_owned());
        }
    }
}

/// Makes a state one with compound actions, before its templates are added:
/// turns go on until something ends them, and each begins with none begun.
pub(crate) fn begin_compounds(builder: &mut Builder, state: StateId, span: Span) {
    if builder.hir.templates.compound_states.contains(&state) {
        return;
    }
    builder.hir.templates.compound_states.push(state);
    let place = own_compound(builder, span);
    let value = builder.constant(Value::Nothing, span);
    let begun = builder.node(
        NodeKind::Form(Form::NotEqual, vec![place, value]),
        Type::BOOL,
        span,
    );
    let seats = builder.node(NodeKind::Everyone, Type::List(Kind::Seat), span);
    let reset = Stmt::EachSeat {
        seats,
        body: vec![Stmt::If {
            condition: begun,
            then: vec![Stmt::Set { place, value, span }],
            otherwise: Vec::new(),
            span,
        }],
        span,
    };
    let scope = Scope {
        state: Some(state),
        ..Scope::outside()
    };
    let body = builder.body_code(&scope, vec![reset]);
    let (name, id) = (
        builder.intern(COMPOUND),
        ActionId(builder.hir.actions.len() as u16),
    );
    let in_turns = builder.hir.states[state.index()].kind == StateType::RoundRobin;
    builder.hir.actions.push(ActionDef {
        on: Triggers {
            entry: true,
            turn: in_turns,
            action: false,
            round: false,
            step: false,
        },
        ..ActionDef::named(state, ActionKind::Auto, name, body)
    });
    builder.hir.states[state.index()].autos.insert(0, id);
}

/// Ends a state with compound actions, when all its actions are there: where a
/// turn was one action it still is, but for the parts of compound ones.
pub(crate) fn end_compounds(builder: &mut Builder, state: StateId) {
    if !builder.hir.templates.compound_states.contains(&state) {
        return;
    }
    let def = &mut builder.hir.states[state.index()];
    if def.turn == TurnLength::UntilEndTurn {
        return;
    }
    def.turn = TurnLength::UntilEndTurn;
    for action in &def.actions {
        if !builder.hir.templates.compound_parts.contains(action)
            && let Some(action) = builder.hir.actions.get_mut(action.index())
        {
            action.ends_turn = true;
        }
    }
}
