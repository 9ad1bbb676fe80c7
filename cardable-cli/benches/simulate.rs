//! What `cardable simulate` costs beside the bare playouts that it makes, in instructions of the processor: those hardly
//! vary, however busy the machine is. Valgrind counts them.
//!
//! `cargo bench -p cardable-cli --bench simulate` prints a table, and fails where a game costs more than it may.

#![allow(clippy::print_stdout, reason = "it prints a table")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "without the program there is nothing to measure"
)]

use cardable_core::{Game, Loader, Ruleset, Seed, Setup};
use cardable_lua::Luau;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::Path;
use std::process::{Command, ExitCode};

/// How many times the instructions of the bare playouts a simulation may take.
const MOST: f64 = 1.3;

/// Games, seats, and how many games are counted.
const GAMES: [(&str, usize, u64); 5] = [
    ("crazy-eights", 4, 1_000),
    ("skullable", 6, 300),
    ("hearts", 4, 60),
    ("blackjack", 1, 2_000),
    ("skullable-luau", 6, 100),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, bare, name, seats, games] = &args[..]
        && bare == "bare"
    {
        let luau = Luau::new();
        let loader = Loader::new().scripts(&luau);
        let ruleset = loader.check_path(folder(name)).into_result().unwrap();
        play(&ruleset, seats.parse().unwrap(), games.parse().unwrap());
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind counts the instructions, and is not there: nothing is measured");
        return ExitCode::SUCCESS;
    }
    println!(
        "{:16} {:>14} {:>14} {:>7}",
        "a random game of", "bare playout", "simulate", "ratio"
    );
    let mut fine = true;
    for (name, seats, games) in GAMES {
        let bare = counted("simulate::play", bare(name, seats, games)) / games as f64;
        let within = "cardable_cli::simulate::workers::work";
        let simulated = counted(within, simulated(name, seats, games)) / games as f64;
        let ratio = simulated / bare;
        fine &= ratio <= MOST;
        println!("{name:16} {bare:14.0} {simulated:14.0} {ratio:7.3}");
    }
    match fine {
        true => ExitCode::SUCCESS,
        false => {
            println!("a simulation may cost {MOST} times its playouts");
            ExitCode::FAILURE
        }
    }
}

/// The instructions of a program within a function: starting it takes some that depend on the clock.
fn counted(function: &str, command: Command) -> f64 {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={function}"))
        .arg(command.get_program())
        .args(command.get_args())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    let count = told.lines().find_map(|line| line.split_once("Collected : "));
    let count = count.and_then(|(_, n)| n.trim().parse::<f64>().ok());
    count
        .filter(|count| *count > 0.0)
        .unwrap_or_else(|| panic!("`{function}` was not run; valgrind said:\n{told}"))
}

fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../rulesets")
        .join(name);
    folder.to_str().unwrap().to_owned()
}

fn simulated(name: &str, seats: usize, games: u64) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardable"));
    command.args(["simulate", &folder(name), "--threads", "1"]);
    command.args(["--players", &seats.to_string(), "--games", &games.to_string()]);
    command
}

fn bare(name: &str, seats: usize, games: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["bare", name, &seats.to_string(), &games.to_string()]);
    command
}

/// The bare playouts.
#[inline(never)]
fn play(ruleset: &Ruleset, seats: usize, games: u64) {
    let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(0)).unwrap();
    for seed in 0..games {
        game.restart(Seed::from(seed)).unwrap();
        game.playout(&mut ChaCha8Rng::seed_from_u64(seed), 10_000)
            .unwrap();
    }
}
