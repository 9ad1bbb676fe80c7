//! Values that somebody reads. Guards come before them when everything is read.

use super::Builder;
use crate::hir::{Eyes, NodeId, Scope, Shown};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::program::Text;

/// A value that the acting seat reads: a condition, what is legal.
#[must_use]
pub(crate) fn to_seat(builder: &mut Builder, scope: &Scope, node: NodeId, what: &str) -> NodeId {
    let by_back = builder.hir.reads_only_backs(scope, node);
    add_shown(builder, scope, node, (Eyes::Acting, false), by_back, what)
}

/// A condition on what is answered to a question. Answers are told by their places among the cards that are handed over, which lie
/// in the order of their zone: so what is on their backs is known only of cards that are seen.
#[must_use]
pub(crate) fn of_answer(builder: &mut Builder, scope: &Scope, node: NodeId, what: &str) -> NodeId {
    add_shown(builder, scope, node, (Eyes::Acting, false), false, what)
}

/// A text that somebody reads, which names cards only to those who see them.
#[must_use]
pub(crate) fn sent(builder: &mut Builder, scope: &Scope, node: NodeId, eyes: Eyes, what: &str) -> NodeId {
    add_shown(builder, scope, node, (eyes, true), true, what)
}

/// Things that the acting seat may choose from. It knows them by their places, so where a card lies tells
/// nothing.
#[must_use]
pub(crate) fn offered(builder: &mut Builder, scope: &Scope, node: NodeId, what: &str) -> NodeId {
    add_shown(builder, scope, node, (Eyes::Acting, true), true, what)
}

/// What a button says, with values in its places, as the acting seat sees them.
pub(crate) fn title(
    builder: &mut Builder,
    scope: &Scope,
    places: &str,
    values: Vec<NodeId>,
    span: Span,
) -> Text {
    if values.len() > Text::MOST_TOKENS {
        builder.error(
            Problem::ParameterCount,
            span,
            format!("a label shows at most {} values", Text::MOST_TOKENS),
            "put some of them together with `concat(…)`",
        );
    }
    let mut tokens = Vec::new();
    for value in values.into_iter().take(Text::MOST_TOKENS) {
        let value = sent(builder, scope, value, Eyes::Acting, "a label");
        if !builder.is_broken(value) {
            tokens.push(builder.value_code(scope, value));
        }
    }
    let text = builder.intern(places);
    Text { text, tokens }
}

fn add_shown(
    builder: &mut Builder,
    scope: &Scope,
    written: NodeId,
    (eyes, things): (Eyes, bool),
    picks_by_back: bool,
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
        picks_by_back,
        what: what.to_owned(),
    });
    read
}
