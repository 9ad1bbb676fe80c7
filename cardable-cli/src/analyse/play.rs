//! Plays the games of one deal.

use super::games::{GameEnd, GameRow};
use super::house_rules::{Repeats, Variant};
use super::lineup::Lineup;
use super::points::Points;
use super::recorder::Recorder;
use super::tables::Tables;
use super::{Effort, Study};
use crate::simulate::{Players, deal_seed};
use cardable_bots::{Budget, Search, Seen, Thought};
use cardable_core::{Game, NotApplied, Seat, Seed, SetupError, Viewer};

/// Random games for each deal that bots play: they take little time.
pub(super) const RANDOM_GAMES: u64 = 10;

/// In how many deals random games are played with each other value of an option: what comes only so is not unused.
const EXPLORED: u64 = 16;

/// Plays the games of a study.
pub(super) struct Games<'g> {
    pub(super) study: &'g Study<'g>,
    pub(super) effort: Effort,
    /// Other house rules, with which games are repeated.
    pub(super) variants: &'g [Variant],
}

impl Games<'_> {
    /// Plays all games of a deal, or those that there is time for.
    pub(super) fn deal(&self, deal: u64, tables: &mut Tables) {
        for row in self.of_deal(deal) {
            self.play(row, tables);
            if self.study.stop.is_interrupted() || self.study.stop.is_overdue() {
                return;
            }
        }
        if deal < EXPLORED {
            let seed = deal_seed(self.study.seed, deal);
            for variant in self.variants {
                let limit = self.effort.longest;
                tables.house_rules.explore(variant, self.study, seed, limit);
            }
        }
    }

    /// The games of a deal before they are played.
    pub(super) fn of_deal(&self, deal: u64) -> Vec<GameRow> {
        let mut rows = Vec::new();
        for nth in 0..RANDOM_GAMES {
            let seed = deal_seed(self.study.seed, deal * RANDOM_GAMES + nth);
            rows.push(GameRow::new(Lineup::Random, deal, nth, seed));
        }
        let seed = deal_seed(self.study.seed, deal);
        for lineup in Lineup::OF_BOTS.iter().filter(|lineup| lineup.plays(deal)) {
            let players = lineup.players(&self.effort).len() as u64;
            rows.extend((0..players).map(|nth| GameRow::new(*lineup, deal, nth, seed)));
        }
        rows
    }

    /// Plays one game. If it takes too long, nothing is kept but what was offered and taken.
    pub(super) fn play(&self, mut row: GameRow, tables: &mut Tables) {
        let (study, lineup, seed) = (self.study, row.lineup, Seed::from(row.seed));
        let mut game = match Game::begin_with_events(study.ruleset, study.setup, seed) {
            Ok(game) => game,
            Err(SetupError::Faulted(fault)) => {
                row.end = GameEnd::Faulted(fault.message.clone());
                tables.games.push(row);
                return;
            }
            // The command has tried the setup before.
            Err(_) => return,
        };
        let bots = lineup.players(&self.effort);
        // Random games all have their own deal, and their players do not move on.
        let moved = if bots.is_empty() { 0 } else { row.nth as usize };
        let mut players = Players::new(&bots, row.seed, moved, &game);
        let is_looked_at = match lineup {
            Lineup::Random => row.nth == 0,
            _ => !lineup.is_for_series(),
        };
        let limit = match lineup {
            Lineup::Random => study.choices,
            _ => self.effort.longest,
        };
        let variants = if is_looked_at { self.variants } else { &[] };
        let mut repeats = Repeats::new(variants, study.ruleset, seed);
        let mut points = Points::default();
        let mut recorder = Recorder::new(study, lineup, is_looked_at, tables);
        recorder.begin(&game);
        let mut choices = 0;
        row.end = loop {
            if game.to_decide().is_empty() {
                let result = game.result();
                row.winners = result
                    .into_iter()
                    .flat_map(|result| result.winners.iter().copied())
                    .collect();
                let reason = result
                    .and_then(|result| result.reason.as_deref())
                    .unwrap_or_default();
                break GameEnd::Over(reason.to_owned());
            }
            if study.stop.is_overdue() {
                return;
            }
            if choices >= limit {
                break GameEnd::CutOff(standing_in(study, &game));
            }
            if lineup == Lineup::Strong {
                points.pass(&game);
            }
            let Some(next) = players.next(&game) else {
                break GameEnd::Faulted("a bot found no choice in a decision".to_owned());
            };
            let is_free = next
                .thought
                .as_ref()
                .is_some_and(|thought| thought.ranked.len() > 1);
            let checked = match lineup == Lineup::Strong && is_free {
                true => check(&game, next.seat, players.seed(), self.effort.weak),
                false => None,
            };
            recorder.choice(&game, &next, checked.as_ref());
            repeats.compare(&game, next.seat);
            let taken = game.submit(next.seat, &next.choice);
            repeats.choose(next.seat, &next.choice, taken.is_ok());
            match taken {
                Ok(()) => {}
                Err(NotApplied::Faulted(fault)) => break GameEnd::Faulted(fault.message.clone()),
                Err(NotApplied::Refused(refusal)) => break GameEnd::Faulted(refusal.to_string()),
            }
            choices += 1;
            recorder.applied(&game);
        };
        recorder.end(&mut row);
        row.choices = choices;
        repeats.end(&game, &mut tables.house_rules);
        if row.is_over() {
            let rows = points.lead(study, &row, self.effort.longest);
            tables.lead.extend(rows.into_iter().flatten());
        }
        points.imagine(study, &mut row, self.effort.longest);
        tables.games.push(row);
    }
}

/// What another search makes of a decision.
fn check(game: &Game, seat: Seat, seed: Seed, iterations: u32) -> Option<Thought> {
    let mut search = Search::new(Seen::new(game, seat, seed)?);
    search.run(&mut Budget::iterations(iterations));
    search.thought()
}

/// The names of the states that a game is in.
fn standing_in(study: &Study<'_>, game: &Game) -> String {
    let scenes = game.view(Viewer::Spectator).status.scenes;
    let name = |state| study.ruleset.state_name(state).unwrap_or_default();
    let mut states: Vec<&str> = scenes.iter().map(|scene| name(scene.state)).collect();
    states.sort_unstable();
    states.dedup();
    states.join(" and ")
}
