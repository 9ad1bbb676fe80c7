//! Pieces of a page. What comes from a ruleset is anybody's text, so all of it goes through [`text`].

/// A text as it may stand in an element or in a quoted attribute. Characters that would control the output are left out:
/// those below a blank, and those that turn the direction of what follows.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A text in which words between backticks are code.
pub(super) fn prose(prose: &str) -> String {
    let mut out = String::new();
    for (nth, part) in prose.split('`').enumerate() {
        match nth % 2 {
            0 => out.push_str(&text(part)),
            _ => out.push_str(&format!("<code>{}</code>", text(part))),
        }
    }
    out
}

/// A table. The first cell of each row is its heading; the others are numbers if they look like it.
pub(super) fn table(label: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    let label = text(label);
    let mut out =
        format!("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table>\n<tr>");
    for cell in head {
        out.push_str(&format!("<th scope=\"col\">{}</th>", text(cell)));
    }
    out.push_str("</tr>\n");
    for row in rows {
        out.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let is_number = cell.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '−' | '+' | '–'));
            out.push_str(&match (at, is_number) {
                (0, _) => format!("<th scope=\"row\">{}</th>", text(cell)),
                (_, true) => format!("<td class=\"number\">{}</td>", text(cell)),
                (_, false) => format!("<td>{}</td>", text(cell)),
            });
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
    out
}

/// Data for programs that read the page. A script of this type is never run, and nothing in it can end it.
pub(super) fn data(id: &str, value: &serde_json::Value) -> String {
    let json = value.to_string().replace('<', "\\u003c");
    format!(
        "<script type=\"application/json\" id=\"{}\">{json}</script>\n",
        text(id)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_become_more_than_text() {
        let hostile = "</script><b onclick='x'>&\"\u{202e}\u{7}";
        assert_eq!(
            text(hostile),
            "&lt;/script&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;"
        );
        assert_eq!(prose("a `<b>` c"), "a <code>&lt;b&gt;</code> c");
        let data = data("d", &serde_json::json!(["</script>"]));
        assert_eq!(data.matches('<').count(), 2, "{data}");
        let table = table(hostile, &["<a>"], &[vec!["<b>".to_owned(), "3".to_owned()]]);
        assert!(!table.contains("<b") && !table.contains("<a>"), "{table}");
    }
}
