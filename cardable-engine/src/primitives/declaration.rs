//! How a primitive is declared: its signature, and what it does.

use crate::fault::Run;
use crate::signature::{CallKind, Callee, Family, Moves, Param, Reads, Requirement, Signature};
use crate::value::{Type, Value};
use crate::vm::engine::{Custom, Engine, Function, Reader};
use crate::world::scene::Question;
use std::borrow::Cow;
use std::sync::Arc;

/// A primitive of the engine.
#[derive(Debug)]
pub struct Builtin {
    /// What it declares.
    pub signature: Signature,
    /// What it does.
    pub function: Function,
}

/// A primitive of the embedding program. It is given to the loader, and rulesets call it like the engine's.
///
/// What it does is a function or a closure. The closure may own what it needs, shared with the rest of the program:
///
/// ```
/// use cardable_core::primitives::{Param, ParamType, Primitive};
/// use cardable_core::value::{Type, Value};
/// use cardable_core::{Game, Loader, Seed, Setup};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// let asked = Arc::new(AtomicU64::new(0));
/// let counter = Arc::clone(&asked);
/// let doubled = Primitive::query(
///     "doubled",
///     "Twice a whole number.",
///     [Param::required("n", "the number", ParamType::Whole)],
///     Type::NUMBER,
///     move |_reader, args| {
///         counter.fetch_add(1, Ordering::Relaxed);
///         Ok(match args {
///             [Value::Int(n)] => Value::Int(n.saturating_mul(2)),
///             _ => Value::Nothing,
///         })
///     },
/// );
/// let text = cardable_core::testing::TINY.replace("[\"$player\", 1]", "[\"$player\", \"= doubled(2)\"]");
/// let ruleset = Loader::new().primitive(doubled).check_text("game.json", &text).into_result()?;
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// game.submit_nth(cardable_core::Seat(0), 0)?;
/// assert!(asked.load(Ordering::Relaxed) > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The game stays deterministic only as long as the closure is: what it gives may depend on its arguments and on the
/// table, and on nothing else.
#[derive(Clone, Debug)]
pub struct Primitive {
    signature: Arc<Signature>,
    function: Function,
}

impl std::ops::Deref for Primitive {
    type Target = Signature;

    fn deref(&self) -> &Signature {
        &self.signature
    }
}

impl Primitive {
    /// A question about the table: it reads, and gives a value.
    pub fn query(
        name: impl Into<Cow<'static, str>>,
        doc: impl Into<Cow<'static, str>>,
        params: impl IntoIterator<Item = Param>,
        result: Type,
        run: impl Fn(&Reader<'_>, &[Value]) -> Run<Value> + Send + Sync + 'static,
    ) -> Primitive {
        let function = Custom::Query(Arc::new(run));
        Primitive::of(name.into(), doc.into(), params, result, CallKind::Query, function)
    }

    /// A step: it acts, and may give a value; [`Type::Nothing`] says that it gives none.
    pub fn step(
        name: impl Into<Cow<'static, str>>,
        doc: impl Into<Cow<'static, str>>,
        params: impl IntoIterator<Item = Param>,
        result: Type,
        run: impl Fn(&mut Engine<'_>, &[Value]) -> Run<Value> + Send + Sync + 'static,
    ) -> Primitive {
        let function = Custom::Step(Arc::new(run));
        Primitive::of(name.into(), doc.into(), params, result, CallKind::Step, function)
    }

    /// A question to the acting seat: it gives the answer.
    pub fn ask(
        name: impl Into<Cow<'static, str>>,
        doc: impl Into<Cow<'static, str>>,
        params: impl IntoIterator<Item = Param>,
        result: Type,
        run: impl Fn(&Reader<'_>, &[Value]) -> Run<Question> + Send + Sync + 'static,
    ) -> Primitive {
        let function = Custom::Ask(Arc::new(run));
        Primitive::of(name.into(), doc.into(), params, result, CallKind::Ask, function)
    }

    fn of(
        name: Cow<'static, str>,
        doc: Cow<'static, str>,
        params: impl IntoIterator<Item = Param>,
        result: Type,
        kind: CallKind,
        function: Custom,
    ) -> Primitive {
        let signature = Signature {
            name,
            doc,
            params: params.into_iter().collect(),
            custom: true,
            ..Signature::new("", Family::Own, "", &[], result, kind)
        };
        Primitive {
            signature: Arc::new(signature),
            function: Function::Custom(function),
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Signature)) -> Primitive {
        change(Arc::make_mut(&mut self.signature));
        self
    }

    /// Other names that it answers to.
    #[must_use]
    pub fn also(self, aliases: &'static [&'static str]) -> Primitive {
        self.with(|signature| signature.aliases = aliases)
    }

    /// What it reads that not everybody may see; nothing of that kind when this is not said.
    #[must_use]
    pub fn reads(self, reads: Reads) -> Primitive {
        self.with(|signature| signature.reads = reads)
    }

    /// Which cards it moves, and where to: so an action that begins with it is not offered where there
    /// is no room for them. It moves none when this is not said.
    #[must_use]
    pub fn moves(self, moves: Moves) -> Primitive {
        self.with(|signature| signature.moves = moves)
    }

    /// What a ruleset that calls it must declare: a call in one that does not is an error. It needs
    /// nothing when this is not said.
    #[must_use]
    pub fn needs(self, requires: Requirement) -> Primitive {
        self.with(|signature| signature.requires = requires)
    }

    /// It lets seats look at cards that they would not see.
    #[must_use]
    pub fn shows(self) -> Primitive {
        self.with(|signature| signature.shows = true)
    }

    /// Which faults it may end in, for the manual.
    #[must_use]
    pub fn errors(self, errors: &'static str) -> Primitive {
        self.with(|signature| signature.errors = errors)
    }

    /// What calls of it refer to.
    #[doc(hidden)]
    pub fn callee(&self) -> Callee {
        Callee::Custom(Arc::clone(&self.signature))
    }

    /// What it does.
    #[doc(hidden)]
    pub fn function(&self) -> &Function {
        &self.function
    }
}
