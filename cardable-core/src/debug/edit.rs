//! Changes one thing of a game: a new one is set up that is like it in everything else.

use crate::info::Order;
use cardable_engine::ids::{CardTypeId, ZoneId};
use cardable_engine::{Game, Given, Item, NoPosition, PositionError, Seed, Setup, Viewer};
use serde::{Deserialize, Serialize};

/// A change of a game, by the numbers of its rules. Made again of the same game it leads to the same one.
///
/// ```
/// use cardable_core::debug::{Edit, NotEdited};
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer, setup::{Given, Item}};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let (setup, seed) = (Setup::seats(2), Seed::from(7));
/// let game = Game::new(&ruleset, &setup, seed)?;
/// let (score, deck) = (Item::Seat(Seat(1), 0), ruleset.zone("deck").ok_or("a deck")?);
/// let edited = Edit::Set { item: score, value: Given::Int(5) }.made(&game, &setup, seed)?;
/// assert_eq!(edited.inspect(Viewer::Omniscient).datum(score), Some(Given::Int(5)));
/// // A card goes to another zone as its newest card.
/// let hand = ruleset.seat_zone("hand", Seat(0)).ok_or("a hand")?;
/// let card = edited.inspect(Viewer::Omniscient).cards(deck)[0];
/// let edited = Edit::Move { card, from: deck, to: hand }.made(&edited, &setup, seed)?;
/// assert_eq!(edited.inspect(Viewer::Omniscient).cards(hand).len(), 2);
/// let much = Edit::Set { item: score, value: Given::Text("much".to_owned()) };
/// assert!(matches!(much.made(&game, &setup, seed), Err(NotEdited::Not(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// Sets data.
    Set {
        /// The item.
        item: Item,
        /// Its new value.
        value: Given,
    },
    /// Moves a card: of several alike, the one that would be drawn first.
    Move {
        /// What it is.
        card: CardTypeId,
        /// Where it lies.
        from: ZoneId,
        /// Where it is to lie, as the newest card.
        to: ZoneId,
    },
}

/// Why a game is not changed.
///
/// See [`Edit`] for an example.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotEdited {
    /// It cannot be set up anew as it stands.
    #[error("this game cannot be edited here: {0}")]
    NotHere(NoPosition),
    /// The item is worked out from others, or there is no such item.
    #[error("this is worked out from other data: set what it is worked out from")]
    WorkedOut,
    /// The card lies elsewhere.
    #[error("this card does not lie there")]
    NotThere,
    /// The rules do not allow it.
    #[error("{}", not_so(.0))]
    Not(PositionError),
}

fn not_so(why: &PositionError) -> String {
    match why {
        PositionError::Datum { wanted, .. } => {
            format!("the value has the wrong type: it takes {}", wanted.phrase())
        }
        why => format!("it cannot be so: {why}"),
    }
}

impl Edit {
    /// The game with this change. It is a new one that is set up with this setup and seed: chance begins anew with the seed, and
    /// seats know no more of the cards than they did.
    pub fn made(&self, game: &Game, setup: &Setup, seed: Seed) -> Result<Game, NotEdited> {
        let inspection = game.inspect(Viewer::Omniscient);
        let mut position = inspection.position(setup, seed).map_err(NotEdited::NotHere)?;
        match self {
            Edit::Set { item, value } => {
                let known = position.data.iter_mut().find(|(one, _)| one == item);
                let (_, old) = known.ok_or(NotEdited::WorkedOut)?;
                old.clone_from(value);
            }
            Edit::Move { card, from, to } => {
                let there = position.zones.iter_mut().find(|laid| laid.zone == *from);
                let there = there.ok_or(NotEdited::NotThere)?;
                let at = there.cards.iter().position(|one| one == card);
                there.cards.remove(at.ok_or(NotEdited::NotThere)?);
                let info = game.ruleset().info();
                let is_row = info
                    .zone(*to)
                    .is_some_and(|(zone, _)| zone.order == Order::FixedFifo);
                let there = position.zones.iter_mut().find(|laid| laid.zone == *to);
                let there = there.ok_or(NotEdited::NotThere)?;
                let newest = if is_row { there.cards.len() } else { 0 };
                there.cards.insert(newest, *card);
            }
        }
        let again = position.set_up(&game.ruleset(), setup, seed);
        again.map_err(NotEdited::Not)
    }
}
