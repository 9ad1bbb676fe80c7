//! Primitives that a ruleset defines itself, as functions of its script.

use crate::signature::{Arity, CallKind, Family, Param, ParamType, Signature};
use crate::value::Type;
use serde::{Deserialize, Serialize};

/// How such a primitive is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnParam {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// What it takes.
    pub ty: ParamType,
    /// How often it is given.
    pub arity: Arity,
}

impl OwnParam {
    /// How a parameter of such a primitive was declared.
    pub(crate) fn of(param: &Param) -> OwnParam {
        OwnParam {
            name: param.name.to_string(),
            doc: param.doc.to_string(),
            ty: param.ty,
            arity: param.arity,
        }
    }
}

impl From<Own> for Signature {
    fn from(own: Own) -> Signature {
        let params = own.params.into_iter().map(|p| Param {
            name: p.name.into(),
            doc: p.doc.into(),
            ty: p.ty,
            arity: p.arity,
        });
        let kind = CallKind::Script { acts: own.acts };
        Signature {
            name: own.name.into(),
            doc: own.doc.into(),
            params: params.collect(),
            ..Signature::new("", Family::Own, "", &[], own.result, kind)
        }
    }
}

impl ParamType {
    /// What a parameter of a ruleset's own primitive takes whose type has this name.
    pub fn named(name: &str) -> Option<ParamType> {
        Some(match name {
            "integer" | "int" | "whole" => ParamType::Whole,
            "cards" => ParamType::Cards,
            "seats" | "players" => ParamType::Seats,
            "each_seat" | "each_player" => ParamType::EachSeat,
            "items" => ParamType::Items,
            "attribute" => ParamType::Attribute,
            "zone_name" => ParamType::SeatZone,
            "state" => ParamType::StateName,
            "role" => ParamType::Role,
            "designation" => ParamType::Designation,
            other => match Type::named(other)? {
                Type::Nothing | Type::State => return None,
                ty => ParamType::Value(ty),
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
