//! Queries: a list, seats or the cards of a zone, and a function that is asked of each.

use super::Builder;
use super::args::signature;
use crate::hir::build::{args, calls};
use crate::hir::{Hir, NodeId, NodeKind, Scope};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Arity, Callee, Form, ParamType, Query, Signature, parameters_wanted};
use cardable_engine::value::{Kind, Type};

/// The item that a function is asked of, as the function reads it. What it is follows from
/// what the query goes over.
pub(crate) fn bind_item(builder: &mut Builder, over: NodeId, span: Span) -> NodeId {
    let ty = item_type(&builder.hir, over);
    builder.hir.tree.bound.push(over);
    builder.node(
        NodeKind::Bound((builder.hir.tree.bound.len() - 1) as u32),
        ty,
        span,
    )
}

/// A function of an item that [`Builder::bind_item`] made.
pub(crate) fn function(builder: &mut Builder, item: NodeId, body: NodeId, span: Span) -> NodeId {
    let ty = builder.get(body).ty;
    match (&builder.get(item).kind, builder.is_broken(body)) {
        (NodeKind::Bound(param), false) => {
            let param = *param;
            builder.node(NodeKind::Function { param, body }, ty, span)
        }
        _ => builder.broken(span),
    }
}

/// What a query goes over holds values of this type.
fn item_type(hir: &Hir, over: NodeId) -> Type {
    match hir.tree.get(over).ty {
        Type::One(Kind::Zone) => Type::CARD,
        Type::List(kind) | Type::One(kind @ (Kind::Card | Kind::Seat)) => Type::One(kind),
        Type::One(Kind::String) => match hir.const_text(over) {
            Some("all" | "all_players" | "self") => Type::SEAT,
            Some(name) if hir.zone_named(name).is_some() || hir.seat_zone_named(name).is_some() => Type::CARD,
            _ => Type::ANY,
        },
        Type::Nothing | Type::State | Type::One(_) => Type::ANY,
    }
}

pub(super) fn query(
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    query: Query,
    args: Vec<NodeId>,
    span: Span,
) -> NodeId {
    let required = primitive
        .params
        .iter()
        .filter(|p| p.arity == Arity::Required)
        .count();
    if args.len() < required || args.len() > primitive.params.len() {
        builder.error(
            Problem::ParameterCount,
            span,
            format!(
                "`{}` takes {}, found {}",
                primitive.name,
                parameters_wanted(required, Some(primitive.params.len())),
                args.len()
            ),
            format!("write `{}`", signature(primitive)),
        );
        return builder.broken(span);
    }
    let Some(over) = args
        .first()
        .and_then(|over| query_source(builder, scope, primitive, *over))
    else {
        return builder.broken(span);
    };
    let function = match args.get(1) {
        Some(given) => match query_function(builder, scope, primitive, over, *given) {
            Some(function) => Some(function),
            None => return builder.broken(span),
        },
        None => None,
    };
    let ty = match query {
        Query::Count | Query::Sum => Type::NUMBER,
        Query::Any | Query::All => Type::BOOL,
        Query::Filter | Query::TakeWhile => match item_type(&builder.hir, over) {
            Type::One(kind) => Type::List(kind),
            Type::Nothing | Type::List(_) | Type::State => Type::List(Kind::Any),
        },
        Query::MaxBy | Query::MinBy => item_type(&builder.hir, over),
    };
    let Some(function) = function.or_else(|| plain_function(builder, query, over, span)) else {
        return count_all(builder, scope, over, span);
    };
    if builder.is_broken(function) || !check_result(builder, primitive, query, function) {
        return builder.broken(span);
    }
    builder.node(
        NodeKind::Query {
            query,
            over,
            function,
        },
        ty,
        span,
    )
}

