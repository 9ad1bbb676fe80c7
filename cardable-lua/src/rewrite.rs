//! Rewrites a script before it is compiled, without moving any line. Inserted names start with a prefix that occurs in
//! no text of the script ([`Inserted`]). It is written `__` here.
//!
//! - `for … in x do` becomes `for … in __iter(x) do`, so that tables are iterated in the same order everywhere;
//! - `globals.n` becomes `__globals.n()`, and `globals.n = x` becomes `__set_globals.n((x))`. The same goes for all
//!   data and for what the acting seat has: it is one call, where a proxy table needs several;
//! - `player` becomes `__seat.player`, a table that is filled before each call;
//! - `a ^ b` becomes `__pow(a, b)`, which calls `libm`;
//! - `a .. b` becomes `__made(a .. b)`, which limits and charges for the text's length;
//! - `t[k] = x` becomes `t[__key(k)] = x` if `k` can be a table or a function, which are not allowed as keys;
//! - code with much work between two ticks starts with `__spend(n)`;
//! - names of top-level functions (`function name()`) become local to the file, and a file that returns
//!   nothing returns a table of them;
//! - a function that implements a primitive of the ruleset is renamed, so that callers get the primitive with its
//!   checks.

use crate::syntax::{Access, Changing, Facts, Span};
use std::collections::BTreeSet;

/// An accessor function that a file uses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Used {
    /// `globals`, `state`, `player` and so on.
    pub(crate) base: String,
    pub(crate) name: String,
    pub(crate) writes: bool,
}

/// The global name of the acting seat.
const PLAYER: &str = "player";

/// The prefix of all names inserted into the scripts of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Inserted(String);

impl Inserted {
    /// Chooses a prefix that occurs in none of the texts, so that no name of theirs can start with it.
    pub(crate) fn apart_from<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Inserted {
        let mut all = (0u32..).map(|n| format!("__cardable{n}_"));
        let apart = all.find(|beginning| texts.clone().all(|text| !text.contains(beginning.as_str())));
        Inserted(apart.unwrap_or_default())
    }

    pub(crate) fn beginning(&self) -> &str {
        &self.0
    }

    /// An inserted name.
    pub(crate) fn name(&self, what: &str) -> String {
        format!("{}{what}", self.0)
    }

    /// The table of functions that read, or write, the data of a base.
    pub(crate) fn table(&self, base: &str, writes: bool) -> String {
        self.name(&if writes {
            format!("set_{base}")
        } else {
            base.to_owned()
        })
    }

    /// The prefix of functions that implement a primitive of the ruleset.
    fn own(&self) -> String {
        self.name("own_")
    }

    /// The name of a function as the script declares it.
    pub(crate) fn plain<'n>(&self, name: &'n str) -> &'n str {
        name.strip_prefix(&self.own()).unwrap_or(name)
    }
}

/// Order of edits at the same position: ends before starts; inner ends before outer ends; outer starts before
/// inner starts.
mod order {
    pub(super) const TOP: u8 = 0;
    pub(super) const POWER_END: u8 = 2;
    pub(super) const JOINED_END: u8 = 3;
    pub(super) const KEY_END: u8 = 4;
    pub(super) const VALUE_END: u8 = 5;
    pub(super) const LOOP_END: u8 = 6;
    pub(super) const SPEND: u8 = 7;
    pub(super) const LOOP: u8 = 8;
    pub(super) const KEY: u8 = 9;
    pub(super) const JOINED: u8 = 10;
    pub(super) const POWER: u8 = 11;
    pub(super) const NAME: u8 = 12;
}

/// Maximum number of top-level functions without `local` per file. Luau allows 200 local names.
pub(crate) const MOST_TOPS: usize = 150;

/// Whether an access is replaced by an accessor call.
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

