//! A client that plays any game. Tests, load measurements and `cardable play --connect` use it.
//!
//! ```no_run
//! # async fn play() -> Result<(), cardable_net::client::ClientError> {
//! use cardable_net::client::Client;
//! let mut client = Client::connect("ws://127.0.0.1:7777/ws", "Ada").await?;
//! client.create("crazy-eights", |create| create.bots = 1).await?;
//! client.start().await?;
//! let mut rng = rand::rng();
//! while !client.is_over() {
//!     client.play_next(&mut rng).await?;
//! }
//! # Ok(()) }
//! ```

mod guess;
mod state;

pub use guess::{Guess, guess};
pub use state::TableState;

use crate::entropy::Entropy;
use crate::fairness::fresh_part;
use crate::protocol::{
    Bye, Call, Create, Done, Hash, Hello, Join, MatchWanted, Message, OLDEST, PROTOCOL, Refused, Replay,
    Request, Resume, RoomId, RoomInfo, Seated, Settings, Spectate, Welcome, You,
};
use crate::wire::{Encoded, Format};
use cardable_core::interact::Interaction;
use cardable_core::{Choice, Language};
use futures_util::{SinkExt as _, StreamExt as _};
use rand::Rng;
use std::collections::VecDeque;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::header::{HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// How long to wait for a message before the connection counts as lost.
const PATIENCE: Duration = Duration::from_secs(60);

/// Maximum size of a host's message in bytes.
const LARGEST: usize = 16 << 20;

/// Why a call failed.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The connection could not be made, or broke.
    #[error("the connection to the host is lost: {0}")]
    Line(Box<tungstenite::Error>),
    /// The host closed the connection.
    #[error("the host ended the connection{}", reason(.0))]
    Closed(Option<Bye>),
    /// The host did not answer.
    #[error("the host does not answer")]
    Silent,
    /// The host sent something that does not fit the protocol.
    #[error("the host sent something that is not part of the protocol: {0}")]
    Nonsense(String),
    /// The host refused the request.
    #[error("{}", .0.reason)]
    Refused(Box<Refused>),
}

fn reason(bye: &Option<Bye>) -> String {
    bye.as_ref()
        .map_or_else(String::new, |bye| format!(": {}", bye.reason))
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        ClientError::Line(Box::new(error))
    }
}

impl ClientError {
    /// Why the host refused, if it did.
    pub fn refused(&self) -> Option<&Refused> {
        match self {
            ClientError::Refused(refused) => Some(refused),
            ClientError::Line(_)
            | ClientError::Closed(_)
            | ClientError::Silent
            | ClientError::Nonsense(_) => None,
        }
    }
}

/// A client connected to a host.
#[derive(Debug)]
pub struct Client {
    url: String,
    format: Format,
    name: String,
    language: Language,
    line: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
    welcome: Welcome,
    seated: Option<Seated>,
    table: TableState,
    /// The last commitment of a host, and the part of the seed that this client gave for it.
    promised: Option<(Hash, String)>,
    bye: Option<Bye>,
    unread: VecDeque<Message>,
    bytes: u64,
}

type Result<T> = std::result::Result<T, ClientError>;

async fn open(url: &str, format: Format) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>> {
    let mut request = url.into_client_request()?;
    let spoken = HeaderValue::from_static(format.subprotocol());
    request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, spoken);
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let opened = tokio::time::timeout(PATIENCE, connect_async_with_config(request, Some(config), true)).await;
    let slow = |_| tungstenite::Error::Io(std::io::ErrorKind::TimedOut.into());
    let (line, _) = opened.map_err(slow)??;
    Ok(line)
}

impl Client {
    /// Connects and says hello.
    pub async fn connect(url: &str, name: &str) -> Result<Client> {
        Client::connect_to(url, name, Language::English, Format::Json, None).await
    }

    /// Connects and says hello, for somebody who reads a language: texts of games that are there in it come in it.
    pub async fn connect_in(url: &str, name: &str, language: Language) -> Result<Client> {
        Client::connect_to(url, name, language, Format::Json, None).await
    }

    /// Connects and says hello, with messages in the given format.
    pub async fn connect_with(url: &str, name: &str, format: Format) -> Result<Client> {
        Client::connect_to(url, name, Language::English, format, None).await
    }

