//! Triggers and the abilities of cards: steps that no seat chooses.

use super::fields::{Ruleset, State, TRIGGER, Trigger, TriggerOrder};
use super::fragments::Home;
use super::values::RulesetReader;
use super::{occasions, scripts};
use crate::format::order;
use crate::hir::build::reactions;
use crate::hir::{ActionScope, CardRules, LocalKind, Scope};
use crate::secrecy::steps;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{FieldType, Items, Text};
use crate::text::json::Node;
use cardable_engine::ids::{CardTypeId, StateId};
use cardable_engine::program::{About, Carried, Occasion, ReactionDef, TypeSet};
use cardable_engine::value::Type;
use std::sync::Arc;

/// Whose rule a trigger is.
#[derive(Clone, Copy)]
enum Of<'r> {
    Game,
    State(StateId),
    Cards(&'r Cards),
}

/// Cards that carry the same rules.
struct Cards {
    rules: Arc<CardRules>,
    types: Vec<CardTypeId>,
}

/// Whether the rules, a fragment of them, a state or a card has triggers.
pub(super) fn are_there(reader: &RulesetReader<'_>, ruleset: Ruleset<'_>) -> bool {
    let of_cards = |(_, rules): &(CardTypeId, Arc<CardRules>)| !rules.triggers.is_empty();
    let of_states = |state: State<'_>| !state.triggers().is_empty();
    let of_game = |home: &Home<'_>| !home.fields.triggers().is_empty();
    reader.meaning.defined.homes.iter().any(of_game)
        || ruleset.game_state().into_iter().any(of_states)
        || reader.b.hir.cards.rules.iter().any(of_cards)
}

/// Reads the triggers of the whole game, of a fragment or of a state.
pub(super) fn triggers(reader: &mut RulesetReader<'_>, list: Items<'_, Trigger<'_>>, state: Option<StateId>) {
    for written in list {
        trigger(reader, written, state.map_or(Of::Game, Of::State));
    }
}

/// Reads which triggers come first.
pub(super) fn first(reader: &mut RulesetReader<'_>, ruleset: Ruleset<'_>) {
    let written = ruleset.trigger_order();
    if let Some(TriggerOrder::Owner) = written.as_ref().and_then(|written| written.value) {
        let span = written.map_or(ruleset.node.span, |written| written.span());
        let question = ruleset.trigger_question().map_or(order::QUESTION, Text::as_str);
        order::owners_choose(reader.b, question, span);
    }
}

/// Reads the rules that cards carry.
pub(super) fn of_cards(reader: &mut RulesetReader<'_>) {
    for cards in alike(reader) {
        for member in &cards.rules.abilities {
            ability(reader, &cards, &member.key, &member.value);
        }
        for node in &cards.rules.triggers {
            let problems = reader.b.diags.error_count();
            TRIGGER.check(node, &mut reader.b.diags);
            let repaired = (reader.b.diags.error_count() > problems).then(|| TRIGGER.repaired(node));
            if let Some(written) = Trigger::read(repaired.as_ref().unwrap_or(node)) {
                trigger(reader, written, Of::Cards(&cards));
            }
        }
    }
    for ability in &mut reader.b.hir.reactions.defs.abilities {
        ability.codes.sort_unstable_by_key(|(ty, _)| *ty);
    }
}

/// The cards that carry rules: those of a symmetrical set that are alike in all suits together.
fn alike(reader: &RulesetReader<'_>) -> Vec<Cards> {
    let mut all: Vec<Cards> = Vec::new();
    for (ty, rules) in &reader.b.hir.cards.rules {
        match all.iter_mut().find(|cards| Arc::ptr_eq(&cards.rules, rules)) {
            Some(cards) => cards.types.push(*ty),
            None => all.push(Cards {
                rules: Arc::clone(rules),
                types: vec![*ty],
            }),
        }
    }
    all
}

fn ability(reader: &mut RulesetReader<'_>, cards: &Cards, name: &str, node: &Node) {
    let mut scope = Scope {
        player: true,
        ..Scope::outside()
    };
    let card = LocalKind::Given(ReactionDef::CARRIER);
    scope.action.add("$card", Type::CARD, card);
    let steps = reader.steps(&mut scope, node.items());
    let code = reader.b.body_code(&scope, steps);
    let id = reader.b.intern(name);
    let abilities = &mut reader.b.hir.reactions.defs.abilities;
    if let Some(ability) = abilities.iter_mut().find(|ability| ability.name == id) {
        ability.codes.extend(cards.types.iter().map(|ty| (*ty, code)));
    }
}

