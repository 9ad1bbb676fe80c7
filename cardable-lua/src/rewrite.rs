//! What is changed in a script before it is compiled, without moving a line:
//!
//! - `for … in x do` becomes `for … in __iter(x) do`, so that tables are gone over in an order that is
//!   the same everywhere;
//! - `globals.n` becomes `__globals.n()`, and `globals.n = x` `__set_globals.n((x))`, and so on for all data
//!   and what the acting seat has: one call, where a table that holds nothing needs several;
//! - `player` becomes `__seat.player`, a table that is filled before each call;
//! - `a ^ b` becomes `__pow(a, b)`, which is `libm`'s;
//! - the names of functions at the top (`function name()`) become local to the file, and a file that
//!   returns nothing returns a table of them;
//! - a function that is a primitive of the ruleset gets another name there, so that functions which call it
//!   find the primitive, with its checks.

use crate::syntax::{Access, Facts, Span};
use std::collections::BTreeSet;

/// A function that reads or writes one item of data.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Used {
    /// `globals`, `state`, `player` and so on.
    pub(crate) base: String,
    pub(crate) name: String,
    pub(crate) writes: bool,
}

/// The name of the acting seat.
const PLAYER: &str = "player";

/// What stands before the name of a function that is a primitive of the ruleset.
const OWN: &str = "__own_";

/// The name of a function as the script has it.
pub(crate) fn plain_name(name: &str) -> &str {
    name.strip_prefix(OWN).unwrap_or(name)
}

/// The most functions at the top of a file without `local`: Luau has room for 200 local names.
pub(crate) const MOST_TOPS: usize = 150;

/// Whether an access is made by a function of its own.
fn direct(text: &str, access: &Access, known: &dyn Fn(&str, &str) -> bool, offered: &[&str]) -> bool {
    if offered.contains(&access.base.as_str()) || !known(&access.base, &access.name) {
        return false;
    }
    let plain = |span: &Span, wanted: &str| {
        let found = text.get(span.clone()).unwrap_or_default();
        found.trim_matches([' ', '\t']) == wanted
    };
    let Some(written) = &access.written else {
        return text.get(access.span.clone()) == Some(format!("{}.{}", access.base, access.name).as_str());
    };
    let operator = match written.by {
        Some(by) => format!("{by}="),
        None => "=".to_owned(),
    };
    text.get(access.span.clone()) == Some(format!("{}.{}", access.base, access.name).as_str())
        && plain(&(access.span.end..written.value.start), &operator)
}

