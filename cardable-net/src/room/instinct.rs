//! What bots choose by when they do not get to think.

use crate::thinking::{Effort, Ending};
use cardable_bots::Habits;
use cardable_core::{Bot as _, Choice, DecisionRef, Game, RandomBot, Seat, Seed, Viewer};
use std::collections::BTreeMap;

/// Maximum number of a seat's choices of which a room remembers what they have brought.
const MOST_HABITS: usize = 256;

/// Of 256 choices by habit so many are made by chance all the same. Otherwise a bot could do the same thing again and again
/// without end.
const BY_CHANCE: u8 = 32;

/// What makes a bot's choice if it does not get to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fallback {
    /// What it has learnt when it got to think.
    Habit,
    Chance,
}

impl Fallback {
    /// The label of the metric.
    pub(super) fn by(self) -> &'static str {
        match self {
            Fallback::Habit => "habit",
            Fallback::Chance => "chance",
        }
    }
}

/// Makes the choices that nobody has thought about.
#[derive(Debug)]
pub(super) struct Instinct {
    random: RandomBot,
    /// What each seat's bot has learnt in this game about the seat's choices, if it has thought at all. A seat's own
    /// thoughts alone go into it: another seat may know more.
    habits: BTreeMap<Seat, Habits>,
}

impl Instinct {
    pub(super) fn new(seed: Seed) -> Instinct {
        Instinct {
            random: RandomBot::new(seed),
            habits: BTreeMap::new(),
        }
    }

    /// Forgets what bots have learnt.
    pub(super) fn forget(&mut self) {
        self.habits.clear();
    }

    /// Notes that a seat's bot has thought, and what it has learnt.
    pub(super) fn learn(&mut self, seat: Seat, habits: Option<&Habits>) {
        let new = || Habits::at_most(MOST_HABITS);
        let known = self.habits.entry(seat).or_insert_with(new);
        if let Some(habits) = habits {
            known.learn_from(habits);
        }
    }

    /// What makes a choice of a seat without thought. It does not depend on what there is to choose, because metrics count
    /// it. `None` if the bot has thought.
    pub(super) fn fallback(&self, seat: Seat, effort: Effort) -> Option<Fallback> {
        if effort.is_thought() {
            return None;
        }
        Some(match effort.ending {
            // The engine may fail at the same question again.
            Ending::Panic => Fallback::Chance,
            _ if self.knows(seat) => Fallback::Habit,
            _ => Fallback::Chance,
        })
    }

    /// The choice that has brought most when the seat's bot thought of it, and now and then any: what a person on the seat
    /// would know. Which of both follows from the lot.
    pub(super) fn choose_by_habit(&mut self, game: &Game, seat: Seat, lot: u8) -> Option<Choice> {
        let by_habit = || self.best(seat, &game.decision(seat)?);
        let habitual = if lot < BY_CHANCE { None } else { by_habit() };
        habitual.or_else(|| self.choose_at_random(game, seat))
    }

    /// Whether the seat's bot has thought.
    pub(super) fn knows(&self, seat: Seat) -> bool {
        self.habits.contains_key(&seat)
    }

    /// The choice that has brought most.
    pub(super) fn best(&self, seat: Seat, decision: &DecisionRef<'_>) -> Option<Choice> {
        let best = self.habits.get(&seat)?.best(seat, &decision.keys())?;
        decision.nth(best.number)
    }

    /// A choice at random. It knows what a person on the seat would know.
    pub(super) fn choose_at_random(&mut self, game: &Game, seat: Seat) -> Option<Choice> {
        let decision = game.decision(seat)?;
        Some(self.random.choose(&game.view(Viewer::Seat(seat)), &decision))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_core::search::ChoiceKey;

    /// A room with many bots stays small.
    #[test]
    fn habits_are_bounded() {
        let mut instinct = Instinct::new(Seed::from(1));
        let mut habits = Habits::default();
        (0..1_000).for_each(|key| habits.learn(Seat(1), ChoiceKey(key), 0.5));
        (0..3).for_each(|_| instinct.learn(Seat(1), Some(&habits)));
        assert_eq!(instinct.habits[&Seat(1)].len(), MOST_HABITS);
    }
}
