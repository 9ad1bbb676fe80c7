//! What a call may use, and how it is stopped: ticks, memory, time.
//!
//! Ticks are the interrupts of the machine, at every call and every round of a loop, and what functions of the
//! libraries and long stretches of code pay beside them. So a call is bounded by the work that it does, the same
//! on every machine; the clock only ends what was forgotten in that. Functions that go straight
//! through are not interrupted: what they can take is bounded by their text, and their ticks are their crossings.
//!
//! Once a call is over, every crossing and every interrupt errs, and nothing in a
//! script can catch that: the functions that catch (`pcall`, `xpcall`) ask here first.

use crate::reads_only::Acting;
use crate::rewrite::Inserted;
use crate::script::Code;
use cardable_engine::script::{Frame, ScriptFault, ScriptFaultKind, ScriptLimits};
use mlua::{Lua, Table, VmState};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Why a call is over before it returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// A crossing stopped it: a prompt waits, the state was left.
    Stopped,
    /// All ticks are used.
    Ticks,
    /// All memory is used.
    Memory,
    /// It took too long.
    Time,
}

impl Over {
    /// The fault that it is, for what is no plain stop.
    pub(crate) fn fault(self) -> Option<(ScriptFaultKind, &'static str)> {
        match self {
            Over::Stopped => None,
            Over::Ticks => Some((ScriptFaultKind::Ticks, "the script takes too many steps")),
            Over::Memory => Some((ScriptFaultKind::Memory, "the script takes too much memory")),
            Over::Time => Some((ScriptFaultKind::Time, "the script takes too long")),
        }
    }
}

/// Ticks that a call which is over still gets, to unwind.
const GRACE: u32 = 200;

/// How often the clock and the memory are looked at, in ticks: a mask.
const LOOK: u32 = 7;

/// What a machine has beyond the memory of a call, in bytes, so that there is room to tell where a call was that
/// went over it little by little.
const ROOM: usize = 64 << 10;

/// How long a text of a script may be, in bytes: so what an operator does to one takes little time.
pub(crate) const LONGEST_TEXT: usize = 64 << 10;

/// How many bytes that are copied or compared a tick pays for.
const BYTES_OF_TICK: usize = 1024;

/// Ticks of a call that is too short for the clock to be looked at: no more time is in them than a call
/// of the libraries may take, so many times.
const SHORT: u32 = 32;

/// The meter of a virtual machine.
#[derive(Debug)]
pub(crate) struct Meter {
    left: Cell<u32>,
    given: Cell<u32>,
    since: Cell<Option<Instant>>,
    longest: Cell<Duration>,
    /// What the machine may take up, in bytes.
    memory: Cell<usize>,
    /// When it takes up more than this, rubbish is thrown away before memory is said to be used up: the machine
    /// itself looks for rubbish by and by, and how much of it there is at a moment depends on earlier calls.
    rubbish: Cell<usize>,
    over: Cell<Option<Over>>,
    grace: Cell<u32>,
    /// How many files are being loaded just now: they may not act.
    loading: Cell<u32>,
    /// Whether there is a game to be reached.
    reaches: Cell<bool>,
    /// Whether the machine is interrupted.
    watches: Cell<bool>,
    /// The number of the call, which handles carry.
    pub(crate) generation: Cell<u32>,
    /// How many functions that only read are running in one another.
    pub(crate) reading: Cell<u32>,
    /// What those may not call.
    pub(crate) acting: Acting,
    /// What the last error was.
    pub(crate) failure: RefCell<Option<ScriptFault>>,
    /// Where the call was when it came to a limit.
    place: RefCell<Vec<Frame>>,
    /// The names of the script's files: nothing else is told of where a call was.
    files: Vec<String>,
    /// How names begin that were put into them.
    pub(crate) inserted: Inserted,
}

/// How far down a stack is looked for functions of the script.
const DEEPEST_LOOK: usize = 60;

