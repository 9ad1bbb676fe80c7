//! Why a choice was refused, in the language that the terminal speaks.

use crate::say::say;
use cardable_core::Refusal;

/// The reason of a refusal. What the rules say is in the reader's language already.
pub(crate) fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::GameOver => say!("the game is over"),
        Refusal::NotAsked => say!("it is not your turn"),
        Refusal::WrongKind => say!("that does not answer the question"),
        Refusal::Stale => say!("the table has changed since you looked"),
        Refusal::WrongCount { min, max, found } => say!("pick {0} to {1}, not {2}", min, max, found),
        Refusal::OutOfRange { min, max } => say!("answer with a number from {0} to {1}", min, max),
        other => other.to_string(),
    }
}
