//! The tree of an expression, and its canonical text.

use std::fmt::{self, Display, Formatter, Write};

/// One node of an expression and where it stands in the text.
///
/// `Display` prints canonical text, with no more parentheses than needed. For a tree that came
/// from `parse` this text parses back to the same tree, spans apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    /// The byte offset where its text begins, parentheses around it included.
    pub start: u32,
    /// The byte offset where its text ends, parentheses around it included.
    pub end: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `42`, `3.14`, `1e3`; never negative, since `-5` is [`UnaryOp::Neg`] of `5`.
    Number(Number),
    /// `"hearts"` or `'hearts'`, with its escapes decoded.
    String(Box<str>),
    /// `true` or `false`.
    Bool(bool),
    /// `nothing` or `null`.
    Nothing,
    /// A bare name: `turn_number`, `draw_pile`, `$player`.
    Name {
        /// The name, without the dollar sign.
        name: Box<str>,
        /// Whether a dollar sign stood before it.
        dollar: bool,
    },
    /// One copy of a zone by its unquoted name: `hand:0`.
    ZoneIndex {
        /// The name of the zone: `hand`.
        zone: Box<str>,
        /// The number of the copy: `0`.
        index: u32,
    },
    /// `player.hand`.
    Member(Box<Expr>, Ident),
    /// `hand[0]`.
    Index(Box<Expr>, Box<Expr>),
    /// `f(x)` or, with a receiver, `a.f(x)`.
    Call {
        /// The name of what is called: `f`.
        callee: Ident,
        /// What a member call is made on: `a`.
        receiver: Option<Box<Expr>>,
        /// The arguments in order, without the receiver.
        args: Vec<Expr>,
    },
    /// `!a`, `-a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`, `a in b`, `a && b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `c => body` or `(a, b) => body`.
    Lambda {
        /// The names it binds: at least one, all different.
        params: Vec<Ident>,
        body: Box<Expr>,
    },
}

/// A name that is not an expression by itself, and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Box<str>,
    /// The byte offset where it begins.
    pub start: u32,
    /// The byte offset where it ends.
    pub end: u32,
}

/// A literal number. What is whole stays whole, however it was written (`3`, `3.0`, `3e0`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Whole(i64),
    /// A number with a fraction, or one written with a point or an exponent that is too large to
    /// be exact.
    Real(f64),
}

/// The operators before one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `!a`, `not a`.
    Not,
    /// `-a`.
    Neg,
}

