//! That what `cardable-core` shows is made of what it shows.

use super::{Found, Module};
use crate::support;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Names of the standard library and of crates that the core exports or that its features bring.
const OTHERS: &[&str] = &[
    "Any",
    "Arc",
    "AsRef",
    "BTreeMap",
    "BTreeSet",
    "Box",
    "ChaCha8Rng",
    "Clone",
    "Copy",
    "Cow",
    "Debug",
    "Default",
    "Display",
    "DoubleEndedIterator",
    "Error",
    "Fn",
    "FnMut",
    "FnOnce",
    "Formatter",
    "From",
    "FromIterator",
    "Into",
    "IntoIterator",
    "Item",
    "Iterator",
    "Option",
    "Ord",
    "Path",
    "PathBuf",
    "Range",
    "RangeInclusive",
    "Result",
    "Rng",
    "Self",
    "Send",
    "Sized",
    "SmallVec",
    "String",
    "Sync",
    "ToString",
    "Vec",
];

/// Folders of which nothing is exported, but whose types may be called like exported ones.
const INSIDES: &[&str] = &[
    "src/hir",
    "src/lower",
    "src/check",
    "src/expr",
    "text/json",
    "text/fields",
    "format/phases",
    "format/ruleset",
    "format/tables",
    "src/hosts",
];

/// What still shows types of the insides: what primitives reach of a game, and what a language of scripts, which depends
/// on `cardable-engine` itself, gets from there. The list may only become shorter.
const STILL: &[(&str, &[&str])] = &[
    ("Bench", &["Names", "Program"]),
    (
        "Engine",
        &[
            "Cause",
            "Event",
            "Exit",
            "LinkedTable",
            "PendingAutos",
            "TempLists",
            "World",
        ],
    ),
    ("FaultKind", &["Halt", "ScriptFault"]),
    ("Hands", &["Crossed", "Declarations", "ScriptHost"]),
    ("Kind", &["Sealed"]),
    ("Question", &["Form"]),
    ("Reader", &["LinkedTable", "TempLists", "World"]),
    (
        "ScriptEngine",
        &["Compiled", "Declarations", "Required", "ScriptSources"],
    ),
];

/// What a macro declares in `dsl::kind`.
const KINDS: &[&str] = &["Card", "Number", "Text", "Truth", "Zone"];

/// A declaration of the library, with what it shows: fields, variants and methods.
#[derive(Default)]
struct Shown {
    /// Each as it is written, without what is hidden in the documentation.
    parts: Vec<String>,
}

/// What types show, by their names. Types of one name count as one.
fn shown_by_types(texts: &[String]) -> BTreeMap<String, Shown> {
    let mut all: BTreeMap<String, Shown> = BTreeMap::new();
    for text in texts {
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let is_shown = |kind| !is_hidden(&lines, at) && (kind == Kind::Impl || has_example(&lines, at));
            let Some((name, kind)) = opened(lines[at]).filter(|(_, kind)| is_shown(*kind)) else {
                at += 1;
                continue;
            };
            let parts = &mut all.entry(name).or_default().parts;
            if !lines[at].ends_with('{') {
                // A tuple, or a function or alias: all of it is in its first lines.
                let whole = statement(&lines[at..]);
                let shows = |part: &&str| kind != Kind::Struct || part.trim_start().starts_with("pub ");
                let inner = whole.split_once(['(', '=']).map_or("", |(_, inner)| inner);
                let inner = if kind == Kind::Struct {
                    inner
                } else {
                    whole.as_str()
                };
                parts.extend(inner.split(',').filter(shows).map(str::to_owned));
                at += 1;
                continue;
            }
            at += 1;
            while at < lines.len() && !lines[at].starts_with('}') {
                let own = lines[at].strip_prefix("    ").unwrap_or_default();
                let begins = match kind {
                    Kind::Struct => own.starts_with("pub ") && own.contains(':'),
                    Kind::Impl => ["pub fn ", "pub const fn "]
                        .iter()
                        .any(|way| own.starts_with(way)),
                    Kind::Trait => own.starts_with("fn "),
                    Kind::Enum => !own.trim_start().starts_with(['/', '#']),
                };
                if begins && !is_hidden(&lines, at) {
                    parts.push(match kind {
                        Kind::Struct => own.to_owned(),
                        // Without the name of the variant or field.
                        Kind::Enum => own.split_once(['(', ':']).map_or("", |(_, ty)| ty).to_owned(),
                        Kind::Impl | Kind::Trait => statement(&lines[at..]),
                    });
                }
                at += 1;
            }
        }
    }
    all
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct,
    Enum,
    Trait,
    Impl,
}

