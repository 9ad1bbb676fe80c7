//! A ruleset as it was read: what it declares, and its values and steps as a tree.
//!
//! Dialects make it, through the builder. Names are resolved and types are known in it, and everything
//! knows where it is written. Checks look at it, and code is made of it.

mod body;
pub mod build;
mod cards;
mod names;
mod node;
mod node_id;
mod places;
mod query;
mod scope;
mod scripts;
mod sight;
mod stmt;
mod templates;
mod told;
mod tree;
mod walk;

pub use body::{Body, BodyOf, Piece, Root, RootKind};
pub(crate) use cards::CardRules;
pub use cards::Cards;
pub use node::{Node, NodeKind, Over, children, map_children};
pub use node_id::NodeId;
pub use places::{Lost, Places};
pub use query::{Query, Source, TestOfPick};
pub use scope::{ActionScope, LocalKind, Scope};
pub(crate) use scripts::{FunctionDraft, ScriptDraft};
pub use scripts::{Scripts, is_script};
pub(crate) use sight::{Bound, ByScript, Eyes, Showing, Shown, Sight};
pub use stmt::{Stmt, Target, collect};
pub use templates::Templates;
pub(crate) use told::Told;
pub use tree::Tree;
pub use walk::Standing;

use cardable_engine::primitives::Callee;
use cardable_engine::program::lists::Constants;
use cardable_engine::program::strings::Strings;
use cardable_engine::program::{
    ActionDef, BotHints, DataDef, GameKind, Reactions, RoleDef, Semantics, SettingDef, StateDef, TeamsDef,
    Zones,
};

/// An item of data: whether it is a seat's, and its place.
pub type Item = (bool, u16);

/// A ruleset as it was read.
#[derive(Debug, Default)]
pub struct Hir {
    pub head: Head,
    pub strings: Strings,
    pub constants: Constants,
    pub roles: Vec<RoleDef>,
    pub teams: Option<TeamsDef>,
    pub cards: Cards,
    pub zones: Zones,
    pub globals: Vec<DataDef>,
    pub seat_data: Vec<DataDef>,
    /// What rules and cards do when something happens, and what cards can do.
    pub(crate) reactions: Reacting,
    /// The items of data that are worked out, and how.
    pub computed: Vec<(Item, NodeId)>,
    pub settings: Vec<SettingDef>,
    pub states: Vec<StateDef>,
    pub places: Places,
    pub actions: Vec<ActionDef>,
    pub templates: Templates,
    /// Primitives that the embedding program adds, and those that the ruleset defines itself.
    pub custom: Vec<Callee>,
    pub scripts: Scripts,
    pub(crate) sight: Sight,
    pub tree: Tree,
}

/// What rules and cards do when something happens, and what cards can do.
#[derive(Debug, Default)]
pub(crate) struct Reacting {
    pub(crate) defs: Reactions,
    /// Whether something reacts to what steps do, so that it matters which of them are one step.
    pub(crate) has_triggers: bool,
}

/// What a ruleset says of itself.
#[derive(Debug)]
pub struct Head {
    pub name: Box<str>,
    pub description: Box<str>,
    /// What kind of game it is, and how many minutes one usually takes.
    pub kind: Option<GameKind>,
    pub minutes: Option<u16>,
    /// The fewest seats, and the most.
    pub seats: (u8, u8),
    pub semantics: Semantics,
    pub hints: Vec<(Box<str>, Box<str>)>,
    /// Whether the dialect calls states phases, which transitions lead between.
    pub in_phases: bool,
    /// Whether the game is meant to go on without end.
    pub endless: bool,
    pub bots: BotHints,
    /// Whether there are no rules, only cards that carry some: what rules may declare has a meaning that nobody knows.
    pub(crate) lacks_rules: bool,
}

impl Default for Head {
    fn default() -> Head {
        Head {
            name: "".into(),
            description: "".into(),
            kind: None,
            minutes: None,
            seats: (1, 1),
            semantics: Semantics::default(),
            hints: Vec::new(),
            in_phases: false,
            endless: false,
            bots: BotHints::default(),
            lacks_rules: false,
        }
    }
}
