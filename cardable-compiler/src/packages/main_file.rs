//! Which file of a folder has the ruleset.

use crate::content::{
    ContentPath, Files, Kind, entries,
    load::{Loaded, outside, shown, unreadable},
};
use crate::format;
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::source::{Sources, Span};

/// Finds the file of a folder that has the ruleset.
pub(super) fn main_of_folder(
    files: &dyn Files,
    folder: &ContentPath,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<(Loaded, ContentPath)> {
    let usual = folder.join("ruleset.json").ok()?;
    if files.kind(&usual) == Some(Kind::File) {
        return Some((Loaded::file(files, &usual, sources), usual));
    }
    if let Some(problem) = outside(files, &usual) {
        diags.push(problem);
        return None;
    }
    let name = shown(files, folder);
    let entries = match entries(files, folder) {
        Ok(entries) => entries,
        Err(error) => {
            diags.push(unreadable(&name, &error));
            return None;
        }
    };
    let names: Vec<Box<str>> = entries.iter().map(|entry| entry.name.clone()).collect();
    let mut found: Vec<(Loaded, ContentPath)> = Vec::new();
    let mut broken = Vec::new();
    for entry in entries {
        if entry.kind == Kind::File && entry.name.ends_with(".json") {
            let path = folder.join(&entry.name).ok()?;
            let loaded = Loaded::file(files, &path, sources);
            if format::dialect_of(&entry.name, &loaded.root).is_some() {
                found.push((loaded, path));
            } else if loaded.problems.has_errors() {
                broken.push(loaded.problems);
            }
        }
    }
    if let [(first, _), (second, _), ..] = &found[..] {
        let message = format!(
            "`{name}` has two rulesets: `{}` and `{}`",
            sources.name(first.file),
            sources.name(second.file)
        );
        diags.push(
            Diagnostic::error(Code::TwoRulesets, Span::whole_file(first.file), message)
                .help("name the file, or call the one that is meant `ruleset.json`"),
        );
    }
    let links = files.links_out(folder);
    let links = links.iter().filter(|link| link.ends_with(".json"));
    let mut links = links.filter_map(|link| outside(files, &folder.join(link).ok()?));
    if found.is_empty()
        && let Some(problem) = links.next()
    {
        diags.push(problem);
    } else if found.is_empty() {
        let message = format!("no file in `{name}` has a ruleset");
        let help = match names
            .iter()
            .find(|name| name.eq_ignore_ascii_case("ruleset.json"))
        {
            Some(other) => format!("call the file `{other}` `ruleset.json`, in small letters"),
            None => "add a file `ruleset.json` with an object under the key `ruleset`".to_owned(),
        };
        diags.push(Diagnostic::error(Code::NoRuleset, None, message).help(help));
        for problems in broken {
            diags.append(problems);
        }
    }
    found.into_iter().next()
}
