//! Measures rooms whose bots think, beside persons who choose.

use crate::line::{Line, percentile};
use crate::part::{busy, start, worked};
use cardable_net::client::{Guess, guess};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// Time between two moves of a room's bot.
const EVERY: Duration = Duration::from_secs(3);

/// Time that a person at a table of two thinks.
const THINKS: Duration = Duration::from_secs(1);

/// What a measurement is like.
pub(crate) struct Wanted<'a> {
    pub(crate) ruleset: &'a str,
    pub(crate) level: &'a str,
    /// Number of rooms of a person and a bot.
    pub(crate) rooms: usize,
    /// Number of rooms of two persons.
    pub(crate) tables: usize,
    pub(crate) seconds: u64,
}

/// Whether the load still runs, and whether it is measured.
#[derive(Clone, Default)]
struct Course {
    stop: Arc<AtomicBool>,
    counting: Arc<AtomicBool>,
}

/// How fast somebody chooses.
#[derive(Clone, Copy)]
enum Pace {
    /// A person thinks so long about each choice.
    Thinks(Duration),
    /// A person chooses so that the bot moves every so often. Whoever draws cards chooses several times before the bot is to
    /// move, so it is the bot's choices that are counted.
    BotMoves(Duration),
}

/// When somebody chooses next.
struct Schedule {
    pace: Pace,
    next: tokio::time::Instant,
    /// Number of choices in the game up to which the next time is reckoned.
    reckoned: u64,
}

impl Schedule {
    fn begin(pace: Pace) -> Schedule {
        let (Pace::Thinks(pause) | Pace::BotMoves(pause)) = pace;
        Schedule {
            pace,
            next: tokio::time::Instant::now() + pause,
            reckoned: 0,
        }
    }

    /// The game has come to so many choices, all since the last look made by others.
    fn others_chose(&mut self, seq: u64) {
        // A lower number is that of a new game.
        let others = seq.checked_sub(self.reckoned).unwrap_or(seq);
        self.reckoned = seq;
        if let Pace::BotMoves(every) = self.pace {
            // What comes too late is not made up for all at once.
            let next = self.next + every * u32::try_from(others).unwrap_or(u32::MAX);
            self.next = next.max(tokio::time::Instant::now());
        }
    }

    /// Somebody chooses, having seen so many choices.
    fn chooses(&mut self, seen: u64) {
        self.reckoned = seen + 1;
        if let Pace::Thinks(pause) = self.pace {
            self.next = tokio::time::Instant::now() + pause;
        }
    }
}

/// Chooses on a seat, at some pace, and begins the next game. Returns the microseconds of choices.
async fn choose_slowly(mut line: Line, owner: bool, pace: Pace, mut rng: StdRng, course: Course) -> Vec<u64> {
    let mut times = Vec::new();
    let mut schedule = Schedule::begin(pace);
    while !course.stop.load(Ordering::Relaxed) {
        if line.over && owner {
            schedule.others_chose(line.seq);
            line.call(json!({"rematch": {}})).await.ok();
            continue;
        }
        let Some(asked) = line.decision.take() else {
            let patience = Duration::from_millis(500);
            tokio::time::timeout(patience, line.hear()).await.ok();
            continue;
        };
        schedule.others_chose(line.seq);
        tokio::time::sleep_until(schedule.next).await;
        let Some(Guess::Whole(choice)) = guess(&asked, &mut rng) else {
            // Another guess may need no questions.
            line.decision = Some(asked);
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let (began, seen) = (Instant::now(), line.seq);
        schedule.chooses(seen);
        let choice = serde_json::to_string(&choice).unwrap();
        let call = format!(r#"{{"choose":{{"seen":{seen},"choice":{choice}}}}}"#);
        if line.ask(&call).await.is_ok() && course.counting.load(Ordering::Relaxed) {
            times.push(began.elapsed().as_micros() as u64);
        }
    }
    times
}

/// The sum of a counter over its labels, as the host tells it.
fn counter(metrics: &str, name: &str, label: &str) -> u64 {
    let lines = metrics.lines().filter(|line| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(['{', ' ']))
    });
    let values = lines
        .filter(|line| line.contains(label))
        .filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok());
    values.sum()
}

