//! What the tests share: the shipped rulesets.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod drafted;
pub mod numbers;
pub mod played;

use cardable_core::content::dialect_of_name;
use cardable_core::{Loader, Ruleset};
use cardable_lua::Luau;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a parent")
        .to_path_buf()
}

/// The folders of all shipped games, by name.
pub fn games() -> Vec<(String, PathBuf)> {
    let mut games: Vec<(String, PathBuf)> = std::fs::read_dir(root().join("rulesets"))
        .expect("the rulesets are there")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let mut files = std::fs::read_dir(&path).ok()?.filter_map(Result::ok);
            files
                .any(|file| dialect_of_name(&file.file_name().to_string_lossy()).is_some())
                .then_some(())?;
            Some((path.file_name()?.to_str()?.to_owned(), path))
        })
        .collect();
    games.sort();
    games
}

/// Reads rulesets with scripts.
pub fn loader() -> Loader<'static> {
    static LUAU: Luau = Luau::new();
    Loader::new().scripts(&LUAU)
}

pub fn load(name: &str) -> Ruleset {
    let path = root().join("rulesets").join(name);
    let checked = loader().check_path(&path).into_result();
    checked.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Each problem of a text as a line: its code, what it points at, what it says, and the help.
pub fn told(text: &str) -> Vec<String> {
    let checked = Loader::new().check_text("ruleset.json", text);
    let reports = checked.diagnostics.sorted().into_iter();
    reports
        .map(|d| {
            let at = d
                .span
                .map_or("", |span| &text[span.start as usize..span.end as usize]);
            let help = d.help.as_deref().unwrap_or("");
            format!("{} at `{at}`: {}; {help}", d.code.as_str(), d.message)
        })
        .collect()
}
