//! Values that somebody reads. Guards come before them when everything is read.

use super::Builder;
use crate::hir::{Eyes, NodeId, Scope, Shown};

/// A value that the acting seat reads: a condition, what is legal.
#[must_use]
pub(crate) fn to_seat(builder: &mut Builder, scope: &Scope, node: NodeId, what: &str) -> NodeId {
    add_shown(builder, scope, node, (Eyes::Acting, false), what)
}

/// A text that somebody reads, which names cards only to those who see them.
#[must_use]
pub(crate) fn sent(builder: &mut Builder, scope: &Scope, node: NodeId, eyes: Eyes, what: &str) -> NodeId {
    add_shown(builder, scope, node, (eyes, true), what)
}

/// Things that the acting seat may choose from. It knows them by their places, so where a card lies tells
/// nothing.
#[must_use]
pub(crate) fn offered(builder: &mut Builder, scope: &Scope, node: NodeId, what: &str) -> NodeId {
    add_shown(builder, scope, node, (Eyes::Acting, true), what)
}

fn add_shown(
    builder: &mut Builder,
    scope: &Scope,
    written: NodeId,
    (eyes, things): (Eyes, bool),
    what: &str,
) -> NodeId {
    let node = builder.get(written).clone();
    let read = builder.node(node.kind, node.ty, node.span);
    builder.hir.sight.shown.push(Shown {
        scope: scope.clone(),
        written,
        read,
        eyes,
        things,
        what: what.to_owned(),
    });
    read
}
