//! Choices: what a seat answers to its decision.

use crate::ids::{ActionId, DeckId, Seat, ZoneId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Something picked. Cards are named by their place in the picking seat's own
/// view, never by an identity that would tell more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// The card at a place of a zone, as the seat's view lists it.
    Card {
        /// The zone.
        zone: ZoneId,
        /// The place, from 0.
        index: u16,
    },
    /// A zone.
    Zone(ZoneId),
    /// A seat.
    Seat(Seat),
    /// A deck.
    Deck(DeckId),
    /// An entry of a list, from 0.
    Option(u16),
}

impl Pick {
    /// The card at a place of a zone, as the seat's view lists it.
    pub fn card(zone: ZoneId, index: u16) -> Pick {
        Pick::Card { zone, index }
    }
}

/// What is picked.
pub type Picks = SmallVec<[Pick; 4]>;

/// What a seat does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[doc(alias = "action")]
#[doc(alias = "move")]
pub enum Choice {
    /// It does an action, with what it picks for it.
    Act {
        /// The action.
        action: ActionId,
        /// What it picks; empty for buttons and votes.
        #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
        picks: Picks,
    },
    /// It answers a question with a number, or with 1 for yes and 0 for no.
    Number(i64),
    /// It answers a question with entries of the list it was shown, from 0.
    Items(SmallVec<[u16; 4]>),
    /// It passes, where everybody is asked.
    Pass,
}

impl Choice {
    /// An action without picks.
    pub fn act(action: ActionId) -> Choice {
        Choice::Act {
            action,
            picks: Picks::new(),
        }
    }

    /// An action with what is picked for it.
    ///
    /// ```
    /// use cardable_core::ids::{ActionId, ZoneId};
    /// use cardable_core::{Choice, Pick};
    /// let played = Choice::pick(ActionId(3), [Pick::card(ZoneId(1), 0)]);
    /// assert_eq!(serde_json::to_string(&played)?, r#"{"act":{"action":3,"picks":[{"card":{"zone":1,"index":0}}]}}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn pick(action: ActionId, picks: impl IntoIterator<Item = Pick>) -> Choice {
        Choice::Act {
            action,
            picks: picks.into_iter().collect(),
        }
    }

    /// An answer with entries of the list that was shown, by their places from 0.
    pub fn items(places: impl IntoIterator<Item = u16>) -> Choice {
        Choice::Items(places.into_iter().collect())
    }

    /// An answer to a question of yes or no.
    pub fn confirm(yes: bool) -> Choice {
        Choice::Number(yes.into())
    }
}

/// Which of an action's candidates may be added to a pick, and whether it may
/// already be submitted as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Extensions {
    /// What may be picked next.
    pub next: Vec<Pick>,
    /// Whether the pick is complete and right as it is.
    pub complete: bool,
}

/// How many choices there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// Exactly so many.
    Exactly(u64),
    /// So many were found before the search was given up: some of several candidates, with a rule for
    /// which go together, and more ways to pick than can be looked at. Others may be right too.
    AtLeast(u64),
}

impl Count {
    /// The number itself.
    pub fn get(self) -> u64 {
        match self {
            Count::Exactly(n) | Count::AtLeast(n) => n,
        }
    }
}
