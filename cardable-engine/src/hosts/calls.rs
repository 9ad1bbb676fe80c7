//! What all calls of functions have: what is called, its limits, and what it reads of the game.

use super::check;
use super::errors::{error, no_datum, no_primitive};
use crate::fault::{FaultKind, Run, Trace};
use crate::ids::{CardId, Seat, StateId, ZoneId};
use crate::program::script::{Routine, ScriptDef, ScriptFunction, Site};
use crate::program::{Code, Program};
use crate::script::{
    Datum, ErrorKind, Frame, MOST_NESTED, ScriptEnd, ScriptError, ScriptFault, ScriptFaultKind, ScriptLimits,
    ScriptStop,
};
use crate::signature::{CallKind, Callee, Signature};
use crate::value::{Items, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::{Engine, Function, LinkedTable, Reader};
use crate::vm::{computed, typed};
use std::borrow::Cow;
use std::cell::Cell;

/// How many ticks of a script one unit of fuel pays.
pub(crate) const TICKS_OF_FUEL: u32 = 8;

/// What a call costs, however little it does.
pub(crate) const CALL: u32 = 20;

/// The most lines of a trace, and bytes of a line.
pub(crate) const MOST_LINES: usize = 200;
pub(crate) const LONGEST_LINE: usize = 500;

/// The most items of a list that a script makes.
pub(crate) const LONGEST_LIST: usize = u16::MAX as usize;

/// What a place where a function is called says about the call.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub(super) def: &'a ScriptDef,
    pub(super) site: &'a Site,
    pub(super) function: &'a ScriptFunction,
}

/// The place of a call, by its number.
pub(crate) fn called(program: &Program, site: u16) -> Run<Called<'_>> {
    let found = program.code.script.as_ref().and_then(|def| {
        let site = def.sites.get(usize::from(site))?;
        let function = def.functions.get(usize::from(site.function))?;
        Some(Called { def, site, function })
    });
    found.ok_or_else(|| FaultKind::Primitive("there is no such function").into())
}

/// Takes a line into the trace of this run.
pub(super) fn trace(reader: &Reader<'_>, line: &str) {
    let mut trace = reader.temp.trace.borrow_mut();
    if trace.len() < MOST_LINES {
        let mut end = LONGEST_LINE.min(line.len());
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        trace.push(line.get(..end).unwrap_or_default().into());
    }
}

/// What scripts printed in this run, with what a script said in which it ended, and which
/// conditions could not be worked out.
#[inline]
pub(crate) fn traced(engine: &mut Engine<'_>, done: &Run<()>) -> Option<Box<Trace>> {
    let program = &engine.table.program;
    if program.code.script.is_none() && !program.semantics.forgiving {
        return None;
    }
    engine.temp.nested.set(0);
    if let Err(fault) = done
        && let FaultKind::Script { fault, .. } = &fault.kind
    {
        trace(&engine.reader(), &fault.message);
    }
    let trace = Trace {
        printed: engine.temp.trace.take(),
        warnings: engine.warnings(),
    };
    (!trace.printed.is_empty() || !trace.warnings.is_empty()).then(|| Box::new(trace))
}

/// One more call inside others: how many there were, to be set again when it is over.
pub(crate) fn deeper(nested: &Cell<u8>) -> Run<u8> {
    let before = nested.get();
    if before >= MOST_NESTED {
        return Err(FaultKind::TooMany {
            what: "calls of scripts inside each other",
            limit: MOST_NESTED.into(),
        }
        .into());
    }
    nested.set(before + 1);
    Ok(before)
}

/// What a call may use, with so much fuel left.
pub(crate) fn limits(def: &ScriptDef, fuel: u32) -> ScriptLimits {
    ScriptLimits {
        ticks: def.limits.ticks.min(fuel.saturating_mul(TICKS_OF_FUEL)),
        memory: def.limits.memory,
    }
}

pub(crate) fn fuel_of(ticks: u32) -> u32 {
    ticks / TICKS_OF_FUEL + 1
}

