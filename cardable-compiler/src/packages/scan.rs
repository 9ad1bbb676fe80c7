//! Looking for card sets and decks in folders.

use crate::content::fields::File;
use crate::content::{
    ContentPath, Entry, Files, FilesError, Home, Kind, entries,
    load::{Loaded, shown, unreadable},
    shelf::Shelf,
};
use crate::format;
use crate::text::diag::Code;
use crate::text::source::Sources;

/// How deep below the starting folder card sets are found.
const DEPTH: usize = 4;

/// How many files and folders are looked into.
const MOST: usize = 4096;

/// Folders that hold something else.
const OTHER_FOLDERS: [&str; 3] = ["resources", "decks", "user-decks"];

/// A walk through the folders of one place.
pub(super) struct Scan<'a, 's> {
    pub(super) files: &'a dyn Files,
    /// Which content root this is; nothing for the ruleset's own folder.
    pub(super) root: Option<usize>,
    /// A file that has been read already.
    pub(super) skipped: Option<&'s ContentPath>,
    pub(super) sources: &'s mut Sources,
    pub(super) shelf: &'s mut Shelf<'a>,
    left: usize,
}

impl<'a, 's> Scan<'a, 's> {
    /// Looks at the folder of a ruleset: its sub-folders, and the other files beside it.
    pub(super) fn package(
        files: &'a dyn Files,
        folder: &ContentPath,
        main: &'s ContentPath,
        sources: &'s mut Sources,
        shelf: &'s mut Shelf<'a>,
    ) {
        let mut scan = Scan {
            files,
            root: None,
            skipped: Some(main),
            sources,
            shelf,
            left: MOST,
        };
        scan.start(folder);
    }

    /// Looks at what is directly in the folder of a card set, and at the decks that come with it.
    pub(super) fn card_set(
        files: &'a dyn Files,
        folder: &ContentPath,
        sources: &'s mut Sources,
        shelf: &'s mut Shelf<'a>,
    ) {
        let mut scan = Scan {
            files,
            root: None,
            skipped: None,
            sources,
            shelf,
            left: MOST,
        };
        let entries = scan.entries(folder);
        if let Some(name) = set_file(&entries) {
            scan.text(folder, name, true);
        }
        scan.texts_in(folder, "decks");
    }

    /// Looks at one content root.
    pub(super) fn root(
        files: &'a dyn Files,
        index: usize,
        sources: &'s mut Sources,
        shelf: &'s mut Shelf<'a>,
    ) {
        let mut scan = Scan {
            files,
            root: Some(index),
            skipped: None,
            sources,
            shelf,
            left: MOST,
        };
        scan.start(&ContentPath::root());
    }

    fn start(&mut self, folder: &ContentPath) {
        if let Err(error) = entries(self.files, folder) {
            self.shelf
                .problems
                .push(unreadable(&shown(self.files, folder), &error));
            return;
        }
        if self.root.is_none() {
            self.texts(folder, |name| !is_set_file(name));
            self.texts_in(folder, "decks");
        }
        self.texts_in(folder, "user-decks");
        self.folder(folder, 0);
        if self.left == 0 {
            let name = shown(self.files, folder);
            let message = format!(
                "`{name}` has more than {MOST} files and folders that could hold card sets and \
                 decks; the rest was not looked at"
            );
            self.shelf.problems.error(
                Code::FolderTooLarge,
                None,
                message,
                "put them into a folder of their own",
            );
        }
    }

    /// Looks for a card set in a folder and in those below it.
    fn folder(&mut self, folder: &ContentPath, depth: usize) {
        let entries = self.entries(folder);
        if let Some(name) = set_file(&entries)
            && self.text(folder, name, true)
            // In the ruleset's own folder these have been read.
            && (self.root.is_some() || depth > 0)
        {
            self.texts_in(folder, "decks");
        }
        for entry in &entries {
            if entry.kind == Kind::Folder
                && !OTHER_FOLDERS.contains(&&*entry.name)
                && depth < DEPTH
                && let Ok(inner) = folder.join(&entry.name)
            {
                self.folder(&inner, depth + 1);
            }
        }
    }

    fn texts_in(&mut self, folder: &ContentPath, name: &str) {
        if let Ok(inner) = folder.join(name)
            && self.files.kind(&inner) == Some(Kind::Folder)
        {
            self.texts(&inner, |_| true);
        }
    }

    fn texts(&mut self, folder: &ContentPath, wanted: fn(&str) -> bool) {
        for entry in self.entries(folder) {
            if entry.kind == Kind::File && entry.name.ends_with(".json") && wanted(&entry.name) {
                self.text(folder, &entry.name, false);
            }
        }
    }

    /// Reads a file; gives whether it held a card set.
    ///
    /// Other programs have their `config.json` too, and schemas and settings lie beside a ruleset:
    /// what can be read and has neither card sets nor decks is left alone.
    fn text(&mut self, folder: &ContentPath, name: &str, only_with_set: bool) -> bool {
        let Ok(path) = folder.join(name) else {
            return false;
        };
        if self.skipped == Some(&path) || self.left == 0 || self.files.kind(&path).is_none() {
            return false;
        }
        self.left -= 1;
        let loaded = Loaded::file(self.files, &path, self.sources);
        // Rules of other dialects have fields that are called the same.
        if format::dialect_of(name, &loaded.root).is_some_and(|dialect| !dialect.has_content()) {
            return false;
        }
        let file = File { node: &loaded.root };
        let has_set = file.cardset().is_given();
        let has_wanted = has_set || !only_with_set && file.deck().is_given();
        if !has_wanted && !loaded.problems.has_errors() {
            return false;
        }
        let home = match self.root {
            None => Home::Package(folder.clone()),
            Some(index) => Home::Root {
                index,
                folder: folder.clone(),
            },
        };
        self.shelf.add_file(loaded, &home, self.files);
        has_set
    }

    fn entries(&mut self, folder: &ContentPath) -> Vec<Entry> {
        if self.left == 0 {
            return Vec::new();
        }
        self.left -= 1;
        match entries(self.files, folder) {
            Ok(entries) => entries,
            // It went away while its neighbours were looked at.
            Err(FilesError::NotFound) => Vec::new(),
            Err(error) => {
                self.shelf
                    .problems
                    .push(unreadable(&shown(self.files, folder), &error));
                Vec::new()
            }
        }
    }
}

/// The file of a folder that may hold a card set.
fn set_file(entries: &[Entry]) -> Option<&str> {
    let files = entries.iter().filter(|entry| entry.kind == Kind::File);
    let names = files.map(|entry| &*entry.name).filter(|name| is_set_file(name));
    names.max_by_key(|name| *name == "cardset.json")
}

fn is_set_file(name: &str) -> bool {
    matches!(name, "cardset.json" | "config.json")
}
