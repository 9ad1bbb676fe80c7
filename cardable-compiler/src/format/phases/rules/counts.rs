//! Parameters that count something: whole numbers.

use super::builtins::Builtin;
use super::language::Language;
use crate::expr::Expr;
use crate::expr::compile::Compiler;
use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::Code as Problem;
use cardable_engine::program::Values;
use cardable_engine::value::{Type, Value};

/// A parameter of a function that is a whole number.
pub(super) fn whole_at(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    function: &Builtin,
    at: usize,
    arg: &Expr,
) -> NodeId {
    let param = function.params.get(at).copied().unwrap_or_default();
    let what = format!("`{}` of `{}`", param.trim_end_matches('?'), function.name);
    let built = c.value(arg);
    let refused = match c.b.get(built).kind {
        NodeKind::Const(Value::Float(n)) => Some(format!("{what} is a whole number, found {n}")),
        // Moving fewer cards than none does nothing, which is a warning.
        NodeKind::Const(Value::Int(n)) if n < 0 && !function.acts => {
            Some(format!("{what} is 0 or more, found {n}"))
        }
        NodeKind::Setting(at) => {
            not_counting(&c.b.hir, at, !function.acts).map(|is| format!("{what} is {is}"))
        }
        _ => None,
    };
    if let Some(message) = refused {
        let help = match c.b.get(built).kind {
            NodeKind::Setting(_) => {
                "give the option a `domain`, such as `{ \"min\": 1, \"max\": 9 }`".to_owned()
            }
            _ => format!("write `{}`", function.signature()),
        };
        c.b.error(Problem::ParameterType, c.span(arg), message, help);
        return c.b.broken(c.span(arg));
    }
    language.wanted(c, built, Type::NUMBER, &what)
}

/// The place of a card in a zone, which is a whole number.
pub(super) fn place(language: &Language<'_>, c: &mut Compiler<'_>, arg: &Expr) -> NodeId {
    let built = c.value(arg);
    if let NodeKind::Setting(at) = c.b.get(built).kind
        && let Some(is) = not_counting(&c.b.hir, at, true)
    {
        let message = format!("the place of a card is {is}");
        let help = "give the option a `domain`, such as `{ \"min\": 0, \"max\": 4 }`";
        c.b.error(Problem::ParameterType, c.span(arg), message, help);
        return c.b.broken(c.span(arg));
    }
    language.wanted(c, built, Type::NUMBER, "the place of a card")
}

/// What a value that counts something is, where an option may be a number that is not.
fn not_counting(hir: &Hir, option: u16, refuses_negative: bool) -> Option<String> {
    let def = hir
        .settings
        .get(usize::from(option))
        .filter(|def| def.ty == Type::NUMBER)?;
    let name = hir.strings.get(def.name);
    let (may_be, wanted) = match def.domain {
        // What is wrong with its domain was said.
        None if hir.is_faulty_option(name) => return None,
        None => ("any number".to_owned(), "a whole number"),
        Some(Values::Range(min, _)) if min < 0 && refuses_negative => (min.to_string(), "0 or more"),
        Some(Values::Range(..)) => return None,
        Some(Values::OneOf(list)) => {
            let mut items = hir.constants.items(list).iter();
            items.find_map(|value| match value {
                Value::Float(n) => Some((n.to_string(), "a whole number")),
                Value::Int(n) if *n < 0 && refuses_negative => Some((n.to_string(), "0 or more")),
                _ => None,
            })?
        }
    };
    Some(format!("{wanted}, and the option `{name}` may be {may_be}"))
}
