//! What a script is told when it may not do something.

use crate::fault::FaultKind;
use crate::script::{ErrorKind, ScriptError, ScriptStop};

/// What a fault is to a script, also where it should not be caught.
pub(crate) fn error(kind: &FaultKind) -> ScriptError {
    ScriptError::new(error_kind(kind), kind.to_string())
}

/// The kind of error that a fault of a primitive is.
pub(crate) fn error_kind(fault: &FaultKind) -> ErrorKind {
    match fault {
        FaultKind::WrongKind { .. } | FaultKind::StateParameter { .. } | FaultKind::StateHasBegun { .. } => {
            ErrorKind::Argument
        }
        FaultKind::StateParameters { .. } => ErrorKind::ArgumentCount,
        FaultKind::NoPlayer => ErrorKind::NoPlayer,
        FaultKind::DivisionByZero | FaultKind::NumberRange => ErrorKind::Arithmetic,
        FaultKind::OutOfRange { .. } => ErrorKind::OutOfRange,
        FaultKind::NotEnoughCards { .. } => ErrorKind::NotEnoughCards,
        FaultKind::ZoneFull { .. } | FaultKind::ZoneTooSmall { .. } => ErrorKind::ZoneLimit,
        FaultKind::ZoneClosed { .. } => ErrorKind::ZoneClosed,
        FaultKind::NoAnswer | FaultKind::UnseenAnswer => ErrorKind::NoAnswer,
        FaultKind::UnknownState { .. } => ErrorKind::Unknown,
        FaultKind::TooMany { .. } | FaultKind::TooManyRounds { .. } | FaultKind::EndlessReactions { .. } => {
            ErrorKind::TooMany
        }
        FaultKind::CardNotTold { .. } => ErrorKind::Argument,
        FaultKind::NothingPushed
        | FaultKind::OutOfFuel { .. }
        | FaultKind::Script { .. }
        | FaultKind::Diverged
        | FaultKind::Stuck { .. }
        | FaultKind::NoTransition { .. }
        | FaultKind::Primitive(_) => ErrorKind::Other,
    }
}

#[cold]
pub(crate) fn stop() -> Box<ScriptStop> {
    Box::new(ScriptStop::Stop)
}

#[cold]
pub(crate) fn no_datum() -> ScriptError {
    ScriptError::new(ErrorKind::Unknown, "there is no such data here")
}

#[cold]
pub(crate) fn only_reads() -> Box<ScriptStop> {
    ScriptError::new(
        ErrorKind::OnlyReads,
        "this acts or asks, and a condition or a value only reads",
    )
    .into()
}

#[cold]
pub(crate) fn no_primitive() -> Box<ScriptStop> {
    ScriptError::new(ErrorKind::Unknown, "there is no such primitive").into()
}
