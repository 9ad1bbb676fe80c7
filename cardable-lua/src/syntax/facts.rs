//! What is read of a file.

use super::work::Stretch;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A place in a text, in bytes.
pub(crate) type Span = Range<usize>;

/// A mistake of syntax.
pub(crate) struct Mistake {
    pub(crate) span: Span,
    pub(crate) message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) params: usize,
    /// Whether it takes more.
    pub(crate) more: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Callee {
    Global(String),
    /// A function of this file.
    Own(String, Shape),
    /// A method: its name, and what it is called on, when that is a plain path.
    Method(String, Option<Path>),
    /// A field that is called with a point: its name, and the plain path that it is a field of.
    Field(String, Path),
}

/// `player.hand`: names with points between them, from a global name on. A local name that is never assigned
/// again stands for the path that it is declared with.
pub(crate) type Path = Vec<String>;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// How many values are written.
    pub(crate) args: usize,
    /// Whether the last one may be several.
    pub(crate) open: bool,
    /// Those that are texts.
    pub(crate) texts: Vec<(usize, String, Span)>,
    pub(crate) span: Span,
}

/// `base.name`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// The global name before the point, when it is one.
    pub(crate) base: Option<String>,
    pub(crate) name: String,
    pub(crate) span: Span,
    /// Whether it is called with a colon.
    pub(crate) method: bool,
}

/// `globals.n`, read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    /// The global name before the point.
    pub(crate) base: String,
    pub(crate) name: String,
    pub(crate) span: Span,
    /// What is written to it.
    pub(crate) written: Option<Written>,
}

/// `… = value`, `… += value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    /// Where the value stands.
    pub(crate) value: Span,
    /// The operator of what is written there is changed by.
    pub(crate) by: Option<&'static str>,
}

/// An operator that changes a place and that is rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Changing {
    /// `^=`
    Power,
    /// `..=`
    Joining,
}

/// `a ^= b`, `a ..= b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Changed {
    pub(crate) by: Changing,
    /// Where the place stands.
    pub(crate) place: Span,
    /// Whether the place can be written twice.
    pub(crate) simple: bool,
    /// Where the value stands.
    pub(crate) value: Span,
}

/// A function that stands at the top of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Top {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) span: Span,
    /// Where its name stands.
    pub(crate) named: Span,
    /// Whether it is written `function name()`, without `local`, so that it belongs to the file's table.
    pub(crate) offered: bool,
}

/// Everything that the check and the rewriting want to know of a file.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    pub(crate) tops: Vec<Top>,
    /// Whether the file returns something itself.
    pub(crate) returns: bool,
    pub(crate) reads: Vec<(String, Span)>,
    pub(crate) writes: Vec<(String, Span)>,
    pub(crate) calls: Vec<Call>,
    pub(crate) fields: Vec<Field>,
    /// Names of fields that the file makes, and all its texts.
    pub(crate) made: BTreeSet<String>,
    pub(crate) texts: BTreeSet<String>,
    /// Names and texts, with where they stand.
    pub(crate) mentions: Vec<(String, usize)>,
    /// `require "name"`.
    pub(crate) requires: Vec<(String, Span)>,
    /// `for … in` and where its `do` is.
    pub(crate) loops: Vec<(usize, usize)>,
    /// `a ^ b`: from, operator, to.
    pub(crate) powers: Vec<(usize, usize, usize)>,
    /// Data and properties of the acting seat that are read and written by fixed names.
    pub(crate) accesses: Vec<Access>,
    /// Whether it can stay loaded: nothing that its functions do changes it.
    pub(crate) lasts: bool,
    /// Its functions without `local` that go straight through, if all that they call is primitives.
    pub(crate) bounded: BTreeMap<String, BTreeSet<String>>,
    /// `a ^= b` and `a ..= b`.
    pub(crate) changed: Vec<Changed>,
    /// Rows of texts that are joined: `a .. b .. c`, each as a whole.
    pub(crate) joined: Vec<Span>,
    /// What values of tables are stored under that may be a table or a function.
    pub(crate) keys: Vec<Span>,
    /// What is done between two ticks, where that is much.
    pub(crate) stretches: Vec<Stretch>,
}
