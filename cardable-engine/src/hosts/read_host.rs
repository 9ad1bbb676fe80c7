//! A function that only reads: a condition, a value.

use super::calls::{CALL, Callable, Called, checked_result, fault, fuel_of, limits};
use super::check::{self, Given};
use super::errors::stop;
use super::{calls, forms};
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, StateId, StrId, Viewer, ZoneId};
use crate::program::Operand;
use crate::script::{
    Crossed, Datum, ErrorKind, ScriptEnd, ScriptError, ScriptFaultKind, ScriptHost, ScriptStop, Transition,
};
use crate::signature::{CallKind, Form, Reads};
use crate::value::{Items, Type, Value};
use crate::vm::engine::Reader;
use std::borrow::Cow;

/// The game as a function sees it that only reads.
pub(crate) struct ReadHost<'a> {
    r: Reader<'a>,
    called: Called<'a>,
    registers: &'a [Value],
    /// Whose eyes it has; nothing when it may read everything.
    viewer: Option<Viewer>,
    fuel: &'a mut u32,
    /// Why every further crossing stops.
    stopped: Option<Box<crate::fault::Fault>>,
    /// Whether data was read that is always hidden from the viewer: a mistake.
    hidden_data: bool,
    /// Whether anything was to be read that is hidden from the viewer.
    hidden: bool,
    /// The last error that the script was told.
    said: Option<ScriptError>,
}

impl<'a> Reader<'a> {
    /// Calls a function that only reads.
    #[cold]
    pub(crate) fn script_value(
        &self,
        registers: &[Value],
        site: u16,
        row: &[Operand],
        fuel: &mut u32,
    ) -> Run<Value> {
        let called = crate::hosts::calls::called(self.program(), site)?;
        let args: Given = row.iter().map(|from| self.get(registers, *from)).collect();
        let primitive = &called.function.primitive;
        let args = check::arguments(self, &primitive.name, &primitive.params, &args)
            .map_err(|error| crate::hosts::calls::bad_arguments(called, error))?;
        let nested = crate::hosts::calls::deeper(&self.temp.nested)?;
        *fuel = fuel.saturating_sub(CALL);
        let limits = limits(called.def, *fuel);
        let viewer = called
            .site
            .guarded
            .then(|| self.player.map_or(Viewer::Spectator, Viewer::Seat));
        let mut host = ReadHost::new(*self, called, registers, viewer, fuel);
        let script = &called.def.script;
        let result = script.call(called.site.function, &args, limits, &mut host);
        self.temp.nested.set(nested);
        if let Some(fault) = host.stopped.take() {
            return Err(fault);
        }
        let said = host.said.take();
        let unseen = host.viewer.is_some() && !host.hidden_data;
        match result {
            Ok(value) => checked_result(self, called, value),
            // As where a ruleset itself reads a face that the seat does not see.
            Err(ScriptEnd::Fault(fault))
                if unseen && fault.kind == ScriptFaultKind::Crossing(ErrorKind::Hidden) =>
            {
                Ok(match called.function.primitive.result {
                    Type::BOOL => Value::Bool(false),
                    _ => Value::Nothing,
                })
            }
            Err(end) => Err(fault(called, end, said).into()),
        }
    }
}

