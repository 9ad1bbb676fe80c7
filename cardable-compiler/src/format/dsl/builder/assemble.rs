//! From the drafts of a ruleset in Rust to the program.

use super::table::{domain_of, first_values, players_of, setting_domain, state_items};
use super::*;
use crate::format::dsl::offers::spoken;
use crate::hir::Eyes;
use crate::hir::build::{computed, computed::NOT_YET, template::compound};
use crate::secrecy::{domains, steps};
use std::collections::BTreeSet;

impl Lower<'_> {
    /// Says that something has no name, by which players or reports tell it.
    pub(super) fn named(&mut self, what: &str, name: &str, at: DeclaredAt) {
        if name.trim().is_empty() {
            let span = self.span(at.0);
            self.b.error(
                Problem::MissingField,
                span,
                format!("this {what} has an empty name"),
                "give it one: players read it, or reports name it so",
            );
        }
    }

    pub(super) fn head(&mut self, rules: &RulesetBuilder) {
        self.named("ruleset", &rules.name, rules.at);
        self.b.hir.head.name = rules.name.as_str().into();
        self.b.hir.head.description = rules.description.as_str().into();
        let (min, max) = rules.seats;
        if min == 0 || min > max || max > 32 {
            let span = self.span(rules.at.0);
            self.b.error(
                Problem::OutOfBounds,
                span,
                format!("{min} to {max} seats are none"),
                "there are 1 to 32 seats, the fewest first".to_owned(),
            );
        }
        self.b.hir.head.seats = (min.max(1), max.max(min).clamp(1, 32));
        if rules.states.is_empty() {
            let span = self.span(rules.at.0);
            self.b.error(
                Problem::MissingField,
                span,
                "a ruleset needs a state",
                "declare one by `state`; the first one begins".to_owned(),
            );
        }
    }

    pub(super) fn cards(&mut self, rules: &RulesetBuilder) {
        let mut sets = Vec::new();
        for set in &rules.sets {
            let span = self.span(set.at.0);
            let mut made = card_set(set, span);
            let known = content::read_set::attributes_of(&made.suits, &made.cards);
            match &set.back_shows {
                Some(name) if !known.contains(name) => self.b.error(
                    Problem::UnknownReference,
                    span,
                    format!("no card of the set has `{name}`"),
                    "name an attribute in `back_shows` that its cards have".to_owned(),
                ),
                shown => made.back_shows = shown.as_deref().map(Into::into),
            }
            sets.push(made);
        }
        let mut decks = Vec::new();
        for deck in &rules.decks {
            let span = self.span(deck.at.0);
            let Some(set) = sets.get(usize::from(deck.set)) else {
                self.b.error(
                    Problem::UnknownCardSet,
                    span,
                    "this card set was declared for another ruleset",
                    "declare the set by the same builder as the deck",
                );
                continue;
            };
            let mut all = Vec::new();
            match &deck.copies {
                Copies::Each(n) => {
                    for card in 0..set.cards.len() {
                        all.extend(std::iter::repeat_n(card, usize::from(*n)));
                    }
                }
                Copies::Counted(counts) => {
                    for (card, n) in counts.iter().enumerate() {
                        all.extend(std::iter::repeat_n(card, usize::from(*n)));
                    }
                }
                Copies::Named(names) => {
                    for (name, n) in names {
                        let named = set.cards.iter().enumerate().filter(|(_, c)| *c.name == **name);
                        let before = all.len();
                        for (at, _) in named {
                            all.extend(std::iter::repeat_n(at, usize::from(*n)));
                        }
                        if all.len() == before && *n > 0 {
                            let message = format!("the card set has no card `{name}`");
                            self.b.error(
                                Problem::UnknownCard,
                                span,
                                message,
                                "name a card as the card set does",
                            );
                        }
                    }
                }
            }
            decks.push(content::Deck {
                name: deck.name.as_str().into(),
                card_set: usize::from(deck.set),
                cards: all,
                span,
            });
        }
        crate::format::cards::add(self.b, &sets, &decks);
    }

    pub(super) fn item(&mut self, draft: &DataDraft) -> DataDef {
        self.named("item of data", &draft.name, draft.at);
        let span = self.span(draft.at.0);
        let (value, is_computed) = match &draft.content {
            DataContent::First(value) => (self.first_value(draft, value), false),
            DataContent::Computed(_) => (computed::unset(self.b, draft.ty), self.may_be_computed(draft)),
        };
        let domain = domain_of(self, draft);
        let texts = self.texts(draft);
        let label = draft.label.as_deref().map(|label| self.b.intern(label));
        let def = DataDef {
            label,
            shown: draft.shown,
            texts,
            visible: draft.visible,
            domain,
            computed: is_computed.then_some(NOT_YET),
            constant: draft.constant,
            ..DataDef::open(self.b.intern(&draft.name), draft.ty, value)
        };
        if draft.domain.is_none() && !is_computed {
            let help = "say it by `RulesetBuilder::domain` or `Item::may_be`";
            domains::check_domain(self.b, &def, span, help);
        }
        def
    }

    fn first_value(&mut self, draft: &DataDraft, value: &Expr) -> Value {
        let node = self.value(&mut Scope::outside(), value);
        self.b.constant_value(node).unwrap_or_else(|| {
            let span = self.span(draft.at.0);
            self.b.error(
                Problem::NotConstant,
                span,
                format!("what `{}` is at first must be known before the game", draft.name),
                "give a constant, and set it when the first state is entered, or let it be `computed`",
            );
            Value::Nothing
        })
    }

    /// Whether an item may be computed, saying so when not.
    fn may_be_computed(&mut self, draft: &DataDraft) -> bool {
        let (message, help) = if draft.name == "score" {
            (
                "`score` is what commands count, and cannot be computed",
                "give the item another name, and let a command set the score to it",
            )
        } else if draft.domain.is_some() {
            (
                "an item that is computed has no domain",
                "take out its `domain` or `may_be`, or `computed`",
            )
        } else {
            return true;
        };
        let span = self.span(draft.at.0);
        self.b.error(Problem::ComputedBeside, span, message, help);
        false
    }

    /// Says how items are computed, once everything is declared that they may read.
    pub(super) fn computed_items(&mut self, rules: &RulesetBuilder) {
        for (drafts, of_seat) in [(&rules.globals, false), (&rules.seat_data, true)] {
            for (draft, at) in drafts.iter().zip(0..) {
                let DataContent::Computed(from) = &draft.content else {
                    continue;
                };
                let mut scope = Scope {
                    player: of_seat,
                    ..Scope::outside()
                };
                let node = self.value(&mut scope, from);
                computed::compute(self.b, (of_seat, at), &scope, node);
            }
        }
    }

    /// What players read instead of values.
    fn texts(&mut self, draft: &DataDraft) -> Vec<(Value, StrId)> {
        let mut texts = Vec::new();
        for (value, text) in &draft.texts {
            let node = self.value(&mut Scope::outside(), value);
            if self.b.is_broken(node) {
                continue;
            }
            match self.b.constant_value(node) {
                Some(value @ (Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Str(_))) => {
                    texts.push((value, self.b.intern(text)));
                }
                _ => {
                    let span = self.span(value.at);
                    let message = format!("players read no text instead of this value of `{}`", draft.name);
                    let help = "give texts for `true`, `false`, whole numbers, texts or `nothing()`";
                    self.b.error(Problem::NotAValue, span, message, help);
                }
            }
        }
        texts
    }

    pub(super) fn data(&mut self, rules: &RulesetBuilder) {
        for (drafts, of_seat) in [(&rules.globals, false), (&rules.seat_data, true)] {
            for draft in drafts {
                let def = self.item(draft);
                let list = if of_seat {
                    &mut self.b.hir.seat_data
                } else {
                    &mut self.b.hir.globals
                };
                let twice = list.iter().any(|d| d.name == def.name);
                list.push(def);
                if twice {
                    let span = self.span(draft.at.0);
                    let message = format!("`{}` is there twice", draft.name);
                    self.b.error(
                        Problem::DuplicateName,
                        span,
                        message,
                        "call one of the two otherwise",
                    );
                }
            }
        }
        for (draft, label) in &rules.options {
            let def = self.item(draft);
            let domain = setting_domain(self, draft, def.value);
            let label = Some(label.as_str()).filter(|label| !label.is_empty());
            let label = label.map(|label| self.b.intern(label));
            self.b.hir.settings.push(SettingDef {
                name: def.name,
                ty: def.ty,
                value: def.value,
                domain,
                label,
            });
        }
    }

    pub(super) fn declare_states(&mut self, states: &[StateDraft]) {
        for state in states {
            self.named("state", &state.name, state.spec.at);
            let span = self.span(state.spec.at.0);
            if self.b.hir.state_named(&state.name).is_some() {
                let message = format!("there are two states `{}`", state.name);
                self.b.error(
                    Problem::DuplicateName,
                    span,
                    message,
                    "call one of the two otherwise",
                );
            }
            let name = self.b.intern(&state.name);
            let label: Option<StrId> = state.spec.label.as_deref().map(|l| self.b.intern(l));
            let def = StateDef {
                label,
                turn: state.spec.turn,
                seconds: state.spec.seconds,
                params: u16::try_from(state.params.len()).unwrap_or(u16::MAX),
                ask_everyone: state.spec.ask_everyone,
                sealed: state.spec.sealed,
                rounds: state.spec.rounds,
                ..StateDef::named(name, state.spec.kind)
            };
            let id = self.b.add_state(def, span);
            if state.spec.sealed && state.spec.kind != StateType::Concurrent {
                let message = "only choices that are made at the same time can be sealed";
                let help = "declare the state by `StateSpec::all_at_once`";
                self.b.error(Problem::NotAChoice, span, message, help);
            }
            state_items(self, id, state);
        }
    }

    pub(super) fn state(&mut self, id: StateId, state: &StateDraft) {
        let mut scope = Scope {
            state: Some(id),
            player: true,
            ..Scope::outside()
        };
        first_values(self, id, state, &mut scope);
        let players = state.spec.players.as_ref();
        let players = players.and_then(|players| players_of(self, &mut scope, players));
        if let Some(def) = self.b.hir.states.get_mut(id.index()) {
            def.players = players;
        }
        if let Some(starter) = &state.spec.starter {
            let seat = self.value(&mut scope, starter);
            steps::note_revealing(self.b, &scope, seat);
            let code = self.b.value_code(&scope, seat);
            if let Some(def) = self.b.hir.states.get_mut(id.index()) {
                def.starter = Some(code);
            }
        }
        let span = self.span(state.spec.at.0);
        let parts: Vec<(&str, bool, Span)> = state
            .happenings
            .iter()
            .filter_map(|happening| match happening {
                Happening::Action(template, Some((name, finishes))) => {
                    Some((name.as_str(), *finishes, self.span(template.at.0)))
                }
                Happening::Action(_, None) | Happening::Automatic(_) => None,
            })
            .collect();
        if !parts.is_empty() {
            compound::begin_compounds(self.b, id, span);
        }
        compound::check_compounds(
            self.b,
            &parts,
            "add the part that ends it with `finish`; the turn ends with it",
        );
        for happening in &state.happenings {
            match happening {
                Happening::Automatic(automatic) => {
                    self.named(
                        "automatic action",
                        &automatic.name,
                        DeclaredAt(automatic.command.at),
                    );
                    self.automatic(id, state.spec.kind, automatic);
                }
                Happening::Action(template, compound) => {
                    self.named("action", &template.name, template.at);
                    let part = compound
                        .as_ref()
                        .map(|(name, finishes)| (name.as_str(), *finishes));
                    self.template(id, template, part);
                }
            }
        }
        compound::end_compounds(self.b, id);
    }

    pub(super) fn automatic(&mut self, state: StateId, kind: StateType, automatic: &Automatic) {
        let mut scope = Scope {
            state: Some(state),
            player: !matches!(kind, StateType::Auto | StateType::Concurrent),
            action: ActionScope::default(),
            ..Scope::outside()
        };
        let condition = automatic.test.as_ref().map(|test| self.test(&mut scope, test));
        if let Some(condition) = condition {
            steps::note_revealing(self.b, &scope, condition);
        }
        let message = automatic.message.as_ref();
        let span = self.span(automatic.command.at);
        let message = message.and_then(|said| spoken(self, &mut scope, said, Eyes::Everybody, span));
        let steps = self.commands(&mut scope, std::slice::from_ref(&automatic.command));
        let condition = condition.map(|c| self.b.condition_code(&scope, c));
        let body = self.b.body_code(&scope, steps);
        let name = self.b.intern(&automatic.name);
        self.b.add_action(ActionDef {
            on: Triggers {
                entry: automatic.entry,
                turn: automatic.turn,
                action: automatic.action,
                round: automatic.round,
                step: false,
            },
            condition,
            message,
            ..ActionDef::named(state, ActionKind::Auto, name, body)
        });
    }
}

