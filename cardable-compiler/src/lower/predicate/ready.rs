//! Values that can be had without running code.

use super::{Draft, Wanted};
use crate::hir::{Hir, NodeId, NodeKind};
use cardable_engine::primitives::{Asks, Form, Instruction};
use cardable_engine::value::{Type, Value};

/// Whether the values lie ready that a predicate about no card takes first.
pub(crate) fn lies_ready(hir: &Hir, draft: &Draft) -> bool {
    match draft {
        Draft::When(node) => is_ready(hir, *node),
        Draft::Holds { a, b, .. } => is_at_hand(hir, a) && is_at_hand(hir, b),
        Draft::Empty { zone, .. } => is_ready(hir, *zone),
        Draft::Count { cards, .. }
        | Draft::Same { cards, .. }
        | Draft::Run { cards, .. }
        | Draft::Seen { cards } => is_at_hand(hir, cards),
        Draft::Not(inner) => lies_ready(hir, inner),
        Draft::All(parts) | Draft::Any(parts) => parts.first().is_some_and(|first| lies_ready(hir, first)),
        Draft::If(parts) => lies_ready(hir, &parts[0]),
        _ => false,
    }
}

fn is_at_hand(hir: &Hir, value: &Wanted) -> bool {
    match value {
        Wanted::Zero | Wanted::Picked => true,
        Wanted::Node(node) => is_ready(hir, *node),
        Wanted::Measure(_) => true,
    }
}

/// Whether a value can be had without running code.
fn is_ready(hir: &Hir, node: NodeId) -> bool {
    match &hir.tree.get(node).kind {
        kind if hir.computed_item(kind).is_some() => false,
        NodeKind::Const(_)
        | NodeKind::Player
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Bound(_) => true,
        NodeKind::SeatZone(seat, _) | NodeKind::SeatData(seat, _) => {
            is_ready(hir, *seat) || is_next_player(hir, *seat)
        }
        NodeKind::Attribute(card, _) => is_ready(hir, *card),
        NodeKind::Form(Form::CountZone, args) => args.iter().all(|zone| is_ready(hir, *zone)),
        NodeKind::Call(primitive, args) => match primitive.properties.asks {
            Asks::Seats | Asks::Before => true,
            _ => {
                primitive.instruction == Some(Instruction::Top)
                    && args.iter().all(|zone| is_ready(hir, *zone))
            }
        },
        _ => false,
    }
}

/// Whether a value is the seat after the acting one. What is that seat's can be had without running code: where there is
/// none, that is a fault, as it is in code.
pub(crate) fn is_next_player(hir: &Hir, node: NodeId) -> bool {
    let NodeKind::Call(primitive, args) = &hir.tree.get(node).kind else {
        return false;
    };
    let is_acting = |seat: &NodeId| {
        matches!(
            hir.tree.get(*seat).kind,
            NodeKind::Player | NodeKind::Const(Value::Nothing)
        )
    };
    primitive.properties.asks == Asks::Next && args.iter().all(is_acting)
}

/// Whether a value can be had without running code and working it out can end in no fault: it may be worked out or not.
pub(super) fn is_sure(hir: &Hir, node: NodeId) -> bool {
    match &hir.tree.get(node).kind {
        kind if hir.computed_item(kind).is_some() => false,
        NodeKind::Const(_)
        | NodeKind::Player
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Local(_)
        | NodeKind::Bound(_) => true,
        NodeKind::SeatZone(seat, _) | NodeKind::SeatData(seat, _) => {
            hir.tree.get(*seat).kind == NodeKind::Player
        }
        NodeKind::Attribute(card, _) => match &hir.tree.get(*card).kind {
            NodeKind::Call(primitive, _) => {
                primitive.instruction == Some(Instruction::Top) && is_sure(hir, *card)
            }
            _ => false,
        },
        NodeKind::Call(primitive, args) if primitive.properties.asks == Asks::Led => {
            args.iter().all(|arg| is_sure(hir, *arg))
        }
        NodeKind::Call(primitive, args) => {
            primitive.instruction == Some(Instruction::Top)
                && args
                    .iter()
                    .all(|zone| hir.tree.get(*zone).ty == Type::ZONE && is_sure(hir, *zone))
        }
        _ => false,
    }
}

/// A constant number that is no value of the rules: of an attribute, a zone, or cards.
pub(crate) fn number(hir: &Hir, node: NodeId) -> Option<u16> {
    match hir.tree.get(node).kind {
        NodeKind::Const(Value::Int(n)) => u16::try_from(n).ok(),
        _ => None,
    }
}
