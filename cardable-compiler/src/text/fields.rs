//! Of the compiler: what the objects of a text may hold. Declared once, checked here, and the source of the
//! JSON Schema that editors complete from.
//!
//! A table ([`ObjectSpec`]) names every field of an object with its [`Shape`]. After
//! [`ObjectSpec::check`] has passed over a value, whoever reads it need not report wrong types:
//! what does not fit simply reads as missing.
//!
//! Tables are written with `object!` of `declare`, which makes a view of the object, too: it has a method for
//! each field, and `read` says what that gives. So a field is named once, and its shape follows from its type.

mod check;
pub(crate) mod declare;
pub(crate) mod empty;
pub(crate) mod read;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 200;

/// What an object may hold.
#[derive(Debug)]
pub struct ObjectSpec {
    /// What messages call such an object: `card set`.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its fields, in the order in which they are best written.
    pub fields: &'static [FieldSpec],
}

/// One field of an object.
#[derive(Debug)]
pub struct FieldSpec {
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// What it is for.
    pub doc: &'static str,
    /// Whether the object makes no sense without it.
    pub required: bool,
    /// Whether nearly all objects of the kind have it, so that it is named before others.
    pub usual: bool,
    /// What it may hold.
    pub shape: Shape,
    /// Whether it can change a game. What cannot is left out of the hash of the rules.
    pub rules: bool,
}

impl FieldSpec {
    /// A field that may be left out.
    pub const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> FieldSpec {
        FieldSpec {
            name,
            aliases: &[],
            doc,
            required: false,
            usual: false,
            shape,
            rules: true,
        }
    }

    /// The same field, of which nothing in a game depends: only people, tables and editors read it.
    #[must_use]
    pub const fn for_people(self) -> FieldSpec {
        FieldSpec { rules: false, ..self }
    }

    /// The same field, without which the object makes no sense.
    #[must_use]
    pub const fn needed(self) -> FieldSpec {
        FieldSpec {
            required: true,
            ..self
        }
    }

    /// The same field, which nearly all objects of the kind have.
    #[must_use]
    pub const fn usual(self) -> FieldSpec {
        FieldSpec { usual: true, ..self }
    }

    /// The same field with other names beside its own.
    #[must_use]
    pub const fn or(self, aliases: &'static [&'static str]) -> FieldSpec {
        FieldSpec { aliases, ..self }
    }
}

/// What a field may hold.
#[derive(Debug)]
pub enum Shape {
    Any,
    /// A string of any length.
    String,
    /// A string in the language of expressions, in which blanks mean nothing.
    Expression,
    /// A string of at most [`LONGEST_NAME`] characters.
    Name,
    Number,
    /// A whole number between two bounds, both included.
    Integer {
        min: i64,
        max: i64,
    },
    /// `true` or `false`.
    Boolean,
    /// One of several words, each with what it means.
    Word(&'static [(&'static str, &'static str)]),
    List(&'static Shape),
    /// A list, or one item without brackets.
    OneOrList(&'static Shape),
    /// An object with any keys, whose values are alike.
    Map(&'static Shape),
    /// An object with the fields of a table. By a function, for tables that hold each other.
    Object(fn() -> &'static ObjectSpec),
    /// The first of several shapes that a value of its kind can have.
    AnyOf(&'static [Shape]),
}

impl Shape {
    pub const INTEGER: Shape = Shape::Integer {
        min: i64::MIN,
        max: i64::MAX,
    };
}

/// What a doc comment says: its lines begin with a blank each, which separates them.
pub(crate) const fn doc(lines: &'static str) -> &'static str {
    match lines.as_bytes() {
        [b' ', ..] => lines.split_at(1).1,
        _ => lines,
    }
}
