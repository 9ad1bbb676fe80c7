//! Scoreboards: numbers that players keep.

use super::TablesReader;
use super::fields::{Game, Scoreboard as Fields, Whose};
use crate::expr::Bindings;
use crate::hir::NodeKind;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{DataDef, Who};
use cardable_engine::value::{Type, Value};

#[derive(Clone)]
pub(super) struct Scoreboard {
    name: String,
    span: Span,
    /// Its place among the data of the game or of the seats.
    at: u16,
    of_seat: bool,
    bounds: (i64, i64),
    control: Who,
}

/// What a number may be where nothing is said.
const USUAL: (i64, i64) = (-9_999, 9_999);

impl TablesReader<'_> {
    pub(super) fn scoreboards(&mut self, game: Game<'_>) -> Vec<Scoreboard> {
        let mut boards = Vec::new();
        for written in game.scoreboards() {
            boards.extend(self.scoreboard(written));
        }
        boards
    }

    fn scoreboard(&mut self, written: Fields<'_>) -> Option<Scoreboard> {
        let name = written.name()?;
        let id = self.b.intern(&name);
        let data = self.b.hir.globals.iter().chain(&self.b.hir.seat_data);
        if data.map(|d| d.name).any(|known| known == id) {
            let message = format!("there are two scoreboards, or other numbers of the game, called `{name}`");
            self.b.error(
                Problem::DuplicateName,
                name.span(),
                message,
                "call one of the two otherwise, or take it out",
            );
            return None;
        }
        let of_seat = written.of() != Some(Whose::Game);
        let first = written.initial().unwrap_or(0);
        let low = written.min().unwrap_or(USUAL.0.min(first));
        let high = written.max().unwrap_or(USUAL.1.max(first));
        if low > high || first < low || first > high {
            self.b.error(
                Problem::OutOfBounds,
                written.node.span,
                format!("`{name}` begins with {first} and goes from {low} to {high}"),
                "let `initial` lie between `min` and `max`".to_owned(),
            );
            return None;
        }
        let control = self.who(written.control(), of_seat);
        let def = DataDef::open(id, Type::NUMBER, Value::Int(first));
        let list = if of_seat {
            &mut self.b.hir.seat_data
        } else {
            &mut self.b.hir.globals
        };
        list.push(def);
        let at = (list.len() - 1) as u16;
        Some(Scoreboard {
            name: name.to_string(),
            span: name.span(),
            at,
            of_seat,
            bounds: (low, high),
            control: control.unwrap_or(if of_seat { Who::OWNER } else { Who::ALL }),
        })
    }

    pub(super) fn keep_score(&mut self, state: StateId, boards: &[Scoreboard]) {
        for board in boards {
            if board.control == Who::NONE {
                continue;
            }
            let span = board.span;
            let own = board.of_seat && board.control == Who::OWNER;
            let label = if own {
                format!("Set your {}", board.name)
            } else {
                format!("Set {}", board.name)
            };
            let mut action = self.action(state, &label.to_lowercase(), &label, span);
            action.phrase = phrase_of(board);
            let mut names = Bindings::at(span);
            let place = if !board.of_seat {
                let number = self.b.node(NodeKind::Global(board.at), Type::NUMBER, span);
                names = names.with("number", number);
                "number"
            } else {
                names = names.with_seat_data("number", board.at);
                if own {
                    "$player.number"
                } else {
                    action.declare("whose", Type::SEAT);
                    action.perform(
                        self.b,
                        &names,
                        "prompt_seat($action.whose, all_players, 'Whose?')",
                    );
                    "$action.whose.number"
                }
            };
            // So that it reads well whatever the number is called, and however many it counts.
            let whose = if own { "Your new number" } else { "New number" };
            let question = self.b.text(&format!("{whose} for {}", board.name), span);
            let (low, high) = board.bounds;
            let asking = format!("prompt_number({place}, {low}, {high}, question)");
            action.perform(self.b, &names.with("question", question), &asking);
            self.add(action);
        }
    }
}

/// What the log says of a change; of another seat's number and of names with signs that phrases use, what the
/// label does.
fn phrase_of(board: &Scoreboard) -> Option<String> {
    let name = &board.name;
    if name.contains(['{', '|', '}']) {
        return None;
    }
    match (board.of_seat, board.control) {
        (false, _) => Some(format!("{{player}} sets {name} to {{$globals.{name}}}")),
        (true, Who::OWNER) => Some(format!(
            "{{player}} sets {{their|your}} {name} to {{$player.{name}}}"
        )),
        (true, _) => None,
    }
}
