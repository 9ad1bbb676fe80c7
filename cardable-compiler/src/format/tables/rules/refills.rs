//! Zones that fill up again when a player asks for it.

use super::TablesReader;
use super::actions::{Pick, in_phrase};
use super::{actions, moves};
use crate::expr::Bindings;
use cardable_engine::ids::StateId;
use cardable_engine::program::{PickFrom, PickOnly, PickWhat, ZoneName};
use cardable_engine::value::Kind;

impl TablesReader<'_> {
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
            let names = Bindings::at(span);
            let names = if own {
                let names = names.with("zone", self.zone_node(zone.place, span));
                if !moves::always_usable(self, zone.place) {
                    let reason = moves::control_reason(self, &zone);
                    action.require(self.b, &names, "controls(zone)", reason);
                }
                action.require(self.b, &names, "can_refill(zone)", why);
                names
            } else {
                let ZoneName::Seat(place) = zone.place else {
                    continue;
                };
                let mut pick = Pick::new(PickWhat::Zone, vec![PickFrom::EveryonesZone(place)], &why);
                pick.only = PickOnly::All;
                let scope = actions::candidates(&action, Kind::Zone);
                pick.legal.push(names.value(self.b, &scope, "can_refill($zone)"));
                names.with("zone", actions::picking(self, &mut action, pick))
            };
            action.perform(self.b, &names, "replenish(zone)");
            self.add(action);
        }
    }
}
