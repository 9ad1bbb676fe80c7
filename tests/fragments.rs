//! Fragments of rules: what they are handed, what they are called, and what is said of mistakes in both.

use cardable_core::content::{ContentPath, Files, MemoryFiles};
use cardable_core::view::Datum;
use cardable_core::{Game, Loader, Seat, Seed, Setup, Viewer};

const RULES: &str = r#"{
    cardset: {
        set_name: "four",
        cards: [
            { card_name: "A", card_id: 0, card_value: 1, attributes: { strength: 4, pips: 1 } },
            { card_name: "B", card_id: 1, card_value: 2, attributes: { strength: 3, pips: 2 } },
            { card_name: "C", card_id: 2, card_value: 3, attributes: { strength: 2, pips: 3 } },
            { card_name: "D", card_id: 3, card_value: 4, attributes: { strength: 1, pips: 4 } },
        ],
    },
    ruleset: {
        ruleset_name: "Fragments", min_players: 2, max_players: 2, cardsets: "four",
        game_area: {
            shared_zones: [
                { name: "deck", zone_visibility: "all", order: "fixed-fifo" },
                { name: "pile", zone_visibility: "all" },
            ],
            player_zones: [{ name: "hand", zone_visibility: "all" }],
        },
        global_data: [{ key: "seen", value: [] }, { key: "n", value: 3 }],
        player_data: [{ key: "won", value: 0 }],
        import: [IMPORT],
        game_state: [
            { state_name: "play", state_type: "grandstand", actions: [
                { action_name: "act", type: "button", primitives: [STEPS "set($globals.seen, [SEEN])"] },
                { action_name: "go", type: "button", primitives: "state_transition(over)" },
            ] },
            { state_name: "over", state_type: "auto", actions: { action_name: "end", type: "auto", primitives: "end_game()" } },
        ],
    },
}"#;

/// A fragment with all that fragments have.
const PARTS: &str = r#"{ fragment: {
    description: "Cards that are counted.",
    params: [
        { key: "from", type: "zone" },
        { key: "held", type: "seat_zone" },
        { key: "count_of", type: "seat_data" },
        { key: "worth", type: "attribute", default: "strength" },
        { key: "total", type: "data" },
        { key: "factor", type: "number", default: 2 },
        { key: "after", type: "state", default: "over" },
    ],
    import: [{ from: "inner", as: "inside", with: { zone: "= from", held: "held" } }],
    global_data: [
        { key: "count", value: 0 },
        { key: "left", type: "number", computed: "= count(from) * factor" },
    ],
    player_data: [{ key: "mine", value: 1 }],
    defined_values: [
        { ref_id: "value_of", ref_params: { key: "card", type: "card" }, value: "= card.worth * factor" },
        { ref_id: "all_of", value: "= sum(from, value_of) + $globals.count" },
        { ref_id: "held_by", ref_params: { key: "who", type: "seat" }, value: "= count(who.held) + who.mine + who.count_of" },
        { ref_id: "within", value: "= inside.size + inside.held_by($player)" },
        { ref_id: "next_state", value: "= concat(after)" },
    ],
    defined_actions: [
        { ref_id: "take", ref_params: { key: "n", type: "number" }, primitives: [
            "draw_cards($player, $action.n, from, $player.held)",
            "set($globals.count, $globals.count + $action.n)",
            { endpoint: "set", params: ["$player.count_of", "= $player.count_of + $action.n"] },
            "set($player.mine, $player.mine + 10)",
            "set(total, total + $action.n)",
            "note()",
        ] },
        { ref_id: "note", primitives: "inside.note" },
    ],
} }"#;

const INNER: &str = r#"{ fragment: {
    params: [{ key: "zone", type: "zone" }, { key: "held", type: "seat_zone" }],
    global_data: { key: "notes", value: 0 },
    defined_values: [
        { ref_id: "size", value: "= count(zone)" },
        { ref_id: "held_by", ref_params: { key: "who", type: "seat" }, value: "= count(who.held)" },
    ],
    defined_actions: { ref_id: "note", primitives: "increment($globals.notes)" },
} }"#;

const WHOLE: &str = r#"{ from: "parts", with: { from: "deck", held: "hand", count_of: "won", total: "$globals.n", factor: 3 } }"#;

