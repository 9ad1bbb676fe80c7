//! What the architecture promises to be absent.

mod layers;
mod methods;

use crate::support;
use std::path::Path;

/// The crates that every program has that uses the library.
const LIBRARY: [&str; 3] = [
    "cardable-engine/src",
    "cardable-compiler/src",
    "cardable-core/src",
];

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(Result::ok)
        .collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push((
                path.display().to_string(),
                std::fs::read_to_string(&path).expect("a text"),
            ));
        }
    }
}

/// Lines of code of a folder or file of the workspace that name something.
fn lines_with(part: &str, words: &[&str]) -> Vec<String> {
    let path = support::root().join(part);
    let mut found = Vec::new();
    if path.is_dir() {
        sources(&path, &mut found);
    } else {
        found.push((
            path.display().to_string(),
            std::fs::read_to_string(&path).expect("a text"),
        ));
    }
    assert!(!found.is_empty(), "{part} is empty");
    let mut hits = Vec::new();
    // Tests may do what the library may not.
    found.retain(|(file, _)| !file.contains("/tests/") && !file.ends_with("tests.rs"));
    for (file, text) in found {
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for (at, line) in text.lines().enumerate() {
            let code = line.trim_start();
            if !code.starts_with("//") && words.iter().any(|w| code.contains(w)) {
                hits.push(format!("{file}:{}: {code}", at + 1));
            }
        }
    }
    hits
}

/// That the engine sees no text is Cargo's to hold: it does not depend on the compiler.
#[test]
fn the_compiler_never_sees_a_game() {
    let words = [
        "engine::world",
        "engine::play",
        "engine::Engine",
        "engine::Reader",
        "World,",
        "World }",
        "cardable_engine::view",
        "cardable_engine::Game",
    ];
    let hits = lines_with("cardable-compiler/src", &words);
    assert!(hits.is_empty(), "{hits:#?}");
}

#[test]
fn dialects_do_not_know_each_other() {
    let folder = support::root().join("cardable-compiler/src/format");
    let entries = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    let dialects: Vec<String> = folders
        .map(|entry| entry.file_name().display().to_string())
        .collect();
    assert!(dialects.len() >= 4, "{dialects:?}");
    for own in &dialects {
        for other in dialects.iter().filter(|other| *other != own) {
            let names = [
                format!("format::{other}"),
                format!("super::super::{other}"),
                format!("use super::{other}"),
            ];
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let hits = lines_with(&format!("cardable-compiler/src/format/{own}"), &names);
            assert!(hits.is_empty(), "{hits:#?}");
        }
    }
}

/// What a primitive is like stands in its declaration. What the compiler calls itself, it names by `builtin!`.
#[test]
fn the_compiler_does_not_tell_primitives_by_their_names() {
    // Words of the language that are called like primitives.
    let words = ["all", "count", "max", "min", "round", "score"];
    let names = cardable_core::primitives::all().flat_map(|p| p.names());
    let literals: Vec<String> = names
        .filter(|name| !words.contains(name))
        .map(|name| format!("\"{name}\""))
        .collect();
    let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
    for part in ["hir", "check", "lower"] {
        let hits = lines_with(&format!("cardable-compiler/src/{part}"), &literals);
        assert!(hits.is_empty(), "{hits:#?}");
    }
    let told_apart = [
        "primitive.name ==",
        "primitive.name !=",
        "match primitive.name",
        "contains(&primitive.name)",
        "call.name ==",
        "== builtin!",
        "!= builtin!",
    ];
    let hits = lines_with("cardable-compiler/src", &told_apart);
    assert!(hits.is_empty(), "{hits:#?}");
}

#[test]
fn only_the_view_redacts() {
    for part in [
        "fault",
        "world",
        "vm",
        "play",
        "hosts",
        "game.rs",
        "decision",
        "game",
        "interact.rs",
        "log.rs",
        "save.rs",
        "replica.rs",
    ] {
        let hits = lines_with(
            &format!("cardable-engine/src/{part}"),
            &["CardSeen::Face(", "CardSeen::Back("],
        );
        assert!(hits.is_empty(), "{hits:#?}");
    }
}

#[test]
fn the_core_has_no_clock_thread_file_or_outside_randomness() {
    let words = [
        "std::time",
        "Instant::now",
        "SystemTime",
        "std::thread",
        "thread_rng",
        "rand::rng()",
        "getrandom",
        "std::net",
    ];
    for path in LIBRARY {
        let hits = lines_with(path, &words);
        assert!(hits.is_empty(), "{hits:#?}");
        let files = lines_with(path, &["std::fs", "use std::{fs", "fs::File"]);
        assert!(
            files
                .iter()
                .all(|l| l.contains("directory.rs") || l.contains("tests")),
            "{files:#?}"
        );
    }
}

