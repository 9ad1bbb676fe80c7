//! Copies and designations of zones.

use super::Builder;
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::source::Span;
use cardable_engine::ids::StrId;
use cardable_engine::program::ZoneDef;

/// The most zones that a game may have, all copies of all seats counted.
const MAX_ZONES: usize = 8_192;

/// Gives every copy that a zone may have a place of its own, behind all
/// other zones, so that no zone's number changes.
pub(crate) fn copy_zones(builder: &mut Builder) {
    copy(&mut builder.hir.zones.shared);
    copy(&mut builder.hir.zones.seat);
    let (shared, seat) = (builder.hir.zones.shared.len(), builder.hir.zones.seat.len());
    let total = shared + seat * builder.hir.head.seats.1 as usize;
    if total > MAX_ZONES
        && let Some(span) = builder.hir.places.spans.first().copied()
    {
        builder.error(
            Problem::TooComplex,
            span,
            format!("there can be {total} zones, more than the {MAX_ZONES} a game may have"),
            "let zones have fewer copies".to_owned(),
        );
    }
}

/// The number of a designation's name, if some zone can bear it.
pub(crate) fn designation(builder: &mut Builder, name: &str, span: Span) -> Option<StrId> {
    let zones = builder.hir.zones.shared.iter().chain(&builder.hir.zones.seat);
    let known: Vec<StrId> = zones.flat_map(ZoneDef::designations).map(|d| d.name).collect();
    let found = builder.hir.strings.find(name).filter(|id| known.contains(id));
    if found.is_none() {
        let names = builder.hir.names_of(known);
        let help = match did_you_mean(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it in the `designations` of a zone".to_owned(),
        };
        let message = format!("no zone has the designation `{name}`");
        builder.not_declared(Problem::UnknownDesignation, span, message, help);
    }
    found
}

fn copy(zones: &mut Vec<ZoneDef>) {
    for at in 0..zones.len() {
        let further = zones.len();
        let Some(zone) = zones.get_mut(at) else { continue };
        zone.family = (at as u16, further as u16);
        let first = zone.clone();
        for copy in 1..first.count.max {
            zones.push(ZoneDef {
                copy,
                ..first.clone()
            });
        }
    }
}