/// What a query goes over: seats, a list, a zone.
fn query_source(builder: &mut Builder, scope: &Scope, primitive: &Callee, over: NodeId) -> Option<NodeId> {
    if builder.is_broken(over) {
        return None;
    }
    let takes = match builder.hir.const_text(over) {
        Some("all" | "all_players" | "self") => ParamType::Seats,
        Some(_) => ParamType::Cards,
        None => ParamType::Value(Type::ANY),
    };
    let over = args::check_arg(builder, scope, primitive, "items", takes, over)?;
    match builder.get(over).ty {
        Type::List(_) | Type::Nothing | Type::One(Kind::Zone | Kind::Card | Kind::Seat | Kind::Any) => {
            Some(over)
        }
        found @ (Type::State | Type::One(_)) => {
            let at = builder.get(over).span;
            let counts = match &builder.get(over).kind {
                NodeKind::Call(primitive, _) => Some(primitive),
                NodeKind::Form(Form::CountZone, _) => Some(builtin!(count_cards)),
                _ => None,
            };
            let instead = counts.and_then(|counts| Some((counts.name.clone(), counts.properties.counts?)));
            let help = match instead {
                Some((name, instead)) => format!("`{name}` tells how many; {instead}"),
                None => format!("write `{}`", signature(primitive)),
            };
            builder.error(
                Problem::ParameterType,
                at,
                format!(
                    "`{}` goes over a list, seats or the cards of a zone, found {}",
                    primitive.name,
                    found.phrase()
                ),
                help,
            );
            None
        }
    }
}

/// The function of a query: as it is written, or the name of what it reads of each item.
fn query_function(
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    over: NodeId,
    given: NodeId,
) -> Option<NodeId> {
    if builder.is_broken(given) {
        return None;
    }
    if let NodeKind::Function { param, .. } = builder.get(given).kind {
        if let Some(source) = builder.hir.tree.bound.get_mut(param as usize) {
            *source = over;
        }
        return Some(given);
    }
    let span = builder.get(given).span;
    let Some(name) = builder.hir.const_text(given).map(str::to_owned) else {
        let found = builder.get(given).ty;
        builder.error(
            Problem::ParameterType,
            span,
            format!(
                "`{}` asks a function of each item, found {}",
                primitive.name,
                found.phrase()
            ),
            "write a function such as `card => card.value > 5`, or the name of a property".to_owned(),
        );
        return None;
    };
    Some(property(builder, scope, over, &name, span))
}

/// The function that reads a property of each item.
pub(crate) fn property(builder: &mut Builder, scope: &Scope, over: NodeId, name: &str, span: Span) -> NodeId {
    let item = bind_item(builder, over, span);
    let body = builder.member(scope, item, name, span);
    function(builder, item, body, span)
}

/// What a query without a function asks of each item: itself.
fn plain_function(builder: &mut Builder, query: Query, over: NodeId, span: Span) -> Option<NodeId> {
    match query {
        Query::Count => None,
        Query::Any
        | Query::All
        | Query::Sum
        | Query::Filter
        | Query::TakeWhile
        | Query::MaxBy
        | Query::MinBy => {
            let item = bind_item(builder, over, span);
            Some(function(builder, item, item, span))
        }
    }
}

/// How many items there are.
fn count_all(builder: &mut Builder, scope: &Scope, over: NodeId, span: Span) -> NodeId {
    let (primitive, over) = match builder.get(over).ty {
        Type::One(Kind::Zone) => (builtin!(count_cards), over),
        Type::One(Kind::Card | Kind::Seat) => (builtin!(list_count), builder.list(vec![over], span)),
        Type::Nothing | Type::State | Type::List(_) | Type::One(_) => (builtin!(list_count), over),
    };
    builder.call(scope, primitive, vec![over], span)
}

/// Whether the function gives what the query asks for, and only reads.
pub(super) fn check_result(
    builder: &mut Builder,
    primitive: &Signature,
    query: Query,
    function: NodeId,
) -> bool {
    let NodeKind::Function { body, .. } = builder.get(function).kind else {
        return false;
    };
    let wanted = match query {
        Query::Count | Query::Any | Query::All | Query::Filter | Query::TakeWhile => Type::BOOL,
        Query::Sum | Query::MaxBy | Query::MinBy => Type::NUMBER,
    };
    let (found, span) = (builder.get(body).ty, builder.get(body).span);
    let nothing = found == Type::Nothing && wanted == Type::NUMBER;
    if !found.fits(wanted) && !nothing {
        builder.error(
            Problem::ParameterType,
            span,
            format!(
                "`{}` needs {} of each item, found {}",
                primitive.name,
                wanted.phrase(),
                found.phrase()
            ),
            format!("write {} after `=>`", wanted.such_as()),
        );
        return false;
    }
    let problems = builder.diags.error_count();
    calls::only_reads(&builder.hir, body, &mut builder.diags);
    builder.diags.error_count() == problems
}
