//! The processes other than the load: the host and the echo server.

use axum::extract::ws::{Message as Frame, WebSocketUpgrade};
use cardable_net::config::Config;
use cardable_net::server::serve;
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

pub(crate) async fn listen() -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    listener
}

pub(crate) async fn host(folder: &Path, store: Option<String>, bot_pause: u64) {
    let mut config = Config {
        data: Some(folder.to_owned()),
        store,
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
    config.rooms.bot_pause = bot_pause;
    if bot_pause == 0 {
        // Only the rest of the host is measured.
        config.rooms.bot_iterations = 0;
    }
    config.rooms.seed_parts = 0;
    config.rooms.rooms_per_address = usize::MAX;
    config.rooms.rooms_per_person = usize::MAX;
    config.rooms.sleep = 3_600;
    config.rooms.grace = 3_600;
    let listener = listen().await;
    serve(listener, config, std::future::pending()).await.unwrap();
}

pub(crate) async fn echo() {
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

/// A process of this program with another role.
pub(crate) struct Part {
    pub(crate) child: Child,
    pub(crate) url: String,
}

pub(crate) async fn start(part: &str, folder: Option<&Path>) -> Part {
    start_on(part, folder, None).await
}

/// Like [`start`], with a database for the rooms.
pub(crate) async fn start_on(part: &str, folder: Option<&Path>, store: Option<&str>) -> Part {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--part", part]).kill_on_drop(true);
    if let Some(folder) = folder {
        command.arg("--folder").arg(folder);
    }
    if let Some(store) = store {
        command.args(["--store", store]);
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
    /// Resident memory in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id().unwrap())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kilobytes * 1024
    }

    /// Processor time, including system time.
    pub(crate) fn worked(&self) -> Duration {
        worked(&self.child.id().unwrap().to_string())
    }

    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// The processor time of a process.
pub(crate) fn worked(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The second field is a name in parentheses; the twelfth and thirteenth after it are user and system time
    // in hundredths of a second.
    let (_, behind) = stat.rsplit_once(')').unwrap();
    let fields: Vec<u64> = behind
        .split_whitespace()
        .map(|f| f.parse().unwrap_or(0))
        .collect();
    Duration::from_millis((fields[11] + fields[12]) * 10)
}

/// The load of the machine. Other programs make the figures worse.
pub(crate) fn busy() -> String {
    let loads = std::fs::read_to_string("/proc/loadavg").unwrap();
    loads.split(' ').next().unwrap().to_owned()
}
