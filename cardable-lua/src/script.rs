//! A compiled script: what the program of a ruleset keeps. Machines are made from it where it runs.

use crate::handles;
use crate::methods;
use crate::reach::Reach;
use crate::rewrite::{Inserted, Used};
use crate::vm;
use cardable_engine::script::{Declarations, Script, ScriptEnd, ScriptHost, ScriptLimits};
use cardable_engine::value::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct CodeFile {
    /// Its name, as people read it.
    pub(crate) name: String,
    /// Its code for the virtual machine.
    pub(crate) code: Vec<u8>,
    /// What it requires: names as written, and the files' places.
    pub(crate) requires: Vec<(String, usize)>,
}

/// All that a machine is made from.
#[derive(Debug)]
pub(crate) struct Code {
    /// Tells machines of one script from those of another.
    pub(crate) id: u64,
    pub(crate) names: Declarations,
    pub(crate) files: Vec<CodeFile>,
    /// All names and texts of the files: what they can come to by a fixed name.
    pub(crate) mentions: BTreeSet<String>,
    /// How names begin that were put into the files.
    pub(crate) inserted: Inserted,
    /// The functions that read and write data which the files call.
    pub(crate) used: BTreeSet<Used>,
    /// What each function may come to.
    pub(crate) reach: Vec<Reach>,
    /// Whether nothing of the files can change once they are loaded, so that they can stay so.
    pub(crate) lasts: bool,
    /// No more than this.
    pub(crate) caps: ScriptLimits,
    /// How long a call may take.
    pub(crate) longest: Duration,
}

impl Code {
    /// A number that no other script of this process has.
    pub(crate) fn next_id() -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }
}

/// A script in Luau.
#[derive(Debug)]
pub(crate) struct LuauScript(pub(crate) Arc<Code>);

impl Script for LuauScript {
    fn call(
        &self,
        function: u16,
        args: &[Value],
        limits: ScriptLimits,
        table: &mut dyn ScriptHost,
    ) -> Result<Value, ScriptEnd> {
        vm::call(&self.0, function, args, limits.at_most(self.0.caps), table)
    }

    fn may_wait(&self, function: u16) -> bool {
        self.0.reach.get(usize::from(function)).is_none_or(|r| r.waits)
    }

    fn may_name(&self, function: u16, name: &str) -> bool {
        let reach = self.0.reach.get(usize::from(function));
        reach.is_none_or(|r| {
            let short = |kind: &&str| methods::short(name, kind).is_some_and(|short| r.names.contains(short));
            r.names.contains(name) || handles::KINDS.iter().any(short)
        })
    }

    fn may_catch(&self, function: u16) -> bool {
        self.0.reach.get(usize::from(function)).is_none_or(|r| r.catches)
    }
}