fn rules(import: &str, steps: &str, seen: &str) -> String {
    let steps = match steps {
        "" => String::new(),
        steps => format!("{steps}, "),
    };
    (RULES.replace("IMPORT", import).replace("STEPS ", &steps)).replace("SEEN", seen)
}

fn files(rules: &str) -> MemoryFiles {
    let mut files = MemoryFiles::new();
    for (path, text) in [
        ("game/ruleset.json", rules),
        ("game/parts.fragment.json", PARTS),
        ("game/fragments/inner.fragment.json", INNER),
    ] {
        files.add(path, text).expect("a path");
    }
    files
}

fn game() -> ContentPath {
    ContentPath::new("game").expect("a path")
}

/// What is told of files, each as a line.
fn told(files: &MemoryFiles) -> Vec<String> {
    let checked = Loader::new().check_files(files, &game());
    let reports = checked.diagnostics.sorted().into_iter();
    reports
        .map(|d| {
            let at = d.span.map_or("nowhere".to_owned(), |span| {
                let text = checked.sources.file_text(span.file);
                let name = checked.sources.name(span.file).rsplit('/').next().unwrap_or("");
                format!("{name} `{}`", &text[span.start as usize..span.end as usize])
            });
            let help = d.help.as_deref().unwrap_or("");
            format!("{} at {at}: {}; {help}", d.code.as_str(), d.message)
        })
        .collect()
}

fn is_true(game: &Game) -> Vec<bool> {
    let Datum::List(items) = &game.view(Viewer::Omniscient).globals[0] else {
        panic!("a list");
    };
    items.iter().map(|item| *item == Datum::Bool(true)).collect()
}

const STEPS: &str = r#""parts.take(2)", { endpoint: "parts.take", params: 1 }, "parts.inside.note""#;

const SEEN: &[&str] = &[
    "parts.count == 3",
    "$globals.parts.count == 3",
    "parts.left == 3",
    "parts.all_of == sum(deck, strength) * 3 + 3",
    "parts.all_of() == parts.all_of",
    "parts.value_of(top_card(deck)) == top_card(deck).strength * 3",
    "$player.parts.mine == 21",
    "next_player().parts.mine == 1",
    "parts.held_by($player) == 3 + 21 + 3",
    "count($player.hand) == 3",
    "$player.won == 3",
    "$globals.n == 6",
    "parts.within == 1 + 3",
    "parts.inside.notes == 3",
    "parts.next_state == 'over'",
    "any(deck, parts => parts.strength > 0)",
];

