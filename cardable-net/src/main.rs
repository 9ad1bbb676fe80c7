//! The program `cardable-host`.

use cardable_net::program::{Options, StoreCommand};
use clap::{Parser, Subcommand};
use std::io::Write as _;
use std::process::ExitCode;

/// Host card games: rooms, a protocol over websockets, and a table for the browser.
#[derive(Parser)]
#[command(
    name = "cardable-host",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
struct Program {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Store(StoreCommand),
}

fn main() -> ExitCode {
    let program = Program::parse();
    let done = match &program.command {
        None => program.options.run(),
        Some(Command::Store(command)) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
