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

/// Waits for what a bot comes to, as long as anybody waits for that. None when nobody does any more: the bot hears of it,
/// because `thought` is dropped.
pub(super) async fn while_wanted<A, T>(
    thought: oneshot::Receiver<A>,
    back: &mut Back<T>,
) -> Option<Result<A, oneshot::error::RecvError>> {
    tokio::select! {
        thought = thought => Some(thought),
        () = back.closed() => None,
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bot_stops_once_nobody_waits_for_it() {
        for is_gone in [false, true] {
            let (mut back, asker) = oneshot::channel::<Result<(), Refused>>();
            let (job, thought) = oneshot::channel();
            if is_gone {
                drop(asker);
                assert!(while_wanted(thought, &mut back).await.is_none());
                assert!(job.is_closed());
            } else {
                job.send(7).unwrap();
                assert_eq!(while_wanted(thought, &mut back).await, Some(Ok(7)));
            }
        }
    }
}
