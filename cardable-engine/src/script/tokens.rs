//! The tokens of a script, without blanks and comments. It cuts names, numbers and signs finer or coarser than
//! the language does, but always alike, so that two texts of the same tokens are cut the same.

/// The tokens of a text, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            match rest.strip_prefix("--") {
                Some(comment) => rest = comment.get(end_of_comment(comment)..).unwrap_or(""),
                None => break,
            }
        }
        let first = rest.chars().next()?;
        let end = match first {
            '"' | '\'' | '`' => end_of_quoted(rest, first),
            '[' if long_bracket(rest).is_some() => end_of_long(rest),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(token)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where a comment ends that these bytes stand behind the dashes of.
fn end_of_comment(comment: &str) -> usize {
    match long_bracket(comment) {
        Some(_) => end_of_long(comment),
        None => comment.find('\n').unwrap_or(comment.len()),
    }
}

/// Where a text in quotation marks ends.
fn end_of_quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if !escaped && c == mark {
            return at + c.len_utf8();
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// How many `=` a long bracket such as `[==[` has that a text begins with.
fn long_bracket(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let level = inside.bytes().take_while(|byte| *byte == b'=').count();
    inside.get(level..)?.starts_with('[').then_some(level)
}

/// Where the long bracket ends that a text begins with.
fn end_of_long(text: &str) -> usize {
    let closing = format!("]{}]", "=".repeat(long_bracket(text).unwrap_or(0)));
    text.find(&closing).map_or(text.len(), |at| at + closing.len())
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn blanks_and_comments_are_no_tokens() {
        let cut = |text: &'static str| tokens(text).collect::<Vec<_>>().join("·");
        for (text, wanted) in [
            ("return  a+1 -- one\n", "return·a·+·1"),
            ("--[[ long\n ]] x --[==[ ]] ]==] y", "x·y"),
            (
                "f('a -- b', \"\\\" c\", `d {e}`)",
                "f·(·'a -- b'·,·\"\\\" c\"·,·`d {e}`·)",
            ),
            ("x = [[ -- no comment ]] t[1]", "x·=·[[ -- no comment ]]·t·[·1·]"),
            ("'never closed", "'never closed"),
            ("a - -b", "a·-·-·b"),
            ("größe = 'ä'", "größe·=·'ä'"),
            ("--", ""),
        ] {
            assert_eq!(cut(text), wanted, "{text}");
        }
    }
}
