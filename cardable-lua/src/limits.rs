//! What a call may use, and how it is stopped: ticks, memory, time.
//!
//! Once a call is over, every crossing and every interrupt errs, and nothing in a
//! script can catch that: the functions that catch (`pcall`, `xpcall`) ask here first.

use cardable_core::script::{ScriptFault, ScriptFaultKind, ScriptLimits};
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
    /// What the last error was.
    pub(crate) failure: RefCell<Option<ScriptFault>>,
}

impl Meter {
    /// A meter that watches over a machine.
    pub(crate) fn watching(lua: &Lua) -> Rc<Meter> {
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
            failure: RefCell::new(None),
        });
        let watch = Rc::clone(&meter);
        lua.set_interrupt(move |_| watch.tick());
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
        self.failure.take();
    }

    #[inline]
    fn tick(&self) -> mlua::Result<VmState> {
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
            self.end(Over::Ticks);
        } else {
            self.left.set(left - 1);
            if left & CLOCK == 0 && self.used() > SHORT {
                self.look_at_the_clock();
            }
        }
        self.go_on()?;
        Ok(VmState::Continue)
    }

    fn look_at_the_clock(&self) {
        let now = Instant::now();
        match self.since.get() {
            None => self.since.set(Some(now)),
            Some(since) if now.duration_since(since) > self.longest.get() => self.end(Over::Time),
            Some(_) => {}
        }
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
