//! Decides whether a file can stay loaded: whether nothing that its functions do can affect later calls.
//!
//! That holds if the top level of the file only declares functions and constants, nothing assigns to those names
//! later, and the tables among them are only read. A table that is passed on counts as changed, because its
//! receiver could change it, unless it is frozen (`table.freeze {…}`). A file that is not provably constant is
//! loaded anew in every call, which gives the same results but is slower.

use luau_syntax::ast::{
    AstVisitor, Block, Expression, ExpressionKind, IndexNameOp, LocalId, Statement, StatementView, TableItem,
    UnaryOp,
};
use std::collections::{BTreeMap, BTreeSet};

/// The value of a top-level name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Constant {
    /// Immutable: a number, a text, a function, or a frozen table of such values.
    Fixed,
    /// A mutable table of immutable values.
    Table,
}

/// Library functions that only read their first argument, a table, and do not keep it.
const READ_ONLY: [(&str, &str); 4] = [
    ("table", "concat"),
    ("table", "find"),
    ("table", "unpack"),
    ("table", "clone"),
];

/// Whether a file can stay loaded.
pub(crate) fn lasts(root: Block<'_>) -> bool {
    let mut walk = Walk {
        names: BTreeMap::new(),
        offered: BTreeSet::new(),
        allowed: BTreeSet::new(),
        lasts: true,
    };
    for statement in root.as_slice() {
        if let StatementView::FunctionDeclaration(it) = statement.view()
            && let ExpressionKind::Global(name) = it.name.kind()
        {
            walk.offered.insert(name.bytes().to_vec());
        }
    }
    for statement in root.as_slice() {
        if !walk.declares(*statement) {
            return false;
        }
    }
    for statement in root.as_slice() {
        statement.visit(&mut walk);
    }
    walk.lasts
}

struct Walk {
    /// Top-level names.
    names: BTreeMap<u64, Constant>,
    /// Top-level functions without `local`.
    offered: BTreeSet<Vec<u8>>,
    /// Positions where a table, or another restricted expression, is allowed.
    allowed: BTreeSet<*const ()>,
    lasts: bool,
}

fn id(id: LocalId) -> u64 {
    id.as_u64()
}

impl Walk {
    /// Whether a top-level statement only declares. Records what it declares.
    fn declares(&mut self, statement: Statement<'_>) -> bool {
        match statement.view() {
            StatementView::TypeAlias(_) => true,
            StatementView::LocalFunction(it) => {
                self.names.insert(id(it.name.identity()), Constant::Fixed);
                true
            }
            StatementView::FunctionDeclaration(it) => {
                self.allow(it.name);
                match it.name.kind() {
                    ExpressionKind::Global(_) => true,
                    // A function in a table of the file.
                    ExpressionKind::IndexName { expr, .. } => {
                        self.allow(expr);
                        self.table(expr)
                    }
                    _ => false,
                }
            }
            StatementView::Local(it) => {
                if it.values.len() > it.bindings.len() {
                    return false;
                }
                for (at, name) in it.bindings.iter().enumerate() {
                    let constant = match it.values.get(at) {
                        Some(value) => self.constant(*value),
                        None => Some(Constant::Fixed),
                    };
                    let Some(constant) = constant else {
                        return false;
                    };
                    self.names.insert(id(name.identity()), constant);
                }
                true
            }
            // The file's result. Files that require it must only read it.
            StatementView::Return(it) => it.expressions.iter().all(|value| {
                self.allow(*value);
                self.constant(*value).is_some()
            }),
            _ => false,
        }
    }

    fn allow(&mut self, expression: Expression<'_>) {
        self.allowed.insert(expression.as_ptr());
    }

    /// Whether an expression names a top-level table.
    fn table(&self, expression: Expression<'_>) -> bool {
        match expression.kind() {
            ExpressionKind::Local { local, .. } => {
                self.names.get(&id(local.identity())) == Some(&Constant::Table)
            }
            _ => false,
        }
    }

