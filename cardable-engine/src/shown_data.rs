//! Which data players read, and how.

use crate::language::Sentence;
use crate::program::{DataDef, Program, Shown};
use crate::value::Value;
use crate::view::Datum;
use crate::words::Words;

/// A name of the rules as people write it.
pub(crate) fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// The score of all deals so far, in games that keep one.
const GATHERED: &str = "cumulative_score";

/// The name of the score in the rules.
const SCORE: &str = "score";

/// Whether an item of the seats' data is their score, where these are the names of all of them.
pub(crate) fn is_score<'n>(name: &str, mut all: impl Iterator<Item = &'n str>) -> bool {
    match all.any(|other| other == GATHERED) {
        true => name == GATHERED,
        false => name == SCORE,
    }
}

/// Whether an item of the seats' data is their score: where deals are summed up the sum, not what one of
/// them brought.
pub(crate) fn is_score_of(program: &Program, name: &str) -> bool {
    is_score(name, program.data.seat.iter().map(|def| program.str(def.name)))
}

/// Where a table shows an item of seats' data.
pub(crate) fn shown_of_seat(program: &Program, name: &str, def: &DataDef) -> Shown {
    match def.shown {
        Some(Shown::Table) => Shown::Seat,
        Some(shown) => shown,
        None if def.constant => Shown::Nowhere,
        None if is_score_of(program, name) => Shown::Seat,
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
pub(crate) fn data_words(words: &Words<'_, impl AsRef<str>>, def: &DataDef) -> String {
    let name = words.program.str(def.name);
    match def.label {
        Some(label) => words.text(label).to_owned(),
        None if is_score_of(words.program, name) => words.language().words(Sentence::Score).to_owned(),
        None => self::words(words.text(def.name)),
    }
}

/// What players read of a value of an item of data, with what the seats are called; nothing where it
/// tells nothing. Of a truth that holds the label says all.
pub(crate) fn data_text(words: &Words<'_, impl AsRef<str>>, def: &DataDef, datum: &Datum) -> Option<String> {
    let same = |value: &Value| match (value, datum) {
        (Value::Nothing, Datum::Nothing) => true,
        (Value::Bool(a), Datum::Bool(b)) => a == b,
        (Value::Int(a), Datum::Int(b)) => a == b,
        (Value::Str(a), Datum::Text(b)) => a == b,
        _ => false,
    };
    if let Some((_, text)) = def.texts.iter().find(|(value, _)| same(value)) {
        let text = words.text(*text);
        return (!text.is_empty()).then(|| text.to_owned());
    }
    match datum {
        Datum::Bool(holds) => holds.then(String::new),
        Datum::Text(id) if words.program.str(*id).is_empty() => None,
        other => other.tells_something().then(|| words.datum_text(other)),
    }
}
