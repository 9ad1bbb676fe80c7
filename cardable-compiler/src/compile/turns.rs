//! Whether turns that last until they are ended are ended anywhere, and whether play goes on when
//! every seat has acted.

use super::Builder;
use super::node::{NodeId, NodeKind};
use super::scope::Scope;
use super::stmt::Stmt;
use crate::diag::Code as Problem;
use cardable_engine::ids::StateId;
use cardable_engine::primitives::Ends;
use cardable_engine::program::{Actors, StateType, TurnLength};

/// What the steps of states do about turns.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// States whose steps end turns.
    ended_in: Vec<StateId>,
    /// Whether steps that stand in no state do.
    anywhere: bool,
    /// States with an action that leads on whatever holds.
    led_on: Vec<StateId>,
    /// States that are left only when turns have ended.
    pub(crate) awaited: Vec<StateId>,
}

impl Builder {
    /// Notes whether steps end turns, and whether they lead on.
    pub(super) fn note_turns(&mut self, scope: &Scope, steps: &[Stmt]) {
        let ends = steps.iter().any(|step| self.ends_turns(step));
        self.turns.anywhere |= ends && scope.state.is_none();
        let Some(state) = scope.state else { return };
        if ends {
            self.turns.ended_in.push(state);
        }
        let leads_on = |step: &Stmt| match step {
            Stmt::Transition { .. } | Stmt::Pop { .. } => true,
            Stmt::Do(node) | Stmt::Set { value: node, .. } => self.may_end(*node, Ends::Game),
            Stmt::If { .. } | Stmt::While { .. } | Stmt::EachSeat { .. } | Stmt::EachItem { .. } => false,
        };
        if steps.iter().any(leads_on) {
            self.turns.led_on.push(state);
        }
    }

    /// Whether a call ends something; a function of the script may.
    fn may_end(&self, node: NodeId, what: Ends) -> bool {
        matches!(&self.get(node).kind, NodeKind::Call(primitive, _)
            if primitive.properties.ends == what || super::script::is_script(primitive))
    }

    fn ends_turns(&self, step: &Stmt) -> bool {
        let any = |steps: &[Stmt]| steps.iter().any(|step| self.ends_turns(step));
        match step {
            Stmt::Do(node) | Stmt::Set { value: node, .. } => self.may_end(*node, Ends::Turn),
            Stmt::If { then, otherwise, .. } => any(then) || any(otherwise),
            Stmt::While { body, .. } | Stmt::EachSeat { body, .. } | Stmt::EachItem { body, .. } => any(body),
            Stmt::Transition { .. } | Stmt::Pop { .. } => false,
        }
    }

    /// Warns of turns that nothing ends, and of states in which everybody acts once and nothing
    /// happens then.
    pub(super) fn check_turns(&mut self, state: StateId) {
        let at = state.index();
        let unsure = [
            &self.unsure_states,
            &self.leads_anywhere,
            &self.function_states,
            &self.compound_states,
            &self.pops,
        ];
        if self.endless || self.seats.1 < 2 || unsure.iter().any(|states| states.contains(&state)) {
            return;
        }
        let def = &self.states[at];
        let name = self.strings.get(def.name).to_owned();
        let (kind, turn, span) = (def.kind, def.turn, self.state_spans[at]);
        let of_state = |kind: &[cardable_engine::ids::ActionId]| -> Vec<usize> {
            kind.iter().map(|id| id.index()).collect()
        };
        let (actions, autos) = (of_state(&def.actions), of_state(&def.autos));
        let votes = !def.votes.is_empty();
        if actions.is_empty() {
            return;
        }
        let leads = self
            .leads
            .iter()
            .any(|lead| lead.from == state && lead.to != state);
        let held = !leads || self.turns.awaited.contains(&state);
        let ended = self.turns.anywhere
            || self.turns.ended_in.contains(&state)
            || actions.iter().any(|action| self.actions[*action].ends_turn);
        let takes_turns = matches!(kind, StateType::RoundRobin | StateType::Concurrent);
        if takes_turns && turn == TurnLength::UntilEndTurn && held && !ended {
            let (what, help) = match self.in_phases {
                true => (
                    "phase",
                    "write `end_turn()` in the effect of an action, or give an `autoEndTurnCondition`",
                ),
                false => (
                    "state",
                    "end it by `end_turn()` or by `\"ends_turn\": true` in an action, or take `\"turn\"` out",
                ),
            };
            let so = match kind {
                StateType::RoundRobin => "only one seat ever acts there",
                _ => "no seat is ever done there",
            };
            self.warn(
                Problem::TurnNeverEnds,
                span,
                format!("nothing ends a turn in {what} `{name}`: {so}"),
                help.to_owned(),
            );
        }
        let once = kind == StateType::Concurrent && turn == TurnLength::OneAction;
        let others = |action: &usize| self.actions[*action].by != Actors::OnTurn;
        if once
            && autos.is_empty()
            && !votes
            && !actions.iter().any(others)
            && !self.turns.led_on.contains(&state)
            && self.can_be_left(state)
        {
            self.warn(
                Problem::DeadEnd,
                span,
                format!("when every seat has acted in state `{name}`, nothing leads on for sure"),
                "give it an `auto` action with the condition `active_players() == 0` and a `state_transition` or `end_game`"
                    .to_owned(),
            );
        }
    }
}
