//! The scripts of a package: the one that the ruleset names, and what that requires.

use std::sync::Arc;

use super::dialect::{INLINE, Package, PackageScripts};
use super::{
    ContentPath, Files, FilesError, entries,
    load::{shown, unreadable},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::json::{Node, Value};
use crate::text::source::{FileId, LineIndex, Sources, Span};
use cardable_engine::script::{MAX_SOURCE, ScriptEngine, ScriptFile, ScriptSources, required_path};

/// The most files of scripts.
const MOST: usize = 64;

impl Package {
    /// Reads the scripts that the ruleset names, and adds them to what the game depends on.
    /// Without an engine there is nothing to read them for; that is told later.
    pub(crate) fn read_scripts(
        &mut self,
        files: Option<&dyn Files>,
        engine: Option<&dyn ScriptEngine>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) {
        let named = self.ruleset.get("script").cloned();
        let Some(node) = named.as_ref() else { return };
        let known = diags.error_count();
        if let Some(file) = file_in_list(node) {
            let message = "a list holds the lines of a script, and this is the name of a file";
            let name = file.as_str().unwrap_or_default();
            let help = format!(
                "name the one file by a string, `\"script\": \"{name}\"`, and let it `require` the others"
            );
            diags.push(Diagnostic::error(Code::WrongType, file.span, message).help(help));
            self.lacks_script = true;
            return;
        }
        // A script may stand as a list of lines.
        let lines: Option<Vec<&str>> = node.as_str().is_none().then(|| {
            let items = node.items().iter();
            items.filter_map(Node::as_str).collect()
        });
        let joined = lines.map(|lines| lines.join("\n"));
        let Some(text) = node
            .as_str()
            .or(joined.as_deref())
            .filter(|text| !text.is_empty())
        else {
            return;
        };
        let mut reading = Reading {
            fat: self.fat_scripts.as_ref(),
            files: files.zip(self.folder.as_ref()),
            engine,
            sources,
            diags,
            found: Vec::new(),
            ids: Vec::new(),
            bytes: 0,
        };
        if joined.is_none() && is_path(text) {
            let extension = engine.map_or("luau", ScriptEngine::extension);
            match required_path("", text, extension) {
                Some(path) => reading.read(&path, node.span),
                None => reading.outside(text, node.span),
            }
        } else {
            let name = format!("{}:{INLINE}", reading.sources.name(self.main));
            let id = reading.sources.add(name, text);
            // It is hashed with the ruleset's own text.
            reading.take(INLINE.to_owned(), text.into(), id, node.span);
        }
        let Reading {
            found, ids, diags, ..
        } = reading;
        self.lacks_script = found.is_empty() && diags.error_count() > known;
        let texts = found.iter().filter(|f| f.name != INLINE);
        self.inputs
            .extend(texts.map(|f| (f.name.clone(), f.text.clone())));
        if !found.is_empty() {
            self.scripts = Some(PackageScripts {
                sources: ScriptSources { files: found },
                files: ids,
            });
        }
    }
}

/// The first item of a list of lines that is the name of a file instead.
fn file_in_list(node: &Node) -> Option<&Node> {
    let is_list = node.as_str().is_none();
    node.items().iter().filter(|_| is_list).find(|line| {
        line.as_str()
            .is_some_and(|line| is_path(line) && [".luau", ".lua"].iter().any(|end| line.ends_with(end)))
    })
}

/// Whether the text of `script` names a file; else it is the script.
fn is_path(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !text.contains(['\n', '\r', '(', ' ', '='])
}

struct Reading<'a> {
    fat: Option<&'a Node>,
    files: Option<(&'a dyn Files, &'a ContentPath)>,
    engine: Option<&'a dyn ScriptEngine>,
    sources: &'a mut Sources,
    diags: &'a mut Diagnostics,
    found: Vec<ScriptFile>,
    ids: Vec<FileId>,
    bytes: usize,
}

