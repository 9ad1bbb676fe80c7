//! What fields read as: a Rust type for each [`Shape`], from which the shape follows.
//!
//! Nothing is read before it is asked for. Objects, lists and maps hold on to their place in the text, so
//! that a table can hold itself.

use super::{ObjectSpec, Shape};
use crate::text::diag::did_you_mean;
use crate::text::json::{Member, Node, Number, Value};
use crate::text::source::Span;
use std::fmt;
use std::iter::FilterMap;
use std::marker::PhantomData;
use std::ops::Deref;
use std::slice::Iter;

/// What a field of a table may hold, and how that is read.
pub(crate) trait FieldType<'n> {
    const SHAPE: Shape;
    /// What a value reads as.
    type Value;
    /// What a field reads as, which need not be there: the value or None; a list, which is empty then.
    type Field;

    /// Reads a value; None when it does not fit.
    fn read(node: &'n Node) -> Option<Self::Value>;

    /// Reads a field, wherever it stands.
    fn field(node: Option<&'n Node>) -> Self::Field;
}

/// Reads a field of an object. For `object!` only: it takes the name from the table.
pub(crate) fn field<'n, T: FieldType<'n>>(spec: &ObjectSpec, object: &'n Node, name: &str) -> T::Field {
    T::field(spec.get(object, name))
}

/// Declares what a shape without parts reads as.
macro_rules! leaf {
    ($ty:ty, $shape:expr, $value:ty, |$node:ident| $read:expr) => {
        impl<'n> FieldType<'n> for $ty {
            const SHAPE: Shape = $shape;
            type Value = $value;
            type Field = Option<$value>;

            fn read($node: &'n Node) -> Option<$value> {
                $read
            }

            fn field(node: Option<&'n Node>) -> Option<$value> {
                Self::read(node?)
            }
        }
    };
}

/// Anything at all.
pub(crate) enum Any {}

/// A string of any length.
pub(crate) enum String {}

/// A string in the language of expressions.
pub(crate) enum Expression {}

/// A string that is short enough for a name.
pub(crate) enum Name {}

leaf!(Any, Shape::Any, &'n Node, |node| Some(node));
leaf!(String, Shape::String, Text<'n>, |node| Text::of(node));
leaf!(Expression, Shape::Expression, Text<'n>, |node| Text::of(node));
leaf!(Name, Shape::Name, Text<'n>, |node| Text::of(node));
leaf!(Number, Shape::Number, Number, |node| node.as_number());
leaf!(bool, Shape::Boolean, bool, |node| node.as_bool());

/// A text and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'n> {
    pub(crate) node: &'n Node,
    text: &'n str,
}

impl<'n> Text<'n> {
    pub(crate) fn of(node: &'n Node) -> Option<Text<'n>> {
        let text = node.as_str()?;
        Some(Text { node, text })
    }

    pub(crate) fn as_str(self) -> &'n str {
        self.text
    }

    pub(crate) fn span(self) -> Span {
        self.node.span
    }

    /// What it says and where; None where it is empty, for those fields in which that says nothing.
    pub(crate) fn not_empty(self) -> Option<(&'n str, Span)> {
        (!self.text.is_empty()).then(|| (self.text, self.span()))
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}

/// A whole number between two bounds, both included.
pub(crate) struct Whole<T, const MIN: i64, const MAX: i64>(PhantomData<T>);

/// The same for copies of cards: a number beyond the bounds, of which was told, stands for the nearest within
/// them, so that all cards together are still counted.
pub(crate) struct Nearest<T, const MIN: i64, const MAX: i64>(PhantomData<T>);

/// Any whole number.
pub(crate) type Integer = Whole<i64, { i64::MIN }, { i64::MAX }>;

impl<'n, T: TryFrom<i64>, const MIN: i64, const MAX: i64> FieldType<'n> for Whole<T, MIN, MAX> {
    const SHAPE: Shape = Shape::Integer { min: MIN, max: MAX };
    type Value = T;
    type Field = Option<T>;

    fn read(node: &'n Node) -> Option<T> {
        let whole = node.as_i64().filter(|whole| (MIN..=MAX).contains(whole))?;
        T::try_from(whole).ok()
    }

    fn field(node: Option<&'n Node>) -> Option<T> {
        Self::read(node?)
    }
}

impl<'n, T: TryFrom<i64>, const MIN: i64, const MAX: i64> FieldType<'n> for Nearest<T, MIN, MAX> {
    const SHAPE: Shape = Shape::Integer { min: MIN, max: MAX };
    type Value = T;
    type Field = Option<T>;

    fn read(node: &'n Node) -> Option<T> {
        T::try_from(node.as_i64()?.clamp(MIN, MAX)).ok()
    }

    fn field(node: Option<&'n Node>) -> Option<T> {
        Self::read(node?)
    }
}

/// Something of which it matters where it stands, or that anything stands there.
pub(crate) struct At<T>(PhantomData<T>);

/// A value and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'n, V> {
    pub(crate) node: &'n Node,
    /// None when it does not fit.
    pub(crate) value: Option<V>,
}

impl<V> Placed<'_, V> {
    pub(crate) fn span(&self) -> Span {
        self.node.span
    }
}

impl<'n, T: FieldType<'n>> FieldType<'n> for At<T> {
    const SHAPE: Shape = T::SHAPE;
    type Value = Placed<'n, T::Value>;
    type Field = Option<Placed<'n, T::Value>>;

    fn read(node: &'n Node) -> Option<Self::Value> {
        let value = T::read(node);
        Some(Placed { node, value })
    }

    fn field(node: Option<&'n Node>) -> Self::Field {
        Self::read(node?)
    }
}

/// A value of one of several types, which is read where it is known what may stand there.
pub(crate) struct OneOf<T>(PhantomData<T>);

impl<'n, T: Several<'n>> FieldType<'n> for OneOf<T> {
    const SHAPE: Shape = Shape::AnyOf(T::SHAPES);
    type Value = &'n Node;
    type Field = Option<&'n Node>;

    fn read(node: &'n Node) -> Option<&'n Node> {
        Some(node)
    }

    fn field(node: Option<&'n Node>) -> Option<&'n Node> {
        node
    }
}

/// Several types, as a tuple.
pub(crate) trait Several<'n> {
    const SHAPES: &'static [Shape];
}

impl<'n, A: FieldType<'n>, B: FieldType<'n>> Several<'n> for (A, B) {
    const SHAPES: &'static [Shape] = &[A::SHAPE, B::SHAPE];
}

impl<'n, A: FieldType<'n>, B: FieldType<'n>, C: FieldType<'n>> Several<'n> for (A, B, C) {
    const SHAPES: &'static [Shape] = &[A::SHAPE, B::SHAPE, C::SHAPE];
}

impl<'n, A, B, C, D> Several<'n> for (A, B, C, D)
where
    A: FieldType<'n>,
    B: FieldType<'n>,
    C: FieldType<'n>,
    D: FieldType<'n>,
{
    const SHAPES: &'static [Shape] = &[A::SHAPE, B::SHAPE, C::SHAPE, D::SHAPE];
}

/// A list.
pub(crate) struct List<T>(PhantomData<T>);

/// A list, or one item without brackets.
pub(crate) struct OneOrList<T>(PhantomData<T>);

/// An object with any keys, whose values are alike.
pub(crate) struct Map<T>(PhantomData<T>);

/// Declares what several values read as: what was written in the place of them, as far as it fits.
macro_rules! several {
    ($($ty:ident reads as $values:ident),+ $(,)?) => {$(
        impl<'n, T: FieldType<'n>> FieldType<'n> for $ty<T> {
            const SHAPE: Shape = Shape::$ty(&T::SHAPE);
            type Value = $values<'n, T>;
            type Field = $values<'n, T>;

            fn read(node: &'n Node) -> Option<$values<'n, T>> {
                Some($values::of(Some(node)))
            }

            fn field(node: Option<&'n Node>) -> $values<'n, T> {
                $values::of(node)
            }
        }
    )+};
}

several!(List reads as Items, OneOrList reads as Items, Map reads as Entries);

/// What a list holds, or the one item that stands for a list. Items that do not fit are passed over.
pub(crate) struct Items<'n, T> {
    /// The list; None when the field is missing.
    pub(crate) node: Option<&'n Node>,
    item: PhantomData<fn() -> T>,
}

impl<'n, T: FieldType<'n>> Items<'n, T> {
    fn of(node: Option<&'n Node>) -> Items<'n, T> {
        Items {
            node,
            item: PhantomData,
        }
    }

    /// All that stands there, whatever it is.
    pub(crate) fn nodes(self) -> &'n [Node] {
        self.node.map_or(&[], Node::items)
    }

    pub(crate) fn is_given(self) -> bool {
        self.node.is_some()
    }

    /// Whether nothing at all stands there.
    pub(crate) fn is_empty(self) -> bool {
        self.nodes().is_empty()
    }

    pub(crate) fn iter(self) -> Reading<'n, T> {
        self.into_iter()
    }
}

