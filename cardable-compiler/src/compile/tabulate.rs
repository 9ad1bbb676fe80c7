//! Functions of a card that depend on nothing but its type: a table, or a set of types.

use super::Builder;
use crate::hir::{NodeId, NodeKind};
use cardable_engine::engine::operators::binary;
use cardable_engine::primitives::{Fold, Form};
use cardable_engine::program::TypeSet;
use cardable_engine::program::op::BinaryOp;
use cardable_engine::value::{Kind, Type, Value};

/// The value of a node for every card type, when it depends on nothing but the type of the
/// card, which `card` stands for, and can be worked out for every type.
pub(super) fn tabulated(builder: &Builder, node: NodeId, card: &[NodeKind]) -> Option<Vec<Value>> {
    (0..builder.hir.cards.types.len())
        .map(|ty| printed(builder, node, card, ty))
        .collect()
}

/// The card types for which a node is true.
pub(super) fn type_set(builder: &Builder, node: NodeId, card: &[NodeKind]) -> Option<TypeSet> {
    let mut set = TypeSet::empty(builder.hir.cards.types.len());
    for (at, value) in tabulated(builder, node, card)?.into_iter().enumerate() {
        match value {
            Value::Bool(true) => set.insert(at),
            Value::Bool(false) => {}
            _ => return None,
        }
    }
    Some(set)
}

/// What a condition is, whatever it reads: one of constants, or a row of which one never holds.
pub(crate) fn known_truth(builder: &Builder, node: NodeId) -> Option<bool> {
    // No card is meant: whatever reads one is not known.
    match printed(builder, node, &[], usize::MAX) {
        Some(Value::Bool(holds)) => return Some(holds),
        Some(_) => return None,
        None => {}
    }
    match &builder.get(node).kind {
        NodeKind::Form(Form::And, args) => {
            let never = args.iter().any(|arg| known_truth(builder, *arg) == Some(false));
            never.then_some(false)
        }
        _ => None,
    }
}

/// The value of a node for a card of one type.
fn printed(builder: &Builder, node: NodeId, card: &[NodeKind], ty: usize) -> Option<Value> {
    let value = |node: &NodeId| printed(builder, *node, card, ty);
    match &builder.get(node).kind {
        NodeKind::Const(
            value @ (Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_)),
        ) => Some(*value),
        NodeKind::Attribute(of, at) if card.contains(&builder.get(*of).kind) => builder
            .hir
            .cards
            .attributes
            .get(*at as usize)?
            .of
            .get(ty)
            .copied(),
        NodeKind::Call(primitive, args) if primitive.properties.fold == Fold::Contains => {
            let items = builder.hir.constant_list(*args.first()?)?;
            let item = value(args.get(1)?)?;
            Some(Value::Bool(items.iter().any(|v| v.same(item))))
        }
        NodeKind::Form(form, args) => {
            let two = |op| binary(op, value(args.first()?)?, value(args.get(1)?)?).ok();
            let swapped = |op| binary(op, value(args.get(1)?)?, value(args.first()?)?).ok();
            match form {
                Form::Equal => two(BinaryOp::Eq),
                Form::NotEqual => two(BinaryOp::Ne),
                Form::Less => two(BinaryOp::Lt),
                Form::LessEqual => two(BinaryOp::Le),
                Form::Greater => swapped(BinaryOp::Lt),
                Form::GreaterEqual => swapped(BinaryOp::Le),
                Form::Subtract => two(BinaryOp::Sub),
                Form::Divide => two(BinaryOp::Div),
                Form::Remainder => two(BinaryOp::Rem),
                Form::Add | Form::Multiply => {
                    let op = if *form == Form::Add {
                        BinaryOp::Add
                    } else {
                        BinaryOp::Mul
                    };
                    let mut values = args.iter().map(value);
                    let first = values.next()??;
                    values.try_fold(first, |sum, next| binary(op, sum, next?).ok())
                }
                Form::Not => match value(args.first()?)? {
                    Value::Bool(holds) => Some(Value::Bool(!holds)),
                    _ => None,
                },
                Form::And | Form::Or => {
                    for arg in args {
                        match value(arg)? {
                            Value::Bool(holds) if holds == (*form == Form::Or) => {
                                return Some(Value::Bool(holds));
                            }
                            Value::Bool(_) => {}
                            _ => return None,
                        }
                    }
                    Some(Value::Bool(*form == Form::And))
                }
                Form::If => match value(args.first()?)? {
                    Value::Bool(true) => value(args.get(1)?),
                    Value::Bool(false) => args.get(2).map_or(Some(Value::Nothing), value),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether what a query goes over holds nothing but cards.
pub(super) fn holds_cards(builder: &Builder, over: NodeId) -> bool {
    matches!(
        builder.get(over).ty,
        Type::One(Kind::Zone | Kind::Card) | Type::List(Kind::Card)
    )
}
