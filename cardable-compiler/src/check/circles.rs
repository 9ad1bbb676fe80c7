//! Items of data that are computed from themselves.

use crate::hir::{Hir, Item};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::Span;

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    let reads: Vec<(Item, Vec<Item>, Span)> = hir
        .computed
        .iter()
        .map(|(item, node)| {
            let mut read = Vec::new();
            hir.tree
                .each(*node, |id| read.extend(hir.computed_item(&hir.tree.get(id).kind)));
            (*item, read, hir.tree.get(*node).span)
        })
        .collect();
    let mut in_circle: Vec<Item> = Vec::new();
    for (item, _, span) in &reads {
        let mut open = vec![*item];
        let mut met: Vec<Item> = Vec::new();
        while let Some(next) = open.pop() {
            let of = reads.iter().filter(|(other, ..)| *other == next);
            for read in of.flat_map(|(_, read, _)| read) {
                if !met.contains(read) {
                    met.push(*read);
                    open.push(*read);
                }
            }
        }
        // A circle is said once, at the first of its items.
        if met.contains(item) && !in_circle.contains(item) {
            in_circle.append(&mut met);
            let name = hir.item(*item).map_or("", |def| hir.strings.get(def.name));
            diags.error(
                Problem::ComputedCircle,
                *span,
                format!("`{name}` is computed from itself"),
                "let one of the items that are computed from each other be data that steps set",
            );
        }
    }
}
