//! Takes the rulesets of this repository into the program, so that it plays from anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let rulesets = here.join("../rulesets");
    println!("cargo::rerun-if-changed={}", rulesets.display());
    let mut found = Vec::new();
    if rulesets.is_dir() {
        texts(&rulesets, "", &mut found)?;
    }
    found.sort();
    let mut list = String::from("&[\n");
    for (name, path) in found {
        let path = path.canonicalize()?;
        let _ = writeln!(list, "    ({name:?}, include_str!({path:?})),");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped.rs"), list)
}

/// All texts of a folder, with their names below it. Pictures stay outside.
fn texts(folder: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if path.is_dir() {
            texts(&path, &format!("{prefix}{name}/"), found)?;
        } else if name.ends_with(".json") || name.ends_with(".luau") || name == "RULES.md" {
            found.push((format!("{prefix}{name}"), path));
        }
    }
    Ok(())
}
