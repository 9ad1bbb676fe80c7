//! What a ruleset defines by a name, to be used elsewhere.

use super::actions::{self, Defined};
use super::data::suggested_type;
use super::fields::{self, Data, DefinedValue};
use super::fragments::{Home, RULES};
use super::inlining::{Inlining, Piece};
use super::values::RulesetReader;
use crate::expr;
use crate::format::{entries, literals};
use crate::hir::build::{NAMESPACES, SINGLE};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Items, Placed, Text};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::primitives::{self, Arity, Callee, Own, OwnParam, ParamType, Signature};
use cardable_engine::value::{Kind, Type};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What a ruleset defines, and what of it has been used.
#[derive(Default)]
pub(super) struct Definitions<'n> {
    /// The ruleset, and the fragments that it imports.
    pub(super) homes: Vec<Home<'n>>,
    pub(super) values: Vec<ValueDefinition<'n>>,
    /// The actions that may be called as steps.
    pub(super) actions: Vec<ActionDefinition<'n>>,
    /// The places of the values, and of the actions, by their names.
    value_names: BTreeMap<String, usize>,
    action_names: BTreeMap<String, usize>,
    /// The definitions that something uses, by their names.
    pub(super) used: RefCell<BTreeSet<String>>,
    pub(super) inlining: RefCell<Inlining>,
}

/// A value that is worked out wherever it is asked for.
pub(super) struct ValueDefinition<'n> {
    /// Its name, with what stands before the names of its fragment.
    pub(super) name: String,
    /// Where it is defined, as an index among the homes.
    pub(super) home: usize,
    pub(super) span: Span,
    /// How it is called.
    pub(super) signature: Callee,
    pub(super) value: &'n Node,
    /// The type of what it gives, where its author says so.
    pub(super) gives: Option<Type>,
    /// How many levels its text takes.
    pub(super) levels: usize,
}

impl ValueDefinition<'_> {
    /// The value where it is put in the place of its name.
    pub(super) fn piece(&self, span: Span) -> Piece<'_> {
        Piece {
            name: &self.name,
            levels: self.levels,
            span,
        }
    }
}

/// A defined action, as steps call it.
pub(super) struct ActionDefinition<'n> {
    pub(super) name: String,
    pub(super) home: usize,
    pub(super) signature: Callee,
    pub(super) fields: fields::Defined<'n>,
    pub(super) levels: usize,
}

impl<'n> Definitions<'n> {
    pub(super) fn read(
        reader: &mut RulesetReader<'_>,
        homes: Vec<Home<'n>>,
        actions: &[Defined<'n>],
    ) -> Definitions<'n> {
        let mut values: Vec<ValueDefinition<'n>> = Vec::new();
        let mut value_names = BTreeMap::new();
        let mut called = Vec::new();
        for (at, home) in homes.iter().enumerate() {
            let own = match at {
                RULES => actions.to_vec(),
                _ => actions::defined_actions(reader, home.fields.defined_actions()),
            };
            let own_names: BTreeSet<&str> = own.iter().map(|action| action.name).collect();
            for fields in home.fields.defined_values() {
                let Some(value) = value_definition(reader, fields, home, at) else {
                    continue;
                };
                let name = fields.ref_id().and_then(|name| name.value);
                let is_action = name.is_some_and(|name| own_names.contains(name.as_str()));
                if is_action || value_names.contains_key(&value.name) {
                    reader.b.error(
                        Problem::DuplicateName,
                        value.span,
                        match is_action {
                            true => format!("there is a defined action `{}`, too", value.name),
                            false => format!("there are two defined values `{}`", value.name),
                        },
                        "give one of them another `ref_id`".to_owned(),
                    );
                    continue;
                }
                value_names.insert(value.name.clone(), values.len());
                values.push(value);
            }
            for action in own {
                let is_called = match at {
                    // The name of a primitive means the primitive; states may name the action nevertheless.
                    RULES => !reader.b.is_taken(action.name),
                    // Nothing but a call leads to an action of a fragment.
                    _ => can_be_called_in(reader, action.name, action.fields.node.span, at),
                };
                called.extend(is_called.then_some((action, at)));
            }
        }
        let called = called.into_iter();
        let called = called.map(|(action, at)| action_definition(reader, action, &homes[at], at));
        let actions: Vec<ActionDefinition<'n>> = called.collect();
        let signatures = values.iter().map(|value| &value.signature);
        let signatures = signatures.chain(actions.iter().map(|action| &action.signature));
        reader.b.defined.extend(signatures.cloned());
        let action_names = actions.iter().map(|action| action.name.clone());
        let action_names = action_names.zip(0..).collect();
        Definitions {
            homes,
            values,
            actions,
            value_names,
            action_names,
            ..Definitions::default()
        }
    }

