//! Results that rulesets keep in data of the seats.

use super::args::{arg, given, text};
use super::primitives;
use super::takes::TEXT;
use crate::engine::world::World;
use crate::engine::{Engine, FaultKind, GameResult, Reader, Run};
use crate::ids::{Seat, SeatSet};
use crate::value::{Type, Value};

primitives! {
    family Scoring;

    /// The largest number that seats have in an item of their data.
    #[errors("seats have no such item")]
    most_of_seats(
        /// The item's name.
        item: Required TEXT,
    ) -> Type::NUMBER;
    example ["set(next_player().bid, 4)"] "most_of_seats('bid')" => "4";
    = Query |r, args| Ok(extreme(&numbers(r, slot(r, arg(args, 0))?), |new, best| new > best));

    /// The smallest number that seats have in an item of their data.
    #[errors("seats have no such item")]
    least_of_seats(
        /// The item's name.
        item: Required TEXT,
    ) -> Type::NUMBER;
    example ["set(next_player().bid, 4)"] "least_of_seats('bid')" => "0";
    = Query |r, args| Ok(extreme(&numbers(r, slot(r, arg(args, 0))?), |new, best| new < best));

    /// Ends the game by what the rules have put into an item of the seats' data: above
    /// 0 wins. The ranks follow the item, equal numbers share a rank.
    #[errors("seats have no such item")]
    end_by_results(
        /// Why it is over, for records and statistics.
        reason: Optional TEXT,
        /// The item that says who has won; nobody has when it is left out.
        result: Optional TEXT,
        /// The item that is shown as the score.
        score: Optional TEXT,
    ) -> Type::Nothing;
    example ["set($player.bid, 1)"] "end_by_results('over', 'bid')", "active_players()" => "0";
    = Step end_by_results;
}

/// The place of an item of the seats' data.
fn slot(r: &Reader<'_>, name: Value) -> Run<u16> {
    let at = r
        .program()
        .seat_data
        .iter()
        .position(|d| Value::Str(d.name) == name);
    at.map(|at| at as u16)
        .ok_or_else(|| FaultKind::Primitive("seats have no such item of data").into())
}

fn numbers(r: &Reader<'_>, slot: u16) -> Vec<Value> {
    let world: &World = r.world;
    let of = |seat: Seat| world.values.get(r.table.seat_data_at(seat, slot)).copied();
    r.table.all_seats().into_iter().filter_map(of).collect()
}

fn extreme(values: &[Value], better: fn(f64, f64) -> bool) -> Value {
    let mut best: Option<(f64, Value)> = None;
    for value in values {
        if let Some(n) = value.as_f64()
            && best.is_none_or(|(most, _)| better(n, most))
        {
            best = Some((n, *value));
        }
    }
    best.map_or(Value::Int(0), |(_, value)| value)
}

fn end_by_results(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let reader = e.reader();
    let reason = match given(args, 0) {
        Some(reason) => text(&reader, reason)?.into(),
        None => "end_game".into(),
    };
    let as_numbers = |at: usize| -> Run<Vec<f64>> {
        let Some(name) = given(args, at) else {
            return Ok(Vec::new());
        };
        let values = numbers(&reader, slot(&reader, name)?);
        Ok(values.into_iter().map(|v| v.as_f64().unwrap_or(0.0)).collect())
    };
    let (results, scores) = (as_numbers(1)?, as_numbers(2)?);
    let result = |seat: Seat| results.get(seat.index()).copied().unwrap_or(0.0);
    let seats = reader.table.all_seats();
    let winners: SeatSet = seats.into_iter().filter(|s| result(*s) > 0.0).collect();
    let rank = |seat: Seat| 1 + seats.into_iter().filter(|s| result(*s) > result(seat)).count() as u8;
    let ended = GameResult {
        winners: winners.into_iter().collect(),
        ranks: seats.into_iter().map(rank).collect(),
        scores,
        reason,
    };
    super::scoring::finish(e, ended);
    Ok(Value::Nothing)
}
