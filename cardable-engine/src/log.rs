//! A match: a game and its log. Seed, seats and every choice in order *are* the
//! game: it can be replayed from them, and taken back by a choice.

use crate::choice::Choice;
use crate::error::{NotApplied, Refusal, SetupError};
use crate::game::{Game, look};
use crate::ids::{Seat, Viewer};
use crate::interact::Interaction;
use crate::language::Language;
use crate::limits::MAX_LOG;
use crate::named::{Missing, Named, Renamed};
use crate::ruleset::Ruleset;
use crate::setup::{Seed, Setup};
use crate::view::{View, ViewEvent};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the log's format.
pub const LOG_FORMAT: u32 = 1;

/// Everything a game follows from.
///
/// ```
/// use cardable_core::{Log, Match, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(3))?;
/// let choice = table.game().decision(Seat(0)).and_then(|decision| decision.nth(0)).ok_or("a choice")?;
/// table.submit(Seat(0), &choice)?;
/// let text = serde_json::to_string(table.log())?;
/// let log: Log = serde_json::from_str(&text)?;
/// assert_eq!(Match::replay(&ruleset, &log)?.game().save(), table.game().save());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[doc(alias = "history")]
#[doc(alias = "record")]
pub struct Log {
    /// The version of the format.
    pub format: u32,
    /// The ruleset's name, for people.
    pub ruleset: String,
    /// The hash of the ruleset's rules ([`Ruleset::rules`]), in hexadecimal digits.
    pub hash: String,
    /// Who plays, and by which options.
    pub setup: Setup,
    /// The seed.
    pub seed: Seed,
    /// What the numbers in its choices stand for; not told in logs of earlier versions.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub named: Named,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

impl Log {
    /// The log of a game in which nothing has been chosen.
    pub fn new(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Log {
        Log {
            format: LOG_FORMAT,
            ruleset: ruleset.own_name().to_owned(),
            hash: ruleset.rules().to_string(),
            setup: setup.clone(),
            seed,
            named: Named::of(ruleset),
            entries: Vec::new(),
        }
    }

    /// The same by other rules: choices are of what has the same name there. It ends before the first choice of
    /// something that is not there.
    fn translated(&self, ruleset: &Ruleset) -> (Log, Option<Misfit>) {
        let mut log = Log::new(ruleset, &self.setup, self.seed);
        for (at, entry) in self.entries.iter().enumerate() {
            let entry = match entry {
                Entry::Choice { seat, choice } => match self.named.translated(choice, &log.named) {
                    Ok(choice) => Entry::Choice { seat: *seat, choice },
                    Err(Missing { what, name }) => {
                        let after = self.entries.len() - at - 1;
                        return (
                            log,
                            Some(Misfit::Gone {
                                at,
                                after,
                                what,
                                name,
                            }),
                        );
                    }
                },
                Entry::Timeout { seat } => Entry::Timeout { seat: *seat },
            };
            log.entries.push(entry);
        }
        (log, None)
    }
}

/// An input of the game.
///
/// ```
/// use cardable_core::{Choice, Seat, log::Entry};
/// let entry: Entry = serde_json::from_str(r#"{"choice":{"seat":1,"choice":"pass"}}"#)?;
/// assert_eq!(entry, Entry::Choice { seat: Seat(1), choice: Choice::Pass });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A seat chose.
    Choice {
        /// The seat.
        seat: Seat,
        /// Its choice.
        choice: Choice,
    },
    /// A seat's time was up.
    Timeout {
        /// The seat.
        seat: Seat,
    },
}

/// Why a log cannot be replayed.
///
/// ```
/// use cardable_core::{Log, Match, Seed, Setup, log::ReplayError};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut log = Log::new(&ruleset, &Setup::seats(2), Seed::from(3));
/// log.hash = "of other rules".to_owned();
/// assert!(matches!(Match::replay(&ruleset, &log), Err(ReplayError::OtherRuleset { .. })));
/// ```
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// It is of a later version.
    #[error("the log is of format {found}, and this reads format {LOG_FORMAT}")]
    Format {
        /// Its format.
        found: u32,
    },
    /// It is of another ruleset, or of another version of it.
    #[error("the log is of ruleset `{name}` as it was with the rules {hash}")]
    OtherRuleset {
        /// Its ruleset's name.
        name: String,
        /// Its ruleset's hash.
        hash: String,
    },
    /// It has more entries than a log may have.
    #[error("the log has more than {MAX_LOG} entries")]
    TooLong,
    /// The game it is of cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// One of its entries is not possible.
    #[error("entry {at} is not possible: {why}")]
    Entry {
        /// Its place, from 0.
        at: usize,
        /// Why.
        why: NotApplied,
    },
}

