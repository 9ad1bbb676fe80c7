//! That no module imports one that stands after it, and that files import each other in no circle.

use super::sources;
use crate::support;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A source without its tests and comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules that a file declares, in their order.
fn declared(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| {
        let line = line.strip_prefix("pub").unwrap_or(line);
        let limited = line.strip_prefix('(').and_then(|line| line.split_once(')'));
        limited.map_or(line, |(_, line)| line).trim_start()
    });
    let names = lines.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

/// The modules of a crate's root, in their order.
pub(super) fn modules(krate: &str) -> Vec<String> {
    let path = support::root().join(krate).join("src/lib.rs");
    declared(&std::fs::read_to_string(path).expect("a text"))
}

/// The first words of a path or group of paths: `a` of `a::B`, and `a` and `c` of `{a::B, c}`.
fn first_words(paths: &str) -> Vec<&str> {
    let word = |text: &str| {
        text.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    let Some(group) = paths.strip_prefix('{') else {
        return vec![&paths[..word(paths)]];
    };
    let (mut found, mut depth, mut begins) = (Vec::new(), 0, true);
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
    found
}

/// The modules of the same crate that a code names: `crate::a::b`, and `a` and `c` of `crate::{a::b, c}`.
fn named_modules(code: &str) -> Vec<&str> {
    let paths = code.match_indices("crate::");
    paths
        .flat_map(|(at, path)| first_words(&code[at + path.len()..]))
        .collect()
}

#[test]
fn modules_are_found_in_what_imports_them() {
    let code = "use crate::a::B; use crate::{c::{D, e}, f,\n    g::H}; fn i() { crate::j(k::l) }";
    assert_eq!(named_modules(code), ["a", "c", "f", "g", "j"]);
}

/// The files of a module, each with the names of the modules that lead to it, and its code.
pub(super) fn files_of(krate: &str, module: &str) -> Vec<(Vec<String>, String)> {
    let base = support::root().join(krate).join("src").join(module);
    let mut files = Vec::new();
    if base.is_dir() {
        sources(&base, &mut files);
    }
    let alone = base.with_extension("rs");
    if let Ok(text) = std::fs::read_to_string(&alone) {
        files.push((alone.display().to_string(), text));
    }
    files.retain(|(file, _)| !file.contains("/tests/") && !file.ends_with("tests.rs"));
    assert!(!files.is_empty(), "{module} is empty");
    let named = files.iter().map(|(file, text)| {
        let file = Path::new(file).with_extension("");
        let within = file.strip_prefix(&base).unwrap_or(Path::new(""));
        let parts = within.iter().map(|part| part.to_string_lossy().into_owned());
        let mut path: Vec<String> = parts.collect();
        path.pop_if(|last| last == "mod");
        (path, code(text))
    });
    named.collect()
}

/// So there is no circle among modules, and what a part stands on can be read off `lib.rs`.
#[test]
fn no_module_imports_one_that_stands_after_it() {
    let mut hits = Vec::new();
    for krate in ["cardable-engine", "cardable-compiler"] {
        let modules = modules(krate);
        assert!(modules.len() > 10, "{krate}: {modules:?}");
        for (at, module) in modules.iter().enumerate() {
            for (file, code) in files_of(krate, module) {
                for named in named_modules(&code) {
                    if modules[at + 1..].iter().any(|later| later == named) {
                        hits.push(format!("{module} ({}) imports `{named}`", file.join("::")));
                    }
                }
            }
        }
    }
    assert!(hits.is_empty(), "{hits:#?}");
}

/// Which parts of a module import which. A part is a file, with the folder of its name; `mod` is what stands in
/// the module's own file. What that file hands on is told by the part where it is.
type Imports = BTreeMap<String, BTreeSet<String>>;

const OWN: &str = "mod";

fn imports(module: &str, files: &[(Vec<String>, String)]) -> Imports {
    let parts: BTreeSet<&str> = files
        .iter()
        .filter_map(|(path, _)| path.first().map(String::as_str))
        .collect();
    let own = files.iter().find(|(path, _)| path.is_empty());
    let own = own.map_or("", |(_, code)| code);
    let (handed_on, rest): (Vec<&str>, Vec<&str>) = own.split_inclusive(';').partition(|statement| {
        let lines = statement.trim_start().lines();
        // Without `#[cfg(feature = "…")]` before it.
        let statement = lines
            .skip_while(|line| line.starts_with("#["))
            .collect::<String>();
        statement.starts_with("pub use ") || statement.starts_with("pub(crate) use ")
    });
    let home = |name: &str| {
        let words = |text: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.any(|word| word == name)
        };
        let from = handed_on.iter().find(|statement| words(statement));
        let from = from.and_then(|statement| {
            let path = statement.split_once("use ")?.1;
            first_words(path.strip_prefix("self::").unwrap_or(path))
                .into_iter()
                .next()
        });
        from.and_then(|from| parts.get(from).copied())
    };
    let mut found = Imports::new();
    let rest = rest.concat();
    for part in &parts {
        let begins = |at: usize| {
            let before = rest[..at].chars().next_back();
            before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | ':' | '.'))
        };
        if rest.match_indices(&format!("{part}::")).any(|(at, _)| begins(at)) {
            let mine = found.entry(OWN.to_owned()).or_default();
            mine.insert((*part).to_owned());
        }
    }
    let whole = format!("crate::{module}::");
    for (path, code) in files.iter().filter(|(path, _)| !path.is_empty()) {
        let mine = found.entry(path[0].clone()).or_default();
        let ups = (1..=path.len()).map(|ups| "super::".repeat(ups));
        let ways = ups.enumerate().map(|(at, up)| (up, path.len() - 1 - at));
        for (way, depth) in ways.chain([(whole.clone(), 0)]) {
            for (at, _) in code.match_indices(&way) {
                let before = code[..at].chars().next_back();
                let longer = before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
                let rest = &code[at + way.len()..];
                // From inside a part all ways that do not leave it lead to itself.
                if longer || rest.starts_with("super::") || depth > 0 {
                    continue;
                }
                for name in first_words(rest) {
                    // The name of `super::*` is empty.
                    let known = || parts.get(name).copied().or_else(|| home(name));
                    let part = (!name.is_empty()).then(known).flatten();
                    mine.insert(part.unwrap_or(OWN).to_owned());
                }
            }
        }
        mine.remove(&path[0]);
    }
    found
}

