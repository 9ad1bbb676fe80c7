//! A ruleset with all that it is played with.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    Beside, CardSet, ContentPath, Deck, Dialect, Files, Home, Kind, PackageScripts, Roots, beside,
    fields::{FILE, NAMES},
    load::{Loaded, take},
    main_file::main_of_folder,
    pack::Written,
    resolve::Resolver,
    shelf::{Shelf, Wanted},
    unused::{check_unused, warn_of_cards},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::Node;
use crate::text::source::{FileId, Sources, Span};

/// A ruleset as it was read, with its card sets and decks resolved.
///
/// ```
/// use cardable_compiler::{content::{Package, Roots}, text::{diag::Diagnostics, source::Sources}};
///
/// let text = r#"{
///     cardset: {
///         set_name: "Coins",
///         cards: [{card_name: "Heads", card_id: 0}, {card_name: "Tails", card_id: 1}],
///     },
///     ruleset: {ruleset_name: "Toss", cardsets: "Coins", game_state: []},
/// }"#;
/// let mut sources = Sources::new();
/// let mut diags = Diagnostics::new();
/// let package = Package::from_text("toss.json", text, Roots::NONE, &mut sources, &mut diags).unwrap();
/// assert!(diags.is_empty());
/// // Without a deck, there is one of every card.
/// assert_eq!(&*package.decks[0].name, "Coins");
/// assert_eq!(package.decks[0].cards, [0, 1]);
/// ```
#[derive(Debug)]
pub struct Package {
    /// The file that the ruleset is in.
    pub main: FileId,
    /// The dialect that the rules are written in.
    pub dialect: Dialect,
    /// The folder of that file; nothing when it was given as a text.
    pub folder: Option<ContentPath>,
    /// The rules: what stands under `ruleset`, or the outermost object, without the card sets and
    /// decks beside the rules, when it has `game_state` itself.
    pub ruleset: Node,
    /// The card sets that the ruleset and its decks name, those of the ruleset first.
    pub card_sets: Vec<CardSet>,
    /// The decks, in the order in which the ruleset names them.
    pub decks: Vec<Deck>,
    /// The card sets and decks as they were written.
    pub(super) written: Written,
    /// Further texts that the rules name by their paths, in dialects that do so.
    pub beside: Vec<Beside>,
    /// Whether a card set or deck that was asked for is missing, so that it is not known what can be
    /// read of cards. It has been reported.
    pub is_incomplete: bool,
    /// The scripts that the rules name.
    pub scripts: Option<PackageScripts>,
    /// Whether a script that the rules name cannot be read. It has been reported.
    pub(crate) lacks_script: bool,
    /// Scripts that stand in the same file, by their paths.
    pub(crate) fat_scripts: Option<Node>,
    /// Every text that the game depends on, under a name that does not depend on where it was
    /// found; the ruleset's own text first. What it is hashed by.
    pub inputs: Vec<(String, Arc<str>)>,
}

impl Package {
    /// Reads a ruleset from a text. Names that it does not declare itself are looked up in the
    /// roots.
    ///
    /// Gives nothing when there is no ruleset at all. Otherwise something comes out whatever is
    /// wrong, so that the rules can be checked as well: look at `diags` before playing.
    pub fn from_text(
        name: &str,
        text: impl Into<Arc<str>>,
        roots: Roots<'_>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<Package> {
        let main = Loaded::text(name, text.into(), sources);
        assemble(main, None, roots, sources, diags)
    }

    /// Reads a ruleset from a file, or from a folder with a file `ruleset.json` or just one file
    /// that has a ruleset, of whatever dialect. Names that the file does not declare itself are looked up in its
    /// folder, then in the roots.
    ///
    /// As with [`Package::from_text`], `diags` tells whether the game can be played.
    pub fn from_files(
        files: &dyn Files,
        path: &ContentPath,
        roots: Roots<'_>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<Package> {
        let (main, path) = match files.kind(path) {
            Some(Kind::Folder) => main_of_folder(files, path, sources, diags)?,
            Some(Kind::File) | None => (Loaded::file(files, path, sources), path.clone()),
        };
        let folder = path.parent().unwrap_or_else(ContentPath::root);
        assemble(main, Some((files, folder, path)), roots, sources, diags)
    }
}

