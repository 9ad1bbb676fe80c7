//! Results that rulesets keep in data of the seats.

use super::args::{arg, given};
use super::macros::primitives;
use super::param_types::TEXT;
use crate::fault::{FaultKind, Run};
use crate::ids::{Seat, SeatSet};
use crate::value::{Type, Value};
use crate::vm::engine::{Engine, Reader};
use crate::world::whole::{GameResult, World};
use smallvec::SmallVec;

primitives! {
    family Scoring;

    /// The largest number that seats have in an item of their data.
    #[requires(data = item)]
    #[errors("a name that is worked out, and no item of the seats' data has")]
    most_of_seats(
        /// The item's name.
        item: Required TEXT,
    ) -> Type::NUMBER;
    example ["set(next_player().bid, 4)"] "most_of_seats('bid')" => "4";
    = Query |r, args| Ok(extreme(&numbers(r, slot(r, arg(args, 0))?), |new, best| new > best));

    /// The smallest number that seats have in an item of their data.
    #[requires(data = item)]
    #[errors("a name that is worked out, and no item of the seats' data has")]
    least_of_seats(
        /// The item's name.
        item: Required TEXT,
    ) -> Type::NUMBER;
    example ["set(next_player().bid, 4)"] "least_of_seats('bid')" => "0";
    = Query |r, args| Ok(extreme(&numbers(r, slot(r, arg(args, 0))?), |new, best| new < best));

    /// Ends the game by what the rules have put into an item of the seats' data: above
    /// 0 wins. The ranks follow the item, and where it is equal the score: fewest first
    /// if no winner has more than anyone else, most first otherwise. Who is equal in both
    /// shares a rank.
    #[internal(phases)]
    #[requires(data = result, score)]
    #[ends(Game)]
    #[errors("a name that is worked out, and no item of the seats' data has")]
    end_by_results(
        /// Why it is over, for records and statistics.
        reason: Optional TEXT,
        /// The item that says who has won; nobody has when it is left out.
        result: Optional TEXT,
        /// The item that is shown as the score and that ranks equal results.
        score: Optional TEXT,
    ) -> Type::Nothing;
    example ["set($player.bid, 1)"] "end_by_results('over', 'bid')", "active_players()" => "0";
    = Step end_by_results;
}

/// The place of an item of the seats' data.
fn slot(r: &Reader<'_>, name: Value) -> Run<u16> {
    let at = r
        .program()
        .data
        .seat
        .iter()
        .position(|d| Value::Str(d.name) == name);
    at.map(|at| at as u16)
        .ok_or_else(|| FaultKind::Primitive("seats have no such item of data").into())
}

fn numbers(r: &Reader<'_>, slot: u16) -> SmallVec<[Value; 8]> {
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
    let reason = super::scoring::reason(&reader, given(args, 0))?;
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
    let by_seat: Vec<f64> = seats.into_iter().map(result).collect();
    let ended = GameResult {
        winners: winners.into_iter().collect(),
        ranks: ranked(&by_seat, &scores),
        scores,
        reason,
    };
    super::scoring::finish(e, ended);
    Ok(Value::Nothing)
}

/// The ranks of the seats, best first: by result, then by score.
fn ranked(results: &[f64], scores: &[f64]) -> Vec<u8> {
    let score = |at: usize| scores.get(at).copied().unwrap_or(0.0);
    let extreme_of = |won: bool, than: fn(f64, f64) -> f64| {
        let of = results.iter().enumerate().filter(|(_, r)| (**r > 0.0) == won);
        of.map(|(at, _)| score(at)).reduce(than)
    };
    // Where nobody or everybody has won, nothing says that fewer is better.
    let fewest_wins = extreme_of(true, f64::max)
        .zip(extreme_of(false, f64::min))
        .is_some_and(|(winners, others)| winners <= others);
    let key = |at: usize| if fewest_wins { -score(at) } else { score(at) };
    let rank = |(at, result): (usize, &f64)| {
        let before = results
            .iter()
            .enumerate()
            .filter(|(other, r)| *r > result || (*r == result && key(*other) > key(at)));
        1 + before.count() as u8
    };
    results.iter().enumerate().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::ranked;

    #[test]
    fn the_result_ranks_and_then_the_score() {
        let cases: [(&[f64], &[f64], &[u8]); 8] = [
            // Most wins.
            (&[-1.0, 1.0, -1.0], &[3.0, 9.0, 5.0], &[3, 1, 2]),
            // Fewest wins, as in hearts.
            (
                &[-1.0, -1.0, 1.0, -1.0],
                &[104.0, 60.0, 20.0, 60.0],
                &[4, 2, 1, 2],
            ),
            // The result comes first: who has gone over the limit has lost.
            (&[1.0, -1.0, -1.0], &[19.0, 25.0, 17.0], &[1, 2, 3]),
            (&[1.0, 0.0, -1.0], &[20.0, 19.0, 18.0], &[1, 2, 3]),
            // Two winners of one score share the rank, others are ranked among themselves.
            (&[1.0, 1.0, -1.0], &[7.0, 7.0, 9.0], &[1, 1, 3]),
            // Nobody has won, or everybody: most is best.
            (&[-1.0, -1.0], &[4.0, 6.0], &[2, 1]),
            (&[1.0, 1.0], &[4.0, 6.0], &[2, 1]),
            // Without scores equal results are equal.
            (&[0.0, 1.0, 0.0], &[], &[2, 1, 2]),
        ];
        for (results, scores, ranks) in cases {
            assert_eq!(ranked(results, scores), ranks, "{results:?} {scores:?}");
        }
    }
}
