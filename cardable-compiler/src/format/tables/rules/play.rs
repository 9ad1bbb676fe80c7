//! Playing at the table: what players may do in each stage of a round.

use super::TablesReader;
use super::fields::Game;
use super::moves::Here;
use super::stages;
use super::tricks::Tricks;
use super::{marks, moves, tricks};
use cardable_engine::program::Actors;

impl<'a> TablesReader<'a> {
    /// Builds the states and all that may be done in them.
    pub(super) fn play(&mut self, game: Game<'a>, tricks: Option<Tricks>) {
        // Nobody wins a table: it goes on as long as people sit there.
        self.b.hir.head.endless = true;
        let staged = game.rounds().is_some();
        let stages = stages::stages(self, game);
        let boards = self.scoreboards(game);
        marks::marks(self, game, &stages);
        let off_turn = self.zones.iter().any(|zone| moves::is_off_turn(self, zone.place));
        for at in 0..stages.len() {
            let stage = &stages[at];
            let here = Here {
                state: stage.state,
                by: Actors::OnTurn,
            };
            moves::moves(self, here);
            self.copies(here);
            self.flip(here);
            self.rearrange(here);
            self.sort(here);
            if off_turn && stage.turns {
                let here = Here {
                    by: Actors::OffTurn,
                    ..here
                };
                moves::moves(self, here);
                self.flip(here);
                self.rearrange(here);
            }
            marks::set_marks(self, here);
            if let Some(tricks) = &tricks {
                tricks::play_tricks(self, here, tricks, stage.turns);
            }
            self.refills(stage.state);
            self.keep_score(stage.state, &boards);
            stages::go_on(self, &stages, at, staged);
            stages::end_turn(self, stage, staged);
        }
    }
}
