//! Files that other programs have written: editors, spreadsheets, systems and archives.

use crate::support::{Folder, Ran, fixtures, run};
use std::path::Path;

const MARK: &str = "\u{feff}";

/// What Finder writes beside a file.
const APPLE_DOUBLE: &[u8] = b"\0\x05\x16\x07\0\x02\0\0Mac OS X\xff\xfe";

const TESTS: &str =
    r#"{ "tests": [{ "name": "one", "choose": { "action": "take one" }, "expect": { "turn": 1 } }] }"#;

/// A folder with the game of coins, with translations and tests.
fn game(name: &str) -> Folder {
    let folder = Folder::new(name);
    put(&folder, "ruleset.json", rules());
    put(&folder, "texts/de.json5", r#"{ "Heap": "Haufen" }"#);
    put(&folder, "tests/rules.json5", TESTS);
    folder
}

fn rules() -> String {
    std::fs::read_to_string(fixtures().join("coins/ruleset.json")).unwrap()
}

fn put(folder: &Folder, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.0.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn cardable(folder: &Folder, args: &[&str]) -> Ran {
    run(&folder.0, args, "")
}

/// What `check` says, with so many errors and warnings.
fn checked(folder: &Folder, path: &str) -> Vec<String> {
    let ran = cardable(folder, &["check", path, "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.err);
    let told = told.as_array().unwrap().iter();
    let told = told.filter(|problem| problem["code"] != "W395");
    told.map(|problem| {
        format!(
            "{} {}: {}",
            problem["code"].as_str().unwrap(),
            problem["message"].as_str().unwrap(),
            problem["help"].as_str().unwrap_or_default()
        )
    })
    .collect()
}

fn has(told: &[String], parts: &[&str]) {
    let is_there = |told: &String| parts.iter().all(|part| told.contains(part));
    assert!(told.iter().any(is_there), "{parts:?} in {told:#?}");
}

#[test]
fn what_systems_write_beside_files_is_not_read() {
    let folder = game("dots");
    let clean = checked(&folder, ".");
    for name in [
        "._ruleset.json",
        "._x.cardgame.json",
        "texts/._de.json5",
        "texts/.#de.json5",
        "texts/.DS_Store",
        "tests/._rules.json5",
        "decks/._deck.json",
    ] {
        put(&folder, name, APPLE_DOUBLE);
    }
    assert_eq!(checked(&folder, "."), clean);
    assert!(cardable(&folder, &["test", "."]).with(0).contains("1 passed"));
    assert_eq!(cardable(&folder, &["play", ".", "--language", "de"]).code, 0);
    // A folder of games, one of which is the system's.
    let above = Folder::new("games");
    put(&above, "coins/ruleset.json", rules());
    put(&above, "._coins/ruleset.json", APPLE_DOUBLE);
    put(&above, "._a.json", APPLE_DOUBLE);
    assert_eq!(checked(&above, "."), clean);
}

#[test]
fn a_file_of_tests_that_is_no_text_is_told_and_the_others_run() {
    let folder = game("latin");
    put(&folder, "tests/a.json5", b"{\n  \"tests\": [\"K\xfche\"] }");
    put(&folder, "tests/b.json5", b"\xff\xfe{\0}\0");
    let ran = cardable(&folder, &["test", "."]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    for part in [
        "E102",
        "tests/a.json5:2:15",
        "save the file as UTF-8",
        "the text is UTF-16",
        "1 passed, 2 could not be read",
    ] {
        assert!(ran.out.contains(part), "{part} in {}", ran.out);
    }
    let told = cardable(&folder, &["test", ".", "--format", "json"]).json(1);
    assert_eq!(told[0]["problems"][0]["code"], "E102");
    assert_eq!(told[0]["problems"][0]["line"], 2);
}

#[test]
fn translations_are_read_whatever_their_ending() {
    let folder = game("endings");
    std::fs::remove_file(folder.0.join("texts/de.json5")).unwrap();
    put(&folder, "texts/de.json", r#"{ "Heap": "Haufen", "Heep": "x" }"#);
    has(&checked(&folder, "."), &["W394", "`Heep`"]);
    let told = cardable(&folder, &["play", ".", "--language", "de"]).with(0);
    assert!(told.contains("Haufen"), "{told}");
    put(&folder, "texts/de.po", "msgid");
    put(&folder, "texts/README.md", "# Texts");
    put(&folder, "texts/_schema.json", "{}");
    let told = checked(&folder, ".");
    has(&told, &["W398 `texts/de.po` is not read", "`de.json5`"]);
    has(&told, &["W398 `texts/_schema.json` is not read"]);
    assert!(!told.iter().any(|told| told.contains("README")), "{told:#?}");
    put(&folder, "texts/de.json5", r#"{ "Heap": "Haufen" }"#);
    has(
        &checked(&folder, "."),
        &["E396", "`texts/de.json`", "`texts/de.json5`"],
    );
    put(&folder, "texts/de.json", r#"{ "Heap": " " }"#);
    std::fs::remove_file(folder.0.join("texts/de.json5")).unwrap();
    has(&checked(&folder, "."), &["W307 this translation is empty"]);
}

/// Nothing outside of its folder belongs to a game.
#[cfg(unix)]
#[test]
fn links_that_lead_out_of_a_game_are_told() {
    let link = |to: &Path, folder: &Folder, name: &str| {
        let _ = std::fs::remove_file(folder.0.join(name));
        std::os::unix::fs::symlink(to, folder.0.join(name)).unwrap();
    };
    let other = game("linked");
    let leads_out = "cannot be read: it leads out of its root";
    let folder = game("links");
    for name in ["texts/de.json5", "tests/rules.json5"] {
        link(&other.0.join(name), &folder, name);
    }
    has(
        &checked(&folder, "."),
        &["E211 `texts/de.json5`", leads_out, "instead of a link"],
    );
    let ran = cardable(&folder, &["test", "."]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(leads_out), "the rules: {}", ran.err);
    std::fs::remove_file(folder.0.join("texts/de.json5")).unwrap();
    let ran = cardable(&folder, &["test", "."]);
    assert!(
        ran.code == 1
            && ran
                .out
                .contains("tests/rules.json5` cannot be read: it leads out"),
        "{}",
        ran.out
    );
    for name in ["texts", "tests"] {
        std::fs::remove_dir_all(folder.0.join(name)).unwrap();
        link(&other.0.join(name), &folder, name);
    }
    has(&checked(&folder, "."), &["E211 `texts`", leads_out]);
    link(&other.0.join("ruleset.json"), &folder, "ruleset.json");
    has(&checked(&folder, "."), &["E211 `ruleset.json`", leads_out]);
    // A link within the folder is as good as a file.
    put(&folder, "rules.txt", rules());
    link(Path::new("rules.txt"), &folder, "ruleset.json");
    std::fs::remove_file(folder.0.join("texts")).unwrap();
    let told = checked(&folder, ".");
    assert!(told.iter().all(|told| !told.starts_with('E')), "{told:#?}");
}

#[test]
fn archives_and_other_encodings_are_told() {
    let folder = game("packed");
    for (bytes, wanted) in [
        (&b"\x1f\x8b\x08\0"[..], "packed by gzip"),
        (b"PK\x03\x04\0", "a zip archive"),
        (b"\xff\xfe{\0", "the text is UTF-16"),
        (b"{\0\"\0", "the text is UTF-16"),
    ] {
        put(&folder, "ruleset.json", bytes);
        has(&checked(&folder, "."), &["E102", wanted]);
        put(&folder, "game.json", bytes);
        let ran = cardable(&folder, &["replay", "game.json"]);
        assert!(ran.code == 1 && ran.err.contains(wanted), "{}", ran.err);
    }
    let rules = rules().replace("{ \"set_name\"", "").replacen(
        "\"cards\": [",
        "\"cards\": \"cards.csv\", \"cardz\": [",
        1,
    );
    put(&folder, "ruleset.json", rules);
    put(&folder, "cards.csv", b"PK\x03\x04\0");
    has(
        &checked(&folder, "."),
        &["E102", "a zip archive", "save a spreadsheet as CSV"],
    );
}

#[test]
fn saved_games_are_known_by_what_stands_in_them() {
    let folder = game("saves");
    typed(
        &folder,
        &["play", ".", "--seed", "5", "--save", "game.json"],
        "1\nq\n",
    );
    let text = std::fs::read_to_string(folder.0.join("game.json")).unwrap();
    put(&folder, "bom.json", format!("{MARK}{text}"));
    let replayed = cardable(&folder, &["replay", "bom.json"]).with(0);
    assert!(replayed.contains(" takes "), "{replayed}");
    let sorted: serde_json::Value = serde_json::from_str(&text).unwrap();
    put(&folder, "sorted.json", format!("{sorted:#}"));
    cardable(&folder, &["replay", "sorted.json"]).with(0);
    for (from, to, wanted) in [
        (
            "\"format\":1",
            "\"format\":2",
            "it was written by a newer Cardable, in format 2, and this one reads format 1",
        ),
        ("\"format\":1", "\"format\":1e30", "written by a newer Cardable"),
        (
            "\"format\":1",
            "\"format\":\"1\"",
            "`format` is a whole number from 0 on, and this is string \"1\"",
        ),
        ("\"hash\"", "\"hush\"", "missing field `hash`"),
        ("\"format\"", "\"farmat\"", "missing field `format`"),
        (
            "\"entries\":[",
            "\"entries\":[{\"x\":1},",
            "in `entries[0]`: unknown variant `x`",
        ),
        (
            "\"seats\":[",
            "\"seats\":[3,",
            "`setup.seats[0]` is a string, and this is integer `3`",
        ),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        put(
            &folder,
            "other.json",
            format!("{MARK}{}", text.replacen(from, to, 1)),
        );
        let ran = cardable(&folder, &["replay", "other.json"]);
        assert!(
            ran.code == 1 && ran.err.contains("`other.json` is no saved game: ") && ran.err.contains(wanted),
            "{wanted} in {}",
            ran.err
        );
    }
}

fn typed(folder: &Folder, args: &[&str], input: &str) -> String {
    run(&folder.0, args, input).with(0)
}

/// `replay` and `play` say the same of a choice that cannot be made.
#[test]
fn an_impossible_choice_is_told_alike_everywhere() {
    let folder = game("impossible");
    let play = ["play", ".", "--seed", "5", "--save", "game.json"];
    typed(&folder, &play, "1\nq\n");
    let text = std::fs::read_to_string(folder.0.join("game.json")).unwrap();
    let mut log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entries = log["entries"].as_array_mut().unwrap();
    let first = entries[0].clone();
    entries.insert(1, first);
    put(&folder, "game.json", log.to_string());
    let wanted = "`game.json`: choice 2 (Ada: take one) is not possible: ";
    for args in [
        &play[..],
        &["replay", "game.json"],
        &["replay", "game.json", "--at", "2"],
        &["replay", "game.json", "--at", "3"],
    ] {
        let ran = cardable(&folder, args);
        assert!(
            ran.code == 1 && ran.err.contains(wanted),
            "{args:?}: {} {}",
            ran.out,
            ran.err
        );
    }
}

#[cfg(unix)]
#[test]
fn a_saved_game_is_written_through_links() {
    let folder = game("through");
    std::fs::create_dir(folder.0.join("kept")).unwrap();
    let link = folder.0.join("link.json");
    std::os::unix::fs::symlink("kept/game.json", &link).unwrap();
    for _ in 0..2 {
        typed(
            &folder,
            &["play", ".", "--bots", "random", "--save", "link.json"],
            "1\nq\n",
        );
        assert!(link.is_symlink() && folder.0.join("kept/game.json").is_file());
    }
    cardable(&folder, &["replay", "link.json"]).with(0);
}

/// Languages with one kind of number write `1.0` for 1.
#[test]
fn whole_numbers_with_a_fraction_of_zero_are_whole() {
    let folder = game("floats");
    let clean = checked(&folder, ".");
    let rules = rules();
    assert!(rules.contains("\"$action.n\", 1, 2, "));
    put(
        &folder,
        "ruleset.json",
        rules.replace("\"$action.n\", 1, 2, ", "\"$action.n\", 1.0, 2.0, "),
    );
    assert_eq!(checked(&folder, "."), clean);
    put(
        &folder,
        "ruleset.json",
        rules.replace("\"$action.n\", 1, 2, ", "\"$action.n\", 1.5, 2, "),
    );
    has(&checked(&folder, "."), &["takes a whole number, found 1.5"]);
}

/// Scripts that other editors wrote, and what other programs require.
#[cfg(feature = "lua")]
#[test]
fn scripts_are_texts_of_the_game() {
    let folder = game("scripts");
    let start = "\"ruleset_name\": \"Coins\",";
    let rules = rules().replacen(start, &format!("{start} \"script\": \"rules.luau\","), 1);
    put(&folder, "ruleset.json", &rules);
    put(&folder, "meld.luau", "return {}");
    put(&folder, "rules.luau", "local m = require(\"./melds\")\n");
    let told = checked(&folder, ".");
    has(
        &told,
        &["E211 `melds.luau` cannot be read", "there is a file `meld.luau`"],
    );
    assert!(!told.iter().any(|told| told.starts_with("E362")), "{told:#?}");
    put(&folder, "rules.luau", b"-- K\xfche");
    has(&checked(&folder, "."), &["E102 the text is not UTF-8: byte 4"]);
    put(&folder, "rules.luau", format!("{MARK}-- Cows"));
    assert!(checked(&folder, ".").iter().all(|told| !told.starts_with('E')));
    std::fs::remove_file(folder.0.join("rules.luau")).unwrap();
    let fat = |script: &str| {
        let (text, _) = rules.rsplit_once('}').unwrap();
        format!("{text} \"scripts\": {{ \"rules.luau\": {script} }} }}")
    };
    put(&folder, "ruleset.json", fat("[\"\u{feff}-- Cows\"]"));
    let told = checked(&folder, ".");
    assert!(told.iter().all(|told| !told.starts_with('E')), "{told:#?}");
    put(&folder, "ruleset.json", fat("3"));
    has(
        &checked(&folder, "."),
        &["E203 a script is a text or a list of lines, and this is a number"],
    );
}

#[test]
fn check_says_what_a_file_is_that_holds_no_rules() {
    let folder = game("kinds");
    put(&folder, "cards.csv", "name,value\nA,1\n");
    put(&folder, "rules.luau", "function f() end");
    for (path, wanted) in [
        ("cards.csv", "is a table of cards"),
        ("rules.luau", "is a script"),
        ("texts/de.json5", "is a file of translations"),
        ("tests/rules.json5", "is a file of tests, and not a ruleset"),
    ] {
        has(&checked(&folder, path), &[wanted]);
    }
    std::fs::rename(folder.0.join("ruleset.json"), folder.0.join("RULESET.JSON")).unwrap();
    if !folder.0.join("ruleset.json").exists() {
        has(
            &checked(&folder, "."),
            &["`RULESET.JSON` `ruleset.json`, in small letters"],
        );
    }
}
