//! Who plays with whom, and what kind of seat each is.

use super::args::{arg, list, maybe_seat, number_of, seat, seat_or_acting};
use super::macros::primitives;
use super::param_types::{ROLE, SEAT, SEATS, WHOLE};
use crate::fault::{FaultKind, Run};
use crate::ids::SeatSet;
use crate::play::visibility;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::{Engine, Reader};
use crate::world::members;
use smallvec::SmallVec;

primitives! {
    family Teams;

    /// The number of a seat's team, counted from 0. A seat that plays alone is a
    /// team of its own.
    #[errors("no seat is named and none is acting")]
    team_of(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example "team_of()" => "0";
    example "team_of(next_player())" => "1";
    = Query |r, args| Ok(number_of(members::team(r.world, r.table, seat_or_acting(r, args, 0)?).into()));

    /// Forms teams from now on: each parameter is the seats of one. Seats that no parameter names play alone. Without
    /// parameters the teams are again what they were before the game. Everybody sees them.
    #[errors("a seat is named twice")]
    set_teams(
        /// The seats of each team.
        teams: Rest SEATS,
    ) -> Type::Nothing;
    example "set_teams([next_player(), $player])", "same_team($player, next_player())" => "true";
    = Step set_teams;

    /// What a seat's team is called; nothing when it has no name.
    #[errors("no seat is named and none is acting")]
    team_name(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::STRING;
    example "team_name()" => "Red";
    = Query |r, args| {
        let team = members::team(r.world, r.table, seat_or_acting(r, args, 0)?);
        let names = r.program().seats.teams.as_ref().map_or(&[][..], |t| &t.names);
        Ok(names.get(usize::from(team)).map_or(Value::Nothing, |name| Value::Str(*name)))
    };

    /// The seats of a team, in their order, dismissed ones too.
    team_seats(
        /// The number of the team, counted from 0.
        team: Required WHOLE,
    ) -> Type::List(Kind::Seat);
    example "team_seats(0)" => "[A, C]";
    = Query |r, args| {
        let team = crate::vm::kinds::whole(arg(args, 0))?;
        let of = |s: &crate::ids::Seat| i64::from(members::team(r.world, r.table, *s)) == team;
        seats(r, r.table.every_seat().into_iter().filter(of).collect())
    };

    /// A seat and those who play with it, in their order, dismissed ones too.
    #[errors("no seat is named and none is acting")]
    allies(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::List(Kind::Seat);
    example "allies()" => "[A, C]";
    example "allies(next_player())" => "[B]";
    = Query |r, args| seats(r, members::allies(r.world, r.table, seat_or_acting(r, args, 0)?));

    /// Those who play with a seat, without itself, dismissed ones too.
    #[errors("no seat is named and none is acting")]
    partners(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::List(Kind::Seat);
    example "partners()" => "[C]";
    = Query |r, args| {
        let own = seat_or_acting(r, args, 0)?;
        seats(r, members::allies(r.world, r.table, own).minus(SeatSet::one(own)))
    };

    /// The one who plays with a seat: of several the next in the order of seats;
    /// nothing when it plays alone.
    #[errors("no seat is named and none is acting")]
    partner(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::SEAT;
    example "partner()" => "C";
    example "partner(partner())" => "A";
    = Query |r, args| {
        let own = seat_or_acting(r, args, 0)?;
        let others = members::allies(r.world, r.table, own).minus(SeatSet::one(own));
        let after = others.into_iter().find(|s| *s > own);
        Ok(maybe_seat(after.or(others.lowest())))
    };

    /// The seats of persons that are in other teams than a seat, in their order,
    /// dismissed ones too.
    #[errors("no seat is named and none is acting")]
    opponents(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::List(Kind::Seat);
    example "opponents()" => "[B]";
    = Query |r, args| seats(r, members::opponents(r.world, r.table, seat_or_acting(r, args, 0)?));

    /// Whether two seats play together; a seat always does with itself.
    same_team(
        /// One seat.
        a: Required SEAT,
        /// The other.
        b: Required SEAT,
    ) -> Type::BOOL;
    example "same_team($player, next_player())" => "false";
    = Query |r, args| Ok(Value::Bool(members::team(r.world, r.table, seat(args, 0)?) == members::team(r.world, r.table, seat(args, 1)?)));

    /// The role of a seat, by its name; nothing where seats have none.
    #[errors("no seat is named and none is acting")]
    role_of(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::STRING;
    example "role_of()" => "player";
    example "role_of($roles.bank)" => "bank";
    = Query |r, args| {
        let role = r.table.role(seat_or_acting(r, args, 0)?);
        let def = role.and_then(|at| r.program().seats.roles.get(usize::from(at)));
        Ok(def.map_or(Value::Nothing, |role| Value::Str(role.name)))
    };

    /// Whether a seat has a role.
    has_role(
        /// The seat.
        seat: Required SEAT,
        /// The role.
        role: Required ROLE,
    ) -> Type::BOOL;
    example "has_role($player, 'bank')" => "false";
    = Query |r, args| Ok(Value::Bool(with_role(r, arg(args, 1))?.contains(seat(args, 0)?)));

    /// The seats of a role, in their order, dismissed ones too. `$roles.name` is
    /// short for it.
    role_seats(
        /// The role.
        role: Required ROLE,
    ) -> Type::List(Kind::Seat);
    example "role_seats('player')" => "[A, B, C]";
    = Query |r, args| seats(r, with_role(r, arg(args, 0))?);

    /// The first seat of a role; nothing when nobody has it. Where exactly one
    /// seat has the role, `$roles.name` is short for it.
    role_seat(
        /// The role.
        role: Required ROLE,
    ) -> Type::SEAT;
    example "role_seat('bank')" => "The bank";
    example "count_cards($roles.bank.front)" => "0";
    = Query |r, args| Ok(maybe_seat(with_role(r, arg(args, 0))?.lowest()));

    /// Whether the game itself plays a seat.
    #[errors("no seat is named and none is acting")]
    is_automatic(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::BOOL;
    example "is_automatic()" => "false";
    example "is_automatic($roles.bank)" => "true";
    = Query |r, args| Ok(Value::Bool(r.table.seating.automatic.contains(seat_or_acting(r, args, 0)?)));
}

fn set_teams(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let teams = args.iter().map(|seats| e.reader().seat_set(*seats));
    let teams = teams.collect::<Run<SmallVec<[SeatSet; 8]>>>()?;
    if members::form_teams(e.world, e.table, &teams).is_err() {
        return Err(FaultKind::Primitive("a seat is in two teams").into());
    }
    if e.table.program.zones.visible_by_turn {
        visibility::refresh_visibility(e);
    }
    Ok(Value::Nothing)
}

fn seats(r: &Reader<'_>, set: SeatSet) -> Run<Value> {
    list(r, set.into_iter().map(Value::Seat))
}

/// The seats of the role of a name.
fn with_role(r: &Reader<'_>, name: Value) -> Run<SeatSet> {
    let at = match name {
        Value::Str(id) => r.program().seats.roles.iter().position(|role| role.name == id),
        _ => None,
    };
    let at = at.ok_or(FaultKind::Primitive("there is no such role"))?;
    let of = |s: &crate::ids::Seat| r.table.role(*s).map(usize::from) == Some(at);
    Ok(r.table.every_seat().into_iter().filter(of).collect())
}
