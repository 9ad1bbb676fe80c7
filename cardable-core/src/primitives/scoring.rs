//! Scores and the end. A ruleset that asks for a score has one: a number in the
//! data of every seat, 0 at first.

use super::args::{arg, given, list, number_of, seat, seat_or_acting, text};
use super::primitives;
use super::takes::{EACH, NUMBER, SEAT, SEATS, TEXT};
use crate::engine::reader::binary;
use crate::engine::{Engine, FaultKind, GameResult, Reader, Run};
use crate::event::{DataAt, Event};
use crate::ids::{Seat, SeatSet};
use crate::program::BinaryOp;
use crate::value::{Kind, Type, Value};

primitives! {
    family Scoring;

    /// The score of a seat.
    #[errors("no seat is named and none is acting")]
    score(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example "score()" => "0";
    = Query |r, args| {
        let seat = seat_or_acting(r, args, 0)?;
        let at = r.table.seat_data_at(seat, slot(r)?);
        Ok(r.world.values.get(at).copied().unwrap_or_default())
    };

    /// Adds to the score of a seat.
    #[errors("the score is out of range")]
    add_score(
        /// The seat.
        who: Required EACH,
        /// How many points; below 0 takes some away.
        points: Required NUMBER,
    ) -> Type::Nothing;
    example "add_score($player, 5)", "score()" => "5";
    example "add_score(all, count_cards($player.hand))", "score(next_player())" => "3";
    = Step |e, args| {
        let seat = seat(args, 0)?;
        let at = e.table.seat_data_at(seat, slot(&e.reader())?);
        let old = e.world.values.get(at).copied().unwrap_or_default();
        let old = if old == Value::Nothing { Value::Int(0) } else { old };
        write(e, seat, binary(BinaryOp::Add, old, arg(args, 1))?)
    };

    /// Gives a seat a score.
    set_score(
        /// The seat.
        who: Required EACH,
        /// The score.
        points: Required NUMBER,
    ) -> Type::Nothing;
    example "set_score(next_player(), 7)", "score(next_player())" => "7";
    = Step |e, args| {
        super::args::number(arg(args, 1))?;
        write(e, seat(args, 0)?, arg(args, 1))
    };

    /// The seats in play with the highest score.
    best_seats() -> Type::List(Kind::Seat);
    example ["set_score(next_player(), 7)"] "best_seats()" => "[B]";
    = Query |r, _| list(r, best(r, &scores(r)).into_iter().map(Value::Seat));

    /// The rank of a seat by score: 1 for the highest. Equal scores share a rank,
    /// and the ranks after it are left out.
    #[errors("no seat is named and none is acting")]
    rank_of(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example ["set_score(next_player(), 7)"] "rank_of()" => "2";
    = Query |r, args| {
        let seat = seat_or_acting(r, args, 0)?;
        let scores = scores(r);
        let own = scores.get(seat.index()).copied().unwrap_or_default();
        Ok(number_of(1 + scores.iter().filter(|s| **s > own).count()))
    };

    /// Ends the game. Winners have rank 1, the others follow by score; equal
    /// scores share a rank.
    end_game(
        /// Who has won: an empty list for nobody. When it is left out, the seats in
        /// play with the highest score, or nobody where no scores are kept.
        winners: Optional SEATS,
        /// Why it is over, for records and statistics.
        reason: Optional TEXT,
    ) -> Type::Nothing;
    example "end_game($player, 'hand is empty')", "active_players()" => "0";
    = Step end_game;
}

fn slot(r: &Reader<'_>) -> Run<u16> {
    r.program()
        .score
        .ok_or_else(|| FaultKind::Primitive("the ruleset keeps no score").into())
}

fn write(e: &mut Engine<'_>, seat: Seat, value: Value) -> Run<Value> {
    let slot = slot(&e.reader())?;
    let at = e.table.seat_data_at(seat, slot);
    if let Some(place) = e.world.values.get_mut(at) {
        *place = value;
        e.emit(Event::Data {
            at: DataAt::Seat(seat, slot),
            value,
        });
    }
    Ok(Value::Nothing)
}

/// The score of every seat; empty where no scores are kept.
fn scores(r: &Reader<'_>) -> Vec<f64> {
    let Some(slot) = r.program().score else {
        return Vec::new();
    };
    let score = |seat: Seat| r.world.values.get(r.table.seat_data_at(seat, slot));
    r.table
        .all_seats()
        .into_iter()
        .map(|s| score(s).and_then(|v| v.as_f64()).unwrap_or(0.0))
        .collect()
}

/// The seats in play with the highest score.
fn best(r: &Reader<'_>, scores: &[f64]) -> SeatSet {
    let mut playing = r.playing();
    if playing.is_empty() {
        playing = r.table.all_seats();
    }
    let of = |seat: Seat| scores.get(seat.index()).copied();
    let highest = playing
        .into_iter()
        .filter_map(of)
        .fold(f64::NEG_INFINITY, f64::max);
    playing
        .into_iter()
        .filter(|s| of(*s).is_some_and(|score| score >= highest))
        .collect()
}

/// Winners first, then by score; equals share a rank.
fn ranks(seats: SeatSet, winners: SeatSet, scores: &[f64]) -> Vec<u8> {
    let strength = |seat: Seat| {
        let won = winners.contains(seat);
        (
            won,
            if won {
                0.0
            } else {
                scores.get(seat.index()).copied().unwrap_or(0.0)
            },
        )
    };
    let better = |a: Seat, b: Seat| strength(a) > strength(b);
    seats
        .into_iter()
        .map(|s| 1 + seats.into_iter().filter(|o| better(*o, s)).count() as u8)
        .collect()
}

fn end_game(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let reader = e.reader();
    let scores = scores(&reader);
    let winners = match given(args, 0) {
        Some(value) => reader.seat_set(value)?,
        None => best(&reader, &scores),
    };
    let result = GameResult {
        winners: winners.into_iter().collect(),
        ranks: ranks(reader.table.all_seats(), winners, &scores),
        scores,
        reason: match given(args, 1) {
            Some(reason) => text(&reader, reason)?.into(),
            None => "end_game".into(),
        },
    };
    let asked = e
        .world
        .suspended
        .iter()
        .fold(SeatSet::EMPTY, |all, frame| all.or(frame.waiting()));
    for seat in asked {
        e.emit(Event::Cancelled { seat });
    }
    e.world.suspended.clear();
    let rare = e.world.rare_mut();
    rare.sealed.clear();
    rare.result = Some(result);
    e.world.over = true;
    e.emit(Event::Over);
    Ok(Value::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_come_first_and_equals_share_a_rank() {
        let seats = SeatSet::first(4);
        let scores = [3.0, 9.0, 3.0, 5.0];
        assert_eq!(ranks(seats, SeatSet::one(Seat(0)), &scores), [1, 2, 4, 3]);
        assert_eq!(ranks(seats, SeatSet::EMPTY, &scores), [3, 1, 3, 2]);
        assert_eq!(ranks(seats, SeatSet::first(2), &[]), [1, 1, 3, 3]);
    }
}
