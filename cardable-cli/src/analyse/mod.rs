//! Plays many games of a ruleset and tells its designer how the game plays.
//!
//! Games become tables ([`Tables`]), tables become [`Measure`](measure::Measure)s, and these become
//! [`Finding`](finding::Finding)s: what is so far from what one expects of a game that its designer should look at it. Texts, JSON and the page are made of these alone.

// No module imports one that stands after it.
mod stats;
mod tidy;
mod lineup;
mod games;
mod duels;
mod choices;
mod lead;
mod uses;
mod house_rules;
mod tables;
mod rounds;
mod recorder;
mod points;
mod play;
mod words;
mod doublings;
mod topic;
mod measure;
mod finding;
mod topics;
mod report;
pub(crate) mod json;
pub(crate) mod text;
pub(crate) mod page;

pub(crate) use report::Report;

use crate::simulate::longest_of_bots;
use crate::stop::Stop;
use crate::threads::{WorkQueue, share_out};
use cardable_core::ids::ActionId;
use cardable_core::{Game, Ruleset, RulesetInfo, Seat, SeatSet, Seed, Setup};
use games::GameRow;
use house_rules::Variant;
use lineup::Lineup;
use play::Games;
use tables::Tables;

/// How many iterations a strong bot spends on a game, if nobody says how many on a decision.
const ITERATIONS_OF_A_GAME: u64 = 6_000;

/// Games of bots that are not meant to end are broken off after so many choices.
const LONGEST_OF_ENDLESS: u64 = 100;

/// What is to be analysed, and how much.
pub(crate) struct Study<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) info: &'a RulesetInfo,
    pub(crate) setup: &'a Setup,
    pub(crate) seed: u64,
    /// How many deals are played at most.
    pub(crate) deals: u64,
    /// When no new deal begins any more.
    pub(crate) stop: Stop,
    pub(crate) threads: usize,
    /// Random games are cut off after so many choices.
    pub(crate) choices: u64,
    /// How many iterations the strong bots spend on a decision; as many as a game's length allows, if left out.
    pub(crate) iterations: Option<u32>,
    /// The ruleset and all of the command line that its games hang on, but deals, seed and level.
    pub(crate) command: String,
}

/// The names of the files that the tables of an analysis are written into.
pub(crate) fn file_names(info: &RulesetInfo) -> [String; 7] {
    Tables::default()
        .tidy(info, 0, &Effort::default())
        .map(|table| table.file_name())
}

/// How much bots think, and how long their games may be. It follows from the first random games, so that the same seed
/// gives the same analysis.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Effort {
    /// Iterations a decision.
    pub(crate) weak: u32,
    pub(crate) strong: u32,
    /// Most choices of a game.
    pub(crate) longest: u64,
}

impl Study<'_> {
    /// Plays all games.
    pub(crate) fn run(&self) -> Report {
        let variants = Variant::all(self.ruleset, self.info, self.setup);
        let games = Games {
            study: self,
            effort: self.effort(),
            variants: &variants,
        };
        let queue = WorkQueue::new(self.deals).until(self.stop.clone());
        let tables = self.played(&queue, "deals", |deal, tables| games.deal(deal, tables));
        Report::new(self, games.effort, tables, queue.taken())
    }

    /// What threads have put into tables for each piece of work.
    fn played(&self, queue: &WorkQueue, pieces: &str, play: impl Fn(u64, &mut Tables) + Sync) -> Tables {
        let mut all = Tables::default();
        let work = || {
            let mut tables = Tables::default();
            while let Some(pieces) = queue.take(1) {
                pieces.for_each(|piece| play(piece, &mut tables));
            }
            tables
        };
        share_out(self.threads, queue, pieces, work, |tables| all.add(tables));
        all.sort();
        all
    }

    /// Plays some random games to see how long they are.
    fn effort(&self) -> Effort {
        let games = Games {
            study: self,
            effort: Effort {
                weak: 1,
                strong: 2,
                longest: 0,
            },
            variants: &[],
        };
        let rows: Vec<GameRow> = games.of_deal(0);
        let queue = WorkQueue::new(play::RANDOM_GAMES).until(self.stop.at_any_time());
        let tables = self.played(&queue, "first games", |nth, tables| {
            // The random games of a deal come first.
            if let Some(row) = rows.get(nth as usize) {
                games.play(row.clone(), tables);
            }
        });
        let mut lengths: Vec<u64> = tables.ended(Lineup::Random).map(|game| game.choices).collect();
        lengths.sort_unstable();
        let long = (!lengths.is_empty()).then(|| stats::quantile(&lengths, 0.95));
        let longest = match long {
            None if self.ruleset.is_endless() => LONGEST_OF_ENDLESS,
            long => longest_of_bots(long),
        }
        .min(self.choices);
        let all = tables.games.iter();
        let decisions = all.map(|game| game.decisions.min(longest)).sum::<u64>();
        let decisions = (decisions / tables.games.len().max(1) as u64).max(1);
        let usual = (ITERATIONS_OF_A_GAME / decisions).clamp(20, 100) as u32;
        let strong = self.iterations.unwrap_or(usual).max(2);
        Effort {
            weak: strong / 2,
            strong,
            longest,
        }
    }

    /// The seats that win together: each team, or each seat by itself.
    fn sides(&self) -> Vec<SeatSet> {
        let seats = || (0..self.setup.seats.len() as u8).map(Seat);
        let Ok(game) = Game::new(self.ruleset, self.setup, Seed::from(self.seed)) else {
            return seats().map(|seat| [seat].into_iter().collect()).collect();
        };
        let seating = game.seating();
        let with = |seat: Seat| {
            seats()
                .filter(|other| seating.team(*other) == seating.team(seat))
                .collect()
        };
        let mut sides: Vec<SeatSet> = seats().map(with).collect();
        sides.sort_unstable_by_key(|side| side.lowest());
        sides.dedup();
        sides
    }

    /// The state that an action belongs to.
    fn state_of(&self, action: ActionId) -> u16 {
        self.info
            .actions
            .get(action.index())
            .map_or(0, |action| action.state.0)
    }
}
