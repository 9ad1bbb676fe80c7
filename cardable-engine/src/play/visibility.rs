//! Who sees faces, who can tell positions, and who knows what.

use super::card_data;
use crate::event::{Event, Spot};
use crate::ids::{Audience, CardId, SeatSet, ZoneId};
use crate::program::{Part, Sides, StateType, Visibility, Who};
use crate::vm::engine::Engine;
use crate::world::columns::{EXPOSED, FACE_UP, GRANTED};
use crate::world::members;
use crate::world::{sight, zone_marks};
use smallvec::SmallVec;

/// Shows a card to viewers until it leaves its zone or is hidden again.
pub fn grant(engine: &mut Engine<'_>, card: CardId, who: Audience) {
    let t = engine.table;
    let before = engine.world.face_audience(t, card);
    let zone = engine.world.zone_of(t, card);
    let at = engine.world.place_of(t, card);
    *engine.world.flags_mut(t, card) |= GRANTED;
    let grants = &mut engine.world.extras_mut().grants;
    match grants.iter_mut().find(|(c, _)| *c == card) {
        Some((_, seen)) => *seen = seen.or(who),
        None => grants.push((card, who)),
    }
    let places = engine.world.places(t, zone);
    note_shown(engine, card, zone, at, before, places);
}

pub fn end_grants(engine: &mut Engine<'_>, card: CardId) {
    let t = engine.table;
    if engine.world.flags(t, card) & GRANTED == 0 {
        return;
    }
    let before = engine.world.face_audience(t, card);
    let (zone, at) = (engine.world.zone_of(t, card), engine.world.place_of(t, card));
    drop_grants(engine, card);
    let places = engine.world.places(t, zone);
    note_shown(engine, card, zone, at, before, places);
}

/// The visibility rule of a zone's designation. If several have one, the first declared wins.
fn designated_rule(engine: &Engine<'_>, zone: ZoneId) -> Option<Visibility> {
    let bits = zone_marks::designations(engine.world, engine.table, zone);
    if bits == 0 {
        return None;
    }
    let designations = engine.table.zone_def(zone).designations().enumerate();
    designations
        .filter(|(at, _)| bits >> at & 1 == 1)
        .find_map(|(_, d)| d.visible)
}

/// Recomputes who sees each zone whose visibility depends on turn or state.
pub(crate) fn refresh_visibility(engine: &mut Engine<'_>) {
    let t = engine.table;
    for zone in t.zone_ids().filter(|zone| !t.traits[zone.index()].steady) {
        refresh_sight(engine, zone);
    }
}

/// Recomputes who sees a zone.
pub(crate) fn refresh_sight(engine: &mut Engine<'_>, zone: ZoneId) {
    let rule = rule_of(engine, zone);
    let sees = who_sees(engine, zone, rule);
    set_sees(engine, zone, sees, rule);
}

/// The current visibility rule of a zone: that of a designation, otherwise of the running state, otherwise its
/// own.
pub(crate) fn rule_of(engine: &Engine<'_>, zone: ZoneId) -> Visibility {
    let def = engine.table.zone_def(zone);
    if let Some(rule) = designated_rule(engine, zone) {
        return rule;
    }
    let state = engine.world.scene.state;
    let of_state = def.visible_in.iter().find(|(s, _)| *s == state);
    of_state.map_or(def.visible, |(_, rule)| *rule)
}

/// Updates a card after it was turned, in a zone whose cards are shown individually.
#[cold]
pub(crate) fn expose_turned(engine: &mut Engine<'_>, card: CardId, zone: ZoneId) {
    let rule = rule_of(engine, zone);
    if rule.who == Who::Face && rule.part == Part::All {
        let flags = engine.world.flags_mut(engine.table, card);
        let up = *flags & FACE_UP != 0;
        *flags = if up { *flags | EXPOSED } else { *flags & !EXPOSED };
    }
}

fn who_sees(engine: &Engine<'_>, zone: ZoneId, rule: Visibility) -> Audience {
    let sides = SidesNow { engine, zone };
    match rule.who {
        Who::Group(group) => group.audience(&sides),
        Who::Face => Audience::ALL,
        Who::Several(set) => {
            let with_roles = Audience::seats(engine.table.with_roles(set.roles));
            let groups = set.groups.each().map(|group| group.audience(&sides));
            groups.fold(with_roles, Audience::or)
        }
        Who::When(code) => {
            let holds = engine.reader().holds(code).unwrap_or(false);
            if holds { Audience::ALL } else { Audience::NONE }
        }
    }
}

/// Seats in their current relation to a zone.
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
        on_turn(self.engine)
    }

    fn allies(&self) -> SeatSet {
        with_allies(self.engine, on_turn(self.engine))
    }
}

/// Seats on turn: one, or all where there are no turns.
pub(crate) fn on_turn(engine: &Engine<'_>) -> SeatSet {
    let scene = &engine.world.scene;
    match engine.table.program.state(scene.state).kind {
        StateType::RoundRobin | StateType::Grandstand => scene.turn.map_or(SeatSet::EMPTY, SeatSet::one),
        StateType::Auto | StateType::Concurrent => engine.table.all_seats(),
    }
}

fn with_allies(engine: &Engine<'_>, seats: SeatSet) -> SeatSet {
    seats.into_iter().fold(SeatSet::EMPTY, |all, s| {
        all.or(members::allies(engine.world, engine.table, s))
    })
}

