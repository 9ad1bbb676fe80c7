//! The smaller commands, help, and output that nobody reads to its end.

use crate::support::{cardable, snapshot};
use std::io::Read;
use std::process::{Command, Stdio};

const COMMANDS: [&str; 13] = [
    "play",
    "check",
    "test",
    "simulate",
    "analyse",
    "replay",
    "new",
    "pack",
    "cards",
    "schema",
    "manual",
    "graph",
    "lua-types",
];

#[test]
fn every_command_explains_itself_with_an_example() {
    let all = cardable(&["--help"]).with(0);
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{command}");
        let help = cardable(&[command, "--help"]).with(0);
        assert!(help.contains("Example"), "{help}");
        assert!(help.contains(&format!("cardable {command}")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
    assert_eq!(cardable(&[]).code, 2);
    assert_eq!(cardable(&["dance"]).code, 2);
}

#[test]
fn wrong_words_are_answered_by_what_to_write() {
    let seat = "write a seat's number, from 1 on";
    let bot = "`--bots` names no bot: write random, easy, medium, hard or search:ITERATIONS";
    for (args, wanted) in [
        (&["replay", "game.json", "--review", "x"][..], seat),
        (&["replay", "game.json", "--review", "0"], seat),
        (&["replay", "game.json", "--review", ""], seat),
        (&["simulate", "coins", "--bots", ""], bot),
        (&["simulate", "coins", "--bots", "easy,,hard"], bot),
        (&["play", "coins", "--bots", ""], bot),
        (
            &["simulate", "coins", "--bots", "brilliant"],
            "there is no bot `brilliant`: write random",
        ),
    ] {
        let ran = cardable(args);
        assert!(ran.code == 2 && ran.err.contains(wanted), "{args:?}: {}", ran.err);
    }
}

#[test]
fn the_graph_is_mermaid() {
    snapshot("coins/graph.mmd", &cardable(&["graph", "coins"]).with(0));
}

#[test]
fn scripts_have_their_definitions() {
    let plain = cardable(&["lua-types"]).with(0);
    let gin = cardable(&["lua-types", "gin-rummy"]).with(0);
    for text in [&plain, &gin] {
        assert!(text.contains("declare function draw_cards("), "{text}");
    }
    assert!(gin.contains("declare function deadwood("), "{gin}");
    let without = cardable(&["lua-types", "speed"]);
    assert_eq!(without.code, 2);
    assert!(without.err.contains("has no script"), "{}", without.err);
}

#[test]
fn schemas_are_json() {
    for what in ["ruleset", "cardset", "deck"] {
        let schema = cardable(&["schema", "--what", what]).json(0);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
}

#[test]
fn the_manual_has_every_entry() {
    let whole = cardable(&["manual"]).with(0);
    assert_eq!(whole, cardable_core::primitives::manual());
    let one = cardable(&["manual", "draw_cards()"]).with(0);
    assert!(
        one.starts_with("### `draw_cards`\n") && whole.contains(one.trim_end()),
        "{one}"
    );
    let found = cardable(&["manual", "turn"]).with(0);
    let first = found.lines().next().unwrap_or_default();
    assert!(first.contains("turn") && first.contains('('), "{found}");
    assert!(found.contains("end_turn("), "{found}");
    // A short word is not looked for inside longer ones.
    let whole_words = cardable(&["manual", "on"]).with(0);
    assert!(!whole_words.contains("count_cards("), "{whole_words}");
    let unknown = cardable(&["manual", "draw_crads"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("did you mean `draw_cards`?"),
        "{}",
        unknown.err
    );
}

#[test]
fn output_that_nobody_reads_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardable"))
        .arg("schema")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(0), ""));
}
