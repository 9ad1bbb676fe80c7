//! From a setup to the immutable side of a game: seats and options are checked
//! against the ruleset.

use crate::error::SetupError;
use crate::ids::{Seat, SeatSet};
use crate::limits::MAX_CARDS;
use crate::program::{Program, RoleDef, Values};
use crate::ruleset::Ruleset;
use crate::setup::{OptionValue, Setup};
use crate::suggest::suggestion_or_list;
use crate::value::{Type, Value};
use crate::vm::engine::LinkedTable;
use crate::world::table::{SeatingData, Table, count_cards};
use std::sync::Arc;

/// Checks a setup against a ruleset.
pub(crate) fn table(ruleset: &Ruleset, setup: &Setup) -> Result<LinkedTable, SetupError> {
    let program = &ruleset.program;
    let n = setup.seats.len();
    if n < program.seats.min as usize || n > program.seats.max as usize {
        return Err(SetupError::Seats {
            game: program.str(program.metadata.name).to_owned(),
            min: program.seats.min,
            max: program.seats.max,
            found: n,
        });
    }
    let mut settings: Vec<Value> = program.settings.iter().map(|s| s.value).collect();
    for (key, value) in &setup.options {
        let at = program.settings.iter().position(|s| program.str(s.name) == key);
        let Some(at) = at else {
            let known: Vec<&str> = program.settings.iter().map(|s| program.str(s.name)).collect();
            return Err(SetupError::UnknownOption {
                help: suggestion_or_list(key, &known, "this game has none"),
                key: key.clone(),
            });
        };
        settings[at] = setting(program, at, value).ok_or_else(|| SetupError::OptionValue {
            key: key.clone(),
            found: value.to_string(),
            wanted: wanted(program, at),
        })?;
    }
    let seating = seating(program, setup)?;
    // Before the table is made: numbers of cards beyond the limit do not fit into it.
    let found = count_cards(program, &seating);
    if found > MAX_CARDS {
        return Err(SetupError::TooManyCards {
            found,
            limit: MAX_CARDS,
        });
    }
    let mut table = Table::new(Arc::clone(program), seating, settings);
    table.rng = setup.game.rng;
    Ok(LinkedTable::new(table, Arc::clone(&ruleset.functions)))
}

/// Who sits where: the seats of the setup, and those that the game itself plays.
fn seating(program: &Program, setup: &Setup) -> Result<SeatingData, SetupError> {
    let n = setup.seats.len();
    let mut names: Vec<Box<str>> = setup.seats.iter().map(|s| s.as_str().into()).collect();
    let mut teams = teams(program, setup)?;
    let mut roles = roles(program, setup)?;
    let mut automatic = SeatSet::EMPTY;
    let alone = teams.iter().max().map_or(0, |team| team + 1);
    for (at, role) in program
        .seats
        .roles
        .iter()
        .enumerate()
        .filter(|(_, r)| r.automatic)
    {
        let called = program.str(role.label.unwrap_or(role.name));
        for number in 1..=role.max {
            automatic.insert(Seat(names.len() as u8));
            teams.push(alone + (names.len() - n) as u8);
            roles.push(at as u8);
            let name = if role.max > 1 {
                format!("{called} {number}")
            } else {
                called.to_owned()
            };
            names.push(name.into());
        }
    }
    Ok(SeatingData {
        names,
        teams,
        roles,
        automatic,
    })
}

fn teams(program: &Program, setup: &Setup) -> Result<Vec<u8>, SetupError> {
    let n = setup.seats.len();
    let Some(def) = program.seats.teams.as_ref().filter(|def| def.chosen) else {
        if !setup.teams.is_empty() {
            let game = program.str(program.metadata.name).to_owned();
            return Err(SetupError::FixedTeams { game });
        }
        return Ok(usual_teams(program, n));
    };
    if setup.teams.is_empty() {
        return Ok(def.arrangement.teams(n));
    }
    every_seat("teams", setup.teams.len(), n)?;
    match setup.teams.iter().find(|team| **team > 31) {
        Some(team) => Err(SetupError::NoSuchTeam { found: *team }),
        None => Ok(setup.teams.clone()),
    }
}

/// The teams when nobody chooses.
pub(crate) fn usual_teams(program: &Program, n: usize) -> Vec<u8> {
    let arrangement = program.seats.teams.as_ref().map(|t| &t.arrangement);
    arrangement.cloned().unwrap_or_default().teams(n)
}

