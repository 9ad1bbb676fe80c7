//! Random choices from a decision's offers.

use crate::protocol::Decision;
use cardable_core::decision::{Extensions, Offered};
use cardable_core::{Choice, Pick};
use rand::{Rng, RngExt as _};

/// A randomly chosen offer.
#[derive(Clone, PartialEq, Debug)]
pub enum Guess {
    /// A complete choice, which can be submitted.
    Whole(Choice),
    /// The start of a choice. Ask the host with [`Call::Extend`](crate::protocol::Call::Extend) what may follow.
    Begun(Choice),
}

/// A random choice from the offers; None if there are no offers.
pub fn guess(decision: &Decision, rng: &mut impl Rng) -> Option<Guess> {
    let offered = decision.offers.get(below(rng, decision.offers.len())?)?;
    match (offered.count(), offered) {
        (Some(0), _) => None,
        (Some(n), _) => Some(Guess::Whole(offered.nth(rng.random_range(0..n))?)),
        (None, Offered::Action { action, .. }) => Some(Guess::Begun(Choice::act(*action))),
        (None, Offered::Items { .. }) => Some(Guess::Begun(Choice::items([]))),
        (None, _) => None,
    }
}

fn below(rng: &mut impl Rng, n: usize) -> Option<usize> {
    (n > 0).then(|| rng.random_range(0..n))
}

/// What came of extending a pick.
pub(super) enum Extended {
    Further,
    Whole,
    Stuck,
}

/// Adds a random candidate to a pick, or decides that the pick is complete.
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
        (Some(at), Choice::Items(places)) => match extensions.next.get(at) {
            Some(Pick::Option(place)) => {
                places.push(*place);
                Extended::Further
            }
            Some(_) | None => Extended::Stuck,
        },
        _ => Extended::Stuck,
    }
}
