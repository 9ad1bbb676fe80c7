//! Card sets and decks without a ruleset.

use super::{
    resolve::{OWN_FILE, Resolver},
    scan::Scan,
};
use crate::content::{
    CardSet, CardType, ContentPath, Deck, Files, Home, Kind, Roots,
    card_table::imported,
    fields::FILE,
    load::{Loaded, shown},
    pictures::Pictures,
    read_set::read_card_set,
    shelf::{Shelf, Wanted},
};
use crate::format::ruleset::check_card_rules;
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::{self, Member, Node, Value};
use crate::text::source::{FileId, Sources, Span};

/// The card sets and decks of one file, or of one card set's folder.
///
/// A game does not need this: a [`Package`](crate::content::Package) finds what it uses. It is for looking
/// at card sets and decks by themselves.
///
/// ```
/// use cardable_core::content::{Collection, ContentPath, MemoryFiles, Roots};
/// use cardable_core::diag::{Diagnostics, Sources};
/// let mut files = MemoryFiles::new();
/// files.add("coins.json", r#"{ cardset: { set_name: "Coins", suits: [{ suit_name: "Gold", suit_id: 0 }],
///     cards: [{ card_name: "One", card_id: 0 }] } }"#)?;
/// let (mut sources, mut problems) = (Sources::new(), Diagnostics::new());
/// let path = ContentPath::new("coins.json")?;
/// let found = Collection::from_files(&files, &path, Roots::NONE, &mut sources, &mut problems);
/// let found = found.ok_or("there is a card set")?;
/// assert_eq!((found.card_sets[0].name.as_str(), found.card_sets[0].cards.join(", ")), ("Coins", "One".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Collection {
    /// The card sets, and behind them those of other places that the decks are made of.
    pub card_sets: Vec<CollectedSet>,
    /// The decks.
    pub decks: Vec<CollectedDeck>,
}

/// A card set of a [`Collection`].
///
/// See [`Collection`] for an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CollectedSet {
    /// Its name.
    pub name: String,
    /// What its cards are called, without their suits.
    pub cards: Vec<String>,
}

/// A deck of a [`Collection`].
///
/// See [`Collection`] for an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CollectedDeck {
    /// Its name.
    pub name: String,
    /// The name of the set that its cards are of.
    pub card_set: String,
    /// What its cards are called, without their suits, each as often as the deck has it.
    pub cards: Vec<String>,
}

impl Collection {
    fn of(card_sets: &[CardSet], decks: &[Deck]) -> Collection {
        let name = |card: &CardType| card.name.to_string();
        let of_deck = |deck: &Deck| {
            let set = card_sets.get(deck.card_set);
            let card = |at: &usize| set.and_then(|set| set.cards.get(*at)).map(name);
            CollectedDeck {
                name: deck.name.to_string(),
                card_set: set.map_or(String::new(), |set| set.name.to_string()),
                cards: deck.cards.iter().filter_map(card).collect(),
            }
        };
        let of_set = |set: &CardSet| CollectedSet {
            name: set.name.to_string(),
            cards: set.cards.iter().map(name).collect(),
        };
        Collection {
            card_sets: card_sets.iter().map(of_set).collect(),
            decks: decks.iter().map(of_deck).collect(),
        }
    }
}

impl Collection {
    /// Reads all card sets and decks of a file, or of a folder with `cardset.json` (or
    /// `config.json`) and decks in `decks`. Sets of other places are looked up in the
    /// roots.
    ///
    /// Gives nothing when there are none.
    pub fn from_files(
        files: &dyn Files,
        path: &ContentPath,
        roots: Roots<'_>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<Collection> {
        let mut own = Shelf::default();
        if files.kind(path) == Some(Kind::Folder) {
            Scan::card_set(files, path, sources, &mut own);
        } else {
            let mut loaded = Loaded::file(files, path, sources);
            let problems = std::mem::take(&mut loaded.problems);
            diags.append(problems);
            set_under_key(&mut loaded.root, diags);
            if loaded.root.is_invalid() || !FILE.check_keys(&loaded.root, diags) {
                return None;
            }
            let home = Home::Package(path.parent().unwrap_or_else(ContentPath::root));
            let parts = (loaded.file, loaded.text, Diagnostics::new());
            own.add(&mut loaded.root, parts, &home, Some(files));
        }
        for file in &mut own.files {
            diags.append(std::mem::take(&mut file.problems));
        }
        diags.append(std::mem::take(&mut own.problems));
        if own.sets.is_empty() && own.decks.is_empty() {
            if !diags.has_errors() {
                let message = format!("`{}` has neither card sets nor decks", shown(files, path));
                diags.push(
                    Diagnostic::error(Code::NothingFound, None, message)
                        .help("put them under the keys `cardset` and `deck`"),
                );
            }
            return None;
        }
        let (card_sets, decks) = read_all(Resolver::new(own, None, roots, sources, diags));
        Some(Collection::of(&card_sets, &decks))
    }
}

