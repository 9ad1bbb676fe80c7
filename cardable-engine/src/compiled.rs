//! Compiled rules as bytes: for programs that play and have no compiler, such as a client on the web.
//!
//! The bytes are MessagePack behind a line that says what they are and which version of this crate wrote them. They
//! may come from anywhere: what is read is looked through before a game is made of it ([`sound`]). Every number must name
//! something, and what code and predicates may cost is bounded.

mod callee;
mod sound;

use crate::primitives::Primitive;
use crate::program::script::{Routine, ScriptDef, ScriptFunction, ScriptSource, Site};
use crate::program::{AttributeDef, Program};
use crate::ruleset::Ruleset;
use crate::script::{ScriptEngine, ScriptLimits};
use crate::signature::Callee;
use crate::vm::engine::Functions;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the form that compiled rules have as bytes. It changes whenever their parts do, from the first
/// release on.
pub const RULES_FORMAT: u32 = 1;

/// The most bytes that compiled rules may have.
pub const MAX_RULES: usize = 16 << 20;

/// What the bytes begin with. The versions follow, up to the end of the line.
const BEGINNING: &[u8] = b"cardable rules ";

/// How deep values may lie in each other. The deepest that a compiler makes are conditions, at most 64 levels of
/// them, each of which is a few values deep.
const DEEPEST: usize = 400;

/// What compiled rules call that is no part of their bytes. A client that only draws games needs neither rules nor
/// this: it takes the [`RulesetInfo`](crate::RulesetInfo) from its host.
///
/// See [`Ruleset::from_bytes`] for an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct Links<'a> {
    /// The primitives of the embedding program, as they were when the rules were compiled.
    pub primitives: &'a [Primitive],
    /// The language of their script.
    pub scripts: Option<&'a dyn ScriptEngine>,
}

/// Why rules cannot be written to bytes.
///
/// ```
/// use cardable_core::{compiled::NotPortable, dsl::*};
/// let mut rules = RulesetBuilder::new("Example");
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let play = rules.state("play", StateSpec::in_turn());
/// // A closure cannot be written down.
/// let query = cards().inside(pile).that(|card| card.name() == "Ace");
/// rules.action(play, ActionTemplate::new("take", tap(query)).run(next_seat()));
/// assert!(matches!(rules.build()?.to_bytes(), Err(NotPortable::Closure)));
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NotPortable {
    /// A condition is a closure of the program that wrote the rules.
    #[error(
        "a condition of these rules is a function of the program that made them, which no bytes can hold; write it as an expression, or as a primitive of the program"
    )]
    Closure,
    /// They are more, or lie deeper in each other, than what is read may.
    #[error("these rules cannot be read back: {0}")]
    Refused(&'static str),
    /// There is more of it than is ever read.
    #[error("these rules take up more than {MAX_RULES} bytes")]
    TooLarge,
}

/// Why bytes are no rules that can be played.
///
/// ```
/// use cardable_core::{Ruleset, compiled::{BytesError, Links}};
/// let read = Ruleset::from_bytes(b"a text", Links::default());
/// assert!(matches!(read, Err(BytesError::NotRules(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BytesError {
    /// There are more of them than are read.
    #[error("these are {found} bytes, more than the {MAX_RULES} that are read")]
    TooLarge {
        /// How many there are.
        found: usize,
    },
    /// They are something else, or not all of them are there.
    #[error("these are no compiled rules: {0}")]
    NotRules(String),
    /// Another version of the engine wrote them.
    #[error(
        "these rules were compiled for version {found} of the engine, and this is version {}; compile them anew",
        version()
    )]
    Version {
        /// Which one.
        found: String,
    },
    /// They call a primitive that was not handed over.
    #[error(
        "these rules call the primitive `{name}`, which this program does not have: hand it over in `Links::primitives`"
    )]
    NoPrimitive {
        /// Its name.
        name: String,
    },
    /// They call a primitive that is declared otherwise here.
    #[error(
        "these rules were compiled for another `{name}` than this program's: its parameters, its result or its kind differ"
    )]
    OtherPrimitive {
        /// Its name.
        name: String,
    },
    /// They have a script, and its language was not handed over.
    #[error("these rules have a script in {language}: hand a language of that name over in `Links::scripts`")]
    NoScripts {
        /// The language.
        language: String,
    },
    /// Their script does not compile.
    #[error("the script of these rules does not compile: {0}")]
    Script(String),
    /// Something in them cannot be.
    #[error("these rules are damaged: {0}")]
    Damaged(&'static str),
}

fn version() -> String {
    format!("{}-{RULES_FORMAT}", env!("CARGO_PKG_VERSION"))
}

/// The part of a script that is bytes.
#[derive(Serialize, Deserialize)]
struct ScriptPart {
    source: ScriptSource,
    limits: ScriptLimits,
    functions: Vec<ScriptFunction>,
    sites: Vec<Site>,
    routines: Vec<Routine>,
}

