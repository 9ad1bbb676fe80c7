//! What the tests share: the shipped rulesets.

#![allow(dead_code, reason = "each test uses a part of it")]

use cardable_core::Ruleset;
use std::path::{Path, PathBuf};

/// The repository's root.
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
            path.join("ruleset.json").is_file().then_some(())?;
            Some((path.file_name()?.to_str()?.to_owned(), path))
        })
        .collect();
    games.sort();
    games
}

/// A shipped game.
pub fn load(name: &str) -> Ruleset {
    let path = root().join("rulesets").join(name);
    Ruleset::load(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}
