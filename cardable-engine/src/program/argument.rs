//! What predicates of the embedding program get to see.

use super::Program;
use crate::ids::{CardTypeId, Seat};
use crate::value::Value;

/// What a predicate of the embedding program is asked about. It tells what is
/// printed on cards, never which card it is.
///
/// See `Selector::passing` of the rules in Rust for an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Argument<'a> {
    Nothing,
    Bool(bool),
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    Text(&'a str),
    Seat(Seat),
    Card(Face<'a>),
    /// A zone, by its name and the number of its cards.
    Zone(&'a str, usize),
    List(Vec<Argument<'a>>),
}

impl<'a> Argument<'a> {
    pub fn number(&self) -> Option<f64> {
        match self {
            Argument::Int(n) => Some(*n as f64),
            Argument::Float(n) => Some(*n),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&'a str> {
        match self {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn card(&self) -> Option<Face<'a>> {
        match self {
            Argument::Card(face) => Some(*face),
            _ => None,
        }
    }
}

/// What is printed on a card.
///
/// See `Selector::that` of the rules in Rust for an example.
#[derive(Clone, Copy)]
pub struct Face<'a> {
    pub(crate) program: &'a Program,
    pub(crate) kind: CardTypeId,
}

impl std::fmt::Debug for Face<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Face").field(&self.name()).finish()
    }
}

impl PartialEq for Face<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl<'a> Face<'a> {
    pub fn name(&self) -> &'a str {
        let program = self.program;
        program
            .cards
            .types
            .get(self.kind.index())
            .map_or("", |ty| program.str(ty.name))
    }

    /// An attribute by its name: `suit`, `rank`, `value`, or one of its own.
    pub fn get(&self, attribute: &str) -> Argument<'a> {
        let program = self.program;
        let Some(name) = program.strings.find(attribute) else {
            return Argument::Nothing;
        };
        let found = program.cards.attributes.iter().find(|a| a.name == name);
        match found.and_then(|a| a.of.get(self.kind.index())) {
            None | Some(Value::Nothing) => Argument::Nothing,
            Some(Value::Bool(b)) => Argument::Bool(*b),
            Some(Value::Int(n)) => Argument::Int(*n),
            Some(Value::Float(n)) => Argument::Float(*n),
            Some(Value::Str(id)) => Argument::Text(program.str(*id)),
            Some(Value::List(id)) => {
                let items = program.constants.items(*id).iter();
                let texts = items.filter_map(|v| match v {
                    Value::Str(id) => Some(Argument::Text(program.str(*id))),
                    Value::Int(n) => Some(Argument::Int(*n)),
                    Value::Float(n) => Some(Argument::Float(*n)),
                    Value::Bool(b) => Some(Argument::Bool(*b)),
                    _ => None,
                });
                Argument::List(texts.collect())
            }
            Some(Value::Seat(_) | Value::Card(_) | Value::Zone(_) | Value::Deck(_)) => Argument::Nothing,
        }
    }

    pub fn suit(&self) -> Option<&'a str> {
        self.get("suit").text()
    }

    pub fn rank(&self) -> Option<&'a str> {
        self.get("rank").text()
    }

    pub fn value(&self) -> Option<f64> {
        self.get("value").number()
    }
}
