//! The protocol as a page and as a JSON Schema, both from its types.

use crate::protocol::{Message, PROTOCOL, Request};
use schemars::JsonSchema;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// Everything that goes over the wire.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct Protocol {
    /// From a client to the host.
    request: Request,
    /// From the host to a client.
    message: Message,
}

const BEFORE: &str = "# The protocol

<!-- Made from cardable-net/src/protocol.rs: UPDATE_DOCS=1 cargo test -p cardable-net --test host docs -->

A client and the host talk over one websocket, at `/ws`. Every message is a text frame with one JSON value.
A client sends [requests](#request), the host sends [messages](#message). Each is an object with a single
key that says what it is, so a program looks at the key first. Keys that a reader does not know are to be
ignored: later versions may add some. This is version VERSION; a [schema](protocol.schema.json) says the
same to programs, and [a recorded session](protocol-session.txt) shows how the messages follow each other.

1. The client says `hello`, with the version it speaks and the name of its person, and where it comes back
   also with what holds its seat. The host answers with a welcome: its limits, its rulesets and the hashes of
   everything that can be fetched from `/content/`.
2. In the lobby it asks for rooms, makes one, joins one, or waits for a match. The answer holds a *token*: who
   has it has the seat. The host keeps only the token's hash, and tells it nobody else.
3. In a room the host sends `room` whenever something of the room changes. When the game has begun, it sends a
   `view`, the whole table as this client may see it, and from then on `events`: what happened, and what
   there is to decide. View and events together are the table; both hold only what this viewer may know. Their
   numbers are those of this viewer: each message has one more than the last. Who sees a gap asks for a
   `resync`.
4. A decision lists all that is offered. A client answers with `choose`; the host answers when the choice is
   safe on its disk, or refuses it with the reason. Cards are named by their places in the view the choice was
   made for, whose `seq` comes with it: if the zone has changed since, the choice is refused as stale.
   What was told before is not told again: a message says what is new in the table's status, and a decision refers
   to the one before it; a list that is left out there stands as it did. A `view` begins anew.
5. Where a pick is `ruled`, not all that is offered goes together. `extend` tells what may come next.
6. When the line breaks, the client connects anew and says hello with room, token, game and the last number it
   has. The host sends what was missed, or a whole view.
7. When the game is over, `record` gives its log, which anybody can check, and `replay` the game from its first
   move: a view and all that happened, as this client could see it while it was played.

What is drawn comes from the ruleset's *sheet*, at `/content/` and the hash in `RoomInfo.table`: names of
cards, zones, states and actions by the numbers that views, events and decisions use. It never changes, so a
client that has it downloads nothing.

Other pages: `GET /api/rooms` lists the rooms, `GET /healthz` and `GET /readyz` say whether the host runs and
takes guests, `GET /metrics` is for Prometheus, and `/admin` is described in [hosting](hosting.md).
";

/// The schema of everything that goes over the wire.
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

/// Takes the marks of links out of descriptions.
fn plain(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("description", Value::String(text)) => {
                        *text = text.replace("[`", "`").replace("`]", "`").replace('\n', " ");
                    }
                    (_, value) => plain(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(plain),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The page.
pub fn page() -> String {
    let schema = schema();
    let empty = Map::new();
    let defs = schema.get("$defs").and_then(Value::as_object).unwrap_or(&empty);
    let mut out = BEFORE.replace("VERSION", &PROTOCOL.to_string());
    let mut done: BTreeMap<&str, ()> = BTreeMap::new();
    for (title, first) in [
        ("From a client to the host", "Request"),
        ("From the host to a client", "Message"),
    ] {
        let _ = write!(out, "\n## {title}\n");
        let mut queue: VecDeque<&str> = VecDeque::from([first]);
        while let Some(name) = queue.pop_front() {
            let Some((name, def)) = defs.get_key_value(name) else {
                continue;
            };
            if done.insert(name, ()).is_some() {
                continue;
            }
            let mut found = Vec::new();
            describe(&mut out, name, def, &mut found);
            // What a type is made of follows it.
            for name in found.into_iter().rev() {
                queue.push_front(name);
            }
        }
    }
    out
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or("")
}

fn describe<'v>(out: &mut String, name: &str, def: &'v Value, found: &mut Vec<&'v str>) {
    let _ = write!(out, "\n### {name}\n\n");
    let about = text(def, "description");
    if !about.is_empty() {
        let _ = writeln!(out, "{about}\n");
    }
    let variants = def
        .get("oneOf")
        .or_else(|| def.get("anyOf"))
        .and_then(Value::as_array);
    if let Some(variants) = variants {
        for variant in variants {
            describe_variant(out, variant, found);
        }
    } else if let Some(names) = def.get("enum").and_then(Value::as_array) {
        for name in names {
            let _ = writeln!(out, "- `{name}`");
        }
    } else if def.get("properties").is_some() {
        fields(out, def, "", found);
    } else {
        let _ = writeln!(out, "Written as {}.", kind(def, found));
    }
}

fn describe_variant<'v>(out: &mut String, variant: &'v Value, found: &mut Vec<&'v str>) {
    let about = text(variant, "description");
    if let Some(name) = variant.get("const") {
        let _ = writeln!(out, "- `{name}`: {about}");
    } else if let Some(names) = variant.get("enum").and_then(Value::as_array) {
        for name in names {
            let _ = writeln!(out, "- `{name}`");
        }
    } else if let Some(body) = variant.get("properties").and_then(Value::as_object) {
        for (key, body) in body {
            let is_empty = body.get("type").and_then(Value::as_str) == Some("object")
                && body.get("properties").is_none();
            if body.get("properties").is_some() {
                let _ = writeln!(out, "- `{key}`: {about}");
                fields(out, body, "  ", found);
            } else if is_empty {
                let _ = writeln!(out, "- `{key}` (`{{}}`): {about}");
            } else {
                let _ = writeln!(out, "- `{key}` ({}): {about}", kind(body, found));
            }
        }
    } else {
        let _ = writeln!(out, "- {}: {about}", kind(variant, found));
    }
}

fn fields<'v>(out: &mut String, def: &'v Value, indent: &str, found: &mut Vec<&'v str>) {
    let required = def.get("required").and_then(Value::as_array);
    let Some(properties) = def.get("properties").and_then(Value::as_object) else {
        return;
    };
    for (key, field) in properties {
        let is_required = required.is_some_and(|r| r.iter().any(|r| r.as_str() == Some(key)));
        let may = if is_required { "" } else { ", may be left out" };
        let kind = kind(field, found);
        let _ = writeln!(
            out,
            "{indent}- `{key}` ({kind}{may}): {}",
            text(field, "description")
        );
    }
}

