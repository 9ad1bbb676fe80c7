//! The documents say what is true: the manual is the declarations', and every
//! ruleset in the guide can be loaded.

mod support;

use cardable_core::Ruleset;
use cardable_core::content::Directory;

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
    let mut found = 0;
    for (at, block) in guide.split("\n```json\n").enumerate().skip(1) {
        let text = block.split("\n```").next().unwrap_or("");
        if !text.contains("ruleset") && !text.contains("shared_zones") {
            continue;
        }
        found += 1;
        let checked = Ruleset::check_text(&format!("listing {at}"), text, &[&shipped]);
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        assert!(checked.ruleset.is_some(), "listing {at}: {said:#?}");
    }
    assert!(found >= 2, "the guide has {found} whole rulesets");
}
