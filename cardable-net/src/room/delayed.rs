//! The game as shown to watchers with a delay.

use super::play::Play;
use super::record::Record;
use super::state::{Stage, Watching};
use super::task::Room;
use crate::room::broadcast::{self, Change};
use cardable_core::Viewer as See;
use std::collections::VecDeque;

/// The game as it was some choices ago, and the records since.
#[derive(Debug)]
pub(super) struct Delayed {
    pub(super) play: Play,
    pub(super) ahead: VecDeque<Record>,
}

/// The delay for watchers in choices. `None` without a delay.
fn lateness(room: &Room) -> Option<u64> {
    match room.state.new.watching {
        Watching::Delayed { choices } => Some(choices.into()),
        Watching::None | Watching::Open | Watching::Approved => None,
    }
}

/// Whether watchers see another game than the live one: a delayed one, or nothing where that could not be read.
pub(super) fn watchers_are_late(room: &Room) -> bool {
    let over = matches!(room.state.stage, Stage::Over { .. });
    room.delayed.is_some() || (lateness(room).is_some() && !over)
}

/// Builds the delayed game when the first watcher arrives. Returns false if that fails.
pub(super) async fn get_late(room: &mut Room) -> bool {
    let (Some(choices), Some(play)) = (lateness(room), &room.play) else {
        return true;
    };
    if room.delayed.is_some() {
        return true;
    }
    let over = matches!(room.state.stage, Stage::Over { .. });
    let behind = if over { 0 } else { choices.min(play.seq) };
    let (first, seq) = (play.first, play.seq - behind);
    match room.load(first, Some(seq)).await {
        Ok((play, ahead)) => {
            room.delayed = Some(Box::new(Delayed {
                play,
                ahead: ahead.into(),
            }));
            true
        }
        Err(error) => {
            tracing::error!(room = %room.id, %error, "what late watchers see cannot be had");
            false
        }
    }
}

/// Advances the delayed game: watchers see records that are old enough, and everything once the game is over.
pub(super) async fn late_goes_on(room: &mut Room, record: &Record) {
    let Some(choices) = lateness(room) else { return };
    if !broadcast::is_seen_by(room, See::Spectator) {
        room.delayed = None;
        return;
    }
    let Some(delayed) = &mut room.delayed else { return };
    delayed.ahead.push_back(record.clone());
    let over = matches!(room.state.stage, Stage::Over { .. });
    while let Some(delayed) = &mut room.delayed
        && (over || delayed.ahead.len() as u64 > choices)
        && let Some(record) = delayed.ahead.pop_front()
    {
        if matches!(record, Record::Undo { .. }) {
            let (first, seq) = (delayed.play.first, delayed.play.seq + 1);
            let Ok((play, _)) = room.load(first, Some(seq)).await else {
                room.delayed = None;
                return;
            };
            if let Some(delayed) = &mut room.delayed {
                delayed.play = play;
            }
            tell_late_view(room);
            continue;
        }
        // These records have been applied before, so this cannot fail.
        if delayed.play.attempt(&record, None).is_ok() {
            delayed.play.count(&record);
            match record {
                Record::Choice { .. } | Record::Timeout { .. } => {
                    broadcast::tell_step_to(room, See::Spectator);
                }
                Record::Edit { .. } => broadcast::tell_view_to(room, See::Spectator, Change::Edited),
                // The game ended without a choice, so the events are still those of the last one.
                Record::End { .. } | Record::Begin { .. } | Record::Undo { .. } => {
                    broadcast::tell_view_to(room, See::Spectator, Change::None);
                }
            }
        }
    }
}

/// Sends delayed watchers the whole table as they see it.
pub(super) fn tell_late_view(room: &mut Room) {
    if room.delayed.is_some() && broadcast::is_seen_by(room, See::Spectator) {
        broadcast::tell_view_to(room, See::Spectator, Change::Rewound);
    }
}
