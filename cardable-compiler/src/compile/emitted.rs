//! The code that has been made.

use crate::check::Excess;
use crate::source::Span;
use cardable_engine::primitives::Callee;
use cardable_engine::program::{Code, Measure, Op, Operand, Relation, Rule};
use cardable_engine::value::Value;
use std::collections::BTreeMap;

/// Code, and what it names by numbers.
#[derive(Debug, Default)]
pub(super) struct Emitted {
    pub(super) code: Vec<Op>,
    /// Where each instruction comes from, by its number among the places.
    pub(super) spans: Vec<u32>,
    pub(super) place_spans: Vec<Span>,
    pub(super) place_ids: BTreeMap<Span, u32>,
    pub(super) operands: Vec<Operand>,
    pub(super) functions: Vec<Code>,
    pub(super) rules: Vec<Rule>,
    pub(super) measures: Vec<Measure>,
    pub(super) relations: Vec<Relation>,
    pub(super) card_tables: Vec<Vec<Value>>,
    pub(super) primitives: Vec<Callee>,
    /// What there is too much of.
    pub(super) excess: Excess,
}
