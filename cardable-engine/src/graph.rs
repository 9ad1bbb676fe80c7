//! The states of a ruleset and the ways between them, as a Mermaid diagram.

use crate::ids::{ActionId, StateId};
use crate::program::{ActionKind, Program};
use crate::ruleset::Ruleset;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Words that mean something to Mermaid and cannot name a state.
const RESERVED: &[&str] = &[
    "as",
    "choice",
    "class",
    "classdef",
    "default",
    "direction",
    "end",
    "fork",
    "hide",
    "join",
    "note",
    "state",
    "style",
];

/// Draws the states and transitions as a Mermaid `stateDiagram-v2`. Ways are labelled with the
/// actions that lead there; those that happen by themselves stand in brackets.
///
/// ```
/// let ruleset = cardable_core::testing::tiny_ruleset();
/// let drawn = cardable_core::graph::mermaid(&ruleset);
/// assert!(drawn.contains("[*] --> taking"));
/// assert!(drawn.contains("taking --> [*]"));
/// ```
pub fn mermaid(ruleset: &Ruleset) -> String {
    let program = &ruleset.program;
    let drawing = Drawing { program };
    let mut out = String::from("stateDiagram-v2\n");
    for at in 0..program.states.len() {
        let state = StateId(at as u16);
        let (id, shown) = (
            drawing.id(state),
            plain(ruleset.words().state_label(state).unwrap_or_default()),
        );
        if id != shown {
            put(&mut out, format_args!("    state \"{shown}\" as {id}\n"));
        }
    }
    if !program.states.is_empty() {
        put(&mut out, format_args!("    [*] --> {}\n", drawing.id(StateId(0))));
    }
    for ((from, to), label) in drawing.ways() {
        let label = if label.is_empty() {
            label
        } else {
            format!(" : {label}")
        };
        put(
            &mut out,
            format_args!("    {} --> {}{label}\n", drawing.id(from), drawing.id(to)),
        );
    }
    for state in each(&program.transitions.ends) {
        put(&mut out, format_args!("    {} --> [*]\n", drawing.id(state)));
    }
    for state in each(&program.transitions.anywhere) {
        note(
            &mut out,
            &drawing.id(state),
            "goes on to a state that is known only in play",
        );
    }
    for state in each(&program.transitions.pops) {
        note(
            &mut out,
            &drawing.id(state),
            "goes back to the state it was laid over",
        );
    }
    out
}

/// Writing to a `String` cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

fn note(out: &mut String, id: &str, text: &str) {
    put(
        out,
        format_args!("    note right of {id}\n        {text}\n    end note\n"),
    );
}

/// Every state of a list once, in order.
fn each(states: &[StateId]) -> Vec<StateId> {
    let mut states = states.to_vec();
    states.sort_unstable();
    states.dedup();
    states
}

struct Drawing<'p> {
    program: &'p Program,
}

impl Drawing<'_> {
    /// The name of a state where Mermaid can read it, else its number.
    fn id(&self, state: StateId) -> String {
        let name = self.program.str(self.program.state(state).name);
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let readable = begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if readable && !RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
            name.to_owned()
        } else {
            format!("state{}", state.0)
        }
    }

    /// Each way once, with all the actions that lead along it.
    fn ways(&self) -> BTreeMap<(StateId, StateId), String> {
        let mut actions: BTreeMap<(StateId, StateId), Vec<String>> = BTreeMap::new();
        for transition in &self.program.transitions.known {
            let labels = actions.entry((transition.from, transition.to)).or_default();
            let label = self.label(transition.action);
            // A way that is called like the state it leads to says nothing.
            let to = self.program.state(transition.to);
            let says_nothing = label == format!("[{}]", plain(self.program.str(to.name)));
            if !says_nothing && !labels.contains(&label) {
                labels.push(label);
            }
        }
        actions
            .into_iter()
            .map(|(way, labels)| (way, labels.join(" / ")))
            .collect()
    }

    fn label(&self, action: Option<ActionId>) -> String {
        let Some(def) = action.and_then(|action| self.program.actions.get(action.index())) else {
            return "[trigger]".to_owned();
        };
        let label = plain(self.program.str(def.label));
        match def.kind {
            ActionKind::Auto => format!("[{label}]"),
            ActionKind::Button | ActionKind::HandPick | ActionKind::WorldPick | ActionKind::VoteButton => {
                label
            }
        }
    }
}

/// A text without what would end a label.
fn plain(text: &str) -> String {
    let cleaned = text.chars().map(|c| match c {
        ':' | ';' | '#' | '%' | '{' | '}' => ' ',
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    });
    cleaned
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