/// The parts from which imports lead back to themselves, of each circle those that are in it.
fn circles(imports: &Imports) -> BTreeSet<Vec<String>> {
    let reached = |from: &str| {
        let (mut all, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(part) = open.pop() {
            for next in imports.get(part).into_iter().flatten() {
                if all.insert(next.as_str()) {
                    open.push(next);
                }
            }
        }
        all
    };
    let all: BTreeMap<&str, BTreeSet<&str>> = imports
        .keys()
        .map(|part| (part.as_str(), reached(part)))
        .collect();
    let mut found = BTreeSet::new();
    for (part, reached) in all.iter().filter(|(part, reached)| reached.contains(*part)) {
        let back = |other: &&&str| all.get(**other).is_some_and(|theirs| theirs.contains(part));
        let circle = reached.iter().filter(back).map(|part| (*part).to_owned());
        found.insert(circle.collect());
    }
    found
}

#[test]
fn circles_are_found() {
    let file = |path: &[&str], code: &str| {
        let path = path.iter().map(|part| (*part).to_owned()).collect();
        (path, code.to_owned())
    };
    let files = [
        file(&[], "mod a;\nmod b;\nmod c;\npub use c::{C, D};\nuse b::E;\n"),
        file(&["a"], "use super::b::{self, F};\nuse crate::other::C;\n"),
        file(&["b", "inner"], "use super::super::{C, b};\nuse super::G;\n"),
        file(&["c"], "fn f() { crate::m::a::g() }\n"),
    ];
    let found = imports("m", &files);
    let of = |part: &str| found[part].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(of(OWN), ["b"]);
    assert_eq!(of("a"), ["b"]);
    assert_eq!(of("b"), ["c"]);
    assert_eq!(of("c"), ["a"]);
    let circle = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(circles(&found), BTreeSet::from([circle]));
}

/// Modules whose parts still import each other in a circle. The list may only become shorter.
const CIRCLES: &[&str] = &[];

#[test]
fn no_files_of_a_module_import_each_other_in_a_circle() {
    let mut wrong = Vec::new();
    for krate in ["cardable-engine", "cardable-compiler"] {
        for module in modules(krate) {
            let circles = circles(&imports(&module, &files_of(krate, &module)));
            match (circles.is_empty(), CIRCLES.contains(&module.as_str())) {
                (true, true) => wrong.push(format!(
                    "`{module}` has no circle any more: take it out of the list"
                )),
                (false, false) => wrong.push(format!("`{module}`: {circles:?}")),
                (true, false) | (false, true) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What a module says at its beginning.
const ORDERED: &str = "// No module imports one that stands after it.";

#[test]
fn parts_stand_in_the_order_that_a_module_promises() {
    let mut hits = Vec::new();
    let mut ordered = 0;
    for module in modules("cardable-engine") {
        let base = support::root().join("cardable-engine/src").join(&module);
        let own = std::fs::read_to_string(base.join("mod.rs"));
        let Some(own) = own.ok().filter(|text| text.contains(ORDERED)) else {
            continue;
        };
        ordered += 1;
        let parts = declared(&own);
        for (part, imported) in imports(&module, &files_of("cardable-engine", &module)) {
            let Some(at) = parts.iter().position(|other| *other == part) else {
                continue;
            };
            let later = parts[at + 1..].iter().filter(|later| imported.contains(*later));
            hits.extend(later.map(|later| format!("{module}: {part} imports `{later}`")));
        }
    }
    assert!(ordered > 3, "{ordered}");
    assert!(hits.is_empty(), "{hits:#?}");
}
