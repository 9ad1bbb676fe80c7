//! Measures how much load a host can take, with real websockets to a host in its own process. The same run
//! measures the limits of the machine, with an echo server and with the store alone.
//!
//! `cargo run --release -p cardable-net --example load`, or with `-- --sockets 2000 --rooms 1000` and so on for
//! less load. It needs a limit of open files (`ulimit -n`) of more than twice the number of sockets.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bots;
mod choices;
mod database;
mod held;
mod limits;
mod line;
mod part;
mod recovery;

use bots::{Wanted, play_with_bots};
use choices::{Service, play};
use clap::Parser;
use held::{hold_rooms, hold_sockets};
use limits::{echo_alone, store_alone, sync_alone};
use part::{busy, echo, host};
use recovery::recover;
use std::path::PathBuf;

#[derive(Parser, Clone)]
struct Options {
    /// Number of sockets that are open at once
    #[arg(long, default_value_t = 15_000)]
    sockets: usize,
    /// Number of rooms that are loaded at once
    #[arg(long, default_value_t = 10_000)]
    rooms: usize,
    /// Number of rooms in which two people play as fast as they can; several numbers are measured one by one
    #[arg(long, value_delimiter = ',', default_values_t = [32, 128, 256, 512])]
    tables: Vec<usize>,
    /// Seconds per measurement
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Measure only rooms with bots that think: so many, each with a bot that moves every 3 s
    #[arg(long, num_args = 0..=1, default_missing_value = "2000", value_name = "ROOMS")]
    bots: Option<usize>,
    /// The ruleset of rooms with bots
    #[arg(long, default_value = "crazy-eights")]
    ruleset: String,
    /// How well bots play: easy, medium or hard
    #[arg(long, default_value = "medium")]
    level: String,
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["limits", "choices", "rooms", "sockets"])]
    only: Vec<Measure>,
    /// The folder for the host's rooms; by default in the system's temporary folder
    #[arg(long)]
    folder: Option<PathBuf>,
    /// A PostgreSQL database for the rooms, instead of the folder, where choices or recovery are measured
    #[arg(long)]
    store: Option<String>,
    /// Number of hosts on the database
    #[arg(long, default_value_t = 1)]
    hosts: usize,
    /// Let the second person of each table come to another host than the first, and be forwarded
    #[arg(long)]
    apart: bool,
    /// The role of this process: the load, the host or the echo server
    #[arg(long, default_value = "load", hide = true)]
    part: String,
}

/// A measurement.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq)]
enum Measure {
    /// The store and the sockets alone, as limits of the machine
    Limits,
    /// Choices that become durable and are answered
    Choices,
    /// Rooms that are loaded, and that are loaded again
    Rooms,
    /// Open sockets
    Sockets,
    /// Rooms whose host is killed, at other hosts; needs `--store` and `--hosts`
    Recovery,
}

fn main() {
    let options = Options::parse();
    cardable_net::open_files::raise();
    let runtime = |mut builder: tokio::runtime::Builder| builder.enable_all().build().unwrap();
    let many = tokio::runtime::Builder::new_multi_thread;
    match options.part.as_str() {
        "host" => runtime(many()).block_on(host(&options.folder.unwrap(), options.store, 0)),
        "host-with-bots" => runtime(many()).block_on(host(&options.folder.unwrap(), options.store, 700)),
        "echo" => runtime(many()).block_on(echo()),
        // One thread for the load, to leave the rest of the machine to the host.
        _ => runtime(tokio::runtime::Builder::new_current_thread()).block_on(load(&options)),
    }
}

async fn load(options: &Options) {
    let folder = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = folder.join(format!("cardable-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    println!("the machine's load before: {}", busy());
    if let Some(rooms) = options.bots {
        let wanted = Wanted {
            ruleset: &options.ruleset,
            level: &options.level,
            rooms,
            tables: 100,
            seconds: options.seconds,
        };
        play_with_bots(&folder, &wanted).await;
    }
    let wanted = |measure| options.bots.is_none() && options.only.contains(&measure);
    if wanted(Measure::Limits) {
        sync_alone(&folder);
        store_alone(&folder, options.seconds, 64).await;
        store_alone(&folder, options.seconds, 512).await;
        echo_alone(options.seconds, 64).await;
    }
    let service = Service {
        store: options.store.as_deref(),
        hosts: options.hosts,
        apart: options.apart,
    };
    if wanted(Measure::Choices) {
        let mut last: Option<(usize, u64)> = None;
        for tables in &options.tables {
            let taken = play(&folder, &service, *tables, options.seconds).await;
            if let Some((fewer, less)) = last.filter(|(fewer, _)| fewer < tables) {
                let further = taken.saturating_sub(less) as f64 / (tables - fewer) as f64 / 1024.0;
                println!("  {further:.1} KB each further room, from {fewer} tables to {tables}");
            }
            last = Some((*tables, taken));
        }
    }
    if wanted(Measure::Rooms) {
        hold_rooms(&folder, options.rooms).await;
    }
    if wanted(Measure::Sockets) {
        hold_sockets(&folder, options.sockets).await;
    }
    if wanted(Measure::Recovery) {
        recover(&folder, &service, options.rooms).await;
    }
    let _ = std::fs::remove_dir_all(&folder);
}
