//! JSON Schemas (draft 2020-12), from which editors complete and check what one writes.
//!
//! They are made from the tables that the reader itself checks against, so an editor and `check`
//! cannot disagree about a field. Words carry their meanings as `enumDescriptions`, which editors
//! show beside their suggestions; validators that do not know such keys pass over them.

mod convert;
mod suggest;

use convert::Converter;
use serde_json::{Value, json};

use crate::content::fields as content;
use crate::format::phases::fields as cardgame;
use crate::format::ruleset::fields as rules;
use crate::format::tables::fields as tables;
use cardable_engine::Ruleset;
use cardable_engine::primitives::Callee;

/// What a schema is for.
///
/// ```
/// use cardable_core::schema::{Document, schema};
/// for document in [Document::Ruleset, Document::CardSet, Document::Deck] {
///     assert!(schema(document)["$schema"].is_string(), "{document:?}");
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    /// A file with a ruleset, and with card sets and decks when it is a fat one.
    Ruleset,
    /// A card set, and decks beside it.
    CardSet,
    /// A deck.
    Deck,
    /// A game of card-games data: zones and decks to play with as at a table.
    Table,
    /// A deck of such a game.
    TableDeck,
    /// A `.cardgame.json`: a game in phases.
    CardGame,
}

/// The schema of a kind of file.
///
/// ```
/// use cardable_core::schema::{Document, schema};
/// let schema = schema(Document::Ruleset);
/// assert!(schema["$defs"]["state"]["properties"]["state_type"].is_object());
/// ```
pub fn schema(document: Document) -> Value {
    schema_with(document, &[])
}

/// The schema of rulesets, with the primitives that this one defines itself.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert!(cardable_core::schema::schema_of(&ruleset)["$defs"].is_object());
/// ```
pub fn schema_of(ruleset: &Ruleset) -> Value {
    schema_with(Document::Ruleset, &ruleset.own_primitives())
}

fn schema_with(document: Document, own: &[Callee]) -> Value {
    let mut converter = match document {
        Document::CardGame => Converter::plain(),
        Document::Ruleset | Document::CardSet | Document::Deck | Document::Table | Document::TableDeck => {
            Converter::new()
        }
    };
    converter.own = own.to_vec();
    let table = match document {
        Document::Table => Some(("Card game", &tables::GAME)),
        Document::TableDeck => Some(("Deck of a card game", &tables::DECK)),
        Document::CardGame => Some(("Card game in phases", &cardgame::FILE)),
        Document::Ruleset | Document::CardSet | Document::Deck => None,
    };
    if let Some((title, spec)) = table {
        let root = converter.object(spec);
        return json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": title,
            "description": "Comments and trailing commas are allowed.",
            "allowComments": true,
            "allowTrailingCommas": true,
            "allOf": [root],
            "$defs": converter.finish(),
        });
    }
    let root = converter.object(&content::FILE);
    let (title, needed) = match document {
        Document::Ruleset => ("Cardable ruleset", "ruleset"),
        Document::CardSet => ("Cardable card set", "cardset"),
        Document::Deck | Document::Table | Document::TableDeck | Document::CardGame => {
            ("Cardable deck", "deck")
        }
    };
    match document {
        Document::Ruleset => {
            converter.object(&rules::RULESET);
        }
        Document::CardSet | Document::Deck | Document::Table | Document::TableDeck | Document::CardGame => {
            converter.forget(content::FILE.name, "ruleset")
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "Comments and trailing commas are allowed.",
        "allowComments": true,
        "allowTrailingCommas": true,
        "allOf": [root],
        "required": [needed],
        "$defs": converter.finish(),
    })
}

#[cfg(test)]
mod tests;
