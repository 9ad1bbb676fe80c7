//! What `cardable-core` shows: few names at its root, and an example for each type.

mod signatures;

use crate::support;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How many names the root may have, its modules among them.
const MOST_AT_THE_ROOT: usize = 80;

/// A source file as a module: its own folder, and its lines.
struct Module {
    /// Where the files of its modules are.
    folder: PathBuf,
    text: String,
}

/// Something that can be imported.
enum Found {
    Module(Module),
    /// What declares it (`struct`, `fn` …) and its documentation.
    Item(&'static str, String),
    /// Something of a crate of others, or a constant.
    Other,
}

const DECLARED_BY: [&str; 5] = ["struct", "enum", "trait", "fn", "type"];

impl Module {
    /// The root of a crate, by its name in code.
    fn of_crate(name: &str) -> Option<Module> {
        let folder = support::root().join(name.replace('_', "-")).join("src");
        Module::read(&folder.join("lib.rs"), folder)
    }

    fn read(file: &Path, folder: PathBuf) -> Option<Module> {
        let text = std::fs::read_to_string(file).ok()?;
        Some(Module { folder, text })
    }

    fn child(&self, name: &str) -> Option<Module> {
        let folder = self.folder.join(name);
        Module::read(&folder.with_extension("rs"), folder.clone())
            .or_else(|| Module::read(&folder.join("mod.rs"), folder))
    }

    /// Where a name that this module imports comes from, among all that it shows with `pub use` or uses itself.
    fn imports(&self) -> Vec<(String, Vec<String>, bool)> {
        let mut found = Vec::new();
        let code: Vec<&str> = self
            .text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let code = code.join("\n");
        for statement in code.split(';') {
            let hidden = statement.contains("#[doc(hidden)]");
            let Some(at) = statement
                .rfind("use ")
                .filter(|at| !statement[at + 4..].contains('='))
            else {
                continue;
            };
            let shown = statement[..at].ends_with("pub ") && !hidden;
            for path in flattened(statement[at + 4..].trim()) {
                if let Some(name) = path.last() {
                    found.push((name.clone(), path.clone(), shown));
                }
            }
        }
        found
    }

    /// The declaration of a name in this file.
    fn declared(&self, name: &str) -> Option<Found> {
        let lines: Vec<&str> = self.text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let by = DECLARED_BY.into_iter().find(|by| {
                let rest = line.strip_prefix("pub ").and_then(|rest| rest.strip_prefix(by));
                let rest = rest.and_then(|rest| rest.strip_prefix(' ')?.strip_prefix(name));
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            });
            // What `id!` declares.
            let by = by.or_else(|| line.starts_with(&format!("    {name}(u")).then_some("struct"));
            if let Some(by) = by {
                let above = lines[..at].iter().rev().map(|line| line.trim_start());
                let docs = above.take_while(|line| {
                    line.starts_with("///")
                        || line.starts_with("#[")
                        || line.starts_with(')')
                        || line.starts_with("reason")
                        || line.starts_with("allow(")
                        || line.starts_with("not(")
                });
                let docs: Vec<&str> = docs.filter(|line| line.starts_with("///")).collect();
                return Some(Found::Item(by, docs.join("\n")));
            }
        }
        None
    }

    fn find(&self, name: &str) -> Found {
        if let Some(item) = self.declared(name) {
            return item;
        }
        let import = self
            .imports()
            .into_iter()
            .find(|(named, _, shown)| named == name && *shown);
        match (import, self.child(name)) {
            (Some((_, path, _)), _) => self.resolve(&path),
            (None, Some(child)) => Found::Module(child),
            (None, None) => Found::Other,
        }
    }

    fn resolve(&self, path: &[String]) -> Found {
        let Some((first, rest)) = path.split_first() else {
            return Found::Other;
        };
        let mut found = match (first.as_str(), self.child(first)) {
            ("crate", _) => Module::of_crate(&self.crate_name()).map_or(Found::Other, Found::Module),
            (_, Some(child)) => Found::Module(child),
            (name, None) => Module::of_crate(name).map_or(Found::Other, Found::Module),
        };
        for name in rest {
            found = match found {
                Found::Module(module) => module.find(name),
                Found::Item(..) | Found::Other => return Found::Other,
            };
        }
        found
    }

