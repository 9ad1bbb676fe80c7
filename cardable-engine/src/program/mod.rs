//! The resolved ruleset: identifiers only, immutable, shared. The compiler makes it, or it is read from bytes.

pub mod argument;
mod bots;
mod bytecode;
mod cards;
mod data;
mod domain;
mod effort;
mod flow;
mod capacity;
mod transitions;
mod listing;
pub mod lists;
pub mod semantics;
mod visibility;
mod mark;
pub mod op;
pub mod phrase;
mod picked;
mod predicate;
mod profile;
mod reactions;
mod rules;
pub mod script;
mod search;
mod seats;
pub mod strings;
mod suspension;
mod template;
mod texts;
mod who;
mod zone;

pub use bots::{Best, BotHints, ScoreHint};
pub use bytecode::{Bytecode, Place};
pub use capacity::{CapacityChange, ChangedCards, Way};
pub use cards::{AttributeDef, CardType, Cards, Copies, Corner, DeckDef, HandOrder, PrintedSet, TypeSet};
pub use data::{CardDataDef, Data, DataDef, DataVisible, Input, Keep, SettingDef, Shown};
pub use domain::{Domain, ListDomain, Values};
pub use flow::{Ask, Flow, Flows, Node};
pub use listing::{Entry, Listing, Plan};
pub use lists::Constants;
pub use mark::{Designation, DesignationSet, MAX_DESIGNATIONS, ZoneCount};
pub use op::{BinaryOp, Code, Facing, MANY_ROUNDS, Op, Operand, OperandPlace, Reg, UsualOperand};
pub use phrase::{Phrase, PhraseData, PhrasePart};
pub use predicate::{Conditions, Expr, Measure, Number, Predicate, Relation, Rule};
pub use profile::{GameKind, Profile};
pub use reactions::{AbilityDef, About, Carried, Edge, Heard, Occasion, ReactionDef, Reactions, Watched};
pub use rules::{
    ActionDef, ActionKind, Actors, ConditionPart, Electable, Legal, Message, MessagePlace, Onward, PickDef,
    PickFrom, PickOnly, PickWhat, Rounds, Sealing, StateDef, StateType, Text, TransitionTest, Triggers,
    TurnLength, Valid,
};
pub use search::SEARCH_BUDGET;
pub use search::{
    FUEL_OF_A_CANDIDATE, binomial, cost_by_size, cost_of_extending, cost_step_by_step, share_of_search,
};
pub use seats::{Arrangement, MAX_ROLES, Players, RoleDef, RoleSet, Seats, TeamsDef};
pub use semantics::Semantics;
pub use strings::Strings;
pub use suspension::Suspensions;
pub use template::{By, MessageParam};
pub use template::{FunctionBody, RustFunction, Template, TemplateTest};
pub(crate) use texts::automatic_name;
pub use texts::{Pattern, Texts, Translations};
pub use transitions::{Transition, Transitions};
pub use visibility::{Part, Visibility};
pub use who::{Group, Groups, Sides, Who, WhoSet};
pub use zone::{Lies, Order, Replenish, ReplenishWhen, ZoneDef, ZoneLayout, ZoneName, ZoneSize, Zones};

use crate::ids::{ActionId, StateId, StrId};
use crate::language::Language;
use serde::{Deserialize, Serialize};

/// What a program was built from, as hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hashes {
    /// Over every byte of it: which files these were.
    pub edition: [u8; 32],
    /// Over what of it can change a game.
    pub rules: [u8; 32],
}

/// What a ruleset is, for people and for saved games that belong to it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Metadata {
    /// The language that it is written in. What people read may be in another: see `Program::shown`.
    pub language: Language,
    /// What players call it.
    pub name: StrId,
    /// One sentence or more about it.
    pub description: StrId,
    /// What kind of game it is, and how many minutes one usually takes.
    pub kind: Option<GameKind>,
    pub minutes: Option<u16>,
    /// What it was built from, as hashes.
    pub hashes: Hashes,
    /// Whether a game is meant to go on for as long as its players like.
    pub endless: bool,
    /// What a table may make of it: names and values, as the ruleset gives them.
    pub hints: Vec<(Box<str>, Box<str>)>,
    /// Where the rules branch on what is hidden from somebody.
    pub revealing: Vec<(Place, String)>,
    pub translations: Translations,
}

/// A resolved ruleset. As bytes it lacks what follows from the rest, and what bytes cannot hold:
/// [`Ruleset::from_bytes`](crate::Ruleset::from_bytes) adds it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Program {
    pub metadata: Metadata,
    pub seats: Seats,
    pub transitions: Transitions,
    pub semantics: Semantics,
    pub strings: Strings,
    pub constants: Constants,
    pub cards: Cards,
    pub zones: Zones,
    pub data: Data,
    pub settings: Vec<SettingDef>,
    pub states: Vec<StateDef>,
    /// The most items of data that one state has.
    pub state_slots: u16,
    pub actions: Vec<ActionDef>,
    /// What rules and cards do by themselves when something happens.
    pub reactions: Reactions,
    /// How the choices of each state are listed.
    #[serde(skip)]
    pub listings: Vec<Listing>,
    /// Action templates, in the order in which they are tried.
    pub templates: Vec<Template>,
    pub bots: BotHints,
    pub conditions: Conditions,
    /// The same conditions, as they are asked in play.
    #[serde(skip)]
    pub flows: Flows,
    pub code: Bytecode,
}

impl Program {
    /// Works out what follows from the rest.
    pub fn complete(&mut self) {
        let listing = |state| Listing::new(state, &self.actions, &self.zones);
        self.listings = self.states.iter().map(listing).collect();
        self.flows = Flows::of(&self.conditions, &self.constants, &self.cards);
        self.data.computes = self.data.any_stored();
        self.reactions.heard = self.reactions.heard();
        self.code.suspensions = Suspensions::of(self);
    }

    /// Whether rules tell seats something of cards that they do not see.
    pub(crate) fn tells(&self) -> bool {
        let tell_among = &*crate::builtin!(tell_among).name;
        let mut called = self.code.primitives.iter();
        let script = self.code.script.as_ref();
        called.any(|primitive| *primitive.name == *tell_among)
            || script.is_some_and(|script| script.source.mentions("tell"))
    }

    /// What says how well seats do: what the ruleset tells bots, else the seats' score.
    pub fn score_hint(&self) -> Option<ScoreHint> {
        let own = self.data.score.map(|item| ScoreHint {
            item,
            best: Best::High,
        });
        self.bots.score.or(own)
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
}
