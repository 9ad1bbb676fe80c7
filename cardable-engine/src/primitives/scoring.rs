//! Scores and the end. A ruleset that asks for a score has one: a number in the
//! data of every seat, 0 at first.

use super::args::{arg, given, list, number_of, seat, seat_or_acting, text};
use super::macros::primitives;
use super::param_types::{EACH, NUMBER, SEAT, SEATS, TEXT};
use crate::event::{DataAt, Event};
use crate::fault::{FaultKind, Run};
use crate::ids::{Seat, SeatSet};
use crate::program::BinaryOp;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::{Engine, Reader};
use crate::vm::operators::binary;
use crate::world::members;
use crate::world::whole::GameResult;
use smallvec::SmallVec;

primitives! {
    family Scoring;

    /// The score of a seat.
    #[uses(Score)]
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
    #[uses(Score)]
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
        add(e, seat(args, 0)?, arg(args, 1))
    };

    /// Gives a seat a score.
    #[uses(Score)]
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

    /// Adds to the score of every seat of a team, so that they all read the score
    /// of their team.
    #[uses(Score)]
    #[errors("the score is out of range")]
    add_team_score(
        /// A seat of the team.
        seat: Required SEAT,
        /// How many points; below 0 takes some away.
        points: Required NUMBER,
    ) -> Type::Nothing;
    example "add_team_score($player, 2)", "score(partner())" => "2";
    example "add_team_score($player, 2)", "score(next_player())" => "0";
    = Step |e, args| {
        for seat in members::allies(e.world, e.table, seat(args, 0)?) {
            add(e, seat, arg(args, 1))?;
        }
        Ok(Value::Nothing)
    };

    /// The score of a seat's team: the highest among its seats.
    #[uses(Score)]
    #[errors("no seat is named and none is acting")]
    team_score(
        /// A seat of the team; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example ["add_score($player, 5)"] "team_score(partner())" => "5";
    = Query |r, args| {
        let own = seat_or_acting(r, args, 0)?;
        let scores = scores(r);
        let best = members::allies(r.world, r.table, own).into_iter().max_by(|a, b| {
            let of = |seat: &Seat| scores.get(seat.index()).copied().unwrap_or_default();
            of(a).total_cmp(&of(b))
        });
        let at = r.table.seat_data_at(best.unwrap_or(own), slot(r)?);
        Ok(r.world.values.get(at).copied().unwrap_or_default())
    };

    /// The seats in play with the highest score. A team stands where its best
    /// seat stands.
    #[uses(Score)]
    best_seats() -> Type::List(Kind::Seat);
    example ["set_score(next_player(), 7)"] "best_seats()" => "[B]";
    = Query |r, _| list(r, best(r, &standings(r)).into_iter().map(Value::Seat));

    /// The rank of a seat by score: 1 for the highest. Equal scores share a rank,
    /// and the ranks after it are left out. A team shares the rank of its best
    /// seat.
    #[uses(Score)]
    #[errors("no seat is named and none is acting")]
    rank_of(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example ["set_score(next_player(), 7)"] "rank_of()" => "2";
    = Query |r, args| {
        let seat = seat_or_acting(r, args, 0)?;
        let ranks = ranks(r, SeatSet::EMPTY, &standings(r));
        Ok(number_of(ranks.get(seat.index()).copied().unwrap_or(1).into()))
    };

    /// Ends the game. Winners have rank 1, the others follow by score; equal
    /// scores share a rank. Who plays together wins together and shares the rank
    /// of the best.
    #[ends(Game)]
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
        .data
        .score
        .ok_or_else(|| FaultKind::Primitive("the ruleset keeps no score").into())
}

fn add(e: &mut Engine<'_>, seat: Seat, points: Value) -> Run<Value> {
    let at = e.table.seat_data_at(seat, slot(&e.reader())?);
    let old = e.world.values.get(at).copied().unwrap_or_default();
    let old = if old == Value::Nothing { Value::Int(0) } else { old };
    write(e, seat, binary(BinaryOp::Add, old, points)?)
}

fn write(e: &mut Engine<'_>, seat: Seat, value: Value) -> Run<Value> {
    let slot = slot(&e.reader())?;
    let at = e.table.seat_data_at(seat, slot);
    e.set_data(at, &value, DataAt::Seat(seat, slot));
    Ok(Value::Nothing)
}

/// A number for every seat.
type Scores = SmallVec<[f64; 8]>;

/// The score of every seat; empty where no scores are kept.
fn scores(r: &Reader<'_>) -> Scores {
    let Some(slot) = r.program().data.score else {
        return Scores::new();
    };
    let score = |seat: Seat| r.world.values.get(r.table.seat_data_at(seat, slot));
    r.table
        .every_seat()
        .into_iter()
        .map(|s| score(s).and_then(|v| v.as_f64()).unwrap_or(0.0))
        .collect()
}

/// How every seat stands: by the best score of its team.
fn standings(r: &Reader<'_>) -> Scores {
    let scores = scores(r);
    let formed = r
        .world
        .extras
        .as_ref()
        .is_some_and(|extras| !extras.teams.is_empty());
    if r.program().seats.teams.is_none() && !formed {
        return scores;
    }
    let of = |seat: Seat| scores.get(seat.index()).copied();
    let best = |seat: Seat| {
        let team = members::allies(r.world, r.table, seat).into_iter().filter_map(of);
        team.fold(f64::NEG_INFINITY, f64::max)
    };
    r.table
        .every_seat()
        .into_iter()
        .take(scores.len())
        .map(best)
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

/// Winners first, then by score; equals share a rank. Of a team, which stands
/// together, the others count as one.
fn ranks(r: &Reader<'_>, winners: SeatSet, standings: &[f64]) -> Vec<u8> {
    let t = r.table;
    let strength = |seat: Seat| {
        let won = winners.contains(seat);
        let score = standings.get(seat.index()).copied().unwrap_or(0.0);
        (won, if won { 0.0 } else { score })
    };
    // Where nobody has won and nobody stands higher than another, nobody is first.
    let level = t
        .every_seat()
        .into_iter()
        .all(|seat| strength(seat) == strength(Seat(0)));
    let first = match winners.is_empty() && level {
        true => 2,
        false => 1,
    };
    let rank = |seat: Seat| {
        let better = t
            .every_seat()
            .into_iter()
            .filter(|o| strength(*o) > strength(seat));
        let mut teams: SmallVec<[u8; 32]> = better.map(|o| members::team(r.world, t, o)).collect();
        teams.sort_unstable();
        teams.dedup();
        first + teams.len() as u8
    };
    t.every_seat().into_iter().map(rank).collect()
}

fn end_game(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let reader = e.reader();
    let scores = scores(&reader);
    let winners = match given(args, 0) {
        Some(value) => reader.seat_set(value)?,
        None => best(&reader, &standings(&reader)),
    };
    let together = winners
        .into_iter()
        .map(|seat| members::allies(reader.world, reader.table, seat));
    let winners = together.fold(winners, SeatSet::or);
    let result = GameResult {
        winners: winners.into_iter().collect(),
        ranks: ranks(&reader, winners, &standings(&reader)),
        scores: scores.into_vec(),
        reason: reason(&reader, given(args, 1))?,
    };
    finish(e, result);
    Ok(Value::Nothing)
}

/// Why the game ends; an empty text says nothing.
pub(super) fn reason(reader: &Reader<'_>, given: Option<Value>) -> Run<Option<Box<str>>> {
    let Some(value) = given else {
        return Ok(None);
    };
    let text = text(reader, value)?;
    Ok((!text.is_empty()).then(|| text.into()))
}

/// Ends the game: nobody is asked anything any more.
pub(super) fn finish(e: &mut Engine<'_>, result: GameResult) {
    let asked = e
        .world
        .suspended
        .iter()
        .fold(SeatSet::EMPTY, |all, frame| all.or(frame.waiting()));
    for seat in asked {
        e.emit(Event::Cancelled { seat });
    }
    e.world.suspended.clear();
    let rests = e.table.program.semantics.ends_at_rest;
    let extras = e.world.extras_mut();
    extras.sealed.clear();
    if !rests {
        extras.result = Some(result);
        return e.close();
    }
    // What comes to rest was ended once; a second end changes nothing.
    if e.ending.is_none() {
        extras.result = Some(result);
        e.ending = Some(0);
    }
}
