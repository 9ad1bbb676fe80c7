//! A session with one client, over any transport of websocket messages.

mod answering;
mod forwarding;
mod matching;
mod time;

use super::address::Address;
use super::calls::{Caller, InRoom, Outcome};
use super::frames::TooManyFrames;
use super::host::{Host, Stage};
use super::links::{Elsewhere, Linked, Passport};
use super::rate::{Allowance, Quota};
use crate::environment::Spoken;
use crate::lobby::{LobbyChange as Change, Maker};
use crate::protocol::{Bye, ByeCode, Call, Code, Request};
use crate::room::CloseReason;
use crate::wire::{Encoded, Format};
use cardable_core::Language;
use futures_util::{Sink, Stream, StreamExt as _};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// Maximum number of invalid or excess messages in a row before the socket is closed.
const PATIENCE: u32 = 20;

/// Maximum number of requests queued while one is being executed.
const AHEAD: usize = 16;

/// Maximum length in bytes of a ping that is answered at once.
const LONGEST_PING: usize = 100;

/// Interval between updates of the lobby.
const LOBBY_PAUSE: Duration = Duration::from_millis(250);

type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Why a session ends here.
enum End {
    /// The client disconnected.
    Gone,
    /// The host closes the session.
    Bye(Bye),
    /// It goes on at another host, which answers this request.
    Elsewhere(Elsewhere, Encoded),
}

impl From<ByeCode> for End {
    fn from(why: ByeCode) -> End {
        let reason = match why {
            ByeCode::Superseded => "you have taken this seat on a newer connection",
            ByeCode::Kicked => "you were removed from the room",
            ByeCode::Draining => "the host is stopping; your seat is kept",
            ByeCode::RoomSleeps => "the host has paused this room; your seat is kept",
            ByeCode::Slow => "this connection reads too slowly",
            ByeCode::Rate => "this connection sends too much",
            ByeCode::TooBig => "a message was too large",
            ByeCode::NotText => "a text frame was not UTF-8",
            ByeCode::Idle => "this connection was silent for too long",
            ByeCode::Handshake => "no hello came in time",
            ByeCode::Protocol => "this connection violates the protocol",
            ByeCode::RoomClosed => "the room was closed",
            ByeCode::Other => "the host ends the connection",
        };
        End::Bye(Bye {
            why,
            reason: reason.to_owned(),
            room: None,
        })
    }
}

/// A received message that waits for its turn.
struct Heard {
    request: Encoded,
    /// Whether it exceeded the rate limit and must be refused.
    too_soon: bool,
}

/// The result of the request being executed.
type Pending = Later<(u32, Option<Instant>, Outcome)>;

/// What a request does to the place of the client.
enum Doing {
    Other,
    /// It leaves its room, whose close notice is then expected.
    Leaves,
    /// This request enters a room, for which hosts are asked since then.
    Enters(Encoded, Instant),
}

/// What a client says of whom it is for.
#[derive(Default)]
struct Client {
    name: String,
    language: Language,
}

struct Session<S> {
    host: Arc<Host>,
    address: Address,
    /// The identity under which it creates rooms, for the limits on them.
    maker: Maker,
    socket: S,
    format: Format,
    client: Client,
    greeted: bool,
    /// The versions of the protocol that the client speaks, once it has greeted.
    spoken: Option<Spoken>,
    began: Instant,
    heard: Instant,
    pinged: bool,
    /// How much it may say.
    allowance: Allowance,
    place: Option<InRoom>,
    /// Messages received while a request was being executed.
    asked: VecDeque<Heard>,
    /// Whether messages have been written but not flushed.
    held: bool,
    /// What the request being executed does.
    doing: Doing,
    lobby: Option<broadcast::Receiver<Change>>,
    /// Signals that the rulesets differ from those last announced to the client.
    rulesets: watch::Receiver<u64>,
    matching: Option<Later<Result<crate::lobby::Seated, crate::room::Refused>>>,
    /// What a bot thinks about for this client. Other requests do not wait for it.
    thinks: Option<Pending>,
}

impl<S> Session<S> {
    /// A session that has not greeted.
    fn new(host: Arc<Host>, address: Address, format: Format, socket: S) -> Session<S> {
        let limits = &host.config.limits;
        let quota = Quota::new(limits.messages_per_second, limits.messages_burst);
        static PERSONS: AtomicU64 = AtomicU64::new(0);
        // Hosts that share a store tell each other of persons.
        let run = host.rooms.session().map_or(0, |(session, _)| session);
        let maker = Maker {
            address: address.to_string(),
            person: (run << 32) | PERSONS.fetch_add(1, Ordering::Relaxed),
        };
        Session {
            address,
            maker,
            socket,
            format,
            client: Client::default(),
            greeted: false,
            spoken: None,
            began: Instant::now(),
            heard: Instant::now(),
            pinged: false,
            allowance: Allowance::new(quota),
            asked: VecDeque::new(),
            held: false,
            place: None,
            doing: Doing::Other,
            lobby: None,
            rulesets: host.library.changes(),
            matching: None,
            thinks: None,
            host,
        }
    }
}

