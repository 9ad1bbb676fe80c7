//! Whether thinking helps.

use crate::analyse::doublings::Doubling;
use crate::analyse::duels::Duel;
use crate::analyse::finding::Findings;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
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

pub(super) fn measure(measures: &mut Measures<'_>) {
    for (lineup, [key, name, who, than]) in CONTESTS {
        let estimate = Duel::edge(measures.duels, *lineup);
        let more = estimate
            .map(|estimate| Unit::Share.more_or_less(&estimate))
            .unwrap_or_default();
        measures.estimate(key, name, Unit::Share, estimate, |_| {
            format!("{who} win {more} of the games than {than}.")
        });
        if *lineup == Lineup::StrongWeak {
            series(measures);
        }
    }
    if measures.doublings.len() < 2 {
        measures
            .miss("How much thought is enough is not told: that takes more games, or bots that think more.");
    }
}

/// The doublings of less thought than that of strong bots, from the most thought to the least. The last one tells of all.
fn series(measures: &mut Measures<'_>) {
    for doubling in measures.doublings.iter().rev() {
        let Some((key, name)) = of_series(doubling.lineup) else {
            continue;
        };
        let is_least = measures.doublings.first() == Some(doubling);
        measures.estimate(key, name, Unit::Share, Some(doubling.gain), |_| match is_least {
            true => Doubling::sentence(measures.doublings),
            false => String::new(),
        });
    }
}

/// The key and name of the measure of a doubling, if it is one of less thought than that of strong bots.
fn of_series(lineup: Lineup) -> Option<(&'static str, &'static str)> {
    match lineup {
        Lineup::WeakQuarter => Some(("doubling.2", "Thinking twice as much, at half the level")),
        Lineup::QuarterEighth => Some(("doubling.4", "Thinking twice as much, at a quarter of the level")),
        Lineup::EighthSixteenth => Some(("doubling.8", "Thinking twice as much, at an eighth of the level")),
        Lineup::Random | Lineup::Weak | Lineup::Strong | Lineup::StrongWeak | Lineup::StrongRandom => None,
        #[cfg(feature = "measure")]
        Lineup::CheatStrong => None,
    }
}

pub(super) fn find(findings: &mut Findings<'_>) {
    if findings.is_below("thinking", SKILL) && findings.is_below("doubling", SKILL) {
        let advice = "Give players something to know and to weigh, if it is not to be a game of luck.";
        findings.add_measure(45.0, "Nothing is to be learnt", "thinking", advice);
        return;
    }
    let steps = findings
        .measures
        .iter()
        .filter(|measure| measure.key.starts_with("doubling"));
    let keys: Vec<&str> = steps.map(|measure| measure.key.as_str()).collect();
    // The last one is that of the least thought.
    if let [_, .., least] = keys[..]
        && keys.iter().all(|key| findings.is_below(key, SKILL))
    {
        let advice =
            "If players are to think ahead, let what is best at once not always be what is best later.";
        findings.add_measure(36.0, "A moment's thought is enough", least, advice);
    }
}
