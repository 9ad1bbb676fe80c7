//! Points of the course of a game, from which it is played on.

use super::Study;
use super::games::{GameRow, PARTS};
use super::lead::LeadRow;
use crate::simulate::Players;
use cardable_core::rand::Rng;
use cardable_core::{Game, NotApplied, Viewer};

/// How many points of a game are kept at most.
const MOST: usize = 24;

/// How many games are played on from each, at least and at most.
const PLAYED_ON: (u64, u64) = (16, 32);

/// Fewer games are played on where all of them together would have more choices than this.
const CHOICES: u64 = 100_000;

/// All games that are played on of one game have at most so many choices together: where chance never comes to an end,
/// a report takes little longer for it.
const MOST_CHOICES: u64 = 4 * CHOICES;

/// A game that is played on may have so many times the choices that are left for each, as others are shorter.
const TIMES_ITS_SHARE: u64 = 4;

/// How many tables are imagined at each, to see whether the rules hold there.
const IMAGINED: u64 = 2;

/// Points at even distances, whose number is bounded although nobody knows how long the game will be.
#[derive(Default)]
pub(super) struct Points {
    kept: Vec<(u64, Game)>,
    passed: u64,
    stride: u64,
}

/// The choices that are left for games that are played on. They are counted, not timed, so that the same seed gives the
/// same report.
struct ChoicesLeft {
    choices: u64,
    games: u64,
    /// The most choices of one game.
    limit: u64,
}

impl ChoicesLeft {
    fn new(games: u64, limit: u64) -> ChoicesLeft {
        ChoicesLeft {
            choices: MOST_CHOICES,
            games,
            limit,
        }
    }

    /// Plays the next game on at random, and says whether it came to its end.
    fn play(&mut self, game: &mut Game, rng: &mut impl Rng) -> Result<bool, NotApplied> {
        let share = self.choices / self.games.max(1);
        let limit = (share * TIMES_ITS_SHARE).min(self.choices).min(self.limit);
        self.games = self.games.saturating_sub(1);
        let played = game.playout(rng, limit);
        // Nobody knows how many choices came before a fault.
        let choices = played.as_ref().map_or(share.min(limit), |played| played.choices);
        self.choices = self.choices.saturating_sub(choices);
        Ok(played?.finished)
    }
}

impl Points {
    /// Passes a point, and keeps it if it is its turn.
    pub(super) fn pass(&mut self, game: &Game) {
        self.stride = self.stride.max(1);
        if self.passed.is_multiple_of(self.stride) {
            self.kept.push((self.passed, game.fork().without_events()));
        }
        self.passed += 1;
        if self.kept.len() > MOST {
            self.stride *= 2;
            self.kept.retain(|(at, _)| at.is_multiple_of(self.stride));
        }
    }

    /// Who would win from each of the points, if all went on at random. None if that took too long.
    pub(super) fn lead(&self, study: &Study<'_>, row: &GameRow, limit: u64) -> Option<Vec<LeadRow>> {
        let seats = study.setup.seats.len();
        let choices = (self.kept.len() as u64 * row.choices / 2).max(1);
        let games = (CHOICES / choices).clamp(PLAYED_ON.0, PLAYED_ON.1);
        let part = PARTS / games as i64;
        let sides = study.sides();
        let mut left = ChoicesLeft::new(games * self.kept.len() as u64, limit);
        let mut rows = Vec::new();
        for (at, game) in &self.kept {
            let mut players = Players::new(&[], row.seed ^ at, 1, game);
            let mut shares = vec![0; seats];
            for _ in 0..games {
                if study.stop.is_overdue() {
                    return None;
                }
                let mut copy = game.imagine(Viewer::Omniscient, players.seed());
                let has_ended = left.play(&mut copy, &mut players.rng).unwrap_or(false);
                let winners = copy.result().filter(|_| has_ended).map(|result| &result.winners);
                match winners {
                    Some(winners) => {
                        for winner in winners {
                            if let Some(share) = shares.get_mut(winner.index()) {
                                *share += part / winners.len().max(1) as i64;
                            }
                        }
                    }
                    // Nobody knows: all are alike.
                    None => shares
                        .iter_mut()
                        .for_each(|share| *share += part / seats.max(1) as i64),
                }
            }
            rows.push(LeadRow {
                deal: row.deal,
                progress: at * 1_000 / row.choices.max(1),
                shares,
                sides: sides.clone(),
                winners: row.winners,
            });
        }
        Some(rows)
    }

