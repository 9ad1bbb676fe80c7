//! A conversation with one client, over anything that carries websocket messages.

mod answering;
mod time;

use super::address::{Address, Single, quota};
use super::calls::{Caller, InRoom, Outcome};
use super::frames::TooManyFrames;
use super::host::{Host, Stage};
use crate::lobby::{LobbyChange as Change, Maker};
use crate::protocol::{Bye, ByeCode, Call, Code, MatchWanted, Message as Told, Request};
use crate::room::CloseReason;
use crate::wire::{self, Encoded, Format};
use futures_util::{FutureExt as _, Sink, Stream, StreamExt as _};
use governor::RateLimiter;
use governor::clock::MonotonicClock;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// How many messages in a row may be too much, or nonsense, before the socket is closed.
const PATIENCE: u32 = 20;

/// How many requests are read while one is worked on.
const AHEAD: usize = 16;

/// How many bytes a ping has at most.
const LONGEST_PING: usize = 100;

/// How often changes of the lobby are told.
const LOBBY_PAUSE: Duration = Duration::from_millis(250);

type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Why a conversation ends.
enum End {
    /// The client is gone.
    Gone,
    /// The host says goodbye.
    Bye(Bye),
}

impl From<ByeCode> for End {
    fn from(why: ByeCode) -> End {
        let reason = match why {
            ByeCode::Superseded => "this seat was taken up on a newer connection",
            ByeCode::Kicked => "you were taken out of the room",
            ByeCode::Draining => "the host stops; your seat is kept until it is back",
            ByeCode::RoomSleeps => "the host put this table aside for a moment; your seat is kept",
            ByeCode::Slow => "this connection does not read what it is sent",
            ByeCode::Rate => "this connection sends too much",
            ByeCode::TooBig => "a message was too large",
            ByeCode::NotText => "a text was not UTF-8",
            ByeCode::Idle => "nothing was heard for too long",
            ByeCode::Handshake => "nobody said hello in time",
            ByeCode::Protocol => "this connection does not keep to the protocol",
            ByeCode::RoomClosed => "the room was closed",
        };
        End::Bye(Bye {
            why,
            reason: reason.to_owned(),
            room: None,
        })
    }
}

/// A message that waits for its turn.
struct Heard {
    request: Encoded,
    /// Whether it came too soon after others, and is refused.
    too_soon: bool,
}

/// The answer to a request that is being worked on.
type Pending = Later<(u32, Option<Instant>, Outcome)>;

struct Session<S> {
    host: Arc<Host>,
    address: Address,
    /// As whom it makes rooms.
    maker: Maker,
    socket: S,
    format: Format,
    name: String,
    greeted: bool,
    began: Instant,
    heard: Instant,
    pinged: bool,
    rate: Single,
    strikes: u32,
    place: Option<InRoom>,
    /// What the client asked while something else was worked on.
    asked: VecDeque<Heard>,
    /// Whether something was told that is not on its way yet.
    held: bool,
    /// Whether the client is about to leave its room: that the room lets go of it is no news then.
    leaves: bool,
    lobby: Option<broadcast::Receiver<Change>>,
    /// Whether the rulesets are still those that the client was told of.
    rulesets: watch::Receiver<u64>,
    matching: Option<Later<Result<crate::lobby::Seated, crate::room::Refused>>>,
}

/// Talks with a client until one of both ends it.
pub(crate) async fn talk<S, E>(host: Arc<Host>, address: Address, format: Format, socket: S)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    let limits = &host.config.limits;
    let rate = quota(limits.messages_per_second, limits.messages_burst);
    host.metrics.sockets.increment(1.0);
    static PERSONS: AtomicU64 = AtomicU64::new(0);
    let maker = Maker {
        address: address.to_string(),
        person: PERSONS.fetch_add(1, Ordering::Relaxed),
    };
    let mut session = Session {
        address,
        maker,
        socket,
        format,
        name: String::new(),
        greeted: false,
        began: Instant::now(),
        heard: Instant::now(),
        pinged: false,
        rate: RateLimiter::direct_with_clock(rate, MonotonicClock),
        strikes: 0,
        asked: VecDeque::new(),
        held: false,
        place: None,
        leaves: false,
        lobby: None,
        rulesets: host.library.changes(),
        matching: None,
        host: Arc::clone(&host),
    };
    let end = session.run().await;
    // Whoever was in a room is away from now on, and not when the socket is at last gone.
    session.place = None;
    if let End::Bye(bye) = end {
        host.metrics.closed(bye.why);
        session.close(bye).await;
    }
    host.metrics.sockets.decrement(1.0);
}

