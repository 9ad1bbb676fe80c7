//! What choices have brought in a search, whatever the position was.

use cardable_core::Seat;
use cardable_core::search::{ChoiceKey, KeyedChoice};
use std::collections::BTreeMap;

/// How many choices a table knows at most, if nothing else is said.
const MOST: usize = 2_048;
/// How often a choice counts as made with what the seat gets usually: one lucky try makes no habit.
const DOUBT: f64 = 2.0;

/// A table of action values: what each choice has brought whoever made it, in the mean over the imagined games of a
/// search, wherever it was made.
///
/// It says less than a search, but to ask it takes next to no time: a host takes it where too many bots have to move. It is
/// learnt in imagined games alone, so it depends on nothing but what the seat knew that searched. What it has learnt for one
/// seat must not advise another, which may know less.
///
/// ```
/// use cardable_bots::{Budget, Habits, Search, Seen};
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let mut habits = Habits::default();
/// while let Some(decision) = game.decision(Seat(0)) {
///     let seen = Seen::new(&game, Seat(0), Seed::from(1)).ok_or("it decides")?;
///     let mut search = Search::new(seen);
///     search.run(&mut Budget::iterations(16));
///     habits.learn_from(&search.habits().of(Seat(0)));
///     // What it would do without thinking.
///     let number = habits.best(Seat(0), &decision.keys()).map_or(0, |best| best.number);
///     game.submit_nth(Seat(0), number)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Habits {
    known: BTreeMap<(Seat, ChoiceKey), Tally>,
    /// All choices of each seat together.
    usual: BTreeMap<Seat, Tally>,
    most: usize,
}

/// How often a choice was made, and what it has brought in all.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Tally {
    count: f64,
    sum: f64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.count += other.count;
        self.sum += other.sum;
    }

    /// The same as if each had been made so often.
    fn times(self, factor: f64) -> Tally {
        Tally {
            count: factor * self.count,
            sum: factor * self.sum,
        }
    }

    fn mean(self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }
}

impl Default for Habits {
    fn default() -> Habits {
        Habits::at_most(MOST)
    }
}

impl Habits {
    /// A table that knows nothing yet, and will know so many choices at most.
    pub fn at_most(most: usize) -> Habits {
        Habits {
            known: BTreeMap::new(),
            usual: BTreeMap::new(),
            most,
        }
    }

    /// Counts that a seat made a choice, and what it brought, from 0 to 1. A full table takes no choices that it does not
    /// know.
    ///
    /// ```
    /// use cardable_bots::Habits;
    /// use cardable_core::{Seat, search::ChoiceKey};
    /// let mut habits = Habits::default();
    /// habits.learn(Seat(0), ChoiceKey(7), 1.0);
    /// habits.learn(Seat(0), ChoiceKey(7), 0.0);
    /// assert_eq!(habits.mean(Seat(0), ChoiceKey(7)), Some(0.5));
    /// assert_eq!(habits.mean(Seat(1), ChoiceKey(7)), None);
    /// ```
    pub fn learn(&mut self, seat: Seat, key: ChoiceKey, reward: f64) {
        let once = Tally {
            count: 1.0,
            sum: reward,
        };
        self.add(seat, key, once);
    }

    fn add(&mut self, seat: Seat, key: ChoiceKey, tally: Tally) {
        let is_full = self.known.len() >= self.most;
        match self.known.get_mut(&(seat, key)) {
            Some(known) => known.add(tally),
            None if is_full => return,
            None => {
                self.known.insert((seat, key), tally);
            }
        }
        self.usual.entry(seat).or_default().add(tally);
    }

    /// What a choice of a seat has brought in the mean; None if it was never made.
    pub fn mean(&self, seat: Seat, key: ChoiceKey) -> Option<f64> {
        self.known.get(&(seat, key))?.mean()
    }

    /// How good a choice of a seat is likely to be: what it has brought in the mean, the nearer to what the seat gets
    /// usually the more seldom it was made. Of an unknown choice nothing but that is known.
    pub fn value(&self, seat: Seat, key: ChoiceKey) -> f64 {
        let usual = self.usual.get(&seat).and_then(|usual| usual.mean());
        let usual = usual.unwrap_or(0.5);
        let known = self.known.get(&(seat, key)).copied().unwrap_or_default();
        (known.sum + DOUBT * usual) / (known.count + DOUBT)
    }

    /// The best of the choices that a seat has, the first of those that are equally good. None where it knows none of them:
    /// then one is as good as another.
    pub fn best(&self, seat: Seat, choices: &[KeyedChoice]) -> Option<KeyedChoice> {
        let mut best: Option<(f64, KeyedChoice)> = None;
        let mut knows_any = false;
        for choice in choices {
            knows_any |= self.known.contains_key(&(seat, choice.key));
            let value = self.value(seat, choice.key);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, *choice));
            }
        }
        best.filter(|_| knows_any).map(|(_, choice)| choice)
    }

    /// What it knows of the choices of one seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> Habits {
        let mut own = Habits::at_most(self.most);
        let all = (seat, ChoiceKey(u64::MIN))..=(seat, ChoiceKey(u64::MAX));
        self.known
            .range(all)
            .for_each(|((_, key), tally)| own.add(seat, *key, *tally));
        own
    }

    /// Adds what was learnt later, which says more of what is to come: all that was known before counts half as much. In a
    /// full table the choices stay that were made most often.
    pub fn learn_from(&mut self, later: &Habits) {
        let mut all: Vec<((Seat, ChoiceKey), Tally)> = Vec::new();
        for (of, tally) in std::mem::take(&mut self.known) {
            all.push((of, tally.times(0.5)));
        }
        let before = all.len();
        for (of, tally) in &later.known {
            match all[..before].binary_search_by_key(of, |(other, _)| *other) {
                Ok(at) => all[at].1.add(*tally),
                Err(_) => all.push((*of, *tally)),
            }
        }
        if all.len() > self.most {
            all.sort_by(|(one, often), (other, less)| {
                less.count.total_cmp(&often.count).then(one.cmp(other))
            });
            all.truncate(self.most);
        }
        self.usual.clear();
        for ((seat, key), tally) in all {
            self.add(seat, key, tally);
        }
    }

    /// How many choices it knows.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}
