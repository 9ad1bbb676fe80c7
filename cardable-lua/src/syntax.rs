//! Extracts the facts about a script from its syntax tree, once, for the checks and the rewriter.

mod facts;
mod keys;
mod left;
mod lines;
mod work;

pub(crate) use facts::{
    Access, Call, Callee, Changed, Changing, Facts, Field, Mistake, Path, Shape, Span, Top, Written,
};
pub(crate) use left::left;

use crate::bounded::bounded;
use crate::purity::lasts;
use lines::Lines;
use luau_syntax::ast::{
    AstVisitor, BinaryOp, Expression, ExpressionKind, Function, IndexNameOp, Statement, StatementView,
    TableItem,
};
use luau_syntax::parser::{ParseError, ParseOptions, ParsedSource};
use std::collections::{BTreeMap, BTreeSet};

/// Parses a text. If its syntax is wrong, only the mistakes are returned.
pub(crate) fn read(text: &str) -> Result<Facts, Vec<Mistake>> {
    let lines = Lines::new(text);
    let told = |errors: &[ParseError]| {
        let mistakes = errors.iter().map(|e| Mistake {
            span: lines.span(e.location),
            message: e.message.to_string(),
        });
        Err(mistakes.collect())
    };
    // The parser recovers from mistakes and returns a partial tree.
    let parsed = match ParsedSource::parse(text, ParseOptions::default()) {
        Ok(parsed) if parsed.metadata().errors.is_empty() => parsed,
        Ok(parsed) => return told(&parsed.metadata().errors),
        Err(errors) => return told(errors.errors()),
    };
    let root = parsed.root();
    let mut facts = Facts {
        lasts: lasts(root),
        bounded: bounded(root),
        stretches: work::stretches(root, &lines),
        ..Facts::default()
    };
    let mut shapes = BTreeMap::new();
    for statement in root.as_slice() {
        top(&mut facts, &lines, *statement, &mut shapes);
    }
    let mut assigned = Assigned::default();
    root.visit(&mut assigned);
    // A name that is assigned to can refer to another function later.
    let offered = || facts.tops.iter().filter(|top| top.offered);
    let mut walk = Walk {
        offered: offered().map(|top| top.name.clone()).collect(),
        offered_at: offered().map(|top| top.span.start).collect(),
        facts,
        lines: &lines,
        shapes,
        targets: BTreeSet::new(),
        paths: BTreeMap::new(),
        plain: BTreeSet::new(),
        parts: BTreeSet::new(),
        assigned: assigned.0,
    };

    root.visit(&mut walk);
    Ok(walk.facts)
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shape(function: &Function<'_>) -> Shape {
    Shape {
        params: function.args.len(),
        more: function.vararg,
    }
}

fn top(facts: &mut Facts, lines: &Lines<'_>, statement: Statement<'_>, shapes: &mut BTreeMap<String, Shape>) {
    let span = lines.span(statement.location());
    let mut add = |name: String, named: Span, function: Expression<'_>, offered: bool| {
        let ExpressionKind::FunctionLiteral(function) = function.kind() else {
            return;
        };
        let shape = shape(function);
        // If two functions share a name, calls are checked against neither.
        if shapes.insert(name.clone(), shape).is_some() {
            shapes.insert(
                name.clone(),
                Shape {
                    params: 0,
                    more: true,
                },
            );
        }
        facts.tops.push(Top {
            name,
            shape,
            span: span.clone(),
            named,
            offered,
        });
    };
    match statement.view() {
        StatementView::FunctionDeclaration(it) => match it.name.kind() {
            ExpressionKind::Global(name) => add(
                string(name.bytes()),
                lines.span(it.name.location()),
                it.function,
                true,
            ),
            ExpressionKind::IndexName { index, .. } => {
                // A method of a table of the file.
                facts.tops.push(Top {
                    name: string(index.bytes()),
                    shape: Shape {
                        params: 0,
                        more: true,
                    },
                    named: lines.span(it.name.location()),
                    span,
                    offered: false,
                });
            }
            _ => {}
        },
        StatementView::LocalFunction(it) => {
            add(string(it.name.name.bytes()), span.clone(), it.function, false)
        }
        StatementView::Local(it) => {
            if let ([name], [value]) = (it.bindings, it.values) {
                add(string(name.name.bytes()), span.clone(), *value, false);
            }
        }
        StatementView::Return(_) => facts.returns = true,
        _ => {}
    }
}