impl Ruleset {
    /// The compiled rules as bytes, for [`Ruleset::from_bytes`] of the same version of this crate. They hold all that
    /// a game takes, the texts that players read, and the sources of the script. They are about as large as the texts
    /// that they were compiled from.
    ///
    /// ```
    /// use cardable_core::{compiled::Links, Ruleset};
    ///
    /// let ruleset = cardable_core::parse(cardable_core::testing::TINY)?;
    /// let bytes = ruleset.to_bytes()?;
    /// let read = Ruleset::from_bytes(&bytes, Links::default())?;
    /// assert_eq!(read.rules(), ruleset.rules());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Part of the rules is a closure of this program ([`NotPortable::Closure`]), as rules written in Rust may have, or
    /// they are larger than what is read back.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NotPortable> {
        if !self.program.code.rust_functions.is_empty() {
            return Err(NotPortable::Closure);
        }
        sound::check(&self.program).map_err(NotPortable::Refused)?;
        let script = self.program.code.script.as_ref().map(|script| ScriptPart {
            source: script.source.clone(),
            limits: script.limits,
            functions: script.functions.clone(),
            sites: script.sites.clone(),
            routines: script.routines.clone(),
        });
        let mut bytes = [BEGINNING, version().as_bytes(), b"\n"].concat();
        let written = rmp_serde::encode::write(&mut bytes, &(&*self.program, script));
        match written {
            Ok(()) if bytes.len() <= MAX_RULES => Ok(bytes),
            Ok(()) | Err(_) => Err(NotPortable::TooLarge),
        }
    }

    /// The rules that [`Ruleset::to_bytes`] wrote. They need no compiler.
    ///
    /// What a game can do with them is bounded, wherever they come from. [`Ruleset::rules`] and [`Ruleset::edition`] say
    /// what the bytes say: they are worth as much as whoever wrote them.
    ///
    /// # Errors
    ///
    /// The bytes are no rules, or of another version, or call what `links` lacks.
    pub fn from_bytes(bytes: &[u8], links: Links<'_>) -> Result<Ruleset, BytesError> {
        if bytes.len() > MAX_RULES {
            return Err(BytesError::TooLarge { found: bytes.len() });
        }
        let (mut program, script) = read(bytes)?;
        for callee in &mut program.code.primitives {
            resolve(callee, &links)?;
        }
        program.code.script = script.map(|script| compile(script, &links)).transpose()?;
        sound::check(&program).map_err(BytesError::Damaged)?;
        for attribute in &mut program.cards.attributes {
            *attribute = AttributeDef::new(attribute.name, std::mem::take(&mut attribute.of));
        }
        program.complete();
        let functions = Functions::link(&program, links.primitives);
        Ok(Ruleset::new(program, functions))
    }
}

fn read(bytes: &[u8]) -> Result<(Program, Option<ScriptPart>), BytesError> {
    let not_rules = |why: &str| BytesError::NotRules(why.to_owned());
    let rest = bytes.strip_prefix(BEGINNING);
    let rest = rest.ok_or_else(|| not_rules("they do not begin as such"))?;
    let end = rest.iter().take(64).position(|byte| *byte == b'\n');
    let end = end.ok_or_else(|| not_rules("they do not say of which version they are"))?;
    let (found, mut body) = (&rest[..end], &rest[end + 1..]);
    if found != version().as_bytes() {
        return Err(BytesError::Version {
            found: String::from_utf8_lossy(found).into_owned(),
        });
    }
    let mut reader = rmp_serde::Deserializer::new(&mut body);
    reader.set_max_depth(DEEPEST);
    let read = <(Program, Option<ScriptPart>)>::deserialize(&mut reader);
    let read = read.map_err(|error| not_rules(&error.to_string()))?;
    match body.is_empty() {
        true => Ok(read),
        false => Err(not_rules("something follows them")),
    }
}

fn resolve(callee: &mut Callee, links: &Links<'_>) -> Result<(), BytesError> {
    callee::resolve(callee, links.primitives).map_err(|lacks| match lacks.differs {
        true => BytesError::OtherPrimitive { name: lacks.name },
        false => BytesError::NoPrimitive { name: lacks.name },
    })
}

/// Compiles a script by the language of the program that reads it.
fn compile(mut part: ScriptPart, links: &Links<'_>) -> Result<ScriptDef, BytesError> {
    for primitive in &mut part.source.names.primitives {
        resolve(&mut primitive.primitive, links)?;
    }
    let language = &part.source.language;
    let engine = links.scripts.filter(|engine| engine.name() == &**language);
    let engine = engine.ok_or_else(|| BytesError::NoScripts {
        language: language.to_string(),
    })?;
    let compiled = engine.compile(&part.source.files, &part.source.names);
    let script = compiled.script.ok_or_else(|| {
        let problem = compiled.problems.into_iter().next();
        BytesError::Script(problem.map_or_else(String::new, |problem| problem.message))
    })?;
    let primitives = &part.source.names.primitives;
    Ok(ScriptDef {
        script,
        primitives: primitives.iter().map(|p| p.primitive.clone()).collect(),
        limits: part.limits.at_most(ScriptLimits::CAP),
        functions: part.functions,
        sites: part.sites,
        routines: part.routines,
        source: part.source,
    })
}
