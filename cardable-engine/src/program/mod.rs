//! The resolved ruleset: identifiers only, immutable, shared. The compiler makes it, or it is read from bytes.

pub mod argument;
mod cards;
mod data;
mod domain;
mod effort;
mod capacity;
mod transitions;
mod listing;
pub mod lists;
pub mod semantics;
mod visibility;
mod mark;
pub mod op;
pub mod phrase;
mod predicate;
mod rules;
pub mod script;
mod search;
mod seats;
pub mod strings;
mod suspension;
mod template;
mod who;
mod zone;

pub use capacity::{CapacityChange, ChangedCards, Way};
pub use cards::HandOrder;
pub use cards::{AttributeDef, CardType, Copies, DeckDef, PrintedSet, TypeSet};
pub use data::{DataDef, DataVisible, Input, SettingDef, Shown};
pub use domain::{Domain, ListDomain, Values};
pub use listing::{Entry, Listing, Plan};
pub use lists::Constants;
pub use mark::{Designation, DesignationSet, MAX_DESIGNATIONS, ZoneCount};
pub use op::{BinaryOp, Code, Facing, MANY_ROUNDS, Op, Operand, Place as OperandPlace, Reg};
pub use phrase::{Phrase, PhraseData, PhrasePart};
pub use predicate::{Expr, Measure, Number, Predicate, Relation, Rule};
pub use rules::{
    ActionDef, ActionKind, Actors, Electable, Legal, Message, MessagePlace, Onward, PickDef, PickFrom,
    PickOnly, PickWhat, Rounds, StateDef, StateType, Text, TransitionTest, Triggers, TurnLength, Valid,
};
pub use search::SEARCH_BUDGET;
pub use search::{
    FUEL_OF_A_CANDIDATE, binomial, cost_by_size, cost_of_extending, cost_step_by_step, share_of_search,
};
pub use seats::{Arrangement, MAX_ROLES, Players, RoleDef, RoleSet, TeamsDef};
pub use semantics::Semantics;
pub use strings::Strings;
pub use suspension::Suspensions;
pub use template::{By, MessageParam};
pub use template::{FunctionBody, RustFunction, Template, TemplateTest};
pub use transitions::{Transition, Transitions};
pub use visibility::{Part, Visibility};
pub use who::{Group, Groups, Sides, Who, WhoSet};
pub use zone::{Lies, Order, Replenish, ReplenishWhen, ZoneDef, ZoneLayout, ZoneName, Zones};

use crate::ids::{ActionId, Seat, StateId, StrId};
use crate::signature::Callee;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// Where in the sources an instruction comes from, for faults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub file: Box<str>,
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    pub path: Box<str>,
}

/// What a program was built from, as hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hashes {
    /// Over every byte of it: which files these were.
    pub edition: [u8; 32],
    /// Over what of it can change a game.
    pub rules: [u8; 32],
}

/// A resolved ruleset. As bytes it lacks what follows from the rest, and what bytes cannot hold:
/// [`Ruleset::from_bytes`](crate::Ruleset::from_bytes) adds it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Program {
    /// What players call it.
    pub name: Box<str>,
    /// One sentence or more about it.
    pub description: Box<str>,
    pub min_seats: u8,
    pub max_seats: u8,
    /// What kinds of seats there are; none where all are alike.
    pub roles: Vec<RoleDef>,
    /// The teams, where seats play together.
    pub teams: Option<TeamsDef>,
    /// What it was built from, as hashes.
    pub hashes: Hashes,
    pub transitions: Transitions,
    pub semantics: Semantics,
    /// What a table may make of it: names and values, as the ruleset gives them.
    pub hints: Vec<(Box<str>, Box<str>)>,
    pub strings: Strings,
    pub constants: Constants,
    /// The card sets, as far as a table needs them.
    pub sets: Vec<PrintedSet>,
    /// Where the rules branch on what is hidden from somebody.
    pub revealing: Vec<(Place, String)>,
    pub types: Vec<CardType>,
    pub attributes: Vec<AttributeDef>,
    pub hand_order: HandOrder,
    pub decks: Vec<DeckDef>,
    pub decks_are_picked: bool,
    pub zones: Zones,
    pub globals: Vec<DataDef>,
    pub seat_data: Vec<DataDef>,
    pub score: Option<u16>,
    /// Whether any item of data is worked out.
    #[serde(skip)]
    pub computes: bool,
    pub settings: Vec<SettingDef>,
    pub states: Vec<StateDef>,
    pub actions: Vec<ActionDef>,
    /// How the choices of each state are listed.
    #[serde(skip)]
    pub listings: Vec<Listing>,
    /// What must hold, for cards or whatever the card.
    pub rules: Vec<Rule>,
    /// Values that those rules compare.
    pub measures: Vec<Measure>,
    /// How cards can be related, as those rules ask.
    pub relations: Vec<Relation>,
    /// Numbers of card types, of queries and rules.
    pub card_tables: Vec<Vec<Value>>,
    pub code: Vec<Op>,
    /// Where code can wait.
    #[serde(skip)]
    pub suspensions: Suspensions,
    /// The arguments of calls.
    pub operands: Vec<Operand>,
    /// Every piece of code, by where it begins.
    pub functions: Vec<Code>,
    pub spans: Vec<u32>,
    pub places: Vec<Place>,
    pub primitives: Vec<Callee>,
    /// Whether some of these are the embedding program's: what they give back is looked at.
    pub calls_custom: bool,
    /// Action templates, in the order in which they are tried.
    pub templates: Vec<Template>,
    /// Predicates of the embedding program.
    #[serde(skip)]
    pub rust_functions: Vec<RustFunction>,
    /// The script, where there is one.
    #[serde(skip)]
    pub script: Option<script::ScriptDef>,
    pub state_slots: u16,
    /// Whether any zone fills up again by itself.
    pub replenishes: bool,
    /// Whether any zone has copies that open and close, or designations.
    pub marks_zones: bool,
    /// Whether a game is meant to go on for as long as its players like.
    pub endless: bool,
    pub turn_visibility: bool,
    pub state_visibility: bool,
}

impl Program {
    /// An item of data that is worked out.
    pub(crate) fn computed(&self, seat: Option<Seat>, at: u16) -> Option<&DataDef> {
        let data = match seat {
            Some(_) => &self.seat_data,
            None => &self.globals,
        };
        data.get(usize::from(at)).filter(|def| def.computed.is_some())
    }

    /// Whether any item of data is worked out.
    pub fn computes_data(&self) -> bool {
        let all = self.globals.iter().chain(&self.seat_data);
        all.into_iter().any(|def| def.computed.is_some())
    }

    /// How many seats the game itself plays.
    pub fn automatic_seats(&self) -> usize {
        let automatic = self.roles.iter().filter(|r| r.automatic);
        automatic.map(|r| usize::from(r.max)).sum()
    }

    pub fn state(&self, id: StateId) -> &StateDef {
        &self.states[id.index()]
    }

    pub fn action(&self, id: ActionId) -> &ActionDef {
        &self.actions[id.index()]
    }

    /// The text of an interned string.
    pub fn str(&self, id: StrId) -> &str {
        self.strings.get(id)
    }

    pub fn state_named(&self, name: StrId) -> Option<StateId> {
        self.states
            .iter()
            .position(|s| s.name == name)
            .map(|i| StateId(i as u16))
    }

    /// Where the instruction at `pc` was written.
    pub fn place(&self, pc: usize) -> Option<&Place> {
        self.places.get(*self.spans.get(pc)? as usize)
    }
}
