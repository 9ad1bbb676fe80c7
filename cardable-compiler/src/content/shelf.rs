//! Card sets and decks that names may mean.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Files, Home,
    fields::{CardSet, Deck, FILE},
    load::{Loaded, into_items, take},
};
use crate::text::diag::{Code, Diagnostics};
use crate::text::fields::read::Text;
use crate::text::json::{Node, Value};
use crate::text::source::{FileId, Span};

/// What can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wanted {
    CardSet,
    Deck,
}

impl Wanted {
    /// What messages call it.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Wanted::CardSet => "card set",
            Wanted::Deck => "deck",
        }
    }
}

/// All that was found in one place: the ruleset's file, its folder, or the content roots.
#[derive(Default)]
pub(crate) struct Shelf<'a> {
    pub(crate) sets: Vec<Found<'a>>,
    pub(crate) decks: Vec<Found<'a>>,
    pub(crate) files: Vec<ShelfFile>,
    names: BTreeMap<(Wanted, Box<str>), Vec<usize>>,
    /// What kept from looking further.
    pub(crate) problems: Diagnostics,
}

/// A file whose content is on a shelf.
pub(crate) struct ShelfFile {
    pub(crate) file: FileId,
    pub(crate) text: Arc<str>,
    /// What is wrong with the text, until it has been reported.
    pub(crate) problems: Diagnostics,
}

/// A card set or a deck that has not been looked into yet.
pub(crate) struct Found<'a> {
    pub(crate) name: Box<str>,
    /// Where the name stands.
    pub(crate) span: Span,
    pub(crate) node: Node,
    /// The file, as an index into [`Shelf::files`].
    pub(crate) from: usize,
    /// Which of the file's card sets, or decks.
    pub(crate) place: usize,
    pub(crate) home: Home,
    pub(crate) files: Option<&'a dyn Files>,
    /// Whether it has been read.
    pub(crate) used: bool,
}

impl Found<'_> {
    /// What was written, which nobody will ask for again.
    pub(crate) fn taken(&mut self) -> Node {
        let invalid = Node {
            span: self.node.span,
            value: Value::Invalid,
        };
        std::mem::replace(&mut self.node, invalid)
    }
}

impl<'a> Shelf<'a> {
    /// Puts what a file holds on the shelf, apart from its ruleset. Its other content is checked
    /// as that of any file.
    pub(crate) fn add_file(&mut self, mut loaded: Loaded, home: &Home, files: &'a dyn Files) {
        FILE.check_keys(&loaded.root, &mut loaded.problems);
        let Loaded {
            file,
            text,
            mut root,
            problems,
        } = loaded;
        self.add(&mut root, (file, text, problems), home, Some(files));
    }

    /// Takes card sets and decks out of a file's outermost object.
    pub(crate) fn add(
        &mut self,
        root: &mut Node,
        (file, file_text, problems): (FileId, Arc<str>, Diagnostics),
        home: &Home,
        files: Option<&'a dyn Files>,
    ) {
        let from = self.files.len();
        self.files.push(ShelfFile {
            file,
            text: file_text,
            problems,
        });
        let kinds = [
            (Wanted::CardSet, "cardset", &mut self.sets),
            (Wanted::Deck, "deck", &mut self.decks),
        ];
        for (wanted, key, shelf) in kinds {
            let items = take(root, key).map_or_else(Vec::new, into_items);
            for (place, node) in items.into_iter().enumerate() {
                // What has neither name nor content is no mistake, and nothing can ask for it.
                let name = match wanted {
                    Wanted::CardSet => (CardSet { node: &node }).set_name(),
                    Wanted::Deck => (Deck { node: &node }).deck_name(),
                };
                let name = name.and_then(|name| name.value);
                let nameless = name.is_some_and(|name| name.is_empty());
                let empty = matches!(&node.value, Value::Object(members) if members.is_empty());
                if empty || nameless {
                    let why = if empty { "is empty" } else { "has an empty name" };
                    if let Some(file) = self.files.last_mut() {
                        file.problems.warning(
                            Code::EmptyEntry,
                            node.span,
                            format!("this {} {why} and is left out", wanted.noun()),
                            "fill it in, or take it out",
                        );
                    }
                    continue;
                }
                let span = name.map_or(node.span, Text::span);
                let name: Box<str> = name.map_or("", Text::as_str).into();
                self.names
                    .entry((wanted, name.clone()))
                    .or_default()
                    .push(shelf.len());
                shelf.push(Found {
                    name,
                    span,
                    node,
                    from,
                    place,
                    home: home.clone(),
                    files,
                    used: false,
                });
            }
        }
    }

    pub(crate) fn of(&self, wanted: Wanted) -> &[Found<'a>] {
        match wanted {
            Wanted::CardSet => &self.sets,
            Wanted::Deck => &self.decks,
        }
    }

    /// The first two things that a name may mean. The same text found in two places counts once.
    pub(crate) fn candidates(&self, wanted: Wanted, name: &str) -> Vec<usize> {
        let called = self
            .names
            .get(&(wanted, name.into()))
            .map_or(&[][..], Vec::as_slice);
        let mut indices: Vec<usize> = Vec::new();
        for &index in called {
            if !indices.iter().any(|other| self.is_copy(wanted, *other, index)) {
                indices.push(index);
            }
            if indices.len() == 2 {
                break;
            }
        }
        indices
    }

    fn is_copy(&self, wanted: Wanted, a: usize, b: usize) -> bool {
        let all = self.of(wanted);
        let (Some(a), Some(b)) = (all.get(a), all.get(b)) else {
            return false;
        };
        let text = |found: &Found<'_>| self.files.get(found.from).map(|file| &*file.text);
        a.from != b.from && a.place == b.place && text(a) == text(b)
    }
}
