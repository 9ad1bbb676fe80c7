//! What dialects write themselves: expressions in which names stand for what was read.

use super::ast::Expr;
use super::compile::{Compiler, Names, Origin, compile};
use super::parse::parse;
use super::steps::steps;
use crate::hir::build::Builder;
use crate::hir::{NodeId, NodeKind, Scope, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::primitives::{self, Callee};
use cardable_engine::value::Type;

/// What names mean in expressions that a dialect writes, and the text that these stand for.
///
/// They come before all that a ruleset declares, so no name of an author can get in the way. The expressions
/// may call internal primitives, too.
#[derive(Clone, Debug)]
pub struct Bindings {
    span: Span,
    bound: Vec<(&'static str, Bound)>,
}

#[derive(Clone, Copy, Debug)]
enum Bound {
    Value(NodeId),
    /// A zone that every seat has, as a member: `$player.hand`.
    SeatZone(u16),
    /// Data of every seat, as a member.
    SeatData(u16),
}

impl Bindings {
    /// No names yet, for what stands at a place of the ruleset.
    pub fn at(span: Span) -> Bindings {
        Bindings {
            span,
            bound: Vec::new(),
        }
    }

    /// What the expressions stand for.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Lets a name stand for a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: NodeId) -> Bindings {
        self.bound.push((name, Bound::Value(value)));
        self
    }

    /// Lets a member of seats stand for a zone that every seat has.
    #[must_use]
    pub fn with_seat_zone(mut self, name: &'static str, zone: u16) -> Bindings {
        self.bound.push((name, Bound::SeatZone(zone)));
        self
    }

    /// Lets a member of seats stand for an item of their data.
    #[must_use]
    pub fn with_seat_data(mut self, name: &'static str, item: u16) -> Bindings {
        self.bound.push((name, Bound::SeatData(item)));
        self
    }

    pub fn values(&self) -> impl Iterator<Item = NodeId> {
        self.bound.iter().filter_map(|(_, bound)| match bound {
            Bound::Value(value) => Some(*value),
            Bound::SeatZone(_) | Bound::SeatData(_) => None,
        })
    }

    pub fn value(&self, b: &mut Builder, scope: &Scope, text: &str) -> NodeId {
        match self.parsed(b, text) {
            Some(expr) => compile(b, scope, self, self, &expr),
            None => b.broken(self.span),
        }
    }

    /// The steps of an expression; several stand in a list: `[shuffle(deck), set($action.n, 1)]`.
    pub fn steps(&self, b: &mut Builder, scope: &mut Scope, text: &str) -> Vec<Stmt> {
        match self.parsed(b, text) {
            Some(expr) => steps(b, scope, self, self, &expr),
            None => Vec::new(),
        }
    }

    /// A dialect that writes nonsense is told so like an author: the first test that comes there shows it.
    fn parsed(&self, b: &mut Builder, text: &str) -> Option<Expr> {
        match parse(text) {
            Ok(expr) => Some(expr),
            Err(error) => {
                let message = format!("`{text}`: {error}");
                b.error(Problem::BadExpression, self.span, message, error.what_to_write());
                None
            }
        }
    }

    fn find(&self, name: &str) -> Option<Bound> {
        let found = self.bound.iter().find(|(known, _)| *known == name);
        found.map(|(_, bound)| *bound)
    }
}

/// All of such an expression stands where the dialect says.
impl Origin for Bindings {
    fn span(&self, _: u32, _: u32) -> Span {
        self.span
    }
}

impl Names for Bindings {
    fn name(&self, _: &mut Compiler<'_>, name: &str, _: Span) -> Option<NodeId> {
        match self.find(name)? {
            Bound::Value(value) => Some(value),
            Bound::SeatZone(_) | Bound::SeatData(_) => None,
        }
    }

    fn member(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> Option<NodeId> {
        let bound = self.find(name)?;
        if let Bound::Value(_) = bound {
            return None;
        }
        let seat = c.value(base);
        Some(match bound {
            Bound::Value(_) => seat,
            Bound::SeatZone(at) => c.b.node(NodeKind::SeatZone(seat, at), Type::ZONE, span),
            Bound::SeatData(at) => {
                let ty = c.b.hir.seat_data.get(usize::from(at)).map_or(Type::ANY, |d| d.ty);
                c.b.node(NodeKind::SeatData(seat, at), ty, span)
            }
        })
    }

    fn internal(&self, name: &str) -> Option<Callee> {
        primitives::internal().find(|p| p.name == name).map(Callee::from)
    }
}

#[cfg(test)]
mod tests {
    use super::Bindings;
    use crate::expr::{self, Plain};
    use crate::hir::build::{Builder, refs};
    use crate::hir::{NodeId, Scope};
    use crate::text::diag::Code as Problem;
    use crate::text::source::{FileId, Span};
    use cardable_engine::value::{Type, Value};

    const SPAN: Span = Span {
        file: FileId::FIRST,
        start: 0,
        end: 0,
    };

    fn value(b: &mut Builder, names: &Bindings, text: &str) -> NodeId {
        names.value(b, &Scope::outside(), text)
    }

    #[test]
    fn a_bound_name_comes_before_a_zone_of_that_name() {
        let mut b = Builder::new();
        refs::add_standard_zones(&mut b);
        let three = b.constant(Value::Int(3), SPAN);
        let names = Bindings::at(SPAN).with("box", three);
        let sum = value(&mut b, &names, "box + 1");
        assert_eq!(b.get(sum).ty, Type::NUMBER);
        assert!(b.diags.is_empty());
        value(&mut b, &Bindings::at(SPAN), "box + 1");
        assert!(b.diags.contains(Problem::ParameterType));
    }

    #[test]
    fn only_dialects_call_internal_primitives() {
        let mut b = Builder::new();
        let goes_on = value(&mut b, &Bindings::at(SPAN), "turn_goes_on()");
        assert_eq!(b.get(goes_on).ty, Type::BOOL);
        assert!(b.diags.is_empty());
        let written = expr::parse("turn_goes_on()").expect("an expression");
        expr::compile(&mut b, &Scope::outside(), &Plain, &Bindings::at(SPAN), &written);
        assert!(b.diags.contains(Problem::UnknownPrimitive));
    }

    #[test]
    fn nonsense_of_a_dialect_is_told() {
        let mut b = Builder::new();
        value(&mut b, &Bindings::at(SPAN), "1 +");
        assert!(b.diags.contains(Problem::BadExpression));
    }
}
