//! How events lead on from a view.

use super::events::{DataRef, OutOfStep, Slot, ViewEvent};
use super::table::{CardSeen, View, ZoneSeen};
use crate::ids::ZoneId;

impl View {
    /// Brings the view up to date by one event. It may be half done when the event does not fit: take a whole
    /// view then.
    ///
    /// ```
    /// # use cardable_core::{Game, Seat, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
    /// let mut view = game.view(Viewer::Spectator);
    /// game.submit_nth(Seat(0), 0)?;
    /// for event in game.events(Viewer::Spectator) {
    ///     view.apply(&event)?;
    /// }
    /// assert_eq!(view, game.view(Viewer::Spectator));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&mut self, event: &ViewEvent) -> Result<(), OutOfStep> {
        match event {
            ViewEvent::Moved { from, was, to, card } => {
                self.take(*from, *was)?;
                self.put(*to, *card)?;
            }
            ViewEvent::Shown { slot, was, card } | ViewEvent::Turned { slot, was, card, .. } => {
                self.change(*slot, *was, *card)?;
            }
            ViewEvent::Arranged { zone, index, card } => *self.card_mut(*zone, *index)? = *card,
            ViewEvent::Regarded { zone, ordered } => {
                let zone = self.zone_mut(*zone)?;
                zone.ordered = *ordered;
                if !ordered {
                    zone.cards.sort_unstable();
                }
            }
            ViewEvent::Opened { zone } | ViewEvent::Closed { zone } => {
                self.zone_mut(*zone)?.closed = matches!(event, ViewEvent::Closed { .. });
            }
            ViewEvent::Designated {
                zone,
                designation,
                on,
            } => {
                let zone = self.zone_mut(*zone)?;
                let bit = 1 << (designation & 31);
                zone.designations = if *on {
                    zone.designations | bit
                } else {
                    zone.designations & !bit
                };
            }
            ViewEvent::Data {
                at: DataRef::Global(at),
                value,
            } => {
                let datum = self.globals.get_mut(usize::from(*at));
                *datum.ok_or(OutOfStep::Misfit)? = value.clone();
            }
            ViewEvent::Data {
                at: DataRef::Seat(seat, at),
                value,
            } => {
                let data = self.seat_data.get_mut(seat.index());
                let datum = data.and_then(|data| data.get_mut(usize::from(*at)));
                *datum.ok_or(OutOfStep::Misfit)? = value.clone();
            }
            ViewEvent::Status { seq, status } => {
                self.seq = *seq;
                self.status = (**status).clone();
            }
            ViewEvent::Rewound => return Err(OutOfStep::Rewound),
            // What these tell shows in the status at the end of the step.
            ViewEvent::Data {
                at: DataRef::State(..),
                ..
            }
            | ViewEvent::CardData { .. }
            | ViewEvent::Shuffled { .. }
            | ViewEvent::DeckTaken { .. }
            | ViewEvent::Entered { .. }
            | ViewEvent::Turn { .. }
            | ViewEvent::TurnSkipped { .. }
            | ViewEvent::Passed { .. }
            | ViewEvent::Acted { .. }
            | ViewEvent::Committed { .. }
            | ViewEvent::Voted { .. }
            | ViewEvent::Asked { .. }
            | ViewEvent::Answered { .. }
            | ViewEvent::Cancelled { .. }
            | ViewEvent::StepSkipped { .. }
            | ViewEvent::Dismissed { .. }
            | ViewEvent::Recalled { .. }
            | ViewEvent::Said { .. }
            | ViewEvent::Hint { .. }
            | ViewEvent::TriggerBegan { .. }
            | ViewEvent::TriggerEnded
            | ViewEvent::Over => {}
        }
        Ok(())
    }

    fn zone_mut(&mut self, zone: ZoneId) -> Result<&mut ZoneSeen, OutOfStep> {
        self.zones.get_mut(zone.index()).ok_or(OutOfStep::Misfit)
    }

    fn card_mut(&mut self, zone: ZoneId, at: u16) -> Result<&mut CardSeen, OutOfStep> {
        let cards = &mut self.zone_mut(zone)?.cards;
        cards.get_mut(usize::from(at)).ok_or(OutOfStep::Misfit)
    }

    /// Takes a card out of a zone; where it lay in the view's order.
    pub(crate) fn take(&mut self, slot: Slot, was: CardSeen) -> Result<usize, OutOfStep> {
        let cards = &mut self.zone_mut(slot.zone)?.cards;
        let at = match slot.index {
            Some(at) => Some(usize::from(at)).filter(|at| cards.get(*at) == Some(&was)),
            None => cards.iter().position(|card| *card == was),
        };
        let at = at.ok_or(OutOfStep::Misfit)?;
        cards.remove(at);
        Ok(at)
    }

    /// Puts a card into a zone; where it lies in the view's order.
    pub(crate) fn put(&mut self, slot: Slot, card: CardSeen) -> Result<usize, OutOfStep> {
        let cards = &mut self.zone_mut(slot.zone)?.cards;
        let at = match slot.index {
            Some(at) => usize::from(at),
            None => cards.partition_point(|other| *other <= card),
        };
        if at > cards.len() {
            return Err(OutOfStep::Misfit);
        }
        cards.insert(at, card);
        Ok(at)
    }

    /// A card looks different from now on; where it lay and lies in the view's order.
    pub(crate) fn change(
        &mut self,
        slot: Slot,
        was: CardSeen,
        card: CardSeen,
    ) -> Result<(usize, usize), OutOfStep> {
        let from = self.take(slot, was)?;
        Ok((from, self.put(slot, card)?))
    }
}
