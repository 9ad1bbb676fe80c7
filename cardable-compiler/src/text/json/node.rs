//! What was read.

use crate::text::span::Span;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// From the value's first byte up to its last one, quotation marks and brackets included.
    pub span: Span,
    pub value: Value,
}

/// What a JSON text is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// `12`, `0x0C`, `1.5`
    Number(Number),
    /// `"text"`
    String(Box<str>),
    /// `[1, 2]`
    Array(Vec<Node>),
    /// `{key: 1}`
    Object(Vec<Member>),
    /// Something that could not be read and has been reported: say nothing more about it.
    Invalid,
}

/// One `key: value` of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key without quotation marks and escapes.
    pub key: Box<str>,
    /// Where the key stands, quotation marks included.
    pub key_span: Span,
    pub value: Node,
}

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Written without fraction and exponent.
    Int(i64),
    /// Written with one of them. Always finite.
    Float(f64),
}

impl Number {
    /// The nearest floating-point number.
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Int(whole) => whole as f64,
            Number::Float(number) => number,
        }
    }

    /// The number as a whole one, when it is one: `2.0` and `2e3` are.
    pub fn as_i64(self) -> Option<i64> {
        /// Up to here every whole number has a floating-point number of its own.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        match self {
            Number::Int(whole) => Some(whole),
            Number::Float(number) => {
                (number.abs() <= EXACT && number.trunc() == number).then_some(number as i64)
            }
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Int(whole) => whole.fmt(f),
            Number::Float(number) => number.fmt(f),
        }
    }
}

impl Node {
    /// The value under a key of an object; of repeated keys, the first.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.members()
            .iter()
            .find(|member| &*member.key == key)
            .map(|member| &member.value)
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Object(members) => {
                let found = members.iter_mut().find(|member| &*member.key == key);
                found.map(|member| &mut member.value)
            }
            _ => None,
        }
    }

    /// Puts a value under a key of an object, in place of the one that is there.
    pub(crate) fn set(&mut self, key: &str, value: Value) {
        let value = Node {
            span: self.span,
            value,
        };
        match (self.get(key).is_some(), &mut self.value) {
            (true, _) => {
                if let Some(known) = self.get_mut(key) {
                    *known = value;
                }
            }
            (false, Value::Object(members)) => members.push(Member {
                key: key.into(),
                key_span: self.span,
                value,
            }),
            (false, _) => {}
        }
    }

    /// The members of an object; none for anything else.
    pub fn members(&self) -> &[Member] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The items of a list; anything else is a list of itself.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Array(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The same, to be changed.
    pub(crate) fn items_mut(&mut self) -> &mut [Node] {
        match self.value {
            Value::Array(_) => match &mut self.value {
                Value::Array(items) => items,
                _ => &mut [],
            },
            _ => std::slice::from_mut(self),
        }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<Number> {
        match self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, when it is a whole one.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_i64)
    }

    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().map(Number::as_f64)
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Whether this stands for something that could not be read and has been reported.
    pub fn is_invalid(&self) -> bool {
        matches!(self.value, Value::Invalid)
    }

    /// What messages call a value of this kind.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
            Value::Invalid => "something unreadable",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn whole_numbers() {
        let check = |number: f64, expected| {
            assert_eq!(Number::Float(number).as_i64(), expected, "{number}");
        };
        check(2.0, Some(2));
        check(-0.0, Some(0));
        check(2.5, None);
        check(1e15, Some(1_000_000_000_000_000));
        check(1e300, None);
    }
}
