//! A game that is over, told again from its beginning.

use super::broadcast::{Reader, happened, table_of};
use super::command::Refused;
use super::load::apart;
use super::play::{NoPlay, Play};
use super::record::{Record, standing};
use super::state::Stage;
use super::task::Room;
use super::viewer::ViewerKey;
use crate::protocol::Replay;
use crate::room::broadcast;

/// The finished game as this viewer was able to see it during play, even if more is known by now.
pub(super) async fn replay(room: &Room, from: ViewerKey) -> Result<Replay, Refused> {
    let Stage::Over { first } = room.state.stage else {
        return Err(Refused::not_now(
            "a game is told from its beginning when it is over",
        ));
    };
    let viewer = room.viewers.get(from);
    let part = viewer.map(|viewer| &viewer.part);
    let part = part.filter(|part| room.state.learns(part).game);
    let see = part.and_then(|part| room.state.sees(part));
    let see = see.ok_or(Refused::NotWatched)?;
    let language = viewer.map(super::viewer::Viewer::language).unwrap_or_default();
    let reader = Reader { see, language };
    let (play, records) = room.load(first, Some(0)).await.map_err(|error| {
        tracing::error!(room = %room.id, %error, "the log of a game cannot be read");
        Refused::Store
    })?;
    let names = broadcast::seat_names(room, &play.game);
    match apart(true, move || replayed(play, &records, reader, &names)).await {
        Ok(Ok(replay)) => Ok(replay),
        Ok(Err(_)) | Err(_) => Err(Refused::Store),
    }
}

/// Plays a game again from its beginning and collects what one kind of viewer sees. What was edited cannot be told choice by
/// choice, so the game is told from there.
fn replayed(play: Play, records: &[Record], reader: Reader, names: &[String]) -> Result<Replay, NoPlay> {
    let standing: Vec<Record> = standing(records).into_iter().cloned().collect();
    let is_edit = |record: &Record| matches!(record, Record::Edit { .. });
    let edited = standing.iter().rposition(is_edit).map_or(0, |at| at + 1);
    let (before, after) = standing.split_at_checked(edited).unwrap_or_default();
    let mut play = match before {
        [] => play,
        before => play.replay(before)?,
    };
    let began = table_of(&play, reader, names);
    let mut status = began.view.status.clone();
    let mut steps = Vec::with_capacity(after.len());
    for (at, record) in (edited as u64 + 1..).zip(after) {
        // Ending a game early is not an event at the table.
        if record.entry().is_none() {
            continue;
        }
        play.attempt(record, None)
            .map_err(|why| NoPlay::Record { at, why })?;
        play.count(record);
        let (step, view) = happened(&play, reader, Some(&status), names);
        status = view.status;
        steps.push(step);
    }
    Ok(Replay {
        began,
        happened: steps,
    })
}
