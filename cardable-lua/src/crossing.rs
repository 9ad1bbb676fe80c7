//! The way from a function that a script calls to the game: the crossings of the running call.

use crate::limits::{Meter, Over, over};
use crate::marshal::Carried;
use crate::reads_only::ReadsOnly;
use cardable_engine::script::{Crossed, ErrorKind, ScriptError, ScriptHost, ScriptStop};
use std::fmt;

/// The crossings of the call that runs on this thread.
struct Here<'a>(&'a mut dyn ScriptHost);

impl<'a, 'b> scoped_tls_hkt::ReborrowMut<'a> for Here<'b> {
    type Result = Here<'a>;

    fn reborrow_mut(&'a mut self) -> Here<'a> {
        Here(&mut *self.0)
    }
}

scoped_tls_hkt::scoped_thread_local!(static mut HERE: for<'a> Here<'a>);

/// Does something while functions of a machine can reach these crossings.
pub(crate) fn within<R>(meter: &Meter, table: &mut dyn ScriptHost, run: impl FnOnce() -> R) -> R {
    meter.reaches(true);
    let result = HERE.set(Here(table), run);
    meter.reaches(false);
    result
}

/// Crosses: hands the running call's crossings to a function. While it runs, nothing else on this
/// thread reaches them, so that a call inside it finds its own.
//
// Inlined, as is what crosses: small values that are handed on through memory are what makes it slow.
#[inline(always)]
pub(crate) fn cross<R>(
    meter: &Meter,
    run: impl FnOnce(&mut dyn ScriptHost) -> Result<R, Failure>,
) -> mlua::Result<R> {
    meter.step()?;
    if !meter.can_reach() {
        return Err(unreached());
    }
    let crossed = HERE.with(|here| {
        let mut reads_only;
        let here: &mut dyn ScriptHost = match meter.reading.get() {
            0 => here.0,
            _ => {
                reads_only = ReadsOnly {
                    here: here.0,
                    acting: &meter.acting,
                };
                &mut reads_only
            }
        };
        run(here)
    });
    crossed.map_err(|failure| failed(meter, failure))
}

#[cold]
#[inline(never)]
fn unreached() -> mlua::Error {
    raise(ScriptError::new(
        ErrorKind::OnlyReads,
        "the game cannot be reached while a file is being loaded: do this in a function",
    ))
}

#[cold]
#[inline(never)]
fn failed(meter: &Meter, failure: Failure) -> mlua::Error {
    match failure {
        Failure::Crossing(stop) => stopped(meter, *stop),
        Failure::Lua(error) => error,
    }
}

/// The same for what usually ends a call: the end is told by a value, which the prelude raises as an
/// error. That is much cheaper than an error of ours.
#[inline(always)]
pub(crate) fn cross_or_stop(
    meter: &Meter,
    run: impl FnOnce(&mut dyn ScriptHost) -> Result<Carried, Failure>,
) -> mlua::Result<Carried> {
    match cross(meter, |here| match run(here) {
        Err(Failure::Crossing(stop)) if *stop == ScriptStop::Stop => {
            meter.end(Over::Stopped);
            Ok(None)
        }
        other => other.map(Some),
    })? {
        Some(value) => Ok(value),
        None => Ok(Carried::Handle(STOPPED)),
    }
}

/// Stands for the end of the call. It is no handle.
pub(crate) const STOPPED: usize = 1;

/// Why something at the border did not work.
pub(crate) enum Failure {
    /// A crossing says so.
    Crossing(Box<ScriptStop>),
    /// The virtual machine says so.
    Lua(mlua::Error),
}

impl From<Box<ScriptStop>> for Failure {
    fn from(stop: Box<ScriptStop>) -> Failure {
        Failure::Crossing(stop)
    }
}

impl From<mlua::Error> for Failure {
    fn from(error: mlua::Error) -> Failure {
        Failure::Lua(error)
    }
}

#[cold]
fn stopped(meter: &Meter, stop: ScriptStop) -> mlua::Error {
    match stop {
        ScriptStop::Stop => {
            meter.end(Over::Stopped);
            over()
        }
        ScriptStop::Error(error) => raise(error),
    }
}

/// An error of a crossing on its way through the virtual machine.
#[derive(Debug)]
pub(crate) struct Raised(pub(crate) ScriptError);

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Raised {}

/// An error that a script may catch.
#[cold]
pub(crate) fn raise(error: ScriptError) -> mlua::Error {
    mlua::Error::external(Raised(error))
}

#[cold]
pub(crate) fn wrong<R>(message: impl Into<std::borrow::Cow<'static, str>>) -> Crossed<R> {
    Err(ScriptError::new(ErrorKind::Argument, message).into())
}
