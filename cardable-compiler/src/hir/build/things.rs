//! Queries: which cards or zones of the table are meant.

use super::Builder;
use crate::hir::build::shown;
use crate::hir::{NodeId, NodeKind, Over, Query, Scope, Source, Stmt};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::ZoneId;
use cardable_engine::primitives::{self, Callee, Form};
use cardable_engine::program::{PickFrom, PickOnly, PickWhat};
use cardable_engine::value::{Kind, Type, Value};

impl Builder {
    /// A call on arguments that are known to fit, with its type where that is more than is declared.
    pub(crate) fn call_of(&mut self, primitive: &Callee, args: Vec<NodeId>, ty: Type, span: Span) -> NodeId {
        self.node(NodeKind::Call(primitive.clone(), args), ty, span)
    }

    /// A condition that holds where all of several hold.
    pub(crate) fn all_of(&mut self, mut tests: Vec<NodeId>, span: Span) -> NodeId {
        match tests.len() {
            0 => self.constant(Value::Bool(true), span),
            1 => tests.swap_remove(0),
            _ => self.node(NodeKind::Form(Form::And, tests), Type::BOOL, span),
        }
    }

    /// A condition that holds where one of several holds.
    pub(crate) fn any_of(&mut self, mut tests: Vec<NodeId>, span: Span) -> NodeId {
        match tests.len() {
            0 => self.constant(Value::Bool(false), span),
            1 => tests.swap_remove(0),
            _ => self.node(NodeKind::Form(Form::Or, tests), Type::BOOL, span),
        }
    }

    /// Steps that are done for every seat that is not dismissed.
    pub(crate) fn for_everyone(&mut self, body: Vec<Stmt>, span: Span) -> Stmt {
        let seats = self.node(NodeKind::Everyone, Type::List(Kind::Seat), span);
        Stmt::EachSeat { seats, body, span }
    }

    pub(crate) fn equal(&mut self, a: NodeId, b: NodeId, span: Span) -> NodeId {
        self.node(NodeKind::Form(Form::Equal, vec![a, b]), Type::BOOL, span)
    }
}

/// The zone or zones of a source, as a value.
fn source_value(builder: &mut Builder, scope: &Scope, source: Source, span: Span) -> NodeId {
    match source {
        Source::Shared(at) => builder.constant(Value::Zone(ZoneId(at)), span),
        Source::Own(at) => {
            let player = builder.player(scope, span);
            builder.node(NodeKind::SeatZone(player, at), Type::ZONE, span)
        }
        Source::Of(seat, at) => builder.node(NodeKind::SeatZone(seat, at), Type::ZONE, span),
        Source::Zones(zones) => zones,
        Source::Everyones(at) | Source::Others(at) => {
            let seats = match source {
                Source::Others(_) => {
                    let player = builder.player(scope, span);
                    builder.call_of(
                        builtin!(other_players),
                        vec![player],
                        Type::List(Kind::Seat),
                        span,
                    )
                }
                _ => builder.node(NodeKind::Everyone, Type::List(Kind::Seat), span),
            };
            let at = builder.constant(Value::Int(at.into()), span);
            builder.call_of(builtin!(zones_of), vec![seats, at], Type::List(Kind::Zone), span)
        }
    }
}

/// Whether a zone is one of the query's.
pub(crate) fn lies_in(
    builder: &mut Builder,
    scope: &Scope,
    from: &[Source],
    zone: NodeId,
    span: Span,
) -> NodeId {
    let mut ways = Vec::new();
    for source in from {
        let value = source_value(builder, scope, *source, span);
        let way = match builder.get(value).ty {
            Type::List(_) => builder.call_of(builtin!(contains), vec![value, zone], Type::BOOL, span),
            _ => builder.equal(value, zone, span),
        };
        ways.push(way);
    }
    builder.any_of(ways, span)
}

/// The single thing that a query means without looking for it, where it does.
fn outright(builder: &mut Builder, scope: &Scope, query: &Query, span: Span) -> Option<NodeId> {
    let [source] = query.from[..] else { return None };
    if !query.tests.is_empty() {
        return None;
    }
    let zone = source_value(builder, scope, source, span);
    if builder.get(zone).ty != Type::ZONE {
        return None;
    }
    match (query.what, query.only) {
        (PickWhat::Zone, _) => Some(zone),
        (_, PickOnly::Top) => Some(builder.call_of(builtin!(top_card), vec![zone], Type::CARD, span)),
        (_, PickOnly::Bottom) => Some(builder.call_of(builtin!(bottom_card), vec![zone], Type::CARD, span)),
        (_, PickOnly::All | PickOnly::ByOrder) => None,
    }
}

