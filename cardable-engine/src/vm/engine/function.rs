//! The implementations of primitives, apart from their declarations.

use crate::fault::Run;
use crate::value::Value;
use crate::vm::engine::{Engine, Reader};
use crate::world::scene::Question;
use crate::world::table::Table;
use std::ops::Deref;
use std::sync::Arc;

/// The implementation of a primitive.
#[derive(Clone)]
pub enum Function {
    /// Reads the game and returns a value.
    Query(fn(&Reader<'_>, &[Value]) -> Run<Value>),
    Step(fn(&mut Engine<'_>, &[Value]) -> Run<Value>),
    /// Asks the acting seat and returns the answer.
    Ask(fn(&Reader<'_>, &[Value]) -> Run<Question>),
    /// Implemented by the embedding program.
    Custom(Custom),
    /// Implemented by generated code or by a script.
    None,
}

type QueryFn = dyn Fn(&Reader<'_>, &[Value]) -> Run<Value> + Send + Sync;
type StepFn = dyn Fn(&mut Engine<'_>, &[Value]) -> Run<Value> + Send + Sync;
type AskFn = dyn Fn(&Reader<'_>, &[Value]) -> Run<Question> + Send + Sync;

/// The implementation of an embedding program's primitive. It can own data.
#[derive(Clone)]
pub enum Custom {
    /// Reads the game and returns a value.
    Query(Arc<QueryFn>),
    Step(Arc<StepFn>),
    /// Asks the acting seat and returns the answer.
    Ask(Arc<AskFn>),
}

impl Function {
    /// The result if this is a query.
    #[inline]
    pub(crate) fn query(&self, reader: &Reader<'_>, args: &[Value]) -> Option<Run<Value>> {
        match self {
            Function::Query(run) => Some(run(reader, args)),
            Function::Custom(Custom::Query(run)) => Some(run(reader, args)),
            _ => None,
        }
    }

    pub(crate) fn is_step(&self) -> bool {
        matches!(self, Function::Step(_) | Function::Custom(Custom::Step(_)))
    }

    /// Runs it if this is a step.
    #[inline]
    pub(crate) fn step(&self, engine: &mut Engine<'_>, args: &[Value]) -> Option<Run<Value>> {
        match self {
            Function::Step(run) => Some(run(engine, args)),
            Function::Custom(Custom::Step(run)) => Some(run(engine, args)),
            _ => None,
        }
    }

    /// The question if this asks a seat.
    #[inline]
    pub(crate) fn ask(&self, reader: &Reader<'_>, args: &[Value]) -> Option<Run<Question>> {
        match self {
            Function::Ask(run) => Some(run(reader, args)),
            Function::Custom(Custom::Ask(run)) => Some(run(reader, args)),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Function::Query(_) => "Query",
            Function::Step(_) => "Step",
            Function::Ask(_) => "Ask",
            Function::Custom(Custom::Query(_)) => "Custom query",
            Function::Custom(Custom::Step(_)) => "Custom step",
            Function::Custom(Custom::Ask(_)) => "Custom ask",
            Function::None => "None",
        })
    }
}

/// The implementations of a program's primitives, by primitive number.
#[derive(Clone, Default, Debug)]
pub struct Functions {
    pub code: Vec<Function>,
    pub script: Vec<Function>,
}

/// A table with the implementations that its program calls.
#[derive(Debug)]
pub struct LinkedTable {
    pub(crate) table: Table,
    pub functions: Arc<Functions>,
}

impl LinkedTable {
    pub fn new(table: Table, functions: Arc<Functions>) -> LinkedTable {
        LinkedTable { table, functions }
    }
}

impl Deref for LinkedTable {
    type Target = Table;

    #[inline(always)]
    fn deref(&self) -> &Table {
        &self.table
    }
}
