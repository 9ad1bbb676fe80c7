//! How much the deal decides.

use crate::analyse::games::GameRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::{LEAST_GROUPS, share_of_groups};
use crate::analyse::words::Unit;

/// How often players that are nearly alike play each deal: once weak, once strong, twice both.
const ALIKE: usize = 4;

pub(super) fn measure(measures: &mut Measures<'_>) {
    let games = measures.tables.games.iter();
    let alike: Vec<&GameRow> = games
        .filter(|game| Lineup::ALIKE.contains(&game.lineup) && game.is_over())
        .collect();
    let mut groups = Vec::new();
    for seat in 0..measures.seats() {
        let start = groups.len();
        for deal in alike.chunk_by(|a, b| a.deal == b.deal) {
            if deal.len() == ALIKE {
                groups.push(deal.iter().map(|game| game.won(seat)).collect::<Vec<f64>>());
            }
        }
        // What a seat wins in every deal is its advantage, and no luck.
        let own = groups.get_mut(start..).unwrap_or_default();
        let mean = own.iter().flatten().sum::<f64>() / (ALIKE * own.len()).max(1) as f64;
        own.iter_mut().flatten().for_each(|won| *won -= mean);
    }
    let estimate = share_of_groups(&groups);
    if estimate.is_none() && groups.len() >= LEAST_GROUPS {
        measures.miss("Nothing is left for the deal to decide: the same seats always win.");
        return;
    }
    let name = "Decided by the deal";
    measures.estimate("deal", name, Unit::Share, estimate, |share| {
        format!("The deal decides {share} of who wins; choices and later chance decide the rest.")
    });
}