/// The fault of a call that ended in none of the ways that the core asked for. `said` is the
/// last error that the core told the script.
#[cold]
pub(crate) fn fault(called: Called<'_>, end: ScriptEnd, said: Option<ScriptError>) -> FaultKind {
    match end {
        ScriptEnd::Fault(fault) => {
            let said = said.filter(|said| fault.kind == ScriptFaultKind::Crossing(said.kind));
            FaultKind::Script {
                fault: Box::new(fault.bounded()),
                said: said.map(|said| said.message.into()),
            }
        }
        ScriptEnd::Stopped => own_fault(called, ScriptFaultKind::Error, "the call was given up".into()),
    }
}

/// A fault that the core itself finds in a call.
#[cold]
pub(crate) fn own_fault(called: Called<'_>, kind: ScriptFaultKind, message: Cow<'static, str>) -> FaultKind {
    let frame = Frame {
        file: None,
        line: None,
        function: Some(called.function.name.to_string()),
    };
    FaultKind::Script {
        fault: Box::new(ScriptFault {
            kind,
            message: message.to_string(),
            traceback: vec![frame],
        }),
        said: Some(message.into()),
    }
}

/// The fault of a call whose arguments do not fit.
#[cold]
pub(crate) fn bad_arguments(called: Called<'_>, error: ScriptError) -> Box<crate::fault::Fault> {
    own_fault(called, ScriptFaultKind::Crossing(error.kind), error.message).into()
}

/// The result of a call, when it fits the function's declaration.
pub(crate) fn checked_result(reader: &Reader<'_>, called: Called<'_>, value: Value) -> Run<Value> {
    check::result(reader, called.function, value)
        .map_err(|error| own_fault(called, ScriptFaultKind::Result, error.message).into())
}

// --- what both sides share

pub(crate) fn function(def: &ScriptDef, at: u16) -> Result<&ScriptFunction, Box<ScriptStop>> {
    let unknown = || ScriptError::new(ErrorKind::Unknown, "there is no such function").into();
    def.functions.get(usize::from(at)).ok_or_else(unknown)
}

pub(crate) fn zone_name<'a>(r: &Reader<'a>, zone: ZoneId) -> Option<(&'a str, Option<Seat>)> {
    if zone.index() >= r.table.zones {
        return None;
    }
    let name = r.program().str(r.table.zone_def(zone).name);
    Some((name, r.table.traits[zone.index()].owner))
}

pub(crate) fn shared_zone(r: &Reader<'_>, at: u16) -> Option<ZoneId> {
    let there = usize::from(at) < r.program().zones.shared.len();
    there.then(|| r.table.shared_zone(at))
}

pub(crate) fn seat_zone(r: &Reader<'_>, seat: Seat, at: u16) -> Option<ZoneId> {
    let there = usize::from(at) < r.program().zones.seat.len() && seat.index() < r.table.seats;
    there.then(|| r.table.seat_zone(seat, at))
}

pub(crate) fn read(
    r: &Reader<'_>,
    site: &Site,
    registers: &[Value],
    at: Datum,
) -> Result<Value, ScriptError> {
    let found = match at {
        Datum::Action(name) => {
            let local = site.locals.iter().find(|(known, _, _)| *known == name);
            local.and_then(|(_, register, _)| registers.get(usize::from(*register)))
        }
        Datum::Setting(at) => r.table.settings.get(usize::from(at)),
        Datum::Global(at) if computed(&r.program().data.globals, at) => {
            return computed::shared_value(r, at).map_err(|fault| error(&fault.kind));
        }
        Datum::Seat(seat, at) if computed(&r.program().data.seat, at) && seat.index() < r.table.seats => {
            return computed::seat_value(r, seat, at).map_err(|fault| error(&fault.kind));
        }
        at => slot(r, at).and_then(|slot| r.world.values.get(slot)),
    };
    found.copied().ok_or_else(no_datum)
}

pub(crate) fn computed(data: &[crate::program::DataDef], at: u16) -> bool {
    data.get(usize::from(at))
        .is_some_and(|def| def.computed.is_some())
}

