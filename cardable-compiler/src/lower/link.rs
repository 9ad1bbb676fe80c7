//! Puts the code into the declarations, where the numbers of its pieces stood until then.

use crate::hir::Hir;
use cardable_engine::program::script::Routine;
use cardable_engine::program::{
    ActionDef, Code, DataDef, Legal, Message, PickDef, PickFrom, Players, StateDef, Template, TemplateTest,
    Text, Valid, Visibility, Who, ZoneDef,
};

/// The code of each piece, by its number.
pub(super) struct Link<'c>(pub(super) &'c [Code]);

impl Link<'_> {
    pub(super) fn declarations(&self, hir: &mut Hir) {
        for def in hir.globals.iter_mut().chain(&mut hir.seat_data) {
            self.data(def);
        }
        for def in hir.zones.shared.iter_mut().chain(&mut hir.zones.seat) {
            self.zone(def);
        }
        hir.states.iter_mut().for_each(|def| self.state(def));
        hir.actions.iter_mut().for_each(|def| self.action(def));
        hir.tree.answers.iter_mut().for_each(|pick| self.pick(pick));
        for data in &mut hir.cards.data {
            self.data(&mut data.def);
        }
        for reaction in &mut hir.reactions.defs.all {
            self.codes(&mut reaction.condition);
            self.code(&mut reaction.body);
        }
        self.codes(&mut hir.reactions.defs.choose_next);
        for ability in &mut hir.reactions.defs.abilities {
            self.codes(ability.codes.iter_mut().map(|(_, code)| code));
        }
        hir.templates.all.iter_mut().for_each(|def| self.template(def));
    }

    pub(super) fn routine(&self, routine: &mut Routine) {
        let codes = routine.codes.iter_mut().chain(&mut routine.seen);
        self.codes(codes.map(|(_, code)| code));
    }

    fn code(&self, code: &mut Code) {
        if let Some(made) = self.0.get(code.start as usize) {
            *code = *made;
        }
    }

    fn codes<'c>(&self, codes: impl IntoIterator<Item = &'c mut Code>) {
        codes.into_iter().for_each(|code| self.code(code));
    }

    fn data(&self, def: &mut DataDef) {
        self.codes(def.code.iter_mut().chain(&mut def.computed));
    }

    fn zone(&self, def: &mut ZoneDef) {
        self.visibility(&mut def.visible);
        // They are written as a map, of which the order says nothing.
        def.visible_in.sort_by_key(|(state, _)| *state);
        for (_, rule) in &mut def.visible_in {
            self.visibility(rule);
        }
        self.who(&mut def.control);
        def.control_in.sort_by_key(|(state, _)| *state);
        for (_, who) in &mut def.control_in {
            self.who(who);
        }
        for mark in def.designations.iter_mut().flat_map(|set| &mut set.values) {
            if let Some(rule) = &mut mark.visible {
                self.visibility(rule);
            }
            if let Some(who) = &mut mark.control {
                self.who(who);
            }
        }
    }

    fn visibility(&self, rule: &mut Visibility) {
        self.who(&mut rule.who);
    }

    fn who(&self, who: &mut Who) {
        if let Who::When(code) = who {
            self.code(code);
        }
    }

    fn state(&self, def: &mut StateDef) {
        def.data.iter_mut().for_each(|item| self.data(item));
        match &mut def.players {
            Some(Players::When(code) | Players::Named(code)) => self.code(code),
            Some(Players::Roles(_)) | None => {}
        }
        self.codes(&mut def.starter);
        let tests = def.onward.iter_mut().flat_map(|onward| &mut onward.transitions);
        self.codes(tests.filter_map(|test| test.condition.as_mut()));
    }

    fn action(&self, def: &mut ActionDef) {
        self.codes(&mut def.condition);
        self.code(&mut def.body);
        if let Some(text) = &mut def.condition_message {
            self.text(text);
        }
        def.title.iter_mut().for_each(|title| self.text(title));
        for part in &mut def.condition_parts {
            self.code(&mut part.code);
            part.message.iter_mut().for_each(|text| self.text(text));
        }
        if let Some(pick) = &mut def.pick {
            self.pick(pick);
        }
        if let Some(Message { text, .. }) = &mut def.message {
            self.text(text);
        }
    }

    fn pick(&self, def: &mut PickDef) {
        self.codes(def.count.iter_mut().chain(&mut def.least).chain(&mut def.most));
        for from in &mut def.from {
            if let PickFrom::Code(code) = from {
                self.code(code);
            }
        }
        if let Some(Legal { code, .. }) = &mut def.legal {
            self.code(code);
        }
        if let Some(Valid { code, parts, .. }) = &mut def.valid {
            self.code(code);
            self.codes(parts);
        }
        for text in def.legal_message.iter_mut().chain(&mut def.valid_message) {
            self.text(text);
        }
    }

    fn text(&self, text: &mut Text) {
        self.codes(&mut text.tokens);
    }

    fn template(&self, def: &mut Template) {
        for TemplateTest { code, message, .. } in def.query.iter_mut().chain(&mut def.tests) {
            self.code(code);
            if let Some(text) = message {
                self.text(text);
            }
        }
    }
}
