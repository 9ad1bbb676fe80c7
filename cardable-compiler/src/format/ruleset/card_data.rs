//! Data of cards.

use super::fields::{CardDatum, Data};
use super::values::RulesetReader;
use crate::format::entries;
use crate::hir::Scope;
use crate::hir::build::card_data;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Items;
use cardable_engine::limits::MOST_CARD_DATA;
use cardable_engine::program::{CardDataDef, DataVisible, Keep, Shown};
use cardable_engine::value::Type;

/// Reads the data that every card has.
pub(super) fn card_data(reader: &mut RulesetReader<'_>, list: Items<'_, CardDatum<'_>>) {
    for written in list {
        let (node, key) = (written.node, written.key());
        if entries::skips(reader.b, node, key, "item of card data") {
            continue;
        }
        let span = key.as_ref().map_or(node.span, |key| key.span());
        let Some(name) = key.and_then(|key| key.value) else {
            entries::lacks(
                reader.b,
                node,
                key,
                "an item of card data has a `key`",
                "write `\"key\": \"a name\"`, by which rules read it as `$card.a name`",
            );
            continue;
        };
        if !card_data::is_free(reader.b, &name, span, "give the item another `key`") {
            continue;
        }
        if reader.b.hir.cards.data.len() >= MOST_CARD_DATA {
            reader.b.error(
                Problem::TooComplex,
                span,
                format!("cards have at most {MOST_CARD_DATA} items of data"),
                "keep what belongs to zones or seats in their data",
            );
            return;
        }
        let id = reader.b.intern(&name);
        // It is read as other data are, but for who sees it and how long it is kept.
        let item = reader.item(Data { node }, id, &Scope::outside(), false);
        if let Some(code) = item.node.filter(|node| !reader.b.is_broken(*node)) {
            let span = reader.b.get(code).span;
            reader.b.error(
                Problem::NotConstant,
                span,
                "the first value of this item must be known before the game",
                "write a constant here, and set it in a step".to_owned(),
            );
        }
        let mut def = item.def;
        if matches!(def.ty, Type::List(_)) {
            reader.b.error(
                Problem::ParameterType,
                span,
                format!("a card cannot have a list, as `{name}` is"),
                "keep a number, a text, a boolean, a seat, a zone or a card; for several, declare several items",
            );
        }
        if let Some(shown) = node.get("shown")
            && def.shown.is_some_and(|shown| shown != Shown::Nowhere)
        {
            reader.b.warn(
                Problem::ShownOnCard,
                shown.span,
                "data of cards are shown on their cards, and nowhere else",
                "take `shown` out, and say in `label` what players read; with `\"shown\": \"nowhere\"` they read nothing",
            );
        }
        def.visible = written.visible_to().unwrap_or(DataVisible::All);
        let keep = written.keep().unwrap_or(Keep::Zone);
        card_data::declare(
            reader.b,
            CardDataDef { def, keep },
            span,
            "write `\"keep\": \"followed\"`, or let only those see it who see the card: `\"visible_to\": \"face\"`",
        );
    }
}
