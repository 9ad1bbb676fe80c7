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

/// How many choices are remembered; after more the history begins anew.
const LONGEST: usize = 400;

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
        let mut before = real.clone();
        for (at, (seat, choice)) in self.made.iter().enumerate() {
            before.clone_from(&real);
            let seen = SeenChoice::make(&mut real, viewer, *seat, choice.as_ref())?;
            let events = real.events.as_deref().unwrap_or_default();
            if events.iter().any(|event| matches!(event, Event::Shuffled { .. })) {
                self.begin = real.clone();
                (forgotten, whereabouts) = (at + 1, Whereabouts::new(&real, viewer));
                choices.clear();
                continue;
            }
            whereabouts.note(&before, &real, events);
            choices.push(seen);
        }
        self.made.drain(..forgotten);
        let waits = |game: &Game| beginning::keeps_a_secret(&game.world, program);
        let now = real.knowledge(viewer).key();
        if waits(&real) || waits(&self.begin) || now != game.knowledge(viewer).key() {
            return None;
        }
        let mut begin = self.begin.clone();
        let renamed = redraw_table(&mut begin, viewer, &[], seed);
        let hindsight = whereabouts.hindsight(&begin, &renamed);
        Some(SeenHistory {
            begin,
            viewer,
            hindsight,
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
    pub(super) begin: Game,
    pub(super) viewer: Viewer,
    pub(super) hindsight: Hindsight,
    pub(super) choices: Vec<SeenChoice>,
    /// The key of what the viewer knows now.
    pub(super) now: u64,
}

impl SeenHistory {
    /// The game when the cards had been shuffled last, as it may have been.
    pub fn begin(&self) -> &Game {
        &self.begin
    }
}
