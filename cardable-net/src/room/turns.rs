//! A game's next step: apply it on trial, make it durable, then send it.

use super::command::{Answer, Refused, Resume};
use super::load::apart;
use super::play::Play;
use super::record::Record;
use super::state::{RoomState, SeatKept, Stage};
use super::task::Room;
use crate::lobby::Context;
use crate::room::broadcast::Change;
use crate::room::{bots, broadcast, delayed, drawing, undo};
use crate::store::{RoomId, Snapshot, StoreError};
use cardable_core::interact::Interaction;
use cardable_core::{Choice, FaultReport, Game, NotApplied, Seat};
use std::sync::Arc;

pub(super) async fn choose(
    room: &mut Room,
    seat: Seat,
    choice: Choice,
    seen: Option<u64>,
) -> Result<Answer, Refused> {
    if let (Some(seen), Some(play)) = (seen, &room.play)
        && let Some(seq) = play.answered(seat, &choice, seen)
    {
        return Ok(Answer::Chosen { seq });
    }
    let t = room.ctx.clock.now();
    let used = room.play.as_ref().map_or(0, |play| play.clocks.used(seat, t));
    let record = Record::Choice {
        seat,
        choice,
        t,
        used,
    };
    let seq = step(room, record, seen).await?;
    bots::rouse_bots(room);
    Ok(Answer::Chosen { seq })
}

pub(super) async fn interact(
    room: &mut Room,
    seat: Seat,
    interaction: Interaction,
    seen: Option<u64>,
) -> Result<Answer, Refused> {
    let asked = ask_game(room, move |game| game.choice_for(seat, &interaction));
    let choice = asked.await??;
    choose(room, seat, choice, seen).await
}

pub(super) async fn extend(room: &mut Room, seat: Seat, partial: Choice) -> Result<Answer, Refused> {
    let extended = ask_game(room, move |game| Some(game.decision(seat)?.extend(&partial)));
    let extensions = extended.await?.ok_or(cardable_core::Refusal::NotAsked)?;
    Ok(Answer::Extensions(extensions))
}

/// Queries the game. A game with scripts can be slow, so its queries run on blocking threads.
async fn ask_game<T: Send + 'static>(
    room: &mut Room,
    ask: impl FnOnce(&Game) -> T + Send + 'static,
) -> Result<T, Refused> {
    let play = playing(room)?;
    if !room.edition.scripted {
        return Ok(ask(&play.game));
    }
    let game = play.game.fork();
    match apart(true, move || ask(&game)).await {
        Ok(answer) => Ok(answer),
        Err(panic) => {
            diagnose(room, "panic", &format!("{panic}\nat a question"));
            Err(Refused::not_now("the engine failed at this question"))
        }
    }
}

/// The game, if it is in progress.
pub(super) fn playing(room: &Room) -> Result<&Play, Refused> {
    match (room.state.stage, &room.state.fault, room.play.as_deref()) {
        (Stage::Playing { .. }, None, Some(play)) => Ok(play),
        (Stage::Playing { .. }, Some(_), _) => Err(Refused::not_now(
            "the game is suspended: the owner of the room says how it goes on",
        )),
        (Stage::Gathering, _, _) => Err(Refused::not_now("the game has not begun")),
        (Stage::Over { .. }, _, _) | (Stage::Playing { .. }, None, None) => {
            Err(Refused::not_now("the game is over"))
        }
    }
}

/// Handles the timeout of a seat.
pub(super) async fn time_is_up(room: &mut Room, seat: Seat) {
    let t = room.ctx.clock.now();
    let used = room.play.as_ref().map_or(0, |play| play.clocks.used(seat, t));
    if let Err(error) = step(room, Record::Timeout { seat, t, used }, None).await {
        tracing::info!(room = %room.id, %error, "a timeout was not applied");
        // The clock tries again a little later.
        if let Some(play) = &mut room.play
            && room.state.fault.is_none()
        {
            let to_decide = play.game.to_decide();
            play.clocks.decided(seat, 0, to_decide, t + super::task::AGAIN);
        }
    }
    bots::rouse_bots(room);
}

