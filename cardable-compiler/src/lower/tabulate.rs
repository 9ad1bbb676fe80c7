//! Functions of a card that depend on nothing but its type: a table, or a set of types.

use crate::hir::{Hir, NodeId, NodeKind};
use cardable_engine::primitives::{Fold, Form};
use cardable_engine::program::TypeSet;
use cardable_engine::program::op::BinaryOp;
use cardable_engine::value::{Kind, Type, Value};
use cardable_engine::vm::operators::{absolute, binary};

/// The value of a node for every card type, when it depends on nothing but the type of the
/// card, which `card` stands for, and can be worked out for every type.
pub(super) fn tabulated(hir: &Hir, node: NodeId, card: &[NodeKind]) -> Option<Vec<Value>> {
    (0..hir.cards.types.len())
        .map(|ty| printed(hir, node, card, ty))
        .collect()
}

/// The value of a node for a card of one type.
fn printed(hir: &Hir, node: NodeId, card: &[NodeKind], ty: usize) -> Option<Value> {
    let is_the_card = |of| card.contains(&hir.tree.get(of).kind);
    worked_out(hir, node, &|of| is_the_card(of).then_some(ty))
}

/// The card types for which a node is true.
pub(super) fn type_set(hir: &Hir, node: NodeId, card: &[NodeKind]) -> Option<TypeSet> {
    let mut set = TypeSet::empty(hir.cards.types.len());
    for (at, value) in tabulated(hir, node, card)?.into_iter().enumerate() {
        match value {
            Value::Bool(true) => set.insert(at),
            Value::Bool(false) => {}
            _ => return None,
        }
    }
    Some(set)
}

/// What a condition is, whatever it reads: one of constants, or a row of which one never holds.
pub(crate) fn known_truth(hir: &Hir, node: NodeId) -> Option<bool> {
    // No card is meant: whatever reads one is not known.
    match printed(hir, node, &[], usize::MAX) {
        Some(Value::Bool(holds)) => return Some(holds),
        Some(_) => return None,
        None => {}
    }
    match &hir.tree.get(node).kind {
        NodeKind::Form(Form::And, args) => {
            let never = args.iter().any(|arg| known_truth(hir, *arg) == Some(false));
            never.then_some(false)
        }
        _ => None,
    }
}

/// The value of a node that reads nothing but constants and what is printed on cards; `type_of` says which type the
/// card has that a node stands for.
pub(super) fn worked_out(
    hir: &Hir,
    node: NodeId,
    type_of: &impl Fn(NodeId) -> Option<usize>,
) -> Option<Value> {
    let value = |node: &NodeId| worked_out(hir, *node, type_of);
    match &hir.tree.get(node).kind {
        NodeKind::Const(
            value @ (Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_)),
        ) => Some(*value),
        NodeKind::Attribute(of, at) => {
            let ty = type_of(*of)?;
            hir.cards.attributes.get(*at as usize)?.of.get(ty).copied()
        }
        NodeKind::Call(primitive, args) if primitive.properties.fold == Fold::Absolute => {
            absolute(value(args.first()?)?).ok()
        }
        NodeKind::Call(primitive, args) if primitive.properties.fold == Fold::Contains => {
            let items = hir.constant_list(*args.first()?)?;
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
pub(super) fn holds_cards(hir: &Hir, over: NodeId) -> bool {
    matches!(
        hir.tree.get(over).ty,
        Type::One(Kind::Zone | Kind::Card) | Type::List(Kind::Card)
    )
}
