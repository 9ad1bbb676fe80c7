//! Restricts the host while a read-only function runs: a primitive of the ruleset that returns a value, called
//! by a script whose own call can act, or what `tell` says of cards. The restriction is the same as when the rules call it.

use cardable_engine::ids::{CardId, Seat, StateId, StrId, ZoneId};
use cardable_engine::primitives::Reads;
use cardable_engine::script::{Crossed, Datum, Declarations, ErrorKind, ScriptError, ScriptHost, Transition};
use cardable_engine::value::Items;
use cardable_engine::value::Value;
use std::borrow::Cow;

/// What functions that only read must not call, by declaration index.
#[derive(Debug)]
pub(crate) struct Refused {
    /// What acts or asks.
    acting: Vec<bool>,
    /// What asks where cards lie.
    placing: Vec<bool>,
}

impl Refused {
    pub(crate) fn of(names: &Declarations) -> Refused {
        let all = names.primitives.iter();
        Refused {
            acting: all.clone().map(|p| p.acts).collect(),
            placing: all.map(|p| p.primitive.reads == Reads::Order).collect(),
        }
    }
}

fn has(list: &[bool], primitive: u16) -> bool {
    list.get(usize::from(primitive)).copied().unwrap_or(true)
}

/// Added to the number of running read-only functions while `tell` asks what holds of a card.
pub(crate) const ONLY_PRINTED: u32 = 1 << 16;

/// A `ScriptHost` that refuses everything that acts or asks.
pub(crate) struct ReadsOnly<'a> {
    pub(crate) here: &'a mut dyn ScriptHost,
    pub(crate) refused: &'a Refused,
    /// Whether of cards only what is printed on them is read.
    pub(crate) only_printed: bool,
}

#[cold]
fn refused<T>() -> Crossed<T> {
    let message = "this acts or asks, and a function that gives a value only reads";
    Err(ScriptError::new(ErrorKind::OnlyReads, message).into())
}

#[cold]
fn not_printed<T>() -> Crossed<T> {
    let message = "what is told of a card depends on what is printed on it, and on nothing else about it";
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
        match at {
            Datum::Card(..) if self.only_printed => not_printed(),
            at => self.here.read(at),
        }
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
        if has(&self.refused.acting, primitive) {
            return refused();
        }
        if self.only_printed && has(&self.refused.placing, primitive) {
            return not_printed();
        }
        self.here.call(primitive, args)
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