fn set_sees(engine: &mut Engine<'_>, zone: ZoneId, sees: Audience, rule: Visibility) {
    let t = engine.table;
    let before = engine.world.sees(t, zone);
    let partial = t.traits[zone.index()].partial;
    if before == sees && !partial {
        return;
    }
    let places = engine.world.places(t, zone);
    let seen = seen_in(engine, zone);
    engine.world.set_sees(t, zone, sees);
    if partial {
        expose(engine, zone, rule);
    }
    let places_after = engine.world.places(t, zone);
    // Those who lose the order learn of it last, those who gain it first see every face.
    note_all_shown(engine, zone, &seen, places);
    if places != places_after {
        if !places.minus(places_after).is_none() {
            card_data::lose_places(engine, zone, 0);
        }
        engine.emit(Event::Regarded {
            zone,
            before: places,
            after: places_after,
        });
        note_arranged(engine, zone);
    }
}

/// Who sees the face of each card of a zone.
fn seen_in(engine: &Engine<'_>, zone: ZoneId) -> SmallVec<[Audience; 64]> {
    let cards = engine.world.zone_cards(engine.table, zone).iter();
    cards
        .map(|c| engine.world.face_audience(engine.table, CardId(*c)))
        .collect()
}

/// Emits events for cards whose faces have become visible.
fn note_all_shown(engine: &mut Engine<'_>, zone: ZoneId, before: &[Audience], places: Audience) {
    for (at, before) in before.iter().enumerate() {
        let card = CardId(engine.world.zone_cards(engine.table, zone)[at]);
        note_shown(engine, card, zone, at, *before, places);
    }
}

fn note_shown(
    engine: &mut Engine<'_>,
    card: CardId,
    zone: ZoneId,
    at: usize,
    before: Audience,
    places: Audience,
) {
    let now = engine.world.face_audience(engine.table, card);
    if now != before {
        engine.world.learn(engine.table, card, zone, now);
        let spot = Spot {
            zone,
            at: at as u16,
            face: now,
            places,
        };
        engine.emit(Event::Shown { card, before, spot });
    }
}

/// Marks the cards shown by a rule for some of a zone's cards.
fn expose(engine: &mut Engine<'_>, zone: ZoneId, rule: Visibility) {
    let t = engine.table;
    let len = engine.world.zone_len(t, zone);
    let fifo = t.traits[zone.index()].fifo;
    for at in 0..len {
        let from_next = if fifo { at } else { len - 1 - at };
        let shown = match rule.part {
            Part::All => true,
            Part::Next(n) => from_next < n as usize,
            Part::Last(n) => len - 1 - from_next < n as usize,
        };
        let card = CardId(engine.world.zone_cards(t, zone)[at]);
        let flags = engine.world.flags_mut(t, card);
        let lies_open = rule.who != Who::Face || *flags & FACE_UP != 0;
        *flags = if shown && lies_open {
            *flags | EXPOSED
        } else {
            *flags & !EXPOSED
        };
    }
}

/// After cards arrived or left: updates which cards a rule for some of the cards shows.
#[inline]
pub(crate) fn resync_partial(engine: &mut Engine<'_>, zone: ZoneId) {
    if engine.table.traits[zone.index()].partial {
        resync(engine, zone);
    }
}

#[cold]
fn resync(engine: &mut Engine<'_>, zone: ZoneId) {
    let t = engine.table;
    let rule = rule_of(engine, zone);
    let seen = seen_in(engine, zone);
    expose(engine, zone, rule);
    let places = engine.world.places(t, zone);
    note_all_shown(engine, zone, &seen, places);
}

/// Before the cards of a zone change positions: hides those shown by a rule for some of the cards. Cards are
/// shown again afterwards at their new positions, so nobody can follow one.
#[inline]
pub(crate) fn conceal_partial(engine: &mut Engine<'_>, zone: ZoneId) {
    if engine.table.traits[zone.index()].partial {
        conceal(engine, zone);
    }
}

#[cold]
fn conceal(engine: &mut Engine<'_>, zone: ZoneId) {
    let t = engine.table;
    let seen = seen_in(engine, zone);
    for at in 0..engine.world.zone_len(t, zone) {
        let card = CardId(engine.world.zone_cards(t, zone)[at]);
        *engine.world.flags_mut(t, card) &= !EXPOSED;
    }
    let places = engine.world.places(t, zone);
    note_all_shown(engine, zone, &seen, places);
}

/// Removes the grants of a card that is about to leave its zone, and returns their viewers.
#[cold]
#[inline(never)]
pub(crate) fn take_grants(engine: &mut Engine<'_>, card: CardId) -> Audience {
    let whose = sight::granted(engine.world, card);
    drop_grants(engine, card);
    whose
}

/// Like [`end_grants`], for a card that is leaving its zone: shows nothing.
pub(crate) fn drop_grants(engine: &mut Engine<'_>, card: CardId) {
    *engine.world.flags_mut(engine.table, card) &= !GRANTED;
    if let Some(extras) = &mut engine.world.extras {
        extras.grants.retain(|(c, _)| *c != card);
    }
}

/// Emits the new positions of a zone's cards to those who can tell positions.
pub(crate) fn note_arranged(engine: &mut Engine<'_>, zone: ZoneId) {
    let t = engine.table;
    // The referee can always tell places, so this is not only for those who see them.
    if engine.events.is_none() {
        return;
    }
    for at in 0..engine.world.zone_len(t, zone) {
        let card = CardId(engine.world.zone_cards(t, zone)[at]);
        let spot = sight::spot(engine.world, t, card, zone, at);
        engine.emit(Event::Arranged { card, spot });
    }
}
