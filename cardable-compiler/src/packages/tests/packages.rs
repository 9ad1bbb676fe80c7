use super::{coin, load_files, load_text, memory};
use crate::Collection;
use crate::content::{ContentPath, Files, Home, MemoryFiles, Package, Roots};
use crate::text::diag::Diagnostics;
use crate::text::json::Node;
use crate::text::source::Sources;

const SKULLS: &str = r#"{
    "$schema": "x",
    "cardset": {
        "set_name": "Skulls", "card_dimensions": {"width": 150, "height": 150},
        "suits": [
            {"suit_name": "Red", "suit_id": 0, "suit_back_override": "r.png"},
            {"suit_name": "Blue", "suit_id": 1, "suit_back_override": "b.png",},
        ],
        "symmetrical_deck": true,
        "cards": [
            {"card_name": "Skull", "card_id": 0, "card_value": 1},
            {"card_name": "Flower", "card_id": 1, "card_value": 0},
        ],
    },
    "deck": [
        {"deck_name": "Red", "cardset": "Skulls", "content": [0, 1, 1, 1]},
        {"deck_name": "Blue", "cardset": "Skulls", "content": [2, 3, 3, 3]},
    ],
    "ruleset": {
        "ruleset_name": "Skulls", "cardsets": ["Skulls"], "decks": ["Blue", "Red"],
        "game_state": [],
    },
}"#;

fn names(package: &crate::content::Package) -> (Vec<String>, Vec<String>) {
    let sets = package.card_sets.iter().map(|set| set.name.to_string()).collect();
    let decks = package.decks.iter().map(|deck| {
        format!(
            "{} of {}: {:?}",
            deck.name, package.card_sets[deck.card_set].name, deck.cards
        )
    });
    (sets, decks.collect())
}

#[track_caller]
fn loads(outcome: &super::Outcome, sets: &[&str], decks: &[&str]) {
    assert_eq!(outcome.problems(), [""; 0]);
    let (found_sets, found_decks) = names(outcome.package());
    assert_eq!(
        (found_sets, found_decks),
        (
            sets.iter().map(|s| s.to_string()).collect(),
            decks.iter().map(|s| s.to_string()).collect(),
        )
    );
}

#[test]
fn a_file_with_everything() {
    let outcome = load_text(SKULLS, &[]);
    loads(
        &outcome,
        &["Skulls"],
        &["Blue of Skulls: [2, 3, 3, 3]", "Red of Skulls: [0, 1, 1, 1]"],
    );
    let package = outcome.package();
    assert_eq!(
        package.ruleset.get("ruleset_name").and_then(Node::as_str),
        Some("Skulls")
    );
    assert_eq!(package.inputs, [("ruleset".to_owned(), SKULLS.into())]);
    assert_eq!(package.folder, None);
}

#[test]
fn rules_spread_over_the_whole_file() {
    let text = format!(
        "{{cardset: {}, cardsets: 'Coin', game_state: [], other: 1}}",
        coin("Coin")
    );
    let outcome = load_text(&text, &[]);
    loads(&outcome, &["Coin"], &["Coin of Coin: [0, 1]"]);
    let keys: Vec<&str> = outcome
        .package()
        .ruleset
        .members()
        .iter()
        .map(|m| &*m.key)
        .collect();
    assert_eq!(keys, ["cardsets", "game_state", "other"]);
}

#[test]
fn several_sets_without_decks() {
    let text = format!(
        "{{cardset: [{}, {}], ruleset: {{game_state: [], cardsets: ['B', 'A', '']}}}}",
        coin("A"),
        coin("B")
    );
    loads(
        &load_text(&text, &[]),
        &["B", "A"],
        &["B of B: [0, 1]", "A of A: [0, 1]"],
    );
}

