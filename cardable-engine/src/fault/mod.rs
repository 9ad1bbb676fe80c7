//! Mistakes of a ruleset that show only while a game runs.

mod report;

use crate::ids::{StateId, StrId, ZoneId};
use crate::script::ScriptFault;
use crate::value::{Type, Value};
pub(crate) use report::Trace;
pub use report::{FaultReport, Traceback};
use thiserror::Error;

/// What went wrong. Values in it may be secret: only the omniscient viewer
/// reads them.
///
/// ```
/// use cardable_core::primitives::{FaultKind, Run};
/// use cardable_core::value::Value;
/// fn half(value: Value) -> Run<Value> {
///     match value {
///         Value::Int(n) => Ok(Value::Int(n / 2)),
///         found => Err(FaultKind::WrongKind { wanted: "a number", found }.into()),
///     }
/// }
/// assert_eq!(half(Value::Nothing).unwrap_err().to_string(), "wanted a number, found nothing");
/// ```
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A value of another kind was needed.
    #[error("wanted {wanted}, found {}", found.kind())]
    WrongKind { wanted: &'static str, found: Value },
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
    OutOfRange { what: &'static str },
    /// A zone holds too few cards.
    #[error("zone has too few cards")]
    NotEnoughCards {
        zone: ZoneId,
        /// How many are taken, all at once or one after the other.
        wanted: usize,
        /// How many there were.
        found: usize,
    },
    /// A zone would hold more than its upper limit.
    #[error("zone is full")]
    ZoneFull { zone: ZoneId },
    /// A zone would hold less than its lower limit.
    #[error("zone would fall under its lower limit")]
    ZoneTooSmall { zone: ZoneId },
    /// A copy of a zone that is not open.
    #[error("zone is not open")]
    ZoneClosed { zone: ZoneId },
    /// A prompt has no possible answer.
    #[error("prompt has no possible answer")]
    NoAnswer,
    /// A prompt has no possible answer, and what it offers depends on cards that are not seen.
    #[error("prompt has no possible answer: what it offers depends on a card that the seat cannot see")]
    UnseenAnswer,
    /// No state has the name that was worked out.
    #[error("no state is called `{name}`")]
    UnknownState { name: Box<str> },
    /// There is no pushed state to end.
    #[error("`state_pop` in the lowest state")]
    NothingPushed,
    /// Too many states are pushed, scenes open, or actions suspended.
    #[error("more than {limit} {what} at once")]
    TooMany { what: &'static str, limit: usize },
    /// The rules did not come to rest.
    #[error("the rules go round without end")]
    OutOfFuel {
        /// States entered again and again, latest last.
        states: Vec<StateId>,
    },
    /// A `while` went round until all that a choice may do was done.
    #[error("`while` has gone round {rounds} times, and nothing ends it")]
    TooManyRounds { rounds: i64 },
    /// Nobody can do anything, and the game is not over.
    #[error("nobody can do anything")]
    Stuck {
        /// The actions of its state, and what keeps everybody from each.
        waits: Vec<(StrId, String)>,
    },
    /// A state that runs by itself cannot go on.
    #[error("no transition holds")]
    NoTransition {
        /// Why the game cannot go on.
        halt: Halt,
        /// Its transitions: the text of each condition, and what that came to.
        tests: Vec<(StrId, String)>,
    },
    /// A state whose name was worked out takes more or fewer parameters.
    #[error("state `{state}` takes {}, found {found}", parameters(*wanted))]
    StateParameters {
        state: Box<str>,
        /// How many parameters the state declares.
        wanted: u16,
        /// How many parameters the transition gives.
        found: usize,
    },
    /// A parameter of a state whose name was worked out is of another type.
    #[error("`{param}` of state `{state}` takes {}, found {}", wanted.phrase(), found.kind())]
    StateParameter {
        state: Box<str>,
        param: Box<str>,
        wanted: Type,
        found: Value,
    },
    /// Seats that join a running state bring it no parameters.
    #[error("state `{state}` has begun already: seats that join it bring no parameters")]
    StateHasBegun { state: Box<str> },
    #[error("{fault}{}", said.as_ref().map(|said| format!(": {said}")).unwrap_or_default())]
    Script {
        fault: Box<ScriptFault>,
        /// What the engine said about it, which holds no values.
        said: Option<Box<str>>,
    },
    /// A script that is run again after a question does something else than before.
    #[error("the script does something else when it is run again after a question")]
    Diverged,
    /// An item that everybody sees is set on a card that not everybody can tell from its neighbours.
    #[error(
        "an item of a card is set that everybody sees, and not everybody can tell the card from its neighbours"
    )]
    CardNotTold {
        /// The item's number.
        item: u16,
        /// The zone in which the card lies.
        zone: ZoneId,
    },
    /// Reactions set each other off without end.
    #[error("what happens sets itself off without end")]
    EndlessReactions {
        /// The reactions and abilities in progress, the newest last.
        names: Vec<StrId>,
    },
    /// A primitive refuses what it was given, and says why.
    #[error("{0}")]
    Primitive(&'static str),
}

fn parameters(n: u16) -> String {
    match n {
        1 => "1 parameter".to_owned(),
        n => format!("{n} parameters"),
    }
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
///
/// See [`FaultKind`] for an example.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{kind}")]
pub struct Fault {
    pub kind: FaultKind,
    /// The instruction; `u32::MAX` when it was none.
    pub(crate) pc: u32,
    /// The state the game was in.
    pub(crate) state: StateId,
}

/// The result of engine work. The fault is boxed: it is rare, and values are
/// returned all the time.
///
/// See [`FaultKind`] for an example.
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
