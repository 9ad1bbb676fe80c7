//! Who sees a face, who can tell places, and who knows what.

use crate::event::{Event, Spot};
use crate::ids::{Audience, CardId, SeatSet, ZoneId};
use crate::program::{Part, Sides, StateType, Visibility, Who};
use crate::vm::engine::Engine;
use crate::world::columns::{EXPOSED, FACE_UP, GRANTED};
use smallvec::SmallVec;

/// How seats stand to a zone now.
struct SidesNow<'e, 'a> {
    engine: &'e Engine<'a>,
    zone: ZoneId,
}

impl Sides for SidesNow<'_, '_> {
    fn all(&self) -> SeatSet {
        self.engine.table.every_seat()
    }

    fn owner(&self) -> SeatSet {
        let owner = self.engine.table.traits[self.zone.index()].owner;
        owner.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn on_turn(&self) -> SeatSet {
        self.engine.on_turn()
    }

    fn allies(&self) -> SeatSet {
        self.engine.with_allies(self.engine.on_turn())
    }
}

impl Engine<'_> {
    /// Works out again who sees each zone, where turn or state decide that.
    pub(crate) fn refresh_visibility(&mut self) {
        let t = self.table;
        for zone in t.zone_ids().filter(|zone| !t.traits[zone.index()].steady) {
            self.refresh_sight(zone);
        }
    }

    /// Works out again who sees a zone.
    pub(crate) fn refresh_sight(&mut self, zone: ZoneId) {
        let rule = self.rule_of(zone);
        let sees = self.who_sees(zone, rule);
        self.set_sees(zone, sees, rule);
    }

    /// The rule that holds for a zone now: of a designation it bears, of the
    /// running state, or its own.
    pub(crate) fn rule_of(&self, zone: ZoneId) -> Visibility {
        let def = self.table.zone_def(zone);
        if let Some(rule) = self.designated_rule(zone) {
            return rule;
        }
        let state = self.world.scene.state;
        let of_state = def.visible_in.iter().find(|(s, _)| *s == state);
        of_state.map_or(def.visible, |(_, rule)| *rule)
    }

    /// A card of a zone where each is looked at by itself was turned.
    #[cold]
    pub(crate) fn expose_turned(&mut self, card: CardId, zone: ZoneId) {
        let rule = self.rule_of(zone);
        if rule.who == Who::Face && rule.part == Part::All {
            let flags = self.world.flags_mut(self.table, card);
            let up = *flags & FACE_UP != 0;
            *flags = if up { *flags | EXPOSED } else { *flags & !EXPOSED };
        }
    }

    fn who_sees(&self, zone: ZoneId, rule: Visibility) -> Audience {
        let sides = SidesNow { engine: self, zone };
        match rule.who {
            Who::Group(group) => group.audience(&sides),
            Who::Face => Audience::ALL,
            Who::Several(set) => {
                let with_roles = Audience::seats(self.table.with_roles(set.roles));
                let groups = set.groups.each().map(|group| group.audience(&sides));
                groups.fold(with_roles, Audience::or)
            }
            Who::When(code) => {
                let holds = self.reader().holds(code).unwrap_or(false);
                if holds { Audience::ALL } else { Audience::NONE }
            }
        }
    }

    /// Seats that are on turn: one, or all where there are no turns.
    pub(crate) fn on_turn(&self) -> SeatSet {
        let scene = &self.world.scene;
        match self.table.program.state(scene.state).kind {
            StateType::RoundRobin | StateType::Grandstand => scene.turn.map_or(SeatSet::EMPTY, SeatSet::one),
            StateType::Auto | StateType::Concurrent => self.table.all_seats(),
        }
    }

    fn with_allies(&self, seats: SeatSet) -> SeatSet {
        seats
            .into_iter()
            .fold(SeatSet::EMPTY, |all, s| all.or(self.table.allies(s)))
    }

    fn set_sees(&mut self, zone: ZoneId, sees: Audience, rule: Visibility) {
        let t = self.table;
        let before = self.world.sees(t, zone);
        let partial = t.traits[zone.index()].partial;
        if before == sees && !partial {
            return;
        }
        let places = self.world.places(t, zone);
        let seen = self.seen_in(zone);
        self.world.set_sees(t, zone, sees);
        if partial {
            self.expose(zone, rule);
        }
        let places_after = self.world.places(t, zone);
        // Those who lose the order learn of it last, those who gain it first see every face.
        self.note_all_shown(zone, &seen, places);
        if places != places_after {
            self.emit(Event::Regarded {
                zone,
                before: places,
                after: places_after,
            });
            self.note_arranged(zone);
        }
    }

    /// Who sees the face of each card of a zone.
    fn seen_in(&self, zone: ZoneId) -> SmallVec<[Audience; 64]> {
        let cards = self.world.zone_cards(self.table, zone).iter();
        cards
            .map(|c| self.world.face_audience(self.table, CardId(*c)))
            .collect()
    }

