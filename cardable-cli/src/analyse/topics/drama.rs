//! Whether the game stays open.

use crate::analyse::finding::Findings;
use crate::analyse::lead::courses;
use crate::analyse::measure::Measures;
use crate::analyse::stats::{Estimate, wilson};
use crate::analyse::words::{Unit, counted, grouped};

/// A leader in the middle who wins more often than this has won then.
const LEADER: f64 = 0.9;

pub(super) fn measure(measures: &mut Measures<'_>) {
    if measures.seats() < 2 {
        measures.miss("With one seat there is no lead.");
        return;
    }
    let courses = courses(&measures.tables.lead);
    let of = |values: Vec<f64>, range| Estimate::of(&values, range);
    let never = courses.iter().filter(|course| course.decided.is_none()).count();
    if never * 2 > courses.len() {
        // What follows needs somebody who leads.
        let share = never as f64 / courses.len() as f64;
        let interval = wilson(never as f64, courses.len() as f64);
        let sentence = format!(
            "In {} of {}, nobody is ever clearly ahead.",
            grouped(never as u64),
            counted(courses.len() as u64, "game")
        );
        let name = "Games without a leader";
        measures.add("leaderless", name, Unit::Share, (share, Some(interval)), sentence);
        return;
    }
    let changes = of(courses.iter().map(|course| course.changes).collect(), 0.0);
    measures.estimate("changes", "Changes of the lead", Unit::Count, changes, |count| {
        format!("The lead changes {count} times in a game.")
    });
    let decided = of(courses.iter().filter_map(|course| course.decided).collect(), 0.0);
    measures.estimate("decided", "Decided after", Unit::Share, decided, |share| {
        format!("A winner leads to the end from {share} of a game on, in the mean.")
    });
    let leader = of(
        courses.iter().filter_map(|course| course.leader_won).collect(),
        1.0,
    );
    let name = "Wins of who leads in the middle";
    measures.estimate("leader", name, Unit::Share, leader, |share| {
        format!("Who leads in the middle of a game wins {share} of the games.")
    });
    let behind = of(courses.iter().map(|course| course.behind).collect(), 0.0);
    measures.estimate(
        "behind",
        "Winner behind the leader",
        Unit::Share,
        behind,
        |share| {
            format!(
                "The seat that wins in the end has a chance to win that is {share} below the leader's, in the mean over the game."
            )
        },
    );
}

pub(super) fn find(findings: &mut Findings<'_>) {
    if findings.is_above("leader", LEADER) {
        let advice = "Let those behind catch up, or let the game end sooner.";
        findings.add_measure(30.0, "The second half changes little", "leader", advice);
    }
}