    pub(super) fn value_named(&self, name: &str) -> Option<&ValueDefinition<'n>> {
        self.values.get(*self.value_names.get(name)?)
    }

    pub(super) fn action_named(&self, name: &str) -> Option<&ActionDefinition<'n>> {
        self.actions.get(*self.action_names.get(name)?)
    }

    pub(super) fn use_name(&self, name: &str) {
        self.used.borrow_mut().insert(name.to_owned());
    }

    pub(super) fn is_used(&self, name: &str) -> bool {
        self.used.borrow().contains(name)
    }

    /// Reports values whose names mean something else as well, once all of that is declared.
    pub(super) fn check_names(&self, reader: &mut RulesetReader<'_>) {
        // The names of fragments come before others in them, and stand behind a name of their own elsewhere.
        for value in self.values.iter().filter(|value| value.home == RULES) {
            let (name, hir) = (&*value.name, &reader.b.hir);
            let of_seat = value
                .signature
                .params
                .first()
                .is_some_and(|param| param.ty == ParamType::Value(Type::SEAT));
            let is_data = |name| {
                hir.seat_data
                    .iter()
                    .any(|item| hir.strings.get(item.name) == name)
            };
            let also = match name {
                _ if hir.attribute_named(name).is_some() => "an attribute of cards",
                _ if hir.card_datum_named(name).is_some() => "an item of the data of cards",
                _ if hir.zone_named(name).is_some() => "a zone",
                _ if hir.seat_zone_named(name).is_some() => "a zone of seats",
                _ if hir.state_named(name).is_some() => "a state",
                "name" if of_seat => "what a seat is called",
                _ if of_seat && is_data(name) => "an item of the data of seats",
                _ => continue,
            };
            reader.b.error(
                Problem::DuplicateName,
                value.span,
                format!("`{name}` is {also}, too"),
                "give the defined value another `ref_id`".to_owned(),
            );
        }
    }
}

fn action_definition<'n>(
    reader: &mut RulesetReader<'_>,
    action: Defined<'n>,
    home: &Home<'n>,
    at: usize,
) -> ActionDefinition<'n> {
    let name = format!("{}{}", home.prefix, action.name);
    let own = Own {
        name: name.clone(),
        doc: "A defined action of the ruleset: does its steps.".to_owned(),
        params: params(reader, action.fields.ref_params()),
        result: Type::Nothing,
        acts: true,
    };
    ActionDefinition {
        name,
        home: at,
        signature: Callee::from(Signature::from(own)),
        fields: action.fields,
        levels: levels(action.fields.node),
    }
}

fn value_definition<'n>(
    reader: &mut RulesetReader<'_>,
    fields: DefinedValue<'n>,
    home: &Home<'n>,
    at: usize,
) -> Option<ValueDefinition<'n>> {
    let (node, written) = (fields.node, fields.ref_id());
    if entries::skips(reader.b, node, written, "defined value") {
        return None;
    }
    let Some((name, span)) = name_of(written) else {
        entries::lacks(
            reader.b,
            node,
            written,
            "a defined value has a `ref_id`",
            "write `\"ref_id\": \"a_name\"`, by which it is called",
        );
        return None;
    };
    if !can_be_called_in(reader, name, span, at) {
        return None;
    }
    let Some(value) = fields.value() else {
        reader.b.error(
            Problem::MissingField,
            node.span,
            format!("the defined value `{name}` has no `value`"),
            "write what it is worked out from: `\"value\": \"= count($player.hand) > 2\"`",
        );
        return None;
    };
    let gives = fields.kind().and_then(|ty| literals::type_named(reader.b, ty));
    let name = format!("{}{name}", home.prefix);
    let own = Own {
        name: name.clone(),
        doc: "A value that the ruleset defines.".to_owned(),
        params: params(reader, fields.ref_params()),
        result: gives.unwrap_or(Type::ANY),
        acts: false,
    };
    Some(ValueDefinition {
        name,
        home: at,
        span,
        signature: Callee::from(Signature::from(own)),
        value,
        gives,
        levels: levels(value),
    })
}