/// Where the World keeps an item of data.
pub(crate) fn slot(r: &Reader<'_>, at: Datum) -> Option<usize> {
    let program = r.program();
    match at {
        Datum::Global(at) => (usize::from(at) < program.data.globals.len()).then_some(at.into()),
        Datum::State(at) => {
            let state = program.state(r.world.scene.state);
            (usize::from(at) < state.data.len()).then(|| r.table.state_data + usize::from(at))
        }
        Datum::Seat(seat, at) => {
            let there = usize::from(at) < program.data.seat.len() && seat.index() < r.table.seats;
            there.then(|| r.table.seat_data_at(seat, at))
        }
        Datum::Card(card, at) => {
            let there = usize::from(at) < program.data.card.len() && card.index() < r.table.cards;
            there.then(|| r.table.card_data_at(card, at))
        }
        Datum::Setting(_) | Datum::Action(_) => None,
    }
}

pub(crate) fn attribute(r: &Reader<'_>, card: CardId, at: u16) -> Result<Value, ScriptError> {
    if card.index() >= r.table.cards || usize::from(at) >= r.program().cards.attributes.len() {
        return Err(no_datum());
    }
    Ok(r.attribute(card, at))
}

pub(crate) fn items(r: &Reader<'_>, of: Value) -> Result<Items, ScriptError> {
    if !typed::exists(r, of) {
        return Err(no_datum());
    }
    let items = match of {
        Value::Zone(zone) => {
            let cards = r.world.zone_cards(r.table, zone).iter();
            cards.map(|card| Value::Card(CardId(*card))).collect()
        }
        other => r.items(other).map_err(|fault| error(&fault.kind))?,
    };
    look_at(r, items.len()).map_err(|fault| error(&fault.kind))?;
    Ok(items)
}

pub(crate) fn count(r: &Reader<'_>, of: Value) -> Result<usize, ScriptError> {
    match of {
        Value::Zone(zone) if typed::exists(r, of) => Ok(r.world.zone_len(r.table, zone)),
        other => Ok(items(r, other)?.len()),
    }
}

pub(crate) fn new_list(r: &Reader<'_>, items: &[Value]) -> Result<Value, ScriptError> {
    if items.len() > LONGEST_LIST {
        let message = format!("a list has at most {LONGEST_LIST} items");
        return Err(ScriptError::new(ErrorKind::TooMany, message));
    }
    if !items.iter().all(|item| typed::exists(r, *item)) {
        return Err(no_datum());
    }
    look_at(r, items.len()).map_err(|fault| error(&fault.kind))?;
    r.list(items.to_vec()).map_err(|fault| error(&fault.kind))
}

/// A primitive that a script can call.
#[derive(Clone, Copy)]
pub(crate) struct Callable<'a> {
    pub(crate) signature: &'a Callee,
    pub(crate) function: &'a Function,
}

impl std::ops::Deref for Callable<'_> {
    type Target = Signature;

    fn deref(&self) -> &Signature {
        self.signature
    }
}

/// The defined action or value that a primitive stands for.
pub(crate) fn routine<'a>(
    def: &'a ScriptDef,
    primitive: Callable<'_>,
) -> Result<&'a Routine, Box<ScriptStop>> {
    let wanted = &raw const **primitive.signature;
    let mut routines = def.routines.iter();
    let found = routines.find(|routine| std::ptr::eq(&raw const *routine.primitive, wanted));
    found.ok_or_else(no_primitive)
}

/// The code for the running state among those of a defined action or value.
pub(crate) fn code_here(codes: &[(StateId, Code)], state: StateId) -> Option<Code> {
    let here = codes.iter().find(|(of, _)| *of == state);
    here.map(|(_, code)| *code)
}

/// The error of a call in a state in which it means nothing.
#[cold]
pub(crate) fn not_in_this_state(primitive: &Signature) -> ScriptError {
    let what = match primitive.kind {
        CallKind::Script { acts: false } => "has no value",
        _ => "cannot be done",
    };
    let message = format!("`{}` {what} in this state", primitive.name);
    ScriptError::new(ErrorKind::Unknown, message)
}

/// The primitive of a number that the script knows it by.
pub(crate) fn callable<'a>(
    table: &'a LinkedTable,
    def: &'a ScriptDef,
    at: u16,
) -> Result<Callable<'a>, Box<ScriptStop>> {
    let signature = def.primitives.get(usize::from(at));
    let function = table.functions.script.get(usize::from(at));
    match (signature, function) {
        (Some(signature), Some(function)) => Ok(Callable { signature, function }),
        _ => Err(no_primitive()),
    }
}
