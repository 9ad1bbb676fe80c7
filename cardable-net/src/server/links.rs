//! Forwards sessions to the host that their room belongs to.
//!
//! ```text
//! client ══ socket ══ its host ── link: one websocket, many sessions ── the room's host
//!                     pump                                              session over a [`Linked`] socket
//! ```
//!
//! A session that needs a room of another host goes on there: its host passes frames on, and understands none of them. When it
//! needs a room elsewhere again, the other host gives it back. Each session may have [`WINDOW`](line::WINDOW) frames on the
//! way in each direction, so that one slow client holds up nobody else.

mod frame;
mod greeting;
mod line;
mod linked;
mod pump;

pub(super) use linked::Linked;
pub(super) use pump::{Pumped, pump};

use super::errands::Errand;
use super::host::Host;
use super::session;
use crate::environment::Spoken;
use crate::room::Refused;
use crate::wire::Format;
use cardable_core::Language;
use greeting::NotGreeted;
use line::Line;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_util::task::TaskTracker;

/// How long hosts may take to connect and to greet each other.
const GREETING: Duration = Duration::from_secs(2);

/// Maximum size of a frame between hosts. Game files can be large.
const LARGEST: usize = 16 << 20;

/// How many may greet at once. Who they are is not known yet, so more have to wait.
const GREETERS: usize = 16;

/// What a host needs to know of a session to go on with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Passport {
    pub(super) address: IpAddr,
    /// Whether it speaks MessagePack.
    pub(super) binary: bool,
    pub(super) name: String,
    /// Whether it has said hello.
    pub(super) greeted: bool,
    /// Whether it wants to hear of changes in the lobby.
    pub(super) watches: bool,
    /// Whose it is, for the limits on rooms: the session of the client's host, and a number there. None of a host of an earlier
    /// version.
    #[serde(default)]
    pub(super) person: Option<u64>,
    /// Which versions of the protocol the client speaks. None of a host of an earlier version.
    #[serde(default)]
    pub(super) spoken: Option<Spoken>,
    /// The language in which the client reads. A host of an earlier version says none.
    #[serde(default)]
    pub(super) language: Language,
    /// How many messages the client may send at once.
    #[serde(default)]
    pub(super) left: Option<u32>,
    /// How many of the first messages count for its rates already. A host of an earlier version counts them once more.
    #[serde(default)]
    pub(super) counted: usize,
    /// What the host of the client wants of this one, where the session is for nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) errand: Option<Errand>,
}

impl Passport {
    pub(super) fn format(&self) -> Format {
        match self.binary {
            true => Format::MessagePack,
            false => Format::Json,
        }
    }
}

/// Where a session has to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Elsewhere {
    /// Where hosts reach that host.
    pub(super) link: String,
    /// The session of that host.
    pub(super) session: u64,
    /// How many messages the client may send at once, where another host gives the session back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<u32>,
    /// How many of the messages that come back count for its rates already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counted: Option<usize>,
}

impl Elsewhere {
    pub(super) fn new(link: String, session: u64) -> Elsewhere {
        Elsewhere {
            link,
            session,
            left: None,
            counted: None,
        }
    }

    /// What a client is told where that host cannot be reached.
    pub(super) fn refused(self) -> Refused {
        let Elsewhere { link, session, .. } = self;
        Refused::Elsewhere { link, session }
    }
}

