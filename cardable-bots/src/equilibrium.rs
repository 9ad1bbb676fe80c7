//! Play from which nobody gains by playing otherwise, for games with few things to know.

use crate::budget::{WORK_OF_CHOICE, WORK_OF_ITERATION, WORK_OF_KEY};
use crate::random::new_seed;
use crate::seen::Seen;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::rand_chacha::rand_core::SeedableRng as _;
use cardable_core::search::{ChoiceKey, KeyedChoice, Standings, UntilScored, work_of};
use cardable_core::{Game, Seat, Viewer};
use std::collections::BTreeMap;

/// The most positions that one iteration may go through: beyond that a game is not small.
const MOST_POSITIONS: usize = 400;
/// How many times as often a seat comes somewhere by all its ways as by those that it takes, where it seldom comes there.
const SELDOM: f64 = 20.0;
/// The most different things that seats can know.
const MOST_KNOWN: usize = 20_000;

/// Counterfactual regret minimisation with external sampling (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling
/// for Regret Minimization in Extensive Games", 2009), in which later iterations count more, for regrets and for means (Brown
/// and Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization", 2019).
///
/// It plays from when the cards were shuffled last to the end of the game, or to the state that the ruleset names, with all
/// hands that anybody may have had: to bluff well one has to play well with the cards one does not have. What it draws depends
/// only on what everybody knew at that beginning, so all decisions of a hand are parts of one way to play: parts of different
/// ways, each of which is good, would give something away together.
#[derive(Debug)]
pub(crate) struct Equilibrium {
    begin: Game,
    rng: ChaCha8Rng,
    known: BTreeMap<(Seat, u64), Known>,
    iterations: u32,
    /// How many things were known when half of the iterations had been made, or somewhat less.
    known_before: usize,
    /// How many positions this iteration has gone through, and how much work that was.
    positions: usize,
    work: u64,
    /// Games of earlier iterations, whose memory is used again.
    spare: Vec<Game>,
}

/// What a seat does when it knows just this.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    pub(crate) ways: Vec<Way>,
    /// How often its values were taken.
    pub(crate) visits: u32,
}

/// A choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) key: ChoiceKey,
    /// How much better it would have been than what was done. Negative where it would have been worse.
    regret: f64,
    /// The sum of how likely it was made when others learned, which gives the mean.
    share: f64,
    /// The same when the seat itself learned, and came here whatever it does before.
    own_share: f64,
    /// The sum of what it brought.
    pub(crate) value: f64,
}

impl Known {
    fn new(keys: &[KeyedChoice]) -> Known {
        let way = |keyed: &KeyedChoice| Way {
            key: keyed.key,
            regret: 0.0,
            share: 0.0,
            own_share: 0.0,
            value: 0.0,
        };
        Known {
            ways: keys.iter().map(way).collect(),
            visits: 0,
        }
    }

    /// How likely a choice is made in the mean. What a seat hardly ever comes to, because it plays otherwise before, it has
    /// learned by its own ways alone.
    pub(crate) fn share(&self, way: &Way) -> f64 {
        let others: f64 = self.ways.iter().map(|way| way.share).sum();
        let own: f64 = self.ways.iter().map(|way| way.own_share).sum();
        let (share, all) = match others * SELDOM < own {
            true => (way.own_share, own),
            false => (way.share, others),
        };
        match all > 0.0 {
            true => share / all,
            false => 1.0 / self.ways.len().max(1) as f64,
        }
    }

    /// How likely each choice is made now: as much as it is regretted.
    fn likely(&self) -> Vec<f64> {
        let regretted = |way: &Way| way.regret.max(0.0);
        let sum: f64 = self.ways.iter().map(regretted).sum();
        let even = 1.0 / self.ways.len().max(1) as f64;
        let share = |way: &Way| if sum > 0.0 { regretted(way) / sum } else { even };
        self.ways.iter().map(share).collect()
    }
}

/// The game is not small enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLarge;

impl Equilibrium {
    /// For what a bot has seen. None where it does not remember what was before, where the score has changed since, for the game
    /// is no duel for a single pot then, and where nobody else plays who could be bluffed: to choose by chance only loses.
    pub(crate) fn new(seen: &Seen) -> Option<Equilibrium> {
        let begin = seen.past()?.begin();
        let is_alone = begin.seating().persons() < 2;
        if is_alone || Standings::of(begin) != Standings::of(seen.game()) {
            return None;
        }
        Some(Equilibrium {
            begin: begin.fork().without_events(),
            rng: ChaCha8Rng::seed_from_u64(begin.knowledge(Viewer::Spectator).key()),
            known: BTreeMap::new(),
            iterations: 0,
            known_before: 0,
            positions: 0,
            work: 0,
            spare: Vec::new(),
        })
    }

    /// What the seat does that knows what it knows in this game. None where that has not come up yet.
    pub(crate) fn known(&self, game: &Game, seat: Seat) -> Option<&Known> {
        let key = game.knowledge(Viewer::Seat(seat)).key();
        self.known.get(&(seat, key)).filter(|known| known.visits > 0)
    }

