//! From a text or a file to a package.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    collection::read_all,
    main_file::main_of_folder,
    resolve::Resolver,
    unused::{check_unused, warn_of_cards},
};
use crate::content::{
    ContentPath, Deck, Files, Home, Kind, Package, Roots, Written, beside,
    fields::{FILE, File, Names},
    fragments,
    load::{Loaded, take},
    shelf::{Shelf, Wanted},
    texts,
};
use crate::format;
use crate::format::ruleset::fields::Ruleset;
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::fields::read::{FieldType, Items, Name};
use crate::text::json::{Node, Value};
use crate::text::source::{Sources, Span};

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

/// Makes a package of a text that has been read, and of what it names.
pub(super) fn assemble(
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
    let is_object = matches!(
        root.get("texts").map(|texts| &texts.value),
        Some(Value::Object(_))
    );
    let fat_texts = if is_object { take(&mut root, "texts") } else { None };
    diags.append(problems);
    if unreadable {
        return None;
    }
    let dialect = format::dialect_of(sources.name(file), &root).unwrap_or(format::USUAL);
    if !dialect.has_content() {
        let mut inputs = vec![("ruleset".to_owned(), text)];
        let files = package.as_ref().map(|(files, folder, _)| (*files, folder));
        let beside = beside::read(dialect.paths(&root), files, roots, sources, &mut inputs, diags);
        let texts = texts::read(fat_texts, files, &[], sources, &mut inputs, diags);
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
            texts,
            inputs,
        });
    }
    let home = match &package {
        Some((_, folder, _)) => Home::Package(folder.clone()),
        None => Home::Text,
    };
    let apart = (File { node: &root }).ruleset().is_some();
    let is_fragment = !apart && root.get("game_state").is_none() && take(&mut root, "fragment").is_some();
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
            let help = match is_fragment {
                true => {
                    "this is a fragment: a ruleset names it in `import`, and `cardable check` checks it by itself"
                }
                false => "put the rules into an object under the key `ruleset`",
            };
            diags.push(Diagnostic::error(Code::NoRuleset, Span::whole_file(file), message).help(help));
            read_all(Resolver::new(own, package, roots, sources, diags));
            return None;
        }
    };
    let folder = package.as_ref().map(|(_, folder, _)| folder.clone());
    let around = package.as_ref().map(|(files, folder, _)| (*files, folder));
    let mut fragments = fragments::read(dialect, &ruleset, around, roots, sources, diags);
    let own_folder = package
        .as_ref()
        .map(|(files, folder, _)| (*files, folder.clone()));
    let mut resolver = Resolver::new(own, package, roots, sources, diags);
    let decks = resolve(&mut resolver, &ruleset);
    let Resolver {
        card_sets,
        written,
        mut inputs,
        is_incomplete,
        around,
        sources,
        diags,
        ..
    } = resolver;
    inputs.extend(fragments.inputs);
    let own_folder = own_folder.as_ref().map(|(files, folder)| (*files, folder));
    fragments.around.extend(around);
    let texts = texts::read(
        fat_texts,
        own_folder,
        &fragments.around,
        sources,
        &mut inputs,
        diags,
    );
    Some(Package {
        main: file,
        dialect,
        folder,
        ruleset,
        card_sets,
        decks,
        written,
        beside: fragments.found,
        is_incomplete,
        scripts: None,
        lacks_script: false,
        fat_scripts,
        texts,
        inputs,
    })
}

/// Reads the card sets and decks of a ruleset.
fn resolve(resolver: &mut Resolver<'_, '_>, ruleset: &Node) -> Vec<Deck> {
    let written = Ruleset { node: ruleset };
    let sets = names(written.cardsets(), "cardsets", resolver.diags);
    let deck_names = names(written.decks(), "decks", resolver.diags);
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
fn names<'n>(listed: Items<'n, Name>, field: &str, diags: &mut Diagnostics) -> Vec<(&'n str, Span)> {
    if let Some(node) = listed.node {
        Names::SHAPE.check(node, field, diags);
    }
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for name in listed.iter().filter(|name| !name.is_empty()) {
        if seen.insert(name.as_str()) {
            names.push((name.as_str(), name.span()));
        } else {
            let message = format!("`{name}` is listed twice; it is used once");
            diags.warning(Code::ListedTwice, name.span(), message, "take one of the two out");
        }
    }
    names
}
