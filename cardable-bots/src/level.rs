//! How well a bot plays, by words.

use crate::bot::Searcher;
use crate::budget::Budget;
use std::fmt;
use std::str::FromStr;

/// 10 to 15 ms, where a unit of work takes 15 to 23 ns.
const WORK_OF_MEDIUM: u64 = 650_000;
/// 225 to 350 ms.
const WORK_OF_HARD: u64 = 15_000_000;

/// How well a bot plays.
///
/// ```
/// use cardable_bots::Level;
/// assert_eq!("hard".parse(), Ok(Level::Hard));
/// assert_eq!("search:250".parse::<Level>().map(Level::iterations), Ok(250));
/// let error = "brilliant".parse::<Level>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no bot `brilliant`: write random, easy, medium, hard or search:ITERATIONS");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Does anything that is allowed.
    Random,
    /// Thinks little, and does not always take what it finds best.
    Easy,
    /// Plays soundly.
    Medium,
    /// Thinks as much as people wait for.
    Hard,
    /// Thinks for so many iterations.
    Search(u32),
}

impl Level {
    /// The levels that have a name of their own, the weakest first.
    pub const NAMED: [Level; 4] = [Level::Random, Level::Easy, Level::Medium, Level::Hard];

    /// The most iterations of [`Level::Search`] that can be written.
    pub const MOST_ITERATIONS: u32 = 1_000_000;

    /// How many games it imagines for a decision.
    pub fn iterations(self) -> u32 {
        match self {
            Level::Random => 0,
            Level::Easy => 20,
            Level::Medium => 100,
            Level::Hard => 1_000,
            Level::Search(iterations) => iterations,
        }
    }

    /// How much work it does for a decision at most ([`Budget::with_work`]): in most games it does not come to it. None where
    /// only iterations count.
    pub fn work(self) -> Option<u64> {
        match self {
            Level::Random | Level::Search(_) => None,
            Level::Easy | Level::Medium => Some(WORK_OF_MEDIUM),
            Level::Hard => Some(WORK_OF_HARD),
        }
    }

    /// What it may spend on a decision.
    pub fn budget(self) -> Budget {
        let budget = Budget::iterations(self.iterations());
        match self.work() {
            Some(work) => budget.with_work(work),
            None => budget,
        }
    }

    /// Whether it is to remember what was chosen before ([`Seen::remembering`](crate::Seen::remembering)).
    pub fn remembers(self) -> bool {
        match self {
            Level::Random | Level::Easy | Level::Medium => false,
            Level::Hard | Level::Search(_) => true,
        }
    }

    /// A bot of this level. It plays so with the level's [budget](Level::budget).
    pub fn bot(self) -> Searcher {
        Searcher {
            temperature: match self {
                Level::Random => f64::INFINITY,
                Level::Easy => 0.5,
                Level::Medium | Level::Hard | Level::Search(_) => 0.0,
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Easy => f.write_str("easy"),
            Level::Medium => f.write_str("medium"),
            Level::Hard => f.write_str("hard"),
            Level::Search(iterations) => write!(f, "search:{iterations}"),
        }
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Level, UnknownLevel> {
        let word = word.trim().to_ascii_lowercase();
        let unknown = || UnknownLevel(word.clone());
        if let Some(iterations) = word.strip_prefix("search:") {
            let iterations = iterations.parse().ok();
            let iterations = iterations.filter(|n| (1..=Level::MOST_ITERATIONS).contains(n));
            return iterations.map(Level::Search).ok_or_else(unknown);
        }
        let named = Level::NAMED.into_iter().find(|level| level.to_string() == word);
        named.ok_or_else(unknown)
    }
}

/// A word that is no level.
///
/// See [`Level`] for an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = &self.0;
        match word.starts_with("search:") {
            true => write!(
                f,
                "`{word}` has no number of iterations: write a whole number from 1 to {}",
                Level::MOST_ITERATIONS
            ),
            false => write!(
                f,
                "there is no bot `{word}`: write random, easy, medium, hard or search:ITERATIONS"
            ),
        }
    }
}

impl std::error::Error for UnknownLevel {}
