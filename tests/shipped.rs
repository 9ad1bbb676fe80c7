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

/// The rows of the tables of `docs/games.md` about lengths or results, without their heads.
fn rows_of<'p>(page: &'p str, table: &str) -> Vec<&'p str> {
    let comment = format!("<!-- rows: {table} of ");
    page.split(&comment)
        .skip(1)
        .flat_map(|rest| {
            let lines = rest.lines().skip_while(|line| !line.starts_with('|'));
            lines.take_while(|line| line.starts_with('|'))
        })
        .filter(|line| line.starts_with("| ["))
        .collect()
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
        let mut found: Vec<String> = rows_of(&page, table)
            .into_iter()
            .filter_map(|row| row.strip_prefix("| ")?.split(" |").next())
            .map(str::to_owned)
            .collect();
        found.sort();
        assert_eq!(found, expected, "the {table}");
    }
}

/// What a README says of the length of its game, from a row of a table of lengths.
fn length_told(row: &str) -> String {
    let cells: Vec<&str> = row.split(" | ").collect();
    let [_, seats, random, medium, ..] = cells[..] else {
        panic!("a row of lengths has other columns: {row}");
    };
    let noun = if seats == "1" { "seat" } else { "seats" };
    let medium = medium.replace(')', " games)");
    format!(
        "With {seats} {noun} a random game has {random} choices in the mean, one of `medium` bots {medium}."
    )
}

/// READMEs tell the lengths of `docs/games.md` in a line of their own, and in the next one what they were compared with.
#[test]
fn readmes_tell_the_lengths_of_the_page_of_figures() {
    let page = std::fs::read_to_string(support::root().join("docs/games.md")).expect("the page is there");
    let mut wrong = Vec::new();
    for row in rows_of(&page, "lengths") {
        let name = row
            .split_once("(../rulesets/")
            .and_then(|(_, rest)| rest.split('/').next());
        let name = name.expect("a row links to the README");
        let file = support::root().join("rulesets").join(name).join("README.md");
        let mut readme = std::fs::read_to_string(&file).unwrap_or_default();
        let expected = length_told(row);
        let told = readme.lines().find(|line| line.contains(" a random game has "));
        let told = told.map(str::to_owned);
        if let Some(told) = told
            && std::env::var_os("UPDATE_DOCS").is_some()
        {
            readme = readme.replace(&told, &expected);
            std::fs::write(&file, &readme).expect("the README can be written");
        }
        if !readme.contains(&format!("\n{expected}\nIts length was ")) {
            wrong.push(format!("{name}: {expected}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "READMEs do not have these lines of docs/games.md, followed by `Its length was …`; where there is another line, \
         UPDATE_DOCS=1 writes it: {wrong:#?}"
    );
}

/// Games whose length was compared with CardStock's rules have a row in that table, and their READMEs link to it.
#[test]
fn readmes_link_to_the_table_beside_cardstock() {
    let page = std::fs::read_to_string(support::root().join("docs/games.md")).expect("the page is there");
    let rows = section(&page, "Beside CardStock's rules");
    let mut wrong = Vec::new();
    for shipped in games() {
        let file = support::root()
            .join("rulesets")
            .join(shipped.name())
            .join("README.md");
        let readme = std::fs::read_to_string(file).unwrap_or_default();
        let linked = readme.contains("docs/games.md#beside-cardstocks-rules)");
        let told = rows.contains(&format!(" | {}, `-o ", shipped.title()));
        if linked != told {
            wrong.push(format!("{}: linked {linked}, told {told}", shipped.name()));
        }
    }
    assert!(wrong.is_empty(), "READMEs and the table do not agree: {wrong:#?}");
}

/// Players find each option of a game as an item of a list in its rules, in every language that these are written in.
#[test]
fn rules_explain_every_option() {
    let mut wrong = Vec::new();
    for shipped in games() {
        let ruleset = shipped
            .load_with(&support::loader())
            .expect("a shipped ruleset loads");
        let options = ruleset.options().len();
        let folder = support::root().join("rulesets").join(shipped.name());
        for (file, title) in [("RULES.md", "Options"), ("RULES.de.md", "Optionen")] {
            let Ok(page) = std::fs::read_to_string(folder.join(file)) else {
                continue;
            };
            let items = section(&page, title).lines();
            let items = items.filter(|line| line.starts_with("- ")).count();
            if items != options {
                wrong.push(format!(
                    "{}: `## {title}` of {file} has {items} items for {options} options",
                    shipped.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
