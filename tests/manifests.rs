//! What every crate that is published brings along: somebody who has only its package must find what it is, what
//! he may do with it, and everything that it takes to build it.

use crate::support;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The manifest of a folder.
fn manifest(folder: &Path) -> Table {
    let text = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    text.parse().expect("it is TOML")
}

/// The folders and manifests of the crates that are published.
fn published() -> Vec<(PathBuf, Table)> {
    let root = support::root();
    let members = manifest(&root)["workspace"]["members"].clone();
    let members: Vec<String> = members.try_into().expect("a list of folders");
    members
        .into_iter()
        .map(|member| (root.join(&member), manifest(&root.join(&member))))
        .filter(|(_, manifest)| manifest["package"].get("publish") != Some(&Value::Boolean(false)))
        .collect()
}

#[test]
fn packages_say_what_they_are() {
    let mut missing = Vec::new();
    for (folder, manifest) in published() {
        let package = manifest["package"].as_table().expect("a table");
        let name = package["name"].as_str().expect("a name");
        let fields = [
            "description",
            "license",
            "repository",
            "rust-version",
            "keywords",
            "categories",
        ];
        missing.extend(
            fields
                .into_iter()
                .filter(|field| !package.contains_key(*field))
                .map(|field| format!("{name}: `{field}` in its manifest")),
        );
        let docs = package.get("metadata").and_then(|all| all.get("docs"));
        if docs.and_then(|docs| docs.get("rs")).is_none() {
            missing.push(format!("{name}: `[package.metadata.docs.rs]` in its manifest"));
        }
        for list in ["keywords", "categories"] {
            let count = package.get(list).and_then(Value::as_array).map_or(0, Vec::len);
            if !(1..=5).contains(&count) {
                missing.push(format!("{name}: one to five {list}, not {count}"));
            }
        }
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        if !readme.starts_with(&format!("# {name}\n")) {
            missing.push(format!("{name}: a README.md that begins with its name"));
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |folder: &Path| std::fs::read_to_string(folder.join(licence)).unwrap_or_default();
            if read(&folder) != read(&support::root()) {
                missing.push(format!("{name}: a link `{licence}` to that of the repository"));
            }
        }
    }
    assert!(missing.is_empty(), "missing: {missing:#?}");
}

/// Who plays against people has no bot that sees every card: only measurements and tests turn it on.
#[test]
fn programs_have_no_bot_that_cheats() {
    let is_cheat = |feature: &Value| feature.as_str() == Some("cardable-bots/testing");
    for (folder, manifest) in published() {
        let dependency = manifest
            .get("dependencies")
            .and_then(|all| all.get("cardable-bots"));
        let features = dependency.and_then(|dependency| dependency.get("features"));
        assert!(features.is_none(), "{}: {features:?}", folder.display());
        for (name, turns_on) in manifest
            .get("features")
            .and_then(Value::as_table)
            .into_iter()
            .flatten()
        {
            let turns_on = turns_on.as_array().expect("a list of features");
            let cheats = turns_on.iter().any(is_cheat);
            assert_eq!(cheats, name == "measure", "{}: `{name}`", folder.display());
        }
    }
}

/// Crates of this workspace that a package depends on are named with their versions, or the package could not be
/// built without the workspace.
#[test]
fn packages_depend_on_versions() {
    let root = manifest(&support::root());
    let shared = root["workspace"]["dependencies"].as_table().expect("a table");
    for (name, dependency) in shared {
        if dependency.get("path").is_some() {
            assert!(dependency.get("version").is_some(), "`{name}` has no version");
        }
    }
    for (folder, manifest) in published() {
        for table in ["dependencies", "build-dependencies"] {
            for (name, dependency) in manifest
                .get(table)
                .and_then(Value::as_table)
                .into_iter()
                .flatten()
            {
                assert!(
                    dependency.get("path").is_none(),
                    "{}: `{name}` by a path",
                    folder.display()
                );
            }
        }
    }
}