    /// Tells for each card of a zone who sees its face now and did not before.
    fn note_all_shown(&mut self, zone: ZoneId, before: &[Audience], places: Audience) {
        for (at, before) in before.iter().enumerate() {
            let card = CardId(self.world.zone_cards(self.table, zone)[at]);
            self.note_shown(card, zone, at, *before, places);
        }
    }

    fn note_shown(&mut self, card: CardId, zone: ZoneId, at: usize, before: Audience, places: Audience) {
        let now = self.world.face_audience(self.table, card);
        if now != before {
            self.world.learn(self.table, card, zone, now);
            let spot = Spot {
                zone,
                at: at as u16,
                face: now,
                places,
            };
            self.emit(Event::Shown { card, before, spot });
        }
    }

    /// Marks the cards that a zone's rule for some of its cards shows.
    fn expose(&mut self, zone: ZoneId, rule: Visibility) {
        let t = self.table;
        let len = self.world.zone_len(t, zone);
        let fifo = t.traits[zone.index()].fifo;
        for at in 0..len {
            let from_next = if fifo { at } else { len - 1 - at };
            let shown = match rule.part {
                Part::All => true,
                Part::Next(n) => from_next < n as usize,
                Part::Last(n) => len - 1 - from_next < n as usize,
            };
            let card = CardId(self.world.zone_cards(t, zone)[at]);
            let flags = self.world.flags_mut(t, card);
            let lies_open = rule.who != Who::Face || *flags & FACE_UP != 0;
            *flags = if shown && lies_open {
                *flags | EXPOSED
            } else {
                *flags & !EXPOSED
            };
        }
    }

    /// After cards came or went: shows and hides those that a rule for some of
    /// the cards now reaches or not.
    #[inline]
    pub(crate) fn resync_partial(&mut self, zone: ZoneId) {
        if self.table.traits[zone.index()].partial {
            self.resync(zone);
        }
    }

    #[cold]
    fn resync(&mut self, zone: ZoneId) {
        let t = self.table;
        let rule = self.rule_of(zone);
        let seen = self.seen_in(zone);
        self.expose(zone, rule);
        let places = self.world.places(t, zone);
        self.note_all_shown(zone, &seen, places);
    }

    /// Before the cards of a zone change places: hides those that a rule for some of the cards shows. What is to be
    /// seen afterwards is shown where it lies then, and nobody can follow a card to its new place.
    #[inline]
    pub(crate) fn conceal_partial(&mut self, zone: ZoneId) {
        if self.table.traits[zone.index()].partial {
            self.conceal(zone);
        }
    }

    #[cold]
    fn conceal(&mut self, zone: ZoneId) {
        let t = self.table;
        let seen = self.seen_in(zone);
        for at in 0..self.world.zone_len(t, zone) {
            let card = CardId(self.world.zone_cards(t, zone)[at]);
            *self.world.flags_mut(t, card) &= !EXPOSED;
        }
        let places = self.world.places(t, zone);
        self.note_all_shown(zone, &seen, places);
    }

    /// Lets viewers see a card where it lies, until it leaves or is hidden again.
    pub fn grant(&mut self, card: CardId, who: Audience) {
        let t = self.table;
        let before = self.world.face_audience(t, card);
        let zone = self.world.zone_of(t, card);
        let at = self.world.place_of(t, card);
        *self.world.flags_mut(t, card) |= GRANTED;
        let grants = &mut self.world.extras_mut().grants;
        match grants.iter_mut().find(|(c, _)| *c == card) {
            Some((_, seen)) => *seen = seen.or(who),
            None => grants.push((card, who)),
        }
        let places = self.world.places(t, zone);
        self.note_shown(card, zone, at, before, places);
    }

    /// Ends the looks that were granted at a card.
    pub fn end_grants(&mut self, card: CardId) {
        let t = self.table;
        if self.world.flags(t, card) & GRANTED == 0 {
            return;
        }
        let before = self.world.face_audience(t, card);
        let (zone, at) = (self.world.zone_of(t, card), self.world.place_of(t, card));
        self.drop_grants(card);
        let places = self.world.places(t, zone);
        self.note_shown(card, zone, at, before, places);
    }

    /// Ends the looks at a card that is about to leave its zone, and tells whose they were.
    #[cold]
    #[inline(never)]
    pub(crate) fn take_grants(&mut self, card: CardId) -> Audience {
        let whose = self.world.granted(card);
        self.drop_grants(card);
        whose
    }

    /// The same for a card that is leaving its zone: nothing is shown.
    pub(crate) fn drop_grants(&mut self, card: CardId) {
        *self.world.flags_mut(self.table, card) &= !GRANTED;
        if let Some(extras) = &mut self.world.extras {
            extras.grants.retain(|(c, _)| *c != card);
        }
    }
}
