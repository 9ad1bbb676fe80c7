//! Items of data that are worked out: what they may be worked out from.

use super::{Builder, Problem};
use crate::hir::build::shown;
use crate::hir::{Eyes, Hir, Item, NodeId, NodeKind, Scope, children};
use cardable_engine::primitives::{Asks, Callee};
use cardable_engine::program::{Code, DataDef, DataVisible, Input};
use cardable_engine::signature::Family;
use cardable_engine::value::{Kind, Type, Value};

/// Stands for the code of an item until that is read.
pub(crate) const NOT_YET: Code = Code {
    start: u32::MAX,
    registers: 0,
    rule: None,
};

/// What an item is that nobody has set: a number is 0, a truth is false, a text is empty.
pub(crate) fn unset(builder: &mut Builder, ty: Type) -> Value {
    match ty {
        Type::One(Kind::Number) => Value::Int(0),
        Type::One(Kind::Bool) => Value::Bool(false),
        Type::One(Kind::String) => Value::Str(builder.intern("")),
        _ => Value::Nothing,
    }
}

/// Says how an item is worked out, as `node` in a scope of its own: with its seat acting where it is a seat's.
pub(crate) fn compute(builder: &mut Builder, item: Item, scope: &Scope, node: NodeId) {
    let Some(def) = builder.hir.item(item).filter(|def| def.computed.is_some()) else {
        return;
    };
    let (visible, wanted, name) = (def.visible, def.ty, def.name);
    let (found, span) = (builder.get(node).ty, builder.get(node).span);
    if builder.is_broken(node) {
        return;
    }
    if !found.fits(wanted) {
        let message = format!("this item is {}, found {}", wanted.phrase(), found.phrase());
        let help = format!("write {}, or `\"type\": \"{found}\"`", wanted.such_as());
        builder.error(Problem::ParameterType, span, message, help);
        return;
    }
    let what = format!("what `{}` shows", builder.hir.strings.get(name));
    let node = match (visible, item.0) {
        (DataVisible::All, _) => shown::sent(builder, scope, node, Eyes::Everybody, &what),
        (DataVisible::Owner, true) => shown::to_seat(builder, scope, node, &what),
        (DataVisible::Owner, false) | (DataVisible::None, _) => node,
    };
    builder.hir.computed.push((item, node));
    let code = builder.value_code(scope, node);
    if let Some(def) = item_mut(&mut builder.hir, item) {
        def.computed = Some(code);
    }
}

fn item_mut(hir: &mut Hir, (of_seat, at): Item) -> Option<&mut DataDef> {
    let data = if of_seat {
        &mut hir.seat_data
    } else {
        &mut hir.globals
    };
    data.get_mut(usize::from(at))
}

/// Notes what items are worked out from. A guard reads more than what it stands before, so guards come first.
pub(crate) fn note_inputs(hir: &mut Hir) {
    for (item, node) in hir.computed.clone() {
        let mut inputs = Vec::new();
        let inputs = reads_only(hir, node, &mut inputs).then(|| inputs.into());
        if let Some(def) = item_mut(hir, item) {
            def.inputs = inputs;
        }
    }
}

/// Whether a value is worked out from cards and data that are named in it, and from nothing else. Those are added
/// to `inputs`.
fn reads_only(hir: &Hir, node: NodeId, inputs: &mut Vec<Input>) -> bool {
    let kind = &hir.tree.get(node).kind;
    let input = match kind {
        NodeKind::Const(Value::Zone(zone)) => Some(Input::Cards(*zone)),
        NodeKind::SeatZone(seat, at) if hir.tree.get(*seat).kind == NodeKind::Player => {
            Some(Input::OwnCards(*at))
        }
        NodeKind::Global(at) => Some(Input::Global(*at)),
        NodeKind::SeatData(seat, at) if hir.tree.get(*seat).kind == NodeKind::Player => {
            Some(Input::OwnData(*at))
        }
        _ => None,
    };
    if let Some(input) = input {
        if !inputs.contains(&input) {
            inputs.push(input);
        }
        // What is known of a card or a list that an item names is no part of the item.
        let whole = matches!(
            hir.tree.get(node).ty,
            Type::ZONE | Type::One(Kind::Bool | Kind::Number | Kind::String | Kind::Seat)
        );
        let names_zone = matches!(input, Input::Cards(_) | Input::OwnCards(_));
        return hir.computed_item(kind).is_none()
            && whole
            && names_zone == (hir.tree.get(node).ty == Type::ZONE);
    }
    let known = match kind {
        NodeKind::Const(_)
        | NodeKind::Player
        | NodeKind::Setting(_)
        | NodeKind::Bound(_)
        | NodeKind::Attribute(..)
        | NodeKind::Form(..)
        | NodeKind::Function { .. }
        | NodeKind::Query { .. } => true,
        NodeKind::Call(Callee::Builtin(primitive), _) => {
            primitive.family == Family::Arithmetic
                || matches!(
                    primitive.properties.asks,
                    Asks::Same
                        | Asks::Run
                        | Asks::Count
                        | Asks::Sum
                        | Asks::Filter
                        | Asks::Largest
                        | Asks::Smallest
                        | Asks::Common
                        | Asks::Values
                        | Asks::Any
                        | Asks::Unique
                        | Asks::Length
                )
        }
        _ => false,
    };
    let mut parts = Vec::new();
    children(kind, &mut parts);
    known && parts.into_iter().all(|part| reads_only(hir, part, inputs))
}
