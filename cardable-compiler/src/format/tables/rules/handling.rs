//! Turning cards over and putting them in order.

use super::TablesReader;
use super::actions::{Pick, in_phrase};
use super::moves::{Here, name_of};
use super::zones::Zone;
use super::{actions, moves};
use crate::expr::Bindings;
use crate::text::source::Span;
use cardable_engine::program::{Order, PickFrom, PickOnly, PickWhat, Who};
use cardable_engine::value::{Kind, Type};

impl TablesReader<'_> {
    /// The zones that may be used and are such, as picks take them.
    fn where_cards(&self, here: Here, are: impl Fn(&Zone<'_>) -> bool) -> Option<(Span, Vec<PickFrom>)> {
        let mut zones = moves::usable(self, here.by, false);
        zones.retain(|zone| are(zone));
        Some((zones.first()?.span, moves::from(self, &zones)))
    }

    /// Turning cards over, where everybody sees the same of them.
    pub(super) fn flip(&mut self, here: Here) {
        let Some((span, from)) = self.where_cards(here, |zone| zone.flips) else {
            return;
        };
        let label = "Turn over";
        let mut action = self.action(here.state, &name_of(label, here.by), label, span);
        action.by = here.by;
        action.phrase = Some("{player} turns over {cards}".to_owned());
        let why = "only cards of zones that you may use, where cards may be turned over, and the next one of each pile";
        let mut pick = Pick::new(PickWhat::Card, from, why);
        pick.max = u16::MAX;
        let picked = actions::picking(self, &mut action, pick);
        action.perform(
            self.b,
            &Bindings::at(span).with("picked", picked),
            "flip_card(picked)",
        );
        self.add(action);
    }

    /// Putting a card elsewhere in a zone whose order is up to the players.
    pub(super) fn rearrange(&mut self, here: Here) {
        let any = |zone: &Zone<'_>| self.def(zone.place).order == Order::Any;
        let Some((span, from)) = self.where_cards(here, any) else {
            return;
        };
        let label = "Rearrange";
        let mut action = self.action(here.state, &name_of(label, here.by), label, span);
        action.by = here.by;
        action.phrase = Some("{player} rearranges {to}".to_owned());
        let why = "only cards of zones that you may use, whose order is up to you, and that hold several";
        let mut pick = Pick::new(PickWhat::Card, from, why);
        pick.only = PickOnly::All;
        let scope = actions::candidates(&action, Kind::Card);
        for legal in ["$card != nothing", "count_cards($zone) > 1"] {
            pick.legal.push(Bindings::at(span).value(self.b, &scope, legal));
        }
        let names = Bindings::at(span).with("picked", actions::picking(self, &mut action, pick));
        action.declare("place", Type::NUMBER);
        moves::if_still(
            self,
            &mut action,
            &names,
            "prompt_number($action.place, 1, count_cards(zone_of(picked)), 'To which place?')",
            "$action.place <= count_cards(zone_of(picked))",
            "move_to_place(picked, $action.place)",
        );
        self.add(action);
    }

    /// Putting all cards of a zone in the order of their decks.
    pub(super) fn sort(&mut self, here: Here) {
        for at in 0..self.zones.len() {
            let zone = self.zones[at].clone();
            let def = self.def(zone.place);
            // Where somebody cannot see all faces, their order would tell something of them.
            let open = def.rules().all(|rule| matches!(rule.who, Who::ALL | Who::OWNER));
            let own = moves::always_usable(self, zone.place) && moves::only_owners(self, zone.place);
            if def.order != Order::Any || !open || !own || zone.apart || def.count.max > 1 {
                continue;
            }
            let span = zone.span;
            let label = format!("Sort your {}", zone.label);
            let mut action = self.action(here.state, &name_of(&label, here.by), &label, span);
            action.phrase = Some(format!(
                "{{player}} sorts {{their|your}} {}",
                in_phrase(&zone.label)
            ));
            let names = Bindings::at(span).with("zone", self.zone_node(zone.place, span));
            let why = format!("{} holds fewer than two cards", zone.label);
            action.require(self.b, &names, "count_cards(zone) > 1", why);
            action.perform(self.b, &names, "sort(zone, 'order')");
            self.add(action);
        }
    }
}
