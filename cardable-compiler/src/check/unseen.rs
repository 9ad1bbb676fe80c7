//! Picks whose conditions read faces that the seat never sees, so that no choice meets them.

use crate::hir::{Hir, NodeKind, Source, TestOfPick};
use crate::text::diag::{Code as Problem, Diagnostics, listed};
use cardable_engine::ids::ZoneId;
use cardable_engine::program::ZoneDef;
use cardable_engine::value::Value;

/// Warns of such picks, unless something in the ruleset lets seats look at the cards.
pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    let shows = |kind: &NodeKind| matches!(kind, NodeKind::Call(primitive, _) if primitive.shows);
    let shown = || {
        let by_script = hir.scripts.draft.as_ref().is_some_and(|draft| draft.may_show());
        let by_step = || hir.tree.nodes.iter().any(|node| shows(&node.kind));
        by_script || (hir.sight.showing.is_none() && by_step())
    };
    if hir.tree.tests_of_picks.is_empty() || shown() {
        return;
    }
    for test in &hir.tree.tests_of_picks {
        check_test(hir, test, diags);
    }
}

fn check_test(hir: &Hir, test: &TestOfPick, diags: &mut Diagnostics) {
    if test.scope.reveals || test.from.is_empty() || !hir.reads_face_of_picked(&test.scope, test.condition) {
        return;
    }
    let zones: Option<Vec<&ZoneDef>> = test.from.iter().map(|source| never_seen(hir, *source)).collect();
    let Some(zones) = zones else { return };
    let Some(names) = listed(hir.names_of(zones.iter().map(|zone| zone.name))) else {
        return;
    };
    let what = test.what;
    diags.warning(
        Problem::NeverValid,
        hir.tree.get(test.condition).span,
        format!("{what} depends on the faces in {names}, which the seat never sees: it never holds"),
        "let the seat see the zone, ask for something else than faces, or write `\"reveals\": true` beside it",
    );
}

/// The zone that candidates lie in, when the acting seat can never see their faces there.
fn never_seen(hir: &Hir, source: Source) -> Option<&ZoneDef> {
    let seat_zone = |at: u16| hir.zones.seat.get(usize::from(at));
    let is_player = |node| hir.tree.get(node).kind == NodeKind::Player;
    let (zone, own) = match source {
        Source::Shared(at) => (hir.zones.shared.get(usize::from(at)), false),
        Source::Own(at) | Source::Everyones(at) => (seat_zone(at), true),
        Source::Others(at) => (seat_zone(at), false),
        Source::Of(seat, at) => (seat_zone(at), is_player(seat)),
        Source::Zones(node) => match &hir.tree.get(node).kind {
            NodeKind::Const(Value::Zone(ZoneId(at))) => (hir.zones.shared.get(usize::from(*at)), false),
            NodeKind::SeatZone(seat, at) => (seat_zone(*at), is_player(*seat)),
            NodeKind::Call(primitive, args) => {
                let named = primitive.zones_of_seats().and_then(|at| args.get(at));
                match named.map(|at| &hir.tree.get(*at).kind) {
                    Some(NodeKind::Const(Value::Int(at))) => (seat_zone(u16::try_from(*at).ok()?), true),
                    _ => return None,
                }
            }
            _ => return None,
        },
    };
    let showing = hir.sight.showing.as_ref();
    let may_show =
        |zone: &ZoneDef| showing.is_some_and(|showing| showing.may_show(hir.strings.get(zone.name)));
    zone.filter(|zone| zone.rules().all(|rule| rule.who.never(own)) && !may_show(zone))
}
