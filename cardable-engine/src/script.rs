//! Scripts: what a language must bring along so that its functions become
//! actions and primitives of a ruleset. The core knows no language; another
//! crate implements [`ScriptEngine`] and [`Script`], and is handed
//! [`ScriptHost`], which is all that a script can do to a game.
//!
//! ```text
//! rules.luau ──► ScriptEngine::compile(sources, declarations) ──► Script   (in the Program, shared by games)
//!                                                                   │
//!  action, condition ──► Script::call(function, args, limits, table)┘
//!                                            │
//!                                   ScriptHost: read, write, call, ask, …
//!                                            │
//!                              journal ──► Engine / Reader ──► World
//! ```
//!
//! What the two sides promise each other:
//!
//! - **Names are resolved when compiling.** [`Declarations`] gives every name a
//!   number; at run time only numbers cross.
//! - **A crossing may stop the call** ([`ScriptStop::Stop`]): a prompt waits, the state
//!   was left, a limit was passed. Then the script must not run on, whatever it
//!   catches; the engine lets the call go and returns [`ScriptEnd::Stopped`]. The
//!   core trusts nobody: after a stop every crossing stops, and a value that is
//!   returned all the same is dropped.
//! - **A function that prompts is run again from its start** when the answer comes.
//!   Recorded crossings return what they returned and do nothing, so a call must do
//!   the same thing given the same results: no clock, no outside randomness, no
//!   memory of earlier calls.
//! - **A call can come while another is under way** on the same thread: a primitive
//!   that counts who may act asks conditions, which may be functions. The depth is
//!   bounded by the core ([`MOST_NESTED`]).
//! - **Seats, zones, cards and lists** are numbers that mean something only during
//!   the call; the engine must not let a script keep them for another.

#![allow(
    missing_docs,
    reason = "only crates of the workspace see all of this: those with languages of scripts"
)]

mod declare;
mod error;
mod source;
pub mod tokens;

pub use crate::value::LIST_DEPTH;
pub use declare::{
    AttributeDecl, DataDecl, DeckDecl, Declarations, FunctionDecl, FunctionKind, FunctionParam,
    PrimitiveDecl, RefusedDecl, StateDecl, ZoneDecl,
};
pub use error::{
    Crossed, ErrorKind, Frame, ScriptEnd, ScriptError, ScriptFault, ScriptFaultKind, ScriptStop,
};
pub use source::{Compiled, Problem, ScriptFile, ScriptSources, Severity, required_path};

use crate::ids::{CardId, Seat, StateId, StrId, ZoneId};
use crate::value::{Items, Value};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

/// How many calls of scripts may be under way inside each other.
pub const MOST_NESTED: u8 = 4;

/// The most bytes of all scripts of a ruleset together.
pub const MAX_SOURCE: usize = 256 * 1024;

/// A language for scripts.
///
/// ```
/// use cardable_core::{Loader, script::ScriptEngine, testing::RustScripts};
/// // A program that reads Luau hands `cardable_lua::Luau` over instead.
/// let language: &dyn ScriptEngine = &RustScripts { functions: &[] };
/// let checked = Loader::new().scripts(language).check_text("tiny.json", cardable_core::testing::TINY);
/// assert!(checked.ruleset.is_some());
/// ```
pub trait ScriptEngine: Send + Sync + Debug {
    /// What it is called, for messages: `Luau`.
    fn name(&self) -> &str;

    /// The ending of its files, without the dot; `require` adds it to a name that has none.
    fn extension(&self) -> &str;

    /// The names that a text requires, as they are written, with line and column
    /// (from 1). Used before compiling, to read the files of a package; what it
    /// does not tell cannot be required.
    fn requires(&self, text: &str) -> Vec<Required>;

    /// Compiles and checks the scripts of a ruleset.
    fn compile(&self, sources: &ScriptSources, names: &Declarations) -> Compiled;
}

/// A file that a script requires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Required {
    /// The name as it is written.
    pub name: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A compiled script: immutable, and shared by all games of its ruleset. What it
/// needs to run (virtual machines) lies in its own cache for each thread, never in a game.
pub trait Script: Send + Sync + Debug {
    /// Calls a function by its place in [`Declarations::functions`].
    ///
    /// The arguments fit its parameters already. The result is checked by the core.
    ///
    /// # Errors
    ///
    /// How a call ended that did not return.
    fn call(
        &self,
        function: u16,
        args: &[Value],
        limits: ScriptLimits,
        table: &mut dyn ScriptHost,
    ) -> Result<Value, ScriptEnd>;

    /// Whether the function, or what it calls, can come to a question or push a
    /// state. When it surely cannot, its crossings are not recorded, and coming to
    /// one is a fault.
    fn may_wait(&self, function: u16) -> bool {
        let _ = function;
        true
    }

    /// Whether the function, or what it calls, names this: an item of data, an attribute, a
    /// primitive. It may say so of names that it does not use, and must of those that it does.
    fn may_name(&self, function: u16, name: &str) -> bool {
        let _ = (function, name);
        true
    }

    /// Whether the function, or what it calls, can catch an error and go on. When it surely
    /// cannot, the World is not kept before every step to undo one that failed half-way.
    fn may_catch(&self, function: u16) -> bool {
        let _ = function;
        true
    }
}

/// How much a single call may use.
///
/// ```
/// use cardable_core::{Loader, script::ScriptLimits};
/// let short = ScriptLimits { ticks: 10_000, ..ScriptLimits::DEFAULT };
/// assert_eq!(ScriptLimits::CAP.at_most(short), short);
/// let loader = Loader::new().script_cap(short);
/// # let _ = loader;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScriptLimits {
    /// Interrupts of the virtual machine: about the number of rounds of loops and calls.
    pub ticks: u32,
    /// Bytes that its values may take up.
    pub memory: u32,
}

