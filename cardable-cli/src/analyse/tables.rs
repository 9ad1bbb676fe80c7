//! All that is kept of the games of an analysis. Sums are of whole numbers and rows are sorted, so the tables do not
//! depend on which thread played which deal.

use super::choices::Choices;
use super::games::{self, GameRow};
use super::lead::{self, LeadRow};
use super::tidy::TidyTable;
use super::uses::Uses;
use cardable_core::RulesetInfo;

/// The tables of an analysis.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tables {
    pub(crate) games: Vec<GameRow>,
    pub(crate) choices: Choices,
    pub(crate) lead: Vec<LeadRow>,
    pub(crate) uses: Uses,
}

impl Tables {
    /// Adds the tables of another thread.
    pub(crate) fn add(&mut self, other: Tables) {
        self.games.extend(other.games);
        self.choices.add(&other.choices);
        self.lead.extend(other.lead);
        self.uses.add(&other.uses);
    }

    /// Brings the rows in their order.
    pub(crate) fn sort(&mut self) {
        self.games.sort_by_key(|game| (game.deal, game.lineup, game.nth));
        self.lead.sort_by_key(|row| (row.deal, row.progress));
    }

    /// The tables for other programs.
    pub(crate) fn tidy(&self, info: &RulesetInfo) -> [TidyTable; 5] {
        [
            games::table(&self.games),
            self.choices.table(info),
            lead::table(&self.lead),
            self.uses.table(info),
            self.uses.table_of_pairs(info),
        ]
    }
}
