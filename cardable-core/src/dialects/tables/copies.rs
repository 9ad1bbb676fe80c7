//! Copies of zones that players open and close.

use super::Reader;
use super::actions::Pick;
use super::moves::{Here, name_of};
use crate::program::{PickOnly, PickWhat};
use crate::value::Kind;

impl Reader<'_> {
    /// Opening and closing copies of zones.
    pub(super) fn copies(&mut self, here: Here) {
        for at in 0..self.zones.len() {
            let zone = self.zones[at].clone();
            let def = self.def(zone.place);
            let count = def.count;
            if count.min == count.max || self.nobody_uses(zone.place) || zone.apart {
                continue;
            }
            let span = zone.span;
            let label = format!("Open a {}", zone.label);
            let mut action = self.action(here.state, &name_of(&label, here.by), &label, span);
            let node = self.zone_node(zone.place, span);
            if !self.always_usable(zone.place) {
                let may = self.call(&action.scope, "controls", vec![node], span);
                let why = self.control_reason(&zone);
                action.conditions.push((may, why));
            }
            let can = self.call(&action.scope, "can_open_zone", vec![node], span);
            let why = format!("there may be {} of {} at most", count.max, zone.label);
            action.conditions.push((can, why));
            action.steps = self.step(&mut action.scope.clone(), "open_zone", vec![node], span);
            self.add(action);

            let label = format!("Close a {}", zone.label);
            let mut action = self.action(here.state, &name_of(&label, here.by), &label, span);
            let from = self.from(std::slice::from_ref(&zone));
            let why = format!(
                "only an empty {} that you may use, and {} must stay open",
                zone.label, count.min
            );
            let mut pick = Pick::new(PickWhat::Zone, from, &why);
            pick.only = PickOnly::All;
            let scope = self.candidates(&action, Kind::Zone);
            let candidate = self.candidate(&scope, "$zone", span);
            pick.legal
                .push(self.call(&scope, "can_close_zone", vec![candidate], span));
            let picked = self.picking(&mut action, pick);
            action.steps = self.step(&mut action.scope.clone(), "close_zone", vec![picked], span);
            self.add(action);
        }
    }
}
