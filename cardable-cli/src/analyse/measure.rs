//! Measures: numbers that tell of a game, each with a sentence on what it means for this game.

use super::Study;
use super::doublings::Doubling;
use super::duels::Duel;
use super::stats::Estimate;
use super::tables::Tables;
use super::topic::Topic;
use super::words::Unit;

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

/// Collects the measures of one topic after the other.
pub(crate) struct Measures<'m> {
    pub(super) study: &'m Study<'m>,
    pub(super) tables: &'m Tables,
    pub(super) duels: &'m [Duel],
    pub(super) doublings: &'m [Doubling],
    pub(super) topic: Topic,
    pub(super) found: Vec<Measure>,
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

    /// Adds an estimate, if there is one. Its sentence gets it as "3.1 ± 0.8 %".
    pub(super) fn estimate(
        &mut self,
        key: &str,
        name: &str,
        unit: Unit,
        estimate: Option<Estimate>,
        sentence: impl FnOnce(&str) -> String,
    ) {
        if let Some(estimate) = estimate {
            let interval = (estimate.low(), estimate.high());
            let sentence = sentence(&unit.plus_minus(&estimate));
            self.add(key, name, unit, (estimate.mean, Some(interval)), sentence);
        }
    }

    pub(super) fn seats(&self) -> usize {
        self.study.setup.seats.len()
    }
}
