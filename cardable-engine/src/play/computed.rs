//! Updates computed data before each decision, where somebody at the table sees it.

use crate::event::DataAt;
use crate::fault::Run;
use crate::ids::Seat;
use crate::vm::engine::Engine;
use crate::vm::{computed, lists};

/// Stores computed data, so that views can read it.
#[cold]
pub(crate) fn refresh_computed(engine: &mut Engine<'_>) -> Run<()> {
    let table = engine.table;
    let program = &table.program;
    for at in 0..program.data.globals.len() as u16 {
        refresh(engine, None, at, usize::from(at), DataAt::Global(at))?;
    }
    for seat in table.every_seat() {
        for at in 0..program.data.seat.len() as u16 {
            let slot = table.seat_data_at(seat, at);
            refresh(engine, Some(seat), at, slot, DataAt::Seat(seat, at))?;
        }
    }
    Ok(())
}

fn refresh(engine: &mut Engine<'_>, seat: Option<Seat>, at: u16, slot: usize, place: DataAt) -> Run<()> {
    if !engine.table.program.data.is_stored(seat, at) {
        return Ok(());
    }
    let mut fuel = engine.fuel;
    let value = computed::computed(&engine.reader(), seat, at, &mut fuel);
    engine.fuel = fuel;
    let value = value?;
    let old = engine.world.values.get(slot).copied().unwrap_or_default();
    if !lists::same_items(&engine.reader(), old, value)? {
        engine.set_data(slot, &value, place);
    }
    Ok(())
}
