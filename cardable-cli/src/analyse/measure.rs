//! Measures: numbers that tell of a game, each with a sentence on what it means for this game.

use super::Study;
use super::doublings::Doubling;
use super::duels::Duel;
use super::stats::Estimate;
use super::tables::Tables;
use super::topic::Topic;
use super::words::Unit;

/// So many names are told of what too few games show.
const MOST_NAMED: usize = 8;

/// One number, and what it means.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) topic: Topic,
    /// The same for all games, so that two can be compared.
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) value: f64,
    /// The 95 % interval, if there is one.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) unit: Unit,
    /// Empty if it need not be told.
    pub(crate) sentence: String,
}

/// What a reader would miss of a topic, and why it is not told.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) topic: Topic,
    pub(crate) sentence: String,
}

/// Collects the measures of one topic after the other.
pub(crate) struct Measures<'m> {
    pub(super) study: &'m Study<'m>,
    pub(super) tables: &'m Tables,
    pub(super) duels: &'m [Duel],
    pub(super) doublings: &'m [Doubling],
    pub(super) topic: Topic,
    pub(super) found: Vec<Measure>,
    pub(super) missing: Vec<Missing>,
    /// The names of what too few games show of this topic.
    pub(super) unsure: Vec<String>,
}

impl Measures<'_> {
    /// Adds a number with its interval.
    pub(super) fn add(
        &mut self,
        key: &str,
        name: &str,
        unit: Unit,
        found: (f64, Option<(f64, f64)>),
        text: String,
    ) {
        self.found.push(Measure {
            topic: self.topic,
            key: key.to_owned(),
            name: name.to_owned(),
            value: found.0,
            interval: found.1,
            unit,
            sentence: text,
        });
    }

    /// Adds why something is not told.
    pub(super) fn miss(&mut self, sentence: impl Into<String>) {
        self.missing.push(Missing {
            topic: self.topic,
            sentence: sentence.into(),
        });
    }

    /// Ends a topic: what too few games show is told in one sentence.
    pub(super) fn end_topic(&mut self) {
        if !self.unsure.is_empty() {
            // A ruleset may have any number of options.
            let more = self.unsure.len().saturating_sub(MOST_NAMED);
            self.unsure.truncate(MOST_NAMED);
            let names = self.unsure.join("; ");
            let sentence = match more {
                0 => format!("Too few games to tell: {names}."),
                _ => format!("Too few games to tell: {names}; and {more} more."),
            };
            self.unsure.clear();
            self.miss(sentence);
        }
    }

    /// Adds an estimate, or notes that too few games show it. Its sentence gets it as "3.1 ± 0.8 %".
    pub(super) fn estimate(
        &mut self,
        key: &str,
        name: &str,
        unit: Unit,
        estimate: Option<Estimate>,
        sentence: impl FnOnce(&str) -> String,
    ) {
        let Some(estimate) = estimate else {
            self.unsure.push(name.to_owned());
            return;
        };
        let interval = (estimate.low(), estimate.high());
        let sentence = sentence(&unit.plus_minus(&estimate));
        self.add(key, name, unit, (estimate.mean, Some(interval)), sentence);
    }

    pub(super) fn seats(&self) -> usize {
        self.study.setup.seats.len()
    }
}
