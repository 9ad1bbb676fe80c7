//! What a seat knows of a game, as a bot gets it.

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
        })
    }

    /// All there is to know of a game, but what is still to be drawn.
    pub(crate) fn true_game(game: &Game, seat: Seat, seed: Seed) -> Option<Seen> {
        game.decision(seat)?;
        Some(Seen {
            game: game.imagine(Viewer::Omniscient, seed).without_events(),
            seat,
            seed,
            eyes: Viewer::Omniscient,
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

    /// Another game as it may be, into memory that is there.
    pub(crate) fn imagine_into(&self, seed: Seed, game: &mut Game) {
        self.game.knowledge(self.eyes).imagine_into(seed, game);
    }
}
