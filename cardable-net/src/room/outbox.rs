//! The bounded queue between a room and one viewer's socket. A room never waits
//! for it.

use crate::wire::{Encoded, Format};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Up to how many messages a queue keeps its memory when it is empty: most viewers never have more
/// waiting.
const USUAL: usize = 4;

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
    /// The operator lets the room sleep; it wakes for who comes back.
    RoomSleeps,
    /// The host stops.
    HostStops,
}

/// The room's end.
#[derive(Debug)]
pub struct Outbox {
    format: Format,
    queue: Arc<Queue>,
}

/// The socket's end.
#[derive(Debug)]
pub struct Inbox {
    queue: Arc<Queue>,
}

/// What both ends share. There is one for each viewer of each room, so it is small.
#[derive(Debug)]
struct Queue {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Encoded>,
    /// Why the room has ended the connection.
    closed: Option<CloseReason>,
    /// Whether the room's end is gone, and the socket's.
    unwritten: bool,
    unread: bool,
    /// Who waits for a message.
    reader: Option<Waker>,
}

/// A queue for so many messages of a format.
pub fn outbox(capacity: usize, format: Format) -> (Outbox, Inbox) {
    let queue = Arc::new(Queue {
        capacity: capacity.max(1),
        state: Mutex::default(),
    });
    let outbox = Outbox {
        format,
        queue: Arc::clone(&queue),
    };
    (outbox, Inbox { queue })
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds this lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something and wakes the reader for it.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state();
        let changed = change(&mut state);
        let reader = state.reader.take();
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
        changed
    }
}

impl State {
    fn pop(&mut self) -> Option<Encoded> {
        let message = self.messages.pop_front();
        if self.messages.is_empty() && self.messages.capacity() > USUAL {
            self.messages.shrink_to(USUAL);
        }
        message
    }
}

impl Outbox {
    /// How its messages are written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Puts a message into the queue; false when it is full or nobody reads.
    pub fn push(&self, message: Encoded) -> bool {
        self.queue.change(|state| {
            let fits = !state.unread && state.messages.len() < self.queue.capacity;
            if fits {
                state.messages.push_back(message);
            }
            fits
        })
    }

    /// Whether everything was taken out of the queue.
    pub fn is_empty(&self) -> bool {
        self.queue.state().messages.is_empty()
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.queue.state().unread
    }

    /// Ends the connection. What was told before is still read. The first reason counts.
    pub fn close(&self, reason: CloseReason) {
        self.queue.change(|state| {
            state.closed.get_or_insert(reason);
        });
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.queue.change(|state| state.unwritten = true);
    }
}

impl Inbox {
    /// The next message; the reason when the room ended the connection; nothing
    /// when the room is gone.
    pub async fn next(&mut self) -> Option<Result<Encoded, CloseReason>> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &Context<'_>) -> Poll<Option<Result<Encoded, CloseReason>>> {
        let mut state = self.queue.state();
        if let Some(message) = state.pop() {
            return Poll::Ready(Some(Ok(message)));
        }
        if let Some(reason) = state.closed {
            return Poll::Ready(Some(Err(reason)));
        }
        if state.unwritten {
            return Poll::Ready(None);
        }
        match &mut state.reader {
            Some(reader) => reader.clone_from(cx.waker()),
            none => *none = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    /// The next message if there is one already.
    pub fn try_next(&mut self) -> Option<Encoded> {
        self.queue.state().pop()
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.unread = true;
        state.messages = VecDeque::new();
        state.reader = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    fn text(text: &'static str) -> Encoded {
        Encoded::Text(text.into())
    }

    #[test]
    fn what_was_told_before_the_end_is_read() {
        let (out, mut inbox) = outbox(2, Format::Json);
        assert_eq!(inbox.next().now_or_never(), None, "it waits");
        assert!(out.push(text("1")));
        assert!(out.push(text("2")));
        assert!(!out.push(text("3")), "it is full");
        out.close(CloseReason::Removed);
        out.close(CloseReason::HostStops);
        drop(out);
        let mut next = || inbox.next().now_or_never().unwrap();
        assert_eq!(next(), Some(Ok(text("1"))));
        assert_eq!(next(), Some(Ok(text("2"))));
        assert_eq!(next(), Some(Err(CloseReason::Removed)), "the first reason counts");
    }

    #[test]
    fn each_end_notices_that_the_other_is_gone() {
        let (out, mut inbox) = outbox(2, Format::Json);
        drop(out);
        assert_eq!(inbox.next().now_or_never(), Some(None));
        let (out, inbox) = outbox(2, Format::Json);
        assert!(!out.is_closed());
        drop(inbox);
        assert!(out.is_closed());
        assert!(!out.push(text("1")));
    }

    #[tokio::test]
    async fn who_waits_is_woken() {
        let (out, mut inbox) = outbox(1, Format::Json);
        let reader = tokio::spawn(async move { (inbox.next().await, inbox.next().await) });
        tokio::task::yield_now().await;
        out.push(text("1"));
        tokio::task::yield_now().await;
        drop(out);
        assert_eq!(reader.await.unwrap(), (Some(Ok(text("1"))), None));
    }
}
