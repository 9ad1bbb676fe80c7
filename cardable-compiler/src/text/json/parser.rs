//! The reader's position, and values of every kind.

use super::{
    DIVIDE, MAX_BYTES, MAX_DEPTH, MAX_VALUES,
    node::{Node, Value},
    number::not_finite,
    space::continues_name,
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::span::{FileId, LineIndex, Span};

/// One run over one text.
pub(super) struct Parser<'t, 'd> {
    file: FileId,
    text: &'t str,
    pub(super) pos: usize,
    /// The closing brackets that are waited for, innermost last.
    pub(super) open: Vec<u8>,
    values: usize,
    /// Nothing after this point is worth a message: the text ended early or hit a limit.
    stopped: bool,
    /// The next missing comma is the consequence of something reported already.
    pub(super) forgive_comma: bool,
    pub(super) lines: Option<LineIndex>,
    diags: &'d mut Diagnostics,
}

impl<'t, 'd> Parser<'t, 'd> {
    pub(super) fn new(file: FileId, text: &'t str, diags: &'d mut Diagnostics) -> Self {
        Parser {
            file,
            text,
            pos: 0,
            open: Vec::new(),
            values: 0,
            stopped: false,
            forgive_comma: false,
            lines: None,
            diags,
        }
    }

    /// Reads the whole text.
    pub(super) fn file(mut self) -> Node {
        let nothing = Node {
            span: Span::whole_file(self.file),
            value: Value::Invalid,
        };
        if self.text.len() > MAX_BYTES {
            let message = format!(
                "the text has {} bytes; at most {MAX_BYTES} bytes (16 MiB) are read",
                self.text.len()
            );
            self.report(Diagnostic::error(Code::TextTooLarge, nothing.span, message).help(DIVIDE));
            return nothing;
        }
        self.skip_space();
        if self.peek().is_none() {
            self.report(
                Diagnostic::error(Code::EmptyText, nothing.span, "the text is empty")
                    .help("a file holds one object: `{ … }`"),
            );
            return nothing;
        }
        let root = self.value();
        self.skip_space();
        if self.peek().is_some() && !self.stopped {
            let start = self.pos;
            let end = self.word_end();
            let message = format!(
                "`{}` follows the end of the value",
                shorten(self.slice(start, end))
            );
            let span = self.span(start, end);
            self.report(
                Diagnostic::error(Code::AfterTheEnd, span, message)
                    .help("a file holds exactly one value; look for a bracket that closes too early"),
            );
        }
        root
    }

    /// Reads one value of any kind.
    ///
    /// Where none begins, that is reported and nothing is skipped.
    pub(super) fn value(&mut self) -> Node {
        self.skip_space();
        let start = self.pos;
        self.values += 1;
        if self.values > MAX_VALUES {
            let message = format!("the text holds more than {MAX_VALUES} values");
            let at = self.span(start, start);
            self.report(Diagnostic::error(Code::TooManyValues, at, message).help(DIVIDE));
            self.stop();
        }
        let value = match self.peek() {
            Some(b'{') => self.nested(b'}', Self::object),
            Some(b'[') => self.nested(b']', Self::array),
            Some(b'"' | b'\'') => Value::String(self.string()),
            Some(b'0'..=b'9' | b'+' | b'-' | b'.') => self.number(),
            Some(b',' | b':' | b'}' | b']') | None => {
                let message = match self.peek() {
                    Some(byte) => format!("a value is missing before `{}`", char::from(byte)),
                    None => "the text ends where a value should stand".to_owned(),
                };
                let end = (start + 1).min(self.text.len());
                let problem = Diagnostic::error(Code::MissingValue, self.span(start, end), message);
                self.report(problem.help("write a value there, such as `\"a text\"`, `1` or `[]`"));
                return Node {
                    span: self.span(start, start),
                    value: Value::Invalid,
                };
            }
            Some(_) if self.at_name() => self.word(),
            Some(_) => {
                self.unexpected("a value");
                Value::Invalid
            }
        };
        Node {
            span: self.span(start, self.pos),
            value,
        }
    }

    /// Reads an object or a list, unless that would be nested too deep.
    fn nested(&mut self, closer: u8, read: fn(&mut Self) -> Value) -> Value {
        if self.open.len() >= MAX_DEPTH {
            let start = self.pos;
            let message = format!("lists and objects are nested more than {MAX_DEPTH} deep");
            let at = self.span(start, start + 1);
            self.report(
                Diagnostic::error(Code::TooDeep, at, message)
                    .help("take levels out, or close a bracket further up that was left open"),
            );
            self.skip_brackets();
            return Value::Invalid;
        }
        self.open.push(closer);
        let value = read(self);
        self.open.pop();
        value
    }

    /// Reads `true`, `false`, `null`; anything else is text without quotation marks.
    fn word(&mut self) -> Value {
        let start = self.pos;
        let word = self.name();
        let span = self.span(start, self.pos);
        match &*word {
            "true" => return Value::Bool(true),
            "false" => return Value::Bool(false),
            "null" => return Value::Null,
            "Infinity" | "NaN" => {
                self.report(not_finite(span, &word));
                return Value::Invalid;
            }
            _ => {}
        }
        // Text of several words is one mistake.
        if matches!(self.peek(), Some(b' ' | b'-')) {
            let rest = self.rest();
            let more = rest.find([',', ':', '}', ']', '{', '[', '"', '\n', '\r', '/']);
            let phrase = rest.get(..more.unwrap_or(rest.len())).unwrap_or("");
            self.pos += phrase.trim_end().len();
        }
        let written = shorten(self.slice(start, self.pos));
        let help = match did_you_mean(&word, ["true", "false", "null"]) {
            Some(suggestion) => {
                format!("did you mean `{suggestion}`? text stands in quotation marks: `\"{written}\"`")
            }
            None => format!("text stands in quotation marks: `\"{written}\"`"),
        };
        let message = format!("the word `{written}` means nothing here");
        let span = self.span(start, self.pos);
        self.report(Diagnostic::error(Code::UnknownWord, span, message).help(help));
        Value::Invalid
    }

    /// Reports what stands where `wanted` should, and skips to the next comma or bracket.
    pub(super) fn unexpected(&mut self, wanted: &str) {
        let start = self.pos;
        let end = self.word_end();
        let written = shorten(self.slice(start, end));
        let message = format!("`{written}` stands where {wanted} should");
        let help = match self.peek_char() {
            Some('“' | '”' | '„' | '‘' | '’' | '«' | '»' | '`') => {
                "use plain quotation marks: `\"`".to_owned()
            }
            Some('#') => "comments begin with `//`".to_owned(),
            _ => format!("write {wanted} there, with texts in quotation marks"),
        };
        let span = self.span(start, end);
        self.report(Diagnostic::error(Code::UnexpectedText, span, message).help(help));
        self.pos = end;
        self.skip_to_separator();
    }

    /// Where the characters end that belong to what begins here; at least one character on.
    fn word_end(&self) -> usize {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let more = rest.get(first..).unwrap_or("");
        let first_is_name = rest.chars().next().is_some_and(continues_name);
        let len = more
            .find(|c| !(first_is_name && continues_name(c)))
            .unwrap_or(more.len());
        self.pos + first + len
    }

    /// Takes note of a problem, unless it is only the consequence of an earlier one.
    pub(super) fn report(&mut self, problem: Diagnostic) {
        if !self.stopped {
            self.diags.push(problem);
        }
    }

    /// Counts a problem that is not worth describing.
    pub(super) fn report_another(&mut self) {
        if !self.stopped {
            self.diags.further_error();
        }
    }

    /// Whether a further error would only be counted.
    pub(super) fn is_quiet(&self) -> bool {
        self.stopped || self.diags.is_full()
    }

    /// Leaves the rest of the text unread.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.pos = self.text.len();
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.pos..).unwrap_or("")
    }

    pub(super) fn byte_at(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.byte_at(self.pos)
    }

    pub(super) fn peek_char(&self) -> Option<char> {
        match self.peek() {
            Some(byte) if byte.is_ascii() => Some(char::from(byte)),
            _ => self.rest().chars().next(),
        }
    }
}

/// What a message quotes of a text of any length.
pub(super) fn shorten(text: &str) -> &str {
    text.char_indices()
        .nth(40)
        .and_then(|(end, _)| text.get(..end))
        .unwrap_or(text)
}