/// The text that is compiled. `known` tells whether there are functions to read and write some data by,
/// `primitives` are those that functions of the script stand for. Takes in the functions for data that are
/// used: base, name, whether it is written.
pub(crate) fn rewrite(
    text: &str,
    facts: &Facts,
    known: &dyn Fn(&str, &str) -> bool,
    primitives: &BTreeSet<&str>,
    used: &mut BTreeSet<Used>,
) -> String {
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
    let renamed: BTreeSet<&str> = offered
        .iter()
        .copied()
        .filter(|name| primitives.contains(name) && facts.writes.iter().all(|(written, _)| written != name))
        .collect();
    let local = |name: &str| match renamed.contains(name) {
        true => format!("{OWN}{name}"),
        false => name.to_owned(),
    };
    if !offered.is_empty() {
        let locals: Vec<String> = offered.iter().map(|name| local(name)).collect();
        edits.push((0, 0, 0, format!("local {}; ", locals.join(","))));
    }
    for top in facts
        .tops
        .iter()
        .filter(|t| t.offered && renamed.contains(t.name.as_str()))
    {
        edits.push((top.named.start, 2, top.named.len(), local(&top.name)));
    }
    // Outside of functions nothing can be called, only be handed on: `return { name = name }`.
    let in_a_function = |at: usize| facts.tops.iter().any(|t| t.span.contains(&at));
    for (name, span) in &facts.reads {
        if renamed.contains(name.as_str()) && !in_a_function(span.start) {
            edits.push((span.start, 2, span.len(), local(name)));
        }
    }
    let mut seats: BTreeSet<usize> = facts
        .reads
        .iter()
        .filter(|(name, span)| name == PLAYER && text.get(span.clone()) == Some(PLAYER))
        .filter(|read| !facts.writes.contains(read))
        .map(|(_, span)| span.start)
        .collect();
    let mut take = |access: &Access, writes: bool| {
        used.insert(Used {
            base: access.base.clone(),
            name: access.name.clone(),
            writes,
        });
    };
    for access in &facts.accesses {
        if !direct(text, access, known, &offered) {
            continue;
        }
        let Span { start, end } = access.span;
        let Some(written) = &access.written else {
            seats.remove(&start);
            take(access, false);
            edits.push((start, 4, 0, "__".to_owned()));
            edits.push((end, 0, 0, "()".to_owned()));
            continue;
        };
        seats.remove(&start);
        take(access, true);
        edits.push((start, 4, 0, "__set_".to_owned()));
        let between = written.value.start - end;
        match written.by {
            None => {
                edits.push((end, 0, between, "((".to_owned()));
                edits.push((written.value.end, 2, 0, "))".to_owned()));
            }
            Some(by) => {
                take(access, false);
                let read = format!("(__{}.{}() {by} (", access.base, access.name);
                edits.push((end, 0, between, read));
                edits.push((written.value.end, 2, 0, "))".to_owned()));
            }
        }
    }
    if !seats.is_empty() && !offered.contains(&PLAYER) {
        edits.push((0, 0, 0, "local __seat = __seat; ".to_owned()));
        for at in seats {
            edits.push((at, 4, 0, "__seat.".to_owned()));
        }
    }
    for (from, to) in &facts.loops {
        edits.push((*from, 2, 0, " __iter(".to_owned()));
        edits.push((*to, 1, 0, ") ".to_owned()));
    }
    // Outer ones come before inner ones in the list, as they must where both begin.
    for (from, at, to) in &facts.powers {
        edits.push((*from, 3, 0, "__pow(".to_owned()));
        edits.push((*at, 2, 1, ",".to_owned()));
        edits.push((*to, 1, 0, ")".to_owned()));
    }
    for (name, target, value) in &facts.raised {
        if let Some(name) = name {
            // From the end of the name to the value: ` ^= `, which stays as long as it was.
            let between = text.get(target.end..value.start).unwrap_or_default();
            edits.push((
                target.end,
                2,
                between.len(),
                between.replacen("^=", &format!("= __pow({name},"), 1),
            ));
            edits.push((value.end, 1, 0, ")".to_owned()));
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
        let fields: Vec<String> = offered
            .iter()
            .map(|name| format!("{name}={}", local(name)))
            .collect();
        out.push_str(&format!("\nreturn {{{}}}", fields.join(",")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rewritten_and_what_is_not() {
        for (text, wanted) in [
            ("local a = globals.n", "local a = __globals.n()"),
            ("globals.n = 1", "__set_globals.n((1))"),
            ("globals.n = f()", "__set_globals.n((f()))"),
            ("globals.n += 1", "__set_globals.n(__globals.n() + (1))"),
            ("globals.n -= 1 - x", "__set_globals.n(__globals.n() - (1 - x))"),
            (
                "globals.n = globals.n * 2",
                "__set_globals.n((__globals.n() * 2))",
            ),
            (
                "local a = globals.n.x[globals.n]",
                "local a = __globals.n().x[__globals.n()]",
            ),
            ("globals.n.x = 1", "__globals.n().x = 1"),
            (
                "local a = globals.n ^ globals.n",
                "local a = __pow(__globals.n() , __globals.n())",
            ),
            (
                "local a = 2 ^ globals.n^2",
                "local a = __pow(2 , __pow(__globals.n(),2))",
            ),
            (
                "for x in globals.n do end",
                "for x in __iter( __globals.n() ) do end",
            ),
            ("local a = `{globals.n}`", "local a = `{__globals.n()}`"),
            (
                "f(player, player.n)",
                "local __seat = __seat; f(__seat.player, __player.n())",
            ),
            (
                "player.n = player",
                "local __seat = __seat; __set_player.n((__seat.player))",
            ),
            ("player:n()", "local __seat = __seat; __seat.player:n()"),
            // What is not known, or written in an unusual way, stays as it is.
            ("local a = globals.m", "local a = globals.m"),
            ("local a = globals .n", "local a = globals .n"),
            ("globals.n\n= 1", "globals.n\n= 1"),
            ("globals.n = --[[x]] 1", "globals.n = --[[x]] 1"),
            ("globals.n, x = 1, 2", "globals.n, x = 1, 2"),
            (
                "local globals = {} globals.n = globals.n",
                "local globals = {} globals.n = globals.n",
            ),
            ("local player = 1 f(player)", "local player = 1 f(player)"),
            ("player = 1", "player = 1"),
            // A function that is a primitive is called as one.
            (
                "function twice(x) return 2 * x end function go() twice(twice(1)) end",
                "local go,__own_twice; function __own_twice(x) return 2 * x end function go() twice(twice(1)) \
                 end\nreturn {go=go,twice=__own_twice}",
            ),
            (
                "function twice(x) return 2 * x end return { twice = twice }",
                "local __own_twice; function __own_twice(x) return 2 * x end return { twice = __own_twice }",
            ),
            (
                "local function twice(x) return x end",
                "local function twice(x) return x end",
            ),
        ] {
            let facts = crate::syntax::read(text).unwrap_or_else(|_| panic!("{text}"));
            let known = |base: &str, name: &str| ["globals", "player"].contains(&base) && name == "n";
            let primitives = BTreeSet::from(["twice"]);
            assert_eq!(
                rewrite(text, &facts, &known, &primitives, &mut BTreeSet::new()),
                wanted
            );
        }
    }
}
