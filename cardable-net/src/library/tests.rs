//! Rulesets stored as single files in a folder.

use super::Library;
use cardable_core::content::MemoryFiles;

const PHASES: &str = r#"{
    "meta": { "name": "Bare", "slug": "bare", "version": "1.0.0", "author": "tests", "players": { "min": 1, "max": 2 } },
    "deck": { "preset": "custom", "cards": [{ "suit": "hearts", "rank": "A" }], "cardValues": { "A": 1 } },
    "roles": [{ "name": "player", "isHuman": true, "count": "per_player" }],
    "zones": { "draw_pile": { "visibility": "hidden" } },
    "phases": [
        { "name": "play", "kind": "turn_based",
          "actions": [{ "name": "end", "label": "End", "effect": "end_turn()" }],
          "transitions": [{ "to": "over", "when": "all_players_done" }] },
        { "name": "over", "kind": "automatic" }
    ],
    "scoring": { "method": "0", "winCondition": "false" },
    "ui": { "layout": "grid" }
}"#;

const TABLE: &str = r#"{
    "$schema": "https://example.org/game", "name": "Table", "players": [1, 2], "turns": false, "decks": [{ "name": "pack", "source": "pack.json" }],
    "shared_zones": [{ "name": "pile", "size": 2, "control": "all", "decks": "pack" }], "player_zones": []
}"#;

const PACK: &str = r##"{ "pairs": { "suits": [{ "name": "Red", "color": "#c00" }], "ranks": [{ "value": 1 }, { "value": 2 }] } }"##;

fn library(files: &[(&str, &str)]) -> Library {
    let mut memory = MemoryFiles::new();
    memory.add("pack.json", PACK).expect("a path");
    for (path, text) in files {
        memory.add(path, *text).expect("a path");
    }
    Library::of_files(memory, Vec::new())
}

/// Reports for rulesets that are not offered.
fn told(library: &Library) -> Vec<(String, String)> {
    let problems = library.problems().into_iter();
    problems
        .map(|(name, reports)| (name, reports.iter().map(ToString::to_string).collect()))
        .collect()
}

#[test]
fn files_of_rules_are_served_by_their_names() {
    let library = library(&[
        ("bare.cardgame.json", PHASES),
        ("table.game.json", TABLE),
        ("folder/any.cardgame.json", PHASES),
        ("fat.json", cardable_core::testing::TINY),
        ("notes.json", "{ \"notes\": [] }"),
        ("notes.txt", "nothing"),
    ]);
    assert_eq!(told(&library), []);
    assert_eq!(library.names(), ["bare", "fat", "folder", "table"]);
    let edition = library.edition("bare").expect("it is served");
    assert_eq!(edition.path, "bare.cardgame.json");
    assert!(edition.own.rules.is_none());
}

#[test]
fn files_that_cannot_be_served_are_told() {
    let library = library(&[
        ("ruleset.json", "{}"),
        ("bare.cardgame.json", PHASES),
        ("bare.game.json", TABLE),
        ("folder/any.cardgame.json", PHASES),
        ("folder.cardgame.json", PHASES),
        ("wrong.cardgame.json", "{}"),
        ("bad.json", "{ \"ruleset\": { \"game_state\": [] } }"),
        ("folder.json", cardable_core::testing::TINY),
    ]);
    assert_eq!(library.names(), ["bare", "folder"]);
    let told = told(&library);
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "bad",
            "bare.game.json",
            "folder.cardgame.json",
            "folder.json",
            "ruleset.json",
            "wrong"
        ]
    );
    for (at, wanted) in [
        (1, "is called `bare` too"),
        (2, "is called `folder` too"),
        (3, "is called `folder` too"),
        (4, "put it into a folder"),
    ] {
        assert!(told[at].1.contains(wanted), "{told:#?}");
    }
}

#[tokio::test]
async fn a_room_comes_back_with_the_ruleset_of_a_file() {
    let library = library(&[("bare.cardgame.json", PHASES)]);
    let edition = library.edition("bare").expect("it is served");
    let folder = tempfile::tempdir().expect("a folder");
    let store = crate::store::SqliteLog::open(folder.path().join("rooms.db")).expect("a store");
    edition.keep(&store).await.expect("it is kept");
    let other = Library::of_files(MemoryFiles::new(), Vec::new());
    let again = other
        .pinned(edition.ruleset.edition().as_bytes(), &store)
        .await
        .expect("it is there");
    assert_eq!(
        (again.name.as_str(), again.path.as_str()),
        ("bare", "bare.cardgame.json")
    );
}

#[test]
fn rulesets_that_replace_built_in_ones_are_told() {
    let folder = std::env::temp_dir().join(format!("cardable-replaced-{}", std::process::id()));
    let pebbles =
        cardable_core::testing::TINY.replace("\"ruleset_name\": \"Stones\"", "\"ruleset_name\": \"Pebbles\"");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("fat.json"), &pebbles).expect("a file");
    std::fs::write(folder.join("other.json"), &pebbles).expect("a file");
    let mut memory = MemoryFiles::new();
    memory
        .add("fat.json", cardable_core::testing::TINY)
        .expect("a path");
    let library = Library::of_files(memory, vec![folder.clone()]);
    let taken = library.read_anew();
    let replaced = library.replaced(&taken);
    std::fs::remove_dir_all(&folder).expect("it was there");
    let wanted = super::Replaced {
        name: "fat".to_owned(),
        folder,
        title: "Pebbles".to_owned(),
        built_in: "Stones".to_owned(),
    };
    assert_eq!(replaced, [wanted]);
    assert_eq!(library.names(), ["fat", "other"]);
}
