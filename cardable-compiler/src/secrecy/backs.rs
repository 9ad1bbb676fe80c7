//! What is printed on the backs of cards, which everybody sees wherever they lie.

use super::faces;
use super::hiding::HOW_TO_MEND_ENDS;
use super::marked::zone_of;
use super::reading::Reading;
use crate::hir::build::Builder;
use crate::hir::{Hir, NodeId, NodeKind, Over, Piece, children};
use crate::text::diag::Code as Problem;
use cardable_engine::builtin;
use cardable_engine::ids::StrId;
use cardable_engine::primitives::{Form, Query, Reads};
use cardable_engine::program::{Order, PickDef, PickFrom, PickOnly, PickWhat, ZoneDef};
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
                && (primitive.reads == Reads::Order || &*primitive.name == "slice_list");
            one || some
        }
        NodeKind::Over { how, .. } => *how == Over::First,
        _ => false,
    };
    !hir.cards.on_backs.is_empty() && points && hangs_on_order(hir, cards)
}

/// Refuses picks of the end of a zone where not every seat that picks can tell which card lies there.
pub(super) fn check_ends(builder: &mut Builder) {
    if builder.hir.cards.on_backs.is_empty() {
        return;
    }
    for at in 0..builder.hir.actions.len() {
        let action = &builder.hir.actions[at];
        let Some(zone) = action
            .pick
            .as_ref()
            .and_then(|pick| untold_end(&builder.hir, pick))
        else {
            continue;
        };
        let hir = &builder.hir;
        let name = hir.strings.get(action.name);
        let place = match zone {
            Some(zone) => format!("`{}`", hir.strings.get(zone)),
            None => "a zone".to_owned(),
        };
        let message = format!(
            "`{name}` offers the card at an end of {place}, whose order not everybody can tell: its back would foretell the next draw"
        );
        let span = hir.places.spans[action.state.index()];
        builder.error(Problem::HiddenRead, span, message, HOW_TO_MEND_ENDS.to_owned());
    }
}

/// The zone, where it is named, whose end is picked though the seat that picks cannot tell which card lies there.
fn untold_end(hir: &Hir, pick: &PickDef) -> Option<Option<StrId>> {
    if !matches!(pick.what, PickWhat::Card | PickWhat::Drag) {
        return None;
    }
    let at_end = |zone: &ZoneDef| match pick.only {
        PickOnly::All => false,
        PickOnly::ByOrder => zone.order != Order::Any,
        PickOnly::Top | PickOnly::Bottom => true,
    };
    // A drag begins with the first.
    let ends = match pick.what {
        PickWhat::Drag => pick.from.get(..1).unwrap_or_default(),
        _ => &pick.from,
    };
    ends.iter().find_map(|from| match from {
        PickFrom::Code(code) => {
            let piece = hir.tree.pieces.get(code.start as usize)?;
            let Piece::Value(root) = piece else { return None };
            (pick.only != PickOnly::All && lies_in_no_order(hir, root.node)).then_some(None)
        }
        from => {
            let own = matches!(from, PickFrom::OwnZone(_));
            let zone = zone_of(hir, from)?;
            let is_told = is_ordered(zone) || faces::are_seen(zone, own);
            (at_end(zone) && !is_told).then_some(Some(zone.name))
        }
    })
}

/// Whether a function takes the items of a zone until one does not pass, by what is on their backs: how many come first
/// would tell the order.
pub(super) fn takes_by_order(hir: &Hir, query: Query, over: NodeId, function: NodeId) -> bool {
    let on_back =
        |kind: &NodeKind| matches!(kind, NodeKind::Attribute(_, at) if hir.cards.on_backs.contains(at));
    // What is found by its place may have its back read further out.
    let by_place = |kind: &NodeKind| {
        let tells = [builtin!(is_top), builtin!(is_bottom), builtin!(index_of)];
        matches!(kind, NodeKind::Call(primitive, _) if tells.contains(&primitive))
    };
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

/// Whether it may be, or hold, a zone.
pub(super) fn may_be_zone(ty: Type) -> bool {
    match ty {
        Type::One(kind) | Type::List(kind) => matches!(kind, Kind::Any | Kind::Zone),
        Type::Nothing | Type::State => false,
    }
}
