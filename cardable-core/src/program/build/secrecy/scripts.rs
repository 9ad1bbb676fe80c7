//! What functions of the script may read, as far as their texts tell.

use super::super::Builder;
use super::super::lower::children;
use super::super::node::{NodeId, NodeKind};
use super::super::script::is_script;
use super::Hiding;
use crate::primitives::Reads;
use crate::source::Span;

impl Builder {
    /// Keeps the calls of functions in a value that shows in what follows: what they may
    /// read is known when the script is compiled.
    pub(super) fn keep_calls(&mut self, node: NodeId, span: Span) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.nodes[id.0 as usize].kind;
            if matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive))
                && !self.revealing_calls.contains(&(id, span))
            {
                self.revealing_calls.push((id, span));
            }
            children(kind, &mut stack);
        }
    }

    /// Marks the functions of a script that a value is worked out by: what they
    /// read is known only when they run, so they see no more than the seat does.
    pub(super) fn guard_scripts(&mut self, node: NodeId) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.nodes[id.0 as usize].kind;
            if matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive)) {
                self.guarded_calls.insert(id.0);
            }
            children(kind, &mut stack);
        }
    }

    /// Notes where functions may read what is hidden from somebody. A function that
    /// sees no more than the seat (it is guarded) shows nothing.
    pub(in crate::program::build) fn note_revealing_calls(&mut self, script: &dyn crate::script::Script) {
        for (call, span) in std::mem::take(&mut self.revealing_calls) {
            let NodeKind::Call(primitive, _) = self.get(call).kind else {
                continue;
            };
            let mut functions = self.functions_of_script.iter();
            let at = functions.position(|f| std::ptr::eq(f.primitive, primitive));
            let Some(at) = at.filter(|_| !self.guarded_calls.contains(&call.0)) else {
                continue;
            };
            if let Some(secret) = self.secret_in_script(|name| script.may_name(at as u16, name)) {
                self.reveals(span, secret);
            }
        }
    }

    /// What is hidden from somebody that a function of the script may read, by the names in it.
    fn secret_in_script(&self, names: impl Fn(&str) -> bool) -> Option<String> {
        let of_states = self.states.iter().flat_map(|state| &state.data);
        let data = self.globals.iter().chain(&self.seat_data).chain(of_states);
        for def in data.filter(|def| names(self.strings.get(def.name))) {
            if let Hiding::Hidden(secret) = self.hidden_data(def, false) {
                return Some(secret);
            }
        }
        let attribute = self.attributes.iter().any(|a| names(self.strings.get(a.name)));
        let reads = || {
            let mut all = crate::primitives::all();
            all.any(|primitive| primitive.reads != Reads::Open && names(primitive.name))
        };
        (attribute || reads()).then(|| "faces, by a function of the script".to_owned())
    }
}
