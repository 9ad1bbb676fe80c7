//! Moving several cards at once, changing places, and putting in order.

use super::Engine;
use super::cards::End;
use super::fault::{FaultKind, Run};
use super::world::{EXPOSED, GRANTED};
use crate::event::Event;
use crate::ids::{CardId, ZoneId};
use crate::program::Facing;
use smallvec::SmallVec;

impl Engine<'_> {
    /// Moves cards, each to its zone, checking limits as [`Engine::move_card`]
    /// does; zones that are shuffled when cards come are shuffled once.
    ///
    /// The cards go together: what a rule for some of a zone's cards shows is worked out when all
    /// have moved, so that nobody sees those that were under the first one for a moment.
    pub(crate) fn move_cards(&mut self, moves: &[(CardId, ZoneId)], end: End, facing: Facing) -> Run<()> {
        let mut touched: SmallVec<[ZoneId; 4]> = SmallVec::new();
        let moved = self.move_each(moves, end, facing, &mut touched);
        for zone in touched {
            // Shuffling shows what is to be seen afterwards.
            if moved.is_ok() && self.shuffled_by(zone, moves) {
                self.shuffle(zone);
            } else {
                self.resync_partial(zone);
            }
        }
        moved
    }

    /// Whether cards that came to a zone make it be shuffled.
    fn shuffled_by(&self, zone: ZoneId, moves: &[(CardId, ZoneId)]) -> bool {
        self.table.traits[zone.index()].shuffled && moves.iter().any(|(_, to)| *to == zone)
    }

    /// Moves cards one after the other, and notes the zones that are to be looked at afterwards.
    fn move_each(
        &mut self,
        moves: &[(CardId, ZoneId)],
        end: End,
        facing: Facing,
        touched: &mut SmallVec<[ZoneId; 4]>,
    ) -> Run<()> {
        let t = self.table;
        for &(card, to) in moves {
            self.spend(1)?;
            let from = self.world.zone_of(t, card);
            if t.traits[to.index()].watched && from != to {
                self.has_room(to)?;
            }
            self.put_quietly(card, to, end, facing);
            for zone in [from, to] {
                let traits = &t.traits[zone.index()];
                if (traits.shuffled || traits.partial) && !touched.contains(&zone) {
                    touched.push(zone);
                }
            }
            if t.traits[from.index()].watched && from != to {
                self.after_taking(from)?;
            }
        }
        Ok(())
    }

    /// Moves all cards of a zone. Who knew one of them still does where the new
    /// zone has no places to be told apart: the cards go together.
    pub(crate) fn move_whole(&mut self, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()> {
        let known = self.knowledge(from);
        let moves: SmallVec<[_; 64]> = known.iter().map(|(card, _)| (*card, to)).collect();
        self.move_cards(&moves, End::Newest, facing)?;
        self.recall_knowledge(to, &known);
        Ok(())
    }

    /// Lets two cards change places.
    pub(crate) fn swap_cards(&mut self, a: CardId, b: CardId) {
        let t = self.table;
        let place = |e: &Engine<'_>, c| (e.world.zone_of(t, c), e.world.place_of(t, c));
        let (mut first, mut second) = ((a, place(self, a)), (b, place(self, b)));
        if first.1 == second.1 {
            return;
        }
        // Within a zone the older card goes first, so that both places stay right.
        if first.1.0 == second.1.0 && first.1.1 > second.1.1 {
            (first, second) = (second, first);
        }
        let ((a, (zone_a, at_a)), (b, (zone_b, at_b))) = (first, second);
        self.relocate(a, zone_b, at_b);
        self.relocate(b, zone_a, at_a);
        self.after_exchange(zone_a, zone_b);
    }

    /// Lets two zones exchange all their cards.
    pub(crate) fn swap_zones(&mut self, a: ZoneId, b: ZoneId) -> Run<()> {
        let t = self.table;
        if a == b {
            return Ok(());
        }
        let (from_a, from_b) = (self.knowledge(a), self.knowledge(b));
        for (zone, coming) in [(a, from_b.len()), (b, from_a.len())] {
            let def = t.zone_def(zone);
            if !self.world.is_open(t, zone) {
                return Err(FaultKind::ZoneClosed { zone }.into());
            }
            if coming > def.max as usize {
                return Err(FaultKind::ZoneFull { zone }.into());
            }
            if coming < def.min as usize {
                return Err(FaultKind::ZoneTooSmall { zone }.into());
            }
        }
        self.spend((from_a.len() + from_b.len()) as u32)?;
        for (cards, to) in [(&from_a, b), (&from_b, a)] {
            for (card, _) in cards {
                let end = self.world.zone_len(t, to);
                self.relocate(*card, to, end);
            }
        }
        self.recall_knowledge(b, &from_a);
        self.recall_knowledge(a, &from_b);
        self.after_exchange(a, b);
        Ok(())
    }

    /// Puts the cards of a zone in an order. Who can tell places, but does not
    /// see a face, cannot tell where that card went.
    pub(crate) fn arrange(&mut self, zone: ZoneId, order: &[CardId]) {
        let t = self.table;
        if t.origins.is_some() {
            self.mix_origins(zone, 0);
        }
        let slots = self.world.zone_cards_mut(t, zone);
        for (slot, card) in slots.iter_mut().zip(order) {
            *slot = card.0;
        }
        self.resync_partial(zone);
        let places = self.world.places(t, zone);
        let mut known = 0;
        for &card in order {
            let seen = self.world.face_audience(t, card);
            let knows = self.world.knows(card).minus(places).or(seen);
            *self.world.knows_mut(card) = knows.0;
            known |= knows.0;
        }
        *self.world.known_mut(t, zone) = known;
        self.world.touch(t, zone);
        self.note_arranged(zone);
    }

    /// Moves a card to another place of its own zone, counted from the oldest card.
    pub(crate) fn move_within(&mut self, card: CardId, at: usize) {
        let zone = self.world.zone_of(self.table, card);
        if self.world.place_of(self.table, card) == at {
            return;
        }
        self.relocate(card, zone, at);
        self.resync_partial(zone);
    }

    /// Moves a card to a place of a zone, counted from the oldest card, and
    /// leaves it to the caller to show what a rule for some of the cards shows.
    fn relocate(&mut self, card: CardId, to: ZoneId, at: usize) {
        let t = self.table;
        let from = self.world.zone_of(t, card);
        let from_at = self.world.place_of(t, card);
        let was_top = self.top(from) == Some(card);
        if from != to {
            self.mix_leaving(from, self.world.places(t, from));
        }
        let spot_from = self.world.spot(t, card, from, from_at);
        if self.world.flags(t, card) & GRANTED != 0 {
            self.drop_grants(card);
        }
        let newest = self.world.parts(t).shift(from, from_at, to, End::Newest);
        let at = at.min(newest);
        self.world.ints[t.cards + card.index()] = to.0;
        if let Some(behind) = self.world.zone_cards_mut(t, to).get_mut(at..) {
            behind.rotate_right(1);
        }
        *self.world.flags_mut(t, card) &= !EXPOSED;
        let spot_to = self.world.spot(t, card, to, at);
        if from == to {
            // Whoever knew that it is in the zone still does, whether he can tell places or not.
            let knows = self.world.knows(card).or(spot_from.face).or(spot_to.face);
            *self.world.knows_mut(card) = knows.0;
            *self.world.known_mut(t, to) |= knows.0;
        } else {
            let followable = was_top && t.traits[from.index()].shuffled;
            let doubt = self.world.parts(t).follow(card, spot_from, spot_to, followable);
            if let Some(doubt) = doubt {
                self.doubt(card, from, to, doubt);
            }
        }
        self.world.touch(t, from);
        self.world.touch(t, to);
        self.emit(Event::Moved {
            card,
            from: spot_from,
            to: spot_to,
        });
    }

    /// Moves a card to a place of a zone, counted in the order of drawing, and
    /// to the end where there are not so many.
    pub(crate) fn move_to_place(&mut self, card: CardId, to: ZoneId, place: usize) -> Run<()> {
        let t = self.table;
        let from = self.world.zone_of(t, card);
        let others = self.world.zone_len(t, to) - usize::from(from == to);
        let full = || others >= t.zone_def(to).max as usize;
        if t.traits[to.index()].watched && from != to && full() {
            return Err(FaultKind::ZoneFull { zone: to }.into());
        }
        let place = place.min(others);
        let fifo = t.traits[to.index()].fifo;
        self.relocate(card, to, if fifo { place } else { others - place });
        self.after_exchange(from, to);
        if t.traits[from.index()].watched && from != to {
            self.after_taking(from)?;
        }
        Ok(())
    }

    fn after_exchange(&mut self, a: ZoneId, b: ZoneId) {
        let both = [a, b];
        for &zone in if a == b { &both[..1] } else { &both[..] } {
            if self.table.traits[zone.index()].shuffled {
                self.shuffle(zone);
            }
            self.resync_partial(zone);
        }
    }

    /// The cards of a zone, oldest first, and who knows each.
    fn knowledge(&self, zone: ZoneId) -> SmallVec<[(CardId, u64); 32]> {
        let cards = self.world.zone_cards(self.table, zone).iter();
        cards
            .map(|c| (CardId(*c), self.world.knows(CardId(*c)).0))
            .collect()
    }

    /// After all cards of a zone went to another one.
    fn recall_knowledge(&mut self, to: ZoneId, known: &[(CardId, u64)]) {
        let t = self.table;
        if t.traits[to.index()].shuffled {
            return;
        }
        let told = self.world.places(t, to).0;
        for &(card, knew) in known {
            if self.world.zone_of(t, card) == to {
                *self.world.knows_mut(card) |= knew & !told;
                *self.world.known_mut(t, to) |= knew & !told;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::table::Table;
    use crate::engine::world::World;
    use crate::game::Game;
    use crate::ids::Audience;
    use crate::setup::{Seed, Setup};
    use proptest::prelude::*;

    const TABLE: &str = include_str!("../primitives/example_table.json5");

    fn game() -> Game {
        let ruleset = TABLE
            .parse()
            .unwrap_or_else(|e: crate::LoadError| unreachable!("{e}"));
        Game::new(&ruleset, &Setup::named(["A", "B", "C"]), Seed::from(1))
            .unwrap_or_else(|e| unreachable!("{e}"))
    }

    fn order(t: &Table, world: &World) -> Vec<Vec<u16>> {
        t.zone_ids()
            .map(|zone| world.zone_cards(t, zone).to_vec())
            .collect()
    }

    /// Does to the zones what the events tell; those that were shuffled are
    /// taken as they are.
    fn follow_events(t: &Table, world: &World, zones: &mut [Vec<u16>], events: &[Event]) {
        for event in events {
            match *event {
                Event::Moved { card, from, to } => {
                    assert_eq!(zones[from.zone.index()].remove(from.at as usize), card.0);
                    zones[to.zone.index()].insert(to.at as usize, card.0);
                }
                Event::Arranged { card, spot } => zones[spot.zone.index()][spot.at as usize] = card.0,
                Event::Shuffled { zone } => zones[zone.index()] = world.zone_cards(t, zone).to_vec(),
                _ => {}
            }
        }
    }

    fn check(t: &Table, world: &mut World) {
        for zone in t.zone_ids() {
            for card in world.zone_cards(t, zone).to_vec().into_iter().map(CardId) {
                assert_eq!(world.zone_of(t, card), zone);
                let knows = world.knows(card);
                assert!(
                    world.face_audience(t, card).minus(knows).is_none(),
                    "who sees a card knows it"
                );
                assert!(
                    knows.minus(Audience(*world.known_mut(t, zone))).is_none(),
                    "the zone remembers who knows"
                );
            }
        }
    }

    fn act(e: &mut Engine<'_>, what: u8, a: usize, b: usize) -> Run<()> {
        let t = e.table;
        let card = |n: usize| CardId((n % t.cards) as u16);
        let zone = |n: usize| ZoneId((n % t.zones) as u16);
        match what {
            0 => e.swap_cards(card(a), card(b)),
            1 => e.swap_zones(zone(a), zone(b))?,
            2 => {
                let mut order: Vec<CardId> = e.knowledge(zone(a)).into_iter().map(|(c, _)| c).collect();
                order.sort_by_key(|c| (usize::from(c.0) * (b + 1)) % 7);
                e.arrange(zone(a), &order);
            }
            3 => e.move_whole(zone(a), zone(b), Facing::Kept)?,
            4 => e.move_cards(&[(card(a), zone(b)), (card(b), zone(b))], End::Oldest, Facing::Up)?,
            5 => e.turn_card(card(a), b.is_multiple_of(2)),
            6 => e.grant(card(a), Audience(1 << (b % 3))),
            _ => e.end_grants(card(a)),
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn no_card_is_lost_and_events_tell_where_each_went(
            acts in prop::collection::vec((0u8..8, 0usize..1000, 0usize..1000), 1..40)
        ) {
            let game = game();
            let t = &game.table;
            let mut world = game.world.clone();
            for (what, a, b) in acts {
                let mut tried = world.clone();
                let mut events = Vec::new();
                let done = act(&mut Engine::new(t, &mut tried, Some(&mut events)), what, a, b);
                if done.is_ok() {
                    let mut zones = order(t, &world);
                    follow_events(t, &tried, &mut zones, &events);
                    let told = |mut zones: Vec<Vec<u16>>| {
                        // Nobody is told the places of a zone where nobody sees them.
                        let blind = t.zone_ids().filter(|z| tried.places(t, *z).is_none());
                        blind.for_each(|z| zones[z.index()].sort_unstable());
                        zones
                    };
                    prop_assert_eq!(told(zones), told(order(t, &tried)));
                    check(t, &mut tried);
                    world = tried;
                }
            }
        }
    }

    #[test]
    fn who_knew_a_card_knows_it_in_the_hand_that_all_cards_went_to() {
        let game = game();
        let t = &game.table;
        let mut world = game.world.clone();
        let mut e = Engine::new(t, &mut world, None);
        let hand = |seat| t.seat_zone(crate::ids::Seat(seat), 0);
        let Some((card, _)) = e.knowledge(hand(0)).first().copied() else {
            unreachable!()
        };
        let watcher = Audience(1 << 2);
        e.grant(card, watcher);
        assert_eq!(e.swap_zones(hand(0), hand(1)), Ok(()));
        assert!(watcher.minus(e.world.knows(card)).is_none());
        assert_eq!(
            e.world.face_audience(t, card),
            Audience(1 << 1),
            "but no longer sees it"
        );
        // A pile tells places apart, and nobody saw which card went where.
        assert_eq!(e.move_whole(hand(1), t.shared_zone(0), Facing::Down), Ok(()));
        assert!(!watcher.minus(e.world.knows(card)).is_none());
    }
}
