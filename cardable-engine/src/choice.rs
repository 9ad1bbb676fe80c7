//! Choices: what a seat answers to its decision.

use crate::ids::{ActionId, DeckId, Seat, ZoneId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Something picked. Cards are named by their place in the picking seat's own
/// view, never by an identity that would tell more.
///
/// ```
/// use cardable_core::{Choice, Pick, Seat, ids::{ActionId, ZoneId}};
/// // The first card of zone 3, for the seat opposite.
/// let passed = Choice::pick(ActionId(0), [Pick::card(ZoneId(3), 0), Pick::Seat(Seat(2))]);
/// assert!(matches!(passed, Choice::Act { picks, .. } if picks.len() == 2));
/// ```
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
///
/// ```
/// use cardable_core::{Pick, Picks, Seat};
/// let picks: Picks = [Seat(0), Seat(2)].into_iter().map(Pick::Seat).collect();
/// assert_eq!(picks.len(), 2);
/// ```
pub type Picks = SmallVec<[Pick; 4]>;

/// What a seat does.
///
/// ```
/// use cardable_core::{Choice, ids::ActionId};
/// assert_eq!(serde_json::to_string(&Choice::act(ActionId(2)))?, r#"{"act":{"action":2}}"#);
/// assert_eq!(serde_json::to_string(&Choice::confirm(true))?, r#"{"number":1}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
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
///
/// ```
/// use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().ok_or("a new game asks somebody")?;
/// let choice = decision.nth(0).ok_or("a decision has a choice")?;
/// let extensions = decision.extend(&choice).ok_or("the action is offered")?;
/// assert!(extensions.complete && extensions.next.is_empty()); // a button takes no picks
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Extensions {
    /// What may be picked next.
    pub next: Vec<Pick>,
    /// Whether the pick is complete and right as it is.
    pub complete: bool,
}

/// How many choices there are.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, decision::Count};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().ok_or("a new game asks somebody")?;
/// assert_eq!(decision.count(), Count::Exactly(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
