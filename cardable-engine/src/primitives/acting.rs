//! What a primitive of the embedding program may do to the cards. All of it checks what it is given, and keeps
//! the limits of zones, who sees what, and the story of the game.

use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, ZoneId};
use crate::play::cards::End;
use crate::play::{arrange, cards, dealing, moves};
use crate::program::Facing;
use crate::vm::engine::Engine;

impl Engine<'_> {
    /// Moves a card to an end of a zone. A zone of the order `shuffled` is shuffled.
    ///
    /// ```
    /// use cardable_core::primitives::{End, Engine, Facing, Run};
    /// use cardable_core::value::Value;
    /// fn bury(engine: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    ///     let [Value::Card(card), Value::Zone(pile)] = *args else {
    ///         return Ok(Value::Nothing);
    ///     };
    ///     engine.move_card(card, pile, End::Oldest, Facing::Down)?;
    ///     Ok(Value::Nothing)
    /// }
    /// # let _ = bury;
    /// ```
    ///
    /// # Errors
    ///
    /// A fault when there is no such card or zone, or when a zone may not hold that many or that few.
    pub fn move_card(&mut self, card: CardId, to: ZoneId, end: End, facing: Facing) -> Run<()> {
        check_card(self, card)?;
        check_zone(self, to)?;
        moves::move_card(self, card, to, end, facing)
    }

    /// Moves cards, each to its zone, as one step: what only some of a zone's cards show is told when all have moved.
    ///
    /// # Errors
    ///
    /// As [`Engine::move_card`].
    pub fn move_cards(&mut self, moves: &[(CardId, ZoneId)], end: End, facing: Facing) -> Run<()> {
        for (card, to) in moves {
            check_card(self, *card)?;
            check_zone(self, *to)?;
        }
        arrange::move_cards(self, moves, end, facing)
    }

    /// Moves all cards of a zone. Who knew one of them still does, where it cannot be taken for another.
    ///
    /// # Errors
    ///
    /// As [`Engine::move_card`].
    pub fn move_zone(&mut self, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()> {
        check_zone(self, from)?;
        check_zone(self, to)?;
        arrange::move_whole(self, from, to, facing)
    }

    /// Deals the next cards of a zone as they are drawn: one to each of some zones in turn, so many times.
    ///
    /// # Errors
    ///
    /// As [`Engine::move_card`], and when there are too few cards.
    pub fn deal(&mut self, from: ZoneId, to: &[ZoneId], rounds: usize, facing: Facing) -> Run<()> {
        check_zone(self, from)?;
        to.iter().try_for_each(|zone| check_zone(self, *zone))?;
        dealing::deal(self, from, to, rounds, facing)
    }

    /// Shuffles a zone. Nobody knows any more which card is where.
    ///
    /// # Errors
    ///
    /// A fault when there is no such zone.
    pub fn shuffle(&mut self, zone: ZoneId) -> Run<()> {
        check_zone(self, zone)?;
        cards::shuffle(self, zone);
        Ok(())
    }

    /// Turns a card face up or face down where it lies.
    ///
    /// # Errors
    ///
    /// A fault when there is no such card.
    pub fn turn_card(&mut self, card: CardId, up: bool) -> Run<()> {
        check_card(self, card)?;
        cards::turn_card(self, card, up);
        Ok(())
    }
}

fn check_card(engine: &Engine<'_>, card: CardId) -> Run<()> {
    if card.index() < engine.table.cards {
        return Ok(());
    }
    Err(FaultKind::Primitive("there is no such card").into())
}

fn check_zone(engine: &Engine<'_>, zone: ZoneId) -> Run<()> {
    if zone.index() < engine.table.zones {
        return Ok(());
    }
    Err(FaultKind::Primitive("there is no such zone").into())
}
