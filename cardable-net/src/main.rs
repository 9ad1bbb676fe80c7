//! The program `cardable-host`.

use cardable_net::program::Options;
use clap::Parser;
use std::io::Write as _;
use std::process::ExitCode;

/// Host card games: rooms, a protocol over websockets, and a table for the browser.
#[derive(Parser)]
#[command(name = "cardable-host", version, max_term_width = 100)]
struct Program {
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    match Program::parse().options.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
