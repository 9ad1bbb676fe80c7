//! Computed data that a run has worked out already, and what it was worked out from.

use crate::ids::{MAX_SEATS, Seat};
use crate::value::Value;
use smallvec::SmallVec;

/// What an item was worked out to be.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) value: Value,
    /// What it was worked out from.
    pub(crate) inputs: SmallVec<[Value; 8]>,
    /// What that has cost.
    pub(crate) fuel: u32,
    pub(crate) looked_at: usize,
    pub(crate) burnt: u32,
}

/// What items of data were worked out to be last, for one table. It is no part of the game.
#[derive(Debug, Default)]
pub(crate) struct KnownItems(Vec<Option<Known>>);

impl KnownItems {
    /// The place of an item: those that are shared come before those of the seats.
    fn place(seat: Option<Seat>, at: u16) -> usize {
        let seats = MAX_SEATS + 1;
        usize::from(at) * seats + seat.map_or(0, |seat| seat.index() + 1)
    }

    pub(crate) fn of(&self, seat: Option<Seat>, at: u16) -> Option<&Known> {
        self.0.get(KnownItems::place(seat, at))?.as_ref()
    }

    /// Texts and lists may be gone with the run that made them.
    pub(crate) fn note(&mut self, seat: Option<Seat>, at: u16, known: Known) {
        let lasts = |value: &Value| !matches!(value, Value::Str(_) | Value::List(_));
        let place = KnownItems::place(seat, at);
        let known = (lasts(&known.value) && known.inputs.iter().all(lasts)).then_some(known);
        if place >= self.0.len() {
            self.0.resize_with(place + 1, || None);
        }
        if let Some(slot) = self.0.get_mut(place) {
            *slot = known;
        }
    }
}
