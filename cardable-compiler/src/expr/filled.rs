//! Texts for people in which values stand in braces: `Call {to_call}`.

use super::compile::{Compiler, Origin, compile};
use super::{SyntaxError, parse};
use crate::hir::NodeId;
use crate::hir::build::Builder;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::builtin;
use std::borrow::Cow;

/// A part of such a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'t> {
    Words(&'t str),
    /// An expression, and where in the text it begins.
    Value(&'t str, usize),
}

/// A brace that is opened and not closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Open;

/// The parts of a text. Where nothing stands in braces, it has one.
pub(crate) fn parts_of(text: &str) -> Result<Vec<Part<'_>>, Open> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((words, inside)) = rest.split_once('{') {
        let (value, after) = inside.split_once('}').ok_or(Open)?;
        if !words.is_empty() {
            parts.push(Part::Words(words));
        }
        parts.push(Part::Value(value, text.len() - inside.len()));
        rest = after;
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(Part::Words(rest));
    }
    Ok(parts)
}

/// The words of a text, without its values.
pub(crate) fn words_of(text: &str) -> Cow<'_, str> {
    match parts_of(text) {
        Ok(parts) if has_values(text) => parts
            .iter()
            .filter_map(|part| match part {
                Part::Words(words) => Some(*words),
                Part::Value(..) => None,
            })
            .collect(),
        Ok(_) | Err(Open) => Cow::Borrowed(text),
    }
}

/// Whether values stand in a text.
pub(crate) fn has_values(text: &str) -> bool {
    text.contains('{')
}

/// An expression within a text that stands in another one.
struct Within<'a> {
    origin: &'a dyn Origin,
    skipped: u32,
}

impl Origin for Within<'_> {
    fn span(&self, start: u32, end: u32) -> Span {
        self.origin.span(start + self.skipped, end + self.skipped)
    }
}

impl Compiler<'_> {
    /// A text with its values, whose first letter stands at a place of the expression.
    pub(super) fn filled(&mut self, text: &str, start: u32, span: Span) -> NodeId {
        let Ok(parts) = parts_of(text) else {
            return not_closed(self.b, span);
        };
        let mut nodes = Vec::with_capacity(parts.len());
        for part in parts {
            nodes.push(match part {
                Part::Words(words) => self.b.text(words, span),
                Part::Value(value, at) => {
                    let origin = Within {
                        origin: self.origin,
                        skipped: start + at as u32,
                    };
                    match parse(value) {
                        Ok(tree) => compile(self.b, self.scope, self.names, &origin, &tree),
                        Err(error) => unreadable(self.b, &origin, &error),
                    }
                }
            });
        }
        self.b.call(self.scope, builtin!(concat), nodes, span)
    }
}

/// Says that a brace of a text is not closed.
pub(crate) fn not_closed(builder: &mut Builder, span: Span) -> NodeId {
    builder.error(
        Problem::UnknownPlace,
        span,
        "a place of this text is not closed",
        "write `}` behind the value",
    );
    builder.broken(span)
}

fn unreadable(builder: &mut Builder, origin: &dyn Origin, error: &SyntaxError) -> NodeId {
    let span = origin.span(error.start, error.end);
    builder.error(
        Problem::BadExpression,
        span,
        error.message.clone(),
        error.clone().what_to_write(),
    );
    builder.broken(span)
}
