//! Picks of the end of a zone, in games whose cards are told apart from behind.

use super::backs::{is_ordered, lies_in_no_order};
use super::faces;
use super::marked::zone_of;
use crate::hir::build::Builder;
use crate::hir::{Hir, Piece};
use crate::text::diag::Code as Problem;
use cardable_engine::ids::StrId;
use cardable_engine::program::{Order, PickDef, PickFrom, PickOnly, PickWhat, ZoneDef};

const HOW_TO_MEND: &str = "let all cards of the zone be picked, draw in the steps of a button, or give the zone an order that all can tell";

/// Refuses picks of the end of a zone where not every seat that picks can tell which card lies there.
pub(super) fn check(builder: &mut Builder) {
    if builder.hir.cards.on_backs.is_empty() {
        return;
    }
    for at in 0..builder.hir.actions.len() {
        let action = &builder.hir.actions[at];
        let Some(zone) = action
            .pick
            .as_ref()
            .and_then(|pick| untold_end(&builder.hir, pick))
        else {
            continue;
        };
        let hir = &builder.hir;
        let name = hir.strings.get(action.name);
        let place = match zone {
            Some(zone) => format!("`{}`", hir.strings.get(zone)),
            None => "a zone".to_owned(),
        };
        let message = format!(
            "`{name}` offers the card at an end of {place}, whose order not everybody can tell: its back would foretell the next draw"
        );
        let span = hir.places.spans[action.state.index()];
        builder.error(Problem::HiddenRead, span, message, HOW_TO_MEND.to_owned());
    }
}

/// The zone, where it is named, whose end is picked though the seat that picks cannot tell which card lies there.
fn untold_end(hir: &Hir, pick: &PickDef) -> Option<Option<StrId>> {
    if !matches!(pick.what, PickWhat::Card | PickWhat::Drag) {
        return None;
    }
    let at_end = |zone: &ZoneDef| match pick.only {
        PickOnly::All => false,
        PickOnly::ByOrder => zone.order != Order::Any,
        PickOnly::Top | PickOnly::Bottom => true,
    };
    // A drag begins with the first.
    let ends = match pick.what {
        PickWhat::Drag => pick.from.get(..1).unwrap_or_default(),
        _ => &pick.from,
    };
    ends.iter().find_map(|from| match from {
        PickFrom::Code(code) => {
            let piece = hir.tree.pieces.get(code.start as usize)?;
            let Piece::Value(root) = piece else { return None };
            (pick.only != PickOnly::All && lies_in_no_order(hir, root.node)).then_some(None)
        }
        from => {
            let own = matches!(from, PickFrom::OwnZone(_));
            let zone = zone_of(hir, from)?;
            let is_told = is_ordered(zone) || faces::are_seen(zone, own);
            (at_end(zone) && !is_told).then_some(Some(zone.name))
        }
    })
}
