//! From a file to what stands in it.

use std::sync::Arc;

use super::{ContentPath, Files, FilesError};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::DIVIDE;
use crate::text::json::{self, DecodeError, Node, Value};
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

    fn failed(name: &str, text: &str, at: usize, problem: Diagnostic, sources: &mut Sources) -> Loaded {
        let text: Arc<str> = text.into();
        let file = sources.add(name, text.clone());
        let span = Span::new(file, at, at);
        let mut problems = Diagnostics::new();
        problems.push(Diagnostic {
            span: Some(span),
            ..problem
        });
        Loaded {
            file,
            text,
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
    let (readable, at, problem) = match json::decode(&bytes) {
        Ok(text) => {
            let text: Arc<str> = text.into();
            return Ok((sources.add(name, text.clone()), text));
        }
        Err(error @ DecodeError::NotUtf8 { at }) => {
            let readable = bytes.get(..at).and_then(|bytes| std::str::from_utf8(bytes).ok());
            let problem = Diagnostic::error(Code::NotUtf8, None, error.to_string());
            (readable.unwrap_or(""), at, problem.help("save the file as UTF-8"))
        }
        Err(error @ DecodeError::TooLarge { .. }) => {
            let problem = Diagnostic::error(Code::TextTooLarge, None, error.to_string());
            ("", 0, problem.help(DIVIDE))
        }
    };
    Err(Box::new(Loaded::failed(&name, readable, at, problem, sources)))
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
        FilesError::Outside => "put it into the package, or name a file that is there",
        FilesError::Other(_) => "look whether it may be read, and try again",
    };
    Diagnostic::error(code, None, format!("`{name}` cannot be read: {error}")).help(help)
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
