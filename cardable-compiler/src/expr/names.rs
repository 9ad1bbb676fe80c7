//! What a dialect adds to the language: where an expression stands, and what names mean there.

use super::ast::{BinaryOp, Expr, Ident};
use super::compile::Compiler;
use crate::hir::build::Builder;
use crate::hir::{NodeId, Stmt};
use crate::text::source::Span;

/// Where an expression stands, so that its parts have spans in the file.
pub trait Origin {
    /// The span of a part of the expression's text.
    fn span(&self, start: u32, end: u32) -> Span;
}

/// A call as it is written: `f(a, b)`, or `x.f(a, b)` with a receiver.
#[derive(Clone, Copy, Debug)]
pub struct Call<'e> {
    pub callee: &'e Ident,
    pub receiver: Option<&'e Expr>,
    pub args: &'e [Expr],
    pub span: Span,
}

/// What names mean to a dialect. Each question is asked before the language's own answer, and
/// `None` leaves it to the language; whoever reports a mistake answers with `Builder::broken`.
///
/// A dialect gets the compiler itself, so that it can build the parts of what it was asked
/// about, arguments above all, in its own order and with its own meaning.
pub trait Names {
    /// A name without `$` that no function has bound: `draw_pile`, `current_player`.
    fn name(&self, _c: &mut Compiler<'_>, _name: &str, _span: Span) -> Option<NodeId> {
        None
    }

    /// One copy of a zone: `hand:0`.
    fn zone_copy(&self, _c: &mut Compiler<'_>, _zone: &str, _index: u32, _span: Span) -> Option<NodeId> {
        None
    }

    /// A member, before its base is looked at: `current_player.hand`.
    fn member(&self, _c: &mut Compiler<'_>, _base: &Expr, _name: &str, _span: Span) -> Option<NodeId> {
        None
    }

    /// An operator between two operands, before they are looked at.
    fn binary(
        &self,
        _c: &mut Compiler<'_>,
        _op: BinaryOp,
        _left: &Expr,
        _right: &Expr,
        _span: Span,
    ) -> Option<NodeId> {
        None
    }

    /// A call whose value is used. `while` never comes here, `if` neither.
    fn call(&self, _c: &mut Compiler<'_>, _call: Call<'_>) -> Option<NodeId> {
        None
    }

    /// A call that stands as a step.
    fn step(&self, _c: &mut Compiler<'_>, _call: Call<'_>) -> Option<Vec<Stmt>> {
        None
    }

    /// The names that [`Names::name`] knows, to suggest one of them.
    fn known(&self, _b: &Builder) -> Vec<String> {
        Vec::new()
    }
}

/// Names mean what they do in Cardable's own rulesets.
pub struct Plain;

impl Names for Plain {}
