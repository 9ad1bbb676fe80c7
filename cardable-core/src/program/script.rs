//! The script of a ruleset, and where its functions are called.

use super::op::{Code, Reg};
use crate::ids::StateId;
use crate::primitives::Primitive;
use crate::script::{ScriptLimits, SharedScript};
use crate::value::Type;

/// A compiled script with what its calls need.
#[derive(Debug)]
pub(crate) struct ScriptDef {
    pub(crate) script: SharedScript,
    pub(crate) limits: ScriptLimits,
    /// The functions, by the numbers that the script knows them by.
    pub(crate) functions: Vec<ScriptFunction>,
    /// Where they are called.
    pub(crate) sites: Vec<Site>,
    /// Actions written in JSON that functions can call.
    pub(crate) routines: Vec<Routine>,
    /// What scripts can call, by the numbers that they know it by.
    pub(crate) primitives: Vec<&'static Primitive>,
}

/// A function of a script.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ScriptFunction {
    /// Its name in the script.
    pub(crate) name: Box<str>,
    /// Its declaration: parameters and result.
    pub(crate) primitive: &'static Primitive,
    /// Whether it can come to a question.
    pub(crate) waits: bool,
}

/// A place where a function is called.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Site {
    /// The function.
    pub(crate) function: u16,
    /// Whether a seat reads what comes of it, so that it may read only what that seat sees.
    pub(crate) guarded: bool,
    /// What `$action` means: the number of each name, the register, and the type.
    pub(crate) locals: Box<[(u16, Reg, Type)]>,
}

/// A defined action of the ruleset as functions call it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Routine {
    /// Its declaration: name and parameters.
    pub(crate) primitive: &'static Primitive,
    /// Its steps in each state in which they can be done.
    pub(crate) codes: Vec<(StateId, Code)>,
}

/// How many parameters such an action may have.
pub(crate) const MOST_GIVEN: usize = 16;
