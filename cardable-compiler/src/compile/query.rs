//! Queries: a list, seats or the cards of a zone, and a function that is asked of each.

use super::Builder;
use super::args::signature;
use super::node::{NodeId, NodeKind};
use super::scope::Scope;
use crate::diag::Code as Problem;
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Form, Need, Query, Signature, Takes, parameters_wanted};
use cardable_engine::value::{Kind, Type, Value};

impl Builder {
    /// The item that a function is asked of, as the function reads it. What it is follows from
    /// what the query goes over.
    pub(crate) fn bind_item(&mut self, over: NodeId, span: Span) -> NodeId {
        let ty = self.item_type(over);
        self.bound.push(over);
        self.node(NodeKind::Bound((self.bound.len() - 1) as u32), ty, span)
    }

    /// A function of an item that [`Builder::bind_item`] made.
    pub fn function(&mut self, item: NodeId, body: NodeId, span: Span) -> NodeId {
        let ty = self.get(body).ty;
        match (&self.get(item).kind, self.is_broken(body)) {
            (NodeKind::Bound(param), false) => {
                let param = *param;
                self.node(NodeKind::Function { param, body }, ty, span)
            }
            _ => self.broken(span),
        }
    }

    /// What a query goes over holds values of this type.
    fn item_type(&self, over: NodeId) -> Type {
        match self.get(over).ty {
            Type::One(Kind::Zone) => Type::CARD,
            Type::List(kind) | Type::One(kind @ (Kind::Card | Kind::Seat)) => Type::One(kind),
            Type::One(Kind::String) => match self.const_text(over) {
                Some("all" | "all_players" | "self") => Type::SEAT,
                Some(name) if self.zone_named(name).is_some() || self.seat_zone_named(name).is_some() => {
                    Type::CARD
                }
                _ => Type::ANY,
            },
            Type::Nothing | Type::State | Type::One(_) => Type::ANY,
        }
    }

    /// A query.
    pub(super) fn query(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        query: Query,
        args: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        let required = primitive
            .params
            .iter()
            .filter(|p| p.need == Need::Required)
            .count();
        if args.len() < required || args.len() > primitive.params.len() {
            self.error(
                Problem::ParameterCount,
                span,
                format!(
                    "`{}` takes {}, found {}",
                    primitive.name,
                    parameters_wanted(required, Some(primitive.params.len())),
                    args.len()
                ),
                format!("write `{}`", signature(primitive)),
            );
            return self.broken(span);
        }
        let Some(over) = args
            .first()
            .and_then(|over| self.query_source(scope, primitive, *over))
        else {
            return self.broken(span);
        };
        let function = match args.get(1) {
            Some(given) => match self.query_function(scope, primitive, over, *given) {
                Some(function) => Some(function),
                None => return self.broken(span),
            },
            None => None,
        };
        let ty = match query {
            Query::Count | Query::Sum => Type::NUMBER,
            Query::Any | Query::All => Type::BOOL,
            Query::Filter => match self.item_type(over) {
                Type::One(kind) => Type::List(kind),
                Type::Nothing | Type::List(_) | Type::State => Type::List(Kind::Any),
            },
            Query::MaxBy | Query::MinBy => self.item_type(over),
        };
        let Some(function) = function.or_else(|| self.plain_function(query, over, span)) else {
            return self.count_all(scope, over, span);
        };
        if self.is_broken(function) || !self.check_result(primitive, query, function) {
            return self.broken(span);
        }
        self.node(
            NodeKind::Query {
                query,
                over,
                function,
            },
            ty,
            span,
        )
    }

    /// What a query goes over: seats, a list, a zone.
    fn query_source(&mut self, scope: &Scope, primitive: &'static Signature, over: NodeId) -> Option<NodeId> {
        if self.is_broken(over) {
            return None;
        }
        let takes = match self.const_text(over) {
            Some("all" | "all_players" | "self") => Takes::Seats,
            Some(_) => Takes::Cards,
            None => Takes::Value(Type::ANY),
        };
        let over = self.check_arg(scope, primitive, "items", takes, over)?;
        match self.get(over).ty {
            Type::List(_) | Type::Nothing | Type::One(Kind::Zone | Kind::Card | Kind::Seat | Kind::Any) => {
                Some(over)
            }
            found @ (Type::State | Type::One(_)) => {
                let at = self.get(over).span;
                let counts = match self.get(over).kind {
                    NodeKind::Call(primitive, _) => Some(primitive),
                    NodeKind::Form(Form::CountZone, _) => Some(builtin!(count_cards)),
                    _ => None,
                };
                let instead = counts.and_then(|counts| Some((counts.name, counts.properties.counts?)));
                let help = match instead {
                    Some((name, instead)) => format!("`{name}` tells how many; {instead}"),
                    None => format!("write `{}`", signature(primitive)),
                };
                self.error(
                    Problem::ParameterType,
                    at,
                    format!(
                        "`{}` goes over a list, seats or the cards of a zone, found {}",
                        primitive.name,
                        found.phrase()
                    ),
                    help,
                );
                None
            }
        }
    }

