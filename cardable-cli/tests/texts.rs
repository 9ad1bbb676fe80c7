//! What the terminal says stands in the catalogues of all its languages, and what the catalogues say fits.

use cardable_core::Language;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where people who play read, and nobody else.
const OF_PLAYERS: [&str; 8] = [
    "ask",
    "bots.rs",
    "look_back.rs",
    "narrate.rs",
    "online",
    "play",
    "rules.rs",
    "table",
];

/// Parts of these that tell authors of rules something.
const OF_AUTHORS: [&str; 3] = ["play/debug", "play/save.rs", "play/watch.rs"];

/// What else is told to authors of rules, programs or files there, by how it begins.
const NOT_SAID: [&str; 9] = [
    "`--bots` has",
    "A test that makes the same choices",
    "No test is written",
    "The ruleset has changed",
    " What you have edited is lost",
    "a condition was taken for false",
    "a bot finds nothing to do",
    "the host answers something else",
    "bots have made",
];

/// What stands in the sources.
#[derive(Default)]
struct Read {
    /// The texts of `say!`.
    said: BTreeSet<String>,
    /// Other texts that look as if people read them.
    beside: Vec<String>,
}

impl Read {
    fn file(&mut self, path: &Path) {
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        self.tokens(code.parse().unwrap(), path);
    }

    fn tokens(&mut self, tokens: TokenStream, path: &Path) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let spelt: Vec<String> = tokens.iter().map(ToString::to_string).collect();
        for (at, token) in tokens.into_iter().enumerate() {
            let is_behind = |words: &[&str]| {
                spelt[..at].ends_with(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
            };
            match token {
                // Attributes, which doc comments are, too.
                TokenTree::Group(_) if is_behind(&["#"]) || is_behind(&["#", "!"]) => {}
                TokenTree::Group(group) if is_behind(&["say", "!"]) => {
                    let mut inside = group.stream().into_iter();
                    let first = inside.next().unwrap().to_string();
                    let key = syn::parse_str::<syn::LitStr>(&first);
                    let key = key.unwrap_or_else(|_| panic!("{}: say!({first}) is no text", path.display()));
                    self.said.insert(key.value());
                    self.tokens(inside.collect(), path);
                }
                TokenTree::Group(group) => self.tokens(group.stream(), path),
                TokenTree::Literal(literal) => {
                    let text = syn::parse_str::<syn::LitStr>(&literal.to_string()).map(|text| text.value());
                    self.beside.extend(
                        text.ok()
                            .filter(|text| is_for_people(text))
                            .map(|text| format!("{}: {text}", path.display())),
                    );
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
}

/// Whether a text has words as people read them: several, or one that begins with a capital.
fn is_for_people(text: &str) -> bool {
    let without_places: String = text
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
        .collect();
    let words = without_places
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() > 1);
    let words: Vec<&str> = words.collect();
    let is_written = words.len() > 1 && without_places.contains(' ');
    let is_capital = words
        .first()
        .is_some_and(|word| word.starts_with(char::is_uppercase));
    (is_written || is_capital) && !NOT_SAID.iter().any(|known| text.starts_with(known))
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of a file or folder.
fn files(path: PathBuf) -> Vec<PathBuf> {
    if path.is_file() {
        return if path.extension().is_some_and(|end| end == "rs") {
            vec![path]
        } else {
            Vec::new()
        };
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    entries.into_iter().flat_map(files).collect()
}

fn all_said() -> BTreeSet<String> {
    let mut read = Read::default();
    for file in files(sources()) {
        read.file(&file);
    }
    read.said
}

fn catalogue(language: Language) -> BTreeMap<String, String> {
    let path = sources().join(format!("say/{}.json", language.tag()));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// What stands between the braces of a text.
fn places(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .map(|part| part.split_once('}').unwrap().0)
}

/// The places that a text says, without those that only choose a wording.
fn said_places(text: &str) -> BTreeSet<&str> {
    let said = places(text).filter(|place| !place.contains('|'));
    said.map(|place| place.split(':').next().unwrap()).collect()
}

#[test]
fn each_language_has_every_text_and_none_that_is_not_said() {
    let said = all_said();
    assert!(said.len() > 100, "{said:?}");
    for language in Language::ALL
        .into_iter()
        .filter(|language| *language != Language::English)
    {
        let catalogue = catalogue(language);
        let missing: Vec<_> = said
            .iter()
            .filter(|text| !catalogue.contains_key(*text))
            .collect();
        assert!(
            missing.is_empty(),
            "these texts are not in the catalogue of {}: {missing:#?}",
            language.tag()
        );
        let unused: Vec<_> = catalogue.keys().filter(|text| !said.contains(*text)).collect();
        assert!(unused.is_empty(), "nothing says these texts: {unused:#?}");
    }
}

#[test]
fn texts_have_the_places_of_the_english_ones_and_all_forms() {
    for language in Language::ALL {
        let catalogue = match language {
            Language::English => all_said().into_iter().map(|text| (text.clone(), text)).collect(),
            other => catalogue(other),
        };
        for (english, text) in &catalogue {
            assert_eq!(said_places(text), said_places(english), "{english}: {text}");
            for wordings in places(text).filter_map(|place| place.split_once('|')) {
                let n = wordings.1.split('|').count();
                assert_eq!(n, language.forms().len(), "{english}: {text}");
            }
        }
    }
}

#[test]
fn nothing_that_players_read_stands_beside_the_catalogues() {
    let mut read = Read::default();
    let is_of_authors = |path: &Path| {
        OF_AUTHORS
            .iter()
            .any(|part| path.starts_with(sources().join(part)))
    };
    let parts = OF_PLAYERS
        .into_iter()
        .flat_map(|part| files(sources().join(part)));
    for file in parts.filter(|file| !is_of_authors(file)) {
        read.file(&file);
    }
    assert!(read.beside.is_empty(), "{:#?}", read.beside);
}