    /// Whether hardly anything came up since half of the iterations that had not come up before: all of the game is known.
    pub(crate) fn is_explored(&self) -> bool {
        self.known.len() * 4 < self.known_before * 5
    }

    /// How much work ([`Budget::with_work`](crate::Budget::with_work)) the last iteration was.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Goes through the game once for each seat.
    pub(crate) fn iterate(&mut self) -> Result<(), TooLarge> {
        if self.iterations.is_power_of_two() {
            self.known_before = self.known.len();
        }
        self.iterations += 1;
        self.work = 0;
        for seat in 0..self.begin.seating().persons() {
            self.positions = 0;
            self.work += WORK_OF_ITERATION;
            let mut game = self.spare.pop().unwrap_or_else(|| self.begin.fork());
            let public = self.begin.knowledge(Viewer::Spectator);
            public.imagine_into(new_seed(&mut self.rng), &mut game);
            let before = Standings::of(&game);
            // What is scored on the way is no end: to win a prize may have cost too much.
            let until = UntilScored::new(&game).at_least(u64::MAX);
            let walk = Walk {
                learner: Seat(seat as u8),
                before,
            };
            self.value(&walk, &game, until)?;
            self.spare.push(game);
        }
        Ok(())
    }

    /// What a position is worth to the seat that learns.
    fn value(&mut self, walk: &Walk, game: &Game, until: UntilScored) -> Result<f64, TooLarge> {
        self.positions += 1;
        if self.positions > MOST_POSITIONS || self.known.len() > MOST_KNOWN {
            return Err(TooLarge);
        }
        let decision = match game.to_decide().lowest().and_then(|seat| game.decision(seat)) {
            Some(decision) => decision,
            None => return Ok(walk.worth(game)),
        };
        let seat = decision.seat();
        let keys = decision.keys();
        self.work += WORK_OF_CHOICE + WORK_OF_KEY * keys.len() as u64;
        let at = (seat, game.knowledge(Viewer::Seat(seat)).key());
        let known = self.known.entry(at).or_insert_with(|| Known::new(&keys));
        let likely = known.likely();
        if seat != walk.learner {
            // What others do in the mean counts the more the later, when they have learned.
            let weight = f64::from(self.iterations);
            for (way, likely) in known.ways.iter_mut().zip(&likely) {
                way.share += weight * likely;
            }
            let drawn = drawn(&likely, &mut self.rng);
            let Some(keyed) = keys.get(drawn) else {
                return Ok(walk.worth(game));
            };
            return self.value_after(walk, game, seat, *keyed, until);
        }
        let mut values = Vec::with_capacity(keys.len());
        for keyed in &keys {
            values.push(self.value_after(walk, game, seat, *keyed, until.clone())?);
        }
        let mean: f64 = values
            .iter()
            .zip(&likely)
            .map(|(value, likely)| value * likely)
            .sum();
        if let Some(known) = self.known.get_mut(&at) {
            known.visits += 1;
            let weight = f64::from(self.iterations);
            for (way, likely) in known.ways.iter_mut().zip(&likely) {
                way.own_share += weight * likely;
            }
            for (way, value) in known.ways.iter_mut().zip(&values) {
                way.regret += weight * (value - mean);
                way.value += value;
            }
        }
        Ok(mean)
    }

    fn value_after(
        &mut self,
        walk: &Walk,
        game: &Game,
        seat: Seat,
        keyed: KeyedChoice,
        mut until: UntilScored,
    ) -> Result<f64, TooLarge> {
        let mut next = self.spare.pop().unwrap_or_else(|| game.fork());
        next.clone_from(game);
        let value = match next.submit_nth(seat, keyed.number) {
            Err(_) => Ok(0.0),
            Ok(()) if until.is_reached(&next) => Ok(walk.worth(&next)),
            Ok(()) => self.value(walk, &next, until),
        };
        self.work += work_of(&next);
        self.spare.push(next);
        value
    }
}

/// One way through the game.
struct Walk {
    /// Whose choices are all tried.
    learner: Seat,
    before: Standings,
}

impl Walk {
    /// What an end is worth to the seat that learns: what it has gained more than the others, else its share of the win.
    fn worth(&self, game: &Game) -> f64 {
        let now = Standings::of(game);
        let gains: Vec<f64> = now
            .iter()
            .zip(self.before.iter())
            .map(|(now, before)| now - before)
            .collect();
        let own = gains.get(self.learner.index()).copied().unwrap_or(0.0);
        let others = gains.len().saturating_sub(1).max(1) as f64;
        let all: f64 = gains.iter().sum();
        if gains.iter().any(|gain| *gain != 0.0) {
            return (own - (all - own) / others) / 2.0;
        }
        let winners = game.result().map_or(&[][..], |result| &result.winners);
        match winners.contains(&self.learner) {
            true => 1.0 / winners.len() as f64,
            false => 0.0,
        }
    }
}

/// One of some things, each as likely as it says.
fn drawn(likely: &[f64], rng: &mut ChaCha8Rng) -> usize {
    let mut left = crate::random::unit(rng);
    for (at, share) in likely.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return at;
        }
    }
    likely.len().saturating_sub(1)
}
