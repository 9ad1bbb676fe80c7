//! What was chosen since the cards were shuffled, and what a seat has seen of it.

use super::seen_choice::SeenChoice;
use super::table::redraw_table;
use super::whereabouts::{Hindsight, Whereabouts};
use crate::choice::Choice;
use crate::event::Event;
use crate::game::{Game, look};
use crate::ids::{Seat, Viewer};
use crate::setup::Seed;
use crate::world::beginning;
use std::collections::VecDeque;

/// How many choices are remembered; of more the first half is forgotten.
const LONGEST: usize = 400;
/// How many choices are remembered at least, where no game is found that agrees with more.
const SHORTEST: usize = 4;

/// What was chosen in a game since its cards were shuffled last. A program keeps it beside the game for bots:
/// [`Game::imagine`] lays a table at which others may hold what they would have had to play, and from a history tables
/// can be had at which every choice that was made was possible ([`Walk`](crate::Walk)).
///
/// It holds the true game. What a seat may know of it is [`History::seen_by`].
///
/// ```
/// use cardable_core::search::{History, Walk};
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
/// let mut walk = Walk::new(seen, Seed::from(2));
/// assert!(walk.go_on());
/// assert_eq!(walk.game().view(Viewer::Seat(Seat(0))), game.view(Viewer::Seat(Seat(0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    begin: Game,
    made: Vec<(Seat, Option<Choice>)>,
    /// The game after the choices that were looked at already: none of them has shuffled.
    looked_at: usize,
    reached: Game,
}

impl History {
    /// Begins with a game as it is now.
    pub fn new(game: &Game) -> History {
        let begin = game.fork().with_events();
        History {
            reached: begin.clone(),
            begin,
            made: Vec::new(),
            looked_at: 0,
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

    /// The same, for a program that has the game that came of it at hand: of a choice, or of a time that was up where
    /// there is none. What was chosen before a shuffle is forgotten at once, which otherwise waits until a seat looks back.
    ///
    /// ```
    /// use cardable_core::search::History;
    /// use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
    /// let mut history = History::new(&game);
    /// let decision = game.next_decision().ok_or("somebody decides")?;
    /// let (seat, choice) = (decision.seat(), decision.nth(0).ok_or("there is a choice")?);
    /// game.submit(seat, &choice)?;
    /// history.followed(seat, Some(&choice), &game);
    /// assert_eq!(history.choices(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn followed(&mut self, seat: Seat, choice: Option<&Choice>, game: &Game) {
        match has_shuffled(game) {
            true => *self = History::new(game),
            false => self.add(seat, choice.cloned()),
        }
    }

    /// How many choices it holds.
    pub fn choices(&self) -> usize {
        self.made.len()
    }

    fn add(&mut self, seat: Seat, choice: Option<Choice>) {
        self.made.push((seat, choice));
        if self.made.len() > LONGEST && self.forget().is_none() {
            // It is not that of a game, which the last one shows that is kept.
            self.made.truncate(self.looked_at + 1);
        }
    }

    /// What a seat has seen of it, with all that the seat does not know drawn anew from a seed. None where the history
    /// is not that of the game, and where an action waits with a secret.
    ///
    /// Choices before the last shuffle are forgotten, and after it those up to the first moment at which no action waits
    /// with a secret.
    pub fn seen_by(&mut self, game: &Game, seat: Seat, seed: Seed) -> Option<SeenHistory> {
        let viewer = look::at_the_table(game, Viewer::Seat(seat));
        self.forget()?;
        let waits = |game: &Game| beginning::keeps_a_secret(&game.world, &game.table.program);
        let now = self.reached.knowledge(viewer).key();
        if waits(&self.reached) || now != game.knowledge(viewer).key() {
            return None;
        }
        let mut real = self.begin.clone();
        let mut before = real.clone();
        let mut begun: Vec<Begun> = Vec::new();
        let mut choices = Vec::with_capacity(self.made.len());
        for (at, (seat, choice)) in self.made.iter().enumerate() {
            let left = self.made.len() - at;
            let is_due = match begun.last() {
                Some(begun) => left >= SHORTEST && left <= begun.choices / 2,
                None => true,
            };
            if is_due && !waits(&real) {
                begun.push(Begun::new(&real, viewer, left));
            }
            if begun.is_empty() {
                make(&mut real, *seat, choice.as_ref())?;
                continue;
            }
            before.clone_from(&real);
            choices.push(SeenChoice::make(&mut real, viewer, *seat, choice.as_ref())?);
            let events = real.events.as_deref().unwrap_or_default();
            for begun in &mut begun {
                begun.whereabouts.note(&before, &real, events);
            }
        }
        if begun.is_empty() {
            begun.push(Begun::new(&real, viewer, 0));
        }
        let mut beginnings = begun.into_iter().map(|begun| begun.seen(viewer, seed));
        Some(SeenHistory {
            begin: beginnings.next()?,
            later: beginnings.collect(),
            viewer,
            choices,
            now,
        })
    }

    /// Forgets what was chosen before the last shuffle, and what is too long ago. None where a choice cannot be made.
    fn forget(&mut self) -> Option<()> {
        while let Some((seat, choice)) = self.made.get(self.looked_at) {
            make(&mut self.reached, *seat, choice.as_ref())?;
            self.looked_at += 1;
            if has_shuffled(&self.reached) {
                self.begin.clone_from(&self.reached);
                self.made.drain(..self.looked_at);
                self.looked_at = 0;
            }
            if self.looked_at == LONGEST {
                for (seat, choice) in self.made.drain(..LONGEST / 2) {
                    make(&mut self.begin, seat, choice.as_ref())?;
                }
                self.looked_at -= LONGEST / 2;
            }
        }
        Some(())
    }
}

/// Whether the last choice of a game has shuffled cards.
fn has_shuffled(game: &Game) -> bool {
    let events = game.events.as_deref().unwrap_or_default();
    events.iter().any(|event| matches!(event, Event::Shuffled { .. }))
}

/// Makes a choice in the true game; where there is none, the seat's time is up. None where it cannot be made.
fn make(game: &mut Game, seat: Seat, choice: Option<&Choice>) -> Option<()> {
    match choice {
        Some(choice) => game.submit(seat, choice).ok(),
        None => game.timeout(seat).ok(),
    }
}

/// A moment in the true game from which a seat remembers.
struct Begun {
    game: Game,
    whereabouts: Whereabouts,
    choices: usize,
}

impl Begun {
    fn new(game: &Game, viewer: Viewer, choices: usize) -> Begun {
        Begun {
            game: game.clone(),
            whereabouts: Whereabouts::new(game, viewer),
            choices,
        }
    }

