//! From names to card sets and decks.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::scan::Scan;
use crate::content::{
    CardSet, ContentPath, Deck, Files, Home, MAX_CARDS, Roots, Written,
    card_table::put_cards,
    fields::{DECK, Deck as Fields},
    load::shown,
    pictures::Pictures,
    read_set::read_card_set,
    shelf::{Shelf, Wanted},
    texts::Around,
};
use crate::text::{
    diag::{Code, Diagnostic, Diagnostics, did_you_mean},
    json::Node,
    source::{FileId, Sources, Span},
};

/// Where names are looked up: in the ruleset's file, then in its folder, then in the content
/// roots, then in what comes with the program. The next place is only looked at when a name is not
/// found in the ones before.
const PLACES: usize = 4;

/// How many names are compared with one that means nothing.
const MOST_COMPARED: usize = 2_000;

/// The ruleset's file among the places.
pub(super) const OWN_FILE: usize = 0;
const OWN_FOLDER: usize = 1;
const CONTENT_ROOTS: usize = 2;

/// Card sets and decks as they are asked for.
pub(super) struct Resolver<'a, 's> {
    places: [Option<Shelf<'a>>; PLACES],
    /// The ruleset's files, folder and own path.
    pub(super) package: Option<(&'a dyn Files, ContentPath, ContentPath)>,
    pub(super) roots: Roots<'a>,
    pub(super) sources: &'s mut Sources,
    pub(super) diags: &'s mut Diagnostics,
    pub(super) card_sets: Vec<CardSet>,
    /// What became of the names that were asked for.
    known_sets: BTreeMap<Box<str>, Option<usize>>,
    /// The sets as they were written, in the same order, and the decks.
    pub(super) written: Written,
    /// Where the card sets lie that were read.
    pub(super) around: Vec<Around<'a>>,
    /// The texts that something was taken from.
    pub(super) inputs: Vec<(String, Arc<str>)>,
    used_files: Vec<FileId>,
    /// How many card types the sets have, and how many cards the decks.
    totals: [usize; 2],
    /// Whether some card set or deck that was asked for is not there.
    pub(super) is_incomplete: bool,
}

impl<'a, 's> Resolver<'a, 's> {
    pub(super) fn new(
        own: Shelf<'a>,
        package: Option<(&'a dyn Files, ContentPath, ContentPath)>,
        roots: Roots<'a>,
        sources: &'s mut Sources,
        diags: &'s mut Diagnostics,
    ) -> Self {
        let inputs = own
            .files
            .first()
            .map(|file| ("ruleset".to_owned(), file.text.clone()));
        Resolver {
            used_files: own.files.first().map(|file| file.file).into_iter().collect(),
            inputs: inputs.into_iter().collect(),
            places: [Some(own), None, None, None],
            package,
            roots,
            sources,
            diags,
            card_sets: Vec::new(),
            written: Written::default(),
            known_sets: BTreeMap::new(),
            around: Vec::new(),
            totals: [0; 2],
            is_incomplete: false,
        }
    }

    /// The card set with a name; `span` is where it is asked for.
    pub(super) fn card_set(&mut self, name: &str, span: Span) -> Option<usize> {
        if let Some(known) = self.known_sets.get(name) {
            return *known;
        }
        let found = self.find(Wanted::CardSet, name, span);
        let index = found.and_then(|(place, index)| self.read_set(place, index));
        self.known_sets.insert(name.into(), index);
        index
    }

    /// Reads a card set of a place, as one that is used.
    pub(super) fn read_set(&mut self, place: usize, index: usize) -> Option<usize> {
        let (name, from) = self.mark(Wanted::CardSet, place, index)?;
        self.room_for(Wanted::CardSet)?;
        let found = self.places.get_mut(place)?.as_mut()?.sets.get_mut(index)?;
        let mut node = found.taken();
        let folder = match &found.home {
            Home::Text => None,
            Home::Package(folder) | Home::Root { folder, .. } => Some(folder),
        };
        let place_of_files = found.files.zip(folder);
        self.around
            .extend(place_of_files.map(|(files, folder)| (files, folder.clone())));
        let errors = self.diags.error_count();
        let table = put_cards(&mut node, place_of_files, self.sources, self.diags);
        let is_whole = self.diags.error_count() == errors;
        let mut pictures = Pictures::new(place_of_files);
        let mut set = read_card_set(&node, found.home.clone(), &mut pictures, self.diags);
        set.complete &= is_whole;
        self.written.sets.push(node);
        self.use_file(place, from, format!("cardset {name}"));
        self.inputs.extend(table);
        // Pictures in the folders of suits make backs differ that are called the same.
        let backs: Vec<&str> = set
            .backs
            .iter()
            .map(|back| &*back.name)
            .filter(|name| name.contains('/'))
            .collect();
        if !backs.is_empty() {
            self.inputs
                .push((format!("backs {name}"), backs.join("\n").into()));
        }
        self.totals[0] += set.cards.len();
        self.card_sets.push(set);
        let index = self.card_sets.len() - 1;
        self.known_sets.entry(name).or_insert(Some(index));
        Some(index)
    }

    /// The deck with a name, as read; `span` is where it is asked for.
    pub(super) fn deck(&mut self, name: &str, span: Span) -> Option<Deck> {
        let (place, index) = self.find(Wanted::Deck, name, span)?;
        self.read_deck(place, index)
    }

    /// Reads a deck of a place, as one that is used.
    pub(super) fn read_deck(&mut self, place: usize, index: usize) -> Option<Deck> {
        let (name, from) = self.mark(Wanted::Deck, place, index)?;
        self.room_for(Wanted::Deck)?;
        let found = self.places.get_mut(place)?.as_mut()?.decks.get_mut(index)?;
        let node = found.taken();
        let node = DECK.without_empty(&node, self.diags).unwrap_or(node);
        DECK.check(&node, self.diags);
        self.use_file(place, from, format!("deck {name}"));
        let set = match (Fields { node: &node })
            .cardset()
            .and_then(|set| set.value?.not_empty())
        {
            Some((set_name, span)) => self.card_set(set_name, span),
            None => self.only_set_beside(place, from, &node),
        }?;
        let card_set = self.card_sets.get(set)?;
        let deck = Deck::read(&node, card_set, set, self.diags);
        self.written.decks.push(node);
        self.totals[1] += deck.cards.len();
        Some(deck)
    }

    /// Whether another card set, or deck, may be read.
    fn room_for(&mut self, wanted: Wanted) -> Option<()> {
        let [types, cards] = self.totals;
        let (total, code, what, help) = match wanted {
            Wanted::CardSet => (
                types,
                Code::TooManyCards,
                "card sets",
                "name fewer card sets, or take cards out of them",
            ),
            Wanted::Deck => (
                cards,
                Code::DeckTooLarge,
                "decks",
                "name fewer decks, or write fewer `copies` in them",
            ),
        };
        if total <= MAX_CARDS {
            return Some(());
        }
        let message = format!("all {what} together have more than {MAX_CARDS} cards");
        let main = self.used_files.first().map(|file| Span::whole_file(*file));
        self.diags.push(Diagnostic::error(code, main, message).help(help));
        None
    }

    /// The card set of a deck that names none: the only one in its file.
    fn only_set_beside(&mut self, place: usize, from: usize, deck: &Node) -> Option<usize> {
        let shelf = self.places.get(place)?.as_ref()?;
        let mut beside = shelf.sets.iter().enumerate().filter(|(_, set)| set.from == from);
        if let (Some((index, set)), None) = (beside.next(), beside.next()) {
            return match self.known_sets.get(&set.name) {
                Some(known) => *known,
                None => self.read_set(place, index),
            };
        }
        if !deck.is_invalid()
            && (Fields { node: deck })
                .cardset()
                .is_none_or(|set| set.value.is_some())
        {
            let message = "this deck does not say which card set it is made of";
            self.diags.push(
                Diagnostic::error(Code::NoCardSet, deck.span, message)
                    .help("add `cardset` with the name of the set"),
            );
        }
        None
    }

    /// What the ruleset's own file declares and nothing has used so far.
    pub(super) fn unused(&self, wanted: Wanted) -> Vec<usize> {
        let own = self.places.first().and_then(Option::as_ref);
        let all = own.map_or(&[][..], |shelf| shelf.of(wanted));
        (0..all.len())
            .filter(|index| all.get(*index).is_some_and(|found| !found.used))
            .collect()
    }

    /// Name, and where it stands, of something the ruleset's own file declares.
    pub(super) fn own(&self, wanted: Wanted, index: usize) -> Option<(Box<str>, Span)> {
        let shelf = self.places.first()?.as_ref()?;
        shelf
            .of(wanted)
            .get(index)
            .map(|found| (found.name.clone(), found.span))
    }

    /// The names of what the ruleset's own file declares, each once.
    pub(super) fn own_names(&self, wanted: Wanted) -> Vec<(Box<str>, Span)> {
        let own = self.places.first().and_then(Option::as_ref);
        let mut names: Vec<(Box<str>, Span)> = Vec::new();
        let mut seen = BTreeSet::new();
        for found in own.map_or(&[][..], |shelf| shelf.of(wanted)) {
            if !found.name.is_empty() && seen.insert(&found.name) {
                names.push((found.name.clone(), found.span));
            }
        }
        names
    }

    fn mark(&mut self, wanted: Wanted, place: usize, index: usize) -> Option<(Box<str>, usize)> {
        let shelf = self.places.get_mut(place)?.as_mut()?;
        let found = match wanted {
            Wanted::CardSet => shelf.sets.get_mut(index)?,
            Wanted::Deck => shelf.decks.get_mut(index)?,
        };
        found.used = true;
        Some((found.name.clone(), found.from))
    }

    /// Reports what is wrong with a file's text and remembers that the game depends on it.
    fn use_file(&mut self, place: usize, from: usize, label: String) {
        let shelf = self.places.get_mut(place).and_then(Option::as_mut);
        let Some(file) = shelf.and_then(|shelf| shelf.files.get_mut(from)) else {
            return;
        };
        self.diags.append(std::mem::take(&mut file.problems));
        if !self.used_files.contains(&file.file) {
            self.used_files.push(file.file);
            self.inputs.push((label, file.text.clone()));
        }
    }

    fn find(&mut self, wanted: Wanted, name: &str, span: Span) -> Option<(usize, usize)> {
        for place in 0..PLACES {
            self.look_at(place);
            let Some(shelf) = self.places.get(place).and_then(Option::as_ref) else {
                continue;
            };
            let candidates = shelf.candidates(wanted, name);
            let found = |index: &usize| shelf.of(wanted).get(*index);
            if let [first, second, ..] = candidates[..]
                && let (Some(a), Some(b)) = (found(&first), found(&second))
            {
                let message = format!(
                    "the {} `{name}` could be the one at `{}` or the one at `{}`",
                    wanted.noun(),
                    self.sources.place(a.span),
                    self.sources.place(b.span),
                );
                self.diags.push(
                    Diagnostic::error(Code::TwoCandidates, span, message)
                        .help("rename one of the two, or remove it"),
                );
            }
            if let Some(index) = candidates.first() {
                return Some((place, *index));
            }
        }
        self.not_found(wanted, name, span);
        None
    }

    fn not_found(&mut self, wanted: Wanted, name: &str, span: Span) {
        let code = match wanted {
            Wanted::CardSet => Code::UnknownCardSet,
            // Decks lie beside their card set: where that is missing, so are they.
            Wanted::Deck if self.known_sets.values().any(Option::is_none) => return,
            Wanted::Deck => Code::UnknownDeck,
        };
        self.is_incomplete = true;
        let noun = wanted.noun();
        if self.diags.is_full() {
            self.diags.further_error();
            return;
        }
        let shelves = self.places.iter().flatten();
        let names = shelves.flat_map(|shelf| shelf.of(wanted).iter().map(|found| &*found.name));
        let names = names.take(MOST_COMPARED);
        let suggestion = did_you_mean(name, names).map(|near| format!("did you mean `{near}`?"));
        let message = format!("there is no {noun} `{name}`");
        let help = suggestion.unwrap_or_else(|| self.searched(wanted));
        self.diags.error(code, span, message, help);
        // It may be in a file that could not be read.
        for shelf in self.places.iter_mut().flatten() {
            self.diags.append(std::mem::take(&mut shelf.problems));
            for file in &mut shelf.files {
                if file.problems.has_errors() {
                    self.diags.append(std::mem::take(&mut file.problems));
                }
            }
        }
    }

    /// Where a name was looked for, and what there is behind all that.
    fn searched(&self, wanted: Wanted) -> String {
        let mut places = vec!["this file".to_owned()];
        let folder = self
            .package
            .as_ref()
            .map(|(files, folder, _)| shown(*files, folder));
        places.extend(folder.map(|folder| format!("the folder `{folder}`")));
        for files in self.roots.content {
            places.push(format!("the folder `{}`", shown(*files, &ContentPath::root())));
        }
        let supplied = self.places.last().and_then(Option::as_ref);
        let mut names: Vec<String> = supplied
            .map_or(&[][..], |shelf| shelf.of(wanted))
            .iter()
            .map(|found| format!("`{}`", found.name))
            .collect();
        names.sort();
        names.dedup();
        if !names.is_empty() {
            places.push(format!("what comes with the program ({})", names.join(", ")));
        }
        let places = match &places[..] {
            [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            places => places.join(""),
        };
        let own = self.package.as_ref();
        let links = own.map_or_else(Vec::new, |(files, folder, _)| files.links_out(folder));
        let links: Vec<String> = links.iter().map(|name| format!("`{name}`")).collect();
        let links = match &links[..] {
            [] => String::new(),
            links => format!(
                "; links that lead out of a folder are not followed: {}",
                links.join(", ")
            ),
        };
        format!("declare it in this file, or put it where it is looked for: {places}{links}")
    }

    /// Fills the shelf of a place, the first time it is needed.
    fn look_at(&mut self, place: usize) {
        if self.places.get(place).is_none_or(Option::is_some) {
            return;
        }
        let mut shelf = Shelf::default();
        if place == OWN_FOLDER {
            if let Some((files, folder, main)) = &self.package {
                Scan::package(*files, folder, main, self.sources, &mut shelf);
            }
        } else {
            let (roots, before) = match place {
                CONTENT_ROOTS => (self.roots.content, 0),
                _ => (self.roots.supplied, self.roots.content.len()),
            };
            for (index, files) in roots.iter().enumerate() {
                Scan::root(*files, before + index, self.sources, &mut shelf);
            }
        }
        if let Some(empty) = self.places.get_mut(place) {
            *empty = Some(shelf);
        }
    }
}
