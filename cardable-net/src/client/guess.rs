//! Something legal at random, from what is offered.

use crate::protocol::Decision;
use cardable_core::Choice;
use cardable_core::decision::{Extensions, Offered};
use rand::{Rng, RngExt as _};

/// A choice that was guessed.
#[derive(Clone, PartialEq, Debug)]
pub enum Guess {
    /// It can be submitted.
    Whole(Choice),
    /// What may follow must be asked for, step by step.
    Begun(Choice),
}

/// Something of what is offered, at random; nothing when nothing is.
pub fn guess(decision: &Decision, rng: &mut impl Rng) -> Option<Guess> {
    let offered = decision.offers.get(below(rng, decision.offers.len())?)?;
    match (offered.count(), offered) {
        (Some(0), _) => None,
        (Some(n), _) => Some(Guess::Whole(offered.nth(rng.random_range(0..n))?)),
        (None, Offered::Action { action, .. }) => Some(Guess::Begun(Choice::act(*action))),
        (None, _) => None,
    }
}

fn below(rng: &mut impl Rng, n: usize) -> Option<usize> {
    (n > 0).then(|| rng.random_range(0..n))
}

/// How far a pick has come.
pub(super) enum Extended {
    Further,
    Whole,
    Stuck,
}

/// Adds something to a pick, or says that it is enough.
pub(super) fn extend(partial: &mut Choice, extensions: &Extensions, rng: &mut impl Rng) -> Extended {
    if extensions.complete && (extensions.next.is_empty() || rng.random_range(0..2) == 0) {
        return Extended::Whole;
    }
    match (below(rng, extensions.next.len()), partial) {
        (Some(at), Choice::Act { picks, .. }) => match extensions.next.get(at) {
            Some(next) => {
                picks.push(*next);
                Extended::Further
            }
            None => Extended::Stuck,
        },
        _ => Extended::Stuck,
    }
}
