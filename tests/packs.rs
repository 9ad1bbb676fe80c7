//! Packed rulesets: one text has all that a game needs, and is played by the same rules.

use crate::support;
use cardable_core::content::Packed;
use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::{Checked, Game, Loader, Match, Ruleset, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What is said, without the places.
fn reports(checked: &Checked) -> Vec<String> {
    let told = checked.reports().into_iter().map(|report| {
        let help = report.help.unwrap_or_default();
        format!("{} {}\n    {help}", report.code.as_str(), report.message)
    });
    told.collect()
}

fn packed(found: Result<Packed, Checked>) -> Packed {
    found.unwrap_or_else(|checked| panic!("{:#?}", reports(&checked)))
}

/// What is read from a text that has nothing around it.
fn alone(packed: &Packed) -> Checked {
    support::loader().check_text(&packed.file_name, &packed.text)
}

/// A game of so many random choices.
fn played(ruleset: &Ruleset, seats: usize, choices: usize) -> Match {
    let mut table = Match::new(ruleset, &Setup::seats(seats), Seed::from(5)).expect("it begins");
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..choices {
        let Some(decision) = table.game().next_decision() else {
            break;
        };
        let (seat, choice) = (decision.seat(), decision.sample(&mut rng).expect("a choice"));
        table.submit(seat, &choice).expect("it is applied");
    }
    table
}

#[test]
fn every_shipped_game_is_packed_checked_and_played_on() {
    for (name, path) in support::games() {
        let loader = support::loader();
        let before = loader.check_path(&path);
        let packed = packed(loader.pack_path(&path));
        let after = alone(&packed);
        assert_eq!(reports(&before), reports(&after), "{name}");
        let (before, after) = (
            before.ruleset.expect("it loads"),
            after.ruleset.expect("it loads"),
        );
        assert_eq!(before.rules().to_string(), after.rules().to_string(), "{name}");
        assert_eq!(before.name(), after.name(), "{name}");
        assert!(
            serde_json::from_str::<serde_json::Value>(&packed.text).is_ok(),
            "{name}: strict JSON"
        );
        // What people read stays, too.
        assert_eq!(before.description(), after.description(), "{name}");

        // A log of one is one of the other, in both directions.
        let seats = *before.seats().end();
        for (from, to) in [(&before, &after), (&after, &before)] {
            let table = played(from, seats, 250);
            let replayed = Match::replay(to, table.log()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(
                table.game().view(Viewer::Omniscient),
                replayed.game().view(Viewer::Omniscient),
                "{name}"
            );
            let save = table.game().save();
            assert!(Game::restore(to, &save).is_ok(), "{name}: a saved game goes on");
        }
    }
}

#[test]
fn what_is_packed_is_packed_already() {
    for (name, path) in support::games() {
        let packed = packed(support::loader().pack_path(&path));
        let mut files = MemoryFiles::new();
        files
            .add(&packed.file_name, packed.text.as_str())
            .expect("a name");
        let path = ContentPath::new(&packed.file_name).expect("a path");
        let again = support::loader()
            .pack_files(&files, &path)
            .map(|again| again.text);
        assert_eq!(again.ok(), Some(packed.text), "{name}");
    }
}

#[test]
fn a_file_is_called_so_that_it_can_be_read() {
    for (name, expected) in [
        ("crazy-eights", "crazy-eights.json"),
        ("hearts", "hearts.cardgame.json"),
        ("scramble", "scramble.game.json"),
    ] {
        let path = support::root().join("rulesets").join(name);
        assert_eq!(packed(support::loader().pack_path(&path)).file_name, expected);
        let inside = path.join("..").join(name);
        assert_eq!(packed(support::loader().pack_path(inside)).file_name, expected);
    }
    let file = support::root().join("rulesets/euchre/ruleset.json");
    assert_eq!(packed(support::loader().pack_path(file)).file_name, "euchre.json");
}

const RULES: &str = r#"min_players: 2, max_players: 2, game_area: { shared_zones: [{ name: "deck", zone_visibility: "none" }],
    player_zones: [{ name: "hand", zone_visibility: "owner" }] },
    game_state: [{ state_name: "play", state_type: "round_robin", actions: [
        { action_name: "draw", type: "button", primitives: "deal(deck, hand, 1)", condition: "count(deck) > 1" },
        { action_name: "stop", type: "button", condition: "count(deck) <= 1", primitives: "end_game($player)" },
    ] }]"#;

/// The packed form of `game` among these files, and what is read from the files themselves.
fn among(files: &[(&str, &str)]) -> (Packed, Checked) {
    let mut memory = MemoryFiles::new();
    for (path, text) in files {
        memory.add(path, *text).expect("a path");
    }
    let loader = support::loader().roots(&[&memory]);
    let path = ContentPath::new("game").expect("a path");
    (
        packed(loader.pack_files(&memory, &path)),
        loader.check_files(&memory, &path),
    )
}

#[track_caller]
fn same_rules(files: &[(&str, &str)]) -> Packed {
    let (packed, before) = among(files);
    let after = alone(&packed);
    assert_eq!(reports(&after), reports(&before), "{}", packed.text);
    let rules = |checked: Checked| checked.ruleset.map(|ruleset| ruleset.rules().to_string());
    let before = rules(before);
    assert!(before.is_some());
    assert_eq!(rules(after), before, "{}", packed.text);
    packed
}

/// Sets and decks come from everywhere, in an order that matters.
#[test]
fn content_keeps_its_order_and_its_ways() {
    let one = r#"{ cardset: { set_name: "one", cards: [{ card_name: "A", card_id: 3 }, { card_name: "B", card_id: 7 }] } }"#;
    // The deck does not say which set it is made of: the only one beside it.
    let two = r#"{ cardset: { set_name: "two", cards: [{ card_name: "C", card_id: 0 }, { card_name: "D", card_id: 1 }] },
        deck: [{ deck_name: "pair", content: [1, 0, { card: 1, copies: 2 }] }, { deck_name: "unasked", content: [0] }] }"#;
    let ones = r#"{ deck: { deck_name: "ones", cardset: "one", content: [7, 3] } }"#;
    let around = [
        ("one/cardset.json", one),
        ("two/cardset.json", two),
        ("one/decks/ones.json", ones),
    ];
    for (own, named) in [
        ("", r#"cardsets: ["two", "one"]"#),
        ("", r#"decks: ["pair", "ones"]"#),
        ("", r#"cardsets: ["one"], decks: ["pair", "ones"]"#),
        (
            r#"cardset: { set_name: "own", cards: [{ card_name: "O", card_id: 0 }] },"#,
            r#"cardsets: ["one", "own"]"#,
        ),
        (
            r#"cardset: { set_name: "own", cards: [{ card_name: "O", card_id: 0 }] }, deck: { deck_name: "ours", content: [0, 0] },"#,
            r#"decks: ["ones", "ours"]"#,
        ),
    ] {
        let ruleset = format!(r#"{{ {own} ruleset: {{ ruleset_name: "Game", {named}, {RULES} }} }}"#);
        let mut files = around.to_vec();
        files.push(("game/ruleset.json", &ruleset));
        let packed = same_rules(&files);
        assert!(!packed.text.contains("unasked"), "{}", packed.text);
    }
    // Rules that stand in the outermost object, with their cards among them.
    let bare = format!(
        r#"{{ $schema: "../ruleset.schema.json", ruleset_name: "Game", {RULES},
            cardset: {{ set_name: "own", cards: [{{ card_name: "O", card_id: 0 }}, {{ card_name: "P", card_id: 1 }}] }} }}"#
    );
    let packed = same_rules(&[("game/ruleset.json", &bare)]);
    assert!(!packed.text.contains("$schema"), "{}", packed.text);
}

/// Which backs differ, and so which hidden cards can be told apart, may be known from pictures alone.
#[test]
fn backs_that_only_pictures_tell_apart_stay_apart() {
    let set = |symmetrical: bool| {
        let cards = match symmetrical {
            true => {
                r#"{ card_name: "Ace", card_id: 0 }, { card_name: "Two", card_id: 1, card_back_override: "own.png" }"#
            }
            false => {
                r#"{ card_name: "Ace", card_id: 0, suit_id: 4 }, { card_name: "Two", card_id: 5, suit_id: 9 }"#
            }
        };
        format!(
            r#"{{ cardset: {{ set_name: "pictured", card_back: "back.png", symmetrical_deck: {symmetrical},
                suits: [{{ suit_name: "Hearts", suit_id: 4 }}, {{ suit_name: "Spades", suit_id: 9 }}], cards: [{cards}] }} }}"#
        )
    };
    let ruleset = format!(r#"{{ ruleset: {{ ruleset_name: "Game", cardsets: "pictured", {RULES} }} }}"#);
    for symmetrical in [true, false] {
        let set = set(symmetrical);
        let plain = [("game/ruleset.json", &*ruleset), ("game/cardset.json", &*set)];
        let pictured = [
            plain[0],
            plain[1],
            ("game/resources/back.png", ""),
            ("game/resources/own.png", ""),
            ("game/resources/Spades/back.png", ""),
            ("game/resources/Spades/own.png", ""),
            ("game/resources/Hearts/ace.png", ""),
            ("game/resources/Hearts/two.png", ""),
            ("game/resources/Spades/ace.png", ""),
            ("game/resources/Spades/two.png", ""),
        ];
        let (with, without) = (same_rules(&pictured), same_rules(&plain));
        assert_ne!(
            with.ruleset.rules(),
            without.ruleset.rules(),
            "cards of Spades have a back of their own"
        );
        assert!(with.text.contains("Spades/back.png") && !without.text.contains("Spades/back.png"));
    }
}

