//! Choices as a viewer saw them, and how they are made again at imagined tables.

use super::draws::{new_seed, shuffle};
use super::table::new_generator;
use crate::choice::{Choice, Pick};
use crate::decision::{ChoiceKey, KeyedChoice};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{ActionId, CardId, CardTypeId, Seat, Viewer, ZoneId};
use crate::view::{CardSeen, ViewEvent, event_for};
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;

/// How many ways are tried to make a choice of which the viewer saw only what came of it.
const WAYS: usize = 32;
/// How many where one is known that has come to that at another table.
const OTHER_WAYS: usize = 3;
/// How often chance is tried again, where it brought something else than the viewer saw.
const CHANCES: usize = 8;
/// How many choices with one key are tried.
const EQUAL: u32 = 4;

/// A choice as the viewer saw it.
#[derive(Clone, Debug)]
pub(super) struct SeenChoice {
    pub(super) seat: Seat,
    what: What,
    /// What he saw happen.
    events: Vec<ViewEvent>,
    /// The cards that were picked before his eyes: where they lay, and of which type they were.
    picked: Vec<(ZoneId, CardTypeId)>,
}

#[derive(Clone, Debug)]
enum What {
    /// The viewer's own choice; None where his time was up.
    Own(Option<Choice>),
    /// It is known which choice it was.
    Known(ChoiceKey),
    /// Only what came of it, and which action it was where that is seen.
    Unknown(Option<ActionId>),
}

/// How a choice was made at an imagined table.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// None where the seat's time was up.
    pub(super) choice: Option<Choice>,
    /// The same at other tables; None where it is what lies in the same places.
    pub(super) key: Option<ChoiceKey>,
    /// Where chance begins anew, so that it brings what the viewer saw.
    draws: Option<[u8; 32]>,
}

/// How a choice was made at other imagined tables.
#[derive(Clone, Copy, Default)]
pub(super) struct Elsewhere<'w> {
    /// At a similar one.
    pub(super) way: Option<&'w Way>,
    /// What came nearest at any: few ways are tried besides.
    pub(super) hint: Option<ChoiceKey>,
}

/// A choice could not be made as the viewer saw it.
#[derive(Clone, Default, Debug)]
pub(super) struct Stray {
    pub(super) nearness: Nearness,
    /// What was chosen where it came nearest.
    pub(super) key: Option<ChoiceKey>,
    pub(super) wish: Wish,
    /// Where other cards might help.
    pub(super) zones: SmallVec<[ZoneId; 4]>,
}

/// How much of what the viewer saw has come about: of the events one after another, and how many of the rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Nearness {
    in_order: usize,
    others: usize,
}

/// Which cards should lie elsewhere.
#[derive(Clone, Copy, Default, Debug)]
pub(super) enum Wish {
    /// This card should be of another type.
    Type(CardId, CardTypeId),
    /// A card of this type should lie in this zone.
    Holds(ZoneId, CardTypeId),
    /// Some other cards should lie in this zone.
    Others(ZoneId),
    #[default]
    Unknown,
}

/// Memory that is used again, and how many choices may still be tried.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    keys: Vec<KeyedChoice>,
    pub(super) left: usize,
}

