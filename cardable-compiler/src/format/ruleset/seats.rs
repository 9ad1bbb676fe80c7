//! Roles and teams as declared in `game_area`, and which seats a state is for.

use super::fields::{Arranged, GameArea, Role, RoleSeats, State, TeamsForm, TeamsWord};
use super::values::RulesetReader;
use crate::format::entries;
use crate::format::shapes::NameOr;
use crate::hir::Scope;
use crate::hir::build::roles::{self, MAX_SEATS};
use crate::secrecy::steps;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Any, At, FieldType, Items, Name, OneOrList};
use crate::text::json::Node;
use cardable_engine::ids::{Seat, SeatSet};
use cardable_engine::program::{Arrangement, MAX_ROLES, Players, RoleDef, RoleSet, TeamsDef};
use cardable_engine::value::{Kind, Type};

/// Declares roles and teams.
pub(super) fn seats(reader: &mut RulesetReader<'_>, area: Option<GameArea<'_>>) {
    let Some(area) = area else { return };
    for written in area.roles() {
        role(reader, written);
    }
    if let Some(node) = area.roles().node {
        roles::check_roles(reader.b, node.span);
    }
    if let Some(written) = area.teams() {
        teams(reader, written);
    }
}

fn role(reader: &mut RulesetReader<'_>, written: NameOr<'_, Role<'_>>) {
    let (node, name, fields) = match written {
        NameOr::Name(name) => (name.node, At::<Name>::read(name.node), None),
        NameOr::Itself(role) => (role.node, role.name(), Some(role)),
    };
    if entries::skips(reader.b, node, name, "role") {
        return;
    }
    let Some(name) = name.and_then(|name| name.value) else {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "a role has a `name`",
            "write its name, such as `\"dealer\"`, or `{ \"name\": \"dealer\", \"seats\": 1 }`",
        );
        return;
    };
    if reader.b.hir.role_named(&name).is_some() {
        let message = format!("there are two roles `{name}`");
        reader.b.error(
            Problem::DuplicateName,
            node.span,
            message,
            "call one of the two otherwise, or give one more `seats`",
        );
        return;
    }
    let words = super::zones::who_words();
    if words.contains(&name.replace('_', "-").as_str()) {
        reader.b.error(
            Problem::DuplicateName,
            node.span,
            format!("`{name}` means something else where it is said who sees a zone"),
            "give the role another name".to_owned(),
        );
        return;
    }
    let automatic = fields.and_then(Role::automatic) == Some(true);
    let usual = if automatic { (1, 1) } else { (0, MAX_SEATS) };
    let bounds = fields.and_then(Role::seats);
    let found = bounds.map_or(Some(usual), |seats| role_bounds(seats.value?));
    let Some((min, max)) = found.filter(|(min, max)| !automatic || (min == max && *max > 0)) else {
        reader.b.error(
            Problem::OutOfBounds,
            bounds.map_or(node.span, |seats| seats.span()),
            "how many seats have a role is a number, or the fewest and the most",
            if automatic {
                "write a number from 1 on: an automatic role always has as many seats".to_owned()
            } else {
                "write `1`, or `[0, 2]`".to_owned()
            },
        );
        return;
    };
    if reader.b.hir.roles.len() >= MAX_ROLES {
        let message = format!("a ruleset has at most {MAX_ROLES} roles");
        reader.b.error(
            Problem::TooComplex,
            node.span,
            message,
            "make one role of several, and tell its seats apart by `player_data`",
        );
        return;
    }
    let label = fields.and_then(Role::label);
    let label = label.map(|label| reader.b.intern(&label));
    let name = reader.b.intern(&name);
    reader.b.hir.roles.push(RoleDef {
        name,
        label,
        automatic,
        min,
        max,
    });
}

