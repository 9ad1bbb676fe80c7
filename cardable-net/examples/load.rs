//! How much a host bears: real websockets against a host in a process of its own, and in the same run
//! what the machine can do at most: an echo server and the store alone.
//!
//! `cargo run --release -p cardable-net --example load`, or with `-- --sockets 2000 --rooms 1000` and
//! the like for less of it. It wants a limit for open files beyond twice the sockets (`ulimit -n`).

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use axum::extract::ws::{Message as Frame, WebSocketUpgrade};
use cardable_net::client::{Guess, guess};
use cardable_net::config::Config;
use cardable_net::protocol::{Asked, Decision, Memory, PROTOCOL};
use cardable_net::server::serve;
use cardable_net::store::{Append, RoomId, RoomLog as _, SqliteLog};
use clap::Parser;
use futures_util::{SinkExt as _, StreamExt as _};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

#[derive(Parser, Clone)]
struct Options {
    /// Sockets that are held at once
    #[arg(long, default_value_t = 15_000)]
    sockets: usize,
    /// Rooms that are held at once
    #[arg(long, default_value_t = 10_000)]
    rooms: usize,
    /// Rooms in which two persons play as fast as they can; several numbers are tried one by one
    #[arg(long, value_delimiter = ',', default_values_t = [32, 128, 256, 512])]
    tables: Vec<usize>,
    /// Seconds for each measurement
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// What is measured
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["limits", "choices", "rooms", "sockets"])]
    only: Vec<Measure>,
    /// Where the host keeps its rooms; by default in the system's folder for what does not last
    #[arg(long)]
    folder: Option<PathBuf>,
    /// What this process is: the load, the host or the echo server
    #[arg(long, default_value = "load", hide = true)]
    part: String,
}

/// Something that is measured.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq)]
enum Measure {
    /// The store and the sockets alone: what the machine does at most
    Limits,
    /// How many choices become durable and are answered
    Choices,
    /// Rooms that are held, and that come back
    Rooms,
    /// Sockets that are held
    Sockets,
}

fn main() {
    let options = Options::parse();
    cardable_net::open_files::raise();
    let runtime = |mut builder: tokio::runtime::Builder| builder.enable_all().build().unwrap();
    let many = tokio::runtime::Builder::new_multi_thread;
    match options.part.as_str() {
        "host" => runtime(many()).block_on(host(&options.folder.unwrap())),
        "echo" => runtime(many()).block_on(echo()),
        // One thread for the load: the rest of the machine is for who bears it.
        _ => runtime(tokio::runtime::Builder::new_current_thread()).block_on(load(&options)),
    }
}

// --- the other processes

async fn listen() -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    listener
}

async fn host(folder: &Path) {
    let mut config = Config {
        data: Some(folder.to_owned()),
        ..Config::default()
    };
    let many = 1_000_000_000;
    let limits = &mut config.limits;
    limits.sockets = 100_000;
    limits.sockets_per_address = 100_000;
    limits.messages_per_second = many;
    limits.messages_burst = many;
    limits.address_messages_per_second = many;
    limits.address_messages_burst = many;
    limits.address_requests_per_second = many;
    limits.address_requests_burst = many;
    limits.idle = 3_600;
    config.rooms.rooms = 1_000_000;
    config.rooms.bot_pause = 0;
    config.rooms.sleep = 3_600;
    config.rooms.grace = 3_600;
    let listener = listen().await;
    serve(listener, config, std::future::pending()).await.unwrap();
}

async fn echo() {
    let answer = |upgrade: WebSocketUpgrade| async move {
        let upgrade = upgrade.read_buffer_size(4096).write_buffer_size(0);
        upgrade.on_upgrade(|mut socket| async move {
            while let Some(Ok(frame)) = socket.recv().await {
                if let Frame::Text(text) = frame
                    && socket.send(Frame::Text(text)).await.is_err()
                {
                    return;
                }
            }
        })
    };
    let router = axum::Router::new().route("/ws", axum::routing::any(answer));
    axum::serve(listen().await, router).await.unwrap();
}

/// A process of this program that plays another part.
struct Part {
    child: Child,
    url: String,
}

async fn start(part: &str, folder: Option<&Path>) -> Part {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--part", part]).kill_on_drop(true);
    if let Some(folder) = folder {
        command.arg("--folder").arg(folder);
    }
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.next_line().await.unwrap().expect("it listens");
    Part {
        child,
        url: format!("ws://{address}/ws"),
    }
}

impl Part {
    /// Bytes of memory that it holds.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id().unwrap())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kilobytes * 1024
    }

    /// Time that it has spent on a processor, the system's work for it included.
    fn worked(&self) -> Duration {
        worked(&self.child.id().unwrap().to_string())
    }

    async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// Time that a process has spent on a processor.
