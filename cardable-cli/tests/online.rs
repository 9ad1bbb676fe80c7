//! A host, and a person at a terminal who plays there.

#![cfg(feature = "net")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

struct Host(Child);

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve() -> (Host, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data", ":memory:"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let log = BufReader::new(child.stderr.take().expect("its log"));
    let host = Host(child);
    let mut lines = log.lines();
    let url = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| {
            let at = line.find("http://")?;
            line[at..].split_whitespace().next().map(str::to_owned)
        })
        .expect("it says where it is");
    // What it logs later is read too, so that it never waits for a reader.
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    (host, url)
}

#[test]
fn a_person_plays_at_a_host() {
    let (_host, url) = serve();
    let mut player = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args([
            "play",
            "crazy-eights",
            "--players",
            "2",
            "--name",
            "Ada",
            "--connect",
            &url,
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut typed = player.stdin.take().expect("a keyboard");
    let shown = BufReader::new(player.stdout.take().expect("a screen"));
    typed.write_all(b"b\nr\ns\n").expect("typed");
    let mut all = String::new();
    let mut choices = 0;
    for line in shown.lines() {
        let line = line.expect("a line");
        all.push_str(&line);
        all.push('\n');
        // The first line of a list of what can be done.
        if line.trim_start().starts_with("1  ") {
            if choices == 3 {
                let _ = typed.write_all(b"q\n");
                break;
            }
            choices += 1;
            typed.write_all(b"1\n").expect("typed");
        }
        if line.contains("is over") {
            let _ = typed.write_all(b"q\n");
            break;
        }
    }
    drop(typed);
    let end = player.wait().expect("it ends");
    assert_eq!(end.code(), Some(0), "{all}");
    assert!(choices > 0, "{all}");
    assert!(all.contains("Ada's hand") || all.contains("Ada's"), "{all}");
}

#[test]
fn no_host_is_a_problem_that_is_told() {
    let out = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args(["play", "--connect", "127.0.0.1:1"])
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(out.status.code(), Some(1));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        said.contains("error: the connection to the host is lost"),
        "{said}"
    );
}

#[test]
fn serving_explains_itself_with_an_example() {
    let out = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args(["serve", "--help"])
        .output()
        .expect("it runs");
    let help = String::from_utf8_lossy(&out.stdout);
    assert!(
        help.contains("Example") && help.contains("cardable serve"),
        "{help}"
    );
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

#[test]
fn a_downloaded_game_is_confirmed_or_not() {
    use cardable_core::{Match, Ruleset, Seed, Setup, Viewer};
    use cardable_net::fairness::{Commitment, FILE_FORMAT, GameFile, Salt};
    let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/goofspiel");
    let ruleset = Ruleset::load(&rules).expect("a ruleset");
    let (seed, salt) = (Seed::from(5), Salt([7; 32]));
    let mut table = Match::new(&ruleset, &Setup::seats(2), seed).expect("a game");
    while let Some(decision) = table.game().next_decision() {
        let (seat, choice) = (decision.seat(), decision.nth(0).expect("a choice"));
        table.submit(seat, &choice).expect("it is legal");
    }
    let file = GameFile {
        format: FILE_FORMAT,
        commitment: Commitment::to(seed, salt).to_hex(),
        salt: salt.to_hex(),
        log: table.log().clone(),
        result: table.game().view(Viewer::Spectator).status.result,
    };
    let path = std::env::temp_dir().join(format!("cardable-verify-{}.json", std::process::id()));
    let verify = |file: &GameFile, promised: Option<&str>| {
        std::fs::write(&path, file.to_json()).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardable"));
        command.args(["replay", "--verify"]).arg(&path);
        command.args(promised.map(|p| format!("--promised={p}")));
        let out = command.output().expect("it runs");
        (
            out.status.code(),
            String::from_utf8_lossy(&out.stdout).into_owned(),
        )
    };
    let (code, said) = verify(&file, Some(&file.commitment));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("confirmed: "), "{said}");
    // Another promise, another seed, another choice.
    assert_eq!(verify(&file, Some(&"0".repeat(64))).0, Some(1));
    let mut other = file.clone();
    other.log.seed = Seed::from(6);
    assert_eq!(verify(&other, None).0, Some(1));
    let mut shorter = file.clone();
    shorter.log.entries.pop();
    assert_eq!(verify(&shorter, None).0, Some(1));
    let _ = std::fs::remove_file(path);
}
