//! Generates the protocol's documentation page and JSON Schema from its types.

use crate::protocol::{Message, PROTOCOL, Request};
use schemars::JsonSchema;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// The root of the schema: both directions of the protocol.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Protocol {
    /// From a client to the host.
    request: Request,
    /// From the host to a client.
    message: Message,
}

/// The page's prose. A line `@Name` is replaced with a list of that type's variants or fields.
const PAGE: &str = include_str!("manual/protocol.md");

/// The JSON Schema of the protocol.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Protocol).to_value();
    if let Some(top) = schema.as_object_mut() {
        top.insert("title".to_owned(), format!("Cardable protocol {PROTOCOL}").into());
        top.insert(
            "description".to_owned(),
            "What a client sends is a Request, what the host sends is a Message.".into(),
        );
        top.remove("required");
        top.remove("properties");
        top.remove("type");
    }
    plain(&mut schema);
    schema
}

/// Rewrites descriptions for readers of any language: rustdoc links become plain names.
fn plain(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("description", Value::String(text)) => {
                        *text = plain_text(text);
                    }
                    (_, value) => plain(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(plain),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn plain_text(text: &str) -> String {
    // Drop code examples, which are in Rust.
    let text = text.split("```").next().unwrap_or_default();
    let text = match text.rsplit_once("See ") {
        Some((before, example)) if example.trim_end().ends_with(" for an example.") => before,
        Some(_) | None => text,
    }
    .trim_end();
    let text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ");
    // Every second part is between backticks.
    let parts = text.split('`').enumerate().map(|(at, part)| match at % 2 {
        0 => part.to_owned(),
        _ => named(part),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// The name that a Rust path has in messages: `Done::Hello` is `hello`, `core::View::seq` is `View.seq`.
fn named(path: &str) -> String {
    let is_type = |name: &&str| name.starts_with(|c: char| c.is_ascii_uppercase());
    match path.split("::").collect::<Vec<_>>().as_slice() {
        [.., of, variant] if is_type(of) && is_type(variant) => snake_case(variant),
        [.., of, field] if is_type(of) => format!("{of}.{field}"),
        [.., _, name] if is_type(name) => (*name).to_owned(),
        _ => path.to_owned(),
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// The documentation page.
pub fn page() -> String {
    let schema = schema();
    let empty = Map::new();
    let defs = schema.get("$defs").and_then(Value::as_object).unwrap_or(&empty);
    let mut out = String::new();
    for line in PAGE.replace("VERSION", &PROTOCOL.to_string()).lines() {
        match line.strip_prefix('@').and_then(|name| defs.get(name)) {
            Some(def) => describe(&mut out, def),
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or("")
}

/// Lists the variants of an enum or the fields of a struct.
fn describe(out: &mut String, def: &Value) {
    match def.get("oneOf").and_then(Value::as_array) {
        Some(variants) => {
            for variant in variants {
                describe_variant(out, variant);
            }
        }
        None => fields(out, def, ""),
    }
}

fn describe_variant(out: &mut String, variant: &Value) {
    let about = text(variant, "description");
    if let Some(name) = variant.get("const").and_then(Value::as_str) {
        let _ = writeln!(out, "- `{name}`: {about}");
    }
    let Some(bodies) = variant.get("properties").and_then(Value::as_object) else {
        return;
    };
    for (key, body) in bodies {
        if body.get("properties").is_some() {
            let _ = writeln!(out, "- `{key}`: {about}");
            fields(out, body, "  ");
        } else {
            let _ = writeln!(out, "- `{key}` ({}): {about}", kind(body));
        }
    }
}

fn fields(out: &mut String, def: &Value, indent: &str) {
    let required = def.get("required").and_then(Value::as_array);
    let Some(properties) = def.get("properties").and_then(Value::as_object) else {
        return;
    };
    for (key, field) in properties {
        let is_required = required.is_some_and(|r| r.iter().any(|r| r.as_str() == Some(key)));
        let may = if is_required { "" } else { ", may be left out" };
        let (kind, about) = (kind(field), text(field, "description"));
        let _ = writeln!(out, "{indent}- `{key}` ({kind}{may}): {about}");
    }
}

/// Describes the type of a value. Named types have their names from the schema.
fn kind(value: &Value) -> String {
    if let Some(path) = value.get("$ref").and_then(Value::as_str) {
        return format!("`{}`", path.rsplit('/').next().unwrap_or(path));
    }
    if let Some(list) = value.get("anyOf").and_then(Value::as_array) {
        let kinds = list.iter().filter(|one| text(one, "type") != "null").map(kind);
        return kinds.collect::<Vec<_>>().join(" or ");
    }
    let names: Vec<&str> = match value.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    match names.as_slice() {
        ["array", ..] => match value.get("items") {
            Some(items) => format!("list of {}", kind(items)),
            None => "list".to_owned(),
        },
        ["object", ..] => "`{}`".to_owned(),
        [name, ..] => (*name).to_owned(),
        [] => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_called_as_in_messages() {
        for (path, name) in [
            ("Done::Hello", "hello"),
            ("Call::MixIn", "mix_in"),
            ("RulesetInfo::table", "RulesetInfo.table"),
            ("cardable_core::decision::PickOffered::ruled", "PickOffered.ruled"),
            ("cardable_core::View", "View"),
            ("Seq", "Seq"),
            ("cardable replay --verify", "cardable replay --verify"),
            ("table.json", "table.json"),
        ] {
            assert_eq!(named(path), name);
        }
    }
}
