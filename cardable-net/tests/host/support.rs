//! A host for a test, and raw sockets to it.

pub(crate) use crate::clients::{begin, catch_up, come_back, see};
use crate::seeded::seed;
use cardable_net::client::Client;
use cardable_net::config::Config;
use cardable_net::program::listen;
use cardable_net::protocol::{Bye, Call, Message, Request};
use cardable_net::store::{MemoryLog, RoomLog};
use cardable_net::{Entropy, ServeError, serve_from};
use futures_util::{SinkExt as _, StreamExt as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Only so that a test that would never end does: nothing is decided by it.
pub(crate) const GUARD: Duration = Duration::from_secs(120);

pub(crate) struct TestHost<L = MemoryLog> {
    pub(crate) address: SocketAddr,
    pub(crate) log: Arc<L>,
    stop: Option<oneshot::Sender<()>>,
    done: JoinHandle<Result<(), ServeError>>,
}

/// What a host of a test is like, unless it says otherwise: bots do not pause, and nobody who is not
/// tried is limited.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.rooms.bot_pause = 0;
    config.rooms.bot_iterations = 0;
    config.rooms.seed_parts = 0;
    config.rooms.rooms_per_address = 1_000_000;
    config.rooms.rooms_per_person = 1_000_000;
    config.rooms.sleep = 600;
    let limits = &mut config.limits;
    limits.sockets_per_address = 100_000;
    limits.messages_per_second = 100_000;
    limits.messages_burst = 100_000;
    limits.address_messages_per_second = 1_000_000;
    limits.address_messages_burst = 1_000_000;
    limits.address_requests_per_second = 1_000_000;
    limits.address_requests_burst = 1_000_000;
    // However slow the machine is, nobody is given up for it.
    limits.idle = 600;
    limits.handshake = 600;
    limits.request = 600;
    limits.send = 600;
    config.rooms.slow = 600;
    config
}

impl TestHost {
    pub(crate) async fn start() -> TestHost {
        TestHost::with(|_| {}).await
    }

    pub(crate) async fn with(set: impl FnOnce(&mut Config)) -> TestHost {
        TestHost::on(Arc::default(), set).await
    }
}

impl<L: RoomLog> TestHost<L> {
    pub(crate) async fn on(log: Arc<L>, set: impl FnOnce(&mut Config)) -> TestHost<L> {
        let mut config = config();
        set(&mut config);
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let entropy = Entropy::seeded(seed());
        let done = tokio::spawn(serve_from(listener, config, log.clone(), entropy, async {
            let _ = stopped.await;
        }));
        TestHost {
            address,
            log,
            stop: Some(stop),
            done,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    pub(crate) async fn client(&self, name: &str) -> Client {
        Client::connect(&self.url(), name)
            .await
            .expect("a client gets in")
    }

    /// Asks the host to stop; it is done with [`TestHost::stopped`].
    pub(crate) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    pub(crate) async fn stopped(mut self) -> Arc<L> {
        self.stop();
        self.ended().await
    }

    /// Waits until the host has stopped by itself.
    pub(crate) async fn ended(self) -> Arc<L> {
        let done = tokio::time::timeout(GUARD, self.done).await;
        done.expect("it stops")
            .expect("without a panic")
            .expect("without an error");
        self.log
    }

    /// A page, asked for by hand: status, head and body.
    pub(crate) async fn get(&self, path: &str) -> (u16, String, Vec<u8>) {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        ))
        .await
    }

