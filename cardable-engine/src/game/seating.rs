//! Who sits where.

use crate::game::Game;
use crate::ids::Seat;
use crate::world::table::Table;

/// Who sits where in a game: names, teams and roles. They stay as they are until it is over.
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(7))?;
/// let seating = game.seating();
/// assert_eq!((seating.count(), seating.persons()), (2, 2));
/// assert_eq!(seating.name(Seat(1)), Some("Grace"));
/// assert_ne!(seating.team(Seat(0)), seating.team(Seat(1))); // everybody plays alone
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias = "seats")]
#[doc(alias = "players")]
pub struct Seating<'g> {
    table: &'g Table,
}

impl Game {
    /// Who sits where.
    pub fn seating(&self) -> Seating<'_> {
        Seating {
            table: &self.table.table,
        }
    }
}

impl<'g> Seating<'g> {
    /// How many seats there are, those that the game itself plays too: they come last.
    pub fn count(self) -> usize {
        self.table.seats
    }

    /// How many seats persons or bots hold.
    pub fn persons(self) -> usize {
        self.table.all_seats().len()
    }

    /// A seat's name; None where there is no such seat.
    pub fn name(self, seat: Seat) -> Option<&'g str> {
        self.table.seating.names.get(seat.index()).map(|name| &**name)
    }

    /// The names of all seats, in their order.
    pub fn names(self) -> impl Iterator<Item = &'g str> {
        self.table.seating.names.iter().map(|name| &**name)
    }

    /// The team of a seat, as a number from 0. Where nobody plays together, every
    /// seat is a team of its own.
    pub fn team(self, seat: Seat) -> u8 {
        self.table.team(seat)
    }

    /// What a seat's team is called; None where the ruleset gives it no name.
    pub fn team_name(self, seat: Seat) -> Option<&'g str> {
        let program = &self.table.program;
        let names = &program.seats.teams.as_ref()?.names;
        let name = names.get(usize::from(self.table.team(seat)))?;
        Some(program.str(*name))
    }

    /// The name of a seat's role; None where seats have none.
    pub fn role(self, seat: Seat) -> Option<&'g str> {
        let program = &self.table.program;
        let def = program.seats.roles.get(usize::from(self.table.role(seat)?))?;
        Some(program.str(def.name))
    }

    /// Whether the game itself plays a seat.
    pub fn is_automatic(self, seat: Seat) -> bool {
        self.table.seating.automatic.contains(seat)
    }
}
