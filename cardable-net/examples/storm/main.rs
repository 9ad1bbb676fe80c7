//! Lets people play at three hosts on one database while hosts, the database and the lines between them fail, and checks that
//! nothing that was acknowledged is lost, doubled, forked or seen older than before.
//!
//! `cargo run --release -p cardable-net --example storm -- --faults 200 --seed 1`. It needs the programs of PostgreSQL.

#![cfg(all(unix, feature = "postgres"))]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    unreachable_pub,
    dead_code,
    reason = "it is a test that takes long, and shares code with others"
)]

#[path = "../../tests/common/clients.rs"]
mod clients;
#[path = "../../tests/postgres/cluster.rs"]
mod cluster;
#[path = "../../tests/common/quick.rs"]
mod quick;
#[path = "../../tests/common/replayed.rs"]
mod replayed;
#[path = "../../tests/postgres/storm/mod.rs"]
mod storm;

use clap::Parser;
use std::process::ExitCode;
use std::time::Duration;
use storm::{Options, rage};

#[derive(Parser)]
enum Program {
    /// A host, as the storm starts it
    #[command(hide = true)]
    Host {
        #[command(flatten)]
        options: cardable_net::program::Options,
    },
    #[command(external_subcommand)]
    Other(Vec<String>),
}

#[derive(Parser)]
struct Wanted {
    /// Number of faults
    #[arg(long, default_value_t = 200)]
    faults: usize,
    /// From which the faults and the choices follow; when they meet depends on the machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of hosts
    #[arg(long, default_value_t = 3)]
    hosts: usize,
    /// Number of tables that are played at once
    #[arg(long, default_value_t = 24)]
    tables: u64,
    /// Seconds after which others take the rooms of a host that is gone
    #[arg(long, default_value_t = 6)]
    lease: u64,
    /// The longest that a fault lasts, in seconds
    #[arg(long, default_value_t = 10)]
    longest: u64,
}

fn main() -> ExitCode {
    // The storm starts this program as the hosts, too.
    if std::env::args().nth(1).as_deref() == Some("host") {
        return match Program::parse() {
            Program::Host { options } => match options.run() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("error: {error}");
                    ExitCode::FAILURE
                }
            },
            Program::Other(_) => ExitCode::FAILURE,
        };
    }
    let wanted = Wanted::parse();
    let options = Options {
        faults: wanted.faults,
        seed: wanted.seed,
        hosts: wanted.hosts,
        tables: wanted.tables,
        lease: wanted.lease,
        longest: Duration::from_secs(wanted.longest),
        program: vec![
            std::env::current_exe()
                .expect("this program")
                .display()
                .to_string(),
            "host".to_owned(),
        ],
        config: quick::QUICK.to_owned(),
    };
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let Some(outcome) = runtime.block_on(rage(options, |line| println!("{line}"))) else {
        return ExitCode::FAILURE;
    };
    println!();
    for (fault, many) in &outcome.faults {
        println!("{many:>5}  {fault}");
    }
    let away = &outcome.away;
    let of = |part: usize| {
        away.get(away.len().saturating_sub(1) * part / 100)
            .copied()
            .unwrap_or(0)
    };
    println!(
        "{:>5}  choices acknowledged, {} games finished",
        outcome.chosen, outcome.finished
    );
    println!(
        "{:>5}  times somebody came back, after {} ms in the median, {} ms in one of 100, {} ms at most",
        away.len(),
        of(50),
        of(99),
        of(100)
    );
    println!(
        "{:>5}  did not get back to their seats: {:?}",
        outcome.stuck.len(),
        outcome.stuck
    );
    println!("{:>5}  views compared with the logs", outcome.views);
    println!(
        "{:>5}  promises broken: {:?}",
        outcome.broken.len(),
        outcome.broken
    );
    if !outcome.goes_on {
        println!("nobody could play after the last fault");
    }
    match outcome.broken.is_empty() && outcome.stuck.is_empty() && outcome.goes_on {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
