//! Damages texts as a bad connection, a failing disk or an attacker could.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// Maximum length of a stretch that is removed or doubled.
const STRETCH: usize = 60;

/// A truncated text.
pub(super) fn cut(text: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = text.to_vec();
    bytes.truncate(rng.random_range(0..text.len().max(1)));
    bytes
}

/// A text with flipped bits, changed bytes, or a stretch removed or doubled.
pub(super) fn damaged(text: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..rng.random_range(1..3) {
        if bytes.is_empty() {
            break;
        }
        let from = rng.random_range(0..bytes.len());
        let end = (from + rng.random_range(1..STRETCH)).min(bytes.len());
        match rng.random_range(0..4) {
            0 => drop(bytes.drain(from..end)),
            1 => {
                let copy = bytes.get(from..end).unwrap_or_default().to_vec();
                bytes.splice(from..from, copy);
            }
            2 => {
                let bit = rng.random_range(0..8);
                bytes.iter_mut().skip(from).take(1).for_each(|b| *b ^= 1 << bit);
            }
            _ => {
                let other = rng.random_range(0..=u8::MAX);
                bytes.iter_mut().skip(from).take(1).for_each(|b| *b = other);
            }
        }
    }
    bytes
}

/// Valid JSON in which some values were changed to impossible ones.
pub(super) fn falsified(text: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let Ok(mut tree) = serde_json::from_slice::<Value>(text) else {
        return damaged(text, rng);
    };
    for _ in 0..rng.random_range(1..3) {
        falsify(&mut tree, rng);
    }
    tree.to_string().into_bytes()
}

/// Changes a random value, and sometimes the list that contains it. Fields with very many values are weighted
/// down, so that they are not hit much more often than others.
fn falsify(tree: &mut Value, rng: &mut ChaCha8Rng) {
    match tree {
        Value::Array(items) if !items.is_empty() => {
            let at = rng.random_range(0..items.len());
            match rng.random_range(0..16) {
                0 => drop(items.remove(at)),
                1 => items.extend(items.get(at).cloned()),
                2 => items.swap(0, at),
                _ => items.get_mut(at).into_iter().for_each(|item| falsify(item, rng)),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let all = fields.values().map(weight).sum();
            let mut at = rng.random_range(0..all);
            let mut reached = |value: &&mut Value| match at.checked_sub(weight(value)) {
                Some(left) => {
                    at = left;
                    false
                }
                None => true,
            };
            let field = fields.values_mut().find(|value| reached(value));
            field.into_iter().for_each(|value| falsify(value, rng));
        }
        leaf => *leaf = falsehood(leaf, rng),
    }
}

/// The probability weight of a field.
fn weight(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len().clamp(1, 8),
        Value::Object(fields) => fields.values().map(weight).sum::<usize>().clamp(1, 8),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

/// A replacement for a value.
fn falsehood(leaf: &Value, rng: &mut ChaCha8Rng) -> Value {
    let near = |number: &serde_json::Number, by: i64| {
        let n = number.as_i64().map(|n| n.saturating_add(by));
        n.map_or(Value::Null, Value::from)
    };
    match (leaf, rng.random_range(0..16)) {
        (Value::Bool(flag), 0..12) => Value::Bool(!flag),
        (Value::Number(n), 0..4) => near(n, 1),
        (Value::Number(n), 4..8) => near(n, -1),
        (Value::Number(_), 8..11) => rng.random_range(0..4).into(),
        (_, 11) => Value::Null,
        (_, 12) => u16::MAX.into(),
        (_, 13) => u64::MAX.into(),
        (_, 14) => i64::MIN.into(),
        (_, 15) => 1e300.into(),
        _ => rng.random_range(0..40).into(),
    }
}
