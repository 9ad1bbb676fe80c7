//! Predicates that are functions of the embedding program: what they get to see.

use super::args::{arg, items};
use super::takes::{ANY, WHOLE};
use super::{Body, Family, Moves, Need, Needs, Param, Primitive, Reads};
use crate::engine::{FaultKind, Reader, Run};
use crate::ids::{CardTypeId, Seat};
use crate::program::Program;
use crate::value::{Type, Value};

/// A call of such a function: its number, then its arguments.
pub static FUNCTION: Primitive = Primitive {
    name: "a function of the program",
    aliases: &[],
    family: Family::Logic,
    doc: "Calls a predicate of the embedding program.",
    params: &[
        Param {
            name: "function",
            doc: "its number",
            takes: WHOLE,
            need: Need::Required,
        },
        Param {
            name: "arguments",
            doc: "what it is asked about",
            takes: ANY,
            need: Need::Rest,
        },
    ],
    result: Type::BOOL,
    reads: Reads::Faces,
    moves: Moves::None,
    needs: Needs::Nothing,
    shows: false,
    instruction: None,
    errors: "",
    examples: &[],
    body: Body::Query(call),
};

/// What a predicate of the embedding program is asked about. It tells what is
/// printed on cards, never which card it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Argument<'a> {
    /// No value.
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(&'a str),
    /// A seat.
    Seat(Seat),
    /// The face of a card.
    Card(Face<'a>),
    /// A zone, by its name and the number of its cards.
    Zone(&'a str, usize),
    /// Several of these.
    List(Vec<Argument<'a>>),
}

impl<'a> Argument<'a> {
    /// The number, when it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Argument::Int(n) => Some(*n as f64),
            Argument::Float(n) => Some(*n),
            _ => None,
        }
    }

    /// The text, when it is one.
    pub fn text(&self) -> Option<&'a str> {
        match self {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The card, when it is one.
    pub fn card(&self) -> Option<Face<'a>> {
        match self {
            Argument::Card(face) => Some(*face),
            _ => None,
        }
    }
}

/// What is printed on a card.
#[derive(Clone, Copy)]
pub struct Face<'a> {
    program: &'a Program,
    kind: CardTypeId,
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
    /// Its name.
    pub fn name(&self) -> &'a str {
        let program = self.program;
        program
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
        let found = program.attributes.iter().find(|a| a.name == name);
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

    /// Its suit.
    pub fn suit(&self) -> Option<&'a str> {
        self.get("suit").text()
    }

    /// Its rank.
    pub fn rank(&self) -> Option<&'a str> {
        self.get("rank").text()
    }

    /// What it counts.
    pub fn value(&self) -> Option<f64> {
        self.get("value").number()
    }
}

fn call(r: &Reader<'_>, args: &[Value]) -> Run<Value> {
    let number = crate::engine::kinds::whole(arg(args, 0))?;
    let function = usize::try_from(number)
        .ok()
        .and_then(|at| r.program().rust_functions.get(at))
        .ok_or(FaultKind::OutOfRange { what: "function" })?;
    let given: Vec<Argument<'_>> = super::args::rest(args, 1)
        .iter()
        .map(|v| argument(r, *v))
        .collect::<Run<_>>()?;
    Ok(Value::Bool((function.0)(&given)))
}

fn argument<'a>(r: &Reader<'a>, value: Value) -> Run<Argument<'a>> {
    Ok(match value {
        Value::Nothing | Value::Deck(_) => Argument::Nothing,
        Value::Bool(b) => Argument::Bool(b),
        Value::Int(n) => Argument::Int(n),
        Value::Float(n) => Argument::Float(n),
        Value::Str(id) => Argument::Text(r.program().str(id)),
        Value::Seat(seat) => Argument::Seat(seat),
        Value::Card(card) => Argument::Card(Face {
            program: r.program(),
            kind: r.world.type_of(r.table, card),
        }),
        Value::Zone(zone) => {
            let name = r.program().str(r.table.zone_def(zone).name);
            Argument::Zone(name, r.world.zone_len(r.table, zone))
        }
        Value::List(_) => Argument::List(
            items(r, value)?
                .into_iter()
                .map(|v| argument(r, v))
                .collect::<Run<_>>()?,
        ),
    })
}
