//! Entries of lists that are empty objects: they are left out, with a warning.

use super::{ObjectSpec, Shape};
use crate::text::diag::{Code, Diagnostics};
use crate::text::json::{Node, Value};
use crate::text::source::Span;

impl ObjectSpec {
    /// The value without the empty entries of its lists, of each of which a warning tells. None where there
    /// are none. Only entries that lack a field they need are left out: others may be meant.
    pub(crate) fn without_empty(&self, node: &Node, diags: &mut Diagnostics) -> Option<Node> {
        if !self.has_empty(node) {
            return None;
        }
        let mut filled = node.clone();
        self.leave_out(&mut filled, diags);
        Some(filled)
    }

    fn has_empty(&self, node: &Node) -> bool {
        let mut members = node.members().iter();
        members.any(|member| {
            let field = self.field(&member.key);
            field.is_some_and(|field| field.shape.has_empty(&member.value))
        })
    }

    fn leave_out(&self, node: &mut Node, diags: &mut Diagnostics) {
        let Value::Object(members) = &mut node.value else {
            return;
        };
        for member in members {
            if let Some(field) = self.field(&member.key) {
                field.shape.leave_out(&mut member.value, &member.key, diags);
            }
        }
    }
}

impl Shape {
    /// Whether an empty object is an entry of this shape that says nothing.
    fn is_blank(&self, entry: &Node) -> bool {
        let empty = matches!(&entry.value, Value::Object(members) if members.is_empty());
        empty
            && match self {
                Shape::Object(spec) => spec().fields.iter().any(|field| field.required),
                Shape::AnyOf(shapes) => shapes.iter().any(|shape| shape.is_blank(entry)),
                Shape::Any
                | Shape::String
                | Shape::Expression
                | Shape::Name
                | Shape::Integer { .. }
                | Shape::Number
                | Shape::Boolean
                | Shape::Word(_)
                | Shape::List(_)
                | Shape::OneOrList(_)
                | Shape::Map(_) => false,
            }
    }

    fn has_empty(&self, node: &Node) -> bool {
        match self {
            Shape::List(item) | Shape::OneOrList(item) => match &node.value {
                Value::Array(entries) => {
                    let mut entries = entries.iter();
                    entries.any(|entry| item.is_blank(entry) || item.has_empty(entry))
                }
                _ => item.is_blank(node) || item.has_empty(node),
            },
            Shape::Map(item) => {
                let mut members = node.members().iter();
                members.any(|member| item.has_empty(&member.value))
            }
            Shape::Object(spec) => spec().has_empty(node),
            Shape::AnyOf(shapes) => {
                let shape = shapes.iter().find(|shape| shape.accepts(node));
                shape.is_some_and(|shape| shape.has_empty(node))
            }
            Shape::Any
            | Shape::String
            | Shape::Expression
            | Shape::Name
            | Shape::Integer { .. }
            | Shape::Number
            | Shape::Boolean
            | Shape::Word(_) => false,
        }
    }

    fn leave_out(&self, node: &mut Node, what: &str, diags: &mut Diagnostics) {
        match self {
            Shape::List(item) | Shape::OneOrList(item) => {
                if item.is_blank(node) {
                    warn(node.span, what, diags);
                    node.value = Value::Array(Vec::new());
                }
                let Value::Array(entries) = &mut node.value else {
                    return item.leave_out(node, what, diags);
                };
                entries.retain(|entry| {
                    let blank = item.is_blank(entry);
                    if blank {
                        warn(entry.span, what, diags);
                    }
                    !blank
                });
                for entry in entries {
                    item.leave_out(entry, what, diags);
                }
            }
            Shape::Map(item) => {
                if let Value::Object(members) = &mut node.value {
                    for member in members {
                        item.leave_out(&mut member.value, &member.key, diags);
                    }
                }
            }
            Shape::Object(spec) => spec().leave_out(node, diags),
            Shape::AnyOf(shapes) => {
                if let Some(shape) = shapes.iter().find(|shape| shape.accepts(node)) {
                    shape.leave_out(node, what, diags);
                }
            }
            Shape::Any
            | Shape::String
            | Shape::Expression
            | Shape::Name
            | Shape::Integer { .. }
            | Shape::Number
            | Shape::Boolean
            | Shape::Word(_) => {}
        }
    }
}

/// Warns of an entry of a list that is empty.
pub(crate) fn warn(span: Span, list: &str, diags: &mut Diagnostics) {
    diags.warning(
        Code::EmptyEntry,
        span,
        format!("this entry of `{list}` is empty and is left out"),
        "fill it in, or take it out",
    );
}
