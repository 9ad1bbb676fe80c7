//! Our own `string.format`. It formats numbers the same on every platform and never exceeds the maximum length
//! of a text: what is built here is outside the machine's memory, so its memory limit does not apply.

use crate::limits::{LONGEST_TEXT, Meter};
use crate::numbers;
use mlua::{Lua, Table, Value, Variadic};
use std::borrow::Cow;
use std::rc::Rc;

/// Maximum width and precision.
const WIDEST: usize = 99;

/// Registers the text functions in a table.
pub(crate) fn register(lua: &Lua, meter: &Rc<Meter>, into: &Table) -> mlua::Result<()> {
    let meter = Rc::clone(meter);
    let format = lua.create_function(move |lua, (pattern, args): (mlua::LuaString, Variadic<Value>)| {
        let text = format(&pattern.as_bytes(), &args).map_err(mlua::Error::runtime)?;
        meter.spend_on_text(lua, text.len())?;
        lua.create_string(text)
    })?;
    into.raw_set("format", format)?;
    let number = lua.create_function(|_, (text, base): (mlua::LuaString, Option<f64>)| {
        let text = text.as_bytes();
        Ok(match base {
            None => numbers::parse(&text),
            Some(base) if (2.0..=36.0).contains(&base) => numbers::parse_in(&text, base as u32),
            Some(_) => return Err(mlua::Error::runtime("the base must be from 2 to 36")),
        })
    })?;
    into.raw_set("parse_number", number)?;
    into.raw_set(
        "number_text",
        lua.create_function(|_, n: f64| Ok(numbers::text(n)))?,
    )
}

/// The flags, width and precision between `%` and the letter.
#[derive(Default)]
struct Shape {
    left: bool,
    sign: bool,
    blank: bool,
    other: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
}

/// The output so far.
struct Out(Vec<u8>);

impl Out {
    /// Fails before the output exceeds the maximum length.
    fn room_for(&self, more: usize) -> Result<(), String> {
        match self.0.len().saturating_add(more) <= LONGEST_TEXT {
            true => Ok(()),
            false => Err(format!("a text of more than {LONGEST_TEXT} bytes")),
        }
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.room_for(bytes.len())?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

fn format(pattern: &[u8], args: &[Value]) -> Result<Vec<u8>, String> {
    let mut out = Out(Vec::new());
    let mut bytes = pattern.iter().copied().peekable();
    let mut args = args.iter();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.extend(&[byte])?;
            continue;
        }
        if bytes.peek() == Some(&b'%') {
            bytes.next();
            out.extend(b"%")?;
            continue;
        }
        let mut shape = Shape::default();
        while let Some(flag) = bytes.next_if(|b| b"-+ #0".contains(b)) {
            match flag {
                b'-' => shape.left = true,
                b'+' => shape.sign = true,
                b' ' => shape.blank = true,
                b'#' => shape.other = true,
                _ => shape.zeros = true,
            }
        }
        let mut digits = |shape: &mut usize| {
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                *shape = (*shape * 10 + usize::from(digit - b'0')).min(WIDEST + 1);
            }
        };
        digits(&mut shape.width);
        if bytes.next_if_eq(&b'.').is_some() {
            let mut precision = 0;
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                precision = (precision * 10 + usize::from(digit - b'0')).min(WIDEST + 1);
            }
            shape.precision = Some(precision);
        }
        if shape.width > WIDEST || shape.precision > Some(WIDEST) {
            return Err("`%` with a width or precision above 99".to_owned());
        }
        let Some(letter) = bytes.next() else {
            return Err("the format ends with `%`".to_owned());
        };
        let arg = args
            .next()
            .ok_or_else(|| "too few values for the format".to_owned())?;
        item(&mut out, &shape, letter, arg)?;
    }
    Ok(out.0)
}

