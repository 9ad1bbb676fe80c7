//! What a call may use, and how it is stopped: ticks, memory, time.
//!
//! Once a call is over, every crossing and every interrupt errs, and nothing in a
//! script can catch that: the functions that catch (`pcall`, `xpcall`) ask here first.

use crate::reads_only::Acting;
use crate::rewrite::plain_name;
use crate::script::Code;
use cardable_core::script::{Frame, ScriptFault, ScriptFaultKind, ScriptLimits};
use mlua::{Lua, VmState};
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

/// How often the clock is looked at, in ticks: a mask.
const CLOCK: u32 = 7;

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
    over: Cell<Option<Over>>,
    grace: Cell<u32>,
    /// How many files are being loaded just now: they may not act.
    loading: Cell<u32>,
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
            over: Cell::new(None),
            grace: Cell::new(0),
            // Until a call begins, files are being loaded.
            loading: Cell::new(1),
            generation: Cell::new(0),
            reading: Cell::new(0),
            acting: Acting::of(&code.names),
            failure: RefCell::new(None),
            place: RefCell::new(Vec::new()),
            files: code.files.iter().map(|file| file.name.clone()).collect(),
        });
        let watch = Rc::clone(&meter);
        lua.set_interrupt(move |lua| watch.tick(lua));
        meter
    }

    /// Begins a call; `loads`: it loads its file first.
    pub(crate) fn begin(&self, limits: ScriptLimits, longest: Duration, generation: u32, loads: bool) {
        self.left.set(limits.ticks);
        self.given.set(limits.ticks);
        self.since.set(None);
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
            if left & CLOCK == 0 && self.used() > SHORT {
                self.look_at_the_clock(lua);
            }
        }
        self.go_on()?;
        Ok(VmState::Continue)
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
            file: file.into_owned(),
            line: at
                .current_line()
                .and_then(|line| line.try_into().ok())
                .unwrap_or(0),
            function: plain_name(&at.names().name.unwrap_or_default()).to_owned(),
        })
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

    /// Whether a file is being loaded.
    pub(crate) fn is_loading(&self) -> bool {
        self.loading.get() > 0
    }
}

/// The error that unwinds a call which is over. What it says is never read.
#[cold]
pub(crate) fn over() -> mlua::Error {
    mlua::Error::RuntimeError("the call is over".to_owned())
}
