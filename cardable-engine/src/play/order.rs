//! Zones that keep limits: filling up again, and the lower bound.

use super::cards::End;
use super::{cards, visibility};
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::{Facing, Lies, ReplenishWhen};
use crate::vm::engine::Engine;
use crate::world::zone_marks;
use smallvec::SmallVec;

impl Engine<'_> {
    /// Says so when a zone cannot take one more card.
    pub(crate) fn has_room(&self, zone: ZoneId) -> Run<()> {
        let t = self.table;
        if !zone_marks::is_open(self.world, t, zone) {
            return Err(FaultKind::ZoneClosed { zone }.into());
        }
        if self.world.zone_len(t, zone) >= t.zone_def(zone).size.max as usize {
            return Err(FaultKind::ZoneFull { zone }.into());
        }
        Ok(())
    }

    /// After a card was taken: fills the zone up, or says that it may not go
    /// under its limit. A copy that is being closed has none.
    pub(crate) fn after_taking(&mut self, zone: ZoneId) -> Run<()> {
        let def = self.table.zone_def(zone);
        let left = self.world.zone_len(self.table, zone);
        if let Some(rule) = &def.replenish
            && rule.when.on_empty
            && left < rule.below as usize
        {
            self.replenish(zone)?;
        }
        let too_few = self.world.zone_len(self.table, zone) < def.size.min as usize;
        if too_few && zone_marks::is_open(self.world, self.table, zone) {
            return Err(FaultKind::ZoneTooSmall { zone }.into());
        }
        Ok(())
    }

    /// Fills a zone up again from where its rule says. Where cards are shuffled on the way, they
    /// are once they lie there: nobody follows them through it.
    pub(crate) fn replenish(&mut self, zone: ZoneId) -> Run<()> {
        let t = self.table;
        let Some(rule) = &t.zone_def(zone).replenish else {
            return Ok(());
        };
        if !zone_marks::is_open(self.world, t, zone) {
            return Ok(());
        }
        let owner = t.traits[zone.index()].owner;
        let most = rule
            .up_to
            .map_or(usize::MAX, usize::from)
            .min(t.zone_def(zone).size.max as usize);
        // Cards lie as they do in the zone they fill, so a turned discard becomes a hidden draw
        // pile again.
        let facing = match t.traits[zone.index()].lies {
            Lies::Up => Facing::Up,
            Lies::Down | Lies::AsBefore => Facing::Down,
        };
        let mut added = 0;
        for name in &rule.from {
            let Some(from) = t.zone_named(*name, owner).filter(|from| *from != zone) else {
                continue;
            };
            let spare = self
                .world
                .zone_len(t, from)
                .saturating_sub(t.zone_def(from).size.min as usize);
            let n = most.saturating_sub(self.world.zone_len(t, zone)).min(spare);
            if n == 0 {
                continue;
            }
            for card in self.taken_from(from, n, rule.shuffle) {
                self.spend(1)?;
                cards::put_quietly(self, card, zone, End::Newest, facing);
            }
            visibility::resync_partial(self, from);
            added += n;
        }
        if added == 0 {
            return Ok(());
        }
        if t.traits[zone.index()].shuffled {
            self.shuffle(zone);
        } else if rule.shuffle {
            cards::shuffle_newest(self, zone, added);
        } else {
            visibility::resync_partial(self, zone);
        }
        Ok(())
    }

    /// So many cards of a zone: those that would be drawn next, or any.
    fn taken_from(&mut self, zone: ZoneId, n: usize, any: bool) -> SmallVec<[CardId; 64]> {
        let t = self.table;
        let len = self.world.zone_len(t, zone);
        let mut cards: SmallVec<[CardId; 64]> = self
            .world
            .zone_cards(t, zone)
            .iter()
            .map(|c| CardId(*c))
            .collect();
        if !t.traits[zone.index()].fifo {
            cards.reverse();
        }
        if any && n < len {
            // Which cards go is left to chance; in which order they do tells nothing then.
            let mut places: SmallVec<[u16; 64]> = (0..len as u16).collect();
            self.shuffle_items(&mut places);
            places.truncate(n);
            places.sort_unstable();
            return places.into_iter().map(|at| cards[at as usize]).collect();
        }
        cards.truncate(n);
        cards
    }

    /// Fills up every zone whose rule speaks of this moment; `seat` limits
    /// seats' zones to one seat's.
    #[inline(always)]
    pub(crate) fn replenish_when(&mut self, seat: Option<Seat>, when: fn(&ReplenishWhen) -> bool) -> Run<()> {
        match self.table.program.zones.any_replenished {
            true => self.replenish_due(seat, when),
            false => Ok(()),
        }
    }

    #[cold]
    fn replenish_due(&mut self, seat: Option<Seat>, when: fn(&ReplenishWhen) -> bool) -> Run<()> {
        let t = self.table;
        for zone in t.zone_ids() {
            let due = t.zone_def(zone).replenish.as_ref().is_some_and(|r| when(&r.when));
            let owner = t.traits[zone.index()].owner;
            if due && (owner.is_none() || seat.is_none() || owner == seat) {
                self.replenish(zone)?;
            }
        }
        Ok(())
    }
}
