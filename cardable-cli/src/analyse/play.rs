//! Plays the games of one deal.

use super::games::{GameEnd, GameRow, PARTS};
use super::lead::LeadRow;
use super::lineup::Lineup;
use super::recorder::Recorder;
use super::tables::Tables;
use super::{Effort, Study};
use crate::simulate::{Players, deal_seed};
use cardable_bots::{Budget, Search, Seen, Thought};
use cardable_core::{Game, NotApplied, Seat, SeatSet, Seed, SetupError, Viewer};

/// Random games for each deal that bots play: they take little time.
pub(super) const RANDOM_GAMES: u64 = 10;

/// How many points of a game are kept at most, to be played on from.
const MOST_POINTS: usize = 24;

/// How many games are played on from each.
const PLAYED_ON: u32 = 32;

/// Plays all games of a deal.
pub(super) fn deal(study: &Study<'_>, effort: &Effort, deal: u64, tables: &mut Tables) {
    for nth in 0..RANDOM_GAMES {
        let seed = deal_seed(study.seed, deal * RANDOM_GAMES + nth);
        game(study, effort, Lineup::Random, (deal, nth, seed), tables);
    }
    let seed = deal_seed(study.seed, deal);
    for lineup in Lineup::OF_BOTS {
        let players = lineup.players(effort).len() as u64;
        for nth in 0..players {
            game(study, effort, *lineup, (deal, nth, seed), tables);
        }
    }
}

/// Plays one game.
pub(super) fn game(
    study: &Study<'_>,
    effort: &Effort,
    lineup: Lineup,
    (deal, nth, seed): (u64, u64, u64),
    tables: &mut Tables,
) {
    let mut row = GameRow {
        deal,
        lineup,
        nth,
        seed,
        end: GameEnd::Faulted(String::new()),
        winners: SeatSet::EMPTY,
        choices: 0,
        decisions: 0,
        turns: 0,
        repeats: None,
        stakes: 0,
        weighed: 0,
    };
    let mut game = match Game::begin_with_events(study.ruleset, study.setup, Seed::from(seed)) {
        Ok(game) => game,
        Err(SetupError::Faulted(fault)) => {
            row.end = GameEnd::Faulted(fault.message.clone());
            tables.games.push(row);
            return;
        }
        // The command has tried the setup before.
        Err(_) => return,
    };
    let bots = lineup.players(effort);
    // Random games all have their own deal, and their players do not move on.
    let moved = if bots.is_empty() { 0 } else { nth as usize };
    let mut players = Players::new(&bots, seed, moved, &game);
    let is_looked_at = lineup != Lineup::Random || nth == 0;
    let limit = match lineup == Lineup::Random {
        true => study.choices,
        false => effort.longest,
    };
    let mut points = Points::default();
    let mut recorder = Recorder::new(study, lineup, is_looked_at, tables);
    recorder.begin(&game);
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
        if row.choices >= limit {
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
            true => check(&game, next.seat, players.seed(), effort),
            false => None,
        };
        recorder.choice(&game, &next, checked.as_ref());
        match game.submit(next.seat, &next.choice) {
            Ok(()) => {}
            Err(NotApplied::Faulted(fault)) => break GameEnd::Faulted(fault.message.clone()),
            Err(NotApplied::Refused(refusal)) => break GameEnd::Faulted(refusal.to_string()),
        }
        row.choices += 1;
        recorder.applied(&game);
    };
    row.decisions = recorder.decisions;
    row.turns = recorder.turns;
    row.repeats = is_looked_at.then_some(recorder.repeats);
    (row.stakes, row.weighed) = recorder.stakes();
    recorder.end();
    if row.is_over() {
        tables.lead.extend(points.lead(study, &row, effort.longest));
    }
    tables.games.push(row);
}

/// What another search makes of a decision.
fn check(game: &Game, seat: Seat, seed: Seed, effort: &Effort) -> Option<Thought> {
    let mut search = Search::new(Seen::new(game, seat, seed)?);
    search.run(&mut Budget::iterations(effort.weak));
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

/// Points of a game at even distances, whose number is bounded although nobody knows how long the game will be.
#[derive(Default)]
struct Points {
    kept: Vec<(u64, Game)>,
    passed: u64,
    stride: u64,
}

impl Points {
    /// Passes a point, and keeps it if it is its turn.
    fn pass(&mut self, game: &Game) {
        self.stride = self.stride.max(1);
        if self.passed.is_multiple_of(self.stride) {
            self.kept.push((self.passed, game.fork().without_events()));
        }
        self.passed += 1;
        if self.kept.len() > MOST_POINTS {
            self.stride *= 2;
            self.kept.retain(|(at, _)| at.is_multiple_of(self.stride));
        }
    }

    /// Who would win from each of the points, if all went on at random.
    fn lead(self, study: &Study<'_>, row: &GameRow, limit: u64) -> Vec<LeadRow> {
        let seats = study.setup.seats.len();
        let mut rows = Vec::new();
        for (at, game) in self.kept {
            let mut players = Players::new(&[], row.seed ^ at, 1, &game);
            let mut shares = vec![0; seats];
            for _ in 0..PLAYED_ON {
                let mut copy = game.imagine(Viewer::Omniscient, players.seed());
                let played = copy.playout(&mut players.rng, limit);
                let winners = copy
                    .result()
                    .filter(|_| played.is_ok())
                    .map(|result| &result.winners);
                match winners {
                    Some(winners) => {
                        for winner in winners {
                            if let Some(share) = shares.get_mut(winner.index()) {
                                *share += PARTS / winners.len().max(1) as i64 / i64::from(PLAYED_ON);
                            }
                        }
                    }
                    // Nobody knows: all are alike.
                    None => shares
                        .iter_mut()
                        .for_each(|share| *share += PARTS / seats.max(1) as i64 / i64::from(PLAYED_ON)),
                }
            }
            rows.push(LeadRow {
                deal: row.deal,
                progress: at * 1_000 / row.choices.max(1),
                shares,
                winners: row.winners,
            });
        }
        rows
    }
}
