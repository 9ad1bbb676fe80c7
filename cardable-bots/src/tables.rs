//! The games that a search plays on.

use crate::opponents::{Opponents, Think, TooMany};
use crate::random::{new_seed, unit};
use crate::seen::Seen;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::search::{SeenHistory, Walk};
use cardable_core::{Game, Viewer};

/// How many games are kept at which every past choice was possible. To find one takes longer than an iteration.
const MOST_CONSISTENT: usize = 64;
/// How many are laid but not kept where nothing is remembered, or nobody else has chosen anything: what is decided by chance
/// alone wants many, and to keep one costs something. It is one for each iteration of the usual levels.
const LAID_ONCE: u64 = 1024;
/// How many of those that come after them are kept. To go on from one that was is faster than to imagine another.
const MOST_IMAGINED: usize = 1024;
/// After so many vain attempts in a row no more are looked for.
const MOST_FAILURES: u32 = 20;
/// How many choices may be made and tried again for each iteration in search of such games, and in all: what is remembered
/// must not take much longer than the thought itself.
const TRIED_EACH: u64 = 24;
const MOST_TRIED: u64 = 12_000;
/// How much work ([`Budget::with_work`](crate::Budget::with_work)) each of them is.
const WORK_OF_TRY: u64 = 400;

/// Lays tables for a search: such at which every past choice was possible, where the bot remembers them, and those more
/// often at which they were likely. Each iteration makes one, until there are enough.
#[derive(Debug)]
pub(crate) struct Tables {
    /// What others would have chosen; None where that says nothing of which game it is.
    others: Option<Opponents>,
    kept: Vec<Kept>,
    /// Through the games at which every past choice was possible, once it has begun.
    walk: Option<Walk>,
    failures: u32,
    /// How much work it was to think of others.
    work_of_others: u64,
    /// How often a game was laid.
    laid: u64,
}

#[derive(Debug)]
struct Kept {
    game: Game,
    likely: f64,
}

impl Tables {
    pub(crate) fn new(think: Think) -> Tables {
        Tables {
            others: Some(Opponents::new(think)),
            kept: Vec::new(),
            walk: None,
            failures: 0,
            work_of_others: 0,
            laid: 0,
        }
    }

    /// How much work it was so far to find games at which every past choice was possible, and to judge them.
    pub(crate) fn work(&self) -> u64 {
        let tried = self.walk.as_ref().map_or(0, Walk::tried);
        WORK_OF_TRY * tried + self.work_of_others
    }

    /// Another game as it may be, into memory that is there.
    pub(crate) fn lay(&mut self, seen: &Seen, rng: &mut ChaCha8Rng, game: &mut Game) {
        self.laid += 1;
        let tried = self.walk.as_ref().map_or(0, Walk::tried);
        let is_over = self.failures == MOST_FAILURES || tried >= MOST_TRIED;
        match seen.past().filter(|past| past.tells_of_others()) {
            // Tables that agree with what is remembered are better than others, though they are few.
            Some(past) if !is_over || !self.kept.is_empty() => {
                let has_time = tried < TRIED_EACH * self.laid;
                let may_seek = !is_over && has_time && self.kept.len() < MOST_CONSISTENT;
                if may_seek && self.go_on(seen, past, rng, game) {
                    return;
                }
                match self.kept.is_empty() {
                    true => seen.imagine_into(new_seed(rng), game),
                    false => self.lay_again(rng, game),
                }
            }
            Some(_) | None if self.laid <= LAID_ONCE => seen.imagine_into(new_seed(rng), game),
            Some(_) | None if self.kept.len() < MOST_IMAGINED => {
                seen.imagine_into(new_seed(rng), game);
                self.keep(game, 1.0);
            }
            Some(_) | None => self.lay_again(rng, game),
        }
    }

    /// The next game at which every past choice was possible. False where none is found.
    fn go_on(&mut self, seen: &Seen, past: &SeenHistory, rng: &mut ChaCha8Rng, game: &mut Game) -> bool {
        let walk = self
            .walk
            .get_or_insert_with(|| Walk::new(past.clone(), new_seed(rng)));
        if !walk.go_on() {
            self.failures += 1;
            return false;
        }
        self.failures = 0;
        game.clone_from(walk.game());
        let likely = self.likely(seen);
        self.keep(game, likely);
        true
    }

    fn keep(&mut self, game: &Game, likely: f64) {
        let game = game.fork();
        self.kept.push(Kept { game, likely });
    }

    /// How likely what others chose was in the game imagined last.
    fn likely(&mut self, seen: &Seen) -> f64 {
        let (Some(others), Some(walk)) = (&mut self.others, &self.walk) else {
            return 1.0;
        };
        let likely = others.likely(walk.past(), seen.seat(), seen.seed());
        self.work_of_others = others.work();
        likely.unwrap_or_else(|TooMany| {
            self.others = None;
            self.kept.iter_mut().for_each(|kept| kept.likely = 1.0);
            1.0
        })
    }

    /// One of the games that are there, with what is still to come drawn anew.
    fn lay_again(&self, rng: &mut ChaCha8Rng, game: &mut Game) {
        let all: f64 = self.kept.iter().map(|kept| kept.likely).sum();
        let mut left = unit(rng) * all;
        let drawn = self.kept.iter().find(|kept| {
            left -= kept.likely;
            left < 0.0
        });
        if let Some(kept) = drawn.or(self.kept.last()) {
            kept.game
                .knowledge(Viewer::Omniscient)
                .imagine_into(new_seed(rng), game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::tests::{after_bet, is_strong, sensibly};
    use crate::random::generator;
    use cardable_core::{Seat, Seed};

    /// The own card is one of the two strong ones, so two in three others are weak.
    #[test]
    fn tables_at_which_others_chose_sensibly_are_laid_more_often() {
        let (mut game, mut history) = (0..)
            .map(after_bet)
            .find(|(game, _)| is_strong(game, Seat(1)))
            .expect("half of all deals");
        let seen = Seen::new(&game, Seat(1), Seed::from(1)).expect("it decides");
        let seen = seen.remembering(&mut history, &game);
        let mut tables = Tables::new(sensibly);
        let mut rng = generator(Seed::from(2));
        let mut strong = 0;
        for _ in 0..400 {
            tables.lay(&seen, &mut rng, &mut game);
            strong += u32::from(is_strong(&game, Seat(0)));
        }
        for kept in &tables.kept {
            let expected = if is_strong(&kept.game, Seat(0)) {
                0.82
            } else {
                0.18
            };
            assert!((kept.likely - expected).abs() < 1e-9, "{}", kept.likely);
        }
        assert!(tables.kept.len() > 40, "{} are kept", tables.kept.len());
        // By chance it is 133, by Bayes 278.
        assert!((210..340).contains(&strong), "{strong} of 400");
    }
}
