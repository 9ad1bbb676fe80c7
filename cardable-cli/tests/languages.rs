//! The terminal speaks the language of whoever plays.

use crate::support::{Folder, Typing, cardable, typed};

#[test]
fn a_game_is_played_in_german() {
    let game = [
        "play",
        "durak",
        "--players",
        "3",
        "--seed",
        "7",
        "--language",
        "de",
    ];
    let out = typed(
        &game,
        "?\nfoo\n99\nu\nw\ncards\nkarten\ntipp\nverlauf\nregeln\nverlassen\n",
    )
    .with(0);
    for said in [
        "Um dieselben Karten noch einmal zu spielen: --seed 7",
        "(du)",
        "? hilfe",
        "l verlauf · regeln · tipp · q verlassen",
        "Gib die Zahl dessen ein, was du tust",
        "Gib 1 ein, oder ? für Hilfe.",
        "Es gibt nichts zurückzunehmen.",
        "Ein Bot würde das tun:",
        "Das Spiel ist abgebrochen.",
    ] {
        assert!(out.contains(said), "{said}:\n{out}");
    }
    for english in [" the ", " you ", "Type ", " quit", "hint"] {
        assert!(!out.contains(english), "{english}:\n{out}");
    }
}

#[test]
fn a_game_keeps_its_language_when_its_rules_change() {
    let folder = Folder::new("watched");
    let rules = include_str!("fixtures/coins/ruleset.json");
    let game = folder.0.join("game");
    std::fs::create_dir_all(game.join("texts")).unwrap();
    std::fs::write(game.join("ruleset.json"), rules).unwrap();
    std::fs::write(game.join("texts/de.json5"), r#"{ "Heap": "Haufen" }"#).unwrap();
    let mut play = Typing::begin(
        &folder.0,
        &[
            "play",
            "game",
            "--watch",
            "--language",
            "de",
            "--players",
            "2",
            "--seed",
            "1",
        ],
    );
    assert!(play.until("› ").contains("Haufen"));
    std::fs::write(game.join("texts/de.json5"), r#"{ "Heap": "Münzhaufen" }"#).unwrap();
    play.types("tisch");
    let shown = play.until("› ");
    assert!(shown.contains("Münzhaufen"), "{shown}");
    play.types("u");
    let shown = play.until("› ");
    assert!(shown.contains("Es gibt nichts zurückzunehmen."), "{shown}");
    assert_eq!(play.ended().code, 0);
}

#[test]
fn a_kept_game_is_told_in_german() {
    let folder = Folder::new("told");
    let log = folder.0.join("log.json");
    let log = log.to_str().unwrap();
    let game = [
        "play",
        "crazy-eights",
        "--players",
        "2",
        "--human",
        "0",
        "--seed",
        "5",
        "--bots",
        "random",
        "--save",
        log,
    ];
    cardable(&game).with(0);
    let out = cardable(&["replay", log, "--language", "de"]).with(0);
    for said in ["Ende", " gewinnt: keine Karten mehr"] {
        assert!(out.contains(said), "{said}:\n{out}");
    }
}