/// Why there is no link to a host.
#[derive(Debug, Error)]
pub(super) enum NoLink {
    #[error("it has said no address for links")]
    NoAddress,
    #[error("this host has its store alone")]
    Alone,
    #[error("it did not answer in time")]
    Late,
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    NotGreeted(#[from] NotGreeted),
}

/// The way to a host. Whoever opens the link holds it.
#[derive(Debug, Default)]
struct Way {
    line: Option<Arc<Line>>,
    /// When an attempt failed last.
    failed: Option<Instant>,
}

type Opening = Arc<tokio::sync::Mutex<Way>>;

/// The links to other hosts that this host has opened, by their sessions.
#[derive(Debug, Default)]
pub(super) struct Links {
    open: Mutex<HashMap<u64, Opening>>,
}

impl Links {
    /// Opens a session at another host, over the link to it.
    pub(super) async fn open(
        &self,
        host: &Host,
        to: &Elsewhere,
        passport: &Passport,
    ) -> Result<Linked, NoLink> {
        let opening = {
            let there = host.rooms.sessions();
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            // A line to a session that is over ends with what still goes over it.
            open.retain(|session, opening| {
                let is_of_use = || there.contains(session) && is_open(opening);
                *session == to.session || Arc::strong_count(opening) > 1 || is_of_use()
            });
            Arc::clone(open.entry(to.session).or_default())
        };
        let asked = Instant::now();
        let mut way = opening.lock().await;
        let line = match &way.line {
            Some(line) if !line.is_closed() => Arc::clone(line),
            // Many wait at once for a host that does not answer.
            Some(_) | None if way.failed.is_some_and(|failed| failed >= asked) => return Err(NoLink::Late),
            Some(_) | None => match connect(host, to).await {
                Ok(line) => {
                    way.line = Some(Arc::clone(&line));
                    line
                }
                Err(error) => {
                    way.failed = Some(Instant::now());
                    return Err(error);
                }
            },
        };
        drop(way);
        line.open(passport).await.ok_or(NoLink::Late)
    }
}

fn is_open(opening: &Opening) -> bool {
    match opening.try_lock() {
        Ok(way) => way.line.as_ref().is_some_and(|line| !line.is_closed()),
        Err(_) => true,
    }
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST))
}

/// Connects to another host.
async fn connect(host: &Host, to: &Elsewhere) -> Result<Arc<Line>, NoLink> {
    if to.link.is_empty() {
        return Err(NoLink::NoAddress);
    }
    let (session, key) = host.rooms.session().ok_or(NoLink::Alone)?;
    let connected = timeout(GREETING, async {
        let stream = TcpStream::connect(&to.link).await?;
        let _ = stream.set_nodelay(true);
        // Both sides know what follows, so there is no HTTP before it.
        let mut socket = WebSocketStream::from_raw_socket(stream, Role::Client, Some(config())).await;
        greeting::say(&mut socket, &key, &host.versions.links, session, to.session).await?;
        Ok::<_, NoLink>(socket)
    });
    let socket = connected.await.map_err(|_| NoLink::Late)??;
    tracing::info!(to = to.link, "linked to another host");
    let (line, _) = Line::run(socket);
    Ok(line)
}

/// Accepts links of other hosts, forever.
pub(super) async fn accept(listener: TcpListener, host: Arc<Host>, tracker: TaskTracker) {
    let greeters = Arc::new(Semaphore::new(GREETERS));
    loop {
        // It is never closed.
        let Ok(greeter) = Arc::clone(&greeters).acquire_owned().await else {
            return;
        };
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a link could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let (host, sessions) = (Arc::clone(&host), tracker.clone());
        tokio::spawn(async move {
            let Some((session, key)) = host.rooms.session() else {
                return;
            };
            let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await;
            match timeout(
                GREETING,
                greeting::hear(&mut socket, &key, &host.versions.links, session),
            )
            .await
            {
                Ok(Ok(_)) => {}
                Ok(Err(error @ (NotGreeted::Forged | NotGreeted::Malformed))) => {
                    host.metrics.turned_away("link");
                    tracing::warn!(%from, %error, "somebody who does not know the key of the hosts tried to link");
                    return;
                }
                Ok(Err(error)) => {
                    host.metrics.turned_away("link");
                    tracing::info!(%from, %error, "a link did not come about");
                    return;
                }
                Err(_) => {
                    host.metrics.turned_away("link");
                    return;
                }
            }
            drop(greeter);
            let (line, mut opened) = Line::run(socket);
            while let Some((passport, linked)) = opened.recv().await {
                let host = Arc::clone(&host);
                sessions.spawn(session::talk_linked(host, passport, linked));
            }
            drop(line);
        });
    }
}