/// A card that no deck has is worth a warning in a game's own set, not in one for many games.
#[test]
fn sets_for_many_games_may_have_cards_that_no_deck_has() {
    let set =
        r#"{ set_name: "own", cards: [{ card_name: "O", card_id: 0 }, { card_name: "P", card_id: 1 }] }"#;
    let rules = |own: &str| {
        format!(
            r#"{{ {own} deck: {{ deck_name: "some", cardset: "own", content: [0, 0] }},
                ruleset: {{ ruleset_name: "Game", decks: "some", {RULES} }} }}"#
        )
    };
    let (around, cards) = (rules(""), format!("{{ cardset: {set} }}"));
    let packed = same_rules(&[("game/ruleset.json", &around), ("sets/cardset.json", &cards)]);
    assert_eq!(reports(&alone(&packed)), Vec::<String>::new());
    let inside = rules(&format!("cardset: {set},"));
    let (packed, before) = among(&[("game/ruleset.json", &inside)]);
    assert!(
        reports(&before)[0].contains("no deck has"),
        "{:?}",
        reports(&before)
    );
    assert_eq!(
        reports(&alone(&packed)).len(),
        1,
        "it is the game's own set still"
    );
}

#[test]
fn scripts_come_along_with_what_they_require() {
    let ruleset = format!(
        r#"{{ cardset: {{ set_name: "own", cards: [{{ card_name: "O", card_id: 0 }}] }},
            ruleset: {{ ruleset_name: "Game", script: "rules.luau", {} }} }}"#,
        RULES.replace("primitives: \"end_game($player)\"", "function: \"finish\"")
    );
    let rules =
        "local more = require(\"lib/more\")\r\nfunction finish()\r\n\tmore.finish() -- \"so\"\r\nend\r\n";
    let more = "local more = {}\nfunction more.finish()\n    end_game()\nend\nreturn more";
    let packed = same_rules(&[
        ("game/ruleset.json", &ruleset),
        ("game/rules.luau", rules),
        ("game/lib/more.luau", more),
        ("game/lib/unused.luau", "error('nobody asked')"),
    ]);
    assert!(!packed.text.contains("nobody asked"));
    let text: serde_json::Value = serde_json::from_str(&packed.text).expect("JSON");
    let lines = |path: &str| -> Vec<&str> {
        let lines = text["scripts"][path].as_array().expect("lines");
        lines.iter().filter_map(serde_json::Value::as_str).collect()
    };
    assert_eq!(lines("rules.luau").join("\n"), rules);
    assert_eq!(lines("lib/more.luau").join("\n"), more);
}