/// What of a log or save does not fit the rules that it was tried with anyway.
///
/// ```
/// use cardable_core::{Log, Match, Seed, Setup, log::Misfit};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut log = Log::new(&ruleset, &Setup::seats(2), Seed::from(3));
/// log.hash = "of other rules".to_owned();
/// let (table, misfits) = Match::replay_anyway(&ruleset, &log)?;
/// assert!(matches!(misfits[0], Misfit::Rules { .. }) && !table.game().is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Misfit {
    /// It was made by other rules.
    #[error("it was made by other rules{} ({hash}): what was chosen may mean something else now", of(name.as_deref()))]
    Rules {
        /// The name of the ruleset that it was made by, where that is told.
        name: Option<String>,
        /// The hash of its rules.
        hash: String,
    },
    /// A number of the save stands for something else, or for nothing.
    #[error("the {what} `{was}` {}", renamed(is.as_deref()))]
    Renamed {
        /// What it is, such as `zone`.
        what: &'static str,
        /// Its name by the rules that the save was made by.
        was: String,
        /// The name that stands there now, if one does.
        is: Option<String>,
    },
    /// A choice is of something that is not there any more. The game stands before it.
    #[error("choice {} is of the {what} `{name}`, which there is no more; it and {after} after it are left out", at + 1)]
    Gone {
        /// Its place among the entries, from 0.
        at: usize,
        /// How many follow it.
        after: usize,
        /// What it is of: `action`, `zone` or `deck`.
        what: &'static str,
        /// What that was called.
        name: String,
    },
    /// A choice is not possible any more. The game stands before it.
    #[error("choice {} is not possible any more: {why}; it and {after} after it are left out", at + 1)]
    Choice {
        /// Its place among the entries, from 0.
        at: usize,
        /// How many follow it.
        after: usize,
        /// Why.
        why: NotApplied,
    },
}

impl From<Renamed> for Misfit {
    fn from(Renamed { what, was, is }: Renamed) -> Misfit {
        Misfit::Renamed { what, was, is }
    }
}

/// A name that a log or save of an earlier version may not tell.
pub(crate) fn told(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

fn of(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" of `{name}`"))
}

fn renamed(is: Option<&str>) -> String {
    match is {
        Some(is) => format!("is `{is}` now: what the save says of the one is taken for the other"),
        None => "is not there any more".to_owned(),
    }
}

/// What taking a choice back did.
///
/// ```
/// use cardable_core::{Match, Seat, Seed, Setup, log::Entry};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(3))?;
/// let choice = table.game().decision(Seat(0)).and_then(|decision| decision.nth(0)).ok_or("a choice")?;
/// table.submit(Seat(0), &choice)?;
/// let undone = table.undo().ok_or("a choice is in the log")?;
/// assert_eq!(undone.entry, Entry::Choice { seat: Seat(0), choice });
/// assert_eq!(undone.learned, [(Seat(0), 1)]); // the stone that it had drawn
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Undone {
    /// The entry that is no longer part of the log.
    pub entry: Entry,
    /// Seats that had learned faces by it, and how many.
    pub learned: Vec<(Seat, usize)>,
}

