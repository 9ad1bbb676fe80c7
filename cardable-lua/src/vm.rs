//! A virtual machine with the files of one ruleset, and its cache. Each thread keeps some machines, shared by
//! all games of a ruleset. A machine is dropped after a call that exceeded a limit.

use crate::crossing::Failure;
use crate::crossing::within;
use crate::environment::{self, Environment, Requires};
use crate::handles;
use crate::limits::{Meter, Over};
use crate::marshal::Carried;
use crate::runner::Runner;
use crate::script::Code;
use crate::values::{inward, outward};
use cardable_engine::script::{
    ErrorKind, Frame, ScriptEnd, ScriptFault, ScriptFaultKind, ScriptHost, ScriptLimits, ScriptStop,
};
use cardable_engine::value::Value;
use mlua::chunk::ChunkMode;
use mlua::state::{GcIncParams, GcMode};
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Variadic};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

thread_local! {
    /// Idle machines with the ids of their scripts, most recently used last.
    static IDLE: RefCell<Vec<(u64, Box<Vm>)>> = const { RefCell::new(Vec::new()) };
    /// The number of the last call on this thread.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Maximum number of idle machines per thread.
const KEPT: usize = 16;

/// Allocation between two steps of the garbage collector, in KiB.
const GC_STEP: i32 = 16;

pub(crate) struct Vm {
    lua: Lua,
    meter: Rc<Meter>,
    environment: Environment,
    runner: Runner,
    /// Main function of the first file.
    main: Function,
    /// The functions in the order of the ruleset.
    functions: Vec<Callable>,
    /// Memory in bytes before any call.
    base: usize,
    sound: bool,
}

/// A function that the ruleset names.
enum Callable {
    /// Stays loaded, because nothing can change its file.
    Loaded(Function),
    /// Looked up by name after loading the file anew in each call.
    Named(mlua::LuaString),
}

/// Calls a function on a machine of this thread.
pub(crate) fn call(
    code: &Arc<Code>,
    function: u16,
    args: &[Value],
    limits: ScriptLimits,
    table: &mut dyn ScriptHost,
) -> Result<Value, ScriptEnd> {
    let mut vm = match take(code) {
        Ok(vm) => vm,
        Err(error) => return Err(broken(&error)),
    };
    let result = vm.call(code, function, args, limits, table);
    if vm.sound {
        give_back(code.id, vm);
    }
    result
}

fn take(code: &Arc<Code>) -> mlua::Result<Box<Vm>> {
    let idle = IDLE.with_borrow_mut(|idle| {
        let at = idle.iter().rposition(|(id, _)| *id == code.id)?;
        Some(idle.remove(at).1)
    });
    match idle {
        Some(vm) => Ok(vm),
        None => Vm::new(code).map(Box::new),
    }
}

fn give_back(id: u64, vm: Box<Vm>) {
    let oldest = IDLE.with_borrow_mut(|idle| {
        idle.push((id, vm));
        (idle.len() > KEPT).then(|| idle.remove(0))
    });
    // Dropped here, because the cache is no longer borrowed.
    drop(oldest);
}

/// Memory in bytes of each idle machine of this thread.
pub(crate) fn idle() -> Vec<usize> {
    IDLE.with_borrow(|idle| idle.iter().map(|(_, vm)| vm.lua.used_memory()).collect())
}

#[cold]
fn broken(error: &mlua::Error) -> ScriptEnd {
    ScriptEnd::Fault(Box::new(
        ScriptFault {
            kind: ScriptFaultKind::Memory,
            message: format!("no virtual machine could be made: {error}"),
            traceback: Vec::new(),
        }
        .bounded(),
    ))
}

impl Vm {
    /// Creates a machine and loads the files.
    pub(crate) fn new(code: &Arc<Code>) -> mlua::Result<Vm> {
        // Libraries for the prelude. Scripts only see what it passes on.
        let libraries = StdLib::TABLE
            | StdLib::STRING
            | StdLib::MATH
            | StdLib::BIT
            | StdLib::UTF8
            | StdLib::DEBUG
            | StdLib::COROUTINE;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        // Collect garbage in few, large steps: each step reads the clock.
        lua.gc_set_mode(GcMode::Incremental(GcIncParams::default().step_size(GC_STEP)));
        // Nobody else writes these globals, so the prelude can use Luau's fast paths.
        lua.globals().set_safeenv(true);
        let meter = Meter::watching(&lua, code);
        let requires: Vec<Requires<'_>> = code
            .files
            .iter()
            .map(|file| Requires {
                file: &file.name,
                names: &file.requires,
            })
            .collect();
        let environment = environment::build(&lua, &meter, code, &requires)?;
        // The environment never changes, so scripts can resolve names once, at load time. Names that are
        // missing then (the acting seat) or fail (data: no game is accessible) are resolved at run time.
        environment.globals.set_safeenv(true);
        lua.set_globals(environment.globals.clone())?;
        let mut first = None;
        for (file, at) in code.files.iter().zip(0usize..) {
            let chunk = lua
                .load(file.code.as_slice())
                .set_name(format!("={}", file.name))
                .set_mode(ChunkMode::Binary);
            let main = chunk.into_function()?;
            environment.mains.raw_set(at, &main)?;
            first.get_or_insert(main);
        }
        let main = match first {
            Some(main) => main,
            None => lua.create_function(|_, ()| Ok(()))?,
        };
        let mut vm = Vm {
            base: 0,
            runner: Runner::new(&lua)?,
            lua,
            meter,
            environment,
            main,
            functions: Vec::new(),
            sound: true,
        };
        let offered = code.lasts.then(|| vm.load(code)).flatten();
        for function in &code.names.functions {
            let loaded: Option<Function> = match &offered {
                Some(offered) => offered.raw_get(function.function.as_str())?,
                None => None,
            };
            vm.functions.push(match loaded {
                Some(function) => Callable::Loaded(function),
                None => Callable::Named(vm.lua.create_string(&function.function)?),
            });
        }
        vm.lua.gc_collect()?;
        vm.base = vm.lua.used_memory();
        Ok(vm)
    }

    /// Loads the first file permanently. `None` if it fails or exceeds a limit.
    fn load(&mut self, code: &Code) -> Option<Table> {
        self.base = self.lua.used_memory();
        self.prepare(code.names.limits.at_most(code.caps), code.longest, true);
        let loaded: mlua::Result<Option<Table>> = self.environment.load.call(&self.main);
        match (self.meter.failure.take(), self.meter.over(), loaded) {
            (None, None, Ok(offered)) => offered,
            _ => None,
        }
    }

    /// The global names that scripts see.
    pub(crate) fn globals(&self) -> &Table {
        &self.environment.globals
    }

    fn prepare(&self, limits: ScriptLimits, longest: Duration, loads: bool) -> u32 {
        let most = self.base.saturating_add(limits.memory as usize);
        // Garbage of earlier calls must not count against this one.
        if self.lua.used_memory() > self.base.saturating_add(limits.memory as usize / 4) {
            let _ = self.lua.gc_collect();
        }
        self.meter.allow(&self.lua, most);
        let generation = CALLS.with(|calls| {
            calls.set(calls.get().wrapping_add(1));
            calls.get()
        });
        self.meter.begin(limits, longest, generation, loads);
        generation
    }

    fn call(
        &mut self,
        code: &Code,
        function: u16,
        args: &[Value],
        limits: ScriptLimits,
        table: &mut dyn ScriptHost,
    ) -> Result<Value, ScriptEnd> {
        let function = usize::from(function);
        let Some(callable) = self.functions.get(function) else {
            return Err(fault(
                ScriptFaultKind::Error,
                "there is no such function".to_owned(),
            ));
        };
        let reach = code.reach.get(function);
        let (leaves, bounded) = reach.map_or((true, false), |r| (r.leaves, r.bounded));
        let (function, loads) = match callable {
            Callable::Loaded(function) => (function, false),
            Callable::Named(_) => (&self.environment.start, true),
        };
        // Reset before preparing this call, so that what an earlier call left behind is garbage by then.
        let runner = match leaves.then(|| self.runner.cleared_for(function)).transpose() {
            Ok(runner) => runner,
            Err(error) => return Err(broken(&error)),
        };
        self.meter.watches(&self.lua, loads || !bounded);
        let generation = self.prepare(limits, code.longest, loads);
        let player = table.player().map_or(Value::Nothing, Value::Seat);
        let player = handles::handle(player, generation).map_or(Carried::Nothing, Carried::Handle);
        let mut given = Variadic::new();
        for value in args {
            match outward(&self.lua, *value, generation, table) {
                Ok(value) => given.push(value),
                Err(failure) => return Err(self.not_crossed(failure)),
            }
        }
        type Returned = mlua::Result<(bool, Carried)>;
        let environment = &self.environment;
        let returned: Returned = within(&self.meter, table, || match (callable, runner) {
            (Callable::Loaded(_), None) => environment.run.call((function, player, given)),
            (Callable::Loaded(_), Some(runner)) => environment.run_and_leave.call((runner, player, given)),
            (Callable::Named(name), None) => {
                environment.run.call((function, player, &self.main, name, given))
            }
            (Callable::Named(name), Some(runner)) => environment
                .run_and_leave
                .call((runner, player, &self.main, name, given)),
        });
        let failure = self.meter.failure.take();
        if let (None, Ok((true, value))) = (self.meter.over(), &returned) {
            let result = inward(value, generation, table);
            table.spend(self.meter.used()).map_err(|_| ScriptEnd::Stopped)?;
            return result.map_err(|stop| match *stop {
                ScriptStop::Stop => ScriptEnd::Stopped,
                ScriptStop::Error(error) => fault(
                    ScriptFaultKind::Result,
                    format!("what the function returned: {}", error.message),
                ),
            });
        }
        let spent = table.spend(self.meter.used());
        let over = match (self.meter.over(), &returned) {
            (None, Err(error)) if is_memory(error) => Some(Over::Memory),
            (None, Ok((false, _))) if failure.is_none() => Some(Over::Memory),
            (over, _) => over,
        };
        if let Some(over) = over {
            let Some((kind, message)) = over.fault() else {
                return Err(ScriptEnd::Stopped);
            };
            self.sound = false;
            return Err(fault_at(kind, message.to_owned(), self.meter.place()));
        }
        if spent.is_err() {
            return Err(ScriptEnd::Stopped);
        }
        match failure {
            Some(failure) => Err(ScriptEnd::Fault(Box::new(failure))),
            None => {
                self.sound = false;
                let message = returned.err().map_or_else(String::new, |e| e.to_string());
                Err(fault(ScriptFaultKind::Error, message))
            }
        }
    }

    fn not_crossed(&mut self, failure: Failure) -> ScriptEnd {
        match failure {
            Failure::Crossing(stop) => match *stop {
                ScriptStop::Stop => ScriptEnd::Stopped,
                ScriptStop::Error(error) => fault(
                    ScriptFaultKind::Crossing(ErrorKind::Argument),
                    error.message.into_owned(),
                ),
            },
            Failure::Lua(error) => {
                self.sound = false;
                broken(&error)
            }
        }
    }

    /// Runs the first file as a call would and lists the functions it offers: parameters, whether it is
    /// variadic, and its line.
    pub(crate) fn look(
        &mut self,
        limits: ScriptLimits,
        longest: Duration,
    ) -> Result<Vec<(String, crate::syntax::Shape, u32)>, ScriptFault> {
        self.prepare(limits, longest, true);
        let found: mlua::Result<Option<Table>> = self.environment.look.call(&self.main);
        let failure = self.meter.failure.take();
        let wrong = |kind, message: String| ScriptFault {
            kind,
            message,
            traceback: Vec::new(),
        };
        if let Some((kind, message)) = self.meter.over().and_then(Over::fault) {
            return Err(ScriptFault {
                traceback: self.meter.place(),
                ..wrong(kind, message.to_owned())
            });
        }
        match (found, failure) {
            (_, Some(failure)) => Err(failure),
            (Err(error), None) => Err(wrong(ScriptFaultKind::Error, error.to_string()).bounded()),
            (Ok(None), None) => Err(wrong(
                ScriptFaultKind::Memory,
                "the file takes too much memory".to_owned(),
            )),
            (Ok(Some(found)), None) => {
                let mut functions = Vec::new();
                for pair in found.pairs::<String, Table>() {
                    let Ok((name, about)) = pair else { continue };
                    let shape = crate::syntax::Shape {
                        params: about.raw_get(1).unwrap_or(0),
                        more: about.raw_get(2).unwrap_or(true),
                    };
                    functions.push((name, shape, about.raw_get(3).unwrap_or(0)));
                }
                functions.sort_by(|a, b| a.0.cmp(&b.0));
                Ok(functions)
            }
        }
    }
}

fn is_memory(error: &mlua::Error) -> bool {
    match error {
        mlua::Error::MemoryError(_) => true,
        mlua::Error::CallbackError { cause, .. } => is_memory(cause),
        mlua::Error::RuntimeError(text) => text.contains("not enough memory"),
        _ => false,
    }
}

#[cold]
fn fault(kind: ScriptFaultKind, message: String) -> ScriptEnd {
    fault_at(kind, message, Vec::new())
}

#[cold]
fn fault_at(kind: ScriptFaultKind, message: String, traceback: Vec<Frame>) -> ScriptEnd {
    ScriptEnd::Fault(Box::new(
        ScriptFault {
            kind,
            message,
            traceback,
        }
        .bounded(),
    ))
}
