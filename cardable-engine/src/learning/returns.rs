//! What a game has brought to each seat.

use crate::game::Game;
use crate::game::standings_of;
use crate::ids::{Seat, SeatSet};
use crate::program::{Best, ScoreHint};
use crate::world::whole::GameResult;

/// What a game that is over has brought to each seat that somebody plays, by their numbers: the more, the better. 0 for
/// all of them while it is not over.
///
/// It is the score at the end ([`GameResult::scores`](crate::GameResult)), turned round where the lowest wins: it does so
/// where the scores are those of the item that the ruleset's hints for bots call best when low
/// ([`Ruleset::scoring`](crate::Ruleset::scoring)). Where no scores are kept it is the seat's share of the win: 1 divided
/// by the number of teams that have won, the same for all seats of a team, and 0 for the others. Where nobody has won it is
/// half of what each team would have if all had won, and 0 in games of one team.
///
/// The units are the ruleset's own; divide by the most that can be won where a network wants small numbers.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, learning};
/// use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// assert_eq!(learning::returns(&game), [0.0, 0.0]);
/// game.playout(&mut ChaCha8Rng::seed_from_u64(1), 1_000)?;
/// let (returns, result) = (learning::returns(&game), game.result().ok_or("it is over")?);
/// let most = returns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
/// assert!(result.winners.iter().all(|winner| returns[winner.index()] == most));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "reward")]
pub fn returns(game: &Game) -> Vec<f64> {
    let seats = game.seating().persons();
    let Some(result) = game.result() else {
        return vec![0.0; seats];
    };
    if result.scores.is_empty() {
        return (0..seats)
            .map(|seat| share(game, result, Seat(seat as u8)))
            .collect();
    }
    let is_low = lowest_wins(game, &result.scores);
    let scores = result
        .scores
        .iter()
        .copied()
        .chain(std::iter::repeat(0.0))
        .take(seats);
    // Without -0.
    scores
        .map(|score| if is_low { 0.0 - score } else { score })
        .collect()
}

/// Whether the fewest points win: whether they are those of an item of which the ruleset says so.
fn lowest_wins(game: &Game, scores: &[f64]) -> bool {
    let Some(ScoreHint {
        item,
        best: Best::Low,
    }) = game.table.program.score_hint()
    else {
        return false;
    };
    let as_it_is = ScoreHint {
        item,
        best: Best::High,
    };
    standings_of(game, Some(as_it_is))
        .iter()
        .zip(scores)
        .all(|(item, score)| item == score)
}

/// A seat's share of the win.
fn share(game: &Game, result: &GameResult, seat: Seat) -> f64 {
    let team = |seat: Seat| game.seating().team(seat);
    let seats = (0..game.seating().persons() as u8).map(Seat);
    let count = |some: &mut dyn Iterator<Item = Seat>| {
        let mut teams: Vec<_> = some.map(team).collect();
        teams.sort_unstable();
        teams.dedup();
        teams.len().max(1) as f64
    };
    let winners: SeatSet = result.winners.iter().copied().collect();
    if winners.is_empty() {
        return match count(&mut seats.into_iter()) {
            1.0 => 0.0,
            teams => 0.5 / teams,
        };
    }
    match winners.into_iter().any(|winner| team(winner) == team(seat)) {
        true => 1.0 / count(&mut winners.into_iter()),
        false => 0.0,
    }
}