#[test]
fn fragments_work_with_what_they_are_handed() {
    let text = rules(WHOLE, STEPS, &SEEN.join(", "));
    let files = files(&text);
    assert_eq!(told(&files), [] as [String; 0]);
    let ruleset = Loader::new()
        .check_files(&files, &game())
        .ruleset
        .expect("it is read");
    let play = |ruleset| {
        let mut game = Game::new(ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
        game.submit_nth(Seat(0), 0).expect("it is offered");
        for (text, found) in SEEN.iter().zip(is_true(&game)) {
            assert!(found, "{text}");
        }
    };
    play(&ruleset);
    // One text holds all of it.
    let packed = Loader::new().pack_files(&files, &game()).map_err(|checked| {
        let said = checked.reports().into_iter().map(|report| report.to_string());
        said.collect::<Vec<_>>()
    });
    let packed = packed.expect("it is packed");
    let alone = Loader::new()
        .check_text("packed.json", &packed.text)
        .into_result()
        .expect("it is read");
    assert_eq!(alone.rules(), ruleset.rules());
    play(&alone);
    // What is imported is a part of the rules.
    let other = Loader::new();
    let mut changed = MemoryFiles::new();
    for (path, text) in [
        ("game/ruleset.json", &*text),
        ("game/parts.fragment.json", PARTS),
        (
            "game/fragments/inner.fragment.json",
            &INNER.replace("count(zone)", "count(zone) + 1"),
        ),
    ] {
        changed.add(path, text).expect("a path");
    }
    let other = other.check_files(&changed, &game()).ruleset.expect("it is read");
    assert_ne!(other.rules(), ruleset.rules());
}

#[test]
fn a_fragment_is_imported_as_often_as_it_is_needed() {
    let import = r#"
        { from: "inner", as: "a", with: { zone: "deck", held: "hand" } },
        { from: "inner", as: "b", with: { zone: "= $player.hand", held: "hand" } },
        { from: { defined_values: { ref_id: "one", value: 1 } }, as: "c" },
    "#;
    let steps = r#""a.note", "draw_card($player, deck, $player.hand)""#;
    let seen = [
        "a.size == 3",
        "b.size == 1",
        "a.notes == 1",
        "b.notes == 0",
        "c.one == 1",
    ];
    let mut files = files(&rules(import, steps, &seen.join(", ")));
    files.add("fragments/unread.fragment.json", "{").expect("a path");
    assert_eq!(told(&files), [] as [String; 0]);
    let ruleset = Loader::new()
        .check_files(&files, &game())
        .ruleset
        .expect("it is read");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    game.submit_nth(Seat(0), 0).expect("it is offered");
    assert_eq!(is_true(&game), [true; 5]);
}

#[test]
fn fragments_of_content_roots_are_found_last() {
    let import = r#"{ from: "shared" }"#;
    let text = rules(import, "", "shared.one == 1");
    let mut root = MemoryFiles::named("root");
    root.add(
        "fragments/shared.fragment.json",
        "{ fragment: { defined_values: { ref_id: 'one', value: 1 } } }",
    )
    .expect("a path");
    let files = files(&text);
    let checked = Loader::new().supplied(&[&root]).check_files(&files, &game());
    assert!(checked.ruleset.is_some(), "{:?}", checked.reports().len());
    let told = told(&files);
    assert_eq!(
        told,
        [
            "E248 at ruleset.json `\"shared\"`: there is no fragment `shared`; put it into `shared.fragment.json` beside \
          the ruleset, or in a folder `fragments` there or in a content root; there are `inner`, `parts`",
            "E301 at ruleset.json `shared`: unknown name `shared`; name data, such as `$globals.n`, a seat, such as `$player`, or a zone"
        ]
    );
}

/// A fragment that reads an attribute, and hands it on.
const MEASURES: &str = r#"{ fragment: {
    params: [{ key: "weight", type: "attribute" }, { key: "total", type: "data" }],
    import: { from: "sums", with: { of: "weight" } },
    defined_values: [{ ref_id: "heavier", ref_params: [{ key: "a", type: "card" }, { key: "b", type: "card" }], value: "= a.weight > b.weight" }],
    defined_actions: [{ ref_id: "weigh", ref_params: { key: "card", type: "card" }, primitives: "set(total, total + $action.card.weight)" }],
} }"#;

const SUMS: &str = r#"{ fragment: {
    params: { key: "of", type: "attribute" },
    defined_values: { ref_id: "whole", ref_params: { key: "cards" }, value: "= sum(cards, of)" },
} }"#;

#[test]
fn a_defined_value_of_a_card_is_handed_over_as_an_attribute() {
    let import = r#"{ from: "measures", with: { weight: "burden", total: "$globals.n" } }"#;
    let values = r#"defined_values: [
            { ref_id: "burden", ref_params: { key: "card", type: "card" }, value: "= if(card.strength > $globals.n, 10, card.pips)" },
            { ref_id: "of_two", ref_params: [{ key: "card", type: "card" }, { key: "n", type: "number" }], value: "= card.pips + n" },
        ],
        import: ["#;
    let with_values = |text: &str| text.replace("import: [", values);
    // A card of the strength 4 weighs 10; then `n` is 13, and all weigh as much as they have pips.
    let seen = [
        "$globals.n == 13",
        "measures.heavier(max_by(deck, pips), min_by(deck, pips))",
        "measures.sums.whole(deck) == 1 + 2 + 3 + 4",
        "of_two(min_by(deck, pips), 1) == 2",
    ];
    let text = with_values(&rules(
        import,
        r#""measures.weigh(max_by(deck, strength))""#,
        &seen.join(", "),
    ));
    let mut found = files(&text);
    found
        .add("game/measures.fragment.json", MEASURES)
        .expect("a path");
    found.add("game/sums.fragment.json", SUMS).expect("a path");
    assert_eq!(told(&found), [] as [String; 0]);
    let ruleset = Loader::new()
        .check_files(&found, &game())
        .ruleset
        .expect("it is read");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    game.submit_nth(Seat(0), 0).expect("it is offered");
    for (text, holds) in seen.iter().zip(is_true(&game)) {
        assert!(holds, "{text}");
    }
    // One that takes more than a card is none.
    let mut found = files(&text.replace("weight: \"burden\"", "weight: \"of_two\""));
    found
        .add("game/measures.fragment.json", MEASURES)
        .expect("a path");
    found.add("game/sums.fragment.json", SUMS).expect("a path");
    let told = told(&found);
    let expected = "E311 at ruleset.json `\"of_two\"`: `weight` of `measures` takes the name of an attribute of cards, found `of_two`";
    assert!(told.iter().any(|line| line.starts_with(expected)), "{told:#?}");
}

