//! The abilities of cards, by their names.

use super::Builder;
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::{Code as Problem, suggestion_or};
use crate::text::source::Span;
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AbilityDef, AttributeDef};
use cardable_engine::value::{Type, Value};

/// Gives the cards of a type an ability.
pub(crate) fn give(builder: &mut Builder, ty: CardTypeId, name: &str) -> u16 {
    let name = builder.intern(name);
    let abilities = &mut builder.hir.reactions.defs.abilities;
    let known = abilities.iter().position(|ability| ability.name == name);
    let at = known.unwrap_or_else(|| {
        abilities.push(AbilityDef {
            name,
            codes: Vec::new(),
        });
        abilities.len() - 1
    }) as u16;
    builder.hir.cards.abilities.push((ty, at));
    at
}

/// The ability that a value names; what is wrong with it is told.
pub(super) fn named(builder: &mut Builder, written: NodeId) -> Option<u16> {
    let span = builder.get(written).span;
    if builder.is_broken(written) {
        return None;
    }
    let Some(name) = builder.hir.const_text(written).map(str::to_owned) else {
        builder.error(
            Problem::UnknownAbility,
            span,
            "an ability is named outright",
            "write its name in quotes, such as `perform($card, 'play')`",
        );
        return None;
    };
    let id = builder.hir.strings.find(&name);
    let abilities = &builder.hir.reactions.defs.abilities;
    if let Some(at) = abilities.iter().position(|ability| Some(ability.name) == id) {
        return Some(at as u16);
    }
    if builder.hir.cards.are_missing {
        return None;
    }
    let help = builder.diags.help_for(|| {
        let abilities = &builder.hir.reactions.defs.abilities;
        let known = builder.hir.names_of(abilities.iter().map(|ability| ability.name));
        let none = "give a card of the card set `\"abilities\": { \"play\": \u{2026} }`";
        suggestion_or(&name, &known, none, |names| {
            format!("cards have the abilities {names}")
        })
    });
    builder.error(
        Problem::UnknownAbility,
        span,
        format!("no card has an ability `{name}`"),
        help,
    );
    None
}

/// Whether a card has an ability: an attribute of its own, which no author can name.
pub(super) fn has(builder: &mut Builder, card: NodeId, ability: u16, span: Span) -> NodeId {
    let def = &builder.hir.reactions.defs.abilities[usize::from(ability)];
    let name = format!("{} (ability)", builder.hir.strings.get(def.name));
    let cards = &builder.hir.cards;
    let mut of = vec![Value::Bool(false); cards.types.len()];
    for (ty, _) in cards.abilities.iter().filter(|(_, at)| *at == ability) {
        of[ty.index()] = Value::Bool(true);
    }
    let at = match builder.hir.attribute_named(&name) {
        Some(at) => at,
        None => {
            let name = builder.intern(&name);
            builder.hir.cards.attributes.push(AttributeDef::new(name, of));
            (builder.hir.cards.attributes.len() - 1) as u16
        }
    };
    builder.node(NodeKind::Attribute(card, at), Type::BOOL, span)
}
