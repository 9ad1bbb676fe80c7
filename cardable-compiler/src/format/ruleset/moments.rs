//! When automatic actions run.

use super::fields::Moment;
use super::values::RulesetReader;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Items, Word};
use cardable_engine::program::{StateType, Triggers};

/// What sets an automatic action off: what its `on` says, else what is usual in such a state.
pub(super) fn triggers(
    reader: &mut RulesetReader<'_>,
    on: Items<'_, Moment>,
    state: StateType,
    name: &str,
) -> Triggers {
    if let Some(node) = on.node {
        let has = |moment| on.iter().any(|word| word == moment);
        let turns = matches!(state, StateType::RoundRobin | StateType::Grandstand);
        let happens = |moment: Moment| match moment {
            Moment::Turn => turns,
            Moment::Action | Moment::Round => state != StateType::Auto,
            Moment::Entry => true,
        };
        let words: Vec<&str> = on.iter().map(Word::word).collect();
        if !words.is_empty() && !on.iter().any(happens) {
            let moment = words.join("` and `");
            reader.b.warn(
                Problem::NeverAvailable,
                node.span,
                format!("`{name}` never runs: there is no `{moment}` in such a state"),
                if state == StateType::Auto {
                    "leave `on` out: in an `auto` state everything runs once, when it is entered".to_owned()
                } else {
                    "nobody is on turn where all act at the same time: write \"action\" or \"entry\""
                        .to_owned()
                },
            );
        }
        return Triggers {
            // Entering the state is where its first turn starts.
            entry: has(Moment::Entry) || has(Moment::Turn) && turns,
            turn: has(Moment::Turn),
            action: has(Moment::Action),
            round: has(Moment::Round),
            step: false,
        };
    }
    match state {
        StateType::Auto => Triggers {
            entry: true,
            turn: false,
            action: false,
            round: false,
            step: false,
        },
        StateType::RoundRobin => Triggers {
            entry: true,
            turn: true,
            action: false,
            round: false,
            step: false,
        },
        StateType::Concurrent | StateType::Grandstand => Triggers {
            entry: true,
            turn: false,
            action: true,
            round: false,
            step: false,
        },
    }
}
