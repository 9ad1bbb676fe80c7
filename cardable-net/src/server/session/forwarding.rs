//! Sessions that go on at another host.

use super::{Doing, End, Heard, Session, broken, stopping};
use crate::environment::shown;
use crate::protocol::{Bye, ByeCode, Call, Done, Message as Sent, Request};
use crate::server::links::{Elsewhere, Passport, Pumped, pump};
use crate::wire::{self, Encoded};
use futures_util::{Sink, SinkExt as _, Stream};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Message;

/// How long a room is asked for. A host that is gone keeps its rooms until its lease has run out.
const LONGEST: Duration = Duration::from_secs(9);

/// The pause before another attempt.
const PAUSE: Duration = Duration::from_millis(250);

impl<S> Session<S> {
    /// Whether this host speaks a version of the protocol that the client has greeted another host with.
    pub(super) fn is_understood(&self) -> Result<(), End> {
        let versions = &self.host.versions.protocol;
        match self.spoken.filter(|_| self.greeted) {
            Some(spoken) if spoken.agreed(versions).is_none() => Err(End::Bye(Bye {
                why: ByeCode::Protocol,
                reason: format!(
                    "the host of this room speaks {} of the protocol, and you {}",
                    shown(versions),
                    spoken.newest
                ),
                room: None,
            })),
            Some(_) | None => Ok(()),
        }
    }

    /// A request that enters a room begins, for the first time or again.
    pub(super) fn enters_by(&mut self, request: &Encoded) {
        let since = match &self.doing {
            Doing::Enters(same, since) if same == request => *since,
            Doing::Enters(..) | Doing::Leaves | Doing::Other => Instant::now(),
        };
        self.doing = Doing::Enters(request.clone(), since);
    }

    /// The session goes on at another host.
    pub(super) fn elsewhere(&mut self, to: Elsewhere, request: Encoded) -> End {
        self.enters_by(&request);
        End::Elsewhere(to, request)
    }

    /// Whether a request is a hello.
    fn greets(&self, request: &Encoded) -> bool {
        let decoded = self.format.decode(request);
        matches!(
            decoded,
            Ok(Request {
                call: Call::Hello(_),
                ..
            })
        )
    }

    /// Counts a message for its rates. Returns whether it comes too soon.
    pub(super) fn counts(&mut self) -> bool {
        !self.allowance.is_counted()
            && (!self.allowance.take() || !self.host.addresses.may_send(self.address))
    }

    /// What the host must know that answers a request.
    fn passport(&mut self, request: &Encoded) -> Passport {
        Passport {
            address: self.address.ip(),
            binary: self.format == wire::Format::MessagePack,
            name: self.client.name.clone(),
            // A hello that resumes a seat is answered where the seat is.
            greeted: !self.greets(request),
            watches: self.lobby.is_some(),
            person: Some(self.maker.person),
            spoken: self.spoken,
            language: self.client.language,
            left: Some(self.allowance.left()),
            counted: 1 + self.asked.iter().filter(|heard| !heard.too_soon).count(),
            errand: None,
        }
    }

    /// Puts messages in front of what was asked.
    fn ask_first(&mut self, requests: Vec<Heard>) {
        for heard in requests.into_iter().rev() {
            self.asked.push_front(heard);
        }
    }
}

impl<S, E> Session<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    /// Goes on at another host, as long as what the client asks for is there. Fails where the session ends.
    pub(super) async fn go_on_elsewhere(&mut self, to: Elsewhere, request: Encoded) -> Result<(), End> {
        let host = std::sync::Arc::clone(&self.host);
        let passport = self.passport(&request);
        let opened = host.links.open(&host, &to, &passport).await;
        let mut linked = match opened {
            Ok(linked) => linked,
            Err(error) => {
                let since = match &self.doing {
                    Doing::Enters(_, since) => *since,
                    Doing::Leaves | Doing::Other => Instant::now(),
                };
                if since.elapsed() < LONGEST {
                    // Either the host is gone, and its rooms can soon be taken, or it is not yet known to have changed.
                    host.rooms.look_at_hosts().await;
                    sleep(PAUSE).await;
                    self.greeted &= !self.greets(&request);
                    let too_soon = false;
                    self.ask_first(vec![Heard { request, too_soon }]);
                    return Ok(());
                }
                self.doing = Doing::Other;
                tracing::warn!(link = to.link, %error, "another host cannot be reached");
                let id = self.number(&request);
                if let (true, Some(id)) = (self.greets(&request), id) {
                    let refused = wire::refused(None, to.refused());
                    let spoken = self
                        .spoken
                        .and_then(|spoken| spoken.agreed(&host.versions.protocol));
                    let version = spoken.unwrap_or(*host.versions.protocol.end());
                    let welcome = Box::new(host.welcome(version, self.client.language, None, Some(refused)));
                    let done = Box::new(Done::Hello(welcome));
                    return self.tell(&Sent::Answer { id, done }).await;
                }
                return self.tell_refused(wire::refused(id, to.refused())).await;
            }
        };
        self.doing = Doing::Other;
        let mut requests = vec![request];
        // What was asked already is asked there, but for what came too soon.
        for Heard { request, too_soon } in std::mem::take(&mut self.asked) {
            match too_soon {
                true => self.refuse_too_soon(&request).await?,
                false => requests.push(request),
            }
        }
        self.flush().await?;
        for request in requests {
            if linked.feed(request.into()).await.is_err() {
                return Err(lost());
            }
        }
        let longest = Duration::from_secs(host.config.limits.send);
        let mut stage = host.stage.clone();
        let pumped = tokio::select! {
            pumped = pump(&mut self.socket, &mut linked, longest) => pumped,
            // The other host goes on, but this one is the client's.
            () = stopping(&mut stage) => {
                linked.leave().await;
                return Err(ByeCode::Draining.into());
            }
        };
        match pumped {
            Pumped::Gone => Err(End::Gone),
            Pumped::Closed => {
                self.linger().await;
                Err(End::Gone)
            }
            Pumped::Broken(error) => Err(broken(&error)),
            Pumped::Lost => Err(lost()),
            Pumped::Back(to, messages) => {
                self.allowance.goes_on_with(to.left);
                self.heard = Instant::now();
                self.pinged = false;
                let requests = messages.into_iter().filter_map(|message| match message {
                    Message::Text(text) => Some(Encoded::Text(text)),
                    Message::Binary(bytes) => Some(Encoded::Binary(bytes)),
                    Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => None,
                });
                let requests: Vec<Encoded> = requests.collect();
                // It has greeted there, unless that is what comes back.
                self.greeted = !requests.first().is_some_and(|request| self.greets(request));
                self.allowance.counted = to.counted.unwrap_or(requests.len());
                let mut heard = Vec::with_capacity(requests.len());
                for request in requests {
                    let too_soon = self.counts();
                    heard.push(Heard { request, too_soon });
                }
                self.allowance.counted = 0;
                self.ask_first(heard);
                // Two hosts that do not agree on where it belongs do soon.
                sleep(PAUSE).await;
                Ok(())
            }
        }
    }
}

/// The room's host is gone. The client comes again, and is led to the one that has the room then.
fn lost() -> End {
    End::Bye(Bye {
        why: ByeCode::RoomSleeps,
        reason: "the host of this room is gone; connect again, your seat is kept".to_owned(),
        room: None,
    })
}
