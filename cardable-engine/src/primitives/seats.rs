//! Questions about seats, and putting them out of play and back.

use super::args::{given, list, maybe_seat, number_of, seat, seat_or_acting};
use super::macros::primitives;
use super::param_types::{EACH, SEAT};
use crate::fault::Run;
use crate::ids::{Seat, SeatSet};
use crate::play::legal::offers;
use crate::play::{control, turns};
use crate::value::{Kind, Type, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;
use crate::world::scene::{Awaits, Cause};
use smallvec::SmallVec;

primitives! {
    family Seats;

    /// The seat after another one in the direction of play; dismissed seats are
    /// left out, passed ones are not.
    #[asks(Next)]
    #[errors("no seat is named and none is acting")]
    next_player(
        /// The seat to count from; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::SEAT;
    example "next_player()" => "B";
    example "next_player(next_player(next_player()))" => "A";
    = Query |r, args| step(r, args, i64::from(r.world.direction));

    /// The seat before another one in the direction of play; dismissed seats are
    /// left out.
    #[errors("no seat is named and none is acting")]
    previous_player(
        /// The seat to count from; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::SEAT;
    example "previous_player()" => "C";
    = Query |r, args| step(r, args, -i64::from(r.world.direction));

    /// All seats in play in the direction of play.
    seats_from(
        /// The seat to begin with, or the next one in play after it; the first
        /// seat in play when it is left out.
        seat: Optional SEAT,
    ) -> Type::List(Kind::Seat);
    example "seats_from(next_player())" => "[B, C, A]";
    example "seats_from()" => "[A, B, C]";
    = Query |r, args| list(r, seats_from(r, given(args, 0).map(crate::vm::kinds::seat).transpose()?));

    /// How many seats of the running state can still choose an action, or are in
    /// the middle of one. It is a number; the seats in play themselves are
    /// `nondismissed_players()`. A seat for which no action is open is not counted. In a
    /// condition of an action, seats that may act are counted whether they find
    /// something to do or not.
    #[counts("write `nondismissed_players()` for the seats themselves")]
    #[idle_in(Auto:
        "nobody can act in an `auto` state, so this is always 0";
        "ask in the state in which seats act, or count seats with `count_nondismissed_players()`"
    )]
    active_players() -> Type::NUMBER;
    example "active_players()" => "1";
    = Query |r, _| Ok(number_of(active(r)?.len()));

    /// All seats that are not dismissed, in their order.
    nondismissed_players() -> Type::List(Kind::Seat);
    example "nondismissed_players()" => "[A, B, C]";
    = Query |r, _| list(r, r.playing().into_iter().map(Value::Seat));

    /// All seats in play but one, in their order.
    #[errors("no seat is named and none is acting")]
    other_players(
        /// The seat that is left out; the acting one when it is not named.
        seat: Optional SEAT,
    ) -> Type::List(Kind::Seat);
    example "other_players()" => "[B, C]";
    example "other_players(next_player())" => "[A, C]";
    = Query |r, args| {
        let one = seat_or_acting(r, args, 0)?;
        list(r, r.playing().minus(SeatSet::one(one)).into_iter().map(Value::Seat))
    };

    /// How many seats are not dismissed.
    #[asks(Seats)]
    #[counts("write `nondismissed_players()` for the seats themselves")]
    count_nondismissed_players() -> Type::NUMBER;
    example "count_nondismissed_players()" => "3";
    = Query |r, _| Ok(number_of(r.playing().len()));

    /// All seats that are dismissed, in their order.
    dismissed_players() -> Type::List(Kind::Seat);
    example ["dismiss_player(next_player())"] "dismissed_players()" => "[B]";
    = Query |r, _| list(r, r.world.dismissed.into_iter().map(Value::Seat));

    /// Whether a seat is dismissed.
    #[errors("no seat is named and none is acting")]
    is_dismissed(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::BOOL;
    example "is_dismissed(next_player())" => "false";
    = Query |r, args| Ok(Value::Bool(r.world.dismissed.contains(seat_or_acting(r, args, 0)?)));

    /// Puts seats out of play: what they were in the middle of ends, and they
    /// watch until `recall_players`. The steps after this one are still done, even
    /// in an action of a seat that it puts out; an action that waits for the seat's
    /// answer, or below a pushed state, is not gone on with.
    #[ends(Turn)]
    dismiss_player(
        /// The seat.
        who: Required EACH,
    ) -> Type::Nothing;
    example "dismiss_player(next_player())", "next_player()" => "C";
    = Step |e, args| {
        turns::dismiss(e, seat(args, 0)?)?;
        Ok(Value::Nothing)
    };

    /// Brings all dismissed seats back into play.
    recall_players() -> Type::Nothing;
    example ["dismiss_player(next_player())"] "recall_players()", "next_player()" => "B";
    = Step |e, _| {
        turns::recall(e);
        Ok(Value::Nothing)
    };
}

fn step(r: &Reader<'_>, args: &[Value], steps: i64) -> Run<Value> {
    Ok(maybe_seat(r.seat_after(seat_or_acting(r, args, 0)?, steps)))
}

/// The seats in play in the direction of play, beginning with one of them.
fn seats_from(r: &Reader<'_>, first: Option<Seat>) -> SmallVec<[Value; 8]> {
    let playing = r.playing();
    let direction = i64::from(r.world.direction);
    let first = match first {
        Some(seat) if !playing.contains(seat) => r.seat_after(seat, direction),
        Some(seat) => Some(seat),
        None => playing.lowest(),
    };
    let next = |seat: &Seat| r.seat_after(*seat, direction).filter(|s| Some(*s) != first);
    std::iter::successors(first, next)
        .take(playing.len())
        .map(Value::Seat)
        .collect()
}

/// The seats that may still act, or are in the middle of an action.
fn active(r: &Reader<'_>) -> Run<SeatSet> {
    if r.world.over {
        return Ok(SeatSet::EMPTY);
    }
    let scene = r.world.scene.scene;
    let mut active = SeatSet::EMPTY;
    for frame in r
        .world
        .suspended
        .iter()
        .filter(|f| f.scene == scene && f.awaits != Awaits::Pop)
    {
        active = active.or(frame.waiting());
        if let (Cause::Act(_), Some(actor)) = (frame.cause, frame.actor) {
            active.insert(actor);
        }
    }
    let free = control::may_act(r).minus(active);
    let counting = &r.temp.counting;
    if counting.replace(true) {
        return Ok(active.or(free));
    }
    let found = with_something_to_do(r, free);
    counting.set(false);
    Ok(active.or(found?))
}

fn with_something_to_do(r: &Reader<'_>, seats: SeatSet) -> Run<SeatSet> {
    let def = r.program().state(r.world.scene.state);
    if def.ask_everyone {
        return Ok(seats);
    }
    let mut found = SeatSet::EMPTY;
    let mut candidates = SmallVec::new();
    for seat in seats {
        let reader = Reader {
            player: Some(seat),
            ..*r
        };
        for &action in &def.actions {
            candidates.clear();
            look_at(r, 16)?;
            let offer = offers::try_offer(&reader, seat, r.program().action(action), &mut candidates)?;
            look_at(r, candidates.len())?;
            if offer.is_ok() {
                found.insert(seat);
                break;
            }
        }
    }
    Ok(found)
}
