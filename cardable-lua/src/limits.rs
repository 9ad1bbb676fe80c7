//! What a call can use and how it is stopped: ticks, memory, time.
//!
//! Ticks are the machine's interrupts, one for every call and every loop iteration, plus what library functions
//! and long stretches of code pay explicitly. So a call is bounded by the work it does, which is the same on
//! every machine. The clock only ends calls whose work the ticks miss. Bounded functions are not interrupted:
//! their text bounds their run time, and their ticks are their host calls.
//!
//! Once a call is over, every host call and every interrupt raises an error. A script cannot catch it, because
//! `pcall` and `xpcall` check here first.

use crate::reads_only::Refused;
use crate::rewrite::Inserted;
use crate::script::Code;
use cardable_engine::script::{Frame, ScriptFault, ScriptFaultKind, ScriptLimits};
use mlua::{Lua, Table, VmState};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Why a call ended before it returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// The host stopped it: a prompt is pending, or the state changed.
    Stopped,
    /// It used all its ticks.
    Ticks,
    /// It used all its memory.
    Memory,
    /// It ran past the time limit.
    Time,
}

impl Over {
    /// The fault for a limit, or `None` for a regular stop.
    pub(crate) fn fault(self) -> Option<(ScriptFaultKind, &'static str)> {
        match self {
            Over::Stopped => None,
            Over::Ticks => Some((ScriptFaultKind::Ticks, "the script takes too many steps")),
            Over::Memory => Some((ScriptFaultKind::Memory, "the script takes too much memory")),
            Over::Time => Some((ScriptFaultKind::Time, "the script takes too long")),
        }
    }
}

/// Extra ticks for unwinding a call that is over.
const GRACE: u32 = 200;

/// Mask that says how often, in ticks, clock and memory are checked.
const LOOK: u32 = 7;

/// Extra memory of a machine in bytes, so that a call which exceeds its memory gradually still has room to
/// record its location.
const ROOM: usize = 64 << 10;

/// Maximum length of a script's text in bytes, so that one operator on a text takes little time.
pub(crate) const LONGEST_TEXT: usize = 64 << 10;

/// Bytes copied or compared per tick.
const BYTES_OF_TICK: usize = 1024;

/// A call with fewer ticks than this ends without a check of the clock: its longest possible time is this
/// number times one call of a library function.
const SHORT: u32 = 32;

/// Counts the resources of a virtual machine's running call.
#[derive(Debug)]
pub(crate) struct Meter {
    left: Cell<u32>,
    given: Cell<u32>,
    since: Cell<Option<Instant>>,
    longest: Cell<Duration>,
    /// Memory limit of the machine in bytes.
    memory: Cell<usize>,
    /// Above this, collect garbage before reporting that memory is exhausted. Luau collects incrementally, so
    /// the amount of garbage at any moment depends on earlier calls.
    rubbish: Cell<usize>,
    over: Cell<Option<Over>>,
    grace: Cell<u32>,
    /// Number of files being loaded. The game is not accessible meanwhile.
    loading: Cell<u32>,
    /// Whether a call has given access to a game.
    reaches: Cell<bool>,
    /// Whether the machine's interrupts are on.
    watches: Cell<bool>,
    /// The number of the call, stored in its handles.
    pub(crate) generation: Cell<u32>,
    /// Nesting depth of running read-only functions, and `ONLY_PRINTED` for each `tell` that asks what holds of a card.
    pub(crate) reading: Cell<u32>,
    /// Primitives that read-only functions must not call.
    pub(crate) refused: Refused,
    /// The last error.
    pub(crate) failure: RefCell<Option<ScriptFault>>,
    /// Where the call was when it reached a limit.
    place: RefCell<Vec<Frame>>,
    /// Names of the script's files. Stack frames in other files are not reported.
    files: Vec<String>,
    /// Prefix of the names that the rewriter inserts.
    pub(crate) inserted: Inserted,
}

/// Maximum number of stack frames searched for functions of the script.
const DEEPEST_LOOK: usize = 60;

