//! How long the game is.

use crate::analyse::games::GameRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::quantile;
use crate::analyse::words::{Unit, grouped};

/// How long people take for a decision, in seconds.
const SECONDS_A_DECISION: f64 = 8.0;

/// How long they take to do the only thing that can be done.
const SECONDS_FORCED: f64 = 2.0;

/// A count of a game: its key, its name, and how it is read.
type Count = (&'static str, &'static str, fn(&GameRow) -> u64);

const COUNTS: [Count; 4] = [
    ("choices", "Choices", |game| game.choices),
    ("decisions", "Decisions", |game| game.decisions),
    ("turns", "Turns", |game| game.turns),
    ("rounds", "Rounds", |game| game.rounds),
];

pub(super) fn measure(measures: &mut Measures<'_>) {
    let has_turns = measures.tables.games.iter().any(|game| game.turns > 0);
    if !has_turns && measures.tables.games.iter().any(GameRow::is_over) {
        measures.miss("The game has no turns: for rounds, choices stand for them.");
    }
    for (lineup, who) in [(Lineup::Strong, "strong bots"), (Lineup::Random, "chance")] {
        if measures.tables.ended(lineup).next().is_none() {
            measures.unsure.push(format!("Length of games, {who}"));
            continue;
        }
        for (key, name, read) in COUNTS {
            let mut all: Vec<u64> = measures.tables.ended(lineup).map(read).collect();
            all.sort_unstable();
            // A game without turns has none to tell of.
            if all.last().is_none_or(|most| *most == 0) {
                continue;
            }
            let is_counted = |game: &GameRow| game.lineup == lineup && game.is_over();
            let mean = measures
                .tables
                .mean_by_deal(is_counted, |game| read(game) as f64, 0.0);
            let [least, middle, most] = [0.05, 0.5, 0.95].map(|share| grouped(quantile(&all, share)));
            let counted = name.to_lowercase();
            let (key, name) = (
                format!("{key}.{}", lineup.name()),
                format!("{name} a game, {who}"),
            );
            let is_always = all.first() == all.last();
            measures.estimate(&key, &name, Unit::Count, mean, |mean| match is_always {
                true => format!("Each game of {who} has {middle} {counted}."),
                false => format!(
                    "A game of {who} has {mean} {counted} in the mean; the middle one has {middle}, and nine of ten have \
                     {least} to {most}."
                ),
            });
        }
    }
    let is_counted = |game: &GameRow| game.lineup == Lineup::Strong && game.is_over();
    let minutes = |game: &GameRow| {
        let forced = (game.choices - game.decisions) as f64;
        (game.decisions as f64 * SECONDS_A_DECISION + forced * SECONDS_FORCED) / 60.0
    };
    let estimate = measures.tables.mean_by_deal(is_counted, minutes, 0.0);
    measures.estimate("minutes", "Time a game", Unit::Minutes, estimate, |minutes| {
        format!("People who take {SECONDS_A_DECISION} seconds for a decision play for {minutes} in the mean.")
    });
}