fn roles(program: &Program, setup: &Setup) -> Result<Vec<u8>, SetupError> {
    let n = setup.seats.len();
    if setup.roles.is_empty() {
        return Ok(usual_roles(program, n));
    }
    let open = |role: &&RoleDef| !role.automatic;
    if !program.seats.roles.iter().any(|role| open(&role)) {
        let game = program.str(program.metadata.name).to_owned();
        return Err(SetupError::NoRoles { game });
    }
    every_seat("roles", setup.roles.len(), n)?;
    let mut chosen = Vec::new();
    for name in &setup.roles {
        let at = program
            .seats
            .roles
            .iter()
            .position(|r| open(&r) && program.str(r.name) == name);
        let Some(at) = at else {
            let known: Vec<&str> = program
                .seats
                .roles
                .iter()
                .filter(open)
                .map(|r| program.str(r.name))
                .collect();
            return Err(SetupError::UnknownRole {
                role: name.clone(),
                known: known.join(", "),
            });
        };
        chosen.push(at as u8);
    }
    for (at, role) in program.seats.roles.iter().enumerate().filter(|(_, r)| open(r)) {
        let found = chosen.iter().filter(|r| usize::from(**r) == at).count();
        if found < role.min.into() || found > role.max.into() {
            return Err(SetupError::SeatsOfRole {
                role: program.str(role.name).to_owned(),
                min: role.min,
                max: role.max,
                found,
            });
        }
    }
    Ok(chosen)
}

/// The roles when nobody chooses: each gets its fewest seats, and what is left
/// goes to the first that can have more, in the order of their declaration.
pub(crate) fn usual_roles(program: &Program, n: usize) -> Vec<u8> {
    let open = || {
        program
            .seats
            .roles
            .iter()
            .enumerate()
            .filter(|(_, r)| !r.automatic)
    };
    let mut left = n.saturating_sub(open().map(|(_, r)| usize::from(r.min)).sum());
    let mut roles = Vec::new();
    for (at, role) in open() {
        let more = left.min(usize::from(role.max - role.min));
        left -= more;
        roles.extend(std::iter::repeat_n(at as u8, usize::from(role.min) + more));
    }
    roles.truncate(n);
    roles
}

fn every_seat(what: &'static str, found: usize, seats: usize) -> Result<(), SetupError> {
    if found == seats {
        Ok(())
    } else {
        Err(SetupError::NotEverySeat { what, found, seats })
    }
}

impl Table {
    /// The setup's part about who plays, as it was when the game began.
    pub(crate) fn who_plays(&self) -> Setup {
        let n = self.all_seats().len();
        let program = &self.program;
        let mut setup = Setup {
            seats: self
                .seating
                .names
                .iter()
                .take(n)
                .map(|name| name.to_string())
                .collect(),
            game: crate::setup::GameOptions { rng: self.rng },
            ..Setup::default()
        };
        let teams = self.seating.teams.get(..n).unwrap_or_default();
        if teams != usual_teams(program, n) {
            setup.teams = teams.to_vec();
        }
        let roles = self.seating.roles.get(..n).unwrap_or_default();
        if roles != usual_roles(program, n) {
            let name = |role: &u8| {
                program
                    .seats
                    .roles
                    .get(usize::from(*role))
                    .map(|r| program.str(r.name))
            };
            setup.roles = roles.iter().filter_map(name).map(str::to_owned).collect();
        }
        setup
    }
}

fn setting(program: &Program, at: usize, value: &OptionValue) -> Option<Value> {
    let def = &program.settings[at];
    let value = match (value, def.ty) {
        (OptionValue::Bool(b), Type::BOOL) => Value::Bool(*b),
        (OptionValue::Int(n), Type::NUMBER) => Value::Int(*n),
        (OptionValue::Float(n), Type::NUMBER) if n.is_finite() => Value::Float(*n),
        (OptionValue::Text(text), Type::STRING) => Value::Str(program.strings.find(text)?),
        _ => return None,
    };
    let fits = |domain: Values| domain.holds(&program.constants, value);
    def.domain.is_none_or(fits).then_some(value)
}

fn wanted(program: &Program, at: usize) -> String {
    let def = &program.settings[at];
    match def.domain {
        Some(Values::Range(min, max)) => format!("a whole number from {min} to {max}"),
        Some(Values::OneOf(list)) => {
            let items = program.constants.items(list).iter();
            let items: Vec<String> = items.map(|item| constant(program, *item)).collect();
            format!("one of {}", items.join(", "))
        }
        None if def.ty == Type::BOOL => "true or false".to_owned(),
        None => format!("a {}", def.ty),
    }
}

fn constant(program: &Program, value: Value) -> String {
    match value {
        Value::Bool(flag) => flag.to_string(),
        Value::Int(whole) => whole.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Str(text) => program.str(text).to_owned(),
        // A domain holds what an option can be, and no more.
        Value::Nothing
        | Value::Seat(_)
        | Value::Card(_)
        | Value::Zone(_)
        | Value::Deck(_)
        | Value::List(_) => String::new(),
    }
}
