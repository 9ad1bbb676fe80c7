//! Faults while people play: hosts and databases are killed, stopped and cut off, and nothing that was acknowledged may be
//! lost, doubled or seen older than before.

pub mod checker;
mod persons;
pub mod proxy;

use crate::cluster::Cluster;
use crate::replayed::Replayed;
use cardable_core::{Seat, Viewer};
use cardable_net::library::Library;
use cardable_net::store::{PostgresAddress, PostgresLog, RoomId, RoomLog as _};
use checker::{Broken, GameAt, Kept, Seen, fingerprint};
use persons::{Pair, Shared};
use proxy::{Proxy, Target, Weather};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How a storm is.
pub struct Options {
    pub faults: usize,
    pub seed: u64,
    pub hosts: usize,
    pub tables: u64,
    /// Seconds after which others take the rooms of a host that is gone.
    pub lease: u64,
    /// The longest that a fault lasts.
    pub longest: Duration,
    /// The program of the host, and what comes before its options.
    pub program: Vec<String>,
    /// More settings of the hosts.
    pub config: String,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    pub faults: BTreeMap<&'static str, usize>,
    pub chosen: u64,
    pub finished: u64,
    /// How many views were compared with the logs.
    pub views: usize,
    pub broken: Vec<Broken>,
    /// Who did not get back to his seat.
    pub stuck: Vec<String>,
    /// Whether people could play after the last fault.
    pub goes_on: bool,
    /// How long people were away, in milliseconds, the shortest first.
    pub away: Vec<u64>,
}

/// A fault.
#[derive(Clone, Copy, Debug)]
enum Fault {
    KillHost,
    StopHost,
    PauseHost,
    CutDatabase,
    DelayDatabase,
    LoseDatabase,
    CutLinks,
    DelayLinks,
    LoseLinks,
    CrashDatabase,
    RestartDatabase,
    RestartAllHosts,
    ReplacePrimary,
}

impl Fault {
    const ALL: [Fault; 13] = [
        Fault::KillHost,
        Fault::StopHost,
        Fault::PauseHost,
        Fault::CutDatabase,
        Fault::DelayDatabase,
        Fault::LoseDatabase,
        Fault::CutLinks,
        Fault::DelayLinks,
        Fault::LoseLinks,
        Fault::CrashDatabase,
        Fault::RestartDatabase,
        Fault::RestartAllHosts,
        Fault::ReplacePrimary,
    ];

    fn name(self) -> &'static str {
        match self {
            Fault::KillHost => "host killed",
            Fault::StopHost => "host stopped as planned",
            Fault::PauseHost => "host asleep",
            Fault::CutDatabase => "connections to the database cut",
            Fault::DelayDatabase => "database answers late",
            Fault::LoseDatabase => "bytes to the database lost",
            Fault::CutLinks => "links cut",
            Fault::DelayLinks => "links late",
            Fault::LoseLinks => "bytes on links lost",
            Fault::CrashDatabase => "database killed",
            Fault::RestartDatabase => "database restarted",
            Fault::RestartAllHosts => "all hosts restarted one after another",
            Fault::ReplacePrimary => "primary killed, standby promoted",
        }
    }
}

/// What is added to the section of rooms: all are made from one address.
const MANY_ROOMS: &str = "rooms = 1000000\nrooms_per_address = 1000000\nrooms_per_person = 1000000\n";

/// A host with what stands between it and others.
struct Host {
    child: Child,
    url: String,
    /// To both servers of the database.
    databases: [Proxy; 2],
    links: Proxy,
    config: PathBuf,
}

/// A port that is free at the moment.
fn free_port() -> SocketAddr {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("an address")
}

struct Storm {
    options: Options,
    /// The primary, and its synchronous standby.
    servers: [Option<Cluster>; 2],
    primary: usize,
    database: String,
    hosts: Vec<Host>,
    folder: tempfile::TempDir,
    shared: Arc<Shared>,
    rng: ChaCha8Rng,
    counted: BTreeMap<&'static str, usize>,
}

