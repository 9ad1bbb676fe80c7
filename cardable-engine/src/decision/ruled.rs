//! The picks of offers with a rule for all that is picked together: they are found by a search.

use super::{DecisionRef, LIST_LIMIT, pick_def};
use crate::choice::Count;
use crate::play::answers::{self, Asked};
use crate::play::choose;
use crate::play::legal_set::{Offer, Source, Space};
use crate::play::valid::Picking;
use crate::play::ways::Places;
use crate::vm::engine::Reader;
use smallvec::SmallVec;

/// The allowed picks of an offer with a rule for all of them together.
pub(super) struct RuledPicks {
    pub(super) picks: Vec<Places>,
    pub(super) is_all: bool,
    /// How many cards and items were looked at to list them.
    pub(super) looked_at: usize,
}

#[inline(never)]
pub(super) fn count_ruled(decision: &DecisionRef<'_>, offer: &Offer) -> Count {
    let ruled = ruled_picks(decision, offer);
    let n = ruled.picks.len() as u64;
    if ruled.is_all {
        Count::Exactly(n)
    } else {
        Count::AtLeast(n)
    }
}

/// All allowed picks of a ruled offer, up to a limit.
pub(super) fn ruled_picks(decision: &DecisionRef<'_>, offer: &Offer) -> RuledPicks {
    decision.with_reader(|reader| {
        let (picks, is_all) = match offer.source {
            Source::Prompt(_) => ruled_answers(decision, reader, offer),
            Source::Act(_) | Source::Pass => ruled_picks_of_action(decision, reader, offer),
        };
        RuledPicks {
            picks,
            is_all,
            looked_at: reader.temp.looked_at.get(),
        }
    })
}

fn ruled_picks_of_action(
    decision: &DecisionRef<'_>,
    reader: &Reader<'_>,
    offer: &Offer,
) -> (Vec<Places>, bool) {
    let Some(pick) = pick_def(decision, offer) else {
        return (Vec::new(), true);
    };
    if let Space::Choose { unfound: true, .. } = offer.space {
        // The listing has searched in the same way.
        return (Vec::new(), false);
    }
    let candidates = decision.candidates(offer);
    let mut found = Vec::new();
    let all = choose::each_pick(reader, Picking::of(pick, &candidates), offer.space, |places| {
        found.push(Places::from_slice(places));
        found.len() < LIST_LIMIT
    });
    let all = all.unwrap_or(false) && found.len() < LIST_LIMIT;
    (found, all)
}

/// The answers to a question whose rule says what goes together.
fn ruled_answers(decision: &DecisionRef<'_>, reader: &Reader<'_>, offer: &Offer) -> (Vec<Places>, bool) {
    let ruled = decision.answer_rule(offer);
    let found = ruled.and_then(|(rule, list)| {
        let Space::Choose {
            min, max, ordered, ..
        } = offer.space
        else {
            return None;
        };
        let asked = Asked { min, max, ordered };
        answers::found(reader, &rule, list, asked).ok()
    });
    found.unwrap_or((Vec::new(), true))
}

/// The allowed picks of an offer, if it has a rule for all of them together.
pub(super) fn ruled(decision: &DecisionRef<'_>, offer: &Offer) -> Option<RuledPicks> {
    let ruled = matches!(offer.space, Space::Choose { ruled: true, .. });
    ruled.then(|| ruled_picks(decision, offer))
}

/// The allowed picks of each offer with a rule for all of them together, and how many choices there
/// are.
pub(super) fn all_ruled(decision: &DecisionRef<'_>) -> (SmallVec<[Option<RuledPicks>; 6]>, u64) {
    let mut total = 0u64;
    let ruled = decision.offer_slice().iter().map(|offer| {
        let ruled = ruled(decision, offer);
        let here = match &ruled {
            Some(ruled) => ruled.picks.len() as u64,
            None => decision.count_offer(offer).get(),
        };
        total = total.saturating_add(here);
        ruled
    });
    (ruled.collect(), total)
}
