//! What is printed on the backs of cards, which everybody sees wherever they lie.

use super::reading::Reading;
use crate::hir::{Hir, NodeId, NodeKind, Over, children};
use cardable_engine::primitives::{Form, Query, Reads};
use cardable_engine::program::{Order, ZoneDef};
use cardable_engine::value::{Kind, Type, Value};

/// Whether who reads an attribute of a card learns no more than its back: everybody knows the attribute, and which of
/// several cards it is was not found out by an order that not everybody can tell.
pub(super) fn is_known(hir: &Hir, reading: &Reading<'_>, card: NodeId, attribute: u16) -> bool {
    let is_hidden_pick = || !reading.picks_by_back && hir.is_of_picked(reading.scope, card);
    hir.cards.on_backs.contains(&attribute) && !hangs_on_order(hir, card) && !is_hidden_pick()
}

/// Whether a value points at cards because of an order that not everybody can tell, in a game whose backs differ: what is
/// printed on them would tell the next draw.
pub(super) fn foretells(hir: &Hir, cards: NodeId) -> bool {
    let node = hir.tree.get(cards);
    let points = match &node.kind {
        NodeKind::Call(primitive, _) => {
            let one = node.ty == Type::CARD && primitive.reads != Reads::Faces;
            let some = matches!(node.ty, Type::List(Kind::Card) | Type::List(Kind::Any))
                && (primitive.reads == Reads::Order || primitive.properties.by_place);
            one || some
        }
        NodeKind::Over { how, .. } => *how == Over::First,
        _ => false,
    };
    !hir.cards.on_backs.is_empty() && points && hangs_on_order(hir, cards)
}

/// Whether a function takes the items of a zone until one does not pass, by what is on their backs: how many come first
/// would tell the order.
pub(super) fn takes_by_order(hir: &Hir, query: Query, over: NodeId, function: NodeId) -> bool {
    let on_back =
        |kind: &NodeKind| matches!(kind, NodeKind::Attribute(_, at) if hir.cards.on_backs.contains(at));
    // What is found by its place may have its back read further out.
    let by_place =
        |kind: &NodeKind| matches!(kind, NodeKind::Call(primitive, _) if primitive.properties.by_place);
    if !hir.cards.on_backs.is_empty() && hir.tree.any(function, by_place) && lies_in_no_order(hir, over) {
        return true;
    }
    let by_order = match query {
        Query::TakeWhile => true,
        // Fractions add up to a little more or less in another order.
        Query::Sum => hir.tree.any(function, |kind| may_give_fractions(hir, kind)),
        Query::Count | Query::Any | Query::All | Query::Filter | Query::MaxBy | Query::MinBy => false,
    };
    by_order && hir.tree.any(function, on_back) && lies_in_no_order(hir, over)
}

/// Whether whole numbers may not stay whole in a function of cards: it divides, or reads what may hold a fraction.
fn may_give_fractions(hir: &Hir, kind: &NodeKind) -> bool {
    match kind {
        NodeKind::Attribute(_, at) => {
            let attribute = hir.cards.attributes.get(usize::from(*at));
            attribute
                .is_none_or(|attribute| attribute.of.iter().any(|value| matches!(value, Value::Float(_))))
        }
        NodeKind::Const(value) => matches!(value, Value::Float(_)),
        NodeKind::Form(form, _) => *form == Form::Divide,
        NodeKind::Bound(_) | NodeKind::Function { .. } => false,
        _ => true,
    }
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
pub(super) fn lies_in_no_order(hir: &Hir, cards: NodeId) -> bool {
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

pub(super) fn is_ordered(zone: &ZoneDef) -> bool {
    matches!(zone.order, Order::FixedFifo | Order::FixedLifo) || zone.laid_out
}

/// Whether it may be, or hold, a zone.
pub(super) fn may_be_zone(ty: Type) -> bool {
    match ty {
        Type::One(kind) | Type::List(kind) => matches!(kind, Kind::Any | Kind::Zone),
        Type::Nothing | Type::State => false,
    }
}