#[test]
fn decks_of_tables_come_into_their_place() {
    let table = r#"{ name: "Table", players: 2, turns: false,
        decks: [{ name: "pack", source: "../packs/deck.json" }, { name: "again", source: "../packs/deck.json", each_player: true }],
        shared_zones: [{ name: "middle", control: "all", decks: ["pack", "again"] }], player_zones: [] }"#;
    let deck = r##"{ name: "Two suits", pairs: [{ suits: [{ name: "Red", color: "#C00" }, { name: "Blue" }], ranks: [{ value: 1 }, { value: 2.5 }] }] }"##;
    let files = [("game/table.game.json", table), ("packs/deck.json", deck)];
    let packed = same_rules(&files);
    assert_eq!(packed.file_name, "table.game.json");
    assert!(!packed.text.contains("deck.json"), "{}", packed.text);
    // The place of a deck's text is no rule; what stands in it is.
    let nearer = table.replace("../packs/deck.json", "cards.json");
    let moved = [("game/table.game.json", &*nearer), ("game/cards.json", deck)];
    assert_eq!(same_rules(&moved).ruleset.rules(), packed.ruleset.rules());
    let other = deck.replace("2.5", "2");
    assert_ne!(
        same_rules(&[files[0], ("packs/deck.json", &other)])
            .ruleset
            .rules(),
        packed.ruleset.rules()
    );
}

