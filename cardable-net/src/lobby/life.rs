//! The life cycle of a room: it wakes, moves between the pools for fast and slow rooms, and sleeps.

use super::context::Context;
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
        Err(error) => {
            match &error {
                NoWake::GivenBack => {}
                NoWake::Unreadable(_) | NoWake::Store(StoreError::Damaged(_)) => {
                    ctx.set_aside(id, error.to_string()).await;
                }
                // The store can work again next time.
                NoWake::Store(_) => tracing::error!(room = %id, %error, "a room cannot be woken"),
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

#[cfg(test)]
mod tests {
    use crate::entropy::Entropy;
    use crate::library::{Edition, Library};
    use crate::lobby::{RoomLimits, Rooms};
    use crate::room::NewRoom;
    use crate::store::MemoryLog;
    use cardable_core::content::MemoryFiles;
    use cardable_core::testing::TINY;
    use std::hint::black_box;
    use std::sync::Arc;

    fn become_fast(edition: &Edition) {
        while edition.pace.is_slow() {
            edition.pace.watch(|| ());
        }
    }

    fn become_slow(edition: &Edition) {
        let mut work = 1_u64;
        while !edition.pace.is_slow() {
            work *= 2;
            edition
                .pace
                .watch(|| (0..work).fold(0, |sum, n| black_box(sum ^ n)));
        }
    }

    /// A room that waits on the network's threads may hear only from its next request that its ruleset has become slow.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_a_room_was_asked_moves_with_it() {
        let mut files = MemoryFiles::new();
        files.add("stones/ruleset.json", TINY).unwrap();
        let library = Library::of_files(files, Vec::new());
        let edition = library.edition("stones").unwrap();
        let (log, limits) = (Arc::new(MemoryLog::new()), RoomLimits::default());
        let rooms = Rooms::open(log, library, limits, Entropy::system())
            .await
            .unwrap();
        for _ in 0..8 {
            let ada = rooms.create(NewRoom::of("stones", 4), "Ada").await.unwrap();
            become_fast(&edition);
            for name in ["Ben", "Cleo"] {
                rooms.join(ada.room, name, None, None).await.unwrap();
            }
            become_slow(&edition);
            rooms.join(ada.room, "Dan", None, None).await.unwrap();
        }
    }
}