fn item(out: &mut Out, shape: &Shape, letter: u8, arg: &Value) -> Result<(), String> {
    match letter {
        b'd' | b'i' | b'u' => {
            let n = whole(number(arg)?)?;
            let mut digits = n.unsigned_abs().to_string();
            if let Some(least) = shape.precision {
                digits = format!("{digits:0>least$}");
            }
            signed(out, shape, n < 0, &digits, shape.precision.is_none())
        }
        b'x' | b'X' | b'o' => {
            let n = whole(number(arg)?)?;
            let digits = match letter {
                b'x' => format!("{n:x}"),
                b'X' => format!("{n:X}"),
                _ => format!("{n:o}"),
            };
            let mark = match (shape.other && n != 0, letter) {
                (true, b'x') => "0x",
                (true, b'X') => "0X",
                (true, _) => "0",
                (false, _) => "",
            };
            let least = shape.precision.unwrap_or(0);
            signed(
                out,
                shape,
                false,
                &format!("{mark}{digits:0>least$}"),
                shape.precision.is_none(),
            )
        }
        b'c' => {
            let n = whole(number(arg)?)?;
            let byte = u8::try_from(n).map_err(|_| "`%c` takes a number from 0 to 255".to_owned())?;
            pad(out, shape, &[byte])
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            let n = number(arg)?;
            let minus = n.is_sign_negative() && !n.is_nan();
            let digits = fraction(n.abs(), letter.to_ascii_lowercase(), shape);
            let digits = if letter.is_ascii_uppercase() {
                digits.to_uppercase()
            } else {
                digits
            };
            signed(out, shape, minus, &digits, n.is_finite())
        }
        b's' | b'*' => with_plain(arg, |text| {
            let most = shape.precision.unwrap_or(usize::MAX).min(text.len());
            pad(out, shape, text.get(..most).unwrap_or(text))
        }),
        b'q' => {
            out.extend(b"\"")?;
            with_plain(arg, |text| {
                text.iter().try_for_each(|byte| match byte {
                    b'"' | b'\\' | b'\n' => out.extend(&[b'\\', *byte]),
                    b'\r' => out.extend(b"\\r"),
                    0 => out.extend(b"\\0"),
                    other => out.extend(&[*other]),
                })
            })?;
            out.extend(b"\"")
        }
        other => Err(format!("`%{}` is no format", char::from(other).escape_default())),
    }
}

/// Formats a number that is not negative.
fn fraction(n: f64, letter: u8, shape: &Shape) -> String {
    if !n.is_finite() {
        return numbers::text(n);
    }
    let precision = shape.precision.unwrap_or(6);
    match letter {
        b'f' => format!("{n:.precision$}"),
        b'e' => exponent(&format!("{n:.precision$e}")),
        _ => {
            let significant = precision.max(1);
            let scientific = format!("{n:.0$e}", significant - 1);
            let power = scientific
                .split_once('e')
                .and_then(|(_, p)| p.parse::<i32>().ok())
                .unwrap_or(0);
            let digits = if (-4..significant as i32).contains(&power) {
                let places = usize::try_from(significant as i32 - 1 - power).unwrap_or(0);
                (format!("{n:.places$}"), String::new())
            } else {
                let (digits, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
                (digits.to_owned(), exponent(&format!("e{power}")))
            };
            let (mut digits, power) = digits;
            if !shape.other && digits.contains('.') {
                let kept = digits.trim_end_matches('0').trim_end_matches('.').len();
                digits.truncate(kept);
            }
            digits + &power
        }
    }
}

/// Changes `1e5` to `1e+05`.
fn exponent(text: &str) -> String {
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, power) = power.strip_prefix('-').map_or(('+', power), |p| ('-', p));
    format!("{digits}e{sign}{power:0>2}")
}

fn signed(out: &mut Out, shape: &Shape, minus: bool, digits: &str, may_fill: bool) -> Result<(), String> {
    let sign = match (minus, shape.sign, shape.blank) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    };
    let missing = shape.width.saturating_sub(sign.len() + digits.len());
    if shape.zeros && !shape.left && may_fill {
        let zeros = "0".repeat(missing);
        out.extend(format!("{sign}{zeros}{digits}").as_bytes())
    } else {
        pad(out, shape, format!("{sign}{digits}").as_bytes())
    }
}

fn pad(out: &mut Out, shape: &Shape, text: &[u8]) -> Result<(), String> {
    let missing = shape.width.saturating_sub(text.len());
    out.room_for(text.len() + missing)?;
    if shape.left {
        out.extend(text)?;
    }
    out.extend(" ".repeat(missing).as_bytes())?;
    if !shape.left {
        out.extend(text)?;
    }
    Ok(())
}

fn number(arg: &Value) -> Result<f64, String> {
    match arg {
        Value::Integer(n) => Ok(*n as f64),
        Value::Number(n) => Ok(*n),
        Value::String(text) => numbers::parse(&text.as_bytes())
            .ok_or_else(|| "the format takes a number, not this text".to_owned()),
        other => Err(format!("the format takes a number, not {}", other.type_name())),
    }
}

fn whole(n: f64) -> Result<i64, String> {
    if n.fract() == 0.0 && n.abs() < 9.2e18 {
        Ok(n as i64)
    } else {
        Err("the format takes a whole number".to_owned())
    }
}

/// Passes a value to `run` as text, without copying it. Callers have already converted all values except these.
fn with_plain<R>(arg: &Value, run: impl FnOnce(&[u8]) -> Result<R, String>) -> Result<R, String> {
    let text: Cow<'static, str> = match arg {
        Value::Nil => "nil".into(),
        Value::Boolean(true) => "true".into(),
        Value::Boolean(false) => "false".into(),
        Value::Integer(n) => numbers::text(*n as f64).into(),
        Value::Number(n) => numbers::text(*n).into(),
        Value::String(text) => return run(&text.as_bytes()),
        other => return Err(format!("the format takes a text, not {}", other.type_name())),
    };
    run(text.as_bytes())
}
