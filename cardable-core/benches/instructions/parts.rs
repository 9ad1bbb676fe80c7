//! What instructions are spent on, by the part of the engine whose source they were compiled from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Parts of the engine, by how the paths of their files begin below `cardable-engine/src/`. The first that fits counts.
const ENGINE: &[(&str, Part)] = &[
    ("vm/select", Part::Predicates),
    ("program/predicate", Part::Predicates),
    ("program/flow", Part::Predicates),
    ("vm", Part::Code),
    ("program", Part::Code),
    ("value", Part::Code),
    ("primitives", Part::Primitives),
    ("play/legal", Part::Listing),
    ("play/combine", Part::Listing),
    ("play/search", Part::Listing),
    ("play/valid", Part::Listing),
    ("play/ways", Part::Listing),
    ("play/choose", Part::Listing),
    ("play/obstacles", Part::Listing),
    ("decision", Part::Listing),
    ("choice", Part::Listing),
    ("play/cards", Part::Moves),
    ("play/moves", Part::Moves),
    ("play/arrange", Part::Moves),
    ("play/room", Part::Moves),
    ("play/marks", Part::Moves),
    ("play/visibility", Part::Moves),
    ("world", Part::World),
    ("ids", Part::World),
    ("play", Part::Turns),
    ("game", Part::Turns),
    ("view", Part::Views),
    ("imagine", Part::Imagining),
    ("", Part::Rest),
];

/// What a part of the engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Code,
    Primitives,
    Predicates,
    Listing,
    Moves,
    World,
    Turns,
    Chance,
    Views,
    Imagining,
    Rest,
}

impl Part {
    pub(crate) const ALL: [Part; 11] = [
        Part::Code,
        Part::Primitives,
        Part::Predicates,
        Part::Listing,
        Part::Moves,
        Part::World,
        Part::Turns,
        Part::Chance,
        Part::Views,
        Part::Imagining,
        Part::Rest,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::Code => "code",
            Part::Primitives => "primitives",
            Part::Predicates => "predicates",
            Part::Listing => "listing",
            Part::Moves => "moves",
            Part::World => "World",
            Part::Turns => "turns",
            Part::Chance => "chance",
            Part::Views => "views",
            Part::Imagining => "imagining",
            Part::Rest => "rest",
        }
    }

    /// The part that a file of source belongs to; None for the standard library and the like, whose code serves the
    /// function that it was inlined into.
    fn of(path: &str) -> Option<Part> {
        if let Some((_, inside)) = path.split_once("cardable-engine/src/") {
            let found = ENGINE.iter().find(|(begins, _)| inside.starts_with(begins));
            return found.map(|(_, part)| *part);
        }
        ["chacha", "rand_core", "rand-"]
            .iter()
            .any(|name| path.contains(name))
            .then_some(Part::Chance)
    }
}

/// Instructions by part.
pub(crate) type Parts = BTreeMap<Part, f64>;

/// Adds up a file of callgrind's: what each line of source cost itself, without the calls that it made.
pub(crate) fn read(path: &Path) -> Option<Parts> {
    Some(add_up(&fs::read_to_string(path).ok()?))
}

pub(crate) fn add_up(text: &str) -> Parts {
    let mut files = Files::default();
    let mut parts = Parts::new();
    let (mut function, mut here) = (Part::Rest, None);
    let mut is_call = false;
    for line in text.lines() {
        if let Some((key, name)) = line.split_once('=') {
            match key {
                "fl" => {
                    here = files.part(name);
                    function = here.unwrap_or(Part::Rest);
                }
                "fi" | "fe" => here = files.part(name),
                "cfi" | "cfl" => _ = files.part(name),
                "calls" => is_call = true,
                _ => {}
            }
            continue;
        }
        // A line of costs: its place, and how many instructions. After `calls` it is what the call cost.
        let is_cost = line.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '*'));
        let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<f64>().ok());
        if let Some(cost) = cost.filter(|_| is_cost)
            && !std::mem::take(&mut is_call)
        {
            *parts.entry(here.unwrap_or(function)).or_default() += cost;
        }
    }
    parts
}

/// The files of a dump: the first time with a number and a name, then with the number alone.
#[derive(Default)]
struct Files(BTreeMap<String, Option<Part>>);

impl Files {
    fn part(&mut self, name: &str) -> Option<Part> {
        let (number, path) = name.split_once(' ').unwrap_or((name, ""));
        if !path.is_empty() {
            self.0.insert(number.to_owned(), Part::of(path));
        }
        self.0.get(number).copied().flatten()
    }
}