impl ScriptLimits {
    /// What a ruleset gets that does not say anything.
    pub const DEFAULT: ScriptLimits = ScriptLimits {
        ticks: 50_000,
        memory: 4 << 20,
    };

    /// What an embedding program allows that does not say anything.
    pub const CAP: ScriptLimits = ScriptLimits {
        ticks: 1_000_000,
        memory: 16 << 20,
    };

    /// No more than the other allows.
    #[must_use]
    pub fn at_most(self, cap: ScriptLimits) -> ScriptLimits {
        ScriptLimits {
            ticks: self.ticks.min(cap.ticks),
            memory: self.memory.min(cap.memory),
        }
    }
}

impl Default for ScriptLimits {
    fn default() -> ScriptLimits {
        ScriptLimits::DEFAULT
    }
}

/// An item of data that a script can read, and mostly write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Datum {
    /// Of the game, by its place in [`Declarations::globals`].
    Global(u16),
    /// Of the running state, by its place in that state's [`StateDecl::data`].
    State(u16),
    /// Of a seat, by its place in [`Declarations::seat_data`].
    Seat(Seat, u16),
    /// Of a card, by its place in [`Declarations::card_data`].
    Card(CardId, u16),
    /// An option, by its place in [`Declarations::options`]; never written.
    Setting(u16),
    /// `$action`, by its place in [`Declarations::actions`]. What the running action
    /// does not have is an error of kind [`ErrorKind::Unknown`].
    Action(u16),
}

/// Everything that a script may do to a game.
///
/// What costs something may be refused with an error that the script can catch, or
/// stop the call. What returns plainly is the same during the whole call.
pub trait ScriptHost {
    // --- what stays the same during a call

    /// The acting seat, `$player`.
    fn player(&self) -> Option<Seat>;
    /// The running state, whose data `Datum::State` means.
    fn state(&self) -> StateId;
    /// How many seats there are, those too that the game plays.
    fn seats(&self) -> usize;
    /// Whether the call may change anything; else it only reads (a condition, a value).
    fn may_act(&self) -> bool;
    /// A seat's name; empty when there is no such seat.
    fn seat_name(&self, seat: Seat) -> &str;
    /// A zone's name and whose it is; nothing when there is no such zone.
    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)>;
    /// A shared zone by its place in [`Declarations::shared_zones`].
    fn shared_zone(&self, at: u16) -> Option<ZoneId>;
    /// A seat's zone by its place in [`Declarations::seat_zones`].
    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId>;
    /// A text by its number.
    fn text(&self, id: StrId) -> Cow<'_, str>;

    // --- reading

    fn read(&mut self, at: Datum) -> Crossed<Value>;
    /// An attribute of a card by its place in [`Declarations::attributes`]; nothing
    /// when the card has none. Hidden faces may be an error ([`ErrorKind::Hidden`]).
    fn attribute(&mut self, card: CardId, at: u16) -> Crossed<Value>;
    /// The items of a list, the cards of a zone from its bottom (or its oldest) on,
    /// one for any other value, none for nothing.
    fn items(&mut self, of: Value) -> Crossed<Items>;
    /// How many items [`ScriptHost::items`] would give.
    fn count(&mut self, of: Value) -> Crossed<usize>;

    // --- making values

    /// A text as a value. At most 1,000 bytes.
    fn new_text(&mut self, text: &str) -> Crossed<Value>;
    fn new_list(&mut self, items: &[Value]) -> Crossed<Value>;

    // --- acting

    /// Changes an item of data; the type must fit its declaration.
    fn write(&mut self, at: Datum, value: Value) -> Crossed<()>;
    /// Calls a primitive by its place in [`Declarations::primitives`]: of any kind
    /// that its [`PrimitiveDecl::callable`] allows. Arguments are checked against what the
    /// parameters take; names of zones, attributes, states and seats may be texts.
    /// A prompt returns the answer of the acting seat.
    fn call(&mut self, primitive: u16, args: &[Value]) -> Crossed<Value>;
    /// Asks several seats, or one, a prompt: `ask(seats, prompt_…(…))`. One seat gives
    /// its answer, a list of seats a list of answers in seat order.
    fn ask(&mut self, seats: Value, prompt: u16, args: &[Value]) -> Crossed<Value>;
    /// Leaves for a state by its name. With `who` only those seats go; then the call
    /// goes on unless they are all of the scene.
    fn transition(&mut self, to: &Transition<'_>) -> Crossed<()>;
    /// A whole number from 0 up to and without `below`, from the game's generator.
    fn random(&mut self, below: u32) -> Crossed<u32>;
    /// Writes a line into the game's trace, for authors. Bounded; never fails.
    fn trace(&mut self, line: &str);

    // --- calls of one function of the script by another, under its declared name

    /// Checks and completes the arguments of another function of the script, which
    /// the engine then calls itself.
    fn enter(&mut self, function: u16, args: &[Value]) -> Crossed<Items>;
    /// Checks the result of that call.
    fn leave(&mut self, function: u16, result: Value) -> Crossed<Value>;

    // --- limits

    /// Charges ticks to the fuel of this choice. Call it at least at the end of a
    /// call, with all that was used and not charged yet.
    fn spend(&mut self, ticks: u32) -> Crossed<()>;
}

/// The state that a transition goes to, and its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Transition<'a> {
    pub state: Value,
    pub args: &'a [Value],
    /// The seats that go; nothing: the whole scene.
    pub who: Value,
    /// Whether they open a scene of their own.
    pub new_scene: bool,
}

pub type SharedScript = Arc<dyn Script>;
