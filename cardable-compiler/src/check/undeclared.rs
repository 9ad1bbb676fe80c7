//! Zones that are used and not declared.

use crate::hir::Hir;
use crate::text::diag::{Code as Problem, Diagnostics};

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    for (name, span) in &hir.places.undeclared {
        diags.warning(
            Problem::UndeclaredZone,
            *span,
            format!("zone `{name}` is used but not declared"),
            format!("declare it in `game_area.player_zones`, as {{ \"name\": \"{name}\" }}"),
        );
    }
}
