//! Cards that a viewer cannot tell apart: laid in an order that follows from what he knows, and dealt anew.

use super::classes::{Class, class};
use super::draws::shuffle;
use super::rename::{references, rename};
use super::told;
use crate::game::Game;
use crate::ids::{Audience, CardId, CardTypeId, Viewer, ZoneId};
use crate::play::visibility;
use crate::program::{Lies, Part, Visibility, Who};
use crate::vm::engine::Engine;
use crate::world::card_data;
use crate::world::chance::below;
use crate::world::columns::{EXPOSED, FACE_UP, GRANTED, Packed};
use crate::world::table::Table;
use crate::world::whole::World;
use rand_chacha::ChaCha8Rng;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A card of a zone, as far as the viewer knows it.
#[derive(Clone, Copy, PartialEq)]
struct Slot {
    /// Which card it really is: only to find what refers to it.
    card: CardId,
    /// Its type, where the viewer knows it.
    known: Option<CardTypeId>,
    class: Class,
    flags: u16,
    knows: Audience,
    /// Where it is first referred to.
    named: u32,
}

impl Slot {
    /// The order of cards whose places the viewer cannot tell: by nothing that he does not know.
    fn compare(&self, other: &Slot) -> Ordering {
        let key = |slot: &Slot| {
            let known = slot.known.map_or(u16::MAX, |ty| ty.0);
            (known, slot.class, slot.flags, slot.knows.0, slot.named)
        };
        key(self).cmp(&key(other))
    }

    /// Whether two cards are the same to the viewer, and to all that refers to cards.
    fn is_like(&self, other: &Slot) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

/// A card, and the type that the viewer knows in hindsight to lie there.
pub(super) type Pinned = (CardId, CardTypeId);

/// Lays all cards anew. Of some places the viewer knows in hindsight which type lies there. Gives the new number of each
/// card.
pub(super) fn redraw(
    game: &mut Game,
    viewer: Viewer,
    hindsight: &[Pinned],
    rng: &mut ChaCha8Rng,
) -> Vec<CardId> {
    let table = Arc::clone(&game.table);
    let t = &*table;
    let world = &mut game.world;
    let named = references(world, t);
    let mut slots: Vec<Slot> = Vec::with_capacity(t.cards);
    for zone in t.zone_ids() {
        let first = slots.len();
        let cards = world.zone_cards(t, zone).iter();
        slots.extend(cards.map(|card| {
            let mut slot = slot(t, world, CardId(*card), viewer, &named);
            if let Some((_, ty)) = hindsight.iter().find(|(card, _)| *card == slot.card) {
                slot.known = Some(*ty);
            }
            slot
        }));
        if !world.places(t, zone).contains(viewer) {
            let rule = visibility::rule_of(&Engine::new(t, world, None), zone);
            let shown = t.traits[zone.index()].shows(EXPOSED, world.sees(t, zone));
            mix(
                &mut slots[first..],
                indexed(t, zone, rule),
                shown.contains(viewer),
                rng,
            );
        }
    }
    let mut cards = deal(t, world, &slots, rng);
    if t.card_data.is_carried {
        told::agree(t, world, viewer, &slots_of(&slots), &mut cards, rng);
    }
    write(t, world, &slots, &cards);
    let mut new = vec![CardId(0); t.cards];
    for (slot, card) in slots.iter().zip(&cards) {
        new[slot.card.index()] = *card;
    }
    if t.card_data.each > 0 {
        card_data::renumber(world, t, &new);
    }
    rename(world, |card| new.get(card.index()).copied().unwrap_or(card));
    new
}

/// The cards of slots that are not known, and their classes; None of those that are.
fn slots_of(slots: &[Slot]) -> Vec<Option<(CardId, Class)>> {
    let unknown = |slot: &Slot| slot.known.is_none().then_some((slot.card, slot.class));
    slots.iter().map(unknown).collect()
}

/// Two cards of one class trade places, and what is said of one is said of the other.
pub(super) fn trade(game: &mut Game, one: CardId, other: CardId) {
    let t = &*game.table;
    let world = &mut game.world;
    let place = |card| world.zone_start(t, world.zone_of(t, card)) + world.place_of(t, card);
    let (at, other_at) = (place(one), place(other));
    let mut w = world.parts(t);
    w.order.swap(at, other_at);
    w.zone_of.swap(one.index(), other.index());
    w.flags.swap(one.index(), other.index());
    let (knows, other_knows) = (w.knows.get(one.index()), w.knows.get(other.index()));
    w.knows.set(one.index(), other_knows);
    w.knows.set(other.index(), knows);
    for item in 0..t.card_data.each as u16 {
        world
            .values
            .swap(t.card_data_at(one, item), t.card_data_at(other, item));
    }
    rename(world, |card| match card {
        card if card == one => other,
        card if card == other => one,
        card => card,
    });
}

fn slot(t: &Table, world: &World, card: CardId, viewer: Viewer, named: &[u32]) -> Slot {
    let ty = world.type_of(t, card);
    let class = class(t, world, card);
    let knows = world.knows(t, card);
    let named = named.get(card.index()).copied().unwrap_or(u32::MAX);
    if knows.contains(viewer) {
        return Slot {
            card,
            known: Some(ty),
            class,
            flags: world.flags(t, card),
            knows,
            named,
        };
    }
    let zone = world.zone_of(t, card);
    // Who does not know a card takes it to lie as cards of its zone do, and of others he knows what they see, not what
    // they have seen and can follow.
    let mut flags = world.flags(t, card) & !(FACE_UP | GRANTED);
    let (traits, sees) = (&t.traits[zone.index()], world.sees(t, zone));
    if traits.lies == Lies::Up && !traits.shows(flags | FACE_UP, sees).contains(viewer) {
        flags |= FACE_UP;
    }
    Slot {
        card,
        known: None,
        class,
        flags,
        knows: traits.shows(flags, sees),
        named,
    }
}

/// The end of a zone, of which some cards are seen by their places.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    /// Those with the lowest places.
    Oldest,
    /// Those with the highest places.
    Newest,
    /// The same, as far as they lie face up.
    FacesOf(bool),
}

