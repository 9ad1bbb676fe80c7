//! From tokens to a tree, by operator precedence.

mod errors;

use super::ast::{BinaryOp, Expr, ExprKind, Ident, UnaryOp};
use super::lex::{Lexer, Token, TokenKind, is_keyword};
use super::{MAX_LEVELS, MAX_NODES, Span, SyntaxError, quoted};

/// Parses the whole text as one expression.
///
/// # Errors
///
/// The first thing in the text that keeps it from being an expression, or the first that is
/// beyond [`MAX_NODES`] or [`MAX_LEVELS`].
pub fn parse(text: &str) -> Result<Expr, SyntaxError> {
    let mut parser = Parser::new(text)?;
    if let TokenKind::End = parser.token.kind {
        return Err(SyntaxError::new(parser.token.span, "the expression is empty")
            .help("write a value or a condition, such as `turn_number > 1`"));
    }
    let tree = parser.expression()?;
    match parser.token.kind {
        TokenKind::End => Ok(tree.expr),
        _ => Err(parser.left_over()),
    }
}

/// A subtree and how many levels it has below its root.
struct Tree {
    expr: Expr,
    height: usize,
}

impl Tree {
    fn span(&self) -> Span {
        Span {
            start: self.expr.start,
            end: self.expr.end,
        }
    }

    fn boxed(self) -> Box<Expr> {
        Box::new(self.expr)
    }
}

/// The items between two brackets, how many levels they take, and the whole with its brackets.
struct Row {
    items: Vec<Expr>,
    height: usize,
    span: Span,
}

/// A pair of brackets as an error speaks of it.
struct Brackets {
    close: &'static str,
    what: &'static str,
}