/// A card set as documents give it.
fn card_set(set: &CardSetSpec, span: Span) -> content::CardSet {
    let attributes = |of: &[(String, content::Scalar)]| {
        let all = of
            .iter()
            .map(|(name, value)| (name.as_str().into(), value.clone()));
        all.collect()
    };
    let suits = set.suits.iter().zip(0..);
    let suits: Vec<content::Suit> = suits
        .map(|(suit, id)| content::Suit {
            name: suit.name.as_str().into(),
            id,
            colour: suit.colour,
            attributes: attributes(&suit.attributes),
            span,
        })
        .collect();
    let mut cards = Vec::new();
    let mut add = |spec: &CardSpec, suit: Option<usize>| {
        let of_suit = suit.and_then(|suit| set.suits.get(suit));
        let suit_back = of_suit.and_then(|suit| suit.back.as_deref());
        let back = spec.back.as_deref().or(suit_back).unwrap_or(&set.back);
        let mut printed = spec.attributes.clone();
        for attribute in of_suit.iter().flat_map(|suit| &suit.attributes) {
            if !printed.iter().any(|(own, _)| *own == attribute.0) {
                printed.push(attribute.clone());
            }
        }
        cards.push(content::CardType {
            id: cards.len() as u32,
            name: spec.name.as_str().into(),
            suit,
            value: spec.value.clone(),
            rank: spec.rank.as_deref().map(Into::into),
            text: spec.text.as_deref().map(Into::into),
            colour: spec.colour.as_deref().map(Into::into),
            attributes: attributes(&printed),
            attribute_spans: [].into(),
            rules: None,
            face: None,
            back: back.into(),
            span,
        });
    };
    for suit in 0..suits.len() {
        for spec in &set.each_suit {
            add(spec, Some(suit));
        }
    }
    for spec in &set.cards {
        let suit = spec.suit.as_ref();
        let suit = suit.and_then(|name| set.suits.iter().position(|s| s.name == *name));
        add(spec, suit);
    }
    let backs: BTreeSet<&str> = cards.iter().map(|card| &*card.back).collect();
    let backs: Vec<content::Back> = backs
        .into_iter()
        .map(|name| content::Back {
            name: name.into(),
            picture: None,
        })
        .collect();
    let made = content::CardSet::made(&set.name, suits, cards, span);
    let (width, height) = set.size.unwrap_or((made.width, made.height));
    let corners = set.corners.iter();
    content::CardSet {
        width,
        height,
        corners: corners
            .map(|(corner, name)| (*corner, name.as_str().into()))
            .collect(),
        backs: if backs.is_empty() {
            made.backs.clone()
        } else {
            backs
        },
        ..made
    }
}