/// All things of the query's zones, before its tests.
pub(crate) fn query_list(builder: &mut Builder, scope: &Scope, query: &Query, span: Span) -> NodeId {
    let mut zones = Vec::new();
    for source in &query.from {
        zones.push(source_value(builder, scope, *source, span));
    }
    if query.what == PickWhat::Zone {
        if zones.len() == 1
            && let [only] = zones[..]
            && matches!(builder.get(only).ty, Type::List(_))
        {
            return only;
        }
        let mut lists = Vec::new();
        for zone in zones {
            lists.push(match builder.get(zone).ty {
                Type::List(_) => zone,
                _ => builder.list(vec![zone], span),
            });
        }
        return builder.call_of(builtin!(concat_lists), lists, Type::List(Kind::Zone), span);
    }
    let name = match query.only {
        PickOnly::All | PickOnly::ByOrder => builtin!(cards_in),
        PickOnly::Top => builtin!(top_cards),
        PickOnly::Bottom => builtin!(bottom_cards),
    };
    builder.call_of(name, zones, Type::List(Kind::Card), span)
}

/// A question about the things that a query means, each of which lies in a
/// local while `test` (and the query's own tests) are worked out.
pub(crate) fn query_over(
    builder: &mut Builder,
    scope: &Scope,
    how: Over,
    query: &Query,
    local: u16,
    test: Option<NodeId>,
    span: Span,
) -> NodeId {
    if how == Over::First
        && test.is_none()
        && let Some(thing) = outright(builder, scope, query, span)
    {
        return thing;
    }
    let list = query_list(builder, scope, query, span);
    if how == Over::All && test.is_none() && query.tests.is_empty() {
        return list;
    }
    let mut tests = query.tests.clone();
    let reads_face = tests.iter().chain(&test).any(|t| builder.hir.reads_face(*t));
    let guard = (reads_face && scope.read_by_seat && !scope.reveals).then(|| {
        let item = builder.node(NodeKind::Local(local), query.ty(), span);
        builder.call_of(builtin!(sees_face), vec![item], Type::BOOL, span)
    });
    tests.splice(0..0, guard);
    let test = match (how, test) {
        // For all that the query means, the further test holds.
        (Over::Every, test) => {
            let meant = builder.all_of(tests, span);
            let other = builder.node(NodeKind::Form(Form::Not, vec![meant]), Type::BOOL, span);
            let mut ways = vec![other];
            ways.extend(test);
            builder.any_of(ways, span)
        }
        (Over::Some | Over::Count | Over::First | Over::All, test) => {
            tests.extend(test);
            builder.all_of(tests, span)
        }
    };
    let ty = match how {
        Over::Some | Over::Every => Type::BOOL,
        Over::Count => Type::NUMBER,
        Over::First => query.ty(),
        Over::All if query.what == PickWhat::Zone => Type::List(Kind::Zone),
        Over::All => Type::List(Kind::Card),
    };
    let kind = NodeKind::Over {
        how,
        list,
        local,
        test,
    };
    builder.node(kind, ty, span)
}

/// Where a pick of a query's things takes them from.
pub(crate) fn pick_sources(
    builder: &mut Builder,
    scope: &Scope,
    from: &[Source],
    span: Span,
) -> Vec<PickFrom> {
    let mut out = Vec::new();
    for source in from {
        let from = match *source {
            Source::Shared(at) => PickFrom::SharedZone(at),
            Source::Own(at) => PickFrom::OwnZone(at),
            Source::Everyones(at) => PickFrom::EveryonesZone(at),
            Source::Others(at) => PickFrom::OthersZone(at),
            Source::Of(..) | Source::Zones(_) => {
                let value = source_value(builder, scope, *source, span);
                let value = shown::offered(builder, scope, value, "what is picked from");
                PickFrom::Code(builder.value_code(scope, value))
            }
        };
        if !out.contains(&from) {
            out.push(from);
        }
    }
    out
}

/// A call of a predicate of the embedding program.
pub(crate) fn call_function(builder: &mut Builder, at: usize, args: Vec<NodeId>, span: Span) -> NodeId {
    let mut all = vec![builder.constant(Value::Int(at as i64), span)];
    all.extend(args);
    let function = Callee::Builtin(&primitives::FUNCTION.signature);
    builder.node(NodeKind::Call(function, all), Type::BOOL, span)
}
