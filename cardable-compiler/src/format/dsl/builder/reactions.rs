//! Data of cards, triggers and abilities.

use super::{RulesetBuilder, StateDraft, here, place_in};
use crate::format::dsl::cards::{CardSetSpec, CardSpec};
use crate::format::dsl::command::Command;
use crate::format::dsl::content::{Content, DataDraft};
use crate::format::dsl::handles::{CardData, Deck, ItemPlace, SharedZone, State};
use crate::format::dsl::kind::Stored;
use crate::format::dsl::lower::Lower;
use crate::format::dsl::reactions::{Happens, Trigger};
use crate::format::dsl::value::Val;
use crate::format::order;
use crate::hir::build::{abilities, card_data, reactions};
use crate::hir::{LocalKind, Scope};
use crate::secrecy::steps;
use crate::text::diag::Code as Problem;
use cardable_engine::ids::{CardTypeId, StateId};
use cardable_engine::limits::MOST_CARD_DATA;
use cardable_engine::program::{
    CardDataDef, Carried, Code, DataDef, DataVisible, Keep, Occasion, ReactionDef, TypeSet, Watched, ZoneName,
};
use cardable_engine::value::Type;

impl RulesetBuilder {
    /// Declares an item of data that every card has and everybody may read, with what it is at first.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let damage = rules.card_data("damage", 0);
    /// rules.label(damage, "damage");
    /// let hit = damage.raise(tapped_card(), 1);
    /// # rules.state("play", StateSpec::in_turn());
    /// # let _ = hit;
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[track_caller]
    pub fn card_data<K: Stored>(&mut self, name: impl Into<String>, value: impl Into<Val<K>>) -> CardData<K> {
        let draft = DataDraft::new(name.into(), Content::from(value), DataVisible::All, here());
        CardData::new(place_in(&mut self.card_data, (draft, Keep::Zone)))
    }

    /// Declares an item of data of every card that whoever sees the card's face may read.
    #[track_caller]
    pub fn face_data<K: Stored>(&mut self, name: impl Into<String>, value: impl Into<Val<K>>) -> CardData<K> {
        let draft = DataDraft::new(name.into(), Content::from(value), DataVisible::Owner, here());
        CardData::new(place_in(&mut self.card_data, (draft, Keep::Zone)))
    }

    /// Declares an item of data of every card that nobody may read.
    #[track_caller]
    pub fn hidden_card_data<K: Stored>(
        &mut self,
        name: impl Into<String>,
        value: impl Into<Val<K>>,
    ) -> CardData<K> {
        let draft = DataDraft::new(name.into(), Content::from(value), DataVisible::None, here());
        CardData::new(place_in(&mut self.card_data, (draft, Keep::Zone)))
    }

    /// Says how long an item of cards keeps its value; without this, while the card lies in its zone.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let age = rules.hidden_card_data("age", 0);
    /// rules.keep(age, Keep::Game);
    /// # rules.state("play", StateSpec::in_turn());
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    pub fn keep<K: Stored>(&mut self, of: CardData<K>, keep: Keep) {
        if let Some((_, kept)) = self.card_data.get_mut(usize::from(of.at)) {
            *kept = keep;
        }
    }

    /// Lays the cards of a deck into a zone before the game, as [`ZoneSpec::begins_with`](crate::dsl::ZoneSpec::begins_with)
    /// does: for a zone that is declared before its cards, because their abilities or triggers name it.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let stock = rules.zone("stock", ZoneSpec::face_down());
    /// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    /// let scout = CardSpec::new("Scout").ability("play", draw(stock, hand.mine(), 2));
    /// let cards = rules.card_set(CardSetSpec::new("Scouts").cards([scout]));
    /// let deck = rules.deck("scouts", cards, 20);
    /// rules.lay_out(deck, stock);
    /// # rules.state("play", StateSpec::in_turn());
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    pub fn lay_out(&mut self, deck: Deck, zone: SharedZone) {
        if let Some((_, spec, _)) = self.shared.get_mut(usize::from(zone.0)) {
            spec.decks.push(deck);
        }
    }

    /// Lets the rules do something whenever something happens, in every state.
    pub fn trigger(&mut self, trigger: Trigger) {
        self.triggers.push(trigger);
    }

    /// Lets seats choose which of their cards' triggers comes first when several wait, which is what the question asks.
    /// Otherwise the older comes first.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// rules.owners_order_triggers("Which happens first?");
    /// # rules.state("play", StateSpec::in_turn());
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[track_caller]
    pub fn owners_order_triggers(&mut self, question: impl Into<String>) {
        self.trigger_question = Some((question.into(), here()));
    }

