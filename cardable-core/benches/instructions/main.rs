//! How many machine instructions things take: random choices in whole games, beside the same games by hand,
//! and single operations on games in their middle.
//!
//! `cargo bench -p cardable-core --bench instructions` runs itself again inside valgrind, which counts what
//! the processor does for the program and its libraries. Everything is dealt and drawn from fixed seeds, so
//! figures repeat, on a busy machine too. A part of a game's name as argument measures only that game;
//! `--record` writes the figures to `recorded.json`; `--check` fails when one is higher than recorded; `--parts` tells
//! what they are spent on.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it prints a table")]
#![allow(
    clippy::expect_used,
    reason = "without the rulesets there is nothing to measure"
)]

mod callgrind;
#[path = "../hand/mod.rs"]
mod hand;
mod measured;
mod parts;
mod recorded;
#[path = "../subject/mod.rs"]
mod subject;
mod table;

use callgrind::Counter;
use recorded::{Circumstances, Recorded, TOLERANCE, Verdict};
use std::process::ExitCode;

const USAGE: &str = "cargo bench -p cardable-core --bench instructions -- [--check | --record | --parts] [part of a game's name]";

/// What is asked for.
enum Task {
    Report,
    Check,
    Record,
    Parts,
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, String> {
    if let Ok(part) = std::env::var(callgrind::WORK) {
        measured::all(&Counter::new(&part));
        return Ok(ExitCode::SUCCESS);
    }
    let (task, part) = asked(std::env::args().skip(1))?;
    if matches!(task, Task::Record) && !part.is_empty() {
        return Err(format!("all figures are recorded together: leave out `{part}`"));
    }
    let here = Circumstances::of_this_machine()?;
    let counts = callgrind::run(&part)?;
    let recorded = Recorded::read()?;
    table::print(&counts, &recorded);
    println!("\n{here}");
    match task {
        Task::Record => Recorded::new(here, &counts).write()?,
        Task::Check => match recorded.check(&here, &counts, part.is_empty()) {
            Verdict::Held => println!(
                "none is more than {} % above the recorded figure",
                TOLERANCE * 100.0
            ),
            Verdict::OtherCircumstances => println!(
                "nothing was checked, for the recorded figures were made with others:\n{}",
                recorded.with
            ),
            Verdict::Broken(wrong) => {
                wrong.iter().for_each(|line| eprintln!("{line}"));
                eprintln!("where that is as it should be, write the figures anew with `-- --record`");
                return Ok(ExitCode::FAILURE);
            }
        },
        Task::Parts => table::print_parts(&counts),
        Task::Report => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn asked(args: impl Iterator<Item = String>) -> Result<(Task, String), String> {
    let (mut task, mut part) = (Task::Report, String::new());
    for arg in args {
        match arg.as_str() {
            "--check" => task = Task::Check,
            "--record" => task = Task::Record,
            "--parts" => task = Task::Parts,
            // Of cargo, and of the benchmark of times when both are run.
            "--bench" | "--quick" => {}
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`: {USAGE}"));
            }
            _ => part = arg,
        }
    }
    Ok((task, part))
}
