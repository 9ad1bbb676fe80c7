//! States whose names are worked out: what the compiler checks of the others is checked here.

use crate::fault::{FaultKind, Run};
use crate::ids::StateId;
use crate::value::{Type, Value};
use crate::vm::engine::Reader;
use crate::vm::kinds::wrong;

impl Reader<'_> {
    /// The state of a name, which takes these parameters.
    pub(crate) fn state_to_enter(&self, name: Value, args: &[Value]) -> Run<StateId> {
        let state = self.state_of_name(name)?;
        let def = self.program().state(state);
        if args.len() != usize::from(def.params) {
            return Err(self.wrong_count(state, args.len()).into());
        }
        for (param, value) in def.data.iter().zip(args) {
            let fits = match value {
                Value::Nothing => Type::Nothing.fits(param.ty),
                value => self.has_type(*value, param.ty),
            };
            if !fits {
                return Err(FaultKind::StateParameter {
                    state: self.program().str(def.name).into(),
                    param: self.program().str(param.name).into(),
                    wanted: param.ty,
                    found: *value,
                }
                .into());
            }
        }
        Ok(state)
    }

    /// The state of a name.
    pub(crate) fn state_of_name(&self, name: Value) -> Run<StateId> {
        let Value::Str(id) = name else {
            return Err(wrong("the name of a state", name));
        };
        let state = self.program().state_named(id);
        state.ok_or_else(|| {
            FaultKind::UnknownState {
                name: self.text(id).into(),
            }
            .into()
        })
    }

    /// The fault of a state that takes another number of parameters.
    pub(crate) fn wrong_count(&self, state: StateId, found: usize) -> FaultKind {
        let def = self.program().state(state);
        FaultKind::StateParameters {
            state: self.program().str(def.name).into(),
            wanted: def.params,
            found,
        }
    }
}
