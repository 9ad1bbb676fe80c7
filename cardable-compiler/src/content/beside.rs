//! Texts that a game's own text names by their paths.

use std::sync::Arc;

use super::{
    ContentPath, Files, Kind, PathError, Roots,
    load::{Loaded, outside, shown},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::Node;
use crate::text::source::Sources;

/// How many texts a game may name.
const MOST: usize = 256;

/// A text beside the game's own.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The path as it is written.
    pub path: Box<str>,
    /// What stands in it.
    pub root: Node,
}

/// Reads the texts that the paths name, each once, and adds them to what the game depends on.
pub(crate) fn read(
    paths: Vec<&Node>,
    package: Option<(&dyn Files, &ContentPath)>,
    roots: Roots<'_>,
    sources: &mut Sources,
    inputs: &mut Vec<(String, Arc<str>)>,
    diags: &mut Diagnostics,
) -> Vec<Beside> {
    let mut found: Vec<Beside> = Vec::new();
    for node in paths {
        let Some(path) = node.as_str() else { continue };
        if found.iter().any(|text| &*text.path == path) {
            continue;
        }
        if found.len() == MOST {
            let message = format!("a game names more than {MOST} texts");
            diags.error(
                Code::FolderTooLarge,
                node.span,
                message,
                format!("leave some out: {MOST} are read"),
            );
            break;
        }
        let (files, place) = match look_up(path, package, roots) {
            Ok(found) => found,
            Err(error) => {
                diags.push(Diagnostic {
                    span: Some(node.span),
                    ..error.report(path)
                });
                continue;
            }
        };
        let loaded = Loaded::file(files, &place, sources);
        diags.append(loaded.problems);
        inputs.push((path.to_owned(), loaded.text));
        found.push(Beside {
            path: path.into(),
            root: loaded.root,
        });
    }
    found
}

/// Why there is no text.
enum Missing {
    Path(PathError),
    Nowhere(String),
    /// A link leads out of the root.
    Outside(Box<Diagnostic>),
}

impl Missing {
    fn report(self, path: &str) -> Diagnostic {
        let (code, message) = match self {
            Missing::Path(error) => (Code::BadPath, format!("`{path}` is no path to a text: {error}")),
            Missing::Nowhere(looked) => (Code::Unreadable, format!("there is no file `{path}`{looked}")),
            Missing::Outside(problem) => return *problem,
        };
        Diagnostic::error(code, None, message)
            .help("write the path from this file's folder, such as `decks/standard.json`")
    }
}

/// The file that a path means: from the folder of the game's text; a path that leaves all that
/// belongs to the game is looked up in the content roots.
fn look_up<'a>(
    path: &str,
    package: Option<(&'a dyn Files, &ContentPath)>,
    roots: Roots<'a>,
) -> Result<(&'a dyn Files, ContentPath), Missing> {
    let mut looked = String::new();
    let mut rest = path;
    if let Some((files, folder)) = package {
        match folder.join(path) {
            Ok(place) if files.kind(&place) == Some(Kind::File) => return Ok((files, place)),
            Ok(place) => match outside(files, &place) {
                Some(problem) => return Err(Missing::Outside(Box::new(problem))),
                None => looked = format!(": looked for `{}`", shown(files, &place)),
            },
            Err(PathError::Leaves) => {
                // The content roots lie around the game's folder.
                rest = path.strip_prefix("../").unwrap_or(path);
            }
            Err(error) => return Err(Missing::Path(error)),
        }
    }
    let place = ContentPath::new(rest).map_err(Missing::Path)?;
    for files in roots.all() {
        if files.kind(&place) == Some(Kind::File) {
            return Ok((files, place));
        }
    }
    Err(Missing::Nowhere(looked))
}
