//! A store that answers when it is let: what a slow disk is like.

use crate::support::{GUARD, TestHost, catch_up, open_with, two_at_a_table};
use cardable_net::client::Client;
use cardable_net::protocol::{Call, Message};
use cardable_net::store::{
    Append, Claimed, ContentHash, Diagnosis, MemoryLog, Reply, RoomId, RoomLog, Snapshot,
};
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// A store behind a gate, by default one in memory.
pub(crate) struct Gate<L = MemoryLog> {
    inner: Arc<L>,
    open: watch::Sender<bool>,
    /// How many wait at the gate.
    waiting: watch::Sender<usize>,
}

impl Default for Gate {
    fn default() -> Gate {
        Gate::before(MemoryLog::new())
    }
}

impl<L: RoomLog> Gate<L> {
    /// A gate before a store; it is open.
    pub(crate) fn before(log: L) -> Gate<L> {
        Gate {
            inner: Arc::new(log),
            open: watch::Sender::new(true),
            waiting: watch::Sender::new(0),
        }
    }

    /// Nothing is given from now on.
    pub(crate) fn shut(&self) {
        self.open.send_replace(false);
    }

    /// What waits is given.
    pub(crate) fn let_through(&self) {
        self.open.send_replace(true);
    }

    /// What is given is given as soon as the gate is open.
    fn behind<T: Send + 'static>(&self, reply: impl FnOnce(&L) -> Reply<T> + Send + 'static) -> Reply<T> {
        let (inner, mut open, waiting) = (
            Arc::clone(&self.inner),
            self.open.subscribe(),
            self.waiting.clone(),
        );
        Box::pin(async move {
            if !*open.borrow() {
                waiting.send_modify(|waiting| *waiting += 1);
                open.wait_for(|open| *open).await.expect("the gate is there");
                waiting.send_modify(|waiting| *waiting -= 1);
            }
            reply(&inner).await
        })
    }

    /// Waits until somebody waits at the gate.
    pub(crate) async fn waited_at(&self) {
        let mut waiting = self.waiting.subscribe();
        let waits = waiting.wait_for(|waiting| *waiting > 0);
        tokio::time::timeout(GUARD, waits)
            .await
            .expect("somebody writes")
            .expect("the gate is there");
    }
}

impl<L: RoomLog> RoomLog for Gate<L> {
    fn claim(&self) -> Reply<(u64, Vec<Claimed>)> {
        self.behind(|log| log.claim())
    }

    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()> {
        self.behind(move |log| log.create(room, epoch, about))
    }

    fn append(&self, append: Append) -> Reply<()> {
        self.behind(move |log| log.append(append))
    }

    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>> {
        self.behind(move |log| log.read(room, from))
    }

    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()> {
        self.behind(move |log| log.keep_snapshot(room, epoch, snapshot))
    }

    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>> {
        self.behind(move |log| log.snapshot(room, up_to))
    }

    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.behind(move |log| log.remove(room, epoch))
    }

    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()> {
        self.behind(move |log| log.keep_content(blobs))
    }

    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        self.behind(move |log| log.content(hash))
    }

    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()> {
        self.behind(move |log| log.quarantine(room, epoch, why))
    }

    fn release(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.behind(move |log| log.release(room, epoch))
    }

    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()> {
        self.behind(move |log| log.diagnose(diagnosis))
    }

    fn diagnoses(&self, most: usize) -> Reply<Vec<Diagnosis>> {
        self.behind(move |log| log.diagnoses(most))
    }
}

