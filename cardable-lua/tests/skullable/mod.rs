//! Skullable, and Skullable whose betting is a script.

use cardable_core::{Loader, Ruleset};
use cardable_lua::Luau;
use std::path::{Path, PathBuf};

/// The folder of a shipped ruleset.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../rulesets")
        .join(name)
}

fn load(name: &str) -> Ruleset {
    let checked = Loader::new().scripts(&Luau::new()).check_path(folder(name));
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert!(said.is_empty(), "{said:#?}");
    checked.ruleset.unwrap()
}

/// All of it as steps.
pub fn in_json() -> Ruleset {
    load("skullable")
}

/// The same with a script.
pub fn in_luau() -> Ruleset {
    load("skullable-luau")
}
