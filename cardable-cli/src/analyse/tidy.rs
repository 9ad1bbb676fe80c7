//! Tables as data: one observation a row, one variable a column.

use serde_json::{Value, json};
use std::fmt::Write as _;

/// A table for other programs.
pub(crate) struct TidyTable {
    /// Its name, also that of its file.
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Value>>,
}

impl TidyTable {
    pub(crate) fn new(name: &'static str, columns: &[&str]) -> TidyTable {
        TidyTable {
            name,
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// The name of its file.
    pub(crate) fn file_name(&self) -> String {
        format!("{}.csv", self.name)
    }

    /// Comma-separated values, as in RFC 4180.
    pub(crate) fn csv(&self) -> String {
        let mut out = self.columns.join(",");
        out.push_str("\r\n");
        for row in &self.rows {
            for (at, value) in row.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                match value {
                    Value::Null => {}
                    Value::String(text) => out.push_str(&quoted(text)),
                    // Writing to a string cannot fail.
                    other => _ = write!(out, "{other}"),
                }
            }
            out.push_str("\r\n");
        }
        out
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "columns": self.columns, "rows": self.rows })
    }
}

/// A text as a field. Spreadsheets take some beginnings for formulas, and names in rulesets are anybody's.
fn quoted(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{guard}{}\"", text.replace('"', "\"\"")),
        false => format!("{guard}{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stay_fields() {
        let mut table = TidyTable::new("uses", &["name", "count"]);
        table.rows.push(vec![json!("a \"b\", c"), json!(3)]);
        table.rows.push(vec![json!("=cmd()"), Value::Null]);
        assert_eq!(table.csv(), "name,count\r\n\"a \"\"b\"\", c\",3\r\n'=cmd(),\r\n");
    }
}
