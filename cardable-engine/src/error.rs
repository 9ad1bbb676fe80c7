//! What can go wrong when a game is begun or a choice is submitted.

use crate::engine::{Fault, FaultKind, Halt};
use crate::ids::{StrId, Viewer};
use crate::program::{Place, Program};
use crate::script::Frame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Too few or too many seats.
    #[error("`{game}` is for {min} to {max} seats, not {found}")]
    Seats {
        /// The game.
        game: String,
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
        /// How many were given.
        found: usize,
    },
    /// The ruleset does not let teams be chosen.
    #[error("the teams of `{game}` cannot be chosen")]
    FixedTeams {
        /// The game.
        game: String,
    },
    /// Teams or roles are chosen for more or fewer seats than there are.
    #[error("{what} are chosen for {found} seats, and there are {seats}")]
    NotEverySeat {
        /// Teams or roles.
        what: &'static str,
        /// For how many.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A team's number is too large.
    #[error("there is no team {found}: teams are counted from 0 to 31")]
    NoSuchTeam {
        /// The number.
        found: u8,
    },
    /// No person can have the role.
    #[error("no seat can be `{role}`; there are: {known}")]
    UnknownRole {
        /// Its name.
        role: String,
        /// The roles that there are.
        known: String,
    },
    /// A role has too few or too many seats.
    #[error("{min} to {max} seats are `{role}`, not {found}")]
    SeatsOfRole {
        /// The role.
        role: String,
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
        /// How many have it.
        found: usize,
    },
    /// The ruleset has no roles that persons can have.
    #[error("`{game}` has no roles to choose: leave `roles` out")]
    NoRoles {
        /// The game.
        game: String,
    },
    /// There is no such option.
    #[error("there is no option `{key}`: {help}")]
    UnknownOption {
        /// Its name.
        key: String,
        /// The one that was probably meant, else those that there are.
        help: String,
    },
    /// The option cannot have that value.
    #[error("option `{key}` cannot be {found}: it can be {wanted}")]
    OptionValue {
        /// Its name.
        key: String,
        /// What it was to be.
        found: String,
        /// What it can be.
        wanted: String,
    },
    /// The cards are more than a game can hold.
    #[error("{found} cards are more than the {limit} that a game can hold")]
    TooManyCards {
        /// How many there would be.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// The ruleset erred before anybody could choose.
    #[error(transparent)]
    Faulted(#[from] FaultReport),
}

/// Why a choice was refused. The game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// There is no such seat.
    #[error("there is no such seat")]
    NoSuchSeat,
    /// The seat has nothing to decide now.
    #[error("it is not your turn")]
    NotAsked,
    /// The action is not offered to the seat now.
    #[error("{reason}")]
    NotOffered {
        /// The ruleset's message, or what is missing.
        reason: String,
    },
    /// Something picked is not among the candidates.
    #[error("{reason}")]
    NotACandidate {
        /// The ruleset's message, or what is wrong.
        reason: String,
    },
    /// Too few or too many things are picked.
    #[error("pick {min} to {max}, not {found}")]
    WrongCount {
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
        /// How many were picked.
        found: usize,
    },
    /// The things picked do not go together.
    #[error("{reason}")]
    NotValid {
        /// The ruleset's message.
        reason: String,
    },
    /// The answer does not fit the question.
    #[error("answer with a number from {min} to {max}")]
    OutOfRange {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// The choice is of another kind than the decision.
    #[error("that does not answer the question")]
    WrongKind,
    /// The log of the match holds as much as can be read again.
    #[error(
        "the match has {} entries, and no more can be kept of one",
        crate::log::MAX_LOG
    )]
    LogFull,
    /// A zone has changed since the seat looked at it.
    #[error("the table has changed since you looked")]
    Stale,
}

/// A mistake of the ruleset, for everybody: what and where, but no values.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FaultReport {
    /// What went wrong.
    pub message: String,
    /// The state the game was in.
    pub state: String,
    /// Where in the ruleset.
    pub file: String,
    /// The line, from 1; 0 when the place is not known.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// JSON path.
    pub path: String,
    /// Where in the script, innermost first, when it was one that erred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceback: Option<Box<Traceback>>,
}

/// What a script said when it erred. It may hold hidden values, so it is neither written down nor
/// shown, and reports are the same whatever it is.
#[derive(Clone, Default)]
struct Said(Option<Box<str>>);

