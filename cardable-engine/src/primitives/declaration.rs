//! How a primitive is declared: its signature, and what it does.

use super::{CallKind, Family, Moves, Needs, Param, Question, Reads, Signature};
use crate::engine::{Engine, Function, Reader, Run};
use crate::value::{Type, Value};

/// A primitive. Programs declare their own by [`Primitive::query`], [`Primitive::step`] and
/// [`Primitive::ask`], and give them to the loader. All that its signature says can be asked of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Primitive {
    /// What it declares.
    pub signature: Signature,
    /// What it does.
    pub function: Function,
}

impl std::ops::Deref for Primitive {
    type Target = Signature;

    fn deref(&self) -> &Signature {
        &self.signature
    }
}

impl Primitive {
    /// A question about the table: it reads, and gives a value.
    pub const fn query(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        run: fn(&Reader<'_>, &[Value]) -> Run<Value>,
    ) -> Primitive {
        Primitive::of(name, doc, params, result, CallKind::Query, Function::Query(run))
    }

    /// A step: it acts, and may give a value; [`Type::Nothing`] says that it gives none.
    pub const fn step(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        run: fn(&mut Engine<'_>, &[Value]) -> Run<Value>,
    ) -> Primitive {
        Primitive::of(name, doc, params, result, CallKind::Step, Function::Step(run))
    }

    /// A question to the acting seat: it gives the answer.
    pub const fn ask(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        run: fn(&Reader<'_>, &[Value]) -> Run<Question>,
    ) -> Primitive {
        Primitive::of(name, doc, params, result, CallKind::Ask, Function::Ask(run))
    }

    const fn of(
        name: &'static str,
        doc: &'static str,
        params: &'static [Param],
        result: Type,
        kind: CallKind,
        function: Function,
    ) -> Primitive {
        let signature = Signature {
            guest: true,
            ..Signature::new(name, Family::Own, doc, params, result, kind)
        };
        Primitive { signature, function }
    }

    /// Other names that it answers to.
    #[must_use]
    pub const fn also(mut self, aliases: &'static [&'static str]) -> Primitive {
        self.signature.aliases = aliases;
        self
    }

    /// What it reads that not everybody may see; nothing of that kind when this is not said.
    #[must_use]
    pub const fn reads(mut self, reads: Reads) -> Primitive {
        self.signature.reads = reads;
        self
    }

    /// Which cards it moves, and where to: so an action that begins with it is not offered where there
    /// is no room for them. It moves none when this is not said.
    #[must_use]
    pub const fn moves(mut self, moves: Moves) -> Primitive {
        self.signature.moves = moves;
        self
    }

    /// What a ruleset that calls it must declare: a call in one that does not is an error. It needs
    /// nothing when this is not said.
    #[must_use]
    pub const fn needs(mut self, needs: Needs) -> Primitive {
        self.signature.needs = needs;
        self
    }

    /// It lets seats look at cards that they would not see.
    #[must_use]
    pub const fn shows(mut self) -> Primitive {
        self.signature.shows = true;
        self
    }

    /// Which faults it may end in, for the manual.
    #[must_use]
    pub const fn errors(mut self, errors: &'static str) -> Primitive {
        self.signature.errors = errors;
        self
    }
}