#[test]
fn data_of_a_state_is_handed_over_for_that_state() {
    let import = r#"{ from: { params: { key: "place", type: "data" },
        defined_actions: { ref_id: "more", primitives: "set(place, place + 1)" } }, as: "counter", with: { place: "$state.laps" } }"#;
    let text = rules(import, "\"counter.more\", \"counter.more\"", "$state.laps == 2");
    let text = text.replace(
        "state_type: \"grandstand\",",
        "state_type: \"grandstand\", state_data: { key: \"laps\", value: 0 },",
    );
    let found = files(&text);
    assert_eq!(told(&found), [] as [String; 0]);
    let ruleset = Loader::new()
        .check_files(&found, &game())
        .ruleset
        .expect("it is read");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    game.submit_nth(Seat(0), 0).expect("it is offered");
    assert_eq!(is_true(&game), [true]);
    // The other state has no such data.
    let elsewhere = text.replace(
        "primitives: \"end_game()\"",
        "primitives: [\"counter.more\", \"end_game()\"]",
    );
    let told = told(&files(&elsewhere));
    assert!(
        !told.is_empty() && told.iter().all(|line| line.contains("`$state.laps`")),
        "{told:#?}"
    );
}

/// Something that happens by itself as soon as an item of a seat reaches a number.
const MARKS: &str = r#"{ fragment: {
    params: [
        { key: "item", type: "seat_data" },
        { key: "mark", type: "number", default: 2 },
        { key: "place", type: "data" },
        { key: "heap", type: "zone" },
        { key: "held", type: "seat_zone" },
    ],
    global_data: [{ key: "reached", value: 0 }, { key: "heard", value: 0 }, { key: "laid", value: 0 }],
    player_data: { key: "times", value: 0 },
    triggers: [
        {
            trigger_name: "reaches the mark", on: { changed: "$player.item" },
            condition: "$event.old < mark && $event.new >= mark",
            primitives: ["increment($globals.reached)", "set($event.seat.times, $event.seat.times + 1)"],
        },
        { on: { changed: "$globals.reached" }, primitives: "set(place, place + 10)" },
        { on: { changed: "place" }, primitives: "increment($globals.heard)" },
        { on: { moved_to: ["heap", "held"] }, primitives: "increment($globals.laid)" },
    ],
} }"#;

/// Two imports of what happens by itself, with a step that both of them hear, and one of them.
fn marks(marks: &str) -> MemoryFiles {
    let import = r#"
        { from: "marks", with: { item: "won", place: "$globals.n", heap: "pile", held: "hand" } },
        { from: "marks", as: "early", with: { item: "won", mark: 1, place: "$globals.n", heap: "= deck", held: "hand" } },
    "#;
    let steps = r#""increment($player.won)", "increment($player.won)", "move_top(deck, pile)", "move_top(deck, $player.hand)""#;
    let mut found = files(&rules(import, steps, &REACHED.join(", ")));
    found.add("game/marks.fragment.json", marks).expect("a path");
    found
}

const REACHED: &[&str] = &[
    "marks.reached == 1 && early.reached == 1",
    "$player.marks.times == 1 && $player.early.times == 1",
    "$globals.n == 3 + 10 + 10",
    "marks.heard == 2 && early.heard == 2",
    "marks.laid == 2",
    "early.laid == 1",
];