impl SeenChoice {
    /// Makes a choice in the true game, and tells what the viewer saw. None where it cannot be made.
    pub(super) fn make(
        game: &mut Game,
        viewer: Viewer,
        seat: Seat,
        choice: Option<&Choice>,
    ) -> Option<SeenChoice> {
        // Nobody is told that somebody's time was up.
        let by_timeout = match choice {
            Some(_) => None,
            None => chosen_by_timeout(game, seat),
        };
        let known = choice.or(by_timeout.as_ref());
        let key = match known {
            Some(choice) => Some(game.decision(seat)?.key_of(choice)?),
            None => None,
        };
        let cards = known.and_then(|choice| cards_picked(game, choice));
        match choice {
            Some(choice) => game.submit(seat, choice).ok()?,
            None => game.timeout(seat).ok()?,
        }
        let (t, world) = (&game.table, &game.world);
        let moves = game.events.iter().flatten().filter_map(|event| match event {
            Event::Moved { card, from, .. } => Some((*card, from.zone)),
            _ => None,
        });
        let moves: SmallVec<[(CardId, ZoneId); 8]> = moves.collect();
        // A card may be marked where it lies, and nobody sees which.
        let moved = |card: &CardId| {
            let (card, zone) = moves.iter().find(|(moved, _)| moved == card)?;
            let is_known = world.knows(t, *card).contains(viewer);
            is_known.then(|| (*zone, world.type_of(t, *card)))
        };
        let picked: Option<Vec<_>> = cards.as_ref().and_then(|cards| cards.iter().map(moved).collect());
        // Where other cards leave the zone as well, nobody sees which were picked.
        let is_other = |(card, zone): &(CardId, ZoneId)| {
            let from_there = picked.iter().flatten().any(|(from, _)| from == zone);
            from_there && !cards.iter().flatten().any(|picked| picked == card)
        };
        let is_open = picked.is_some() && !moves.iter().any(is_other);
        let events: Vec<ViewEvent> = events(game, viewer).map(|(_, seen)| seen).collect();
        let action = events.iter().find_map(|event| match event {
            ViewEvent::Acted { seat: by, action } if *by == seat => Some(*action),
            _ => None,
        });
        let has_passed = |event: &ViewEvent| matches!(event, ViewEvent::Passed { seat: by } if *by == seat);
        // A sealed choice is not seen to be done before it is opened.
        let is_seen = is_open && (action.is_some() || events.iter().any(has_passed));
        let is_own = viewer == Viewer::Seat(seat);
        Some(SeenChoice {
            seat,
            what: match key.filter(|_| is_seen) {
                _ if is_own => What::Own(known.cloned()),
                Some(key) => What::Known(key),
                None => What::Unknown(action),
            },
            events,
            picked: picked.filter(|_| is_seen || is_own).unwrap_or_default(),
        })
    }

    /// Whether the viewer does not know what was chosen.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.what, What::Unknown(_))
    }

    /// Makes the choice again at an imagined table, as it was made elsewhere where that is possible. `next` is the game after
    /// it.
    pub(super) fn make_again(
        &self,
        game: &Game,
        next: &mut Game,
        viewer: Viewer,
        elsewhere: Elsewhere<'_>,
        rng: &mut ChaCha8Rng,
        scratch: &mut Scratch,
    ) -> Result<Way, Stray> {
        let Elsewhere { way, hint } = elsewhere;
        let draws = way.and_then(|way| way.draws);
        let mut attempt = Attempt {
            seen: self,
            game,
            next,
            viewer,
            rng,
            left: &mut scratch.left,
            nearest: Stray {
                nearness: Nearness::default(),
                key: None,
                wish: self.wish(game),
                zones: zones_of(game, self.seat),
            },
        };
        let action = match &self.what {
            What::Own(choice) => {
                return attempt.make(draws, choice.as_ref()).ok_or(attempt.nearest);
            }
            What::Known(_) => None,
            What::Unknown(action) => *action,
        };
        if let Some(Way {
            choice: Some(choice),
            key: None,
            ..
        }) = way
            && let Some(made) = attempt.make(draws, Some(choice))
        {
            return Ok(made);
        }
        let Some(decision) = game.decision(self.seat) else {
            return Err(attempt.nearest);
        };
        let keys = &mut scratch.keys;
        decision.keys_into(keys);
        if let What::Known(known) = self.what {
            keys.retain(|keyed| keyed.key == known);
        } else {
            if action.is_some() {
                keys.retain(|keyed| decision.nth(keyed.number).as_ref().and_then(acts) == action);
            }
            shuffle(keys, attempt.rng);
            // What was chosen at another table, if that is still possible.
            let last = way.and_then(|way| way.key).or(hint);
            if let Some(at) = keys.iter().position(|keyed| Some(keyed.key) == last) {
                keys.swap(0, at);
            }
        }
        let ways = match hint {
            Some(_) => OTHER_WAYS,
            None => WAYS,
        };
        for keyed in keys.iter().take(ways) {
            let equal = (keyed.number..decision.count().get()).filter_map(|number| decision.nth(number));
            // Of equal cards it is told which one it was where their places can be told.
            let equal = equal.filter(|choice| keyed.ways == 1 || decision.key_of(choice) == Some(keyed.key));
            let nearness = attempt.nearest.nearness;
            for choice in equal.take(keyed.ways.min(EQUAL) as usize) {
                if let Some(mut way) = attempt.make(draws, Some(&choice)) {
                    let is_by_places = self.is_unknown() && picks_cards(&choice);
                    way.key = (!is_by_places).then_some(keyed.key);
                    return Ok(way);
                }
            }
            if attempt.nearest.nearness > nearness {
                attempt.nearest.key = Some(keyed.key);
            }
        }
        // Somebody's time may have been up.
        let timed_out = match self.is_unknown() {
            true => attempt.make(draws, None),
            false => None,
        };
        timed_out.ok_or(attempt.nearest)
    }

    /// Which cards should lie elsewhere where the choice is not there.
    fn wish(&self, game: &Game) -> Wish {
        let lies_there = |zone: ZoneId, ty: CardTypeId| {
            let cards = game.world.zone_cards(&game.table, zone).iter();
            cards
                .filter(|card| game.world.type_of(&game.table, CardId(**card)) == ty)
                .count()
        };
        let is_missing = |(zone, ty): &&(ZoneId, CardTypeId)| {
            let wanted = self.picked.iter().filter(|other| *other == &(*zone, *ty)).count();
            lies_there(*zone, *ty) < wanted
        };
        match (self.picked.iter().find(is_missing), self.picked.first()) {
            (Some((zone, ty)), _) => Wish::Holds(*zone, *ty),
            (None, Some((zone, _))) => Wish::Others(*zone),
            (None, None) => Wish::Unknown,
        }
    }
}

