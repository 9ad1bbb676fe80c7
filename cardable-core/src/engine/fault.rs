//! Mistakes of a ruleset that show only while a game runs.

use crate::ids::{StateId, StrId, ZoneId};
use crate::program::MAX_ROUNDS;
use crate::script::ScriptFault;
use crate::value::Value;
use thiserror::Error;

/// What went wrong. Values in it may be secret: only the omniscient viewer
/// reads them.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A value of another kind was needed.
    #[error("wanted {wanted}, found {}", found.kind())]
    WrongKind {
        /// What was needed.
        wanted: &'static str,
        /// What was there.
        found: Value,
    },
    /// There is no acting seat.
    #[error("`$player` is nobody here")]
    NoPlayer,
    /// A number was divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A result is too large, or no number at all.
    #[error("number out of range")]
    NumberRange,
    /// A count that makes no sense.
    #[error("{what} is out of range")]
    OutOfRange {
        /// Of what.
        what: &'static str,
    },
    /// A zone holds too few cards.
    #[error("zone has too few cards")]
    NotEnoughCards {
        /// The zone.
        zone: ZoneId,
    },
    /// A zone would hold more than its upper limit.
    #[error("zone is full")]
    ZoneFull {
        /// The zone.
        zone: ZoneId,
    },
    /// A zone would hold less than its lower limit.
    #[error("zone would fall under its lower limit")]
    ZoneTooSmall {
        /// The zone.
        zone: ZoneId,
    },
    /// A copy of a zone that is not open.
    #[error("zone is not open")]
    ZoneClosed {
        /// The zone.
        zone: ZoneId,
    },
    /// A prompt has no possible answer.
    #[error("prompt has no possible answer")]
    NoAnswer,
    /// A state's name is not known.
    #[error("no state has that name")]
    UnknownState,
    /// There is no pushed state to end.
    #[error("`state_pop` in the lowest state")]
    NothingPushed,
    /// Too many states are pushed, scenes open, or actions suspended.
    #[error("more than {limit} {what} at once")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The rules did not come to rest.
    #[error("the rules go round without end")]
    OutOfFuel {
        /// States entered again and again, latest last.
        states: Vec<StateId>,
    },
    /// A `while` went round too often.
    #[error("`while` goes round more than {MAX_ROUNDS} times")]
    TooManyRounds,
    /// Nobody can do anything, and the game is not over.
    #[error("nobody can do anything")]
    Stuck {
        /// The actions of its state, and what keeps everybody from each.
        waits: Vec<(StrId, String)>,
    },
    /// A state that runs by itself cannot go on.
    #[error("no transition holds")]
    NoTransition {
        /// Why it stands still.
        halt: Halt,
        /// Its transitions: the text of each condition, and what that came to.
        tests: Vec<(StrId, String)>,
    },
    /// A state took more or fewer parameters than it declares.
    #[error("wrong number of state parameters")]
    StateParameters,
    /// A script erred.
    #[error("{fault}{}", said.as_ref().map(|said| format!(": {said}")).unwrap_or_default())]
    Script {
        /// The fault.
        fault: Box<ScriptFault>,
        /// What the engine said about it, which holds no values.
        said: Option<Box<str>>,
    },
    /// A script that is run again after a question does something else than before.
    #[error("the script does something else when it is run again after a question")]
    Diverged,
    /// A primitive's own complaint.
    #[error("{0}")]
    Primitive(&'static str),
}

/// Why a state that runs by itself stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It has no steps to repeat.
    NoSteps,
    /// Its steps change nothing any more.
    Unchanged,
    /// Its steps have used up the fuel.
    OutOfFuel,
}

/// A fault and the instruction at which it showed.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{kind}")]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The instruction; `u32::MAX` when it was none.
    pub(crate) pc: u32,
    /// The state the game was in.
    pub(crate) state: StateId,
}

/// The result of engine work. The fault is boxed: it is rare, and values are
/// returned all the time.
pub type Run<T> = Result<T, Box<Fault>>;

impl From<FaultKind> for Box<Fault> {
    fn from(kind: FaultKind) -> Box<Fault> {
        Box::new(Fault {
            kind,
            pc: u32::MAX,
            state: StateId(0),
        })
    }
}
