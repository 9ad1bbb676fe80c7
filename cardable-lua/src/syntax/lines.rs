//! Converts line and column to byte offsets.

use super::Span;
use luau_syntax::location::Location;

/// The byte offset of each line.
pub(super) struct Lines<'t> {
    pub(super) text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Lines<'t> {
        let ends = text
            .bytes()
            .enumerate()
            .filter(|(_, b)| *b == b'\n')
            .map(|(at, _)| at + 1);
        Lines {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    fn at(&self, line: u32, column: u32) -> usize {
        let start = self.starts.get(line as usize).copied().unwrap_or(self.text.len());
        let mut at = start.saturating_add(column as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    pub(super) fn span(&self, location: Location) -> Span {
        let begin = self.at(location.begin.line, location.begin.column);
        begin..self.at(location.end.line, location.end.column).max(begin)
    }
}
