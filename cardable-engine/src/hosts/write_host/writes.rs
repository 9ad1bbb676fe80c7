//! The data that a function writes.

use super::WriteHost;
use crate::event::DataAt;
use crate::hosts::{calls, errors};
use crate::play::card_data;
use crate::script::{Crossed, Datum, ErrorKind, ScriptError, ScriptStop};
use crate::value::Value;
use crate::vm::typed;

impl WriteHost<'_, '_> {
    pub(super) fn write_now(&mut self, at: Datum, value: Value) -> Crossed<Value> {
        let r = self.engine.reader();
        let program = r.program();
        let (ty, constant, slot) = match at {
            Datum::Action(name) => {
                let local = self
                    .called
                    .site
                    .locals
                    .iter()
                    .find(|(known, _, _)| *known == name);
                let (_, register, ty) = local.ok_or_else(errors::no_datum)?;
                if !typed::has_type(&r, value, *ty) && value != Value::Nothing {
                    return Err(bad_value(*ty, value));
                }
                if let Some(register) = self.registers.get_mut(usize::from(*register)) {
                    *register = value;
                }
                return Ok(Value::Nothing);
            }
            Datum::Setting(_) => return Err(constant_data()),
            Datum::Global(n) => (
                program.data.globals.get(usize::from(n)),
                true,
                calls::slot(&r, at),
            ),
            Datum::Card(_, n) => {
                let data = program.data.card.get(usize::from(n));
                (data.map(|data| &data.def), true, calls::slot(&r, at))
            }
            Datum::Seat(_, n) => (program.data.seat.get(usize::from(n)), true, calls::slot(&r, at)),
            Datum::State(n) => {
                let state = program.state(r.world.scene.state);
                (state.data.get(usize::from(n)), false, calls::slot(&r, at))
            }
        };
        let (Some(def), Some(slot)) = (ty, slot) else {
            return Err(errors::no_datum().into());
        };
        if constant && def.constant {
            return Err(constant_data());
        }
        if !typed::has_type(&r, value, def.ty) {
            return Err(bad_value(def.ty, value));
        }
        let scene = r.world.scene.scene;
        let at = match at {
            Datum::Card(card, at) => {
                let set = card_data::set(self.engine, card, at, value);
                return self.crossed(set).map(|()| Value::Nothing);
            }
            Datum::Global(at) => DataAt::Global(at),
            Datum::Seat(seat, at) => DataAt::Seat(seat, at),
            Datum::State(at) | Datum::Setting(at) | Datum::Action(at) => DataAt::State(scene, at),
        };
        self.engine.set_data(slot, &value, at);
        Ok(Value::Nothing)
    }
}

#[cold]
fn constant_data() -> Box<ScriptStop> {
    ScriptError::new(ErrorKind::Constant, "this item of data is constant").into()
}

#[cold]
fn bad_value(ty: crate::value::Type, found: Value) -> Box<ScriptStop> {
    let message = format!("this item of data takes {}, found {}", ty.phrase(), found.kind());
    ScriptError::new(ErrorKind::Argument, message).into()
}
