//! `cardable test`: which tests run, what it says of them, and with which exit code it ends.

use crate::support::{cardable, fixtures, run};
use std::path::{Path, PathBuf};

/// A folder with the game of coins and tests of it, which goes when it is dropped.
struct Game(PathBuf);

impl Game {
    fn with(name: &str, tests: &[(&str, &str)]) -> Game {
        let folder = std::env::temp_dir().join(format!("cardable-rules-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("tests")).unwrap();
        std::fs::copy(fixtures().join("coins/ruleset.json"), folder.join("ruleset.json")).unwrap();
        for (file, text) in tests {
            std::fs::write(folder.join("tests").join(file), text).unwrap();
        }
        Game(folder)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

const GOOD: &str = r#"{ "tests": [
    {
        "name": "a coin is worth a point",
        "choose": { "action": "take one" },
        "expect": { "turn": 1, "data": { "player:0.score": 1 }, "zone_count": { "hand:0": 1 } },
    },
    {
        "name": "several coins are for generous games",
        "choose": { "action": "take some", "refused": "This is not a generous game." },
    },
] }"#;

const BAD: &str = r#"{ "tests": [
    {
        "name": "a coin is worth two points",
        "choose": { "action": "take one" },
        "expect": { "data": { "player:0.score": 2 } },
    },
] }"#;

/// Which of the tests have passed.
fn passed(told: &serde_json::Value) -> Vec<bool> {
    let tests = told.as_array().unwrap().iter();
    tests.map(|test| test["passed"] == true).collect()
}

#[test]
fn tests_that_pass_end_well() {
    let game = Game::with("good", &[("rules.json5", GOOD), ("notes.txt", "no tests")]);
    let told = cardable(&["test", game.path()]).with(0);
    assert!(told.contains("ok a coin is worth a point"), "{told}");
    assert!(told.ends_with("2 passed\n"), "{told}");
    let file = game.0.join("tests/rules.json5");
    let told = cardable(&["test", file.to_str().unwrap(), "--only", "generous"]).with(0);
    assert!(
        told.contains("several coins") && told.ends_with("1 passed\n"),
        "{told}"
    );
}

#[test]
fn tests_that_fail_say_where_and_what_was_found() {
    let game = Game::with("bad", &[("a.json5", GOOD), ("b.json5", BAD)]);
    let told = cardable(&["test", game.path()]).with(1);
    for wanted in [
        "failed a coin is worth two points",
        "E383",
        "expected 2, found 1",
        "b.json5:5:",
        "2 passed, 1 failed\n",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    let told = cardable(&["test", game.path(), "--format", "json"]).json(1);
    assert_eq!(passed(&told), [true, true, false]);
    let problem = &told[2]["problems"][0];
    assert_eq!(
        (&problem["line"], &problem["message"]),
        (&5.into(), &"`player:0.score`: expected 2, found 1".into())
    );
}

#[test]
fn files_that_cannot_be_read_end_badly() {
    let broken = "{ \"tests\": [], \"test\": [] }";
    let game = Game::with("broken", &[("a.json5", GOOD), ("b.json5", broken)]);
    let told = cardable(&["test", game.path()]).with(1);
    assert!(told.contains("did you mean `tests`?"), "{told}");
    assert!(told.ends_with("2 passed, 1 could not be read\n"), "{told}");
    let told = cardable(&["test", game.path(), "--format", "json"]).json(1);
    assert_eq!(
        (&told[2]["test"], &told[2]["passed"]),
        (&serde_json::Value::Null, &false.into())
    );
}

#[test]
fn a_test_that_cannot_be_read_fails_alone() {
    let broken = r#"{ "tests": [
        { "name": "misspelt", "chose": {} },
        { "expect": { "state": "taking" } },
        { "name": "deep", "choose": { "action": "take one" }, "expect": { "turns": 1 } },
        { "name": "fine", "choose": { "action": "take one" }, "expect": { "turn": 1 } },
    ] }"#;
    let game = Game::with("alone", &[("rules.json5", broken)]);
    let told = cardable(&["test", game.path()]).with(1);
    for wanted in [
        "failed misspelt",
        "did you mean `choose`?",
        "rules.json5:2:31",
        "failed a test without a name",
        "failed deep",
        "did you mean `turn`?",
        "ok fine",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    assert!(told.ends_with("1 passed, 3 failed\n"), "{told}");
    let told = cardable(&["test", game.path(), "--format", "json"]).json(1);
    assert_eq!(passed(&told), [false, false, false, true]);
}

