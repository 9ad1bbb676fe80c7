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

/// How many ways are tried to make a choice of which the viewer saw only what came of it.
const WAYS: usize = 32;
/// How often chance is tried again, where it brought something else than the viewer saw.
const CHANCES: usize = 8;

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

#[derive(Clone, Copy, Debug)]
enum What {
    /// It is known which choice it was.
    Known(ChoiceKey),
    /// Only what came of it, and which action it was where that is seen.
    Unknown(Option<ActionId>),
    /// The seat's time was up.
    Timeout,
}

/// How a choice was made at an imagined table.
#[derive(Clone, Debug)]
pub(super) struct Way {
    how: How,
    /// Where chance begins anew, so that it brings what the viewer saw.
    draws: Option<[u8; 32]>,
}

#[derive(Clone, Debug)]
enum How {
    Key(ChoiceKey),
    /// By the places of the cards: where other cards lie there, it is those that are picked.
    Places(Choice),
    Timeout,
}

/// A choice could not be made as the viewer saw it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stray {
    /// How much of what he saw has come about.
    pub(super) matched: usize,
    pub(super) wish: Wish,
}

impl Stray {
    pub(super) const NONE: Stray = Stray {
        matched: 0,
        wish: Wish::Unknown,
    };
}

/// Which cards should lie elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish {
    /// This card should be of another type.
    Type(CardId, CardTypeId),
    /// A card of this type should lie in this zone.
    Holds(ZoneId, CardTypeId),
    /// Some other cards should lie in this zone.
    Others(ZoneId),
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
        let Some(choice) = choice else {
            game.timeout(seat).ok()?;
            return Some(SeenChoice {
                seat,
                what: What::Timeout,
                events: events(game, viewer).map(|(_, seen)| seen).collect(),
                picked: Vec::new(),
            });
        };
        let key = game.decision(seat)?.key_of(choice)?;
        let action = match choice {
            Choice::Act { action, .. } => Some(*action),
            Choice::Number(_) | Choice::Items(_) | Choice::Pass => None,
        };
        let is_sealed = action.is_some_and(|action| game.table.program.action(action).sealed);
        let cards = cards_picked(game, choice);
        game.submit(seat, choice).ok()?;
        let (t, world) = (&game.table, &game.world);
        let moves = || {
            game.events.iter().flatten().filter_map(|event| match event {
                Event::Moved { card, from, .. } => Some((*card, from.zone)),
                _ => None,
            })
        };
        // A card may be marked where it lies, and nobody sees which.
        let moved = |card: &CardId| {
            let (card, zone) = moves().find(|(moved, _)| moved == card)?;
            let is_known = world.knows(t, card).contains(viewer);
            is_known.then(|| (zone, world.type_of(t, card)))
        };
        let picked: Option<Vec<_>> = cards.and_then(|cards| cards.iter().map(moved).collect());
        let is_known = viewer == Viewer::Seat(seat) || !is_sealed && picked.is_some();
        Some(SeenChoice {
            seat,
            what: match is_known {
                true => What::Known(key),
                false => What::Unknown(action.filter(|_| !is_sealed)),
            },
            events: events(game, viewer).map(|(_, seen)| seen).collect(),
            picked: picked.filter(|_| is_known).unwrap_or_default(),
        })
    }

    /// Whether the viewer does not know what was chosen.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.what, What::Unknown(_))
    }

    /// Makes the choice again at an imagined table, as it was made at a similar one where that is possible. `next` is the
    /// game after it.
    pub(super) fn make_again(
        &self,
        game: &Game,
        next: &mut Game,
        viewer: Viewer,
        way: Option<&Way>,
        rng: &mut ChaCha8Rng,
        scratch: &mut Scratch,
    ) -> Result<Way, Stray> {
        let draws = way.and_then(|way| way.draws);
        let mut attempt = Attempt {
            seen: self,
            game,
            next,
            viewer,
            rng,
            left: &mut scratch.left,
            nearest: Stray {
                matched: 0,
                wish: self.wish(game),
            },
        };
        let action = match self.what {
            What::Timeout => {
                let draws = attempt.tries(draws, |next| next.timeout(self.seat).is_ok());
                let draws = draws.ok_or(attempt.nearest)?;
                return Ok(Way {
                    how: How::Timeout,
                    draws,
                });
            }
            What::Known(_) => None,
            What::Unknown(action) => action,
        };
        let decision = game.decision(self.seat).ok_or(attempt.nearest)?;
        let last = way.map(|way| &way.how);
        if let Some(how @ How::Places(choice)) = last
            && let Some(draws) = attempt.tries(draws, |next| next.submit(self.seat, choice).is_ok())
        {
            return Ok(Way {
                how: how.clone(),
                draws,
            });
        }
        let keys = &mut scratch.keys;
        decision.keys_into(keys);
        match self.what {
            What::Known(known) => keys.retain(|keyed| keyed.key == known),
            What::Unknown(_) | What::Timeout => {
                if action.is_some() {
                    keys.retain(|keyed| acts(decision.nth(keyed.number)) == action);
                }
                shuffle(keys, attempt.rng);
                // What was chosen at another table, if that is still possible.
                if let Some(How::Key(key)) = last
                    && let Some(at) = keys.iter().position(|keyed| keyed.key == *key)
                {
                    keys.swap(0, at);
                }
            }
        }
        for keyed in keys.iter().take(WAYS) {
            let submit = |next: &mut Game| next.submit_nth(self.seat, keyed.number).is_ok();
            let Some(draws) = attempt.tries(draws, submit) else {
                continue;
            };
            let of_cards = |choice: &Choice| match choice {
                Choice::Act { picks, .. } => {
                    !picks.is_empty() && picks.iter().all(|pick| matches!(pick, Pick::Card { .. }))
                }
                Choice::Number(_) | Choice::Items(_) | Choice::Pass => false,
            };
            let by_places = match self.what {
                What::Unknown(_) => decision.nth(keyed.number).filter(of_cards),
                What::Known(_) | What::Timeout => None,
            };
            let how = by_places.map_or(How::Key(keyed.key), How::Places);
            return Ok(Way { how, draws });
        }
        Err(attempt.nearest)
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

impl Way {
    /// Which choice it was. None where the seat did not choose.
    pub(super) fn key(&self, before: &Game, seat: Seat) -> Option<ChoiceKey> {
        match &self.how {
            How::Key(key) => Some(*key),
            How::Places(choice) => before.decision(seat)?.key_of(choice),
            How::Timeout => None,
        }
    }
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
    /// Tries one way, and chance again where it matters. Gives where chance begins anew.
    fn tries(
        &mut self,
        draws: Option<[u8; 32]>,
        submit: impl Fn(&mut Game) -> bool,
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
                Err(stray) if stray.matched > self.nearest.matched => self.nearest = stray,
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
        let mut wanted = self.seen.events.iter();
        // That the choice can be made is the first thing.
        let mut matched = 1;
        for (event, seen) in events(self.next, self.viewer) {
            match wanted.next() {
                Some(wanted) if *wanted == seen => matched += 1,
                wanted => {
                    let wish = wanted.and_then(|wanted| wish(event, &seen, wanted));
                    let wish = wish.unwrap_or(Wish::Unknown);
                    return Err(Stray { matched, wish });
                }
            }
        }
        match wanted.next() {
            None => Ok(()),
            Some(_) => Err(Stray {
                matched,
                wish: Wish::Unknown,
            }),
        }
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

/// How a card looked before an event and after it.
fn faces(event: &ViewEvent) -> Option<[CardSeen; 2]> {
    match event {
        ViewEvent::Moved { was, card, .. }
        | ViewEvent::Shown { was, card, .. }
        | ViewEvent::Turned { was, card, .. } => Some([*was, *card]),
        _ => None,
    }
}

fn acts(choice: Option<Choice>) -> Option<ActionId> {
    match choice {
        Some(Choice::Act { action, .. }) => Some(action),
        _ => None,
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
