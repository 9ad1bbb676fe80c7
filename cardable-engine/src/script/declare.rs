//! The names that a ruleset gives its script, each with its number.

use super::ScriptLimits;
use crate::signature::{Arity, Callee, ParamType};
use crate::value::Type;
use serde::{Deserialize, Serialize};

/// Everything that a script can name. A thing's place in its list is its number at run time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Declarations {
    /// The ruleset's name, for comments in generated files.
    pub ruleset: String,
    /// The primitives: the engine's and those of the embedding program.
    pub primitives: Vec<PrimitiveDecl>,
    /// The functions of the script that the ruleset names.
    pub functions: Vec<FunctionDecl>,
    pub globals: Vec<DataDecl>,
    /// Data of seats, `$player.x`.
    pub seat_data: Vec<DataDecl>,
    /// Data of cards, `$card.x`.
    pub card_data: Vec<DataDecl>,
    pub options: Vec<DataDecl>,
    pub states: Vec<StateDecl>,
    /// `$action`: the data, parameters and picks of all actions that call functions, each name once.
    pub actions: Vec<DataDecl>,
    /// Zones that there is one of, `$game.x`.
    pub shared_zones: Vec<ZoneDecl>,
    /// Zones of seats, `$player.x`.
    pub seat_zones: Vec<ZoneDecl>,
    pub attributes: Vec<AttributeDecl>,
    /// Decks, `$game.decks`. A deck's place is its identifier.
    pub decks: Vec<DeckDecl>,
    /// Names of the abilities that cards have.
    pub abilities: Vec<String>,
    pub roles: Vec<String>,
    pub teams: Vec<String>,
    /// Names of the designations that zones can bear.
    pub designations: Vec<String>,
    /// What the rules define that functions cannot call.
    pub refused: Vec<RefusedDecl>,
    /// What a single call may use.
    pub limits: ScriptLimits,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PrimitiveDecl {
    /// Its declaration: names, parameters, result, texts.
    pub primitive: Callee,
    /// Whether [`super::ScriptHost::call`] takes it. Else the language has its own way of saying
    /// it: assignments, `while`, functions asked of each item, operators on places.
    pub callable: bool,
    /// Whether it acts or asks, so that conditions may not call it.
    pub acts: bool,
}

/// A defined action or value of the rules that functions cannot call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefusedDecl {
    pub name: String,
    /// Whether it is an action; else it is a value.
    pub acts: bool,
    /// Why not.
    pub why: String,
}

/// A function of the script.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FunctionDecl {
    /// Its name in the script.
    pub function: String,
    /// What the ruleset uses it as.
    pub kind: FunctionKind,
    /// What it does, as the ruleset says; may be empty.
    pub doc: String,
    /// What it is given. The script's function must have no more parameters than these. Without
    /// `Optional` and `Rest` ones it must have just as many, unless `may_ignore`.
    pub params: Vec<FunctionParam>,
    /// Whether the function may leave out its last parameters, because nobody wrote down
    /// which it has (a test of candidates gets the candidate and what is picked already).
    pub may_ignore: bool,
    pub result: Type,
    /// Whether it may act and ask.
    pub acts: bool,
}

/// What a ruleset uses a function as.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FunctionKind {
    /// A primitive of the ruleset: other functions call it by this name.
    Primitive { name: String },
    /// The steps of an action.
    Action,
    /// A condition or a value.
    Value,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionParam {
    pub name: String,
    /// What it is; may be empty.
    pub doc: String,
    pub ty: ParamType,
    pub arity: Arity,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataDecl {
    pub name: String,
    pub ty: Type,
    /// Whether it cannot be written.
    pub constant: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StateDecl {
    pub name: String,
    /// Its data, `$state.x`; the parameters first.
    pub data: Vec<DataDecl>,
    /// How many of them are parameters.
    pub params: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZoneDecl {
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttributeDecl {
    pub name: String,
    /// Its type, where all cards agree.
    pub ty: Type,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckDecl {
    pub name: String,
}
