//! From a byte to its line and column.

/// How many bytes share one entry of the table that counts characters.
const BLOCK: usize = 4096;

/// Where the lines of a text begin.
///
/// A line ends with a line feed, a carriage return or both together.
#[derive(Clone, Debug)]
pub(crate) struct LineIndex {
    starts: Vec<u32>,
    /// Characters before each block of the text, so that a column costs the same on a line of
    /// any length. Empty for a text of ASCII, where characters are bytes.
    characters: Vec<u32>,
}

impl LineIndex {
    /// Looks through a text once.
    pub(crate) fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(u32::try_from(at + 1).unwrap_or(u32::MAX));
            }
        }
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for block in bytes.chunks(BLOCK) {
                characters.push(before);
                before += count_starts(block);
            }
        }
        LineIndex { starts, characters }
    }

    /// Line and column of a byte, both from 1. A byte past the end counts as the end.
    pub(crate) fn line_column(&self, text: &str, at: usize) -> (u32, u32) {
        let at = at.min(text.len());
        let line = self.starts.partition_point(|start| *start as usize <= at).max(1);
        let start = self.starts.get(line - 1).map_or(0, |start| *start as usize);
        let column = self.characters_before(text, at) - self.characters_before(text, start) + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), column)
    }

    /// The byte at a line and column, both from 1; the end of the text past its end.
    pub(crate) fn byte(&self, text: &str, line: u32, column: u32) -> usize {
        let start = self.starts.get(line.saturating_sub(1) as usize);
        let Some(rest) = start.and_then(|start| text.get(*start as usize..)) else {
            return text.len();
        };
        let before = rest.char_indices().map(|(at, _)| at);
        let in_line = before.take_while(|at| rest.as_bytes().get(*at) != Some(&b'\n'));
        let at = in_line.clone().nth(column.saturating_sub(1) as usize);
        let at = at.or_else(|| rest.find('\n')).unwrap_or(rest.len());
        start.map_or(0, |start| *start as usize) + at
    }

    fn characters_before(&self, text: &str, at: usize) -> u32 {
        if self.characters.is_empty() {
            return u32::try_from(at).unwrap_or(u32::MAX);
        }
        let block = (at / BLOCK).min(self.characters.len() - 1);
        let rest = text.as_bytes().get(block * BLOCK..at).unwrap_or_default();
        self.characters.get(block).copied().unwrap_or(0) + count_starts(rest)
    }
}

/// How many characters start in these bytes of UTF-8.
fn count_starts(bytes: &[u8]) -> u32 {
    let starts = bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count();
    u32::try_from(starts).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let check = |text: &str, at: usize, expected: (u32, u32)| {
            assert_eq!(
                LineIndex::new(text).line_column(text, at),
                expected,
                "{text:?} at {at}"
            );
        };
        check("", 0, (1, 1));
        check("abc", 2, (1, 3));
        check("abc", 9, (1, 4));
        check("a\nb", 1, (1, 2));
        check("a\nb", 2, (2, 1));
        check("a\r\nb", 3, (2, 1));
        check("a\rb", 2, (2, 1));
        check("a\n\nb", 2, (2, 1));
        check("é…x", 5, (1, 3));
        check("\n🂡x", 5, (2, 2));
    }

    #[test]
    fn long_lines_agree_with_counting() {
        let text = format!("x\n{}", "aé🂡".repeat(5000));
        let index = LineIndex::new(&text);
        for (n, (at, _)) in text[2..].char_indices().enumerate().step_by(97) {
            assert_eq!(index.line_column(&text, at + 2), (2, n as u32 + 1));
        }
    }
}
