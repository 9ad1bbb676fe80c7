//! How crossings and calls end that do not simply return.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The result of a crossing.
pub type Crossed<T> = Result<T, Box<ScriptStop>>;

/// Why a crossing did not return.
#[derive(Clone, PartialEq, Debug)]
pub enum ScriptStop {
    /// The script did something wrong, and may catch that. What was asked for was not done.
    Error(ScriptError),
    /// The call is over: it waits, has left its state, or passed a limit. Not to be caught.
    Stop,
}

impl From<ScriptError> for Box<ScriptStop> {
    fn from(error: ScriptError) -> Box<ScriptStop> {
        Box::new(ScriptStop::Error(error))
    }
}

/// What a script did wrong. The message holds no values of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScriptError {
    /// The kind, by which a script can tell errors apart.
    pub kind: ErrorKind,
    pub message: Cow<'static, str>,
}

impl ScriptError {
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> ScriptError {
        ScriptError {
            kind,
            message: message.into(),
        }
    }
}

/// The kinds of errors that crossings end in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// A value of another kind was needed, or of another form: not a whole number, no such name.
    Argument,
    /// Too few or too many arguments.
    ArgumentCount,
    /// There is no acting seat.
    NoPlayer,
    /// A division by zero, or a result that is too large.
    Arithmetic,
    /// A number out of range.
    OutOfRange,
    /// A zone has too few cards.
    NotEnoughCards,
    /// A zone would hold more, or less, than its limits.
    ZoneLimit,
    /// The copy of a zone is not open.
    ZoneClosed,
    /// A question has no possible answer.
    NoAnswer,
    /// Nothing has that name here.
    Unknown,
    /// Constant data cannot be written.
    Constant,
    /// It acts or asks, and this place only reads.
    OnlyReads,
    /// The seat that this is worked out for may not see it.
    Hidden,
    /// There are more of something than there may be.
    TooMany,
    /// Something else that the primitive says.
    Other,
}

impl ErrorKind {
    /// Its name, as scripts read it.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Argument => "argument",
            ErrorKind::ArgumentCount => "argument_count",
            ErrorKind::NoPlayer => "no_player",
            ErrorKind::Arithmetic => "arithmetic",
            ErrorKind::OutOfRange => "out_of_range",
            ErrorKind::NotEnoughCards => "not_enough_cards",
            ErrorKind::ZoneLimit => "zone_limit",
            ErrorKind::ZoneClosed => "zone_closed",
            ErrorKind::NoAnswer => "no_answer",
            ErrorKind::Unknown => "unknown",
            ErrorKind::Constant => "constant",
            ErrorKind::OnlyReads => "only_reads",
            ErrorKind::Hidden => "hidden",
            ErrorKind::TooMany => "too_many",
            ErrorKind::Other => "other",
        }
    }

    /// What the kind of error means, for messages.
    pub fn meaning(self) -> &'static str {
        match self {
            ErrorKind::Argument => "a value of another kind was needed",
            ErrorKind::ArgumentCount => "too few or too many parameters",
            ErrorKind::NoPlayer => "`$player` is nobody here",
            ErrorKind::Arithmetic => "a division by zero, or a number out of range",
            ErrorKind::OutOfRange => "a number is out of range",
            ErrorKind::NotEnoughCards => "a zone has too few cards",
            ErrorKind::ZoneLimit => "a zone would hold more or less than its limits",
            ErrorKind::ZoneClosed => "a zone is not open",
            ErrorKind::NoAnswer => "a prompt has no possible answer",
            ErrorKind::Unknown => "nothing has that name here",
            ErrorKind::Constant => "constant data is assigned",
            ErrorKind::OnlyReads => "it acts or asks where it may only read",
            ErrorKind::Hidden => "the seat that reads what comes of it may not see this",
            ErrorKind::TooMany => "too many of something",
            ErrorKind::Other => "a primitive failed",
        }
    }

    /// All of them, for documentation and types.
    pub const ALL: &'static [ErrorKind] = &[
        ErrorKind::Argument,
        ErrorKind::ArgumentCount,
        ErrorKind::NoPlayer,
        ErrorKind::Arithmetic,
        ErrorKind::OutOfRange,
        ErrorKind::NotEnoughCards,
        ErrorKind::ZoneLimit,
        ErrorKind::ZoneClosed,
        ErrorKind::NoAnswer,
        ErrorKind::Unknown,
        ErrorKind::Constant,
        ErrorKind::OnlyReads,
        ErrorKind::Hidden,
        ErrorKind::TooMany,
        ErrorKind::Other,
    ];
}

/// How a call ended that did not return.
#[derive(Clone, PartialEq, Debug)]
pub enum ScriptEnd {
    /// A crossing stopped the script: it must not run on.
    Stopped,
    Fault(Box<ScriptFault>),
}

/// An error that a script did not catch, or a limit that it passed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScriptFault {
    pub kind: ScriptFaultKind,
    /// What the script or the engine said. It may hold hidden values, so it is only for whoever
    /// may see everything; bounded by [`ScriptFault::LONGEST`] bytes.
    pub message: String,
    /// Where, innermost first, at most [`ScriptFault::DEEPEST`].
    pub traceback: Vec<Frame>,
}

impl ScriptFault {
    /// The most bytes of a message.
    pub const LONGEST: usize = 500;
    /// The most places of a traceback.
    pub const DEEPEST: usize = 16;

    /// Cuts what is too long.
    #[must_use]
    pub fn bounded(mut self) -> ScriptFault {
        let mut end = ScriptFault::LONGEST.min(self.message.len());
        while !self.message.is_char_boundary(end) {
            end -= 1;
        }
        self.message.truncate(end);
        self.traceback.truncate(ScriptFault::DEEPEST);
        for frame in &mut self.traceback {
            for text in [&mut frame.file, &mut frame.function].into_iter().flatten() {
                let mut end = 100.min(text.len());
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.truncate(end);
            }
        }
        self
    }
}

impl std::fmt::Display for ScriptFault {
    /// Without the message, which may hold hidden values.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            ScriptFaultKind::Crossing(kind) => kind.meaning(),
            ScriptFaultKind::Error => "it raised an error",
            ScriptFaultKind::Ticks => "it runs for too long",
            ScriptFaultKind::Memory => "it needs too much memory",
            ScriptFaultKind::Time => "it takes too long",
            ScriptFaultKind::Result => "what it returns does not fit",
        };
        write!(f, "the script erred: {what}")?;
        match self.traceback.first() {
            Some(frame) => write!(f, " ({frame})"),
            None => Ok(()),
        }
    }
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.file, self.line) {
            (None, _) => {}
            (Some(file), None) => write!(f, "{file} ")?,
            (Some(file), Some(line)) => write!(f, "{file}:{line} ")?,
        }
        match &self.function {
            None => f.write_str("outside of functions"),
            Some(function) => write!(f, "in `{function}`"),
        }
    }
}

/// What a script's fault is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptFaultKind {
    /// A crossing's error of this kind, not caught.
    Crossing(ErrorKind),
    /// The script raised an error of its own, or did what its language does not allow.
    Error,
    /// It used all its ticks.
    Ticks,
    /// It used all its memory.
    Memory,
    /// It took too long. Only live play knows this; a replay never does.
    Time,
    /// What it returned cannot cross.
    Result,
}

/// A place in a script.
///
/// See [`Traceback`](crate::Traceback) for an example.
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The file, as in [`super::ScriptFile::name`]; None where the fault is about the call itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The function; None for the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}
