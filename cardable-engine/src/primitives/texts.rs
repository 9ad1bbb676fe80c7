//! Texts.

use super::macros::primitives;
use super::param_types::ANY;
use crate::fault::FaultKind;
use crate::value::{Type, Value};

primitives! {
    family Texts;

    /// One text of several values, as messages show them: texts, numbers, seats,
    /// zones. Nothing adds nothing. A card is named by `card_name`.
    #[folds(Join)]
    #[errors("a card or a list among the values; more than 1000 bytes")]
    concat(
        /// The values.
        parts: Rest ANY,
    ) -> Type::STRING;
    example "concat('round ', $globals.n + 1)" => "round 1";
    example "concat($player, ' to ', next_player()) == 'A to B'" => "true";
    = Query |r, args| {
        let mut text = String::new();
        for value in args {
            match value {
                Value::Nothing => {}
                Value::Card(_) | Value::List(_) => {
                    return Err(FaultKind::WrongKind { wanted: "a text, a number or a seat", found: *value }.into());
                }
                value => text.push_str(&crate::vm::wording::kept_value(r, *value)),
            }
            if text.len() > crate::limits::LONGEST_TEXT {
                break;
            }
        }
        r.new_text(&text)
    };
}
