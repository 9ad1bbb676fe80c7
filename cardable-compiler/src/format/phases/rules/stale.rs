//! Effects that read a card which an earlier effect of the same list has only just put there: the
//! parameters of a whole list are worked out before the first of them acts.

use super::PhasesReader;
use super::builtins;
use super::facts::Text;
use crate::expr::{Expr, ExprKind, Origin};
use crate::text::diag::Code as Problem;

impl PhasesReader<'_> {
    /// Warns where one of the texts asks for a card that an earlier one has put into its zone.
    pub(super) fn check_stale(&mut self, texts: &[Text]) {
        let mut filled: Vec<String> = Vec::new();
        for text in texts {
            // What goes round sees what was done, and so does what follows it.
            if matches!(&text.expr.kind, ExprKind::Call { callee, .. } if &*callee.name == "while") {
                filled.clear();
                continue;
            }
            let mut looks = Vec::new();
            looks_in(&text.expr, &mut looks);
            for (function, zone, start, end) in looks {
                if !filled.contains(&zone) {
                    continue;
                }
                self.b.warn(
                    Problem::StaleLook,
                    text.origin.span(start, end),
                    format!("`{function}` looks into `{zone}` before this list has put a card there"),
                    "all parameters of a list are worked out before its first effect acts: ask in a later list, \
                     such as the `onExit` of the phase or the `onEnter` of the next"
                        .to_owned(),
                );
            }
            if let ExprKind::Call { callee, args, .. } = &text.expr.kind
                && let Some(at) = builtins::find(&callee.name).and_then(|builtin| builtin.fills)
            {
                filled.extend(args.get(at).and_then(zone_named));
            }
        }
    }
}

fn zone_named(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name { name, .. } | ExprKind::String(name) => Some(name.to_string()),
        ExprKind::Member(_, name) => Some(name.name.to_string()),
        _ => None,
    }
}

/// A function that looks at a card, its zone, and where it is called.
type Look = (String, String, u32, u32);

fn looks_in(expr: &Expr, found: &mut Vec<Look>) {
    match &expr.kind {
        ExprKind::Call { callee, args, .. } => {
            let zone = args.first().and_then(zone_named);
            let reads_card = builtins::find(&callee.name).is_some_and(|builtin| builtin.reads_card);
            if let Some(zone) = zone.filter(|_| reads_card) {
                found.push((callee.name.to_string(), zone, expr.start, expr.end));
            }
            args.iter().for_each(|arg| looks_in(arg, found));
        }
        ExprKind::Unary(_, of) => looks_in(of, found),
        ExprKind::Binary(op, left, right) => {
            op.row(left, right).into_iter().for_each(|of| looks_in(of, found));
        }
        ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Nothing
        | ExprKind::Name { .. }
        | ExprKind::ZoneIndex { .. }
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::List(_)
        | ExprKind::Lambda { .. } => {}
    }
}