impl<'a> ReadHost<'a> {
    pub(crate) fn new(
        r: Reader<'a>,
        called: Called<'a>,
        registers: &'a [Value],
        viewer: Option<Viewer>,
        fuel: &'a mut u32,
    ) -> ReadHost<'a> {
        ReadHost {
            r,
            called,
            registers,
            viewer,
            fuel,
            stopped: None,
            hidden_data: false,
            hidden: false,
            said: None,
        }
    }

    pub(crate) fn reader(&self) -> Reader<'a> {
        self.r
    }

    /// Whether the function wanted to look at something that is hidden from the viewer, or was
    /// stopped.
    pub(crate) fn was_refused(&self) -> bool {
        self.hidden || self.stopped.is_some()
    }

    /// What a primitive is made of.
    pub(crate) fn does(&self, primitive: u16) -> Option<CallKind> {
        let found = self.called.def.primitives.get(usize::from(primitive));
        found.map(|primitive| primitive.kind)
    }

    /// A primitive, and its arguments as it takes them and the viewer may see them.
    pub(crate) fn called_with(&mut self, primitive: u16, args: &[Value]) -> Crossed<(Callable<'a>, Given)> {
        self.charge(1)?;
        let primitive = crate::hosts::calls::callable(self.r.table, self.called.def, primitive)?;
        let args = check::arguments(&self.r, &primitive.name, &primitive.params, args);
        let args = args.map_err(|error| self.error_for_script(error))?;
        if let Some(viewer) = self.viewer {
            check::hidden(&self.r, viewer, primitive.reads, &args)
                .map_err(|error| self.error_for_script(error))?;
        }
        Ok((primitive, args))
    }

    /// Another function of the script is called, whatever it does.
    pub(crate) fn enter_any(&mut self, function: u16, args: &[Value]) -> Crossed<Items> {
        self.charge(1)?;
        let primitive = &crate::hosts::calls::function(self.called.def, function)?.primitive;
        let args = check::arguments(&self.r, &primitive.name, &primitive.params, args);
        let args = args.map_err(|error| self.error_for_script(error))?;
        Ok(Items::from_slice(&args))
    }

    /// A defined value of the ruleset, as far as the viewer sees what it depends on.
    fn value(&mut self, primitive: Callable<'a>, args: &[Value]) -> Crossed<Value> {
        let state = self.r.world.scene.state;
        let routine = calls::routine(self.called.def, primitive)?;
        let Some(all) = calls::code_here(&routine.codes, state) else {
            return Err(self.error_for_script(calls::not_in_this_state(&primitive)));
        };
        if self.viewer.is_none() {
            let value = self.r.eval_with(all, args);
            return self.crossed(value);
        }
        let Some(code) = calls::code_here(&routine.seen, state) else {
            self.hidden_data = true;
            return Err(self.error_for_script(check::secret()));
        };
        let unseen = &self.r.temp.met_unseen;
        let before = unseen.replace(false);
        let value = self.r.eval_with(code, args);
        let met = unseen.replace(before);
        match self.crossed(value)? {
            // What is not seen is false or nothing, and so may be what was worked out from it.
            _ if met => Err(self.error_for_script(check::secret())),
            value => Ok(value),
        }
    }

    fn charge(&mut self, fuel: u32) -> Crossed<()> {
        if self.stopped.is_some() {
            return Err(stop());
        }
        if *self.fuel <= fuel {
            *self.fuel = 0;
            let states = vec![self.r.world.scene.state];
            self.stopped = Some(FaultKind::OutOfFuel { states }.into());
            return Err(stop());
        }
        *self.fuel -= fuel;
        Ok(())
    }

    /// A result of the engine as a script gets it.
    pub(crate) fn crossed<T>(&mut self, run: Run<T>) -> Crossed<T> {
        run.map_err(|fault| match check::error_of(&fault.kind) {
            Some(error) => self.error_for_script(error),
            None => {
                self.stopped = Some(fault);
                stop()
            }
        })
    }

    #[cold]
    fn error_for_script(&mut self, error: ScriptError) -> Box<ScriptStop> {
        self.hidden |= error.kind == ErrorKind::Hidden;
        self.said = Some(error.clone());
        error.into()
    }

    fn only_reads<T>(&mut self) -> Crossed<T> {
        self.charge(1)?;
        Err(crate::hosts::errors::only_reads())
    }
}

