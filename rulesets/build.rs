//! Lists the files of the games and card sets, so that a new folder needs no line anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=.");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut paths = Vec::new();
    for (name, folder) in entries(&here)? {
        let inside = entries(&folder)?;
        if inside.iter().any(|(file, _)| file.ends_with(".json")) {
            list(&name, inside, &mut paths)?;
        }
    }
    // The library searches in this order.
    paths.sort();
    let mut code = String::from("&[\n");
    for path in paths {
        let _ = writeln!(
            code,
            "    ({path:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {path:?}))),"
        );
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("files.rs"), code)
}

/// What is in a folder, hidden files left out; nothing where the path is a file.
fn entries(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(name) = entry.file_name().to_str().filter(|name| !name.starts_with('.')) {
            found.push((name.to_owned(), entry.path()));
        }
    }
    Ok(found)
}

/// The paths of all files below `prefix` that a program needs: not what only authors read, and not what only the
/// repository's tests do.
fn list(prefix: &str, inside: Vec<(String, PathBuf)>, paths: &mut Vec<String>) -> io::Result<()> {
    for (name, path) in inside {
        let below = format!("{prefix}/{name}");
        if path.is_dir() {
            list(&below, entries(&path)?, paths)?;
        } else if name != "README.md" && !name.ends_with(".txt") {
            paths.push(below);
        }
    }
    Ok(())
}
