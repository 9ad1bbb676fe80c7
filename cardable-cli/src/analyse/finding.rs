//! Findings: what a designer should look at first. Nothing is told that may well be an accident of the games that were
//! played: what is estimated must be beyond its threshold with its whole interval, and where many things were looked
//! at, their chances are corrected for that.

use super::Study;
use super::lineup::Lineup;
use super::measure::Measure;
use super::tables::Tables;
use super::topic::Topic;

/// How likely an accident may be.
pub(super) const LEVEL: f64 = 0.01;

/// An option that is worth less than this over another matters to nobody.
pub(super) const STAKES: f64 = 0.02;

/// Fewer games show nothing.
pub(super) const LEAST_GAMES: usize = 10;

/// Something to look at.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) topic: Topic,
    /// How much it weighs: the greatest stands first.
    pub(crate) weight: f64,
    /// What was found.
    pub(crate) text: String,
    /// What can be done about it.
    pub(crate) advice: String,
}

/// Collects the findings of one topic after the other.
pub(crate) struct Findings<'f> {
    pub(super) study: &'f Study<'f>,
    pub(super) tables: &'f Tables,
    pub(super) measures: &'f [Measure],
    pub(super) topic: Topic,
    pub(super) found: Vec<Finding>,
}

impl Findings<'_> {
    pub(super) fn add(&mut self, weight: f64, text: String, advice: &str) {
        self.found.push(Finding {
            topic: self.topic,
            weight,
            text,
            advice: advice.to_owned(),
        });
    }

    /// Adds what the sentence of a measure tells.
    pub(super) fn add_measure(&mut self, weight: f64, what: &str, key: &str, advice: &str) {
        let measure = self.measures.iter().find(|measure| measure.key == key);
        let sentence = measure.map_or("", |measure| &measure.sentence);
        self.add(weight, format!("{what}: {sentence}"), advice);
    }

    /// The interval of a measure, if enough games of strong bots have ended to tell something.
    fn interval(&self, key: &str) -> Option<(f64, f64)> {
        if self.tables.ended(Lineup::Strong).count() < LEAST_GAMES {
            return None;
        }
        self.measures.iter().find(|measure| measure.key == key)?.interval
    }

    /// Whether the whole interval of a measure is below a limit.
    pub(super) fn is_below(&self, key: &str, limit: f64) -> bool {
        self.interval(key).is_some_and(|(_, high)| high < limit)
    }

    /// Whether the whole interval of a measure is above a limit.
    pub(super) fn is_above(&self, key: &str, limit: f64) -> bool {
        self.interval(key).is_some_and(|(low, _)| low > limit)
    }
}