#[test]
fn triggers_of_fragments_are_heard_for_each_import() {
    let found = marks(MARKS);
    assert_eq!(told(&found), [] as [String; 0]);
    let ruleset = Loader::new()
        .check_files(&found, &game())
        .ruleset
        .expect("it is read");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    game.submit_nth(Seat(0), 0).expect("it is offered");
    for (text, holds) in REACHED.iter().zip(is_true(&game)) {
        assert!(holds, "{text}");
    }
    // Without end they are told by the name of the import.
    let endless = MARKS.replace("increment($globals.heard)", "set(place, place + 1)");
    let ruleset = Loader::new().check_files(&marks(&endless), &self::game()).ruleset;
    let mut game =
        Game::new(&ruleset.expect("it is read"), &Setup::seats(2), Seed::from(1)).expect("it begins");
    let fault = game
        .submit_nth(Seat(0), 0)
        .expect_err("it has no end")
        .to_string();
    assert!(
        fault.contains("`marks.changed place` → `marks.changed place`"),
        "{fault}"
    );
}

#[test]
fn triggers_of_fragments_hear_what_these_were_handed() {
    let cases = [
        (
            "\"$globals.reached\"",
            "\"$globals.n\"",
            "E301 at marks.fragment.json `\"$globals.n\"`: there is no item of data `$globals.n`; did you mean `$globals.laid`?",
        ),
        (
            "changed: \"place\"",
            "changed: \"$globals.reachd\"",
            "E301 at marks.fragment.json `\"$globals.reachd\"`: there is no item of data `$globals.reachd`; did you mean `$globals.reached`?",
        ),
        (
            "[\"heap\", \"held\"]",
            "\"heep\"",
            "E304 at marks.fragment.json `\"heep\"`: unknown zone `heep`; the zones are `deck`, `pile`, `box`, `hand`",
        ),
        (
            "on: { moved_to:",
            "while_in: \"deck\", on: { moved_to:",
            "E393 at marks.fragment.json `\"deck\"`: `while_in` is for the triggers of cards; take it out, and say in `condition` which card is meant, as `$event.card`",
        ),
    ];
    for (from, to, expected) in cases {
        let told = told(&marks(&MARKS.replace(from, to)));
        assert!(told.iter().any(|line| line == expected), "{expected}: {told:#?}");
    }
}