struct Walk<'t> {
    facts: Facts,
    /// Names of top-level functions without `local`, and where they start.
    offered: BTreeSet<String>,
    offered_at: BTreeSet<usize>,
    lines: &'t Lines<'t>,
    shapes: BTreeMap<String, Shape>,
    /// Positions that are written.
    targets: BTreeSet<*const ()>,
    /// Local names that alias a path.
    paths: BTreeMap<u64, Path>,
    /// Local names that hold a number, a text or a boolean.
    plain: BTreeSet<u64>,
    /// Operands of a longer concatenation, which are not counted again.
    parts: BTreeSet<*const ()>,
    /// Local names that are reassigned after their declaration.
    assigned: BTreeSet<u64>,
}

/// Collects the local names that are reassigned after their declaration.
#[derive(Default)]
struct Assigned(BTreeSet<u64>);

impl Assigned {
    fn take(&mut self, target: Expression<'_>) {
        if let ExpressionKind::Local { local, .. } = target.kind() {
            self.0.insert(local.identity().as_u64());
        }
    }
}

impl<'ast> AstVisitor<'ast> for Assigned {
    fn visit_statement(&mut self, statement: Statement<'ast>) -> bool {
        match statement.view() {
            StatementView::Assign(it) => it.vars.iter().for_each(|target| self.take(*target)),
            StatementView::CompoundAssign(it) => self.take(it.var),
            StatementView::FunctionDeclaration(it) => self.take(it.name),
            _ => {}
        }
        true
    }
}

impl Walk<'_> {
    /// The path that an expression spells, if it is one.
    fn path(&self, expression: Expression<'_>) -> Option<Path> {
        match expression.kind() {
            ExpressionKind::Global(name) => Some(vec![string(name.bytes())]),
            ExpressionKind::Local { local, .. } => self.paths.get(&local.identity().as_u64()).cloned(),
            ExpressionKind::Grouped(inner) => self.path(inner),
            ExpressionKind::IndexName {
                expr,
                index,
                op: IndexNameOp::Dot,
                ..
            } => {
                let mut path = self.path(expr)?;
                path.push(string(index.bytes()));
                Some(path)
            }
            _ => None,
        }
    }

    fn mention(&mut self, name: &str, at: usize) {
        self.facts.mentions.push((name.to_owned(), at));
    }

    /// Parses `base.name` where `base` is a global name.
    fn access(&self, of: Expression<'_>, written: Option<Written>) -> Option<Access> {
        let ExpressionKind::IndexName {
            expr,
            index,
            op: IndexNameOp::Dot,
            ..
        } = of.kind()
        else {
            return None;
        };
        let ExpressionKind::Global(base) = expr.kind() else {
            return None;
        };
        Some(Access {
            base: string(base.bytes()),
            name: string(index.bytes()),
            span: self.lines.span(of.location()),
            written,
        })
    }

    fn written(&mut self, target: Expression<'_>, value: Expression<'_>, by: Option<&'static str>) {
        let value = self.lines.span(value.location());
        let access = self.access(target, Some(Written { value, by }));
        self.facts.accesses.extend(access);
    }

    /// Records a key under which a value is stored.
    fn stored_under(&mut self, key: Expression<'_>) {
        if !keys::is_plain(key, &self.plain) {
            self.facts.keys.push(self.lines.span(key.location()));
        }
    }

    fn assigned(&mut self, target: Expression<'_>) {
        self.targets.insert(target.as_ptr());
        match target.kind() {
            ExpressionKind::IndexExpr { index, .. } => self.stored_under(index),
            ExpressionKind::Global(name) => {
                let span = self.lines.span(target.location());
                self.facts.writes.push((string(name.bytes()), span));
            }
            ExpressionKind::IndexName { index, .. } => {
                self.facts.made.insert(string(index.bytes()));
            }
            ExpressionKind::Local { local, .. } => {
                // It can be another function from here on.
                let name = string(local.name.bytes());
                if let Some(shape) = self.shapes.get_mut(&name) {
                    shape.more = true;
                    shape.params = 0;
                }
            }
            _ => {}
        }
    }

    /// The position of the `^` operator between two operands, skipping comments.
    fn operator(&self, from: usize, to: usize) -> Option<usize> {
        let between = self.lines.text.get(from..to)?;
        let bytes = between.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at..].starts_with(b"--") {
                at += skip_comment(&bytes[at..]);
            } else if bytes[at] == b'^' {
                return Some(from + at);
            } else {
                at += 1;
            }
        }
        None
    }
}

