//! What a choice costs, in a unit that is the same on every machine.

use super::legal_set::LegalSet;
use crate::vm::engine::Engine;

/// What things cost beside an instruction of a loop or a call, which costs 1. The weights come from a fit to the time that
/// positions of all shipped games took.
const READING: u64 = 8;
const CANDIDATE: u64 = 10;
const ACTION: u64 = 3;

/// What a run has cost, with the listing of what may be done after it, if beside that so many cards and items were looked at.
#[inline]
pub(crate) fn of_run(engine: &Engine<'_>, legal: &LegalSet, beside: usize) -> u64 {
    let code = u64::from(Engine::FUEL.saturating_sub(engine.fuel));
    let read = READING * u64::from(engine.temp.burnt.get());
    let looked_at = (engine.temp.looked_at.get() + beside) as u64;
    let candidates = CANDIDATE * legal.candidates.len() as u64;
    let state = engine.world.scene.state.index();
    let listing = engine.table.program.listings.get(state);
    let actions = ACTION * listing.map_or(0, |listing| listing.entries.len()) as u64;
    code + read + looked_at + candidates + actions
}
