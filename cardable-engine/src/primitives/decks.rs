//! Decks that seats pick.

use super::args::{arg, each_item, finished, seat};
use super::macros::primitives;
use super::param_types::{DECK, DECKS, SEAT};
use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, DeckId, Seat};
use crate::play::cards::End;
use crate::play::{arrange, cards};
use crate::program::Facing;
use crate::signature::Form;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::{Engine, Reader};

primitives! {
    family Decks;

    /// Asks each seat in turn for one of the decks that nobody has yet; it goes
    /// to that seat's zone `deck`, shuffled, and its cards are the seat's own.
    /// Decks that seats have already are given back first. In a ruleset with this
    /// call all cards begin in the box. What finds no room there stays in the box.
    #[moves(fitting)]
    #[uses(Decks)]
    #[errors("there are more seats than decks")]
    pick_deck(
        /// The decks to choose from, such as `$game.decks`.
        decks: Required DECKS,
        /// The seat that chooses first; the first in play when it is left out.
        first: Optional SEAT,
    ) -> Type::Nothing;
    example "pick_deck($game.decks)", "deck_of(next_player())" => "second";
    = Form Form::PickDeck;

    /// Those of some decks that no seat has taken.
    #[errors("something else than a deck")]
    free_decks(
        /// The decks.
        decks: Required DECKS,
    ) -> Type::List(Kind::Deck);
    example ["take_deck($player, list_item($game.decks, 0))"] "list_count(free_decks($game.decks))" => "7";
    = Query |r, args| {
        let mut free = r.new_list();
        for value in each_item(r, arg(args, 0))? {
            if r.world.deck_owner(r.table, deck(r, value)?).is_none() {
                free.push(value);
            }
        }
        finished(r, free)
    };

    /// The deck that a seat has taken, the first of several; nothing when it has
    /// none.
    deck_of(
        /// The seat.
        seat: Required SEAT,
    ) -> Type::DECK;
    example "deck_of($player)" => "nothing";
    example ["take_deck($player, list_item($game.decks, 1))"] "deck_of($player)" => "second";
    = Query |r, args| {
        let seat = seat(args, 0)?;
        let mut all = (0..r.program().cards.decks.len()).map(|at| DeckId(at as u16));
        let own = all.find(|d| r.world.deck_owner(r.table, *d) == Some(seat));
        Ok(own.map_or(Value::Nothing, Value::Deck))
    };

    /// Gives a seat a deck: all its cards go to the seat's zone `deck`, face down
    /// and shuffled, and are the seat's own from now on. What finds no room there stays where it lies.
    #[moves(fitting)]
    #[requires(zone = "deck")]
    #[errors("the deck is taken")]
    take_deck(
        /// The seat.
        seat: Required SEAT,
        /// The deck.
        deck: Required DECK,
    ) -> Type::Nothing;
    example "take_deck($player, list_item($game.decks, 0))", "cards_of($player.deck)" => "[Ace of Hearts]";
    = Step |e, args| {
        let seat = seat(args, 0)?;
        let deck = deck(&e.reader(), arg(args, 1))?;
        take(e, seat, deck)
    };

    /// Puts all decks that seats have taken back into the box, to be taken again.
    #[moves(fitting)]
    release_decks() -> Type::Nothing;
    example ["take_deck($player, list_item($game.decks, 0))"] "release_decks()", "count_cards($player.deck)" => "0";
    = Step |e, _| {
        let t = e.table;
        for at in 0..t.program.cards.decks.len() {
            let deck = DeckId(at as u16);
            if e.world.deck_owner(t, deck).is_none() {
                continue;
            }
            e.world.set_deck_owner(t, deck, None);
            for card in cards_of(e, deck) {
                e.spend(1)?;
                e.deck_is_public = true;
                cards::put_card(e, card, t.boxed(), End::Newest, Facing::Down);
                e.deck_is_public = false;
            }
        }
        Ok(Value::Nothing)
    };
}

fn deck(r: &Reader<'_>, value: Value) -> Run<DeckId> {
    match value {
        Value::Deck(deck) if deck.index() < r.program().cards.decks.len() => Ok(deck),
        found => Err(FaultKind::WrongKind {
            wanted: "a deck",
            found,
        }
        .into()),
    }
}

/// The cards of a deck, but for copies that seats have from the start.
fn cards_of(e: &Engine<'_>, deck: DeckId) -> Vec<CardId> {
    let t = e.table;
    let of_deck = |c: &CardId| t.card_deck.get(c.index()) == Some(&deck);
    let of_table = |c: &CardId| t.card_seat.get(c.index()).is_some_and(Option::is_none);
    t.card_ids().filter(|c| of_deck(c) && of_table(c)).collect()
}

fn take(e: &mut Engine<'_>, seat: Seat, deck: DeckId) -> Run<Value> {
    let t = e.table;
    if e.world.deck_owner(t, deck).is_some() {
        return Err(FaultKind::Primitive("the deck is taken").into());
    }
    let at = t
        .program
        .zones
        .seat_deck
        .ok_or(FaultKind::Primitive("seats have no zone `deck`"))?;
    let zone = t.seat_zone(seat, at);
    e.world.set_deck_owner(t, deck, Some(seat));
    e.emit(Event::DeckTaken { deck, seat });
    let cards = cards_of(e, deck);
    let moves = super::fitting::fitting(&e.reader(), cards.into_iter().map(|c| (c, zone)));
    // The event tells whose cards they are, so their groups stay apart.
    e.deck_is_public = true;
    let moved = arrange::move_cards(e, &moves, End::Newest, Facing::Down);
    e.deck_is_public = false;
    moved?;
    cards::shuffle(e, zone);
    Ok(Value::Nothing)
}
