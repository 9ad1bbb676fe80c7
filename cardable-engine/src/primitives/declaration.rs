//! How a primitive is declared: its name, its parameters, what it gives, and what it does.

use super::{Body, Family, Form, Moves, Needs, Question, Reads, Takes, all};
use crate::engine::{Engine, Reader, Run};
use crate::value::{Type, Value};

/// How often a parameter is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Once.
    Required,
    /// Once or not.
    Optional,
    /// Any number of times, at the end.
    Rest,
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it is, with units and range.
    pub doc: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// How often.
    pub need: Need,
}

/// An example, which is also a test: on the example table `before` is done, then
/// `call` is made; it gives `gives`, or after it `check` gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// Steps before it.
    pub before: &'static [&'static str],
    /// The call.
    pub call: &'static str,
    /// What to look at afterwards; the call's own result when it is empty.
    pub check: &'static str,
    /// What that is.
    pub gives: &'static str,
}

/// A primitive. Programs declare their own by [`Primitive::query`], [`Primitive::step`] and
/// [`Primitive::ask`], and give them to [`Loader::primitive`](cardable_compiler::loader::Loader::primitive).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Primitive {
    /// Its name.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Its chapter.
    pub family: Family,
    /// What it does.
    pub doc: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// The type of its result.
    pub result: Type,
    /// What it reads.
    pub reads: Reads,
    /// Which cards it moves, and where to.
    pub moves: Moves,
    /// What a ruleset that calls it must declare.
    pub needs: Needs,
    /// Whether it lets seats look at cards that they would not see.
    pub shows: bool,
    /// The instruction that does it where its parameters allow that.
    pub instruction: Option<Instruction>,
    /// Faults it may end in, beside wrong kinds of values.
    pub errors: &'static str,
    /// Examples.
    pub examples: &'static [Example],
    /// What it does.
    pub body: Body,
}

impl Param {
    /// A parameter that every call gives.
    pub const fn required(name: &'static str, doc: &'static str, takes: Takes) -> Param {
        Param {
            name,
            doc,
            takes,
            need: Need::Required,
        }
    }

    /// A parameter that a call may leave out, after those that it may not.
    pub const fn optional(name: &'static str, doc: &'static str, takes: Takes) -> Param {
        Param {
            need: Need::Optional,
            ..Param::required(name, doc, takes)
        }
    }

    /// The last parameter, which is given any number of times.
    pub const fn rest(name: &'static str, doc: &'static str, takes: Takes) -> Param {
        Param {
            need: Need::Rest,
            ..Param::required(name, doc, takes)
        }
    }
}

/// An instruction that does what a primitive does, with less ado.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// [`Op::Draw`](crate::program::Op::Draw).
    Draw,
    /// [`Op::Place`](crate::program::Op::Place).
    Place,
}

/// Words that stand for something in expressions, and that nothing can be called.
pub const WORDS: &[&str] = &["true", "false", "nothing", "null"];

impl Primitive {
    /// Of a step that says a text to players: which argument is the first that its places show.
    pub fn says(&self) -> Option<usize> {
        match (self.family, self.name) {
            (Family::Flow, "message") => Some(2),
            (Family::Flow, "log_message" | "summarise") => Some(1),
            _ => None,
        }
    }

    /// A question about the table: it reads, and gives a value.
    pub const fn query(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        run: fn(&Reader<'_>, &[Value]) -> Run<Value>,
    ) -> Primitive {
        Primitive::with_body(name, doc, params, result, Body::Query(run))
    }

    /// A step: it acts, and may give a value; [`Type::Nothing`] says that it gives none.
    pub const fn step(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        run: fn(&mut Engine<'_>, &[Value]) -> Run<Value>,
    ) -> Primitive {
        Primitive::with_body(name, doc, params, result, Body::Step(run))
    }

    /// A question to the acting seat: it gives the answer.
    pub const fn ask(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        run: fn(&Reader<'_>, &[Value]) -> Run<Question>,
    ) -> Primitive {
        Primitive::with_body(name, doc, params, result, Body::Ask(run))
    }

    const fn with_body(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        body: Body,
    ) -> Primitive {
        Primitive {
            name,
            aliases: &[],
            family: Family::Own,
            doc,
            params,
            result,
            reads: Reads::Open,
            moves: Moves::None,
            needs: Needs::Nothing,
            shows: false,
            instruction: None,
            errors: "",
            examples: &[],
            body,
        }
    }

    /// Other names that it answers to.
    #[must_use]
    pub const fn also(mut self, aliases: &'static [&'static str]) -> Primitive {
        self.aliases = aliases;
        self
    }

    /// What it reads that not everybody may see; nothing of that kind when this is not said.
    #[must_use]
    pub const fn reads(mut self, reads: Reads) -> Primitive {
        self.reads = reads;
        self
    }

    /// Which cards it moves, and where to: so an action that begins with it is not offered where there
    /// is no room for them. It moves none when this is not said.
    #[must_use]
    pub const fn moves(mut self, moves: Moves) -> Primitive {
        self.moves = moves;
        self
    }

    /// What a ruleset that calls it must declare: a call in one that does not is an error. It needs
    /// nothing when this is not said.
    #[must_use]
    pub const fn needs(mut self, needs: Needs) -> Primitive {
        self.needs = needs;
        self
    }

    /// It lets seats look at cards that they would not see.
    #[must_use]
    pub const fn shows(mut self) -> Primitive {
        self.shows = true;
        self
    }

    /// Which faults it may end in, for the manual.
    #[must_use]
    pub const fn errors(mut self, errors: &'static str) -> Primitive {
        self.errors = errors;
        self
    }

    /// How it is called, and what comes of that: what a ruleset that calls it depends on.
    pub fn signature(&self) -> String {
        let mut text = format!(
            "{} {:?} {:?} {:?}",
            self.name, self.aliases, self.result, self.reads
        );
        for param in self.params {
            text += &format!(" {} {:?} {:?}", param.name, param.takes, param.need);
        }
        text + &format!(" {:?}", self.body)
    }

    /// Whether it is the embedding program's.
    pub fn is_guest(&'static self) -> bool {
        let written_here = || all().any(|own| std::ptr::eq(own, self));
        !matches!(self.body, Body::Script { .. }) && !written_here()
    }

    /// Whether it is code of its own, of this form.
    pub fn body_is(&self, form: Form) -> bool {
        matches!(self.body, Body::Form(own) if own == form)
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

impl PartialEq for Primitive {
    fn eq(&self, other: &Primitive) -> bool {
        self.name == other.name
    }
}
