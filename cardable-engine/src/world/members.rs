//! Who sits at a table: seats, teams and roles.

use super::table::{SeatingData, Table};
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

    pub(crate) fn team(&self, seat: Seat) -> u8 {
        self.seating.teams.get(seat.index()).copied().unwrap_or(seat.0)
    }

    /// Seats of the same team, itself included.
    pub(crate) fn allies(&self, seat: Seat) -> SeatSet {
        let team = self.team(seat);
        self.every_seat()
            .into_iter()
            .filter(|s| self.team(*s) == team)
            .collect()
    }

    /// Seats of persons that are in other teams.
    pub(crate) fn opponents(&self, seat: Seat) -> SeatSet {
        self.all_seats().minus(self.allies(seat))
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
