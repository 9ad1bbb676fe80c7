//! Primitives that a ruleset defines itself, as functions of its script.

use super::{CallKind, Family, Need, Param, Signature, Takes};
use crate::value::Type;
use std::sync::{Mutex, PoisonError};

/// How such a primitive is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Own {
    /// Its name.
    pub name: String,
    /// What it does.
    pub doc: String,
    /// Its parameters.
    pub params: Vec<OwnParam>,
    /// The type of its result.
    pub result: Type,
    /// Whether it acts or asks.
    pub acts: bool,
}

/// A parameter of such a primitive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnParam {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// What it takes.
    pub takes: Takes,
    /// How often it is given.
    pub need: Need,
}

/// All that were ever declared. Everything that handles primitives holds them for ever, as it does
/// the engine's own; so that reading a ruleset again and again takes no more memory, a declaration
/// that is known already is the same primitive.
static KNOWN: Mutex<Vec<&'static Signature>> = Mutex::new(Vec::new());

impl Own {
    /// The primitive of this declaration.
    pub fn signature(&self) -> &'static Signature {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().find(|p| self.is(p)) {
            return found;
        }
        let text = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let params = self.params.iter().map(|p| Param {
            name: text(&p.name),
            doc: text(&p.doc),
            takes: p.takes,
            need: p.need,
        });
        let made: &'static Signature = Box::leak(Box::new(Signature::new(
            text(&self.name),
            Family::Own,
            text(&self.doc),
            Box::leak(params.collect()),
            self.result,
            CallKind::Script { acts: self.acts },
        )));
        known.push(made);
        made
    }

    fn is(&self, other: &Signature) -> bool {
        let same = |own: &OwnParam, other: &Param| {
            own.name == other.name
                && own.doc == other.doc
                && own.takes == other.takes
                && own.need == other.need
        };
        let acts = other.kind == CallKind::Script { acts: self.acts };
        acts && self.name == other.name
            && self.doc == other.doc
            && self.result == other.result
            && self.params.len() == other.params.len()
            && self
                .params
                .iter()
                .zip(other.params)
                .all(|(own, other)| same(own, other))
    }
}

impl Takes {
    /// What a parameter of a ruleset's own primitive takes whose type has this name.
    pub fn named(name: &str) -> Option<Takes> {
        Some(match name {
            "integer" | "int" | "whole" => Takes::Whole,
            "cards" => Takes::Cards,
            "seats" | "players" => Takes::Seats,
            "each_seat" | "each_player" => Takes::EachSeat,
            "items" => Takes::Items,
            "attribute" => Takes::Attribute,
            "zone_name" => Takes::SeatZone,
            "state" => Takes::StateName,
            "role" => Takes::Role,
            "designation" => Takes::Designation,
            other => match Type::named(other)? {
                Type::Nothing | Type::State => return None,
                ty => Takes::Value(ty),
            },
        })
    }

    /// The names that a ruleset may use.
    pub const NAMES: &'static [&'static str] = &[
        "any",
        "boolean",
        "number",
        "integer",
        "string",
        "seat",
        "each_seat",
        "seats",
        "card",
        "cards",
        "zone",
        "zones",
        "deck",
        "decks",
        "list",
        "numbers",
        "strings",
        "items",
        "attribute",
        "zone_name",
        "state",
        "role",
        "designation",
    ];
}
