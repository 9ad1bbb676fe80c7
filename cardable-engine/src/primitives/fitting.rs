//! Moves of several cards, and which of them a zone has room for.

use crate::ids::{CardId, ZoneId};
use crate::vm::engine::Reader;
use crate::world::zone_marks;
use smallvec::SmallVec;

pub(super) type Moves = SmallVec<[(CardId, ZoneId); 128]>;

/// Those of some moves that can be made one after the other: there is room where the card goes, and
/// enough stay where it lies.
pub(super) fn fitting(r: &Reader<'_>, moves: impl IntoIterator<Item = (CardId, ZoneId)>) -> Moves {
    let t = r.table;
    let watched = |zone: ZoneId| t.traits[zone.index()].watched;
    let mut kept = Moves::new();
    // How many cards a zone gains and loses by the moves so far.
    let mut changed: SmallVec<[(ZoneId, usize, usize); 8]> = SmallVec::new();
    let mut entry = |zone: ZoneId, coming: usize, going: usize| {
        let found = changed.iter().position(|(at, ..)| *at == zone);
        let at = found.unwrap_or_else(|| {
            changed.push((zone, 0, 0));
            changed.len() - 1
        });
        let (_, came, went) = &mut changed[at];
        *came += coming;
        *went += going;
        (*came, *went)
    };
    for (card, to) in moves {
        let from = r.world.zone_of(t, card);
        if from != to && (watched(from) || watched(to)) {
            let def = t.zone_def(from);
            let refills = def.replenish.as_ref().is_some_and(|rule| rule.when.on_empty);
            let (came, went) = entry(from, 0, 0);
            let left = r.world.zone_len(t, from) + came - went;
            let must_stay =
                !refills && zone_marks::is_open(r.world, t, from) && left <= usize::from(def.size.min);
            let (came, went) = entry(to, 0, 0);
            let full = r.world.zone_len(t, to) + came - went >= usize::from(t.zone_def(to).size.max);
            if must_stay || full || !zone_marks::is_open(r.world, t, to) {
                continue;
            }
            entry(from, 0, 1);
            entry(to, 1, 0);
        }
        kept.push((card, to));
    }
    kept
}