fn worked(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The second field is a name in parentheses; the twelfth and thirteenth behind it are hundredths of a
    // second as the program and as the system.
    let (_, behind) = stat.rsplit_once(')').unwrap();
    let fields: Vec<u64> = behind
        .split_whitespace()
        .map(|f| f.parse().unwrap_or(0))
        .collect();
    Duration::from_millis((fields[11] + fields[12]) * 10)
}

/// How busy the machine is: what others do on it makes the figures worse.
fn busy() -> String {
    let loads = std::fs::read_to_string("/proc/loadavg").unwrap();
    loads.split(' ').next().unwrap().to_owned()
}

// --- a lean client

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(url: &str) -> Socket {
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0);
    connect_async_with_config(url, Some(config), true)
        .await
        .expect("a socket")
        .0
}

/// What is read of a message: the rest is skipped.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Heard {
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
        #[serde(default)]
        step: Option<u64>,
        #[serde(default)]
        decision: Option<Decision>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Seq {
    seq: u64,
}

struct Line {
    socket: Socket,
    next: u32,
    seq: u64,
    decision: Option<Asked>,
    decisions: Memory,
    /// Whether the game is over.
    over: bool,
    /// The sizes of what it was told of choices.
    sizes: Vec<u32>,
}

impl Line {
    async fn open(url: &str) -> Line {
        let mut line = Line {
            socket: connect(url).await,
            next: 0,
            seq: 0,
            decision: None,
            decisions: Memory::default(),
            over: false,
            sizes: Vec::new(),
        };
        line.call(json!({"hello": {"protocol": PROTOCOL, "client": "load", "name": "Load"}}))
            .await
            .expect("a welcome");
        line
    }

