//! Where dialects mean something else by the same rules.

use serde::{Deserialize, Serialize};

/// How a ruleset's dialect wants a few things done. Rulesets want none of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Semantics {
    /// A condition that cannot be worked out does not hold, and is no fault.
    pub forgiving: bool,
    /// Decks begin in the order of their lists, not shuffled.
    pub decks_in_order: bool,
    /// Whose turn it is outlasts the state: in states without turns `$player` of
    /// automatic actions is the seat that was on turn last, at first the first one.
    pub turn_outlasts: bool,
    /// A game that is ended comes to rest before it is over: the steps behind it are done, and what runs by
    /// itself runs on until somebody would be asked.
    pub ends_at_rest: bool,
}
