//! What the primitives that a ruleset calls need of it. Without it the calls could only fault.

use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics, suggestion_or};
use cardable_engine::primitives::Requirement;

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    hir.each_value(|_, id| {
        let node = hir.tree.get(id);
        let NodeKind::Call(primitive, args) = &node.kind else {
            return;
        };
        if primitive.requires == Requirement::Nothing {
            return;
        }
        let zones = hir.zones.seat.iter().map(|zone| hir.strings.get(zone.name));
        if let Some(lack) = primitive.lacks_zone(zones) {
            diags.error(Problem::LacksZone, node.span, lack.message, lack.help);
        }
        let named = args.iter().enumerate();
        for (_, arg) in named.filter(|(at, _)| primitive.names_seat_data(*at)) {
            check_seat_data_named(hir, *arg, diags);
        }
    });
}

fn check_seat_data_named(hir: &Hir, arg: NodeId, diags: &mut Diagnostics) {
    let Some(name) = hir.const_text(arg) else {
        return;
    };
    let known = hir.names_of(hir.seat_data.iter().map(|data| data.name));
    if known.contains(&name) {
        return;
    }
    let none = "declare it in `player_data`";
    let help = suggestion_or(name, &known, none, |data| format!("the data of seats are {data}"));
    let message = format!("seats have no data `{name}`");
    diags.error(Problem::UnknownReference, hir.tree.get(arg).span, message, help);
}
