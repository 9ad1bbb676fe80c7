//! The bounded queue between a room and one viewer's socket. The room never blocks on it.

use crate::wire::{Encoded, Format};
use cardable_core::Language;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Capacity that an empty queue keeps. Most viewers never have more messages waiting.
const USUAL: usize = 4;

/// Why the host closes a connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// A newer connection has taken over the seat.
    Replaced,
    /// It read too slowly, even after the state was resent.
    TooSlow,
    /// The owner has emptied the seat, or did not admit the watcher.
    Removed,
    /// The room was closed.
    RoomClosed,
    /// The operator puts the room to sleep. It wakes up when somebody returns.
    RoomSleeps,
    /// The host stops.
    HostStops,
}

/// The sending end, owned by the room.
#[derive(Debug)]
pub struct Outbox {
    format: Format,
    language: Language,
    queue: Arc<Queue>,
}

/// The receiving end, owned by the socket.
#[derive(Debug)]
pub struct Inbox {
    queue: Arc<Queue>,
}

/// State shared by both ends. There is one per viewer, so it is small.
#[derive(Debug)]
struct Queue {
    capacity: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Encoded>,
    /// Why the room has closed the connection.
    closed: Option<CloseReason>,
    /// Whether the sending or the receiving end was dropped.
    unwritten: bool,
    unread: bool,
    /// The task waiting for a message.
    reader: Option<Waker>,
}

/// Creates a queue for up to `capacity` messages in this format, with texts in English.
pub fn outbox(capacity: usize, format: Format) -> (Outbox, Inbox) {
    let queue = Arc::new(Queue {
        capacity: capacity.max(1),
        state: Mutex::default(),
    });
    let outbox = Outbox {
        format,
        language: Language::English,
        queue: Arc::clone(&queue),
    };
    (outbox, Inbox { queue })
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds this lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies a change and wakes the reader.
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
    /// The format of its messages.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The language of the texts in its messages.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The same for texts in another language.
    pub fn in_language(mut self, language: Language) -> Outbox {
        self.language = language;
        self
    }

    /// Queues a message. Returns false if the queue is full or the inbox is gone.
    pub fn push(&self, message: Encoded) -> bool {
        self.queue.change(|state| {
            let fits = !state.unread && state.messages.len() < self.queue.capacity;
            if fits {
                state.messages.push_back(message);
            }
            fits
        })
    }

    /// Whether all messages have been read.
    pub fn is_empty(&self) -> bool {
        self.queue.state().messages.is_empty()
    }

    /// Whether the inbox is gone.
    pub fn is_closed(&self) -> bool {
        self.queue.state().unread
    }

    /// Closes the connection. Queued messages are still delivered. The first reason is kept.
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
    /// Waits for the next message. `Err` with the reason if the room closed the connection; `None` if the room
    /// is gone.
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

    /// The next message if one is queued.
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