fn teams(reader: &mut RulesetReader<'_>, written: TeamsForm<'_>) {
    let none = Items::default();
    let (arrangement, chosen, names) = match written {
        TeamsForm::Word(TeamsWord::Chosen) => (Arrangement::Alone, true, none),
        TeamsForm::Word(TeamsWord::Across) => (Arrangement::Across, false, none),
        TeamsForm::Alternate(teams) => (Arrangement::Alternate(teams), false, none),
        TeamsForm::Listed(teams) => (listed_teams(reader, teams), false, none),
        TeamsForm::Long(teams) => {
            let arrangement = match teams.arrangement() {
                None => Arrangement::Alone,
                Some(Arranged::Across(_)) => Arrangement::Across,
                Some(Arranged::Alternate(teams)) => Arrangement::Alternate(teams),
                Some(Arranged::Listed(teams)) => listed_teams(reader, teams),
            };
            (arrangement, teams.chosen() == Some(true), teams.names())
        }
    };
    let names = names.iter().map(|name| reader.b.intern(&name)).collect();
    reader.b.hir.teams = Some(TeamsDef {
        arrangement,
        chosen,
        names,
    });
}

fn listed_teams(reader: &mut RulesetReader<'_>, teams: Items<'_, Any>) -> Arrangement {
    let mut taken = SeatSet::EMPTY;
    let mut listed = Vec::new();
    for team in teams {
        let mut seats = Vec::new();
        for seat in team.items() {
            let at = seat.as_i64().and_then(|n| u8::try_from(n).ok());
            match at.filter(|at| *at < reader.b.hir.head.seats.1 && !taken.contains(Seat(*at))) {
                Some(at) => {
                    taken.insert(Seat(at));
                    seats.push(at);
                }
                None => reader.b.error(
                    Problem::RolesDoNotFit,
                    seat.span,
                    "a team is a list of seats, and no seat is in two",
                    "seats are counted from 0: write `[[0, 2], [1, 3]]`".to_owned(),
                ),
            }
        }
        listed.push(seats);
    }
    Arrangement::Listed(listed)
}

/// The roles that some words name.
pub(super) fn role_set(reader: &mut RulesetReader<'_>, names: Items<'_, Name>) -> RoleSet {
    let mut set = RoleSet::default();
    for name in names {
        if let Some(role) = roles::role(reader.b, &name, name.span()) {
            set.insert(role);
        }
    }
    set
}

/// Which seats take part in a state.
pub(super) fn players(reader: &mut RulesetReader<'_>, state: State<'_>, scope: &Scope) -> Option<Players> {
    let node = state.players()?;
    let worked_out = |text: &str| text.trim_start().starts_with(['=', '$']) || text.contains('(');
    let words = node.items();
    if words.iter().all(|n| n.as_str().is_some_and(|t| !worked_out(t))) {
        let names = OneOrList::<Name>::field(Some(node));
        return Some(Players::Roles(role_set(reader, names)));
    }
    let value = reader.value(scope, node);
    if reader.b.is_broken(value) {
        return None;
    }
    let ty = reader.b.get(value).ty;
    if ty == Type::BOOL {
        steps::note_revealing(reader.b, scope, value);
        return Some(Players::When(reader.b.condition_code(scope, value)));
    }
    if ty.fits(Type::SEAT) || ty.fits(Type::List(Kind::Seat)) {
        steps::note_revealing(reader.b, scope, value);
        return Some(Players::Named(reader.b.value_code(scope, value)));
    }
    reader.b.error(
        Problem::ParameterType,
        node.span,
        format!(
            "who takes part is roles, a condition or seats, found {}",
            ty.phrase()
        ),
        "write a role's name, or `=` and a condition such as `= !$player.folded`".to_owned(),
    );
    None
}

fn role_bounds(seats: RoleSeats<'_>) -> Option<(u8, u8)> {
    let bound = |n: &Node| {
        n.as_i64()
            .and_then(|n| u8::try_from(n).ok())
            .filter(|n| *n <= MAX_SEATS)
    };
    let (min, max) = match seats {
        RoleSeats::Exactly(seats) => (seats, seats),
        RoleSeats::Between(bounds) => match bounds.nodes() {
            [low, high] if high.as_str() == Some("*") => (bound(low)?, MAX_SEATS),
            [low, high] => (bound(low)?, bound(high)?),
            _ => return None,
        },
    };
    (min <= max).then_some((min, max))
}
