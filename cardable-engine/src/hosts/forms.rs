//! Calls that rulesets compile to code of their own, when a script makes them.

use crate::fault::{FaultKind, Run};
use crate::program::BinaryOp;
use crate::signature::Form;
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::kinds::{card, truth, whole, zone};
use crate::vm::operators::{binary, compare_any};

/// The value of such a call that only reads; nothing when it is none.
pub(crate) fn value(r: &Reader<'_>, form: Form, args: &[Value]) -> Option<Run<Value>> {
    let at = |n: usize| args.get(n).copied().unwrap_or_default();
    let compared = |op, a, b| compare_any(op, a, b, || *r).map(Value::Bool);
    let folded = |op| {
        let mut all = args.iter().copied();
        let first = all.next().unwrap_or_default();
        all.try_fold(first, |sum, next| binary(op, sum, next))
    };
    let all = |wanted: bool| {
        for arg in args {
            if truth(*arg)? != wanted {
                return Ok(Value::Bool(!wanted));
            }
        }
        Ok(Value::Bool(wanted))
    };
    Some(match form {
        Form::Equal => compared(BinaryOp::Eq, at(0), at(1)),
        Form::NotEqual => compared(BinaryOp::Ne, at(0), at(1)),
        Form::Less => compared(BinaryOp::Lt, at(0), at(1)),
        Form::LessEqual => compared(BinaryOp::Le, at(0), at(1)),
        Form::Greater => compared(BinaryOp::Lt, at(1), at(0)),
        Form::GreaterEqual => compared(BinaryOp::Le, at(1), at(0)),
        Form::Not => truth(at(0)).map(|holds| Value::Bool(!holds)),
        Form::And => all(true),
        Form::Or => all(false),
        Form::If => truth(at(0)).map(|holds| if holds { at(1) } else { at(2) }),
        Form::Add => folded(BinaryOp::Add),
        Form::Subtract => folded(BinaryOp::Sub),
        Form::Multiply => folded(BinaryOp::Mul),
        Form::Divide => folded(BinaryOp::Div),
        Form::Remainder => folded(BinaryOp::Rem),
        Form::CountZone => zone(at(0)).map(|zone| Value::Int(r.world.zone_len(r.table, zone) as i64)),
        Form::Attribute => attribute(r, at(0), at(1)),
        Form::CanPerform => can_perform(r, at(0), at(1)),
        Form::Set
        | Form::Increment
        | Form::Decrement
        | Form::Transition
        | Form::Push
        | Form::Pop
        | Form::While
        | Form::Query(_)
        | Form::Ask
        | Form::PickDeck
        | Form::Perform
        | Form::Tell
        | Form::Spread => return None,
    })
}

fn can_perform(r: &Reader<'_>, of: Value, name: Value) -> Run<Value> {
    let ty = r.world.type_of(r.table, card(of)?);
    let ability = ability(r, name).and_then(|at| r.program().reactions.abilities.get(usize::from(at)));
    Ok(Value::Bool(
        ability.is_some_and(|ability| ability.code(ty).is_some()),
    ))
}

/// The ability of a name, where any card has it.
pub(crate) fn ability(r: &Reader<'_>, name: Value) -> Option<u16> {
    let all = &r.program().reactions.abilities;
    let at = all.iter().position(|ability| Value::Str(ability.name) == name)?;
    u16::try_from(at).ok()
}

fn attribute(r: &Reader<'_>, of: Value, at: Value) -> Run<Value> {
    let card = card(of)?;
    let at = whole(at)?;
    match u16::try_from(at) {
        Ok(at) if usize::from(at) < r.program().cards.attributes.len() => Ok(r.attribute(card, at)),
        _ => Err(FaultKind::OutOfRange { what: "attribute" }.into()),
    }
}
