//! Values that act or ask where they are only looked at.

use crate::hir::build::calls::only_reads;
use crate::hir::{Hir, RootKind};
use crate::text::diag::Diagnostics;

/// Says where conditions, bounds and the like act.
pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    for root in hir.tree.roots() {
        match root.kind {
            RootKind::Value | RootKind::Condition | RootKind::OfCandidate | RootKind::OfPicked => {
                only_reads(hir, root.node, diags);
            }
            RootKind::Trial => {}
        }
    }
}
