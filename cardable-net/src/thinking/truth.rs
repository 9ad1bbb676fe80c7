//! The true game on its way to a bot.

use cardable_bots::Seen;
use cardable_core::search::History;
use cardable_core::{Game, Seat, Seed};
use tokio::sync::oneshot;

/// A true game in which a seat must decide, and what was chosen before.
///
/// To draw from it what the seat knows can take milliseconds, for which no room has the time. So a room hands the game
/// itself to the pool, but nothing can be had from it except [`Truth::into_seen`], which consumes it: a bot gets a
/// [`Seen`], and when it begins to think the true game is gone.
pub(crate) struct Truth {
    game: Game,
    seat: Seat,
    seed: Seed,
    past: Option<Past>,
}

struct Past {
    history: Box<History>,
    /// Where the history goes, without what it no longer needs.
    back: oneshot::Sender<Box<History>>,
}

impl Truth {
    /// A game and the seat that decides. All that a bot draws follows from the seed.
    pub(crate) fn new(game: &Game, seat: Seat, seed: Seed) -> Truth {
        Truth {
            game: game.fork(),
            seat,
            seed,
            past: None,
        }
    }

    /// The same with what was chosen before. The history comes back in a form that takes less time to go through again.
    pub(crate) fn remembering(self, history: &History) -> (Truth, oneshot::Receiver<Box<History>>) {
        let (back, shorter) = oneshot::channel();
        let history = Box::new(history.clone());
        let past = Some(Past { history, back });
        (Truth { past, ..self }, shorter)
    }

    /// What the seat knows. None where it has nothing to decide.
    pub(super) fn into_seen(self) -> Option<Seen> {
        let seen = Seen::new(&self.game, self.seat, self.seed)?;
        let Some(Past { mut history, back }) = self.past else {
            return Some(seen);
        };
        let seen = seen.remembering(&mut history, &self.game);
        // The room may have gone on.
        let _ = back.send(history);
        Some(seen)
    }
}