const ARGUMENTS: Brackets = Brackets {
    close: ")",
    what: "call",
};
const LIST: Brackets = Brackets {
    close: "]",
    what: "list",
};

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The token to be taken next.
    token: Token<'a>,
    nodes: usize,
    /// How many brackets, unary operators and functions the next token is inside of.
    level: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, SyntaxError> {
        let mut lexer = Lexer::new(text)?;
        let token = lexer.next_token()?;
        Ok(Self {
            text,
            lexer,
            token,
            nodes: 0,
            level: 0,
        })
    }

    // Tokens.

    fn advance(&mut self) -> Result<Token<'a>, SyntaxError> {
        let next = self.lexer.next_token()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn at(&self, symbol: &str) -> bool {
        matches!(self.token.kind, TokenKind::Symbol(found) if found == symbol)
    }

    /// The binary operator that the next token is, if any.
    fn operator(&self) -> Option<BinaryOp> {
        let word = match self.token.kind {
            TokenKind::Symbol(symbol) => symbol,
            TokenKind::Name { name, dollar: false } => name,
            _ => return None,
        };
        Some(match word {
            "||" | "or" => BinaryOp::Or,
            "&&" | "and" => BinaryOp::And,
            "==" => BinaryOp::Eq,
            "!=" => BinaryOp::Ne,
            "<" => BinaryOp::Lt,
            "<=" => BinaryOp::Le,
            ">" => BinaryOp::Gt,
            ">=" => BinaryOp::Ge,
            "in" => BinaryOp::In,
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Sub,
            "*" => BinaryOp::Mul,
            "/" => BinaryOp::Div,
            "%" => BinaryOp::Rem,
            _ => return None,
        })
    }

    /// Whether a function begins here: a name or names in parentheses before an arrow. Odd names
    /// count too, so that they can be named in an error.
    fn at_lambda(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let mut next = || ahead.next_token().map_or(TokenKind::End, |token| token.kind);
        match self.token.kind {
            TokenKind::Name { .. } => {}
            TokenKind::Symbol("(") => loop {
                match next() {
                    TokenKind::Name { .. } | TokenKind::Symbol(",") => {}
                    TokenKind::Symbol(")") => break,
                    _ => return false,
                }
            },
            _ => return false,
        }
        matches!(next(), TokenKind::Symbol("=>"))
    }

    // Nodes and limits. `blame` is what an error about a limit points at.

    fn count(&mut self, blame: Span) -> Result<(), SyntaxError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(
                SyntaxError::new(blame, format!("the expression has more than {MAX_NODES} nodes"))
                    .help("split it into several"),
            );
        }
        Ok(())
    }

    fn node(&mut self, kind: ExprKind, span: Span, height: usize, blame: Span) -> Result<Tree, SyntaxError> {
        self.count(blame)?;
        if height > MAX_LEVELS {
            return Err(too_deep(blame));
        }
        let expr = Expr {
            kind,
            start: span.start,
            end: span.end,
        };
        Ok(Tree { expr, height })
    }

    fn leaf(&mut self, kind: ExprKind, span: Span) -> Result<Tree, SyntaxError> {
        self.node(kind, span, 0, span)
    }

    /// Runs `inner` one level further in.
    fn inside<T>(
        &mut self,
        blame: Span,
        inner: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        if self.level == MAX_LEVELS {
            return Err(too_deep(blame));
        }
        self.level += 1;
        let result = inner(self);
        self.level -= 1;
        result
    }

    // Forms, loosest first.

    fn expression(&mut self) -> Result<Tree, SyntaxError> {
        if self.at_lambda() {
            self.lambda()
        } else {
            self.binary()
        }
    }

    fn lambda(&mut self) -> Result<Tree, SyntaxError> {
        let start = self.token.span;
        let params = if self.at("(") {
            self.params()?
        } else {
            vec![self.param(&[])?]
        };
        let arrow = self.token.span;
        self.expect("=>", "write `(a, b) => …`")?;
        let body = self.inside(arrow, Self::expression)?;
        let (span, height) = (start.to(body.span()), body.height + 1);
        let body = body.boxed();
        self.node(ExprKind::Lambda { params, body }, span, height, arrow)
    }

    fn params(&mut self) -> Result<Vec<Ident>, SyntaxError> {
        let open = self.advance()?.span;
        if self.at(")") {
            let span = open.to(self.token.span);
            return Err(SyntaxError::new(span, "the function has no parameter")
                .help("write a name before the arrow, as in `c => …`"));
        }
        let mut params = Vec::new();
        loop {
            let param = self.param(&params)?;
            params.push(param);
            if !self.at(",") {
                break;
            }
            self.advance()?;
        }
        self.expect(")", "separate the parameters with `,`")?;
        Ok(params)
    }

    fn param(&mut self, earlier: &[Ident]) -> Result<Ident, SyntaxError> {
        let TokenKind::Name { name, dollar } = self.token.kind else {
            return Err(self.expected("the name of a parameter"));
        };
        let span = self.token.span;
        let error = |message: &str| {
            let written = quoted(span.of(self.text));
            SyntaxError::new(span, format!("{written} {message}"))
        };
        if dollar {
            return Err(error("cannot be a parameter").help(format!("write {} without `$`", quoted(name))));
        }
        if is_keyword(name) {
            return Err(error("cannot be a parameter").help("choose another name"));
        }
        if earlier.iter().any(|param| *param.name == *name) {
            return Err(error("is already a parameter").help("choose another name"));
        }
        self.count(span)?;
        self.advance()?;
        Ok(ident(name, span))
    }

    /// Operands with binary operators between them. What waits for its right operand waits on a
    /// list, not on the call stack, loosest first.
    fn binary(&mut self) -> Result<Tree, SyntaxError> {
        let mut waiting: Vec<(Tree, BinaryOp, Span)> = Vec::new();
        let mut operand = self.unary()?;
        loop {
            let next = self.operator();
            let ready = |op: BinaryOp| next.is_none_or(|next| op.level() >= next.level());
            while let Some((left, op, blame)) = waiting.pop_if(|(_, op, _)| ready(*op)) {
                if let Some(next) = next
                    && next.level() == op.level()
                    && !op.level().chains()
                {
                    return Err(self.chain(&left, op, &operand, next));
                }
                operand = self.join(left, op, operand, blame)?;
            }
            let Some(op) = next else {
                return Ok(operand);
            };
            let blame = self.advance()?.span;
            waiting.push((operand, op, blame));
            operand = self.unary()?;
        }
    }

    fn join(&mut self, left: Tree, op: BinaryOp, right: Tree, blame: Span) -> Result<Tree, SyntaxError> {
        let span = left.span().to(right.span());
        // One operator in a row is one level, however long the row is.
        let goes_on = op.flows() && matches!(left.expr.kind, ExprKind::Binary(before, ..) if before == op);
        let height = match goes_on {
            true => left.height.max(right.height + 1),
            false => left.height.max(right.height) + 1,
        };
        let kind = ExprKind::Binary(op, left.boxed(), right.boxed());
        self.node(kind, span, height, blame)
    }

    fn unary(&mut self) -> Result<Tree, SyntaxError> {
        let op = match self.token.kind {
            TokenKind::Symbol("-") => UnaryOp::Neg,
            TokenKind::Symbol("!")
            | TokenKind::Name {
                name: "not",
                dollar: false,
            } => UnaryOp::Not,
            _ => return self.postfix(),
        };
        let blame = self.advance()?.span;
        let operand = self.inside(blame, Self::unary)?;
        let (span, height) = (blame.to(operand.span()), operand.height + 1);
        self.node(ExprKind::Unary(op, operand.boxed()), span, height, blame)
    }

    fn postfix(&mut self) -> Result<Tree, SyntaxError> {
        let mut of = self.primary()?;
        loop {
            of = match self.token.kind {
                TokenKind::Symbol(".") => self.member(of)?,
                TokenKind::Symbol("[") => self.index(of)?,
                TokenKind::Symbol("(") => return Err(self.no_callee(&of)),
                _ => return Ok(of),
            };
        }
    }

    fn member(&mut self, of: Tree) -> Result<Tree, SyntaxError> {
        self.advance()?;
        let token_span = self.token.span;
        let name = match self.token.kind {
            TokenKind::Name { name, dollar: false } => ident(name, token_span),
            TokenKind::Name { name, dollar: true } => {
                let help = format!("write {} without `$`", quoted(name));
                return Err(self.expected("a name after `.`").help(help));
            }
            TokenKind::Zone { zone, index } => {
                let help = format!("write {}", quoted(&format!("{zone}[{index}]")));
                return Err(self.expected("a name after `.`").help(help));
            }
            TokenKind::Number(_) => {
                let help = format!("write `[{}]`", token_span.of(self.text));
                return Err(self.expected("a name after `.`").help(help));
            }
            _ => return Err(self.expected("a name after `.`")),
        };
        self.advance()?;
        if self.at("(") {
            return self.call(name, Some(of));
        }
        let (span, height) = (of.span().to(token_span), of.height + 1);
        self.node(ExprKind::Member(of.boxed(), name), span, height, token_span)
    }

    fn index(&mut self, of: Tree) -> Result<Tree, SyntaxError> {
        let open = self.advance()?.span;
        let index = self.inside(open, Self::expression)?;
        let close = self.expect("]", "close the index with `]`")?;
        let span = of.span().to(close);
        let height = of.height.max(index.height) + 1;
        self.node(ExprKind::Index(of.boxed(), index.boxed()), span, height, open)
    }

    fn call(&mut self, callee: Ident, receiver: Option<Tree>) -> Result<Tree, SyntaxError> {
        let name = Span {
            start: callee.start,
            end: callee.end,
        };
        let row = self.row(&ARGUMENTS, Some(&callee.name))?;
        let start = receiver.as_ref().map_or(name, Tree::span);
        let height = receiver
            .as_ref()
            .map_or(0, |tree| tree.height + 1)
            .max(row.height);
        let kind = ExprKind::Call {
            callee,
            receiver: receiver.map(Tree::boxed),
            args: row.items,
        };
        self.node(kind, start.to(row.span), height, name)
    }

    fn primary(&mut self) -> Result<Tree, SyntaxError> {
        let literal = match &self.token.kind {
            TokenKind::Number(number) => ExprKind::Number(*number),
            TokenKind::String(text) => ExprKind::String(text.clone()),
            TokenKind::Zone { zone, index } => ExprKind::ZoneIndex {
                zone: (*zone).into(),
                index: *index,
            },
            TokenKind::Name { name, dollar } => return self.word(name, *dollar),
            TokenKind::Symbol("(") => return self.group(),
            TokenKind::Symbol("[") => return self.list(),
            TokenKind::Symbol(_) | TokenKind::End => return Err(self.no_value()),
        };
        let span = self.advance()?.span;
        self.leaf(literal, span)
    }

    fn list(&mut self) -> Result<Tree, SyntaxError> {
        let open = self.token.span;
        let row = self.row(&LIST, None)?;
        self.node(ExprKind::List(row.items), row.span, row.height, open)
    }

    fn word(&mut self, name: &'a str, dollar: bool) -> Result<Tree, SyntaxError> {
        let kind = match name {
            _ if dollar => None,
            "true" => Some(ExprKind::Bool(true)),
            "false" => Some(ExprKind::Bool(false)),
            "nothing" | "null" => Some(ExprKind::Nothing),
            _ if is_keyword(name) => return Err(self.no_value()),
            _ => None,
        };
        let span = self.advance()?.span;
        match kind {
            Some(kind) => self.leaf(kind, span),
            None if self.at("(") && !dollar => self.call(ident(name, span), None),
            None if self.at("(") => {
                let written = quoted(span.of(self.text));
                let help = format!("write {} without `$`", quoted(name));
                Err(SyntaxError::new(span, format!("{written} cannot be called")).help(help))
            }
            None => {
                let name = name.into();
                self.leaf(ExprKind::Name { name, dollar }, span)
            }
        }
    }

    fn group(&mut self) -> Result<Tree, SyntaxError> {
        let open = self.advance()?.span;
        let mut tree = self.inside(open, Self::expression)?;
        let help = if self.at(",") {
            "write a list as `[a, b]`, parameters as `(a, b) => …`"
        } else {
            "close the parenthesis with `)`"
        };
        let close = self.expect(")", help)?;
        tree.expr.start = open.start;
        tree.expr.end = close.end;
        Ok(tree)
    }

    /// Items between brackets; the next token opens them. They may be the arguments of a call.
    fn row(&mut self, brackets: &Brackets, callee: Option<&str>) -> Result<Row, SyntaxError> {
        let open = self.advance()?.span;
        let mut items = Vec::new();
        let mut height = 0;
        if !self.at(brackets.close) {
            self.inside(open, |parser| {
                loop {
                    let item = parser.expression()?;
                    height = height.max(item.height + 1);
                    items.push(item.expr);
                    if !parser.at(",") {
                        return Ok(());
                    }
                    parser.advance()?;
                }
            })?;
        }
        if let (Some(callee), Some(ExprKind::Name { name, dollar: false })) =
            (callee, items.last().map(|item| &item.kind))
            && self.at(":")
        {
            return Err(self.named_argument(callee, name));
        }
        if !self.at(brackets.close) {
            let Brackets { close, what } = brackets;
            let help = match self.token.kind {
                TokenKind::End => format!("close the {what} with `{close}`"),
                _ => format!("separate values with `,` and close the {what} with `{close}`"),
            };
            return Err(self.unexpected_here(&format!("`,` or `{close}`"), &help));
        }
        let span = open.to(self.advance()?.span);
        Ok(Row { items, height, span })
    }

    fn expect(&mut self, symbol: &str, help: &str) -> Result<Span, SyntaxError> {
        if self.at(symbol) {
            Ok(self.advance()?.span)
        } else {
            Err(self.unexpected_here(&format!("`{symbol}`"), help))
        }
    }
}

fn ident(name: &str, span: Span) -> Ident {
    Ident {
        name: name.into(),
        start: span.start,
        end: span.end,
    }
}

fn too_deep(blame: Span) -> SyntaxError {
    SyntaxError::new(
        blame,
        format!("the expression is more than {MAX_LEVELS} levels deep"),
    )
    .help("split it into several, or group a long row of different operators with parentheses")
}