    /// That moment as the viewer knew it then, and as he knows it in hindsight.
    fn seen(self, viewer: Viewer, seed: Seed) -> Beginning {
        let mut game = self.game;
        let renamed = redraw_table(&mut game, viewer, &[], seed);
        Beginning {
            hindsight: self.whereabouts.hindsight(&game, &renamed),
            game,
            choices: self.choices,
        }
    }
}

/// What a seat has seen of a [`History`]. It holds no more than the seat knows: of two histories that the seat cannot tell
/// apart, the same seed makes the same.
///
/// See [`History`] for an example.
#[derive(Clone, Debug)]
pub struct SeenHistory {
    pub(super) begin: Beginning,
    /// From where fewer choices lead to now, each about half as many as before.
    later: VecDeque<Beginning>,
    pub(super) viewer: Viewer,
    pub(super) choices: Vec<SeenChoice>,
    /// The key of what the viewer knows now.
    pub(super) now: u64,
}

/// A game from which the viewer remembers what was chosen, as he knew it then.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    pub(super) game: Game,
    pub(super) hindsight: Hindsight,
    /// How many choices lead to now.
    choices: usize,
}

impl SeenHistory {
    /// The game when the cards had been shuffled last, as it may have been.
    pub fn begin(&self) -> &Game {
        &self.begin.game
    }

    /// How many choices are remembered.
    pub fn choices(&self) -> usize {
        self.choices.len()
    }

    /// Whether anybody but the viewer has chosen anything. What he has chosen himself tells him nothing new.
    pub fn tells_of_others(&self) -> bool {
        let mut choices = self.choices.iter();
        choices.any(|choice| self.viewer != Viewer::Seat(choice.seat))
    }

    /// Forgets about half of the choices, the first ones. False where few are left.
    pub(super) fn forget(&mut self) -> bool {
        let Some(later) = self.later.pop_front() else {
            return false;
        };
        self.choices
            .drain(..self.choices.len().saturating_sub(later.choices));
        self.begin = later;
        true
    }
}
