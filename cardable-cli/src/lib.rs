//! The program `cardable`: play, check, simulate, replay and draw card games described as data.
//!
//! It is a library only so that the workspace's tests can depend on its features. [`run`] is its only API.

// Shared modules first, then the commands.
mod end;
mod excerpt;
mod load;
mod outputs;
mod paint;
mod rules;
mod say;
mod seats;
mod stop;
mod threads;

mod table;

mod ask;
mod bots;
mod look_back;
mod narrate;

#[cfg(feature = "net")]
mod online;
mod play;
mod simulate;
mod analyse;
mod start;

mod commands;

use clap::Parser;
use end::{End, Failure};
use std::io::Write;
use std::process::ExitCode;

/// Play, check, simulate and draw card games that are data.
#[derive(Parser)]
#[command(name = "cardable", version, max_term_width = 100)]
#[command(after_help = "Examples:
  cardable play                        Skullable against three bots
  cardable new my-game                 a game to begin with
  cardable check my-game               what is wrong with it
  cardable simulate my-game -n 1000    how it goes when played at random
  cardable serve                       rooms for others, and a table in the browser

Exit codes: 0 fine, 1 problems or faults found, 2 wrong usage.")]
struct Cli {
    /// When to use colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: paint::When,
    #[command(subcommand)]
    command: commands::Command,
}

/// Runs the command given by this process's arguments.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    cli.color.apply();
    let mut out = anstream::stdout().lock();
    let end = cli
        .command
        .run(&mut out)
        .and_then(|end| Ok(out.flush().map(|()| end)?));
    drop(out);
    end.unwrap_or_else(Failure::tell).into()
}

impl From<End> for ExitCode {
    fn from(end: End) -> ExitCode {
        match end {
            End::Fine => ExitCode::SUCCESS,
            End::Found => ExitCode::from(1),
            End::Usage => ExitCode::from(2),
        }
    }
}
