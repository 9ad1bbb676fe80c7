//! Values that can be had without running code.

use super::{Draft, Wanted};
use crate::compile::Builder;
use crate::hir::{NodeId, NodeKind};
use cardable_engine::primitives::{Asks, Form, Instruction};
use cardable_engine::value::{Type, Value};

/// Whether the values lie ready that a predicate about no card takes first.
pub(in crate::compile) fn lies_ready(builder: &Builder, draft: &Draft) -> bool {
    match draft {
        Draft::When(node) => is_ready(builder, *node),
        Draft::Holds { a, b, .. } => is_at_hand(builder, a) && is_at_hand(builder, b),
        Draft::Empty { zone, .. } => is_ready(builder, *zone),
        Draft::Count { cards, .. }
        | Draft::Same { cards, .. }
        | Draft::Run { cards, .. }
        | Draft::Seen { cards } => is_at_hand(builder, cards),
        Draft::Not(inner) => lies_ready(builder, inner),
        Draft::All(parts) | Draft::Any(parts) => {
            parts.first().is_some_and(|first| lies_ready(builder, first))
        }
        Draft::If(parts) => lies_ready(builder, &parts[0]),
        _ => false,
    }
}

fn is_at_hand(builder: &Builder, value: &Wanted) -> bool {
    match value {
        Wanted::Zero | Wanted::Picked => true,
        Wanted::Node(node) => is_ready(builder, *node),
        Wanted::Measure(_) => true,
    }
}

/// Whether a value can be had without running code.
fn is_ready(builder: &Builder, node: NodeId) -> bool {
    match &builder.get(node).kind {
        kind if builder.hir.computed_item(kind).is_some() => false,
        NodeKind::Const(_)
        | NodeKind::Player
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Bound(_) => true,
        NodeKind::SeatZone(seat, _) | NodeKind::SeatData(seat, _) => is_ready(builder, *seat),
        NodeKind::Attribute(card, _) => is_ready(builder, *card),
        NodeKind::Form(Form::CountZone, args) => args.iter().all(|zone| is_ready(builder, *zone)),
        NodeKind::Call(primitive, args) => match primitive.properties.asks {
            Asks::Seats | Asks::Before => true,
            _ => {
                primitive.instruction == Some(Instruction::Top)
                    && args.iter().all(|zone| is_ready(builder, *zone))
            }
        },
        _ => false,
    }
}

/// Whether a value lies ready and working it out can end in no fault: it may be worked out or not.
pub(super) fn is_sure(builder: &Builder, node: NodeId) -> bool {
    match &builder.get(node).kind {
        kind if builder.hir.computed_item(kind).is_some() => false,
        NodeKind::Const(_)
        | NodeKind::Player
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Local(_)
        | NodeKind::Bound(_) => true,
        NodeKind::SeatZone(seat, _) | NodeKind::SeatData(seat, _) => {
            builder.get(*seat).kind == NodeKind::Player
        }
        NodeKind::Attribute(card, _) => match &builder.get(*card).kind {
            NodeKind::Call(primitive, _) => {
                primitive.instruction == Some(Instruction::Top) && is_sure(builder, *card)
            }
            _ => false,
        },
        NodeKind::Call(primitive, args) => {
            primitive.instruction == Some(Instruction::Top)
                && args
                    .iter()
                    .all(|zone| builder.get(*zone).ty == Type::ZONE && is_sure(builder, *zone))
        }
        _ => false,
    }
}

/// A constant number that is no value of the rules: of an attribute, a zone, or cards.
pub(in crate::compile) fn number(builder: &Builder, node: NodeId) -> Option<u16> {
    match builder.get(node).kind {
        NodeKind::Const(Value::Int(n)) => u16::try_from(n).ok(),
        _ => None,
    }
}
