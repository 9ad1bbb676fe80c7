//! Translations of what people read: `texts/de.json5` beside rules, card sets and fragments.

use std::sync::Arc;

use super::{
    ContentPath, Files, Kind, entries,
    load::{Loaded, outside, shown, unreadable},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::{Node, Value};
use crate::text::source::{Sources, Span};
use cardable_engine::Language;

/// The folder for translations, beside what they translate.
const FOLDER: &str = "texts";

/// What the file of a language is called behind its tag.
const ENDINGS: [&str; 2] = [".json5", ".json"];

/// What lies beside translations and is none, by the ends of its names: pages for people, and what systems write.
const NO_TEXTS: [&str; 4] = [".md", ".txt", "Thumbs.db", "desktop.ini"];

/// The translations of one file.
#[derive(Clone, Debug)]
pub(crate) struct Translations {
    pub(crate) language: Language,
    pub(crate) root: Node,
    /// Whether it lies beside the rules. Others hold texts of card sets and fragments, of which rules use some.
    pub(crate) own: bool,
}

/// A folder whose texts a game uses, and the files that it is in.
pub(crate) type Around<'a> = (&'a dyn Files, ContentPath);

/// Reads the translations beside the rules, and in their languages those beside the card sets and fragments that they
/// use. A game is told in a language where its own texts are; `fat` is what stands in the file of the rules itself.
pub(crate) fn read(
    fat: Option<Node>,
    package: Option<(&dyn Files, &ContentPath)>,
    others: &[Around<'_>],
    sources: &mut Sources,
    inputs: &mut Vec<(String, Arc<str>)>,
    diags: &mut Diagnostics,
) -> Vec<Translations> {
    let mut found = Vec::new();
    for member in fat.iter().flat_map(Node::members) {
        if let Some(language) = language_of(&member.key, member.key_span, diags) {
            found.push(Translations {
                language,
                root: member.value.clone(),
                own: true,
            });
        }
    }
    let own = package.map(|(files, folder)| (files, folder.clone()));
    if let Some((files, folder)) = &own {
        for (tag, path) in tags_in(*files, folder, diags) {
            let loaded = Loaded::file(*files, &path, sources);
            let Some(language) = language_of(&tag, Span::whole_file(loaded.file), diags) else {
                continue;
            };
            take(
                loaded,
                language,
                true,
                format!("texts {tag}"),
                inputs,
                diags,
                &mut found,
            );
        }
    }
    let mut languages: Vec<Language> = found.iter().map(|own| own.language).collect();
    languages.dedup();
    let mut seen: Vec<String> = Vec::new();
    for (files, folder) in others {
        let is_own = |(own, at): &Around<'_>| at == folder && own.name() == files.name();
        if own.as_ref().is_some_and(is_own) {
            continue;
        }
        for language in &languages {
            let Some(path) = file_of(*files, folder, *language) else {
                continue;
            };
            let name = shown(*files, &path);
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            let loaded = Loaded::file(*files, &path, sources);
            let place = folder.parts().last().unwrap_or_default();
            let label = format!("texts {} of {place}", language.tag());
            take(loaded, *language, false, label, inputs, diags, &mut found);
        }
    }
    found
}

fn take(
    loaded: Loaded,
    language: Language,
    own: bool,
    label: String,
    inputs: &mut Vec<(String, Arc<str>)>,
    diags: &mut Diagnostics,
    found: &mut Vec<Translations>,
) {
    diags.append(loaded.problems);
    inputs.push((label, loaded.text));
    let root = loaded.root;
    if matches!(root.value, Value::Object(_)) {
        found.push(Translations { language, root, own });
    } else if !root.is_invalid() {
        let message = format!("translations are an object, and this is {}", root.kind());
        let help = "write each text and its translation: `{ \"Play a card\": \"Karte spielen\" }`";
        diags.push(Diagnostic::error(Code::WrongType, root.span, message).help(help));
    }
}

/// The file of a language beside a card set or a fragment.
fn file_of(files: &dyn Files, folder: &ContentPath, language: Language) -> Option<ContentPath> {
    let names = ENDINGS.map(|ending| format!("{FOLDER}/{}{ending}", language.tag()));
    let mut paths = names.iter().filter_map(|name| folder.join(name).ok());
    paths.find(|path| files.kind(path) == Some(Kind::File))
}

/// The files for languages in a folder, with the tags in their names. What else lies there is told.
fn tags_in(files: &dyn Files, folder: &ContentPath, diags: &mut Diagnostics) -> Vec<(String, ContentPath)> {
    let Ok(folder) = folder.join(FOLDER) else {
        return Vec::new();
    };
    if files.kind(&folder) != Some(Kind::Folder) {
        if let Some(problem) = outside(files, &folder) {
            diags.push(problem);
        }
        return Vec::new();
    }
    let listed = match entries(files, &folder) {
        Ok(listed) => listed,
        Err(error) => {
            diags.push(unreadable(&shown(files, &folder), &error));
            return Vec::new();
        }
    };
    let links = files.links_out(&folder);
    for link in links.iter().filter(|link| tag_of(link).is_some()) {
        if let Some(problem) = folder.join(link).ok().and_then(|path| outside(files, &path)) {
            diags.push(problem);
        }
    }
    let mut tagged: Vec<(String, ContentPath)> = Vec::new();
    for entry in listed {
        let Ok(path) = folder.join(&entry.name) else {
            continue;
        };
        let Some(tag) = tag_of(&entry.name).filter(|_| entry.kind == Kind::File) else {
            if !NO_TEXTS.iter().any(|end| entry.name.ends_with(end)) {
                let help = "write translations into `de.json5`: `{ \"Play a card\": \"Karte spielen\" }`";
                let message = format!("`{}` is not read", shown(files, &path));
                diags.push(Diagnostic::warning(Code::NoTexts, None, message).help(help));
            }
            continue;
        };
        if let Some((_, other)) = tagged.iter().find(|(known, _)| known == tag) {
            let (first, second) = (shown(files, other), shown(files, &path));
            let message = format!("`{first}` and `{second}` are texts in the same language");
            let help = "put them into one of the two files, and take the other out";
            diags.push(Diagnostic::error(Code::TwoTexts, None, message).help(help));
            continue;
        }
        tagged.push((tag.to_owned(), path));
    }
    tagged
}

/// The tag in the name of a file of translations. Other files end in `.json`, too, such as schemas.
fn tag_of(name: &str) -> Option<&str> {
    let [own, json] = ENDINGS;
    name.strip_suffix(own).or_else(|| {
        let tag = name.strip_suffix(json)?;
        let language = tag.split(['-', '_']).next()?;
        let is_language =
            (2..=3).contains(&language.len()) && language.bytes().all(|b| b.is_ascii_alphabetic());
        is_language.then_some(tag)
    })
}

/// The language of a tag; what is wrong with it is told.
pub(crate) fn language_of(tag: &str, span: Span, diags: &mut Diagnostics) -> Option<Language> {
    let known = Language::ALL.into_iter().find(|language| language.tag() == tag);
    match known {
        Some(Language::English) => {
            let message = "rules are written in English, so they need no translation into it";
            let help = "change the texts in the rules themselves, and take this out";
            diags.push(Diagnostic::error(Code::UnknownLanguage, span, message).help(help));
            None
        }
        Some(language) => Some(language),
        None => {
            let near = Language::of_tag(tag).map(Language::tag);
            let message = format!("no game can be told in the language `{tag}`");
            let help = match near {
                Some(near) => format!("call it `{near}`"),
                None => {
                    let others = Language::ALL
                        .into_iter()
                        .filter(|language| *language != Language::English);
                    let tags: Vec<String> = others.map(|language| format!("`{}`", language.tag())).collect();
                    format!("the languages are {}", tags.join(", "))
                }
            };
            diags.push(Diagnostic::error(Code::UnknownLanguage, span, message).help(help));
            None
        }
    }
}
