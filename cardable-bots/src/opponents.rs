//! How likely others were to choose what they chose, in a game as it may be.

use crate::budget::Budget;
use crate::seen::Seen;
use cardable_core::search::{ChoiceKey, PastChoice};
use cardable_core::{Seat, Seed, Viewer};
use std::collections::BTreeMap;

/// How many of the last choices are judged.
const LATEST: usize = 16;
/// How long each is thought about.
const ITERATIONS: u32 = 24;
/// How many different things that others may have known are thought about. Where there are more, what others do says
/// little of any of them.
const MOST_KNOWN: usize = 24;
/// How likely anybody chooses without thinking.
const CARELESS: f64 = 0.2;

/// How somebody thinks: how likely each choice is.
pub(crate) type Think = fn(Seen, &mut Budget) -> Vec<(ChoiceKey, f64)>;

/// What others would have done, by what they knew: they are taken to think as long as it takes to see the obvious.
#[derive(Debug)]
pub(crate) struct Opponents {
    think: Think,
    opinions: BTreeMap<u64, Opinion>,
    /// How much work it was to think about them.
    work: u64,
}

/// How likely each choice is.
#[derive(Debug)]
struct Opinion(Vec<(ChoiceKey, f64)>);

/// There are too many things that others may have known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany;

impl Opponents {
    pub(crate) fn new(think: Think) -> Opponents {
        Opponents {
            think,
            opinions: BTreeMap::new(),
            work: 0,
        }
    }

    /// How much work it was so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// How likely the choices were in all.
    pub(crate) fn likely<'w>(
        &mut self,
        past: impl DoubleEndedIterator<Item = PastChoice<'w>>,
        own: Seat,
        seed: Seed,
    ) -> Result<f64, TooMany> {
        let others = past.rev().filter(|choice| choice.seat != own).take(LATEST);
        let known = |choice: PastChoice<'w>| {
            let known = choice.before.knowledge(Viewer::Seat(choice.seat)).key();
            (known, choice)
        };
        let others: Vec<(u64, PastChoice<'w>)> = others.map(known).collect();
        let new = others
            .iter()
            .filter(|(known, _)| !self.opinions.contains_key(known));
        // Before anybody thinks about what would be left out.
        if self.opinions.len() + new.count() > MOST_KNOWN {
            return Err(TooMany);
        }
        let mut likely = 1.0;
        for (known, choice) in others {
            let opinion = self.opinions.entry(known).or_insert_with(|| {
                let mut budget = Budget::iterations(ITERATIONS);
                let opinion = Opinion::of(&choice, seed, self.think, &mut budget);
                self.work += budget.work();
                opinion
            });
            let decision = choice.before.decision(choice.seat);
            if let Some(key) = decision.and_then(|decision| decision.key_of(choice.choice)) {
                likely *= opinion.share(key);
            }
        }
        Ok(likely)
    }
}

impl Opinion {
    fn of(choice: &PastChoice<'_>, seed: Seed, think: Think, budget: &mut Budget) -> Opinion {
        let seen = Seen::new(choice.before, choice.seat, seed);
        Opinion(seen.map_or_else(Vec::new, |seen| think(seen, budget)))
    }

    fn share(&self, key: ChoiceKey) -> f64 {
        let ways = self.0.len().max(1) as f64;
        let found = self.0.iter().find(|(other, _)| *other == key);
        let thought = found.map_or(1.0 / ways, |(_, share)| *share);
        CARELESS / ways + (1.0 - CARELESS) * thought
    }
}
