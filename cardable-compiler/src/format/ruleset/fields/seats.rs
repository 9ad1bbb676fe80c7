//! The table as a whole: roles and teams.

use super::Zone;
use crate::format::shapes::NameOr;
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{Any, At, List, Name, OneOrList, String, Whole};

/// A number of seats.
pub(crate) type Seats = Whole<u8, 1, 32>;

object! {
    /// the zones of the table
    struct GameArea<'n> = GAME_AREA: "game area" {
        /// zones there is one of
        shared_zones: OneOrList<Zone<'n>>,
        /// zones every seat has
        player_zones: OneOrList<Zone<'n>>,
        /// what kinds of seats there are; without any, all seats are alike
        roles: OneOrList<NameOr<'n, Role<'n>>>,
        /// who plays together: `across`, how many teams, or a list of the teams' seats
        teams: TeamsForm<'n>,
    }
}

words! {
    /// Who plays together, in a word.
    enum TeamsWord {
        /// two seats across from each other; nobody where their number is odd
        Across = "across",
        /// as is chosen before the game; nobody when nothing is
        Chosen = "chosen",
    }
}

any_of! {
    /// Who plays together: a word, a number of teams, or more.
    enum TeamsForm<'n> {
        Word(TeamsWord),
        Alternate(Seats),
        Long(Teams<'n>),
        Listed(List<Any>),
    }
}

object! {
    /// a kind of seat
    struct Role<'n> = ROLE: "role" {
        /// its name
        name: At<Name>,
        /// what players read instead of the name
        label: String => for_people,
        /// the game itself plays it, by automatic actions; no person holds such a seat
        automatic: bool,
        /// how many seats have it: a number, or [fewest, most]; any number when left out, of an automatic role one
        seats: At<RoleSeats<'n>>,
    }
}

any_of! {
    /// How many seats have a role.
    enum RoleSeats<'n> {
        Exactly(Whole<u8, 0, 32>),
        Between(List<Any>),
    }
}

object! {
    /// who plays together
    struct Teams<'n> = TEAMS: "teams" {
        /// `across`, how many teams, or a list of the teams' seats
        arrangement: Arranged<'n>,
        /// whether other teams can be chosen before the game
        chosen: bool,
        /// what the teams are called, in their order
        names: OneOrList<Name>,
    }
}

any_of! {
    /// How seats are arranged to teams.
    enum Arranged<'n> {
        Across(Across),
        Alternate(Seats),
        Listed(List<Any>),
    }
}

words! {
    /// The arrangement that a word says.
    enum Across {
        /// two seats across from each other
        Across = "across",
    }
}