impl PartialEq for Said {
    fn eq(&self, _: &Said) -> bool {
        true
    }
}

impl Eq for Said {}

impl std::fmt::Debug for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "(hidden)" } else { "(nothing)" })
    }
}

/// Places in scripts, innermost first.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Traceback(pub Vec<Frame>, #[serde(skip)] Said);

impl FaultReport {
    /// A fault of which nothing is known but this.
    ///
    /// ```
    /// let fault = cardable_core::FaultReport::of_no_place("the game could not be brought back");
    /// assert_eq!(fault.line, 0);
    /// ```
    pub fn of_no_place(message: impl Into<String>) -> FaultReport {
        FaultReport {
            message: message.into(),
            state: String::new(),
            file: String::new(),
            line: 0,
            column: 0,
            path: String::new(),
            traceback: None,
        }
    }

    /// What the script said that erred, such as the text it gave to `error`. It may tell what is
    /// hidden: it is for authors, and for nobody who plays.
    pub fn said(&self, viewer: Viewer) -> Option<&str> {
        match viewer {
            Viewer::Omniscient => {
                let said = self.traceback.as_ref()?.1.0.as_deref();
                said.filter(|said| !said.is_empty())
            }
            Viewer::Seat(_) | Viewer::Spectator => None,
        }
    }

    pub(crate) fn new(program: &Program, fault: &Fault) -> FaultReport {
        let place: Option<&Place> = program.place(fault.pc as usize);
        let name = |id: crate::ids::StateId| program.str(program.state(id).name).to_owned();
        let message = match &fault.kind {
            FaultKind::OutOfFuel { states } => {
                let mut names: Vec<String> = states.iter().map(|s| name(*s)).collect();
                names.dedup();
                format!("the rules go round without end, through {}", names.join(", "))
            }
            FaultKind::Stuck { waits } => {
                let waits = waits.iter();
                let waits = waits.map(|(name, why)| format!("`{}` ({why})", program.str(*name)));
                let waits: Vec<String> = waits.collect();
                match waits.is_empty() {
                    true => "nobody can do anything: the state has no actions and no transition".to_owned(),
                    false => format!("nobody can do anything; not available are {}", waits.join(", ")),
                }
            }
            FaultKind::NoTransition { halt, tests } => no_transition(program, *halt, tests),
            kind => kind.to_string(),
        };
        FaultReport {
            message,
            state: name(fault.state),
            file: place.map_or_else(String::new, |p| p.file.to_string()),
            line: place.map_or(0, |p| p.line),
            column: place.map_or(0, |p| p.column),
            path: place.map_or_else(String::new, |p| p.path.to_string()),
            traceback: match &fault.kind {
                FaultKind::Script { fault, .. } => {
                    let said = Said(Some(fault.message.as_str().into()));
                    Some(Box::new(Traceback(fault.traceback.clone(), said)))
                }
                _ => None,
            },
        }
    }
}

/// Why a phase that runs by itself cannot go on, with every condition that could lead on.
fn no_transition(program: &Program, halt: Halt, tests: &[(StrId, String)]) -> String {
    let why = match halt {
        Halt::NoSteps => "",
        Halt::Unchanged => ", and `onStep` changes nothing any more",
        Halt::OutOfFuel => ", however often `onStep` is repeated",
    };
    if tests.is_empty() {
        return format!("the phase has no transition{why}; end the game by `end_game()`");
    }
    let tests = tests
        .iter()
        .map(|(when, value)| format!("`{}` {value}", program.str(*when)));
    let tests: Vec<String> = tests.collect();
    format!("no transition of the phase holds{why}: {}", tests.join(", "))
}

impl std::error::Error for FaultReport {}

impl std::fmt::Display for FaultReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the ruleset erred in state `{}`: {}", self.state, self.message)?;
        if self.line > 0 {
            write!(f, " ({}:{}:{})", self.file, self.line, self.column)?;
        }
        // The innermost place is in the message already.
        for frame in self.traceback.iter().flat_map(|t| t.0.iter().skip(1)) {
            write!(f, "\n  called from {frame}")?;
        }
        Ok(())
    }
}

/// Why a choice was not applied. The game is as it was.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NotApplied {
    /// The player's mistake, with a reason to show.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The ruleset's mistake.
    #[error(transparent)]
    Faulted(#[from] FaultReport),
}
