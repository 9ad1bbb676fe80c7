//! From the tree of an expression to the builder's values.

use super::ast::{BinaryOp, Expr, ExprKind, Number, UnaryOp};
use crate::diag::{Code as Problem, did_you_mean};
use crate::primitives::{self, Form, Takes};
use crate::program::build::{Builder, NodeId, NodeKind, Scope};
use crate::program::build::{NAMESPACES, SINGLE};
use crate::source::Span;
use crate::value::{Kind, Type, Value};

/// Where an expression stands, so that its parts have spans in the file.
pub(crate) trait Origin {
    /// The span of a part of the expression's text.
    fn span(&self, start: u32, end: u32) -> Span;
}

/// Builds the value of an expression.
pub(crate) fn compile(b: &mut Builder, scope: &Scope, origin: &dyn Origin, expr: &Expr) -> NodeId {
    Compiler { b, scope, origin }.value(expr)
}

/// Builds a parameter of a call: bare words may name what it takes.
pub(crate) fn argument(
    b: &mut Builder,
    scope: &Scope,
    origin: &dyn Origin,
    primitive: &primitives::Primitive,
    at: usize,
    expr: &Expr,
) -> NodeId {
    Compiler { b, scope, origin }.argument(primitive, at, expr)
}

struct Compiler<'a> {
    b: &'a mut Builder,
    scope: &'a Scope,
    origin: &'a dyn Origin,
}

