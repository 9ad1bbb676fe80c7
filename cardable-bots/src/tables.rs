//! The games that a search plays on.

use crate::opponents::{Opponents, Think};
use crate::random::{new_seed, unit};
use crate::seen::Seen;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::search::SeenHistory;
use cardable_core::{Game, Seat, Viewer};

/// How many games are kept at which every past choice was possible. To find one takes longer than an iteration.
const MOST_CONSISTENT: usize = 64;
/// How many are kept where nothing is remembered. To go on from one that was is faster than to imagine another.
const MOST_IMAGINED: usize = 128;
/// After so many vain attempts in a row no more are looked for.
const MOST_FAILURES: u32 = 3;

/// Lays tables for a search: such at which every past choice was possible, where the bot remembers them, and those more
/// often at which they were likely.
#[derive(Debug)]
pub(crate) struct Tables {
    /// How others think.
    think: Think,
    kept: Vec<Kept>,
    begun: bool,
    /// Whether more are imagined: nothing is remembered that they had to agree with.
    open: bool,
}

#[derive(Debug)]
struct Kept {
    game: Game,
    /// How likely this one and all before are.
    up_to_here: f64,
}

impl Tables {
    pub(crate) fn new(think: Think) -> Tables {
        Tables {
            think,
            kept: Vec::new(),
            begun: false,
            open: false,
        }
    }

    /// Another game as it may be, into memory that is there.
    pub(crate) fn lay(&mut self, seen: &Seen, rng: &mut ChaCha8Rng, game: &mut Game) {
        if !std::mem::replace(&mut self.begun, true) {
            if let Some(past) = seen.past() {
                self.kept = consistent(past, seen.seat(), Opponents::new(self.think), rng, game);
            }
            self.open = self.kept.is_empty();
        }
        if self.open && self.kept.len() < MOST_IMAGINED {
            seen.imagine_into(new_seed(rng), game);
            let up_to_here = self.kept.len() as f64 + 1.0;
            self.kept.push(Kept {
                game: game.fork(),
                up_to_here,
            });
            return;
        }
        let Some(last) = self.kept.last() else { return };
        let drawn = unit(rng) * last.up_to_here;
        let nth = self.kept.partition_point(|kept| kept.up_to_here <= drawn);
        let table = self.kept.get(nth).unwrap_or(last);
        // What is still to come is drawn anew each time.
        table
            .game
            .knowledge(Viewer::Omniscient)
            .imagine_into(new_seed(rng), game);
    }
}

/// Games in which every past choice was possible.
fn consistent(
    past: &SeenHistory,
    own: Seat,
    others: Opponents,
    rng: &mut ChaCha8Rng,
    game: &mut Game,
) -> Vec<Kept> {
    let mut kept: Vec<(Game, f64)> = Vec::with_capacity(MOST_CONSISTENT);
    let mut others = Some(others);
    let (mut failures, mut choices) = (0, Vec::new());
    let seed = new_seed(rng);
    while kept.len() < MOST_CONSISTENT && failures < MOST_FAILURES {
        let seed_of_table = new_seed(rng);
        let found = match others {
            Some(_) => past.imagine_past_into(seed_of_table, game, &mut choices),
            None => past.imagine_into(seed_of_table, game),
        };
        if !found {
            failures += 1;
            continue;
        }
        failures = 0;
        let likely = others
            .as_mut()
            .map_or(Ok(1.0), |others| others.likely(&choices, own, seed));
        if likely.is_err() {
            // Then nobody's choices say which game it is.
            others = None;
            kept.iter_mut().for_each(|(_, likely)| *likely = 1.0);
        }
        kept.push((game.fork(), likely.unwrap_or(1.0)));
    }
    let mut sum = 0.0;
    let add = |(game, likely): (Game, f64)| {
        sum += likely;
        Kept {
            game,
            up_to_here: sum,
        }
    };
    kept.into_iter().map(add).collect()
}
