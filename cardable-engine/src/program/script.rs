//! The script of a ruleset, and where its functions are called.

use super::op::{Code, Reg};
use crate::ids::StateId;
use crate::script::tokens::tokens;
use crate::script::{Declarations, ScriptLimits, ScriptSources, SharedScript};
use crate::signature::Callee;
use crate::value::Type;
use serde::{Deserialize, Serialize};

/// A compiled script with what its calls need.
#[derive(Debug)]
pub struct ScriptDef {
    pub script: SharedScript,
    pub limits: ScriptLimits,
    /// The functions, by the numbers that the script knows them by.
    pub functions: Vec<ScriptFunction>,
    /// The places where functions are called.
    pub sites: Vec<Site>,
    /// Defined actions and values of the rules that functions can call.
    pub routines: Vec<Routine>,
    /// What scripts can call, by the numbers that they know it by.
    pub primitives: Vec<Callee>,
    /// What it was compiled from, to be compiled again where the rules are read from bytes.
    pub source: ScriptSource,
}

/// What a script is compiled from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScriptSource {
    pub language: Box<str>,
    pub files: ScriptSources,
    pub names: Declarations,
}

impl ScriptSource {
    /// Whether a text names something, outside of its comments and texts.
    pub(crate) fn mentions(&self, word: &str) -> bool {
        let mut files = self.files.files.iter();
        files.any(|file| tokens(&file.text).any(|token| token == word))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScriptFunction {
    pub name: Box<str>,
    /// Its declaration: parameters and result.
    pub primitive: Callee,
    /// Whether it can come to a question.
    pub waits: bool,
}

/// A place where a function is called.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Site {
    pub function: u16,
    /// Whether a seat reads what comes of it, so that it may read only what that seat sees.
    pub guarded: bool,
    /// What `$action` means: the number of each name, the register, and the type.
    pub locals: Box<[(u16, Reg, Type)]>,
}

/// A defined action or value of the ruleset as functions call it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Routine {
    /// Its declaration: name and parameters.
    pub primitive: Callee,
    /// Its steps, or what works it out, in each state in which that can be.
    pub codes: Vec<(StateId, Code)>,
    /// Of a value, the same as far as the acting seat sees. A state is missing where it depends on what is always hidden.
    pub seen: Vec<(StateId, Code)>,
}

/// How many parameters such an action may have.
pub const MOST_GIVEN: usize = 16;
