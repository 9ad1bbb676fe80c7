//! What a viewer can tell in hindsight of where cards lay.

use super::cards::Pinned;
use super::classes::{self, Class};
use super::draws::shuffle;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{CardId, CardTypeId, Viewer, ZoneId};
use rand_chacha::ChaCha8Rng;

/// Follows each card that a viewer does not know back to the places at the beginning in which it may have lain. Cards that he
/// cannot tell apart may have come from the same places.
pub(super) struct Whereabouts {
    viewer: Viewer,
    zone_of: Vec<ZoneId>,
    /// Where each card may have lain at the beginning.
    from: Vec<Places>,
    /// The cards that he has known at any time, and their types.
    met: Vec<Pinned>,
    /// The places of which he knew at the beginning what lay there.
    known: Places,
    sightings: Vec<Sighting>,
}

/// A set of places at the beginning, each named by the card that lay there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Places(Vec<u64>);

/// A card came to light that had lain in one of some places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Sighting {
    from: Places,
    ty: CardTypeId,
}

impl Places {
    fn none(cards: usize) -> Places {
        Places(vec![0; cards.div_ceil(64)])
    }

    fn add(&mut self, place: CardId) {
        if let Some(word) = self.0.get_mut(place.index() / 64) {
            *word |= 1 << (place.index() % 64);
        }
    }

    fn contains(&self, place: CardId) -> bool {
        let word = self.0.get(place.index() / 64).copied().unwrap_or(0);
        word >> (place.index() % 64) & 1 == 1
    }

    fn join(&mut self, others: &Places) {
        self.0
            .iter_mut()
            .zip(&others.0)
            .for_each(|(word, other)| *word |= other);
    }

    fn iter(&self) -> impl Iterator<Item = CardId> {
        let all = (0..self.0.len() as u16 * 64).map(CardId);
        all.filter(|place| self.contains(*place))
    }
}

impl Whereabouts {
    pub(super) fn new(begin: &Game, viewer: Viewer) -> Whereabouts {
        let (t, world) = (&*begin.table, &begin.world);
        let mut whereabouts = Whereabouts {
            viewer,
            zone_of: t.card_ids().map(|card| world.zone_of(t, card)).collect(),
            from: vec![Places::none(t.cards); t.cards],
            met: Vec::new(),
            known: Places::none(t.cards),
            sightings: Vec::new(),
        };
        for card in t.card_ids() {
            whereabouts.from[card.index()].add(card);
            if world.knows(t, card).contains(viewer) {
                whereabouts.known.add(card);
                whereabouts.met.push((card, world.type_of(t, card)));
            }
        }
        for zone in t.zone_ids() {
            if !world.places(t, zone).contains(viewer) {
                whereabouts.mix(zone, begin, begin);
            }
        }
        whereabouts
    }

    /// The cards of a zone can no longer be told apart, but for those that the viewer knows before and after.
    fn mix(&mut self, zone: ZoneId, before: &Game, now: &Game) {
        let knows = |game: &Game, card| game.world.knows(&game.table, card).contains(self.viewer);
        let lie_there = now.table.card_ids().filter(|card| {
            self.zone_of[card.index()] == zone && !(knows(before, *card) && knows(now, *card))
        });
        let alike: Vec<CardId> = lie_there.collect();
        let mut all = Places::none(now.table.cards);
        for card in &alike {
            all.join(&self.from[card.index()]);
        }
        for card in alike {
            self.from[card.index()].clone_from(&all);
        }
    }

    /// A choice has led from one game to another, with these events.
    pub(super) fn note(&mut self, before: &Game, now: &Game, events: &[Event]) {
        let (t, world) = (&now.table, &now.world);
        for event in events {
            match event {
                Event::Moved { card, from, to } => {
                    if !from.places.contains(self.viewer) {
                        self.mix(from.zone, before, now);
                    }
                    self.zone_of[card.index()] = to.zone;
                    if !to.places.contains(self.viewer) {
                        self.mix(to.zone, before, now);
                    }
                }
                Event::Regarded { zone, after, .. } if !after.contains(self.viewer) => {
                    self.mix(*zone, before, now);
                }
                Event::Arranged { spot, .. } if !spot.places.contains(self.viewer) => {
                    self.mix(spot.zone, before, now);
                }
                _ => {}
            }
        }
        for card in t.card_ids() {
            if !world.knows(t, card).contains(self.viewer) || self.met.iter().any(|(met, _)| *met == card) {
                continue;
            }
            // It may be an equal card that he knew before, and lost track of.
            let ty = world.type_of(t, card);
            let is_lost = |met: CardId| !world.knows(t, met).contains(self.viewer);
            if !self.met.iter().any(|(met, of)| *of == ty && is_lost(*met)) {
                let from = self.from[card.index()].clone();
                self.sightings.push(Sighting { from, ty });
            }
            self.met.push((card, ty));
        }
    }

