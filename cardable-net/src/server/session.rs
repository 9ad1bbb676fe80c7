//! A conversation with one client, over anything that carries websocket messages.

use super::address::{Address, Single, quota};
use super::calls::{Asked, Outcome, Place};
use super::host::{Host, Stage};
use crate::lobby::LobbyChange as Change;
use crate::protocol::{
    Bye, ByeCode, Call, Code, LobbyChange, MatchWanted, Message as Told, Refused, Request, RoomId, Seated,
};
use crate::room::{CloseReason, Text};
use crate::wire;
use futures_util::{FutureExt as _, Sink, SinkExt as _, Stream, StreamExt as _};
use governor::RateLimiter;
use governor::clock::MonotonicClock;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// How many messages in a row may be too much, or nonsense, before the socket is closed.
const PATIENCE: u32 = 20;

/// How often changes of the lobby are told.
const LOBBY_PAUSE: Duration = Duration::from_millis(250);

/// How long a socket that was closed is still read, so that the other side reads why.
const LINGER: Duration = Duration::from_secs(1);

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
            ByeCode::Slow => "this connection does not read what it is sent",
            ByeCode::Rate => "this connection sends too much",
            ByeCode::TooBig => "a message was too large",
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

/// The answer to a request that is being worked on.
type Pending = Later<(u32, Option<Instant>, Outcome)>;

struct Session<S> {
    host: Arc<Host>,
    address: Address,
    socket: S,
    name: String,
    greeted: bool,
    heard: Instant,
    pinged: bool,
    rate: Single,
    strikes: u32,
    place: Option<Place>,
    /// Whether something was told that is not on its way yet.
    held: bool,
    /// Whether the client is about to leave its room: that the room lets go of it is no news then.
    leaves: bool,
    lobby: Option<broadcast::Receiver<Change>>,
    matching: Option<Later<Result<crate::lobby::Seated, crate::room::Refused>>>,
}

