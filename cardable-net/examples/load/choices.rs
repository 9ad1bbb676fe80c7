//! Measures how many choices the host makes durable and answers.

use crate::database::Database;
use crate::line::{Line, percentile};
use crate::part::{Part, busy, start_on, worked};
use cardable_net::client::{Guess, guess};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Plays one seat as fast as possible. The owner starts the next game.
pub(crate) async fn play_seat(
    mut line: Line,
    owner: bool,
    mut rng: StdRng,
    stop: Arc<AtomicBool>,
    counting: Arc<AtomicBool>,
) -> (Vec<u64>, Vec<u32>) {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    while !stop.load(Ordering::Relaxed) {
        if line.over && owner {
            line.call(json!({"rematch": {}})).await.ok();
            continue;
        }
        let choice = line.decision.take().and_then(|asked| guess(&asked, &mut rng));
        let Some(Guess::Whole(choice)) = choice else {
            // At the end, do not wait for a seat that waits for the other one.
            let patience = Duration::from_millis(500);
            tokio::time::timeout(patience, line.hear()).await.ok();
            continue;
        };
        let began = Instant::now();
        let seen = line.seq;
        let choice = serde_json::to_string(&choice).unwrap();
        let done = line
            .ask(&format!(r#"{{"choose":{{"seen":{seen},"choice":{choice}}}}}"#))
            .await;
        let mut told = std::mem::take(&mut line.sizes);
        if counting.load(Ordering::Relaxed) {
            if done.is_ok() {
                times.push(began.elapsed().as_micros() as u64);
            }
            sizes.append(&mut told);
        }
    }
    (times, sizes)
}

/// The hosts that people play at.
pub(crate) struct Service<'a> {
    /// The database that they share, if it is one.
    pub(crate) store: Option<&'a str>,
    pub(crate) hosts: usize,
    /// Whether the second person of a table comes to another host than the first.
    pub(crate) apart: bool,
}

/// Measures this many tables at once. Returns the memory that their rooms took.
pub(crate) async fn play(folder: &Path, service: &Service<'_>, tables: usize, seconds: u64) -> u64 {
    let mut hosts = Vec::new();
    for _ in 0..service.hosts {
        hosts.push(
            start_on(
                "host",
                Some(&folder.join(format!("play-{tables}"))),
                service.store,
            )
            .await,
        );
    }
    let database = match service.store {
        Some(url) => Some(Database::connect(url).await),
        None => None,
    };
    let memory = || hosts.iter().map(Part::memory).sum::<u64>();
    let host_work = || hosts.iter().map(Part::worked).sum::<Duration>();
    let (stop, counting) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let mut lines = Vec::new();
    while lines.len() < tables {
        let at = lines.len();
        let url = |at: usize| &hosts[at % hosts.len()].url;
        let two = futures_util::future::join(
            Line::open(url(at)),
            Line::open(url(at + usize::from(service.apart))),
        );
        lines.push(two.await);
    }
    let before = memory();
    let mut players = Vec::new();
    for (table, (mut ada, mut bob)) in lines.into_iter().enumerate() {
        let (stop, counting) = (Arc::clone(&stop), Arc::clone(&counting));
        players.push(tokio::spawn(async move {
            let create = json!({"create": {"ruleset": "goofspiel", "settings": {"seats": 2}}});
            let seated = ada.call(create).await.expect("a room")["seated"].clone();
            bob.call(json!({"join": {"room": seated["room"]}}))
                .await
                .expect("a seat");
            bob.call(json!({"ready": {"ready": true}})).await.expect("ready");
            ada.call(json!({"start": {}})).await.expect("it starts");
            let ways = [(ada, true), (bob, false)].map(|(line, owner)| {
                let (stop, counting) = (Arc::clone(&stop), Arc::clone(&counting));
                let rng = StdRng::seed_from_u64(table as u64 * 2 + u64::from(owner));
                tokio::spawn(play_seat(line, owner, rng, stop, counting))
            });
            let (mut times, mut sizes) = (Vec::new(), Vec::new());
            for way in ways {
                let (t, s) = way.await.unwrap();
                times.extend(t);
                sizes.extend(s);
            }
            (times, sizes)
        }));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    counting.store(true, Ordering::Relaxed);
    let stored_before = match &database {
        Some(database) => Some(database.done().await),
        None => None,
    };
    let (began, host_before, load_before) = (Instant::now(), host_work(), worked("self"));
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    counting.store(false, Ordering::Relaxed);
    let took = began.elapsed().as_secs_f64();
    let (host_worked, load_worked) = (host_work() - host_before, worked("self") - load_before);
    let stored = match (&database, stored_before) {
        (Some(database), Some(before)) => Some((before, database.done().await)),
        _ => None,
    };
    let taken = memory().saturating_sub(before);
    let active = taken as f64 / tables as f64 / 1024.0;
    stop.store(true, Ordering::Relaxed);
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for player in players {
        let (t, s) = player.await.unwrap();
        times.extend(t);
        sizes.extend(s);
    }
    let choices = times.len() as f64;
    println!(
        "choices, durable and acknowledged, at {tables} tables of two: {:.0}/s, p50 {:.1} ms, p99 {:.1} ms",
        choices / took,
        percentile(&mut times, 50) as f64 / 1000.0,
        percentile(&mut times, 99) as f64 / 1000.0
    );
    println!(
        "  {:.1} µs of processor time a choice in the hosts, {:.1} µs in the load; the machine's load is {}",
        host_worked.as_secs_f64() * 1e6 / choices,
        load_worked.as_secs_f64() * 1e6 / choices,
        busy()
    );
    if let Some((before, after)) = stored {
        println!(
            "  {:.1} µs of processor time a choice in the database, {:.0} bytes of its write-ahead log",
            (after.worked.saturating_sub(before.worked)).as_secs_f64() * 1e6 / choices,
            after.log.saturating_sub(before.log) as f64 / choices,
        );
    }
    println!(
        "  {active:.1} KB each room, with its share of what the host needs once, beside its two sockets"
    );
    let mean = sizes.iter().map(|size| u64::from(*size)).sum::<u64>() / (sizes.len() as u64).max(1);
    println!(
        "  bytes a choice and viewer: mean {mean}, median {}, p99 {}",
        percentile(&mut sizes, 50),
        percentile(&mut sizes, 99)
    );
    for host in hosts {
        host.kill().await;
    }
    taken
}
