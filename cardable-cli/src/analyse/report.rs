//! What an analysis tells.

use super::doublings::Doubling;
use super::duels::Duel;
use super::finding::Finding;
use super::games::{GameEnd, GameRow};
use super::lineup::Lineup;
use super::measure::{Measure, Missing};
use super::tables::Tables;
use super::tidy::TidyTable;
use super::topics::{findings, measures};
use super::words::{Unit, counted, grouped};
use super::{Effort, Study};
use cardable_core::info::{ActionInfo, CardInfo, StateInfo};

/// What an analysis tells of one ruleset.
pub(crate) struct Report {
    /// What the game is called.
    pub(crate) name: String,
    /// What makes this report again.
    pub(crate) command: String,
    pub(crate) seats: usize,
    pub(crate) seed: u64,
    /// How many deals were begun.
    pub(crate) deals: u64,
    /// Why it is not all that was asked for.
    pub(crate) ended_early: Option<EndedEarly>,
    pub(crate) effort: Effort,
    pub(crate) tables: Tables,
    pub(crate) tidy: [TidyTable; 7],
    pub(crate) measures: Vec<Measure>,
    pub(crate) missing: Vec<Missing>,
    pub(crate) doublings: Vec<Doubling>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) states: Vec<StateInfo>,
    pub(crate) actions: Vec<ActionInfo>,
    pub(crate) cards: Vec<CardInfo>,
}

/// Why not all deals were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndedEarly {
    /// The time was up.
    Time { of: u64 },
    /// Ctrl-C was pressed, and some of the deals are not whole.
    Interrupt { of: u64 },
}

/// How a measure differs between two rulesets.
pub(crate) struct Difference<'d> {
    pub(crate) one: &'d Measure,
    pub(crate) other: &'d Measure,
    /// The other less the one, and its interval where both have one.
    pub(crate) value: f64,
    pub(crate) interval: Option<(f64, f64)>,
}

impl Report {
    pub(super) fn new(study: &Study<'_>, effort: Effort, tables: Tables, deals: u64) -> Report {
        let seats = study.setup.seats.len();
        let duels = Duel::all(seats, &tables.games);
        let doublings = Doubling::all(&duels, &effort);
        let (measures, missing) = measures(study, &tables, &duels, &doublings);
        let of = study.deals;
        let ended_early = match study.stop.is_interrupted() {
            true => Some(EndedEarly::Interrupt { of }),
            false => (deals < of || study.stop.is_overdue()).then_some(EndedEarly::Time { of }),
        };
        Report {
            name: study.info.name.clone(),
            command: format!(
                "{} --deals {deals} --seed {} --level search:{}",
                study.command, study.seed, effort.strong
            ),
            seats,
            seed: study.seed,
            deals,
            ended_early,
            effort,
            tidy: tables.tidy(study.info, seats, &effort),
            findings: findings(study, &tables, &measures),
            measures,
            missing,
            doublings,
            tables,
            states: study.info.states.clone(),
            actions: study.info.actions.clone(),
            cards: study.info.cards.clone(),
        }
    }

    /// What was played, in a sentence.
    pub(crate) fn played(&self) -> String {
        format!(
            "{} of {} with {}, seed {}; weak bots think for {} iterations (lines of play) a decision and strong ones for {}; chance takes \
             any option",
            counted(self.tables.games.len() as u64, "game"),
            counted(self.deals, "deal"),
            counted(self.seats as u64, "seat"),
            self.seed,
            grouped(self.effort.weak.into()),
            grouped(self.effort.strong.into()),
        )
    }

    /// Why there are no more games, in a sentence.
    pub(crate) fn ended_early(&self) -> Option<String> {
        let mut early = match self.ended_early? {
            EndedEarly::Time { of } => format!(
                "The time was up after {} of at most {}. More of them make the intervals narrower.",
                grouped(self.deals),
                counted(of, "deal")
            ),
            EndedEarly::Interrupt { of } => format!(
                "It was ended early, in deal {} of at most {}: what follows rests on the games that were played until then.",
                grouped(self.deals),
                grouped(of)
            ),
        };
        if self.tables.games.iter().all(|game| game.lineup == Lineup::Random) {
            early.push_str(
                " No game of bots was over by then: give it more minutes (`--budget`), let bots think less (`--level`), or \
                 make the game shorter, if it has options for that.",
            );
        }
        Some(early)
    }

    /// Whether the rules faulted in every game.
    pub(crate) fn always_faults(&self) -> bool {
        let is_fault = |game: &GameRow| matches!(game.end, GameEnd::Faulted(_));
        !self.tables.games.is_empty() && self.tables.games.iter().all(is_fault)
    }

    /// What is not measured here, and why.
    pub(crate) fn left_out(&self) -> Option<&'static str> {
        (!cfg!(feature = "measure")).then_some(
            "Not measured: the worth of hidden information (it needs a build with the feature `measure`).",
        )
    }

    /// The measures that both have.
    pub(crate) fn differences<'d>(&'d self, other: &'d Report) -> Vec<Difference<'d>> {
        let pairs = self.measures.iter().filter_map(|one| {
            let other = other.measures.iter().find(|other| other.key == one.key)?;
            Some(Difference::new(one, other))
        });
        pairs.collect()
    }
}

impl<'d> Difference<'d> {
    fn new(one: &'d Measure, other: &'d Measure) -> Difference<'d> {
        let value = other.value - one.value;
        // The distances to both ends add up as those of independent errors do.
        let interval = one
            .interval
            .zip(other.interval)
            .map(|((one_low, one_high), (low, high))| {
                let down = (one_high - one.value).hypot(other.value - low);
                let up = (one.value - one_low).hypot(high - other.value);
                (value - down, value + up)
            });
        Difference {
            one,
            other,
            value,
            interval,
        }
    }

    /// Whether its interval has no 0.
    pub(crate) fn stands_out(&self) -> bool {
        self.interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }

    pub(crate) fn text(&self) -> String {
        let unit: Unit = self.one.unit;
        match self.interval {
            Some((low, high)) => format!("{} ({})", unit.text(self.value), unit.between(low, high)),
            None => unit.text(self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::topic::Topic;

    fn measure(value: f64, low: f64, high: f64) -> Measure {
        Measure {
            topic: Topic::Length,
            key: "choices".to_owned(),
            name: "Choices".to_owned(),
            value,
            interval: Some((low, high)),
            unit: Unit::Count,
            sentence: String::new(),
        }
    }

    #[test]
    fn differences_add_both_errors() {
        let (one, other) = (measure(10.0, 7.0, 13.0), measure(20.0, 16.0, 24.0));
        let difference = Difference::new(&one, &other);
        assert_eq!((difference.value, difference.interval), (10.0, Some((5.0, 15.0))));
        assert!(difference.stands_out());
        assert!(!Difference::new(&one, &one).stands_out());
    }
}
