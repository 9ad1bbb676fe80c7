//! Games in which everything that was chosen since the cards were shuffled could have been chosen.

use super::draws::{new_seed, shuffle};
use super::table::{redraw_generator, redraw_table};
use super::whereabouts::{Group, Whereabouts};
use crate::choice::{Choice, Pick};
use crate::decision::{ChoiceKey, KeyedChoice};
use crate::event::Event;
use crate::game::{Game, look};
use crate::ids::{ActionId, CardId, Seat, Viewer};
use crate::setup::Seed;
use crate::world::beginning;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How many choices are remembered; after more the history begins anew.
const LONGEST: usize = 400;
/// How many tables are tried until one is found at which all choices can be made.
const TABLES: usize = 16;
/// How many ways are tried to make a choice of which the viewer saw only what came of it.
const WAYS: usize = 24;
/// How many choices are made and tried in all in search of one table.
const STEPS: usize = 3_000;

/// What was chosen in a game since its cards were shuffled last. A program keeps it beside the game for bots:
/// [`Game::imagine`] lays a table at which others may hold what they would have had to play, and from a history tables
/// can be had at which every choice that was made was possible.
///
/// It holds the true game. What a seat may know of it is [`History::seen_by`].
///
/// ```
/// use cardable_core::search::History;
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let mut history = History::new(&game);
/// for _ in 0..3 {
///     let decision = game.next_decision().ok_or("somebody decides")?;
///     let (seat, choice) = (decision.seat(), decision.nth(0).ok_or("there is a choice")?);
///     game.submit(seat, &choice)?;
///     history.chosen(seat, &choice);
/// }
/// let seen = history.seen_by(&game, Seat(0), Seed::from(1)).ok_or("the history is that of the game")?;
/// let mut imagined = game.fork();
/// assert!(seen.imagine_into(Seed::from(2), &mut imagined));
/// assert_eq!(imagined.view(Viewer::Seat(Seat(0))), game.view(Viewer::Seat(Seat(0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    begin: Game,
    made: Vec<(Seat, Option<Choice>)>,
    /// Whether choices are missing, because there were too many.
    is_cut: bool,
}

impl History {
    /// Begins with a game as it is now.
    pub fn new(game: &Game) -> History {
        History {
            begin: game.fork().with_events(),
            made: Vec::new(),
            is_cut: false,
        }
    }

    /// A seat has made a choice, and the game has gone on by it.
    pub fn chosen(&mut self, seat: Seat, choice: &Choice) {
        self.add(seat, Some(choice.clone()));
    }

    /// A seat's time was up.
    pub fn timed_out(&mut self, seat: Seat) {
        self.add(seat, None);
    }

    fn add(&mut self, seat: Seat, choice: Option<Choice>) {
        match self.made.len() < LONGEST {
            true => self.made.push((seat, choice)),
            false => self.is_cut = true,
        }
    }

    /// What a seat has seen of it, with all that the seat does not know drawn anew from a seed. None where the history
    /// is not that of the game, and where an action waits with a secret.
    ///
    /// Choices before the last shuffle are forgotten.
    pub fn seen_by(&mut self, game: &Game, seat: Seat, seed: Seed) -> Option<SeenHistory> {
        let viewer = look::at_the_table(game, Viewer::Seat(seat));
        if self.is_cut {
            *self = History::new(game);
        }
        let program = &game.table.program;
        let mut real = self.begin.clone();
        let mut whereabouts = Whereabouts::new(&self.begin, viewer);
        let mut choices = Vec::with_capacity(self.made.len());
        let mut forgotten = 0;
        for (at, (seat, choice)) in self.made.iter().enumerate() {
            let seen = SeenChoice::make(&mut real, viewer, *seat, choice.as_ref())?;
            let events = real.events.as_deref().unwrap_or_default();
            if events.iter().any(|event| matches!(event, Event::Shuffled { .. })) {
                self.begin = real.clone();
                (forgotten, whereabouts) = (at + 1, Whereabouts::new(&real, viewer));
                choices.clear();
                continue;
            }
            whereabouts.note(&real, events);
            choices.push(seen);
        }
        self.made.drain(..forgotten);
        let waits = |game: &Game| beginning::keeps_a_secret(&game.world, program);
        let now = real.knowledge(viewer).key();
        if waits(&real) || waits(&self.begin) || now != game.knowledge(viewer).key() {
            return None;
        }
        let mut begin = self.begin.clone().without_events();
        let renamed = redraw_table(&mut begin, viewer, &[], seed);
        Some(SeenHistory {
            begin,
            viewer,
            groups: whereabouts.groups(&renamed),
            choices,
            now,
        })
    }
}

/// What a seat has seen of a [`History`]. It holds no more than the seat knows: of two histories that the seat cannot tell
/// apart, the same seed makes the same.
///
/// See [`History`] for an example.
#[derive(Clone, Debug)]
pub struct SeenHistory {
    begin: Game,
    viewer: Viewer,
    /// Which cards lay where at the beginning, as far as he knows it now.
    groups: Vec<Group>,
    choices: Vec<SeenChoice>,
    /// The key of what the viewer knows now.
    now: u64,
}

/// A choice as the viewer saw it.
#[derive(Clone, Debug)]
struct SeenChoice {
    seat: Seat,
    /// The action, where it is not sealed.
    action: Option<ActionId>,
    seen: SeenAs,
}

#[derive(Clone, Copy, Debug)]
enum SeenAs {
    /// It is known which choice it was.
    Choice(ChoiceKey),
    /// Only what came of it: the key of what the viewer knew after it.
    Outcome(u64),
}

