//! The manual: every primitive as a page of Markdown, from its declaration.

use super::{all, of_ruleset};
use crate::signature::{Arity, CallKind, Family, Param, Reads, Requirement, Signature};
use crate::value::Type;
use std::fmt::Write;

/// What the reader must know before the first chapter.
const INTRODUCTION: &str = "\
# Primitives

The smallest steps and questions that rules are made of. In JSON a primitive is an `endpoint` with
its `params`; in an expression it is a call, `count_cards($player.hand)`, or follows its first
parameter, `$player.hand.count_cards()`.

- A parameter with `?` may be left out; one with `…` may be given any number of times.
- *Each seat* takes a seat, a list of seats, or `all`: the step is done once for each, and its other
  parameters are worked out anew with `$player` bound to that seat.
- *Seats* takes a seat, a list of seats, or `all`; *cards* takes a card, a list of cards, or a zone,
  which means all its cards. A zone may be given by its name.
- Prompts and the primitives of chance stand in steps. When one that gives a value is a step of its
  own, a place as its first parameter takes the value, before the parameters listed here:
  `prompt_number($action.bid, 1, 5)`.
- *Reads hidden faces* and *reads hidden order* mark what may not decide what a seat is shown unless
  the seat sees those cards, or the rule says `\"reveals\": true`.
- A value of a wrong kind, or one that is not there, is a fault everywhere; the other faults of each
  primitive are listed with it.

The examples are played on this table. Three seats, A, B and C; it is A's turn in the state `play`.
There are two more states: `pause`, and `bonus`, which ends itself with `state_pop(5)`. The shared
`deck` holds, in the order of drawing, the Ace, Two and Three of Hearts, the Ace of Spades and the
Four of Diamonds, a deck of its own each: `first`, `second` and so on. Aces have 11 `points`, Threes
10, the other cards none. The ability `grow` of Aces adds 1 to `$globals.n`. Every `hand` holds,
oldest first, the Two and Three of Clubs and the Five of Spades, the seat's own; `trick`, `discard`,
and every seat's `front` and `deck` are empty. The data are `$globals.n` and `$state.round`, both 0, `$globals.who`, nobody yet, and `$player.bid`, 0.
Questions get the first answer there is.
";

/// The manual of all primitives, as Markdown.
///
/// ```
/// assert!(cardable_core::primitives::manual().contains("draw_card"));
/// ```
pub fn manual() -> String {
    let mut out = String::from(INTRODUCTION);
    index(&mut out);
    let mut family: Option<Family> = None;
    for primitive in all() {
        if family != Some(primitive.family) {
            family = Some(primitive.family);
            put(&mut out, format_args!("\n## {}\n", primitive.family.title()));
        }
        page(&mut out, primitive);
    }
    out
}

/// The pages of the primitives that a ruleset defines itself, as Markdown.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert!(cardable_core::primitives::manual_of(&ruleset).contains("This ruleset defines none."));
/// ```
pub fn manual_of(ruleset: &crate::ruleset::Ruleset) -> String {
    let mut out = format!("# Primitives of {}\n", ruleset.name());
    if of_ruleset(ruleset).next().is_none() {
        out.push_str("\nThis ruleset defines none.\n");
    }
    for primitive in of_ruleset(ruleset) {
        page(&mut out, primitive);
        if let CallKind::Script { acts: true } = primitive.kind {
            out.push_str("\nIt may act and ask: it stands in steps only.\n");
        }
    }
    out
}

/// Every call in a line, by chapter.
fn index(out: &mut String) {
    out.push_str("\n## Index\n");
    let mut family: Option<Family> = None;
    for primitive in all() {
        if family != Some(primitive.family) {
            family = Some(primitive.family);
            put(out, format_args!("\n**{}**\n\n", primitive.family.title()));
        }
        let name = &primitive.name;
        let params: Vec<String> = primitive.params.iter().map(marked).collect();
        let gives = match primitive.result {
            Type::Nothing => String::new(),
            result => format!(" → {result}"),
        };
        put(
            out,
            format_args!("- [`{name}`](#{name})`({})`{gives}\n", params.join(", ")),
        );
    }
}

/// Writing to a `String` cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

fn page(out: &mut String, primitive: &Signature) {
    put(out, format_args!("\n### `{}`\n\n", primitive.name));
    put(out, format_args!("```text\n{}\n```\n\n", signature(primitive)));
    put(out, format_args!("{}\n", flowing(&primitive.doc)));
    if !primitive.params.is_empty() {
        out.push_str("\n| parameter | takes | |\n|---|---|---|\n");
        for param in &*primitive.params {
            // A bar would end the cell of the table.
            let doc = flowing(&param.doc).replace('|', "\\|");
            put(
                out,
                format_args!("| `{}` | {} | {doc} |\n", marked(param), param.ty),
            );
        }
    }
    let notes = notes(primitive);
    if !notes.is_empty() {
        put(out, format_args!("\n{}\n", notes.join("  \n")));
    }
    if !primitive.examples.is_empty() {
        put(out, format_args!("\n```text\n{}```\n", examples(primitive)));
    }
}

/// Facts beside the text: faults, what is read, other names.
fn notes(primitive: &Signature) -> Vec<String> {
    let mut notes = Vec::new();
    match primitive.reads {
        Reads::Open => {}
        Reads::Faces => notes.push("*Reads hidden faces.*".to_owned()),
        Reads::Order => notes.push("*Reads hidden order.*".to_owned()),
    }
    match primitive.requires {
        Requirement::Nothing => {}
        Requirement::SeatZone(zone) => notes.push(format!("Needs a zone `{zone}` of each seat.")),
        Requirement::SeatData(named) => {
            let named: Vec<String> = named.iter().map(|param| format!("`{param}`")).collect();
            notes.push(format!(
                "Needs the data of seats that {} names.",
                named.join(" or ")
            ));
        }
    }
    if !primitive.errors.is_empty() {
        notes.push(format!("Faults: {}.", primitive.errors));
    }
    if !primitive.aliases.is_empty() {
        let names: Vec<String> = primitive.aliases.iter().map(|a| format!("`{a}`")).collect();
        notes.push(format!("Other names: {}.", names.join(", ")));
    }
    notes
}

/// How it is called and what it gives.
fn signature(primitive: &Signature) -> String {
    let params: Vec<String> = primitive
        .params
        .iter()
        .map(|p| format!("{}: {}", marked(p), p.ty))
        .collect();
    let call = format!("{}({})", primitive.name, params.join(", "));
    match (primitive.kind, primitive.result) {
        (_, Type::Nothing) => call,
        (CallKind::Ask, result) => format!("{call} → {result}, as answered"),
        (_, result) => format!("{call} → {result}"),
    }
}

fn marked(param: &Param) -> String {
    match param.arity {
        Arity::Required => param.name.to_string(),
        Arity::Optional => format!("{}?", param.name),
        Arity::Rest => format!("{}…", param.name),
    }
}

fn examples(primitive: &Signature) -> String {
    let mut out = String::new();
    for example in primitive.examples {
        for step in example.before {
            put(&mut out, format_args!("{step}\n"));
        }
        if example.check.is_empty() {
            put(&mut out, format_args!("{}  → {}\n", example.call, example.gives));
        } else {
            put(
                &mut out,
                format_args!("{}\n{}  → {}\n", example.call, example.check, example.gives),
            );
        }
        out.push('\n');
    }
    out.pop();
    out
}

/// The lines of a doc comment as one.
fn flowing(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}
