//! Turns.

use super::args::{arg, count_or, maybe_seat, seat, seat_or_acting, text};
use super::macros::primitives;
use super::param_types::{COUNT, EACH, SEAT, TEXT};
use crate::fault::{FaultKind, Run};
use crate::ids::MAX_SEATS;
use crate::play::{rounds, turns};
use crate::program::StateType;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::Engine;
use crate::world::members;

primitives! {
    family Flow;

    /// The seat whose turn it is; nothing in states without turns.
    turn_player() -> Type::SEAT;
    example "turn_player()" => "A";
    = Query |r, _| Ok(maybe_seat(r.world.scene.turn));

    /// Lets a seat pass: turns leave it out from now on. Its turn ends with the
    /// action, as with any other one.
    #[ends(Turn)]
    #[errors("another word than `state_transition` or `state_cycle`")]
    pass_in_round_robin(
        /// The seat that passes.
        who: Required EACH,
        /// How long: `state_transition`, until the state is left, which is meant
        /// when nothing is said; or `state_cycle`, until the turn comes back to the
        /// seat that began.
        until: Optional TEXT,
    ) -> Type::Nothing;
    example "pass_in_round_robin($player, 'state_transition')", "passed_players()" => "[A]";
    example "pass_in_round_robin(next_player(), 'state_cycle')", "passed_players()" => "[B]";
    = Step |e, args| {
        let who = seat(args, 0)?;
        let for_cycle = match &*text(&e.reader(), arg(args, 1))? {
            "" | "state_transition" => false,
            "state_cycle" => true,
            _ => return Err(FaultKind::Primitive("a pass lasts until `state_transition` or `state_cycle`").into()),
        };
        turns::pass(e, who, for_cycle);
        Ok(Value::Nothing)
    };

    /// The seats that have passed and are left out just now.
    passed_players() -> Type::List(Kind::Seat);
    example ["pass_in_round_robin(all)"] "passed_players()" => "[A, B, C]";
    = Query |r, _| super::args::list(r, r.world.scene.out().into_iter().map(Value::Seat));

    /// Ends a seat's turn: with the action it is in, where turns are taken; at
    /// once, where everybody acts at the same time. A seat that is not on turn
    /// has none to end.
    #[ends(Turn)]
    #[idle_in(Auto, Grandstand:
        "this state has no turns, so nothing ends";
        "end turns where they are taken, in a `round_robin` or `concurrent` state; leave this one by \
         `state_transition`, or by `state_pop` where it was pushed"
    )]
    #[errors("no seat is named and none is acting")]
    end_turn(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::Nothing;
    example "end_turn()", "turn_player()" => "B";
    = Step |e, args| {
        let seat = seat_or_acting(&e.reader(), args, 0)?;
        let kind = e.reader().state_type();
        let scene = &mut e.world.scene;
        match kind {
            StateType::Concurrent => scene.acted.insert(seat),
            StateType::RoundRobin if scene.turn == Some(seat) => scene.ending.insert(seat),
            StateType::RoundRobin | StateType::Grandstand | StateType::Auto => {}
        }
        Ok(Value::Nothing)
    };

    /// Ends a round and begins the next one: zones that fill up at such moments do.
    end_round() -> Type::Nothing;
    example "end_round()", "count_cards('deck')" => "5";
    = Step |e, _| {
        rounds::end_round(e)?;
        Ok(Value::Nothing)
    };

    /// Turns the direction of play round, for the rest of the game.
    reverse_turn_order() -> Type::Nothing;
    example "reverse_turn_order()", "next_player()" => "C";
    = Step |e, _| {
        e.world.direction = if e.world.direction < 0 { 1 } else { -1 };
        Ok(Value::Nothing)
    };

    /// Lets two seats swap their places: each comes in the order of play where the other one came. All else stays with
    /// the seats: zones, data, teams, the turn. Everybody sees it.
    swap_places(
        /// One seat.
        one: Required SEAT,
        /// The other.
        other: Required SEAT,
    ) -> Type::Nothing;
    example "swap_places(next_player(), previous_player())", "seats_from($player)" => "[A, C, B]";
    example "swap_places($player, next_player())", "next_player()" => "C";
    = Step |e, args| {
        members::swap_places(e.world, e.table, seat(args, 0)?, seat(args, 1)?);
        Ok(Value::Nothing)
    };

    /// The direction of play: 1 in the order of the seats, -1 against it.
    turn_direction() -> Type::NUMBER;
    example "turn_direction()" => "1";
    example ["reverse_turn_order()"] "turn_direction()" => "-1";
    = Query |r, _| Ok(Value::Int(r.world.direction.into()));

    /// Leaves seats out when the turn passes next. Further calls add up.
    #[errors("more than 32 seats")]
    skip_next_player(
        /// How many seats, 0 to 32; 1 when it is left out.
        count: Optional COUNT,
    ) -> Type::Nothing;
    example ["skip_next_player()"] "end_turn()", "turn_player()" => "C";
    = Step |e, args| {
        let n = count_or(args, 0, 1, "number of seats")?;
        if n > MAX_SEATS {
            return Err(FaultKind::OutOfRange { what: "number of seats" }.into());
        }
        let skips = &mut e.world.scene.skips;
        *skips = skips.saturating_add(n as u8).min(MAX_SEATS as u8);
        Ok(Value::Nothing)
    };

    /// Says whose turn it is after this one, instead of the next seat's.
    set_next_player(
        /// The seat.
        seat: Required SEAT,
    ) -> Type::Nothing;
    example ["set_next_player(previous_player())"] "end_turn()", "turn_player()" => "C";
    = Step set_next_player;

    /// Gives the seat on turn one more turn after this one.
    #[idle_in(Auto, Grandstand, Concurrent:
        "seats do not take turns in this state, so there is none to add";
        "give the extra turn in the `round_robin` state in which turns are taken"
    )]
    extra_turn() -> Type::Nothing;
    example ["extra_turn()"] "end_turn()", "turn_player()" => "A";
    = Step |e, _| {
        e.world.scene.extra_turn = true;
        Ok(Value::Nothing)
    };
}

fn set_next_player(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    e.world.scene.next = Some(seat(args, 0)?);
    Ok(Value::Nothing)
}
