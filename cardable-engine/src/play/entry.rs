//! Enters states whose names are computed. The checks that the compiler does for fixed names are done here.

use crate::fault::{FaultKind, Run};
use crate::ids::StateId;
use crate::value::{Type, Value};
use crate::vm::engine::Reader;
use crate::vm::kinds::wrong;
use crate::vm::typed;

/// The state with this name, which must accept these parameters.
pub(crate) fn state_to_enter(reader: &Reader<'_>, name: Value, args: &[Value]) -> Run<StateId> {
    let state = state_of_name(reader, name)?;
    let def = reader.program().state(state);
    if args.len() != usize::from(def.params) {
        return Err(wrong_count(reader, state, args.len()).into());
    }
    for (param, value) in def.data.iter().zip(args) {
        let fits = match value {
            Value::Nothing => Type::Nothing.fits(param.ty),
            value => typed::has_type(reader, *value, param.ty),
        };
        if !fits {
            return Err(FaultKind::StateParameter {
                state: reader.program().str(def.name).into(),
                param: reader.program().str(param.name).into(),
                wanted: param.ty,
                found: *value,
            }
            .into());
        }
    }
    Ok(state)
}

pub(crate) fn state_of_name(reader: &Reader<'_>, name: Value) -> Run<StateId> {
    let Value::Str(id) = name else {
        return Err(wrong("the name of a state", name));
    };
    let state = reader.program().state_named(id);
    state.ok_or_else(|| {
        FaultKind::UnknownState {
            name: reader.text(id).into(),
        }
        .into()
    })
}

/// The fault for a wrong number of parameters.
pub(crate) fn wrong_count(reader: &Reader<'_>, state: StateId, found: usize) -> FaultKind {
    let def = reader.program().state(state);
    FaultKind::StateParameters {
        state: reader.program().str(def.name).into(),
        wanted: def.params,
        found,
    }
}
