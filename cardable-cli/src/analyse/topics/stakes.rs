//! Whether choices matter.

use crate::analyse::choices::STAGES;
use crate::analyse::finding::{Findings, STAKES};
use crate::analyse::games::{GameRow, PARTS};
use crate::analyse::measure::Measures;
use crate::analyse::words::Unit;

/// Where thinking wins more than this, choices matter.
const THINKING: f64 = 0.1;

pub(super) fn measure(measures: &mut Measures<'_>) {
    let mean = |game: &GameRow| game.stakes as f64 / PARTS as f64 / game.weighed as f64;
    let estimate = measures.tables.mean_by_deal(|game| game.weighed > 0, mean, 0.0);
    let is_sure = estimate.is_some();
    let name = "Best over worst option";
    measures.estimate("stakes", name, Unit::Share, estimate, |share| {
        format!("The best option is worth {share} of all there is to win more than the worst.")
    });
    if !is_sure {
        return;
    }
    let third = |from: usize, to: usize| {
        let stages = from..to;
        let sum = measures.tables.choices.sum(|_, _, stage| stages.contains(&stage));
        sum.mean_stakes()
    };
    let (early, late) = (third(0, STAGES / 3), third(STAGES - STAGES / 3, STAGES));
    let sentence = format!(
        "In the first third of a game that is {}, in the last third {}.",
        Unit::Share.text(early),
        Unit::Share.text(late)
    );
    let name = "The same in the last third";
    measures.add("stakes.late", name, Unit::Share, (late, None), sentence);
}

pub(super) fn find(findings: &mut Findings<'_>) {
    // Where bots that think win clearly more, single choices matter little, and all of them much.
    if findings.is_below("stakes", STAKES) && findings.is_below("thinking", THINKING) {
        let advice = "Let options differ more in what they lead to.";
        findings.add_measure(50.0, "Choices hardly matter", "stakes", advice);
    }
}