    /// What he can tell, with the cards of the beginning under new numbers.
    pub(super) fn hindsight(self, begin: &Game, renamed: &[CardId]) -> Hindsight {
        let (t, world) = (&*begin.table, &begin.world);
        let new = |places: &Places| {
            let mut under_new = Places::none(t.cards);
            for place in places.iter() {
                under_new.add(renamed.get(place.index()).copied().unwrap_or(place));
            }
            under_new
        };
        let class = |card| classes::class(t, world, card);
        let known = new(&self.known);
        let mut of_types = vec![OfType::default(); t.program.cards.types.len()];
        for card in t.card_ids().filter(|card| !known.contains(*card)) {
            let of_type = &mut of_types[world.type_of(t, card).index()];
            of_type.unknown += 1;
            of_type.classes.push(class(card));
        }
        let mut sightings = self.sightings;
        for sighting in &mut sightings {
            let OfType { classes, .. } = &of_types[sighting.ty.index()];
            let all = new(&sighting.from);
            sighting.from = Places::none(t.cards);
            for place in all
                .iter()
                .filter(|place| !known.contains(*place) && classes.contains(&class(*place)))
            {
                sighting.from.add(place);
            }
        }
        sightings.sort_unstable();
        for sighting in &sightings {
            let of_type = &mut of_types[sighting.ty.index()];
            of_type.seen += 1;
            match &mut of_type.from {
                Some(from) => from.join(&sighting.from),
                from => *from = Some(sighting.from.clone()),
            }
        }
        Hindsight {
            known,
            sightings,
            of_types,
        }
    }
}

/// What a viewer can tell now of where cards lay at the beginning.
#[derive(Clone, Debug)]
pub(super) struct Hindsight {
    /// Where nothing else can have lain than what lies there.
    known: Places,
    sightings: Vec<Sighting>,
    of_types: Vec<OfType>,
}

#[derive(Clone, Default, Debug)]
struct OfType {
    /// How many cards of it the viewer did not know at the beginning, and how many of them he has seen since.
    unknown: u16,
    seen: u16,
    /// The classes of those he did not know.
    classes: Vec<Class>,
    /// Where those that he has seen may have lain.
    from: Option<Places>,
}

impl Hindsight {
    /// Whether a card of a type may have lain in a place.
    pub(super) fn allows(&self, place: CardId, ty: CardTypeId) -> bool {
        let free = |of_type: &OfType| of_type.seen < of_type.unknown;
        let may_come_from = |of_type: &OfType| of_type.from.as_ref().is_none_or(|from| from.contains(place));
        let of_type = self.of_types.get(ty.index());
        !self.known.contains(place) && of_type.is_some_and(|of_type| free(of_type) || may_come_from(of_type))
    }

    /// Puts each card that came to light in one of the places from which it may have come.
    pub(super) fn pin(&self, rng: &mut ChaCha8Rng) -> Vec<Pinned> {
        let mut sightings: Vec<&Sighting> = self.sightings.iter().collect();
        shuffle(&mut sightings, rng);
        // Those with few places first.
        sightings.sort_by_key(|sighting| sighting.from.0.iter().map(|word| word.count_ones()).sum::<u32>());
        let mut pins = Pins {
            choices: sightings
                .iter()
                .map(|sighting| sighting.from.iter().collect())
                .collect(),
            held: Vec::new(),
            looked_at: Vec::new(),
        };
        for choices in &mut pins.choices {
            shuffle(choices, rng);
        }
        for sighting in 0..sightings.len() {
            pins.looked_at.clear();
            pins.find(sighting);
        }
        let pinned = |(place, sighting): &(CardId, usize)| Some((*place, sightings.get(*sighting)?.ty));
        pins.held.iter().filter_map(pinned).collect()
    }
}

/// Sightings and places, matched (Kuhn, "The Hungarian Method for the Assignment Problem", 1955).
struct Pins {
    /// From where each may have come, in random order.
    choices: Vec<Vec<CardId>>,
    /// Which places are held by which.
    held: Vec<(CardId, usize)>,
    looked_at: Vec<CardId>,
}

impl Pins {
    /// Finds a place for a sighting, and another one for whose place it takes. False where there is none.
    fn find(&mut self, sighting: usize) -> bool {
        let choices = self.choices.get(sighting).cloned().unwrap_or_default();
        let holder = |pins: &Pins, place| pins.held.iter().position(|(held, _)| *held == place);
        if let Some(free) = choices.iter().find(|place| holder(self, **place).is_none()) {
            self.held.push((*free, sighting));
            return true;
        }
        for place in choices {
            if self.looked_at.contains(&place) {
                continue;
            }
            self.looked_at.push(place);
            let Some(of) = holder(self, place)
                .and_then(|at| self.held.get(at))
                .map(|(_, of)| *of)
            else {
                continue;
            };
            if self.find(of) {
                // The other holds two places now; this one is for the sighting.
                if let Some(held) = self
                    .held
                    .iter_mut()
                    .find(|(held, by)| *held == place && *by == of)
                {
                    held.1 = sighting;
                }
                return true;
            }
        }
        false
    }
}
