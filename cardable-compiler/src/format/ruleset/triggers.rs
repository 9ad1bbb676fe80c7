//! Triggers and the abilities of cards: steps that no seat chooses.

use super::fields::{Ruleset, State, TRIGGER, Trigger, TriggerOrder};
use super::scripts;
use super::values::RulesetReader;
use crate::format::order;
use crate::hir::build::{Builder, args, reactions};
use crate::hir::{ActionScope, CardRules, LocalKind, Scope};
use crate::secrecy::steps;
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::{FieldType, Items, Name, Placed, Text};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::ids::{CardTypeId, StateId, StrId};
use cardable_engine::program::{About, Carried, Occasion, ReactionDef, StateDef, TypeSet, Watched, ZoneName};
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

/// Whether the rules, a state or a card has triggers.
pub(super) fn are_there(builder: &Builder, ruleset: Ruleset<'_>) -> bool {
    let of_cards = |(_, rules): &(CardTypeId, Arc<CardRules>)| !rules.triggers.is_empty();
    let of_states = |state: State<'_>| !state.triggers().is_empty();
    !ruleset.triggers().is_empty()
        || ruleset.game_state().into_iter().any(of_states)
        || builder.hir.cards.rules.iter().any(of_cards)
}

/// Reads the triggers of the whole game or of a state.
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
            TRIGGER.check(node, &mut reader.b.diags);
            if let Some(written) = Trigger::read(node) {
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
    let Some(occasion) = occasion(reader, written, &mut scope) else {
        return;
    };
    if let Some(carried) = &carried {
        steps::note_carriers(reader.b, carried, &occasion, node.span);
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
    let name = match written.trigger_name() {
        Some(name) => name.as_str().to_owned(),
        None => name_of(&occasion, written, of),
    };
    let name = reader.b.intern(&name);
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
        within: zones(reader, written.while_in()),
    })
}

/// What a trigger waits for; its code can read what has happened then.
fn occasion(reader: &mut RulesetReader<'_>, written: Trigger<'_>, scope: &mut Scope) -> Option<Occasion> {
    let on = written.on();
    let span = on.as_ref().map_or(written.node.span, Placed::span);
    let on = on.and_then(|on| on.value);
    let Some(on) = on.filter(|on| !on.node.members().is_empty()) else {
        reader.b.error(
            Problem::NoOccasion,
            span,
            "a trigger says `on` what it waits for",
            "write `\"on\": { \"moved_to\": \"discard\" }`, or `moved_from`, `turned_up`, `changed`, `turn`, `round`, `emitted`",
        );
        return None;
    };
    let moves = on.moved_to().node.is_some() || on.moved_from().node.is_some();
    let kinds = [
        moves,
        on.turned_up().node.is_some(),
        on.changed().is_some(),
        on.turn().is_some(),
        on.round().is_some(),
        on.emitted().is_some(),
    ];
    if kinds.iter().filter(|is_given| **is_given).count() > 1 {
        reader.b.error(
            Problem::NoOccasion,
            span,
            "a trigger waits for one thing; only `moved_from` and `moved_to` go together",
            "write a trigger for each, with their steps in `defined_actions`",
        );
        return None;
    }
    let occasion = match () {
        () if moves => Occasion::Moved {
            from: zones(reader, on.moved_from()),
            to: zones(reader, on.moved_to()),
        },
        () if on.turned_up().node.is_some() => Occasion::TurnedUp {
            within: zones(reader, on.turned_up()),
        },
        () => {
            if let Some(item) = on.changed() {
                Occasion::Changed(watched(reader, scope, item.value?, item.span())?)
            } else if let Some(edge) = on.turn() {
                Occasion::Turn(edge)
            } else if let Some(edge) = on.round() {
                Occasion::Round(edge)
            } else {
                let written = on.emitted()?;
                let span = written.span();
                let name = reader.b.intern(&written.value?);
                reader.b.hir.places.heard.push((name, span));
                Occasion::Emitted(name)
            }
        }
    };
    reactions::know(&reader.b.hir, scope, &occasion);
    Some(occasion)
}

/// An item of the state whose trigger it is; for other triggers one of any state.
fn in_states(reader: &RulesetReader<'_>, scope: &Scope, key: &str) -> Option<StrId> {
    let hir = &reader.b.hir;
    let name = hir.strings.find(key)?;
    let mut states = hir.states.iter().enumerate();
    let has_it = |(at, state): (usize, &StateDef)| {
        let is_meant = scope.state.is_none_or(|state| state.index() == at);
        is_meant && state.data.iter().any(|item| item.name == name)
    };
    states.any(has_it).then_some(name)
}

/// The item of data that a name stands for.
fn watched(reader: &mut RulesetReader<'_>, scope: &Scope, name: Text<'_>, span: Span) -> Option<Watched> {
    let hir = &reader.b.hir;
    let text = name.as_str().trim_start_matches('$');
    let id = |name: &str| hir.strings.find(name);
    let found = match text.split_once('.') {
        Some(("globals" | "global_data", key)) => {
            let at = hir.globals.iter().position(|def| Some(def.name) == id(key));
            at.map(|at| Watched::Global(at as u16))
        }
        Some(("player" | "player_data", key)) => {
            let at = hir.seat_data.iter().position(|def| Some(def.name) == id(key));
            at.map(|at| Watched::Seat(at as u16))
        }
        Some(("state" | "state_data", key)) => in_states(reader, scope, key).map(Watched::State),
        Some(("card" | "card_data", key)) => hir.card_datum_named(key).map(Watched::Card),
        Some(_) => None,
        None => hir.card_datum_named(text).map(Watched::Card),
    };
    if found.is_some() {
        return found;
    }
    let seats = hir.names_of(hir.seat_data.iter().map(|def| def.name));
    let globals = hir.names_of(hir.globals.iter().map(|def| def.name));
    let of_cards = hir
        .cards
        .data
        .iter()
        .map(|data| hir.strings.get(data.def.name).to_owned());
    let seats = seats.iter().map(|name| format!("$player.{name}"));
    let globals = globals.iter().map(|name| format!("$globals.{name}"));
    let states = hir.states.iter().enumerate();
    let states = states.filter(|(at, _)| scope.state.is_none_or(|state| state.index() == *at));
    let of_states = states.flat_map(|(_, state)| &state.data);
    let of_states = of_states.map(|item| format!("$state.{}", hir.strings.get(item.name)));
    let known: Vec<String> = of_cards.chain(seats).chain(globals).chain(of_states).collect();
    let help = match did_you_mean(&name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "name an item of `card_data`, or write `$player.key`, `$globals.key` or `$state.key`".to_owned()
        }
    };
    reader.b.error(
        Problem::UnknownReference,
        span,
        format!("there is no item of data `{name}`"),
        help,
    );
    None
}

/// The zones of some names; `*` is any, as is no name.
fn zones(reader: &mut RulesetReader<'_>, list: Items<'_, Name>) -> Vec<ZoneName> {
    let mut zones = Vec::new();
    for name in list {
        if name.as_str() == "*" {
            return Vec::new();
        }
        let (shared, of_seats) = (
            reader.b.hir.zone_named(&name),
            reader.b.hir.seat_zone_named(&name),
        );
        match (shared, of_seats) {
            (Some(zone), _) => zones.push(ZoneName::Shared(zone.0)),
            (None, Some(at)) => zones.push(ZoneName::Seat(at)),
            (None, None) => args::unknown_zone(reader.b, &name, name.span()),
        }
    }
    zones
}