/// The source form of an operator that supports compound assignment.
fn operator(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::FloorDivide => "//",
        BinaryOp::Modulo => "%",
        BinaryOp::Concat => "..",
        _ => return None,
    })
}

/// The length of the comment at the start of `bytes`.
fn skip_comment(bytes: &[u8]) -> usize {
    let rest = bytes.get(2..).unwrap_or_default();
    if rest.first() == Some(&b'[') {
        let level = rest.iter().skip(1).take_while(|b| **b == b'=').count();
        if rest.get(level + 1) == Some(&b'[') {
            let mut end = vec![b']'];
            end.extend(std::iter::repeat_n(b'=', level));
            end.push(b']');
            let found = bytes.windows(end.len()).position(|w| w == end);
            return found.map_or(bytes.len(), |at| at + end.len());
        }
    }
    bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len())
}

impl<'ast> AstVisitor<'ast> for Walk<'_> {
    fn visit_statement(&mut self, statement: Statement<'ast>) -> bool {
        match statement.view() {
            StatementView::GenericFor(it) => {
                let from = self.lines.span(it.in_location).end;
                let to = self.lines.span(it.do_location).start;
                if it.has_in && it.has_do && from <= to {
                    self.facts.loops.push((from, to));
                }
            }
            StatementView::Local(it) => {
                if let ([name], [value]) = (it.bindings, it.values)
                    && let id = name.identity().as_u64()
                    && !self.assigned.contains(&id)
                {
                    if let Some(path) = self.path(*value) {
                        self.paths.insert(id, path);
                    }
                    if keys::is_plain(*value, &self.plain) {
                        self.plain.insert(id);
                    }
                }
            }
            StatementView::NumericFor(it) => {
                let id = it.name.identity().as_u64();
                if !self.assigned.contains(&id) {
                    self.plain.insert(id);
                }
            }
            StatementView::Assign(it) => {
                for target in it.vars {
                    self.assigned(*target);
                }
                if let ([target], [value]) = (it.vars, it.values) {
                    self.written(*target, *value, None);
                }
            }
            StatementView::CompoundAssign(it) => {
                self.assigned(it.var);
                if let Some(by) = operator(it.op) {
                    self.written(it.var, it.value, Some(by));
                }
                let changing = match it.op {
                    BinaryOp::Power => Some(Changing::Power),
                    BinaryOp::Concat => Some(Changing::Joining),
                    _ => None,
                };
                if let Some(by) = changing {
                    self.facts.changed.push(Changed {
                        by,
                        place: self.lines.span(it.var.location()),
                        simple: keys::is_simple_place(it.var),
                        value: self.lines.span(it.value.location()),
                    });
                }
            }
            StatementView::FunctionDeclaration(it) => {
                let span = self.lines.span(it.name.location());
                match it.name.kind() {
                    ExpressionKind::Global(name) => {
                        let name = string(name.bytes());
                        let top = self.lines.span(statement.location());
                        let is_top = self.offered_at.contains(&top.start);
                        if !is_top {
                            self.facts.writes.push((name, span));
                        }
                    }
                    _ => self.assigned(it.name),
                }
            }
            _ => {}
        }
        true
    }

    fn visit_expression(&mut self, expression: Expression<'ast>) -> bool {
        let span = self.lines.span(expression.location());
        if !self.targets.contains(&expression.as_ptr()) {
            let access = self.access(expression, None);
            self.facts.accesses.extend(access);
        }
        match expression.kind() {
            ExpressionKind::Global(name) => {
                let name = string(name.bytes());
                self.mention(&name, span.start);
                self.facts.reads.push((name, span));
            }
            ExpressionKind::Local { local, .. } => {
                let name = string(local.name.bytes());
                self.mention(&name, span.start);
            }
            ExpressionKind::String { value, .. } => {
                let text = string(value.as_bytes());
                self.mention(&text, span.start);
                self.facts.texts.insert(text.clone());
                self.facts.made.insert(text);
            }
            ExpressionKind::IndexName {
                expr,
                index,
                index_location,
                op,
                ..
            } => {
                let name = string(index.bytes());
                self.mention(&name, span.start);
                let base = match expr.kind() {
                    ExpressionKind::Global(base) => Some(string(base.bytes())),
                    _ => None,
                };
                self.facts.fields.push(Field {
                    base,
                    name,
                    span: self.lines.span(index_location),
                    method: op == IndexNameOp::Colon,
                });
            }
            ExpressionKind::Binary {
                lhs,
                op: BinaryOp::Power,
                rhs,
            } => {
                let (from, to) = (self.lines.span(lhs.location()), self.lines.span(rhs.location()));
                if let Some(at) = self.operator(from.end, to.start) {
                    self.facts.powers.push((from.start, at, to.end));
                }
            }
            ExpressionKind::Binary {
                lhs,
                op: BinaryOp::Concat,
                rhs,
            } => {
                self.parts.extend([lhs.as_ptr(), rhs.as_ptr()]);
                if !self.parts.contains(&expression.as_ptr()) {
                    self.facts.joined.push(span);
                }
            }
            ExpressionKind::Table { items } => {
                for item in items {
                    if let TableItem::General { key, .. } = item {
                        self.stored_under(*key);
                    }
                }
            }
            ExpressionKind::Call {
                func,
                args,
                self_call,
                ..
            } => {
                self.called(func, args, self_call, span);
            }
            _ => {}
        }
        true
    }
}