impl<S, E> Session<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    async fn run(&mut self) -> End {
        let mut pending: Option<Pending> = None;
        let mut stage = self.host.stage.clone();
        let mut stopping = std::pin::pin!(stopping(&mut stage));
        let mut tick = Box::pin(tokio::time::sleep(self.next_tick()));
        loop {
            let step = tokio::select! {
                // What the client asks next waits for what it asked before; that it goes, or answers a ping,
                // is heard meanwhile.
                frame = self.socket.next(), if self.asked.len() < AHEAD => match self.heard(frame, pending.is_some()).await {
                    Ok(next) => {
                        pending = pending.or(next);
                        Ok(())
                    }
                    Err(end) => Err(end),
                },
                (id, since, outcome) = later(&mut pending) => {
                    pending = None;
                    match self.answer(id, since, outcome).await {
                        Ok(()) => match self.next_asked().await {
                            Ok(next) => {
                                pending = next;
                                Ok(())
                            }
                            Err(end) => Err(end),
                        },
                        Err(end) => Err(end),
                    }
                }
                told = next_message(&mut self.place) => self.pass_on(told).await,
                seated = later(&mut self.matching) => {
                    self.matching = None;
                    self.matched(seated).await
                }
                () = tick.as_mut() => {
                    let done = self.tick().await;
                    let next = self.next_tick();
                    tick.as_mut().reset(Instant::now() + next);
                    done
                }
                () = stopping.as_mut() => Err(ByeCode::Draining.into()),
            };
            if let Err(end) = step {
                // A waiting session should keep no memory for that.
                Box::pin(self.answer_what_is_done(&end, pending)).await;
                return end;
            }
            if self.held
                && let Err(end) = self.flush().await
            {
                return end;
            }
            if self.lobby.is_some() {
                let soon = Instant::now() + LOBBY_PAUSE;
                if tick.deadline() > soon {
                    tick.as_mut().reset(soon);
                }
            }
        }
    }

    /// Begins with what was asked meanwhile, up to the next thing that takes time.
    async fn next_asked(&mut self) -> Result<Option<Pending>, End> {
        while let Some(heard) = self.asked.pop_front() {
            if let Some(pending) = self.asked_for(&heard).await? {
                return Ok(Some(pending));
            }
        }
        Ok(None)
    }

    async fn heard(
        &mut self,
        frame: Option<Result<Message, E>>,
        works: bool,
    ) -> Result<Option<Pending>, End> {
        let request = match frame {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Err(error)) => return Err(broken(&error)),
            // Frames are put together before they come here.
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                self.heard = Instant::now();
                self.pinged = false;
                // Control messages cost too.
                return match self.rate.check() {
                    Ok(()) => Ok(None),
                    Err(_) => self.strike(ByeCode::Rate).map(|()| None),
                };
            }
            Some(Ok(Message::Text(text))) => Encoded::Text(text),
            Some(Ok(Message::Binary(bytes))) => Encoded::Binary(bytes),
        };
        self.heard = Instant::now();
        self.pinged = false;
        self.host.metrics.received.increment(1);
        let too_soon = self.rate.check().is_err() || !self.host.addresses.may_send(self.address);
        if works
            && !too_soon
            && self.greeted
            && let Some(id) = self.pinged(&request)
        {
            // Whoever asks whether the line is there is not asking when the work is done.
            self.strikes = 0;
            let pong = Outcome::Done(crate::protocol::Done::Ok {});
            return self.answer(id, None, pong).await.map(|()| None);
        }
        let heard = Heard { request, too_soon };
        if works {
            self.asked.push_back(heard);
            return Ok(None);
        }
        self.asked_for(&heard).await
    }

    /// Does what a message asks, or refuses it; each in its turn, so that no answer is overtaken.
    async fn asked_for(&mut self, heard: &Heard) -> Result<Option<Pending>, End> {
        if heard.too_soon {
            self.strike(ByeCode::Rate)?;
            let reason = "you ask too much at once; wait a little";
            self.refuse(self.number(&heard.request), Code::Rate, reason)
                .await?;
            return Ok(None);
        }
        let Request { id, call } = match self.format.decode(&heard.request) {
            Ok(request) => request,
            Err(error) => {
                let reason = format!("that is no request of this protocol: {error}");
                self.strike(ByeCode::Protocol)?;
                self.refuse(self.number(&heard.request), Code::Malformed, &reason)
                    .await?;
                return Ok(None);
            }
        };
        if self.greeted {
            self.strikes = 0;
        }
        self.begin(id, call).await
    }

    /// Counts a mistake; too many in a row end the conversation.
    fn strike(&mut self, why: ByeCode) -> Result<(), End> {
        self.strikes += 1;
        if self.strikes >= PATIENCE {
            return Err(why.into());
        }
        Ok(())
    }

    async fn begin(&mut self, id: u32, call: Call) -> Result<Option<Pending>, End> {
        let since = matches!(call, Call::Choose { .. } | Call::Interact { .. }).then(Instant::now);
        let caller = |session: &Session<S>| Caller {
            host: Arc::clone(&session.host),
            name: session.name.clone(),
            maker: session.maker.clone(),
            attachment: session.place.as_ref().map(|place| Arc::clone(&place.attachment)),
            format: session.format,
            id,
        };
        if !self.greeted {
            let Call::Hello(hello) = call else {
                let reason = "say hello first";
                self.refuse(Some(id), Code::NotGreeted, reason).await?;
                return self.strike(ByeCode::Protocol).map(|()| None);
            };
            self.name = presentable(&hello.name, self.host.config.rooms.name_letters);
            // A client that speaks another version may say hello again.
            self.greeted = hello.protocol == crate::protocol::PROTOCOL;
            if !self.greeted {
                self.strike(ByeCode::Protocol)?;
            }
            self.rulesets.mark_unchanged();
            let caller = caller(self);
            return Ok(Some(Box::pin(
                async move { (id, None, caller.hello(hello).await) },
            )));
        }
        match &call {
            Call::Rooms { watch } => {
                self.lobby = watch.then(|| self.host.rooms.changes());
            }
            Call::Match(wanted) => return self.wait_for_match(id, wanted).await.map(|()| None),
            Call::Unmatch {} => self.matching = None,
            Call::Create(_) | Call::Join(_) | Call::Resume(_) | Call::Spectate(_) => self.matching = None,
            Call::Hello(_)
            | Call::Table { .. }
            | Call::Leave {}
            | Call::StepOut {}
            | Call::Ready { .. }
            | Call::Start {}
            | Call::MixIn { .. }
            | Call::Arrange(_)
            | Call::Kick { .. }
            | Call::AddBot { .. }
            | Call::HandOver { .. }
            | Call::Approve { .. }
            | Call::Choose { .. }
            | Call::Interact { .. }
            | Call::Extend { .. }
            | Call::AskUndo {}
            | Call::AnswerUndo { .. }
            | Call::WithdrawUndo {}
            | Call::AfterFault { .. }
            | Call::Rematch {}
            | Call::Record {}
            | Call::Replay {}
            | Call::Chat { .. }
            | Call::Resync {} => {}
            Call::Ping {} => {
                let pong = Outcome::Done(crate::protocol::Done::Ok {});
                return self.answer(id, None, pong).await.map(|()| None);
            }
        }
        self.leaves = matches!(call, Call::Leave {});
        let caller = caller(self);
        if let Call::Choose { seen, choice } = call {
            // What comes most often is kept small.
            return Ok(Some(Box::pin(async move {
                (id, since, caller.choose(seen, choice).await)
            })));
        }
        Ok(Some(Box::pin(
            async move { (id, since, caller.answer(call).await) },
        )))
    }

    async fn wait_for_match(&mut self, id: u32, wanted: &MatchWanted) -> Result<(), End> {
        if self.place.is_some() {
            let reason = "you are in a room; leave it first";
            return self.refuse(Some(id), Code::InRoom, reason).await;
        }
        let library = &self.host.library;
        let named = |e: &Arc<crate::library::Edition>| {
            e.name == wanted.ruleset || e.ruleset.edition().to_string() == wanted.ruleset
        };
        let Some(edition) = library.editions().into_iter().find(named) else {
            let refused = wire::refused(Some(id), crate::room::Refused::NoRuleset);
            return self.tell_refused(refused).await;
        };
        let (rooms, name, seats) = (self.host.rooms.clone(), self.name.clone(), wanted.seats);
        let maker = self.maker.clone();
        let mut waits: Later<_> =
            Box::pin(async move { rooms.match_up_by(Some(&maker), &edition.name, seats, &name).await });
        // What cannot be is said at once.
        if let Some(Err(refused)) = (&mut waits).now_or_never() {
            return self.tell_refused(wire::refused(Some(id), refused)).await;
        }
        self.matching = Some(waits);
        let done = Box::new(crate::protocol::Done::Ok {});
        self.tell(&Told::Answer { id, done }).await
    }

    /// The number of a request that cannot be done, so that whoever waits for its answer gets one.
    fn number(&self, request: &Encoded) -> Option<u32> {
        #[derive(serde::Deserialize)]
        struct Numbered {
            id: u32,
        }
        self.format.decode(request).ok().map(|Numbered { id }| id)
    }

    /// The number of a ping, if the request is one.
    fn pinged(&self, request: &Encoded) -> Option<u32> {
        // What is longer is read once, when its turn comes.
        if request.len() > LONGEST_PING {
            return None;
        }
        match self.format.decode(request) {
            Ok(Request {
                id,
                call: Call::Ping {},
            }) => Some(id),
            Ok(_) | Err(_) => None,
        }
    }
}

