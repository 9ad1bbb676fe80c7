//! The life cycle of a room: it wakes, moves between the pools for fast and slow rooms, and sleeps.

use super::context::Context;
use crate::library::PinError;
use crate::room::{Life, NoWake, Posted, Room, RoomState, panic_text};
use crate::store::{RoomId, StoreError};
use futures_util::FutureExt as _;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::mpsc;

/// A boxed future.
type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A room's mailbox and the reason why its task stopped, with the room if it moves.
type Lived = (mpsc::Receiver<Posted>, Result<(Life, Option<Room>), String>);

/// Runs a room until it sleeps, ends or moves, from what it was asked before. A panic ends it and leaves the mail unread.
async fn live_on(
    room: impl Future<Output = Option<Room>>,
    asked: Option<Posted>,
    mut mail: mpsc::Receiver<Posted>,
    slow: bool,
) -> Lived {
    let life = async {
        let Some(mut room) = room.await else {
            // Callers get no answer and can ask again.
            mail.close();
            while mail.recv().await.is_some() {}
            return (Life::Asleep, None);
        };
        let life = room.run(asked, &mut mail, slow).await;
        let moves = matches!(life, Life::Moves(_)).then_some(room);
        (life, moves)
    };
    let lived = AssertUnwindSafe(life).catch_unwind().await;
    (mail, lived.map_err(|panic| panic_text(panic.as_ref())))
}

/// Wakes a room. `None` if that fails.
async fn wake(ctx: Arc<Context>, id: RoomId, about: RoomState) -> Option<Room> {
    match Box::pin(Room::wake(Arc::clone(&ctx), id, about)).await {
        Ok(room) => Some(room),
        Err(NoWake::GivenBack) => None,
        Err(NoWake::Pin(error @ (PinError::Missing | PinError::Different(_)))) => {
            let why = error.to_string();
            match ctx.give_back(id, &why).await {
                Ok(true) => {}
                Ok(false) => ctx.set_aside(id, why).await,
                Err(error) => tracing::error!(room = %id, %error, "a room cannot be given back"),
            }
            None
        }
        Err(NoWake::Pin(PinError::Store(error)) | NoWake::Store(error)) => {
            match &error {
                StoreError::Damaged(_) => ctx.set_aside(id, error.to_string()).await,
                // The store can work again next time.
                _ => tracing::error!(room = %id, %error, "a room cannot be woken"),
            }
            None
        }
    }
}

/// Runs a room from waking to sleeping. It wakes on the threads for slow rooms, because the duration of its
/// replay is unknown.
pub(super) async fn live(ctx: Arc<Context>, id: RoomId, about: RoomState, mut mail: mpsc::Receiver<Posted>) {
    let (mut slow, mut asked) = (true, None);
    let mut room: Later<Option<Room>> = Box::pin(wake(Arc::clone(&ctx), id, about));
    let lived = loop {
        let (left, lived) = if slow {
            match ctx.lanes.apart(live_on(room, asked.take(), mail, true)) {
                Ok(lived) => match lived.await {
                    Ok(lived) => lived,
                    // The host stops, and with it all rooms.
                    Err(_) => return,
                },
                Err(here) => here.await,
            }
        } else {
            live_on(room, asked.take(), mail, false).await
        };
        mail = left;
        match lived {
            Ok((Life::Moves(unread), Some(moves))) => {
                asked = unread;
                slow = moves.is_slow();
                room = Box::pin(std::future::ready(Some(moves)));
            }
            Ok((life, _)) => break Ok(life),
            Err(panic) => break Err(panic),
        }
    };
    metrics::gauge!("cardable_rooms_awake").decrement(1.0);
    match lived {
        Ok(Life::Asleep | Life::Moves(_)) => {}
        Ok(Life::Over) => {
            ctx.forget(id);
            return;
        }
        Err(panic) => ctx.diagnose(id, "panic", &panic),
    }
    ctx.falls_asleep(id);
    // Messages that arrived meanwhile wake the room again, except those of connections that ended with this
    // life: their keys can be reused in the next one.
    mail.close();
    while let Ok(left) = mail.try_recv() {
        if left.is_of_a_connection() {
            continue;
        }
        match ctx.mailbox(id) {
            Ok(mailbox) => {
                let _ = mailbox.send(left).await;
            }
            Err(_) => return,
        }
    }
}
