//! The table of games: one row a game.

use super::lineup::Lineup;
use super::tidy::TidyTable;
use cardable_core::{Seat, SeatSet};
use serde_json::json;

/// Parts of one in which shares and values are counted, so that sums do not depend on their order.
pub(crate) const PARTS: i64 = 1_000_000;

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum GameEnd {
    /// By its rules, and why in the ruleset's words.
    Over(String),
    /// It was cut off at the most choices, in these states.
    CutOff(String),
    /// The rules faulted.
    Faulted(String),
}

/// What is kept of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameRow {
    pub(crate) deal: u64,
    pub(crate) lineup: Lineup,
    /// By how many seats the players have moved on; of random games its number within the deal.
    pub(crate) nth: u64,
    pub(crate) seed: u64,
    pub(crate) end: GameEnd,
    pub(crate) winners: SeatSet,
    pub(crate) choices: u64,
    /// Choices with more than one option.
    pub(crate) decisions: u64,
    pub(crate) turns: u64,
    pub(crate) rounds: u64,
    /// How often the game came back to a position in which it had been; None where nobody looked.
    pub(crate) repeats: Option<u64>,
    /// The sum over decisions of how much the best option is better than the worst, in `PARTS`, and of how many.
    pub(crate) stakes: i64,
    pub(crate) weighed: u64,
    /// How many tables were imagined and played on, on how many of them the rules faulted, and how at first.
    pub(crate) imagined: u64,
    pub(crate) imagined_faults: u64,
    pub(crate) imagined_fault: Option<String>,
}

impl GameRow {
    /// A game that has not begun.
    pub(crate) fn new(lineup: Lineup, deal: u64, nth: u64, seed: u64) -> GameRow {
        GameRow {
            deal,
            lineup,
            nth,
            seed,
            end: GameEnd::Faulted(String::new()),
            winners: SeatSet::EMPTY,
            choices: 0,
            decisions: 0,
            turns: 0,
            rounds: 0,
            repeats: None,
            stakes: 0,
            weighed: 0,
            imagined: 0,
            imagined_faults: 0,
            imagined_fault: None,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.end, GameEnd::Over(_))
    }

    /// A seat's share of the win.
    pub(crate) fn won(&self, seat: usize) -> f64 {
        let winners = self.winners.len();
        match self.winners.contains(Seat(seat as u8)) {
            true => 1.0 / winners as f64,
            false => 0.0,
        }
    }

    /// The share of the win of the first sort of players of a line-up of two.
    pub(crate) fn won_by_first(&self, seats: usize) -> f64 {
        (0..seats)
            .filter(|seat| (*seat as u64 + self.nth).is_multiple_of(2))
            .map(|seat| self.won(seat))
            .sum()
    }
}

pub(crate) fn table(games: &[GameRow]) -> TidyTable {
    let columns = [
        "deal",
        "lineup",
        "nth",
        "seed",
        "ending",
        "reason",
        "winners",
        "choices",
        "decisions",
        "turns",
        "rounds",
        "repeated_positions",
        "stakes_sum_ppm",
        "decisions_weighed",
        "imagined_tables",
        "imagined_faults",
    ];
    let mut table = TidyTable::new("games", &columns);
    for game in games {
        let (ending, reason) = match &game.end {
            GameEnd::Over(reason) => ("over", reason),
            GameEnd::CutOff(states) => ("cut off", states),
            GameEnd::Faulted(message) => ("faulted", message),
        };
        let winners: Vec<String> = game
            .winners
            .into_iter()
            .map(|seat| (seat.0 + 1).to_string())
            .collect();
        table.rows.push(vec![
            json!(game.deal),
            json!(game.lineup.name()),
            json!(game.nth),
            json!(game.seed),
            json!(ending),
            json!(reason),
            json!(winners.join(" ")),
            json!(game.choices),
            json!(game.decisions),
            json!(game.turns),
            json!(game.rounds),
            json!(game.repeats),
            json!(game.stakes),
            json!(game.weighed),
            json!(game.imagined),
            json!(game.imagined_faults),
        ]);
    }
    table
}
