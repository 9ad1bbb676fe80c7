//! Finds bounded functions: short, without loops, calling only primitives and bounded functions declared above
//! them. The length of their text bounds their run time, so the virtual machine needs no interrupts to watch
//! them. Their ticks are their host calls.

use luau_syntax::ast::{
    AstVisitor, BinaryOp, Block, Expression, ExpressionKind, Function, Statement, StatementView,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum weight of a bounded function including its callees, counted in expressions and statements.
const MOST: usize = 500;

/// Weight of one concatenation. It is high because each concatenation can double the text's length.
const JOINING: usize = 20;

/// Identifies a function that is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Name {
    Global(String),
    Local(u64),
}

/// Analysis result for a bounded function.
#[derive(Clone, Default, Debug)]
struct Straight {
    weight: usize,
    /// Global names outside the file that the function or its callees call.
    calls: BTreeSet<String>,
}

/// Analysis results by function. `None`: not bounded.
type Known = BTreeMap<Name, Option<Straight>>;

/// Finds the bounded functions of a file that are declared without `local`. Each is bounded only if all the
/// global names in its set, which it calls, are primitives.
pub(crate) fn bounded(root: Block<'_>) -> BTreeMap<String, BTreeSet<String>> {
    let all: Vec<(Name, &Function<'_>)> = root.as_slice().iter().filter_map(|s| declared(*s)).collect();
    // A function may only call functions declared above it, so all start as unknown.
    let mut known: Known = all.iter().map(|(name, _)| (name.clone(), None)).collect();
    let mut times: BTreeMap<&Name, usize> = BTreeMap::new();
    for (name, _) in &all {
        *times.entry(name).or_default() += 1;
    }
    for (name, function) in &all {
        let found = walked(function, &known);
        // If two functions share a name, a call could reach either, so neither counts as bounded.
        known.insert(name.clone(), found.filter(|_| times.get(name) == Some(&1)));
    }
    let offered = known.into_iter().filter_map(|(name, found)| match name {
        Name::Global(name) => Some((name, found?.calls)),
        Name::Local(_) => None,
    });
    offered.collect()
}

/// The function that a top-level statement declares.
fn declared(statement: Statement<'_>) -> Option<(Name, &Function<'_>)> {
    let (name, function) = match statement.view() {
        StatementView::FunctionDeclaration(it) => match it.name.kind() {
            ExpressionKind::Global(name) => (Name::Global(text(name.bytes())), it.function),
            _ => return None,
        },
        StatementView::LocalFunction(it) => (Name::Local(it.name.identity().as_u64()), it.function),
        _ => return None,
    };
    match function.kind() {
        ExpressionKind::FunctionLiteral(function) => Some((name, function)),
        _ => None,
    }
}

/// Analyses one function. `None`: not bounded.
fn walked(function: &Function<'_>, known: &Known) -> Option<Straight> {
    let mut walk = Walk {
        known,
        called: BTreeSet::new(),
        found: Some(Straight::default()),
    };
    for statement in function.body.as_slice() {
        statement.visit(&mut walk);
    }
    walk.found.filter(|found| found.weight <= MOST)
}

struct Walk<'a> {
    known: &'a Known,
    /// Name expressions in call position. Other uses of a function's name are rejected.
    called: BTreeSet<*const ()>,
    /// Result so far. `None` once the function turns out not to be bounded.
    found: Option<Straight>,
}

impl Walk<'_> {
    /// Adds a weight; `None` marks the function as not bounded.
    fn see(&mut self, weight: Option<usize>) -> bool {
        match (&mut self.found, weight) {
            (Some(found), Some(weight)) => found.weight = found.weight.saturating_add(weight),
            _ => self.found = None,
        }
        self.found.is_some()
    }

    /// The weight of a call, or `None` if the callee is not bounded.
    fn called(&mut self, function: Expression<'_>) -> Option<usize> {
        let name = name(function)?;
        let calls = &mut self.found.as_mut()?.calls;
        match (self.known.get(&name), name) {
            (Some(known), _) => {
                let known = known.as_ref()?;
                calls.extend(known.calls.iter().cloned());
                Some(known.weight)
            }
            (None, Name::Global(name)) => {
                calls.insert(name);
                Some(1)
            }
            (None, Name::Local(_)) => None,
        }
    }
}

