//! Lists and objects, and how to go on after a mistake in one.

use super::{
    node::{Member, Value},
    parser::{Parser, shorten},
};
use crate::text::diag::{Code, Diagnostic};
use crate::text::span::{LineIndex, Span};

/// Up to this many keys, comparing each with each is the quickest way to find equal ones.
const FEW: usize = 16;

impl Parser<'_, '_> {
    /// Reads a list; the next byte is its bracket.
    pub(super) fn array(&mut self) -> Value {
        let start = self.pos;
        self.pos += 1;
        let mut items = Vec::new();
        while self.more_inside(start) {
            let before = self.pos;
            if items.is_empty() && self.at_name() {
                let key = self.name();
                let key_span = self.span(before, self.pos);
                if self.before_colon() {
                    return self.object_in_list(start, key, key_span);
                }
                self.pos = before;
            }
            let item = self.value();
            if let (true, Value::String(key)) = (items.is_empty(), &item.value)
                && self.before_colon()
            {
                return self.object_in_list(start, key.clone(), item.span);
            }
            items.push(item);
            if self.pos == before && self.peek() != Some(b',') {
                self.pos += 1;
            }
            self.comma();
        }
        Value::Array(items)
    }

    /// Reads an object; the next byte is its bracket.
    pub(super) fn object(&mut self) -> Value {
        let start = self.pos;
        self.pos += 1;
        self.members(start, Vec::new())
    }

    /// Whether a colon comes next, which makes a key of the text before it.
    fn before_colon(&mut self) -> bool {
        let here = self.pos;
        self.skip_space();
        let found = self.peek() == Some(b':');
        if !found {
            self.pos = here;
        }
        found
    }

    /// Reads an object that opens as a list; its first key was read, and the next byte is the colon.
    fn object_in_list(&mut self, start: usize, key: Box<str>, key_span: Span) -> Value {
        self.report(
            Diagnostic::error(
                Code::StrayBracket,
                self.span(start, start + 1),
                "`[` opens a list, and `key: value` stands in an object",
            )
            .help("write `{` here, and `}` where it closes"),
        );
        if let Some(own) = self.open.last_mut() {
            *own = b'}';
        }
        self.pos += 1;
        let value = self.value();
        self.comma();
        self.members(start, vec![Member { key, key_span, value }])
    }

    /// Reads the members of an object up to its end.
    fn members(&mut self, start: usize, mut members: Vec<Member>) -> Value {
        let is_list = self.slice(start, start + 1) == "[";
        loop {
            self.skip_space();
            if is_list && self.peek() == Some(b']') {
                self.pos += 1;
                break;
            }
            if !self.more_inside(start) {
                break;
            }
            let key_start = self.pos;
            let key = match self.peek() {
                Some(b'"' | b'\'') => self.string(),
                Some(_) if self.at_name() => self.name(),
                Some(b',' | b':') => {
                    let mark = char::from(self.peek().unwrap_or(b','));
                    let span = self.span(self.pos, self.pos + 1);
                    let message = format!("a key is missing before `{mark}`");
                    let help = format!("write the key before it, or take the `{mark}` out");
                    self.report(Diagnostic::error(Code::UnexpectedText, span, message).help(help));
                    self.pos += 1;
                    if mark == ':' {
                        self.skip_to_separator();
                        self.comma();
                    }
                    continue;
                }
                _ => {
                    self.unexpected("a key");
                    self.comma();
                    continue;
                }
            };
            let key_span = self.span(key_start, self.pos);
            let found_colon = self.colon(&key, key_start);
            let value = if found_colon {
                self.value()
            } else {
                super::Node {
                    span: self.span(self.pos, self.pos),
                    value: Value::Invalid,
                }
            };
            members.push(Member { key, key_span, value });
            self.comma();
        }
        find_duplicates(self, &members);
        Value::Object(members)
    }

    /// Whether another item or member begins; if not, the bracket that opened at `start` is
    /// closed or taken for closed.
    fn more_inside(&mut self, start: usize) -> bool {
        self.skip_space();
        let own = self.open.last().copied().unwrap_or(b'}');
        let wanted = char::from(own);
        let opener = self.slice(start, start + 1);
        match self.peek() {
            None => {
                self.report(
                    Diagnostic::error(
                        Code::Unclosed,
                        self.span(start, start + 1),
                        format!("the `{opener}` that opens here is never closed"),
                    )
                    .help(format!("add a `{wanted}`")),
                );
                self.stop();
                false
            }
            Some(byte) if byte == own => {
                self.pos += 1;
                false
            }
            Some(byte @ (b'}' | b']')) => {
                let found = char::from(byte);
                self.report(
                    Diagnostic::error(
                        Code::StrayBracket,
                        self.span(self.pos, self.pos + 1),
                        format!("`{found}` stands where `{opener}` should be closed"),
                    )
                    .help(format!("write `{wanted}`")),
                );
                // Where it closes nothing further out, the wrong one of two keys was pressed.
                if !self.open.iter().rev().skip(1).any(|open| *open == byte) {
                    self.pos += 1;
                }
                false
            }
            Some(_) => true,
        }
    }

