//! Adding what rulesets declare: zones, states and actions.

use super::Builder;
use crate::text::source::Span;
use cardable_engine::ids::{ActionId, StateId};
use cardable_engine::program::{ActionDef, ActionKind, StateDef, ZoneDef, ZoneName};

impl Builder {
    /// Adds a zone: one that every seat has, or a shared one.
    pub(crate) fn add_zone(&mut self, def: ZoneDef, of_seat: bool) -> ZoneName {
        let (list, place): (_, fn(u16) -> ZoneName) = match of_seat {
            true => (&mut self.hir.zones.seat, ZoneName::Seat),
            false => (&mut self.hir.zones.shared, ZoneName::Shared),
        };
        list.push(def);
        let name = place((list.len() - 1) as u16);
        self.hir.zones.declared.push(name);
        name
    }

    /// Adds a state, which is written there.
    pub(crate) fn add_state(&mut self, def: StateDef, span: Span) -> StateId {
        let id = StateId(self.hir.states.len() as u16);
        self.hir.places.names.entry(def.name).or_insert(id);
        self.hir.states.push(def);
        self.hir.places.spans.push(span);
        id
    }

    /// Adds an action behind those that its state has.
    pub(crate) fn add_action(&mut self, def: ActionDef) -> ActionId {
        let id = ActionId(self.hir.actions.len() as u16);
        if let Some(state) = self.hir.states.get_mut(def.state.index()) {
            match def.kind {
                ActionKind::Auto => state.autos.push(id),
                ActionKind::VoteButton => {
                    state.actions.push(id);
                    state.votes.push(id);
                }
                ActionKind::Button | ActionKind::HandPick | ActionKind::WorldPick => state.actions.push(id),
            }
        }
        self.hir.actions.push(def);
        id
    }
}
