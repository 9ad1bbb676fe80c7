//! What a seat touches or says, as the pick of an action.

use super::*;
use crate::hir::TestOfPick;
use crate::hir::build::shown;
use crate::hir::build::{template::scopes, things};
use cardable_engine::builtin;
use cardable_engine::primitives::Callee;

pub(super) fn local(builder: &mut Builder, scope: &Scope, name: &str, span: Span) -> NodeId {
    match scope.action.find(name) {
        Some(at) => {
            let ty = scope.action.locals[at as usize].ty;
            builder.node(NodeKind::Local(at), ty, span)
        }
        None => builder.broken(span),
    }
}

pub(super) fn tap_pick(
    builder: &mut Builder,
    scope: &Scope,
    queries: &[Query],
    (min, max): (u16, u16),
    of_thing: Vec<NodeId>,
    span: Span,
) -> (PickDef, TemplateTest) {
    let mut from: Vec<Source> = Vec::new();
    let mut ways = Vec::new();
    let mut reads_face = false;
    let zone = local(builder, scope, "$zone", span);
    for query in queries {
        from.extend(query.from.iter().copied());
        let mut about = vec![things::lies_in(builder, scope, &query.from, zone, span)];
        match query.only {
            PickOnly::All | PickOnly::ByOrder => {}
            PickOnly::Top => about.push(at_end(builder, scope, builtin!(is_top), span)),
            PickOnly::Bottom => about.push(at_end(builder, scope, builtin!(is_bottom), span)),
        }
        about.extend(&query.tests);
        reads_face |= query.tests.iter().any(|t| builder.hir.reads_face(*t));
        ways.push(builder.all_of(about, span));
    }
    let about = builder.any_of(ways, span);
    let query = TemplateTest {
        code: builder.condition_code(scope, about),
        reads_face,
        of_thing: true,
        message: None,
    };
    // Several queries are taken together only where they have no tests.
    let mut legal: Vec<NodeId> = queries.iter().flat_map(|q| q.tests.iter().copied()).collect();
    for test in &mut legal {
        *test = shown::to_seat(builder, scope, *test, "what can be tapped");
    }
    legal.extend(of_thing);
    for test in &legal {
        builder.hir.tree.tests_of_picks.push(TestOfPick {
            scope: scope.clone(),
            from: from.clone(),
            condition: *test,
            what: "what can be tapped",
        });
    }
    let legal = (!legal.is_empty()).then(|| {
        let all = builder.all_of(legal, span);
        builder.legal(scope, all)
    });
    let first = queries.first();
    let pick = PickDef {
        what: first.map_or(PickWhat::Card, |q| q.what),
        min,
        max,
        count: None,
        least: None,
        most: None,
        from: things::pick_sources(builder, scope, &from, span),
        only: first.map_or(PickOnly::All, |q| q.only),
        legal,
        legal_message: None,
        valid: None,
        valid_message: None,
        blind: false,
        ordered: false,
        register: 0,
        single: max == 1,
    };
    (pick, query)
}

/// Whether the tapped card is the first or last to be drawn. Of a card that
/// the seat cannot tell from others only the zone is known, and that will do.
pub(super) fn at_end(builder: &mut Builder, scope: &Scope, primitive: &Callee, span: Span) -> NodeId {
    let card = local(builder, scope, "$card", span);
    let nothing = builder.constant(Value::Nothing, span);
    let unknown = builder.equal(card, nothing, span);
    let at_end = builder.call_of(primitive, vec![card], Type::BOOL, span);
    builder.any_of(vec![unknown, at_end], span)
}

/// Whether the thing at hand is one of some queries, for a drag, where cards
/// and zones stand side by side.
pub(super) fn is_one_of(
    builder: &mut Builder,
    scope: &Scope,
    queries: &[Query],
    things: &[u16],
    span: Span,
) -> NodeId {
    let mut ways = Vec::new();
    for query in queries {
        let (thing, zone) = (
            local(builder, scope, "$card", span),
            local(builder, scope, "$zone", span),
        );
        let is_zone = builder.equal(thing, zone, span);
        let mut all = match query.what {
            PickWhat::Zone => vec![is_zone],
            _ => vec![builder.node(NodeKind::Form(Form::Not, vec![is_zone]), Type::BOOL, span)],
        };
        all.push(things::lies_in(builder, scope, &query.from, zone, span));
        match query.only {
            PickOnly::All | PickOnly::ByOrder => {}
            PickOnly::Top => all.push(at_end(builder, scope, builtin!(is_top), span)),
            PickOnly::Bottom => all.push(at_end(builder, scope, builtin!(is_bottom), span)),
        }
        for test in &query.tests {
            let test = shown::to_seat(builder, scope, *test, "what can be drawn");
            let test = scopes::guarded(builder, scope, test, things);
            all.push(test);
        }
        ways.push(builder.all_of(all, span));
    }
    builder.any_of(ways, span)
}

