//! The crate of shipped games has what lies in the folder `rulesets`, and says of it what the rulesets say.

use crate::support;
use cardable_core::Loader;
use cardable_core::content::{ContentPath, Files, MemoryFiles};
use cardable_lua::Luau;
use cardable_rulesets::{Shipped, files, game, games};
use std::collections::BTreeMap;
use std::path::Path;

/// Every file below a folder that is neither for authors nor for tests alone.
fn on_the_disk(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a plain name");
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            on_the_disk(&entry.path(), &format!("{path}/"), found);
        } else if prefix.contains('/') && name != "README.md" && !name.ends_with(".txt") {
            found.insert(path, std::fs::read(entry.path()).expect("a file"));
        }
    }
}

#[test]
fn all_files_of_games_and_card_sets_are_shipped() {
    let mut expected = BTreeMap::new();
    on_the_disk(&support::root().join("rulesets"), "", &mut expected);
    expected.retain(|path, _| !path.starts_with("src/"));
    let shipped: BTreeMap<String, Vec<u8>> = files()
        .iter()
        .map(|(path, bytes)| (path.to_owned(), bytes.to_vec()))
        .collect();
    let paths = |of: &BTreeMap<String, Vec<u8>>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(&shipped), paths(&expected));
    assert!(shipped == expected, "the same contents");
}

#[test]
fn shipped_files_are_read_like_files_in_memory() {
    let mut memory = MemoryFiles::named("rulesets");
    let mut asked = vec![
        String::new(),
        "nowhere".to_owned(),
        "crazy".to_owned(),
        "standard/dec".to_owned(),
    ];
    for (path, bytes) in files().iter() {
        memory.add(path, bytes).expect("a path");
        asked.push(path.to_owned());
        asked.push(format!("{path}/below"));
        asked.extend(path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
    }
    assert_eq!(files().name(), memory.name());
    for path in asked {
        let path = ContentPath::new(&path).expect("a path");
        assert_eq!(files().kind(&path), memory.kind(&path), "{path}");
        assert_eq!(files().list(&path), memory.list(&path), "{path}");
        for limit in [0, 100, u64::MAX] {
            assert_eq!(files().read(&path, limit), memory.read(&path, limit), "{path}");
        }
    }
}

#[test]
fn shipped_games_are_what_they_are_called() {
    let names: Vec<String> = games().map(|game| game.name().to_owned()).collect();
    let folders: Vec<String> = support::games().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, folders);
    for game in games() {
        let ruleset = game
            .load_with(&support::loader())
            .expect("a shipped ruleset loads");
        assert_eq!(game.title(), ruleset.name());
        assert_eq!(Some(game.description()), ruleset.description());
        assert!(game.rules().contains("## Goal"), "{}", game.name());
        assert!(
            game.files().any(|(path, _)| path == "RULES.md"),
            "{}",
            game.name()
        );
        let other = support::load(game.name());
        assert_eq!(
            ruleset.rules().to_string(),
            other.rules().to_string(),
            "{}",
            game.name()
        );
    }
}

#[test]
fn games_without_scripts_load_by_their_names_alone() {
    let scripted: Vec<&str> = games()
        .filter(|game| game.load().is_err())
        .map(Shipped::name)
        .collect();
    assert_eq!(scripted, ["gin-rummy", "skullable-luau"]);
    let error = game("gin-rummy")
        .expect("it is there")
        .load()
        .expect_err("it has a script");
    assert!(error.to_string().contains("script"), "{error}");
}

#[test]
fn unknown_games_are_told_with_a_way_out() {
    let near = game("crazy-eight").expect_err("there is none");
    assert_eq!(
        near.to_string(),
        "there is no shipped game `crazy-eight`: did you mean `crazy-eights`?"
    );
    let far = game("monopoly-with-dice").expect_err("there is none");
    assert!(far.help.starts_with("it is one of agram, backwater"), "{far}");
    // A folder with cards alone is no game.
    assert!(game("standard").is_err());
}

#[test]
fn rulesets_of_programs_find_the_shipped_cards() {
    let text = r#"{ ruleset: {
        ruleset_name: "Mine", min_players: 2, max_players: 2, cardsets: "standard", decks: "standard-52",
        game_area: { shared_zones: [{ name: "stock", decks: "standard-52", zone_visibility: "none" }] },
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "stop", type: "button", primitives: { endpoint: "end_game" } },
        ] }],
    } }"#;
    let alone = Loader::new().check_text("mine.json", text);
    assert!(alone.ruleset.is_none());
    let loader = Loader::new().supplied(&[files()]);
    let ruleset = loader.check_text("mine.json", text).into_result();
    assert_eq!(ruleset.expect("it finds the cards").name(), "Mine");
}

/// What authors of rulesets find in the README of every game, as the titles of its sections.
const SECTIONS: [&str; 2] = ["Variant and source", "What its author missed in the language"];

/// The text of a section of a page, up to the next title. Empty where there is none.
fn section<'p>(page: &'p str, title: &str) -> &'p str {
    let begun = page.split_once(&format!("\n## {title}\n"));
    let text = begun.map_or("", |(_, rest)| rest);
    text.split("\n## ").next().unwrap_or(text).trim()
}

#[test]
fn readmes_say_where_games_come_from_and_what_their_authors_missed() {
    let mut missing = Vec::new();
    for shipped in games() {
        let name = shipped.name();
        let file = support::root().join("rulesets").join(name).join("README.md");
        let page = std::fs::read_to_string(file).unwrap_or_default();
        let title = format!("# {}\n", shipped.title());
        if !page.starts_with(&title) {
            missing.push(format!("{name}: a README.md that begins with its title"));
        }
        for wanted in SECTIONS {
            if section(&page, wanted).is_empty() {
                missing.push(format!("{name}: `## {wanted}` in its README.md"));
            }
        }
    }
    assert!(missing.is_empty(), "missing: {missing:#?}");
}

/// Every game that ends has a row in one table of lengths and in one of results, and no row is of a game that is gone.
#[test]
fn the_page_of_figures_has_all_games() {
    let page = std::fs::read_to_string(support::root().join("docs/games.md")).expect("the page is there");
    let luau = Luau::new();
    let mut expected: Vec<String> = Vec::new();
    for shipped in games() {
        let ruleset = shipped
            .load_with(&Loader::new().scripts(&luau))
            .expect("it can be loaded");
        if !ruleset.is_endless() {
            expected.push(format!(
                "[{}](../rulesets/{}/README.md)",
                shipped.title(),
                shipped.name()
            ));
        }
    }
    expected.sort();
    for table in ["lengths", "results"] {
        let mut found: Vec<String> = page
            .split(&format!("<!-- rows: {table} of "))
            .skip(1)
            .flat_map(|rest| {
                let rows = rest.lines().skip_while(|line| !line.starts_with('|'));
                rows.take_while(|line| line.starts_with('|'))
            })
            .filter_map(|line| line.strip_prefix("| [").and_then(|row| row.split(" |").next()))
            .map(|link| format!("[{link}"))
            .collect();
        found.sort();
        assert_eq!(found, expected, "the {table}");
    }
}