    /// A trigger of one state.
    pub fn trigger_in(&mut self, state: State, trigger: Trigger) {
        if let Some(state) = self.states.get_mut(usize::from(state.0)) {
            state.triggers.push(trigger);
        }
    }
}

/// Whether anything has triggers.
fn has_triggers(rules: &RulesetBuilder) -> bool {
    let cards = |set: &CardSetSpec| {
        let mut all = set.each_suit.iter().chain(&set.cards);
        all.any(|card| !card.triggers.is_empty())
    };
    !rules.triggers.is_empty()
        || rules.states.iter().any(|state| !state.triggers.is_empty())
        || rules.sets.iter().any(cards)
}

/// A card, and the types that are of it: one for each suit.
type Carriers<'r> = (&'r CardSpec, Vec<CardTypeId>);

/// The cards of a ruleset, in the order of its card types.
fn carriers(sets: &[CardSetSpec]) -> Vec<Carriers<'_>> {
    let mut all: Vec<Carriers<'_>> = Vec::new();
    let mut next = 0u16;
    let mut one = || {
        next += 1;
        CardTypeId(next - 1)
    };
    for set in sets {
        let first = all.len();
        all.extend(set.each_suit.iter().map(|card| (card, Vec::new())));
        for _ in &set.suits {
            all[first..].iter_mut().for_each(|(_, types)| types.push(one()));
        }
        all.extend(set.cards.iter().map(|card| (card, vec![one()])));
    }
    all
}

