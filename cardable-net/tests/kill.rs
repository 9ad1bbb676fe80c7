//! The host is killed in the middle of play, again and again: every choice that it acknowledged is
//! there, and every seat sees what its log says.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

use cardable_core::{Entry, LOG_FORMAT, Log, Match, Seed, Setup, View, Viewer};
use cardable_net::client::Client;
use cardable_net::library::Library;
use cardable_net::protocol::{Resume, RoomId};
use cardable_net::store::{RoomLog as _, SqliteLog};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const ROUNDS: usize = 20;

/// Choices that are acknowledged in a round before the host is killed.
const CHOICES: u64 = 60;

struct Host {
    child: Child,
    url: String,
}

/// Starts the real program, and waits until it says where it listens.
fn start(folder: &Path) -> Host {
    let config = folder.join("host.toml");
    let text = "[limits]\nmessages_per_second = 100000\nmessages_burst = 100000\naddress_messages_per_second = 100000\n\
        address_messages_burst = 100000\naddress_requests_per_second = 100000\naddress_requests_burst = 100000\n\
        [rooms]\nbot_pause = 0\nsnapshot = 16\n";
    std::fs::write(&config, text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardable-host"))
        .args(["--listen", "127.0.0.1:0", "--log", "info"])
        .arg("--config")
        .arg(&config)
        .arg("--data")
        .arg(folder.join("data"))
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("it says where it listens").unwrap();
        if let Some((_, rest)) = line.split_once("http://") {
            break rest.split_whitespace().next().unwrap().to_owned();
        }
    };
    // What it says later is read, so that it is never held up.
    std::thread::spawn(move || lines.for_each(drop));
    Host {
        child,
        url: format!("ws://{address}/ws"),
    }
}

impl Host {
    fn kill(self) {
        drop(self);
    }
}

impl Drop for Host {
    /// Without a word of warning, also when the test fails.
    fn drop(&mut self) {
        let killed = self.child.kill().and_then(|()| self.child.wait());
        assert!(killed.is_ok(), "{killed:?}");
    }
}

/// What a room's log says that a seat sees.
async fn replayed(log: &SqliteLog, library: &Library, room: &RoomId, seat: cardable_core::Seat) -> View {
    let records = log.read(room.0.parse().unwrap(), 0).await.unwrap();
    let mut played = None;
    let mut entries = Vec::new();
    for record in records {
        let record: serde_json::Value = serde_json::from_slice(&record).unwrap();
        let of = |value: &serde_json::Value| serde_json::from_value(value.clone()).unwrap();
        if let Some(begin) = record.get("begin") {
            let setup: Setup = serde_json::from_value(begin["setup"].clone()).unwrap();
            let seed: Seed = serde_json::from_value(begin["seed"].clone()).unwrap();
            played = Some((setup, seed));
        } else if let Some(choice) = record.get("choice") {
            entries.push(Entry::Choice {
                seat: of(&choice["seat"]),
                choice: serde_json::from_value(choice["choice"].clone()).unwrap(),
            });
        } else {
            panic!("nothing else happens here: {record}");
        }
    }
    let (setup, seed) = played.expect("a game began");
    let ruleset = library.edition("crazy-eights").unwrap().ruleset.clone();
    let log = Log {
        format: LOG_FORMAT,
        ruleset: ruleset.name().to_owned(),
        hash: ruleset.hash_hex(),
        setup,
        seed,
        entries,
    };
    Match::replay(&ruleset, &log)
        .unwrap()
        .game()
        .view(Viewer::Seat(seat))
}

/// A seat that somebody plays, and what was promised to them.
struct Place {
    resume: Resume,
    seat: cardable_core::Seat,
    /// The last view that an acknowledged choice of theirs led to.
    acknowledged: u64,
}

