//! Who sees a face, who can tell places, and who knows what.

use crate::event::{Event, Spot};
use crate::ids::{Audience, CardId, SeatSet, ZoneId};
use crate::program::{Part, Sides, StateType, Visibility, Who};
use crate::vm::engine::Engine;
use crate::world::columns::{EXPOSED, FACE_UP, GRANTED};
use crate::world::{sight, zone_marks};
use smallvec::SmallVec;

/// Lets viewers see a card where it lies, until it leaves or is hidden again.
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

/// Ends the looks that were granted at a card.
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

/// The rule about faces that a designation of a zone brings; of several,
/// that of the first one declared.
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

/// Works out again who sees each zone, where turn or state decide that.
pub(crate) fn refresh_visibility(engine: &mut Engine<'_>) {
    let t = engine.table;
    for zone in t.zone_ids().filter(|zone| !t.traits[zone.index()].steady) {
        refresh_sight(engine, zone);
    }
}

/// Works out again who sees a zone.
pub(crate) fn refresh_sight(engine: &mut Engine<'_>, zone: ZoneId) {
    let rule = rule_of(engine, zone);
    let sees = who_sees(engine, zone, rule);
    set_sees(engine, zone, sees, rule);
}

/// The rule that holds for a zone now: of a designation it bears, of the
/// running state, or its own.
pub(crate) fn rule_of(engine: &Engine<'_>, zone: ZoneId) -> Visibility {
    let def = engine.table.zone_def(zone);
    if let Some(rule) = designated_rule(engine, zone) {
        return rule;
    }
    let state = engine.world.scene.state;
    let of_state = def.visible_in.iter().find(|(s, _)| *s == state);
    of_state.map_or(def.visible, |(_, rule)| *rule)
}

/// A card of a zone where each is looked at by itself was turned.
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
        on_turn(self.engine)
    }

    fn allies(&self) -> SeatSet {
        with_allies(self.engine, on_turn(self.engine))
    }
}

/// Seats that are on turn: one, or all where there are no turns.
pub(crate) fn on_turn(engine: &Engine<'_>) -> SeatSet {
    let scene = &engine.world.scene;
    match engine.table.program.state(scene.state).kind {
        StateType::RoundRobin | StateType::Grandstand => scene.turn.map_or(SeatSet::EMPTY, SeatSet::one),
        StateType::Auto | StateType::Concurrent => engine.table.all_seats(),
    }
}

fn with_allies(engine: &Engine<'_>, seats: SeatSet) -> SeatSet {
    seats
        .into_iter()
        .fold(SeatSet::EMPTY, |all, s| all.or(engine.table.allies(s)))
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

/// Tells for each card of a zone who sees its face now and did not before.
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

/// Marks the cards that a zone's rule for some of its cards shows.
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

/// After cards came or went: shows and hides those that a rule for some of
/// the cards now reaches or not.
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

/// Before the cards of a zone change places: hides those that a rule for some of the cards shows. What is to be
/// seen afterwards is shown where it lies then, and nobody can follow a card to its new place.
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

/// Ends the looks at a card that is about to leave its zone, and tells whose they were.
#[cold]
#[inline(never)]
pub(crate) fn take_grants(engine: &mut Engine<'_>, card: CardId) -> Audience {
    let whose = sight::granted(engine.world, card);
    drop_grants(engine, card);
    whose
}

/// The same for a card that is leaving its zone: nothing is shown.
pub(crate) fn drop_grants(engine: &mut Engine<'_>, card: CardId) {
    *engine.world.flags_mut(engine.table, card) &= !GRANTED;
    if let Some(extras) = &mut engine.world.extras {
        extras.grants.retain(|(c, _)| *c != card);
    }
}

/// Tells who can see places where each card of a zone lies now.
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
