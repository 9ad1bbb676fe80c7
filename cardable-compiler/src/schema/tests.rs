use std::collections::BTreeSet;

use serde_json::Value;

use super::*;
use crate::format::{phases::CardGame, tables::Tables};
use crate::text::fields::{ObjectSpec, Shape};

fn each(schema: &Value, see: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    match schema {
        Value::Object(members) => {
            see(members);
            members.values().for_each(|inner| each(inner, see));
        }
        Value::Array(items) => items.iter().for_each(|inner| each(inner, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_table_is_part_of_the_games_schema() {
    let schema = schema(Document::Rules(&Tables));
    let deck = super::schema(Document::Beside(&Tables));
    for spec in crate::format::tables::fields::ALL {
        let name = spec.name.replace(' ', "_");
        for field in spec.fields {
            let property = &schema["$defs"][&name]["properties"][field.name];
            assert_eq!(property["description"], field.doc, "{}.{}", spec.name, field.name);
        }
    }
    assert!(deck["$defs"]["deck_of_cards"]["properties"]["pairs"].is_object());
}

fn specs() -> impl Iterator<Item = &'static &'static ObjectSpec> {
    content::ALL.iter().chain(rules::ALL)
}

#[test]
fn no_two_objects_share_a_definition() {
    let mut names = BTreeSet::from(["value", "condition", "primitive", "type", "viewers"]);
    for spec in specs() {
        assert!(names.insert(spec.name), "{}", spec.name);
    }
}

#[test]
fn every_table_is_part_of_the_rulesets_schema() {
    let schema = schema(Document::Ruleset);
    for spec in specs() {
        let definition = &schema["$defs"][spec.name.replace(' ', "_")];
        for field in spec.fields {
            let property = &definition["properties"][field.name];
            assert_eq!(property["description"], field.doc, "{}.{}", spec.name, field.name);
            if let Shape::Word(words) = field.shape {
                assert_eq!(property["enum"].as_array().map(Vec::len), Some(words.len()));
            }
            for alias in field.aliases {
                assert!(
                    definition["properties"][*alias].is_object(),
                    "{}.{alias}",
                    spec.name
                );
            }
        }
    }
}

#[test]
fn every_table_of_a_dialect_is_part_of_its_schema() {
    let schema = schema(Document::Rules(&CardGame));
    for spec in crate::format::phases::fields::ALL {
        let definition = &schema["$defs"][spec.name.replace(' ', "_")];
        for field in spec.fields {
            let property = &definition["properties"][field.name];
            assert_eq!(property["description"], field.doc, "{}.{}", spec.name, field.name);
        }
    }
    each(&schema, &mut |members| {
        if let Some(path) = members.get("$ref").and_then(Value::as_str) {
            let name = path.strip_prefix("#/$defs/").unwrap();
            assert!(schema["$defs"][name].is_object(), "{path}");
        }
    });
}

#[test]
fn references_lead_somewhere() {
    for document in [
        Document::Ruleset,
        Document::CardSet,
        Document::Deck,
        Document::Fragment,
        Document::Rules(&Tables),
        Document::Beside(&Tables),
    ] {
        let schema = schema(document);
        each(&schema, &mut |members| {
            if let Some(path) = members.get("$ref").and_then(Value::as_str) {
                let name = path.strip_prefix("#/$defs/").unwrap();
                assert!(schema["$defs"][name].is_object(), "{path}");
            }
        });
    }
}

#[test]
fn fragments_have_a_schema_of_their_own() {
    let schema = schema(Document::Fragment);
    assert_eq!(schema["allOf"][0]["$ref"], "#/$defs/file_of_a_fragment");
    let definitions = &schema["$defs"];
    assert_eq!(definitions["file_of_a_fragment"]["required"], json!(["fragment"]));
    for field in crate::format::ruleset::fields::FRAGMENT.fields {
        let property = &definitions["fragment"]["properties"][field.name];
        assert_eq!(property["description"], field.doc, "{}", field.name);
    }
    assert!(definitions["primitive"].is_object() && definitions["ruleset"].is_null());
}

/// Parameters have the names that their fragment gives them.
#[test]
fn imports_hand_over_whatever_their_fragment_wants() {
    let schema = schema(Document::Ruleset);
    let with = &schema["$defs"]["import"]["properties"]["with"];
    assert_eq!(with["type"], "object");
    assert_eq!(with["additionalProperties"]["$ref"], "#/$defs/value");
}

#[test]
fn docs_are_as_many_as_words() {
    each(&schema(Document::Ruleset), &mut |members| {
        let words = members.get("enum").and_then(Value::as_array);
        for key in ["enumDescriptions", "markdownEnumDescriptions"] {
            if let Some(docs) = members.get(key).and_then(Value::as_array) {
                assert_eq!(words.map(Vec::len), Some(docs.len()));
            }
        }
    });
}

#[test]
fn primitives_are_suggested_with_and_without_parentheses() {
    let schema = schema(Document::Ruleset);
    let known = schema["$defs"]["primitive"]["anyOf"][0]["enum"]
        .as_array()
        .unwrap();
    for name in ["state_transition()", "state_transition", "count_cards()"] {
        assert!(known.iter().any(|k| k == name), "{name}");
    }
}

#[test]
fn card_sets_and_decks_need_no_rules() {
    for document in [Document::CardSet, Document::Deck] {
        let schema = schema(document);
        assert!(schema["$defs"]["ruleset"].is_null());
        assert!(schema["$defs"]["deck"].is_object());
        assert!(schema["$defs"]["file"]["properties"]["ruleset"].is_null());
    }
}

/// What a schema suggests for a field.
fn suggested(schema: &Value, path: &[&str]) -> BTreeSet<String> {
    let field = path.iter().fold(schema, |inner, member| &inner[*member]);
    let mut found = BTreeSet::new();
    each(field, &mut |members| {
        let words = members.get("enum").and_then(Value::as_array);
        found.extend(
            words
                .into_iter()
                .flatten()
                .filter_map(|word| word.as_str().map(str::to_owned)),
        );
    });
    found
}

fn named(names: &[&str], among: &BTreeSet<String>) {
    for name in names {
        assert!(among.contains(*name), "`{name}` is not among {among:?}");
    }
}

const GAME: &str = include_str!("../../../tests/fixtures/backs.json5");

#[test]
fn the_names_of_a_game_are_suggested_where_one_is_wanted() {
    let ruleset = crate::loader::parse(GAME).unwrap();
    let schema = schema_of(&ruleset);
    let of = |object: &str, field: &str| suggested(&schema, &["$defs", object, "properties", field]);
    named(
        &[
            "$player.hand",
            "$player.advanced",
            "$globals.kept",
            "pool",
            "play",
            "ideas",
        ],
        &suggested(&schema, &["$defs", "value"]),
    );
    named(&["hand", "row", "sack"], &of("pick", "zone"));
    named(&["self", "others", "all", "pool"], &of("pick", "from"));
    named(&["deck", "hand"], &of("occasion", "moved_to"));
    named(
        &["marked", "$globals.kept", "$player.advanced"],
        &of("occasion", "changed"),
    );
    named(&["level"], &of("ruleset", "sort_hands_by"));
    assert!(schema["$defs"]["zone"]["properties"]["visible_in"]["properties"]["play"].is_object());
    // Another name is no mistake: it may be given next.
    let free = &schema["$defs"]["pick"]["properties"]["zone"]["anyOf"][1];
    assert_eq!(free["type"], "string");
}

#[test]
fn the_names_of_a_game_are_suggested_in_its_tests() {
    let ruleset = crate::loader::parse(GAME).unwrap();
    let schema = schema_of_tests(&ruleset);
    let of = |object: &str, field: &str| suggested(&schema, &["$defs", object, "properties", field]);
    named(&["deal", "play"], &of("given", "state"));
    named(&["learn", "draw"], &of("choice", "action"));
    named(&["learn", "draw"], &of("offer", "actions"));
    named(&["pool", "hand:0", "hand:2"], &of("choice", "zone"));
    named(&["Pump of Red"], &of("choice", "cards"));
    let given = &schema["$defs"]["given"]["properties"];
    assert!(given["zones"]["properties"]["sack:1"].is_object());
    assert!(given["data"]["properties"]["globals.levels"].is_object());
    assert!(given["data"]["properties"]["player:2.advanced"].is_object());
    assert!(given["data"]["additionalProperties"].is_object());
}

#[test]
fn names_leave_the_rest_of_a_schema_as_it_is() {
    let ruleset = crate::loader::parse(GAME).unwrap();
    for (with, without) in [
        (schema_of(&ruleset), schema(Document::Ruleset)),
        (schema_of_tests(&ruleset), schema(Document::Tests)),
    ] {
        let objects = |schema: &Value| -> Vec<(String, Vec<String>)> {
            let definitions = schema["$defs"].as_object().unwrap().iter();
            let fields = |definition: &Value| {
                let properties = definition["properties"].as_object();
                properties
                    .map(|all| all.keys().cloned().collect())
                    .unwrap_or_default()
            };
            definitions
                .map(|(name, definition)| (name.clone(), fields(definition)))
                .collect()
        };
        assert_eq!(objects(&with), objects(&without));
        assert_eq!(with["title"], without["title"]);
    }
}
