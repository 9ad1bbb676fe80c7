//! Data of cards, whichever dialect declares them.

use super::Builder;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::program::{CardDataDef, DataVisible, Keep, Order, Part, Visibility, Who, ZoneDef};

/// Whether cards can have an item of this name, saying so when not.
pub(crate) fn is_free(builder: &mut Builder, name: &str, span: Span, help: &'static str) -> bool {
    let taken = match () {
        () if builder.hir.attribute_named(name).is_some() => "cards have an attribute of this name",
        () if builder.hir.card_datum_named(name).is_some() => "there is another item of this name",
        () => return true,
    };
    let message = format!("`{name}` could mean two things: {taken}");
    builder.error(Problem::DuplicateName, span, message, help);
    false
}

/// Declares an item.
pub(crate) fn declare(builder: &mut Builder, data: CardDataDef, span: Span, help: &'static str) {
    if data.keep == Keep::Game && data.def.visible == DataVisible::All {
        check_followed(builder, &data, span, help);
    }
    builder.hir.cards.data.push(data);
}

/// An item that everybody sees for the whole game would mark its card where not everybody can follow it.
fn check_followed(builder: &mut Builder, data: &CardDataDef, span: Span, help: &'static str) {
    let hir = &builder.hir;
    let all = hir.zones.shared.iter().chain(&hir.zones.seat);
    let is_box = |zone: &&ZoneDef| hir.strings.get(zone.name) == "box" && !zone.declared;
    let Some(zone) = all
        .into_iter()
        .find(|zone| !is_box(zone) && !can_be_followed(zone))
    else {
        return;
    };
    let (name, zone) = (hir.strings.get(data.def.name), hir.strings.get(zone.name));
    let message = format!(
        "`{name}` is kept for the whole game and shown to all, but in `{zone}` not everybody can follow a card"
    );
    builder.error(Problem::KeptAndShown, span, message, help);
}

/// Whether everybody can tell the cards of a zone apart, or sees all of them, at all times.
fn can_be_followed(zone: &ZoneDef) -> bool {
    is_ordered(zone) || zone.rules().all(is_open)
}

/// Whether at no time everybody can tell the cards of a zone apart.
pub(crate) fn is_never_followed(zone: &ZoneDef) -> bool {
    !is_ordered(zone) && !zone.rules().any(is_open)
}

fn is_ordered(zone: &ZoneDef) -> bool {
    matches!(zone.order, Order::FixedFifo | Order::FixedLifo) || zone.laid_out
}

fn is_open(rule: &Visibility) -> bool {
    rule.who == Who::ALL && rule.part == Part::All
}
