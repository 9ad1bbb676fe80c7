//! Whether conditions hold.

use super::engine::Reader;
use crate::fault::Run;
use crate::program::Code;

impl Reader<'_> {
    /// Whether a condition holds.
    #[inline(always)]
    pub(crate) fn holds(&self, code: Code) -> Run<bool> {
        match self.decided(code) {
            Some(holds) => Ok(holds),
            None => self.holds_otherwise(code),
        }
    }

    /// Whether a condition holds, where what its rule reads lies ready.
    #[inline(always)]
    fn decided(&self, code: Code) -> Option<bool> {
        crate::vm::select::ready::rule_holds(self, code.rule?)
    }

    #[inline(never)]
    fn holds_otherwise(&self, code: Code) -> Run<bool> {
        // Where a rule faults, the code says where.
        if let Some(rule) = code.rule
            && let Ok(holds) = self.rule_holds(rule)
        {
            return Ok(holds);
        }
        self.eval_condition(code)
    }

    /// Whether a condition of a ruleset holds; in forgiving ones a condition that
    /// cannot be worked out does not.
    #[inline(always)]
    pub(crate) fn allows(&self, code: Code) -> Run<bool> {
        match self.decided(code) {
            Some(holds) => Ok(holds),
            None => self.forgiving(self.holds_otherwise(code)),
        }
    }
}
