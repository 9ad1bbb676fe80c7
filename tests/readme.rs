//! The README's ruleset is what it says: a game that checks and plays.

use crate::support;
use cardable_core::testing::random_game;

/// A card set for it, as the README says there must be.
const STONES: &str = r#"{
    set_name: "Stones",
    suits: [{ suit_name: "White", suit_id: 0 }],
    symmetrical_deck: true,
    cards: [{ card_name: "One", card_id: 0, card_value: 1 }, { card_name: "Two", card_id: 1, card_value: 2 }],
}"#;

#[test]
fn the_ruleset_of_the_readme_checks_and_plays() {
    let readme = std::fs::read_to_string(support::root().join("README.md")).expect("there is a README");
    let after = readme.split("```json5\n").nth(1).expect("it has a ruleset");
    let rules = after.split("```").next().expect("the ruleset ends");
    let text = format!("{{ cardset: {STONES}, ruleset: {rules} }}");
    let ruleset = cardable_core::parse(text).unwrap_or_else(|error| panic!("{error}"));
    for seats in 2..=4 {
        let game = random_game(&ruleset, seats, 1, 1_000, |_, _, _, _| Ok(()));
        assert!(game.expect("no fault").result().is_some());
    }
}
