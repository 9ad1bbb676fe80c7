//! Moves that do what can be done: they stop where cards or room run out.

use super::args::{arg, cards, zone, zone_of_seat};
use super::macros::primitives;
use super::param_types::{BOOL, CARDS, COUNT, SEAT_ZONE, WHOLE, ZONE};
use crate::fault::Run;
use crate::ids::{CardId, ZoneId};
use crate::play::cards::End;
use crate::play::{arrange, cards, moves};
use crate::primitives::current;
use crate::program::Facing;
use crate::value::{Type, Value};
use crate::vm::engine::Engine;

primitives! {
    family Moves;

    /// Moves the next cards of a zone, as many as there are and as the other one
    /// has room for.
    #[internal(phases)]
    #[moves(fitting)]
    #[up_to(count)]
    move_up_to(
        /// The zone they are taken from.
        from: Required ZONE,
        /// The zone they go to.
        to: Required ZONE,
        /// How many cards at most; none when it is 0 or less.
        count: Required WHOLE,
    ) -> Type::Nothing;
    example "move_up_to('deck', 'discard', 9)", "count_cards('discard')" => "5";
    example "move_up_to('deck', 'pair', 9)", "count_cards('pair')" => "2";
    = Step |e, args| move_up_to(e, zone(args, 0)?, zone(args, 1)?, at_most(e, args, 2)?);

    /// Deals the next cards of a zone to the seats in play, to each all of its own
    /// at once, until cards or room run out.
    /// Made for games in phases; rulesets write `deal`, which goes round.
    #[internal(phases)]
    #[moves(fitting)]
    #[up_to(count)]
    deal_in_blocks(
        /// The zone dealt from.
        from: Required ZONE,
        /// The zone of each seat that the cards go to.
        to: Required SEAT_ZONE,
        /// How many cards each seat gets; none when it is 0 or less.
        count: Required WHOLE,
    ) -> Type::Nothing;
    example "deal_in_blocks('deck', 'front', 2)", "cards_of($player.front)" => "[Ace of Hearts, Two of Hearts]";
    = Step |e, args| {
        let (from, count) = (zone(args, 0)?, at_most(e, args, 2)?);
        for seat in e.reader().playing() {
            let to = zone_of_seat(&e.reader(), seat, args, 1)?;
            move_up_to(e, from, to, count)?;
        }
        Ok(Value::Nothing)
    };

    /// Moves the next cards of a zone to that of the seat whose turn it is, whoever acts, until cards or room
    /// run out. In states without turns it is the seat that was on turn last.
    /// Made for games in phases; rulesets write `draw_cards`.
    #[internal(phases)]
    #[moves(fitting)]
    #[up_to(count)]
    draw_on_turn(
        /// The zone they are taken from.
        from: Required ZONE,
        /// The zone of the seat that they go to.
        to: Required SEAT_ZONE,
        /// How many cards at most; none when it is 0 or less.
        count: Required WHOLE,
    ) -> Type::Nothing;
    example "draw_on_turn('deck', 'front', 1)", "cards_of($player.front)" => "[Ace of Hearts]";
    = Step |e, args| {
        let (from, count) = (zone(args, 0)?, at_most(e, args, 2)?);
        // The turn may have been moved on by what stands before this.
        let Some(seat) = e.world.scene.next.or(current::current(&e.reader())) else {
            return Ok(Value::Nothing);
        };
        let to = zone_of_seat(&e.reader(), seat, args, 1)?;
        move_up_to(e, from, to, count)
    };

    /// Moves all cards of a zone in their order, as many as the other one has room
    /// for.
    #[internal(phases)]
    #[moves(fitting)]
    move_what_fits(
        /// The zone they are taken from.
        from: Required ZONE,
        /// The zone they go to.
        to: Required ZONE,
    ) -> Type::Nothing;
    example "move_what_fits('deck', 'pair')", "count_cards('deck')" => "3";
    = Step |e, args| {
        let (from, to) = (zone(args, 0)?, zone(args, 1)?);
        let room = room(e, to);
        let there = e.world.zone_len(e.table, from);
        if from == to || (room >= there && spare(e, from) == there) {
            if from != to {
                arrange::move_whole(e, from, to, Facing::Kept)?;
            }
            return Ok(Value::Nothing);
        }
        move_up_to(e, from, to, room)
    };

    /// Lays cards where a zone's next card is drawn, face up, where it has room for
    /// them.
    #[internal(phases)]
    #[moves(given cards -> to)]
    lay_on_top(
        /// The cards.
        cards: Required CARDS,
        /// The zone they go to.
        to: Required ZONE,
    ) -> Type::Nothing;
    example "lay_on_top(top_card($player.hand), 'deck')", "top_card('deck')" => "Five of Spades";
    = Step |e, args| {
        let to = zone(args, 1)?;
        let end = if e.table.traits[to.index()].fifo { End::Oldest } else { End::Newest };
        if let Value::Card(card) = arg(args, 0) {
            moves::move_card(e, card, to, end, Facing::Up)?;
            return Ok(Value::Nothing);
        }
        for card in cards(&e.reader(), arg(args, 0))? {
            if room(e, to) > 0 {
                e.spend(1)?;
                moves::move_card(e, card, to, end, Facing::Up)?;
            }
        }
        Ok(Value::Nothing)
    };

    /// Turns a card of a zone, counted in the order of drawing, so that it lies face
    /// up or face down. Where there are not so many cards, nothing is turned.
    #[internal(phases)]
    #[turns(up)]
    turn_nth(
        /// The zone.
        zone: Required ZONE,
        /// Which card: 0 is the one that would be drawn next.
        index: Required COUNT,
        /// Whether it lies face up then.
        up: Required BOOL,
    ) -> Type::Nothing;
    example "turn_nth('deck', 1, true)", "is_face_up(nth_card('deck', 1))" => "true";
    = Step |e, args| {
        let zone = zone(args, 0)?;
        let index = crate::vm::kinds::whole(arg(args, 1))?;
        let up = crate::vm::kinds::truth(arg(args, 2))?;
        let lying = e.world.zone_cards(e.table, zone);
        let at = match usize::try_from(index) {
            Ok(n) if n < lying.len() && e.table.traits[zone.index()].fifo => n,
            Ok(n) if n < lying.len() => lying.len() - 1 - n,
            _ => return Ok(Value::Nothing),
        };
        if let Some(card) = lying.get(at).copied() {
            cards::turn_card(e, CardId(card), up);
        }
        Ok(Value::Nothing)
    };

    /// Turns the next cards of a zone face up, as many as there are.
    #[internal(phases)]
    #[up_to(count)]
    #[turns(up)]
    turn_top_up(
        /// The zone.
        zone: Required ZONE,
        /// How many cards at most; none when it is 0 or less.
        count: Required WHOLE,
    ) -> Type::Nothing;
    example "turn_top_up('deck', 2)", "is_face_up(nth_card('deck', 1))" => "true";
    = Step |e, args| {
        let count = at_most(e, args, 1)?;
        let zone = zone(args, 0)?;
        let lying = cards(&e.reader(), Value::Zone(zone))?;
        let fifo = e.table.traits[zone.index()].fifo;
        let len = lying.len();
        for n in 0..count.min(len) {
            let at = if fifo { n } else { len - 1 - n };
            if let Some(card) = lying.get(at) {
                cards::turn_card(e, *card, true);
            }
        }
        Ok(Value::Nothing)
    };
}