fn trigger(reader: &mut RulesetReader<'_>, written: Trigger<'_>, of: Of<'_>) {
    let node = written.node;
    let mut scope = Scope {
        state: match of {
            Of::State(state) => Some(state),
            Of::Game | Of::Cards(_) => None,
        },
        player: true,
        action: ActionScope::default(),
        ..Scope::outside()
    };
    let carried = carried(reader, written, of);
    if carried.is_some() {
        scope
            .action
            .add("$card", Type::CARD, LocalKind::Given(ReactionDef::CARRIER));
    }
    let occasion = occasions::occasion(reader, written, &mut scope);
    match (&carried, &occasion) {
        (Some(carried), Some(occasion)) => steps::note_carriers(reader.b, carried, occasion, node.span),
        (None, Some(_)) => {}
        // What else is wrong is told as well.
        (_, None) => reactions::know_any(&mut scope),
    }
    reader.action_data(written.action_data(), &mut scope, node.span);
    let condition = written.condition().map(|node| reader.condition(&scope, node));
    if let Some(condition) = condition {
        steps::note_revealing(reader.b, &scope, condition);
    }
    let condition = condition.filter(|condition| !reader.b.is_broken(*condition));
    let condition = condition.map(|condition| reader.b.condition_code(&scope, condition));
    let steps = scripts::reaction(reader, &mut scope, written);
    let body = reader.b.body_code(&scope, steps);
    let Some(occasion) = occasion else {
        return;
    };
    let name = match written.trigger_name() {
        Some(name) => name.as_str().to_owned(),
        None => name_of(&occasion, written, of),
    };
    let name = reader.b.intern(&reader.meaning.own(&name));
    let label = written.label().map(|label| reader.b.intern(label.as_str()));
    reader.b.hir.reactions.defs.all.push(ReactionDef {
        name,
        label,
        occasion,
        state: scope.state,
        carried,
        condition,
        body,
    });
}

/// What a trigger without a name is called.
fn name_of(occasion: &Occasion, written: Trigger<'_>, of: Of<'_>) -> String {
    let what = match occasion {
        Occasion::Moved { to, .. } if to.is_empty() => "moved_from",
        Occasion::Moved { .. } => "moved_to",
        Occasion::TurnedUp { .. } => "turned_up",
        Occasion::Changed(_) => "changed",
        Occasion::Turn(_) => "turn",
        Occasion::Round(_) => "round",
        Occasion::Emitted(_) => "emitted",
    };
    let on = written.on().and_then(|on| on.value);
    let texts = on.and_then(|on| on.node.get(what)).map(texts).unwrap_or_default();
    let what = match texts.is_empty() {
        true => what.to_owned(),
        false => format!("{what} {}", texts.join(", ")),
    };
    match of {
        Of::Game | Of::State(_) => what,
        Of::Cards(cards) => format!("{}: {what}", cards.rules.name),
    }
}

fn texts(node: &Node) -> Vec<&str> {
    node.items().iter().filter_map(Node::as_str).collect()
}

/// The cards whose trigger it is.
fn carried(reader: &mut RulesetReader<'_>, written: Trigger<'_>, of: Of<'_>) -> Option<Carried> {
    let Of::Cards(cards) = of else {
        let about = written.of().map(|of| of.span());
        let within = written.while_in().node.map(|node| node.span);
        for (field, span) in [("of", about), ("while_in", within)] {
            if let Some(span) = span {
                reader.b.error(
                    Problem::OfNoCard,
                    span,
                    format!("`{field}` is for the triggers of cards"),
                    "take it out, and say in `condition` which card is meant, as `$event.card`",
                );
            }
        }
        return None;
    };
    let mut by = TypeSet::empty(reader.b.hir.cards.types.len());
    for ty in &cards.types {
        by.insert(ty.index());
    }
    Some(Carried {
        by,
        about: written.of().and_then(|of| of.value).unwrap_or(About::This),
        within: occasions::zones(reader, written.while_in()),
    })
}
