//! A compiled script, as stored in a ruleset's program. Virtual machines are created from it.

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
    /// Its display name.
    pub(crate) name: String,
    /// Luau bytecode.
    pub(crate) code: Vec<u8>,
    /// Names as written in `require`, with the indices of their files.
    pub(crate) requires: Vec<(String, usize)>,
}

/// Everything needed to create a virtual machine.
#[derive(Debug)]
pub(crate) struct Code {
    /// Identifies the script, so that cached machines are not mixed up.
    pub(crate) id: u64,
    pub(crate) names: Declarations,
    pub(crate) files: Vec<CodeFile>,
    /// All names and texts in the files: everything they can reach by a literal name.
    pub(crate) mentions: BTreeSet<String>,
    /// Prefix of the names inserted into the files.
    pub(crate) inserted: Inserted,
    /// The accessors that the files call.
    pub(crate) used: BTreeSet<Used>,
    /// What each function can reach.
    pub(crate) reach: Vec<Reach>,
    /// Whether the files stay constant once loaded, so that they can stay loaded.
    pub(crate) lasts: bool,
    /// Upper bounds for the limits of a call.
    pub(crate) caps: ScriptLimits,
    /// Maximum wall-clock time of a call.
    pub(crate) longest: Duration,
}

impl Code {
    /// A number unique within this process.
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