/// Whoever is on turn asks for something legal, and waits for no answer.
async fn choose_without_waiting(players: &mut [Client; 2]) -> usize {
    let mut rng = crate::seeded::generator(1);
    for (at, player) in players.iter_mut().enumerate() {
        catch_up(player).await;
        if let Some(choice) = player.choice_at_random(&mut rng).await.expect("the line holds") {
            let seen = player.table().view().map_or(0, |view| view.seq);
            player
                .ask(Call::Choose { seen, choice })
                .await
                .expect("it is sent");
            return at;
        }
    }
    panic!("nobody is on turn")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_store_holds_up_choices_and_nothing_else() {
    let token = "a token that nobody guesses";
    let gate = Arc::new(Gate::default());
    let host = TestHost::on(Arc::clone(&gate), |config| {
        config.limits.request = 1;
        config.admin_token = Some(token.to_owned());
    })
    .await;
    let (ada, ben) = two_at_a_table(&host, "crazy-eights").await;
    let mut players = [ada, ben];
    gate.shut();
    let on_turn = choose_without_waiting(&mut players).await;
    gate.waited_at().await;
    // Nobody hears of what is not durable yet; the lobby and the pages are there.
    let other = &mut players[1 - on_turn];
    catch_up(other).await;
    assert_eq!(other.table().seq(), Some(0));
    let mut eve = host.client("Eve").await;
    catch_up(&mut eve).await;
    assert_eq!(host.get("/healthz").await.0, 200);
    // A page that needs the store is given up in time.
    let request = format!(
        "GET /admin HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\r\n"
    );
    assert_eq!(host.ask(&request).await.0, 408);
    gate.let_through();
    let told = async {
        while players.iter().any(|player| player.table().seq() != Some(1)) {
            for player in &mut players {
                catch_up(player).await;
            }
        }
    };
    tokio::time::timeout(GUARD, told)
        .await
        .expect("it is told at last");
    host.stopped().await;
}

/// While something takes its time the socket is read: pings are answered, and what is asked meanwhile is done in
/// its order.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_read_while_a_request_is_worked_on() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message as Frame;
    let gate = Arc::new(Gate::default());
    let host = TestHost::on(Arc::clone(&gate), |_| {}).await;
    let mut raw = host.greeted().await;
    gate.shut();
    raw.say(r#"{"id":2,"call":{"create":{"ruleset":"goofspiel"}}}"#)
        .await;
    gate.waited_at().await;
    raw.say(r#"{"id":3,"call":{"resync":{}}}"#).await;
    raw.say(r#"{"id":4,"call":{"rooms":{"watch":false}}}"#).await;
    // Whoever asks whether the line is there is told at once.
    for id in [5, 6] {
        raw.say(&format!(r#"{{"id":{id},"call":{{"ping":{{}}}}}}"#)).await;
        assert!(matches!(raw.told().await, Message::Answer { id: answered, .. } if answered == id));
    }
    raw.line
        .send(Frame::Ping("there?".into()))
        .await
        .expect("it is sent");
    let next = tokio::time::timeout(GUARD, raw.line.next()).await;
    let next = next
        .expect("in time")
        .expect("the socket is open")
        .expect("and works");
    assert_eq!(next, Frame::Pong("there?".into()), "before any answer");
    gate.let_through();
    let mut answers = Vec::new();
    while answers.len() < 3 {
        if let Message::Answer { id, .. } = raw.told().await {
            answers.push(id);
        }
    }
    assert_eq!(answers, [2, 3, 4]);
    // Who goes meanwhile leaves nothing half made behind: the room is there, and ends without its person.
    let mut gone = host.greeted().await;
    gate.shut();
    gone.say(r#"{"id":2,"call":{"create":{"ruleset":"goofspiel","title":"left"}}}"#)
        .await;
    gate.waited_at().await;
    gone.line.close(None).await.expect("it is closed");
    while gone.line.next().await.is_some() {}
    gate.let_through();
    let listed = async {
        loop {
            raw.say(r#"{"id":9,"call":{"rooms":{"watch":false}}}"#).await;
            if raw.text().await.contains("\"left\"") {
                return;
            }
        }
    };
    tokio::time::timeout(GUARD, listed).await.expect("it is made");
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_stops_says_so_while_it_ends_what_it_has_begun() {
    let gate = Arc::new(Gate::default());
    let mut host = TestHost::on(Arc::clone(&gate), |config| config.limits.grace = 600).await;
    let (ada, ben) = two_at_a_table(&host, "crazy-eights").await;
    let mut players = [ada, ben];
    assert_eq!(host.get("/readyz").await.0, 200);
    gate.shut();
    let on_turn = choose_without_waiting(&mut players).await;
    gate.waited_at().await;
    host.stop();
    // From now on nobody gets in, and whoever asks is told so.
    while host.get("/readyz").await.0 == 200 {
        tokio::task::yield_now().await;
    }
    let (status, _, body) = host.get("/readyz").await;
    assert_eq!((status, body.as_slice()), (503, b"the host stops\n".as_slice()));
    assert_eq!(host.get("/healthz").await.0, 200);
    assert_eq!(open_with(&host.url(), &[]).await, Err(503));
    // What was begun becomes durable, and is told before the goodbye.
    gate.let_through();
    let player = &mut players[on_turn];
    let mut answered = false;
    while let Ok(message) = player.next().await {
        answered |= matches!(message, Message::Answer { .. });
    }
    assert!(answered);
    assert_eq!(player.table().seq(), Some(1));
    host.stopped().await;
}

/// A request of which the rest never comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_never_ends_is_not_waited_for() {
    let host = TestHost::with(|config| config.limits.request = 1).await;
    for path in ["/admin/drain", "/api/rooms", "/ws"] {
        let mut stream = TcpStream::connect(host.address).await.expect("a connection");
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nno");
        stream.write_all(head.as_bytes()).await.expect("it is sent");
        let mut all = Vec::new();
        let read = tokio::time::timeout(GUARD, stream.read_to_end(&mut all)).await;
        read.expect("the connection is closed").expect("and read");
        let said = String::from_utf8_lossy(&all);
        assert!(said.starts_with("HTTP/1.1 4"), "{path}: {said}");
    }
    host.stopped().await;
}
