//! What is printed on the backs of cards, which everybody sees wherever they lie.

use super::faces::may_be_zone;
use crate::hir::{Hir, LocalKind, NodeId, NodeKind, Over, Scope, children};
use cardable_engine::primitives::Query;
use cardable_engine::program::{Order, ZoneDef};
use cardable_engine::value::Value;

/// Whether who reads an attribute of a card learns no more than its back: everybody knows the attribute, and which of
/// several cards it is was not found out by an order that not everybody can tell.
pub(super) fn is_known(hir: &Hir, card: NodeId, attribute: u16) -> bool {
    hir.cards.on_backs.contains(&attribute) && !hangs_on_order(hir, card)
}

/// Whether a function takes the items of a zone until one does not pass, by what is on their backs: how many come first
/// would tell the order.
pub(super) fn takes_by_order(hir: &Hir, query: Query, over: NodeId, function: NodeId) -> bool {
    let on_back =
        |kind: &NodeKind| matches!(kind, NodeKind::Attribute(_, at) if hir.cards.on_backs.contains(at));
    let by_order = match query {
        Query::TakeWhile => true,
        // Fractions add up to a little more or less in another order.
        Query::Sum => hir.tree.any(function, |kind| has_fractions(hir, kind)),
        Query::Count | Query::Any | Query::All | Query::Filter | Query::MaxBy | Query::MinBy => false,
    };
    by_order && hir.tree.any(function, on_back) && lies_in_no_order(hir, over)
}

fn has_fractions(hir: &Hir, kind: &NodeKind) -> bool {
    let NodeKind::Attribute(_, at) = kind else {
        return false;
    };
    let attribute = hir.cards.attributes.get(usize::from(*at));
    attribute.is_some_and(|attribute| attribute.of.iter().any(|value| matches!(value, Value::Float(_))))
}

/// Whether a value is one of several cards because of an order that not everybody can tell. What was picked, and what
/// data name, is a certain card.
fn hangs_on_order(hir: &Hir, card: NodeId) -> bool {
    match &hir.tree.get(card).kind {
        NodeKind::Call(_, args) | NodeKind::Form(_, args) | NodeKind::List(args) => {
            args.iter().any(|arg| lies_in_no_order(hir, *arg))
        }
        NodeKind::Query { over, .. } => lies_in_no_order(hir, *over),
        NodeKind::Over { how, list, .. } => *how == Over::First && lies_in_no_order(hir, *list),
        _ => false,
    }
}

/// Whether cards of a zone or list lie in an order that not everybody can tell at any time.
fn lies_in_no_order(hir: &Hir, cards: NodeId) -> bool {
    let zone = match &hir.tree.get(cards).kind {
        NodeKind::Const(Value::Zone(zone)) => hir.zones.shared.get(zone.index()),
        NodeKind::SeatZone(_, at) => hir.zones.seat.get(usize::from(*at)),
        _ if may_be_zone(hir.tree.get(cards).ty) => return true,
        kind => {
            let mut parts = Vec::new();
            children(kind, &mut parts);
            return parts.iter().any(|part| lies_in_no_order(hir, *part));
        }
    };
    zone.is_none_or(|zone| !is_ordered(zone))
}

fn is_ordered(zone: &ZoneDef) -> bool {
    matches!(zone.order, Order::FixedFifo | Order::FixedLifo) || zone.laid_out
}

/// Whether a condition reads of what is picked only what is on its backs: a card that the seat cannot tell from others
/// with the same back stands for them.
pub(crate) fn reads_only_backs(hir: &Hir, scope: &Scope, condition: NodeId) -> bool {
    let is_picked = |id: NodeId| match hir.tree.get(id).kind {
        NodeKind::Local(at) => scope
            .action
            .locals
            .get(usize::from(at))
            .is_some_and(|local| matches!(local.kind, LocalKind::Given(_)) && &*local.name != "$zone"),
        _ => false,
    };
    let is_bound = |id: NodeId| match hir.tree.get(id).kind {
        NodeKind::Bound(param) => hir.tree.bound_source(param).is_some_and(is_picked),
        _ => false,
    };
    let mut reads = false;
    let mut stack = vec![condition];
    while let Some(id) = stack.pop() {
        match &hir.tree.get(id).kind {
            NodeKind::Attribute(card, at)
                if hir.cards.on_backs.contains(at) && (is_picked(*card) || is_bound(*card)) =>
            {
                reads = true;
            }
            NodeKind::Query {
                query: Query::Count | Query::Any | Query::All | Query::Sum,
                over,
                function,
            } if is_picked(*over) => stack.push(*function),
            _ if is_picked(id) || is_bound(id) => return false,
            kind => children(kind, &mut stack),
        }
    }
    reads
}
