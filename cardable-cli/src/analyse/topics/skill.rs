//! Whether thinking helps.

use crate::analyse::finding::Findings;
use crate::analyse::games::GameRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::Estimate;
use crate::analyse::tables::Tables;
use crate::analyse::words::Unit;

/// Bots that think twice as much should win at least so much more.
const SKILL: f64 = 0.02;

/// Line-ups of two sorts of players: the key and name of the measure, and what the two sorts are called.
const CONTESTS: &[(Lineup, [&str; 4])] = &[
    (
        Lineup::StrongWeak,
        [
            "doubling",
            "Thinking twice as much",
            "Bots that think twice as much",
            "those that think half as much",
        ],
    ),
    (
        Lineup::StrongRandom,
        ["thinking", "Thinking at all", "Bots that think", "chance"],
    ),
    #[cfg(feature = "measure")]
    (
        Lineup::CheatStrong,
        [
            "knowing",
            "Seeing every card",
            "Bots that see every card",
            "those that see their own",
        ],
    ),
];

/// How much more of the wins the first sort of players of a line-up gets than the second one, in each deal.
fn edge(seats: usize, tables: &Tables, lineup: Lineup) -> Option<Estimate> {
    let mut edges = Vec::new();
    let games: Vec<&GameRow> = tables.ended(lineup).collect();
    for deal in games.chunk_by(|a, b| a.deal == b.deal) {
        let [one, other] = deal else { continue };
        // Alone at the table each plays a game; else both play both.
        let (first, second) = match seats {
            1 => (one.won(0), other.won(0)),
            _ => {
                let first = (one.won_by_first(seats) + other.won_by_first(seats)) / 2.0;
                let won = deal.iter().filter(|game| !game.winners.is_empty()).count();
                (first, won as f64 / 2.0 - first)
            }
        };
        edges.push(first - second);
    }
    Estimate::of(&edges, 2.0)
}

pub(super) fn measure(measures: &mut Measures<'_>) {
    for (lineup, [key, name, who, than]) in CONTESTS {
        let estimate = edge(measures.seats(), measures.tables, *lineup);
        measures.estimate(key, name, Unit::Share, estimate, |share| {
            format!("{who} win {share} of the games more than {than}.")
        });
    }
}

pub(super) fn find(findings: &mut Findings<'_>) {
    if findings.is_below("doubling", SKILL) && findings.is_below("thinking", SKILL) {
        let advice = "Give players something to know and to weigh, if it is not to be a game of luck.";
        findings.add_measure(45.0, "Nothing is to be learnt", "thinking", advice);
    }
}
