//! A player's socket to the host.

use cardable_core::ViewEvent;
use cardable_net::protocol::{Decision, PROTOCOL};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) async fn connect(url: &str) -> Socket {
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0);
    connect_async_with_config(url, Some(config), true)
        .await
        .expect("a socket")
        .0
}

/// The parts of a message that the load reads. It skips the rest.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Heard {
    Answer {
        id: u32,
        done: Value,
    },
    Refused {
        id: Option<u32>,
        reason: String,
    },
    View {
        view: Seq,
        #[serde(default)]
        decision: Option<Decision>,
    },
    Events {
        events: Vec<ViewEvent>,
        #[serde(default)]
        decision: Option<Decision>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub(crate) struct Seq {
    pub(crate) seq: u64,
}

pub(crate) struct Line {
    pub(crate) socket: Socket,
    pub(crate) next: u32,
    pub(crate) seq: u64,
    pub(crate) decision: Option<Decision>,
    /// Whether the game is over.
    pub(crate) over: bool,
    /// The sizes of the messages about choices.
    pub(crate) sizes: Vec<u32>,
}

impl Line {
    pub(crate) async fn open(url: &str) -> Line {
        let mut line = Line {
            socket: connect(url).await,
            next: 0,
            seq: 0,
            decision: None,
            over: false,
            sizes: Vec::new(),
        };
        line.call(json!({"hello": {"protocol": PROTOCOL, "client": "load", "name": "Load"}}))
            .await
            .expect("a welcome");
        line
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            let frame = self
                .socket
                .next()
                .await
                .expect("the host is there")
                .expect("a frame");
            let tokio_tungstenite::tungstenite::Message::Text(text) = frame else {
                continue;
            };
            let heard = match &text.as_str()[..text.len().min(9)] {
                // The answer to a choice, which is the most frequent message.
                known if known.starts_with("{\"answer") && text.contains("\"done\":{\"chosen\"") => {
                    let id = text.trim_start_matches(|c: char| !c.is_ascii_digit());
                    let end = id.find(|c: char| !c.is_ascii_digit()).unwrap_or(id.len());
                    Heard::Answer {
                        id: id[..end].parse().unwrap(),
                        done: Value::Null,
                    }
                }
                known if known.starts_with("{\"answer") || known.starts_with("{\"refuse") => parse(&text),
                known if known.starts_with("{\"view") => parse(&text),
                known if known.starts_with("{\"events") => {
                    self.sizes.push(text.len() as u32);
                    parse(&text)
                }
                known if known.starts_with("{\"room\"") => {
                    self.over = text.contains("\"phase\":\"over\"");
                    Heard::Other
                }
                _ => Heard::Other,
            };
            match heard {
                Heard::View { view, decision } => {
                    self.seq = view.seq;
                    self.decision = decision;
                    return Heard::Other;
                }
                Heard::Events { events, decision } => {
                    if let Some(ViewEvent::Status { seq, .. }) = events.last() {
                        self.seq = *seq;
                    }
                    self.decision = decision;
                    return Heard::Other;
                }
                heard => return heard,
            }
        }
    }

    pub(crate) async fn call(&mut self, call: Value) -> Result<Value, String> {
        self.ask(&call.to_string()).await
    }

    pub(crate) async fn ask(&mut self, call: &str) -> Result<Value, String> {
        self.next += 1;
        let wanted = self.next;
        let text = format!(r#"{{"id":{wanted},"call":{call}}}"#);
        self.socket.send(text.into()).await.expect("the host is there");
        loop {
            match self.hear().await {
                Heard::Answer { id, done } if id == wanted => return Ok(done),
                Heard::Refused { id, reason } if id == Some(wanted) => return Err(reason),
                _ => {}
            }
        }
    }
}

pub(crate) fn parse(text: &str) -> Heard {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The value at this percentile.
pub(crate) fn percentile<T: Copy + Ord + Default>(values: &mut [T], percent: usize) -> T {
    values.sort_unstable();
    let at = (values.len() * percent / 100).min(values.len().saturating_sub(1));
    values.get(at).copied().unwrap_or_default()
}