#[test]
fn what_cannot_be_played_is_not_packed() {
    let failed = |ruleset: &str| {
        let mut files = MemoryFiles::new();
        files.add("game/ruleset.json", ruleset).expect("a path");
        let path = ContentPath::new("game").expect("a path");
        let checked = Loader::new()
            .pack_files(&files, &path)
            .map(drop)
            .expect_err("it has errors");
        (
            reports(&checked),
            reports(&Loader::new().check_files(&files, &path)),
        )
    };
    for ruleset in [
        "",
        "{",
        "{ ruleset: { ruleset_name: 'x', cardsets: 'nowhere', min_players: 1, max_players: 1, game_state: [] } }",
    ] {
        let (packing, checking) = failed(ruleset);
        assert!(!packing.is_empty());
        assert_eq!(packing, checking, "the errors are those of `check`");
    }
    // Each file is small enough, and all together are not.
    let long = "x".repeat(9 << 20);
    let ruleset = format!(
        r#"{{ ruleset: {{ ruleset_name: "Game", cardsets: "long", description: "{long}", {RULES} }} }}"#
    );
    let set = format!(
        r#"{{ cardset: {{ set_name: "long", cards: [{{ card_name: "O", card_id: 0, text: "{long}" }}] }} }}"#
    );
    let mut files = MemoryFiles::new();
    files.add("game/ruleset.json", ruleset).expect("a path");
    files.add("game/cardset.json", set).expect("a path");
    let path = ContentPath::new("game").expect("a path");
    assert!(Loader::new().check_files(&files, &path).ruleset.is_some());
    let checked = Loader::new()
        .pack_files(&files, &path)
        .map(drop)
        .expect_err("it is too large");
    assert!(
        reports(&checked)[0].contains("E101"),
        "{:?}",
        reports(&checked)[0]
    );
}