/// A game and its log.
///
/// ```
/// use cardable_core::{Match, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(3))?;
/// let choice = table.game().next_decision().and_then(|d| d.nth(0)).expect("somebody begins");
/// table.submit(cardable_core::Seat(0), &choice)?;
/// let again = Match::replay(&ruleset, table.log())?;
/// assert_eq!(again.game().save(), table.game().save());
/// table.undo();
/// assert!(table.log().entries.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "history")]
#[doc(alias = "replay")]
pub struct Match {
    game: Game,
    log: Log,
    rewound: bool,
    /// How many entries the log may have.
    most: usize,
}

impl Match {
    /// Begins a game. It records what happens for [`Match::events`], from the first deal on.
    pub fn new(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Match, SetupError> {
        let game = Game::begin_with_events(ruleset, setup, seed)?;
        Ok(Match {
            game,
            log: Log::new(ruleset, setup, seed),
            rewound: false,
            most: MAX_LOG,
        })
    }

    /// The same with a log of no more than so many entries; more than [`MAX_LOG`] cannot be read again.
    #[must_use]
    pub fn at_most(mut self, entries: usize) -> Match {
        self.most = entries.min(MAX_LOG);
        self
    }

    /// Tells people in another language from now on: see [`Game::set_language`]. The log stays as it is.
    pub fn set_language(&mut self, language: Language) {
        self.game.set_language(language);
    }

    /// The table as a viewer sees it before the first deal. Until the first choice, [`Match::events`] leads
    /// from there to the view.
    pub fn opening_view(&self, viewer: Viewer) -> Result<View, SetupError> {
        Game::opening_view(&self.game.ruleset(), &self.log.setup, self.log.seed, viewer)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Submits a seat's choice, and logs it when it is applied.
    pub fn submit(&mut self, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        self.has_room()?;
        self.game.submit(seat, choice)?;
        self.entered(Entry::Choice {
            seat,
            choice: choice.clone(),
        });
        Ok(())
    }

    /// Submits a choice that was made looking at a view of that number, as [`Game::submit_seen`] does,
    /// and logs it when it is applied.
    pub fn submit_seen(&mut self, seat: Seat, choice: &Choice, seen: u64) -> Result<(), NotApplied> {
        self.has_room()?;
        self.game.submit_seen(seat, choice, seen)?;
        self.entered(Entry::Choice {
            seat,
            choice: choice.clone(),
        });
        Ok(())
    }

    /// Submits what a seat touches or says, and logs the choice that it means.
    pub fn interact(&mut self, seat: Seat, interaction: &Interaction) -> Result<Choice, NotApplied> {
        let choice = self.game.choice_for(seat, interaction)?;
        self.submit(seat, &choice)?;
        Ok(choice)
    }

    /// A seat's time is up.
    pub fn timeout(&mut self, seat: Seat) -> Result<(), NotApplied> {
        self.has_room()?;
        self.game.timeout(seat)?;
        self.entered(Entry::Timeout { seat });
        Ok(())
    }

    /// What could not be read again is not written.
    fn has_room(&self) -> Result<(), Refusal> {
        match self.log.entries.len() < self.most {
            true => Ok(()),
            false => Err(Refusal::LogFull),
        }
    }

    fn entered(&mut self, entry: Entry) {
        self.rewound = false;
        self.log.entries.push(entry);
    }

    /// What happened last, as a viewer may know it. After [`Match::undo`] that is
    /// [`ViewEvent::Rewound`]: nothing else leads from the view before to the table as it is, so it is to
    /// be looked at anew. After [`Match::replay`] nothing has happened.
    pub fn events(&self, viewer: Viewer) -> Vec<ViewEvent> {
        let mut events = self.game.events(viewer);
        if self.rewound {
            events.insert(0, ViewEvent::Rewound);
        }
        events
    }

    /// Takes the last entry back. Viewers must look at the table anew: what had
    /// been seen cannot be unseen, and is reported.
    ///
    /// The whole log but its last entry is played again, so it takes as long as the match has
    /// choices. Who tries choices out and takes them back forks the game instead
    /// ([`Game::fork`]), or takes back the last choice by [`Game::take_back`], which costs nothing.
    #[doc(alias = "take_back")]
    pub fn undo(&mut self) -> Option<Undone> {
        let entry = self.log.entries.pop()?;
        let Ok(before) = Match::play(&self.game.ruleset(), &self.log, self.log.entries.len()) else {
            // The log was applied once, so it can be again; were it not so, keep
            // everything as it is.
            self.log.entries.push(entry);
            return None;
        };
        let mut learned = Vec::new();
        for seat in self.game.table.all_seats() {
            let viewer = Viewer::Seat(seat);
            let cards = self.game.table.card_ids();
            let now = cards.filter(|c| {
                self.game.world.knows(&self.game.table, *c).contains(viewer)
                    && !before.game.world.knows(&before.game.table, *c).contains(viewer)
            });
            let n = now.count();
            if n > 0 {
                learned.push((seat, n));
            }
        }
        self.game = before.game;
        look::forget_events(&mut self.game);
        self.rewound = true;
        Some(Undone { entry, learned })
    }

    /// Plays a log again.
    pub fn replay(ruleset: &Ruleset, log: &Log) -> Result<Match, ReplayError> {
        Match::replay_to(ruleset, log, log.entries.len())
    }

    /// Plays the first `n` entries of a log again.
    pub fn replay_to(ruleset: &Ruleset, log: &Log, n: usize) -> Result<Match, ReplayError> {
        if log.format != LOG_FORMAT {
            return Err(ReplayError::Format { found: log.format });
        }
        if log.hash != ruleset.rules().to_string() {
            return Err(ReplayError::OtherRuleset {
                name: log.ruleset.clone(),
                hash: log.hash.clone(),
            });
        }
        if log.entries.len() > MAX_LOG {
            return Err(ReplayError::TooLong);
        }
        let mut table = Match::play(ruleset, log, n)?;
        look::forget_events(&mut table.game);
        Ok(table)
    }

    /// Plays a log again by rules that may be others than those it was made by, as far as that goes, and
    /// tells what does not fit. The new log is one of these rules: an action, zone or deck is the one of the
    /// same name, whatever its number is now.
    pub fn replay_anyway(ruleset: &Ruleset, log: &Log) -> Result<(Match, Vec<Misfit>), ReplayError> {
        let mut misfits = Vec::new();
        if log.hash != ruleset.rules().to_string() {
            misfits.push(Misfit::Rules {
                name: told(&log.ruleset),
                hash: log.hash.clone(),
            });
        }
        if log.format != LOG_FORMAT {
            return Err(ReplayError::Format { found: log.format });
        }
        let (fitting, gone) = log.translated(ruleset);
        match Match::replay(ruleset, &fitting) {
            Err(ReplayError::Entry { at, why }) => {
                let after = log.entries.len() - at - 1;
                misfits.push(Misfit::Choice { at, after, why });
                Ok((Match::replay_to(ruleset, &fitting, at)?, misfits))
            }
            done => {
                misfits.extend(gone);
                Ok((done?, misfits))
            }
        }
    }

    fn play(ruleset: &Ruleset, log: &Log, n: usize) -> Result<Match, ReplayError> {
        let mut table = Match::new(ruleset, &log.setup, log.seed)?;
        for (at, entry) in log.entries.iter().take(n).enumerate() {
            let entered = match entry {
                Entry::Choice { seat, choice } => table.submit(*seat, choice),
                Entry::Timeout { seat } => table.timeout(*seat),
            };
            entered.map_err(|why| ReplayError::Entry { at, why })?;
        }
        Ok(table)
    }
}