async fn open_tables(url: &str, tables: usize) -> Vec<Place> {
    let mut places = Vec::new();
    for _ in 0..tables {
        let mut ada = Client::connect(url, "Ada").await.unwrap();
        let room = ada
            .create("crazy-eights", |new| {
                new.settings.seats = Some(3);
                new.bots = 1;
            })
            .await
            .unwrap();
        let mut bob = Client::connect(url, "Bob").await.unwrap();
        bob.join(&room, None).await.unwrap();
        bob.ready().await.unwrap();
        ada.start().await.unwrap();
        for client in [&ada, &bob] {
            places.push(Place {
                resume: way_back(client).unwrap(),
                seat: client.seated().unwrap().seat,
                acknowledged: 0,
            });
        }
    }
    places
}

/// The way back of somebody who remembers the token and nothing else.
fn way_back(client: &Client) -> Option<Resume> {
    let resume = client.way_back()?;
    Some(Resume {
        game: None,
        seq: None,
        ..resume
    })
}

/// Plays until the host is gone.
async fn play_on(url: String, mut place: Place, made: Arc<AtomicU64>, seed: u64) -> Place {
    let mut rng = StdRng::seed_from_u64(seed);
    let Ok(mut client) = Client::resume(&url, "back", place.resume.clone()).await else {
        return place;
    };
    loop {
        let before = client.table().view().map_or(0, |view| view.seq);
        if client.play_next(&mut rng).await.is_err() || client.is_over() {
            break;
        }
        let after = client.table().view().map_or(0, |view| view.seq);
        if after > before {
            // Whatever was told was durable before, whoever chose it.
            place.acknowledged = place.acknowledged.max(after);
            made.fetch_add(1, Ordering::Relaxed);
        }
    }
    if let Some(resume) = way_back(&client) {
        place.resume = resume;
    }
    place
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_host_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::shipped();
    let mut host = start(folder.path());
    let mut places = open_tables(&host.url, 3).await;
    let mut compared = 0;
    for round in 0..ROUNDS {
        // They play, and in the middle of it the host is killed.
        let made = Arc::new(AtomicU64::new(0));
        let tasks: Vec<_> = places
            .drain(..)
            .enumerate()
            .map(|(at, place)| {
                let seed = (round * 100 + at) as u64;
                tokio::spawn(play_on(host.url.clone(), place, Arc::clone(&made), seed))
            })
            .collect();
        let began = std::time::Instant::now();
        while made.load(Ordering::Relaxed) < CHOICES && tasks.iter().any(|task| !task.is_finished()) {
            assert!(began.elapsed() < Duration::from_secs(120), "they do not play");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        host.kill();
        for task in tasks {
            places.push(task.await.unwrap());
        }
        let log = SqliteLog::open(folder.path().join("data/rooms.sqlite")).unwrap();
        let mut kept = Vec::new();
        for place in &places {
            let view = replayed(&log, &library, &place.resume.room, place.seat).await;
            assert!(view.seq >= place.acknowledged, "round {round}: a choice is lost");
            kept.push(view);
        }
        log.close();
        host = start(folder.path());
        for (place, view) in places.iter_mut().zip(&kept) {
            // A room goes on as soon as one of its persons is there: what is told may be further.
            let mut client = Client::resume(&host.url, "back", place.resume.clone())
                .await
                .unwrap();
            while client.table().view().is_none_or(|seen| seen.seq < view.seq) {
                client.next().await.unwrap();
            }
            let seen = client.table().view().unwrap().clone();
            if seen.seq == view.seq {
                assert_eq!(seen, *view, "round {round}");
                compared += 1;
            }
            place.resume = way_back(&client).unwrap();
        }
        let over =
            places.iter().all(|place| place.acknowledged > 0) && made.load(Ordering::Relaxed) < CHOICES;
        if over {
            // All games are over: others begin.
            places = open_tables(&host.url, 3).await;
        }
    }
    host.kill();
    assert!(compared > 0, "no view was as far as what was kept");
}
