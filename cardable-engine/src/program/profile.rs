//! What people who look for a game are told of it.

use serde::{Deserialize, Serialize};

/// What people who look for a game are told of it, as far as its author says.
///
/// ```
/// let ruleset = cardable_core::testing::tiny_ruleset();
/// assert_eq!(ruleset.info().profile.kind, None); // its author says nothing
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Profile {
    /// A sentence or more about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What kind of game it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<GameKind>,
    /// How many minutes a game usually takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
}

/// What a game is mostly about.
///
/// See [`Profile`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Cards are played to tricks.
    Tricks,
    /// Whoever gets rid of all cards wins.
    Shedding,
    /// Cards are collected in sets and runs.
    Melds,
    /// Cards of the hand take cards from the table.
    Fishing,
    /// Cards are exchanged for better ones.
    Exchange,
    /// Stakes are laid on hands.
    Betting,
    /// Players deceive each other, or find out what others hold.
    Bluff,
    /// Cards do what is printed on them: decks are built, creatures fight, a tableau grows.
    Building,
    /// All win together, or nobody does.
    Cooperative,
    /// For one player.
    Patience,
}
