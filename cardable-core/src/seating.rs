//! From a setup to the immutable side of a game: seats and options are checked
//! against the ruleset.

use crate::engine::table::Table;
use crate::error::SetupError;
use crate::game::MAX_CARDS;
use crate::program::{Domain, Program};
use crate::setup::{OptionValue, Setup};
use crate::value::{Type, Value};
use std::sync::Arc;

/// Checks a setup against a ruleset.
pub(crate) fn table(program: &Arc<Program>, setup: &Setup) -> Result<Table, SetupError> {
    let n = setup.seats.len();
    if n < program.min_seats as usize || n > program.max_seats as usize {
        return Err(SetupError::Seats {
            game: program.name.to_string(),
            min: program.min_seats,
            max: program.max_seats,
            found: n,
        });
    }
    let mut settings: Vec<Value> = program.settings.iter().map(|s| s.value).collect();
    for (key, value) in &setup.options {
        let at = program.settings.iter().position(|s| program.str(s.name) == key);
        let Some(at) = at else {
            return Err(SetupError::UnknownOption { key: key.clone() });
        };
        settings[at] = setting(program, at, value).ok_or_else(|| SetupError::OptionValue {
            key: key.clone(),
            wanted: wanted(program, at),
        })?;
    }
    let cards = program
        .decks
        .iter()
        .map(|d| d.cards.len())
        .sum::<usize>()
        .saturating_mul(n.max(1));
    let names = setup.seats.iter().map(|s| s.as_str().into()).collect();
    let teams = (0..n as u8).collect();
    if program.decks.iter().map(|d| d.cards.len()).sum::<usize>() > MAX_CARDS {
        return Err(SetupError::TooManyCards {
            found: cards,
            limit: MAX_CARDS,
        });
    }
    let table = Table::new(Arc::clone(program), names, teams, settings);
    if table.cards > MAX_CARDS {
        return Err(SetupError::TooManyCards {
            found: table.cards,
            limit: MAX_CARDS,
        });
    }
    Ok(table)
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
    let fits = match def.domain {
        Domain::Unknown => true,
        Domain::Range(min, max) => value.as_f64().is_some_and(|n| n >= min as f64 && n <= max as f64),
        Domain::OneOf(list) => program.constants.items(list).iter().any(|v| v.same(value)),
    };
    fits.then_some(value)
}

fn wanted(program: &Program, at: usize) -> String {
    let def = &program.settings[at];
    match def.domain {
        Domain::Range(min, max) => format!("a number from {min} to {max}"),
        Domain::Unknown | Domain::OneOf(_) => format!("it is a {}", def.ty),
    }
}