impl Lower<'_> {
    /// Says which cards have which abilities, and whether there are triggers: commands may ask.
    pub(super) fn declare_reactions(&mut self, rules: &RulesetBuilder) {
        self.b.hir.reactions.has_triggers = has_triggers(rules) || self.imports.have_triggers();
        for (card, types) in carriers(&rules.sets) {
            for (at, (name, command)) in card.abilities.iter().enumerate() {
                if card.abilities.iter().take(at).any(|(other, _)| other == name) {
                    let span = self.span(command.at);
                    let message = format!("`{}` has two abilities `{name}`", card.name);
                    let help = "give it one command that does both";
                    self.b.error(Problem::DuplicateName, span, message, help);
                    continue;
                }
                for ty in &types {
                    abilities::give(self.b, *ty, name);
                }
            }
        }
    }

    pub(super) fn card_data(&mut self, rules: &RulesetBuilder) {
        for (at, (draft, keep)) in rules.card_data.iter().enumerate() {
            let span = self.span(draft.at.0);
            if at == MOST_CARD_DATA {
                let message = format!("cards have at most {MOST_CARD_DATA} items of data");
                let help = "keep what belongs to zones or seats in their data";
                self.b.error(Problem::TooComplex, span, message, help);
            }
            card_data::is_free(self.b, &draft.name, span, "give the item another name");
            // Who imagines the table takes an item of a card for what it is at first: it needs no domain.
            let open = DataDraft {
                visible: DataVisible::All,
                ..draft.clone()
            };
            let def = DataDef {
                visible: draft.visible,
                ..self.item(&open)
            };
            let data = CardDataDef { def, keep: *keep };
            let help = "let it be `Keep::Followed`, or declare it by `face_data`";
            card_data::declare(self.b, data, span, help);
        }
    }

    pub(super) fn triggers_of_state(&mut self, id: StateId, state: &StateDraft) {
        for trigger in &state.triggers {
            self.trigger(trigger, Some(id), None);
        }
    }

    /// The triggers of the rules, then what cards carry.
    pub(super) fn reactions(&mut self, rules: &RulesetBuilder) {
        for trigger in &rules.triggers {
            self.trigger(trigger, None, None);
        }
        for (card, types) in carriers(&rules.sets) {
            for (name, command) in &card.abilities {
                self.ability(name, command, &types);
            }
            for trigger in &card.triggers {
                self.trigger(trigger, None, Some(&types));
            }
        }
        if let Some((question, at)) = &rules.trigger_question {
            let span = self.span(at.0);
            order::owners_choose(self.b, question, span);
        }
        for ability in &mut self.b.hir.reactions.defs.abilities {
            ability.codes.sort_unstable_by_key(|(ty, _)| *ty);
        }
    }

    fn ability(&mut self, name: &str, command: &Command, types: &[CardTypeId]) {
        let mut scope = Scope {
            player: true,
            ..Scope::outside()
        };
        let card = LocalKind::Given(ReactionDef::CARRIER);
        scope.action.add("$card", Type::CARD, card);
        let code = self.body(&mut scope, command);
        let id = self.b.intern(name);
        let mut abilities = self.b.hir.reactions.defs.abilities.iter_mut();
        if let Some(ability) = abilities.find(|ability| ability.name == id) {
            ability.codes.extend(types.iter().map(|ty| (*ty, code)));
        }
    }

    fn body(&mut self, scope: &mut Scope, command: &Command) -> Code {
        let steps = self.commands(scope, std::slice::from_ref(command));
        self.b.body_code(scope, steps)
    }

    fn trigger(&mut self, trigger: &Trigger, state: Option<StateId>, by: Option<&[CardTypeId]>) {
        self.named("trigger", &trigger.name, super::DeclaredAt(trigger.command.at));
        let mut scope = Scope {
            state,
            player: true,
            ..Scope::outside()
        };
        if by.is_some() {
            let card = LocalKind::Given(ReactionDef::CARRIER);
            scope.action.add("$card", Type::CARD, card);
        }
        let Some(occasion) = self.occasion(trigger) else {
            return;
        };
        reactions::know(&self.b.hir, &mut scope, &occasion);
        let condition = trigger.test.as_ref().map(|test| self.test(&mut scope, test));
        if let Some(condition) = condition {
            steps::note_revealing(self.b, &scope, condition);
        }
        let condition = condition.map(|condition| self.b.condition_code(&scope, condition));
        let body = self.body(&mut scope, &trigger.command);
        let name = self.b.intern(&trigger.name);
        let carried = by.map(|types| {
            let mut by = TypeSet::empty(self.b.hir.cards.types.len());
            types.iter().for_each(|ty| by.insert(ty.index()));
            Carried {
                by,
                about: trigger.about,
                within: trigger.within.clone(),
            }
        });
        if let Some(carried) = &carried {
            let span = self.span(trigger.command.at);
            steps::note_carriers(self.b, carried, &occasion, span);
        }
        let label = trigger.label.as_deref().map(|label| self.b.intern(label));
        self.b.hir.reactions.defs.all.push(ReactionDef {
            name,
            label,
            occasion,
            state,
            carried,
            condition,
            body,
        });
    }

    /// What a trigger waits for, when all that it names is of this ruleset.
    fn occasion(&mut self, trigger: &Trigger) -> Option<Occasion> {
        let hir = &self.b.hir;
        let is_zone = |zone: &ZoneName| match zone {
            ZoneName::Shared(at) => usize::from(*at) < hir.zones.shared.len(),
            ZoneName::Seat(at) => usize::from(*at) < hir.zones.seat.len(),
        };
        let watched = |item: ItemPlace| match item {
            ItemPlace::Watched(Watched::Global(at)) if usize::from(at) >= hir.globals.len() => None,
            ItemPlace::Watched(Watched::Seat(at)) if usize::from(at) >= hir.seat_data.len() => None,
            ItemPlace::Watched(Watched::Card(at)) if usize::from(at) >= hir.cards.data.len() => None,
            ItemPlace::Watched(item) => Some(item),
            // A house rule never changes.
            ItemPlace::Option(_) => None,
            ItemPlace::State(of, is_param, at) => {
                let def = hir.states.get(usize::from(of))?;
                let at = if is_param {
                    at
                } else {
                    def.params.saturating_add(at)
                };
                Some(Watched::State(def.data.get(usize::from(at))?.name))
            }
        };
        let is_own = match &trigger.occasion {
            Happens::Moved(from, to) => from.iter().chain(to).all(is_zone),
            Happens::TurnedUp(zones) => zones.iter().all(is_zone),
            Happens::Changed(item) => watched(*item).is_some(),
            Happens::Turn(_) | Happens::Round(_) | Happens::Emitted(_) => true,
        };
        let changed = match &trigger.occasion {
            Happens::Changed(item) => watched(*item),
            _ => None,
        };
        if !is_own || !trigger.within.iter().all(is_zone) {
            let span = self.span(trigger.command.at);
            self.foreign(span);
            return None;
        }
        Some(match &trigger.occasion {
            Happens::Moved(from, to) => Occasion::Moved {
                from: from.clone(),
                to: to.clone(),
            },
            Happens::TurnedUp(zones) => {
                let span = self.span(trigger.command.at);
                self.b.hir.places.turned_up.push(span);
                Occasion::TurnedUp {
                    within: zones.clone(),
                }
            }
            Happens::Changed(_) => Occasion::Changed(changed?),
            Happens::Turn(edge) => Occasion::Turn(*edge),
            Happens::Round(edge) => Occasion::Round(*edge),
            Happens::Emitted(name) => {
                let name = self.b.intern(name);
                let span = self.span(trigger.command.at);
                self.b.hir.places.heard.push((name, span));
                Occasion::Emitted(name)
            }
        })
    }
}
