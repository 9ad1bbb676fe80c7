//! Turning cards over and putting them in order.

use super::Reader;
use super::actions::{Pick, in_phrase};
use super::moves::{Here, name_of};
use super::zones::Zone;
use super::{actions, moves};
use crate::hir::{LocalKind, NodeKind, Stmt};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::program::{Order, PickFrom, PickOnly, PickWhat, Who};
use cardable_engine::value::{Kind, Type, Value};

impl Reader<'_> {
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
        action.steps = self.step(&mut action.scope.clone(), builtin!(flip_card), vec![picked], span);
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
        let card = actions::candidate(self, &scope, "$card", span);
        let zone = actions::candidate(self, &scope, "$zone", span);
        let nothing = self.b.constant(Value::Nothing, span);
        pick.legal.push(self.compare(Form::NotEqual, card, nothing, span));
        let count = self.call(&scope, builtin!(count_cards), vec![zone], span);
        pick.legal.push(self.above(count, 1, span));
        let picked = actions::picking(self, &mut action, pick);
        let zone = self.call(&action.scope, builtin!(zone_of), vec![picked], span);
        let most = self.call(&action.scope, builtin!(count_cards), vec![zone], span);
        let least = self.number(1, span);
        let question = self.b.text("To which place?", span);
        let asked = self.call(
            &action.scope,
            builtin!(prompt_number),
            vec![least, most, question],
            span,
        );
        let local = action
            .scope
            .action
            .add("place", Type::NUMBER, LocalKind::Data(None));
        let place = self.b.node(NodeKind::Local(local), Type::NUMBER, span);
        let asking = vec![Stmt::Set {
            place,
            value: asked,
            span,
        }];
        let there = self.compare(Form::LessEqual, place, most, span);
        let put = self.step(
            &mut action.scope.clone(),
            builtin!(move_to_place),
            vec![picked, place],
            span,
        );
        action.steps = moves::if_still(self, &mut action, picked, asking, vec![there], put);
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
            let node = self.zone_node(zone.place, span);
            let count = self.call(&action.scope, builtin!(count_cards), vec![node], span);
            let several = self.above(count, 1, span);
            let why = format!("{} holds fewer than two cards", zone.label);
            action.conditions.push((several, why));
            let order = self.b.text("order", span);
            action.steps = self.step(&mut action.scope.clone(), builtin!(sort), vec![node, order], span);
            self.add(action);
        }
    }
}
