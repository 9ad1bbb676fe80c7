//! Escapes in strings, and the way back from a decoded string to the file.

use crate::text::span::Span;

/// What a backslash and what follows it stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escape {
    /// How many bytes of the text it takes, the backslash included.
    pub(super) len: usize,
    /// The character; nothing for a line that goes on behind its end; an error for what is no
    /// escape.
    pub(super) meaning: Result<Option<char>, BadEscape>,
}

/// Why something is no escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadEscape {
    /// `\x` or `\u` with too few hexadecimal digits.
    Digits,
    /// Half of a pair of code units without the other half.
    Surrogate,
    /// `\1` to `\9`, or `\0` before a digit.
    Octal,
    /// A backslash at the end of the text.
    Nothing,
}

/// Reads the escape at the start of `text`, which begins with a backslash.
pub(super) fn escape(text: &str) -> Escape {
    let Some(c) = text.get(1..).and_then(|rest| rest.chars().next()) else {
        return Escape {
            len: text.len().min(1),
            meaning: Err(BadEscape::Nothing),
        };
    };
    let len = 1 + c.len_utf8();
    let next = text.as_bytes().get(len).copied();
    let character = |c| Escape {
        len,
        meaning: Ok(Some(c)),
    };
    match c {
        'b' => character('\u{8}'),
        'f' => character('\u{C}'),
        'n' => character('\n'),
        'r' => character('\r'),
        't' => character('\t'),
        'v' => character('\u{B}'),
        '0' if !next.is_some_and(|byte| byte.is_ascii_digit()) => character('\0'),
        '0'..='9' => Escape {
            len,
            meaning: Err(BadEscape::Octal),
        },
        '\r' if next == Some(b'\n') => Escape {
            len: len + 1,
            meaning: Ok(None),
        },
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => Escape {
            len,
            meaning: Ok(None),
        },
        'x' => match hex(text, 2, 2) {
            Some(code) => Escape {
                len: 4,
                meaning: Ok(char::from_u32(code)),
            },
            None => Escape {
                len,
                meaning: Err(BadEscape::Digits),
            },
        },
        'u' => unicode(text),
        other => character(other),
    }
}

/// Reads `\uXXXX`, or two of them that make one character together.
fn unicode(text: &str) -> Escape {
    let Some(first) = hex(text, 2, 4) else {
        return Escape {
            len: 2,
            meaning: Err(BadEscape::Digits),
        };
    };
    if let Some(c) = char::from_u32(first) {
        return Escape {
            len: 6,
            meaning: Ok(Some(c)),
        };
    }
    let low = text
        .get(6..8)
        .filter(|start| *start == "\\u" && first < 0xDC00)
        .and_then(|_| hex(text, 8, 4))
        .filter(|code| (0xDC00..0xE000).contains(code));
    match low.and_then(|low| char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00))) {
        Some(c) => Escape {
            len: 12,
            meaning: Ok(Some(c)),
        },
        None => Escape {
            len: 6,
            meaning: Err(BadEscape::Surrogate),
        },
    }
}

fn hex(text: &str, at: usize, digits: usize) -> Option<u32> {
    let digits = text.get(at..at + digits)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then_some(())?;
    u32::from_str_radix(digits, 16).ok()
}

/// Where in the file a byte of a decoded string stands.
///
/// `text` is the whole file, `string` the span of the string (or of a key) with its quotation
/// marks, and `decoded_byte` counts bytes of the string's value. A byte inside a character that
/// was written as an escape gives the start of the escape; one past the end, the end of the
/// content.
///
/// ```
/// use cardable_compiler::text::{json::string_offset, source::{Sources, Span}};
///
/// let text = r"['a\tb\u00e9c']";
/// let mut sources = Sources::new();
/// let file = sources.add("a.json", text);
/// let string = Span::new(file, 1, text.len() - 1);
/// // The value is "a", tab, "b", "é" (two bytes), "c".
/// assert_eq!(string_offset(text, string, 1), 3);
/// assert_eq!(string_offset(text, string, 2), 5);
/// assert_eq!(string_offset(text, string, 5), 12);
/// ```
pub fn string_offset(text: &str, string: Span, decoded_byte: usize) -> u32 {
    let start = string.start as usize;
    let Some(literal) = text.get(start..string.end as usize) else {
        return string.start;
    };
    let quote = literal.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''));
    let mut at = usize::from(quote.is_some());
    let mut decoded = 0;
    while let Some(rest) = literal.get(at..)
        && let Some(c) = rest.chars().next()
        && quote.is_none_or(|quote| !c.is_ascii() || c as u8 != quote)
    {
        let (len, bytes) = if c == '\\' {
            let escape = escape(rest);
            let bytes = escape.meaning.ok().flatten().map_or(0, char::len_utf8);
            (escape.len, bytes)
        } else {
            (c.len_utf8(), c.len_utf8())
        };
        if decoded_byte < decoded + bytes {
            break;
        }
        decoded += bytes;
        at += len;
    }
    u32::try_from(start + at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let check = |text: &str, len, meaning| {
            assert_eq!(escape(text), Escape { len, meaning }, "{text:?}");
        };
        check("\\n", 2, Ok(Some('\n')));
        check("\\'", 2, Ok(Some('\'')));
        check("\\q", 2, Ok(Some('q')));
        check("\\é", 3, Ok(Some('é')));
        check("\\0", 2, Ok(Some('\0')));
        check("\\01", 2, Err(BadEscape::Octal));
        check("\\7", 2, Err(BadEscape::Octal));
        check("\\x41b", 4, Ok(Some('A')));
        check("\\x4", 2, Err(BadEscape::Digits));
        check("\\u00e9", 6, Ok(Some('é')));
        check("\\u+0e9", 2, Err(BadEscape::Digits));
        check("\\uD83C\\uDCA1", 12, Ok(Some('🂡')));
        check("\\uD83Cx", 6, Err(BadEscape::Surrogate));
        check("\\uDCA1\\uDCA1", 6, Err(BadEscape::Surrogate));
        check("\\uD83C\\u0041", 6, Err(BadEscape::Surrogate));
        check("\\\r\nx", 3, Ok(None));
        check("\\\nx", 2, Ok(None));
        check("\\\u{2028}", 4, Ok(None));
        check("\\", 1, Err(BadEscape::Nothing));
        check("\\u12é4", 2, Err(BadEscape::Digits));
    }
}
