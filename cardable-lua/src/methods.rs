//! Which primitives are methods of which handles.
//!
//! A primitive is a method, under its own name, of every kind of handle that its first parameter accepts. If its
//! name starts or ends with the word for that kind (`card_`, `_card`, `_cards`, `zone_`, `seat_`, `_player`, …)
//! or ends with `_of` or `_in`, the rest is a short form, unless two primitives would share it, the handle has
//! a property of that name, or Lua reserves it.

use crate::check::is_query;
use crate::state::Properties;
use cardable_engine::primitives::{CallKind, Form, ParamType, Signature};
use cardable_engine::script::Declarations;
use cardable_engine::value::{Kind, Type};
use mlua::{Function, Lua, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Luau's reserved words.
pub(crate) const RESERVED: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// The kinds of handles that a primitive's first parameter accepts.
pub(crate) fn kinds(primitive: &Signature) -> &'static [&'static str] {
    if matches!(primitive.kind, CallKind::Ask) || is_of_fragment(primitive) {
        return &[];
    }
    let Some(first) = primitive.params.first() else {
        return &[];
    };
    match first.ty {
        ParamType::Value(Type::One(Kind::Seat)) | ParamType::EachSeat | ParamType::Seats => &["seat"],
        ParamType::Value(Type::One(Kind::Card)) => &["card"],
        ParamType::Value(Type::One(Kind::Zone)) => &["zone"],
        ParamType::Value(Type::One(Kind::Deck)) => &["deck"],
        ParamType::Cards => &["card", "zone"],
        ParamType::Items | ParamType::Contents => &["zone"],
        ParamType::Value(
            Type::Nothing
            | Type::State
            | Type::List(_)
            | Type::One(Kind::Any | Kind::Bool | Kind::Number | Kind::String),
        )
        | ParamType::Whole
        | ParamType::Count
        | ParamType::Place
        | ParamType::StateName
        | ParamType::SeatZone
        | ParamType::Attribute
        | ParamType::Designation
        | ParamType::Role
        | ParamType::Prompt
        | ParamType::Step
        | ParamType::Function
        | ParamType::OfPicked => &[],
    }
}

/// Whether a fragment defines it: `tricks.play`, a function of the table `tricks`.
pub(crate) fn is_of_fragment(primitive: &Signature) -> bool {
    primitive.name.contains('.')
}

/// The short form of a primitive's name as a method of this kind, if it has one.
pub(crate) fn short<'a>(name: &'a str, kind: &str) -> Option<&'a str> {
    let words: &[&str] = match kind {
        "seat" => &["seat", "player"],
        "card" => &["card", "cards"],
        "zone" => &["zone", "cards", "card"],
        _ => &["deck"],
    };
    let cut = |word: &str| {
        let rest = name.strip_prefix(word).and_then(|rest| rest.strip_prefix('_'));
        rest.or_else(|| name.strip_suffix(word).and_then(|rest| rest.strip_suffix('_')))
    };
    let bare = name.strip_suffix("_of").or_else(|| name.strip_suffix("_in"));
    bare.or_else(|| words.iter().find_map(|word| cut(word)))
        .filter(|rest| !RESERVED.contains(rest))
}

/// The short forms of each kind, with the names of their primitives.
pub(crate) fn short_forms<'a>(
    names: &'a Declarations,
    properties: &Properties,
    kind: &str,
) -> BTreeMap<String, &'a Signature> {
    let mut found: BTreeMap<String, Vec<&Signature>> = BTreeMap::new();
    for decl in names.primitives.iter().filter(|d| d.callable) {
        if kinds(&decl.primitive).contains(&kind)
            && let Some(short) = short(&decl.primitive.name, kind)
        {
            found.entry(short.to_owned()).or_default().push(&decl.primitive);
        }
    }
    let is_method = |name: &str| {
        names
            .primitives
            .iter()
            .filter(|d| d.callable || is_query(&d.primitive))
            .any(|d| d.primitive.name == name && kinds(&d.primitive).contains(&kind))
    };
    let alone = found.into_iter().filter_map(|(name, of)| match of[..] {
        [one] if !properties.has(kind, &name) && !is_method(&name) => Some((name, one)),
        _ => None,
    });
    alone.collect()
}

