//! What a bot is to think about.

use super::load::panic_text;
use super::task::Room;
use crate::room::turns;
use crate::thinking::{IterationTime, Truth};
use cardable_bots::Level;
use cardable_core::search::History;
use cardable_core::{Choice, Seat};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::oneshot;

/// What a seat has to decide.
pub(super) enum Question {
    /// The engine failed.
    Broken,
    /// There is nothing to choose.
    OneChoice(Choice),
    /// Choices that differ, and the game as it is, for the pool alone.
    Choices(Box<Truth>),
}

/// What a seat has to decide now.
pub(super) fn question(room: &mut Room, seat: Seat) -> Question {
    let seed = room.bots.new_seed();
    let Some(play) = room.play.as_deref() else {
        return Question::Broken;
    };
    let pace = Arc::clone(&room.edition.pace);
    let look = || {
        let decision = play.game.decision(seat)?;
        Some(match decision.keys().len() {
            0 => Question::Broken,
            1 => Question::OneChoice(decision.nth(0)?),
            _ => Question::Choices(Box::new(Truth::new(&play.game, seat, seed))),
        })
    };
    match pace.watch(|| catch_unwind(AssertUnwindSafe(look))) {
        Ok(question) => question.unwrap_or(Question::Broken),
        Err(panic) => {
            let detail = format!("{}\nat what a bot has to decide", panic_text(panic.as_ref()));
            turns::diagnose(room, "panic", &detail);
            Question::Broken
        }
    }
}

/// Whether a bot of this level remembers now what was chosen, and what its iterations take. Where many have to move, or rules
/// are so slow that it would hardly get to think, it rather thinks more.
pub(super) fn may_remember(room: &Room, level: Level) -> (bool, Arc<IterationTime>) {
    let edition = &room.edition;
    let may = level.remembers() && !room.ctx.thinking.is_busy();
    match may && edition.remembering_time.is_quick() {
        true => (true, Arc::clone(&edition.remembering_time)),
        false => (false, Arc::clone(&edition.iteration_time)),
    }
}

/// Adds what was chosen before to the true game, if a bot is to remember it. Also returns where the history comes back.
pub(super) fn remind(
    room: &Room,
    truth: Box<Truth>,
    remembers: bool,
) -> (Box<Truth>, Option<oneshot::Receiver<Box<History>>>) {
    let memory = room.play.as_deref().and_then(|play| play.memory.as_ref());
    match memory.filter(|_| remembers) {
        Some(memory) => {
            let (truth, shorter) = memory.remind(*truth);
            (Box::new(truth), Some(shorter))
        }
        None => (truth, None),
    }
}