    /// Classifies a top-level value. `None` if it is not provably constant.
    fn constant(&mut self, expression: Expression<'_>) -> Option<Constant> {
        let fixed = |is: bool| is.then_some(Constant::Fixed);
        match expression.kind() {
            ExpressionKind::Boolean(_)
            | ExpressionKind::Integer { .. }
            | ExpressionKind::Nil
            | ExpressionKind::Number { .. }
            | ExpressionKind::String { .. }
            | ExpressionKind::FunctionLiteral(_) => Some(Constant::Fixed),
            ExpressionKind::Grouped(inner) => self.constant(inner),
            ExpressionKind::TypeAssertion { expr, .. } => self.constant(expr),
            ExpressionKind::Unary { op, rhs } => {
                let of = self.constant(rhs)?;
                // Reading a table's length is allowed.
                fixed(of == Constant::Fixed || op == UnaryOp::Length)
            }
            ExpressionKind::Binary { lhs, rhs, .. } => {
                fixed([self.constant(lhs)?, self.constant(rhs)?] == [Constant::Fixed; 2])
            }
            ExpressionKind::If {
                condition,
                then_expression,
                else_expression,
                ..
            } => {
                for part in [condition, then_expression, else_expression] {
                    if self.constant(part)? != Constant::Fixed {
                        return None;
                    }
                }
                Some(Constant::Fixed)
            }
            // The acting seat differs between calls.
            ExpressionKind::Global(name) => fixed(name.bytes() != b"player"),
            ExpressionKind::Local { local, .. } => {
                let known = *self.names.get(&id(local.identity()))?;
                (known == Constant::Fixed || self.allowed.contains(&expression.as_ptr())).then_some(known)
            }
            ExpressionKind::IndexName { expr, .. } => {
                if self.table(expr) {
                    return Some(Constant::Fixed);
                }
                match expr.kind() {
                    ExpressionKind::Global(base) => {
                        fixed(base.bytes() != b"player" && !self.offered.contains(base.bytes()))
                    }
                    _ => None,
                }
            }
            ExpressionKind::Table { items } => {
                for item in items {
                    let parts = match item {
                        TableItem::List { value } => [None, Some(*value)],
                        TableItem::Record { key, value } | TableItem::General { key, value } => {
                            [Some(*key), Some(*value)]
                        }
                    };
                    for part in parts.into_iter().flatten() {
                        if self.constant(part)? != Constant::Fixed {
                            return None;
                        }
                    }
                }
                Some(Constant::Table)
            }
            ExpressionKind::Call {
                func,
                args,
                self_call: false,
                ..
            } => self.made(func, args),
            _ => None,
        }
    }

