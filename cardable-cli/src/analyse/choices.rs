//! The table of choices: how many options there are, and how much hangs on them, by state and progress of the game.

use super::games::PARTS;
use super::lineup::Lineup;
use super::tidy::TidyTable;
use cardable_core::RulesetInfo;
use serde_json::json;
use std::collections::BTreeMap;

/// In how many parts the course of a game is divided.
pub(crate) const STAGES: usize = 10;

/// Choices of one line-up, in one state, at one stage.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ChoiceCell {
    pub(crate) choices: u64,
    /// Those with one option.
    pub(crate) forced: u64,
    /// The sum of their options, and the most.
    pub(crate) options: u64,
    pub(crate) most: u64,
    /// The sum of how much the best option is better than the worst, in parts of one, and of how many.
    pub(crate) stakes: i64,
    pub(crate) weighed: u64,
}

impl ChoiceCell {
    pub(crate) fn add(&mut self, other: &ChoiceCell) {
        self.choices += other.choices;
        self.forced += other.forced;
        self.options += other.options;
        self.most = self.most.max(other.most);
        self.stakes += other.stakes;
        self.weighed += other.weighed;
    }

    pub(crate) fn mean_options(&self) -> f64 {
        self.options as f64 / self.choices.max(1) as f64
    }

    pub(crate) fn mean_stakes(&self) -> f64 {
        self.stakes as f64 / PARTS as f64 / self.weighed.max(1) as f64
    }

    pub(crate) fn forced_share(&self) -> f64 {
        self.forced as f64 / self.choices.max(1) as f64
    }
}

/// One choice of a game whose length is not known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MadeChoice {
    pub(crate) state: u16,
    pub(crate) options: u64,
    pub(crate) stakes: Option<i64>,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Choices {
    pub(crate) cells: BTreeMap<(Lineup, u16, usize), ChoiceCell>,
}

impl Choices {
    /// Counts the choices of a whole game.
    pub(crate) fn game(&mut self, lineup: Lineup, steps: &[MadeChoice]) {
        for (at, step) in steps.iter().enumerate() {
            let stage = at * STAGES / steps.len();
            let cell = ChoiceCell {
                choices: 1,
                forced: u64::from(step.options < 2),
                options: step.options,
                most: step.options,
                stakes: step.stakes.unwrap_or_default(),
                weighed: u64::from(step.stakes.is_some()),
            };
            self.cells
                .entry((lineup, step.state, stage))
                .or_default()
                .add(&cell);
        }
    }

    pub(crate) fn add(&mut self, other: &Choices) {
        for (key, cell) in &other.cells {
            self.cells.entry(*key).or_default().add(cell);
        }
    }

    /// The sum of the cells that are wanted.
    pub(crate) fn sum(&self, wanted: impl Fn(Lineup, u16, usize) -> bool) -> ChoiceCell {
        let mut sum = ChoiceCell::default();
        for ((lineup, state, stage), cell) in &self.cells {
            if wanted(*lineup, *state, *stage) {
                sum.add(cell);
            }
        }
        sum
    }

    pub(crate) fn table(&self, info: &RulesetInfo) -> TidyTable {
        let columns = [
            "lineup",
            "state",
            "stage",
            "choices",
            "forced",
            "options_sum",
            "options_most",
            "stakes_sum_ppm",
            "decisions_weighed",
        ];
        let mut table = TidyTable::new("choices", &columns);
        for ((lineup, state, stage), cell) in &self.cells {
            table.rows.push(vec![
                json!(lineup.name()),
                json!(info.states.get(usize::from(*state)).map(|state| &state.name)),
                json!(stage + 1),
                json!(cell.choices),
                json!(cell.forced),
                json!(cell.options),
                json!(cell.most),
                json!(cell.stakes),
                json!(cell.weighed),
            ]);
        }
        table
    }
}
