//! Roles and teams as a ruleset declares them.

use super::op::Code;
use crate::ids::StrId;
use serde::{Deserialize, Serialize};

/// The most roles that a ruleset may have.
pub const MAX_ROLES: usize = 16;

/// What kind of seat there can be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoleDef {
    pub name: StrId,
    pub label: Option<StrId>,
    /// Whether the game itself plays it: no person holds such a seat.
    pub automatic: bool,
    /// Fewest seats of this role.
    pub min: u8,
    /// Most seats of this role; of an automatic one exactly so many.
    pub max: u8,
}

/// Several roles, by their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RoleSet(pub u16);

impl RoleSet {
    /// Whether a role belongs to it.
    pub fn contains(self, role: u8) -> bool {
        self.0 >> (role & 15) & 1 == 1 && role < 16
    }

    pub fn insert(&mut self, role: u8) {
        self.0 |= 1 << (role & 15);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// How seats that persons hold are put into teams.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Arrangement {
    /// Every seat is a team of its own.
    #[default]
    Alone,
    /// Two seats across from each other; with an odd number everybody is alone.
    Across,
    /// So many teams, whose seats alternate.
    Alternate(u8),
    /// The seats of each team; those that are in none are alone.
    Listed(Vec<Vec<u8>>),
}

impl Arrangement {
    /// The team of each of `n` seats. Seats that are alone have numbers of their own.
    pub fn teams(&self, n: usize) -> Vec<u8> {
        let alone = || (0..n as u8).collect();
        match self {
            Arrangement::Alone => alone(),
            Arrangement::Across if n % 2 == 1 || n < 4 => alone(),
            Arrangement::Across => (0..n).map(|seat| (seat % (n / 2)) as u8).collect(),
            Arrangement::Alternate(teams) => {
                let teams = usize::from(*teams).clamp(1, n.max(1));
                (0..n).map(|seat| (seat % teams) as u8).collect()
            }
            Arrangement::Listed(teams) => {
                let mut next = teams.len() as u8;
                let team = |seat: usize| {
                    let listed = teams
                        .iter()
                        .position(|t| t.iter().any(|s| usize::from(*s) == seat));
                    listed.map_or_else(
                        || {
                            next += 1;
                            next - 1
                        },
                        |at| at as u8,
                    )
                };
                (0..n).map(team).collect()
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TeamsDef {
    /// How seats are put into teams when nobody chooses.
    pub arrangement: Arrangement,
    /// Whether the teams can be chosen before the game.
    pub chosen: bool,
    /// What the teams are called, by their numbers.
    pub names: Vec<StrId>,
}

/// Which seats take part in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Players {
    Roles(RoleSet),
    /// Those for which a condition holds, with the seat as `$player`.
    When(Code),
    Named(Code),
}

/// How many seats there are, and of what kinds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Seats {
    pub min: u8,
    pub max: u8,
    /// What kinds of seats there are; none where all are alike.
    pub roles: Vec<RoleDef>,
    /// The teams, where seats play together.
    pub teams: Option<TeamsDef>,
}

impl Seats {
    /// How many the game itself plays.
    pub fn automatic(&self) -> usize {
        let automatic = self.roles.iter().filter(|role| role.automatic);
        automatic.map(|role| usize::from(role.max)).sum()
    }
}