async fn metrics(url: &str) -> String {
    let address = url.trim_start_matches("ws://").trim_end_matches("/ws");
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

pub(crate) async fn play_with_bots(folder: &Path, wanted: &Wanted<'_>) {
    let host = start("host-with-bots", Some(&folder.join("bots"))).await;
    let course = Course::default();
    let mut players = Vec::new();
    let mut spawn = |line, owner, pace| {
        let rng = StdRng::seed_from_u64(players.len() as u64);
        players.push(tokio::spawn(choose_slowly(
            line,
            owner,
            pace,
            rng,
            course.clone(),
        )));
    };
    let settings = json!({"seats": 2, "bot_level": wanted.level});
    let began = Instant::now();
    for room in 0..wanted.rooms {
        // Their bots move at different times.
        let at = EVERY.mul_f64(room as f64 / wanted.rooms as f64);
        tokio::time::sleep(at.saturating_sub(began.elapsed())).await;
        let mut line = Line::open(&host.url).await;
        let create = json!({"create": {"ruleset": wanted.ruleset, "settings": settings, "bots": 1}});
        line.call(create).await.expect("a room");
        line.call(json!({"start": {}})).await.expect("it starts");
        spawn(line, true, Pace::BotMoves(EVERY));
    }
    for _ in 0..wanted.tables {
        let mut ada = Line::open(&host.url).await;
        let mut bob = Line::open(&host.url).await;
        let create = json!({"create": {"ruleset": wanted.ruleset, "settings": settings}});
        let seated = ada.call(create).await.expect("a room")["seated"].clone();
        bob.call(json!({"join": {"room": seated["room"]}}))
            .await
            .expect("a seat");
        bob.call(json!({"ready": {"ready": true}})).await.expect("ready");
        ada.call(json!({"start": {}})).await.expect("it starts");
        spawn(ada, true, Pace::Thinks(THINKS));
        spawn(bob, false, Pace::Thinks(THINKS));
    }
    // Until it runs as it will run.
    tokio::time::sleep(EVERY * 2).await;
    let before = metrics(&host.url).await;
    let (began, host_before, load_before) = (Instant::now(), host.worked(), worked("self"));
    course.counting.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(wanted.seconds)).await;
    course.counting.store(false, Ordering::Relaxed);
    let took = began.elapsed().as_secs_f64();
    let (host_worked, load_worked) = (host.worked() - host_before, worked("self") - load_before);
    let after = metrics(&host.url).await;
    course.stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.unwrap());
    }
    let since = |name: &str, label: &str| counter(&after, name, label) - counter(&before, name, label);
    let decisions = since("cardable_bot_decisions_total", "");
    let iterations = since("cardable_bot_iterations_total", "");
    println!(
        "{} rooms of {} with a bot ({}) that moves every {} s, {} tables of two persons:",
        wanted.rooms,
        wanted.ruleset,
        wanted.level,
        EVERY.as_secs(),
        wanted.tables
    );
    println!(
        "  persons: {:.0} choices/s, p50 {:.1} ms, p99 {:.1} ms",
        times.len() as f64 / took,
        percentile(&mut times, 50) as f64 / 1000.0,
        percentile(&mut times, 99) as f64 / 1000.0
    );
    println!(
        "  bots: {:.0} decisions/s, {:.1} iterations each; degraded {} for load, {} when due, {} unanswered; late {}",
        decisions as f64 / took,
        iterations as f64 / decisions.max(1) as f64,
        since("cardable_bot_degraded_total", "\"load\""),
        since("cardable_bot_degraded_total", "\"due\""),
        since("cardable_bot_degraded_total", "\"unanswered\""),
        since("cardable_bot_late_total", ""),
    );
    println!(
        "  {:.2} cores in the host, {:.2} in the load; the machine's load is {}",
        host_worked.as_secs_f64() / took,
        load_worked.as_secs_f64() / took,
        busy()
    );
    host.kill().await;
}