#[test]
fn what_comes_with_the_program_is_looked_at_last() {
    let root = memory("root", &[("mine/cardset.json", &set_file("Mine"))]);
    let supplied = memory(
        "with-the-program",
        &[
            ("mine/cardset.json", &set_file("Mine")),
            ("pack/cardset.json", &set_file("Pack")),
            ("pack/decks/one.json", &deck_file("one", "Pack", "0")),
        ],
    );
    let read = |text: &str| {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let roots = Roots {
            content: &[&root],
            supplied: &[&supplied],
        };
        let package = Package::from_text("g.json", text, roots, &mut sources, &mut diags).unwrap();
        (package, diags.reports(&sources))
    };
    // No ambiguity: what an author has of that name counts.
    let (package, reports) =
        read("{ruleset: {game_state: [], cardsets: ['Mine', 'Pack'], decks: ['one', 'Mine']}}");
    let places = package.card_sets.iter().map(|set| set.home.clone());
    let index = |home| match home {
        Home::Root { index, .. } => Some(index),
        Home::Text | Home::Package(_) => None,
    };
    assert_eq!(places.map(index).collect::<Vec<_>>(), [Some(0), Some(1)]);
    let told: Vec<&str> = reports.iter().map(|report| report.message.as_str()).collect();
    assert_eq!(told, ["there is no deck `Mine`"]);
    assert!(
        reports[0].help.as_deref().is_some_and(
            |help| help.ends_with("this file, the folder `root` and what comes with the program (`one`)")
        ),
        "{reports:#?}"
    );
}

fn set_file(name: &str) -> String {
    format!("{{cardset: {}}}", coin(name))
}

fn deck_file(name: &str, set: &str, content: &str) -> String {
    format!("{{deck: {{deck_name: '{name}', cardset: '{set}', content: [{content}]}}}}")
}

#[test]
fn names_are_looked_up_from_near_to_far() {
    let rules = "{ruleset: {game_state: [], cardsets: ['Near'], decks: ['own', 'side', 'far', 'loose']}}";
    let files = memory(
        "here",
        &[
            ("game/ruleset.json", rules),
            ("game/near/cardset.json", &set_file("Near")),
            ("game/near/decks/own.json", &deck_file("own", "Near", "0, 1")),
            ("game/side.json", &deck_file("side", "Near", "1")),
            ("game/near/config.json", "not json at all"),
            ("elsewhere/cardset.json", &set_file("Near")),
        ],
    );
    let root = memory(
        "root",
        &[
            ("a/b/config.json", &set_file("Far")),
            ("a/b/decks/far.json", &deck_file("far", "Far", "1, 1")),
            ("a/config.json", "{colour: 'of another program'}"),
            ("near/cardset.json", &set_file("Near")),
            ("near/decks/own.json", &deck_file("own", "Near", "1")),
            ("user-decks/loose.json", &deck_file("loose", "Near", "1, 0")),
            ("user-decks/broken.json", "{deck: "),
        ],
    );
    let outcome = load_files(&files, "game", &[&root]);
    loads(
        &outcome,
        &["Near", "Far"],
        &[
            "own of Near: [0, 1]",
            "side of Near: [1]",
            "far of Far: [1, 1]",
            "loose of Near: [1, 0]",
        ],
    );
    let inputs: Vec<&str> = outcome.package().inputs.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        inputs,
        [
            "ruleset",
            "cardset Near",
            "deck own",
            "deck side",
            "deck far",
            "cardset Far",
            "deck loose"
        ]
    );
    assert_eq!(outcome.package().folder, Some(ContentPath::new("game").unwrap()));
}

#[test]
fn nothing_is_read_that_is_not_needed() {
    struct Untouchable;
    impl Files for Untouchable {
        fn read(&self, _: &ContentPath, _: u64) -> Result<Vec<u8>, crate::content::FilesError> {
            panic!("read")
        }
        fn list(&self, _: &ContentPath) -> Result<Vec<crate::content::Entry>, crate::content::FilesError> {
            panic!("listed")
        }
        fn kind(&self, _: &ContentPath) -> Option<crate::content::Kind> {
            panic!("asked for")
        }
    }
    assert_eq!(load_text(SKULLS, &[&Untouchable]).problems(), [""; 0]);
}

#[test]
fn a_deck_brings_its_card_set_along() {
    let root = memory(
        "root",
        &[
            ("far/cardset.json", &set_file("Far")),
            ("user-decks/d.json", &deck_file("D", "Far", "1")),
        ],
    );
    let outcome = load_text("{ruleset: {game_state: [], decks: 'D'}}", &[&root]);
    loads(&outcome, &["Far"], &["D of Far: [1]"]);
}

