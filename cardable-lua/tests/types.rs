//! The definition file: as it was, and as Luau reads it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use cardable_core::Loader;
use cardable_lua::Listener;
use luau_syntax::parser::{ParseOptions, ParsedSource};
use std::path::Path;

#[test]
fn gin_rummy_has_the_known_definitions() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listener = Listener::new();
    let checked = Loader::new()
        .scripts(&listener)
        .check_path(here.join("../rulesets/gin-rummy"));
    assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
    let found = listener.definitions().unwrap();
    let options = ParseOptions::default().with_declaration_syntax(true);
    if let Err(errors) = ParsedSource::parse(&found, options) {
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{said:#?}\n{found}");
    }
    for line in [
        "declare function deadwood(cards: Card | { Card } | Zone | string): number",
        "declare function draw_card(who: Seat | { Seat } | string, from: Zone | string, to: Zone | string, face_down: (boolean)?): ()",
        "\ttaken: Card,",
        "\tfunction top(self): Card",
        "\thand: Zone",
    ] {
        assert!(found.lines().any(|l| l == line), "{line}\n{found}");
    }
    let file = here.join("tests/snapshots/gin-rummy.d.luau");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        known == found,
        "the definitions have changed: UPDATE_SNAPSHOTS=1 shows how"
    );
}