#[test]
fn mistakes_in_imports_are_told_where_they_are() {
    let with = |with: &str| {
        format!(
            "{{ from: \"parts\", with: {{ from: \"deck\", held: \"hand\", count_of: \"won\", total: \"$globals.n\", {with} }} }}"
        )
    };
    let instead = |a: &str, b: &str| WHOLE.replace(a, b);
    let cases = [
        (
            with("factr: 3"),
            "",
            "E201 at ruleset.json `factr`: the fragment has no parameter `factr`; did you mean `factor`?",
        ),
        (
            instead("from: \"deck\", ", ""),
            "",
            "E202 at ruleset.json `IMPORT`: `parts` is not handed its `from`; write `\"with\": { \"from\": … }`",
        ),
        (
            with("factor: \"$globals.seen\""),
            "",
            "E311 at ruleset.json `$globals.seen`: `factor` of `parts` takes a number, found a list; hand over a number such as `3`, or `= ` and what gives one",
        ),
        (
            instead("\"deck\"", "\"dekc\""),
            "",
            "E304 at ruleset.json `\"dekc\"`: unknown zone `dekc`; did you mean `deck`?",
        ),
        (
            instead("\"hand\"", "\"hnad\""),
            "",
            "E311 at ruleset.json `\"hnad\"`: `held` of `parts` takes the name of a zone of seats, found `hnad`; did you mean `hand`?",
        ),
        (
            instead("\"won\"", "7"),
            "",
            "E311 at ruleset.json `7`: `count_of` of `parts` takes the name of an item of the data of seats, found a number; write the name of an item of the data of seats, in quotation marks",
        ),
        (
            with("worth: \"strenth\""),
            "",
            "E311 at ruleset.json `\"strenth\"`: `worth` of `parts` takes the name of an attribute of cards, found `strenth`; did you mean `strength`?",
        ),
        (
            with("after: \"ovre\""),
            "",
            "E311 at ruleset.json `\"ovre\"`: `after` of `parts` takes the name of a state, found `ovre`; did you mean `over`?",
        ),
        (
            instead("\"$globals.n\"", "3"),
            "",
            "E312 at ruleset.json `3`: `total` of `parts` takes data that steps can set, found a number; write where the data stands, such as `\"$globals.round\"` or `\"$player.score\"`",
        ),
        (
            instead("\"$globals.n\"", "\"n\""),
            "",
            "E312 at ruleset.json `\"n\"`: `total` of `parts` takes data that steps can set, found `n`; write `\"$globals.n\"`",
        ),
        (
            instead("\"won\"", "\"$player.won\""),
            "",
            "E311 at ruleset.json `\"$player.won\"`: `count_of` of `parts` takes the name of an item of the data of seats, found `$player.won`; write `\"won\"`",
        ),
        (
            instead("{ from: \"parts\"", "{ from: \"parts\", as: \"my-parts\""),
            "",
            "E206 at ruleset.json `\"my-parts\"`: `my-parts` is no name that can be called; write `\"as\": \"my_parts\"`, which stands before the names of the fragment",
        ),
        (
            instead("\"parts\"", "\"part\""),
            "",
            "E248 at ruleset.json `\"part\"`: there is no fragment `part`; did you mean `parts`?",
        ),
        (
            format!("{WHOLE}, {WHOLE}"),
            "",
            "E308 at ruleset.json `IMPORT`: there are two imports `parts`; give one of them another name by `as`",
        ),
        (
            instead("{ from: \"parts\"", "{ from: \"parts\", as: \"count\""),
            "",
            "E308 at ruleset.json `\"count\"`: there is a primitive `count` already; write another name, such as `\"as\": \"the_count\"`",
        ),
        (
            "{ from: { params: [] } }".to_owned(),
            "",
            "E202 at ruleset.json `IMPORT`: a fragment that is written out needs a name; write `\"as\": \"a_name\"`, which stands before the names of the fragment",
        ),
        (
            "{ from: { name: \"x\" }, with: [] }".to_owned(),
            "",
            "E203 at ruleset.json `[]`: `with` is an object, not a list; write the parameters by their keys: `\"with\": { \"key\": value }`",
        ),
        (
            "{ as: \"x\" }".to_owned(),
            "",
            "E202 at ruleset.json `IMPORT`: an import says which fragment it is `from`; write the name of the fragment, such as `{ \"from\": \"tricks\" }`",
        ),
        (
            WHOLE.to_owned(),
            "parts.cuont",
            "E301 at ruleset.json `parts.cuont`: the fragment `parts` has no `cuont`; did you mean `count`?",
        ),
        (
            WHOLE.to_owned(),
            "parts.held_bye($player)",
            "E301 at ruleset.json `parts.held_bye($player)`: the fragment `parts` has no `held_bye`; did you mean `held_by`?",
        ),
        (
            WHOLE.to_owned(),
            "parts.held_by(1)",
            "E311 at ruleset.json `1`: `who` of `parts.held_by` takes a seat, found a number; write `parts.held_by(who)`",
        ),
        (
            "{ from: { params: { key: \"a\" } }, as: \"x\" }".to_owned(),
            "",
            "E202 at ruleset.json `{ key: \"a\" }`: the parameter `a` has no `type`; write what it is, such as `\"type\": \"seat_zone\"` or `\"type\": \"number\"`",
        ),
        (
            "{ from: { params: { type: \"zone\" } }, as: \"x\" }".to_owned(),
            "",
            "E202 at ruleset.json `{ type: \"zone\" }`: a parameter of a fragment has a `key`; write `\"key\": \"a_name\"`, by which the fragment reads it",
        ),
        (
            "{ from: { params: { key: \"a\", type: \"zoen\" } }, as: \"x\" }".to_owned(),
            "",
            "E307 at ruleset.json `\"zoen\"`: there is no type `zoen`; did you mean `zone`?",
        ),
        (
            "{ from: { defined_actions: { ref_id: \"gather\", primitives: [] } }, as: \"x\" }".to_owned(),
            "",
            "E308 at ruleset.json `{ ref_id: \"gather\", primitives: [] }`: there is a primitive `gather` already; give it another `ref_id`",
        ),
        (
            instead("\"$globals.n\"", "\"$state.n\""),
            "",
            "E301 at ruleset.json `$state.n`: unknown reference `$state.n`; did you mean `$globals.n`?",
        ),
        (
            "{ from: { defined_values: { ref_id: \"a\", value: \"$globals.n\" } }, as: \"x\" }".to_owned(),
            "x.a",
            "E301 at ruleset.json `$globals.n`: this fragment has no `$globals.n`; declare it in the fragment, or let it be handed over as a parameter of the type `data`",
        ),
    ];
    for (import, seen, expected) in cases {
        let told = told(&files(&rules(&import, "", seen)));
        let expected = expected.replace("IMPORT", import.split("}, {").next().unwrap_or(""));
        let first = import.find(", { from").map(|at| &import[at + 2..]);
        let expected = match first.filter(|_| expected.contains("two imports")) {
            Some(second) => format!(
                "E308 at ruleset.json `{second}`: there are two imports `parts`; give one of them another name by `as`"
            ),
            None => expected,
        };
        assert_eq!(told, [expected], "{import}");
    }
}

