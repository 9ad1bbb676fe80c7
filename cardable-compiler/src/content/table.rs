//! Tables of cells: comma-separated values, as spreadsheets write them.

use crate::text::diag::{Code, Diagnostics};
use crate::text::source::{FileId, Span};
use csv_core::{ReadFieldResult, ReaderBuilder};

/// What a cell holds, without quotation marks and the blanks around it, and where it stands.
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) span: Span,
}

/// A line of a table; with quoted cells it may go over several lines of the text.
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    pub(super) span: Span,
}

impl Row {
    /// Whether nothing stands in it, as in the lines that spreadsheets write below a table.
    fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.text.is_empty())
    }
}

/// The rows of a table, without blank ones.
pub(super) fn rows(file: FileId, text: &str, diags: &mut Diagnostics) -> Vec<Row> {
    let bytes = text.as_bytes();
    let (separator, begin) = match named_separator(text) {
        Some((separator, line)) => (separator, line.len()),
        None => (likely_separator(text), 0),
    };
    let mut reader = ReaderBuilder::new().delimiter(separator).build();
    // No cell is longer than the text.
    let mut held = vec![0; bytes.len() + 1];
    let mut rows = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    let (mut at, mut from, mut filled) = (begin, begin, 0);
    loop {
        let input = bytes.get(at..).unwrap_or_default();
        let (result, read, written) = reader.read_field(input, held.get_mut(filled..).unwrap_or_default());
        at += read;
        filled += written;
        match result {
            // The end has to be read once more, as empty input.
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::Field { record_end } => {
                let raw = text.get(from..at).unwrap_or_default();
                let span = written_in(file, from, raw, separator);
                let told = held
                    .get(..filled)
                    .map(String::from_utf8_lossy)
                    .unwrap_or_default();
                if raw.trim_start().starts_with('"') && raw.matches('"').count() % 2 == 1 {
                    let message = "a quotation mark is not closed";
                    let help = "close it at the end of the cell; write a quotation mark inside twice: `\"\"`";
                    diags.error(
                        Code::BadTable,
                        Span::new(file, span.start as usize, span.start as usize + 1),
                        message,
                        help,
                    );
                }
                cells.push(Cell {
                    text: told.trim().to_owned(),
                    span,
                });
                (from, filled) = (at, 0);
                if record_end {
                    let cells = std::mem::take(&mut cells);
                    let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
                        continue;
                    };
                    let span = Span {
                        end: last.span.end,
                        ..first.span
                    };
                    rows.push(Row { cells, span });
                }
            }
            // There is room for all of the text, so it is the end.
            ReadFieldResult::End | ReadFieldResult::OutputFull => break,
        }
    }
    rows.retain(|row| !row.is_blank());
    rows
}

/// What stands between cells where the first line names it, as spreadsheets write and read it: `sep=;`. Gives that line, too.
fn named_separator(text: &str) -> Option<(u8, &str)> {
    let line = text.split_inclusive('\n').next()?;
    let (key, value) = line.trim().split_once('=')?;
    match value.as_bytes() {
        [separator] if key.eq_ignore_ascii_case("sep") => Some((*separator, line)),
        _ => None,
    }
}

/// What stands between cells: that of comma, semicolon and tab which the header has most of.
fn likely_separator(text: &str) -> u8 {
    let header = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let count = |separator: &u8| header.bytes().filter(|byte| byte == separator).count();
    // Of equal numbers the last is taken.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// Where the content of a cell stands: without the end of the line before it, the blanks around it and what separates it
/// from the next one.
fn written_in(file: FileId, from: usize, raw: &str, separator: u8) -> Span {
    let raw = match raw.as_bytes().last() {
        Some(last) if *last == separator => raw.get(..raw.len() - 1).unwrap_or(raw),
        _ => raw,
    };
    let begin = raw.trim_start();
    let start = from + raw.len() - begin.len();
    Span::new(file, start, start + begin.trim_end().len())
}
