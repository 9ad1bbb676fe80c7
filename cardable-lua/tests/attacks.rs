//! Scripts that mean harm, or are merely careless: each ends as it is written beside it, and the next
//! call finds nothing of it.
//!
//! The files in `attacks/` hold them, one after the other: a line `--# name => outcome`, then the script,
//! whose function `attack` is called. Outcomes:
//!
//! - `ticks`, `memory`, `limit`: the call passed that limit (`limit`: ticks, memory or time);
//! - `error TEXT`: the script erred, and the message has that text in it;
//! - `refused TEXT`: it does not compile, and a problem has that text in it;
//! - `stopped`: the game stopped it (a prompt waits);
//! - `returns VALUE`: it returned that.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test")]

mod support;

use cardable_core::script::{ScriptEnd, ScriptFault, ScriptFaultKind, ScriptLimits};
use std::path::Path;
use std::time::{Duration, Instant};
use support::Small;

/// No attack may take longer: a guard against one that hangs, far above what they take. What bounds them is
/// counted, not timed: ticks and memory; what neither bounds is ended by the clock of [`support::compile`],
/// and says `limit time`.
const GUARD: Duration = Duration::from_secs(20);

struct Attack {
    name: String,
    script: String,
    outcome: String,
}

fn attacks() -> Vec<Attack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let mut all: Vec<Attack> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for part in text.split("--# ").skip(1) {
            let (head, script) = part.split_once('\n').unwrap();
            let (name, outcome) = head.split_once(" => ").unwrap_or_else(|| panic!("{head}"));
            let class = file.file_stem().unwrap().to_string_lossy();
            all.push(Attack {
                name: format!("{class}: {name}"),
                script: script.to_owned(),
                outcome: outcome.trim().to_owned(),
            });
        }
    }
    all
}

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

fn show(table: &Small, result: Result<cardable_core::value::Value, ScriptEnd>) -> String {
    match result {
        Ok(value) => format!("returns {}", table.show(value)),
        Err(ScriptEnd::Stopped) => "stopped".to_owned(),
        Err(ScriptEnd::Fault(fault)) => {
            assert!(
                fault.message.len() <= ScriptFault::LONGEST,
                "{}",
                fault.message.len()
            );
            assert!(fault.traceback.len() <= ScriptFault::DEEPEST);
            assert!(!fault.message.contains("0x0"), "an address: {}", fault.message);
            if let ScriptFaultKind::Ticks | ScriptFaultKind::Memory | ScriptFaultKind::Time = fault.kind {
                let place = fault.traceback.first();
                let told = place.is_some_and(|at| at.file == "rules.luau" && at.line > 0);
                if !told {
                    return format!("limit {:?} without a place", fault.kind);
                }
            }
            match fault.kind {
                ScriptFaultKind::Ticks => "limit ticks".to_owned(),
                ScriptFaultKind::Memory => "limit memory".to_owned(),
                ScriptFaultKind::Time => "limit time".to_owned(),
                ScriptFaultKind::Error | ScriptFaultKind::Crossing(_) | ScriptFaultKind::Result => {
                    format!("error {}", fault.message)
                }
            }
        }
    }
}

fn fits(wanted: &str, found: &str) -> bool {
    match wanted {
        "limit" => found.starts_with("limit "),
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
