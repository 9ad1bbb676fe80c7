//! The files of a new game.

use crate::commands::schema_text;
use cardable_core::schema::Document;

/// The most important files, with descriptions.
pub(crate) const ABOUT: [(&str, &str); 5] = [
    ("ruleset.json", "the rules, with comments"),
    ("tests/rules.json5", "tests of the rules"),
    ("RULES.md", "how it is played: tables show it to players"),
    ("AUTHORING.md", "what to do next"),
    ("ruleset.schema.json", "completion for editors"),
];

/// Placeholder for the game's name.
const NAME: &str = "NAME_OF_THE_GAME";

/// All files: path in the new folder, and text.
pub(crate) fn files(name: &str) -> Vec<(&'static str, String)> {
    let named = |text: &str| text.replace(NAME, name);
    vec![
        ("ruleset.json", named(include_str!("ruleset.json"))),
        ("tests/rules.json5", include_str!("rules.json5").to_owned()),
        ("RULES.md", named(include_str!("RULES.md"))),
        ("AUTHORING.md", named(include_str!("AUTHORING.md"))),
        ("ruleset.schema.json", schema_text(Document::Ruleset)),
        (".vscode/settings.json", include_str!("settings.json").to_owned()),
    ]
}
