//! Cards of several decks that rules mix where nobody sees it.

use crate::ids::{Audience, CardId, ZoneId};
use crate::vm::engine::Engine;
use smallvec::SmallVec;

/// Before a card leaves a zone: not everybody may be able to tell which one it is.
#[inline(always)]
pub(crate) fn mix_leaving(engine: &mut Engine<'_>, zone: ZoneId, places: Audience) {
    if engine.table.origins.is_some() && places != Audience::ALL && !engine.deck_is_public {
        mix_origins(engine, zone, 0);
    }
}

/// Merges the groups of a zone's cards, from the card at a place on.
#[cold]
pub(crate) fn mix_origins(engine: &mut Engine<'_>, zone: ZoneId, first: usize) {
    let t = engine.table;
    let mut found: SmallVec<[u16; 8]> = SmallVec::new();
    for card in engine.world.zone_cards(t, zone).iter().skip(first) {
        let group = engine.world.origin(t, CardId(*card));
        if !found.contains(&group) {
            found.push(group);
        }
    }
    let Some(least) = found.iter().copied().min().filter(|_| found.len() > 1) else {
        return;
    };
    let merged = t.columns.merged_origins_mut(&mut engine.world.block);
    for group in merged.iter_mut().filter(|group| found.contains(group)) {
        *group = least;
    }
}
