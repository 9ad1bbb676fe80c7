//! Data of cards.

use super::data;
use super::fields::{CardDatum, Data};
use super::values::RulesetReader;
use crate::hir::Scope;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Items;
use cardable_engine::limits::MOST_CARD_DATA;
use cardable_engine::program::{CardDataDef, DataVisible, Keep, Order, Part, Who, ZoneDef};
use cardable_engine::value::Type;

/// Reads the data that every card has.
pub(super) fn card_data(reader: &mut RulesetReader<'_>, list: Items<'_, CardDatum<'_>>) {
    for written in list {
        let (node, key) = (written.node, written.key());
        if data::skips(reader, node, key, "item of card data") {
            continue;
        }
        let span = key.as_ref().map_or(node.span, |key| key.span());
        let Some(name) = key.and_then(|key| key.value) else {
            data::lacks(
                reader,
                node,
                key,
                "an item of card data has a `key`",
                "write `\"key\": \"a name\"`, by which rules read it as `$card.a name`",
            );
            continue;
        };
        let taken = match () {
            () if reader.b.hir.attribute_named(&name).is_some() => {
                Some("cards have an attribute of this name")
            }
            () if reader.b.hir.card_datum_named(&name).is_some() => {
                Some("there is another item of this name")
            }
            () => None,
        };
        if let Some(taken) = taken {
            reader.b.error(
                Problem::DuplicateName,
                span,
                format!("`{name}` could mean two things: {taken}"),
                "give the item another `key`",
            );
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
        def.visible = written.visible_to().unwrap_or(DataVisible::All);
        let keep = written.keep().unwrap_or(Keep::Zone);
        if keep == Keep::Game && def.visible == DataVisible::All {
            check_followed(reader, &name, span);
        }
        reader.b.hir.cards.data.push(CardDataDef { def, keep });
    }
}

/// An item that everybody sees for the whole game would mark its card where not everybody can follow it.
fn check_followed(reader: &mut RulesetReader<'_>, name: &str, span: crate::text::source::Span) {
    let hir = &reader.b.hir;
    let all = hir.zones.shared.iter().chain(&hir.zones.seat);
    let is_box = |zone: &&ZoneDef| hir.strings.get(zone.name) == "box" && !zone.declared;
    let Some(zone) = all
        .into_iter()
        .find(|zone| !is_box(zone) && !can_be_followed(zone))
    else {
        return;
    };
    let zone = hir.strings.get(zone.name).to_owned();
    reader.b.error(
        Problem::KeptAndShown,
        span,
        format!("`{name}` is kept for the whole game and shown to all, but in `{zone}` not everybody can follow a card"),
        "write `\"keep\": \"followed\"`, or let only those see it who see the card: `\"visible_to\": \"face\"`",
    );
}

/// Whether everybody can tell the cards of a zone apart, or sees all of them, at all times.
fn can_be_followed(zone: &ZoneDef) -> bool {
    let is_ordered = matches!(zone.order, Order::FixedFifo | Order::FixedLifo) || zone.laid_out;
    let is_seen = zone
        .rules()
        .all(|rule| rule.who == Who::ALL && rule.part == Part::All);
    is_ordered || is_seen
}
