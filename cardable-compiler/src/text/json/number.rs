//! Numbers.

use super::{
    node::{Number, Value},
    parser::Parser,
};
use crate::text::diag::{Code, Diagnostic};

/// Why a word is no number.
#[derive(Debug, PartialEq)]
enum Fault {
    NotANumber,
    LeadingZero,
    TooLarge,
    NotFinite,
}

impl Parser<'_, '_> {
    /// Reads a number; the next byte is a digit, a sign or a point.
    pub(super) fn number(&mut self) -> Value {
        let start = self.pos;
        self.pos += word_len(self.rest().as_bytes());
        let span = self.span(start, self.pos);
        let word = self.slice(start, self.pos);
        let fault = match read(word) {
            Ok(number) => return Value::Number(number),
            Err(fault) => fault,
        };
        let shown = super::parser::shorten(word);
        let problem = match fault {
            Fault::NotANumber => {
                Diagnostic::error(Code::BadNumber, span, format!("`{shown}` is not a number"))
                    .help("write it like `12`, `-1.5` or `0x1F`, or in quotation marks if it is text")
            }
            Fault::LeadingZero => Diagnostic::error(
                Code::BadNumber,
                span,
                format!("the number `{shown}` begins with a zero too many"),
            )
            .help("leave out the zeros in front"),
            Fault::TooLarge => Diagnostic::error(
                Code::NumberOutOfRange,
                span,
                format!("the number `{shown}` is out of range"),
            )
            .help(format!("whole numbers go from {} to {}", i64::MIN, i64::MAX)),
            Fault::NotFinite => not_finite(span, shown),
        };
        self.report(problem);
        Value::Invalid
    }
}

/// The error for `Infinity` and `NaN`.
pub(super) fn not_finite(span: crate::text::span::Span, word: &str) -> Diagnostic {
    Diagnostic::error(
        Code::NotFinite,
        span,
        format!("`{word}` is not a number a game can use"),
    )
    .help("write a finite number")
}

/// How far the letters, digits, points and signs go that look like one number.
fn word_len(bytes: &[u8]) -> usize {
    let hexadecimal = |at: usize| {
        let digits = bytes
            .strip_prefix(b"-")
            .or(bytes.strip_prefix(b"+"))
            .unwrap_or(bytes);
        matches!(digits, [b'0', b'x' | b'X', ..]) && at > 1
    };
    let mut before = b'+';
    bytes
        .iter()
        .enumerate()
        .position(|(at, &byte)| {
            let part = match byte {
                b'+' | b'-' => {
                    matches!(before, b'+' | b'-') || matches!(before, b'e' | b'E') && !hexadecimal(at)
                }
                b'.' | b'_' | b'$' => true,
                _ => byte.is_ascii_alphanumeric(),
            };
            before = byte;
            !part
        })
        .unwrap_or(bytes.len())
}

fn read(word: &str) -> Result<Number, Fault> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if matches!(digits, "Infinity" | "NaN") {
        return Err(Fault::NotFinite);
    }
    if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        if hex.is_empty() || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Fault::NotANumber);
        }
        return whole(
            u64::from_str_radix(hex, 16).map_err(|_| Fault::TooLarge)?,
            negative,
        );
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let (before, after) = match mantissa.split_once('.') {
        Some((before, after)) => (before, Some(after)),
        None => (mantissa, None),
    };
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_is_fine = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && all_digits(digits)
    });
    let fraction = after.unwrap_or("");
    if !exponent_is_fine
        || !all_digits(before)
        || !all_digits(fraction)
        || before.is_empty() && fraction.is_empty()
    {
        return Err(Fault::NotANumber);
    }
    if before.len() > 1 && before.starts_with('0') {
        return Err(Fault::LeadingZero);
    }
    if after.is_none() && exponent.is_none() {
        return whole(before.parse().map_err(|_| Fault::TooLarge)?, negative);
    }
    let number: f64 = digits.parse().map_err(|_| Fault::NotANumber)?;
    if !number.is_finite() {
        return Err(Fault::TooLarge);
    }
    Ok(Number::Float(if negative { -number } else { number }))
}

fn whole(magnitude: u64, negative: bool) -> Result<Number, Fault> {
    let value = if negative {
        -i128::from(magnitude)
    } else {
        i128::from(magnitude)
    };
    i64::try_from(value).map(Number::Int).map_err(|_| Fault::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let whole = |n| Ok(Number::Int(n));
        let float = |x| Ok(Number::Float(x));
        for (word, expected) in [
            ("0", whole(0)),
            ("-0", whole(0)),
            ("+12", whole(12)),
            ("9223372036854775807", whole(i64::MAX)),
            ("-9223372036854775808", whole(i64::MIN)),
            ("9223372036854775808", Err(Fault::TooLarge)),
            ("99999999999999999999999", Err(Fault::TooLarge)),
            ("0x1F", whole(31)),
            ("-0XaB", whole(-171)),
            ("0x7FFFFFFFFFFFFFFF", whole(i64::MAX)),
            ("0x8000000000000000", Err(Fault::TooLarge)),
            ("0x", Err(Fault::NotANumber)),
            ("0xG", Err(Fault::NotANumber)),
            (".5", float(0.5)),
            ("5.", float(5.0)),
            ("-5.e1", float(-50.0)),
            ("1e3", float(1000.0)),
            ("1E+2", float(100.0)),
            ("25e-2", float(0.25)),
            ("1e-999", float(0.0)),
            ("1e999", Err(Fault::TooLarge)),
            (".", Err(Fault::NotANumber)),
            ("e5", Err(Fault::NotANumber)),
            (".e5", Err(Fault::NotANumber)),
            ("1e", Err(Fault::NotANumber)),
            ("1.2.3", Err(Fault::NotANumber)),
            ("--1", Err(Fault::NotANumber)),
            ("1_000", Err(Fault::NotANumber)),
            ("12px", Err(Fault::NotANumber)),
            ("012", Err(Fault::LeadingZero)),
            ("-Infinity", Err(Fault::NotFinite)),
            ("+NaN", Err(Fault::NotFinite)),
        ] {
            assert_eq!(read(word), expected, "{word}");
            assert_eq!(word_len(word.as_bytes()), word.len(), "{word}");
        }
        assert_eq!(word_len(b"0xE+1"), 3);
        assert_eq!(word_len(b"1-2"), 1);
        assert_eq!(word_len(b"1,2"), 1);
    }
}
