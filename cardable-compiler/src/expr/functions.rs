//! Functions that queries ask of each item: `card => card.value > 5`, or the name of a property.

use super::ast::{Expr, ExprKind, Ident};
use super::compile::Compiler;
use crate::hir::build::{answers, beside, query};
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::primitives::{ParamType, Signature};
use cardable_engine::value::{Kind, Type};

/// How many functions may stand in one another.
const MAX_FUNCTIONS: usize = 4;

impl Compiler<'_> {
    /// The function of a query, when this parameter of the primitive is one. `before` are the
    /// parameters before it; the first is what the query goes over.
    pub fn function(
        &mut self,
        primitive: &Signature,
        at: usize,
        before: &[NodeId],
        arg: &Expr,
    ) -> Option<NodeId> {
        if let (ExprKind::Lambda { params, body }, Some(_)) = (&arg.kind, beside::parameter(primitive)) {
            return Some(self.of_picked(primitive, params, body, self.span(arg)));
        }
        let takes = primitive.params.get(at)?.ty;
        let over = *before.first().filter(|_| takes == ParamType::Function)?;
        let span = self.span(arg);
        Some(match &arg.kind {
            ExprKind::Lambda { params, body } => self.lambda(primitive, over, params, body, span),
            ExprKind::Name { name, dollar: false } => {
                let item = query::bind_item(self.b, over, span);
                let body = self.member_of(item, name, span);
                query::function(self.b, item, body, span)
            }
            _ => self.value(arg),
        })
    }

    /// What must hold of all that a question lets a seat pick.
    fn of_picked(&mut self, primitive: &Signature, params: &[Ident], body: &Expr, span: Span) -> NodeId {
        let Some(param) = self.only_param(primitive, params, span) else {
            return self.b.broken(span);
        };
        let (scope, picked) = answers::scope_of(self.scope);
        let around = std::mem::replace(self.scope, scope);
        let ty = Type::List(Kind::Card);
        let item = self.b.node(NodeKind::Local(picked), ty, self.span_of(param));
        self.bound.push((param.name.clone(), item));
        let condition = self.value(body);
        self.bound.pop();
        let scope = std::mem::replace(self.scope, around);
        answers::rule(self.b, scope, condition, None, span)
    }

    /// The name that a function gives what it is asked of; nothing where it gives none, or several.
    fn only_param<'p>(
        &mut self,
        primitive: &Signature,
        params: &'p [Ident],
        span: Span,
    ) -> Option<&'p Ident> {
        if let [param] = params {
            return Some(param);
        }
        self.b.error(
            Problem::ParameterCount,
            span,
            format!(
                "`{}` asks a function of one item, not of {}",
                primitive.name,
                params.len()
            ),
            "write one name before `=>`".to_owned(),
        );
        None
    }

    pub(super) fn lambda(
        &mut self,
        primitive: &Signature,
        over: NodeId,
        params: &[Ident],
        body: &Expr,
        span: Span,
    ) -> NodeId {
        let Some(param) = self.only_param(primitive, params, span) else {
            return self.b.broken(span);
        };
        if self.bound.len() == MAX_FUNCTIONS {
            self.b.error(
                Problem::TooComplex,
                span,
                format!("more than {MAX_FUNCTIONS} functions stand in one another"),
                "split it into several steps".to_owned(),
            );
            return self.b.broken(span);
        }
        let item = query::bind_item(self.b, over, self.span_of(param));
        self.bound.push((param.name.clone(), item));
        let body = self.value(body);
        self.bound.pop();
        query::function(self.b, item, body, span)
    }

    /// Whether a function has given an item this name.
    pub fn is_bound(&self, name: &str) -> bool {
        self.item_named(name).is_some()
    }

    /// The item that a function has given this name; of several the innermost.
    pub(super) fn item_named(&self, name: &str) -> Option<NodeId> {
        let found = self.bound.iter().rev().find(|(known, _)| **known == *name);
        found.map(|(_, item)| *item)
    }
}
