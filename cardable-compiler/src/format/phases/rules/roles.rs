//! Roles: players, and those that the rules play.

use super::PhasesReader;
use super::fields::{File, RoleCount};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::fields::read::Text;
use crate::text::source::Span;

/// A part in the game.
#[derive(Clone, Debug)]
pub(super) struct Role {
    pub(super) name: String,
    /// Whether players have it.
    pub(super) human: bool,
    /// How many there are; nothing for every player.
    pub(super) count: Option<u8>,
    span: Span,
}

impl PhasesReader<'_> {
    /// Reads the roles. Players have seats; roles that the rules play have none.
    pub(super) fn roles(&mut self, file: File<'_>) {
        let Some(list) = file.roles().node else {
            return;
        };
        for role in file.roles() {
            let (Some(name), Some(human)) = (role.name().map(Text::as_str), role.is_human()) else {
                continue;
            };
            let span = role.node.span;
            let written = role.count();
            let (count, per_player) = match written.and_then(|count| count.value) {
                None => (None, false),
                Some(RoleCount::Seats(count)) => (Some(count), false),
                Some(RoleCount::PerPlayer(_)) => (None, true),
            };
            if self.facts.roles.iter().any(|r| r.name == name) {
                self.b.error(
                    Problem::DuplicateName,
                    span,
                    format!("there are two roles `{name}`"),
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            if per_player && !human {
                self.b.error(
                    Problem::NotAChoice,
                    span,
                    format!("`{name}` is played by the rules and cannot be there for every player"),
                    "write `\"count\": 1`, or `\"isHuman\": true`".to_owned(),
                );
            }
            if let (Some(count @ 2..), false) = (count, human) {
                self.b.error(
                    Problem::SeveralOfRole,
                    written.map_or(span, |count| count.span()),
                    format!("`{name}` is played by the rules, so there is one of it, and not {count}"),
                    format!(
                        "write `\"count\": 1`; for a second one add another role, such as `{name}_2`, with zones of its own"
                    ),
                );
            }
            self.facts.roles.push(Role {
                name: name.to_owned(),
                human,
                count,
                span,
            });
        }
        if !self.facts.roles.iter().any(|r| r.human) && list.as_str().is_none() {
            self.b.error(
                Problem::MissingField,
                list.span,
                "nobody can play: no role is human",
                "add `{ \"name\": \"player\", \"isHuman\": true, \"count\": \"per_player\" }`".to_owned(),
            );
        }
        self.fixed_seats();
    }

    /// Where no role is there for every player, the numbers of the roles say how
    /// many play.
    fn fixed_seats(&mut self) {
        let humans: Vec<&Role> = self.facts.roles.iter().filter(|r| r.human).collect();
        let Some(sum) = humans
            .iter()
            .map(|r| r.count)
            .try_fold(0u8, |sum, n| Some(sum.saturating_add(n?)))
        else {
            return;
        };
        let (min, max) = self.b.hir.head.seats;
        let Some(span) = humans.first().map(|r| r.span) else {
            return;
        };
        if sum == 0 {
            return;
        }
        if sum < min || sum > max {
            self.b.error(
                Problem::OutOfBounds,
                span,
                format!("the roles are for {sum} players, `meta.players` says {min} to {max}"),
                "write `\"count\": \"per_player\"`, or let the numbers agree".to_owned(),
            );
            return;
        }
        self.b.hir.head.seats = (sum, sum);
    }

    /// The role of a name, or an error that says which was meant.
    pub(super) fn role(&mut self, name: &str, span: Span) -> Option<usize> {
        let found = self.facts.roles.iter().position(|r| r.name == name);
        if found.is_none() {
            let names: Vec<&str> = self.facts.roles.iter().map(|r| r.name.as_str()).collect();
            let help = suggestion_or_list(name, &names, "declare it under `roles`");
            self.b
                .error(Problem::UnknownRole, span, format!("unknown role `{name}`"), help);
        }
        found
    }
}
