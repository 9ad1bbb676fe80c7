//! What is measured and found of each topic.

// No module imports one that stands after it.
mod fairness;
mod end;
mod length;
mod options;
mod stakes;
mod skill;
mod luck;
mod drama;
mod dominated;
mod uses;

use super::Study;
use super::doublings::Doubling;
use super::duels::Duel;
use super::finding::{Finding, Findings};
use super::measure::{Measure, Measures, Missing};
use super::tables::Tables;
use super::topic::Topic;

/// All that can be measured with these tables, and what cannot.
pub(super) fn measures(
    study: &Study<'_>,
    tables: &Tables,
    duels: &[Duel],
    doublings: &[Doubling],
) -> (Vec<Measure>, Vec<Missing>) {
    let mut measures = Measures {
        study,
        tables,
        duels,
        doublings,
        topic: Topic::Fairness,
        found: Vec::new(),
        missing: Vec::new(),
        unsure: Vec::new(),
    };
    for topic in Topic::ALL {
        measures.topic = topic;
        match topic {
            Topic::Fairness => fairness::measure(&mut measures),
            Topic::End => end::measure(&mut measures),
            Topic::Length => length::measure(&mut measures),
            Topic::Options => options::measure(&mut measures),
            Topic::Stakes => stakes::measure(&mut measures),
            Topic::Skill => skill::measure(&mut measures),
            Topic::Luck => luck::measure(&mut measures),
            Topic::Drama => drama::measure(&mut measures),
            Topic::Uses => uses::measure(&mut measures),
            // Its pairs are a table.
            Topic::Dominated => {}
        }
        measures.end_topic();
    }
    (measures.found, measures.missing)
}

/// Everything that stands out, the weightiest first.
pub(super) fn findings(study: &Study<'_>, tables: &Tables, measures: &[Measure]) -> Vec<Finding> {
    let mut findings = Findings {
        study,
        tables,
        measures,
        topic: Topic::Fairness,
        found: Vec::new(),
    };
    for topic in Topic::ALL {
        findings.topic = topic;
        match topic {
            Topic::Fairness => fairness::find(&mut findings),
            Topic::End => end::find(&mut findings),
            Topic::Options => options::find(&mut findings),
            Topic::Stakes => stakes::find(&mut findings),
            Topic::Skill => skill::find(&mut findings),
            Topic::Drama => drama::find(&mut findings),
            Topic::Uses => uses::find(&mut findings),
            Topic::Dominated => dominated::find(&mut findings),
            // No length is wrong, and no share of luck.
            Topic::Length | Topic::Luck => {}
        }
    }
    let mut found = findings.found;
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    found
}
