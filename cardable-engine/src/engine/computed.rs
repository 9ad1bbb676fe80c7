//! Data that is worked out from other data and from cards, and never set.
//!
//! Code that reads such an item works it out, so it is never out of date. For views, which read places, its value is
//! written there whenever the game comes to rest.

use super::Engine;
use super::fault::{FaultKind, Run};
use super::reader::Reader;
use crate::event::DataAt;
use crate::ids::Seat;
use crate::program::{Code, Program};
use crate::value::Value;

/// How many items may be worked out from each other, one inside the other. Rulesets in which one would lead back
/// to itself are refused, but for functions of scripts.
const DEEPEST: u8 = 12;

impl Program {
    fn computed(&self, seat: Option<Seat>, at: u16) -> Option<Code> {
        let data = match seat {
            Some(_) => &self.seat_data,
            None => &self.globals,
        };
        data.get(usize::from(at))?.computed
    }

    /// Whether any item of data is worked out.
    pub fn computes_data(&self) -> bool {
        let all = self.globals.iter().chain(&self.seat_data);
        all.into_iter().any(|def| def.computed.is_some())
    }
}

impl Reader<'_> {
    /// What an item is now that is worked out: of a seat's data, or of the shared data.
    #[cold]
    pub(crate) fn computed(&self, seat: Option<Seat>, at: u16, fuel: &mut u32) -> Run<Value> {
        let Some(code) = self.program().computed(seat, at) else {
            return Ok(Value::Nothing);
        };
        let depth = self.temp.computing.get();
        if depth >= DEEPEST {
            return Err(FaultKind::TooMany {
                what: "items of data that are computed from each other",
                limit: DEEPEST.into(),
            }
            .into());
        }
        self.temp.computing.set(depth + 1);
        let own = Reader {
            player: seat,
            ..*self
        };
        let value = own.eval_metered(code, fuel);
        self.temp.computing.set(depth);
        value
    }

    /// The same for what has no fuel of its own.
    fn computed_alone(&self, seat: Option<Seat>, at: u16) -> Run<Value> {
        let given = self.fuel();
        let mut left = given;
        let value = self.computed(seat, at, &mut left);
        self.burn(given - left);
        value
    }

    /// An item of the shared data, worked out where it is computed.
    pub(crate) fn shared_value(&self, at: u16) -> Run<Value> {
        match self.program().computed(None, at) {
            Some(_) => self.computed_alone(None, at),
            None => Ok(self
                .world
                .values
                .get(usize::from(at))
                .copied()
                .unwrap_or_default()),
        }
    }

    /// An item of a seat's data, worked out where it is computed.
    pub(crate) fn seat_value(&self, seat: Seat, at: u16) -> Run<Value> {
        match self.program().computed(Some(seat), at) {
            Some(_) => self.computed_alone(Some(seat), at),
            None => {
                let slot = self.table.seat_data_at(seat, at);
                Ok(self.world.values.get(slot).copied().unwrap_or_default())
            }
        }
    }
}

impl Engine<'_> {
    /// Writes down what is computed, for views.
    #[cold]
    pub(crate) fn refresh_computed(&mut self) -> Run<()> {
        let table = self.table;
        let program = &table.program;
        for at in 0..program.globals.len() as u16 {
            self.refresh(None, at, usize::from(at), DataAt::Global(at))?;
        }
        for seat in table.every_seat() {
            for at in 0..program.seat_data.len() as u16 {
                let slot = table.seat_data_at(seat, at);
                self.refresh(Some(seat), at, slot, DataAt::Seat(seat, at))?;
            }
        }
        Ok(())
    }

    fn refresh(&mut self, seat: Option<Seat>, at: u16, slot: usize, place: DataAt) -> Run<()> {
        if self.table.program.computed(seat, at).is_none() {
            return Ok(());
        }
        let mut fuel = self.fuel;
        let value = self.reader().computed(seat, at, &mut fuel);
        self.fuel = fuel;
        let value = value?;
        let old = self.world.values.get(slot).copied().unwrap_or_default();
        if !self.reader().same_items(old, value)? {
            self.set_data(slot, &value, place);
        }
        Ok(())
    }
}
