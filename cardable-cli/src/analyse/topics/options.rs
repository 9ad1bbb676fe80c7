//! How much there is to choose.

use crate::analyse::finding::Findings;
use crate::analyse::games::GameRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::words::Unit;

/// A game in which more choices than this are forced plays itself.
const FORCED: f64 = 0.8;

pub(super) fn measure(measures: &mut Measures<'_>) {
    let all = measures
        .tables
        .choices
        .sum(|lineup, _, _| lineup == Lineup::Strong);
    if all.choices == 0 {
        measures.unsure.push("Options of a choice".to_owned());
        return;
    }
    let mean = all.mean_options();
    let sentence = format!(
        "A choice has {mean:.1} options in the mean, and {} at most.",
        all.most
    );
    let name = "Options of a choice";
    measures.add("options", name, Unit::Count, (mean, None), sentence);
    let is_counted = |game: &GameRow| game.lineup == Lineup::Strong && game.choices > 0;
    let forced = |game: &GameRow| 1.0 - game.decisions as f64 / game.choices as f64;
    let estimate = measures.tables.mean_by_deal(is_counted, forced, 0.0);
    let name = "Choices without another option";
    measures.estimate("forced", name, Unit::Share, estimate, |share| {
        format!("{share} of a game's choices have only one option.")
    });
}

pub(super) fn find(findings: &mut Findings<'_>) {
    if findings.is_above("forced", FORCED) {
        let advice = "Leave out choices that are none, or offer more.";
        findings.add_measure(35.0, "It mostly plays itself", "forced", advice);
    }
}