/// Where the cards lie that a rule shows by their places; None where it shows all of the zone.
fn indexed(t: &Table, zone: ZoneId, rule: Visibility) -> Option<Shown> {
    let traits = &t.traits[zone.index()];
    let oldest = match rule.part {
        Part::All => return None,
        Part::Next(_) => traits.fifo,
        Part::Last(_) => !traits.fifo,
    };
    traits.partial.then_some(match (rule.who, oldest) {
        (Who::Face, oldest) => Shown::FacesOf(oldest),
        (_, true) => Shown::Oldest,
        (_, false) => Shown::Newest,
    })
}

/// Puts the cards of a zone whose places the viewer cannot tell in an order that he could expect as well as any
/// other. Where some are shown by their places, those he sees by that stay there.
fn mix(slots: &mut [Slot], indexed: Option<Shown>, sees_shown: bool, rng: &mut ChaCha8Rng) {
    if slots.windows(2).all(|two| two[0].is_like(&two[1])) {
        return;
    }
    let Some(shown) = indexed else {
        slots.sort_by(Slot::compare);
        shuffle(slots, rng);
        return;
    };
    let exposed: Vec<u16> = slots.iter().map(|slot| slot.flags & EXPOSED).collect();
    let is_shown = |slot: &Slot| sees_shown && slot.flags & EXPOSED != 0;
    let oldest_first = matches!(shown, Shown::Oldest | Shown::FacesOf(true));
    let by_faces = matches!(shown, Shown::FacesOf(_));
    if !by_faces {
        // Their flag is that of the place.
        slots.iter_mut().for_each(|slot| {
            if !is_shown(slot) {
                slot.flags &= !EXPOSED;
            }
        });
    }
    slots.sort_by(|a, b| {
        let first = is_shown(b).cmp(&is_shown(a));
        let first = if oldest_first { first } else { first.reverse() };
        first.then_with(|| a.compare(b))
    });
    let seen = slots.iter().filter(|slot| is_shown(slot)).count();
    let unseen = match oldest_first {
        true => slots.get_mut(seen..),
        false => {
            let rest = slots.len() - seen;
            slots.get_mut(..rest)
        }
    };
    shuffle(unseen.unwrap_or_default(), rng);
    if !by_faces {
        for (slot, exposed) in slots.iter_mut().zip(exposed) {
            slot.flags = slot.flags & !EXPOSED | exposed;
        }
    }
}