/// The name of what begins at a line.
fn opened(line: &str) -> Option<(String, Kind)> {
    let word = |rest: &str| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        rest[..end.unwrap_or(rest.len())].to_owned()
    };
    let declared = [
        ("pub struct ", Kind::Struct),
        ("pub enum ", Kind::Enum),
        ("pub trait ", Kind::Trait),
    ];
    for (begin, kind) in declared {
        if let Some(rest) = line.strip_prefix(begin) {
            return Some((word(rest), kind));
        }
    }
    let rest = line.strip_prefix("impl").filter(|_| !line.contains(" for "))?;
    let rest = match rest.strip_prefix('<') {
        Some(generics) => generics.split_once("> ")?.1,
        None => rest.trim_start(),
    };
    let path = rest.split(['<', ' ']).next()?;
    Some((path.rsplit("::").next()?.to_owned(), Kind::Impl))
}

/// Whether an attribute above a line hides what begins there.
fn is_hidden(lines: &[&str], at: usize) -> bool {
    let above = lines[..at].iter().rev().map(|line| line.trim_start());
    let mut above = above.take_while(|line| line.starts_with("///") || line.starts_with("#["));
    above.any(|line| line == "#[doc(hidden)]")
}

/// Whether the documentation above a line has an example, as that of all exported types has.
fn has_example(lines: &[&str], at: usize) -> bool {
    let above = lines[..at].iter().rev();
    let mut docs = above.take_while(|line| !line.is_empty() && !line.starts_with('}'));
    docs.any(|line| line.starts_with("/// ```") || line.contains("for an example"))
}

/// A declaration up to its body.
fn statement(lines: &[&str]) -> String {
    let mut whole = String::new();
    for line in lines {
        whole += line.trim();
        whole.push(' ');
        if line.ends_with('{') || line.ends_with(';') || line.ends_with('}') {
            break;
        }
    }
    whole
}

/// The names of types in a declaration.
fn types_in(part: &str) -> BTreeSet<&str> {
    let words = part.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_type = |word: &&str| {
        word.len() > 1 && word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase)
    };
    words.filter(is_type).collect()
}

/// The names of everything that a module and its modules show.
fn exported(module: &Module, found: &mut BTreeMap<String, bool>) {
    for name in module.shown() {
        match module.find(&name) {
            Found::Module(inner) => exported(&inner, found),
            Found::Item(..) => _ = found.insert(name, true),
            Found::Other => _ = found.entry(name).or_insert(false),
        }
    }
}

fn texts(folder: &Path, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        if INSIDES.iter().any(|inside| path.ends_with(inside)) {
            continue;
        }
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            found.push(std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn what_types_show_is_found() {
    let text = "/// ```\npub struct A {\n    pub b: Vec<B>,\n    #[doc(hidden)]\n    pub c: C,\n    d: D,\n}\n\
                /// ```\npub struct E(pub F, G);\nimpl<'a> A {\n    pub fn h(\n        &self,\n        i: I,\n    ) -> J {\n        K::l()\n    }\n\n    \
                #[doc(hidden)]\n    pub fn m(n: N) {}\n    fn o(p: P) {}\n}\n/// ```\npub enum E2 {\n    /// Not Q.\n    R(Rr),\n}\n";
    let found = shown_by_types(&[text
        .replace("B>", "Bb>")
        .replace("F,", "Ff,")
        .replace(" J ", " Jj ")]);
    let of = |name: &str| -> Vec<&str> { found[name].parts.iter().flat_map(|p| types_in(p)).collect() };
    assert_eq!(of("A"), ["Bb", "Vec", "Jj"]);
    assert_eq!(of("E"), ["Ff"]);
    assert_eq!(of("E2"), ["Rr"]);
}

/// A type that a program reads of, but cannot name or look up, is of the engine's insides.
#[test]
fn signatures_name_what_is_exported() {
    let core = Module::of_crate("cardable_core").expect("the core");
    let mut names = BTreeMap::new();
    exported(&core, &mut names);
    let mut sources = Vec::new();
    for part in [
        "cardable-engine/src",
        "cardable-compiler/src",
        "cardable-core/src",
    ] {
        texts(&support::root().join(part), &mut sources);
    }
    let shown = shown_by_types(&sources);
    let is_known = |name: &str| names.contains_key(name) || OTHERS.contains(&name) || KINDS.contains(&name);
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    let mut met = BTreeSet::new();
    let mut looked_at = 0;
    for (name, _) in names.iter().filter(|(_, is_ours)| **is_ours) {
        let Some(shown) = shown.get(name) else { continue };
        let still = STILL.iter().find(|(owner, _)| owner == name);
        looked_at += 1;
        for part in &shown.parts {
            for found in types_in(part).into_iter().filter(|found| !is_known(found)) {
                if still.is_some_and(|(_, still)| still.contains(&found)) {
                    met.insert((name.as_str(), found));
                } else {
                    wrong.insert(format!("`{name}` shows `{found}`: {}", part.trim()));
                }
            }
        }
    }
    let listed = STILL
        .iter()
        .flat_map(|(owner, still)| still.iter().map(move |one| (*owner, *one)));
    let gone = listed.filter(|one| !met.contains(one));
    wrong.extend(gone.map(|(owner, one)| format!("`{owner}` shows no `{one}` any more: say so in the list")));
    assert!(looked_at > 100, "{looked_at}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