/// Reads the card sets and decks of a file without a ruleset, and checks the rules that the cards carry.
pub(super) fn read_all(mut resolver: Resolver<'_, '_>) -> (Vec<CardSet>, Vec<Deck>) {
    for (name, span) in resolver.own_names(Wanted::CardSet) {
        resolver.card_set(&name, span);
    }
    for index in resolver.unused(Wanted::CardSet) {
        resolver.read_set(OWN_FILE, index);
    }
    let all = resolver.unused(Wanted::Deck);
    let decks = all
        .into_iter()
        .filter_map(|index| resolver.read_deck(OWN_FILE, index));
    let decks: Vec<Deck> = decks.collect();
    let problems = check_card_rules(&resolver.card_sets, resolver.sources);
    resolver.diags.append(problems);
    (resolver.card_sets, decks)
}

/// A card set that was made of a table.
///
/// See [`Collection::import`] for an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The card set as a file has it.
    pub text: String,
    /// How many cards it has.
    pub cards: usize,
}

impl Collection {
    /// Makes a card set of a table of comma-separated values, as a `card_set` reads it whose `cards` are the table's path, with
    /// suits in the order in which they are named. Gives nothing when something is wrong with it; `diags` tells what.
    ///
    /// ```
    /// use cardable_core::content::Collection;
    /// use cardable_core::diag::{Diagnostics, Sources};
    /// let table = "name,value,cost\nSmith,4,3\n";
    /// let (mut sources, mut problems) = (Sources::new(), Diagnostics::new());
    /// let file = sources.add("town.csv", table);
    /// let set = Collection::import("town", file, table, &mut problems).ok_or("it is a table")?;
    /// assert_eq!(set.cards, 1);
    /// assert!(set.text.contains(r#""card_name": "Smith""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn import(set_name: &str, file: FileId, table: &str, diags: &mut Diagnostics) -> Option<Imported> {
        let node = imported(set_name, file, table, diags)?;
        let set = read_card_set(node.get("cardset")?, Home::Text, &mut Pictures::new(None), diags);
        let is_set = !diags.has_errors() && !set.cards.is_empty();
        is_set.then(|| Imported {
            text: json::write(&node),
            cards: set.cards.len(),
        })
    }
}

/// The keys that card sets and decks stand under, and the fields that name them.
const KEYS: [(&str, &str); 2] = [("cardset", "set_name"), ("deck", "deck_name")];

/// Reads a card set or a deck that stands by itself as if it stood under its key, and says where it belongs.
fn set_under_key(root: &mut Node, diags: &mut Diagnostics) {
    let Value::Object(members) = &root.value else {
        return;
    };
    let has = |key: &str| members.iter().any(|member| &*member.key == key);
    if KEYS.iter().any(|(key, _)| has(key)) {
        return;
    }
    let Some((key, _)) = KEYS.iter().find(|(_, name)| has(name)) else {
        return;
    };
    let inner = root.clone();
    let span = Span {
        end: root.span.start,
        ..root.span
    };
    let message = format!("rulesets find what stands under `{key}`, and this stands by itself");
    let help = format!("put it into an object: `{{ \"{key}\": … }}`");
    diags.warning(Code::BareContent, span, message, help);
    root.value = Value::Object(vec![Member {
        key: (*key).into(),
        key_span: span,
        value: inner,
    }]);
}
