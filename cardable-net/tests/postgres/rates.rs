//! Rates hold for the service, however many hosts somebody goes to.

use crate::cluster::shared;
use crate::programs::{Host, steady};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Somebody at a host, who comes through a proxy from an address.
pub struct Person {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u32,
}

impl Person {
    async fn open(host: &Host, address: &str) -> Option<Person> {
        let mut request = host.url().into_client_request().unwrap();
        request
            .headers_mut()
            .insert("x-forwarded-for", address.parse().unwrap());
        let (socket, _) = connect_async(request).await.ok()?;
        Some(Person { socket, asked: 0 })
    }

    pub async fn come(host: &Host, address: &str) -> Person {
        let mut person = Person::open(host, address).await.expect("there is room");
        let hello = json!({"hello": {"protocol": 4, "name": "Somebody"}});
        person.ask(hello).await.expect("he is greeted");
        person
    }

    /// Asks for something; gives what came of it, or the code of the refusal.
    pub async fn ask(&mut self, call: Value) -> Result<Value, String> {
        self.asked += 1;
        let request = json!({"id": self.asked, "call": call}).to_string();
        self.socket.send(Message::text(request)).await.unwrap();
        loop {
            let Message::Text(text) = self.socket.next().await.expect("the line holds").unwrap() else {
                continue;
            };
            let told: Value = serde_json::from_str(&text).unwrap();
            if told["answer"]["id"] == self.asked {
                return Ok(told["answer"]["done"].clone());
            }
            if told["refused"]["id"] == self.asked {
                return Err(told["refused"]["code"].as_str().unwrap().to_owned());
            }
        }
    }

    /// How many pings are answered, of so many, until one is refused.
    async fn pings(&mut self, most: usize, pause: Duration) -> usize {
        for answered in 0..most {
            if let Err(code) = self.ask(json!({"ping": {}})).await {
                assert_eq!(code, "rate");
                return answered;
            }
            tokio::time::sleep(pause).await;
        }
        most
    }
}

/// Three hosts on a database, with these limits.
async fn start(limits: &str) -> Option<(Vec<Host>, tempfile::TempDir)> {
    let store = shared()?.database().await.url;
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("host.toml");
    // What a host has told of is forgotten with its lease, which a busy machine may lose soon.
    let mut text = format!("trusted_proxies = [\"127.0.0.1\"]\n{}", steady());
    for line in limits.lines() {
        let (key, _) = line.split_once(" =").unwrap();
        let others = text
            .lines()
            .filter(|other| !other.starts_with(&format!("{key} =")));
        text = others.map(|other| format!("{other}\n")).collect();
        text = text.replace("[limits]\n", &format!("[limits]\n{line}\n"));
    }
    std::fs::write(&config, text).unwrap();
    let hosts = (0..3).map(|_| Host::start(&store, &config)).collect();
    Some((hosts, folder))
}

/// Who has spent at one host what he may spend has nothing left at the others either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_spends_the_same_at_all_hosts() {
    const BURST: usize = 200;
    let limits = format!("address_messages_per_second = 1\naddress_messages_burst = {BURST}");
    let Some((hosts, _folder)) = start(&limits).await else {
        return;
    };
    let mut persons = Vec::new();
    for host in &hosts {
        persons.push(Person::come(host, "10.0.0.1").await);
    }
    let mut stranger = Person::come(&hosts[1], "10.0.0.2").await;
    let begun = Instant::now();
    let spent = persons[0].pings(2 * BURST, Duration::ZERO).await;
    // Who has greeted at a host has said something there, and the others may have told of it already.
    assert!(spent >= BURST - hosts.len(), "{spent}");
    assert!(
        spent as u64 <= BURST as u64 + begun.elapsed().as_secs(),
        "{spent}"
    );
    // Alone, each host would answer more than that.
    for person in &mut persons[1..] {
        let answered = person.pings(BURST - 10, Duration::from_millis(100)).await;
        assert!(answered < BURST - 10);
    }
    // Nobody else pays for it, wherever he is.
    assert_eq!(stranger.pings(50, Duration::ZERO).await, 50);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_of_an_address_count_at_all_hosts() {
    let Some((hosts, _folder)) = start("sockets_per_address = 10").await else {
        return;
    };
    let mut held = Vec::new();
    for at in [0, 0, 0, 0, 0, 0, 0, 0, 1, 1] {
        held.push(Person::come(&hosts[at], "10.0.0.1").await);
    }
    for host in &hosts[1..] {
        let begun = Instant::now();
        while Person::open(host, "10.0.0.1").await.is_some() {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "one more is always let in"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Person::come(host, "10.0.0.2").await;
    }
}

/// Who enters rooms at other hosts, and so is forwarded, cannot say more than who stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_goes_from_host_to_host_has_no_more_to_say() {
    const BURST: usize = 60;
    let limits = format!("messages_per_second = 1\nmessages_burst = {BURST}");
    let Some((hosts, _folder)) = start(&limits).await else {
        return;
    };
    let mut rooms = Vec::new();
    let mut owners = Vec::new();
    for host in &hosts[..2] {
        let mut owner = Person::come(host, "10.0.0.9").await;
        let create = json!({"create": {"ruleset": "goofspiel", "settings": {"seats": 2}}});
        let seated = owner.ask(create).await.unwrap();
        rooms.push(seated["seated"]["room"].clone());
        owners.push(owner);
    }
    let begun = Instant::now();
    let mut said = 0;
    let mut person = Person::come(&hosts[2], "10.0.0.1").await;
    for room in rooms.iter().cycle().take(4) {
        said += person.pings(BURST / 6, Duration::ZERO).await;
        person.ask(json!({"spectate": {"room": room}})).await.unwrap();
        said += person.pings(2, Duration::ZERO).await;
        person.ask(json!({"leave": {}})).await.unwrap();
    }
    assert_eq!(said, 4 * (BURST / 6 + 2), "so much he may say");
    // What is left at the last host is what is left of all.
    said += person.pings(2 * BURST, Duration::ZERO).await;
    assert!(
        said as u64 + 9 <= BURST as u64 + begun.elapsed().as_secs() + 4,
        "{said}"
    );
}
