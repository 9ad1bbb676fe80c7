//! What a seat knows of a game, as a bot gets it.

use cardable_core::search::{History, SeenHistory};
use cardable_core::{DecisionRef, Game, Seat, Seed, Viewer};

/// What a seat knows of a game in which it must decide.
///
/// It holds a game that was imagined from that knowledge, never the true one: what a bot makes of it cannot depend on
/// anything hidden. Two games that the seat cannot tell apart make, with the same seed, the same `Seen`.
///
/// See the [crate](crate) for an example.
#[derive(Clone, Debug)]
pub struct Seen {
    game: Game,
    seat: Seat,
    seed: Seed,
    /// Who imagines the games: the seat, or for measurements one who sees all.
    eyes: Viewer,
    /// What was chosen before, where the program remembers it.
    past: Option<Box<SeenHistory>>,
}

impl Seen {
    /// What a seat knows. None where it has nothing to decide. All that the bot draws follows from the seed.
    pub fn new(game: &Game, seat: Seat, seed: Seed) -> Option<Seen> {
        game.decision(seat)?;
        let imagined = game.imagine(Viewer::Seat(seat), seed).without_events();
        imagined.decision(seat)?;
        Some(Seen {
            game: imagined,
            seat,
            seed,
            eyes: Viewer::Seat(seat),
            past: None,
        })
    }

    /// The same with what the seat has seen of the choices before. It lets a bot imagine games in which everything that was
    /// chosen since the cards were shuffled was possible, or where none is found what was chosen last; else it imagines them
    /// as without. So it does where the history is not that of the game, and where nothing ends the game.
    ///
    /// ```
    /// use cardable_bots::{Budget, Search, Seen};
    /// use cardable_core::search::History;
    /// use cardable_core::{Game, Seat, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let mut history = History::new(&game);
    /// let choice = game.decision(Seat(0)).and_then(|decision| decision.nth(0)).ok_or("seat 0 begins")?;
    /// game.submit(Seat(0), &choice)?;
    /// history.chosen(Seat(0), &choice);
    /// let seen = Seen::new(&game, Seat(1), Seed::from(1)).ok_or("it is the turn of seat 1")?;
    /// let seen = seen.remembering(&mut history, &game);
    /// Search::new(seen).run(&mut Budget::iterations(16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn remembering(mut self, history: &mut History, game: &Game) -> Seen {
        // At a table without rules, what was chosen tells nothing of what others hold.
        if !game.ruleset().is_endless() {
            self.past = history.seen_by(game, self.seat, self.seed).map(Box::new);
        }
        self
    }

    /// All there is to know of a game, but what is still to be drawn.
    #[cfg(feature = "testing")]
    pub(crate) fn true_game(game: &Game, seat: Seat, seed: Seed) -> Option<Seen> {
        game.decision(seat)?;
        Some(Seen {
            game: game.imagine(Viewer::Omniscient, seed).without_events(),
            seat,
            seed,
            eyes: Viewer::Omniscient,
            past: None,
        })
    }

    /// A game as it may be.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who decides.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// From what everything is drawn.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What it decides: the same as in the true game.
    pub fn decision(&self) -> Option<DecisionRef<'_>> {
        self.game.decision(self.seat)
    }

    /// What the seat has seen of the choices before.
    pub(crate) fn past(&self) -> Option<&SeenHistory> {
        self.past.as_deref()
    }

    /// Another game as it may be, into memory that is there.
    pub(crate) fn imagine_into(&self, seed: Seed, game: &mut Game) {
        self.game.knowledge(self.eyes).imagine_into(seed, game);
    }
}
