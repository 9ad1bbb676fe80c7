//! Conditions that cannot be worked out, where a dialect takes them for false: what they failed at
//! is kept for authors.

use super::engine::{Engine, Reader};
use crate::fault::{Fault, FaultReport, Run};

/// How many of them a run keeps.
const MOST: usize = 32;

/// What a condition comes to: one that cannot be worked out is false in forgiving rulesets,
/// with a note for authors.
#[inline(always)]
pub(crate) fn forgiving(reader: &Reader<'_>, condition: Run<bool>) -> Run<bool> {
    match condition {
        Ok(holds) => Ok(holds),
        Err(fault) => forgive(reader, fault),
    }
}

#[cold]
#[inline(never)]
fn forgive(reader: &Reader<'_>, fault: Box<Fault>) -> Run<bool> {
    if !reader.program().semantics.forgiving {
        return Err(fault);
    }
    let mut forgiven = reader.temp.forgiven.borrow_mut();
    // Listing asks the same condition for every seat and candidate.
    let known = forgiven.iter().any(|other| other.pc == fault.pc);
    if !known && forgiven.len() < MOST {
        forgiven.push(*fault);
    }
    Ok(false)
}

impl Engine<'_> {
    /// Whether anything was kept of this run.
    #[inline]
    pub(crate) fn has_warnings(&mut self) -> bool {
        !self.temp.forgiven.get_mut().is_empty()
    }

    /// Takes out what was kept of this run.
    pub(crate) fn warnings(&mut self) -> Vec<FaultReport> {
        let forgiven = self.temp.forgiven.take().into_iter();
        let program = &self.table.program;
        forgiven.map(|fault| FaultReport::new(program, &fault)).collect()
    }
}
