//! Messages to a room's task.

use super::command::{Answer, Command, Refused};
use super::outbox::Outbox;
use super::token::SeatToken;
use super::viewer::ViewerKey;
use crate::fairness::GameFile;
use crate::lobby::Who;
use cardable_core::{Seat, Viewer};
use tokio::sync::oneshot;

/// Channel for an answer.
pub(crate) type Back<T> = oneshot::Sender<Result<T, Refused>>;

/// A message in the mailbox. Boxed, because a mailbox allocates many slots up front.
pub(crate) type Posted = Box<Mail>;

/// A message to a room's task.
pub(crate) enum Mail {
    /// Requests a seat.
    Join {
        name: String,
        invite: Option<String>,
        seat: Option<Seat>,
        back: Back<(Seat, SeatToken)>,
    },
    /// Attaches a viewer.
    Attach {
        who: Who,
        outbox: Outbox,
        back: Back<Attached>,
    },
    /// A connection has closed.
    Detach(ViewerKey),
    /// A command from a viewer.
    Command {
        from: ViewerKey,
        command: Command,
        back: Back<Answer>,
    },
    /// Requests the log of a finished game.
    File(Back<GameFile>),
    /// Starts the game of a room that was made by matching.
    Begin(Back<()>),
    /// The operator closes the room.
    End(Back<()>),
    /// The operator puts the room to sleep, or the host stops.
    Sleep(Back<()>),
}

/// The answer to a viewer that was attached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attached {
    pub(crate) key: ViewerKey,
    pub(crate) viewer: Viewer,
    /// Whether the owner must admit them first.
    pub(crate) waits: bool,
}

impl Mail {
    /// Whether it comes from a connection that the room knows by its key.
    pub(crate) fn is_of_a_connection(&self) -> bool {
        matches!(self, Mail::Detach(_) | Mail::Command { .. })
    }
}
