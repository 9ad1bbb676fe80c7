//! Effects that read what an earlier effect of the same list has only just done, a card that it has put somewhere or a
//! variable that it has set: the parameters of a whole list are worked out before the first of them acts.

use super::PhasesReader;
use super::builtins;
use super::facts::Text;
use super::held;
use crate::expr::{Expr, ExprKind, Origin};
use crate::hir::Hir;
use crate::text::diag::Code as Problem;

const BEFORE: &str = "all parameters of a list are worked out before its first effect acts";

/// What to do where a list reads what it has yet to do.
const LATER: &str = "all parameters of a list are worked out before its first effect acts: ask in a later list, \
                     such as the `onExit` of the phase or the `onEnter` of the next";

impl PhasesReader<'_> {
    /// Warns where one of the texts asks for a card that an earlier one has put into its zone, or for a variable that an
    /// earlier one has set.
    pub(super) fn check_stale(&mut self, texts: &[Text]) {
        let mut filled: Vec<String> = Vec::new();
        let mut set: Vec<(String, Option<String>)> = Vec::new();
        for text in texts {
            // What goes round sees what was done, and so does what follows it.
            if matches!(&text.expr.kind, ExprKind::Call { callee, .. } if &*callee.name == "while") {
                filled.clear();
                set.clear();
                continue;
            }
            let mut looks = Vec::new();
            looks_in(&text.expr, &mut looks);
            for (function, zone, start, end) in looks {
                let zones = zones_meant(&self.b.hir, &zone);
                let Some(zone) = zones.into_iter().find(|zone| filled.contains(zone)) else {
                    continue;
                };
                self.b.warn(
                    Problem::StaleLook,
                    text.origin.span(start, end),
                    format!("`{function}` looks into `{zone}` before this list has put a card there"),
                    LATER,
                );
            }
            let mut reads = Vec::new();
            reads_in(&text.expr, &mut reads);
            for (name, start, end) in reads {
                let Some((_, option)) = set.iter().find(|(variable, _)| *variable == name) else {
                    continue;
                };
                let help = match option {
                    Some(option) => format!("write `{option}` here, which it is set to: {BEFORE}"),
                    None => format!("{BEFORE}: read it in a later list, such as the `onExit` of the phase"),
                };
                self.b.warn(
                    Problem::StaleVariable,
                    text.origin.span(start, end),
                    format!("`{name}` is read here before this list sets it: it is what it was before"),
                    help,
                );
            }
            if let ExprKind::Call { callee, args, .. } = &text.expr.kind
                && let Some(at) = builtins::find(&callee.name).and_then(|builtin| builtin.fills)
                && let Some(zone) = args.get(at).and_then(zone_named)
            {
                filled.extend(zones_meant(&self.b.hir, &zone));
            }
            self.sets_in(&text.expr, &mut set);
        }
    }

    /// Adds the variables that an effect sets, each with the option that it is set to.
    fn sets_in(&self, effect: &Expr, set: &mut Vec<(String, Option<String>)>) {
        let ExprKind::Call { callee, args, .. } = &effect.kind else {
            return;
        };
        if builtins::find(&callee.name).is_some_and(|builtin| builtin.sets_text.is_some()) {
            let option = args.get(1).and_then(|value| match &value.kind {
                ExprKind::Name { name, .. } if self.b.hir.setting_named(name).is_some() => {
                    Some(name.to_string())
                }
                _ => None,
            });
            let names = args.first().and_then(zone_named);
            set.extend(names.map(|name| (name, option)));
        }
        // What only one of two branches does is done, too.
        if &*callee.name == "if" {
            args.iter().skip(1).for_each(|branch| self.sets_in(branch, set));
        }
    }
}

/// The zones that a name means: an option is each of those that it may be.
fn zones_meant(hir: &Hir, name: &str) -> Vec<String> {
    let of_option = held::texts_of(hir, name).into_iter().map(str::to_owned);
    of_option.chain([name.to_owned()]).collect()
}

fn zone_named(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name { name, .. } | ExprKind::String(name) => Some(name.to_string()),
        ExprKind::Member(_, name) => Some(name.name.to_string()),
        _ => None,
    }
}

/// A name that is read, and where.
type Read = (String, u32, u32);

/// The variables that an effect reads before it acts. What an increment adds to is read when it acts.
fn reads_in(expr: &Expr, found: &mut Vec<Read>) {
    match &expr.kind {
        ExprKind::Name { name, .. } => found.push((name.to_string(), expr.start, expr.end)),
        ExprKind::Call { callee, args, .. } => {
            let named = args.first().and_then(zone_named);
            let sets = builtins::find(&callee.name).is_some_and(|builtin| builtin.sets_text.is_some());
            match (&*callee.name, args.as_slice()) {
                ("get_var" | "get_str_var", [_]) => {
                    found.extend(named.map(|name| (name, expr.start, expr.end)));
                }
                (_, [_, rest @ ..]) if sets => rest.iter().for_each(|arg| reads_in(arg, found)),
                _ => args.iter().for_each(|arg| reads_in(arg, found)),
            }
        }
        ExprKind::Unary(_, of) => reads_in(of, found),
        ExprKind::Binary(op, left, right) => {
            op.row(left, right).into_iter().for_each(|of| reads_in(of, found));
        }
        ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Nothing
        | ExprKind::ZoneIndex { .. }
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::List(_)
        | ExprKind::Lambda { .. } => {}
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
