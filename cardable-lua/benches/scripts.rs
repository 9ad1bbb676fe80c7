//! What scripts cost, in one run: `cargo bench -p cardable-lua`, or with `-- --quick`, or only some parts
//! of it: `-- machine`, `-- action`, `-- games`, `-- one-more`.
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

use cardable_core::{Game, Ruleset, Seed, Setup};
use cardable_engine::script::{ScriptLimits, SharedScript};
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

/// What is measured, and how long.
struct Plan {
    rounds: u32,
    times: u32,
    games: u64,
    machines: u32,
}

/// A part of what is measured.
type Part = fn(&Plan);

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let quick = asked.iter().any(|arg| arg == "--quick");
    let plan = match quick {
        true => Plan {
            rounds: 50,
            times: 200,
            games: 25,
            machines: 20,
        },
        false => Plan {
            // Short rounds: some are not disturbed on a machine that does other things, too.
            rounds: 300,
            times: 1_000,
            games: 25,
            machines: 100,
        },
    };
    let parts: [(&str, Part); 4] = [
        ("machine", fresh_machine),
        ("action", one_action),
        ("games", whole_games),
        ("one-more", one_more_game),
    ];
    let named = |name: &str| asked.iter().any(|arg| arg == name);
    let any = parts.iter().any(|(name, _)| named(name));
    for (name, measure) in parts {
        if !any || named(name) {
            measure(&plan);
        }
    }
}

/// A fresh machine: every script has its own.
fn fresh_machine(plan: &Plan) {
    let names = support::names(&[("attack", &[])]);
    let mut fresh = Duration::MAX;
    for _ in 0..plan.machines {
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
}

/// One action, on a table that does nothing, so that all that is measured is the way there and back.
fn one_action(plan: &Plan) {
    let names = support::names(&[("attack", &[])]);
    let script: SharedScript = support::script(ACTION, &names);
    let (_lua, function) = bare();
    let plain = best(plan.rounds, plan.times, || function.call::<()>(()).unwrap());
    let mut table = table_without_work();
    let scripted = best(plan.rounds, plan.times, || {
        table.texts.clear();
        black_box(script.call(0, &[], ScriptLimits::DEFAULT, &mut table).unwrap());
    });
    let ratio = scripted.as_secs_f64() / plain.as_secs_f64();
    println!("bare mlua, five functions             {plain:>10.1?}");
    println!(
        "a scripted action of five primitives  {scripted:>10.1?}   {ratio:.2} times (at most 3: {})",
        verdict(ratio <= 3.0)
    );
}

/// Whole games, with and without a script.
fn whole_games(plan: &Plan) {
    let (json, luau) = (skullable::in_json(), skullable::in_luau());
    let (mut fast, mut slow) = (0f64, 0f64);
    // The same few games in every round, by turns.
    for _ in 0..plan.rounds {
        fast = fast.max(games(&json, plan.games));
        slow = slow.max(games(&luau, plan.games));
    }
    println!("Skullable in JSON                     {fast:>8.0} games/s");
    println!(
        "Skullable, betting in Luau            {slow:>8.0} games/s   {:.2} times slower (at most 4: {})",
        fast / slow,
        verdict(fast / slow <= 4.0)
    );
}

/// One more game on a warm machine: nothing of it is the machine's, so it is held against the same game
/// without a script.
fn one_more_game(plan: &Plan) {
    let (json, luau) = (skullable::in_json(), skullable::in_luau());
    let setup = Setup::seats(4);
    let time = |rules: &Ruleset| {
        best(plan.rounds, plan.times / 2, || {
            black_box(Game::new(rules, &setup, Seed::from(3)).unwrap());
        })
    };
    let (in_json, one) = (time(&json), time(&luau));
    // All games stay, so that none takes the place that another has given back.
    let mut held: Vec<Game> = Vec::with_capacity(8_000);
    let mut size = |rules: &Ruleset| {
        let (before, many) = (memory(), 2_000);
        held.extend((0..many).map(|seed| Game::new(rules, &setup, Seed::from(seed)).unwrap()));
        memory().saturating_sub(before) / many as usize
    };
    // The first games fill what the process has in stock.
    let _ = size(&json);
    let (each_in_json, each) = (size(&json), size(&luau));
    println!(
        "one more game                         {one:>10.1?}   in JSON {in_json:.1?} (under 5 µs: {})",
        verdict(one < Duration::from_micros(5))
    );
    println!(
        "  its memory                          {each:>8} B   in JSON {each_in_json} B (under 4 KB: {})",
        verdict(each < 4096)
    );
}