/// Runs a session until either side ends it.
pub(crate) async fn talk<S, E>(host: Arc<Host>, address: Address, format: Format, socket: S)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    host.metrics.sockets.increment(1.0);
    let mut session = Session::new(Arc::clone(&host), address, format, socket);
    let end = loop {
        match session.run().await {
            // Boxed, because a session that stays should not reserve memory for this future.
            End::Elsewhere(to, request) => {
                if let Err(end) = Box::pin(session.go_on_elsewhere(to, request)).await {
                    break end;
                }
            }
            end => break end,
        }
    };
    // The client's seat counts as away from now on, not only when the socket is finally gone.
    session.place = None;
    if let End::Bye(bye) = end {
        host.metrics.closed(bye.why);
        session.close(bye).await;
    }
    host.metrics.sockets.decrement(1.0);
}

/// Goes on with a session whose client is connected to another host.
pub(super) async fn talk_linked(host: Arc<Host>, passport: Passport, socket: Linked) {
    if let Some(errand) = passport.errand {
        return errand.run_for(&host, socket).await;
    }
    let address = host.addresses.of(passport.address);
    let mut session = Session::new(Arc::clone(&host), address, passport.format(), socket);
    session.lobby = passport.watches.then(|| host.rooms.changes());
    session.client = Client {
        name: passport.name,
        language: passport.language,
    };
    if let Some(person) = passport.person {
        session.maker.person = person;
    }
    session.greeted = passport.greeted;
    session.spoken = passport.spoken;
    session.allowance.goes_on_with(passport.left);
    session.allowance.counted = passport.counted;
    let end = match session.is_understood() {
        Ok(()) => session.run().await,
        Err(end) => end,
    };
    session.place = None;
    match end {
        End::Elsewhere(to, request) => {
            let mut unread = vec![Message::from(request)];
            for Heard { request, too_soon } in std::mem::take(&mut session.asked) {
                match too_soon {
                    // Where the link is broken, nothing comes of the rest either.
                    true => drop(session.refuse_too_soon(&request).await),
                    false => unread.push(request.into()),
                }
            }
            // What is on the way still is of those that the other host has counted, if any are left.
            let (left, counted) = (
                Some(session.allowance.left()),
                Some(unread.len() + session.allowance.counted),
            );
            let to = Elsewhere { left, counted, ..to };
            session.socket.give_back(to, unread).await;
        }
        End::Bye(bye) => {
            host.metrics.closed(bye.why);
            session.close(bye).await;
            session.socket.end().await;
        }
        End::Gone => session.socket.end().await,
    }
}

