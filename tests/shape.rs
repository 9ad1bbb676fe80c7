//! What the architecture promises to be absent.

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
        "engine::table",
        "engine::reader",
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
    let dialects = ["cardable", "cardgame", "tables", "native", "expression"];
    for own in dialects {
        // The language of expressions is all dialects'.
        for other in dialects.iter().filter(|o| **o != own && **o != "expression") {
            let names = [
                format!("dialects::{other}"),
                format!("super::super::{other}"),
                format!("use super::{other}"),
            ];
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let hits = lines_with(&format!("cardable-compiler/src/dialects/{own}"), &names);
            assert!(hits.is_empty(), "{hits:#?}");
        }
    }
}

/// What a primitive is like stands in its declaration. What the compiler calls itself, it names by `builtin!`.
#[test]
fn the_compiler_does_not_tell_primitives_by_their_names() {
    // Words of the language that are called like primitives.
    let words = ["all", "count", "max", "min", "round", "score"];
    let names = cardable_core::primitives::all().flat_map(|p| p.aliases.iter().copied().chain([p.name]));
    let literals: Vec<String> = names
        .filter(|name| !words.contains(name))
        .map(|name| format!("\"{name}\""))
        .collect();
    let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
    let hits = lines_with("cardable-compiler/src/compile", &literals);
    assert!(hits.is_empty(), "{hits:#?}");
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
        "engine",
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
        let exempt = ["/diag.rs", "/diag/", "/report.rs", "/compile/script.rs", "tests"];
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

/// The modules of a crate's root, in their order.
fn modules(krate: &str) -> Vec<String> {
    let path = support::root().join(krate).join("src/lib.rs");
    let text = std::fs::read_to_string(path).expect("a text");
    let lines = text.lines().map(|line| line.trim_start_matches("pub "));
    let names = lines.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

/// The modules of the same crate that a code names: `crate::a::b`, and `a` and `c` of `crate::{a::b, c}`.
fn named_modules(code: &str) -> Vec<&str> {
    let word = |text: &'_ str| {
        text.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    let mut found = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            found.push(&rest[..word(rest)]);
            continue;
        };
        let (mut depth, mut begins) = (0, true);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                c if begins && !c.is_whitespace() => {
                    found.push(&group[at..at + word(&group[at..])]);
                    begins = false;
                }
                _ => {}
            }
        }
    }
    found
}

#[test]
fn modules_are_found_in_what_imports_them() {
    let code = "use crate::a::B; use crate::{c::{D, e}, f,\n    g::H}; fn i() { crate::j(k::l) }";
    assert_eq!(named_modules(code), ["a", "c", "f", "g", "j"]);
}

/// So there is no circle among modules, and what a part stands on can be read off `lib.rs`.
#[test]
fn no_module_imports_one_that_stands_after_it() {
    let mut hits = Vec::new();
    for krate in ["cardable-engine", "cardable-compiler"] {
        let modules = modules(krate);
        assert!(modules.len() > 10, "{krate}: {modules:?}");
        for (at, module) in modules.iter().enumerate() {
            let mut files = Vec::new();
            let base = support::root().join(krate).join("src").join(module);
            if base.is_dir() {
                sources(&base, &mut files);
            }
            if let Ok(text) = std::fs::read_to_string(base.with_extension("rs")) {
                files.push((format!("{module}.rs"), text));
            }
            files.retain(|(file, _)| !file.contains("/tests/") && !file.ends_with("tests.rs"));
            assert!(!files.is_empty(), "{module} is empty");
            for (file, text) in files {
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let code: Vec<&str> = text
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"))
                    .collect();
                let code = code.join("\n");
                for named in named_modules(&code) {
                    if modules[at + 1..].iter().any(|later| later == named) {
                        hits.push(format!("{file} imports `{named}`"));
                    }
                }
            }
        }
    }
    assert!(hits.is_empty(), "{hits:#?}");
}
