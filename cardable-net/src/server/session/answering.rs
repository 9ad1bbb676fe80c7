//! Sends messages to a client and closes sessions.

use super::{Doing, End, Pending, Session};
use crate::protocol::{Bye, ByeCode, Code, Message as Sent, Refused};
use crate::room::CloseReason;
use crate::server::calls::Outcome;
use crate::wire::{self, Encoded};
use futures_util::{FutureExt as _, Sink, SinkExt as _, Stream, StreamExt as _};
use std::time::Duration;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// How long a closed socket is still read, so that the other side can read the reason.
const LINGER: Duration = Duration::from_secs(1);

impl<S, E> Session<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    pub(super) async fn answer(
        &mut self,
        id: u32,
        since: Option<Instant>,
        outcome: Outcome,
    ) -> Result<(), End> {
        let doing = match &self.doing {
            // A ping is answered while a room is entered.
            Doing::Enters(request, _) if self.number(request) == Some(id) => {
                std::mem::replace(&mut self.doing, Doing::Other)
            }
            Doing::Enters(..) | Doing::Leaves | Doing::Other => Doing::Other,
        };
        match outcome {
            Outcome::Elsewhere(to) => match doing {
                Doing::Enters(request, since) => {
                    self.doing = Doing::Enters(request.clone(), since);
                    Err(End::Elsewhere(to, request))
                }
                // A room that was just made or matched here has been taken away already.
                Doing::Leaves | Doing::Other => {
                    self.tell_refused(wire::refused(Some(id), to.refused())).await
                }
            },
            Outcome::Refused(refused) => self.tell_refused(refused).await,
            Outcome::Done(done) => {
                // The room's messages that precede this answer are already in the queue.
                self.pass_on_waiting().await?;
                if let (Some(since), crate::protocol::Done::Chosen { .. }) = (since, &done) {
                    self.host.metrics.choices.increment(1);
                    self.host
                        .metrics
                        .choice_seconds
                        .record(since.elapsed().as_secs_f64());
                }
                let done = Box::new(done);
                self.tell(&Sent::Answer { id, done }).await
            }
            Outcome::Entered(done, place) => {
                self.place = Some(place);
                let done = Box::new(done);
                self.tell(&Sent::Answer { id, done }).await
            }
            Outcome::Kept(done) => {
                let done = Box::new(done);
                self.tell(&Sent::Answer { id, done }).await?;
                // The client comes again with its token.
                Err(ByeCode::RoomSleeps.into())
            }
            Outcome::Left => {
                self.place = None;
                let done = Box::new(crate::protocol::Done::Ok {});
                self.tell(&Sent::Answer { id, done }).await
            }
        }
    }

    /// Answers calls that have finished by the time the host closes the session. Unfinished ones continue.
    pub(super) async fn answer_what_is_done(&mut self, end: &End, pending: Option<Pending>) {
        let Some(mut work) = pending else { return };
        match (end, tokio::task::unconstrained(&mut work).now_or_never()) {
            (End::Bye(_), Some((id, since, outcome))) => {
                // The socket can be gone; nothing else can be done then.
                let _ = self.answer(id, since, outcome).await;
            }
            (End::Gone | End::Elsewhere(..), Some(_)) => {}
            // Finish the work even if nobody hears of it. A half-created room would have no owner.
            (_, None) => drop(tokio::spawn(work)),
        }
    }

    pub(super) async fn pass_on(&mut self, told: Option<Result<Encoded, CloseReason>>) -> Result<(), End> {
        match told {
            None if matches!(self.doing, Doing::Leaves) => {
                self.place = None;
                Ok(())
            }
            Some(Ok(message)) => {
                self.pass(message).await?;
                self.pass_on_waiting().await
            }
            Some(Err(reason)) => {
                let mut bye = wire::bye(reason);
                match reason {
                    // The client can stay connected, in the lobby.
                    CloseReason::Removed | CloseReason::RoomClosed => {
                        let place = self.place.take();
                        bye.room = place.map(|place| wire::room_id(place.attachment.room()));
                        self.tell(&Sent::Bye(bye)).await
                    }
                    CloseReason::Replaced
                    | CloseReason::TooSlow
                    | CloseReason::RoomSleeps
                    | CloseReason::HostStops => Err(End::Bye(bye)),
                }
            }
            None => {
                let place = self.place.take();
                let mut bye = wire::bye(CloseReason::RoomClosed);
                bye.room = place.map(|place| wire::room_id(place.attachment.room()));
                self.tell(&Sent::Bye(bye)).await
            }
        }
    }

    pub(super) async fn pass_on_waiting(&mut self) -> Result<(), End> {
        while let Some(message) = self.place.as_mut().and_then(|place| place.inbox.try_next()) {
            self.pass(message).await?;
        }
        Ok(())
    }

    pub(super) async fn refuse(&mut self, id: Option<u32>, code: Code, reason: &str) -> Result<(), End> {
        self.tell_refused(Refused {
            id,
            code,
            reason: reason.to_owned(),
            rules: None,
        })
        .await
    }

    pub(super) async fn tell_refused(&mut self, refused: Refused) -> Result<(), End> {
        self.host.metrics.refused(refused.code);
        self.tell(&Sent::Refused(refused)).await
    }

    pub(super) async fn tell(&mut self, message: &Sent) -> Result<(), End> {
        self.pass(self.format.encode(message)).await
    }

    pub(super) async fn pass(&mut self, message: Encoded) -> Result<(), End> {
        self.host.metrics.sent.increment(1);
        self.host.metrics.sent_bytes.increment(message.len() as u64);
        self.send(message.into()).await
    }

    /// Queues a message behind the waiting ones. They are flushed together.
    pub(super) async fn send(&mut self, message: Message) -> Result<(), End> {
        self.held = true;
        let longest = Duration::from_secs(self.host.config.limits.send);
        match timeout(longest, self.socket.feed(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(super::broken(&error)),
            Err(_) => Err(ByeCode::Slow.into()),
        }
    }

    pub(super) async fn flush(&mut self) -> Result<(), End> {
        self.held = false;
        let longest = Duration::from_secs(self.host.config.limits.send);
        match timeout(longest, self.socket.flush()).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(ByeCode::Slow.into()),
        }
    }

    /// Closes the socket, then reads for a moment: if received data stays unread, the system resets the
    /// connection and discards what the client has not read yet.
    pub(super) async fn close(&mut self, bye: Bye) {
        let why = bye.why;
        let frame = CloseFrame {
            code: why.close_code().into(),
            reason: bye.reason.clone().into(),
        };
        let goodbye = async {
            // A client that does not read would not read this either.
            if why != ByeCode::Slow {
                let goodbye = self.format.encode(&Sent::Bye(bye));
                let _ = self.socket.send(goodbye.into()).await;
            }
            let _ = self.socket.send(Message::Close(Some(frame))).await;
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        let _ = timeout(LINGER, goodbye).await;
    }

    /// Reads for a moment after a socket was closed for another host.
    pub(super) async fn linger(&mut self) {
        let rest = async { while let Some(Ok(_)) = self.socket.next().await {} };
        let _ = timeout(LINGER, rest).await;
    }
}
