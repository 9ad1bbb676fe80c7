//! All attacks in processes of their own, which have little memory of the system and their memory at other
//! places: no script ends its process or makes it grow, and each ends the same in all of them.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test"
)]

mod support;

use std::env;
use std::process::Command;
use support::attacks::{attacks, show};
use support::{Small, names};

/// Set in the processes that run the attacks: which of them it is.
const CHILD: &str = "CARDABLE_CHILD";

/// How many processes there are.
const PROCESSES: usize = 3;

/// What a process may have mapped, in KiB.
const MAPPED: usize = 3_000_000;

/// What a process has used at most, in KiB: the machine of one script at a time, and the compiler.
const USED: usize = 250_000;

/// What this process has used of memory at most, in KiB.
fn most_used() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Runs all attacks and prints what comes of each.
fn run(process: usize) {
    // What is allocated afterwards lies elsewhere.
    let mut junk: Vec<Box<[u8]>> = Vec::new();
    for n in 0..process * 5_000 {
        junk.push(vec![0; 16 + n * 37 % 400].into());
        if n % 3 == 0 {
            junk.swap_remove(n / 2 % junk.len());
        }
    }
    let names = names(&[("attack", &[])]);
    for attack in attacks() {
        println!("begins: {}", attack.name);
        let compiled = support::compile(&[("rules.luau", &attack.script)], &names);
        let said: Vec<&str> = compiled.problems.iter().map(|p| p.message.as_str()).collect();
        let Some(script) = compiled.script else {
            println!("ended: refused {said:?}");
            continue;
        };
        let mut table = Small::default();
        let result = script.call(0, &[], cardable_engine::script::ScriptLimits::DEFAULT, &mut table);
        let shown = show(&table, result);
        // How much rubbish there is when memory runs out differs; that it does is all that counts.
        match shown.starts_with("limit") {
            true => println!("ended: limit"),
            false => println!(
                "ended: {shown} {said:?} {:?} {:?} {}",
                table.done, table.trace, table.ticks
            ),
        }
    }
    println!("used: {}", most_used());
    drop(junk);
}

#[test]
fn attacks_end_alike_in_other_processes() {
    if let Ok(process) = env::var(CHILD) {
        run(process.parse().unwrap());
        return;
    }
    let mut all: Vec<Vec<String>> = Vec::new();
    for process in 0..PROCESSES {
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {MAPPED} && exec \"$0\" \"$@\""))
            .arg(env::current_exe().unwrap())
            .args(["--exact", "attacks_end_alike_in_other_processes", "--nocapture"])
            .env(CHILD, process.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.iter().rev().find(|line| line.starts_with("begins: "));
        assert!(
            output.status.success(),
            "process {process} came to its end at {last:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
        let used = lines.iter().find_map(|line| line.strip_prefix("used: ")).unwrap();
        println!("process {process} used {used} KiB");
        assert!(
            used.parse::<usize>().unwrap() < USED,
            "process {process} used {used} KiB"
        );
        let told = lines
            .iter()
            .filter(|line| line.starts_with("begins: ") || line.starts_with("ended: "));
        all.push(told.map(|line| (*line).to_owned()).collect());
    }
    let (first, others) = all.split_first().unwrap();
    assert!(first.len() > 200, "only {} lines", first.len());
    for other in others {
        for (lines, others) in first.chunks(2).zip(other.chunks(2)) {
            assert_eq!(lines, others, "it ends otherwise in another process");
        }
        assert_eq!(first.len(), other.len());
    }
}
