//! Points of the course of a game, from which it is played on.

use super::Study;
use super::games::{GameRow, PARTS};
use super::lead::LeadRow;
use crate::simulate::Players;
use cardable_core::{Game, NotApplied, Viewer};

/// How many points of a game are kept at most.
const MOST: usize = 24;

/// How many games are played on from each, at least and at most.
const PLAYED_ON: (u64, u64) = (16, 32);

/// Fewer games are played on where all of them together would have more choices than this.
const CHOICES: u64 = 100_000;

/// How many tables are imagined at each, to see whether the rules hold there.
const IMAGINED: u64 = 2;

/// Points at even distances, whose number is bounded although nobody knows how long the game will be.
#[derive(Default)]
pub(super) struct Points {
    kept: Vec<(u64, Game)>,
    passed: u64,
    stride: u64,
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
        let mut rows = Vec::new();
        for (at, game) in &self.kept {
            let mut players = Players::new(&[], row.seed ^ at, 1, game);
            let mut shares = vec![0; seats];
            for _ in 0..games {
                if study.stop.is_overdue() {
                    return None;
                }
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
                if let Err(NotApplied::Faulted(fault)) = copy.playout(&mut players.rng, limit) {
                    row.imagined_faults += 1;
                    row.imagined_fault.get_or_insert_with(|| fault.message.clone());
                }
            }
        }
    }
}