/// Lets persons play while faults happen. None where there is no PostgreSQL.
pub async fn rage(options: Options, mut tell: impl FnMut(&str)) -> Option<Outcome> {
    let primary = Cluster::start()?;
    let mut address = primary.database().await;
    let standby = primary.standby().await;
    let database = address.url.rsplit('/').next().unwrap_or_default().to_owned();
    let mut storm = Storm {
        rng: ChaCha8Rng::seed_from_u64(options.seed),
        options,
        servers: [Some(primary), Some(standby)],
        primary: 0,
        database,
        hosts: Vec::new(),
        folder: tempfile::tempdir().expect("a folder"),
        shared: Arc::default(),
        counted: BTreeMap::new(),
    };
    for number in 0..storm.options.hosts {
        let host = storm.new_host(number).await;
        storm.hosts.push(host);
    }
    storm.tell_hosts();
    let pairs: Vec<_> = (0..storm.options.tables)
        .map(|number| tokio::spawn(Pair::new(Arc::clone(&storm.shared), storm.options.seed, number).play()))
        .collect();
    let begun = Instant::now();
    for number in 0..storm.options.faults {
        // One of each kind first, then any.
        let at = match number < Fault::ALL.len() {
            true => number,
            false => storm.rng.next_u32() as usize % Fault::ALL.len(),
        };
        let fault = Fault::ALL[at];
        storm.wait_for_choices(50).await;
        tell(&format!(
            "{:>6.1} s  {}",
            begun.elapsed().as_secs_f64(),
            fault.name()
        ));
        *storm.counted.entry(fault.name()).or_default() += 1;
        storm.happen(fault).await;
    }
    // All is well again, so people must be able to play.
    let goes_on = storm.wait_for_choices(200).await;
    storm.shared.stop.store(true, Ordering::Relaxed);
    for pair in pairs {
        pair.await.expect("nobody panics");
    }
    address.url = storm.primary().address(&storm.database);
    Some(Outcome {
        goes_on,
        ..storm.end(&address).await
    })
}

impl Storm {
    async fn new_host(&self, number: usize) -> Host {
        let sockets = self
            .servers
            .each_ref()
            .map(|server| server.as_ref().expect("it runs").socket());
        let [one, other] = sockets.map(Target::Unix);
        let databases = [Proxy::start(one).await, Proxy::start(other).await];
        let link = free_port();
        let links = Proxy::start(Target::Tcp(link)).await;
        let config = self.folder.path().join(format!("host{number}.toml"));
        let text = format!(
            "name = \"host {number}\"\nlease = {}\nlink = \"{link}\"\nlink_address = \"{}\"\n{}{MANY_ROOMS}",
            self.options.lease, links.address, self.options.config
        );
        std::fs::write(&config, text).expect("a file");
        let (child, url) = self
            .start(&config, databases.each_ref().map(|proxy| proxy.address))
            .await;
        Host {
            child,
            url,
            databases,
            links,
            config,
        }
    }

    fn primary(&self) -> &Cluster {
        self.servers[self.primary]
            .as_ref()
            .expect("it is there but while it restarts")
    }

