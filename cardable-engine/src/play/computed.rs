//! Computed data is written to its place whenever the game comes to rest.

use crate::event::DataAt;
use crate::fault::Run;
use crate::ids::Seat;
use crate::vm::engine::Engine;

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