/// Talks with a client until one of both ends it.
pub(crate) async fn talk<S, E>(host: Arc<Host>, address: Address, socket: S)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    let limits = &host.config.limits;
    let rate = quota(limits.messages_per_second, limits.messages_burst);
    host.metrics.sockets.increment(1.0);
    let mut session = Session {
        address,
        socket,
        name: String::new(),
        greeted: false,
        heard: Instant::now(),
        pinged: false,
        rate: RateLimiter::direct_with_clock(rate, MonotonicClock),
        strikes: 0,
        held: false,
        place: None,
        leaves: false,
        lobby: None,
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
                // What the client asks next waits for what it asked before.
                frame = self.socket.next(), if pending.is_none() => match self.heard(frame).await {
                    Ok(next) => {
                        pending = next;
                        Ok(())
                    }
                    Err(end) => Err(end),
                },
                (id, since, outcome) = later(&mut pending) => {
                    pending = None;
                    self.answer(id, since, outcome).await
                }
                told = told(&mut self.place) => self.pass_on(told).await,
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

    // --- time

    fn next_tick(&self) -> Duration {
        let limits = &self.host.config.limits;
        if self.lobby.is_some() {
            return LOBBY_PAUSE;
        }
        let longest = match (self.greeted, self.pinged) {
            (false, _) => Duration::from_secs(limits.handshake),
            (true, false) => Duration::from_secs(limits.idle) / 2,
            (true, true) => Duration::from_secs(limits.idle),
        };
        longest
            .saturating_sub(self.heard.elapsed())
            .max(Duration::from_millis(10))
    }

    async fn tick(&mut self) -> Result<(), End> {
        let limits = &self.host.config.limits;
        let silent = self.heard.elapsed();
        if !self.greeted && silent >= Duration::from_secs(limits.handshake) {
            return Err(ByeCode::Handshake.into());
        }
        let idle = Duration::from_secs(limits.idle);
        if silent >= idle {
            return Err(ByeCode::Idle.into());
        }
        if self.greeted && !self.pinged && silent >= idle / 2 {
            self.pinged = true;
            self.send(Message::Ping(axum::body::Bytes::new())).await?;
        }
        self.tell_lobby().await
    }

    async fn tell_lobby(&mut self) -> Result<(), End> {
        let Some(changes) = &mut self.lobby else {
            return Ok(());
        };
        let mut told = LobbyChange {
            whole: false,
            changed: Vec::new(),
            gone: Vec::new(),
        };
        let mut last: std::collections::BTreeMap<RoomId, Option<crate::protocol::RoomEntry>> =
            std::collections::BTreeMap::new();
        loop {
            match changes.try_recv() {
                Ok(Change::Room(room)) => {
                    last.insert(wire::room_id(room.room), Some(wire::room_entry(&room)));
                }
                Ok(Change::Gone(room)) => {
                    last.insert(wire::room_id(room), None);
                }
                Err(broadcast::error::TryRecvError::Lagged(_)) => {
                    told.whole = true;
                    *changes = changes.resubscribe();
                }
                Err(broadcast::error::TryRecvError::Empty) => break,
                Err(broadcast::error::TryRecvError::Closed) => {
                    self.lobby = None;
                    return Ok(());
                }
            }
        }
        if told.whole {
            let rooms = self.host.rooms.list();
            told.changed = rooms.iter().map(|room| wire::room_entry(room)).collect();
        } else {
            for (room, entry) in last {
                match entry {
                    Some(entry) => told.changed.push(entry),
                    None => told.gone.push(room),
                }
            }
        }
        if told.whole || !told.changed.is_empty() || !told.gone.is_empty() {
            self.tell(&Told::Lobby(told)).await?;
        }
        Ok(())
    }

    // --- from the client

    async fn heard(&mut self, frame: Option<Result<Message, E>>) -> Result<Option<Pending>, End> {
        let text = match frame {
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
            Some(Ok(Message::Binary(_))) => {
                self.heard = Instant::now();
                let reason = "messages are texts with JSON";
                self.refuse(None, Code::Malformed, reason).await?;
                return self.strike(ByeCode::Protocol).map(|()| None);
            }
            Some(Ok(Message::Text(text))) => text,
        };
        self.heard = Instant::now();
        self.pinged = false;
        self.host.metrics.received.increment(1);
        if self.rate.check().is_err() || !self.host.addresses.may_send(self.address) {
            let id = number(&text);
            self.strike(ByeCode::Rate)?;
            self.refuse(id, Code::Rate, "you ask too much at once; wait a little")
                .await?;
            return Ok(None);
        }
        let Request { id, call } = match serde_json::from_str(&text) {
            Ok(request) => request,
            Err(error) => {
                let reason = format!("that is no request of this protocol: {error}");
                self.strike(ByeCode::Protocol)?;
                self.refuse(number(&text), Code::Malformed, &reason).await?;
                return Ok(None);
            }
        };
        self.strikes = 0;
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
        let asked = |session: &Session<S>| Asked {
            host: Arc::clone(&session.host),
            name: session.name.clone(),
            attachment: session.place.as_ref().map(|place| Arc::clone(&place.attachment)),
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
            let asked = asked(self);
            return Ok(Some(Box::pin(
                async move { (id, None, asked.hello(hello).await) },
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
            | Call::AfterFault { .. }
            | Call::Rematch {}
            | Call::Record {}
            | Call::Replay {}
            | Call::Chat { .. }
            | Call::Resync {} => {}
        }
        self.leaves = matches!(call, Call::Leave {});
        let asked = asked(self);
        if let Call::Choose { seen, choice } = call {
            // What comes most often is kept small.
            return Ok(Some(Box::pin(async move {
                (id, since, asked.choose(seen, choice).await)
            })));
        }
        Ok(Some(Box::pin(
            async move { (id, since, asked.answer(call).await) },
        )))
    }

    async fn wait_for_match(&mut self, id: u32, wanted: &MatchWanted) -> Result<(), End> {
        if self.place.is_some() {
            let reason = "you are in a room; leave it first";
            return self.refuse(Some(id), Code::InRoom, reason).await;
        }
        let library = &self.host.library;
        let named = |e: &Arc<crate::library::Edition>| {
            e.name == wanted.ruleset || e.ruleset.hash_hex() == wanted.ruleset
        };
        let Some(edition) = library.editions().into_iter().find(named) else {
            let refused = wire::refused(Some(id), crate::room::Refused::NoRuleset);
            return self.tell_refused(refused).await;
        };
        let (rooms, name, seats) = (self.host.rooms.clone(), self.name.clone(), wanted.seats);
        let mut waits: Later<_> = Box::pin(async move { rooms.match_up(&edition.name, seats, &name).await });
        // What cannot be is said at once.
        if let Some(Err(refused)) = (&mut waits).now_or_never() {
            return self.tell_refused(wire::refused(Some(id), refused)).await;
        }
        self.matching = Some(waits);
        let done = Box::new(crate::protocol::Done::Ok {});
        self.tell(&Told::Answer { id, done }).await
    }

    // --- to the client

    async fn answer(&mut self, id: u32, since: Option<Instant>, outcome: Outcome) -> Result<(), End> {
        match outcome {
            Outcome::Refused(refused) => self.tell_refused(refused).await,
            Outcome::Done(done) => {
                // What follows from it was told to the room's end of the queue before.
                self.pass_on_waiting().await?;
                if let (Some(since), crate::protocol::Done::Chosen { .. }) = (since, &done) {
                    self.host.metrics.choices.increment(1);
                    self.host
                        .metrics
                        .choice_seconds
                        .record(since.elapsed().as_secs_f64());
                }
                let done = Box::new(done);
                self.tell(&Told::Answer { id, done }).await
            }
            Outcome::Entered(done, place) => {
                self.place = Some(place);
                let done = Box::new(done);
                self.tell(&Told::Answer { id, done }).await
            }
            Outcome::Left => {
                self.place = None;
                let done = Box::new(crate::protocol::Done::Ok {});
                self.tell(&Told::Answer { id, done }).await
            }
        }
    }

    async fn matched(
        &mut self,
        seated: Result<crate::lobby::Seated, crate::room::Refused>,
    ) -> Result<(), End> {
        let asked = Asked {
            host: Arc::clone(&self.host),
            name: self.name.clone(),
            attachment: None,
            id: 0,
        };
        match asked.entered(seated).await {
            Ok(Outcome::Entered(crate::protocol::Done::Seated(seated), place)) => {
                self.place = Some(place);
                self.tell(&Told::Matched(Seated { ..seated })).await
            }
            Ok(Outcome::Entered(..) | Outcome::Done(_) | Outcome::Left | Outcome::Refused(_)) => Ok(()),
            Err(refused) => self.tell_refused(Refused { id: None, ..*refused }).await,
        }
    }

    async fn pass_on(&mut self, told: Option<Result<Text, CloseReason>>) -> Result<(), End> {
        match told {
            None if self.leaves => {
                self.place = None;
                Ok(())
            }
            Some(Ok(text)) => {
                self.pass(text).await?;
                self.pass_on_waiting().await
            }
            Some(Err(reason)) => {
                let mut bye = wire::bye(reason);
                match reason {
                    // The client may go on, in the lobby.
                    CloseReason::Removed | CloseReason::RoomClosed => {
                        let place = self.place.take();
                        bye.room = place.map(|place| wire::room_id(place.attachment.room()));
                        self.tell(&Told::Bye(bye)).await
                    }
                    CloseReason::Replaced | CloseReason::TooSlow | CloseReason::HostStops => {
                        Err(End::Bye(bye))
                    }
                }
            }
            None => {
                let place = self.place.take();
                let mut bye = wire::bye(CloseReason::RoomClosed);
                bye.room = place.map(|place| wire::room_id(place.attachment.room()));
                self.tell(&Told::Bye(bye)).await
            }
        }
    }

    async fn pass_on_waiting(&mut self) -> Result<(), End> {
        while let Some(text) = self.place.as_mut().and_then(|place| place.inbox.try_next()) {
            self.pass(text).await?;
        }
        Ok(())
    }

    async fn refuse(&mut self, id: Option<u32>, code: Code, reason: &str) -> Result<(), End> {
        self.tell_refused(Refused {
            id,
            code,
            reason: reason.to_owned(),
            rules: None,
        })
        .await
    }

    async fn tell_refused(&mut self, refused: Refused) -> Result<(), End> {
        self.host.metrics.refused(refused.code);
        self.tell(&Told::Refused(refused)).await
    }

    async fn tell(&mut self, message: &Told) -> Result<(), End> {
        self.pass(wire::text(message)).await
    }

    async fn pass(&mut self, text: Text) -> Result<(), End> {
        self.host.metrics.sent.increment(1);
        self.host.metrics.sent_bytes.increment(text.len() as u64);
        self.send(Message::Text(text)).await
    }

    /// Puts a message behind those that wait to be sent; all go out together.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        self.held = true;
        let longest = Duration::from_secs(self.host.config.limits.send);
        match timeout(longest, self.socket.feed(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(ByeCode::Slow.into()),
        }
    }

    /// Sends what waits.
    async fn flush(&mut self) -> Result<(), End> {
        self.held = false;
        let longest = Duration::from_secs(self.host.config.limits.send);
        match timeout(longest, self.socket.flush()).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(ByeCode::Slow.into()),
        }
    }

    /// Says goodbye, and reads on for a moment: what comes in and is not read would make the system
    /// throw away what the client has not read yet.
    async fn close(&mut self, bye: Bye) {
        let why = bye.why;
        let frame = CloseFrame {
            code: why.close_code().into(),
            reason: bye.reason.clone().into(),
        };
        let goodbye = async {
            // A client that does not read would not read this either.
            if why != ByeCode::Slow {
                let text = wire::text(&Told::Bye(bye));
                let _ = self.socket.send(Message::Text(text)).await;
            }
            let _ = self.socket.send(Message::Close(Some(frame))).await;
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        let _ = timeout(LINGER, goodbye).await;
    }
}

/// When all sockets are to be closed.
async fn stopping(stage: &mut tokio::sync::watch::Receiver<Stage>) {
    let _ = stage.wait_for(|stage| *stage == Stage::Stopping).await;
}

/// What is worked on, when there is something.
async fn later<T>(pending: &mut Option<Later<T>>) -> T {
    match pending {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// What the room tells, when there is one.
async fn told(place: &mut Option<Place>) -> Option<Result<Text, CloseReason>> {
    match place {
        Some(place) => place.inbox.next().await,
        None => std::future::pending().await,
    }
}

/// The number of a request that cannot be done, so that whoever waits for its answer gets one.
fn number(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str(text).ok().map(|Numbered { id }| id)
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
            Some(Wire::Protocol(_) | Wire::Utf8(_) | Wire::AttackAttempt) => return ByeCode::Protocol.into(),
            Some(_) => return End::Gone,
            None => cause = error.source(),
        }
    }
    End::Gone
}

#[cfg(test)]
mod tests;
