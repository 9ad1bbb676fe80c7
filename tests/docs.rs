//! The documents say what is true: the manual is the declarations', and every
//! ruleset in the guide can be loaded.

use crate::support;
use cardable_core::content::{ContentPath, Directory, MemoryFiles};
use cardable_core::diag::{Code, Sources};
use cardable_core::testing::random_game;
use cardable_core::{Loader, cases};
use cardable_lua::Luau;
use std::collections::BTreeMap;

#[test]
fn the_committed_manual_is_the_one_that_is_printed() {
    let file = support::root().join("docs/primitives.md");
    let manual = cardable_core::primitives::manual();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &manual).expect("the manual can be written");
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == manual,
        "docs/primitives.md is not what `cardable manual` prints: UPDATE_DOCS=1 writes it"
    );
}

#[test]
fn rulesets_in_the_guide_can_be_played() {
    let guide =
        std::fs::read_to_string(support::root().join("docs/authoring.md")).expect("the guide is there");
    let shipped = Directory::open(support::root().join("rulesets")).expect("the rulesets are there");
    let luau = Luau::new();
    let guide = guide
        .split("\n# Reference\n")
        .nth(1)
        .expect("what comes after the first game");
    let mut found = 0;
    let mut scripted = 0;
    for (at, block) in guide.split("\n```json\n").enumerate().skip(1) {
        let text = block.split("\n```").next().unwrap_or("");
        if !text.contains("ruleset") && !text.contains("shared_zones") {
            continue;
        }
        found += 1;
        let loader = Loader::new().scripts(&luau).roots(&[&shipped]);
        let is_scripted = text.contains("\"rules.luau\"");
        let checked = if is_scripted {
            // A script stands after the rules that name it.
            let script = block.split("\n```luau\n").nth(1);
            let script = script
                .and_then(|s| s.split("\n```").next())
                .expect("its script follows");
            let mut files = MemoryFiles::named("guide");
            files.add("listing/ruleset.json", text).expect("a path");
            files.add("listing/rules.luau", script).expect("a path");
            loader.check_files(&files, &ContentPath::new("listing").expect("a path"))
        } else {
            loader.check_text(&format!("listing {at}"), text)
        };
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        let Some(ruleset) = checked.ruleset else {
            panic!("listing {at}: {said:#?}");
        };
        if is_scripted {
            scripted += 1;
            assert!(said.is_empty(), "listing {at}: {said:#?}");
            for seed in 0..40 {
                let seats = ruleset.seats().last().expect("seats");
                let game = random_game(&ruleset, seats, seed, 500, |_, _, _, _| Ok(()));
                assert!(game.unwrap_or_else(|e| panic!("listing {at}: {e}")).is_over());
            }
        }
    }
    assert!(found >= 2, "the guide has {found} whole rulesets");
    assert!(scripted >= 1, "the guide has a script");
}

/// The blocks of code of a text: the text before each, the language, and what stands in it.
fn blocks(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    text.match_indices("\n```").step_by(2).filter_map(|(at, fence)| {
        let (language, rest) = text[at + fence.len()..].split_once('\n')?;
        let (block, _) = rest.split_once("\n```")?;
        Some((&text[..at], language, block))
    })
}

/// Puts cards that a listing names in the place of those that a card set has on a line of their own.
fn with_cards(cardset: &str, listing: &str) -> String {
    let name = |line: &str| {
        Some(
            line.split_once("\"card_name\": \"")?
                .1
                .split_once('"')?
                .0
                .to_owned(),
        )
    };
    let cards: Vec<&str> = listing.split("\n// …\n").collect();
    let lines = cardset.lines().map(|line| {
        let of_card = |card: &&&str| name(card).is_some() && name(card) == name(line);
        cards.iter().find(of_card).map_or(line, |card| *card)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whoever types what the first chapter says, block by block, has a whole game after each, and its tests hold.
#[test]
fn the_first_game_of_the_guide_can_be_played_after_each_step() {
    let guide =
        std::fs::read_to_string(support::root().join("docs/authoring.md")).expect("the guide is there");
    let chapter = guide.split("\n# A first game in half an hour\n").nth(1);
    let chapter = chapter.and_then(|rest| rest.split("\n## Where to go on\n").next());
    let chapter = chapter.expect("the chapter is there");
    let shipped = Directory::open(support::root().join("rulesets")).expect("the rulesets are there");
    let folder = ContentPath::new("rungs").expect("a path");
    let mut written: BTreeMap<String, String> = BTreeMap::new();
    let (mut steps, mut tests) = (0, 0);
    for (before, language, block) in blocks(chapter).filter(|(_, language, _)| *language != "text") {
        let named = before.rsplit_once("`rungs/").expect("a block says where it goes");
        let name = format!("rungs/{}", named.1.split('`').next().unwrap_or_default());
        let text = match language {
            "jsonc" => with_cards(&written[&name], block),
            _ => block.to_owned(),
        };
        assert_ne!(
            written.insert(name.clone(), text.clone()),
            Some(text),
            "{name} changes"
        );
        steps += 1;
        if language == "jsonc" {
            // The ruleset that follows goes with it.
            continue;
        }
        let mut files = MemoryFiles::named("guide");
        for (name, text) in &written {
            files.add(name, text.as_str()).expect("a path");
        }
        let checked = Loader::new().roots(&[&shipped]).check_files(&files, &folder);
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{name}: {said:#?}");
        let ruleset = checked.ruleset.expect("a ruleset");
        for seats in 2..=4 {
            let game = random_game(&ruleset, seats, 7, 500, |_, _, _, _| Ok(()));
            assert!(game.unwrap_or_else(|e| panic!("{name}: {e}")).is_over());
        }
        if language == "json5" {
            let mut sources = Sources::new();
            let file = sources.add(name.as_str(), written[&name].as_str());
            let ran = cases::run(&ruleset, file, &sources);
            let problems = ran.cases.iter().flat_map(|case| &case.problems);
            let problems: Vec<&String> = problems.map(|problem| &problem.message).collect();
            assert!(!ran.unread.has_errors() && problems.is_empty(), "{problems:#?}");
            assert!(chapter.contains(&format!("`{} passed`", ran.passed())));
            tests += ran.passed();
        }
    }
    assert_eq!((steps, tests), (7, 4), "blocks and tests");
}

/// The codes of a cell such as `E340, E341` or `W210–W212`.
fn codes_of(cell: &str) -> Vec<String> {
    let mut codes = Vec::new();
    for part in cell.split(", ") {
        let (first, last) = part.split_once('–').unwrap_or((part, part));
        let number = |code: &str| code.get(1..).and_then(|digits| digits.parse::<u32>().ok());
        if let (Some(kind), Some(first), Some(last)) = (part.get(..1), number(first), number(last)) {
            codes.extend((first..=last).map(|n| format!("{kind}{n}")));
        }
    }
    codes
}

#[test]
fn the_guide_explains_every_code() {
    let guide =
        std::fs::read_to_string(support::root().join("docs/authoring.md")).expect("the guide is there");
    let table = guide
        .split("\n# What the checker says\n")
        .nth(1)
        .expect("its chapter");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| "));
    let told: Vec<String> = rows
        .filter_map(|row| row.split(" | ").next())
        .flat_map(codes_of)
        .collect();
    for code in Code::ALL {
        let explained = told.iter().any(|told| told == code.as_str());
        assert!(
            explained,
            "{} stands in no row: {}",
            code.as_str(),
            code.meaning()
        );
    }
}