/// What kind of value it is, with a link where it is described.
fn kind<'v>(value: &'v Value, found: &mut Vec<&'v str>) -> String {
    if let Some(path) = value.get("$ref").and_then(Value::as_str) {
        let name = path.rsplit('/').next().unwrap_or(path);
        found.push(name);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    for several in ["anyOf", "oneOf", "allOf"] {
        if let Some(list) = value.get(several).and_then(Value::as_array) {
            let kinds: Vec<String> = list
                .iter()
                .filter(|one| text(one, "type") != "null")
                .map(|one| kind(one, found))
                .collect();
            return kinds.join(" or ");
        }
    }
    match value.get("type") {
        Some(Value::String(name)) if name == "array" => array(value, found),
        Some(Value::String(name)) if name == "object" => match value.get("additionalProperties") {
            Some(of @ Value::Object(_)) => format!("object of {}", kind(of, found)),
            _ => "object".to_owned(),
        },
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => {
            if names.iter().any(|name| name.as_str() == Some("array")) {
                return array(value, found);
            }
            let names: Vec<&str> = names
                .iter()
                .filter_map(Value::as_str)
                .filter(|n| *n != "null")
                .collect();
            names.join(" or ")
        }
        _ => "any".to_owned(),
    }
}

fn array<'v>(value: &'v Value, found: &mut Vec<&'v str>) -> String {
    if let Some(items) = value.get("prefixItems").and_then(Value::as_array) {
        let kinds: Vec<String> = items.iter().map(|item| kind(item, found)).collect();
        return format!("list of {}", kinds.join(" and "));
    }
    match value.get("items") {
        Some(items) => format!("list of {}", kind(items, found)),
        None => "list".to_owned(),
    }
}
