//! The primitives that a function calls: steps, questions, values, and forms of their own.

use super::WriteHost;
use crate::fault::{Fault, FaultKind, Run};
use crate::hosts::calls::{self, Callable};
use crate::hosts::check::{self, Given};
use crate::hosts::pending::Pending;
use crate::hosts::{errors, forms};
use crate::ids::StateId;
use crate::play::exec::{Called, Exit};
use crate::play::{entry, exec};
use crate::script::{Crossed, ErrorKind, ScriptError, ScriptStop};
use crate::signature::{CallKind, Form, ParamType};
use crate::value::Value;
use crate::vm::engine::{Calls, Engine};
use crate::vm::kinds::card;

impl<'a> WriteHost<'_, 'a> {
    pub(super) fn primitive(&self, at: u16) -> Result<Callable<'a>, Box<ScriptStop>> {
        calls::callable(self.engine.table, self.called.def, at)
    }

    /// Calls a primitive with arguments that fit.
    pub(super) fn make(&mut self, primitive: Callable<'a>, args: &[Value], key: u32) -> Crossed<Value> {
        if primitive.function.is_step() {
            return self.step(primitive, args);
        }
        let given = check::arguments(&self.engine.reader(), &primitive.name, &primitive.params, args)?;
        if let Some(result) = primitive.function.query(&self.engine.reader(), &given) {
            return self.crossed(result);
        }
        match primitive.kind {
            CallKind::Ask => {
                let seat = self.engine.player;
                let seat = seat.ok_or_else(|| errors::error(&FaultKind::NoPlayer))?;
                self.ask_one(seat, primitive, &given, key)
            }
            CallKind::Form(form) => {
                if let Some(result) = forms::value(&self.engine.reader(), form, &given) {
                    return self.crossed(result);
                }
                self.form(form, &given, key)
            }
            // Functions of a script call each other themselves.
            CallKind::Script { acts: true } => self.routine(primitive, &given),
            CallKind::Script { acts: false } => self.value(primitive, &given),
            // What they do is known, or they could not be called.
            CallKind::Query | CallKind::Step => Err(errors::no_primitive()),
        }
    }

    /// A primitive that acts; for each of several seats where it takes them. The names of zones
    /// among the other arguments then mean those of that seat.
    pub(super) fn step(&mut self, primitive: Callable<'a>, args: &[Value]) -> Crossed<Value> {
        let each = primitive.params.iter().position(|p| p.ty == ParamType::EachSeat);
        let Some((at, who)) = each.and_then(|at| Some((at, *args.get(at)?))) else {
            return self.single_step(primitive, args);
        };
        let seats = check::seats(&self.engine.reader(), who);
        let Some(seats) = seats else {
            // Says what is wrong with it.
            check::arguments(&self.engine.reader(), &primitive.name, &primitive.params, args)?;
            return Ok(Value::Nothing);
        };
        let outer = self.engine.player;
        let mut args: Given = args.iter().copied().collect();
        let mut result = Ok(Value::Nothing);
        for seat in seats {
            self.engine.player = Some(seat);
            if let Some(slot) = args.get_mut(at) {
                *slot = Value::Seat(seat);
            }
            result = self.single_step(primitive, &args);
            if result.is_err() {
                break;
            }
        }
        self.engine.player = outer;
        result
    }

    pub(super) fn single_step(&mut self, primitive: Callable<'a>, args: &[Value]) -> Crossed<Value> {
        let given = check::arguments(&self.engine.reader(), &primitive.name, &primitive.params, args)?;
        self.remember();
        let done = primitive.function.step(self.engine, &given);
        let value = match done.ok_or_else(errors::no_primitive)? {
            Ok(value) => value,
            Err(fault) if self.engine.pending_transition.is_some() && exec::may_skip(&fault.kind) => {
                self.put_back();
                exec::skip_step(self.engine, self.doing.cause, self.doing.actor);
                Value::Nothing
            }
            Err(fault) => {
                self.put_back();
                return self.crossed(Err(fault));
            }
        };
        if self.engine.world.over {
            return Err(self.end(Pending::Left));
        }
        Ok(value)
    }

    /// A defined action of the ruleset: its steps are done as one.
    fn routine(&mut self, primitive: Callable<'a>, given: &[Value]) -> Crossed<Value> {
        let codes = &calls::routine(self.called.def, primitive)?.codes;
        let code = calls::code_here(codes, self.engine.world.scene.state);
        let code = code.ok_or_else(|| calls::not_in_this_state(&primitive))?;
        let cause = self.doing.cause;
        self.whole(|engine| engine.run_code(code, given, cause))
    }

    /// A defined value of the ruleset.
    fn value(&mut self, primitive: Callable<'a>, given: &[Value]) -> Crossed<Value> {
        let codes = &calls::routine(self.called.def, primitive)?.codes;
        let code = calls::code_here(codes, self.engine.world.scene.state);
        let code = code.ok_or_else(|| calls::not_in_this_state(&primitive))?;
        let value = self.engine.reader().eval_with(code, given);
        self.crossed(value)
    }

    /// A card does what its ability says.
    fn perform(&mut self, given: &[Value]) -> Crossed<Value> {
        let at = |n: usize| given.get(n).copied().unwrap_or_default();
        let card = self.crossed(card(at(0)))?;
        let Some(ability) = forms::ability(&self.engine.reader(), at(1)) else {
            return Ok(Value::Nothing);
        };
        self.whole(|engine| {
            Ok(match Calls::perform(engine, card, ability)? {
                Called::Done => Exit::Done,
                Called::Left => Exit::Left,
                Called::Waits(_) => Exit::Suspended,
            })
        })
    }

    /// Runs code of the rules as one step: all of it is done, or nothing.
    fn whole(&mut self, run: impl FnOnce(&mut Engine<'a>) -> Run<Exit>) -> Crossed<Value> {
        self.remember();
        let (player, calls) = (self.engine.player, self.engine.calls.clone());
        let done = run(self.engine);
        self.engine.player = player;
        match done {
            Ok(Exit::Done) => Ok(Value::Nothing),
            Ok(Exit::Left) => Err(self.end(Pending::Left)),
            Ok(Exit::Suspended) => {
                self.engine.calls = calls;
                self.put_back();
                let message = "this asks a question, and a function cannot wait for it here: do it in a step of the rules";
                Err(ScriptError::new(ErrorKind::Other, message).into())
            }
            Err(fault) => {
                self.engine.calls = calls;
                self.put_back();
                self.crossed(Err(fault))
            }
        }
    }

    /// Keeps the World as it is, where a script may go on after an error.
    pub(super) fn remember(&mut self) {
        if !self.catches {
            return;
        }
        match &mut self.before {
            Some(before) => before.copy_from(self.engine.world),
            None => self.before = Some(Box::new(self.engine.world.clone())),
        }
        self.engine.remembered = self.engine.events.as_ref().map_or(0, |events| events.len());
    }

    /// A step that failed has done nothing.
    pub(super) fn put_back(&mut self) {
        let Some(before) = &self.before else { return };
        self.engine.world.copy_from(before);
        let kept = self.engine.remembered;
        if let Some(events) = &mut self.engine.events {
            events.truncate(kept);
        }
    }

    pub(super) fn form(&mut self, form: Form, args: &[Value], key: u32) -> Crossed<Value> {
        let first = args.first().copied().unwrap_or_default();
        match form {
            Form::Perform => self.perform(args),
            Form::Pop => Err(self.end(Pending::Pop(first))),
            Form::Transition => {
                let (state, args) = self.state_and_args(first, args.get(1..).unwrap_or_default())?;
                Err(self.end(Pending::Transition(state, args.into_iter().collect())))
            }
            Form::Push => {
                let (state, args) = self.state_and_args(first, args.get(1..).unwrap_or_default())?;
                self.no_question_in_sealed()?;
                self.recorder.journal.waits_in = key;
                Err(self.end(Pending::Push(state, args.into_iter().collect())))
            }
            Form::Equal
            | Form::NotEqual
            | Form::Less
            | Form::LessEqual
            | Form::Greater
            | Form::GreaterEqual
            | Form::Not
            | Form::And
            | Form::Or
            | Form::If
            | Form::Add
            | Form::Subtract
            | Form::Multiply
            | Form::Divide
            | Form::Remainder
            | Form::CountZone
            | Form::Set
            | Form::Increment
            | Form::Decrement
            | Form::While
            | Form::Query(_)
            | Form::Ask
            | Form::PickDeck
            | Form::CanPerform
            | Form::Tell
            | Form::Spread
            | Form::Attribute => Err(errors::no_primitive()),
        }
    }

    /// A state and its parameters, checked.
    pub(super) fn state_and_args(&self, name: Value, args: &[Value]) -> Crossed<(StateId, Given)> {
        let r = self.engine.reader();
        let refused =
            |fault: Box<Fault>| ScriptError::new(errors::error_kind(&fault.kind), fault.kind.to_string());
        let state = entry::state_of_name(&r, name).map_err(refused)?;
        let def = r.program().state(state);
        let mut given: Given = args.iter().copied().collect();
        while given.len() > usize::from(def.params) && given.last() == Some(&Value::Nothing) {
            given.pop();
        }
        entry::state_to_enter(&r, name, &given).map_err(refused)?;
        Ok((state, given))
    }
}
