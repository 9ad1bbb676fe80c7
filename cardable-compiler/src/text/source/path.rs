//! From a byte to the JSON path of what stands there.

use std::fmt::Write;

use crate::text::json::{Node, Value};

/// The path of the innermost value or key that covers byte `at`.
pub(super) fn path_at(root: &Node, at: u32) -> String {
    let mut path = String::from("$");
    let mut node = root;
    loop {
        let covers = |node: &Node| node.span.start <= at && at < node.span.end;
        let inner = match &node.value {
            Value::Object(members) => {
                let after = members.partition_point(|member| member.key_span.start <= at);
                after
                    .checked_sub(1)
                    .and_then(|index| members.get(index))
                    .and_then(|member| {
                        let end = member.value.span.end.max(member.key_span.end);
                        (at < end).then(|| {
                            push_key(&mut path, &member.key);
                            &member.value
                        })
                    })
            }
            Value::Array(items) => {
                let after = items.partition_point(|item| item.span.start <= at);
                after.checked_sub(1).and_then(|index| {
                    let item = items.get(index).filter(|item| covers(item))?;
                    let _ = write!(path, "[{index}]");
                    Some(item)
                })
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Invalid => None,
        };
        match inner {
            Some(inner) if covers(inner) => node = inner,
            _ => return path,
        }
    }
}

/// Adds `.key`, or `["key"]` where the key is no plain name.
fn push_key(path: &mut String, key: &str) {
    let mut characters = key.chars();
    let plain = characters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && characters.all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    if plain {
        path.push('.');
        path.push_str(key);
        return;
    }
    path.push_str("[\"");
    for c in key.chars() {
        match c {
            '"' | '\\' => path.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(path, "\\u{:04x}", u32::from(c));
            }
            c => path.push(c),
        }
    }
    path.push_str("\"]");
}

#[cfg(test)]
mod tests {
    use crate::text::source::{Sources, Span};

    #[test]
    fn paths() {
        let check = |text: &str, at: &str, expected: &str| {
            let mut sources = Sources::new();
            let file = sources.add("a.json", text);
            let start = text.find(at).unwrap();
            assert_eq!(
                sources.path(Span::new(file, start, start)),
                expected,
                "{text} at {at}"
            );
        };
        let text = r#"// a comment
            {ruleset: {"game_state": [{}, {"actions": [{"type": "auto"}]}]},
             "two words": 7, 'a"b': [true], missing: , last: null}"#;
        check(text, "{ruleset", "$");
        check(text, "// a", "$");
        check(text, "ruleset", "$.ruleset");
        check(text, "{}", "$.ruleset.game_state[0]");
        check(text, "\"actions", "$.ruleset.game_state[1].actions");
        check(text, "\"auto", "$.ruleset.game_state[1].actions[0].type");
        check(text, "uto\"", "$.ruleset.game_state[1].actions[0].type");
        check(text, "7", "$[\"two words\"]");
        check(text, "true", "$[\"a\\\"b\"][0]");
        check(text, "null", "$.last");
        check(text, "missing", "$.missing");
        check("", "", "$");
        check("[1, 2", "2", "$[1]");
    }
}
