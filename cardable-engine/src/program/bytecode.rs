//! The code of a program, and what it calls.

use super::op::{Code, Op, Operand};
use super::script::ScriptDef;
use super::suspension::Suspensions;
use super::template::RustFunction;
use crate::signature::Callee;
use serde::{Deserialize, Serialize};

/// A place in the files of a ruleset, as people find it.
///
/// ```
/// use cardable_core::{Loader, diag::Place};
/// let reports = Loader::new().check_text("empty.json", "{}").reports();
/// let place: &Place = reports[0].place.as_ref().ok_or("it is in the file")?;
/// assert_eq!((&*place.file, place.line, place.column, &*place.path), ("empty.json", 1, 1, "$"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file's name.
    pub file: Box<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The JSON path of what stands there.
    pub path: Box<str>,
}

/// All pieces of code of a program, in one row.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Bytecode {
    pub ops: Vec<Op>,
    /// The arguments of all calls, in one row.
    pub operands: Vec<Operand>,
    /// Every piece of code, by where it begins.
    pub functions: Vec<Code>,
    /// Of each op, the number of its place.
    pub spans: Vec<u32>,
    pub places: Vec<Place>,
    pub primitives: Vec<Callee>,
    /// Whether some of these are the embedding program's: what they give back is looked at.
    pub calls_custom: bool,
    /// The instructions at which code can wait for an answer.
    #[serde(skip)]
    pub suspensions: Suspensions,
    /// Predicates of the embedding program.
    #[serde(skip)]
    pub rust_functions: Vec<RustFunction>,
    #[serde(skip)]
    pub script: Option<ScriptDef>,
}

impl Bytecode {
    /// Where the instruction at `pc` was written.
    pub fn place(&self, pc: usize) -> Option<&Place> {
        self.places.get(*self.spans.get(pc)? as usize)
    }
}
