//! How much a host bears: real websockets against a host in a process of its own, and in the same run
//! what the machine can do at most: an echo server and the store alone.
//!
//! `cargo run --release -p cardable-net --example load`, or with `-- --sockets 2000 --rooms 1000` and
//! the like for less of it. It wants a limit for open files beyond twice the sockets (`ulimit -n`).

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod choices;
mod held;
mod limits;
mod line;
mod part;

use choices::play;
use clap::Parser;
use held::{hold_rooms, hold_sockets};
use limits::{echo_alone, store_alone};
use part::{busy, echo, host};
use std::path::PathBuf;

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
        let mut last: Option<(usize, u64)> = None;
        for tables in &options.tables {
            let taken = play(&folder, *tables, options.seconds).await;
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
    let _ = std::fs::remove_dir_all(&folder);
}
