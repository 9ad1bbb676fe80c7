//! All that is kept of the games of an analysis. Sums are of whole numbers and rows are sorted, so the tables do not
//! depend on which thread played which deal.

use super::Effort;
use super::choices::Choices;
use super::duels::{self, Duel};
use super::games::{self, GameRow};
use super::house_rules::HouseRules;
use super::lead::{self, LeadRow};
use super::lineup::Lineup;
use super::stats::Estimate;
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
    pub(crate) house_rules: HouseRules,
}

impl Tables {
    /// Adds the tables of another thread.
    pub(crate) fn add(&mut self, other: Tables) {
        self.games.extend(other.games);
        self.choices.add(&other.choices);
        self.lead.extend(other.lead);
        self.uses.add(&other.uses);
        self.house_rules.add(&other.house_rules);
    }

    /// Brings the rows in their order.
    pub(crate) fn sort(&mut self) {
        self.games.sort_by_key(|game| (game.deal, game.lineup, game.nth));
        self.lead.sort_by_key(|row| (row.deal, row.progress));
    }

    /// The games of a line-up that came to their end.
    pub(crate) fn ended(&self, lineup: Lineup) -> impl Iterator<Item = &GameRow> {
        let games = self.games.iter();
        games.filter(move |game| game.lineup == lineup && game.is_over())
    }

    /// The games of each deal, of those that count at all. Random games have a deal of their own each.
    pub(crate) fn by_deal(&self, counts: impl Fn(&GameRow) -> bool) -> Vec<Vec<&GameRow>> {
        let mut deals = Vec::new();
        for deal in self.games.chunk_by(|a, b| a.deal == b.deal) {
            let counted = deal.iter().filter(|game| counts(game));
            let (random, others): (Vec<&GameRow>, Vec<&GameRow>) =
                counted.partition(|game| game.lineup == Lineup::Random);
            deals.extend(random.into_iter().map(|game| vec![game]));
            if !others.is_empty() {
                deals.push(others);
            }
        }
        deals
    }

    /// The mean over deals of the mean of a deal's games, of those that count at all.
    pub(crate) fn mean_by_deal(
        &self,
        counts: impl Fn(&GameRow) -> bool,
        value: impl Fn(&GameRow) -> f64,
        range: f64,
    ) -> Option<Estimate> {
        let mean = |deal: Vec<&GameRow>| {
            let count = deal.len() as f64;
            deal.into_iter().map(&value).sum::<f64>() / count
        };
        let means: Vec<f64> = self.by_deal(counts).into_iter().map(mean).collect();
        Estimate::of(&means, range)
    }

    /// The tables for other programs.
    pub(crate) fn tidy(&self, info: &RulesetInfo, seats: usize, effort: &Effort) -> [TidyTable; 7] {
        [
            games::table(&self.games),
            self.choices.table(info),
            lead::table(&self.lead),
            duels::table(&Duel::all(seats, &self.games), effort),
            self.uses.table(info),
            self.uses.table_of_pairs(info),
            self.house_rules.table(info),
        ]
    }
}