#[test]
fn mistakes_in_fragments_are_told_in_their_files() {
    let text = rules("{ from: \"broken\" }", "", "");
    let mut files = files(&text);
    let broken =
        "{ fragment: { defined_values: [{ ref_id: 'a', value: '= cuont(deck)' }], globl_data: [] } }";
    files.add("game/broken.fragment.json", broken).expect("a path");
    assert_eq!(
        told(&files),
        [
            "E302 at broken.fragment.json `cuont`: unknown primitive `cuont`; did you mean `count`?",
            "E201 at broken.fragment.json `globl_data`: a fragment has no field `globl_data`; did you mean `global_data`?",
        ]
    );
    let mut files = self::files(&text);
    files
        .add("game/broken.fragment.json", "{ params: [] }")
        .expect("a path");
    assert_eq!(
        told(&files),
        [
            "E202 at broken.fragment.json `{ params: [] }`: the file of the fragment `broken` has no `fragment`; put the fragment into an object under the key `fragment`"
        ]
    );
}

/// What is told of a fragment that no game imports.
fn told_alone(files: &MemoryFiles, path: &str) -> Vec<String> {
    let path = ContentPath::new(path).expect("a path");
    let checked = Loader::new().check_fragment(files, &path);
    assert!(checked.ruleset.is_none());
    let reports = checked.reports().into_iter();
    reports
        .map(|report| {
            let (help, code) = (report.help.unwrap_or_default(), report.code.as_str());
            let place = report.place.map(|place| format!("{}:{}", place.file, place.line));
            format!(
                "{code} at {}: {}; {help}",
                place.unwrap_or_default(),
                report.message
            )
        })
        .collect()
}

