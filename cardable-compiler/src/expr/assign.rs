//! Assignments as other languages write them, and the step that is written here.

/// How a step is written that looks like an assignment: `$player.chips -= 1`, `$globals.n++`.
pub(crate) fn assignment(text: &str) -> Option<String> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$')))?;
    let (place, rest) = text.split_at(end);
    let is_place = place.starts_with(|c: char| c == '$' || c.is_alphabetic());
    let rest = rest.trim();
    let step = match rest {
        "++" => format!("increment({place})"),
        "--" => format!("decrement({place})"),
        _ => {
            let signs = ["+=", "-=", "*=", "/=", "="];
            let (sign, value) = signs
                .iter()
                .find_map(|sign| Some((*sign, rest.strip_prefix(sign)?.trim())))?;
            if value.is_empty() || value.starts_with('=') || value.starts_with('>') {
                return None;
            }
            match sign {
                "+=" => format!("increment({place}, {value})"),
                "-=" => format!("decrement({place}, {value})"),
                "=" => format!("set({place}, {value})"),
                _ => format!("set({place}, {place} {} {value})", sign.trim_end_matches('=')),
            }
        }
    };
    is_place.then(|| format!("write `{step}`"))
}

#[cfg(test)]
mod tests {
    use super::assignment;

    #[test]
    fn what_looks_like_an_assignment_is_a_step() {
        let check = |text: &str, wanted: Option<&str>| {
            let wanted = wanted.map(|step| format!("write `{step}`"));
            assert_eq!(assignment(text), wanted, "{text}");
        };
        check("$player.chips -= 1", Some("decrement($player.chips, 1)"));
        check("$globals.n += a + b", Some("increment($globals.n, a + b)"));
        check("$globals.n *= 2", Some("set($globals.n, $globals.n * 2)"));
        check(" $x = $x + 1 ", Some("set($x, $x + 1)"));
        check("$globals.n++", Some("increment($globals.n)"));
        check("globals.n--", Some("decrement(globals.n)"));
        check("$x == 1", None);
        check("$x => 1", None);
        check("f(x) = 1", None);
        check("$x", None);
        check("1 = 2", None);
    }
}
