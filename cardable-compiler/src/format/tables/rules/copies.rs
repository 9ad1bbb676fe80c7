//! Copies of zones that players open and close.

use super::Reader;
use super::actions::{Pick, one_in_phrase};
use super::moves::{Here, name_of};
use super::zones::Zone;
use super::{actions, moves};
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::program::{PickOnly, PickWhat, ZoneName};
use cardable_engine::value::Kind;

/// The player zone that cards are taken up into.
const HAND: &str = "hand";

impl Reader<'_> {
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
            let node = self.zone_node(zone.place, span);
            if !moves::always_usable(self, zone.place) {
                let may = self.call(&action.scope, builtin!(controls), vec![node], span);
                let why = moves::control_reason(self, &zone);
                action.conditions.push((may, why));
            }
            let can = self.call(&action.scope, builtin!(can_open_zone), vec![node], span);
            let why = format!("there may be {} of {} at most", count.max, zone.label);
            action.conditions.push((can, why));
            action.steps = self.step(&mut action.scope.clone(), builtin!(open_zone), vec![node], span);
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
            let candidate = actions::candidate(self, &scope, "$zone", span);
            pick.legal
                .push(self.call(&scope, builtin!(can_close_zone), vec![candidate], span));
            let picked = actions::picking(self, &mut action, pick);
            action.steps = self.step(
                &mut action.scope.clone(),
                builtin!(close_zone),
                vec![picked],
                span,
            );
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
        let candidate = actions::candidate(self, &scope, "$zone", span);
        let cards = self.call(&scope, builtin!(count_cards), vec![candidate], span);
        let some = self.above(cards, 0, span);
        let open = self.call(&scope, builtin!(open_zones), vec![candidate], span);
        let open = self.call(&scope, builtin!(list_count), vec![open], span);
        let spare = self.above(open, i64::from(least), span);
        let to = self.zone_node(hand, span);
        let room = self.call(&scope, builtin!(room_in), vec![to], span);
        let room = self.compare(Form::GreaterEqual, room, cards, span);
        pick.legal.extend([some, spare, room]);
        let picked = actions::picking(self, &mut action, pick);
        action.steps = self.step(
            &mut action.scope.clone(),
            builtin!(close_zone),
            vec![picked, to],
            span,
        );
        self.add(action);
    }
}
