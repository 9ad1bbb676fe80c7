//! Who sits at a table: seats, teams and roles.

use super::table::{SeatingData, Table};
use super::whole::World;
use crate::ids::{Seat, SeatSet, StateId};
use crate::program::RoleSet;

impl Table {
    /// All seats, those that the game itself plays too.
    #[inline]
    pub fn every_seat(&self) -> SeatSet {
        SeatSet::first(self.seats)
    }

    /// Who sits at the table, for another one that is like it.
    pub fn seating(&self) -> SeatingData {
        self.seating.clone()
    }

    /// The team of a seat before the rules formed others.
    pub(crate) fn team(&self, seat: Seat) -> u8 {
        self.seating.teams.get(seat.index()).copied().unwrap_or(seat.0)
    }

    /// The role of a seat, by its place among the ruleset's.
    pub(crate) fn role(&self, seat: Seat) -> Option<u8> {
        self.seating.roles.get(seat.index()).copied()
    }

    /// The seats that have one of some roles.
    pub(crate) fn with_roles(&self, roles: RoleSet) -> SeatSet {
        let of = |s: &Seat| self.role(*s).is_some_and(|role| roles.contains(role));
        self.every_seat().into_iter().filter(of).collect()
    }

    /// Whether some seats of a scene may have to stay apart from a state.
    #[inline]
    pub(crate) fn chooses_members(&self, state: StateId) -> bool {
        !self.seating.automatic.is_empty() || self.program.state(state).players.is_some()
    }
}

/// The team of a seat.
pub(crate) fn team(world: &World, t: &Table, seat: Seat) -> u8 {
    let formed = world.extras.as_ref();
    let formed = formed.and_then(|extras| extras.teams.get(seat.index()));
    formed.copied().unwrap_or_else(|| t.team(seat))
}

/// Forms teams of seats; those that are in none play alone. Without teams they are again what they were before the game.
/// Returns a seat that is in two, and then forms none.
pub(crate) fn form_teams(world: &mut World, t: &Table, formed: &[SeatSet]) -> Result<(), Seat> {
    let mut teams = Vec::new();
    if !formed.is_empty() {
        let mut named = SeatSet::EMPTY;
        teams = vec![u8::MAX; t.seats];
        for (team, seats) in (0..).zip(formed) {
            if let Some(seat) = named.and(*seats).lowest() {
                return Err(seat);
            }
            named = named.or(*seats);
            for seat in *seats {
                teams[seat.index()] = team;
            }
        }
        let alone = teams.iter_mut().filter(|team| **team == u8::MAX);
        for (team, one) in (formed.len() as u8..).zip(alone) {
            *one = team;
        }
    }
    world.extras_mut().teams = teams;
    Ok(())
}

/// The teams that the rules have formed, in the order of their numbers; none where they have formed none.
pub(crate) fn formed_teams(world: &World) -> Vec<SeatSet> {
    let teams = world.extras.as_ref().map_or(&[][..], |extras| &extras.teams);
    let seats_of = |team| (0..).zip(teams).filter(move |(_, of)| **of == team);
    let most = teams.iter().max().map_or(0, |last| last + 1);
    (0..most)
        .map(|team| seats_of(team).map(|(seat, _)| Seat(seat)).collect())
        .collect()
}

/// The seats in the order of play, where some have swapped their places.
#[inline]
pub(crate) fn places(world: &World) -> Option<&[Seat]> {
    let extras = world.extras.as_ref()?;
    (!extras.places.is_empty()).then_some(extras.places.as_slice())
}

/// The place of a seat in the order of play, counted from 0.
#[inline]
pub(crate) fn place_of(world: &World, seat: Seat) -> u8 {
    match places(world) {
        None => seat.0,
        Some(places) => places.iter().position(|other| *other == seat).unwrap_or_default() as u8,
    }
}

/// The seat at a place in the order of play.
#[inline]
pub(crate) fn seat_at(world: &World, place: u8) -> Seat {
    match places(world) {
        None => Seat(place),
        Some(places) => places.get(usize::from(place)).copied().unwrap_or(Seat(place)),
    }
}

/// The seat at the place to which the place of another leads.
#[cold]
pub(crate) fn across(places: &[Seat], seat: Seat, lead: impl FnOnce(u8) -> u8) -> Seat {
    let place = places.iter().position(|other| *other == seat).unwrap_or_default() as u8;
    places.get(usize::from(lead(place))).copied().unwrap_or(seat)
}

/// Lets two seats swap their places in the order of play.
pub(crate) fn swap_places(world: &mut World, t: &Table, one: Seat, other: Seat) {
    let mut seats: Vec<Seat> = (0..t.seats as u8).map(|place| seat_at(world, place)).collect();
    let (a, b) = (place_of(world, one), place_of(world, other));
    seats.swap(a.into(), b.into());
    // In their own places they need no list.
    if (0..).zip(&seats).all(|(place, seat)| Seat(place) == *seat) {
        seats.clear();
    }
    world.extras_mut().places = seats;
}

/// Seats of the same team, itself included.
pub(crate) fn allies(world: &World, t: &Table, seat: Seat) -> SeatSet {
    let own = team(world, t, seat);
    let seats = t.every_seat().into_iter();
    seats.filter(|s| team(world, t, *s) == own).collect()
}

/// Seats of persons that are in other teams.
pub(crate) fn opponents(world: &World, t: &Table, seat: Seat) -> SeatSet {
    t.all_seats().minus(allies(world, t, seat))
}
