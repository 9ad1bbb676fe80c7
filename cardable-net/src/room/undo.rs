//! Taking back a choice: all must agree, and no other person may have learned anything from it.

use super::command::Refused;
use super::load::apart;
use super::play::Undone;
use super::record::Record;
use super::state::{Stage, UndoRule};
use super::task::Room;
use crate::room::broadcast::Change;
use crate::room::{bots, broadcast, delayed};
use cardable_core::{Seat, SeatSet};

/// A proposal to take back a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asking {
    pub(super) by: Seat,
    pub(super) agreed: SeatSet,
    pub(super) missing: SeatSet,
}

pub(super) async fn propose_undo(room: &mut Room, by: Seat) -> Result<(), Refused> {
    if room.state.new.undo == UndoRule::Never {
        return Err(Refused::not_now("in this room nothing is taken back"));
    }
    if room.running().is_none() {
        return Err(Refused::not_now("no game is played"));
    }
    // A second proposal counts as agreement to the first.
    match room.asking {
        Some(asking) if asking.by == by => {
            return Err(Refused::not_now("you have asked for it already"));
        }
        Some(_) => return answer_undo(room, by, true).await,
        None => {}
    }
    // Check first, so that nobody is asked about an impossible undo.
    undone(room, false).await?;
    let agreed = SeatSet::one(by);
    let missing = broadcast::persons(room).minus(agreed);
    room.asking = Some(Asking { by, agreed, missing });
    room.changed = true;
    undo_if_all_agree(room).await;
    Ok(())
}

pub(super) async fn answer_undo(room: &mut Room, seat: Seat, agree: bool) -> Result<(), Refused> {
    let Some(asking) = &mut room.asking else {
        return Err(Refused::not_now("nobody wants to take anything back"));
    };
    room.changed = true;
    if !agree {
        room.asking = None;
        return Ok(());
    }
    asking.agreed.insert(seat);
    asking.missing.remove(seat);
    undo_if_all_agree(room).await;
    Ok(())
}

pub(super) fn withdraw_undo(room: &mut Room, seat: Seat) -> Result<(), Refused> {
    match room.asking {
        Some(asking) if asking.by == seat => {}
        Some(_) => return Err(Refused::not_now("another seat has asked for it")),
        None => return Err(Refused::not_now("nobody wants to take anything back")),
    }
    room.asking = None;
    room.changed = true;
    Ok(())
}

/// Removes a seat that has become empty from the proposal.
pub(super) async fn no_longer_asked(room: &mut Room, seat: Seat) {
    if room.asking.is_some_and(|asking| asking.by == seat) {
        room.asking = None;
    }
    if let Some(asking) = &mut room.asking {
        asking.missing.remove(seat);
    }
    undo_if_all_agree(room).await;
}

pub(super) async fn undo_if_all_agree(room: &mut Room) {
    if room.asking.is_some_and(|asking| asking.missing.is_empty()) {
        room.asking = None;
        room.changed = true;
        if let Err(error) = undo(room).await {
            tracing::info!(room = %room.id, %error, "a choice was not taken back");
        }
    }
}

/// The game before a person's last choice, with what was chosen before if a bot makes use of that.
async fn undone(room: &Room, remembers: bool) -> Result<Undone, Refused> {
    let nothing = || Refused::not_now("there is nothing to take back");
    let Stage::Playing { first } = room.state.stage else {
        return Err(nothing());
    };
    let course = room.logged_game().course(first).await.map_err(|error| {
        tracing::error!(room = %room.id, %error, "the log of a game cannot be read");
        Refused::Store
    })?;
    let ruleset = room.edition.ruleset.clone();
    let persons = broadcast::persons(room);
    let undone = apart(true, move || course.undone(&ruleset, persons, remembers)).await;
    let undone = match undone {
        Ok(Ok(Some(undone))) => undone,
        Ok(Ok(None)) => return Err(nothing()),
        Ok(Err(_)) | Err(_) => return Err(Refused::Store),
    };
    // With only bots as opponents, no other person can have learned anything.
    let alone = persons.len() <= 1;
    let learned = !undone.learned.and(persons).is_empty();
    if room.state.new.undo != UndoRule::Always && learned && !alone {
        return Err(Refused::Revealed);
    }
    Ok(undone)
}

/// Takes back a person's last choice and sends everybody the resulting table.
pub(super) async fn undo(room: &mut Room) -> Result<(), Refused> {
    let undone = undone(room, bots::remembers(&room.state)).await?;
    take_back(room, undone).await
}

/// Goes back to an earlier position of the game, and sends everybody the resulting table.
pub(super) async fn take_back(room: &mut Room, undone: Undone) -> Result<(), Refused> {
    let Undone {
        game,
        choices,
        memory,
        edited,
        learned: _,
    } = undone;
    let record = Record::Undo {
        t: room.ctx.clock.now(),
    };
    room.append(vec![record.to_bytes(); choices], None).await?;
    if let Some(play) = &mut room.play {
        play.game = game;
        play.memory = memory;
        play.edited = edited;
        (0..choices).for_each(|_| play.count(&record));
    }
    broadcast::tell_views(room, Change::Rewound);
    for _ in 0..choices {
        delayed::late_goes_on(room, &record).await;
    }
    // Bots pause anew.
    room.bots.forget();
    bots::rouse_bots(room);
    Ok(())
}
