//! Conditions that cannot be evaluated, in dialects that treat them as false. Their faults are kept for
//! authors.

use super::engine::{Engine, Reader};
use crate::fault::{Fault, FaultReport, Run};

/// Maximum number kept per run.
const MOST: usize = 32;

/// The result of a condition. In forgiving rulesets a fault becomes false, with a note for authors.
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
    #[inline]
    pub(crate) fn has_warnings(&mut self) -> bool {
        !self.temp.forgiven.get_mut().is_empty()
    }

    /// Takes the notes of this run out, as warnings.
    pub(crate) fn warnings(&mut self) -> Vec<FaultReport> {
        let forgiven = self.temp.forgiven.take().into_iter();
        let program = &self.table.program;
        forgiven.map(|fault| FaultReport::new(program, &fault)).collect()
    }
}