    /// Reads the colon after a key. Gives `false` when there is not even a value.
    fn colon(&mut self, key: &str, key_start: usize) -> bool {
        let key_end = self.pos;
        self.skip_space();
        let found = self.peek();
        if found == Some(b':') {
            self.pos += 1;
            return true;
        }
        let help = match found {
            Some(b'=') => "write `:` instead of `=`",
            _ => "write `key: value`",
        };
        let message = format!("the key `{}` has no `:` after it", shorten(key));
        let span = self.span(key_start, key_end);
        self.report(Diagnostic::error(Code::MissingColon, span, message).help(help));
        match found {
            Some(b'=') => {
                self.pos += 1;
                true
            }
            Some(b',' | b'}' | b']') | None => false,
            Some(_) => true,
        }
    }

    /// Reads what separates two neighbours; before a closing bracket there need not be anything.
    fn comma(&mut self) {
        let end = self.pos;
        self.skip_space();
        let forgiven = std::mem::take(&mut self.forgive_comma);
        match self.peek() {
            Some(b',') => self.pos += 1,
            Some(b'}' | b']') | None => {}
            Some(_) if forgiven => {}
            Some(byte) => {
                let begins =
                    matches!(byte, b'"' | b'\'' | b'{' | b'[' | b'0'..=b'9' | b'-') || self.at_name();
                if begins {
                    let span = self.span(end.saturating_sub(1), end);
                    self.report(
                        Diagnostic::error(
                            Code::MissingComma,
                            span,
                            "there is no comma between this and what follows",
                        )
                        .help("write `,` here"),
                    );
                } else {
                    self.unexpected("a comma");
                    if self.peek() == Some(b',') {
                        self.pos += 1;
                    }
                }
            }
        }
    }

    /// Skips up to the next comma or closing bracket that belongs to what is being read.
    pub(super) fn skip_to_separator(&mut self) {
        loop {
            self.skip_space();
            match self.peek() {
                None | Some(b',' | b'}' | b']') => return,
                Some(b'{' | b'[') => self.skip_brackets(),
                Some(_) => self.skip_token(),
            }
        }
    }

    /// Skips from an opening bracket to the one that closes it, however much lies between.
    pub(super) fn skip_brackets(&mut self) {
        let start = self.pos;
        let mut depth = 0_usize;
        loop {
            self.skip_space();
            match self.peek() {
                None => {
                    let span = self.span(start, start + 1);
                    let opener = self.slice(start, start + 1);
                    let message = format!("the `{opener}` that opens here is never closed");
                    let closer = if opener == "[" { "]" } else { "}" };
                    let help = format!("write `{closer}` behind what is in it");
                    self.report(Diagnostic::error(Code::Unclosed, span, message).help(help));
                    self.stop();
                    return;
                }
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.pos += 1;
                }
                Some(b'}' | b']') => {
                    depth -= 1;
                    self.pos += 1;
                    if depth == 0 {
                        return;
                    }
                }
                Some(_) => self.skip_token(),
            }
        }
    }

    /// Skips one character, or a whole string so that brackets in it are not taken for others.
    fn skip_token(&mut self) {
        let Some(c) = self.peek_char() else { return };
        self.pos += c.len_utf8();
        if !matches!(c, '"' | '\'') {
            return;
        }
        while let Some(inner) = self.peek_char() {
            match inner {
                '\n' | '\r' => return,
                '\\' => self.pos += super::escape::escape(self.rest()).len,
                _ => self.pos += inner.len_utf8(),
            }
            if inner == c {
                return;
            }
        }
    }
}
fn find_duplicates(parser: &mut Parser<'_, '_>, members: &[Member]) {
    let mut pairs: Vec<(&Member, &Member)> = Vec::new();
    if members.len() <= FEW {
        for (at, second) in members.iter().enumerate() {
            let first = members.iter().take(at).find(|first| first.key == second.key);
            pairs.extend(first.map(|first| (first, second)));
        }
    } else {
        let mut sorted: Vec<&Member> = members.iter().collect();
        sorted.sort_by(|a, b| a.key.cmp(&b.key));
        for same in sorted.chunk_by(|a, b| a.key == b.key) {
            if let [first, others @ ..] = same {
                pairs.extend(others.iter().map(|second| (*first, *second)));
            }
        }
    }
    for (first, second) in pairs {
        duplicate(parser, first, second);
    }
}

fn duplicate(parser: &mut Parser<'_, '_>, first: &Member, second: &Member) {
    if parser.is_quiet() {
        // Still counted, but not worth looking for lines.
        parser.report_another();
        return;
    }
    let text = parser.text();
    let lines = parser.lines.get_or_insert_with(|| LineIndex::new(text));
    let (line, column) = lines.line_column(text, first.key_span.start as usize);
    let (again, at) = lines.line_column(text, second.key_span.start as usize);
    let message = format!(
        "the key `{}` is given twice: at {line}:{column} and at {again}:{at}",
        shorten(&second.key)
    );
    parser
        .report(Diagnostic::error(Code::DuplicateKey, second.key_span, message).help("keep one of the two"));
}
