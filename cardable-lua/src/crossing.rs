//! Gives functions called by a script access to the game: the `ScriptHost` of the running call.

use crate::limits::{Meter, Over, over};
use crate::marshal::Carried;
use crate::reads_only::{ONLY_PRINTED, ReadsOnly};
use cardable_engine::script::{Crossed, ErrorKind, ScriptError, ScriptHost, ScriptStop};
use std::fmt;

/// The `ScriptHost` of the call running on this thread.
struct Here<'a>(&'a mut dyn ScriptHost);

impl<'a, 'b> scoped_tls_hkt::ReborrowMut<'a> for Here<'b> {
    type Result = Here<'a>;

    fn reborrow_mut(&'a mut self) -> Here<'a> {
        Here(&mut *self.0)
    }
}

scoped_tls_hkt::scoped_thread_local!(static mut HERE: for<'a> Here<'a>);

/// Makes this `ScriptHost` available to the machine's functions while `run` executes.
pub(crate) fn within<R>(meter: &Meter, table: &mut dyn ScriptHost, run: impl FnOnce() -> R) -> R {
    meter.reaches(true);
    let result = HERE.set(Here(table), run);
    meter.reaches(false);
    result
}

/// Passes the running call's `ScriptHost` to `run`. The host is borrowed meanwhile, so a nested call sets its
/// own.
//
// Inlined together with its callees, because passing small values through memory is what makes it slow.
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
            depth => {
                reads_only = ReadsOnly {
                    here: here.0,
                    refused: &meter.refused,
                    only_printed: depth >= ONLY_PRINTED,
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

/// Like [`cross`], for functions that usually end the call. They return [`STOPPED`], which the prelude raises
/// as an error. That is much cheaper than creating an error here.
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

/// Marks the end of the call. It is not a valid handle.
pub(crate) const STOPPED: usize = 1;

/// Why an access to the game failed.
pub(crate) enum Failure {
    /// The host refused it.
    Crossing(Box<ScriptStop>),
    /// The virtual machine failed.
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

/// Carries a script error through the virtual machine.
#[derive(Debug)]
pub(crate) struct Raised(pub(crate) ScriptError);

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Raised {}

/// Creates an error that scripts can catch.
#[cold]
pub(crate) fn raise(error: ScriptError) -> mlua::Error {
    mlua::Error::external(Raised(error))
}

#[cold]
pub(crate) fn wrong<R>(message: impl Into<std::borrow::Cow<'static, str>>) -> Crossed<R> {
    Err(ScriptError::new(ErrorKind::Argument, message).into())
}
