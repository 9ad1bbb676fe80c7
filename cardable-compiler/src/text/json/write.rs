//! Writing a value as JSON that every reader takes.

use super::{Node, Number, Value};

/// A list or object that fits into a line of so many characters stands in one line.
const WIDTH: usize = 110;

/// How far each level is set in.
const STEP: usize = 4;

/// A value as a text of strict JSON, with objects and lists over several lines where they are long.
pub(crate) fn write(node: &Node) -> String {
    let mut out = String::new();
    put(&mut out, node, 0, WIDTH);
    out.push('\n');
    out
}

/// Writes a value that begins in a line with so much room left.
fn put(out: &mut String, node: &Node, indent: usize, room: usize) {
    let start = out.len();
    if put_in_line(out, node, start + room) {
        return;
    }
    out.truncate(start);
    let inner = indent + STEP;
    match &node.value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                begin_line(out, at, inner);
                put(out, item, inner, WIDTH.saturating_sub(inner + 1));
            }
            end_line(out, indent);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, member) in members.iter().enumerate() {
                begin_line(out, at, inner);
                let key = out.len();
                put_text(out, &member.key);
                out.push_str(": ");
                let used = inner + (out.len() - key) + 1;
                put(out, &member.value, inner, WIDTH.saturating_sub(used));
            }
            end_line(out, indent);
            out.push('}');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Invalid => {
            put_scalar(out, node)
        }
    }
}

/// Writes a value without line breaks, as long as the text ends before `limit`; tells whether it did.
fn put_in_line(out: &mut String, node: &Node, limit: usize) -> bool {
    match &node.value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                if !put_in_line(out, item, limit) {
                    return false;
                }
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, member) in members.iter().enumerate() {
                out.push_str(if at == 0 { " " } else { ", " });
                put_text(out, &member.key);
                out.push_str(": ");
                if !put_in_line(out, &member.value, limit) {
                    return false;
                }
            }
            out.push_str(if members.is_empty() { "}" } else { " }" });
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Invalid => {
            put_scalar(out, node);
        }
    }
    out.len() <= limit
}

fn put_scalar(out: &mut String, node: &Node) {
    match &node.value {
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(Number::Int(whole)) => out.push_str(&whole.to_string()),
        Value::Number(Number::Float(number)) => {
            out.push_str(&serde_json::Value::from(*number).to_string());
        }
        Value::String(text) => put_text(out, text),
        Value::Null | Value::Invalid | Value::Array(_) | Value::Object(_) => out.push_str("null"),
    }
}

fn put_text(out: &mut String, text: &str) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

fn begin_line(out: &mut String, at: usize, indent: usize) {
    out.push_str(if at == 0 { "\n" } else { ",\n" });
    out.extend(std::iter::repeat_n(' ', indent));
}

fn end_line(out: &mut String, indent: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::text::{diag::Diagnostics, json, source::Sources};

    fn written(text: &str) -> String {
        let mut diags = Diagnostics::new();
        let root = json::parse(Sources::new().add("", text), text, &mut diags);
        assert!(diags.is_empty(), "{text}");
        write(&root)
    }

    #[test]
    fn values_stay_what_they_are() {
        for (text, expected) in [
            ("null", "null"),
            ("[]", "[]"),
            ("{}", "{}"),
            ("0x0C", "12"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("1e300", "1e+300"),
            (".5", "0.5"),
            ("2.0", "2.0"),
            ("-0.0", "-0.0"),
            ("'a\\'\\\"\\u0007\\n'", r#""a'\"\u0007\n""#),
            (
                "{ b: [1, true,], a: 'x', /* gone */ }",
                r#"{ "b": [1, true], "a": "x" }"#,
            ),
        ] {
            assert_eq!(written(text), format!("{expected}\n"));
        }
    }

    #[test]
    fn what_is_long_stands_in_several_lines() {
        let long = format!(
            "{{ a: [{}], b: {{ c: 1 }}, d: '{}' }}",
            "'word', ".repeat(20),
            "x".repeat(200)
        );
        let text = written(&long);
        assert_eq!(written(&text), text);
        assert!(text.starts_with("{\n    \"a\": [\n        \"word\",\n"), "{text}");
        assert!(text.contains("    \"b\": { \"c\": 1 },\n"), "{text}");
    }
}
