//! When automatic actions run.

use super::values::Reader;
use crate::text::diag::Code as Problem;
use crate::text::json::Node;
use cardable_engine::program::{StateType, Triggers};

/// What sets an automatic action off: what its `on` says, else what is usual in such a state.
pub(super) fn triggers(reader: &mut Reader<'_>, on: Option<&Node>, state: StateType, name: &str) -> Triggers {
    if let Some(on) = on {
        let words: Vec<&str> = on.items().iter().filter_map(Node::as_str).collect();
        let has = |w| words.contains(&w);
        let turns = matches!(state, StateType::RoundRobin | StateType::Grandstand);
        let happens = |word: &&str| match *word {
            "turn" => turns,
            "action" | "round" => state != StateType::Auto,
            _ => true,
        };
        if !words.is_empty() && !words.iter().any(happens) {
            let moment = words.join("` and `");
            reader.b.warn(
                Problem::NeverAvailable,
                on.span,
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
            entry: has("entry") || has("turn") && turns,
            turn: has("turn"),
            action: has("action"),
            round: has("round"),
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
