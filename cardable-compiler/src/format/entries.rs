//! Entries of lists that have a name: what is said where one is empty, or lacks its name.

use crate::hir::build::Builder;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Placed, Text};
use crate::text::json::{Node, Value as Json};

/// Whether an object is empty, or named by nothing: such entries are skipped
/// with a warning.
pub(crate) fn skips(b: &mut Builder, node: &Node, name: Option<Placed<'_, Text<'_>>>, what: &str) -> bool {
    let empty = matches!(&node.value, Json::Object(members) if members.is_empty());
    let nameless = name
        .and_then(|name| name.value)
        .is_some_and(|name| name.is_empty());
    if empty || nameless {
        let why = if empty { "is empty" } else { "has an empty name" };
        b.warn(
            Problem::EmptyEntry,
            node.span,
            format!("this {what} {why} and is left out"),
            "fill it in, or take it out".to_owned(),
        );
    }
    empty || nameless
}

/// Says that an object lacks the field it is named by; what is no object, or has another kind of
/// value there, was reported.
pub(crate) fn lacks(
    b: &mut Builder,
    node: &Node,
    field: Option<Placed<'_, Text<'_>>>,
    message: &str,
    help: &str,
) {
    if field.is_none() && matches!(node.value, Json::Object(_)) {
        b.error(Problem::MissingField, node.span, message, help);
    }
}
