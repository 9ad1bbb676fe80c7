//! The questions of a ruleset: the places in its rules at which seats are asked something.

use crate::program::{Op, Program};

/// The instructions that ask, in their order.
#[derive(Clone, Debug)]
pub(super) struct Questions(Box<[u32]>);

impl Questions {
    pub(super) fn of(program: &Program) -> Questions {
        let asks = |pc: &u32| {
            let op = program.code.ops.get(*pc as usize);
            matches!(op, Some(Op::Ask { .. } | Op::AskAll { .. } | Op::Script { .. }))
        };
        Questions(program.code.suspensions.places().filter(asks).collect())
    }

    pub(super) fn sites(&self) -> &[u32] {
        &self.0
    }

    /// The number of the question at an instruction.
    pub(super) fn number(&self, pc: u32) -> Option<usize> {
        self.0.binary_search(&pc).ok()
    }
}

/// What a question is called: its number and its place in the rules.
pub(super) fn name(program: &Program, at: usize, pc: u32) -> String {
    match program.code.place(pc as usize) {
        Some(place) if !place.path.is_empty() => format!("question {}, {}", at + 1, place.path),
        _ => format!("question {}", at + 1),
    }
}