    /// The crate that this file is of.
    fn crate_name(&self) -> String {
        let root = support::root();
        let inner = self.folder.strip_prefix(&root).expect("a file of ours");
        inner.components().next().map_or_else(String::new, |part| {
            part.as_os_str().to_string_lossy().into_owned()
        })
    }

    /// All names that a module shows: what it declares, its modules, and what it imports for others.
    fn shown(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = self
            .imports()
            .into_iter()
            .filter(|(.., shown)| *shown)
            .map(|(name, ..)| name)
            .collect();
        let mut hidden = false;
        for line in self.text.lines() {
            if line.starts_with("#[doc(hidden)]") || line.starts_with("#[cfg(doctest)]") {
                hidden = true;
            }
            let Some(rest) = line.strip_prefix("pub ") else {
                hidden &= line.starts_with("#[");
                continue;
            };
            let by = ["mod", "const", "struct", "enum", "trait", "fn", "type"].into_iter();
            let rest = by
                .filter_map(|by| rest.strip_prefix(by)?.strip_prefix(' '))
                .next();
            if let (Some(rest), false) = (rest, hidden) {
                let end = rest
                    .find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                names.insert(rest[..end].to_owned());
            }
            hidden = false;
        }
        // What `id!` declares.
        for line in self
            .text
            .lines()
            .filter(|_| self.text.contains("macro_rules! id"))
        {
            if let Some((name, _)) = line.strip_prefix("    ").and_then(|line| line.split_once("(u"))
                && name.chars().all(char::is_alphanumeric)
            {
                names.insert(name.to_owned());
            }
        }
        names
    }
}

/// The paths of an import, one each: `a::{b, c::d}` has `a::b` and `a::c::d`. The last part is the name it has then.
fn flattened(import: &str) -> Vec<Vec<String>> {
    let import = import.trim();
    let Some((prefix, group)) = import.strip_suffix('}').and_then(|rest| rest.split_once('{')) else {
        let path: Vec<String> = import.split("::").map(str::to_owned).collect();
        return vec![path];
    };
    let prefix: Vec<String> = prefix
        .split("::")
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("one at least").push(c);
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| flattened(part))
        .map(|path| [prefix.clone(), path].concat())
        .collect()
}

#[test]
fn imports_are_taken_apart() {
    let found = flattened("a::{b, c::{d, e},\n    f}");
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["a::b", "a::c::d", "a::c::e", "a::f"]);
}

#[test]
fn the_root_shows_few_names() {
    let names = Module::of_crate("cardable_core").expect("the core").shown();
    assert!(names.len() > 40, "{names:?}");
    assert!(
        names.len() <= MOST_AT_THE_ROOT,
        "{} names are at the root of `cardable-core`: put what few programs use into a module; {names:?}",
        names.len()
    );
}

/// Everything below a module that has no example, and how many types there are.
fn without_example(path: &str, module: &Module, types: &mut usize, found: &mut Vec<String>) {
    for name in module.shown() {
        let path = format!("{path}::{name}");
        match module.find(&name) {
            Found::Module(inner) => {
                if !inner.text.starts_with("//!") {
                    found.push(format!("{path} has no documentation"));
                }
                without_example(&path, &inner, types, found);
            }
            Found::Item(by, docs) => {
                // The functions of the DSL are words of a language, and stand in the examples of its types.
                if by == "fn" && path.contains("::dsl::") {
                    continue;
                }
                *types += 1;
                let shows = docs.contains("/// ```\n") || docs.contains("/// ```no_run\n");
                if !shows && !docs.contains("for an example") {
                    found.push(path);
                }
            }
            Found::Other => {}
        }
    }
}

/// A type that is part of another may say `See [`Other`] for an example`.
#[test]
fn every_type_has_an_example() {
    let core = Module::of_crate("cardable_core").expect("the core");
    let (mut types, mut found) = (0, Vec::new());
    without_example("cardable_core", &core, &mut types, &mut found);
    assert!(types > 150, "{types}");
    assert!(
        found.is_empty(),
        "{} of {types} have no example: {found:#?}",
        found.len()
    );
}
