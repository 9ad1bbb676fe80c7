//! JSON Schemas (draft 2020-12), from which editors complete and check what one writes.
//!
//! They are made from the tables that the reader itself checks against, so an editor and `check`
//! cannot disagree about a field. Words carry their meanings as `enumDescriptions`, which editors
//! show beside their suggestions; validators that do not know such keys pass over them.

mod convert;
mod names;
mod suggest;

use convert::Converter;
use names::Names;
use serde_json::{Value, json};

use crate::cases::TESTS;
use crate::content::Dialect;
use crate::content::fields as content;
use crate::format::ruleset::fields as rules;
use crate::text::fields::ObjectSpec;
use cardable_engine::Ruleset;
use cardable_engine::primitives::of_ruleset;

/// What a schema is for.
///
/// ```
/// use cardable_core::schema::{Document, schema};
/// for document in [Document::Ruleset, Document::CardSet, Document::Deck] {
///     assert!(schema(document)["$schema"].is_string(), "{document:?}");
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Document {
    /// A file with a ruleset, and with card sets and decks when it is a fat one.
    Ruleset,
    /// A card set, and decks beside it.
    CardSet,
    /// A deck.
    Deck,
    /// A fragment of rules, which rulesets import.
    Fragment,
    /// Tests of rules.
    Tests,
    /// Texts in another language.
    Texts,
    /// A file with rules of a dialect that has nothing beside them.
    Rules(&'static dyn Dialect),
    /// A text that such rules name by its path: a deck of card-games data.
    Beside(&'static dyn Dialect),
}

/// The schema of a kind of file.
///
/// ```
/// use cardable_core::schema::{Document, schema};
/// let schema = schema(Document::Ruleset);
/// assert!(schema["$defs"]["state"]["properties"]["state_type"].is_object());
/// ```
pub fn schema(document: Document) -> Value {
    let converter = match document {
        Document::Rules(_) | Document::Beside(_) | Document::Tests | Document::Texts => Converter::plain(),
        Document::Ruleset | Document::CardSet | Document::Deck | Document::Fragment => Converter::new(),
    };
    let (title, needed) = match document {
        Document::Ruleset => ("Cardable ruleset", "ruleset"),
        Document::CardSet => ("Cardable card set", "cardset"),
        Document::Deck => ("Cardable deck", "deck"),
        Document::Fragment => {
            return of_fields(Some(("Cardable fragment", &rules::FRAGMENT_FILE)), converter);
        }
        Document::Tests => return of_fields(Some(TITLE_OF_TESTS), converter),
        Document::Texts => return texts(std::iter::empty()),
        Document::Rules(dialect) => {
            let format = dialect.format().ok();
            return of_fields(format.map(|format| (format.title, format.fields)), converter);
        }
        Document::Beside(dialect) => {
            return of_fields(dialect.format().ok().and_then(|format| format.beside), converter);
        }
    };
    of_content(document, (title, needed), converter)
}

/// The schema of rulesets, with what this one has: its own primitives, and its zones, states, data, options, roles, decks and
/// cards wherever a name is wanted. Other names stay possible.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let schema = cardable_core::schema::schema_of(&ruleset);
/// assert!(schema["$defs"]["value"].to_string().contains("$player.hand"));
/// ```
pub fn schema_of(ruleset: &Ruleset) -> Value {
    let mut converter = Converter::new();
    converter.own = of_ruleset(ruleset).collect();
    converter.names = Some(Names::of(ruleset));
    of_content(Document::Ruleset, ("Cardable ruleset", "ruleset"), converter)
}

/// The schema of tests of this ruleset, with its states, zones, data, actions and cards wherever a name is wanted.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let schema = cardable_core::schema::schema_of_tests(&ruleset);
/// assert!(schema["$defs"]["given"]["properties"]["zones"]["properties"]["hand:0"].is_object());
/// ```
pub fn schema_of_tests(ruleset: &Ruleset) -> Value {
    let mut converter = Converter::plain();
    converter.names = Some(Names::of(ruleset));
    of_fields(Some(TITLE_OF_TESTS), converter)
}

/// The schema of texts in another language, with the texts of this ruleset that people read.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let schema = cardable_core::schema::schema_of_texts(&ruleset);
/// assert!(schema["properties"]["Take a stone"].is_object());
/// ```
pub fn schema_of_texts(ruleset: &Ruleset) -> Value {
    let program = &ruleset.program;
    texts(
        program
            .metadata
            .translations
            .read
            .iter()
            .map(|text| program.str(*text)),
    )
}

fn texts<'t>(known: impl Iterator<Item = &'t str>) -> Value {
    let translation = json!({ "$ref": "#/$defs/translation" });
    let schema =
        json!({ "type": "string", "description": "Where an editor finds the description of this format" });
    let known = known.map(|text| (text.to_owned(), translation.clone()));
    let properties: serde_json::Map<String, Value> = std::iter::once(("$schema".to_owned(), schema))
        .chain(known)
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cardable texts",
        "description": "Texts as they stand in the rules, and their translations. Comments and trailing commas are allowed.",
        "allowComments": true,
        "allowTrailingCommas": true,
        "type": "object",
        "properties": properties,
        "additionalProperties": translation,
        "$defs": {
            "translation": {
                "anyOf": [
                    { "type": "string", "description": "What people read instead" },
                    {
                        "type": "object",
                        "description": "What people read instead, where that differs from place to place",
                        "properties": {
                            "in": {
                                "type": "object",
                                "description": "A part of the rules, such as actions.pass, and what people read there",
                                "additionalProperties": { "type": "string" },
                            },
                            "else": { "type": "string", "description": "What people read everywhere else" },
                        },
                        "additionalProperties": false,
                    },
                ],
            },
        },
    })
}

/// What a file of tests is called, and what it may hold.
const TITLE_OF_TESTS: (&str, &ObjectSpec) = ("Cardable tests of rules", &TESTS);

/// The schema of a file with rules, card sets or decks, of which it must have one kind.
fn of_content(document: Document, (title, needed): (&str, &str), mut converter: Converter<'_>) -> Value {
    let root = converter.object(&content::FILE);
    if matches!(document, Document::Ruleset) {
        converter.object(&rules::RULESET);
    } else {
        converter.forget(content::FILE.name, "ruleset");
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

/// The schema of a file that is one object. Where nothing is known of it, it may hold anything.
fn of_fields(known: Option<(&str, &'static ObjectSpec)>, mut converter: Converter<'_>) -> Value {
    let Some((title, fields)) = known else {
        return json!(true);
    };
    let root = converter.object(fields);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "Comments and trailing commas are allowed.",
        "allowComments": true,
        "allowTrailingCommas": true,
        "allOf": [root],
        "$defs": converter.finish(),
    })
}

#[cfg(test)]
mod tests;