impl Reading<'_> {
    /// Reads a file of the package, then what it requires.
    fn read(&mut self, path: &str, span: Span) {
        if self.found.iter().any(|f| f.name == path) {
            return;
        }
        if let Some(node) = self.fat.and_then(|fat| fat.get(path)) {
            // Long texts may stand as lists of lines.
            let is_text = |node: &Node| node.as_str().is_some() || node.is_invalid();
            let is_list = matches!(node.value, Value::Array(_));
            let wrong = match is_list {
                true => node.items().iter().find(|line| !is_text(line)),
                false => Some(node).filter(|node| !is_text(node)),
            };
            if let Some(wrong) = wrong {
                let message = format!(
                    "a script is a text or a list of lines, and this is {}",
                    wrong.kind()
                );
                let help = "write the text of the script, or leave it out: then it is read from its file";
                self.diags
                    .push(Diagnostic::error(Code::WrongType, wrong.span, message).help(help));
                return;
            }
            let text = match node.as_str() {
                Some(text) => text.to_owned(),
                None => {
                    let lines: Vec<&str> = node.items().iter().filter_map(Node::as_str).collect();
                    lines.join("\n")
                }
            };
            let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
            let name = format!("{}:{path}", self.sources.name(node.span.file));
            let id = self.sources.add(name, text.as_str());
            return self.take(path.to_owned(), text.into(), id, span);
        }
        let Some((files, folder)) = self.files else {
            let message = format!("there is no script `{path}`");
            let help = "put it under `scripts` beside the ruleset, or check the folder that has it";
            self.diags
                .push(Diagnostic::error(Code::Unreadable, span, message).help(help));
            return;
        };
        let Ok(place) = folder.join(path) else {
            return self.outside(path, span);
        };
        let name = shown(files, &place);
        match files.read(&place, MAX_SOURCE as u64) {
            Ok(bytes) => match self.sources.add_bytes(name, &bytes) {
                Ok(id) => {
                    let text = self.sources.file_text(id);
                    self.take(path.to_owned(), text, id, span);
                }
                Err(problem) => self.diags.push(*problem),
            },
            Err(FilesError::Outside) => self.diags.push(Diagnostic {
                span: Some(span),
                ..unreadable(&name, &FilesError::Outside)
            }),
            Err(error) => {
                let message = format!("`{name}` cannot be read: {error}");
                let help = match self.found.is_empty() {
                    true => "write the path of the script from the ruleset's folder, such as `rules.luau`"
                        .to_owned(),
                    false => self.help_for_required(files, &place),
                };
                self.diags
                    .push(Diagnostic::error(Code::Unreadable, span, message).help(help));
            }
        }
    }

    /// What to write in place of a required file that is not there.
    fn help_for_required(&self, files: &dyn Files, place: &ContentPath) -> String {
        let folder = place.parent().unwrap_or_else(ContentPath::root);
        let listed = entries(files, &folder).unwrap_or_default();
        let ending = place.file_name().and_then(|name| name.rsplit_once('.'));
        let ending = ending.map_or("", |(_, ending)| ending);
        let names = listed.iter().map(|entry| &*entry.name);
        let scripts = names.filter(|name| name.rsplit_once('.').is_some_and(|(_, end)| end == ending));
        match did_you_mean(place.file_name().unwrap_or_default(), scripts) {
            Some(near) => format!("there is a file `{near}`"),
            None => "put it there: a script requires files of its own game only, and no libraries".to_owned(),
        }
    }

    fn take(&mut self, name: String, text: Arc<str>, id: FileId, span: Span) {
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > MAX_SOURCE || self.found.len() == MOST {
            let message = format!("scripts may have {MAX_SOURCE} bytes in {MOST} files together");
            self.diags.error(
                Code::ScriptTooLarge,
                span,
                message,
                "put what is used into fewer files, and leave out what is not",
            );
            return;
        }
        let required = self.engine.map_or_else(Vec::new, |engine| engine.requires(&text));
        let extension = self.engine.map_or_else(String::new, |e| e.extension().to_owned());
        let lines = LineIndex::new(&text);
        self.found.push(ScriptFile {
            name: name.clone(),
            text: text.clone(),
        });
        self.ids.push(id);
        for required in required {
            let at = lines.byte(&text, required.line, required.column);
            let span = Span::new(id, at, (at + required.name.len()).min(text.len()));
            match required_path(&name, &required.name, &extension) {
                Some(path) => self.read(&path, span),
                None => self.outside(&required.name, span),
            }
        }
    }

    fn outside(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` is no file of the package");
        let help = "a script requires files of its own package only, such as `require(\"melds\")`";
        self.diags
            .push(Diagnostic::error(Code::RequiredOutside, span, message).help(help));
    }
}