/// The callable primitives that files can reach by the names they mention: by their own names or by method
/// names.
pub(crate) fn wanted<'a>(names: &'a Declarations, mentions: &BTreeSet<String>) -> BTreeSet<&'a str> {
    let mentioned = |name: &str| name.split('.').all(|part| mentions.contains(part));
    let all = names
        .primitives
        .iter()
        .filter(|d| d.callable)
        .map(|d| &*d.primitive);
    let found = all.filter(|primitive| {
        let short = |kind: &&str| short(&primitive.name, kind).is_some_and(mentioned);
        primitive.names().any(mentioned) || kinds(primitive).iter().any(short)
    });
    let mut found: BTreeSet<&str> = found.map(|primitive| &*primitive.name).collect();
    if mentioned(PICK_DECK) {
        found.extend(PARTS_OF_PICK_DECK);
    }
    found
}

/// Primitives that the prelude composes from others, and those it needs for that.
pub(crate) const PICK_DECK: &str = "pick_deck";
const PARTS_OF_PICK_DECK: [&str; 4] = ["release_decks", "seats_from", "free_decks", "take_deck"];
pub(crate) const TELL: &str = "tell";

/// Whether the prelude composes a primitive from several host calls.
pub(crate) fn is_composed(primitive: &Signature) -> bool {
    matches!(primitive.kind, CallKind::Form(Form::PickDeck | Form::Tell))
}

/// The index of the primitive that a method of this kind of handle calls.
pub(crate) fn named(names: &Declarations, kind: &str, name: &str) -> Option<u16> {
    let of = |primitive: &Signature| kinds(primitive).contains(&kind);
    let by_name = |wanted: &str| {
        let all = names.primitives.iter();
        let at = all
            .clone()
            .position(|d| d.callable && d.primitive.name == wanted && of(&d.primitive))?;
        u16::try_from(at).ok()
    };
    by_name(name).or_else(|| {
        let forms = short_forms(names, &Properties::new(names), kind);
        by_name(&forms.get(name)?.name)
    })
}

/// Passes the methods to the prelude.
pub(crate) fn register(
    lua: &Lua,
    names: &Declarations,
    properties: &Properties,
    primitive: &Table,
    into: &Table,
) -> mlua::Result<()> {
    let by_name = lua.create_table()?;
    let mut own_names = Vec::new();
    for decl in names
        .primitives
        .iter()
        .filter(|d| d.callable || is_query(&d.primitive))
    {
        let (name, of) = (&*decl.primitive.name, kinds(&decl.primitive));
        let hidden = crate::handles::KINDS
            .iter()
            .any(|kind| properties.has(kind, name));
        if of.is_empty() {
            continue;
        }
        own_names.push(&decl.primitive);
        if !hidden {
            match primitive.raw_get::<Option<Function>>(name)? {
                Some(function) => by_name.raw_set(name, function)?,
                // The prelude has its own implementation of queries.
                None if is_query(&decl.primitive) => by_name.raw_set(name, true)?,
                None => {}
            }
        }
    }
    into.raw_set("methods", by_name)?;
    let of_kinds = lua.create_table()?;
    for kind in crate::handles::KINDS {
        let table = lua.create_table()?;
        for decl in &own_names {
            if kinds(decl).contains(&kind) && properties_hide(properties, kind, &decl.name) {
                table.raw_set(&*decl.name, primitive.raw_get::<Option<Function>>(&*decl.name)?)?;
            }
        }
        for (short, of) in short_forms(names, properties, kind) {
            table.raw_set(short, primitive.raw_get::<Option<Function>>(&*of.name)?)?;
        }
        of_kinds.raw_push(table)?;
    }
    into.raw_set("methods_of", of_kinds)?;
    let table = lua.create_table()?;
    for (name, at) in properties.names() {
        table.raw_set(name, at)?;
    }
    into.raw_set("properties", table)
}

/// Whether another kind of handle has a property of that name. Then the method lookup must check the kind.
fn properties_hide(properties: &Properties, kind: &str, name: &str) -> bool {
    !properties.has(kind, name)
        && crate::handles::KINDS
            .iter()
            .any(|other| properties.has(other, name))
}

#[cfg(test)]
mod tests {
    #[test]
    fn short_forms_leave_out_the_kind() {
        for (name, kind, wanted) in [
            ("count_cards", "zone", Some("count")),
            ("top_card", "zone", Some("top")),
            ("cards_of", "zone", Some("cards")),
            ("zone_owner", "zone", Some("owner")),
            ("flip_card", "card", Some("flip")),
            ("card_owner", "card", Some("owner")),
            ("next_player", "seat", Some("next")),
            ("role_of", "seat", Some("role")),
            ("is_empty", "zone", None),
            ("if_card", "card", None),
        ] {
            assert_eq!(super::short(name, kind), wanted, "{name}");
        }
    }
}
