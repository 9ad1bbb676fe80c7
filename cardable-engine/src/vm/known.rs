//! Cache of computed data with the inputs of each item.

use crate::ids::{MAX_SEATS, Seat};
use crate::value::Value;
use smallvec::SmallVec;

/// The cached value of an item.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) value: Value,
    /// The values it was computed from.
    pub(crate) inputs: SmallVec<[Value; 8]>,
    pub(crate) fuel: u32,
    pub(crate) looked_at: usize,
    pub(crate) burnt: u32,
}

/// The latest value of each computed item, for one table. Not part of the game's state.
#[derive(Debug, Default)]
pub(crate) struct KnownItems(Vec<Option<Known>>);

impl KnownItems {
    /// The index of an item: shared ones first, then those of seats.
    fn place(seat: Option<Seat>, at: u16) -> usize {
        let seats = MAX_SEATS + 1;
        usize::from(at) * seats + seat.map_or(0, |seat| seat.index() + 1)
    }

    pub(crate) fn of(&self, seat: Option<Seat>, at: u16) -> Option<&Known> {
        self.0.get(KnownItems::place(seat, at))?.as_ref()
    }

    /// Texts and lists are not cached, because they can end with their run.
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