impl Meter {
    /// Creates a meter and installs its interrupts.
    pub(crate) fn watching(lua: &Lua, code: &Code) -> Rc<Meter> {
        let meter = Rc::new(Meter {
            left: Cell::new(u32::MAX),
            given: Cell::new(u32::MAX),
            since: Cell::new(None),
            longest: Cell::new(Duration::MAX),
            memory: Cell::new(usize::MAX),
            rubbish: Cell::new(usize::MAX),
            over: Cell::new(None),
            grace: Cell::new(0),
            // A new machine starts by loading files.
            loading: Cell::new(1),
            reaches: Cell::new(false),
            watches: Cell::new(true),
            generation: Cell::new(0),
            reading: Cell::new(0),
            refused: Refused::of(&code.names),
            failure: RefCell::new(None),
            place: RefCell::new(Vec::new()),
            files: code.files.iter().map(|file| file.name.clone()).collect(),
            inserted: code.inserted.clone(),
        });
        meter.watch(lua);
        meter
    }

    /// Turns the machine's interrupts on or off.
    pub(crate) fn watches(self: &Rc<Meter>, lua: &Lua, is: bool) {
        if self.watches.replace(is) == is {
            return;
        }
        if is {
            self.watch(lua);
        } else {
            lua.remove_interrupt();
        }
    }

    fn watch(self: &Rc<Meter>, lua: &Lua) {
        let watch = Rc::clone(self);
        lua.set_interrupt(move |lua| watch.tick(lua));
    }

    /// Lets the machine allocate `memory` bytes on top of its current use.
    pub(crate) fn allow(&self, lua: &Lua, memory: usize) {
        if self.memory.replace(memory) != memory {
            let _ = lua.set_memory_limit(memory.saturating_add(ROOM));
        }
    }

    /// Starts a call. `loads`: the call loads its file first.
    pub(crate) fn begin(&self, limits: ScriptLimits, longest: Duration, generation: u32, loads: bool) {
        self.left.set(limits.ticks);
        self.given.set(limits.ticks);
        self.since.set(None);
        let memory = self.memory.get();
        self.rubbish
            .set(memory.saturating_sub(limits.memory as usize / 2));
        self.longest.set(longest);
        self.over.set(None);
        self.loading.set(loads.into());
        self.generation.set(generation);
        self.reading.set(0);
        self.failure.take();
    }

    #[inline]
    fn tick(&self, lua: &Lua) -> mlua::Result<VmState> {
        if self.over.get().is_some() {
            // An error handler re-raises this error and needs ticks to do so.
            let left = self.grace.get();
            if left == 0 {
                return Err(over());
            }
            self.grace.set(left - 1);
            return Ok(VmState::Continue);
        }
        let left = self.left.get();
        if left == 0 {
            self.end_here(lua, Over::Ticks);
        } else {
            self.left.set(left - 1);
            if left & LOOK == 0 {
                self.look(lua);
            }
        }
        self.go_on()?;
        Ok(VmState::Continue)
    }

    fn look(&self, lua: &Lua) {
        let mut used = lua.used_memory();
        if used > self.rubbish.get() {
            let _ = lua.gc_collect();
            used = lua.used_memory();
            let free = self.memory.get().saturating_sub(used);
            self.rubbish.set(used.saturating_add(free / 2));
        }
        if used > self.memory.get() {
            self.end_here(lua, Over::Memory);
        } else if self.used() > SHORT {
            self.look_at_the_clock(lua);
        }
    }

    fn look_at_the_clock(&self, lua: &Lua) {
        let now = Instant::now();
        match self.since.get() {
            None => self.since.set(Some(now)),
            Some(since) if now.duration_since(since) > self.longest.get() => self.end_here(lua, Over::Time),
            Some(_) => {}
        }
    }

    /// Ends the call at a limit and records the location.
    pub(crate) fn end_here(&self, lua: &Lua, why: Over) {
        if self.over.get().is_none() {
            self.end(why);
            self.place.replace(self.stack(lua));
        }
    }

    /// The running functions of the script, innermost first.
    fn stack(&self, lua: &Lua) -> Vec<Frame> {
        (0..DEEPEST_LOOK)
            .map_while(|level| lua.inspect_stack(level, |at| self.frame(at)))
            .flatten()
            .take(ScriptFault::DEEPEST)
            .collect()
    }

