//! A function that may act and ask: the steps of an action, a step of one.

use super::check::{self, Given};
use super::journal::{Crossing, Gave, Key, Recorder};
use super::pending::Pending;
use super::{CALL, Called, checked_result, fault, forms, fuel_of, limits, stop};
use crate::engine::Engine;
use crate::engine::exec::Exit;
use crate::engine::fault::{FaultKind, Run};
use crate::engine::reader::Items;
use crate::engine::scene::{Awaits, Cause};
use crate::engine::world::World;
use crate::event::{DataAt, Event};
use crate::ids::{CardId, Seat, SeatSet, StateId, StrId, ZoneId};
use crate::primitives::{Body, Form, Primitive, Takes};
use crate::program::{Operand, Reg};
use crate::script::{Crossed, Crossings, Datum, ErrorKind, ScriptError, ScriptStop, Transition};
use crate::value::Value;
use std::borrow::Cow;

/// Whose action a call belongs to, and why it runs.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Doing {
    pub(in crate::engine) cause: Cause,
    pub(in crate::engine) actor: Option<Seat>,
}

/// The game as a function sees it that may act.
struct Acts<'e, 'a> {
    engine: &'e mut Engine<'a>,
    registers: &'e mut [Value],
    called: Called<'a>,
    doing: Doing,
    recorder: Recorder,
    /// The World before a step, where the script may catch the step's error.
    before: Option<Box<World>>,
    catches: bool,
    /// What ends the call; then every further crossing stops.
    pending: Option<Pending>,
    /// The last error that the script was told.
    said: Option<ScriptError>,
}

impl<'a> Engine<'a> {
    /// Calls a function that may act, or calls it again to go on.
    #[inline(never)]
    pub(in crate::engine) fn run_script(
        &mut self,
        registers: &mut [Value],
        (d, site): (Reg, u16),
        row: &[Operand],
        doing: Doing,
        pc: u32,
    ) -> Run<Option<Exit>> {
        let table = self.table;
        let called = super::called(&table.program, site)?;
        let (recorder, args) = match self.resumed.take() {
            Some(journal) => {
                let args: Given = journal.args.iter().copied().collect();
                (Recorder::again(*journal), args)
            }
            None => {
                let r = self.reader();
                let args: Given = row.iter().map(|from| r.get(registers, *from)).collect();
                let primitive = called.function.primitive;
                let args = check::arguments(&r, primitive.name, primitive.params, &args)
                    .map_err(|error| super::bad_arguments(called, error))?;
                (Recorder::new(&args, called.function.waits), args)
            }
        };
        self.fuel = self.fuel.saturating_sub(CALL);
        let limits = limits(called.def, self.fuel);
        let nested = super::deeper(&self.temp.nested)?;
        let script = &called.def.script;
        let mut acts = Acts {
            engine: self,
            registers,
            called,
            doing,
            recorder,
            before: None,
            catches: script.may_catch(called.site.function),
            pending: None,
            said: None,
        };
        let result = script.call(called.site.function, &args, limits, &mut acts);
        let Acts {
            recorder,
            pending,
            said,
            ..
        } = acts;
        self.temp.nested.set(nested);
        match (pending, result) {
            (Some(pending), _) => self.end_call(registers, d, recorder, pending, doing, pc),
            (None, Ok(_)) if recorder.replays() => Err(FaultKind::Diverged.into()),
            (None, Ok(value)) => {
                let value = checked_result(&self.reader(), called, value)?;
                if let Some(register) = registers.get_mut(usize::from(d)) {
                    *register = value;
                }
                Ok(None)
            }
            (None, Err(end)) => Err(fault(called, end, said).into()),
        }
    }