/// A number of cards: no less than 0, no more than the game has.
fn at_most(e: &Engine<'_>, args: &[Value], at: usize) -> Run<usize> {
    let n = crate::vm::kinds::whole(arg(args, at))?;
    Ok(usize::try_from(n).unwrap_or(0).min(e.table.cards))
}

fn move_up_to(e: &mut Engine<'_>, from: ZoneId, to: ZoneId, count: usize) -> Run<Value> {
    let count = if from == to {
        count
    } else {
        count.min(room(e, to)).min(spare(e, from))
    };
    let count = count.min(e.world.zone_len(e.table, from));
    for _ in 0..count {
        let Some(card) = cards::top(e, from) else { break };
        e.spend(1)?;
        moves::move_card(e, card, to, End::Newest, Facing::Kept)?;
    }
    Ok(Value::Nothing)
}

/// How many more cards a zone may take.
pub(super) fn room(engine: &Engine<'_>, zone: ZoneId) -> usize {
    let most = usize::from(engine.table.zone_def(zone).size.max);
    if most == usize::from(u16::MAX) {
        return usize::MAX;
    }
    most.saturating_sub(engine.world.zone_len(engine.table, zone))
}

/// How many cards may leave a zone: those that it must keep stay, unless it fills up again.
pub(super) fn spare(engine: &Engine<'_>, zone: ZoneId) -> usize {
    let def = engine.table.zone_def(zone);
    let there = engine.world.zone_len(engine.table, zone);
    match &def.replenish {
        Some(rule) if rule.when.on_empty => there,
        _ => there.saturating_sub(usize::from(def.size.min)),
    }
}
