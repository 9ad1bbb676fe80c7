//! From a file to what stands in it.

use std::sync::Arc;

use super::{ContentPath, Files, FilesError, files::leads_out};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::DIVIDE;
use crate::text::json::{self, Node, Value};
use crate::text::source::{FileId, Sources, Span};

/// A text that has been read.
pub(crate) struct Loaded {
    pub(crate) file: FileId,
    pub(crate) text: Arc<str>,
    pub(crate) root: Node,
    /// What is wrong with the text, to be reported if it is used.
    pub(crate) problems: Diagnostics,
}

impl Loaded {
    pub(crate) fn text(name: &str, text: Arc<str>, sources: &mut Sources) -> Loaded {
        let file = sources.add(name, text.clone());
        Loaded::parsed(file, text)
    }

    fn parsed(file: FileId, text: Arc<str>) -> Loaded {
        let mut problems = Diagnostics::new();
        let root = json::parse(file, &text, &mut problems);
        Loaded {
            file,
            text,
            root,
            problems,
        }
    }

    /// Reads a file. What cannot be read comes out as a problem and an invalid value.
    pub(crate) fn file(files: &dyn Files, path: &ContentPath, sources: &mut Sources) -> Loaded {
        match read_text(files, path, sources) {
            Ok((file, text)) => Loaded::parsed(file, text),
            Err(failed) => *failed,
        }
    }

    fn failed(problem: Diagnostic, sources: &Sources) -> Loaded {
        let span = problem.span.unwrap_or(Span::whole_file(FileId::NONE));
        let mut problems = Diagnostics::new();
        problems.push(problem);
        Loaded {
            file: span.file,
            text: sources.file_text(span.file),
            root: Node {
                span,
                value: Value::Invalid,
            },
            problems,
        }
    }
}

/// Reads the text of a file, whatever it is written in. What cannot be read comes out as a problem and an invalid value.
pub(crate) fn read_text(
    files: &dyn Files,
    path: &ContentPath,
    sources: &mut Sources,
) -> Result<(FileId, Arc<str>), Box<Loaded>> {
    let name = shown(files, path);
    let bytes = files.read(path, json::MAX_BYTES as u64).map_err(|error| {
        // Of a text that is not there no place can be told.
        let mut loaded = Loaded::text(&name, "".into(), sources);
        loaded.root.value = Value::Invalid;
        loaded.problems = Diagnostics::new();
        loaded.problems.push(unreadable(&name, &error));
        Box::new(loaded)
    })?;
    match sources.add_bytes(name, &bytes) {
        Ok(file) => Ok((file, sources.file_text(file))),
        Err(problem) => Err(Box::new(Loaded::failed(*problem, sources))),
    }
}

/// A path as messages name it.
pub(crate) fn shown(files: &dyn Files, path: &ContentPath) -> String {
    match (files.name(), path.as_str()) {
        ("", "") => ".".to_owned(),
        ("", path) => path.to_owned(),
        (name, "") => name.to_owned(),
        (name, path) => format!("{}/{path}", name.trim_end_matches('/')),
    }
}

/// The problem of a file or folder that cannot be read.
pub(crate) fn unreadable(name: &str, error: &FilesError) -> Diagnostic {
    let code = match error {
        FilesError::TooLarge { .. } => Code::TextTooLarge,
        FilesError::TooMany { .. } => Code::FolderTooLarge,
        FilesError::NotFound | FilesError::WrongKind(_) | FilesError::Outside | FilesError::Other(_) => {
            Code::Unreadable
        }
    };
    let help = match error {
        FilesError::TooLarge { .. } => DIVIDE,
        FilesError::TooMany { .. } => "put what belongs together into a folder of its own",
        FilesError::NotFound | FilesError::WrongKind(_) => "name a ruleset's file, or the folder it is in",
        FilesError::Outside => "put the file itself into the game's folder, instead of a link to it",
        FilesError::Other(_) => "look whether it may be read, and try again",
    };
    Diagnostic::error(code, None, format!("`{name}` cannot be read: {error}")).help(help)
}

/// The problem of a path that leads nowhere because of a link out of the root, if it is one.
pub(crate) fn outside(files: &dyn Files, path: &ContentPath) -> Option<Diagnostic> {
    leads_out(files, path).then(|| unreadable(&shown(files, path), &FilesError::Outside))
}

/// Takes the value of a key out of an object.
pub(crate) fn take(node: &mut Node, key: &str) -> Option<Node> {
    match &mut node.value {
        Value::Object(members) => {
            let index = members.iter().position(|member| &*member.key == key)?;
            Some(members.remove(index).value)
        }
        _ => None,
    }
}

/// The items of a list; anything else is a list of itself.
pub(crate) fn into_items(node: Node) -> Vec<Node> {
    match node.value {
        Value::Array(items) => items,
        _ => vec![node],
    }
}
