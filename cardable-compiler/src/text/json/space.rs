//! What stands between values.

use super::parser::Parser;
use crate::text::diag::{Code, Diagnostic};

/// Whether a character beyond ASCII counts as space in JSON5.
fn is_wide_space(c: char) -> bool {
    matches!(
        c,
        '\u{A0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}' | '\u{3000}' | '\u{FEFF}'
    )
}

/// Whether a character may begin a key without quotation marks.
pub(super) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '$' | '_')
}

/// Whether a character may stand inside a key without quotation marks.
pub(super) fn continues_name(c: char) -> bool {
    match c {
        '$' | '_' | '\u{200C}' | '\u{200D}' | '\u{203F}' | '\u{2040}' | '\u{2054}' => true,
        '\u{2000}'..='\u{206F}' => false,
        // Marks and joiners of all scripts: there is no need to tell them apart.
        c if !c.is_ascii() => !is_wide_space(c) && !c.is_control(),
        c => c.is_ascii_alphanumeric(),
    }
}

impl Parser<'_, '_> {
    /// Skips space and comments.
    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => self.pos += 1,
                b'/' if self.byte_at(self.pos + 1) == Some(b'/') => self.line_comment(),
                b'/' if self.byte_at(self.pos + 1) == Some(b'*') => self.block_comment(),
                0x80.. => match self.peek_char() {
                    Some(c) if is_wide_space(c) => self.pos += c.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    fn line_comment(&mut self) {
        let rest = self.rest();
        let end = rest
            .find(['\n', '\r', '\u{2028}', '\u{2029}'])
            .unwrap_or(rest.len());
        self.pos += end;
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        match self.rest().get(2..).and_then(|rest| rest.find("*/")) {
            Some(end) => self.pos += end + 4,
            None => {
                self.report(
                    Diagnostic::error(
                        Code::UnclosedComment,
                        self.span(start, start + 2),
                        "the comment that begins here never ends",
                    )
                    .help("end it with `*/`"),
                );
                self.stop();
            }
        }
    }
}
