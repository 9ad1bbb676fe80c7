//! The seat on turn, moved at once: for rules that pass the turn in the middle
//! of what they do and look at the new seat right away.

use super::args::{maybe_seat, seat, text};
use super::macros::primitives;
use super::param_types::{SEAT, TEXT};
use crate::fault::{FaultKind, Run};
use crate::ids::{Seat, SeatSet};
use crate::play::{turns, visibility};
use crate::program::StateType;
use crate::value::{Type, Value};
use crate::vm::engine::{Engine, Reader};

primitives! {
    family Flow;

    /// The seat that automatic actions mean by `$player`: the one on turn, or in
    /// states without turns the one whose action led here.
    current_player() -> Type::SEAT;
    example "current_player()" => "A";
    = Query |r, _| Ok(maybe_seat(current(r)));

    /// Passes the turn on at once, not only when the action is through: to the next seat
    /// in the direction of play, counted from the one that `set_next_player` or
    /// `skip_turn_on` named. Where everybody acts at the same time, the acting seat's
    /// turn ends.
    /// It is what games in phases mean by `end_turn()`; rulesets write `end_turn`.
    #[internal(phases)]
    #[ends(Turn)]
    #[errors("another word than `with`, `against` or `fixed`")]
    pass_turn_on(
        /// Which way: `with` the direction of play, which is meant when nothing is
        /// said; `against` it; or `fixed`, in the order of the seats.
        way: Optional TEXT,
    ) -> Type::Nothing;
    example "pass_turn_on()", "turn_player()" => "B";
    example "pass_turn_on('against')", "turn_player()" => "C";
    example ["reverse_turn_order()"] "pass_turn_on('fixed')", "turn_player()" => "B";
    = Step |e, args| {
        let way = way(e, args)?;
        pass_turn_on(e, way);
        Ok(Value::Nothing)
    };

    /// Leaves a seat out: the turn is meant to be the next seat's, and an end of the turn passes it on
    /// from there. Further calls add up.
    /// It is what games in phases mean by `skip_next_player()`; rulesets write `skip_next_player`.
    #[internal(phases)]
    #[errors("another word than `with`, `against` or `fixed`")]
    skip_turn_on(
        /// Which way, as in `pass_turn_on`.
        way: Optional TEXT,
    ) -> Type::Nothing;
    example ["skip_turn_on()"] "pass_turn_on()", "turn_player()" => "C";
    example ["skip_turn_on()", "skip_turn_on()"] "settle_turn()", "turn_player()" => "C";
    = Step |e, args| {
        let way = way(e, args)?;
        if let Some(from) = e.world.scene.next.or(current(&e.reader())) {
            e.world.scene.next = Some(neighbour(e, from, way));
        }
        Ok(Value::Nothing)
    };

    /// Gives the turn at once to the seat that `set_next_player` or `skip_turn_on` named, when no end
    /// of the turn is to be waited for.
    /// Games in phases need it; in rulesets `set_next_player` counts by itself.
    #[internal(phases)]
    #[ends(Turn)]
    settle_turn() -> Type::Nothing;
    example ["set_next_player(previous_player())"] "settle_turn()", "turn_player()" => "C";
    example ["skip_turn_on()"] "settle_turn()", "turn_player()" => "B";
    = Step |e, _| {
        if let Some(seat) = e.world.scene.next {
            give_turn(e, seat);
        }
        Ok(Value::Nothing)
    };

    /// Lets `$player` mean the seat whose turn it is now, in steps that have moved the turn on.
    /// Games in phases need it for what goes round in an automatic phase; rulesets say `turn_player()`.
    #[internal(phases)]
    follow_turn() -> Type::Nothing;
    example ["pass_turn_on()", "follow_turn()"] "current_player()" => "B";
    = Step |e, _| {
        e.player = e.world.scene.next.or(current(&e.reader()));
        Ok(Value::Nothing)
    };

    /// Gives a seat the turn at once. In states without turns it becomes the seat
    /// that automatic actions mean by `$player`, and that begins in the next state
    /// with turns.
    /// Games in phases need it; rulesets say who begins by `state_type_param`.
    #[internal(dialects)]
    #[ends(Turn)]
    give_turn(
        /// The seat.
        seat: Required SEAT,
    ) -> Type::Nothing;
    example "give_turn(previous_player())", "turn_player()" => "C";
    = Step |e, args| {
        let seat = seat(args, 0)?;
        give_turn(e, seat);
        Ok(Value::Nothing)
    };

    /// Whether every seat of the running state has ended a turn in it.
    #[internal(phases)]
    all_turns_ended() -> Type::BOOL;
    example "all_turns_ended()" => "false";
    example ["pass_turn_on()", "pass_turn_on()", "pass_turn_on()"] "all_turns_ended()" => "true";
    = Query |r, _| {
        let scene = &r.world.scene;
        let ended = match r.state_type() {
            StateType::Concurrent => scene.acted.or(scene.ended),
            StateType::RoundRobin | StateType::Grandstand | StateType::Auto => scene.ended,
        };
        let left = scene.members.minus(r.world.dismissed).minus(scene.out()).minus(ended);
        Ok(Value::Bool(left.is_empty()))
    };

    /// Whether the turn of the acting seat goes on: it is on turn still, or has not
    /// ended its turn where everybody acts at the same time.
    #[internal(phases)]
    turn_goes_on() -> Type::BOOL;
    example "turn_goes_on()" => "true";
    example ["pass_turn_on()"] "turn_goes_on()" => "false";
    = Query |r, _| {
        let scene = &r.world.scene;
        let Some(seat) = r.player else { return Ok(Value::Bool(false)) };
        Ok(Value::Bool(match r.state_type() {
            StateType::Concurrent => !scene.acted.contains(seat),
            StateType::RoundRobin | StateType::Grandstand | StateType::Auto => current(r) == Some(seat),
        }))
    };

    /// Begins the turns anew: a seat has the turn, play goes in the order of the seats, and nobody
    /// has ended a turn in the running state.
    /// Games in phases need it for `reset_round()`; in rulesets a state that is entered does this.
    #[internal(phases)]
    restart_turns(
        /// The seat that has the turn.
        seat: Required SEAT,
    ) -> Type::Nothing;
    example ["reverse_turn_order()", "pass_turn_on()"] "restart_turns(next_player())", "turn_player()" => "C";
    example ["pass_turn_on()", "pass_turn_on()", "pass_turn_on()"] "restart_turns($player)", "all_turns_ended()" => "false";
    = Step |e, args| {
        let seat = seat(args, 0)?;
        e.world.direction = 1;
        e.world.scene.ended = SeatSet::EMPTY;
        e.world.scene.acted = SeatSet::EMPTY;
        give_turn(e, seat);
        Ok(Value::Nothing)
    };

    /// Whether no rule has ended the game.
    /// Games in phases need it, in which what runs by itself runs on to a rest when the game is ended.
    #[internal(phases)]
    game_goes_on() -> Type::BOOL;
    example "game_goes_on()" => "true";
    = Query |r, _| Ok(Value::Bool(r.world.extras.as_ref().is_none_or(|extras| extras.result.is_none())));

    /// The number of a seat, counted from 0; -1 for nobody.
    seat_index(
        /// The seat.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example "seat_index(next_player())" => "1";
    example "seat_index()" => "-1";
    = Query |_, args| Ok(Value::Int(match super::args::given(args, 0) {
        Some(value) => crate::vm::kinds::seat(value)?.0.into(),
        None => -1,
    }));

    /// The seat of a number, counted from 0.
    #[undoes(seat_index)]
    #[errors("there is no seat of that number")]
    seat_at(
        /// The number.
        index: Required super::param_types::COUNT,
    ) -> Type::SEAT;
    example "seat_at(2)" => "C";
    = Query |r, args| Ok(Value::Seat(super::args::seat_of_number(r, args, 0)?));

    /// The zone of a name: a shared one, that of a seat written `hand:0`, or the
    /// acting seat's.
    #[internal(phases)]
    #[errors("no zone has that name")]
    zone_called(
        /// The name.
        name: Required TEXT,
    ) -> Type::ZONE;
    example "zone_called('hand:1')" => "hand of B";
    example "zone_called('deck')" => "deck";
    = Query |r, args| match super::args::arg(args, 0) {
        zone @ Value::Zone(_) => Ok(zone),
        value => zone_called(r, &text(r, value)?),
    };
}

/// Which way a turn passes.
fn way(e: &Engine<'_>, args: &[Value]) -> Run<i8> {
    let direction = e.world.direction;
    match &*text(&e.reader(), super::args::arg(args, 0))? {
        "" | "with" => Ok(direction),
        "against" => Ok(-direction),
        "fixed" => Ok(1),
        _ => Err(FaultKind::Primitive("the turn passes `with`, `against` or `fixed`").into()),
    }
}

fn zone_called(r: &Reader<'_>, name: &str) -> Run<Value> {
    let zones = &r.program().zones;
    let place = |list: &[crate::program::ZoneDef], name: &str| {
        list.iter().position(|z| r.program().str(z.name) == name)
    };
    if let Some(at) = place(&zones.shared, name) {
        return Ok(Value::Zone(r.table.shared_zone(at as u16)));
    }
    let (name, seat) = match name.split_once(':') {
        Some((name, number)) => (name, number.parse().ok().map(Seat)),
        None => (name, r.player),
    };
    match (place(&zones.seat, name), seat) {
        (Some(at), Some(seat)) if seat.index() < r.table.seats => {
            Ok(Value::Zone(r.table.seat_zone(seat, at as u16)))
        }
        _ => Err(FaultKind::Primitive("no zone has that name").into()),
    }
}

/// The seat on turn, or in states without turns the one that led here.
pub(super) fn current(reader: &Reader<'_>) -> Option<Seat> {
    let scene = &reader.world.scene;
    match reader.state_type() {
        StateType::RoundRobin | StateType::Grandstand => scene.turn,
        StateType::Auto | StateType::Concurrent => scene.led_by,
    }
}

fn give_turn(engine: &mut Engine<'_>, seat: Seat) {
    engine.world.scene.next = None;
    match engine.reader().state_type() {
        StateType::RoundRobin | StateType::Grandstand => {
            if engine.world.scene.turn != Some(seat) {
                turns::set_turn(engine, Some(seat));
                if engine.table.program.zones.visible_by_turn {
                    visibility::refresh_visibility(engine);
                }
            }
        }
        StateType::Auto | StateType::Concurrent => engine.world.scene.led_by = Some(seat),
    }
}

fn pass_turn_on(engine: &mut Engine<'_>, way: i8) {
    let at_once = engine.reader().state_type() == StateType::Concurrent;
    if at_once {
        if let Some(seat) = engine.player {
            engine.world.scene.acted.insert(seat);
        }
        if !engine.table.program.semantics.turn_outlasts {
            return;
        }
    }
    let Some(from) = current(&engine.reader()) else {
        return;
    };
    // Where all act at once, the turn that outlasts the state moves on with every turn that ends.
    if !at_once {
        engine.world.scene.ended.insert(from);
    }
    let next = neighbour(engine, engine.world.scene.next.unwrap_or(from), way);
    give_turn(engine, next);
}

/// The next member that takes part in turns; the seat itself when there is
/// no other.
fn neighbour(engine: &Engine<'_>, from: Seat, way: i8) -> Seat {
    let scene = &engine.world.scene;
    let set: SeatSet = scene.members.minus(engine.world.dismissed).minus(scene.out());
    let n = engine.table.seats as i32;
    let mut at = i32::from(from.0);
    for _ in 0..n {
        at = (at + i32::from(way) + n) % n;
        if set.contains(Seat(at as u8)) {
            return Seat(at as u8);
        }
    }
    from
}