    pub(crate) async fn ask(&self, request: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("it is sent");
        let mut answer = Vec::new();
        let read = tokio::time::timeout(GUARD, stream.read_to_end(&mut answer)).await;
        read.expect("it is answered").expect("and read");
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        let body = answer.split_off(end + 4);
        let head = String::from_utf8(answer).expect("a head is text");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|s| s.parse().ok())
            .expect("a status");
        (status, head.to_lowercase(), body)
    }

    /// What the operator asks, and the answer: JSON, or a text.
    pub(crate) async fn admin(&self, token: &str, method: &str, path: &str) -> serde_json::Value {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        );
        let (status, _, body) = self.ask(&request).await;
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap_or_else(|_| String::from_utf8_lossy(&body).into())
    }

    /// A websocket, without the client's manners.
    pub(crate) async fn raw(&self) -> Raw {
        Raw::open(&self.url()).await
    }

    /// The same, after its hello.
    pub(crate) async fn greeted(&self) -> Raw {
        let mut raw = self.raw().await;
        raw.say(r#"{"id":1,"call":{"hello":{"protocol":4}}}"#).await;
        assert!(matches!(raw.told().await, Message::Answer { id: 1, .. }));
        raw
    }
}

pub(crate) struct Raw {
    pub(crate) line: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Raw {
    pub(crate) async fn open(url: &str) -> Raw {
        let (line, _) = connect_async(url).await.expect("a websocket");
        Raw { line }
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.line.send(Frame::text(text)).await.expect("it is sent");
    }

    pub(crate) async fn told(&mut self) -> Message {
        serde_json::from_str(&self.text().await).expect("a message")
    }

    /// The next message, as it came.
    pub(crate) async fn text(&mut self) -> String {
        loop {
            let frame = tokio::time::timeout(GUARD, self.line.next())
                .await
                .expect("in time");
            match frame.expect("the socket is open").expect("and works") {
                Frame::Text(text) => return text.to_string(),
                Frame::Ping(_) | Frame::Pong(_) => {}
                other => panic!("a text, not {other:?}"),
            }
        }
    }

    /// How the host ends it: what it says, and the close code.
    pub(crate) async fn end(&mut self) -> (Option<Bye>, Option<u16>) {
        let mut bye = None;
        loop {
            let frame = tokio::time::timeout(GUARD, self.line.next())
                .await
                .expect("in time");
            match frame {
                Some(Ok(Frame::Text(text))) => {
                    if let Ok(Message::Bye(said)) = serde_json::from_str(&text) {
                        bye = Some(said);
                    }
                }
                Some(Ok(Frame::Close(frame))) => return (bye, frame.map(|f| f.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return (bye, None),
            }
        }
    }
}

/// Asks, and reads up to the answer: what was told before it, and what came of it. That is an object, or
/// the reason why it was refused.
pub(crate) async fn ask(line: &mut Raw, call: serde_json::Value) -> (Vec<String>, serde_json::Value) {
    let call: Call = serde_json::from_value(call).expect("a call");
    let text = serde_json::to_string(&Request { id: 77, call }).expect("JSON");
    line.say(&text).await;
    let mut told = Vec::new();
    loop {
        let text = line.text().await;
        match serde_json::from_str(&text).expect("a message") {
            Message::Answer { id: 77, done } => return (told, serde_json::to_value(*done).expect("JSON")),
            Message::Refused(refused) if refused.id == Some(77) => return (told, refused.reason.into()),
            _ => told.push(text),
        }
    }
}

/// Tries to open a websocket with more headers; the status when it is refused.
pub(crate) async fn open_with(url: &str, headers: &[(&'static str, &str)]) -> Result<(), u16> {
    let mut request = url.into_client_request().expect("a request");
    for (name, value) in headers {
        request
            .headers_mut()
            .insert(*name, value.parse().expect("a header"));
    }
    match connect_async(request).await {
        Ok(_) => Ok(()),
        Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

/// Makes a room with two seats, both taken, and begins.
pub(crate) async fn two_at_a_table<L: RoomLog>(host: &TestHost<L>, ruleset: &str) -> (Client, Client) {
    crate::clients::sit_down(&host.url(), ruleset).await
}

/// Allows as many open files as a test needs: clients and host are in one process.
pub(crate) fn open_files(wanted: u64) {
    let files = cardable_net::open_files::raise();
    assert!(
        files.is_none_or(|files| files >= wanted),
        "this test needs {wanted} open files, the system allows {files:?}: raise the hard limit"
    );
}
