//! What an action asks for where it says nothing of it: told by what its expressions do with the answers.

use super::PhasesReader;
use super::builtins::{self, Use};
use super::facts::Text;
use super::fields::Action;
use crate::expr::{Expr, ExprKind};

/// What names that are no functions stand for.
const NAMES: &[(&str, Use)] = &[
    ("current_player_index", Use::Player),
    ("player_count", Use::Player),
];

impl PhasesReader<'_> {
    /// The answers that an action reads, in their order, and what each is used as.
    pub(super) fn answers_used(&self, action: Action<'_>) -> Vec<(String, Use)> {
        let mut found = Vec::new();
        for written in action.condition().into_iter().chain(action.effect()) {
            if let Ok(text) = Text::read(self.sources, written) {
                uses_in(&text.expr, None, &mut found);
            }
        }
        found
    }
}

fn uses_in(expr: &Expr, used: Option<Use>, found: &mut Vec<(String, Use)>) {
    match &expr.kind {
        ExprKind::Call { callee, args, .. } => {
            if let ("get_param", Some(ExprKind::String(name))) =
                (&*callee.name, args.first().map(|a| &a.kind))
            {
                if let Some(used) = used {
                    match found.iter_mut().find(|(known, _)| **known == **name) {
                        Some((_, known)) => *known = (*known).min(used),
                        None => found.push((name.to_string(), used)),
                    }
                }
                return;
            }
            let uses = builtins::find(&callee.name).map_or(&[][..], |builtin| builtin.uses);
            for (at, arg) in args.iter().enumerate() {
                let used = uses.iter().find(|(place, _)| *place == at).map(|(_, used)| *used);
                // The number behind `hand:` is a player's.
                let joined = &*callee.name == "concat"
                    && at == 1
                    && matches!(&args[0].kind, ExprKind::String(name) if name.ends_with(':'));
                uses_in(arg, used.or(joined.then_some(Use::Player)), found);
            }
        }
        ExprKind::Unary(_, of) => uses_in(of, None, found),
        ExprKind::Binary(op, left, right) => {
            let operands = op.row(left, right);
            let used = operands.iter().find_map(|operand| compared(operand));
            operands.into_iter().for_each(|of| uses_in(of, used, found));
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

/// What a value is that another one is compared with.
fn compared(expr: &Expr) -> Option<Use> {
    let name: &str = match &expr.kind {
        ExprKind::Call { callee, .. } => &callee.name,
        ExprKind::Name { name, .. } => name,
        _ => return None,
    };
    let by_name = || {
        NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, used)| *used)
    };
    builtins::find(name).map_or_else(by_name, |builtin| builtin.gives)
}
