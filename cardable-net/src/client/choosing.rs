//! Something legal at random, from what is offered.

use crate::protocol::Decision;
use cardable_core::{Choice, Extensions, Offered, Pick, PickOffered};
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
    let offer = decision.offers.get(below(rng, decision.offers.len())?)?;
    let choice = match offer {
        Offered::Action {
            action, pick: None, ..
        } => Choice::act(*action),
        Offered::Action {
            action,
            pick: Some(pick),
            ..
        } => {
            if pick.ruled {
                return Some(Guess::Begun(Choice::act(*action)));
            }
            Choice::Act {
                action: *action,
                picks: picks(pick, rng).into_iter().collect(),
            }
        }
        Offered::Number { min, max, .. } => Choice::Number(rng.random_range(*min..=*max.max(min))),
        Offered::Confirm { .. } => Choice::Number(rng.random_range(0..=1)),
        Offered::Items { items, min, max, .. } => {
            let places = some_of(items.len(), *min, *max, rng);
            Choice::Items(places.into_iter().map(|at| at as u16).collect())
        }
        Offered::Pass => Choice::Pass,
    };
    Some(Guess::Whole(choice))
}

fn below(rng: &mut impl Rng, n: usize) -> Option<usize> {
    (n > 0).then(|| rng.random_range(0..n))
}

/// Some places of a list, in order.
fn some_of(all: usize, min: u16, max: u16, rng: &mut impl Rng) -> Vec<usize> {
    let most = usize::from(max).min(all);
    let least = usize::from(min).min(most);
    let mut left = rng.random_range(least..=most);
    let mut places = Vec::with_capacity(left);
    for at in 0..all {
        // Each place is as likely as the others.
        if left > 0 && rng.random_range(0..all - at) < left {
            places.push(at);
            left -= 1;
        }
    }
    places
}

fn picks(pick: &PickOffered, rng: &mut impl Rng) -> Vec<Pick> {
    let mut picked: Vec<Pick> = Vec::new();
    for at in some_of(pick.candidates.len(), pick.min, pick.max, rng) {
        let Some(candidate) = pick.candidates.get(at) else {
            continue;
        };
        picked.push(next_unseen(*candidate, &picked));
    }
    picked
}

/// Cards that the seat cannot tell apart are all offered by the first place of theirs: of several, the
/// next one stands behind it.
fn next_unseen(candidate: Pick, picked: &[Pick]) -> Pick {
    let mut pick = candidate;
    while picked.contains(&pick) {
        match &mut pick {
            Pick::Card { index, .. } => *index += 1,
            Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => break,
        }
    }
    pick
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
