//! Tests sessions over channels, without a network.

use super::*;
use crate::config::Config;
use crate::library::Library;
use crate::lobby::Rooms;
use crate::protocol::Message as Sent;
use crate::store::MemoryLog;
use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::{mpsc, watch};

/// Both ends of a simulated socket.
struct Line {
    incoming: mpsc::UnboundedReceiver<Result<Message, Broken>>,
    outgoing: mpsc::UnboundedSender<Message>,
}

#[derive(Debug, thiserror::Error)]
#[error("the line is broken")]
struct Broken;

impl Stream for Line {
    type Item = Result<Message, Broken>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.incoming.poll_recv(cx)
    }
}

impl Sink<Message> for Line {
    type Error = Broken;

    fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Broken>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Broken> {
        self.outgoing.send(message).map_err(|_| Broken)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Broken>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Broken>> {
        Poll::Ready(Ok(()))
    }
}

struct Client {
    say: mpsc::UnboundedSender<Result<Message, Broken>>,
    hear: mpsc::UnboundedReceiver<Message>,
    stage: watch::Sender<Stage>,
}

impl Client {
    async fn new() -> Client {
        Client::of(Format::Json).await
    }

    async fn of(format: Format) -> Client {
        let config = Config::default();
        let library = Library::of_files(cardable_core::content::MemoryFiles::new(), Vec::new());
        let log = Arc::new(MemoryLog::new());
        let rooms = Rooms::open(
            log,
            library.clone(),
            config.rooms.clone(),
            crate::Entropy::seeded(1),
        )
        .await
        .expect("rooms");
        let (stage, stages) = watch::channel(Stage::Serving);
        let host = Arc::new(Host {
            addresses: Arc::new(super::super::address::Addresses::new(
                &config.limits,
                rooms.address_key(),
            )),
            links: super::super::links::Links::default(),
            metrics: super::super::metrics::Metrics::new(),
            rooms,
            library,
            stage: stages,
            stop: watch::channel(false).0,
            config,
            versions: crate::environment::Versions::default(),
        });
        let (say, incoming) = mpsc::unbounded_channel();
        let (outgoing, hear) = mpsc::unbounded_channel();
        let line = Line { incoming, outgoing };
        let address = host.addresses.of(IpAddr::from([127, 0, 0, 1]));
        tokio::spawn(talk(host, address, format, line));
        Client { say, hear, stage }
    }

    fn say(&self, text: &str) {
        let _ = self.say.send(Ok(Message::Text(text.into())));
    }

    async fn heard(&mut self) -> serde_json::Value {
        match self.hear.recv().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("a text, not {other:?}"),
        }
    }

    async fn closed(&mut self) -> u16 {
        loop {
            match self.hear.recv().await {
                Some(Message::Close(Some(frame))) => return frame.code.into(),
                Some(_) => {}
                None => panic!("closed without a word"),
            }
        }
    }
}

const HELLO: &str = r#"{"id":1,"call":{"hello":{"protocol":4}}}"#;

#[tokio::test]
async fn requests_are_answered_in_their_order() {
    let mut client = Client::new().await;
    client.say(HELLO);
    for id in 2..10 {
        client.say(&format!(r#"{{"id":{id},"call":{{"rooms":{{"watch":false}}}}}}"#));
    }
    for id in 1..10 {
        assert_eq!(client.heard().await["answer"]["id"], id);
    }
    client.say(r#"{"id":11,"call":{"leave":{}}}"#);
    assert_eq!(client.heard().await["refused"]["code"], "not_in_room");
    client.say(r#"{"id":12,"call":{"create":{"ruleset":"none"}}}"#);
    assert_eq!(client.heard().await["refused"]["code"], "no_such_ruleset");
}

/// The greeting and all later messages use the connection's format. Frames of the other format are refused.
#[tokio::test]
async fn a_line_speaks_one_format() {
    for format in Format::ALL {
        let mut client = Client::of(format).await;
        let hello: Request = serde_json::from_str(HELLO).expect("a request");
        let ping = r#"{"id":3,"call":{"ping":{}}}"#;
        let ping: Request = serde_json::from_str(ping).expect("a request");
        for (request, id) in [(&hello, 1), (&ping, 3)] {
            let _ = client.say.send(Ok(format.encode(request).into()));
            let told = client.hear.recv().await.expect("an answer");
            assert!(matches!(
                format.decode(&encoded(told)),
                Ok(Sent::Answer { id: of, .. }) if of == id
            ));
        }
        let other = if format == Format::Json {
            Format::MessagePack
        } else {
            Format::Json
        };
        let _ = client.say.send(Ok(other.encode(&ping).into()));
        let told = client.hear.recv().await.expect("an answer");
        assert!(matches!(
            format.decode(&encoded(told)),
            Ok(Sent::Refused(refused)) if refused.code == Code::Malformed
        ));
    }
}

fn encoded(frame: Message) -> Encoded {
    match frame {
        Message::Text(text) => Encoded::Text(text),
        Message::Binary(bytes) => Encoded::Binary(bytes),
        other => panic!("a message, not {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn silence_ends_it_after_a_ping() {
    let mut client = Client::new().await;
    client.say(HELLO);
    client.heard().await;
    let begun = Instant::now();
    assert!(matches!(client.hear.recv().await, Some(Message::Ping(_))));
    assert_eq!(begun.elapsed().as_secs(), 30);
    // A client that answers pings stays connected.
    let _ = client.say.send(Ok(Message::Pong(axum::body::Bytes::new())));
    assert!(matches!(client.hear.recv().await, Some(Message::Ping(_))));
    assert_eq!(begun.elapsed().as_secs(), 60);
    assert_eq!(client.closed().await, ByeCode::Idle.close_code());
    assert_eq!(begun.elapsed().as_secs(), 90);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_long_for_a_hello() {
    let mut client = Client::new().await;
    let begun = Instant::now();
    assert_eq!(client.closed().await, ByeCode::Handshake.close_code());
    assert_eq!(begun.elapsed().as_secs(), 10);
}

#[tokio::test]
async fn a_host_that_stops_says_so() {
    let mut client = Client::new().await;
    client.say(HELLO);
    client.heard().await;
    let _ = client.stage.send(Stage::Stopping);
    assert_eq!(client.heard().await["bye"]["why"], "draining");
    assert_eq!(client.closed().await, 1012);
}

#[test]
fn names_are_shown_as_they_can_be() {
    assert_eq!(presentable("  Ada \t Lovelace\n", 40), "Ada Lovelace");
    assert_eq!(presentable("\u{202e}adA\u{200b}", 40), "adA");
    assert_eq!(presentable("", 40), "Guest");
    assert_eq!(presentable("\u{7}", 40), "Guest");
    assert_eq!(presentable(&"x".repeat(500), 40).len(), 40);
}
