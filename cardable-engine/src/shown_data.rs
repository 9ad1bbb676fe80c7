//! Which data players read, and how.

use crate::program::{DataDef, Shown};
use crate::ruleset::Ruleset;
use crate::value::Value;
use crate::view::Datum;

impl Ruleset {
    /// Whether an item of a seat's data is its score: where deals are summed up the sum, not what one of
    /// them brought.
    pub fn is_score(&self, name: &str) -> bool {
        name == score_name(self)
    }
}

/// A name of the rules as people write it.
pub(crate) fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// The score of all deals so far, in games that keep one.
const GATHERED: &str = "cumulative_score";

/// The score.
const SCORE: &str = "score";

fn score_name(ruleset: &Ruleset) -> &'static str {
    match ruleset.seat_data().any(|(name, _)| name == GATHERED) {
        true => GATHERED,
        false => SCORE,
    }
}

/// Where a table shows an item of seats' data.
pub(crate) fn shown_of_seat(ruleset: &Ruleset, name: &str, def: &DataDef) -> Shown {
    match def.shown {
        Some(Shown::Table) => Shown::Seat,
        Some(shown) => shown,
        None if def.constant => Shown::Nowhere,
        None if ruleset.is_score(name) => Shown::Seat,
        None if def.label.is_some() && name != SCORE => Shown::Seat,
        None => Shown::Nowhere,
    }
}

/// Where a table shows an item of data that belongs to no seat.
pub(crate) fn shown_of_all(def: &DataDef) -> Shown {
    match def.shown {
        Some(Shown::Seat) => Shown::Table,
        Some(shown) => shown,
        None if def.constant || def.label.is_none() => Shown::Nowhere,
        None => Shown::Table,
    }
}

/// What players call an item of data.
pub(crate) fn data_words(ruleset: &Ruleset, name: &str, def: &DataDef) -> String {
    match def.label {
        Some(label) => ruleset.text(label).to_owned(),
        None if ruleset.is_score(name) => SCORE.to_owned(),
        None => words(name),
    }
}

/// What players read of a value of an item of data, with what the seats are called; nothing where it
/// tells nothing. Of a truth that holds the label says all.
pub(crate) fn data_text(
    ruleset: &Ruleset,
    def: &DataDef,
    datum: &Datum,
    seats: &[impl AsRef<str>],
) -> Option<String> {
    let same = |value: &Value| match (value, datum) {
        (Value::Nothing, Datum::Nothing) => true,
        (Value::Bool(a), Datum::Bool(b)) => a == b,
        (Value::Int(a), Datum::Int(b)) => a == b,
        (Value::Str(a), Datum::Text(b)) => a == b,
        _ => false,
    };
    if let Some((_, text)) = def.texts.iter().find(|(value, _)| same(value)) {
        let text = ruleset.text(*text);
        return (!text.is_empty()).then(|| text.to_owned());
    }
    match datum {
        Datum::Bool(holds) => holds.then(String::new),
        Datum::Text(id) if ruleset.text(*id).is_empty() => None,
        other => other.tells_something().then(|| ruleset.datum_text(other, seats)),
    }
}