impl SeenChoice {
    /// Makes a choice in the true game, and tells what the viewer saw. None where it cannot be made.
    fn make(game: &mut Game, viewer: Viewer, seat: Seat, choice: Option<&Choice>) -> Option<SeenChoice> {
        let Some(choice) = choice else {
            game.timeout(seat).ok()?;
            return Some(SeenChoice {
                seat,
                action: None,
                seen: SeenAs::Outcome(game.knowledge(viewer).key()),
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
        let knows = |card: &CardId| game.world.knows(&game.table, *card).contains(viewer);
        // A card may be marked where it lies, and nobody sees which.
        let events = game.events.as_deref().unwrap_or_default();
        let has_moved = |card: &CardId| {
            let moves = events.iter().filter_map(|event| match event {
                Event::Moved { card, .. } => Some(card),
                _ => None,
            });
            moves.into_iter().any(|moved| moved == card)
        };
        let is_seen = |card: &CardId| knows(card) && has_moved(card);
        let is_open = !is_sealed && cards.is_some_and(|cards| cards.iter().all(is_seen));
        Some(SeenChoice {
            seat,
            action: action.filter(|_| !is_sealed),
            seen: match viewer == Viewer::Seat(seat) || is_open {
                true => SeenAs::Choice(key),
                false => SeenAs::Outcome(game.knowledge(viewer).key()),
            },
        })
    }

    /// Which choice it was at an imagined table; None where it could not be made there.
    fn chosen_at(
        &self,
        game: &Game,
        viewer: Viewer,
        rng: &mut ChaCha8Rng,
        keys: &mut Vec<KeyedChoice>,
        left: &mut usize,
    ) -> Option<KeyedChoice> {
        let decision = game.decision(self.seat)?;
        decision.keys_into(keys);
        let outcome = match self.seen {
            SeenAs::Choice(key) => return keys.iter().find(|keyed| keyed.key == key).copied(),
            SeenAs::Outcome(outcome) => outcome,
        };
        keys.retain(|keyed| match (self.action, decision.nth(keyed.number)) {
            (Some(seen), Some(Choice::Act { action, .. })) => action == seen,
            (Some(_), _) => false,
            (None, _) => true,
        });
        shuffle(keys, rng);
        let mut next = game.fork();
        keys.iter().take(WAYS.min(*left)).copied().find(|keyed| {
            *left = left.saturating_sub(1);
            next.clone_from(game);
            next.submit_nth(self.seat, keyed.number).is_ok() && next.knowledge(viewer).key() == outcome
        })
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

/// A choice on the way to an imagined game.
///
/// See [`SeenHistory::imagine_past_into`] for an example.
#[derive(Clone, Debug)]
pub struct PastChoice {
    /// The imagined game before it.
    pub before: Game,
    /// Who chose.
    pub seat: Seat,
    /// What.
    pub key: ChoiceKey,
}

impl SeenHistory {
    /// The game when the cards had been shuffled last, as it may have been.
    pub fn begin(&self) -> &Game {
        &self.begin
    }

    /// A game that the seat cannot tell from the true one, and in which all choices were possible, into the memory of a
    /// game that is there already. False where none is found; the game is then one that does not matter.
    pub fn imagine_into(&self, seed: Seed, game: &mut Game) -> bool {
        self.imagine(seed, game, |_, _, _| {}, || {})
    }

    /// The same with what was chosen on the way to it, so that one can judge how likely others were to choose so.
    ///
    /// ```
    /// use cardable_core::search::History;
    /// use cardable_core::{Game, Seat, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let mut history = History::new(&game);
    /// let choice = game.decision(Seat(0)).and_then(|decision| decision.nth(0)).ok_or("seat 0 begins")?;
    /// game.submit(Seat(0), &choice)?;
    /// history.chosen(Seat(0), &choice);
    /// let seen = history.seen_by(&game, Seat(1), Seed::from(1)).ok_or("the history is that of the game")?;
    /// let (mut imagined, mut past) = (game.fork(), Vec::new());
    /// assert!(seen.imagine_past_into(Seed::from(2), &mut imagined, &mut past));
    /// assert_eq!(past.len(), 1);
    /// assert!(past[0].before.decision(Seat(0)).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn imagine_past_into(&self, seed: Seed, game: &mut Game, past: &mut Vec<PastChoice>) -> bool {
        let past = std::cell::RefCell::new(past);
        let note = |before: &Game, seat: Seat, key: ChoiceKey| {
            let before = before.fork();
            past.borrow_mut().push(PastChoice { before, seat, key });
        };
        self.imagine(seed, game, note, || past.borrow_mut().clear())
    }

    fn imagine(
        &self,
        seed: Seed,
        game: &mut Game,
        mut note: impl FnMut(&Game, Seat, ChoiceKey),
        mut begin: impl FnMut(),
    ) -> bool {
        let mut rng = ChaCha8Rng::from_seed(seed.0);
        let (mut keys, mut left) = (Vec::new(), STEPS);
        for _ in 0..TABLES {
            begin();
            game.clone_from(&self.begin);
            let pinned: Vec<_> = self.groups.iter().flat_map(|group| group.pin(&mut rng)).collect();
            redraw_table(game, self.viewer, &pinned, Seed(new_seed(&mut rng)));
            let mut choices = self.choices.iter();
            let all = choices.all(|choice| {
                left = left.saturating_sub(1);
                let chosen = choice.chosen_at(game, self.viewer, &mut rng, &mut keys, &mut left);
                left > 0
                    && chosen.is_some_and(|chosen| {
                        note(game, choice.seat, chosen.key);
                        game.submit_nth(choice.seat, chosen.number).is_ok()
                    })
            });
            if all && game.knowledge(self.viewer).key() == self.now {
                redraw_generator(game, &mut rng);
                return true;
            }
        }
        false
    }
}