fn name(expression: Expression<'_>) -> Option<Name> {
    match expression.kind() {
        ExpressionKind::Global(name) => Some(Name::Global(text(name.bytes()))),
        ExpressionKind::Local { local, .. } => Some(Name::Local(local.identity().as_u64())),
        _ => None,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl<'ast> AstVisitor<'ast> for Walk<'_> {
    fn visit_statement(&mut self, statement: Statement<'ast>) -> bool {
        let weight = match statement.view() {
            StatementView::Block(_)
            | StatementView::Assign(_)
            | StatementView::CompoundAssign(_)
            | StatementView::Expression(_)
            | StatementView::If(_)
            | StatementView::Local(_)
            | StatementView::Return(_)
            | StatementView::TypeAlias(_) => Some(1),
            _ => None,
        };
        self.see(weight)
    }

    fn visit_expression(&mut self, expression: Expression<'ast>) -> bool {
        let weight = match expression.kind() {
            ExpressionKind::Call {
                func,
                self_call: false,
                ..
            } => {
                self.called.insert(func.as_ptr());
                self.called(func)
            }
            // A function passed as a value can be called by whoever receives it.
            ExpressionKind::Local { .. } | ExpressionKind::Global(_)
                if !self.called.contains(&expression.as_ptr())
                    && name(expression).is_some_and(|name| self.known.contains_key(&name)) =>
            {
                None
            }
            ExpressionKind::InterpString { .. }
            | ExpressionKind::Binary {
                op: BinaryOp::Concat, ..
            } => Some(JOINING),
            ExpressionKind::Boolean(_)
            | ExpressionKind::Grouped(_)
            | ExpressionKind::Integer { .. }
            | ExpressionKind::Nil
            | ExpressionKind::Number { .. }
            | ExpressionKind::String { .. }
            | ExpressionKind::Table { .. }
            | ExpressionKind::If { .. }
            | ExpressionKind::IndexExpr { .. }
            | ExpressionKind::IndexName { .. }
            | ExpressionKind::TypeAssertion { .. }
            | ExpressionKind::Unary { .. }
            | ExpressionKind::Local { .. }
            | ExpressionKind::Global(_)
            | ExpressionKind::Binary { .. } => Some(1),
            _ => None,
        };
        self.see(weight)
    }
}

#[cfg(test)]
mod tests {
    use luau_syntax::parser::{ParseOptions, ParsedSource};

    /// Whether the function `f` in `text` is bounded if `p` is the only primitive.
    fn bounded(text: &str) -> bool {
        let parsed = ParsedSource::parse(text, ParseOptions::default()).unwrap_or_else(|_| panic!("{text}"));
        let found = super::bounded(parsed.root());
        found
            .get("f")
            .is_some_and(|calls| calls.iter().all(|name| name == "p"))
    }

    #[test]
    fn what_goes_straight_through() {
        for text in [
            "function f() end",
            "function f(a) local b = p(a, {1, x = 2}) if b == 1 then p(player.hand) elseif not b then return #b end end",
            "function f() globals.n += 1 state.x = -globals.n * 2 return if state.x then 1 else nil end",
            "local function g() p() end function f() g() g() end",
            "function g() p() end function f() g() end",
            "local t = {1} function f() return t[1] .. `{t[1]}` end",
            "type T = number function f(x: T) return (x :: any) end",
        ] {
            assert!(bounded(text), "{text}");
        }
    }

    #[test]
    fn what_has_to_be_watched() {
        for text in [
            "function f() while true do end end",
            "function f() repeat until false end",
            "function f() for i = 1, 9 do end end",
            "function f() for _, x in t do end end",
            "function f() f() end",
            "function f() g() end function g() end",
            "function f() g() end",
            "local function g() while true do end end function f() g() end",
            "local function g() end local function g() while true do end end function f() g() end",
            "function g() end function g() while true do end end function f() g() end",
            "function f() end function f() end",
            "local g = p function f() g() end",
            "local p = string.rep function f() p() end",
            "function p() while true do end end function f() p() end",
            "function f() p() end function p() while true do end end",
            "function f(g) g() end",
            "function f(s) s:rep(9) end",
            "function f(s) string.rep(s, 9) end",
            "function f() p(function() end) end",
            "function f() local function g() end end",
            "function f(...) p(...) end",
            "function f() pcall(p) end",
            "function f() (p)() end",
            "local function g() while true do end end function f() p({1}, g) end",
            "function g() end function f() p(g) end",
        ] {
            assert!(!bounded(text), "{text}");
        }
        let doubling: String = (0..9)
            .map(|n| format!("function f{} () f{n}() f{n}() end ", n + 1))
            .collect();
        assert!(!bounded(&format!(
            "function f0() p() end {doubling} function f() f9() end"
        )));
        assert!(!bounded(&format!(
            "function f(a) {} end",
            "a = a .. a ".repeat(25)
        )));
    }
}