impl<S, E> Session<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    async fn run(&mut self) -> End {
        let mut pending: Option<Pending> = match self.next_asked().await {
            Ok(pending) => pending,
            Err(end) => return end,
        };
        let mut stage = self.host.stage.clone();
        let mut stopping = std::pin::pin!(stopping(&mut stage));
        let mut tick = Box::pin(tokio::time::sleep(self.next_tick()));
        loop {
            let step = tokio::select! {
                // Further requests wait for earlier ones. A disconnect or a ping is still handled meanwhile.
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
                (id, since, outcome) = later(&mut self.thinks) => {
                    self.thinks = None;
                    self.answer(id, since, outcome).await
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
                // Boxed, because an idle session should not reserve memory for this future.
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

    /// Handles queued requests up to the next one that takes time.
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
            // The websocket library joins frames.
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                self.heard = Instant::now();
                self.pinged = false;
                // Control messages count toward the rate limit too.
                return match self.allowance.take() {
                    true => Ok(None),
                    false => self.strike(ByeCode::Rate).map(|()| None),
                };
            }
            Some(Ok(Message::Text(text))) => Encoded::Text(text),
            Some(Ok(Message::Binary(bytes))) => Encoded::Binary(bytes),
        };
        self.heard = Instant::now();
        self.pinged = false;
        self.host.metrics.received.increment(1);
        let too_soon = self.counts();
        if works
            && !too_soon
            && self.greeted
            && let Some(id) = self.pinged(&request)
        {
            // Answer pings at once: they test the connection, not the queue.
            self.allowance.strikes = 0;
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

    /// Executes or refuses a message. Messages are handled in order, so that answers are in order too.
    async fn asked_for(&mut self, heard: &Heard) -> Result<Option<Pending>, End> {
        if heard.too_soon {
            self.strike(ByeCode::Rate)?;
            self.refuse_too_soon(&heard.request).await?;
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
            self.allowance.strikes = 0;
        }
        self.begin(id, call, &heard.request).await
    }

    async fn refuse_too_soon(&mut self, request: &Encoded) -> Result<(), End> {
        let reason = "you ask too much at once; wait a little";
        self.refuse(self.number(request), Code::Rate, reason).await
    }

    /// Counts a violation. Too many in a row end the session.
    fn strike(&mut self, why: ByeCode) -> Result<(), End> {
        self.allowance.strikes += 1;
        if self.allowance.strikes >= PATIENCE {
            return Err(why.into());
        }
        Ok(())
    }

    async fn begin(&mut self, id: u32, call: Call, request: &Encoded) -> Result<Option<Pending>, End> {
        let since = matches!(call, Call::Choose { .. } | Call::Interact { .. }).then(Instant::now);
        let caller = |session: &Session<S>| Caller {
            host: Arc::clone(&session.host),
            name: session.client.name.clone(),
            maker: session.maker.clone(),
            attachment: session.place.as_ref().map(|place| Arc::clone(&place.attachment)),
            format: session.format,
            language: session.client.language,
            id,
        };
        if !self.greeted {
            let Call::Hello(hello) = call else {
                let reason = "say hello first";
                self.refuse(Some(id), Code::NotGreeted, reason).await?;
                return self.strike(ByeCode::Protocol).map(|()| None);
            };
            self.client.name = presentable(&hello.name, self.host.config.rooms.name_letters);
            self.client.language = hello
                .language
                .as_deref()
                .and_then(Language::of_tag)
                .unwrap_or_default();
            // After a version mismatch the client can say hello again.
            let spoken = Spoken::by(&hello);
            self.greeted = spoken.agreed(&self.host.versions.protocol).is_some();
            self.spoken = Some(spoken);
            if !self.greeted {
                self.strike(ByeCode::Protocol)?;
            }
            self.rulesets.mark_unchanged();
            if hello.resume.is_some() {
                self.enters_by(request);
            }
            let caller = caller(self);
            return Ok(Some(Box::pin(
                async move { (id, None, caller.hello(hello).await) },
            )));
        }
        match &call {
            Call::Rooms { watch } => {
                self.lobby = watch.then(|| self.host.rooms.changes());
            }
            Call::Match(wanted) => return self.wait_for_match(id, wanted, request).await.map(|()| None),
            Call::Unmatch {} => self.matching = None,
            Call::Create(_) => self.matching = None,
            Call::Join(_) | Call::Resume(_) | Call::Spectate(_) => {
                self.matching = None;
                self.enters_by(request);
            }
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
            | Call::ChangeBot { .. }
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
            | Call::Debug(_)
            | Call::Chat { .. }
            | Call::Resync {} => {}
            Call::Hint {} | Call::Review {} => {
                if self.thinks.is_some() {
                    let reason = "a bot still thinks about what you asked before";
                    return self.refuse(Some(id), Code::NotNow, reason).await.map(|()| None);
                }
                let caller = caller(self);
                self.thinks = Some(Box::pin(async move { (id, since, caller.answer(call).await) }));
                return Ok(None);
            }
            Call::Ping {} => {
                let pong = Outcome::Done(crate::protocol::Done::Ok {});
                return self.answer(id, None, pong).await.map(|()| None);
            }
        }
        if matches!(call, Call::Leave {}) {
            self.doing = Doing::Leaves;
        } else if matches!(self.doing, Doing::Leaves) {
            self.doing = Doing::Other;
        }
        let caller = caller(self);
        if let Call::Choose { seen, choice } = call {
            // Choices are the most frequent calls, so keep their future small.
            return Ok(Some(Box::pin(async move {
                (id, since, caller.choose(seen, choice).await)
            })));
        }
        Ok(Some(Box::pin(
            async move { (id, since, caller.answer(call).await) },
        )))
    }

    /// The id of a request that cannot be parsed, so that its answer can be matched.
    fn number(&self, request: &Encoded) -> Option<u32> {
        #[derive(serde::Deserialize)]
        struct Numbered {
            id: u32,
        }
        self.format.decode(request).ok().map(|Numbered { id }| id)
    }

    /// The id of a ping, if the request is one.
    fn pinged(&self, request: &Encoded) -> Option<u32> {
        // Longer messages are only parsed once, when their turn comes.
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

/// The result of the pending call. Never resolves if there is none.
async fn later<T>(pending: &mut Option<Later<T>>) -> T {
    match pending {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// The room's next message. Never resolves if the client is in no room.
async fn next_message(place: &mut Option<InRoom>) -> Option<Result<Encoded, CloseReason>> {
    match place {
        Some(place) => place.inbox.next().await,
        None => std::future::pending().await,
    }
}

/// A display name without invisible characters and with limited length.
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

/// Distinguishes a lost connection from invalid input.
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
