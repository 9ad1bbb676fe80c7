//! Data of cards that everybody sees, on cards that not everybody can tell apart: such data would mark their card.

use crate::hir::build::{Builder, card_data};
use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::Code as Problem;
use cardable_engine::ids::StrId;
use cardable_engine::program::{DataVisible, PickDef, PickFrom, PickWhat, ZoneDef};
use cardable_engine::value::{Type, Value};

/// The zone that a pick takes cards from, where it is named.
pub(super) fn zone_of<'h>(hir: &'h Hir, from: &PickFrom) -> Option<&'h ZoneDef> {
    match *from {
        PickFrom::SharedZone(at) => hir.zones.shared.get(usize::from(at)),
        PickFrom::OwnZone(at) | PickFrom::EveryonesZone(at) | PickFrom::OthersZone(at) => {
            hir.zones.seat.get(usize::from(at))
        }
        PickFrom::Code(_) => None,
    }
}

/// A zone that cards are picked from, where in none of them everybody can ever tell cards apart.
pub(super) fn picked_within(hir: &Hir, pick: &PickDef) -> Option<StrId> {
    let loose = |from: &PickFrom| zone_of(hir, from).filter(|zone| card_data::is_never_followed(zone));
    let is_loose = pick.what == PickWhat::Card && pick.from.iter().all(|from| loose(from).is_some());
    let first = pick.from.first().filter(|_| is_loose)?;
    loose(first).map(|zone| zone.name)
}

/// The zone that a card is taken from, as by `top_card(zone)`, where never everybody can tell its cards apart.
pub(super) fn lies_within(hir: &Hir, card: NodeId) -> Option<StrId> {
    let NodeKind::Call(_, args) = &hir.tree.get(card).kind else {
        return None;
    };
    let mut zones = args.iter().filter(|arg| hir.tree.get(**arg).ty == Type::ZONE);
    let (Some(zone), None) = (zones.next(), zones.next()) else {
        return None;
    };
    let def = match hir.tree.get(*zone).kind {
        NodeKind::Const(Value::Zone(zone)) => hir.zones.shared.get(zone.index()),
        NodeKind::SeatZone(_, at) => hir.zones.seat.get(usize::from(at)),
        _ => None,
    };
    def.filter(|zone| card_data::is_never_followed(zone))
        .map(|zone| zone.name)
}

/// Warns of an item that everybody sees where it is set on a card of such a zone, which is a fault in play.
pub(super) fn check(builder: &mut Builder, place: NodeId, item: u16, zone: StrId) {
    let hir = &builder.hir;
    let data = hir.cards.data.get(usize::from(item));
    let Some(data) = data.filter(|data| data.def.visible == DataVisible::All) else {
        return;
    };
    let (item, zone) = (hir.strings.get(data.def.name), hir.strings.get(zone));
    let message = format!(
        "all see `{item}`, but in `{zone}` not everybody can tell which card it is on: this step cannot be done"
    );
    let help = "write `\"visible_to\": \"face\"` or `\"none\"` in its `card_data`, or move the card first";
    builder.warn(Problem::CannotMark, hir.tree.get(place).span, message, help);
}
