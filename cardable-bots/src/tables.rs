//! The games that a search plays on.

use crate::opponents::{Opponents, Think};
use crate::random::{new_seed, unit};
use crate::seen::Seen;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::search::SeenHistory;
use cardable_core::{Game, Viewer};

/// How many games are kept at which every past choice was possible. To find one takes longer than an iteration.
const MOST_KEPT: usize = 64;
/// After so many vain attempts in a row no more are looked for.
const MOST_FAILURES: u32 = 3;

/// Lays tables for a search: such at which every past choice was possible, where the bot remembers them, and those more
/// often at which they were likely.
#[derive(Debug)]
pub(crate) struct Tables {
    /// How others think.
    think: Think,
    /// None before they are looked for.
    kept: Option<Vec<Kept>>,
}

#[derive(Debug)]
struct Kept {
    game: Game,
    /// How likely this one and all before are.
    up_to_here: f64,
}

impl Tables {
    pub(crate) fn new(think: Think) -> Tables {
        Tables { think, kept: None }
    }

    /// Another game as it may be, into memory that is there.
    pub(crate) fn lay(&mut self, seen: &Seen, rng: &mut ChaCha8Rng, game: &mut Game) {
        let kept: &[Kept] = match seen.past() {
            None => &[],
            Some(past) => {
                let others = Opponents::new(self.think);
                self.kept.get_or_insert_with(|| consistent(past, others, rng, game))
            }
        };
        let Some(last) = kept.last() else {
            return seen.imagine_into(new_seed(rng), game);
        };
        let drawn = unit(rng) * last.up_to_here;
        let nth = kept.partition_point(|kept| kept.up_to_here <= drawn);
        let table = kept.get(nth).unwrap_or(last);
        // What is still to come is drawn anew each time.
        table.game.knowledge(Viewer::Omniscient).imagine_into(new_seed(rng), game);
    }
}

/// Games in which every past choice was possible.
fn consistent(past: &SeenHistory, others: Opponents, rng: &mut ChaCha8Rng, game: &mut Game) -> Vec<Kept> {
    let mut kept: Vec<(Game, f64)> = Vec::with_capacity(MOST_KEPT);
    let mut others = Some(others);
    let (mut failures, mut choices) = (0, Vec::new());
    let seed = new_seed(rng);
    while kept.len() < MOST_KEPT && failures < MOST_FAILURES {
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
        let likely = others.as_mut().map_or(Ok(1.0), |others| others.likely(&choices, seed));
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
        Kept { game, up_to_here: sum }
    };
    kept.into_iter().map(add).collect()
}
