//! The bounded queue between a room and one viewer's socket. A room never waits
//! for it.

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A message as it goes over the wire: written once, shared by all who get it.
pub type Text = Utf8Bytes;

/// Why the host ends a connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The seat was entered by a newer connection.
    Replaced,
    /// It read too slowly, also after a fresh start.
    TooSlow,
    /// The owner has emptied the seat, or did not let the watcher in.
    Removed,
    /// The room is no more.
    RoomClosed,
    /// The host stops.
    HostStops,
}

/// The room's end.
#[derive(Clone, Debug)]
pub struct Outbox {
    texts: mpsc::Sender<Text>,
    close: watch::Sender<Option<CloseReason>>,
}

/// The socket's end.
#[derive(Debug)]
pub struct Inbox {
    texts: mpsc::Receiver<Text>,
    close: watch::Receiver<Option<CloseReason>>,
}

/// A queue for so many messages.
pub fn outbox(capacity: usize) -> (Outbox, Inbox) {
    let (texts, received) = mpsc::channel(capacity.max(1));
    let (close, closed) = watch::channel(None);
    let outbox = Outbox { texts, close };
    let inbox = Inbox {
        texts: received,
        close: closed,
    };
    (outbox, inbox)
}

impl Outbox {
    /// Puts a message into the queue; false when it is full or nobody reads.
    pub fn push(&self, text: Text) -> bool {
        self.texts.try_send(text).is_ok()
    }

    /// Whether everything was taken out of the queue.
    pub fn is_empty(&self) -> bool {
        self.texts.capacity() == self.texts.max_capacity()
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.texts.is_closed()
    }

    /// Ends the connection. Messages in the queue may be lost. The first reason counts.
    pub fn close(&self, reason: CloseReason) {
        self.close.send_if_modified(|now| {
            let first = now.is_none();
            now.get_or_insert(reason);
            first
        });
    }
}

impl Inbox {
    /// The next message; the reason when the room ended the connection; nothing
    /// when the room is gone.
    pub async fn next(&mut self) -> Option<Result<Text, CloseReason>> {
        // What was told before the end is still delivered.
        let text = tokio::select! {
            biased;
            text = self.texts.recv() => text,
            _ = self.close.wait_for(Option::is_some) => None,
        };
        match text {
            Some(text) => Some(Ok(text)),
            None => (*self.close.borrow()).map(Err),
        }
    }

    /// The next message if there is one already.
    pub fn try_next(&mut self) -> Option<Text> {
        self.texts.try_recv().ok()
    }
}
