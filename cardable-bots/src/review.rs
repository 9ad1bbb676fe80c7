//! Looking back at a game: what a bot would have done where a person decided.
//!
//! ```
//! use cardable_bots::Budget;
//! use cardable_bots::review::{Review, Reviewed};
//! use cardable_core::{Match, Seat, Seed, Setup};
//!
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! while let Some(decision) = table.game().next_decision() {
//!     let (seat, choice) = (decision.seat(), decision.nth(0).ok_or("a decision has a choice")?);
//!     table.submit(seat, &choice)?;
//! }
//! let mut review = Review::new(&ruleset, table.log(), Seat(0))?;
//! let mut reviewed = Vec::new();
//! while let Some(one) = review.next(&mut Budget::iterations(100))? {
//!     reviewed.push(one);
//! }
//! for one in Reviewed::costliest(&reviewed, 3) {
//!     println!("entry {}: better was {:?}", one.entry, one.thought.choice);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::budget::Budget;
use crate::search::Search;
use crate::seen::Seen;
use crate::thought::Thought;
use cardable_core::log::{Entry, ReplayError};
use cardable_core::search::{ChoiceKey, History};
use cardable_core::{Choice, Game, Log, Match, Ruleset, Seat, Seed};

/// A choice that was tried fewer times than this counts less than half among the costliest: chance may have spoiled what
/// came of it.
const FEW: f64 = 4.0;

/// Goes through the decisions of one seat in the log of a game, and thinks about each as a bot would have done then: it
/// knows what the seat knew, remembers what the seat had seen, and no more.
///
/// Decisions in which all choices are alike are left out, as are those that ended by a timeout. Everything is drawn from
/// the place in the log, so the same log and budgets give the same review.
///
/// [`Review::next`] does it a decision at a time. A program that must not be held up for as long takes smaller steps
/// instead:
///
/// ```
/// use cardable_bots::Budget;
/// use cardable_bots::review::{Reached, Review};
/// # use cardable_core::{Match, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// # let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// # while let Some(decision) = table.game().next_decision() {
/// #     let (seat, choice) = (decision.seat(), decision.nth(0).ok_or("a decision has a choice")?);
/// #     table.submit(seat, &choice)?;
/// # }
/// let mut review = Review::new(&ruleset, table.log(), Seat(0))?;
/// let mut reviewed = Vec::new();
/// loop {
///     match review.advance(16)? {
///         Reached::Between => {}
///         Reached::Decision => {
///             review.think(&mut Budget::iterations(50));
///             // Other work can be done here.
///             review.think(&mut Budget::iterations(50));
///             reviewed.extend(review.judge()?);
///         }
///         Reached::End => break,
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Review {
    game: Game,
    /// What was chosen before.
    history: History,
    entries: Vec<Entry>,
    /// The number of the next entry.
    at: usize,
    seat: Seat,
    /// The search at the next entry, if that is a decision to think about.
    search: Option<Box<Search>>,
}

/// How far a review has come.
///
/// See [`Review`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    /// Between two decisions of the seat.
    Between,
    /// At a decision of the seat.
    Decision,
    /// At the end of the log.
    End,
}

impl Review {
    /// A review of a seat's choices. The log must be one of the ruleset. Its entries are played again one at a time, so
    /// one that is not possible is an error only when the review comes to it.
    pub fn new(ruleset: &Ruleset, log: &Log, seat: Seat) -> Result<Review, ReplayError> {
        let game = Match::replay_to(ruleset, log, 0)?.game().fork().without_events();
        Ok(Review {
            history: History::new(&game),
            game,
            entries: log.entries.clone(),
            at: 0,
            seat,
            search: None,
        })
    }

    /// Whose choices these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many entries of the log it has gone through, to show how far it is.
    pub fn done(&self) -> usize {
        self.at
    }

    /// How many choices of the seat are still to come. Those that were the only ones are among them.
    pub fn left(&self) -> usize {
        let entries = self.entries.iter().skip(self.at);
        let is_own = |entry: &&Entry| matches!(entry, Entry::Choice { seat, .. } if *seat == self.seat);
        entries.filter(is_own).count()
    }

    /// The next decision of the seat, thought about until the budget is used up. None after the last one.
    pub fn next(&mut self, budget: &mut Budget) -> Result<Option<Reviewed>, ReplayError> {
        loop {
            match self.advance(usize::MAX)? {
                Reached::Between => {}
                Reached::Decision => {
                    self.think(budget);
                    if let Some(reviewed) = self.judge()? {
                        return Ok(Some(reviewed));
                    }
                }
                Reached::End => return Ok(None),
            }
        }
    }