/// The operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `a || b`, `a or b`.
    Or,
    /// `a && b`, `a and b`.
    And,
    /// `a == b`.
    Eq,
    /// `a != b`.
    Ne,
    /// `a < b`.
    Lt,
    /// `a <= b`.
    Le,
    /// `a > b`.
    Gt,
    /// `a >= b`.
    Ge,
    /// `a in b`.
    In,
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`.
    Div,
    /// `a % b`.
    Rem,
}

/// How tightly a form binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Lambda,
    Or,
    And,
    Equality,
    Comparison,
    Sum,
    Product,
    Unary,
    Postfix,
}

impl Level {
    pub(super) fn tighter(self) -> Level {
        match self {
            Level::Lambda => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Equality,
            Level::Equality => Level::Comparison,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Unary,
            Level::Unary | Level::Postfix => Level::Postfix,
        }
    }

    /// Whether operators of this level may stand in a row without parentheses.
    pub(super) fn chains(self) -> bool {
        !matches!(self, Level::Equality | Level::Comparison)
    }
}

impl UnaryOp {
    /// The operator as canonical text has it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Not => "!",
            UnaryOp::Neg => "-",
        }
    }
}

impl BinaryOp {
    /// The operator as canonical text has it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::In => "in",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
        }
    }

    /// Whether a row of the operator means the same however it is grouped, so that it is one level.
    pub(super) fn flows(self) -> bool {
        matches!(self, BinaryOp::Or | BinaryOp::And | BinaryOp::Add | BinaryOp::Mul)
    }

    /// The operands of a whole row of the operator, from the two of its last place. What does not
    /// [flow](Self::flows) has no more than these two.
    pub(crate) fn row<'e>(self, left: &'e Expr, right: &'e Expr) -> Vec<&'e Expr> {
        let mut operands = vec![right];
        let mut first = left;
        while self.flows()
            && let ExprKind::Binary(op, before, operand) = &first.kind
            && *op == self
        {
            operands.push(operand);
            first = before;
        }
        operands.push(first);
        operands.reverse();
        operands
    }

    pub(super) fn level(self) -> Level {
        match self {
            BinaryOp::Or => Level::Or,
            BinaryOp::And => Level::And,
            BinaryOp::Eq | BinaryOp::Ne => Level::Equality,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::In => Level::Comparison,
            BinaryOp::Add | BinaryOp::Sub => Level::Sum,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Level::Product,
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.print(f, Level::Lambda)
    }
}

impl Expr {
    /// Prints the node where nothing looser than `level` may stand without parentheses.
    /// The name of what is called, of a call.
    pub(crate) fn called(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Call { callee, .. } => Some(&callee.name),
            _ => None,
        }
    }

    /// How many levels there are below the node.
    pub(crate) fn levels(&self) -> usize {
        let below = match &self.kind {
            ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name { .. }
            | ExprKind::ZoneIndex { .. } => return 0,
            ExprKind::Member(inner, _) | ExprKind::Unary(_, inner) => inner.levels(),
            ExprKind::Index(left, right) => left.levels().max(right.levels()),
            ExprKind::Binary(op, left, right) => {
                let operands = op.row(left, right).into_iter();
                operands.map(Expr::levels).max().unwrap_or(0)
            }
            ExprKind::Call { receiver, args, .. } => {
                let parts = receiver.as_deref().into_iter().chain(args);
                parts.map(Expr::levels).max().unwrap_or(0)
            }
            ExprKind::List(items) => items.iter().map(Expr::levels).max().unwrap_or(0),
            ExprKind::Lambda { body, .. } => body.levels(),
        };
        below + 1
    }

    /// Whether something holds for the node or for one below it.
    pub(crate) fn any(&self, holds: &mut dyn FnMut(&Expr) -> bool) -> bool {
        if holds(self) {
            return true;
        }
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name { .. }
            | ExprKind::ZoneIndex { .. } => false,
            ExprKind::Member(inner, _) | ExprKind::Unary(_, inner) => inner.any(holds),
            ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
                left.any(holds) || right.any(holds)
            }
            ExprKind::Call { receiver, args, .. } => {
                receiver.as_ref().is_some_and(|receiver| receiver.any(holds))
                    || args.iter().any(|arg| arg.any(holds))
            }
            ExprKind::List(items) => items.iter().any(|item| item.any(holds)),
            ExprKind::Lambda { body, .. } => body.any(holds),
        }
    }

    fn print(&self, f: &mut Formatter<'_>, level: Level) -> fmt::Result {
        if self.level() < level {
            f.write_char('(')?;
            self.print_bare(f)?;
            f.write_char(')')
        } else {
            self.print_bare(f)
        }
    }

    fn level(&self) -> Level {
        match &self.kind {
            ExprKind::Lambda { .. } => Level::Lambda,
            ExprKind::Binary(op, ..) => op.level(),
            ExprKind::Unary(..) => Level::Unary,
            ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name { .. }
            | ExprKind::ZoneIndex { .. }
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Call { .. }
            | ExprKind::List(_) => Level::Postfix,
        }
    }

    fn print_bare(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Number(number) => number.fmt(f),
            ExprKind::String(text) => print_string(f, text),
            ExprKind::Bool(value) => value.fmt(f),
            ExprKind::Nothing => f.write_str("nothing"),
            ExprKind::Name { name, dollar } => {
                write!(f, "{}{name}", if *dollar { "$" } else { "" })
            }
            ExprKind::ZoneIndex { zone, index } => write!(f, "{zone}:{index}"),
            ExprKind::Member(of, member) => {
                of.print(f, Level::Postfix)?;
                write!(f, ".{member}")
            }
            ExprKind::Index(of, index) => {
                of.print(f, Level::Postfix)?;
                write!(f, "[{index}]")
            }
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => {
                if let Some(receiver) = receiver {
                    receiver.print(f, Level::Postfix)?;
                    f.write_char('.')?;
                }
                write!(f, "{callee}(")?;
                print_row(f, args)?;
                f.write_char(')')
            }
            ExprKind::Unary(op, operand) => {
                f.write_str(op.symbol())?;
                operand.print(f, Level::Unary)
            }
            ExprKind::Binary(op, left, right) => {
                let level = op.level();
                let of_left = if level.chains() { level } else { level.tighter() };
                let operands = op.row(left, right);
                let (first, others) = operands.split_first().ok_or(fmt::Error)?;
                first.print(f, of_left)?;
                for operand in others {
                    write!(f, " {} ", op.symbol())?;
                    operand.print(f, level.tighter())?;
                }
                Ok(())
            }
            ExprKind::List(items) => {
                f.write_char('[')?;
                print_row(f, items)?;
                f.write_char(']')
            }
            ExprKind::Lambda { params, body } => {
                if let [param] = params.as_slice() {
                    write!(f, "{param} => {body}")
                } else {
                    f.write_char('(')?;
                    print_row(f, params)?;
                    write!(f, ") => {body}")
                }
            }
        }
    }
}

impl Display for Ident {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Number::Whole(number) => write!(f, "{number}"),
            // The debug form has an exponent where the plain one would have a hundred digits.
            Number::Real(number) => write!(f, "{number:?}"),
        }
    }
}

fn print_row(f: &mut Formatter<'_>, items: &[impl Display]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

fn print_string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            control if control.is_control() => write!(f, "\\u{{{:x}}}", u32::from(control))?,
            plain => f.write_char(plain)?,
        }
    }
    f.write_char('"')
}
