//! Numeric functions with the same results on every platform: `libm` replaces the platform's mathematics, and
//! numbers are formatted by our own code.

use cardable_luau::LONGEST_NUMBER;
use mlua::{Lua, Table};

type Of1 = fn(f64) -> f64;
type Of2 = fn(f64, f64) -> f64;

const ONE: &[(&str, Of1)] = &[
    ("acos", libm::acos),
    ("asin", libm::asin),
    ("atan", libm::atan),
    ("cos", libm::cos),
    ("cosh", libm::cosh),
    ("exp", libm::exp),
    ("log10", libm::log10),
    ("sin", libm::sin),
    ("sinh", libm::sinh),
    ("tan", libm::tan),
    ("tanh", libm::tanh),
];

const TWO: &[(&str, Of2)] = &[("atan2", libm::atan2), ("pow", libm::pow), ("fmod", libm::fmod)];

/// Registers the mathematical functions in a table.
pub(crate) fn register(lua: &Lua, into: &Table) -> mlua::Result<()> {
    for (name, function) in ONE {
        into.raw_set(*name, lua.create_function(move |_, x: f64| Ok(function(x)))?)?;
    }
    for (name, function) in TWO {
        into.raw_set(
            *name,
            lua.create_function(move |_, (x, y): (f64, f64)| Ok(function(x, y)))?,
        )?;
    }
    let log = lua.create_function(|_, (x, base): (f64, Option<f64>)| {
        Ok(match base {
            None => libm::log(x),
            Some(2.0) => libm::log2(x),
            Some(10.0) => libm::log10(x),
            Some(base) => libm::log(x) / libm::log(base),
        })
    })?;
    into.raw_set("log", log)?;
    into.raw_set(
        "ldexp",
        lua.create_function(|_, (x, n): (f64, i32)| Ok(libm::ldexp(x, n)))?,
    )?;
    into.raw_set("frexp", lua.create_function(|_, x: f64| Ok(libm::frexp(x)))?)
}

/// Parses a number in base 10, or 16 after `0x`. `None` if the text is not a number. The machine converts texts
/// in the same way (`cardable-luau`).
pub(crate) fn parse(text: &[u8]) -> Option<f64> {
    let text = short(text)?.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let (minus, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let n = match hex {
        Some(hex) => integer(hex, 16)?,
        None => {
            let plain = digits
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
            let begins = digits.bytes().next()?;
            if !plain || !(begins.is_ascii_digit() || begins == b'.') {
                return None;
            }
            digits.parse().ok()?
        }
    };
    Some(if minus { -n } else { n })
}

/// Parses a number in a base from 2 to 36.
pub(crate) fn parse_in(text: &[u8], base: u32) -> Option<f64> {
    let text = short(text)?.trim();
    match text.strip_prefix('-') {
        Some(digits) => integer(digits, base).map(|n| -n),
        None => integer(text, base),
    }
}

/// The text as UTF-8, or `None` if it is too long for a number.
fn short(text: &[u8]) -> Option<&str> {
    (text.len() <= LONGEST_NUMBER)
        .then(|| std::str::from_utf8(text).ok())
        .flatten()
}

/// Parses a whole number in a base from 2 to 36.
fn integer(digits: &str, base: u32) -> Option<f64> {
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0.0, |sum, c| {
        let digit = c.to_digit(base)?;
        Some(sum * f64::from(base) + f64::from(digit))
    })
}

/// Formats a number as scripts see it: whole numbers without a point, others with the fewest digits that
/// identify them.
pub(crate) fn text(n: f64) -> String {
    if n.is_nan() {
        return "nan".to_owned();
    }
    if n.is_infinite() {
        return if n < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let size = n.abs();
    if size == 0.0 || (1e-5..1e21).contains(&size) {
        format!("{n}")
    } else {
        let scientific = format!("{n:e}");
        match scientific.split_once('e') {
            Some((digits, power)) if power.starts_with('-') => format!("{digits}e{power}"),
            Some((digits, power)) => format!("{digits}e+{power}"),
            None => scientific,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_numbers_or_not() {
        for (text, wanted) in [
            ("10", Some(10.0)),
            (" -2.5e3 ", Some(-2500.0)),
            ("0x10", Some(16.0)),
            ("-0xF", Some(-15.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("", None),
            ("-", None),
            ("nan", None),
            ("inf", None),
            ("infinity", None),
            ("1e", None),
            ("0x", None),
            ("1 2", None),
            ("e5", None),
        ] {
            assert_eq!(super::parse(text.as_bytes()), wanted, "{text:?}");
        }
    }

    #[test]
    fn long_texts_are_no_numbers() {
        let (most, more) = ([b'9'; super::LONGEST_NUMBER], [b'9'; super::LONGEST_NUMBER + 1]);
        assert!(super::parse(&most).is_some() && super::parse_in(&most, 10).is_some());
        assert_eq!((super::parse(&more), super::parse_in(&more, 10)), (None, None));
    }

    #[test]
    fn numbers_are_written_alike_everywhere() {
        for (n, wanted) in [
            (1.0, "1"),
            (-0.0, "-0"),
            (0.1, "0.1"),
            (1e300, "1e+300"),
            (1.5e-9, "1.5e-9"),
            (f64::NAN, "nan"),
            (f64::INFINITY, "inf"),
            (-f64::INFINITY, "-inf"),
            (123_456_789.25, "123456789.25"),
        ] {
            assert_eq!(super::text(n), wanted);
        }
    }
}
