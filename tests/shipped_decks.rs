//! The card sets and decks that come along: how many cards of which suit each deck has, and that the page lists them all.

use crate::support;
use cardable_compiler::content::Package;
use cardable_core::content::{Collection, ContentPath, Roots};
use cardable_core::diag::{Diagnostics, Sources};
use cardable_core::testing::random_game;
use std::collections::BTreeMap;

/// Each deck: its card set, its name, and how many cards it has of each suit, in the order of the suits; those without a
/// suit come last.
const DECKS: [(&str, &str, &[usize]); 19] = [
    ("standard", "standard-24", &[6, 6, 6, 6]),
    ("standard", "standard-32", &[8, 8, 8, 8]),
    ("standard", "standard-36", &[9, 9, 9, 9]),
    ("standard", "standard-40", &[10, 10, 10, 10]),
    ("standard", "standard-48", &[12, 12, 12, 12]),
    ("standard", "standard-52", &[13, 13, 13, 13]),
    ("standard", "standard-54", &[14, 14, 13, 13]),
    ("standard", "standard-104", &[26, 26, 26, 26]),
    ("standard", "standard-108", &[28, 28, 26, 26]),
    ("standard", "clubs-13", &[13, 0, 0, 0]),
    ("standard", "diamonds-13", &[0, 13, 0, 0]),
    ("standard", "hearts-13", &[0, 0, 13, 0]),
    ("standard", "spades-13", &[0, 0, 0, 13]),
    ("spanish", "spanish-40", &[10, 10, 10, 10]),
    ("spanish", "spanish-48", &[12, 12, 12, 12]),
    ("german", "german-32", &[8, 8, 8, 8]),
    ("german", "german-36", &[9, 9, 9, 9]),
    ("tarot", "tarot-78", &[14, 14, 14, 14, 21, 1]),
    ("tarot", "tarock-54", &[8, 8, 8, 8, 21, 1]),
];

fn shipped() -> &'static cardable_rulesets::ShippedFiles {
    cardable_rulesets::files()
}

/// A ruleset with a deck, as it is read.
fn package(set: &str, deck: &str) -> Package {
    let text = format!("{{ ruleset: {{ cardsets: '{set}', decks: '{deck}', game_state: [] }} }}");
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let roots = Roots {
        supplied: &[shipped()],
        ..Roots::NONE
    };
    let package = Package::from_text("a game", text, roots, &mut sources, &mut diags);
    let said: Vec<String> = diags.reports(&sources).iter().map(ToString::to_string).collect();
    assert!(said.is_empty(), "{deck}: {said:#?}");
    package.expect("it is read")
}

/// The names of the cards of a deck, with their suits, each with how often the deck has it.
fn counted(package: &Package) -> BTreeMap<(Option<usize>, String), usize> {
    let (set, deck) = (&package.card_sets[0], &package.decks[0]);
    let mut counted = BTreeMap::new();
    for card in deck.cards.iter().map(|at| &set.cards[*at]) {
        *counted.entry((card.suit, card.name.to_string())).or_insert(0) += 1;
    }
    counted
}

#[test]
fn each_deck_has_its_cards() {
    for (set, name, wanted) in DECKS {
        let package = package(set, name);
        let suits = package.card_sets[0].suits.len();
        let mut found = vec![0; suits.max(wanted.len())];
        for ((suit, _), copies) in counted(&package) {
            found[suit.unwrap_or(suits)] += copies;
        }
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn decks_hold_every_card_as_often_as_their_packs() {
    for (set, name, wanted) in DECKS {
        let packs = match name {
            "standard-48" | "standard-104" | "standard-108" => 2,
            _ => 1,
        };
        let counted = counted(&package(set, name));
        assert!(
            counted.values().all(|copies| *copies == packs),
            "{name}: {counted:?}"
        );
        assert_eq!(counted.len() * packs, wanted.iter().sum::<usize>(), "{name}");
    }
}

#[test]
fn cards_of_the_packs_are_told_apart_and_have_what_the_page_says() {
    for set in ["standard", "spanish", "german", "tarot"] {
        let deck = DECKS.iter().find(|(of, ..)| *of == set).expect("it has decks").1;
        let package = package(set, deck);
        let mut names = BTreeMap::new();
        for card in &package.card_sets[0].cards {
            for wanted in ["index", "points", "court"] {
                assert!(
                    card.attribute(wanted).is_some(),
                    "{set}: `{}` lacks `{wanted}`",
                    card.name
                );
            }
            assert!(card.rank.is_some(), "{set}: `{}` has no rank", card.name);
            let twin = names.insert((card.suit, card.name.clone()), card.id);
            assert_eq!(twin, None, "{set}: two cards are called `{}`", card.name);
        }
    }
}

/// The decks of each card set that comes along, by the names of the sets.
fn all() -> BTreeMap<String, Vec<(String, usize)>> {
    let mut all = BTreeMap::new();
    for (path, _) in shipped()
        .iter()
        .filter(|(path, _)| path.ends_with("/cardset.json"))
    {
        let folder = ContentPath::new(path.trim_end_matches("/cardset.json")).expect("a path");
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let found = Collection::from_files(shipped(), &folder, Roots::NONE, &mut sources, &mut diags);
        assert!(!diags.has_errors(), "{path}");
        let found = found.expect("there is a card set");
        let mut decks: Vec<(String, usize)> = found
            .decks
            .iter()
            .map(|deck| (deck.name.clone(), deck.cards.len()))
            .collect();
        decks.sort();
        all.insert(found.card_sets[0].name.clone(), decks);
    }
    all
}

#[test]
fn every_shipped_deck_is_counted() {
    let names = all().into_iter().flat_map(|(set, decks)| {
        let of_set = move |(deck, _)| (set.clone(), deck);
        decks.into_iter().map(of_set).collect::<Vec<_>>()
    });
    let mut wanted: Vec<(String, String)> = DECKS
        .iter()
        .map(|(set, deck, _)| ((*set).to_owned(), (*deck).to_owned()))
        .collect();
    wanted.sort();
    assert_eq!(names.collect::<Vec<_>>(), wanted);
}

fn page() -> String {
    std::fs::read_to_string(support::root().join("docs/packs.md")).expect("the page is there")
}

#[test]
fn the_page_lists_every_deck_with_its_count() {
    let page = page();
    let mut listed = BTreeMap::new();
    for chapter in page.split("\n## `").skip(1) {
        let (set, chapter) = chapter.split_once('`').expect("a name");
        let rows = chapter.lines().filter_map(|line| line.strip_prefix("| `"));
        let mut rows: Vec<(String, usize)> = rows
            .map(|row| {
                let (deck, rest) = row.split_once("` | ").expect("a name");
                let count = rest.split(' ').next().expect("a count");
                (deck.to_owned(), count.parse().expect("a count"))
            })
            .collect();
        rows.sort();
        listed.insert(set.to_owned(), rows);
    }
    assert_eq!(listed, all());
}

#[test]
fn the_game_of_the_page_can_be_played() {
    let page = page();
    let text = page
        .split("\n```json5\n")
        .nth(1)
        .and_then(|rest| rest.split("\n```").next());
    let loader = support::loader().supplied(&[shipped()]);
    let checked = loader.check_text("packs.md", text.expect("a game"));
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert!(said.is_empty(), "{said:#?}");
    let ruleset = checked.ruleset.expect("it is read");
    for seed in 0..20 {
        let game = random_game(&ruleset, 3, seed, 50, |_, _, _, _| Ok(()));
        assert!(game.expect("it plays").is_over());
    }
}