    /// Plays on from tables as who is to decide imagines them, and puts down in the game's row how often the rules
    /// fault there.
    pub(super) fn imagine(&self, study: &Study<'_>, row: &mut GameRow, limit: u64) {
        let mut left = ChoicesLeft::new(IMAGINED * self.kept.len() as u64, limit);
        for (at, game) in &self.kept {
            let Some(seat) = game.to_decide().into_iter().next() else {
                continue;
            };
            let mut players = Players::new(&[], row.seed ^ at, 2, game);
            for _ in 0..IMAGINED {
                if study.stop.is_overdue() {
                    return;
                }
                row.imagined += 1;
                let mut copy = game.imagine(Viewer::Seat(seat), players.seed());
                if let Err(NotApplied::Faulted(fault)) = left.play(&mut copy, &mut players.rng) {
                    row.imagined_faults += 1;
                    row.imagined_fault.get_or_insert_with(|| fault.message.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::lineup::Lineup;
    use crate::stop::Stop;
    use cardable_core::{Seat, Seed, Setup, parse};

    /// Who turns goes on; who stops wins, if that is ever offered.
    const TURNING: &str = r#"{ "ruleset": {
        "ruleset_name": "Turning", "min_players": 2, "max_players": 2,
        "global_data": { "key": "n", "value": 0 },
        "game_state": [{ "state_name": "turning", "state_type": "round_robin", "actions": [
            { "action_name": "turn", "type": "button", "primitives": "set($globals.n, 1 - $globals.n)" },
            { "action_name": "stop", "type": "button", "condition": "CONDITION", "primitives": "end_game($player)" },
        ] }],
    } }"#;

    #[test]
    fn games_are_not_played_on_for_ever() {
        for (condition, ends) in [("$globals.n == 2", false), ("$globals.n == 1", true)] {
            let ruleset = parse(TURNING.replace("CONDITION", condition)).unwrap();
            let (info, setup) = (ruleset.info(), Setup::seats(2));
            let study = Study {
                ruleset: &ruleset,
                info: &info,
                setup: &setup,
                seed: 1,
                deals: 1,
                stop: Stop::default(),
                threads: 1,
                choices: u64::MAX,
                iterations: None,
                command: String::new(),
            };
            let game = Game::new(&ruleset, &setup, Seed::from(1)).unwrap();
            let mut points = Points::default();
            points.pass(&game);
            let mut row = GameRow::new(Lineup::Strong, 0, 0, 1);
            row.choices = 1;
            row.winners = [Seat(0)].into_iter().collect();
            let rows = points.lead(&study, &row, u64::MAX).unwrap();
            let has_leader = rows.iter().any(|row| row.shares[0] != row.shares[1]);
            assert_eq!(has_leader, ends, "{condition}: {rows:?}");
            points.imagine(&study, &mut row, u64::MAX);
            assert_eq!((row.imagined, row.imagined_faults), (IMAGINED, 0), "{condition}");
        }
    }

    /// What long games leave is little, but short ones lose nothing by them.
    #[test]
    fn games_share_the_choices_that_are_left() {
        for (condition, all_end) in [("$globals.n == 2", false), ("$globals.n == 1", true)] {
            let ruleset = parse(TURNING.replace("CONDITION", condition)).unwrap();
            let begun = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).unwrap();
            let mut players = Players::new(&[], 1, 0, &begun);
            let mut left = ChoicesLeft::new(50, u64::MAX);
            left.choices = 5_000;
            let mut made = 0;
            for _ in 0..50 {
                let before = left.choices;
                let ended = left.play(&mut begun.fork(), &mut players.rng).unwrap();
                assert_eq!(ended, all_end, "{condition}, after {made} choices");
                made += before - left.choices;
            }
            assert!(made <= 5_000, "{condition}: {made}");
        }
    }
}