#[test]
fn an_empty_hand_is_told_where_it_may_be_why() {
    let tests = r#"{ "tests": [
        { "name": "counted", "given": { "seats": 2, "state": "play", "turn": 0,
            "zones": { "hand:0": ["9C", "2D"], "discard": "9H" } }, "expect": { "zone_count": { "hand:0": 3 } } },
        { "name": "not named", "given": { "seats": 2, "state": "play", "turn": 0,
            "zones": { "hand:0": ["9C", "2D"], "discard": "9H" } }, "choose": { "seat": 0, "action": "play" } },
        { "name": "ended", "given": { "seats": 2, "state": "play", "turn": 1,
            "zones": { "hand:0": ["9C", "2D"], "discard": "9H" } }, "expect": { "turn": 0 } },
    ] }"#;
    let game = Game::with("hands", &[("rules.json5", tests)]);
    std::fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets/crazy-eights/ruleset.json"),
        game.0.join("ruleset.json"),
    )
    .unwrap();
    let told = cardable(&["test", game.path(), "--format", "json"]).json(1);
    let problem = |at: usize| told[at]["problems"][0].clone();
    assert_eq!(problem(0)["help"], serde_json::Value::Null);
    assert_eq!(problem(1)["help"], serde_json::Value::Null);
    let message = problem(1)["message"].as_str().unwrap().to_owned();
    assert_eq!(
        message,
        "`Play a card` needs a pick: name it in `cards`; there are `Nine of Clubs`"
    );
    assert_eq!(
        problem(2)["help"],
        "`hand:1` is empty, for `given` does not name it"
    );
}

