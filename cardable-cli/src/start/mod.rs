//! What a new game consists of.

use crate::commands::schema_text;
use cardable_core::schema::Document;

/// The files one should know of, and what they are.
pub(crate) const ABOUT: [(&str, &str); 4] = [
    ("ruleset.json", "the rules, with comments"),
    ("RULES.md", "how it is played: tables show it to players"),
    ("AUTHORING.md", "what to do next"),
    ("ruleset.schema.json", "completion for editors"),
];

/// Stands for the name of the game.
const NAME: &str = "NAME_OF_THE_GAME";

/// All files: their paths in the new folder, and their texts.
pub(crate) fn files(name: &str) -> Vec<(&'static str, String)> {
    let named = |text: &str| text.replace(NAME, name);
    vec![
        ("ruleset.json", named(include_str!("ruleset.json"))),
        ("RULES.md", named(include_str!("RULES.md"))),
        ("AUTHORING.md", named(include_str!("AUTHORING.md"))),
        ("ruleset.schema.json", schema_text(Document::Ruleset)),
        (".vscode/settings.json", include_str!("settings.json").to_owned()),
    ]
}
