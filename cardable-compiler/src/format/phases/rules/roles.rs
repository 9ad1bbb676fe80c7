//! Roles: players, and those that the rules play.

use super::Reader;
use super::fields::{FILE, ROLE};
use crate::text::diag::{Code as Problem, meant_or_listed};
use crate::text::json::Node;
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

impl Reader<'_> {
    /// Reads the roles. Players have seats; roles that the rules play have none.
    pub(super) fn roles(&mut self, root: &Node) {
        let Some(list) = FILE.get(root, "roles") else {
            return;
        };
        for node in list.items() {
            let (Some(name), Some(human)) = (
                ROLE.get(node, "name").and_then(Node::as_str),
                ROLE.get(node, "isHuman").and_then(Node::as_bool),
            ) else {
                continue;
            };
            let count = ROLE.get(node, "count").and_then(Node::as_i64);
            let per_player = ROLE.get(node, "count").and_then(Node::as_str).is_some();
            if self.facts.roles.iter().any(|r| r.name == name) {
                self.b.error(
                    Problem::DuplicateName,
                    node.span,
                    format!("there are two roles `{name}`"),
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            if per_player && !human {
                self.b.error(
                    Problem::NotAChoice,
                    node.span,
                    format!("`{name}` is played by the rules and cannot be there for every player"),
                    "write `\"count\": 1`, or `\"isHuman\": true`".to_owned(),
                );
            }
            if let (Some(count @ 2..), false) = (count, human) {
                let at = ROLE.get(node, "count").map_or(node.span, |n| n.span);
                self.b.error(
                    Problem::SeveralOfRole,
                    at,
                    format!("`{name}` is played by the rules, so there is one of it, and not {count}"),
                    format!(
                        "write `\"count\": 1`; for a second one add another role, such as `{name}_2`, with zones of its own"
                    ),
                );
            }
            self.facts.roles.push(Role {
                name: name.to_owned(),
                human,
                count: count.and_then(|n| u8::try_from(n).ok()),
                span: node.span,
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
            let help = meant_or_listed(name, &names, "declare it under `roles`");
            self.b
                .error(Problem::UnknownRole, span, format!("unknown role `{name}`"), help);
        }
        found
    }
}
