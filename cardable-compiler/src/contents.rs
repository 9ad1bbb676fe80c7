//! What a text holds, without reading all of it.

use crate::content::Dialect;
use crate::format::dialect_of;
use crate::text::diag::Diagnostics;
use crate::text::json;
use crate::text::source::Sources;

/// What a text of JSON5 holds, by the fields of its outermost object. The text may have mistakes: whoever reads all of
/// it finds them.
///
/// ```
/// use cardable_core::content::Contents;
/// let contents = Contents::of("snap.json", r#"{ deck: {}, ruleset: { ruleset_name: "Snap" } }"#);
/// assert_eq!(contents.rules.map(|dialect| dialect.name()), Some("cardable"));
/// assert!(contents.cards && !contents.table_deck);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Contents {
    /// The dialect of its rules, where it has any.
    pub rules: Option<&'static dyn Dialect>,
    /// Whether it has a card set or a deck.
    pub cards: bool,
    /// Whether it is a fragment, which rulesets import.
    pub fragment: bool,
    /// Whether it is a deck of card-games data, which a `.game.json` names.
    pub table_deck: bool,
}

impl Contents {
    /// Looks at the text of a file of this name.
    pub fn of(name: &str, text: &str) -> Contents {
        let file = Sources::new().add(name, text);
        let root = json::parse(file, text, &mut Diagnostics::new());
        let has = |key: &str| root.get(key).is_some();
        let stands_alone = has("set_name") || has("deck_name");
        let rules = dialect_of(name, &root);
        Contents {
            rules,
            fragment: rules.is_none() && has("fragment"),
            cards: has("cardset") || has("deck") || stands_alone,
            table_deck: has("raw") || has("pairs"),
        }
    }
}
