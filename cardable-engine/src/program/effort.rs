//! Whether choices in a ruleset's games may take long.

use super::{Measure, Op, PickDef, Program, StateType};
use crate::ids::StateId;

impl Program {
    /// Whether a single choice may take long, as far as the rules bound that: see
    /// [`crate::ruleset::Ruleset::may_take_long`].
    pub fn may_take_long(&self) -> bool {
        let searches = || {
            let mut picks = self.actions.iter().filter_map(|action| action.pick.as_ref());
            picks.any(PickDef::is_searched)
        };
        self.code.script.is_some()
            || self.code.calls_custom
            || searches()
            || self.has_loops_in_loops()
            || self.may_go_round()
    }

    /// Whether a loop stands in another, so that their rounds multiply, or is a `while`.
    fn has_loops_in_loops(&self) -> bool {
        if self.code.ops.iter().any(|op| matches!(op, Op::Round { .. })) {
            return true;
        }
        let back = |(at, op): (usize, &Op)| match op {
            Op::Jump { to } if *to as usize <= at => Some((*to as usize, at)),
            Op::Find { measure, .. } => match self.conditions.measures.get(usize::from(*measure)) {
                Some(Measure::Items { .. }) => Some((at, at)),
                _ => None,
            },
            _ => None,
        };
        let mut loops: Vec<(usize, usize)> = self.code.ops.iter().enumerate().filter_map(back).collect();
        loops.sort_unstable_by_key(|(from, to)| (*from, std::cmp::Reverse(*to)));
        loops.windows(2).any(|pair| match pair {
            [(_, outer), (_, inner)] => inner <= outer,
            _ => false,
        })
    }

    /// Whether states may follow each other in a circle without a choice in between.
    fn may_go_round(&self) -> bool {
        let runs = |state: &StateId| {
            let def = self.state(*state);
            def.kind == StateType::Auto || !def.autos.is_empty()
        };
        if self.transitions.anywhere.iter().any(runs) {
            return true;
        }
        let ways = self
            .transitions
            .known
            .iter()
            .filter(|transition| !transition.by_seat);
        let ways: Vec<(StateId, StateId)> = ways.map(|transition| (transition.from, transition.to)).collect();
        // States that nothing leads to, taken away again and again, leave the circles.
        let mut left = ways;
        loop {
            let before = left.len();
            let led_to: Vec<StateId> = left.iter().map(|(_, to)| *to).collect();
            left.retain(|(from, _)| led_to.contains(from));
            if left.len() == before {
                return before > 0;
            }
        }
    }
}