fn assemble(
    main: Loaded,
    package: Option<(&dyn Files, ContentPath, ContentPath)>,
    roots: Roots<'_>,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<Package> {
    let Loaded {
        file,
        text,
        mut root,
        problems,
    } = main;
    let unreadable = root.is_invalid();
    diags.append(problems);
    if unreadable {
        return None;
    }
    let dialect = Dialect::of(sources.name(file), &root).unwrap_or(Dialect::Cardable);
    if dialect != Dialect::Cardable {
        let mut inputs = vec![("ruleset".to_owned(), text)];
        let files = package.as_ref().map(|(files, folder, _)| (*files, folder));
        let beside = beside::read(dialect.paths(&root), files, roots, sources, &mut inputs, diags);
        return Some(Package {
            main: file,
            dialect,
            folder: package.map(|(_, folder, _)| folder),
            ruleset: root,
            card_sets: Vec::new(),
            decks: Vec::new(),
            written: Written::default(),
            beside,
            is_incomplete: false,
            scripts: None,
            lacks_script: false,
            fat_scripts: None,
            inputs,
        });
    }
    let home = match &package {
        Some((_, folder, _)) => Home::Package(folder.clone()),
        None => Home::Text,
    };
    let apart = root.get("ruleset").is_some();
    if apart || root.get("game_state").is_none() {
        let known = diags.error_count();
        if !FILE.check_keys(&root, diags) {
            return None;
        }
        if diags.error_count() > known {
            root = FILE.repaired(&root);
        }
    }
    let mut own = Shelf::default();
    let files = package.as_ref().map(|(files, _, _)| *files);
    own.add(&mut root, (file, text, Diagnostics::new()), &home, files);
    for file in &mut own.files {
        diags.append(std::mem::take(&mut file.problems));
    }
    take(&mut root, "$schema");
    let fat_scripts = take(&mut root, "scripts");
    let ruleset = match take(&mut root, "ruleset") {
        Some(ruleset) => ruleset,
        None if root.get("game_state").is_some() => root,
        None => {
            let message = format!("`{}` has no ruleset", sources.name(file));
            diags.push(
                Diagnostic::error(Code::NoRuleset, Span::whole_file(file), message)
                    .help("put the rules into an object under the key `ruleset`"),
            );
            return None;
        }
    };
    let folder = package.as_ref().map(|(_, folder, _)| folder.clone());
    let mut resolver = Resolver::new(own, package, roots, sources, diags);
    let decks = resolve(&mut resolver, &ruleset);
    let Resolver {
        card_sets,
        written,
        inputs,
        is_incomplete,
        ..
    } = resolver;
    Some(Package {
        main: file,
        dialect,
        folder,
        ruleset,
        card_sets,
        decks,
        written,
        beside: Vec::new(),
        is_incomplete,
        scripts: None,
        lacks_script: false,
        fat_scripts,
        inputs,
    })
}

/// Reads the card sets and decks of a ruleset.
fn resolve(resolver: &mut Resolver<'_, '_>, ruleset: &Node) -> Vec<Deck> {
    let sets = names(ruleset, "cardsets", resolver.diags);
    let deck_names = names(ruleset, "decks", resolver.diags);
    for (name, span) in &sets {
        resolver.card_set(name, *span);
    }
    if sets.is_empty() {
        for (name, span) in resolver.own_names(Wanted::CardSet) {
            resolver.card_set(&name, span);
        }
    }
    let mut decks: Vec<Deck> = Vec::new();
    for (name, span) in &deck_names {
        decks.extend(resolver.deck(name, *span));
    }
    let own_decks = resolver.own_names(Wanted::Deck);
    if deck_names.is_empty() {
        for (name, span) in &own_decks {
            decks.extend(resolver.deck(name, *span));
        }
    }
    let declared = !deck_names.is_empty() || !own_decks.is_empty();
    if !declared {
        let sets = resolver.card_sets.iter().enumerate();
        decks = sets.map(|(index, set)| Deck::one_of_each(set, index)).collect();
    }
    if declared && !resolver.diags.has_errors() {
        warn_of_cards(resolver, &decks);
    }
    check_unused(resolver);
    if resolver.card_sets.is_empty() && !resolver.diags.has_errors() {
        resolver.diags.push(
            Diagnostic::warning(Code::NoCards, ruleset.span, "this ruleset has no cards")
                .help("name a card set in `cardsets`"),
        );
    }
    decks
}

/// The names that a ruleset lists, each once.
fn names<'n>(ruleset: &'n Node, field: &str, diags: &mut Diagnostics) -> Vec<(&'n str, Span)> {
    let Some(listed) = ruleset.get(field) else {
        return Vec::new();
    };
    NAMES.check(listed, field, diags);
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for item in listed.items() {
        let Some(name) = item.as_str().filter(|name| !name.is_empty()) else {
            continue;
        };
        if seen.insert(name) {
            names.push((name, item.span));
        } else {
            let message = format!("`{name}` is listed twice; it is used once");
            diags.warning(Code::ListedTwice, item.span, message, "take one of the two out");
        }
    }
    names
}