impl Meter {
    /// A meter that watches over a machine.
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
            // Until a call begins, files are being loaded.
            loading: Cell::new(1),
            reaches: Cell::new(false),
            watches: Cell::new(true),
            generation: Cell::new(0),
            reading: Cell::new(0),
            acting: Acting::of(&code.names),
            failure: RefCell::new(None),
            place: RefCell::new(Vec::new()),
            files: code.files.iter().map(|file| file.name.clone()).collect(),
            inserted: code.inserted.clone(),
        });
        meter.watch(lua);
        meter
    }

    /// Sees to it that calls are watched, or not, by interrupts of the machine.
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

    /// Lets the machine take up so many bytes from here on.
    pub(crate) fn allow(&self, lua: &Lua, memory: usize) {
        if self.memory.replace(memory) != memory {
            let _ = lua.set_memory_limit(memory.saturating_add(ROOM));
        }
    }

    /// Begins a call; `loads`: it loads its file first.
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
            // What catches errors raises this one again; it must be able to.
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

    /// Ends the call at a limit, and notes where that was.
    pub(crate) fn end_here(&self, lua: &Lua, why: Over) {
        if self.over.get().is_none() {
            self.end(why);
            self.place.replace(self.stack(lua));
        }
    }

    /// The functions of the script that are running, innermost first.
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

    /// Whether the call came to a limit, and nobody knows where.
    pub(crate) fn lacks_place(&self) -> bool {
        self.over.get().and_then(Over::fault).is_some() && self.place.borrow().is_empty()
    }

    /// Notes where the call came to a limit, if nobody knows.
    pub(crate) fn was_at(&self, place: Vec<Frame>) {
        if self.lacks_place() {
            self.place.replace(place);
        }
    }

    /// Where the call came to a limit, if it did; told once.
    pub(crate) fn place(&self) -> Vec<Frame> {
        self.place.take()
    }

    /// Ends the call; the first reason stays.
    pub(crate) fn end(&self, why: Over) {
        if self.over.get().is_none() {
            self.grace.set(GRACE);
            self.over.set(Some(why));
        }
    }

    /// Why the call is over, if it is.
    pub(crate) fn over(&self) -> Option<Over> {
        self.over.get()
    }

    /// An error when the call is over.
    #[inline]
    pub(crate) fn go_on(&self) -> mlua::Result<()> {
        match self.over.get() {
            None => Ok(()),
            Some(_) => Err(over()),
        }
    }

    /// Goes on to a crossing, which is a tick where nothing else is; an error when the call is over.
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

    /// Pays for work that no interrupt sees.
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

    /// Pays for a text that is to be put together.
    pub(crate) fn spend_on_text(&self, lua: &Lua, bytes: usize) -> mlua::Result<()> {
        match u32::try_from(bytes / BYTES_OF_TICK) {
            Ok(0) => Ok(()),
            Ok(ticks) => self.spend(lua, ticks),
            Err(_) => self.spend(lua, u32::MAX),
        }
    }

    /// Puts the functions by which the prelude pays into a table, with what they are bounded by.
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

    /// A file begins or ends being loaded.
    pub(crate) fn load(&self, begins: bool) {
        let now = self.loading.get();
        self.loading.set(if begins {
            now.saturating_add(1)
        } else {
            now.saturating_sub(1)
        });
    }

    /// From here on there is a game to be reached, or is none.
    pub(crate) fn reaches(&self, it_does: bool) {
        self.reaches.set(it_does);
    }

    /// Whether the game can be reached: while a file is being loaded it cannot.
    #[inline]
    pub(crate) fn can_reach(&self) -> bool {
        self.reaches.get() && self.loading.get() == 0
    }
}

/// The error that unwinds a call which is over. What it says is never read.
#[cold]
pub(crate) fn over() -> mlua::Error {
    mlua::Error::RuntimeError("the call is over".to_owned())
}