    fn frame(&self, at: &mlua::debug::Debug<'_>) -> Option<Frame> {
        let file = at.source().short_src?;
        self.files.iter().any(|known| *known == file).then(|| Frame {
            file: Some(file.into_owned()),
            line: at
                .current_line()
                .and_then(|line| line.try_into().ok())
                .filter(|line| *line > 0),
            function: at
                .names()
                .name
                .map(|name| self.inserted.plain(&name).to_owned())
                .filter(|name| !name.is_empty()),
        })
    }

    /// Whether the call reached a limit at an unknown location.
    pub(crate) fn lacks_place(&self) -> bool {
        self.over.get().and_then(Over::fault).is_some() && self.place.borrow().is_empty()
    }

    /// Records where the call reached a limit, unless already known.
    pub(crate) fn was_at(&self, place: Vec<Frame>) {
        if self.lacks_place() {
            self.place.replace(place);
        }
    }

    /// Takes the location where the call reached a limit. Empty if it did not.
    pub(crate) fn place(&self) -> Vec<Frame> {
        self.place.take()
    }

    /// Ends the call. The first reason is kept.
    pub(crate) fn end(&self, why: Over) {
        if self.over.get().is_none() {
            self.grace.set(GRACE);
            self.over.set(Some(why));
        }
    }

    /// Why the call is over, or `None` while it runs.
    pub(crate) fn over(&self) -> Option<Over> {
        self.over.get()
    }

    /// Fails if the call is over.
    #[inline]
    pub(crate) fn go_on(&self) -> mlua::Result<()> {
        match self.over.get() {
            None => Ok(()),
            Some(_) => Err(over()),
        }
    }

    /// Counts a host call, which costs a tick in functions without interrupts. Fails if the call is over.
    #[inline]
    pub(crate) fn step(&self) -> mlua::Result<()> {
        if !self.watches.get() {
            match self.left.get() {
                0 => self.end(Over::Ticks),
                left => self.left.set(left - 1),
            }
        }
        self.go_on()
    }

    /// Charges ticks for work that no interrupt sees.
    pub(crate) fn spend(&self, lua: &Lua, ticks: u32) -> mlua::Result<()> {
        match self.left.get().checked_sub(ticks) {
            Some(left) => {
                self.left.set(left);
                self.look(lua);
            }
            None => {
                self.left.set(0);
                self.end_here(lua, Over::Ticks);
            }
        }
        self.go_on()
    }

    /// Charges for building a text of this length.
    pub(crate) fn spend_on_text(&self, lua: &Lua, bytes: usize) -> mlua::Result<()> {
        match u32::try_from(bytes / BYTES_OF_TICK) {
            Ok(0) => Ok(()),
            Ok(ticks) => self.spend(lua, ticks),
            Err(_) => self.spend(lua, u32::MAX),
        }
    }

    /// Registers the prelude's charging functions and limits in a table.
    pub(crate) fn register(self: &Rc<Meter>, lua: &Lua, into: &Table) -> mlua::Result<()> {
        let m = Rc::clone(self);
        let spend = lua.create_function(move |lua, ticks: f64| m.spend(lua, ticks as u32))?;
        into.raw_set("spend", spend)?;
        into.raw_set("bytes_of_tick", BYTES_OF_TICK)?;
        into.raw_set("longest_text", LONGEST_TEXT)
    }

    /// Ticks used in this call.
    pub(crate) fn used(&self) -> u32 {
        self.given.get() - self.left.get()
    }

    /// Marks the start or end of loading a file.
    pub(crate) fn load(&self, begins: bool) {
        let now = self.loading.get();
        self.loading.set(if begins {
            now.saturating_add(1)
        } else {
            now.saturating_sub(1)
        });
    }

    /// Sets whether a game is accessible.
    pub(crate) fn reaches(&self, it_does: bool) {
        self.reaches.set(it_does);
    }

    /// Whether the game is accessible. It is not while a file loads.
    #[inline]
    pub(crate) fn can_reach(&self) -> bool {
        self.reaches.get() && self.loading.get() == 0
    }
}

/// The error that unwinds a call that is over. Nobody reads its text.
#[cold]
pub(crate) fn over() -> mlua::Error {
    mlua::Error::RuntimeError("the call is over".to_owned())
}