#[test]
fn fragments_are_checked_by_themselves() {
    let mut found = files("");
    found.add("game/marks.fragment.json", MARKS).expect("a path");
    found
        .add("game/measures.fragment.json", MEASURES)
        .expect("a path");
    found
        .add("game/fragments/sums.fragment.json", SUMS)
        .expect("a path");
    for name in ["parts", "marks", "measures", "fragments/inner", "fragments/sums"] {
        let none: [&str; 0] = [];
        assert_eq!(
            told_alone(&found, &format!("game/{name}.fragment.json")),
            none,
            "{name}"
        );
    }
    // What steps of other games emit is heard, and what this one emits others hear.
    let emits = "{ fragment: { triggers: { on: { emitted: 'won' }, primitives: [] },
        defined_actions: { ref_id: 'win', primitives: \"emit('lost')\" } } }";
    found.add("emits.fragment.json", emits).expect("a path");
    let told = told_alone(&found, "emits.fragment.json");
    assert!(told.iter().all(|line| !line.starts_with("W322")), "{told:#?}");
    for (fragment, wanted) in [
        // In a value, an action that nothing calls, a trigger, an import.
        (
            "params: { key: 'pile', type: 'zone' }, defined_values: { ref_id: 'a', value: '= count(pil)' }",
            "E301 at alone.fragment.json:1: unknown name `pil`; did you mean `pile`?",
        ),
        (
            "defined_actions: { ref_id: 'go', ref_params: { key: 'n', type: 'number' }, primitives: 'set_scor($player, $action.n)' }",
            "E302 at alone.fragment.json:1: unknown primitive `set_scor`; did you mean `set_score`?",
        ),
        (
            "global_data: { key: 'n', value: 0 }, triggers: { on: { changed: '$globals.m' }, primitives: 'increment($globals.n)' }",
            "E301 at alone.fragment.json:1: there is no item of data `$globals.m`;",
        ),
        (
            "import: { from: 'iner' }",
            "E248 at alone.fragment.json:1: there is no fragment `iner`; did you mean `inner`?",
        ),
        (
            "import: { from: 'inner', with: { held: 'hand' } }, params: { key: 'hand', type: 'seat_zone' }",
            "E202 at alone.fragment.json:1: `inner` is not handed its `zone`;",
        ),
        (
            "params: { key: 'n', type: 'nmber' }",
            "E307 at alone.fragment.json:1: there is no type `nmber`; did you mean `number`?",
        ),
        (
            "params: { key: 'n', type: 'number', default: 'x' }, defined_values: { ref_id: 'a', value: '= n + 1' }",
            "E311 at alone.fragment.json:1: `n` of `fragment` takes a number, found the text `x`;",
        ),
        (
            "state: []",
            "E201 at alone.fragment.json:1: a fragment has no field `state`;",
        ),
    ] {
        found
            .add("alone.fragment.json", format!("{{ fragment: {{ {fragment} }} }}"))
            .expect("a path");
        found.add("inner.fragment.json", INNER).expect("a path");
        let told = told_alone(&found, "alone.fragment.json");
        assert!(
            told.len() == 1 && told[0].starts_with(wanted),
            "{fragment}: {told:#?}"
        );
    }
    for (text, wanted) in [
        ("{ fragmnt: {} }", "did you mean `fragment`?"),
        ("{ fragment: [] }", "a fragment is an object, not a list"),
        ("[]", "a file of a fragment is an object, not a list"),
    ] {
        found.add("alone.fragment.json", text).expect("a path");
        let told = told_alone(&found, "alone.fragment.json");
        assert!(told.len() == 1 && told[0].contains(wanted), "{text}: {told:#?}");
    }
}

#[test]
fn a_fragment_is_no_ruleset_and_is_told_so() {
    let checked = Loader::new().check_text("parts.fragment.json", PARTS);
    let reports = checked.reports();
    let help = reports[0].help.as_deref().unwrap_or_default();
    assert!(
        reports.len() == 1 && reports[0].code.as_str() == "E240",
        "{reports:#?}"
    );
    assert!(
        help.contains("`import`") && help.contains("`cardable check`"),
        "{help}"
    );
}

#[test]
fn fragments_that_come_along_have_no_problems() {
    let files = cardable_rulesets::files();
    let folder = ContentPath::new("fragments").expect("a path");
    let entries = files.list(&folder).expect("the folder is there");
    let mut checked = 0;
    for entry in entries
        .iter()
        .filter(|entry| entry.name.ends_with(".fragment.json"))
    {
        let path = folder.join(&entry.name).expect("a path");
        let said = Loader::new().check_fragment(files, &path);
        let said: Vec<String> = said.reports().iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{}: {said:#?}", entry.name);
        checked += 1;
    }
    assert!(checked > 5, "only {checked}");
}

#[test]
fn fragments_that_import_each_other_are_told_with_the_way() {
    let mut files = files(&rules("{ from: \"a\" }", "", ""));
    files
        .add("game/a.fragment.json", "{ fragment: { import: { from: 'b' } } }")
        .expect("a path");
    files
        .add(
            "game/b.fragment.json",
            "{ fragment: { import: [{ from: 'a' }] } }",
        )
        .expect("a path");
    assert_eq!(
        told(&files),
        [
            "E317 at b.fragment.json `'a'`: the fragments `a → b → a` import each other in a circle; put what they share into a fragment of its own"
        ]
    );
}

#[test]
fn imports_are_bounded() {
    let chain = |each: &str| {
        let mut files = files(&rules("{ from: \"f0\" }", "", ""));
        for at in 0..12 {
            let next = each.replace("NEXT", &format!("f{}", at + 1));
            files
                .add(
                    &format!("game/f{at}.fragment.json"),
                    format!("{{ fragment: {{ import: [{next}] }} }}"),
                )
                .expect("a path");
        }
        files
            .add("game/f12.fragment.json", "{ fragment: {} }")
            .expect("a path");
        told(&files)
    };
    for each in [
        "{ from: 'NEXT' }",
        "{ from: 'NEXT', as: 'a' }, { from: 'NEXT', as: 'b' }, { from: 'NEXT', as: 'c' }",
    ] {
        let told = chain(each);
        assert!(
            !told.is_empty() && told.iter().all(|line| line.starts_with("E322")),
            "{told:#?}"
        );
    }
}
