//! The facts that parsing extracts from a file.

use super::work::Stretch;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A byte range in a text.
pub(crate) type Span = Range<usize>;

/// A syntax error.
pub(crate) struct Mistake {
    pub(crate) span: Span,
    pub(crate) message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) params: usize,
    /// Whether it also accepts more (variadic).
    pub(crate) more: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Callee {
    Global(String),
    /// The prompt that a call of `ask` names.
    Asked(String),
    /// A function of this file.
    Own(String, Shape),
    /// A method: its name, and its receiver if that is a plain path.
    Method(String, Option<Path>),
    /// A field called with a point: its name, and the plain path before it.
    Field(String, Path),
}

/// A dotted path such as `player.hand`, starting at a global name. A local name that is never reassigned is
/// replaced with the path in its declaration.
pub(crate) type Path = Vec<String>;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// Number of arguments written.
    pub(crate) args: usize,
    /// Whether the last argument can expand to several values.
    pub(crate) open: bool,
    /// Text arguments: index, value, span.
    pub(crate) texts: Vec<(usize, String, Span)>,
    pub(crate) span: Span,
}

/// A field access `base.name`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// The base, if it is a global name.
    pub(crate) base: Option<String>,
    pub(crate) name: String,
    pub(crate) span: Span,
    /// Whether it is a method call (`:`).
    pub(crate) method: bool,
}

/// A read or write of `base.name`, such as `globals.n`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    /// The base, a global name.
    pub(crate) base: String,
    pub(crate) name: String,
    pub(crate) span: Span,
    /// The assigned value. `None` for a read.
    pub(crate) written: Option<Written>,
}

/// The right side of `… = value` or `… += value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) value: Span,
    /// The operator of a compound assignment. `None` for `=`.
    pub(crate) by: Option<&'static str>,
}

/// A compound assignment operator that is rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Changing {
    Power,
    Joining,
}

/// A compound assignment: `a ^= b` or `a ..= b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Changed {
    pub(crate) by: Changing,
    /// The span of the left side.
    pub(crate) place: Span,
    /// Whether the left side can be repeated without being evaluated differently.
    pub(crate) simple: bool,
    /// The span of the right side.
    pub(crate) value: Span,
}

/// A top-level function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Top {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) span: Span,
    /// The span of its name.
    pub(crate) named: Span,
    /// Whether it is declared as `function name()` without `local`, which exports it.
    pub(crate) offered: bool,
}

/// All facts about a file that the checks and the rewriter need.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    pub(crate) tops: Vec<Top>,
    /// Whether the file has its own `return`.
    pub(crate) returns: bool,
    pub(crate) reads: Vec<(String, Span)>,
    pub(crate) writes: Vec<(String, Span)>,
    pub(crate) calls: Vec<Call>,
    pub(crate) fields: Vec<Field>,
    /// Field names that the file defines, and all its texts.
    pub(crate) made: BTreeSet<String>,
    pub(crate) texts: BTreeSet<String>,
    /// Names and texts with their positions.
    pub(crate) mentions: Vec<(String, usize)>,
    /// `require "name"` calls.
    pub(crate) requires: Vec<(String, Span)>,
    /// `for … in` loops: the positions of the iterated expression and of `do`.
    pub(crate) loops: Vec<(usize, usize)>,
    /// `a ^ b` expressions: start, operator, end.
    pub(crate) powers: Vec<(usize, usize, usize)>,
    /// Accesses to data and to properties of the acting seat by literal names.
    pub(crate) accesses: Vec<Access>,
    /// Whether the file can stay loaded: its functions cannot change it.
    pub(crate) lasts: bool,
    /// Bounded functions without `local`, each with the names that must be primitives.
    pub(crate) bounded: BTreeMap<String, BTreeSet<String>>,
    /// `a ^= b` and `a ..= b` statements.
    pub(crate) changed: Vec<Changed>,
    /// Concatenations such as `a .. b .. c`, each as a whole.
    pub(crate) joined: Vec<Span>,
    /// Keys under which values are stored and that can be a table or a function.
    pub(crate) keys: Vec<Span>,
    /// Stretches with enough work between two ticks to be charged for.
    pub(crate) stretches: Vec<Stretch>,
}
