//! The variables of a piece of code: its parameters, its data, and the registers that they have.

use super::function::Function;
use super::script;
use crate::hir::{LocalKind, NodeId, NodeKind, children};
use cardable_engine::program::Reg;
use cardable_engine::value::Value;

impl Function<'_> {
    /// Works out the parameters that the code reads, once, at its start.
    pub(super) fn params(&mut self, used: &[NodeId]) {
        let mut wanted = vec![false; self.scope.action.locals.len()];
        for node in used {
            self.mark(*node, &mut wanted);
        }
        for (at, wanted) in wanted.into_iter().enumerate() {
            if let LocalKind::Param(given) = self.scope.action.locals[at].kind
                && wanted
            {
                let d = self.reg();
                self.value_into(given, d);
                self.registers[at] = Some(d);
            }
        }
    }

    fn mark(&self, node: NodeId, wanted: &mut [bool]) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            match &self.b.get(id).kind {
                NodeKind::Local(at) => {
                    if let Some(slot) = wanted.get_mut(*at as usize)
                        && !std::mem::replace(slot, true)
                        && let LocalKind::Param(given) = self.scope.action.locals[*at as usize].kind
                    {
                        // A parameter may be worked out from an earlier one.
                        stack.push(given);
                    }
                }
                NodeKind::Call(primitive, args) if crate::hir::is_script(primitive) => {
                    for at in script::script_locals(&self.b.hir, self.scope, id) {
                        if let LocalKind::Param(given) = self.scope.action.locals[at].kind
                            && !std::mem::replace(&mut wanted[at], true)
                        {
                            stack.push(given);
                        }
                    }
                    stack.extend(args);
                }
                kind => children(kind, &mut stack),
            }
        }
    }

    /// Gives the action's data their registers and first values.
    pub(super) fn locals(&mut self) {
        for at in 0..self.scope.action.locals.len() {
            if let LocalKind::Data(first) = self.scope.action.locals[at].kind {
                let d = self.reg();
                self.registers[at] = Some(d);
                if let Some(node) = first {
                    self.value_into(node, d);
                }
            }
        }
    }

    pub(super) fn local(&mut self, at: u16) -> Reg {
        match self.registers.get(at as usize).copied().flatten() {
            Some(r) => r,
            // A condition cannot read data of the action: it reads nothing.
            None => {
                let d = self.reg();
                self.constant(Value::Nothing, d);
                d
            }
        }
    }
}