#[test]
fn no_tests_are_an_error() {
    let game = Game::with("none", &[]);
    let ran = cardable(&["test", game.path()]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("has no tests: write some into the folder `tests`"),
        "{}",
        ran.err
    );
    let game = Game::with("others", &[("rules.json5", GOOD)]);
    let ran = cardable(&["test", game.path(), "--only", "nothing like it"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("no test has `nothing like it` in its name"),
        "{}",
        ran.err
    );
}

#[test]
fn games_of_a_folder_are_tested_one_after_the_other() {
    let game = Game::with("folder", &[]);
    for name in ["one", "two"] {
        let inner = game.0.join(name);
        std::fs::create_dir_all(inner.join("tests")).unwrap();
        std::fs::copy(game.0.join("ruleset.json"), inner.join("ruleset.json")).unwrap();
        std::fs::write(inner.join("tests/rules.json5"), GOOD).unwrap();
    }
    std::fs::remove_dir(game.0.join("tests")).unwrap();
    std::fs::remove_file(game.0.join("ruleset.json")).unwrap();
    let told = cardable(&["test", game.path()]).with(0);
    let name = |name: &str| Path::new(game.path()).join(name).display().to_string();
    assert!(
        told.contains(&name("one")) && told.contains(&name("two")),
        "{told}"
    );
    assert!(told.ends_with("4 passed\n"), "{told}");
}

#[test]
fn a_game_with_errors_does_not_keep_others_from_being_tested() {
    let game = Game::with("errors", &[]);
    for (name, rules) in [("a", "{ \"ruleset\": {} }"), ("b", "")] {
        let inner = game.0.join(name);
        std::fs::create_dir_all(inner.join("tests")).unwrap();
        match rules {
            "" => _ = std::fs::copy(game.0.join("ruleset.json"), inner.join("ruleset.json")).unwrap(),
            rules => std::fs::write(inner.join("ruleset.json"), rules).unwrap(),
        }
        std::fs::write(inner.join("tests/rules.json5"), GOOD).unwrap();
    }
    std::fs::remove_dir(game.0.join("tests")).unwrap();
    std::fs::remove_file(game.0.join("ruleset.json")).unwrap();
    let told = cardable(&["test", game.path()]).with(1);
    assert!(told.ends_with("2 passed, 1 could not be read\n"), "{told}");
    let told = cardable(&["test", game.path(), "--format", "json"]).json(1);
    assert_eq!(passed(&told), [false, true, true]);
}

#[test]
fn a_folder_of_tests_stands_for_its_game() {
    let game = Game::with("inside", &[("rules.json5", GOOD)]);
    let folder = game.0.join("tests");
    assert!(
        cardable(&["test", folder.to_str().unwrap()])
            .with(0)
            .ends_with("2 passed\n")
    );
    for name in ["rules.json5", "./rules.json5", "."] {
        let told = run(&folder, &["test", name], "").with(0);
        assert!(told.ends_with("2 passed\n"), "{name}: {told}");
    }
}

#[test]
fn rules_are_tested_from_within_their_folder() {
    let game = Game::with("here", &[("rules.json5", GOOD)]);
    for name in ["ruleset.json", "./ruleset.json", "."] {
        let told = run(&game.0, &["test", name], "").with(0);
        assert!(told.ends_with("2 passed\n"), "{name}: {told}");
    }
}

#[test]
fn games_of_the_program_have_tests_too() {
    let told = cardable(&["test", "gin-rummy"]).with(0);
    assert!(told.contains("passed\n"), "{told}");
}

#[test]
fn a_game_that_was_played_becomes_a_test() {
    let game = Game::with("recorded", &[]);
    let file = game.0.join("tests/evening.json5");
    let file = file.to_str().unwrap();
    let save = game.0.join("evening.json");
    let args = [
        "play",
        game.path(),
        "--human",
        "0",
        "--bots",
        "random",
        "--seed",
        "5",
        "--record",
        file,
    ];
    let told = cardable(&[&args[..], &["--save", save.to_str().unwrap()]].concat()).with(0);
    assert!(
        told.contains("A test that makes the same choices is in"),
        "{told}"
    );
    let recorded = std::fs::read_to_string(file).unwrap();
    assert!(
        recorded.contains("\"seed\": 5") && recorded.contains("\"winners\""),
        "{recorded}"
    );
    assert!(cardable(&["test", game.path()]).with(0).ends_with("1 passed\n"));
    // What is there already stays.
    let again = cardable(&args);
    assert!(
        again.code == 1 && again.err.contains("is there already: name a file that is not"),
        "{}",
        again.err
    );
    assert_eq!(std::fs::read_to_string(file).unwrap(), recorded);
    // The same from the game that was kept.
    let again = game.0.join("tests/again.json5");
    cardable(&[
        "replay",
        save.to_str().unwrap(),
        "--record",
        again.to_str().unwrap(),
    ])
    .with(0);
    assert_eq!(std::fs::read_to_string(again).unwrap(), recorded);
}

#[test]
fn tests_outside_of_their_folder_are_told_where_they_belong() {
    let game = Game::with("outside", &[]);
    let file = game.0.join("extra.json5");
    std::fs::write(&file, GOOD).unwrap();
    let ran = cardable(&["test", file.to_str().unwrap()]);
    assert!(
        ran.code == 1 && ran.err.contains("into the folder `tests` beside the rules"),
        "{}",
        ran.err
    );
    assert_eq!(ran.err.matches("error").count(), 1, "{}", ran.err);
}
