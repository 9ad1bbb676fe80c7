//! Suggests a choice: tries every choice in worlds consistent with what the seat knows, and finishes each game
//! at random.

use cardable_core::{Choice, Game, Seat, Seed, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Maximum number of choices compared.
const CHOICES: u64 = 24;

/// Number of worlds sampled per hint.
const WORLDS: u64 = 24;

/// Maximum number of choices per random playout.
const LIMIT: u64 = 600;

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoHint {
    OnlyOne,
    Endless,
    TooLong,
}

impl std::fmt::Display for NoHint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("There is no hint: ")?;
        match self {
            NoHint::OnlyOne => f.write_str("only one thing can be done."),
            NoHint::Endless => {
                f.write_str("nobody ever wins by these rules, so no choice is better than another.")
            }
            NoHint::TooLong => write!(
                f,
                "of the games that were played on from here, none came to its end within {LIMIT} choices."
            ),
        }
    }
}

/// The choice that wins most often. It is based only on what the seat knows.
pub(crate) fn hint(game: &Game, seat: Seat) -> Result<Choice, NoHint> {
    let count = game.decision(seat).map_or(0, |decision| decision.count().get());
    if count < 2 {
        return Err(NoHint::OnlyOne);
    }
    if game.ruleset().is_endless() {
        return Err(NoHint::Endless);
    }
    let tried = count.min(CHOICES);
    // If there are too many choices, try an evenly spaced subset.
    let nth = |at: u64| at * count / tried.max(1);
    let mut wins = vec![0.0_f64; tried as usize];
    let mut is_decided = false;
    for world in 0..WORLDS {
        let imagined = game.imagine(Viewer::Seat(seat), Seed::from(world));
        for (at, won) in (0..tried).zip(&mut wins) {
            let mut tried = imagined.fork();
            if tried.submit_nth(seat, nth(at)).is_err() {
                continue;
            }
            let mut rng = ChaCha8Rng::seed_from_u64(world);
            if tried.playout(&mut rng, LIMIT).is_err() {
                continue;
            }
            if let Some(result) = tried.result() {
                is_decided = true;
                let rank = result.ranks.get(seat.index()).copied().unwrap_or(u8::MAX);
                let seats = result.ranks.len().max(2) as f64;
                *won += 1.0 - (f64::from(rank) - 1.0) / seats;
            }
        }
    }
    let best = wins.iter().zip(0..).max_by(|(a, _), (b, _)| a.total_cmp(b));
    let best = best.filter(|_| is_decided).map(|(_, at)| nth(at));
    let choice = best.and_then(|at| game.decision(seat)?.nth(at));
    choice.ok_or(NoHint::TooLong)
}
