//! What scripts cost, in one run: `cargo bench -p cardable-lua`, or with `-- --quick`.
//!
//! - a whole scripted action that calls five primitives, against bare `mlua`: a Luau function that calls
//!   five registered Rust functions;
//! - Skullable with its betting in Luau against Skullable in JSON;
//! - a virtual machine: time and memory of a fresh one, and of one more game on a warm one.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    dead_code,
    unreachable_pub,
    reason = "a benchmark"
)]

#[path = "../tests/skullable/mod.rs"]
mod skullable;
#[path = "../tests/support/mod.rs"]
mod support;

use cardable_core::script::{ScriptLimits, SharedScript};
use cardable_core::{Game, Ruleset, Seed, Setup};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::Small;

const ACTION: &str = "
function attack()
    local hand = player.hand
    local n = count_cards(hand)
    globals.n = n + 1
    local top = top_card(hand)
    shuffle(game.stock)
    set_score(player, n)
    place_card(top, hand)
end";

const BARE: &str = "
return function()
    local n = count_cards(1)
    local top = top_card(1)
    shuffle(2)
    set_score(3, n)
    place_card(top, 1)
end";

/// The least time that a function takes, of several rounds.
fn best(rounds: u32, times: u32, mut run: impl FnMut()) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..rounds {
        let began = Instant::now();
        for _ in 0..times {
            run();
        }
        least = least.min(began.elapsed() / times);
    }
    least
}

fn bare() -> (mlua::Lua, mlua::Function) {
    let lua = mlua::Lua::new();
    let globals = lua.globals();
    for name in ["count_cards", "top_card", "shuffle", "set_score", "place_card"] {
        let function =
            lua.create_function(|_, (a, b): (f64, Option<f64>)| Ok(black_box(a + b.unwrap_or(1.0))));
        globals.set(name, function.unwrap()).unwrap();
    }
    let function: mlua::Function = lua.load(BARE).eval().unwrap();
    (lua, function)
}

fn table_without_work() -> Small {
    Small {
        quiet: true,
        ..Small::default()
    }
}

fn games(ruleset: &Ruleset, many: u64) -> f64 {
    let setup = Setup::seats(4);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let began = Instant::now();
    for seed in 0..many {
        let mut game = Game::new(ruleset, &setup, Seed::from(seed)).unwrap();
        game.playout(&mut rng, 100_000).unwrap();
        assert!(game.is_over());
    }
    many as f64 / began.elapsed().as_secs_f64()
}

fn verdict(holds: bool) -> &'static str {
    if holds { "met" } else { "MISSED" }
}

fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: usize = status.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    pages * 4096
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let (rounds, times) = if quick { (5, 2_000) } else { (15, 20_000) };
    let names = support::names(&[("attack", &[])]);
    let script: SharedScript = support::script(ACTION, &names);

    // A fresh machine: every script has its own.
    let many = if quick { 20 } else { 100 };
    let mut fresh = Duration::MAX;
    for _ in 0..many {
        let script = support::script(ACTION, &names);
        let began = Instant::now();
        table_without_work().run(&script, &[]).unwrap();
        fresh = fresh.min(began.elapsed());
    }
    let held = cardable_lua::idle_machines();
    let each: usize = held.iter().sum::<usize>() / held.len().max(1);
    println!(
        "a fresh machine and its first call    {fresh:>10.1?}   {} KiB",
        each / 1024
    );

    // One action.
    let (_lua, function) = bare();
    let plain = best(rounds, times, || function.call::<()>(()).unwrap());
    let mut table = table_without_work();
    let scripted = best(rounds, times, || {
        table.texts.clear();
        black_box(script.call(0, &[], ScriptLimits::DEFAULT, &mut table).unwrap());
    });
    let ratio = scripted.as_secs_f64() / plain.as_secs_f64();
    println!("bare mlua, five functions             {plain:>10.1?}");
    println!(
        "a scripted action of five primitives  {scripted:>10.1?}   {ratio:.2} times (at most 3: {})",
        verdict(ratio <= 3.0)
    );

    // Whole games.
    let (json, luau) = (skullable::in_json(), skullable::in_luau());
    let many = if quick { 300 } else { 3_000 };
    let (mut fast, mut slow) = (0f64, 0f64);
    for _ in 0..3 {
        fast = fast.max(games(&json, many));
        slow = slow.max(games(&luau, many));
    }
    println!("Skullable in JSON                     {fast:>8.0} games/s");
    println!(
        "Skullable, betting in Luau            {slow:>8.0} games/s   {:.2} times slower (at most 4: {})",
        fast / slow,
        verdict(fast / slow <= 4.0)
    );

    // One more game on a warm machine: nothing of it is the machine's.
    let setup = Setup::seats(4);
    let in_json = best(rounds, times / 10, || {
        black_box(Game::new(&json, &setup, Seed::from(3)).unwrap());
    });
    let one = best(rounds, times / 10, || {
        black_box(Game::new(&luau, &setup, Seed::from(3)).unwrap());
    });
    let before = memory();
    let held: Vec<Game> = (0..2_000)
        .map(|seed| Game::new(&luau, &setup, Seed::from(seed)).unwrap())
        .collect();
    let each = memory().saturating_sub(before) / held.len();
    let more = one.saturating_sub(in_json);
    println!(
        "one more scripted game                {one:>10.1?}   {more:.1?} more than in JSON (under 5 µs: {})",
        verdict(more < Duration::from_micros(5))
    );
    println!(
        "  its memory, the whole game          {each:>8} bytes (under 4 KB: {})",
        verdict(each < 4096)
    );
}