#[test]
fn two_candidates_are_both_named() {
    let root = memory(
        "root",
        &[
            ("a/cardset.json", &format!("/* first */ {}", set_file("Twin"))),
            ("b/cardset.json", &set_file("Twin")),
        ],
    );
    let text = "{ruleset: {game_state: [], cardsets: 'Twin'}}";
    let outcome = load_text(text, &[&root]);
    assert_eq!(
        outcome.problems(),
        [
            "g.json:1:38 E244 the card set `Twin` could be the one at `root/a/cardset.json:1:34` or \
         the one at `root/b/cardset.json:1:22`"
        ]
    );
    assert_eq!(outcome.package().card_sets.len(), 1);

    // The same text seen twice, as in roots that overlap, is no second candidate.
    let inner = memory("inner", &[("cardset.json", &set_file("Twin"))]);
    let outer = memory("outer", &[("inner/cardset.json", &set_file("Twin"))]);
    loads(
        &load_text(text, &[&inner, &outer]),
        &["Twin"],
        &["Twin of Twin: [0, 1]"],
    );

    let own = format!(
        "{{cardset: [{0}, {0}], ruleset: {{game_state: []}}}}",
        coin("Twin")
    );
    assert_eq!(load_text(&own, &[]).codes(), ["E244", "W204"]);
}

#[test]
fn unknown_names() {
    let root = memory("root", &[("a/cardset.json", &set_file("Standard"))]);
    let text = "{ruleset: {game_state: [], cardsets: ['Standart'], decks: 'Full'}}";
    let outcome = load_text(text, &[&root]);
    assert_eq!(
        outcome.problems(),
        // The deck may well lie beside the card set that was meant.
        ["g.json:1:39 E242 there is no card set `Standart`"]
    );
    assert_eq!(
        outcome.reports[0].help.as_deref(),
        Some("did you mean `Standard`?")
    );
    let place = outcome.reports[0].place.as_ref().unwrap();
    assert_eq!(&*place.path, "$.ruleset.cardsets[0]");

    let outcome = load_text(
        "{ruleset: {game_state: [], cardsets: 'Standard', decks: 'Full'}}",
        &[&root],
    );
    assert_eq!(outcome.problems(), ["g.json:1:57 E243 there is no deck `Full`"]);
    assert_eq!(
        outcome.reports[0].help.as_deref(),
        Some("declare it in this file, or put it where it is looked for: this file and the folder `root`")
    );

    // What lies beside it and is something else is no part of the mistake.
    let files = memory(
        "here",
        &[
            (
                "game/ruleset.json",
                "{ruleset: {game_state: [], cardsets: 'Far'}}",
            ),
            ("game/ruleset.schema.json", "{title: 'a schema', allOf: []}"),
        ],
    );
    assert_eq!(load_files(&files, "game", &[]).codes(), ["E242"]);

    // The name may be in a file that cannot be read.
    let root = memory("root", &[("a/cardset.json", "{cardset: {set_name: Far}}")]);
    let outcome = load_text("{ruleset: {game_state: [], cardsets: 'Far'}}", &[&root]);
    assert_eq!(outcome.codes(), ["E242", "E118"]);
}

#[test]
fn lists_of_names() {
    let text = |fields: &str| {
        format!(
            "{{cardset: {}, ruleset: {{game_state: [], {fields}}}}}",
            coin("Coin")
        )
    };
    assert_eq!(
        load_text(&text("cardsets: ['Coin', 'Coin']"), &[]).codes(),
        ["W206"]
    );
    assert_eq!(load_text(&text("cardsets: [1, 'Coin']"), &[]).codes(), ["E203"]);
    assert_eq!(load_text(&text("cardsets: {a: 1}"), &[]).codes(), ["E203"]);
    assert_eq!(load_text("{ruleset: {game_state: []}}", &[]).codes(), ["W209"]);
}