impl Compiler<'_> {
    fn span(&self, expr: &Expr) -> Span {
        self.origin.span(expr.start, expr.end)
    }

    fn value(&mut self, expr: &Expr) -> NodeId {
        let span = self.span(expr);
        match &expr.kind {
            ExprKind::Number(Number::Whole(n)) => self.b.constant(Value::Int(*n), span),
            ExprKind::Number(Number::Real(n)) => self.b.constant(Value::Float(*n), span),
            ExprKind::String(text) => self.b.text(text, span),
            ExprKind::Bool(b) => self.b.constant(Value::Bool(*b), span),
            ExprKind::Nothing => self.b.constant(Value::Nothing, span),
            ExprKind::Name { name, dollar } => self.name(name, *dollar, span),
            ExprKind::Member(base, name) => self.member(base, &name.name, span),
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => {
                let mut nodes = Vec::with_capacity(args.len() + 1);
                if let Some(receiver) = receiver {
                    nodes.push(self.value(receiver));
                }
                let Some(primitive) = self
                    .b
                    .primitive(&callee.name, self.origin.span(callee.start, callee.end))
                else {
                    return self.b.broken(span);
                };
                let offset = nodes.len();
                for (at, arg) in args.iter().enumerate() {
                    nodes.push(self.argument(primitive, at + offset, arg));
                }
                self.b.call(self.scope, primitive, nodes, span)
            }
            ExprKind::Unary(UnaryOp::Not, of) => {
                self.form(Form::Not, "not", &[of], Type::BOOL, Type::BOOL, span)
            }
            ExprKind::Unary(UnaryOp::Neg, of) => {
                let node = self.value(of);
                if let NodeKind::Const(Value::Int(n)) = self.b.get(node).kind {
                    return self.b.constant(Value::Int(n.wrapping_neg()), span);
                }
                let zero = self.b.constant(Value::Int(0), span);
                self.typed(
                    Form::Subtract,
                    "-",
                    vec![zero, node],
                    Type::NUMBER,
                    Type::NUMBER,
                    span,
                )
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ExprKind::List(items) => {
                let nodes = items.iter().map(|item| self.value(item)).collect();
                self.b.list(nodes, span)
            }
            ExprKind::Index(base, index) => {
                let (list, n) = (self.value(base), self.value(index));
                match primitives::find("list_item") {
                    Some(item) => self.b.call(self.scope, item, vec![list, n], span),
                    None => self.b.broken(span),
                }
            }
            ExprKind::ZoneIndex { zone, .. } => {
                self.b.error_help(
                    Problem::UnknownZone,
                    span,
                    format!("`{zone}` has no numbered copies here"),
                    "name the seat's zone, such as `$player.hand`".to_owned(),
                );
                self.b.broken(span)
            }
            ExprKind::Lambda { .. } => {
                self.b
                    .error(Problem::ParameterType, span, "a function cannot stand here");
                self.b.broken(span)
            }
        }
    }

    /// A parameter of a call: bare words may name what the parameter takes.
    fn argument(&mut self, primitive: &primitives::Primitive, at: usize, arg: &Expr) -> NodeId {
        let takes = primitive
            .params
            .get(at)
            .or(primitive.params.last())
            .map(|p| p.takes);
        if let (ExprKind::Name { name, dollar: false }, Some(takes)) = (&arg.kind, takes) {
            let span = self.span(arg);
            let named = match takes {
                Takes::StateName => self.b.state_named(name).is_some(),
                Takes::SeatZone => self.b.seat_zone_named(name).is_some(),
                Takes::Attribute => self.b.attribute_named(name).is_some(),
                Takes::Value(Type::One(Kind::Zone)) | Takes::Cards => {
                    self.b.zone_named(name).is_some() || self.b.seat_zone_named(name).is_some()
                }
                _ => false,
            };
            if named {
                return self.b.text(name, span);
            }
        }
        self.value(arg)
    }

    fn name(&mut self, name: &str, dollar: bool, span: Span) -> NodeId {
        if let Some(node) = self.b.root(self.scope, name, span) {
            return node;
        }
        if !dollar {
            if let Some(zone) = self.b.zone_named(name) {
                return self.b.constant(Value::Zone(zone), span);
            }
            let callable = self.b.find(name).filter(|p| {
                p.params
                    .iter()
                    .all(|param| param.need != primitives::Need::Required)
            });
            if let Some(primitive) = callable {
                return self.b.call(self.scope, primitive, Vec::new(), span);
            }
        }
        let known = SINGLE.iter().chain(NAMESPACES).copied();
        let shown = if dollar {
            format!("${name}")
        } else {
            name.to_owned()
        };
        let help = match did_you_mean(name, known) {
            Some(near) => format!("did you mean `${near}`?"),
            None if dollar => format!("references begin with one of {}", words(NAMESPACES, SINGLE)),
            None => format!("a text is written in quotes: `'{name}'`"),
        };
        self.b.error_help(
            Problem::UnknownReference,
            span,
            format!("unknown name `{shown}`"),
            help,
        );
        self.b.broken(span)
    }

    fn member(&mut self, base: &Expr, name: &str, span: Span) -> NodeId {
        if let ExprKind::Name { name: space, .. } = &base.kind
            && let Some(node) = self.b.namespace(self.scope, space, name, span)
        {
            return node;
        }
        let base = self.value(base);
        self.b.member(self.scope, base, name, span)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> NodeId {
        let args = [left, right];
        match op {
            BinaryOp::Or => self.form(Form::Or, "||", &args, Type::BOOL, Type::BOOL, span),
            BinaryOp::And => self.form(Form::And, "&&", &args, Type::BOOL, Type::BOOL, span),
            BinaryOp::Eq => self.form(Form::Equal, "==", &args, Type::ANY, Type::BOOL, span),
            BinaryOp::Ne => self.form(Form::NotEqual, "!=", &args, Type::ANY, Type::BOOL, span),
            BinaryOp::Lt => self.form(Form::Less, "<", &args, Type::NUMBER, Type::BOOL, span),
            BinaryOp::Le => self.form(Form::LessEqual, "<=", &args, Type::NUMBER, Type::BOOL, span),
            BinaryOp::Gt => self.form(Form::Greater, ">", &args, Type::NUMBER, Type::BOOL, span),
            BinaryOp::Ge => self.form(Form::GreaterEqual, ">=", &args, Type::NUMBER, Type::BOOL, span),
            BinaryOp::Add => self.form(Form::Add, "+", &args, Type::NUMBER, Type::NUMBER, span),
            BinaryOp::Sub => self.form(Form::Subtract, "-", &args, Type::NUMBER, Type::NUMBER, span),
            BinaryOp::Mul => self.form(Form::Multiply, "*", &args, Type::NUMBER, Type::NUMBER, span),
            BinaryOp::Div => self.form(Form::Divide, "/", &args, Type::NUMBER, Type::NUMBER, span),
            BinaryOp::Rem => self.form(Form::Remainder, "%", &args, Type::NUMBER, Type::NUMBER, span),
            BinaryOp::In => {
                let nodes = vec![self.value(right), self.value(left)];
                match primitives::find("contains") {
                    Some(contains) => self.b.call(self.scope, contains, nodes, span),
                    None => self.b.broken(span),
                }
            }
        }
    }

    fn form(
        &mut self,
        form: Form,
        sign: &str,
        args: &[&Expr],
        takes: Type,
        gives: Type,
        span: Span,
    ) -> NodeId {
        let nodes = args.iter().map(|arg| self.value(arg)).collect();
        self.typed(form, sign, nodes, takes, gives, span)
    }

    fn typed(
        &mut self,
        form: Form,
        sign: &str,
        nodes: Vec<NodeId>,
        takes: Type,
        gives: Type,
        span: Span,
    ) -> NodeId {
        for node in &nodes {
            let (ty, at) = (self.b.get(*node).ty, self.b.get(*node).span);
            if self.b.is_broken(*node) {
                return self.b.broken(span);
            }
            if !ty.fits(takes) {
                self.b.error(
                    Problem::ParameterType,
                    at,
                    format!("`{sign}` takes {takes}, found {ty}"),
                );
                return self.b.broken(span);
            }
        }
        if matches!(form, Form::Equal | Form::NotEqual) {
            self.b.check_comparable(&nodes, span);
        }
        self.b.node(NodeKind::Form(form, nodes), gives, span)
    }
}

fn words(first: &[&str], second: &[&str]) -> String {
    first
        .iter()
        .chain(second)
        .map(|w| format!("`${w}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
