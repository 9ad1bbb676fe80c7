//! Terminal colours and text widths.

use anstyle::{AnsiColor, Color, Effects, Reset, Style};
use clap::ValueEnum;
use std::fmt::Display;
use unicode_width::UnicodeWidthStr;

/// Names and headings.
pub(crate) const STRONG: Style = Style::new().effects(Effects::BOLD);
/// Secondary text.
pub(crate) const FAINT: Style = Style::new().effects(Effects::DIMMED);
/// Errors.
pub(crate) const BAD: Style = colour(AnsiColor::Red).effects(Effects::BOLD);
/// Success.
pub(crate) const GOOD: Style = colour(AnsiColor::Green);
/// Highlights.
pub(crate) const NOTE: Style = colour(AnsiColor::Yellow);
/// Input that can be typed.
pub(crate) const KEY: Style = colour(AnsiColor::Cyan).effects(Effects::BOLD);

pub(crate) const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The code that ends a style. Empty for the plain style.
pub(crate) fn end(style: Style) -> impl Display {
    if style.is_plain() {
        String::new()
    } else {
        Reset.to_string()
    }
}

/// Applies a style to a text.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{}", end(style))
}

/// When to use colours.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    pub(crate) fn apply(self) {
        let choice = match self {
            When::Auto => return,
            When::Always => anstream::ColorChoice::Always,
            When::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Width of the terminal in columns. `None` without a terminal.
fn terminal() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    told.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
}

/// Text width in columns.
pub(crate) fn columns() -> usize {
    terminal().unwrap_or(80).clamp(40, 100)
}

/// Like [`columns`], for source excerpts, which can be wider.
pub(crate) fn wide_columns() -> usize {
    terminal().unwrap_or(140).clamp(60, 200)
}

/// Display width of a text, without styles.
pub(crate) fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text)
        .map(UnicodeWidthStr::width)
        .sum()
}

/// Pads a text with spaces up to a number of columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Truncates a text without styles to a number of columns.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if width(&cut) >= columns {
            cut.pop();
            break;
        }
    }
    cut + "…"
}

/// Replaces the hyphen of a negative number with a minus sign, as game logs print it.
pub(crate) fn with_minus(number: &str) -> String {
    number.replace('-', "−")
}

/// Joins pieces into lines of at most `columns`. Lines after the first are indented. A piece that is too long
/// for a line is split at spaces.
pub(crate) fn wrapped(first: &str, pieces: &[String], between: &str, columns: usize) -> Vec<String> {
    let indent = width(first);
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_begun = false;
    for piece in pieces {
        let fits = indent + width(piece) <= columns;
        let parts: Vec<&str> = match fits {
            true => vec![piece],
            false => piece.split(' ').collect(),
        };
        for (at, part) in parts.into_iter().enumerate() {
            let between = if at == 0 { between } else { " " };
            let more = width(part) + if is_begun { width(between) } else { 0 };
            if is_begun && width(&line) + more > columns {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                is_begun = false;
            }
            if is_begun {
                line.push_str(between);
            }
            line.push_str(part);
            is_begun = true;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_take_no_columns() {
        assert_eq!(width(&styled(BAD, "Two ♥")), 5);
        assert_eq!(padded("é", 3), "é  ");
    }

    #[test]
    fn lines_hang_under_the_first() {
        let pieces: Vec<String> = ["one", "two", "three"].map(str::to_owned).into();
        assert_eq!(wrapped("a: ", &pieces, ", ", 11), ["a: one, two", "   three"]);
        assert_eq!(wrapped("a: ", &[], ", ", 11), ["a:"]);
        let long = ["x".to_owned(), "one two three".to_owned()];
        assert_eq!(
            wrapped("a: ", &long, ", ", 11),
            ["a: x, one", "   two", "   three"]
        );
    }
}
