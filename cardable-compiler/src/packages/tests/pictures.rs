use super::{load_files, memory};
use crate::content::{CardSet, MemoryFiles};

/// A package whose folder has the pictures that are named.
fn package(set: &str, pictures: &[&str]) -> MemoryFiles {
    let text = format!("{{cardset: {set}, ruleset: {{game_state: []}}}}");
    let mut files = memory("", &[("game/ruleset.json", &text)]);
    for picture in pictures {
        files.add(&format!("game/resources/{picture}"), "").unwrap();
    }
    files
}

fn read(set: &str, pictures: &[&str], expected: &[&str]) -> CardSet {
    let outcome = load_files(&package(set, pictures), "game", &[]);
    let found: Vec<String> = outcome
        .reports
        .iter()
        .map(|report| format!("{} {}", report.code.as_str(), report.message))
        .collect();
    assert_eq!(found, expected, "{set}");
    outcome.package().card_sets[0].clone()
}

fn faces(set: &CardSet) -> Vec<Option<&str>> {
    set.cards
        .iter()
        .map(|card| card.face.as_ref().map(|path| path.as_str()))
        .collect()
}

const SET: &str = "{set_name: 'x', card_back: 'back.png', symmetrical_deck: true,
    suits: [{suit_name: 'Hearts', texture_folder_override: 'h'},
            {suit_name: 'Spades', suit_back_override: 'dark.png'}],
    cards: [{card_name: 'Ace', card_id: 0}, {card_name: 'Two', card_id: 1, texture_override: '2.png'}]}";

#[test]
fn faces_and_backs() {
    let set = read(
        SET,
        &[
            "h/ace.png",
            "h/2.png",
            "Spades/ace.png",
            "Spades/2.png",
            "back.png",
            "Spades/dark.png",
        ],
        &[],
    );
    assert_eq!(
        faces(&set),
        [
            Some("game/resources/h/ace.png"),
            Some("game/resources/h/2.png"),
            Some("game/resources/Spades/ace.png"),
            Some("game/resources/Spades/2.png"),
        ]
    );
    let backs: Vec<_> = set
        .backs
        .iter()
        .map(|back| (&*back.name, back.picture.as_ref().map(|path| path.as_str())))
        .collect();
    assert_eq!(
        backs,
        [
            ("Spades/dark.png", Some("game/resources/Spades/dark.png")),
            ("back.png", Some("game/resources/back.png")),
        ]
    );
    assert_eq!(&*set.cards[0].back, "back.png");
    assert_eq!(&*set.cards[2].back, "Spades/dark.png");
}

#[test]
fn missing_pictures_are_named() {
    let set = read(
        SET,
        &["h/Ace.png", "h/2.png", "Spades/ace.png", "Spades/2.png"],
        &[
            "W201 the picture of the set's back is missing: `game/resources/back.png`",
            "W201 the picture of the suit's back is missing: `game/resources/dark.png`",
            "W201 the picture of `Ace` of `Hearts` is missing: `game/resources/h/ace.png`",
        ],
    );
    assert_eq!(faces(&set)[..2], [None, Some("game/resources/h/2.png")]);
    let outcome = load_files(&package(SET, &["h/Ace.png"]), "game", &[]);
    let mut helps = outcome.reports.iter().filter_map(|report| report.help.as_deref());
    assert!(helps.any(|help| help == "beside it there is `Ace.png`"));
}

#[test]
fn a_folder_that_is_not_there_is_named_once() {
    let set = "{set_name: 'x', symmetrical_deck: true,
        suits: [{suit_name: 'Hearts', texture_folder_override: 'harts'}, {suit_name: 'Spades'}, {suit_name: 'Clubs'}],
        cards: [{card_name: 'Ace', card_id: 0}, {card_name: 'Two', card_id: 1}, {card_name: 'Three', card_id: 2}]}";
    let pictures = ["hearts/ace.png", "Clubs/ace.png", "Clubs/two.png"];
    read(
        set,
        &pictures,
        &[
            "W201 the folder `game/resources/harts` is missing, and 3 cards want a picture in it",
            "W201 the folder `game/resources/Spades` is missing, and 3 cards want a picture in it",
            "W201 the picture of `Three` of `Clubs` is missing: `game/resources/Clubs/three.png`",
        ],
    );
    let outcome = load_files(&package(set, &pictures), "game", &[]);
    let told: Vec<(&str, &str)> = outcome
        .reports
        .iter()
        .map(|report| {
            (
                report.text.as_deref().unwrap_or_default(),
                report.help.as_deref().unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(told[0], ("'harts'", "beside it there is `hearts`"));
    assert!(told[1].1.contains("`texture_folder_override`"), "{told:?}");
}

#[test]
fn without_resources_nothing_is_missed() {
    let set = read(SET, &[], &[]);
    assert_eq!(faces(&set), [None; 4]);
    assert_eq!(&*set.cards[2].back, "dark.png");
}

#[test]
fn names_from_ids_and_cards_without_suits() {
    let set = read(
        "{set_name: 'x', use_id_for_texture_names: true, suits: [{suit_name: 'S'}],
          cards: [{card_name: 'A', card_id: 3, suit_id: 0}, {card_name: 'B', card_id: 4}]}",
        &["S/3.png", "4.png"],
        &[],
    );
    assert_eq!(
        faces(&set),
        [Some("game/resources/S/3.png"), Some("game/resources/4.png")]
    );
}

#[test]
fn the_same_back_in_two_folders_is_two_backs() {
    let set = "{set_name: 'x', card_back: 'b.png', symmetrical_deck: true,
        suits: [{suit_name: 'S'}, {suit_name: 'T'}, {suit_name: 'U'}],
        cards: [{card_name: 'A', card_id: 0}]}";
    let pictures = ["S/a.png", "T/a.png", "U/a.png", "S/b.png", "T/b.png", "b.png"];
    let found = read(set, &pictures, &[]);
    let backs: Vec<&str> = found.cards.iter().map(|card| &*card.back).collect();
    assert_eq!(backs, ["S/b.png", "T/b.png", "b.png"]);
    // A game depends on which cards can be told apart, so this is part of what it is hashed by.
    let outcome = load_files(&package(set, &pictures), "game", &[]);
    let inputs: Vec<&str> = outcome.package().inputs.iter().map(|(name, _)| &**name).collect();
    assert_eq!(inputs, ["ruleset", "backs x"]);
}

#[test]
fn paths_stay_in_their_folder() {
    let set = "{set_name: 'x', card_back: '/etc/passwd', suits: [{suit_name: 'S'},
        {suit_name: 'T', texture_folder_override: '../../..'}], cards: [
        {card_name: 'A', card_id: 0, suit_id: 0, texture_override: '../../ruleset.json'},
        {card_name: 'B', card_id: 1, suit_id: 1, card_back_override: '../b.png'},
        {card_name: 'C', card_id: 2, suit_id: 0, texture_override: '../a.png'}]}";
    for pictures in [&["a.png"][..], &[]] {
        read(
            set,
            pictures,
            &[
                "E210 `/etc/passwd` is no path to a picture: it is absolute",
                "E210 `../../ruleset.json` is no path to a picture: it leaves the folder it starts in",
                "E210 `../../..` is no path to a picture: it leaves the folder it starts in",
                "E210 `../b.png` is no path to a picture: it leaves the folder it starts in",
            ],
        );
    }
}