/// The choice that comes to the same as that a seat's time is up; None where there is none.
fn chosen_by_timeout(game: &Game, seat: Seat) -> Option<Choice> {
    let after = |make: &dyn Fn(&mut Game) -> bool| {
        let mut game = game.fork().with_events();
        make(&mut game).then_some(game.events).flatten()
    };
    let wanted = after(&|game| game.timeout(seat).is_ok())?;
    let decision = game.decision(seat)?;
    let choices = decision
        .keys()
        .into_iter()
        .filter_map(|keyed| decision.nth(keyed.number));
    choices
        .into_iter()
        .find(|choice| after(&|game| game.submit(seat, choice).is_ok()).as_ref() == Some(&wanted))
}

/// Tries to make a choice so that the viewer sees what he saw.
struct Attempt<'a> {
    seen: &'a SeenChoice,
    game: &'a Game,
    next: &'a mut Game,
    viewer: Viewer,
    rng: &'a mut ChaCha8Rng,
    left: &'a mut usize,
    nearest: Stray,
}

impl Attempt<'_> {
    /// Makes a choice; where there is none, the seat's time is up.
    fn make(&mut self, draws: Option<[u8; 32]>, choice: Option<&Choice>) -> Option<Way> {
        let seat = self.seen.seat;
        let draws = self.tries(draws, |next| match choice {
            Some(choice) => next.submit(seat, choice).is_ok(),
            None => next.timeout(seat).is_ok(),
        })?;
        Some(Way {
            choice: choice.cloned(),
            key: None,
            draws,
        })
    }

    /// Tries one way, and chance again where it matters. Gives where chance begins anew.
    fn tries(
        &mut self,
        draws: Option<[u8; 32]>,
        mut submit: impl FnMut(&mut Game) -> bool,
    ) -> Option<Option<[u8; 32]>> {
        let mut draws = draws;
        for _ in 0..CHANCES {
            *self.left = self.left.checked_sub(1)?;
            self.next.clone_from(self.game);
            if let Some(key) = draws {
                new_generator(self.next, key);
            }
            let begun = self.next.world.draws.clone();
            if !submit(self.next) {
                return None;
            }
            match self.compare() {
                Ok(()) => return Some(draws),
                Err(stray) if stray.nearness > self.nearest.nearness => self.nearest = stray,
                Err(_) => {}
            }
            if self.next.world.draws == begun {
                return None;
            }
            draws = Some(new_seed(self.rng));
        }
        None
    }

    /// Whether the viewer has seen what he saw.
    fn compare(&self) -> Result<(), Stray> {
        let mut missing = self.seen.events.iter();
        // That the choice can be made is the first thing.
        let mut nearness = Nearness {
            in_order: 1,
            others: 0,
        };
        let mut happened = events(self.next, self.viewer);
        let differ = happened.by_ref().find_map(|(event, seen)| {
            let wanted = missing.next();
            if wanted == Some(&seen) {
                nearness.in_order += 1;
                return None;
            }
            Some((event, seen, wanted))
        });
        let Some((event, seen, wanted)) = differ else {
            let missing = missing.as_slice();
            return match missing.is_empty() {
                true => Ok(()),
                false => Err(Stray {
                    nearness,
                    key: None,
                    wish: Wish::Unknown,
                    zones: missing.iter().flat_map(zones).collect(),
                }),
            };
        };
        let wish = wanted.and_then(|wanted| {
            let other = wish(event, &seen, wanted);
            other.or_else(|| wish_shown(self.next, wanted))
        });
        let mut missing: SmallVec<[&ViewEvent; 16]> = wanted.into_iter().chain(missing).collect();
        let mut involved: SmallVec<[ZoneId; 4]> = zones(&seen).into_iter().collect();
        for (_, seen) in happened {
            match missing.iter().position(|missing| **missing == seen) {
                Some(found) => {
                    missing.swap_remove(found);
                    nearness.others += 1;
                }
                None => involved.extend(zones(&seen)),
            }
        }
        involved.extend(missing.into_iter().flat_map(zones));
        if involved.is_empty() {
            involved = zones_of(self.next, self.seen.seat);
        }
        Err(Stray {
            nearness,
            key: None,
            wish: wish.unwrap_or_default(),
            zones: involved,
        })
    }
}

