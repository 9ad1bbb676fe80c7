//! What a viewer knows in hindsight of where cards lay.

use crate::event::Event;
use crate::game::Game;
use crate::ids::{CardId, Viewer, ZoneId};

/// Which cards have left the zones in which they lay before.
#[derive(Default)]
pub(super) struct Departures {
    /// Those whose faces the viewer saw: he knows now that they lay there.
    pub(super) seen: Vec<CardId>,
    moved: Vec<CardId>,
    /// Where a card came from there tells nothing of where it lay before.
    shuffled: Vec<ZoneId>,
}

impl Departures {
    pub(super) fn note(&mut self, before: &Game, viewer: Viewer, event: &Event) {
        if let Event::Shuffled { zone } = event {
            self.shuffled.push(*zone);
        }
        if let Event::Moved { card, from, to } = event
            && !self.moved.contains(card)
        {
            self.moved.push(*card);
            let lay_there = before.world.zone_of(&before.table, *card) == from.zone;
            let saw = from.face.or(to.face).contains(viewer);
            if saw && lay_there && !self.shuffled.contains(&from.zone) {
                self.seen.push(*card);
            }
        }
    }
}