    /// The function of a query: as it is written, or the name of what it reads of each item.
    fn query_function(
        &mut self,
        scope: &Scope,
        primitive: &'static Signature,
        over: NodeId,
        given: NodeId,
    ) -> Option<NodeId> {
        if self.is_broken(given) {
            return None;
        }
        if let NodeKind::Function { param, .. } = self.get(given).kind {
            if let Some(source) = self.bound.get_mut(param as usize) {
                *source = over;
            }
            return Some(given);
        }
        let span = self.get(given).span;
        let Some(property) = self.const_text(given).map(str::to_owned) else {
            let found = self.get(given).ty;
            self.error(
                Problem::ParameterType,
                span,
                format!(
                    "`{}` asks a function of each item, found {}",
                    primitive.name,
                    found.phrase()
                ),
                "write a function such as `card => card.value > 5`, or the name of a property".to_owned(),
            );
            return None;
        };
        Some(self.property(scope, over, &property, span))
    }

    /// The function that reads a property of each item.
    pub(crate) fn property(&mut self, scope: &Scope, over: NodeId, name: &str, span: Span) -> NodeId {
        let item = self.bind_item(over, span);
        let body = self.member(scope, item, name, span);
        self.function(item, body, span)
    }

    /// What a query without a function asks of each item: itself.
    fn plain_function(&mut self, query: Query, over: NodeId, span: Span) -> Option<NodeId> {
        match query {
            Query::Count => None,
            Query::Any | Query::All | Query::Sum | Query::Filter | Query::MaxBy | Query::MinBy => {
                let item = self.bind_item(over, span);
                Some(self.function(item, item, span))
            }
        }
    }

    /// How many items there are.
    fn count_all(&mut self, scope: &Scope, over: NodeId, span: Span) -> NodeId {
        let (primitive, over) = match self.get(over).ty {
            Type::One(Kind::Zone) => (builtin!(count_cards), over),
            Type::One(Kind::Card | Kind::Seat) => (builtin!(list_count), self.list(vec![over], span)),
            Type::Nothing | Type::State | Type::List(_) | Type::One(_) => (builtin!(list_count), over),
        };
        self.call(scope, primitive, vec![over], span)
    }

    /// Whether the function gives what the query asks for, and only reads.
    fn check_result(&mut self, primitive: &Signature, query: Query, function: NodeId) -> bool {
        let NodeKind::Function { body, .. } = self.get(function).kind else {
            return false;
        };
        let wanted = match query {
            Query::Count | Query::Any | Query::All | Query::Filter => Type::BOOL,
            Query::Sum | Query::MaxBy | Query::MinBy => Type::NUMBER,
        };
        let (found, span) = (self.get(body).ty, self.get(body).span);
        let nothing = found == Type::Nothing && wanted == Type::NUMBER;
        if !found.fits(wanted) && !nothing {
            self.error(
                Problem::ParameterType,
                span,
                format!(
                    "`{}` needs {} of each item, found {}",
                    primitive.name,
                    wanted.phrase(),
                    found.phrase()
                ),
                format!("write {} after `=>`", wanted.such_as()),
            );
            return false;
        }
        let problems = self.diags.error_count();
        self.only_reads(body);
        self.diags.error_count() == problems
    }

    /// The zone, list or seats whose items a bound name stands for.
    pub(super) fn bound_source(&self, param: u32) -> Option<NodeId> {
        self.bound.get(param as usize).copied()
    }

    /// The items of a list that is written out, when all are constants.
    pub(super) fn constant_list(&self, node: NodeId) -> Option<Vec<Value>> {
        match &self.get(node).kind {
            NodeKind::List(items) => items
                .iter()
                .map(|item| match self.get(*item).kind {
                    NodeKind::Const(value) => Some(value),
                    _ => None,
                })
                .collect(),
            NodeKind::Const(Value::List(id)) => Some(self.constants.items(*id).to_vec()),
            _ => None,
        }
    }
}