    async fn hear(&mut self) -> Heard {
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
                // The answer to a choice, the most frequent one.
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
                    self.decisions = Memory::default();
                    self.decision = decision.map(|told| self.decisions.fill_in(told).clone());
                    return Heard::Other;
                }
                Heard::Events { step, decision } => {
                    self.seq = step.unwrap_or(self.seq + 1);
                    self.decision = decision.map(|told| self.decisions.fill_in(told).clone());
                    return Heard::Other;
                }
                heard => return heard,
            }
        }
    }

    async fn call(&mut self, call: Value) -> Result<Value, String> {
        self.ask(&call.to_string()).await
    }

    async fn ask(&mut self, call: &str) -> Result<Value, String> {
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

fn parse(text: &str) -> Heard {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

// --- the measurements

/// The value below which so many of a hundred lie.
fn percentile<T: Copy + Ord + Default>(values: &mut [T], percent: usize) -> T {
    values.sort_unstable();
    let at = (values.len() * percent / 100).min(values.len().saturating_sub(1));
    values.get(at).copied().unwrap_or_default()
}

async fn store_alone(folder: &Path, seconds: u64, writers: u64) {
    let log = Arc::new(SqliteLog::open(folder.join(format!("alone-{writers}.db"))).unwrap());
    let (epoch, _) = log.claim().await.unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let written = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for room in 0..writers {
        let (log, stop, written) = (Arc::clone(&log), Arc::clone(&stop), Arc::clone(&written));
        tasks.push(tokio::spawn(async move {
            log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
            let mut at = 0;
            while !stop.load(Ordering::Relaxed) {
                let append = Append {
                    room: RoomId(room),
                    epoch,
                    at,
                    records: vec![vec![b'x'; 120]],
                    about: None,
                };
                log.append(append).await.unwrap();
                at += 1;
                written.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = written.load(Ordering::Relaxed);
    let began = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let rate = (written.load(Ordering::Relaxed) - before) as f64 / began.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
    println!("store alone, {writers} writers: {rate:.0} appends/s");
}

async fn echo_alone(seconds: u64, sockets: usize) {
    let echo = start("echo", None).await;
    let echoed = Arc::new(AtomicU64::new(0));
    for _ in 0..sockets {
        let (url, echoed) = (echo.url.clone(), Arc::clone(&echoed));
        tokio::spawn(async move {
            let mut socket = connect(&url).await;
            loop {
                if socket.send("x".repeat(120).into()).await.is_err() || socket.next().await.is_none() {
                    return;
                }
                echoed.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (before, began) = (echoed.load(Ordering::Relaxed), Instant::now());
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let rate = (echoed.load(Ordering::Relaxed) - before) as f64 / began.elapsed().as_secs_f64();
    println!("axum echo alone, {sockets} sockets: {rate:.0} messages/s there and back");
    echo.kill().await;
}

async fn hold_sockets(folder: &Path, sockets: usize) {
    let host = start("host", Some(&folder.join("sockets"))).await;
    drop(Line::open(&host.url).await);
    let before = host.memory();
    let began = Instant::now();
    let mut held = Vec::with_capacity(sockets);
    while held.len() < sockets {
        let batch = (sockets - held.len()).min(200);
        let opened = futures_util::future::join_all((0..batch).map(|_| Line::open(&host.url))).await;
        held.extend(opened);
    }
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let each = (host.memory() - before) as f64 / sockets as f64;
    println!(
        "sockets held: {} in {:.1} s, {:.1} KB each",
        held.len(),
        took.as_secs_f64(),
        each / 1024.0
    );
    host.kill().await;
}

/// Makes rooms with a game that has begun; gives the room and token of their persons.
async fn make_rooms(url: &str, rooms: usize) -> Vec<(String, String)> {
    let lines = 100.min(rooms);
    let made = (0..lines).map(|at| async move {
        let mut line = Line::open(url).await;
        let mut seats = Vec::new();
        for _ in 0..rooms / lines + usize::from(at < rooms % lines) {
            let create = json!({"create": {"ruleset": "goofspiel", "settings": {"seats": 2}, "bots": 1}});
            let seated = line.call(create).await.expect("a room")["seated"].clone();
            line.call(json!({"start": {}})).await.expect("it starts");
            line.call(json!({"step_out": {}})).await.expect("the lobby");
            let text = |key: &str| seated[key].as_str().unwrap().to_owned();
            seats.push((text("room"), text("token")));
        }
        seats
    });
    futures_util::future::join_all(made).await.concat()
}

async fn hold_rooms(folder: &Path, rooms: usize) {
    let folder = folder.join("rooms");
    let host = start("host", Some(&folder)).await;
    make_rooms(&host.url, 20).await;
    let before = host.memory();
    let began = Instant::now();
    let seats = Arc::new(make_rooms(&host.url, rooms).await);
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let each = (host.memory() - before) as f64 / rooms as f64;
    println!(
        "rooms awake, with a game in each: {rooms} made in {:.1} s, {:.1} KB each",
        took.as_secs_f64(),
        each / 1024.0
    );
    host.kill().await;
    let began = Instant::now();
    let host = start("host", Some(&folder)).await;
    drop(Line::open(&host.url).await);
    println!(
        "time to come back with {rooms} rooms: {:.2} s until it answers, {:.1} MB",
        began.elapsed().as_secs_f64(),
        host.memory() as f64 / 1e6
    );
    let lines = 64.min(rooms);
    let woken = (0..lines).map(|at| {
        let (seats, url) = (Arc::clone(&seats), host.url.clone());
        tokio::spawn(async move {
            let mut line = Line::open(&url).await;
            for (room, token) in seats.iter().skip(at).step_by(lines) {
                line.call(json!({"resume": {"room": room, "token": token}}))
                    .await
                    .expect("the seat is kept");
                line.call(json!({"step_out": {}})).await.expect("the lobby");
            }
        })
    });
    for woken in futures_util::future::join_all(woken).await {
        woken.unwrap();
    }
    println!(
        "  {:.2} s until each of them was replayed and its person had seen the table",
        began.elapsed().as_secs_f64()
    );
    host.kill().await;
}

/// Plays one seat as fast as it is asked; the owner begins the next game.
async fn play_seat(
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
            // Whoever waits for the other is not waited for at the end.
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

async fn play(folder: &Path, tables: usize, seconds: u64) {
    let host = start("host", Some(&folder.join(format!("play-{tables}")))).await;
    let (stop, counting) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let mut lines = Vec::new();
    while lines.len() < tables {
        let two = futures_util::future::join(Line::open(&host.url), Line::open(&host.url));
        lines.push(two.await);
    }
    let before = host.memory();
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
    let (began, host_before, load_before) = (Instant::now(), host.worked(), worked("self"));
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    counting.store(false, Ordering::Relaxed);
    let took = began.elapsed().as_secs_f64();
    let (host_worked, load_worked) = (host.worked() - host_before, worked("self") - load_before);
    let active = host.memory().saturating_sub(before) as f64 / tables as f64 / 1024.0;
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
        "  {:.1} µs of processor time a choice in the host, {:.1} µs in the load; the machine's load is {}",
        host_worked.as_secs_f64() * 1e6 / choices,
        load_worked.as_secs_f64() * 1e6 / choices,
        busy()
    );
    println!("  {active:.1} KB each room, beside its two sockets");
    println!(
        "  bytes a choice and viewer: median {}, p99 {}",
        percentile(&mut sizes, 50),
        percentile(&mut sizes, 99)
    );
    host.kill().await;
}

async fn load(options: &Options) {
    let folder = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = folder.join(format!("cardable-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let wanted = |measure| options.only.contains(&measure);
    println!("the machine's load before: {}", busy());
    if wanted(Measure::Limits) {
        store_alone(&folder, options.seconds, 64).await;
        store_alone(&folder, options.seconds, 512).await;
        echo_alone(options.seconds, 64).await;
    }
    if wanted(Measure::Choices) {
        for tables in &options.tables {
            play(&folder, *tables, options.seconds).await;
        }
    }
    if wanted(Measure::Rooms) {
        hold_rooms(&folder, options.rooms).await;
    }
    if wanted(Measure::Sockets) {
        hold_sockets(&folder, options.sockets).await;
    }
    let _ = std::fs::remove_dir_all(&folder);
}