    /// Classifies the result of `table.freeze {…}` and `require "…"`.
    fn made(&mut self, func: Expression<'_>, args: &[Expression<'_>]) -> Option<Constant> {
        let [arg] = args else { return None };
        if self.is_library(func, "table", "freeze") {
            return match arg.kind() {
                ExpressionKind::Table { .. } => self.constant(*arg).map(|_| Constant::Fixed),
                _ => None,
            };
        }
        match (func.kind(), arg.kind()) {
            (ExpressionKind::Global(name), ExpressionKind::String { .. })
                if name.bytes() == b"require" && !self.offered.contains(&b"require"[..]) =>
            {
                self.allow(func);
                Some(Constant::Table)
            }
            _ => None,
        }
    }

    fn is_library(&self, func: Expression<'_>, library: &str, function: &str) -> bool {
        match func.kind() {
            ExpressionKind::IndexName { expr, index, .. } => match expr.kind() {
                ExpressionKind::Global(base) => {
                    base.bytes() == library.as_bytes()
                        && index.bytes() == function.as_bytes()
                        && !self.offered.contains(base.bytes())
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Handles an assignment.
    fn assigned(&mut self, target: Expression<'_>) {
        let changes = match target.kind() {
            // A top-level function is local to its file.
            ExpressionKind::Global(name) => self.offered.contains(name.bytes()),
            ExpressionKind::Local { local, .. } => self.names.contains_key(&id(local.identity())),
            ExpressionKind::IndexName { expr, .. } | ExpressionKind::IndexExpr { expr, .. } => {
                self.table(expr)
            }
            _ => false,
        };
        self.lasts &= !changes;
    }
}

impl<'ast> AstVisitor<'ast> for Walk {
    fn visit_statement(&mut self, statement: Statement<'ast>) -> bool {
        match statement.view() {
            StatementView::Assign(it) => it.vars.iter().for_each(|target| self.assigned(*target)),
            StatementView::CompoundAssign(it) => self.assigned(it.var),
            StatementView::FunctionDeclaration(it) if !self.allowed.contains(&it.name.as_ptr()) => {
                self.assigned(it.name);
            }
            StatementView::Class(_) => self.lasts = false,
            StatementView::GenericFor(it) => {
                // The loop body cannot access the table being iterated.
                for value in it.values {
                    // Alone, the table is iterated; after a function, that function receives it.
                    if it.values.len() == 1 && self.table(*value) {
                        self.allow(*value);
                    }
                    if let ExpressionKind::Call { func, args, .. } = value.kind()
                        && let (ExpressionKind::Global(name), [table]) = (func.kind(), args)
                        && matches!(name.bytes(), b"pairs" | b"ipairs")
                        && !self.offered.contains(name.bytes())
                    {
                        self.allow(*table);
                    }
                }
            }
            _ => {}
        }
        self.lasts
    }

    fn visit_expression(&mut self, expression: Expression<'ast>) -> bool {
        match expression.kind() {
            ExpressionKind::Local { .. } => {
                self.lasts &= !self.table(expression) || self.allowed.contains(&expression.as_ptr());
            }
            ExpressionKind::Global(name) if name.bytes() == b"require" => {
                self.lasts &= self.allowed.contains(&expression.as_ptr());
            }
            // A method call would pass the table on.
            ExpressionKind::IndexName {
                expr,
                op: IndexNameOp::Dot,
                ..
            } => self.allow(expr),
            ExpressionKind::IndexExpr { expr, .. } => self.allow(expr),
            ExpressionKind::Unary {
                op: UnaryOp::Length,
                rhs,
            } => self.allow(rhs),
            ExpressionKind::Call { func, args, .. } => {
                let reads = READ_ONLY
                    .iter()
                    .any(|(base, name)| self.is_library(func, base, name));
                if let (true, Some(first)) = (reads, args.first()) {
                    self.allow(*first);
                }
            }
            _ => {}
        }
        self.lasts
    }
}

#[cfg(test)]
mod tests {
    use luau_syntax::parser::{ParseOptions, ParsedSource};

    fn lasts(text: &str) -> bool {
        let parsed = ParsedSource::parse(text, ParseOptions::default()).unwrap_or_else(|_| panic!("{text}"));
        super::lasts(parsed.root())
    }

    #[test]
    fn what_cannot_change_lasts() {
        for text in [
            "",
            "function f() return 1 end",
            "local function g(x) local n = x n += 1 return g(n) end function f() return g(1) end",
            "local A, B = 1, 'x' function f() return A .. B end",
            "local t = {1, 2, x = 3} function f() return t[1] + t.x + #t end",
            "local t = {a = 1} function f() for k, v in t do print(k) end for k in pairs(t) do end end",
            "local t = {1} function f() return table.concat(t), table.find(t, 1) end",
            "local t = table.freeze {table.freeze {1}} function f() return t end",
            "local floor = math.floor function f() return floor(1.5) end",
            "local M = {} function M.a() return M.b() end function M.b() end return M",
            "local lib = require 'lib' function f() return lib.a() end",
            "function f() local t = {} t.x = 1 local function set() t.x = 2 end set() end",
            "type T = number function f(x: T) end",
        ] {
            assert!(lasts(text), "{text}");
        }
    }

    #[test]
    fn what_could_change_does_not_last() {
        for text in [
            "local n = 0 function f() n = 1 end",
            "local n function f() n = (n or 0) + 1 end",
            "local n = 0 function f() n += 1 end",
            "local n = 0 function f() local function g() n = 1 end g() end",
            "local t = {} function f() t.x = 1 end",
            "local t = {} function f() t[1] = 1 end",
            "local t = {} function f() t[1] += 1 end",
            "local t = {} function f() table.insert(t, 1) end",
            "local t = {} function f() return t end",
            "local t = {} function f() local u = t u.x = 1 end",
            "local t = {} function f() g({t}) end function g(x) x[1].y = 1 end",
            "local t = {} function t:add() self.n = 1 end function f() t:add() end",
            "local t = {} function f() function t.g() end end",
            "local t = {} local u = t function f() u.x = 1 end",
            "local t = {{}} function f() t[1].x = 1 end",
            "local t = {} function f() setmetatable(t, {}) end",
            "local t = {} function f() return (t) end",
            "local t = {} function f() for k in next, t do end end",
            "local t = {} function f() for k in g, t do end end function g(x) x.y = 1 end",
            "local t = table.freeze {{}} function f() t[1].x = 1 end",
            "local t = setmetatable({}, {}) function f() end",
            "local t = {} for i = 1, 3 do t[i] = i end function f() return t[1] end",
            "local x = make() function make() return {} end",
            "local me = player function f() return me end",
            "local hand = player.hand function f() return hand end",
            "function f() f = nil end",
            "function f() function f() end end",
            "function f() local lib = require 'lib' lib.x = 1 end",
            "local lib = require 'lib' function f() lib.x = 1 end",
            "local lib = require 'lib' function f() g(lib) end function g(x) x.y = 1 end",
            "local r = require function f() r('lib').x = 1 end",
            "local n = 1 do local m = n function f() m += 1 end end",
            "local math = {floor = {}} function f() math.floor.x = 1 end",
            "function table() return {} end local t = table.freeze {} function f() t.x = 1 end",
            "local function f() end f()",
            "local a, b = 1, 2, {} function f() end",
            "local t = {} return {t}",
        ] {
            assert!(!lasts(text), "{text}");
        }
    }
}