/// Returns the text to compile. `known` says whether `base.name` has accessors. `primitives` are the names of
/// primitives that script functions implement. Adds the accessors it uses to `used`.
pub(crate) fn rewrite(
    text: &str,
    facts: &Facts,
    known: &dyn Fn(&str, &str) -> bool,
    primitives: &BTreeSet<&str>,
    inserted: &Inserted,
    used: &mut BTreeSet<Used>,
) -> String {
    // Insertions by position. The list's order decides between edits of the same kind at one position.
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
        true => format!("{}{name}", inserted.own()),
        false => name.to_owned(),
    };
    if !offered.is_empty() {
        let locals: Vec<String> = offered.iter().map(|name| local(name)).collect();
        edits.push((0, order::TOP, 0, format!("local {}; ", locals.join(","))));
    }
    for top in facts
        .tops
        .iter()
        .filter(|t| t.offered && renamed.contains(t.name.as_str()))
    {
        edits.push((top.named.start, order::NAME, top.named.len(), local(&top.name)));
    }
    // Outside of functions a function cannot be called, only passed on: `return { name = name }`.
    let mut inside: Vec<&Span> = facts.tops.iter().map(|t| &t.span).collect();
    inside.sort_by_key(|span| span.start);
    let in_a_function = |at: usize| {
        let next = inside.partition_point(|span| span.start <= at);
        next.checked_sub(1)
            .and_then(|last| inside.get(last))
            .is_some_and(|span| span.contains(&at))
    };
    for (name, span) in &facts.reads {
        if renamed.contains(name.as_str()) && !in_a_function(span.start) {
            edits.push((span.start, order::NAME, span.len(), local(name)));
        }
    }
    let written_seats: BTreeSet<usize> = facts
        .writes
        .iter()
        .filter(|(name, _)| name == PLAYER)
        .map(|(_, span)| span.start)
        .collect();
    let mut seats: BTreeSet<usize> = facts
        .reads
        .iter()
        .filter(|(name, span)| name == PLAYER && text.get(span.clone()) == Some(PLAYER))
        .map(|(_, span)| span.start)
        .filter(|at| !written_seats.contains(at))
        .collect();
    let mut take = |access: &Access, writes: bool| {
        used.insert(Used {
            base: access.base.clone(),
            name: access.name.clone(),
            writes,
        });
    };
    // Positions already handled by an accessor.
    let mut done_already: BTreeSet<usize> = BTreeSet::new();
    for access in &facts.accesses {
        if !direct(text, access, known, &offered) {
            continue;
        }
        let Span { start, end } = access.span;
        let Used { base, name, .. } = &Used {
            base: access.base.clone(),
            name: access.name.clone(),
            writes: false,
        };
        seats.remove(&start);
        let Some(written) = &access.written else {
            take(access, false);
            let read = format!("{}.{name}()", inserted.table(base, false));
            edits.push((start, order::NAME, end - start, read));
            continue;
        };
        take(access, true);
        let between = written.value.start - end;
        let writes = format!("{}.{name}", inserted.table(base, true));
        let mut read = || {
            take(access, false);
            done_already.insert(start);
            format!("{}.{name}()", inserted.table(base, false))
        };
        let (opened, closed) = match written.by {
            None => ("((".to_owned(), "))"),
            Some("..") => (format!("({}({} .. (", inserted.name("made"), read()), ")))"),
            Some(by) => (format!("({} {by} (", read()), "))"),
        };
        edits.push((start, order::NAME, end - start + between, writes + &opened));
        edits.push((written.value.end, order::VALUE_END, 0, closed.to_owned()));
    }
    if !seats.is_empty() && !offered.contains(&PLAYER) {
        let seat = inserted.name("seat");
        edits.push((0, order::TOP, 0, format!("local {seat} = {seat}; ")));
        for at in seats {
            edits.push((at, order::NAME, 0, format!("{seat}.")));
        }
    }
    let iter = inserted.name("iter");
    for (from, to) in &facts.loops {
        edits.push((*from, order::LOOP, 0, format!(" {iter}(")));
        edits.push((*to, order::LOOP_END, 0, ") ".to_owned()));
    }
    // Outer expressions must come before inner ones with the same start; the list is in that order.
    let pow = inserted.name("pow");
    for (from, at, to) in &facts.powers {
        edits.push((*from, order::POWER, 0, format!("{pow}(")));
        edits.push((*at, order::NAME, 1, ",".to_owned()));
        edits.push((*to, order::POWER_END, 0, ")".to_owned()));
    }
    let made = inserted.name("made");
    for span in &facts.joined {
        edits.push((span.start, order::JOINED, 0, format!("{made}(")));
        edits.push((span.end, order::JOINED_END, 0, ")".to_owned()));
    }
    let key = inserted.name("key");
    for span in &facts.keys {
        edits.push((span.start, order::KEY, 0, format!("{key}(")));
        edits.push((span.end, order::KEY_END, 0, ")".to_owned()));
    }
    for stretch in &facts.stretches {
        let mut spends = String::new();
        if stretch.ticks > 0 {
            spends.push_str(&format!(" {}({});", inserted.name("spend"), stretch.ticks));
        }
        if stretch.copies > 0 {
            spends.push_str(&format!(" {}({}, ...);", inserted.name("copies"), stretch.copies));
        }
        spends.push(' ');
        edits.push((stretch.at, order::SPEND, 0, spends));
    }
    for changed in facts
        .changed
        .iter()
        .filter(|c| c.simple && !done_already.contains(&c.place.start))
    {
        // Replace from the end of the place to the value (` ^= `), which keeps the line breaks.
        let place = text.get(changed.place.clone()).unwrap_or_default();
        let between = text
            .get(changed.place.end..changed.value.start)
            .unwrap_or_default();
        let (sign, put, end) = match changed.by {
            Changing::Power => ("^=", format!("= {pow}({place},"), ")"),
            Changing::Joining => ("..=", format!("= {made}({place} .. ("), "))"),
        };
        let between_now = between.replacen(sign, &put, 1);
        edits.push((changed.place.end, order::LOOP, between.len(), between_now));
        edits.push((changed.value.end, order::VALUE_END, 0, end.to_owned()));
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
            // Unknown names and unusual notation stay unchanged.
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
            // A function that implements a primitive is called through the primitive.
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
                rewrite(
                    text,
                    &facts,
                    &known,
                    &primitives,
                    &Inserted("__".to_owned()),
                    &mut BTreeSet::new()
                ),
                wanted
            );
        }
    }
}
