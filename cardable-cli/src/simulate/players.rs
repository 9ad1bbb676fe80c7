//! Who plays the simulated games: chance, or bots that think.

use cardable_bots::{Level, Search, Seen, Thought};
use cardable_core::rand::Rng as _;
use cardable_core::search::History;
use cardable_core::{Choice, Game, Seat, SeatSet, Seed};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fmt;
use std::str::FromStr;

/// A bot of `--bots`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    Honest(Level),
    /// Sees every card, and searches for so many iterations: a yardstick.
    #[cfg(feature = "measure")]
    Cheat(u32),
    /// Searches for so many iterations, and remembers nothing: it believes that others act at random.
    Forgetful(u32),
    /// The same, but it plays on by habits.
    #[cfg(feature = "measure")]
    Habitual(u32),
}

impl Player {
    fn remembers(&self) -> bool {
        match self {
            Player::Honest(level) => level.remembers(),
            Player::Forgetful(_) => false,
            #[cfg(feature = "measure")]
            Player::Cheat(_) | Player::Habitual(_) => false,
        }
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(word: &str) -> Result<Player, String> {
        #[cfg(feature = "measure")]
        if let Some(iterations) = word.strip_prefix("cheat:") {
            let iterations = iterations.parse().ok().filter(|n| *n > 0);
            return iterations
                .map(Player::Cheat)
                .ok_or_else(|| format!("`{word}` has no number of iterations"));
        }
        #[cfg(feature = "measure")]
        if let Some(iterations) = word.strip_prefix("forgetful:") {
            let iterations = iterations.parse().ok().filter(|n| *n > 0);
            return iterations
                .map(Player::Forgetful)
                .ok_or_else(|| format!("`{word}` has no number of iterations"));
        }
        #[cfg(feature = "measure")]
        if let Some(iterations) = word.strip_prefix("habitual:") {
            let iterations = iterations.parse().ok().filter(|n| *n > 0);
            return iterations
                .map(Player::Habitual)
                .ok_or_else(|| format!("`{word}` has no number of iterations"));
        }
        word.parse()
            .map(Player::Honest)
            .map_err(|e: cardable_bots::UnknownLevel| e.to_string())
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Honest(level) => level.fmt(f),
            #[cfg(feature = "measure")]
            Player::Cheat(iterations) => write!(f, "cheat:{iterations}"),
            Player::Forgetful(iterations) => write!(f, "forgetful:{iterations}"),
            #[cfg(feature = "measure")]
            Player::Habitual(iterations) => write!(f, "habitual:{iterations}"),
        }
    }
}

/// The players of one game, with a generator independent of the game's.
pub(crate) struct Players<'p> {
    pub(crate) rng: ChaCha8Rng,
    bots: &'p [Player],
    /// By how many seats the bots have moved on.
    moved: usize,
    /// What was chosen, where one of them remembers it.
    history: Option<History>,
}

/// What a player does next.
pub(crate) struct Move {
    pub(crate) seat: Seat,
    pub(crate) choice: Choice,
    /// How an honest bot came to it.
    pub(crate) thought: Option<Thought>,
}

impl<'p> Players<'p> {
    /// Bots in turn, as often as there are seats for them; without one all choices are random. The game is at its
    /// beginning.
    pub(crate) fn new(bots: &'p [Player], seed: u64, moved: usize, game: &Game) -> Players<'p> {
        let mut key = [0xb0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8] ^= moved as u8;
        Players {
            rng: ChaCha8Rng::from_seed(key),
            bots,
            moved,
            history: bots.iter().any(Player::remembers).then(|| History::new(game)),
        }
    }

    /// The next seat and choice: without bots the same as in a playout with this seed.
    pub(crate) fn next(&mut self, game: &Game) -> Option<Move> {
        let seats = game.to_decide();
        let decision = match seats.len() {
            0 | 1 => game.next_decision()?,
            _ => game.decision(one_of(seats, &mut self.rng)?)?,
        };
        let seat = decision.seat();
        let bot = self
            .bots
            .get((seat.index() + self.moved) % self.bots.len().max(1));
        let mut thought = None;
        let choice = match bot {
            None | Some(Player::Honest(Level::Random)) => decision.sample(&mut self.rng)?,
            Some(Player::Honest(level)) => {
                let mut seen = Seen::new(game, seat, self.seed())?;
                if level.remembers()
                    && let Some(history) = &mut self.history
                {
                    seen = seen.remembering(history, game);
                }
                let mut search = Search::new(seen);
                search.run(&mut level.budget());
                thought = search.thought();
                search.choose(level.bot().temperature)?
            }
            Some(Player::Forgetful(iterations)) => {
                let mut search = Search::new(Seen::new(game, seat, self.seed())?);
                search.run(&mut cardable_bots::Budget::iterations(*iterations));
                thought = search.thought();
                thought.as_ref()?.choice.clone()
            }
            #[cfg(feature = "measure")]
            Some(Player::Habitual(iterations)) => {
                let mut search = Search::new(Seen::new(game, seat, self.seed())?)
                    .with_playouts(cardable_bots::Playouts::Habits);
                search.run(&mut cardable_bots::Budget::iterations(*iterations));
                thought = search.thought();
                thought.as_ref()?.choice.clone()
            }
            #[cfg(feature = "measure")]
            Some(Player::Cheat(iterations)) => {
                let mut budget = cardable_bots::Budget::iterations(*iterations);
                cardable_bots::testing::cheat(game, seat, self.seed(), &mut budget)?.choice
            }
        };
        if let Some(history) = &mut self.history {
            history.chosen(seat, &choice);
        }
        Some(Move {
            seat,
            choice,
            thought,
        })
    }

    /// A seed of its own for a bot.
    pub(crate) fn seed(&mut self) -> Seed {
        let mut seed = [0; 32];
        self.rng.fill_bytes(&mut seed);
        Seed(seed)
    }
}

/// Draws one of the seats that can decide at the same time. The modulo bias is negligible for so few seats.
pub(super) fn one_of(seats: SeatSet, rng: &mut impl cardable_core::rand::Rng) -> Option<Seat> {
    seats
        .into_iter()
        .nth(rng.next_u32() as usize % seats.len().max(1))
}
