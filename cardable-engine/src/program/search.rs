//! Searching for right picks: what that may cost, and what it does cost at most.

/// How many candidates one listing tries while it searches for right picks, for all its seats and actions
/// together. Trying a pick of five cards tries five candidates. It is a count of things in the game, and not
/// of time or instructions, so that every machine and every version of the engine offers the same. A listing
/// that uses all of it takes some 10 ms, and more where `valid` looks at many things for each card.
pub const SEARCH_BUDGET: u32 = 100_000;

/// How much fuel a search has for each candidate that it may try, so that one listing stays short also where
/// `valid` goes over all cards again and again. What is left of one candidate's is the others'.
pub const FUEL_OF_A_CANDIDATE: u32 = 20;

/// How many candidates each search may try when so many seats and actions share the budget.
pub fn share_of_search(seats: usize, searches: u16) -> u32 {
    let sharers = u32::try_from(seats.max(1)).unwrap_or(u32::MAX);
    SEARCH_BUDGET / sharers.saturating_mul(searches.max(1).into())
}

/// `n` over `k`, at most `u64::MAX`.
pub fn binomial(n: u64, k: u64) -> u64 {
    let k = k.min(n.saturating_sub(k));
    let mut result: u64 = 1;
    for i in 0..k {
        result = match result.checked_mul(n - i) {
            Some(product) => product / (i + 1),
            None => return u64::MAX,
        };
    }
    result
}

/// How many candidates are tried to extend a pick of so many among `n`: each of them, together with those
/// picked already. Only later ones are tried in fact. But which candidate comes first depends on the order of
/// the cards, and whether the budget lasts may not.
pub fn cost_of_extending(n: u64, picked: u64) -> u64 {
    n.saturating_mul(picked + 1)
}

/// How many candidates are tried when all picks of at most `max` among `n` are made step by step; beyond the
/// budget, some number that is too large.
pub fn cost_step_by_step(n: u64, max: u16) -> u64 {
    let steps = 0..u64::from(max).min(n);
    sum_within_budget(steps.map(|k| binomial(n, k).saturating_mul(cost_of_extending(n, k))))
}

/// The same when all picks of `min` to `max` are made at once.
pub fn cost_by_size(n: u64, min: u16, max: u16) -> u64 {
    let sizes = u64::from(min)..=u64::from(max).min(n);
    sum_within_budget(sizes.map(|k| binomial(n, k).saturating_mul(k.max(1))))
}

/// Adds up costs until they are too large for any search.
fn sum_within_budget(costs: impl Iterator<Item = u64>) -> u64 {
    let mut sum = 0u64;
    for cost in costs {
        sum = sum.saturating_add(cost);
        if sum > SEARCH_BUDGET.into() {
            break;
        }
    }
    sum
}
