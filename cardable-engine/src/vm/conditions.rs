//! Evaluates conditions.

use super::engine::Reader;
use crate::fault::Run;
use crate::program::Code;
use crate::vm::select::truth;
use crate::vm::{evaluate, forgiven};

impl Reader<'_> {
    #[inline(always)]
    pub(crate) fn holds(&self, code: Code) -> Run<bool> {
        match decided(self, code) {
            Some(holds) => Ok(holds),
            None => holds_otherwise(self, code),
        }
    }
}

/// The result of a condition whose inputs need no evaluation.
#[inline(always)]
fn decided(reader: &Reader<'_>, code: Code) -> Option<bool> {
    crate::vm::select::flow::rule_holds(reader, code.rule?)
}

#[inline(never)]
fn holds_otherwise(reader: &Reader<'_>, code: Code) -> Run<bool> {
    // Where a rule faults, the code says where.
    if let Some(rule) = code.rule
        && let Ok(holds) = truth::rule_holds(reader, rule)
    {
        return Ok(holds);
    }
    evaluate::eval_condition(reader, code)
}

/// Evaluates a condition of a ruleset. In forgiving rulesets a condition that cannot be evaluated is false.
#[inline(always)]
pub(crate) fn allows(reader: &Reader<'_>, code: Code) -> Run<bool> {
    match decided(reader, code) {
        Some(holds) => Ok(holds),
        None => forgiven::forgiving(reader, holds_otherwise(reader, code)),
    }
}
