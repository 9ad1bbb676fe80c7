//! Zones that fill up again when a player asks for it.

use super::Reader;
use super::actions::{Pick, in_phrase};
use super::{actions, moves};
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::program::{PickFrom, PickOnly, PickWhat, ZoneName};
use cardable_engine::value::Kind;

impl Reader<'_> {
    /// Filling zones up on demand.
    pub(super) fn refills(&mut self, state: StateId) {
        for at in 0..self.zones.len() {
            let zone = self.zones[at].clone();
            let def = self.def(zone.place);
            let asks = def.replenish.as_ref().is_some_and(|rule| rule.when.on_input);
            if !asks || moves::nobody_uses(self, zone.place) {
                continue;
            }
            let span = zone.span;
            let own = matches!(zone.place, ZoneName::Shared(_)) || moves::only_owners(self, zone.place);
            let label = match zone.place {
                ZoneName::Seat(_) if own => format!("Refill your {}", zone.label),
                ZoneName::Shared(_) | ZoneName::Seat(_) => format!("Refill {}", zone.label),
            };
            let mut action = self.action(state, &label.to_lowercase(), &label, span);
            let whose = if label.starts_with("Refill your") {
                "{their|your}"
            } else {
                "the"
            };
            action.phrase = Some(format!("{{player}} refills {whose} {}", in_phrase(&zone.label)));
            let why = format!("{} is full, or there is nothing to refill it with", zone.label);
            let target = if own {
                let node = self.zone_node(zone.place, span);
                let may = self.call(&action.scope, builtin!(controls), vec![node], span);
                let reason = moves::control_reason(self, &zone);
                if !moves::always_usable(self, zone.place) {
                    action.conditions.push((may, reason));
                }
                let can = self.call(&action.scope, builtin!(can_refill), vec![node], span);
                action.conditions.push((can, why));
                node
            } else {
                let ZoneName::Seat(place) = zone.place else {
                    continue;
                };
                let mut pick = Pick::new(PickWhat::Zone, vec![PickFrom::EveryonesZone(place)], &why);
                pick.only = PickOnly::All;
                let scope = actions::candidates(&action, Kind::Zone);
                let candidate = actions::candidate(self, &scope, "$zone", span);
                let can = self.call(&scope, builtin!(can_refill), vec![candidate], span);
                pick.legal.push(can);
                actions::picking(self, &mut action, pick)
            };
            action.steps = self.step(&mut action.scope.clone(), builtin!(replenish), vec![target], span);
            self.add(action);
        }
    }
}