    /// Connects and takes a seat up again.
    pub async fn resume(url: &str, name: &str, resume: Resume) -> Result<Client> {
        let client = Client::connect_to(url, name, Language::English, Format::Json, Some(resume)).await?;
        match &client.welcome.not_resumed {
            Some(refused) => Err(ClientError::Refused(Box::new(refused.clone()))),
            None => Ok(client),
        }
    }

    async fn connect_to(
        url: &str,
        name: &str,
        language: Language,
        format: Format,
        resume: Option<Resume>,
    ) -> Result<Client> {
        let mut client = Client {
            url: url.to_owned(),
            format,
            name: name.to_owned(),
            language,
            line: open(url, format).await?,
            next: 0,
            welcome: nothing(),
            seated: None,
            table: TableState::default(),
            promised: None,
            bye: None,
            unread: VecDeque::new(),
            bytes: 0,
        };
        client.hello(resume).await?;
        Ok(client)
    }

    async fn hello(&mut self, resume: Option<Resume>) -> Result<()> {
        let token = resume.as_ref().map(|resume| resume.token.clone());
        let hello = Call::Hello(Hello {
            protocol: PROTOCOL,
            oldest: (OLDEST < PROTOCOL).then_some(OLDEST),
            client: concat!("cardable-net ", env!("CARGO_PKG_VERSION")).to_owned(),
            name: self.name.clone(),
            language: (self.language != Language::English).then(|| self.language.tag().to_owned()),
            resume,
        });
        match self.call(hello).await? {
            Done::Hello(welcome) if !(OLDEST..=PROTOCOL).contains(&welcome.protocol) => Err(
                ClientError::Nonsense(format!("version {} of the protocol", welcome.protocol)),
            ),
            Done::Hello(welcome) => {
                self.welcome = *welcome;
                if let Some(seated) = &self.welcome.seated {
                    self.seated = Some(Seated {
                        token,
                        ..seated.clone()
                    });
                }
                Ok(())
            }
            done => Err(unexpected(&done)),
        }
    }

    /// Connects again and takes the seat up again. The host sends only what this client's table has missed.
    pub async fn reconnect(&mut self) -> Result<()> {
        let resume = self.way_back();
        self.line = open(&self.url, self.format).await?;
        self.bye = None;
        self.table.line_was_lost();
        self.hello(resume).await?;
        match &self.welcome.not_resumed {
            Some(refused) => Err(ClientError::Refused(Box::new(refused.clone()))),
            None => Ok(()),
        }
    }

    /// What [`Client::resume`] needs to continue on this client's seat; None without a seat.
    pub fn way_back(&self) -> Option<Resume> {
        let seated = self.seated.as_ref()?;
        Some(Resume {
            room: seated.room.clone(),
            token: seated.token.clone()?,
            game: self.table.game(),
            seq: self.table.seq(),
        })
    }

    // --- state

    /// The host's greeting.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// The seat that this client holds.
    pub fn seated(&self) -> Option<&Seated> {
        self.seated.as_ref()
    }

    /// The current state of the room and the table.
    pub fn table(&self) -> &TableState {
        &self.table
    }

    /// Whether the room's game is over.
    pub fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// The total size of all messages from the host, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    // --- requests

    /// Sends a request and waits for its answer. Messages that arrive in between update the table;
    /// [`Client::next`] returns them later.
    pub async fn call(&mut self, call: Call) -> Result<Done> {
        let id = self.ask(call).await?;
        loop {
            match self.read().await? {
                Message::Answer { id: of, done } if of == id => {
                    if let Done::Seated(seated) = &*done {
                        self.sit(seated);
                    }
                    return Ok(*done);
                }
                Message::Refused(refused) if refused.id == Some(id) => {
                    return Err(ClientError::Refused(Box::new(refused)));
                }
                message => self.unread.push_back(message),
            }
        }
    }

    /// Sends a request without waiting for its answer. Returns the request's number, which the answer repeats.
    pub async fn ask(&mut self, call: Call) -> Result<u32> {
        self.next = self.next.wrapping_add(1);
        let id = self.next;
        let request = Request { id, call };
        self.line.send(self.format.encode(&request).into()).await?;
        Ok(id)
    }

    /// The next message from the host. Waits if there is none yet.
    pub async fn next(&mut self) -> Result<Message> {
        match self.unread.pop_front() {
            Some(message) => Ok(message),
            None => self.read().await,
        }
    }

    /// The next message that has arrived already; None if [`Client::next`] would have to read.
    pub fn received(&mut self) -> Option<Message> {
        self.unread.pop_front()
    }