    /// Does what ended a call from the core's side.
    fn end_call(
        &mut self,
        registers: &mut [Value],
        d: Reg,
        recorder: Recorder,
        pending: Pending,
        doing: Doing,
        pc: u32,
    ) -> Run<Option<Exit>> {
        let (cause, actor) = (doing.cause, doing.actor);
        let (awaits, asked, push) = match pending {
            Pending::Fault(fault) => return Err(fault),
            Pending::Left => return Ok(Some(Exit::Left)),
            Pending::Transition(state, args) => return self.transition(state, &args),
            Pending::Pop(value) => {
                let value = self.keep(value);
                self.pop(value)?;
                return Ok(Some(Exit::Left));
            }
            Pending::Ask(seat, question) => (Awaits::Answer { seat, question }, SeatSet::one(seat), None),
            Pending::AskAll(waiting, question, given) => {
                let awaits = Awaits::Answers {
                    waiting,
                    question,
                    given,
                };
                (awaits, waiting, None)
            }
            Pending::Push(state, args) => (Awaits::Pop, SeatSet::EMPTY, Some((state, args))),
        };
        if recorder.overflown {
            return Err(FaultKind::TooMany {
                what: "things done before a question",
                limit: super::MOST_ENTRIES,
            }
            .into());
        }
        self.suspend(registers, pc, d, cause, actor, awaits)?;
        let mut journal = recorder.journal;
        journal.each_value(|value| *value = self.keep(*value));
        if let Some(frame) = self.world.suspended.last_mut() {
            frame.journal = Some(Box::new(journal));
        }
        for seat in asked {
            self.emit(Event::Asked { seat });
        }
        if let Some((state, args)) = push {
            self.push(state, &args)?;
        }
        Ok(Some(Exit::Suspended))
    }
}

impl Acts<'_, '_> {
    fn charge(&mut self, fuel: u32) -> Crossed<()> {
        if self.pending.is_some() {
            return Err(stop());
        }
        if self.engine.fuel <= fuel {
            self.engine.fuel = 0;
            let states = vec![self.engine.world.scene.state];
            return Err(self.end(Pending::Fault(FaultKind::OutOfFuel { states }.into())));
        }
        self.engine.fuel -= fuel;
        Ok(())
    }

    #[cold]
    fn end(&mut self, pending: Pending) -> Box<ScriptStop> {
        if self.pending.is_none() {
            self.pending = Some(pending);
        }
        stop()
    }

    /// A result of the engine as a script gets it.
    fn crossed<T>(&mut self, run: Run<T>) -> Crossed<T> {
        run.map_err(|fault| match check::error_of(&fault.kind) {
            Some(error) => error.into(),
            None => self.end(Pending::Fault(fault)),
        })
    }

    /// Makes a crossing, or returns what it gave when it was made before.
    fn recorded(
        &mut self,
        key: impl FnOnce(&Self) -> Key,
        make: impl FnOnce(&mut Self, u32) -> Crossed<Value>,
    ) -> Crossed<Value> {
        self.charge(1)?;
        if !self.recorder.records {
            let made = make(self, 0);
            self.remember_error(&made);
            return made;
        }
        let key = key(self).number();
        if self.recorder.replays() {
            return self.replayed(key);
        }
        let made = make(self, key).map_err(shortened);
        self.remember_error(&made);
        match &made {
            Ok(value) => self.recorder.note(key, Gave::Value(*value)),
            Err(stop) => {
                if let ScriptStop::Error(error) = &**stop {
                    self.recorder.note(key, Gave::error(error));
                }
            }
        }
        made
    }

    #[inline]
    fn remember_error(&mut self, made: &Crossed<Value>) {
        if let Err(stop) = made
            && let ScriptStop::Error(error) = &**stop
        {
            self.said = Some(error.clone());
        }
    }

    #[cold]
    fn replayed(&mut self, key: u32) -> Crossed<Value> {
        match self.recorder.next() {
            Some(entry) if entry.asked == key => match &entry.gave {
                Gave::Value(value) => Ok(*value),
                Gave::Error(error) => Err((**error).clone().into()),
            },
            _ => Err(self.end(Pending::Fault(FaultKind::Diverged.into()))),
        }
    }

