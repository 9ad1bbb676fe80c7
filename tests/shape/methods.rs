//! That no module calls methods that a later one gives to a type of an earlier one: imports do not show such calls.

use super::layers::{files_of, modules};
use std::collections::{BTreeMap, BTreeSet};

/// Types that later modules give methods to.
const TYPES: [&str; 2] = ["Engine", "Reader"];

/// Calls that go forward all the same: running code comes to functions of scripts, and what these do to a game runs
/// code. The list may only become shorter.
const FORWARD: &[(&str, &str)] = &[
    ("play", "run_script"),
    ("play", "script_can_open"),
    ("vm", "script_value"),
];

/// What an `impl` block with methods of its own is of.
fn owner(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("impl")
        .filter(|_| !line.contains(" for ") && line.ends_with('{'))?;
    let rest = match rest.strip_prefix('<') {
        Some(generics) => generics.split_once("> ")?.1,
        None => rest.trim_start(),
    };
    rest.split(['<', ' ']).next()?.rsplit("::").next()
}

/// The name of a function that a line within an `impl` block or a trait declares.
fn method(line: &str) -> Option<&str> {
    let line = line.strip_prefix("    ").filter(|line| !line.starts_with(' '))?;
    let (before, rest) = line.split_once("fn ")?;
    let declares = before
        .split_whitespace()
        .all(|word| word == "const" || word.starts_with("pub"));
    declares.then(|| rest.split(['(', '<']).next()).flatten()
}

/// The names of methods that only one type has, with the module that gives it to one of `TYPES`.
fn given(files: &[(&str, String)]) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    for (module, code) in files {
        let mut within = None;
        for line in code.lines() {
            if line.starts_with("impl") || line.contains("trait ") && !line.starts_with(' ') {
                within = Some(owner(line).is_some_and(|owner| TYPES.contains(&owner)));
            } else if line.starts_with('}') {
                within = None;
            }
            if let (Some(is_theirs), Some(name)) = (within, method(line)) {
                let giver = is_theirs.then(|| (*module).to_owned());
                all.entry(name.to_owned()).or_default().push(giver);
            }
        }
    }
    let single = all.into_iter().filter_map(|(name, givers)| match &givers[..] {
        [Some(module)] => Some((name, module.clone())),
        _ => None,
    });
    // What collections of the standard library have, too.
    single.filter(|(name, _)| name != "pop").collect()
}

#[test]
fn methods_are_found_by_their_modules() {
    let files = [
        ("a", "impl<'a> Engine<'a> {\n    pub(crate) fn one(&self) {\n        fn inner() {}\n    }\n    fn both() {}\n}\n".to_owned()),
        ("b", "impl Reader<'_> {\n    pub const fn two<T>() {}\n}\nimpl Other {\n    fn both() {}\n    fn three() {}\n}\n".to_owned()),
    ];
    let found = given(&files);
    let found: Vec<_> = found.iter().map(|(name, module)| (&**name, &**module)).collect();
    assert_eq!(found, [("one", "a"), ("two", "b")]);
}

#[test]
fn no_module_calls_methods_of_one_that_stands_after_it() {
    let modules = modules("cardable-engine");
    let mut files = Vec::new();
    for module in &modules {
        let own = files_of("cardable-engine", module).into_iter();
        files.extend(own.map(|(_, code)| (module.as_str(), code)));
    }
    let given = given(&files);
    assert!(given.len() > 30, "{given:?}");
    let place = |module: &str| modules.iter().position(|other| other == module);
    let mut found = BTreeSet::new();
    for (module, code) in &files {
        for (name, giver) in given.iter().filter(|(_, giver)| place(giver) > place(module)) {
            if code.contains(&format!(".{name}(")) {
                found.insert((*module, name.as_str(), giver.as_str()));
            }
        }
    }
    let forward = |(module, name, _): &&(&str, &str, &str)| !FORWARD.contains(&(*module, *name));
    let wrong: Vec<_> = found.iter().filter(forward).collect();
    assert!(wrong.is_empty(), "module, method, and who gives it: {wrong:#?}");
    let is_there = |one: &&(&str, &str)| found.iter().any(|(module, name, _)| **one == (*module, *name));
    let gone: Vec<_> = FORWARD.iter().filter(|one| !is_there(one)).collect();
    assert!(gone.is_empty(), "take out of the list what is mended: {gone:?}");
}
