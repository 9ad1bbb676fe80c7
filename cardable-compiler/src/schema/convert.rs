//! From the tables of fields to a schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::names::Names;
use super::suggest;
use crate::format::ruleset::fields as rules;
use crate::text::fields::{FieldSpec, LONGEST_NAME, ObjectSpec, Shape};
use cardable_engine::primitives::Signature;

/// Collects the definitions that a schema refers to.
pub(super) struct Converter<'r> {
    defs: BTreeMap<String, Value>,
    /// Whether the tables say all there is: those of other dialects do.
    plain: bool,
    /// Primitives that a ruleset defines itself.
    pub(super) own: Vec<&'r Signature>,
    /// The names that it gives, where one is known.
    pub(super) names: Option<Names>,
}

impl<'r> Converter<'r> {
    pub(super) fn new() -> Converter<'r> {
        Converter {
            defs: BTreeMap::new(),
            plain: false,
            own: Vec::new(),
            names: None,
        }
    }

    /// One that knows no more than the tables say.
    pub(super) fn plain() -> Converter<'r> {
        Converter {
            plain: true,
            ..Converter::new()
        }
    }

    pub(super) fn finish(self) -> Value {
        Value::Object(self.defs.into_iter().collect())
    }

    /// A reference to the definition of an object, which is made when it is first asked for.
    pub(super) fn object(&mut self, spec: &'static ObjectSpec) -> Value {
        let key = key(spec.name);
        if !self.defs.contains_key(&key) {
            // Objects hold objects of their own kind: the name must be there before its fields.
            self.defs.insert(key.clone(), Value::Null);
            let definition = self.definition(spec);
            self.defs.insert(key.clone(), definition);
        }
        reference(&key)
    }

    /// Takes a field out of a definition, with the definition it refers to.
    pub(super) fn forget(&mut self, object: &str, field: &str) {
        let definition = self
            .defs
            .get_mut(&key(object))
            .and_then(|d| d.get_mut("properties"));
        if let Some(Value::Object(properties)) = definition {
            properties.remove(field);
        }
        let Some(root) = self.defs.get(&key(object)).cloned() else {
            return;
        };
        let mut kept = BTreeMap::from([(key(object), root)]);
        let mut open: Vec<String> = kept.values().flat_map(references).collect();
        while let Some(name) = open.pop() {
            if let (false, Some(definition)) = (kept.contains_key(&name), self.defs.get(&name)) {
                open.extend(references(definition));
                kept.insert(name, definition.clone());
            }
        }
        self.defs = kept;
    }

    fn definition(&mut self, spec: &'static ObjectSpec) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let mut either = Vec::new();
        for field in spec.fields {
            let shape = self.field(spec, field);
            let shape = match &self.names {
                Some(names) => names.suggest(spec.name, field.name, shape),
                None => shape,
            };
            for alias in field.aliases {
                let mut same = described(shape.clone(), &format!("the same as `{}`", field.name));
                same["doNotSuggest"] = Value::Bool(true);
                properties.insert((*alias).to_owned(), same);
            }
            properties.insert(field.name.to_owned(), described(shape, field.doc));
            if field.required && field.aliases.is_empty() {
                required.push(field.name);
            } else if field.required {
                let names = std::iter::once(&field.name).chain(field.aliases);
                let one: Vec<Value> = names.map(|name| json!({ "required": [name] })).collect();
                either.push(json!({ "anyOf": one }));
            }
        }
        let mut definition = json!({
            "type": "object",
            "description": spec.doc,
            "properties": properties,
            "additionalProperties": false,
        });
        if !required.is_empty() {
            definition["required"] = json!(required);
        }
        if !either.is_empty() {
            definition["allOf"] = json!(either);
        }
        if let Some(snippets) = suggest::snippets(spec).filter(|_| !self.plain) {
            definition["defaultSnippets"] = snippets;
        }
        definition
    }

    /// What a field may hold. Where a table says no more than that it is open, this knows more.
    fn field(&mut self, spec: &'static ObjectSpec, field: &'static FieldSpec) -> Value {
        if self.plain {
            return self.shape(&field.shape);
        }
        match (spec.name, field.name, &field.shape) {
            ("file", "ruleset", _) => self.object(&rules::RULESET),
            (_, "endpoint", _) => {
                let own = self.own.clone();
                self.named("primitive", || suggest::primitives(&own))
            }
            // The rules that cards carry are written as those of rulesets are.
            ("card", "triggers", open) => match rules::RULESET.field("triggers") {
                Some(field) => self.shape(&field.shape),
                None => self.shape(open),
            },
            ("card", "abilities", open) => match rules::TRIGGER.field("primitives") {
                Some(field) => {
                    let steps = self.shape(&field.shape);
                    json!({ "type": "object", "additionalProperties": steps })
                }
                None => self.shape(open),
            },
            ("option" | "item of data" | "item of card data", "type", _) => {
                self.named("type", suggest::types)
            }
            ("zone" | "designation", "zone_visibility" | "control", _) => self.viewers(),
            ("zone", "visible_in", _) => {
                let viewers = self.viewers();
                json!({ "type": "object", "additionalProperties": viewers })
            }
            // What a fragment is given, by the names of its parameters.
            ("import", "with", _) => {
                let value = self.value();
                json!({ "type": "object", "additionalProperties": value })
            }
            (_, "domain", _) => json!({
                "anyOf": [
                    { "type": "array" },
                    { "type": "object", "properties": { "min": { "type": "integer" }, "max": { "type": "integer" } },
                      "additionalProperties": false },
                ]
            }),
            (_, "condition" | "legal" | "valid" | "if" | "while" | "where", Shape::AnyOf(_)) => {
                self.condition()
            }
            (_, "interaction", Shape::Any) => self.interaction(),
            ("interaction", "tap" | "drag" | "to", Shape::Any)
            | ("test", "some_of" | "every_of", Shape::Any) => self.queries(),
            (_, "conditions", Shape::AnyOf(_))
            | ("test", "not" | "either" | "every" | "match", Shape::AnyOf(_)) => self.tests(),
            ("query", "name" | "parent", Shape::Any) | ("test", "of" | "its" | "matches", Shape::Any) => {
                json!({})
            }
            (_, _, Shape::Any) => self.value(),
            (_, _, shape) => self.shape(shape),
        }
    }

    fn shape(&mut self, shape: &'static Shape) -> Value {
        match shape {
            Shape::Any => json!({}),
            Shape::String | Shape::Expression => json!({ "type": "string" }),
            Shape::Name => json!({ "type": "string", "maxLength": LONGEST_NAME }),
            Shape::Number => json!({ "type": "number" }),
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Integer { min, max } => {
                let mut integer = json!({ "type": "integer" });
                if *min != i64::MIN {
                    integer["minimum"] = json!(min);
                }
                if *max != i64::MAX {
                    integer["maximum"] = json!(max);
                }
                integer
            }
            Shape::Word(words) => suggest::words(words.iter().map(|(w, doc)| (*w, *doc))),
            Shape::List(item) => {
                let items = self.shape(item);
                json!({ "type": "array", "items": items })
            }
            Shape::OneOrList(item) => {
                let items = self.shape(item);
                json!({ "anyOf": [items, { "type": "array", "items": items }] })
            }
            Shape::Map(item) => {
                let values = self.shape(item);
                json!({ "type": "object", "additionalProperties": values })
            }
            Shape::Object(spec) => self.object(spec()),
            Shape::AnyOf(shapes) => {
                let any: Vec<Value> = shapes.iter().map(|shape| self.shape(shape)).collect();
                json!({ "anyOf": any })
            }
        }
    }

    /// Who sees a zone: a word, or several.
    fn viewers(&mut self) -> Value {
        let one = self.named("viewers", suggest::viewers);
        json!({ "anyOf": [one, { "type": "array", "items": one }] })
    }

    /// A definition of a name, made when it is first asked for.
    fn named(&mut self, name: &str, make: impl FnOnce() -> Value) -> Value {
        self.defs.entry(name.to_owned()).or_insert_with(make);
        reference(name)
    }

    fn value(&mut self) -> Value {
        let name = "value";
        if !self.defs.contains_key(name) {
            self.defs.insert(name.to_owned(), Value::Null);
            let call = self.object(&rules::CALL);
            let mut ways = vec![
                json!({ "type": ["string", "number", "boolean", "null"] }),
                call,
                json!({ "type": "array", "items": reference(name) }),
                json!({ "type": "object", "maxProperties": 0 }),
            ];
            ways.extend(self.names.as_ref().map(Names::references));
            let definition = json!({ "description": suggest::VALUE, "anyOf": ways });
            self.defs.insert(name.to_owned(), definition);
        }
        reference(name)
    }

    /// Queries: one or a list, or a word.
    fn queries(&mut self) -> Value {
        let query = self.object(&rules::QUERY);
        let value = self.value();
        if let Some(definition @ Value::Object(_)) = self.defs.get_mut(&key(rules::QUERY.name)) {
            // Attributes of cards are properties as well.
            definition["additionalProperties"] = value;
        }
        json!({ "anyOf": [{ "type": "string" }, query, { "type": "array", "items": query }] })
    }

    fn interaction(&mut self) -> Value {
        let queries = self.queries();
        let long = self.object(&rules::INTERACTION);
        json!({ "anyOf": [queries, long, { "type": "array", "items": long }] })
    }

    /// Conditions of templates: one or a list.
    fn tests(&mut self) -> Value {
        let (test, condition) = (self.object(&rules::TEST), self.condition());
        json!({ "anyOf": [test, condition, { "type": "array", "items": { "anyOf": [test, condition] } }] })
    }

    fn condition(&mut self) -> Value {
        let name = "condition";
        if !self.defs.contains_key(name) {
            self.defs.insert(name.to_owned(), Value::Null);
            let call = self.object(&rules::CALL);
            let definition = json!({
                "description": suggest::CONDITION,
                "anyOf": [
                    { "type": ["string", "boolean"] },
                    call,
                    { "type": "array", "items": reference(name) },
                    { "type": "object", "maxProperties": 0 },
                ],
            });
            self.defs.insert(name.to_owned(), definition);
        }
        reference(name)
    }
}

fn key(name: &str) -> String {
    name.replace(' ', "_")
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn described(mut schema: Value, doc: &str) -> Value {
    schema["description"] = Value::String(doc.to_owned());
    schema
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(members) => {
            let own = members.get("$ref").and_then(Value::as_str);
            let own = own
                .and_then(|path| path.strip_prefix("#/$defs/"))
                .map(str::to_owned);
            own.into_iter()
                .chain(members.values().flat_map(references))
                .collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}
