//! Why an action is not offered, as lines for the terminal.

use crate::paint::{BAD, FAINT, GOOD, NOTE, STRONG, cut, padded, styled, width, wrapped};
use crate::table::words;
use cardable_core::debug::{Part, Told, Why};
use cardable_core::{Game, Seat};

/// How many columns a value and its reasons have at least.
const FOR_VALUES: usize = 24;

/// How many candidates are listed without a card.
const MOST_CANDIDATES: usize = 20;

/// All actions of a seat: whether they are offered, and the reason that it reads.
pub(super) fn overview(game: &Game, seat: Seat, columns: usize) -> Vec<String> {
    let words_of = game.words();
    let Some(decision) = game.decision(seat) else {
        return vec![format!("{} has nothing to decide.", words_of.seat_name(seat))];
    };
    let mut lines: Vec<String> = decision
        .actions()
        .map(|action| {
            let label = words_of.action_label(action).unwrap_or_default();
            format!("  {}: {}", styled(STRONG, label), styled(GOOD, "offered"))
        })
        .collect();
    for missing in decision.unavailable() {
        let first = format!(
            "  {}: {} ",
            styled(STRONG, &missing.label),
            styled(BAD, "not offered:")
        );
        lines.extend(wrapped(&first, &words(&missing.reason), " ", columns));
    }
    lines
}

/// An action and its conditions part by part.
pub(super) fn lines(name: &str, card: Option<&str>, why: &Why, columns: usize) -> Vec<String> {
    let what = match card {
        Some(card) => format!("{name}, {card}"),
        None => name.to_owned(),
    };
    let verdict = match (why.is_offered, card) {
        (true, None) => styled(GOOD, "offered"),
        (false, None) => styled(BAD, "not offered"),
        (true, Some(_)) => styled(GOOD, "can be picked"),
        (false, Some(_)) => styled(BAD, "cannot be picked"),
    };
    let reason = why.reason.as_ref().map(|reason| format!(": {reason}"));
    let mut lines = vec![format!(
        "{}: {verdict}{}",
        styled(STRONG, what),
        reason.unwrap_or_default()
    )];
    if why.is_elsewhere {
        let message = "  The card does not lie where this action picks from.";
        lines.push(styled(NOTE, message));
    }
    let mut rows = Vec::new();
    if let Some(part) = &why.condition {
        add_rows(&mut rows, "condition", part);
    }
    for (candidate, part) in why.candidates.iter().take(MOST_CANDIDATES) {
        let kind = format!("legal: {candidate}");
        rows.push(Row::of(1, &kind, "", part));
        if card.is_some() {
            add_parts(&mut rows, 2, part);
        }
    }
    if let Some(part) = &why.valid {
        add_rows(&mut rows, "valid, of it alone", part);
    }
    lines.extend(shown(&rows, columns));
    let more = why.candidates.len().saturating_sub(MOST_CANDIDATES);
    if more > 0 {
        lines.push(styled(FAINT, format!("  … and {more} more")));
    }
    if card.is_none() && !why.candidates.is_empty() {
        lines.push(styled(
            FAINT,
            "  With a card behind the action, its parts are shown.",
        ));
    }
    if rows.is_empty() {
        lines.push(styled(FAINT, "  It has no conditions of its own."));
    }
    lines
}

/// A line of the explanation.
struct Row {
    text: String,
    told: Told,
    values: String,
}

impl Row {
    fn of(level: usize, kind: &str, text: &str, part: &Part) -> Row {
        let said = |(text, told): &(Box<str>, Told)| format!("{text} = {}", in_words(told));
        let values: Vec<String> = part.values.iter().map(said).collect();
        let between = if kind.is_empty() || text.is_empty() {
            ""
        } else {
            "   "
        };
        Row {
            text: format!("{}{kind}{between}{text}", "  ".repeat(level)),
            told: part.told.clone(),
            values: values.join(", "),
        }
    }
}

fn add_rows(rows: &mut Vec<Row>, kind: &str, part: &Part) {
    rows.push(Row::of(1, kind, &part.text, part));
    part.parts.iter().for_each(|inner| add_parts(rows, 2, inner));
}

fn add_parts(rows: &mut Vec<Row>, level: usize, part: &Part) {
    rows.push(Row::of(level, "", &part.text, part));
    part.parts
        .iter()
        .for_each(|inner| add_parts(rows, level + 1, inner));
}

fn shown(rows: &[Row], columns: usize) -> Vec<String> {
    let most = columns.saturating_sub(FOR_VALUES);
    let widest = rows
        .iter()
        .map(|row| width(&row.text))
        .max()
        .unwrap_or(0)
        .min(most);
    let row = |row: &Row| {
        let told = in_words(&row.told);
        let style = match &row.told {
            Told::Value(value) if value == "true" => GOOD,
            Told::Value(_) => BAD,
            Told::Unseen | Told::Fault(_) => NOTE,
        };
        let line = format!(
            "{}  {}",
            padded(&cut(&row.text, widest), widest),
            styled(style, &told)
        );
        match row.values.is_empty() {
            true => line,
            false => format!(
                "{}  {}",
                padded(&line, widest + 8),
                styled(FAINT, format!("({})", row.values))
            ),
        }
    };
    rows.iter().map(row).collect()
}

fn in_words(told: &Told) -> String {
    match told {
        Told::Value(value) => value.clone(),
        Told::Unseen => "unknown to the seat".to_owned(),
        Told::Fault(why) => format!("cannot be worked out: {why}"),
    }
}
