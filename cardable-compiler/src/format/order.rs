//! The order of triggers, where the owners of cards choose it.

use crate::expr::Bindings;
use crate::hir::build::Builder;
use crate::hir::{LocalKind, NodeKind, Scope};
use crate::text::source::Span;
use cardable_engine::value::{Kind, Type, Value};

/// What seats read that choose which of their cards' triggers comes next.
pub(super) const QUESTION: &str = "What happens first?";

/// Lets the owners of cards choose in which order their triggers come.
pub(super) fn owners_choose(builder: &mut Builder, question: &str, span: Span) {
    let mut scope = Scope {
        player: true,
        ..Scope::outside()
    };
    scope
        .action
        .add("entries", Type::List(Kind::Any), LocalKind::Given(0));
    let question = builder.intern(question);
    let question = builder.node(NodeKind::Const(Value::Str(question)), Type::STRING, span);
    let steps = Bindings::at(span).with("question", question).steps(
        builder,
        &mut scope,
        "choose_trigger(prompt_option($action.entries, question))",
    );
    let code = builder.body_code(&scope, steps);
    builder.hir.reactions.defs.choose_next = Some(code);
}
