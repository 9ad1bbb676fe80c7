//! Copies of zones that players open and close.

use super::TablesReader;
use super::actions::{Pick, one_in_phrase};
use super::moves::{Here, name_of};
use super::zones::Zone;
use super::{actions, moves};
use crate::expr::Bindings;
use cardable_engine::program::{PickOnly, PickWhat, ZoneName};
use cardable_engine::value::Kind;

/// The player zone that cards are taken up into.
const HAND: &str = "hand";

impl TablesReader<'_> {
    /// Opening and closing copies of zones.
    pub(super) fn copies(&mut self, here: Here) {
        for at in 0..self.zones.len() {
            let zone = self.zones[at].clone();
            let def = self.def(zone.place);
            let count = def.count;
            if count.min == count.max || moves::nobody_uses(self, zone.place) || zone.apart {
                continue;
            }
            let span = zone.span;
            let label = format!("Open a {}", zone.label);
            let mut action = self.action(here.state, &name_of(&label, here.by), &label, span);
            action.phrase = Some(format!("{{player}} opens {}", one_in_phrase(&zone.label)));
            let names = Bindings::at(span).with("zone", self.zone_node(zone.place, span));
            if !moves::always_usable(self, zone.place) {
                let why = moves::control_reason(self, &zone);
                action.require(self.b, &names, "controls(zone)", why);
            }
            let why = format!("there may be {} of {} at most", count.max, zone.label);
            action.require(self.b, &names, "can_open_zone(zone)", why);
            action.perform(self.b, &names, "open_zone(zone)");
            self.add(action);

            let label = format!("Close a {}", zone.label);
            let mut action = self.action(here.state, &name_of(&label, here.by), &label, span);
            action.phrase = Some(format!("{{player}} closes {}", one_in_phrase(&zone.label)));
            let from = moves::from(self, std::slice::from_ref(&zone));
            let why = format!(
                "only an empty {} that you may use, and {} must stay open",
                zone.label, count.min
            );
            let mut pick = Pick::new(PickWhat::Zone, from, &why);
            pick.only = PickOnly::All;
            let scope = actions::candidates(&action, Kind::Zone);
            pick.legal
                .push(names.value(self.b, &scope, "can_close_zone($zone)"));
            let names = names.with("picked", actions::picking(self, &mut action, pick));
            action.perform(self.b, &names, "close_zone(picked)");
            self.add(action);
            self.take_up(here, &zone);
        }
    }

    /// Taking all cards of a copy into the hand, which closes it. Where a copy must keep some, its
    /// last cards could not be taken otherwise.
    fn take_up(&mut self, here: Here, zone: &Zone<'_>) {
        let (def, span) = (self.def(zone.place), zone.span);
        let (least, decks) = (def.count.min, def.decks.clone());
        let Some(hand) = self.b.hir.seat_zone_named(HAND).filter(|_| def.size.min > 0) else {
            return;
        };
        let hand = ZoneName::Seat(hand);
        let takes = self.def(hand);
        let fits = takes.decks.is_empty() || decks.iter().all(|deck| takes.decks.contains(deck));
        if takes.count.max > 1 || !fits {
            return;
        }
        let label = format!("Take up a {}", zone.label);
        let mut action = self.action(here.state, &name_of(&label, here.by), &label, span);
        action.phrase = Some("{player} takes up {cards} from {from}".to_owned());
        let from = moves::from(self, std::slice::from_ref(zone));
        let why = format!(
            "only a {} with cards that you may use and have room for, and {least} must stay open",
            zone.label
        );
        let mut pick = Pick::new(PickWhat::Zone, from, &why);
        pick.only = PickOnly::All;
        let scope = actions::candidates(&action, Kind::Zone);
        let names = Bindings::at(span).with("hand", self.zone_node(hand, span));
        let spare = format!("list_count(open_zones($zone)) > {least}");
        for legal in [
            "count_cards($zone) > 0",
            &spare,
            "room_in(hand) >= count_cards($zone)",
        ] {
            pick.legal.push(names.value(self.b, &scope, legal));
        }
        let names = names.with("picked", actions::picking(self, &mut action, pick));
        action.perform(self.b, &names, "close_zone(picked, hand)");
        self.add(action);
    }
}