pub(super) fn drag_pick(
    builder: &mut Builder,
    scope: &Scope,
    from: &[Query],
    to: &[Query],
    of_thing: Vec<NodeId>,
    span: Span,
) -> (PickDef, TemplateTest) {
    let zones =
        builder.hir.zones.shared.len() + usize::from(builder.hir.head.seats.1) * builder.hir.zones.seat.len();
    if zones > MOST_DRAG_ZONES {
        builder.error(
            Problem::TooComplex,
            span,
            format!("a game with drags has at most {MOST_DRAG_ZONES} zones, and this has {zones}"),
            "take out zones, or let cards be tapped".to_owned(),
        );
    }
    let things = scopes::thing_locals(&builder.hir, scope);
    let source = is_one_of(builder, scope, from, &things, span);
    let target = is_one_of(builder, scope, to, &things, span);
    let picked = local(builder, scope, "$picked", span);
    let nothing = builder.constant(Value::Nothing, span);
    let zero = builder.constant(Value::Int(0), span);
    // Nothing is picked: the thing is either. An empty list: it is drawn.
    // Otherwise something is drawn to it.
    let unasked = builder.equal(picked, nothing, span);
    let number = builder.call_of(builtin!(list_count), vec![picked], Type::NUMBER, span);
    let first = builder.equal(number, zero, span);
    let thing = local(builder, scope, "$card", span);
    let dragged = local(builder, scope, "dragged", span);
    let differs = builder.node(
        NodeKind::Form(Form::NotEqual, vec![thing, dragged]),
        Type::BOOL,
        span,
    );
    let mut last = vec![target, differs];
    let about = {
        let onto = builder.all_of(last.clone(), span);
        let drawn = builder.node(
            NodeKind::Form(Form::If, vec![first, source, onto]),
            Type::BOOL,
            span,
        );
        let either = builder.any_of(vec![source, target], span);
        builder.node(
            NodeKind::Form(Form::If, vec![unasked, either, drawn]),
            Type::BOOL,
            span,
        )
    };
    let query = TemplateTest {
        code: builder.condition_code(scope, about),
        reads_face: false,
        of_thing: true,
        message: None,
    };
    last.extend(of_thing);
    let onto = builder.all_of(last, span);
    let drawn = builder.node(
        NodeKind::Form(Form::If, vec![first, source, onto]),
        Type::BOOL,
        span,
    );
    let either = builder.any_of(vec![source, target], span);
    let legal = builder.node(
        NodeKind::Form(Form::If, vec![unasked, either, drawn]),
        Type::BOOL,
        span,
    );
    let all: Vec<Source> = from
        .iter()
        .chain(to)
        .flat_map(|q| q.from.iter().copied())
        .collect();
    let only = match from.first() {
        Some(first)
            if from
                .iter()
                .chain(to)
                .all(|q| q.only == first.only || q.what == PickWhat::Zone) =>
        {
            first.only
        }
        _ => PickOnly::All,
    };
    let pick = PickDef {
        what: PickWhat::Drag,
        min: 2,
        max: 2,
        count: None,
        least: None,
        most: None,
        from: things::pick_sources(builder, scope, &all, span),
        only,
        legal: Some(Legal {
            code: builder.condition_code(scope, legal),
            reads_picked: true,
            reads_face: false,
            by_back: false,
        }),
        legal_message: None,
        valid: None,
        valid_message: None,
        blind: false,
        ordered: false,
        register: 0,
        single: false,
    };
    (pick, query)
}

pub(super) fn message_pick(
    builder: &mut Builder,
    scope: &Scope,
    params: &[ParamDraft],
    of_thing: Vec<NodeId>,
    span: Span,
) -> Option<PickDef> {
    let ways = params.iter().fold(1u64, |n, p| n.saturating_mul(p.ways));
    if ways > MOST_WAYS {
        builder.error(
            Problem::OutOfBounds,
            span,
            format!("there are {ways} ways to fill in the data, more than {MOST_WAYS}"),
            "narrow what the items may be".to_owned(),
        );
    }
    let list = match params {
        [] => return None,
        [one] => one.domain,
        several => {
            let lists = several.iter().map(|p| p.domain).collect();
            builder.call_of(builtin!(combinations), lists, Type::List(Kind::Any), span)
        }
    };
    let list = shown::offered(builder, scope, list, "what can be said");
    let legal = (!of_thing.is_empty()).then(|| {
        let all = builder.all_of(of_thing, span);
        Legal {
            code: builder.condition_code(scope, all),
            reads_picked: false,
            reads_face: false,
            by_back: false,
        }
    });
    Some(PickDef {
        what: PickWhat::Option,
        min: 1,
        max: 1,
        count: None,
        least: None,
        most: None,
        from: vec![PickFrom::Code(builder.value_code(scope, list))],
        only: PickOnly::All,
        legal,
        legal_message: None,
        valid: None,
        valid_message: None,
        blind: false,
        ordered: false,
        register: 0,
        single: true,
    })
}