/// Waits until the host closes all sockets.
async fn stopping(stage: &mut watch::Receiver<Stage>) {
    let _ = stage.wait_for(|stage| *stage == Stage::Stopping).await;
}

/// The result of the pending call; waits for ever when there is none.
async fn later<T>(pending: &mut Option<Later<T>>) -> T {
    match pending {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// The next message of the room; waits for ever when the client is in none.
async fn next_message(place: &mut Option<InRoom>) -> Option<Result<Encoded, CloseReason>> {
    match place {
        Some(place) => place.inbox.next().await,
        None => std::future::pending().await,
    }
}

/// A name as it can be shown: without what cannot be seen, and not too long.
fn presentable(name: &str, most: usize) -> String {
    let shown: String = name
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
        .take(most)
        .collect();
    if shown.is_empty() {
        "Guest".to_owned()
    } else {
        shown
    }
}

/// Why a socket broke: the line, or what came over it.
fn broken(error: &(dyn std::error::Error + 'static)) -> End {
    use tokio_tungstenite::tungstenite::Error as Wire;
    let mut cause = Some(error);
    while let Some(error) = cause {
        match error.downcast_ref::<Wire>() {
            Some(Wire::Capacity(_)) => return ByeCode::TooBig.into(),
            Some(Wire::Protocol(
                tokio_tungstenite::tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
            )) => {
                return End::Gone;
            }
            Some(Wire::Utf8(_)) => return ByeCode::NotText.into(),
            Some(Wire::Protocol(_) | Wire::AttackAttempt) => return ByeCode::Protocol.into(),
            Some(Wire::Io(error)) if TooManyFrames::caused(error) => return ByeCode::Rate.into(),
            Some(_) => return End::Gone,
            None => cause = error.source(),
        }
    }
    End::Gone
}

#[cfg(test)]
mod tests;
