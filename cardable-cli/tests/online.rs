//! A host, and a person at a terminal who plays there.

#![cfg(feature = "net")]

use cardable_core::{Seat, Seed};
use cardable_net::client::Client;
use cardable_net::fairness::{Dealt, GameFile, Statement};
use cardable_net::protocol::{Call, Done};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
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
    serve_with(&[])
}

fn serve_with(arguments: &[&str]) -> (Host, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data", ":memory:"])
        .args(arguments)
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
        // The line below what can be done.
        if line.starts_with("? help") {
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
    assert!(all.contains("Ada’s"), "{all}");
}

/// At a host everything is asked as it is at home: by numbers or words, with the reasons for the rest.
#[test]
fn what_can_be_done_is_asked_for_as_at_home() {
    let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hosted");
    let (_host, url) = serve_with(&["--rulesets", rulesets]);
    let mut player = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args(["play", "clubs", "--name", "Ada", "--connect", &url])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut typed = player.stdin.take().expect("a keyboard");
    let shown = BufReader::new(player.stdout.take().expect("a screen"));
    typed.write_all(b"s\n").expect("typed");
    // What is read, and what is typed then.
    let session = [
        ("1) Lay two (pick 2)", "lay"),
        ("Picked: nothing yet", "b"),
        ("1) Lay two (pick 2)", "1"),
        ("12) Queen of Clubs", "queen of clubs"),
        ("Picked: Queen of Clubs", "2, 3"),
        ("Not all of these go together.", "ace of clubs"),
        ("1) Throw some away", "?"),
        ("Lay two: Two lie there already.", "throw"),
        ("1) Which?", "1"),
        ("1 to 3 numbers", "1, 2, 3, 4"),
        (
            "Type 1 to 3 numbers of those shown.",
            "king of clubs, two of clubs",
        ),
        ("is over", "q"),
    ];
    let mut lines = shown.lines();
    let mut all = String::new();
    for (wanted, types) in session {
        let found = lines.by_ref().map_while(Result::ok).any(|line| {
            all.push_str(&line);
            all.push('\n');
            line.contains(wanted)
        });
        assert!(found, "`{wanted}` never came:\n{all}");
        writeln!(typed, "{types}").expect("typed");
    }
    drop(typed);
    assert_eq!(player.wait().expect("it ends").code(), Some(0), "{all}");
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

/// A configuration for a player who does not wait.
const QUICK: &str = "[limits]\nmessages_per_second = 100000\nmessages_burst = 100000\n\
    address_messages_per_second = 100000\naddress_messages_burst = 100000\n[rooms]\nbot_pause = 0\nbot_iterations = 8\nseed_parts = 60000\n";

/// Plays a game at a host to its end. Gives what was promised when it began, and the log.
async fn play_to_the_end(url: &str) -> (String, GameFile) {
    let url = format!("{}/ws", url.replace("http://", "ws://"));
    let mut ada = Client::connect(&url, "Ada").await.expect("she gets in");
    ada.create("goofspiel", |create| create.bots = 1)
        .await
        .expect("a room");
    ada.start().await.expect("it begins");
    // It begins as soon as she has added her part of the seed.
    while ada.table().view().is_none() {
        ada.next().await.expect("she is told");
    }
    let promised = |client: &Client| {
        let room = client.table().room().expect("a room");
        let fairness = room.fairness.as_ref().expect("a promise");
        (fairness.commitment.0.clone(), fairness.seed.clone())
    };
    let (promise, seed) = promised(&ada);
    assert_eq!(seed, None, "nobody is told before the end");
    ada.call(Call::Record {}).await.expect_err("nor by the log");
    let mut rng = ChaCha8Rng::from_seed([5; 32]);
    while !ada.is_over() {
        ada.play_next(&mut rng).await.expect("she plays");
    }
    assert_eq!(promised(&ada).0, promise);
    match ada.call(Call::Record {}).await.expect("the log") {
        Done::Record(file) => {
            let (kept, part) = ada.promised().expect("a promise").clone();
            assert_eq!(
                (kept.0, Some(part)),
                (promise.clone(), file.dealt.parts[0].clone())
            );
            (promise, *file)
        }
        done => panic!("{done:?}"),
    }
}

/// From the first promise to the last word: a real host, a real game, and the real program.
#[test]
fn a_game_of_a_host_is_confirmed_and_no_forgery_of_it_is() {
    let folder = std::env::temp_dir().join(format!("cardable-fair-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let config = folder.join("host.toml");
    std::fs::write(&config, QUICK).expect("written");
    let (_host, url) = serve_with(&["--config", &config.to_string_lossy()]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let (promise, file) = runtime.block_on(play_to_the_end(&url));
    assert!(file.log.entries.len() >= 26, "both have played all their cards");

    let path = folder.join("game.json");
    let verify = |file: &GameFile, promised: &str| {
        std::fs::write(&path, file.to_json()).expect("written");
        let out = Command::new(env!("CARGO_BIN_EXE_cardable"))
            .args(["replay", "--verify"])
            .arg(&path)
            .arg(format!("--promised={promised}"))
            .output()
            .expect("it runs");
        let said = [out.stdout, out.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
        (out.status.code(), said.concat())
    };
    let (code, said) = verify(&file, &promise);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("confirmed: ") && said.contains(&promise),
        "{said}"
    );

    type Forge = fn(&mut GameFile);
    let forgeries: [(&str, Forge); 9] = [
        ("another seed", |file| file.log.seed = Seed::from(6)),
        ("another salt", |file| file.dealt.salt = "0".repeat(64)),
        ("another promise", |file| file.dealt.commitment = "0".repeat(64)),
        ("a part less", |file| file.dealt.parts[0] = None),
        ("another seed, and the promise that fits it", |file| {
            let statement = file.dealt.statement().expect("a statement");
            file.dealt = Dealt::of(&statement, [7; 32], [8; 32]);
            file.log.seed = file.dealt.seed().expect("a seed");
        }),
        ("a choice is missing", |file| drop(file.log.entries.remove(3))),
        ("the last choice is missing", |file| drop(file.log.entries.pop())),
        ("a choice is there twice", |file| {
            let first = file.log.entries[0].clone();
            file.log.entries.insert(0, first);
        }),
        ("another winner", |file| {
            let result = file.result.as_mut().expect("it has ended");
            result.ranks.reverse();
            result.winners = vec![Seat(u8::from(result.winners.contains(&Seat(0))))];
        }),
    ];
    for (what, forge) in forgeries {
        let mut forged = file.clone();
        forge(&mut forged);
        let (code, said) = verify(&forged, &promise);
        assert_eq!(code, Some(1), "{what}: {said}");
        assert!(
            !said.contains("confirmed: ") || said.contains("not confirmed: "),
            "{what}: {said}"
        );
    }
    let (code, said) = verify(&file, &"0".repeat(64));
    assert_eq!(code, Some(1), "{said}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_downloaded_game_is_confirmed_or_not() {
    use cardable_core::{Match, Setup, Viewer};
    use cardable_net::fairness::FILE_FORMAT;
    let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/goofspiel");
    let ruleset = cardable_core::load(&rules).expect("a ruleset");
    let statement = Statement {
        room: "a room".to_owned(),
        game: 1,
        ruleset: ruleset.edition().to_string(),
        setup: Setup::seats(2),
    };
    let dealt = Dealt::of(&statement, [5; 32], [7; 32]);
    let seed = dealt.seed().expect("a seed");
    let mut table = Match::new(&ruleset, &Setup::seats(2), seed).expect("a game");
    while let Some(decision) = table.game().next_decision() {
        let (seat, choice) = (decision.seat(), decision.nth(0).expect("a choice"));
        table.submit(seat, &choice).expect("it is legal");
    }
    let file = GameFile {
        format: FILE_FORMAT,
        dealt,
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
    let (code, said) = verify(&file, Some(&file.dealt.commitment));
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
