//! The table of duels: what two sorts of players win of a deal that both have played from every seat.

use super::Effort;
use super::games::{GameRow, PARTS};
use super::lineup::Lineup;
use super::stats::Estimate;
use super::tidy::TidyTable;
use serde_json::json;

/// Two sorts of players at one deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Duel {
    pub(crate) deal: u64,
    pub(crate) lineup: Lineup,
    /// The shares of the wins of the first sort and the second.
    pub(crate) won: [f64; 2],
}

impl Duel {
    /// All duels that were played to their end.
    pub(crate) fn all(seats: usize, games: &[GameRow]) -> Vec<Duel> {
        // Random games have no sorts of players. Where there is one sort, a deal has one game.
        let counts = |game: &&GameRow| game.is_over() && game.lineup != Lineup::Random;
        let games: Vec<&GameRow> = games.iter().filter(counts).collect();
        let duels = games.chunk_by(|a, b| (a.deal, a.lineup) == (b.deal, b.lineup));
        duels.filter_map(|games| Duel::of(seats, games)).collect()
    }

    /// What came of both games of a deal.
    fn of(seats: usize, games: &[&GameRow]) -> Option<Duel> {
        let [one, other] = games else { return None };
        // Alone at the table each plays a game; else both play both.
        let won = match seats {
            1 => [one.won(0), other.won(0)],
            _ => {
                let first = (one.won_by_first(seats) + other.won_by_first(seats)) / 2.0;
                let with_winners = games.iter().filter(|game| !game.winners.is_empty()).count();
                [first, with_winners as f64 / 2.0 - first]
            }
        };
        Some(Duel {
            deal: one.deal,
            lineup: one.lineup,
            won,
        })
    }

    /// How much more of the wins the first sort of players of a line-up gets than the second one.
    pub(crate) fn edge(duels: &[Duel], lineup: Lineup) -> Option<Estimate> {
        let of = duels.iter().filter(|duel| duel.lineup == lineup);
        let edges: Vec<f64> = of.map(|duel| duel.won[0] - duel.won[1]).collect();
        Estimate::of(&edges, 2.0)
    }
}

pub(crate) fn table(duels: &[Duel], effort: &Effort) -> TidyTable {
    let columns = [
        "deal",
        "lineup",
        "first_iterations",
        "second_iterations",
        "first_won_ppm",
        "second_won_ppm",
    ];
    let mut table = TidyTable::new("duels", &columns);
    for duel in duels {
        let [first, second] = duel.won.map(|won| (won * PARTS as f64).round() as i64);
        let iterations = duel.lineup.iterations(effort);
        table.rows.push(vec![
            json!(duel.deal),
            json!(duel.lineup.name()),
            json!(iterations.map(|[first, _]| first)),
            json!(iterations.map(|[_, second]| second)),
            json!(first),
            json!(second),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::games::GameEnd;
    use cardable_core::Seat;

    /// A game of a line-up that these seats won; None if it was cut off.
    fn game(lineup: Lineup, nth: u64, winners: Option<&[u8]>) -> GameRow {
        GameRow {
            end: match winners {
                Some(_) => GameEnd::Over(String::new()),
                None => GameEnd::CutOff(String::new()),
            },
            winners: winners.unwrap_or_default().iter().copied().map(Seat).collect(),
            ..GameRow::new(lineup, 0, nth, 0)
        }
    }

    #[test]
    fn both_games_of_a_deal_make_a_duel() {
        use Lineup::{Random, StrongWeak, Weak};
        for (what, lineup, seats, winners, won) in [
            (
                "each wins one",
                StrongWeak,
                2,
                [Some(&[0][..]), Some(&[0])],
                Some([0.5, 0.5]),
            ),
            (
                "the first wins both",
                StrongWeak,
                2,
                [Some(&[0]), Some(&[1])],
                Some([1.0, 0.0]),
            ),
            (
                "one is shared",
                StrongWeak,
                2,
                [Some(&[0, 1]), Some(&[1])],
                Some([0.75, 0.25]),
            ),
            (
                "nobody wins one",
                StrongWeak,
                2,
                [Some(&[]), Some(&[0])],
                Some([0.0, 0.5]),
            ),
            ("one is cut off", StrongWeak, 2, [Some(&[0]), None], None),
            (
                "four seats",
                StrongWeak,
                4,
                [Some(&[2]), Some(&[3])],
                Some([1.0, 0.0]),
            ),
            (
                "each alone",
                StrongWeak,
                1,
                [Some(&[0]), Some(&[])],
                Some([1.0, 0.0]),
            ),
            ("by chance", Random, 2, [Some(&[0]), Some(&[0])], None),
            ("one game only", Weak, 2, [Some(&[0]), None], None),
        ] {
            let games: Vec<GameRow> = (0..)
                .zip(winners)
                .map(|(nth, winners)| game(lineup, nth, winners))
                .collect();
            let duels = Duel::all(seats, &games);
            assert_eq!(duels.first().map(|duel| duel.won), won, "{what}");
        }
    }
}
