//! Cardable's scripts: functions in sandboxed Luau as actions, conditions and primitives.
//!
//! ```text
//! texts ──► syntax (what is named, called, looped over) ──► check ──► problems
//!              │
//!              └──► rewrite ──► code ──► Script (in the Program, shared by all games)
//!                                          │
//!   call ──► a machine of this thread ─────┘
//!              environment (read-only) · limits · handles
//!              functions ──► crossing ──► ScriptHost (the core's: journal, engine)
//! ```
//!
//! What a script may do, and what it cannot:
//!
//! - It sees the primitives, the data and the zones of its ruleset under their names, and Luau's plain
//!   libraries. There are no files, no clock, no randomness of its own, no coroutines, no `debug`.
//! - Nothing that a call leaves behind is seen by another: all tables around a script are read-only, and
//!   its files are run anew for each call, so that what they keep in `local` names is fresh, unless it is
//!   plain that they keep nothing.
//! - Ticks and memory are bounded for each call; passing a bound ends the call, cannot be caught,
//!   and the machine is thrown away. A call takes the same ticks whatever ran before it: they count the work
//!   that is done, also by functions of the libraries. The clock is a last net, far out.
//! - What functions of ours put together for a script is bounded too: a text has at most 65,536 bytes.
//! - A prompt ends the call too; it is run again when the answer is there (the core's journal).
//! - The same calls with the same results do the same on every platform: `^` and the functions of
//!   mathematics are `libm`'s, tables are gone over in a fixed order, texts of numbers are our own, and
//!   nothing has an address: tables and functions are no keys, so not even how large a table becomes hangs on
//!   where they lie. A process in which Luau counts otherwise compiles no script.
//!
//! A thread that runs scripts needs 2 MiB of stack.

// In processing order.
mod accesses;
mod builtins;
mod marshal;
mod check;
mod compile;
mod crossing;
mod environment;
mod errors;
mod types;

pub use types::{Listener, definitions};
mod handles;
mod purity;
mod limits;
mod methods;
mod numbers;
mod platform;
mod prelude;
mod primitives;
mod reach;
mod reads_only;
mod rewrite;
mod runner;
mod script;
mod state;
mod bounded;
mod strings;
mod syntax;
mod values;
mod vm;

// Links Luau, which `mlua` calls.
use cardable_luau as _;

use cardable_engine::script::{Compiled, Declarations, Required, ScriptEngine, ScriptLimits, ScriptSources};
use std::time::Duration;

/// File extension of scripts.
pub(crate) const EXTENSION: &str = "luau";

/// The Luau script language, for the loader of `cardable-core`.
#[derive(Clone, Copy, Debug)]
pub struct Luau {
    caps: ScriptLimits,
    longest: Duration,
}

impl Default for Luau {
    fn default() -> Luau {
        Luau::new()
    }
}

impl Luau {
    /// Creates it with default limits: [`ScriptLimits::CAP`], and one minute per call.
    pub const fn new() -> Luau {
        Luau::with_caps(ScriptLimits::CAP)
    }

    /// Creates it with these caps. A ruleset cannot raise the limits of a call above them.
    pub const fn with_caps(caps: ScriptLimits) -> Luau {
        Luau {
            caps,
            longest: Duration::from_secs(60),
        }
    }

    /// Sets the maximum wall-clock time of one call. Ticks already bound the work of a call, so this only
    /// catches work that ticks miss. Keep it far above what any call takes: a busy machine must not decide
    /// whether a script is stopped.
    #[must_use]
    pub fn longest(mut self, longest: Duration) -> Luau {
        self.longest = longest;
        self
    }
}

impl ScriptEngine for Luau {
    fn name(&self) -> &str {
        "Luau"
    }

    fn extension(&self) -> &str {
        EXTENSION
    }

    fn requires(&self, text: &str) -> Vec<Required> {
        compile::requires(text)
    }

    fn compile(&self, sources: &ScriptSources, names: &Declarations) -> Compiled {
        compile::compile(sources, names, self.caps, self.longest)
    }
}

/// Memory in bytes of each idle virtual machine of this thread, for measurements.
pub fn idle_machines() -> Vec<usize> {
    vm::idle()
}

/// Compiles the README's example as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
