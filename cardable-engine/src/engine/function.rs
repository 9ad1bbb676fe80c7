//! What primitives do, apart from what they declare.

use super::reader::Reader;
use super::scene::Question;
use super::{Engine, Run};
use crate::value::Value;

/// What calling a primitive does.
#[derive(Clone, Copy)]
pub enum Function {
    /// Reads and returns a value.
    Query(fn(&Reader<'_>, &[Value]) -> Run<Value>),
    /// Acts.
    Step(fn(&mut Engine<'_>, &[Value]) -> Run<Value>),
    /// Asks the acting seat and returns the answer.
    Ask(fn(&Reader<'_>, &[Value]) -> Run<Question>),
    /// The call is code of its own, or a function of a script.
    None,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Function::Query(_) => "Query",
            Function::Step(_) => "Step",
            Function::Ask(_) => "Ask",
            Function::None => "None",
        })
    }
}

/// What the calls of a program do, by the numbers that it calls primitives by.
#[derive(Clone, Default, Debug)]
pub struct Functions {
    /// Of its code.
    pub code: Vec<Function>,
    /// Of its script.
    pub script: Vec<Function>,
}