/// Applies a record: first on trial, then in the log, then visibly. Returns the `seq` of the resulting view.
pub(super) async fn step(room: &mut Room, record: Record, seen: Option<u64>) -> Result<u64, Refused> {
    let full = playing(room)?.seq + 1 >= room.ctx.limits.records as u64;
    if full {
        Box::pin(end_game(room)).await?;
        return Err(Refused::limit("the game was ended: its log is as long as may be"));
    }
    let Some(mut play) = room.play.take() else {
        return Err(Refused::not_now("no game is played"));
    };
    let trial = record.clone();
    let pace = Arc::clone(&room.edition.pace);
    let tried = apart(room.edition.scripted, move || {
        let done = pace.watch(|| play.attempt(&trial, seen));
        (play, done)
    })
    .await;
    let (mut play, done) = match tried {
        Ok(tried) => tried,
        Err(panic) => {
            diagnose(room, "panic", &format!("{panic}\nat {record:?}"));
            return Err(Box::pin(bring_back_after_panic(room)).await);
        }
    };
    match done {
        Ok(()) => {}
        Err(NotApplied::Refused(refusal)) => {
            room.play = Some(play);
            return Err(refusal.into());
        }
        Err(NotApplied::Faulted(report)) => {
            room.play = Some(play);
            diagnose(room, "fault", &format!("{report}\nat {record:?}"));
            Box::pin(suspend(room, report.clone())).await;
            return Err(Refused::Fault(report));
        }
    }
    let over = play.is_over();
    let first_of_a_person = !room.state.played
        && matches!(&record, Record::Choice { seat, .. } if room.state.seat(*seat).is_some_and(SeatKept::is_person));
    let state = (over || first_of_a_person).then(|| RoomState {
        stage: if over {
            Stage::Over { first: play.first }
        } else {
            room.state.stage
        },
        touched: room.ctx.clock.now(),
        played: room.state.played || first_of_a_person,
        ..room.state.clone()
    });
    // While the log is being written the room holds no game, so nothing of it can be sent.
    if let Err(refused) = room.append(vec![record.to_bytes()], state).await {
        play.game.take_back();
        room.play = Some(play);
        return Err(refused);
    }
    // Rooms wait most of the time, so do not keep a copy for the next choice.
    play.game.rest();
    play.count(&record);
    let seq = play.game.seq();
    if play.is_snapshot_due(room.ctx.limits.snapshot) {
        play.kept = play.seq;
        keep_snapshot(room, &play);
    }
    let over = play.is_over();
    room.play = Some(play);
    room.changed |= room.asking.take().is_some();
    room.changed |= over;
    let pace = Arc::clone(&room.edition.pace);
    pace.watch(|| broadcast::tell_step(room));
    if room.delayed.is_some() {
        Box::pin(delayed::late_goes_on(room, &record)).await;
    }
    Ok(seq)
}

fn keep_snapshot(room: &Room, play: &Play) {
    let snapshot = Snapshot {
        at: play.next(),
        bytes: play.snapshot(),
    };
    let id = room.id;
    let kept = room.ctx.log.keep_snapshot(id, room.ctx.epoch(), snapshot);
    let ctx = Arc::clone(&room.ctx);
    tokio::spawn(async move { warn_if_not_kept(&ctx, id, kept.await) });
}

/// Keeps a snapshot of the game of a room that falls asleep, if it pays and there is time for it.
pub(super) async fn keep_last_snapshot(room: &Room) {
    let every = room.ctx.limits.snapshot;
    let Some(play) = room
        .running()
        .filter(|play| play.is_last_snapshot_worthwhile(every))
    else {
        return;
    };
    let (ctx, id) = (&room.ctx, room.id);
    let snapshot = || {
        let snapshot = Snapshot {
            at: play.next(),
            bytes: play.snapshot(),
        };
        ctx.log.keep_snapshot(id, ctx.epoch(), snapshot)
    };
    match ctx.last_snapshots.keep(snapshot).await {
        Some(kept) => warn_if_not_kept(ctx, id, kept),
        None => tracing::debug!(room = %id, "there was no time for a snapshot"),
    }
}