impl ScriptHost for ReadHost<'_> {
    fn player(&self) -> Option<Seat> {
        self.r.player
    }

    fn state(&self) -> StateId {
        self.r.world.scene.state
    }

    fn seats(&self) -> usize {
        self.r.table.seats
    }

    fn may_act(&self) -> bool {
        false
    }

    fn seat_name(&self, seat: Seat) -> &str {
        self.r
            .table
            .seating
            .names
            .get(seat.index())
            .map_or("", |name| name)
    }

    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        crate::hosts::calls::zone_name(&self.r, zone)
    }

    fn shared_zone(&self, at: u16) -> Option<ZoneId> {
        crate::hosts::calls::shared_zone(&self.r, at)
    }

    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId> {
        crate::hosts::calls::seat_zone(&self.r, seat, at)
    }

    fn text(&self, id: StrId) -> Cow<'_, str> {
        self.r.text(id)
    }

    fn read(&mut self, at: Datum) -> Crossed<Value> {
        self.charge(1)?;
        if let Some(viewer) = self.viewer {
            if !check::shows(self.r.program(), self.r.world.scene.state, at, viewer) {
                self.hidden_data = true;
                return Err(self.error_for_script(check::secret()));
            }
            if !check::sees_face_for(&self.r, at, viewer) {
                return Err(self.error_for_script(check::secret()));
            }
        }
        crate::hosts::calls::read(&self.r, self.called.site, self.registers, at)
            .map_err(|error| self.error_for_script(error))
    }

    fn attribute(&mut self, card: CardId, at: u16) -> Crossed<Value> {
        self.charge(1)?;
        if let Some(viewer) = self.viewer
            && !check::sees_attribute(&self.r, viewer, card, at)
        {
            return Err(self.error_for_script(check::secret()));
        }
        crate::hosts::calls::attribute(&self.r, card, at).map_err(|error| self.error_for_script(error))
    }

    fn items(&mut self, of: Value) -> Crossed<Items> {
        self.charge(1)?;
        if let (Some(viewer), Value::Zone(_)) = (self.viewer, of)
            && !check::sees_all(&self.r, viewer, of)
        {
            return Err(self.error_for_script(check::secret()));
        }
        crate::hosts::calls::items(&self.r, of).map_err(|error| self.error_for_script(error))
    }

    fn count(&mut self, of: Value) -> Crossed<usize> {
        self.charge(1)?;
        crate::hosts::calls::count(&self.r, of).map_err(|error| self.error_for_script(error))
    }

    fn new_text(&mut self, text: &str) -> Crossed<Value> {
        self.charge(1)?;
        let made = self.r.new_text(text);
        self.crossed(made)
    }

    fn new_list(&mut self, items: &[Value]) -> Crossed<Value> {
        self.charge(1)?;
        crate::hosts::calls::new_list(&self.r, items).map_err(|error| self.error_for_script(error))
    }

    fn write(&mut self, _: Datum, _: Value) -> Crossed<()> {
        self.only_reads()
    }

    fn call(&mut self, primitive: u16, args: &[Value]) -> Crossed<Value> {
        let (primitive, args) = self.called_with(primitive, args)?;
        if let Some(result) = primitive.function.query(&self.r, &args) {
            return self.crossed(result);
        }
        match primitive.kind {
            CallKind::Form(form) => match forms::value(&self.r, form, &args) {
                Some(result) => {
                    if let (Some(viewer), Form::Attribute | Form::CanPerform) = (self.viewer, form) {
                        check::hidden(&self.r, viewer, Reads::Faces, &args)
                            .map_err(|error| self.error_for_script(error))?;
                    }
                    self.crossed(result)
                }
                None => Err(crate::hosts::errors::only_reads()),
            },
            CallKind::Script { acts: false } => self.value(primitive, &args),
            CallKind::Query | CallKind::Step | CallKind::Ask | CallKind::Script { acts: true } => {
                Err(crate::hosts::errors::only_reads())
            }
        }
    }

    fn ask(&mut self, _: Value, _: u16, _: &[Value]) -> Crossed<Value> {
        self.only_reads()
    }

    fn transition(&mut self, _: &Transition<'_>) -> Crossed<()> {
        self.only_reads()
    }

    fn random(&mut self, _: u32) -> Crossed<u32> {
        self.only_reads()
    }

    fn trace(&mut self, line: &str) {
        calls::trace(&self.r, line);
    }

    fn enter(&mut self, function: u16, args: &[Value]) -> Crossed<Items> {
        let called = crate::hosts::calls::function(self.called.def, function)?;
        if (called.primitive.kind == CallKind::Script { acts: true }) {
            return Err(crate::hosts::errors::only_reads());
        }
        self.enter_any(function, args)
    }

    fn leave(&mut self, function: u16, result: Value) -> Crossed<Value> {
        self.charge(1)?;
        let function = crate::hosts::calls::function(self.called.def, function)?;
        Ok(check::result(&self.r, function, result)?)
    }

    fn spend(&mut self, ticks: u32) -> Crossed<()> {
        self.charge(fuel_of(ticks))
    }
}
