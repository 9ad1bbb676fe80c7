//! From text to tokens, one at a time.

use super::ast::Number;
use super::{Span, SyntaxError, quoted};

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) span: Span,
}

/// The kinds of token. Words such as `and` and `true` are names here: after a point they are
/// members like any other.
#[derive(Clone, Debug)]
pub(super) enum TokenKind<'a> {
    Number(Number),
    String(Box<str>),
    Name { name: &'a str, dollar: bool },
    Zone { zone: &'a str, index: u32 },
    Symbol(&'static str),
    End,
}

/// Names that mean something to the parser and so cannot be bound or name a copy of a zone.
const KEYWORDS: [&str; 8] = ["true", "false", "nothing", "null", "and", "or", "not", "in"];

/// All symbols, each before those that it begins with.
const SYMBOLS: [&str; 22] = [
    "=>", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[", "]",
    ",", ".", ":",
];

/// What other languages write and what is meant; tried before the symbols, longest first.
const MISTAKES: [(&str, &str); 28] = [
    ("===", "write `==`"),
    ("!==", "write `!=`"),
    ("<>", "write `!=`"),
    ("=<", "write `<=`"),
    ("->", "write a function as `c => …`"),
    ("+=", "write `increment(place, by)` as a step of its own"),
    ("-=", "write `decrement(place, by)` as a step of its own"),
    ("*=", "write `set(place, value)` as a step of its own"),
    ("/=", "write `set(place, value)` as a step of its own"),
    ("++", "write `increment(place)` as a step of its own"),
    (";", "write each step as an item of the list: `[\"…\", \"…\"]`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("−", "write `-`"),
    ("×", "write `*`"),
    ("÷", "write `/`"),
    ("¬", "write `!`"),
    ("∧", "write `&&`"),
    ("∨", "write `||`"),
    ("∈", "write `in`"),
    ("“", "write plain quotes: `\"`"),
    ("”", "write plain quotes: `\"`"),
    ("„", "write plain quotes: `\"`"),
    ("‘", "write plain quotes: `'`"),
    ("’", "write plain quotes: `'`"),
    ("?", "write `if(condition, then, otherwise)`"),
    ("{", "write a list as `[a, b]`"),
];

/// Single characters that are only the beginning of a symbol; tried after the symbols.
const HALVES: [(&str, &str); 3] = [
    ("=", "write `==` to compare"),
    ("&", "write `&&`"),
    ("|", "write `||`"),
];

pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// The place in the text up to which tokens were taken. Cloning it is looking ahead.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Refuses a text whose offsets do not fit a span.
    pub(super) fn new(text: &'a str) -> Result<Self, SyntaxError> {
        if u32::try_from(text.len()).is_err() {
            let nowhere = Span { start: 0, end: 0 };
            return Err(SyntaxError::new(nowhere, "the expression is too long")
                .help(format!("write at most {} nodes", super::MAX_NODES)));
        }
        Ok(Self { text, at: 0 })
    }

    /// The next token, or why there is none; at the end always [`TokenKind::End`].
    pub(super) fn next_token(&mut self) -> Result<Token<'a>, SyntaxError> {
        self.skip(char::is_whitespace);
        let start = self.at;
        let kind = match self.peek() {
            None => TokenKind::End,
            Some(c) if c.is_ascii_digit() => self.number()?,
            Some(c) if begins_name(c) => self.name_or_zone()?,
            Some('$') => self.dollar_name()?,
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            Some(other) => self.symbol(other)?,
        };
        Ok(Token {
            kind,
            span: self.since(start),
        })
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, prefix: &str) -> bool {
        let found = self.rest().starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    /// Takes the characters that `wanted` holds for, and returns them.
    fn skip(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn since(&self, start: usize) -> Span {
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Span {
            start: offset(start),
            end: offset(self.at),
        }
    }

    fn number(&mut self) -> Result<TokenKind<'a>, SyntaxError> {
        let start = self.at;
        self.skip(|c| c.is_ascii_digit());
        let mut plain = true;
        if self.fraction_follows() {
            plain = false;
            self.bump();
            self.skip(|c| c.is_ascii_digit());
        }
        if self.exponent_follows() {
            plain = false;
            self.bump();
            self.skip(|c| matches!(c, '+' | '-'));
            self.skip(|c| c.is_ascii_digit());
        }
        if self.peek().is_some_and(|c| continues_name(c) || c == '$') {
            self.skip(|c| continues_name(c) || c == '$');
            let span = self.since(start);
            let help = if span.of(self.text).contains('_') {
                "write the digits without `_`"
            } else {
                "a name begins with a letter or `_`"
            };
            let written = quoted(span.of(self.text));
            return Err(
                SyntaxError::new(span, format!("{written} is neither a number nor a name")).help(help),
            );
        }
        let span = self.since(start);
        let written = span.of(self.text);
        let number = if plain {
            written.parse().ok().map(Number::Whole)
        } else {
            written.parse().ok().and_then(real)
        };
        number.map(TokenKind::Number).ok_or_else(|| {
            let error = SyntaxError::new(span, format!("the number {} is too large", quoted(written)));
            if plain {
                error.help(format!("write a whole number of at most {}", i64::MAX))
            } else {
                error
            }
        })
    }

    fn fraction_follows(&self) -> bool {
        let mut rest = self.rest().chars();
        rest.next() == Some('.') && rest.next().is_some_and(|c| c.is_ascii_digit())
    }

    fn exponent_follows(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix(['e', 'E']) else {
            return false;
        };
        let rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        rest.starts_with(|c: char| c.is_ascii_digit())
    }

    fn name_or_zone(&mut self) -> Result<TokenKind<'a>, SyntaxError> {
        let start = self.at;
        let name = self.skip(continues_name);
        let copy_follows = self
            .rest()
            .strip_prefix(':')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_keyword(name) || !copy_follows {
            return Ok(TokenKind::Name { name, dollar: false });
        }
        self.bump();
        let digits = self.skip(continues_name);
        let error = |message: &str| {
            let span = self.since(start);
            SyntaxError::new(span, format!("{} {message}", quoted(span.of(self.text)))).help(format!(
                "write a copy of a zone as {}",
                quoted(&format!("{name}:0"))
            ))
        };
        if !digits.chars().all(|c| c.is_ascii_digit()) {
            return Err(error("is not a copy of a zone"));
        }
        match digits.parse() {
            Ok(index) => Ok(TokenKind::Zone { zone: name, index }),
            Err(_) => Err(error("has too large a number")),
        }
    }

    fn dollar_name(&mut self) -> Result<TokenKind<'a>, SyntaxError> {
        let start = self.at;
        self.bump();
        if !self.peek().is_some_and(begins_name) {
            return Err(SyntaxError::new(self.since(start), "`$` stands before no name")
                .help("write a name right after it, as in `$player`"));
        }
        let name = self.skip(continues_name);
        Ok(TokenKind::Name { name, dollar: true })
    }

    fn string(&mut self, quote: char) -> Result<TokenKind<'a>, SyntaxError> {
        let start = self.at;
        self.bump();
        let mut decoded = String::new();
        loop {
            decoded.push_str(self.skip(|c| c != quote && c != '\\'));
            match self.peek() {
                Some('\\') => decoded.push(self.escape(start, quote)?),
                Some(_) => {
                    self.bump();
                    return Ok(TokenKind::String(decoded.into_boxed_str()));
                }
                None => return Err(self.unclosed(start, quote)),
            }
        }
    }

    fn unclosed(&self, start: usize, quote: char) -> SyntaxError {
        SyntaxError::new(self.since(start), "the string is not closed")
            .help(format!("close it with `{quote}`"))
    }

    fn escape(&mut self, string: usize, quote: char) -> Result<char, SyntaxError> {
        let start = self.at;
        self.bump();
        let Some(escaped) = self.bump() else {
            return Err(self.unclosed(string, quote));
        };
        let decoded = match escaped {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '\\' | '"' | '\'' | '/' => Some(escaped),
            'u' => self.code_point(),
            _ => None,
        };
        decoded.ok_or_else(|| {
            let span = self.since(start);
            let written = quoted(span.of(self.text));
            SyntaxError::new(span, format!("{written} is not an escape")).help(
                "write `\\\\`, `\\\"`, `\\'`, `\\n`, `\\r`, `\\t` or `\\u{…}` with a code point in hexadecimal",
            )
        })
    }

    /// What follows `\u`: `{1f0a1}` or exactly four digits.
    fn code_point(&mut self) -> Option<char> {
        let digits = if self.eat("{") {
            let digits = self.skip(|c| c.is_ascii_hexdigit());
            if !self.eat("}") {
                return None;
            }
            digits
        } else {
            let digits = self.rest().get(..4)?;
            if !digits.chars().all(|c| c.is_ascii_hexdigit()) {
                return None;
            }
            self.at += digits.len();
            digits
        };
        u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
    }

    fn symbol(&mut self, first: char) -> Result<TokenKind<'a>, SyntaxError> {
        let start = self.at;
        for (wrong, help) in MISTAKES {
            if self.eat(wrong) {
                return Err(self.foreign(start, help));
            }
        }
        for symbol in SYMBOLS {
            if self.eat(symbol) {
                return Ok(TokenKind::Symbol(symbol));
            }
        }
        for (wrong, help) in HALVES {
            if self.eat(wrong) {
                return Err(self.foreign(start, help));
            }
        }
        self.bump();
        let written = quoted(first.encode_utf8(&mut [0; 4]));
        Err(SyntaxError::new(
            self.since(start),
            format!("{written} has no meaning in an expression"),
        ))
    }

    fn foreign(&self, start: usize, help: &str) -> SyntaxError {
        let span = self.since(start);
        let written = quoted(span.of(self.text));
        SyntaxError::new(span, format!("{written} has no meaning in an expression")).help(help)
    }
}

/// The number as a whole one where that is exact.
fn real(number: f64) -> Option<Number> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !number.is_finite() {
        None
    } else if number.fract() == 0.0 && number.abs() < EXACT {
        Some(Number::Whole(number as i64))
    } else {
        Some(Number::Real(number))
    }
}

fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