    /// Goes through the log up to the next decision of the seat, past so many entries at most.
    pub fn advance(&mut self, most: usize) -> Result<Reached, ReplayError> {
        for _ in 0..most {
            if self.search.is_some() {
                return Ok(Reached::Decision);
            }
            let Some(entry) = self.entries.get(self.at) else {
                return Ok(Reached::End);
            };
            if matches!(entry, Entry::Choice { seat, .. } if *seat == self.seat) {
                self.search = self.begin().map(Box::new);
            }
            if self.search.is_none() {
                self.pass()?;
            }
        }
        Ok(match self.search {
            Some(_) => Reached::Decision,
            None => Reached::Between,
        })
    }

    /// Thinks about the decision until the budget is used up. Elsewhere it does nothing.
    pub fn think(&mut self, budget: &mut Budget) {
        if let Some(search) = &mut self.search {
            search.run(budget);
        }
    }

    /// What it thinks of the choice that was made, before it goes on. None where it is not at a decision.
    pub fn judge(&mut self) -> Result<Option<Reviewed>, ReplayError> {
        let Some(search) = self.search.take() else {
            return Ok(None);
        };
        let reviewed = self.reviewed(&search);
        self.pass()?;
        Ok(reviewed)
    }

    /// A search at the next entry. None where the seat has made the only choice that there was.
    fn begin(&mut self) -> Option<Search> {
        let decision = self.game.decision(self.seat)?;
        if decision.keys().len() < 2 {
            return None;
        }
        let seen = Seen::new(&self.game, self.seat, Seed::from(self.at as u64))?;
        Some(Search::new(seen.remembering(&mut self.history, &self.game)))
    }

    fn reviewed(&self, search: &Search) -> Option<Reviewed> {
        let Entry::Choice { choice, .. } = self.entries.get(self.at)? else {
            return None;
        };
        let decision = self.game.decision(self.seat)?;
        let key = |choice: &Choice| decision.key_of(choice);
        Reviewed::new(self.at, choice.clone(), search.thought()?, key)
    }

    /// Plays the next entry.
    fn pass(&mut self) -> Result<(), ReplayError> {
        let at = self.at;
        let Some(entry) = self.entries.get(at) else {
            return Ok(());
        };
        let passed = match entry {
            Entry::Choice { seat, choice } => self.game.submit(*seat, choice),
            Entry::Timeout { seat } => self.game.timeout(*seat),
        };
        passed.map_err(|why| ReplayError::Entry { at, why })?;
        match entry {
            Entry::Choice { seat, choice } => self.history.chosen(*seat, choice),
            Entry::Timeout { seat } => self.history.timed_out(*seat),
        }
        self.at += 1;
        Ok(())
    }
}

/// What a bot thinks of a choice that was made.
///
/// See the [module](self) for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The number of the log's entry, from 0.
    pub entry: usize,
    /// The choice.
    pub made: Choice,
    /// What a bot would have done with what the seat knew then.
    pub thought: Thought,
    /// The place of the choice in `thought.ranked`. None in a decision of so many choices that they are not all listed.
    pub rank: Option<usize>,
    /// How much worse the choice looked than what the bot would have done, from 0 to 1; 0 where it looked no worse. None
    /// where the search has tried the one or the other never, for which it had fewer iterations than there were choices.
    pub cost: Option<f64>,
}

impl Reviewed {
    fn new(
        entry: usize,
        made: Choice,
        thought: Thought,
        key: impl Fn(&Choice) -> Option<ChoiceKey>,
    ) -> Option<Reviewed> {
        let made_key = key(&made)?;
        let mut ranked = thought.ranked.iter();
        let rank = ranked.position(|ranked| key(&ranked.choice) == Some(made_key));
        let value = |rank: usize| thought.ranked.get(rank)?.value;
        let best = value(0);
        let cost = rank.and_then(|rank| Some((best? - value(rank)?).max(0.0)));
        Some(Reviewed {
            entry,
            made,
            rank,
            cost,
            thought,
        })
    }

    /// Whether the bot would have done the same.
    pub fn is_agreed(&self) -> bool {
        self.rank == Some(0)
    }

    /// The choices that cost most, the worst first, and at most so many; those that cost nothing are not among them. A
    /// choice that the bot has tried seldom must have cost more, for what came of it may be chance.
    ///
    /// See the [module](self) for an example.
    pub fn costliest(reviewed: &[Reviewed], most: usize) -> Vec<&Reviewed> {
        let mut all: Vec<(f64, &Reviewed)> = reviewed.iter().map(|one| (one.weighed_cost(), one)).collect();
        all.retain(|(cost, _)| *cost > 0.0);
        // The sort is stable: of two that cost the same, the earlier one comes first.
        all.sort_by(|(cost, _), (other, _)| other.total_cmp(cost));
        all.into_iter().map(|(_, one)| one).take(most).collect()
    }

    /// The cost, less where the choice was tried seldom.
    fn weighed_cost(&self) -> f64 {
        let share = self.rank.and_then(|rank| self.thought.ranked.get(rank));
        let share = share.map_or(0.0, |ranked| ranked.share);
        let tried = (share * f64::from(self.thought.spent)).max(1.0);
        self.cost.unwrap_or(0.0) * tried / (tried + FEW)
    }
}
