//! What comes into a room's mailbox.

use super::command::{Answer, Command, Refused};
use super::outbox::Outbox;
use super::token::SeatToken;
use super::viewer::ViewerKey;
use crate::fairness::GameFile;
use crate::lobby::Who;
use cardable_core::{Seat, Viewer};
use tokio::sync::oneshot;

/// Where an answer goes.
pub(crate) type Back<T> = oneshot::Sender<Result<T, Refused>>;

/// Mail on its way. A mailbox has places for many from the start, so each is a word.
pub(crate) type Posted = Box<Mail>;

/// What comes into a room's mailbox.
pub(crate) enum Mail {
    /// Somebody wants a seat.
    Join {
        name: String,
        invite: Option<String>,
        seat: Option<Seat>,
        back: Back<(Seat, SeatToken)>,
    },
    /// Somebody wants to be told.
    Attach {
        who: Who,
        outbox: Outbox,
        back: Back<Attached>,
    },
    /// A connection is gone.
    Detach(ViewerKey),
    /// Somebody asks for something.
    Command {
        from: ViewerKey,
        command: Command,
        back: Back<Answer>,
    },
    /// Somebody wants the log of a game that is over.
    File(Back<GameFile>),
    /// The game of a room that was made for waiting persons starts.
    Begin(Back<()>),
    /// The operator ends the room.
    End(Back<()>),
    /// The operator lets the room sleep, or the host stops.
    Sleep(Back<()>),
}

/// What somebody is told who was attached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attached {
    pub(crate) key: ViewerKey,
    pub(crate) viewer: Viewer,
    /// Whether the owner must let them in first.
    pub(crate) waits: bool,
}

impl Mail {
    /// Whether it comes from a connection that the room knows by its key.
    pub(crate) fn is_of_a_connection(&self) -> bool {
        matches!(self, Mail::Detach(_) | Mail::Command { .. })
    }
}
