//! What an editor suggests, where the tables themselves leave a field open.

use serde_json::{Value, json};

use crate::text::fields::ObjectSpec;
use cardable_engine::primitives::{self, Signature};
use cardable_engine::program::Group;
use cardable_engine::value::Type;

/// What a value is.
pub(super) const VALUE: &str = "A literal, a reference such as `$player.hand`, a call such as `next_player()` or as an \
    object with `endpoint` and `params`, a list of values, or `=` and an expression.";

/// What a condition is.
pub(super) const CONDITION: &str = "An expression such as `count_cards($player.hand) > 0`, a call as an object with \
    `endpoint` and `params`, or a list of conditions that must all hold.";

/// Words, each with what it means.
pub(super) fn words<'a>(words: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    let (words, docs): (Vec<&str>, Vec<&str>) = words.unzip();
    json!({ "type": "string", "enum": words, "enumDescriptions": docs })
}

/// Words that are suggested where others are possible too.
fn open(mut known: Value) -> Value {
    if let Value::Object(known) = &mut known {
        known.remove("type");
    }
    json!({ "anyOf": [known, { "type": "string" }] })
}

/// The names of primitives, as an `endpoint` gives them.
pub(super) fn primitives(own: &[&Signature]) -> Value {
    let mut names = Vec::new();
    let mut docs = Vec::new();
    let mut pages = Vec::new();
    for primitive in primitives::all()
        .map(|p| p as &Signature)
        .chain(own.iter().copied())
    {
        let all = std::iter::once(&*primitive.name).chain(primitive.aliases.iter().copied());
        for name in all {
            for written in [format!("{name}()"), name.to_owned()] {
                names.push(written);
                docs.push(flowing(&primitive.doc));
                pages.push(page(primitive));
            }
        }
    }
    open(json!({ "enum": names, "enumDescriptions": docs, "markdownEnumDescriptions": pages }))
}

/// How a primitive is called and what it does.
fn page(primitive: &Signature) -> String {
    let names: Vec<String> = primitive
        .params
        .iter()
        .map(|p| format!("{}: {}", p.name, p.ty))
        .collect();
    let gives = match primitive.result {
        Type::Nothing => String::new(),
        result => format!(" → {result}"),
    };
    let mut page = format!(
        "`{}({}){gives}`\n\n{}",
        primitive.name,
        names.join(", "),
        flowing(&primitive.doc)
    );
    for param in &*primitive.params {
        page.push_str(&format!("\n- `{}`: {}", param.name, flowing(&param.doc)));
    }
    page
}

/// The lines of a doc comment as one.
fn flowing(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names of types.
pub(super) fn types() -> Value {
    open(json!({ "enum": Type::NAMES }))
}

/// Who sees a zone, or may pick from it.
pub(super) fn viewers() -> Value {
    let groups = Group::EVERY
        .iter()
        .filter_map(|group| Some((*group.words().first()?, group.means())));
    open(words(
        groups.chain([("face", "everybody sees the cards that lie face up")]),
    ))
}

/// Beginnings of the objects that one writes most often.
pub(super) fn snippets(spec: &ObjectSpec) -> Option<Value> {
    let snippet = |label: &str, description: &str, body: Value| {
        Some(json!([{ "label": label, "description": description, "body": body }]))
    };
    match spec.name {
        "state" => snippet(
            "state",
            spec.doc,
            json!({ "state_name": "$1", "state_type": "${2:round_robin}", "actions": ["$0"] }),
        ),
        "action" => snippet(
            "action",
            spec.doc,
            json!({ "action_name": "$1", "type": "${2:button}", "primitives": ["$0"] }),
        ),
        "step" => snippet("step", spec.doc, json!({ "endpoint": "$1()", "params": ["$0"] })),
        "zone" => snippet(
            "zone",
            spec.doc,
            json!({ "name": "$1", "zone_visibility": "${2:all}" }),
        ),
        "item of data" => snippet("item of data", spec.doc, json!({ "key": "$1", "value": "$0" })),
        _ => None,
    }
}