impl Walk<'_> {
    fn called(&mut self, func: Expression<'_>, args: &[Expression<'_>], self_call: bool, span: Span) {
        let texts: Vec<(usize, String, Span)> = args
            .iter()
            .enumerate()
            .filter_map(|(at, arg)| match arg.kind() {
                ExpressionKind::String { value, .. } => {
                    Some((at, string(value.as_bytes()), self.lines.span(arg.location())))
                }
                _ => None,
            })
            .collect();
        let open = args
            .last()
            .is_some_and(|last| matches!(last.kind(), ExpressionKind::Call { .. } | ExpressionKind::Varargs));
        let callee = match func.kind() {
            ExpressionKind::Global(name) => {
                let name = string(name.bytes());
                if name == "require"
                    && let [(0, file, at)] = &texts[..]
                {
                    self.facts.requires.push((file.clone(), at.clone()));
                }
                match self.shapes.get(&name).filter(|_| self.offered.contains(&name)) {
                    Some(shape) => Callee::Own(name, *shape),
                    None => Callee::Global(name),
                }
            }
            ExpressionKind::Local { local, .. } if local.function_depth == 0 => {
                let name = string(local.name.bytes());
                match self.shapes.get(&name) {
                    Some(shape) => Callee::Own(name, *shape),
                    None => return,
                }
            }
            ExpressionKind::IndexName { expr, index, .. } if self_call => {
                Callee::Method(string(index.bytes()), self.path(expr))
            }
            ExpressionKind::IndexName { expr, index, .. } => match self.path(expr) {
                Some(path) => Callee::Field(string(index.bytes()), path),
                None => return,
            },
            _ => return,
        };
        // `ask` hands what follows to the prompt that it names.
        if matches!(&callee, Callee::Global(name) if name == "ask")
            && let Some(ExpressionKind::Global(prompt)) = args.get(1).map(Expression::kind)
        {
            let of_prompt = |(at, text, span): &(usize, String, Span)| {
                Some((at.checked_sub(2)?, text.clone(), span.clone()))
            };
            self.facts.calls.push(Call {
                callee: Callee::Asked(string(prompt.bytes())),
                args: args.len() - 2,
                open,
                texts: texts.iter().filter_map(of_prompt).collect(),
                span: span.clone(),
            });
        }
        self.facts.calls.push(Call {
            callee,
            args: args.len(),
            open,
            texts,
            span,
        });
    }
}
