//! Scripts that nobody wrote: lines and words of the attacks, put together at random. Whatever comes of
//! it compiles or is refused, ends or is ended, and leaves nothing for the next call.
//!
//! How many are tried can be said: `MUTATIONS=20000 cargo test -p cardable-lua mutated::`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use crate::support;
use crate::support::Small;
use cardable_engine::script::{ScriptEnd, ScriptFaultKind, ScriptLimits, SharedScript};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::path::Path;

/// How many are tried.
const SOME: u64 = 300;

/// Little, so that what runs for ever ends soon.
const LIMITS: ScriptLimits = ScriptLimits {
    ticks: 3_000,
    memory: 1 << 20,
};

/// What there is to put together: whole scripts, as lines.
fn corpus() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/gin-rummy/rules.luau"));
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for script in text.split("--# ") {
            // The first line of an attack is its name.
            let lines: Vec<String> = script.lines().skip(1).map(str::to_owned).collect();
            if !lines.is_empty() {
                all.push(lines);
            }
        }
    }
    all
}

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n.max(1)
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// Words and signs of a line, and what stands between them.
fn parts(line: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut last = None;
    for c in line.chars() {
        let kind = if c.is_alphanumeric() || c == '_' {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2
        };
        match parts.last_mut() {
            Some(part) if last == Some(kind) && kind != 2 => part.push(c),
            _ => parts.push(c.to_string()),
        }
        last = Some(kind);
    }
    parts
}

fn mutated(corpus: &[Vec<String>], dice: &mut Dice) -> String {
    let mut lines = dice.pick(corpus).clone();
    for _ in 0..=dice.below(4) {
        let at = dice.below(lines.len());
        match dice.below(6) {
            0 => {
                let other = dice.pick(corpus);
                let line = dice.pick::<String>(other).clone();
                lines.insert(at, line);
            }
            1 if lines.len() > 1 => {
                lines.remove(at);
            }
            2 => {
                let other = dice.pick(corpus).clone();
                lines.splice(at..at, other);
            }
            3 => {
                let to = dice.below(lines.len());
                lines.swap(at, to);
            }
            _ => {
                let other = dice.pick(corpus);
                let words = parts(dice.pick::<String>(other));
                let mut own = parts(&lines[at]);
                if !words.is_empty() && !own.is_empty() {
                    let place = dice.below(own.len());
                    own[place] = dice.pick(&words).clone();
                }
                lines[at] = own.concat();
            }
        }
    }
    lines.join("\n")
}

/// How a call ends, and what it did.
fn outcome(script: &SharedScript) -> (String, Vec<String>, Vec<String>) {
    let mut table = Small::default();
    let result = script.call(0, &[], LIMITS, &mut table);
    let said = match result {
        Ok(value) => table.show(value),
        Err(ScriptEnd::Stopped) => "stopped".to_owned(),
        Err(ScriptEnd::Fault(fault)) => match fault.kind {
            ScriptFaultKind::Ticks | ScriptFaultKind::Memory | ScriptFaultKind::Time => "limit".to_owned(),
            _ => format!("{}: {}", fault.message, fault.traceback.len()),
        },
    };
    (said, table.done, table.trace)
}

#[test]
fn anything_ends_and_leaves_nothing() {
    let many = std::env::var("MUTATIONS").ok().and_then(|n| n.parse().ok());
    let many: u64 = many.unwrap_or(SOME);
    let corpus = corpus();
    let names = support::names(&[("attack", &[])]);
    let (mut ran, mut returned) = (0, 0);
    for seed in 0..many {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let text = mutated(&corpus, &mut dice);
        let compiled = support::compile(&[("rules.luau", &text)], &names);
        let Some(script) = compiled.script else {
            assert!(!compiled.problems.is_empty(), "{text}");
            continue;
        };
        ran += 1;
        let first = outcome(&script);
        let second = outcome(&script);
        if first.0 != "limit" && second.0 != "limit" {
            returned += 1;
            assert_eq!(first, second, "the second call differs, seed {seed}:\n{text}");
        }
    }
    println!("{many} scripts, {ran} of them ran, {returned} without passing a limit");
    assert!(ran * 10 > many, "only {ran} of {many} ran");
}
