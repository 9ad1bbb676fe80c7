//! Fragments of rules that rules name: where they lie.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Beside, ContentPath, Dialect, Files, Kind, Roots,
    load::{Loaded, outside, take},
    texts::Around,
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, suggestion_or};
use crate::text::json::Node;
use crate::text::source::Sources;

/// How many fragments a game may be made of.
const MOST: usize = 64;

/// What the file of a fragment is called behind the fragment's name.
const ENDING: &str = ".fragment.json";

/// The folder for fragments, in a package and in content roots.
const FOLDER: &str = "fragments";

/// The fragments that a game is made of.
pub(crate) struct Fragments<'a> {
    /// What they say, by their paths.
    pub(crate) found: Vec<Beside>,
    /// Their files, for the game depends on them.
    pub(crate) inputs: Vec<(String, Arc<str>)>,
    /// Where their translations may lie.
    pub(crate) around: Vec<Around<'a>>,
}

/// Reads the fragments that rules name, and those that these name, each once.
pub(crate) fn read<'a>(
    dialect: &dyn Dialect,
    ruleset: &Node,
    package: Option<(&'a dyn Files, &ContentPath)>,
    roots: Roots<'a>,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Fragments<'a> {
    let mut found: Vec<Beside> = Vec::new();
    let (mut inputs, mut around) = (Vec::new(), Vec::new());
    let mut open: Vec<Node> = dialect.paths(ruleset).into_iter().cloned().collect();
    open.reverse();
    while let Some(node) = open.pop() {
        let Some(name) = node.as_str() else { continue };
        if found.iter().any(|fragment| &*fragment.path == name) {
            continue;
        }
        if found.len() == MOST {
            let message = format!("a game is made of more than {MOST} fragments");
            let help = "put what belongs together into one fragment";
            diags.error(Code::FolderTooLarge, node.span, message, help);
            break;
        }
        let Some((files, place)) = look_up(name, package, roots) else {
            if let Some(problem) = linked_out(name, package) {
                diags.push(Diagnostic {
                    span: Some(node.span),
                    ..problem
                });
                continue;
            }
            let message = format!("there is no fragment `{name}`");
            let known = names(package, roots);
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let place = format!(
                "put it into `{name}{ENDING}` beside the ruleset, or in a folder `{FOLDER}` there or in a content root"
            );
            let help = suggestion_or(name, &known, &place, |names| {
                format!("{place}; there are {names}")
            });
            diags.push(Diagnostic::error(Code::UnknownFragment, node.span, message).help(help));
            continue;
        };
        around.push((files, place.parent().unwrap_or_else(ContentPath::root)));
        let mut loaded = Loaded::file(files, &place, sources);
        let has_problems = loaded.problems.has_errors();
        diags.append(loaded.problems);
        inputs.push((format!("fragment {name}"), loaded.text));
        let span = loaded.root.span;
        let Some(root) = take(&mut loaded.root, "fragment") else {
            if !has_problems {
                let message = format!("the file of the fragment `{name}` has no `fragment`");
                let help = "put the fragment into an object under the key `fragment`";
                diags.push(Diagnostic::error(Code::MissingField, span, message).help(help));
            }
            continue;
        };
        open.extend(dialect.paths(&root).into_iter().rev().cloned());
        found.push(Beside {
            path: name.into(),
            root,
        });
    }
    Fragments {
        found,
        inputs,
        around,
    }
}

/// The names of all fragments that rules could import.
fn names(package: Option<(&dyn Files, &ContentPath)>, roots: Roots<'_>) -> BTreeSet<String> {
    let in_package = package.into_iter().flat_map(|(files, folder)| {
        let folders = [Some(folder.clone()), folder.join(FOLDER).ok()];
        folders.into_iter().flatten().map(move |folder| (files, folder))
    });
    let folder = ContentPath::new(FOLDER).ok();
    let in_roots = folder
        .into_iter()
        .flat_map(|folder| roots.all().map(move |files| (files, folder.clone())));
    let entries = in_package
        .chain(in_roots)
        .flat_map(|(files, folder)| files.list(&folder).unwrap_or_default());
    let files = entries.filter(|entry| entry.kind == Kind::File);
    files
        .filter_map(|entry| Some(entry.name.strip_suffix(ENDING)?.to_owned()))
        .collect()
}

/// The problem of a fragment that would be there, were it not for a link out of the package.
fn linked_out(name: &str, package: Option<(&dyn Files, &ContentPath)>) -> Option<Diagnostic> {
    let (files, folder) = package?;
    let file = format!("{name}{ENDING}");
    let places = [folder.join(&file), folder.join(&format!("{FOLDER}/{file}"))];
    places
        .into_iter()
        .flatten()
        .find_map(|place| outside(files, &place))
}

/// The file of a fragment: beside the rules, in their folder for fragments, or in that of a content root.
fn look_up<'a>(
    name: &str,
    package: Option<(&'a dyn Files, &ContentPath)>,
    roots: Roots<'a>,
) -> Option<(&'a dyn Files, ContentPath)> {
    let file = format!("{name}{ENDING}");
    let in_folder = format!("{FOLDER}/{file}");
    let own = package.into_iter().flat_map(|(files, folder)| {
        let places = [folder.join(&file), folder.join(&in_folder)];
        places.into_iter().flatten().map(move |place| (files, place))
    });
    let place = ContentPath::new(&in_folder).ok();
    let others = place
        .into_iter()
        .flat_map(|place| roots.all().map(move |files| (files, place.clone())));
    // A name leads to no other folder.
    let mut places = own.chain(others).filter(|_| !name.contains(['/', '\\']));
    places.find(|(files, place)| files.kind(place) == Some(Kind::File))
}