/// What is wrong is of little use without what to write instead. Problems are told by `error`, `warn` and
/// `warning`, which ask for a help; those made by hand have one too.
#[test]
fn every_problem_says_what_to_write() {
    let mut found = Vec::new();
    for path in LIBRARY {
        sources(&support::root().join(path), &mut found);
    }
    let mut silent = Vec::new();
    for (file, text) in found {
        // There they are declared, and what a language of scripts says is its own.
        let exempt = ["/diag.rs", "/diag/", "/report.rs", "/lower/script.rs", "tests"];
        if exempt.iter().any(|part| file.contains(part)) {
            continue;
        }
        for made in ["Diagnostic::error(", "Diagnostic::warning("] {
            for (at, _) in text.match_indices(made) {
                let statement = text[at..].split(';').next().unwrap_or_default();
                if !statement.contains("help(")
                    && !text[at..].lines().take(3).any(|line| line.contains(".help("))
                {
                    let line = text[..at].matches('\n').count() + 1;
                    silent.push(format!("{file}:{line}"));
                }
            }
        }
    }
    assert!(silent.is_empty(), "no help: {silent:#?}");
}

/// What a type may have at most, so that it stays about one thing.
const MOST_FIELDS: usize = 20;
const MOST_METHODS: usize = 42;

/// A struct, and what it has.
struct Counted {
    name: String,
    file: String,
    fields: usize,
    methods: usize,
}

/// What is declared in a line, without who sees it.
fn without_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else {
        return line;
    };
    let limited = rest.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    limited.map_or(rest.trim_start(), |(_, rest)| rest)
}

/// The name that follows a word at the beginning of a line.
fn named_after<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let rest = line.strip_prefix(word)?;
    let rest = match rest.strip_prefix('<') {
        Some(generics) => generics.split_once("> ").map_or("", |(_, rest)| rest),
        None => rest.trim_start(),
    };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| &rest[..end])
}

/// The structs of a crate with named fields, and how many methods stand in their `impl` blocks.
fn counted(files: &[(String, String)]) -> Vec<Counted> {
    let mut types: Vec<Counted> = Vec::new();
    for (file, text) in files {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let declared = without_visibility(line);
            let Some(name) = named_after(declared, "struct ").filter(|_| line.ends_with('{')) else {
                continue;
            };
            let inside = lines[at + 1..].iter().take_while(|line| !line.starts_with('}'));
            let fields = inside.filter(|line| {
                let own = line
                    .strip_prefix("    ")
                    .filter(|line| !line.starts_with([' ', '/', '#']));
                own.is_some_and(|line| line.contains(": "))
            });
            types.push(Counted {
                name: name.to_owned(),
                file: file.clone(),
                fields: fields.count(),
                methods: 0,
            });
        }
    }
    // Of types of one name the nearest is meant.
    let near = |a: &str, b: &str| a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).count();
    for (file, text) in files {
        let mut within: Option<usize> = None;
        for line in text.lines() {
            if let Some(name) = named_after(line, "impl").filter(|_| !line.contains(" for ")) {
                let alike = (0..types.len()).filter(|at| types[*at].name == name);
                within = alike.max_by_key(|at| near(&types[*at].file, file));
            } else if line.starts_with('}') {
                within = None;
            }
            let is_method = line.strip_prefix("    ").is_some_and(|line| {
                let declared = without_visibility(line);
                declared
                    .strip_prefix("const ")
                    .unwrap_or(declared)
                    .starts_with("fn ")
            });
            if let Some(at) = within.filter(|_| is_method) {
                types[at].methods += 1;
            }
        }
    }
    types
}

#[test]
fn fields_and_methods_are_counted() {
    let files = [
        (
            "a/x.rs".to_owned(),
            "pub(crate) struct A<'a> {\n    /// One: a field.\n    pub b: B,\n    c: &'a C,\n}\nstruct B(u8);\n\nimpl<'a> A<'a> {\n    /// Does: nothing.\n    pub(crate) fn d(&self) {\n        fn inner() {}\n    }\n\n    fn e<T>() {}\n}\nimpl Clone for A<'_> {\n    fn clone(&self) -> Self {}\n}\n"
                .to_owned(),
        ),
        ("b/x.rs".to_owned(), "struct A {\n    d: D,\n}\n".to_owned()),
        ("b/y.rs".to_owned(), "impl A {\n    const fn f() {}\n}\n".to_owned()),
    ];
    let found = counted(&files);
    let found: Vec<_> = found
        .iter()
        .map(|t| (&*t.name, &*t.file, t.fields, t.methods))
        .collect();
    assert_eq!(found, [("A", "a/x.rs", 2, 2), ("A", "b/x.rs", 1, 1)]);
}

#[test]
fn no_type_is_about_everything() {
    let mut found = Vec::new();
    for path in LIBRARY
        .into_iter()
        .chain(["cardable-lua/src", "cardable-net/src", "cardable-cli/src"])
    {
        let mut files = Vec::new();
        let base = support::root();
        sources(&base.join(path), &mut files);
        for (file, text) in &mut files {
            *file = Path::new(file)
                .strip_prefix(&base)
                .expect("a file of ours")
                .display()
                .to_string();
            *text = text
                .split("#[cfg(test)]\nmod ")
                .next()
                .unwrap_or_default()
                .to_owned();
        }
        files.retain(|(file, _)| !file.contains("/tests/") && !file.ends_with("tests.rs"));
        found.extend(counted(&files));
    }
    assert!(found.len() > 100, "{}", found.len());
    let mut wrong = Vec::new();
    for counted in &found {
        let (fields, methods) = (counted.fields, counted.methods);
        if fields > MOST_FIELDS || methods > MOST_METHODS {
            let named = format!("{} of {}", counted.name, counted.file);
            wrong.push(format!("`{named}` has {fields} fields and {methods} methods"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
