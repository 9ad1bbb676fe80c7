//! Formats a game's rules for the terminal.

use crate::paint::{FAINT, STRONG, styled, wrapped};
use crate::say::say;
use crate::table::words;
use cardable_core::Ruleset;

/// The rules as lines. Without a text, the ruleset's description.
pub(crate) fn lines(text: Option<&str>, ruleset: &Ruleset, columns: usize) -> Vec<String> {
    let Some(text) = text else {
        let mut lines = wrapped(
            "",
            &words(ruleset.description().unwrap_or_default()),
            " ",
            columns,
        );
        lines.push(styled(
            FAINT,
            say!("No longer rules are written down: type ? to see why something is not allowed."),
        ));
        return lines;
    };
    shown(text, columns)
}

/// Formats Markdown with headings and lists.
pub(crate) fn shown(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks(text) {
        let block = without_signs(&block);
        let heading = block.trim_start_matches('#');
        if heading.len() < block.len() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(styled(STRONG, heading.trim()));
            continue;
        }
        let (first, rest) = match block.split_once(' ') {
            Some(("-", rest)) => ("  • ".to_owned(), rest),
            Some((number, rest)) if is_number(number) => (format!("  {number} "), rest),
            _ => ("  ".to_owned(), &*block),
        };
        lines.extend(wrapped(&first, &words(rest), " ", columns));
    }
    lines
}

/// A text without the signs for code, strong and emphasised words, and links, of which the words stay.
fn without_signs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '_', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let is_in_word = out.ends_with(char::is_alphanumeric);
        let sign_len = from.chars().next().map_or(1, char::len_utf8);
        match marked(from, is_in_word) {
            Some((words, after)) => {
                out.push_str(words);
                rest = after;
            }
            None => {
                let (sign, after) = from.split_at(sign_len);
                out.push_str(sign);
                rest = after;
            }
        }
    }
    out + rest
}

/// The words that the sign at the beginning of a text marks, and what follows.
fn marked(text: &str, is_in_word: bool) -> Option<(&str, &str)> {
    let between = |open: &str, close: &str| {
        let (words, after) = text.strip_prefix(open)?.split_once(close)?;
        (!words.is_empty()).then_some((words, after))
    };
    let is_whole = |(words, _): &(&str, &str)| words.trim() == *words && !words.contains(['*', '_']);
    if text.starts_with('[') {
        let (words, after) = between("[", "](")?;
        let (_, after) = after.split_once(')')?;
        return (!words.contains(']')).then_some((words, after));
    }
    if text.starts_with('`') {
        return between("`", "`");
    }
    if text.starts_with("**") {
        return between("**", "**").filter(|(words, _)| !words.contains('*'));
    }
    let sign = text.get(..1)?;
    let found = between(sign, sign).filter(is_whole)?;
    (!is_in_word && !found.1.starts_with(char::is_alphanumeric)).then_some(found)
}

/// Whether a word is a list number: `1.`.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Headings, list items and paragraphs, each joined into one line.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines().map(str::trim) {
        let word = line.split(' ').next().unwrap_or_default();
        let begins = word.starts_with('#') || word == "-" || is_number(word);
        match blocks
            .last_mut()
            .filter(|_| goes_on && !begins && !line.is_empty())
        {
            Some(block) => {
                block.push(' ');
                block.push_str(line);
            }
            None if line.is_empty() => {}
            None => blocks.push(line.to_owned()),
        }
        goes_on = !line.is_empty() && !word.starts_with('#');
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn signs_within_a_line_are_left_out() {
        for (written, wanted) in [
            ("a *trick* and _points_", "a trick and points"),
            ("**All** of `deck`, [see](rules.md)", "All of deck, see"),
            ("2 * 3 * 4, snake_case_name", "2 * 3 * 4, snake_case_name"),
            ("`a*b*c` **x", "a*b*c **x"),
            ("an *open one, [no link]", "an *open one, [no link]"),
        ] {
            assert_eq!(super::without_signs(written), wanted);
        }
    }

    #[test]
    fn headings_and_lists_are_told_apart() {
        let text =
            "# Game\n\nTwo players\nat once.\n\n## Goal\n- Take **all**\n  you can.\n- Win.\n\n1. First.";
        assert_eq!(
            shown(text, 40)
                .iter()
                .map(|line| anstream::adapter::strip_str(line).to_string())
                .collect::<Vec<_>>(),
            [
                "Game",
                "  Two players at once.",
                "",
                "Goal",
                "  • Take all you can.",
                "  • Win.",
                "  1. First."
            ]
        );
    }
}
