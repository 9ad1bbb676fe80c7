//! What an action asks for where it says nothing of it: told by what its expressions do with the answers.

use super::Reader;
use super::facts::Text;
use super::fields::Action;
use crate::expr::{Expr, ExprKind};

/// What an answer is used as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// A rank of the deck.
    Rank,
    /// A suit of the deck.
    Suit,
    /// A player, by his number.
    Player,
    /// Any number: another use says more.
    Number,
}

/// Functions, which of their parameters it is, and what that is.
const USES: &[(&str, usize, Use)] = &[
    ("count_cards_by_suit", 1, Use::Suit),
    ("count_rank", 1, Use::Rank),
    ("draw", 2, Use::Number),
    ("get_cumulative_score", 0, Use::Player),
    ("has_card_matching_rank", 1, Use::Rank),
    ("has_card_matching_suit", 1, Use::Suit),
    ("has_card_with", 1, Use::Rank),
    ("has_card_with", 2, Use::Suit),
    ("inc_var", 1, Use::Number),
    ("move_rank", 2, Use::Rank),
    ("move_top", 2, Use::Number),
    ("set_lead_player", 0, Use::Player),
    ("set_next_player", 0, Use::Player),
    ("set_var", 1, Use::Number),
    ("sum_zone_values_by_suit", 1, Use::Suit),
];

/// What is compared with a value says what the value is.
const COMPARED: &[(&str, Use)] = &[
    ("card_rank_name", Use::Rank),
    ("card_suit", Use::Suit),
    ("current_player_index", Use::Player),
    ("led_card_suit", Use::Suit),
    ("player_count", Use::Player),
    ("top_card_rank_name", Use::Rank),
    ("top_card_suit", Use::Suit),
];

impl Reader<'_> {
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
            for (at, arg) in args.iter().enumerate() {
                let called = |(name, place, _): &&(&str, usize, Use)| *name == &*callee.name && *place == at;
                let used = USES.iter().find(called).map(|(.., used)| *used);
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
    COMPARED
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, used)| *used)
}

#[cfg(test)]
mod tests {
    use super::super::builtins;
    use super::USES;

    #[test]
    fn what_is_listed_is_a_parameter_of_a_function() {
        for (name, at, _) in USES {
            let found = builtins::find(name).filter(|found| found.params.len() > *at);
            assert!(found.is_some(), "{name}");
        }
    }
}