/// Says that a snapshot is missing, which only makes replays slower.
fn warn_if_not_kept(ctx: &Context, room: RoomId, kept: Result<(), StoreError>) {
    if let Err(error) = kept
        && ctx.not_written(&error)
    {
        tracing::warn!(%room, %error, "a snapshot was not kept");
    }
}

/// After a panic the game's state is unknown, so restore it from its log.
async fn bring_back_after_panic(room: &mut Room) -> Refused {
    let report = FaultReport::of_no_place("the engine failed at this choice");
    let Stage::Playing { first } = room.state.stage else {
        return Refused::Fault(report);
    };
    match room.load_now(first).await {
        Ok(play) => room.play = Some(Box::new(play)),
        Err(error) => tracing::error!(room = %room.id, %error, "a game did not come back"),
    }
    suspend(room, report.clone()).await;
    Refused::Fault(report)
}

/// Stores a diagnosis for the operator.
pub(super) fn diagnose(room: &Room, kind: &str, detail: &str) {
    room.ctx.diagnose(room.id, kind, detail);
}

/// Suspends the game until the owner decides how it continues.
async fn suspend(room: &mut Room, report: FaultReport) {
    let state = RoomState {
        fault: Some(report.clone()),
        ..room.state.clone()
    };
    if room.keep(state).await.is_err() {
        // Suspend it even if that cannot be stored. It then only lasts until the host stops.
        room.state.fault = Some(report);
    }
    room.changed = true;
    room.run_or_stop_clocks();
}

/// Continues after a fault as the owner decides.
pub(super) async fn resume(room: &mut Room, how: Resume) -> Result<(), Refused> {
    if room.state.fault.is_none() {
        return Err(Refused::not_now("the game is not suspended"));
    }
    match how {
        Resume::GoOn => {}
        Resume::Undo => undo::undo(room).await?,
        Resume::End => return end_game(room).await,
    }
    let state = RoomState {
        fault: None,
        ..room.state.clone()
    };
    room.keep(state).await?;
    room.changed = true;
    room.run_or_stop_clocks();
    bots::rouse_bots(room);
    Ok(())
}

/// Ends the game early.
async fn end_game(room: &mut Room) -> Result<(), Refused> {
    let Stage::Playing { first } = room.state.stage else {
        return Err(Refused::not_now("no game is played"));
    };
    let record = Record::End {
        t: room.ctx.clock.now(),
    };
    let state = RoomState {
        stage: Stage::Over { first },
        fault: None,
        ..room.state.clone()
    };
    room.append(vec![record.to_bytes()], Some(state)).await?;
    if let Some(play) = &mut room.play {
        play.ended = true;
        play.count(&record);
    }
    room.changed = true;
    broadcast::tell_views(room, Change::None);
    delayed::late_goes_on(room, &record).await;
    Ok(())
}

/// Starts the game. Bots take the empty seats.
pub(super) async fn start(room: &mut Room) -> Result<(), Refused> {
    match room.state.stage {
        Stage::Gathering => {}
        Stage::Playing { .. } => return Err(Refused::not_now("the game has begun")),
        Stage::Over { .. } => return Err(Refused::not_now("the game is over: ask for a rematch")),
    }
    let waits = |seat: &Seat| {
        let ready = room.state.seat(*seat).is_some_and(|kept| kept.ready);
        !ready && room.state.owner != Some(*seat)
    };
    if let Some(seat) = room.state.persons().find(waits) {
        let name = room
            .state
            .seat(seat)
            .map(|kept| kept.name.clone())
            .unwrap_or_default();
        return Err(Refused::not_now(format!("{name} is not ready")));
    }
    drawing::begin(room, drawing::persons_here(room)).await
}

/// Starts another game.
pub(super) async fn rematch(room: &mut Room) -> Result<(), Refused> {
    match room.state.stage {
        Stage::Over { .. } => drawing::begin(room, drawing::persons_here(room)).await,
        Stage::Gathering | Stage::Playing { .. } => Err(Refused::not_now("the game is not over")),
    }
}
