//! Strings and keys.

use super::{
    escape::{BadEscape, escape},
    parser::Parser,
    space::{continues_name, starts_name},
};
use crate::text::diag::{Code, Diagnostic};

impl Parser<'_, '_> {
    /// Reads a string; the next byte is its quotation mark.
    ///
    /// A string that does not end on its line is reported and taken to end there.
    pub(super) fn string(&mut self) -> Box<str> {
        let start = self.pos;
        let quote = self.peek().unwrap_or(b'"');
        self.pos += 1;
        let mut decoded = String::new();
        let mut from = self.pos;
        loop {
            match self.peek() {
                Some(byte) if byte == quote => {
                    let last = self.slice(from, self.pos);
                    self.pos += 1;
                    return if decoded.is_empty() {
                        last.into()
                    } else {
                        (decoded + last).into()
                    };
                }
                Some(b'\\') => {
                    decoded.push_str(self.slice(from, self.pos));
                    decoded.extend(self.escape());
                    from = self.pos;
                }
                None | Some(b'\n' | b'\r') => {
                    decoded.push_str(self.slice(from, self.pos));
                    self.unclosed_string(start, quote);
                    return decoded.into();
                }
                Some(_) => self.pos += 1,
            }
        }
    }

    fn unclosed_string(&mut self, start: usize, quote: u8) {
        let quote = char::from(quote);
        self.report(
            Diagnostic::error(
                Code::UnclosedString,
                self.span(start, self.pos),
                "the string that begins here does not end on its line",
            )
            .help(format!(
                "end it with `{quote}`; text of several lines has a backslash at the end of each"
            )),
        );
        // The comma after it was most likely taken for a part of the string.
        self.forgive_comma = true;
    }

    /// Reads one escape; reports what is none and leaves it out.
    fn escape(&mut self) -> Option<char> {
        let found = escape(self.rest());
        let start = self.pos;
        self.pos += found.len;
        let fault = match found.meaning {
            Ok(meaning) => return meaning,
            Err(fault) => fault,
        };
        let written = self.slice(start, self.pos);
        let (message, help) = match fault {
            BadEscape::Digits => (
                format!("`{written}` is not followed by enough hexadecimal digits"),
                "write `\\x` with two digits or `\\u` with four; a plain backslash is `\\\\`",
            ),
            BadEscape::Surrogate => (
                format!("`{written}` is only half of a character"),
                "write the character itself, or both halves one after the other",
            ),
            BadEscape::Octal => (
                format!("`{written}` is not an escape"),
                "write `\\x` and two hexadecimal digits; a plain backslash is `\\\\`",
            ),
            BadEscape::Nothing => return None,
        };
        let span = self.span(start, self.pos);
        self.report(Diagnostic::error(Code::BadEscape, span, message).help(help));
        None
    }

    /// Whether a key without quotation marks begins here.
    pub(super) fn at_name(&self) -> bool {
        match self.peek() {
            Some(b'\\') => self.byte_at(self.pos + 1) == Some(b'u'),
            Some(_) => self.peek_char().is_some_and(starts_name),
            None => false,
        }
    }

    /// Reads a key without quotation marks, see [`Parser::at_name`].
    pub(super) fn name(&mut self) -> Box<str> {
        let mut decoded = String::new();
        let mut from = self.pos;
        while let Some(c) = self.peek_char() {
            if c == '\\' {
                decoded.push_str(self.slice(from, self.pos));
                decoded.extend(self.name_escape());
                from = self.pos;
            } else if continues_name(c) {
                self.pos += c.len_utf8();
            } else {
                break;
            }
        }
        let last = self.slice(from, self.pos);
        if decoded.is_empty() {
            last.into()
        } else {
            (decoded + last).into()
        }
    }

    /// Reads one escape in a key without quotation marks, where only `\u` may stand.
    fn name_escape(&mut self) -> Option<char> {
        let start = self.pos;
        if self.byte_at(start + 1) == Some(b'u') {
            let found = self.escape()?;
            if continues_name(found) {
                return Some(found);
            }
        } else {
            self.pos += escape(self.rest()).len;
        }
        let written = self.slice(start, self.pos).trim_end();
        let message = format!("`{written}` cannot stand in a key without quotation marks");
        let span = self.span(start, self.pos);
        self.report(Diagnostic::error(Code::BadEscape, span, message).help("put the key in quotation marks"));
        None
    }
}
