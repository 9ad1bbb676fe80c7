//! Of the compiler: which file, and where in it.
//!
//! Everything that was read keeps a [`Span`]: three small numbers that can be copied into every
//! stage of loading. Only when something is to be said about a span does [`Sources`] turn it into
//! a line, a column, a JSON path or the text itself; nothing is worked out for files without
//! problems.

mod path;

use std::sync::{Arc, OnceLock};

pub(crate) use crate::text::span::LineIndex;
pub use crate::text::span::{FileId, Span};

use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json;
use crate::text::json::Node;

/// The texts that were read.
///
/// ```
/// use cardable_compiler::text::source::{Sources, Span};
///
/// let mut sources = Sources::new();
/// let file = sources.add("game.json", "{\n  seats: [2, 3]\n}");
/// let three = Span::new(file, 15, 16);
/// assert_eq!(sources.text(three), "3");
/// assert_eq!(sources.line_column(three), (2, 14));
/// assert_eq!(sources.path(three), "$.seats[1]");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: Box<str>,
    text: Arc<str>,
    /// Of a file that was compiled and not read: lines and columns that were named.
    spots: Vec<(u32, u32)>,
    /// Made when the first place in the file is asked for.
    lines: OnceLock<LineIndex>,
    /// Made when the first JSON path is asked for.
    tree: OnceLock<Node>,
}

impl Sources {
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Takes up a text under the name that messages are to give it.
    ///
    /// There is room for 65,535 files. One more gets an id without a file: its name and text are
    /// empty.
    pub fn add(&mut self, name: impl Into<Box<str>>, text: impl Into<Arc<str>>) -> FileId {
        let Some(id) = u16::try_from(self.files.len()).ok().filter(|id| *id < u16::MAX) else {
            return FileId::NONE;
        };
        self.files.push(SourceFile {
            name: name.into(),
            text: text.into(),
            spots: Vec::new(),
            lines: OnceLock::new(),
            tree: OnceLock::new(),
        });
        FileId::new(id)
    }

    /// Takes up the bytes of a file, which are a text in UTF-8. Otherwise the problem has its place in as much of the text
    /// as can be read.
    ///
    /// ```
    /// use cardable_core::diag::{Code, Sources};
    /// let mut sources = Sources::new();
    /// assert!(sources.add_bytes("rules.json5", b"{}").is_ok());
    /// let problem = sources.add_bytes("rules.json5", b"{\n  \xE4").unwrap_err();
    /// assert_eq!(problem.code, Code::NotUtf8);
    /// assert_eq!(sources.line_column(problem.span.unwrap()), (2, 3));
    /// ```
    pub fn add_bytes(&mut self, name: impl Into<Box<str>>, bytes: &[u8]) -> Result<FileId, Box<Diagnostic>> {
        let error = match json::utf8(bytes) {
            Ok(text) => return Ok(self.add(name, text)),
            Err(error) => error,
        };
        let readable = bytes.get(..error.at()).map(String::from_utf8_lossy);
        let file = self.add(name, readable.unwrap_or_default().into_owned());
        let span = Span::new(file, error.at(), error.at());
        let problem = Diagnostic::error(Code::NotUtf8, span, error.to_string());
        Err(Box::new(problem.help(error.help())))
    }

    /// A place in a file of the program itself, whose text is not here: messages
    /// name the file, the line and the column.
    pub(crate) fn spot(&mut self, file: &str, line: u32, column: u32) -> Span {
        let known = self
            .files
            .iter()
            .position(|f| &*f.name == file && !f.spots.is_empty());
        let id = match known {
            Some(at) => FileId::new(u16::try_from(at).unwrap_or(u16::MAX)),
            None => self.add(file, ""),
        };
        let Some(file) = self.files.get_mut(id.index()) else {
            return Span::whole_file(id);
        };
        let at = file
            .spots
            .iter()
            .position(|s| *s == (line, column))
            .unwrap_or_else(|| {
                file.spots.push((line, column));
                file.spots.len() - 1
            });
        Span::new(id, at, at)
    }

    /// All files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        (0..u16::MAX).take(self.files.len()).map(FileId::new)
    }

    /// The name a file was added under.
    pub fn name(&self, file: FileId) -> &str {
        self.file(file).map_or("", |file| &file.name)
    }

    /// The whole text of a file.
    pub fn file_text(&self, file: FileId) -> Arc<str> {
        self.file(file)
            .map_or_else(|| Arc::from(""), |file| file.text.clone())
    }

    /// The text of a span; empty where the span does not fit its file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .and_then(|file| file.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Line and column of a span's start. Both begin at 1; columns count characters.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        self.file(span.file).map_or((1, 1), |file| {
            if let Some(spot) = file.spots.get(span.start as usize) {
                return *spot;
            }
            let lines = file.lines.get_or_init(|| LineIndex::new(&file.text));
            lines.line_column(&file.text, span.start as usize)
        })
    }

    /// The JSON path of the innermost value or key at a span's start, such as
    /// `$.game_state[3].actions[0].type`.
    pub fn path(&self, span: Span) -> String {
        self.file(span.file).map_or_else(
            || "$".to_owned(),
            |file| {
                let tree = file
                    .tree
                    .get_or_init(|| json::parse(span.file, &file.text, &mut Diagnostics::new()));
                path::path_at(tree, span.start)
            },
        )
    }

    /// Where a span starts, as messages write it: `game.json:2:14`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.name(span.file))
    }

    fn file(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_shared_between_threads() {
        fn shared<T: Send + Sync + 'static>() {}
        shared::<Sources>();
    }

    #[test]
    fn strange_spans_are_harmless() {
        let mut sources = Sources::new();
        let file = sources.add("a.json", "{é: 1}");
        for (start, end) in [(0, 99), (2, 3), (5, 1), (u32::MAX, u32::MAX)] {
            let span = Span { file, start, end };
            assert_eq!(sources.text(span), "");
            sources.line_column(span);
            sources.path(span);
        }
        let nowhere = Span {
            file: FileId::new(7),
            start: 0,
            end: 1,
        };
        assert_eq!(sources.place(nowhere), ":1:1");
        assert_eq!(sources.path(nowhere), "$");
    }

    #[test]
    fn spans_join_within_a_file() {
        let (a, b) = (FileId::new(0), FileId::new(1));
        assert_eq!(Span::new(a, 4, 6).to(Span::new(a, 1, 5)), Span::new(a, 1, 6));
        assert_eq!(Span::new(a, 4, 6).to(Span::new(b, 1, 9)), Span::new(a, 4, 6));
    }
}