    fn primitive(&self, at: u16) -> Result<&'static Primitive, Box<ScriptStop>> {
        let found = self.called.def.primitives.get(usize::from(at));
        found.copied().ok_or_else(super::no_primitive)
    }

    /// Calls a primitive with arguments that fit.
    fn make(&mut self, primitive: &'static Primitive, args: &[Value], key: u32) -> Crossed<Value> {
        if let Body::Step(run) = primitive.body {
            return self.step(primitive, run, args);
        }
        let given = check::arguments(&self.engine.reader(), primitive.name, primitive.params, args)?;
        match primitive.body {
            Body::Query(run) => {
                let result = run(&self.engine.reader(), &given);
                self.crossed(result)
            }
            Body::Step(run) => self.step(primitive, run, args),
            Body::Ask(_) => {
                let seat = self.engine.player;
                let seat = seat.ok_or_else(|| super::error(&FaultKind::NoPlayer))?;
                self.ask_one(seat, primitive, &given, key)
            }
            Body::Form(form) => {
                if let Some(result) = forms::value(&self.engine.reader(), form, &given) {
                    return self.crossed(result);
                }
                self.form(form, &given, key)
            }
            // Functions of a script call each other themselves.
            Body::Script { .. } => Err(super::no_primitive()),
        }
    }

    /// A primitive that acts; for each of several seats where it takes them. The names of zones
    /// among the other arguments then mean those of that seat.
    fn step(
        &mut self,
        primitive: &'static Primitive,
        run: fn(&mut Engine<'_>, &[Value]) -> Run<Value>,
        args: &[Value],
    ) -> Crossed<Value> {
        let each = primitive.params.iter().position(|p| p.takes == Takes::EachSeat);
        let Some((at, who)) = each.and_then(|at| Some((at, *args.get(at)?))) else {
            return self.single_step(primitive, run, args);
        };
        let seats = check::seats(&self.engine.reader(), who);
        let Some(seats) = seats else {
            // Says what is wrong with it.
            check::arguments(&self.engine.reader(), primitive.name, primitive.params, args)?;
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
            result = self.single_step(primitive, run, &args);
            if result.is_err() {
                break;
            }
        }
        self.engine.player = outer;
        result
    }

    fn single_step(
        &mut self,
        primitive: &'static Primitive,
        run: fn(&mut Engine<'_>, &[Value]) -> Run<Value>,
        args: &[Value],
    ) -> Crossed<Value> {
        let given = check::arguments(&self.engine.reader(), primitive.name, primitive.params, args)?;
        self.remember();
        let value = match run(self.engine, &given) {
            Ok(value) => value,
            Err(fault) if self.engine.deferred.is_some() && self.engine.may_skip(&fault.kind) => {
                self.put_back();
                self.engine.skip_step(self.doing.cause, self.doing.actor);
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

    /// Keeps the World as it is, where a script may go on after an error.
    fn remember(&mut self) {
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
    fn put_back(&mut self) {
        let Some(before) = &self.before else { return };
        self.engine.world.copy_from(before);
        let kept = self.engine.remembered;
        if let Some(events) = &mut self.engine.events {
            events.truncate(kept);
        }
    }

    fn no_question_in_sealed(&self) -> Crossed<()> {
        if self.engine.deferred.is_some() || !self.recorder.records {
            return Err(ScriptError::new(
                ErrorKind::OnlyReads,
                "nothing can be asked here: the choice is sealed, or the script said that it asks nothing",
            )
            .into());
        }
        Ok(())
    }

    fn ask_one(
        &mut self,
        seat: Seat,
        prompt: &'static Primitive,
        args: &[Value],
        key: u32,
    ) -> Crossed<Value> {
        let question = self.engine.question_of(prompt, args);
        let question = self.crossed(question)?;
        if self.engine.table.automatic.contains(seat) {
            let answer = self.engine.automatic_answer(&question);
            return self.crossed(answer);
        }
        self.no_question_in_sealed()?;
        self.recorder.journal.waits_in = key;
        Err(self.end(Pending::Ask(seat, question)))
    }

    fn ask_all(
        &mut self,
        seats: SeatSet,
        prompt: &'static Primitive,
        args: &[Value],
        key: u32,
    ) -> Crossed<Value> {
        let question = self.engine.question_of(prompt, args);
        let question = self.crossed(question)?;
        let waiting = seats.minus(self.engine.world.dismissed);
        let mut given = Vec::new();
        for seat in waiting.and(self.engine.table.automatic) {
            let answer = self.engine.automatic_answer(&question);
            given.push((seat, self.crossed(answer)?));
        }
        let waiting = waiting.minus(self.engine.table.automatic);
        if waiting.is_empty() {
            let answers = given.into_iter().map(|(_, answer)| answer).collect();
            return Ok(self.engine.reader().list(answers));
        }
        self.no_question_in_sealed()?;
        self.recorder.journal.waits_in = key;
        Err(self.end(Pending::AskAll(waiting, question, given)))
    }

    fn form(&mut self, form: Form, args: &[Value], key: u32) -> Crossed<Value> {
        let first = args.first().copied().unwrap_or_default();
        match form {
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
            | Form::Spread
            | Form::Attribute => Err(super::no_primitive()),
        }
    }

    /// A state and its parameters, checked.
    fn state_and_args(&self, name: Value, args: &[Value]) -> Crossed<(StateId, Given)> {
        let r = self.engine.reader();
        let program = r.program();
        let state = match name {
            Value::Str(id) => program.state_named(id),
            _ => None,
        };
        let unknown = || ScriptError::new(ErrorKind::Unknown, "no state has that name");
        let state = state.ok_or_else(unknown)?;
        let def = program.state(state);
        let mut given: Given = args.iter().copied().collect();
        while given.len() > usize::from(def.params) && given.last() == Some(&Value::Nothing) {
            given.pop();
        }
        if given.len() != usize::from(def.params) {
            let message = format!(
                "this state takes {} parameters, found {}",
                def.params,
                given.len()
            );
            return Err(ScriptError::new(ErrorKind::ArgumentCount, message).into());
        }
        for (param, value) in def.data.iter().zip(&given) {
            if *value != Value::Nothing && !check::has_type(&r, *value, param.ty) {
                let name = program.str(param.name);
                let message = format!(
                    "`{name}` of this state takes {}, found {}",
                    param.ty,
                    value.kind()
                );
                return Err(ScriptError::new(ErrorKind::Argument, message).into());
            }
        }
        Ok((state, given))
    }

    fn write_now(&mut self, at: Datum, value: Value) -> Crossed<Value> {
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
                let (_, register, ty) = local.ok_or_else(super::no_datum)?;
                if !check::has_type(&r, value, *ty) && value != Value::Nothing {
                    return Err(bad_value(*ty, value));
                }
                if let Some(register) = self.registers.get_mut(usize::from(*register)) {
                    *register = value;
                }
                return Ok(Value::Nothing);
            }
            Datum::Setting(_) => return Err(constant_data()),
            Datum::Global(n) => (program.globals.get(usize::from(n)), true, super::slot(&r, at)),
            Datum::Seat(_, n) => (program.seat_data.get(usize::from(n)), true, super::slot(&r, at)),
            Datum::State(n) => {
                let state = program.state(r.world.scene.state);
                (state.data.get(usize::from(n)), false, super::slot(&r, at))
            }
        };
        let (Some(def), Some(slot)) = (ty, slot) else {
            return Err(super::no_datum().into());
        };
        if constant && def.constant {
            return Err(constant_data());
        }
        if !check::has_type(&r, value, def.ty) {
            return Err(bad_value(def.ty, value));
        }
        let scene = r.world.scene.scene;
        let at = match at {
            Datum::Global(at) => DataAt::Global(at),
            Datum::Seat(seat, at) => DataAt::Seat(seat, at),
            Datum::State(at) | Datum::Setting(at) | Datum::Action(at) => DataAt::State(scene, at),
        };
        self.engine.set_data(slot, value, at);
        Ok(Value::Nothing)
    }
}

/// An error as it will be when it is told again.
#[cold]
fn shortened(stop: Box<ScriptStop>) -> Box<ScriptStop> {
    match *stop {
        ScriptStop::Error(error) => match Gave::error(&error) {
            Gave::Error(kept) => (*kept).into(),
            Gave::Value(_) => error.into(),
        },
        ScriptStop::Stop => stop,
    }
}

#[cold]
fn constant_data() -> Box<ScriptStop> {
    ScriptError::new(ErrorKind::Constant, "this item of data is constant").into()
}

#[cold]
fn bad_value(ty: crate::value::Type, found: Value) -> Box<ScriptStop> {
    let message = format!("this item of data takes {ty}, found {}", found.kind());
    ScriptError::new(ErrorKind::Argument, message).into()
}

impl Crossings for Acts<'_, '_> {
    fn player(&self) -> Option<Seat> {
        self.engine.player
    }

    fn state(&self) -> StateId {
        self.engine.world.scene.state
    }

    fn seats(&self) -> usize {
        self.engine.table.seats
    }

    fn may_act(&self) -> bool {
        true
    }

    fn seat_name(&self, seat: Seat) -> &str {
        let name = self.engine.table.names.get(seat.index());
        name.map_or("", |name| name)
    }

    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        super::zone_name(&self.engine.reader(), zone)
    }

    fn shared_zone(&self, at: u16) -> Option<ZoneId> {
        super::shared_zone(&self.engine.reader(), at)
    }

    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId> {
        super::seat_zone(&self.engine.reader(), seat, at)
    }

    fn text(&self, id: StrId) -> Cow<'_, str> {
        self.engine.reader().text(id)
    }

    fn read(&mut self, at: Datum) -> Crossed<Value> {
        self.recorded(
            |_| Key::new(Crossing::Read).datum(at),
            |me, _| {
                Ok(super::read(
                    &me.engine.reader(),
                    me.called.site,
                    me.registers,
                    at,
                )?)
            },
        )
    }

    fn attribute(&mut self, card: CardId, at: u16) -> Crossed<Value> {
        self.recorded(
            |_| Key::new(Crossing::Attribute).with(u32::from(card.0) << 16 | u32::from(at)),
            |me, _| Ok(super::attribute(&me.engine.reader(), card, at)?),
        )
    }

    fn items(&mut self, of: Value) -> Crossed<Items> {
        if !self.recorder.records {
            self.charge(1)?;
            return Ok(super::items(&self.engine.reader(), of)?);
        }
        let list = self.recorded(
            |me| Key::new(Crossing::Items).values(&me.engine.reader(), &[of]),
            |me, _| {
                let items = super::items(&me.engine.reader(), of)?;
                Ok(me.engine.reader().list(items.to_vec()))
            },
        )?;
        Ok(super::items(&self.engine.reader(), list)?)
    }

    fn count(&mut self, of: Value) -> Crossed<usize> {
        let counted = self.recorded(
            |me| Key::new(Crossing::Count).values(&me.engine.reader(), &[of]),
            |me, _| Ok(Value::Int(super::count(&me.engine.reader(), of)? as i64)),
        )?;
        Ok(match counted {
            Value::Int(n) => usize::try_from(n).unwrap_or(0),
            _ => 0,
        })
    }

    fn new_text(&mut self, text: &str) -> Crossed<Value> {
        self.charge(1)?;
        let made = self.engine.reader().new_text(text);
        self.crossed(made)
    }

    fn new_list(&mut self, items: &[Value]) -> Crossed<Value> {
        self.charge(1)?;
        Ok(super::new_list(&self.engine.reader(), items)?)
    }

    fn write(&mut self, at: Datum, value: Value) -> Crossed<()> {
        self.recorded(
            |me| {
                Key::new(Crossing::Write)
                    .datum(at)
                    .values(&me.engine.reader(), &[value])
            },
            |me, _| me.write_now(at, value),
        )?;
        Ok(())
    }

    fn call(&mut self, primitive: u16, args: &[Value]) -> Crossed<Value> {
        self.recorded(
            |me| {
                Key::new(Crossing::Call)
                    .with(primitive.into())
                    .values(&me.engine.reader(), args)
            },
            |me, key| {
                let primitive = me.primitive(primitive)?;
                me.make(primitive, args, key)
            },
        )
    }

    fn ask(&mut self, seats: Value, prompt: u16, args: &[Value]) -> Crossed<Value> {
        self.recorded(
            |me| {
                let key = Key::new(Crossing::Ask).with(prompt.into());
                let r = me.engine.reader();
                key.values(&r, &[seats]).values(&r, args)
            },
            |me, key| {
                let prompt = me.primitive(prompt)?;
                if !matches!(prompt.body, Body::Ask(_)) {
                    return Err(ScriptError::new(ErrorKind::Argument, "only a prompt can be asked").into());
                }
                let r = me.engine.reader();
                let args = check::arguments(&r, prompt.name, prompt.params, args)?;
                let who = match seats {
                    Value::Seat(seat) if check::exists(&r, seats) => {
                        return me.ask_one(seat, prompt, &args, key);
                    }
                    _ => r.seat_set(seats),
                };
                let who = me.crossed(who)?;
                me.ask_all(who, prompt, &args, key)
            },
        )
    }

    fn transition(&mut self, to: &Transition<'_>) -> Crossed<()> {
        self.recorded(
            |me| {
                let r = me.engine.reader();
                let key = Key::new(Crossing::Transition).with(to.new_scene.into());
                key.values(&r, &[to.state, to.who]).values(&r, to.args)
            },
            |me, _| {
                if to.who == Value::Nothing {
                    let (state, args) = me.state_and_args(to.state, to.args)?;
                    return Err(me.end(Pending::Transition(state, args.into_iter().collect())));
                }
                let r = me.engine.reader();
                let seats = r.seat_set(to.who);
                let known = match to.state {
                    Value::Str(id) => r.program().state_named(id),
                    _ => None,
                };
                let seats = me.crossed(seats)?;
                let (state, args) = match (known, to.new_scene, to.args) {
                    (Some(state), false, []) => (state, Given::new()),
                    _ => me.state_and_args(to.state, to.args)?,
                };
                me.remember();
                let left = me.engine.move_seats(seats, state, to.new_scene, &args);
                if left.is_err() {
                    me.put_back();
                }
                match me.crossed(left)? {
                    true => Err(me.end(Pending::Left)),
                    false => Ok(Value::Nothing),
                }
            },
        )?;
        Ok(())
    }

    fn random(&mut self, below: u32) -> Crossed<u32> {
        let drawn = self.recorded(
            |_| Key::new(Crossing::Random).with(below),
            |me, _| match below {
                0 => Err(super::error(&FaultKind::OutOfRange {
                    what: "random number",
                })
                .into()),
                n => Ok(Value::Int(me.engine.below(n).into())),
            },
        )?;
        Ok(match drawn {
            Value::Int(n) => u32::try_from(n).unwrap_or(0),
            _ => 0,
        })
    }

    fn trace(&mut self, line: &str) {
        // What it printed before a question was printed then.
        if !self.recorder.replays() && self.pending.is_none() {
            self.engine.reader().trace(line);
        }
    }

    fn enter(&mut self, function: u16, args: &[Value]) -> Crossed<Items> {
        self.charge(1)?;
        let primitive = super::function(self.called.def, function)?.primitive;
        let args = check::arguments(&self.engine.reader(), primitive.name, primitive.params, args)?;
        Ok(Items::from_slice(&args))
    }

    fn leave(&mut self, function: u16, result: Value) -> Crossed<Value> {
        self.charge(1)?;
        let function = super::function(self.called.def, function)?;
        Ok(check::result(&self.engine.reader(), function, result)?)
    }

    fn spend(&mut self, ticks: u32) -> Crossed<()> {
        self.charge(fuel_of(ticks))
    }
}
