//! Restricts the host while a read-only function runs: a primitive of the ruleset that returns a value, called
//! by a script whose own call can act. The restriction is the same as when the rules call it.

use cardable_engine::ids::{CardId, Seat, StateId, StrId, ZoneId};
use cardable_engine::script::{Crossed, Datum, Declarations, ErrorKind, ScriptError, ScriptHost, Transition};
use cardable_engine::value::Items;
use cardable_engine::value::Value;
use std::borrow::Cow;

/// Which of the ruleset's primitives act or ask, by declaration index.
#[derive(Debug)]
pub(crate) struct Acting(Vec<bool>);

impl Acting {
    pub(crate) fn of(names: &Declarations) -> Acting {
        Acting(names.primitives.iter().map(|p| p.acts).collect())
    }

    fn has(&self, primitive: u16) -> bool {
        self.0.get(usize::from(primitive)).copied().unwrap_or(true)
    }
}

/// A `ScriptHost` that refuses everything that acts or asks.
pub(crate) struct ReadsOnly<'a> {
    pub(crate) here: &'a mut dyn ScriptHost,
    pub(crate) acting: &'a Acting,
}

#[cold]
fn refused<T>() -> Crossed<T> {
    let message = "this acts or asks, and a function that gives a value only reads";
    Err(ScriptError::new(ErrorKind::OnlyReads, message).into())
}

impl ScriptHost for ReadsOnly<'_> {
    fn player(&self) -> Option<Seat> {
        self.here.player()
    }

    fn state(&self) -> StateId {
        self.here.state()
    }

    fn seats(&self) -> usize {
        self.here.seats()
    }

    fn may_act(&self) -> bool {
        false
    }

    fn seat_name(&self, seat: Seat) -> &str {
        self.here.seat_name(seat)
    }

    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        self.here.zone_name(zone)
    }

    fn shared_zone(&self, at: u16) -> Option<ZoneId> {
        self.here.shared_zone(at)
    }

    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId> {
        self.here.seat_zone(seat, at)
    }

    fn text(&self, id: StrId) -> Cow<'_, str> {
        self.here.text(id)
    }

    fn read(&mut self, at: Datum) -> Crossed<Value> {
        self.here.read(at)
    }

    fn attribute(&mut self, card: CardId, at: u16) -> Crossed<Value> {
        self.here.attribute(card, at)
    }

    fn items(&mut self, of: Value) -> Crossed<Items> {
        self.here.items(of)
    }

    fn count(&mut self, of: Value) -> Crossed<usize> {
        self.here.count(of)
    }

    fn new_text(&mut self, text: &str) -> Crossed<Value> {
        self.here.new_text(text)
    }

    fn new_list(&mut self, items: &[Value]) -> Crossed<Value> {
        self.here.new_list(items)
    }

    fn write(&mut self, _: Datum, _: Value) -> Crossed<()> {
        refused()
    }

    fn call(&mut self, primitive: u16, args: &[Value]) -> Crossed<Value> {
        match self.acting.has(primitive) {
            true => refused(),
            false => self.here.call(primitive, args),
        }
    }

    fn ask(&mut self, _: Value, _: u16, _: &[Value]) -> Crossed<Value> {
        refused()
    }

    fn transition(&mut self, _: &Transition<'_>) -> Crossed<()> {
        refused()
    }

    fn random(&mut self, _: u32) -> Crossed<u32> {
        refused()
    }

    fn trace(&mut self, line: &str) {
        self.here.trace(line);
    }

    fn enter(&mut self, function: u16, args: &[Value]) -> Crossed<Items> {
        self.here.enter(function, args)
    }

    fn leave(&mut self, function: u16, result: Value) -> Crossed<Value> {
        self.here.leave(function, result)
    }

    fn spend(&mut self, ticks: u32) -> Crossed<()> {
        self.here.spend(ticks)
    }
}