    async fn start(&self, config: &std::path::Path, databases: [SocketAddr; 2]) -> (Child, String) {
        let [one, other] = databases;
        let store = format!("postgres://host@{one},{other}/{}?sslmode=disable", self.database);
        let program = self.options.program.clone();
        let config = config.to_owned();
        let start = move || {
            let (first, rest) = program.split_first().expect("a program");
            // A host that cannot reach its database at the start says so and ends; its operator starts it again.
            for _ in 0..50 {
                let mut child = Command::new(first)
                    .args(rest)
                    .args([
                        "--listen",
                        "127.0.0.1:0",
                        "--log",
                        "info",
                        "--store",
                        &store,
                        "--config",
                    ])
                    .arg(&config)
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::piped())
                    .spawn()
                    .expect("the host starts");
                let mut lines = BufReader::new(child.stderr.take().expect("it speaks")).lines();
                let url = lines.by_ref().map_while(Result::ok).find_map(|line| {
                    let (_, rest) = line.split_once("http://")?;
                    Some(format!("ws://{}/ws", rest.split_whitespace().next()?))
                });
                // What it says later must not fill the pipe.
                std::thread::spawn(move || lines.for_each(drop));
                if let Some(url) = url {
                    return (child, url);
                }
                let _ = child.wait();
                std::thread::sleep(Duration::from_millis(200));
            }
            panic!("a host does not start");
        };
        tokio::task::spawn_blocking(start).await.expect("it starts")
    }

    fn tell_hosts(&self) {
        *self.shared.hosts.lock().unwrap() = self.hosts.iter().map(|host| host.url.clone()).collect();
    }

    /// Waits until people have made so many more choices, and tells whether they have; not for ever, for there may be nobody
    /// who can.
    async fn wait_for_choices(&self, many: u64) -> bool {
        let until = self.shared.chosen.load(Ordering::Relaxed) + many;
        let begun = Instant::now();
        while self.shared.chosen.load(Ordering::Relaxed) < until {
            if begun.elapsed() > Duration::from_secs(60) {
                return false;
            }
            sleep(Duration::from_millis(20)).await;
        }
        true
    }

    fn any(&mut self) -> usize {
        self.rng.next_u32() as usize % self.hosts.len()
    }

    /// How long a fault lasts.
    fn while_it_lasts(&mut self) -> Duration {
        let most = u64::try_from(self.options.longest.as_millis()).unwrap_or(u64::MAX);
        let least = most.min(500);
        Duration::from_millis(least + self.rng.next_u64() % (most - least + 1))
    }

    fn signal(&self, at: usize, signal: Signal) {
        let pid = Pid::from_child(&self.hosts[at].child);
        kill_process(pid, signal).expect("it runs");
    }

    /// Ends a host, and starts it again.
    async fn restart(&mut self, at: usize, signal: Signal) {
        self.signal(at, signal);
        let url = self.hosts[at].url.clone();
        self.shared.hosts.lock().unwrap().retain(|other| *other != url);
        // It has some seconds to stop.
        for _ in 0..200 {
            if self.hosts[at]
                .child
                .try_wait()
                .expect("it can be asked")
                .is_some()
            {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
        let _ = self.hosts[at].child.kill();
        let _ = self.hosts[at].child.wait();
        let config = self.hosts[at].config.clone();
        let databases = self.hosts[at].databases.each_ref().map(|proxy| proxy.address);
        let (child, url) = self.start(&config, databases).await;
        self.hosts[at].child = child;
        self.hosts[at].url = url;
        self.tell_hosts();
    }

    async fn restart_database(&mut self, restart: impl FnOnce(&mut Cluster) + Send + 'static) {
        let mut cluster = self.servers[self.primary].take().expect("it runs");
        let restarted = tokio::task::spawn_blocking(move || {
            restart(&mut cluster);
            cluster
        });
        self.servers[self.primary] = Some(restarted.await.expect("it starts again"));
    }

    /// The primary is gone for good, the standby takes its place, and gets a standby of its own.
    async fn replace_primary(&mut self) {
        let (old, new) = (self.primary, 1 - self.primary);
        let gone = self.servers[old].take().expect("it runs");
        let standby = self.servers[new].take().expect("it runs");
        let promoted = tokio::task::spawn_blocking(move || {
            gone.destroy();
            standby.promote();
            standby
        });
        let primary = promoted.await.expect("it is promoted");
        let standby = primary.standby().await;
        for host in &self.hosts {
            host.databases[old].lead_to(Target::Unix(standby.socket()));
        }
        self.servers[new] = Some(primary);
        self.servers[old] = Some(standby);
        self.primary = new;
    }

    /// The lines of a host to the database.
    fn database_weather(&self, at: usize, weather: Weather) {
        for proxy in &self.hosts[at].databases {
            proxy.weather(weather);
        }
    }

    async fn happen(&mut self, fault: Fault) {
        let at = self.any();
        let pause = self.while_it_lasts();
        let late = Weather::Late(Duration::from_millis(150));
        match fault {
            Fault::KillHost => self.restart(at, Signal::KILL).await,
            Fault::StopHost => self.restart(at, Signal::TERM).await,
            Fault::PauseHost => {
                self.signal(at, Signal::STOP);
                sleep(pause).await;
                self.signal(at, Signal::CONT);
            }
            Fault::CutDatabase => self.hosts[at].databases.iter().for_each(Proxy::cut),
            Fault::DelayDatabase => {
                self.database_weather(at, late);
                sleep(pause).await;
                self.database_weather(at, Weather::Fair);
            }
            Fault::LoseDatabase => {
                self.database_weather(at, Weather::Lost);
                sleep(pause).await;
                self.database_weather(at, Weather::Fair);
            }
            Fault::CutLinks => self.hosts[at].links.cut(),
            Fault::DelayLinks => {
                self.hosts[at].links.weather(late);
                sleep(pause).await;
                self.hosts[at].links.weather(Weather::Fair);
            }
            Fault::LoseLinks => {
                self.hosts[at].links.weather(Weather::Lost);
                sleep(pause).await;
                self.hosts[at].links.weather(Weather::Fair);
            }
            Fault::CrashDatabase => self.restart_database(Cluster::crash).await,
            Fault::RestartDatabase => self.restart_database(Cluster::restart).await,
            Fault::RestartAllHosts => {
                for at in 0..self.hosts.len() {
                    self.restart(at, Signal::TERM).await;
                }
            }
            Fault::ReplacePrimary => self.replace_primary().await,
        }
    }

    /// Stops all hosts, and compares.
    async fn end(&mut self, address: &PostgresAddress) -> Outcome {
        for host in &mut self.hosts {
            let _ = host.child.kill();
            let _ = host.child.wait();
        }
        let log = PostgresLog::open(address).await.expect("the database is there");
        let mut logs: HashMap<GameAt, Vec<Kept>> = HashMap::new();
        let mut replays: HashMap<GameAt, Replayed> = HashMap::new();
        let library = Library::shipped();
        let ruleset = library.edition(persons::GAME).expect("it is shipped");
        let rooms = std::mem::take(&mut *self.shared.rooms.lock().unwrap());
        for name in rooms {
            let room: RoomId = name.parse().expect("the name of a room");
            match log.read(room, 0).await {
                Ok(records) => {
                    let games = checker::games(&name, &records);
                    // A room here sees one game.
                    if let Some(game) = games.keys().next() {
                        replays.insert(game.clone(), Replayed::new(&ruleset.ruleset, &records));
                    }
                    logs.extend(games);
                }
                // Nobody came to it before its maker had gone.
                Err(cardable_net::store::StoreError::NoRoom) => {}
                Err(error) => panic!("the log of room {name}: {error}"),
            }
        }
        log.close().await;
        let seen = std::mem::take(&mut *self.shared.seen.lock().unwrap());
        let mut away = std::mem::take(&mut *self.shared.back.lock().unwrap());
        away.sort_unstable();
        let replayed = |game: &GameAt, seat: u8, seq: u64| {
            let replayed = replays.get(game).filter(|replayed| seq <= replayed.last())?;
            Some(fingerprint(&replayed.view(seq, Viewer::Seat(Seat(seat)))))
        };
        Outcome {
            faults: std::mem::take(&mut self.counted),
            chosen: self.shared.chosen.load(Ordering::Relaxed),
            finished: self.shared.finished.load(Ordering::Relaxed),
            views: seen
                .iter()
                .filter(|seen| matches!(seen, Seen::Saw { .. }))
                .count(),
            broken: checker::check(&seen, &logs, &replayed),
            goes_on: false,
            stuck: std::mem::take(&mut *self.shared.stuck.lock().unwrap()),
            away,
        }
    }
}

impl Drop for Storm {
    fn drop(&mut self) {
        for host in &mut self.hosts {
            let _ = host.child.kill();
            let _ = host.child.wait();
        }
    }
}
