//! The documents say what is true: the manual is the declarations', and every
//! ruleset in the guide can be loaded.

use crate::support;
use cardable_core::Loader;
use cardable_core::content::{ContentPath, Directory, MemoryFiles};
use cardable_core::diag::Code;
use cardable_core::testing::random_game;
use cardable_lua::Luau;

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