    /// Reads the next message and updates the table with it.
    async fn read(&mut self) -> Result<Message> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.line.next()).await;
            let frame = match frame {
                Err(_) => return Err(ClientError::Silent),
                Ok(None) => return Err(ClientError::Closed(self.bye.take())),
                Ok(Some(Err(error))) => {
                    return Err(match self.bye.take() {
                        Some(bye) => ClientError::Closed(Some(bye)),
                        None => error.into(),
                    });
                }
                Ok(Some(Ok(frame))) => frame,
            };
            let encoded = match frame {
                Frame::Text(text) => Encoded::Text(text),
                Frame::Binary(bytes) => Encoded::Binary(bytes),
                Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_) | Frame::Frame(_) => continue,
            };
            self.bytes += encoded.len() as u64;
            let told = self.format.decode_message(&encoded);
            // A later version may have added it.
            let Some(told) = told.map_err(|error| ClientError::Nonsense(error.to_string()))? else {
                continue;
            };
            match &told {
                Message::Matched(seated) => self.sit(seated),
                Message::Bye(bye) => {
                    if bye.room.is_some() {
                        self.seated = None;
                        self.table = TableState::default();
                    } else {
                        self.bye = Some(bye.clone());
                    }
                }
                _ => {}
            }
            if let Message::Room(room) = &told
                && let Some(value) = self.part_for(room)
            {
                self.ask(Call::MixIn { value }).await?;
            }
            if self.table.take(&told) {
                self.ask(Call::Resync {}).await?;
            }
            return Ok(told);
        }
    }

    /// A new part of the seed, if the host asks for one and this client has not given it yet.
    fn part_for(&mut self, room: &RoomInfo) -> Option<String> {
        let fairness = room.fairness.as_ref().filter(|fairness| fairness.asks)?;
        let known = self.promised.as_ref().map(|(commitment, _)| commitment);
        if !matches!(room.you, You::Seat(_)) || known == Some(&fairness.commitment) {
            return None;
        }
        let part = fresh_part(&Entropy::system());
        self.promised = Some((fairness.commitment.clone(), part.clone()));
        Some(part)
    }

    /// The host's commitment for the last game, and the part of the seed that this client gave.
    pub fn promised(&self) -> Option<&(Hash, String)> {
        self.promised.as_ref()
    }

    fn sit(&mut self, seated: &Seated) {
        let kept = self.seated.take().filter(|old| old.room == seated.room);
        self.seated = Some(Seated {
            token: seated.token.clone().or(kept.and_then(|old| old.token)),
            ..seated.clone()
        });
    }

    // --- rooms

    /// Creates a room and takes its first seat. `set` can change the settings.
    pub async fn create(&mut self, ruleset: &str, set: impl FnOnce(&mut Create)) -> Result<RoomId> {
        let mut create = Create {
            ruleset: ruleset.to_owned(),
            title: String::new(),
            settings: Settings::default(),
            bots: 0,
        };
        set(&mut create);
        self.table = TableState::default();
        match self.call(Call::Create(create)).await? {
            Done::Seated(seated) => Ok(seated.room),
            done => Err(unexpected(&done)),
        }
    }

    /// Takes a free seat in a room.
    pub async fn join(&mut self, room: &RoomId, invite: Option<&str>) -> Result<Seated> {
        self.table = TableState::default();
        let join = Join {
            room: Some(room.clone()),
            invite: invite.map(str::to_owned),
            seat: None,
        };
        match self.call(Call::Join(join)).await? {
            Done::Seated(seated) => Ok(seated),
            done => Err(unexpected(&done)),
        }
    }

    /// Watches a room.
    pub async fn spectate(&mut self, room: &RoomId, invite: Option<&str>) -> Result<()> {
        self.table = TableState::default();
        let spectate = Spectate {
            room: Some(room.clone()),
            invite: invite.map(str::to_owned),
        };
        self.call(Call::Spectate(spectate)).await.map(drop)
    }

    /// Asks the host to find others who want the same game. [`Message::Matched`] says when it has.
    pub async fn look_for_match(&mut self, ruleset: &str, seats: u8) -> Result<()> {
        self.table = TableState::default();
        let wanted = MatchWanted {
            ruleset: ruleset.to_owned(),
            seats,
        };
        self.call(Call::Match(wanted)).await.map(drop)
    }

    /// Says that this client's person is ready.
    pub async fn ready(&mut self) -> Result<()> {
        self.call(Call::Ready { ready: true }).await.map(drop)
    }

    /// Starts the game. Only the owner can.
    pub async fn start(&mut self) -> Result<()> {
        self.call(Call::Start {}).await.map(drop)
    }

    /// Gives up the seat.
    pub async fn leave(&mut self) -> Result<()> {
        self.call(Call::Leave {}).await?;
        self.seated = None;
        self.table = TableState::default();
        Ok(())
    }

    /// Fetches the finished game from its start, as this client could see it.
    pub async fn replay(&mut self) -> Result<Replay> {
        match self.call(Call::Replay {}).await? {
            Done::Replay(replay) => Ok(*replay),
            done => Err(unexpected(&done)),
        }
    }

    // --- playing

    /// Makes a choice. Returns the [`View::seq`](cardable_core::View::seq) that it led to.
    pub async fn choose(&mut self, choice: Choice) -> Result<u64> {
        let seen = self.table.view().map_or(0, |view| view.seq);
        match self.call(Call::Choose { seen, choice }).await? {
            Done::Chosen { seq } => Ok(seq),
            done => Err(unexpected(&done)),
        }
    }

    /// Makes the choice that an interaction stands for, such as dropping one card onto another, if the rules
    /// give it a meaning.
    pub async fn interact(&mut self, interaction: Interaction) -> Result<u64> {
        let seen = self.table.view().map_or(0, |view| view.seq);
        match self.call(Call::Interact { seen, interaction }).await? {
            Done::Chosen { seq } => Ok(seq),
            done => Err(unexpected(&done)),
        }
    }

    /// Makes a random legal choice if there is a decision; otherwise waits for one message. Call it in a loop
    /// until the game is over.
    pub async fn play_next(&mut self, rng: &mut impl Rng) -> Result<()> {
        // The table is up to date with these messages already.
        self.unread.clear();
        if self.table.decision().is_none() {
            return self.next().await.map(drop);
        }
        self.play_at_random(rng).await
    }

    /// Makes a random legal choice. Does nothing if there is no decision.
    pub async fn play_at_random(&mut self, rng: &mut impl Rng) -> Result<()> {
        // The rules may still refuse a combination of offered picks. Then try another.
        for _ in 0..64 {
            let Some(choice) = self.choice_at_random(rng).await? else {
                return Ok(());
            };
            match self.choose(choice).await {
                Ok(_) => return Ok(()),
                Err(ClientError::Refused(refused)) if refused.rules.is_some() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// A random choice from what is offered, without making it; None if there is no decision. The rules may
    /// still refuse it, because not all offered picks go together.
    pub async fn choice_at_random(&mut self, rng: &mut impl Rng) -> Result<Option<Choice>> {
        for _ in 0..64 {
            let Some(decision) = self.table.decision() else {
                return Ok(None);
            };
            match guess(decision, rng) {
                None => return Ok(None),
                Some(Guess::Whole(choice)) => return Ok(Some(choice)),
                Some(Guess::Begun(partial)) => {
                    if let Some(choice) = self.extend_at_random(partial, rng).await? {
                        return Ok(Some(choice));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Extends a choice pick by pick until it is complete; None if it reaches a dead end.
    async fn extend_at_random(&mut self, mut partial: Choice, rng: &mut impl Rng) -> Result<Option<Choice>> {
        loop {
            let ask = Call::Extend {
                partial: partial.clone(),
            };
            let extensions = match self.call(ask).await? {
                Done::Extensions {
                    extensions: Some(extensions),
                } => extensions,
                Done::Extensions { extensions: None } => return Ok(None),
                done => return Err(unexpected(&done)),
            };
            match guess::extend(&mut partial, &extensions, rng) {
                guess::Extended::Further => {}
                guess::Extended::Whole => return Ok(Some(partial)),
                guess::Extended::Stuck => return Ok(None),
            }
        }
    }
}

fn unexpected(done: &Done) -> ClientError {
    ClientError::Nonsense(format!("an answer to something else: {done:?}"))
}

/// A placeholder until the host has sent its welcome.
fn nothing() -> Welcome {
    Welcome {
        protocol: PROTOCOL,
        server: String::new(),
        version: String::new(),
        limits: crate::protocol::WireLimits {
            message_bytes: 0,
            messages_per_second: 0,
            messages_burst: 0,
            chat_chars: 0,
            name_chars: 0,
            idle_seconds: 0,
            grace_seconds: 0,
        },
        rulesets: Vec::new(),
        content: Vec::new(),
        seated: None,
        not_resumed: None,
        debug: false,
    }
}
