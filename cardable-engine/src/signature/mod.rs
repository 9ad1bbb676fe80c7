//! What a primitive declares: its name, its parameters, what it gives, and what else rules must know of it.

mod callee;
mod family;
mod form;
mod moves;
mod requirement;
mod properties;
mod state_type;
mod param_type;

pub use callee::Callee;
pub use family::Family;
pub use form::{Form, Query};
pub use moves::Moves;
pub use param_type::ParamType;
pub use properties::{Asks, Ends, Fold, Gives, Idle, Properties, Tells, Uses};
pub use requirement::{Lack, Requirement};
pub use state_type::StateType;

use crate::value::Type;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How often a parameter is given.
///
/// See [`Param`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Arity {
    Required,
    Optional,
    /// Any number of times, at the end.
    Rest,
}

/// A parameter of a primitive.
///
/// ```
/// use cardable_core::primitives::{Arity, Param, ParamType};
/// let count = Param::optional("count", "how many cards; 1 when it is left out", ParamType::Count);
/// assert_eq!(count.arity, Arity::Optional);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Param {
    pub name: Cow<'static, str>,
    /// What it is, with units and range.
    pub doc: Cow<'static, str>,
    pub ty: ParamType,
    pub arity: Arity,
}

/// An example, which is also a test: on the example table `before` is done, then
/// `call` is made; it gives `gives`, or after it `check` gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    pub before: &'static [&'static str],
    pub call: &'static str,
    /// What to look at afterwards; the call's own result when it is empty.
    pub check: &'static str,
    pub gives: &'static str,
}

/// All that is said of a primitive but what it does.
///
/// ```
/// use cardable_core::primitives::{Family, Signature, find};
/// let draw: &Signature = find("draw_card").ok_or("the engine has it")?;
/// assert_eq!(draw.family, Family::Moves);
/// assert_eq!(draw.params[0].name, "who");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Signature {
    pub name: Cow<'static, str>,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Whether only the compiler calls it, so that no ruleset or script can name it.
    pub internal: bool,
    pub family: Family,
    pub doc: Cow<'static, str>,
    pub params: Cow<'static, [Param]>,
    /// The type of its result.
    pub result: Type,
    pub reads: Reads,
    /// Which cards it moves, and where to.
    pub moves: Moves,
    /// What a ruleset that calls it must declare.
    pub requires: Requirement,
    /// Whether it lets seats look at cards that they would not see.
    pub shows: bool,
    /// What else the compiler has to know of it.
    #[doc(hidden)]
    pub properties: Properties,
    /// The instruction that does it where its parameters allow that.
    #[doc(hidden)]
    pub instruction: Option<Instruction>,
    /// Faults it may end in, beside wrong kinds of values.
    pub errors: &'static str,
    #[doc(hidden)]
    pub examples: &'static [Example],
    /// Which kind of call it is.
    #[doc(hidden)]
    pub kind: CallKind,
    /// Whether it is the embedding program's.
    pub custom: bool,
}

/// Which kind of call a primitive is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// It reads and returns a value.
    Query,
    Step,
    /// It asks the acting seat and returns the answer.
    Ask,
    /// It is code of its own.
    Form(Form),
    /// It is a function of the ruleset's script.
    Script {
        /// Whether it acts or asks.
        acts: bool,
    },
}

/// What a call reads that not everybody may see.
///
/// ```
/// use cardable_core::primitives::{Primitive, Reads};
/// use cardable_core::value::{Type, Value};
/// // What it gives depends on the order of a zone: a condition that calls it may tell a secret.
/// let next = Primitive::query("next_of", "The card that is drawn next.", [], Type::CARD, |_, _| Ok(Value::Nothing));
/// assert!(next.reads(Reads::Order).reads == Reads::Order);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Nothing but its arguments and what everybody sees.
    Open,
    /// Faces of the cards, or of the cards of the zones, that it is given.
    Faces,
    /// Which card lies where: as secret as the zone's order.
    Order,
}

