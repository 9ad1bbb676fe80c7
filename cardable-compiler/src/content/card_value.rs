//! What cards count and carry.

use super::fields::Attribute;
use super::fields::{CARD_VALUE, CountKind, Counts};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::fields::read::Entries;
use crate::text::json::{Node, Number, Value};
use crate::text::source::Span;
use std::sync::Arc;

/// What a card counts.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum CardValue {
    /// Nothing is said.
    #[default]
    None,
    /// Always the same: `3` or `{"kind": "fixed", "value": 3}`.
    Fixed(Number),
    /// The better of two: `{"kind": "dual", "low": 1, "high": 11}`.
    Dual {
        /// The lower one.
        low: Number,
        /// The higher one.
        high: Number,
    },
    /// What its player chooses: `{"kind": "choice", "values": [1, 11]}`.
    Choice(Box<[Number]>),
}

/// What an attribute of a card holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// `"text"`
    Text(Box<str>),
    /// `3`
    Number(Number),
    /// `true`
    Bool(bool),
    /// `["a", 1, true]`, without further lists inside.
    List(Box<[Scalar]>),
}

impl CardValue {
    /// Reads a `card_value` that its table has been checked against.
    pub(crate) fn read(written: Counts<'_>, diags: &mut Diagnostics) -> CardValue {
        let fields = match written {
            Counts::Number(number) => return CardValue::Fixed(number),
            Counts::Value(fields) => fields,
        };
        let node = fields.node;
        let (value, wanted): (_, &[&str]) = match fields.kind() {
            Some(CountKind::Fixed) => (fields.value().map(CardValue::Fixed), &["value"]),
            Some(CountKind::Dual) => {
                let both = fields.low().zip(fields.high());
                (
                    both.map(|(low, high)| CardValue::Dual { low, high }),
                    &["low", "high"],
                )
            }
            Some(CountKind::Choice) => {
                let values: Box<[Number]> = fields.values().iter().collect();
                (
                    (!values.is_empty()).then_some(CardValue::Choice(values)),
                    &["values"],
                )
            }
            // Anything else has been reported with the table.
            None => return CardValue::None,
        };
        for member in node.members() {
            let key = &*member.key;
            if key != "kind" && CARD_VALUE.field(key).is_some() && !wanted.contains(&key) {
                let message = format!("`{key}` has no meaning in a card value of this kind");
                diags.push(
                    Diagnostic::error(Code::UnknownField, member.key_span, message)
                        .help(format!("this kind has `{}`", wanted.join("` and `"))),
                );
            }
        }
        if value.is_none() && !node.members().iter().any(|member| member.value.is_invalid()) {
            let message = format!("this card value lacks `{}`", wanted.join("` or `"));
            diags.error(
                Code::MissingField,
                node.span,
                message,
                format!(
                    "write {}",
                    wanted
                        .iter()
                        .map(|field| format!("`\"{field}\": 1`"))
                        .collect::<Vec<_>>()
                        .join(" or ")
                ),
            );
        }
        value.unwrap_or_default()
    }
}

impl Scalar {
    /// Reads an attribute; nothing for what its table does not allow.
    pub(crate) fn read(node: &Node) -> Option<Scalar> {
        Some(match &node.value {
            Value::String(text) => Scalar::Text(text.clone()),
            Value::Number(number) => Scalar::Number(*number),
            Value::Bool(truth) => Scalar::Bool(*truth),
            Value::Array(items) => Scalar::List(items.iter().filter_map(Scalar::read).collect()),
            Value::Null | Value::Object(_) | Value::Invalid => return None,
        })
    }
}

/// What else rules may ask for, in the order of the text.
pub(crate) fn attributes(written: Entries<'_, Attribute>) -> Arc<[(Box<str>, Scalar)]> {
    let attributes = written.into_iter();
    let read = attributes.filter_map(|(member, value)| Some((member.key.clone(), Scalar::read(value)?)));
    let mut attributes: Vec<(Box<str>, Scalar)> = read.collect();
    // Rules are the same whatever order an object's fields are written in.
    attributes.sort_by(|(one, _), (other, _)| one.cmp(other));
    attributes.into()
}

/// Where attributes are written.
pub(crate) fn attribute_spans(written: Entries<'_, Attribute>) -> Arc<[(Box<str>, Span)]> {
    let written = written.into_iter();
    written
        .map(|(member, _)| (member.key.clone(), member.value.span))
        .collect()
}