/// A number by whose order things of a class lie together, and of those, things of a type.
fn key((back, origin): Class, ty: u16, of: u16) -> u64 {
    u64::from(back) << 48 | u64::from(origin) << 32 | u64::from(ty) << 16 | u64::from(of)
}

/// Which card lies in each slot now: of those of its class one of the type that the viewer knows, or any that is
/// left.
fn deal(t: &Table, world: &World, slots: &[Slot], rng: &mut ChaCha8Rng) -> Vec<CardId> {
    let mut left: Vec<u64> = t
        .card_ids()
        .zip(&t.card_type)
        .map(|(card, ty)| {
            let back = t.program.cards.types[usize::from(*ty)].back;
            key((back, world.origin(t, card)), *ty, card.0)
        })
        .collect();
    left.sort_unstable();
    let card = |key: u64| CardId(key as u16);
    // How many of each row of alike cards are taken, by where the row begins.
    let mut taken = vec![0u16; left.len()];
    let mut dealt = vec![CardId(0); slots.len()];
    let mut unknown: Vec<(Class, usize)> = Vec::with_capacity(slots.len());
    for (at, slot) in slots.iter().enumerate() {
        let Some(ty) = slot.known else {
            unknown.push((slot.class, at));
            continue;
        };
        let row = key(slot.class, ty.0, 0) >> 16;
        let first = left.partition_point(|other| other >> 16 < row);
        let next = first + taken.get(first).map_or(0, |begun| usize::from(*begun));
        let alike = left.get(next..).unwrap_or_default();
        let alike = alike.iter().take_while(|other| **other >> 16 == row).count();
        if alike == 0 {
            // What came to light later has been put into too few places that can hold it.
            unknown.push((slot.class, at));
            continue;
        }
        taken[first] += 1;
        left.swap(next, next + below(rng, alike as u32) as usize);
        dealt[at] = card(left[next]);
    }
    let mut rest: Vec<u64> = Vec::with_capacity(slots.len());
    let mut at = 0;
    while let Some(row) = left.get(at).map(|first| first >> 16) {
        let after = at + left[at..].iter().take_while(|other| **other >> 16 == row).count();
        let from = rest.len();
        rest.extend(left[at..after].iter().skip(usize::from(taken[at])));
        // Alike cards keep the order of their numbers.
        rest[from..].sort_unstable();
        at = after;
    }
    unknown.sort_unstable();
    for class in rest.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
        shuffle(class, rng);
    }
    for ((_, at), key) in unknown.into_iter().zip(rest) {
        dealt[at] = card(key);
    }
    dealt
}

/// Writes where the cards lie, and what is known of them.
fn write(t: &Table, world: &mut World, slots: &[Slot], cards: &[CardId]) {
    let mut w = world.parts(t);
    for (zone, ends) in w.starts.windows(2).enumerate() {
        let mut known = Packed::NONE;
        for at in usize::from(ends[0])..usize::from(ends[1]) {
            let (slot, card) = (&slots[at], cards[at]);
            w.order[at] = card.0;
            w.zone_of[card.index()] = zone as u16;
            w.flags[card.index()] = slot.flags;
            let knows = t.columns.width.pack(slot.knows);
            w.knows.set(card.index(), knows);
            known = known.or(knows);
        }
        w.known.set(zone, known);
    }
    world.types = None;
    world.nothing_changed(t);
}

/// Lets cards with the same back and origin trade their types, as `draw` says.
pub fn permute_types(game: &mut Game, cards: &[CardId], mut draw: impl FnMut(u32) -> u32) {
    let table = game.table.clone();
    let mut groups: BTreeMap<Class, Vec<CardId>> = BTreeMap::new();
    for card in cards {
        groups
            .entry(class(&table, &game.world, *card))
            .or_default()
            .push(*card);
    }
    for group in groups.values() {
        let mut types: Vec<CardTypeId> = group.iter().map(|c| game.world.type_of(&table, *c)).collect();
        for last in (1..types.len()).rev() {
            let pick = draw(last as u32 + 1) as usize;
            types.swap(last, pick.min(last));
        }
        for (card, ty) in group.iter().zip(types) {
            let types = game
                .world
                .types
                .get_or_insert_with(|| table.card_type.as_slice().into());
            types[card.index()] = ty.0;
        }
    }
}
