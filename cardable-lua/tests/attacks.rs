//! Scripts that mean harm, or are merely careless: each ends as it is written beside it, and the next
//! call finds nothing of it.
//!
//! The files in `attacks/` hold them, one after the other: a line `--# name => outcome`, then the script,
//! whose function `attack` is called. Outcomes:
//!
//! - `ticks`, `memory`, `limit`: the call passed that limit (`limit`: either), never the clock's;
//! - `error TEXT`: the script erred, and the message has that text in it;
//! - `refused TEXT`: it does not compile, and a problem has that text in it;
//! - `stopped`: the game stopped it (a prompt waits);
//! - `returns VALUE`: it returned that.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use crate::support;
use crate::support::Small;
use crate::support::attacks::{attacks, show};
use cardable_engine::script::ScriptLimits;
use std::time::{Duration, Instant};

/// No attack may take longer: a guard against one that hangs, far above what they take. What bounds them is
/// counted, not timed: ticks and memory.
const GUARD: Duration = Duration::from_secs(120);

/// What an attack comes to, as it is written.
fn outcome(script: &str) -> String {
    let names = support::names(&[("attack", &[])]);
    let compiled = support::compile(&[("rules.luau", script)], &names);
    let Some(script) = compiled.script else {
        let problems: Vec<&str> = compiled.problems.iter().map(|p| p.message.as_str()).collect();
        return format!("refused {}", problems.join("; "));
    };
    let mut table = Small::default();
    let first = table.run(&script, &[]);
    let shown = show(&table, first);
    // What it left behind is not there for the next call.
    let mut again = Small::default();
    let second = again.run(&script, &[]);
    let second = show(&again, second);
    if !shown.starts_with("limit") {
        assert_eq!(shown, second, "the second call differs");
        assert_eq!(table.done, again.done, "the second call does something else");
        assert_eq!(table.ticks, again.ticks, "the second call takes other ticks");
    }
    // That it ends is no matter of luck: no more ticks than it was given were used.
    for used in [table.ticks, again.ticks] {
        assert!(used <= u64::from(ScriptLimits::DEFAULT.ticks), "{used} ticks");
    }
    assert!(
        table.trace.iter().all(|line| !line.contains("0x")),
        "an address: {:?}",
        table.trace
    );
    shown
}

fn fits(wanted: &str, found: &str) -> bool {
    match wanted {
        // What is ended by the clock alone was not bounded.
        "limit" => found == "limit ticks" || found == "limit memory",
        "error" | "refused" => found.starts_with(wanted),
        "ticks" | "memory" | "time" => found == format!("limit {wanted}"),
        other => match other.split_once(' ') {
            Some((kind @ ("error" | "refused"), text)) => {
                found.starts_with(&format!("{kind} ")) && found.contains(text)
            }
            _ => found == other,
        },
    }
}

#[test]
fn attacks_end_as_written() {
    let all = attacks();
    assert!(all.len() >= 90, "only {} attacks", all.len());
    let mut wrong = Vec::new();
    let mut worst = (Duration::ZERO, String::new());
    let mut times = Vec::new();
    for attack in &all {
        if std::env::var_os("SHOW_ATTACKS").is_some() {
            println!("{}", attack.name);
        }
        let began = Instant::now();
        let found = outcome(&attack.script);
        let took = began.elapsed();
        times.push(took);
        if took > worst.0 {
            worst = (took, attack.name.clone());
        }
        if took > GUARD {
            wrong.push(format!("{} took {took:?}", attack.name));
        }
        if !fits(&attack.outcome, &found) {
            wrong.push(format!(
                "{}\n  wanted: {}\n  found:  {found}",
                attack.name, attack.outcome
            ));
        }
    }
    let over = |limit: Duration| times.iter().filter(|took| **took > limit).count();
    println!("{} took more than a second", over(Duration::from_secs(1)));
    println!(
        "{} attacks, the longest (two calls, compiling included): {:?} {}",
        all.len(),
        worst.0,
        worst.1
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_told_apart() {
    let mut names: Vec<String> = attacks().into_iter().map(|a| a.name).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}