/// Goes over what a list holds.
type Reading<'n, T> = FilterMap<Iter<'n, Node>, fn(&'n Node) -> Option<<T as FieldType<'n>>::Value>>;

impl<'n, T: FieldType<'n>> IntoIterator for Items<'n, T> {
    type Item = T::Value;
    type IntoIter = Reading<'n, T>;

    fn into_iter(self) -> Reading<'n, T> {
        self.nodes().iter().filter_map(T::read)
    }
}

impl<T> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Items<'_, T> {}

impl<T> Default for Items<'_, T> {
    fn default() -> Self {
        Items {
            node: None,
            item: PhantomData,
        }
    }
}

/// What a map holds. Values that do not fit are passed over.
pub(crate) struct Entries<'n, T> {
    /// The map; None when the field is missing.
    pub(crate) node: Option<&'n Node>,
    value: PhantomData<fn() -> T>,
}

impl<'n, T: FieldType<'n>> Entries<'n, T> {
    fn of(node: Option<&'n Node>) -> Entries<'n, T> {
        Entries {
            node,
            value: PhantomData,
        }
    }

    /// All that stands there, whatever it is.
    pub(crate) fn members(self) -> &'n [Member] {
        self.node.map_or(&[], Node::members)
    }
}

impl<'n, T: FieldType<'n>> IntoIterator for Entries<'n, T> {
    type Item = (&'n Member, T::Value);
    type IntoIter = FilterMap<Iter<'n, Member>, fn(&'n Member) -> Option<(&'n Member, T::Value)>>;

    fn into_iter(self) -> Self::IntoIter {
        self.members()
            .iter()
            .filter_map(|member| Some((member, T::read(&member.value)?)))
    }
}

impl<T> Clone for Entries<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Entries<'_, T> {}

/// A word of a closed list.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// The words, and what each stands for.
    const WORDS: &'static [(&'static str, Self)];

    /// What a word stands for.
    fn named(word: &str) -> Option<Self> {
        named(word, Self::WORDS)
    }

    /// How it is written.
    fn word(self) -> &'static str {
        let mut words = Self::WORDS.iter();
        words.find(|(_, of)| *of == self).map_or("", |(word, _)| word)
    }
}

/// What a word stands for. A misspelt one, of which was told where its field was checked, stands for what it
/// was probably meant to be, so that it brings no further problems with it.
pub(crate) fn word<T: Copy>(node: &Node, words: &[(&'static str, T)]) -> Option<T> {
    let written = node.as_str()?;
    named(written, words).or_else(|| {
        let suggestion = did_you_mean(written, words.iter().map(|(known, _)| *known))?;
        named(suggestion, words)
    })
}

fn named<T: Copy>(word: &str, words: &[(&'static str, T)]) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, of)| *of)
}

/// Whether this is an object.
pub(crate) fn is_object(node: &Node) -> bool {
    matches!(node.value, Value::Object(_))
}