impl Param {
    /// A parameter that every call gives.
    pub const fn required(name: &'static str, doc: &'static str, ty: ParamType) -> Param {
        Param::of(name, doc, ty, Arity::Required)
    }

    const fn of(name: &'static str, doc: &'static str, ty: ParamType, arity: Arity) -> Param {
        Param {
            name: Cow::Borrowed(name),
            doc: Cow::Borrowed(doc),
            ty,
            arity,
        }
    }

    /// A parameter that a call may leave out, after those that it may not.
    pub const fn optional(name: &'static str, doc: &'static str, ty: ParamType) -> Param {
        Param::of(name, doc, ty, Arity::Optional)
    }

    /// The last parameter, which is given any number of times.
    pub const fn rest(name: &'static str, doc: &'static str, ty: ParamType) -> Param {
        Param::of(name, doc, ty, Arity::Rest)
    }
}

/// An instruction that does what a primitive does, with less ado.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// [`Op::Draw`](crate::program::Op::Draw).
    Draw,
    /// [`Op::Place`](crate::program::Op::Place).
    Place,
    /// [`Op::MoveAll`](crate::program::Op::MoveAll).
    MoveAll,
    /// [`Op::Top`](crate::program::Op::Top). It never faults.
    Top,
    /// [`Op::Count`](crate::program::Op::Count), compared with 0.
    IsEmpty,
}

/// Words that stand for something in expressions, and that nothing can be called.
pub const WORDS: &[&str] = &["true", "false", "nothing", "null"];

/// The doc of functions that are called where they stand and have no name of their own.
pub const IN_PLACE: &str = "A function of the script.";

impl Signature {
    /// A signature that declares nothing but this.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        family: Family,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        kind: CallKind,
    ) -> Signature {
        Signature {
            name: Cow::Borrowed(name),
            aliases: &[],
            internal: false,
            family,
            doc: Cow::Borrowed(doc),
            params: Cow::Borrowed(params),
            result,
            reads: Reads::Open,
            moves: Moves::None,
            requires: Requirement::Nothing,
            shows: false,
            properties: Properties::NONE,
            instruction: None,
            errors: "",
            examples: &[],
            kind,
            custom: false,
        }
    }

    /// What it reads that not everybody may see.
    #[must_use]
    pub const fn reading(mut self, reads: Reads) -> Signature {
        self.reads = reads;
        self
    }

    /// How it is called, and what comes of that: what a ruleset that calls it depends on.
    pub fn signature(&self) -> String {
        let mut text = format!(
            "{} {:?} {:?} {:?}",
            self.name, self.aliases, self.result, self.reads
        );
        for param in &*self.params {
            text += &format!(" {} {:?} {:?}", param.name, param.ty, param.arity);
        }
        text + &format!(" {:?}", self.kind)
    }

    /// Whether it can be called by this name.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// All names that it answers to, its own first.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        std::iter::once(&*self.name).chain(self.aliases.iter().copied())
    }

    /// Whether calls of both are written and typed alike.
    pub fn declares_the_same(&self, other: &Signature) -> bool {
        self.name == other.name
            && self.doc == other.doc
            && self.kind == other.kind
            && self.result == other.result
            && self.params == other.params
    }

    /// Whether it is code of its own, of this form.
    #[doc(hidden)]
    pub fn is_form(&self, form: Form) -> bool {
        self.kind == CallKind::Form(form)
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Signature) -> bool {
        self.name == other.name
    }
}

/// How many parameters a call takes, in words; `most` is nothing where there may be any number.
pub fn parameters_wanted(required: usize, most: Option<usize>) -> String {
    match (required, most) {
        (1, None) => "at least 1 parameter".to_owned(),
        (n, None) => format!("at least {n} parameters"),
        (1, Some(1)) => "1 parameter".to_owned(),
        (n, Some(most)) if n == most => format!("{n} parameters"),
        (n, Some(most)) => format!("{n} to {most} parameters"),
    }
}