/// What a viewer saw of the last choice, with what it was.
fn events(game: &Game, viewer: Viewer) -> impl Iterator<Item = (&Event, ViewEvent)> {
    let events = game.events.iter().flatten();
    events.filter_map(move |event| {
        let seen = event_for(&game.table, &game.world, viewer, event)?;
        Some((event, seen))
    })
}

/// What should be otherwise, that the viewer would see what he saw: a card of another type has come to light.
fn wish(event: &Event, seen: &ViewEvent, wanted: &ViewEvent) -> Option<Wish> {
    let (Event::Moved { card, .. } | Event::Shown { card, .. } | Event::Turned { card, .. }) = event else {
        return None;
    };
    let (seen, wanted) = (faces(seen)?, faces(wanted)?);
    let other = seen.iter().zip(wanted).find(|(seen, wanted)| **seen != *wanted);
    match other? {
        (CardSeen::Face(_), CardSeen::Face(ty)) => Some(Wish::Type(*card, ty)),
        _ => None,
    }
}

/// The viewer saw a card that nobody shows here: the one that came to its zone last should be it.
fn wish_shown(next: &Game, wanted: &ViewEvent) -> Option<Wish> {
    let (ViewEvent::Shown { slot, card, .. } | ViewEvent::Turned { slot, card, .. }) = wanted else {
        return None;
    };
    let CardSeen::Face(ty) = card else { return None };
    let moves = next.events.iter().flatten().rev();
    let mut moved = moves.filter_map(|event| match event {
        Event::Moved { card, to, .. } if to.zone == slot.zone => Some(*card),
        _ => None,
    });
    Some(Wish::Type(moved.next()?, *ty))
}

/// The zones that had part in what happened.
fn zones(event: &ViewEvent) -> SmallVec<[ZoneId; 2]> {
    match event {
        ViewEvent::Moved { from, to, .. } => SmallVec::from_slice(&[from.zone, to.zone]),
        ViewEvent::Shown { slot, .. } | ViewEvent::Turned { slot, .. } => SmallVec::from_slice(&[slot.zone]),
        _ => SmallVec::new(),
    }
}

/// The zones of a seat.
fn zones_of(game: &Game, seat: Seat) -> SmallVec<[ZoneId; 4]> {
    let traits = game.table.zone_ids().zip(&game.table.traits);
    let own = traits.filter(|(_, traits)| traits.owner == Some(seat));
    own.map(|(zone, _)| zone).collect()
}

/// How a card looked before an event and after it.
fn faces(event: &ViewEvent) -> Option<[CardSeen; 2]> {
    match event {
        ViewEvent::Moved { was, card, .. }
        | ViewEvent::Shown { was, card, .. }
        | ViewEvent::Turned { was, card, .. } => Some([*was, *card]),
        _ => None,
    }
}

fn acts(choice: &Choice) -> Option<ActionId> {
    match choice {
        Choice::Act { action, .. } => Some(*action),
        Choice::Number(_) | Choice::Items(_) | Choice::Pass => None,
    }
}

/// Whether cards are picked, and nothing else.
fn picks_cards(choice: &Choice) -> bool {
    match choice {
        Choice::Act { picks, .. } => {
            !picks.is_empty() && picks.iter().all(|pick| matches!(pick, Pick::Card { .. }))
        }
        Choice::Number(_) | Choice::Items(_) | Choice::Pass => false,
    }
}

/// The cards of an action's picks; None where something else is picked or answered, of which nobody can say who sees it.
fn cards_picked(game: &Game, choice: &Choice) -> Option<Vec<CardId>> {
    let picks = match choice {
        Choice::Act { picks, .. } => picks,
        Choice::Pass => return Some(Vec::new()),
        Choice::Number(_) | Choice::Items(_) => return None,
    };
    let card = |pick: &Pick| match pick {
        Pick::Card { zone, index } => {
            let cards = game.world.zone_cards(&game.table, *zone);
            cards.get(usize::from(*index)).map(|card| CardId(*card))
        }
        Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => None,
    };
    picks.iter().map(card).collect()
}
