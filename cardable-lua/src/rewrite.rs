//! What is changed in a script before it is compiled, without moving a line:
//!
//! - `for … in x do` becomes `for … in __iter(x) do`, so that tables are gone over in an order that is
//!   the same everywhere;
//! - `a ^ b` becomes `__pow(a, b)`, which is `libm`'s;
//! - the names of functions at the top (`function name()`) become local to the file, and a file that
//!   returns nothing returns a table of them.

use crate::syntax::Facts;

/// The most functions at the top of a file without `local`: Luau has room for 200 local names.
pub(crate) const MOST_TOPS: usize = 150;

/// The text that is compiled.
pub(crate) fn rewrite(text: &str, facts: &Facts) -> String {
    // What is put where; of several at one place the order of the list is kept.
    let mut edits: Vec<(usize, u8, usize, String)> = Vec::new();
    let mut offered: Vec<&str> = facts
        .tops
        .iter()
        .filter(|t| t.offered)
        .map(|t| t.name.as_str())
        .collect();
    offered.sort_unstable();
    offered.dedup();
    if !offered.is_empty() {
        edits.push((0, 0, 0, format!("local {}; ", offered.join(","))));
    }
    for (from, to) in &facts.loops {
        edits.push((*from, 1, 0, " __iter(".to_owned()));
        edits.push((*to, 0, 0, ") ".to_owned()));
    }
    // Outer ones come before inner ones in the list, as they must where both begin.
    for (from, at, to) in &facts.powers {
        edits.push((*from, 2, 0, "__pow(".to_owned()));
        edits.push((*at, 1, 1, ",".to_owned()));
        edits.push((*to, 0, 0, ")".to_owned()));
    }
    for (name, target, value) in &facts.raised {
        if let Some(name) = name {
            // From the end of the name to the value: ` ^= `, which stays as long as it was.
            let between = text.get(target.end..value.start).unwrap_or_default();
            edits.push((
                target.end,
                1,
                between.len(),
                between.replacen("^=", &format!("= __pow({name},"), 1),
            ));
            edits.push((value.end, 0, 0, ")".to_owned()));
        }
    }
    edits.sort_by_key(|(at, order, ..)| (*at, *order));
    let mut out = String::with_capacity(text.len() + edits.len() * 8);
    let mut done = 0;
    for (at, _, drop, put) in edits {
        out.push_str(text.get(done..at).unwrap_or_default());
        out.push_str(&put);
        done = at.max(done) + drop;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    if !facts.returns && !offered.is_empty() {
        let fields: Vec<String> = offered.iter().map(|name| format!("{name}={name}")).collect();
        out.push_str(&format!("\nreturn {{{}}}", fields.join(",")));
    }
    out
}
