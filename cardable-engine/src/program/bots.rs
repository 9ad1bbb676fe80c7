//! What a ruleset tells bots that search.

use crate::ids::StateId;
use serde::{Deserialize, Serialize};

/// Which score is best.
///
/// ```
/// use cardable_core::search::Best;
/// assert_eq!(serde_json::to_string(&Best::Low)?, r#""low""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Best {
    /// The highest.
    High,
    /// The lowest.
    Low,
}

/// The item of the seats' data that says how well each seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoreHint {
    pub item: u16,
    pub best: Best,
}

/// Hints for bots. They change no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BotHints {
    /// What is counted over the whole game.
    pub score: Option<ScoreHint>,
    /// The item of the seats' data that estimates how good a seat's position is before its score changes.
    pub worth: Option<ScoreHint>,
    /// Where a playout may stop: when this state is entered.
    pub cut: Option<StateId>,
}
