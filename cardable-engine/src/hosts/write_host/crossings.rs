//! All that a function may do which acts: each crossing is recorded, or taken from the record.

use super::WriteHost;
use crate::fault::FaultKind;
use crate::hosts::calls::fuel_of;
use crate::hosts::check::{self, Given};
use crate::hosts::pending::Pending;
use crate::hosts::recorder::{Crossing, Key};
use crate::hosts::{calls, errors};
use crate::ids::{CardId, Seat, StateId, StrId, ZoneId};
use crate::script::{Crossed, Datum, ErrorKind, ScriptError, ScriptHost, Transition};
use crate::signature::CallKind;
use crate::value::{Items, Value};
use crate::vm::typed;
use std::borrow::Cow;

impl ScriptHost for WriteHost<'_, '_> {
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
        let name = self.engine.table.seating.names.get(seat.index());
        name.map_or("", |name| name)
    }

    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        calls::zone_name(&self.engine.reader(), zone)
    }

    fn shared_zone(&self, at: u16) -> Option<ZoneId> {
        calls::shared_zone(&self.engine.reader(), at)
    }

    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId> {
        calls::seat_zone(&self.engine.reader(), seat, at)
    }

    fn text(&self, id: StrId) -> Cow<'_, str> {
        self.engine.reader().text(id)
    }

    fn read(&mut self, at: Datum) -> Crossed<Value> {
        self.recorded(
            |_| Key::new(Crossing::Read).datum(at),
            |me, _| {
                Ok(calls::read(
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
            |me, _| Ok(calls::attribute(&me.engine.reader(), card, at)?),
        )
    }

    fn items(&mut self, of: Value) -> Crossed<Items> {
        if !self.recorder.records {
            self.charge(1)?;
            return Ok(calls::items(&self.engine.reader(), of)?);
        }
        let list = self.recorded(
            |me| Key::new(Crossing::Items).values(&me.engine.reader(), &[of]),
            |me, _| {
                let items = calls::items(&me.engine.reader(), of)?;
                let list = me.engine.reader().list(items.to_vec());
                me.crossed(list)
            },
        )?;
        Ok(calls::items(&self.engine.reader(), list)?)
    }

    fn count(&mut self, of: Value) -> Crossed<usize> {
        let counted = self.recorded(
            |me| Key::new(Crossing::Count).values(&me.engine.reader(), &[of]),
            |me, _| Ok(Value::Int(calls::count(&me.engine.reader(), of)? as i64)),
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
        Ok(calls::new_list(&self.engine.reader(), items)?)
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
                if prompt.kind != CallKind::Ask {
                    return Err(ScriptError::new(ErrorKind::Argument, "only a prompt can be asked").into());
                }
                let r = me.engine.reader();
                let args = check::arguments(&r, &prompt.name, &prompt.params, args)?;
                let who = match seats {
                    Value::Seat(seat) if typed::exists(&r, seats) => {
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
                0 => Err(errors::error(&FaultKind::OutOfRange {
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
            calls::trace(&self.engine.reader(), line);
        }
    }

    fn enter(&mut self, function: u16, args: &[Value]) -> Crossed<Items> {
        self.charge(1)?;
        let primitive = &calls::function(self.called.def, function)?.primitive;
        let args = check::arguments(&self.engine.reader(), &primitive.name, &primitive.params, args)?;
        Ok(Items::from_slice(&args))
    }

    fn leave(&mut self, function: u16, result: Value) -> Crossed<Value> {
        self.charge(1)?;
        let function = calls::function(self.called.def, function)?;
        Ok(check::result(&self.engine.reader(), function, result)?)
    }

    fn spend(&mut self, ticks: u32) -> Crossed<()> {
        self.charge(fuel_of(ticks))
    }
}