fn name_of<'n>(written: Option<Placed<'n, Text<'n>>>) -> Option<(&'n str, Span)> {
    let written = written?;
    Some((written.value?.as_str(), written.span()))
}

/// Whether expressions can call what a home defines by a name, saying so when not.
fn can_be_called_in(reader: &mut RulesetReader<'_>, name: &str, span: Span, home: usize) -> bool {
    can_be_called(reader, name, span, home, |proper| match proper {
        Some(_) => "write it in small letters, digits and `_`".to_owned(),
        None => "give it another `ref_id`".to_owned(),
    })
}

/// Whether expressions can call something of a home by a name, saying so when not, and what `help` says then: with the
/// name in the signs that names have, or without one where the name means something else.
pub(super) fn can_be_called(
    reader: &mut RulesetReader<'_>,
    name: &str,
    span: Span,
    home: usize,
    help: impl FnOnce(Option<String>) -> String,
) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !(name.starts_with(starts) && name.chars().all(is_part)) {
        let start = if name.starts_with(starts) { "" } else { "_" };
        let proper: String = name.chars().map(|c| if is_part(c) { c } else { '_' }).collect();
        let message = format!("`{name}` is no name that can be called");
        reader.b.error(
            Problem::NotAChoice,
            span,
            message,
            help(Some(format!("{start}{proper}"))),
        );
        return false;
    }
    let words = [
        "if", "while", "and", "or", "not", "in", "true", "false", "nothing", "null",
    ];
    let is_word = NAMESPACES
        .iter()
        .chain(SINGLE)
        .chain(&words)
        .any(|word| *word == name);
    let is_taken = match home {
        RULES => reader.b.is_taken(name),
        // What the ruleset calls its own primitives is in no fragment's way.
        _ => primitives::is_taken(name),
    };
    let message = match is_taken {
        true => format!("there is a primitive `{name}` already"),
        false if is_word => format!("`{name}` means something in every expression"),
        false => return true,
    };
    reader.b.error(Problem::DuplicateName, span, message, help(None));
    false
}

/// The parameters of what is defined, as primitives declare theirs.
fn params(reader: &mut RulesetReader<'_>, list: Items<'_, Data<'_>>) -> Vec<OwnParam> {
    let mut params: Vec<OwnParam> = Vec::new();
    for param in list {
        let (node, written) = (param.node, param.key());
        if entries::skips(reader.b, node, written, "parameter") {
            continue;
        }
        let Some((name, span)) = name_of(written) else {
            entries::lacks(
                reader.b,
                node,
                written,
                "a parameter has a `key`",
                "write `\"key\": \"a_name\"`, by which it is read",
            );
            continue;
        };
        if params.iter().any(|other| other.name == name) {
            reader.b.error(
                Problem::DuplicateName,
                span,
                format!("`{name}` is there twice"),
                "call one of the two otherwise, or take it out",
            );
            continue;
        }
        let word = param.kind();
        let ty = word.and_then(|ty| literals::type_named(reader.b, ty).or(suggested_type(ty)));
        params.push(OwnParam {
            name: name.to_owned(),
            doc: String::new(),
            ty: ParamType::Value(ty.unwrap_or(Type::One(Kind::Any))),
            arity: Arity::Required,
        });
    }
    params
}

/// How many levels the expressions in a text have, with the brackets around them.
fn levels(node: &Node) -> usize {
    let inner = match &node.value {
        Json::String(text) => {
            let text = text.trim_start();
            let parsed = expr::parse(text.strip_prefix('=').unwrap_or(text));
            return parsed.map_or(1, |tree| 1 + tree.levels());
        }
        Json::Array(items) => items.iter().map(levels).max(),
        Json::Object(members) => members.iter().map(|member| levels(&member.value)).max(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Invalid => None,
    };
    1 + inner.unwrap_or(0)
}
