//! States that are left as soon as they are entered, so that nobody is ever asked in them.

use super::Builder;
use super::node::NodeKind;
use super::stmt::Stmt;
use crate::diag::Code as Problem;
use cardable_engine::ids::StateId;
use cardable_engine::primitives::Ends;
use cardable_engine::program::{Code, StateType};

impl Builder {
    /// Notes whether a body leaves its state whatever holds.
    pub(super) fn note_leaving(&mut self, code: Code, steps: &[Stmt]) {
        if self.leaves(steps) {
            self.leaving.insert(code.start);
        }
    }

    fn leaves(&self, steps: &[Stmt]) -> bool {
        steps.iter().any(|step| match step {
            Stmt::Transition { who, .. } => who.is_none(),
            Stmt::Pop { .. } => true,
            Stmt::Do(node) => match &self.get(*node).kind {
                NodeKind::Call(primitive, _) => primitive.properties.ends == Ends::Game,
                _ => false,
            },
            Stmt::If { then, otherwise, .. } => self.leaves(then) && self.leaves(otherwise),
            Stmt::Set { .. } | Stmt::While { .. } | Stmt::EachSeat { .. } | Stmt::EachItem { .. } => false,
        })
    }

    /// Warns of a state with actions of seats that an automatic action leaves on entry whatever holds.
    pub(super) fn check_leaving(&mut self, state: StateId) {
        let def = &self.states[state.index()];
        // While an automatic action asks, others may act.
        let unsure = [&self.unsure_states, &self.asking_states];
        if def.kind == StateType::Auto
            || def.actions.is_empty()
            || unsure.iter().any(|states| states.contains(&state))
        {
            return;
        }
        let leaves = |id: &&cardable_engine::ids::ActionId| {
            let auto = &self.actions[id.index()];
            auto.on.entry && auto.condition.is_none() && self.leaving.contains(&auto.body.start)
        };
        let Some(auto) = def.autos.iter().find(leaves) else {
            return;
        };
        let auto = self.strings.get(self.actions[auto.index()].name).to_owned();
        let name = self.strings.get(def.name).to_owned();
        let (what, help) = match self.in_phases {
            true => (
                "phase",
                "let an action end the game, or a phase of its own that is `automatic`".to_owned(),
            ),
            false => (
                "state",
                format!(
                    "give `{auto}` a condition, or write `\"on\": \"action\"` for it to wait for an action"
                ),
            ),
        };
        self.warn(
            Problem::NeverOffered,
            self.state_spans[state.index()],
            format!(
                "`{auto}` leaves {what} `{name}` as soon as it is entered: nobody is ever offered its actions"
            ),
            help,
        );
    }
}
