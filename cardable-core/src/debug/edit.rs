//! Changes one thing of a game: a new one is set up that is like it in everything else.

use crate::info::Order;
use cardable_engine::ids::{CardTypeId, ZoneId};
use cardable_engine::{Game, Given, InZone, Item, NoPosition, Position, PositionError, Seed, Setup, Viewer};
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
/// assert_eq!(edited.inspect(Viewer::Omniscient).cards(hand), [card]);
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
                let item = match *item {
                    Item::Card { card, at, item } => {
                        is_card_data(game, card, at, item)?;
                        let nth = at.nth.or(Some(0));
                        Item::Card {
                            card,
                            at: InZone { nth, ..at },
                            item,
                        }
                    }
                    item => item,
                };
                match position.data.iter_mut().find(|(one, _)| *one == item) {
                    Some((_, old)) => old.clone_from(value),
                    // Positions tell of cards only what is not as it is at first.
                    None if matches!(item, Item::Card { .. }) => position.data.push((item, value.clone())),
                    None => return Err(NotEdited::WorkedOut),
                }
            }
            Edit::Move { card, from, to } => {
                let info = game.ruleset().info();
                let is_row = info
                    .zone(*to)
                    .is_some_and(|(zone, _)| zone.order == Order::FixedFifo);
                move_card(&mut position, *card, [*from, *to], is_row).ok_or(NotEdited::NotThere)?;
            }
        }
        let again = position.set_up(&game.ruleset(), setup, seed);
        again.map_err(NotEdited::Not)
    }
}

/// Whether a card that lies somewhere has an item of data that steps set.
fn is_card_data(game: &Game, card: CardTypeId, at: InZone, item: u16) -> Result<(), NotEdited> {
    let lying = game.inspect(Viewer::Omniscient).cards(at.zone);
    let alike = lying.iter().filter(|one| **one == card).count();
    let def = game.table.program.data.card.get(usize::from(item));
    let def = def.ok_or(NotEdited::WorkedOut)?;
    if def.def.computed.is_some() {
        return Err(NotEdited::WorkedOut);
    }
    match usize::from(at.nth.unwrap_or_default()) < alike {
        true => Ok(()),
        false => Err(NotEdited::NotThere),
    }
}

/// Moves the first card of a type, with what is said of it and of those that are alike. None if there is none. A row begins with
/// its oldest card.
fn move_card(position: &mut Position, card: CardTypeId, [from, to]: [ZoneId; 2], is_row: bool) -> Option<()> {
    let there = position.zones.iter_mut().find(|laid| laid.zone == from)?;
    let at = there.cards.iter().position(|one| *one == card)?;
    there.cards.remove(at);
    let there = position.zones.iter_mut().find(|laid| laid.zone == to)?;
    let newest = if is_row { there.cards.len() } else { 0 };
    let before = there.cards.iter().take(newest);
    let nth = before.filter(|one| **one == card).count() as u16;
    there.cards.insert(newest, card);
    let moved = |at: InZone| {
        moved(
            at,
            from,
            InZone {
                zone: to,
                nth: Some(nth),
            },
        )
    };
    for (item, value) in &mut position.data {
        if let Item::Card { card: of, at, .. } = item
            && *of == card
        {
            *at = moved(*at);
        }
        follow(value, card, &moved);
    }
    // Whoever knew it where it lay does not know where it is now.
    let (zones, knows) = (&position.zones, &mut position.knows);
    let lies = |zone, card| {
        let laid = zones.iter().find(|laid| laid.zone == zone);
        laid.is_some_and(|laid| laid.cards.contains(&card))
    };
    knows.retain(|known| lies(known.zone, known.card));
    Some(())
}

/// Where one of the cards that are alike lies, after the first of them in a zone has moved to another place.
fn moved(at: InZone, from: ZoneId, to: InZone) -> InZone {
    let Some(nth) = at.nth else { return at };
    let nth = match (at.zone == from, nth.checked_sub(1)) {
        (true, None) => return to,
        (true, Some(less)) => less,
        (false, _) => nth,
    };
    let shifts = at.zone == to.zone && to.nth.is_some_and(|new| new <= nth);
    InZone {
        zone: at.zone,
        nth: Some(nth + u16::from(shifts)),
    }
}

/// Lets a value mean the same cards.
fn follow(value: &mut Given, card: CardTypeId, moved: &impl Fn(InZone) -> InZone) {
    match value {
        Given::Card(of, Some(at)) if *of == card => *at = moved(*at),
        Given::List(items) => items.iter_mut().for_each(|item| follow(item, card, moved)),
        Given::Card(..)
        | Given::Nothing
        | Given::Bool(_)
        | Given::Int(_)
        | Given::Float(_)
        | Given::Text(_)
        | Given::Seat(_)
        | Given::Zone(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_that_are_alike_keep_what_is_said_of_them() {
        let (stock, hand) = (ZoneId(0), ZoneId(1));
        let at = |zone, nth| InZone { zone, nth: Some(nth) };
        for (was, is) in [
            (at(stock, 0), at(hand, 1)),
            (at(stock, 1), at(stock, 0)),
            (at(stock, 2), at(stock, 1)),
            (at(hand, 0), at(hand, 0)),
            (at(hand, 1), at(hand, 2)),
            (at(ZoneId(2), 0), at(ZoneId(2), 0)),
            (InZone::any(stock), InZone::any(stock)),
        ] {
            assert_eq!(moved(was, stock, at(hand, 1)), is, "{was:?}");
        }
        // Within a zone, from the first place to the last of three.
        for (was, is) in [(0, 2), (1, 0), (2, 1)] {
            assert_eq!(moved(at(stock, was), stock, at(stock, 2)), at(stock, is), "{was}");
        }
    }
}