#[test]
fn what_is_not_used_is_checked_all_the_same() {
    let text = format!(
        "{{cardset: [{}, {{set_name: 'Other', cards: 5}}],
          deck: [{{deck_name: 'd', cardset: 'Coin', content: [7]}}],
          ruleset: {{game_state: [], cardsets: 'Coin', decks: 'e'}}}}",
        coin("Coin")
    );
    let outcome = load_text(&text, &[]);
    let mut codes = outcome.codes();
    codes.sort_unstable();
    assert_eq!(codes, ["E203", "E230", "E243", "W204", "W205"]);
    assert_eq!(outcome.package().card_sets.len(), 1);
}

#[test]
fn finding_the_ruleset_in_a_folder() {
    let rules = "{ruleset: {game_state: []}}";
    let check = |files: &[(&str, &str)], path: &str, expected: &[&str]| {
        let outcome = load_files(&memory("", files), path, &[]);
        assert_eq!(outcome.problems(), expected, "{files:?}");
    };
    let no_cards = |file: &str| format!("{file}:1:11 W209 this ruleset has no cards");
    check(
        &[("g/ruleset.json", rules), ("g/b.json", rules)],
        "g",
        &[&no_cards("g/ruleset.json")],
    );
    check(
        &[("g/b.json", rules), ("g/c.json", "{}")],
        "g",
        &[&no_cards("g/b.json")],
    );
    check(&[("g/b.json", rules)], "g/b.json", &[&no_cards("g/b.json")]);
    check(&[("b.json", rules)], "", &[&no_cards("b.json")]);
    check(
        &[("g/b.json", rules), ("g/c.json", rules)],
        "g",
        &["g/b.json:1:1 E241 `g` has two rulesets: `g/b.json` and `g/c.json`"],
    );
    check(&[("g/b.json", "{}")], "g", &["E240 no file in `g` has a ruleset"]);
    check(
        &[("g/ruleset.json", "{}")],
        "g",
        &["g/ruleset.json:1:1 E240 `g/ruleset.json` has no ruleset"],
    );
    check(&[], "g", &["E211 `g` cannot be read: it does not exist"]);
    check(
        &[("g/r.json", "[1]")],
        "g/r.json",
        &["g/r.json:1:1 E203 a file is an object, not a list"],
    );
    check(
        &[("r.json", "{ruleset: {game_state: []}, rulesets: 1}")],
        "r.json",
        &["r.json:1:29 E201 a file has no field `rulesets`"],
    );
}

#[test]
fn bytes_that_are_no_text() {
    let mut files = MemoryFiles::new();
    files.add("r.json", b"{ruleset:\n \xFF".to_vec()).unwrap();
    files.add("large.json", vec![b' '; (16 << 20) + 1]).unwrap();
    assert_eq!(
        load_files(&files, "r.json", &[]).problems(),
        ["r.json:2:2 E102 the text is not UTF-8: byte 11 belongs to no character"]
    );
    assert_eq!(
        load_files(&files, "large.json", &[]).problems(),
        ["E101 `large.json` cannot be read: it has more than 16777216 bytes"]
    );
}

#[test]
fn card_sets_by_themselves() {
    let files = memory(
        "",
        &[
            ("coin/cardset.json", &set_file("Coin")),
            ("coin/decks/a.json", &deck_file("A", "Coin", "0")),
            ("coin/decks/b.json", &deck_file("B", "Con", "0")),
            ("empty/x.json", "{}"),
        ],
    );
    let read = |path: &str| {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let path = ContentPath::new(path).unwrap();
        let found = Collection::from_files(&files, &path, Roots::NONE, &mut sources, &mut diags);
        let codes = diags
            .sorted()
            .iter()
            .map(|problem| problem.code.as_str())
            .collect::<Vec<_>>();
        (
            found.map(|found| (found.card_sets.len(), found.decks.len())),
            codes,
        )
    };
    assert_eq!(read("coin"), (Some((1, 1)), vec!["E242"]));
    assert_eq!(read("coin/cardset.json"), (Some((1, 0)), vec![]));
    assert_eq!(read("coin/decks/a.json"), (Some((0, 0)), vec!["E242"]));
    assert_eq!(read("empty"), (None, vec!["E245"]));
    assert_eq!(read("empty/x.json"), (None, vec!["E245"]));
    assert_eq!(read("nowhere"), (None, vec!["E211"]));
}
