//! Options, which rulesets and games in phases declare in the same words: what a table may pick, what rules
//! read, and what is said where that cannot be.

use crate::support::played::{cards, global, seat_datum, state};
use cardable_core::content::DIALECTS;
use cardable_core::schema::{Document, schema, schema_of_tests};
use cardable_core::setup::OptionValue;
use cardable_core::{Checked, Game, Loader, Ruleset, Seed, Setup, Viewer};

const TABLE: &str = include_str!("fixtures/cardgame/table.cardgame.json");

const OPTIONS: &str = r#"[
    { "key": "hand_size", "value": 3, "domain": { "min": 1, "max": 4 }, "label": "Cards in a hand" },
    { "key": "bonus", "value": 1.5 },
    { "key": "open", "value": false, "label": "Hands lie open" },
    { "key": "kind", "value": "clubs", "domain": ["clubs", "hearts"], "label": "The suit that counts" },
    { "key": "into", "value": "discard", "domain": ["discard", "table"] },
]"#;

/// The table of games in phases with options, and some effects that are done once the hands are dealt.
fn in_phases(options: &str, effects: &[&str]) -> Checked {
    let quoted: Vec<String> = effects.iter().map(|effect| format!("{effect:?}")).collect();
    let text = TABLE
        .replace(
            "\"variables\": {",
            &format!("\"options\": {options},\n\"variables\": {{"),
        )
        .replace("\"EFFECTS\"", &quoted.join(", "))
        .replace("\"VALUE\"", "");
    Loader::new().check_text("tried.cardgame.json", &text)
}

/// A ruleset with options.
fn as_ruleset(options: &str) -> Checked {
    let text = r#"{
        cardset: { set_name: "c", cards: [{ card_name: "A", card_id: 0 }] },
        deck: { deck_name: "d", cardset: "c", content: [0] },
        ruleset: {
            ruleset_name: "Tried", min_players: 3, max_players: 3, decks: "d", options: OPTIONS,
            game_state: [{ state_name: "play", state_type: "round_robin", actions: [
                { action_name: "end", type: "button", primitives: "end_game([])" },
            ] }],
        },
    }"#;
    Loader::new().check_text("tried.json", &text.replace("OPTIONS", options))
}

fn told(checked: &Checked) -> Vec<String> {
    let reports = checked.reports();
    let line = |code: &str, message: &str, help: &str| format!("{code}: {message}; {help}");
    let told = reports.iter().map(|report| {
        let help = report.help.as_deref().unwrap_or_default();
        line(report.code.as_str(), &report.message, help)
    });
    told.collect()
}

/// Whether something is told that way; in games in phases, messages begin with the field.
fn tells(told: &[String], wanted: &str) -> bool {
    let (code, message) = wanted.split_once(": ").expect("a code and a message");
    told.iter()
        .any(|line| line.starts_with(code) && line.contains(message))
}

fn loaded(checked: Checked) -> Ruleset {
    let told = told(&checked);
    checked.ruleset.unwrap_or_else(|| panic!("{told:#?}"))
}

fn begun(ruleset: &Ruleset, options: &[(&str, OptionValue)]) -> Game {
    let mut setup = Setup::seats(3);
    for (key, value) in options {
        setup = setup.option(key, value.clone());
    }
    Game::new(ruleset, &setup, Seed::from(1)).expect("a game")
}

#[test]
fn a_game_in_phases_offers_the_same_options_as_a_ruleset() {
    let offered = loaded(in_phases(OPTIONS, &[])).options();
    assert_eq!(offered, loaded(as_ruleset(OPTIONS)).options());
    let keys: Vec<&str> = offered.iter().map(|option| option.key.as_str()).collect();
    assert_eq!(keys, ["hand_size", "bonus", "open", "kind", "into"]);
    assert_eq!(offered[0].range, Some((1, 4)));
    assert_eq!(offered[3].choices.len(), 2);
    assert_eq!(offered[3].label, "The suit that counts");
}

/// An editor suggests the options of a game in its tests.
#[test]
fn schemas_of_tests_have_the_options_of_games_in_phases() {
    let tests = schema_of_tests(&loaded(in_phases(OPTIONS, &[])));
    let options = &tests["$defs"]["given"]["properties"]["options"]["properties"];
    assert_eq!(options["kind"]["description"], "The suit that counts");
    assert!(options["bonus"].is_object());
    let phases = DIALECTS.iter().find(|dialect| dialect.name() == "cardgame");
    let rules = schema(Document::Rules(*phases.expect("games in phases")));
    let option = &rules["$defs"]["option"]["properties"];
    assert!(option["domain"].is_object(), "{option}");
}

/// What is wrong with a declaration is told in the same words.
#[test]
fn mistakes_of_options_are_those_of_rulesets() {
    for (options, wanted) in [
        (r#"[{ "value": 3 }]"#, "E202: an option has a `key`"),
        (
            r#"[{ "key": "x" }]"#,
            "E202: option `x` needs a `value` to be when nobody chooses",
        ),
        (
            r#"[{ "key": "x", "value": null }]"#,
            "E202: option `x` needs a `value`",
        ),
        (
            r#"[{ "key": "x", "value": 5, "domain": { "min": 6, "max": 9 } }]"#,
            "E207: this value is none of the option's `domain`",
        ),
        (
            r#"[{ "key": "x", "value": "b", "domain": ["a", "c"] }]"#,
            "E207: this value is none of the option's `domain`",
        ),
        (
            r#"[{ "key": "x", "value": 5, "domain": { "min": 9, "max": 6 } }]"#,
            "E207: no number is from 9 to 6; let `min` be at most `max`",
        ),
        (
            r#"[{ "key": "x", "value": 5, "domain": { "min": 6 } }]"#,
            "E203: this is no domain; write `[1, 2, 3]`",
        ),
        (
            r#"[{ "key": "x", "value": 5, "domain": ["a"] }]"#,
            "E330: this item is a number, and its domain has a string",
        ),
        (
            r#"[{ "key": "x", "value": 5, "domain": [] }]"#,
            "E203: a domain holds one value at least",
        ),
        (
            r#"[{ "key": "x", "value": 5, "type": "string" }]"#,
            "E311: this option is a string, and its value a number",
        ),
        (
            r#"[{ "key": "x", "value": 5, "type": "nmber" }]"#,
            "E307: unknown type `nmber`; did you mean `number`?",
        ),
        (
            r#"[{ "key": "x", "value": 5, "lable": "X" }]"#,
            "E201: an option has no field `lable`; did you mean `label`?",
        ),
        (
            r#"[{ "key": "x", "value": 5 }, { "key": "x", "value": 6 }]"#,
            "E308: there are two options `x`",
        ),
        (
            r#"[{ "key": "", "value": 5 }]"#,
            "W307: this option has an empty name and is left out",
        ),
    ] {
        let here = told(&in_phases(options, &[]));
        assert!(tells(&here, wanted), "{options}: {here:#?}");
        let there = told(&as_ruleset(options));
        assert!(tells(&there, wanted), "{options}: {there:#?}");
    }
}

#[test]
fn expressions_read_what_was_picked() {
    let ruleset = loaded(in_phases(
        OPTIONS,
        &[
            "set_var('total_0', hand_size + 1)",
            "set_var('total_1', if(open, 1, 0))",
            "set_var('total_2', bonus * 2)",
            "set_str_var('word', kind)",
            "if(open && kind == 'hearts', set_var('n', hand_size))",
            "set_str_var('s', concat(kind, hand_size))",
        ],
    ));
    let usual = begun(&ruleset, &[]);
    let found = ["total_0", "total_1", "total_2", "word", "n", "s"].map(|name| global(&usual, name));
    assert_eq!(found, ["4", "0", "3", "clubs", "0", "clubs3"]);
    let picked = begun(
        &ruleset,
        &[
            ("hand_size", 4.into()),
            ("open", true.into()),
            ("bonus", 2.5.into()),
            ("kind", "hearts".into()),
        ],
    );
    let found = ["total_0", "total_1", "total_2", "word", "n", "s"].map(|name| global(&picked, name));
    assert_eq!(found, ["5", "1", "5", "hearts", "4", "hearts4"]);
}

/// How many cards move, and where to.
#[test]
fn effects_move_as_many_cards_as_an_option_says() {
    let ruleset = loaded(in_phases(
        OPTIONS,
        &["move_all(hand:1, into)", "draw(draw_pile, hand:2, hand_size)"],
    ));
    let count = |game: &Game, zone, seat| cards(game, Viewer::Omniscient, zone, seat).len();
    let usual = begun(&ruleset, &[]);
    assert_eq!(
        (count(&usual, "discard", None), count(&usual, "table", None)),
        (4, 0)
    );
    assert_eq!(count(&usual, "hand", Some(2)), 5);
    let picked = begun(&ruleset, &[("into", "table".into()), ("hand_size", 1.into())]);
    assert_eq!(
        (count(&picked, "discard", None), count(&picked, "table", None)),
        (1, 2)
    );
    assert_eq!(count(&picked, "hand", Some(2)), 4);
}

/// Transitions, scores and what ends a turn go by options, too.
#[test]
fn the_whole_file_reads_options() {
    let text = TABLE
        .replace(
            "\"variables\": {",
            &format!("\"options\": {OPTIONS},\n\"variables\": {{"),
        )
        .replace("deal(draw_pile, hand, 3)", "deal(draw_pile, hand, hand_size)")
        .replace("\"EFFECTS\"", "\"calculate_scores()\", \"determine_winners()\"")
        .replace("\"VALUE\"", "")
        .replace(
            r#"{ "to": "look", "when": "true" }"#,
            r#"{ "to": "over", "when": "open" }, { "to": "look", "when": "true" }"#,
        )
        .replace("\"hand_value(hand)\"", "\"card_count(hand) * bonus\"")
        .replace("my_score > dealer_score", "my_score > hand_size");
    let ruleset = loaded(Loader::new().check_text("tried.cardgame.json", &text));
    let usual = begun(&ruleset, &[]);
    assert_eq!(state(&usual), "wait");
    assert_eq!(
        [seat_datum(&usual, 0, "score"), seat_datum(&usual, 0, "result")],
        ["4.5", "1"]
    );
    let picked = begun(
        &ruleset,
        &[
            ("open", true.into()),
            ("hand_size", 2.into()),
            ("bonus", 1.into()),
        ],
    );
    assert_eq!(state(&picked), "over");
    assert_eq!(
        [seat_datum(&picked, 0, "score"), seat_datum(&picked, 0, "result")],
        ["2", "-1"]
    );
}

#[test]
fn what_a_table_cannot_pick_is_refused() {
    let ruleset = loaded(in_phases(OPTIONS, &[]));
    for (key, value, wanted) in [
        (
            "hand_size",
            OptionValue::from(5),
            "option `hand_size` cannot be 5: it can be a whole number from 1 to 4",
        ),
        (
            "hand_size",
            2.5.into(),
            "option `hand_size` cannot be 2.5: it can be a whole number from 1 to 4",
        ),
        (
            "kind",
            "spades".into(),
            "option `kind` cannot be `spades`: it can be one of clubs, hearts",
        ),
        (
            "open",
            1.into(),
            "option `open` cannot be 1: it can be true or false",
        ),
        ("wibble", 1.into(), "no option `wibble`"),
    ] {
        let refused = Game::new(&ruleset, &Setup::seats(3).option(key, value), Seed::from(1));
        let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains(wanted), "{key}: {refused}");
    }
}

#[test]
fn names_of_options_mean_nothing_else() {
    for (key, wanted) in [
        (
            "two words",
            "expressions cannot read an option `two words`: that is no name",
        ),
        ("1st", "that is no name"),
        ("true", "that is no name"),
        ("hand", "that is a zone"),
        ("dealer_hand", "that is a zone"),
        ("draw_pile", "that is a zone"),
        ("dealer", "that is a role or its score"),
        ("dealer_score", "that is a role or its score"),
        ("player_count", "that is a word or a function of theirs"),
        ("my_score", "that is a word or a function of theirs"),
        ("card_count", "that is a word or a function of theirs"),
        ("if", "that is a word or a function of theirs"),
        ("trump_suit", "that is a variable, which functions read"),
        ("active_suit", "that is a variable, which functions read"),
        (
            "word",
            "`word` is an option, too: in expressions it means the option; give the variable",
        ),
    ] {
        let told = told(&in_phases(&format!(r#"[{{ "key": "{key}", "value": 5 }}]"#), &[]));
        let found = told
            .iter()
            .any(|line| line.starts_with("E308: ") && line.contains(wanted));
        assert!(found, "{key}: {told:#?}");
    }
}

#[test]
fn what_an_option_cannot_do_is_told() {
    for (effect, wanted) in [
        (
            "set_var('n', hand_sise)",
            "E301: unknown name `hand_sise`; did you mean `hand_size`?",
        ),
        (
            "set_var('hand_size', 4)",
            "E343: `hand_size` is an option, not a variable: nothing changes it during a game; read it as `hand_size`",
        ),
        (
            "inc_var('hand_size')",
            "E343: `hand_size` is an option, not a variable",
        ),
        (
            "set_var('n', get_var('hand_size'))",
            "E343: `hand_size` is an option, not a variable",
        ),
        (
            "set_var('n', kind)",
            "E311: the value is a number, found a string",
        ),
        (
            "if(hand_size, end_turn())",
            "E311: a condition is a boolean, found a number",
        ),
        (
            "draw(draw_pile, hand:0, bonus)",
            "E311: `count` of `draw` is a whole number, and the option `bonus` may be any number; give the option a `domain`",
        ),
        (
            "draw(draw_pile, hand:0, kind)",
            "E311: `count` of `draw` is a number, found a string",
        ),
        ("move_all(hand:1, hand_size)", "E304: unknown zone `hand_size`"),
    ] {
        let told = told(&in_phases(OPTIONS, &[effect]));
        assert!(tells(&told, wanted), "{effect}: {told:#?}");
        assert_eq!(told.len(), 1, "{effect}: {told:#?}");
    }
}

/// Games in phases have no values that are worked out before the game.
#[test]
fn options_of_games_in_phases_are_written_out() {
    for value in ["[1, 2]", r#"{ "endpoint": "count" }"#] {
        let told = told(&in_phases(
            &format!(r#"[{{ "key": "x", "value": {value} }}]"#),
            &[],
        ));
        assert_eq!(told.len(), 1, "{value}: {told:#?}");
        assert!(
            tells(&told, "E203: an option is a boolean, a number or a text, not"),
            "{value}: {told:#?}"
        );
    }
    // A text is that text.
    let options = loaded(in_phases(r#"[{ "key": "x", "value": "= 1 + 2" }]"#, &[])).options();
    assert_eq!(options[0].value, Some(OptionValue::from("= 1 + 2")));
}

/// Counting with an option needs one that counts.
#[test]
fn options_that_count_are_whole_numbers() {
    for (domain, wanted) in [
        (
            r#"{ "min": -1, "max": 3 }"#,
            "is 0 or more, and the option `size` may be -1",
        ),
        ("[1, 1.5]", "is a whole number, and the option `size` may be 1.5"),
        ("[1, -2]", "is 0 or more, and the option `size` may be -2"),
        ("[1, 2]", ""),
        (r#"{ "min": 0, "max": 3 }"#, ""),
    ] {
        let options = format!(r#"[{{ "key": "size", "value": 1, "domain": {domain} }}]"#);
        let told = told(&in_phases(&options, &["set_var('n', count_sets(hand:1, size))"]));
        match wanted {
            "" => assert_eq!(told, Vec::<String>::new(), "{domain}"),
            _ => assert!(
                told.iter().any(|line| line.contains(wanted)),
                "{domain}: {told:#?}"
            ),
        }
    }
}

/// Effects that read all options of `OPTIONS`, so that none of them is told to be read nowhere.
const READS: &str =
    "if(open && kind == 'hearts' && bonus > 1 && hand_size > 1 && into == 'table', set_var('n', 1))";

/// What is told of effects in a game in which every option is read, the labels of its phases and variables as they are.
fn told_beside(replaced: &[(&str, &str)], effects: &[&str]) -> Vec<String> {
    let quoted: Vec<String> = effects.iter().map(|effect| format!("{effect:?}")).collect();
    let mut text = TABLE
        .replace(
            "\"variables\": {",
            &format!("\"options\": {OPTIONS},\n\"variables\": {{"),
        )
        .replace("\"EFFECTS\"", &quoted.join(", "))
        .replace("\"VALUE\"", &format!("{READS:?}"));
    for (from, to) in replaced {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    told(&Loader::new().check_text("tried.cardgame.json", &text))
}

/// What is told of an effect, beside an option.
fn told_with(option: &str, effect: &str) -> Vec<String> {
    told(&in_phases(&format!("[{option}]"), &[effect]))
}

#[test]
fn options_that_no_rule_reads_are_told_in_both_dialects() {
    let one = r#"[{ "key": "hands", "value": 4 }]"#;
    assert_eq!(
        told(&in_phases(one, &[])),
        [
            "W327: no rule reads the option `hands`: whatever a table picks changes nothing; read it as `hands` where \
             it counts, or take the option out"
        ]
    );
    let there = told(&as_ruleset(one));
    assert!(
        there
            .iter()
            .any(|line| line.starts_with("W327: no rule reads") && line.contains("`$options.hands`")),
        "{there:#?}"
    );
    assert_eq!(
        told(&in_phases(one, &["set_var('n', hands)"])),
        Vec::<String>::new()
    );
    // What could not be read may have read it.
    assert_eq!(told(&in_phases(one, &["set_var('n', "])).len(), 1);
}

#[test]
fn options_stand_for_zones_and_players_that_there_are() {
    let into = r#"{ "key": "x", "value": "discard", "domain": ["discard", "tabel"] }"#;
    let any = r#"{ "key": "x", "value": "discard" }"#;
    let seat = r#"{ "key": "x", "value": 0, "domain": { "min": 0, "max": 5 } }"#;
    let seats = r#"{ "key": "x", "value": 0, "domain": [0, -1] }"#;
    let number = r#"{ "key": "x", "value": 0 }"#;
    for (option, effect, wanted) in [
        (
            into,
            "move_all(hand:1, x)",
            "E304: no zone is called `tabel`, which the option `x` may be; did you mean `table`?",
        ),
        (
            any,
            "move_all(hand:1, x)",
            "E304: `x` names a zone here, and this option may be any text; give the option a `domain` of zones",
        ),
        (
            seat,
            "set_next_player(x)",
            "E207: there is no player 5, which the option `x` may be: the last one is 2; players are counted from 0",
        ),
        (
            seats,
            "set_var('n', card_count(concat('hand:', x)))",
            "E207: there is no player -1, which the option `x` may be",
        ),
        (
            number,
            "set_next_player(x)",
            "E311: players have whole numbers, and the option `x` may be any number",
        ),
        (
            number,
            "set_var('n', card_rank(discard, x))",
            "E311: the place of a card is a whole number, and the option `x` may be any number",
        ),
    ] {
        let told = told_with(option, effect);
        assert_eq!(told.len(), 1, "{effect}: {told:#?}");
        assert!(tells(&told, wanted), "{effect}: {told:#?}");
    }
    let fine = r#"{ "key": "x", "value": "discard", "domain": ["discard", "hand:2"] }"#;
    assert_eq!(told_with(fine, "move_all(hand:1, x)"), Vec::<String>::new());
    let fine = r#"{ "key": "x", "value": 0, "domain": { "min": 0, "max": 2 } }"#;
    assert_eq!(told_with(fine, "set_next_player(x)"), Vec::<String>::new());
}

#[test]
fn options_are_compared_with_what_they_may_be() {
    for (condition, wanted) in [
        (
            "kind == 'heart'",
            "W328: the option `kind` is never `heart`; did you mean `hearts`?",
        ),
        (
            "kind != 'zz'",
            "W328: the option `kind` is never `zz`; write one of `clubs`, `hearts`",
        ),
        (
            "9 == hand_size",
            "W328: the option `hand_size` is never 9; it may be a whole number from 1 to 4",
        ),
        ("kind == 3", "E311: a string never equals a number"),
        ("hand_size == '3'", "E311: a number never equals a string"),
        ("open == 1", "E311: a boolean never equals a number"),
        (
            "top_card_suit(discard) == into",
            "W309: no card has a suit that the option `into` may be, such as `discard`",
        ),
        (
            "top_card_suit(discard) == 'heart'",
            "W309: no card has suit `heart`; did you mean `hearts`?",
        ),
    ] {
        let told = told_beside(&[], &[&format!("if({condition}, set_var('n', 1))")]);
        assert_eq!(told.len(), 1, "{condition}: {told:#?}");
        assert!(tells(&told, wanted), "{condition}: {told:#?}");
    }
    let fine = told_beside(&[], &["if(top_card_suit(discard) == kind, set_var('n', 1))"]);
    assert_eq!(fine, Vec::<String>::new());
}

/// What is wrong with an option is told once, where it is declared.
#[test]
fn nothing_follows_from_an_option_that_could_not_be_read() {
    for option in [
        r#"{ "key": "x" }"#,
        r#"{ "key": "x", "value": [3] }"#,
        r#"{ "key": "x", "value": "a", "type": "number" }"#,
        r#"{ "key": "x", "value": 3, "domain": { "min": 5, "max": 1 } }"#,
        r#"{ "key": "x", "value": 3, "domain": { "min": 1.5, "max": 5 } }"#,
        r#"{ "key": "x", "value": 3, "domain": { "choices": [3, 4] } }"#,
    ] {
        for effect in [
            "set_var('n', x)",
            "draw(draw_pile, hand:0, x)",
            "set_next_player(x)",
            "if(x == 3, end_turn())",
        ] {
            let told = told_with(option, effect);
            assert_eq!(told.len(), 1, "{option} {effect}: {told:#?}");
        }
    }
    for effect in [
        "set_var('x', 1)",
        "set_var('n', get_var('x'))",
        "move_all(hand:0, x)",
    ] {
        let told = told_with(r#"{ "key": "x" }"#, effect);
        assert_eq!(told.len(), 1, "{effect}: {told:#?}");
    }
    // Options by their names, as variables are written.
    let told = told(&in_phases(r#"{ "x": { "value": 3 } }"#, &["set_var('n', x)"]));
    assert!(tells(&told, "E202: an option has a `key`"), "{told:#?}");
    assert!(!tells(&told, "E301: "), "{told:#?}");
}

/// Habits from rulesets and other engines are answered by what is written here.
#[test]
fn other_ways_to_read_options_are_answered() {
    for (value, wanted) in [
        (
            "$options.hand_size",
            "E301: games in phases have no `$options`; write `hand_size`",
        ),
        (
            "options.hand_sise",
            "E301: games in phases have no `options`; did you mean `hand_size`?",
        ),
        (
            "$globals.total_0",
            "E301: games in phases have no `$globals`; write `total_0`",
        ),
        (
            "$hand_size",
            "E301: unknown name `$hand_size`; write `hand_size`, without `$`",
        ),
        (
            "$options",
            "E301: unknown name `$options`; options and variables are read by their names alone",
        ),
        (
            "get_option('hand_size')",
            "E302: unknown function `get_option`; write `hand_size`",
        ),
        (
            "option(hand_size)",
            "E302: unknown function `option`; write `hand_size`",
        ),
        (
            "get_option('zz')",
            "E302: unknown function `get_option`; expressions read an option by its `key` alone",
        ),
        (
            "hand_size()",
            "E302: unknown function `hand_size`; write `hand_size` without parentheses",
        ),
        (
            "hand_size.value",
            "E301: `hand_size` has no members; write `hand_size` alone",
        ),
        (
            "'hand_size'",
            "E311: the value is a number, found a string; write `hand_size` without quotes",
        ),
    ] {
        let told = told_beside(&[], &[&format!("set_var('n', {value})")]);
        assert_eq!(told.len(), 1, "{value}: {told:#?}");
        assert!(tells(&told, wanted), "{value}: {told:#?}");
    }
}

#[test]
fn what_may_be_chosen_stands_in_the_domain() {
    for (option, wanted) in [
        (
            r#""min": 1"#,
            r#"E201: an option has no field `min`; the whole numbers that may be chosen stand in its `domain`: `"domain": { "min": 1, "max": 9 }`"#,
        ),
        (
            r#""choices": [3, 4]"#,
            r#"E201: an option has no field `choices`; the values that may be chosen stand in its `domain`: `"domain": [1, 2, 5]`"#,
        ),
        (
            r#""domain": { "choices": [3, 4] }"#,
            "E201: a range has no field `choices`; write the list itself in place of this object",
        ),
        (
            r#""domain": { "min": 1, "max": 9, "step": 2 }"#,
            "E201: a range has no field `step`; a range holds every whole number from `min` to `max`",
        ),
        (
            r#""domain": [3, 4, 3]"#,
            "W206: `3` stands in this list a second time",
        ),
        (
            r#""domain": { "min": 1, "min": 3, "max": 9 }"#,
            "E114: the key `min` is given twice",
        ),
    ] {
        let options = format!(r#"[{{ "key": "x", "value": 3, {option} }}]"#);
        for told in [
            told(&in_phases(&options, &["set_var('n', x)"])),
            told(&as_ruleset(&options)),
        ] {
            assert!(tells(&told, wanted), "{option}: {told:#?}");
            assert!(!tells(&told, "E203: "), "{option}: {told:#?}");
        }
    }
}

#[test]
fn variables_labels_and_parameters_do_not_hold_options() {
    let label = "\"label\": \"End\"";
    for (from, to, wanted) in [
        (
            "\"total_0\": 10",
            "\"total_0\": \"hand_size\"",
            "W312: `hand_size` is a text here, though an option is called so; did you mean the option? Write `\"initial\": 0`, \
             and `set_var('total_0', hand_size)`",
        ),
        (
            "\"word\": \"clubs\"",
            "\"word\": { \"initial\": \"kind\" }",
            "W312: `kind` is a text here, though an option is called so; did you mean the option? Write `\"initial\": \"\"`, \
             and `set_str_var('word', kind)`",
        ),
        (
            "\"total_0\": 10",
            "\"total_0\": { \"initial\": \"hand_size\", \"type\": \"number\" }",
            "E203: `initial` of `total_0` is not of its `type`; did you mean the option?",
        ),
        (
            label,
            "\"label\": \"End of {$options.hand_size}\"",
            "W312: `{$options.hand_size}` is not read inside a label",
        ),
        (
            label,
            "\"label\": \"End of {n}\"",
            "W312: `{n}` is not read inside a label",
        ),
        (
            label,
            "\"label\": \"End\", \"params\": [{ \"name\": \"a\", \"type\": \"number\" }, { \"name\": \"a\", \"options\": [1, 2] }]",
            "E308: there are two parameters `a` in this action",
        ),
        (
            label,
            "\"label\": \"End\", \"params\": { \"a\": [\"red\", \"red\"] }",
            "W206: `red` stands in this list a second time",
        ),
    ] {
        let told = told_beside(&[(from, to)], &[]);
        assert_eq!(told.len(), 1, "{to}: {told:#?}");
        assert!(tells(&told, wanted), "{to}: {told:#?}");
    }
    let braces = told_beside(&[(label, "\"label\": \"End {of it}\"")], &[]);
    assert_eq!(braces, Vec::<String>::new());
}

/// All parameters of a list are worked out before its first effect acts.
#[test]
fn a_variable_that_a_list_sets_is_not_read_in_it() {
    for (effects, wanted) in [
        (
            &["set_var('n', hand_size)", "deal(draw_pile, hand, n)"][..],
            "W344: `n` is read here before this list sets it: it is what it was before; write `hand_size` here",
        ),
        (
            &["set_var('n', 2)", "set_str_var('s', concat('x', get_var('n')))"],
            "W344: `n` is read here before this list sets it",
        ),
        (
            &["if(open, set_var('n', 2))", "if(n > 1, end_turn())"],
            "W344: `n` is read here before this list sets it",
        ),
        (
            &[
                "draw(draw_pile, into, 1)",
                "set_str_var('s', top_card_suit(table))",
            ],
            "W343: `top_card_suit` looks into `table` before this list has put a card there",
        ),
        (
            &[
                "draw(draw_pile, discard, 1)",
                "set_str_var('s', top_card_suit(into))",
            ],
            "W343: `top_card_suit` looks into `discard` before this list has put a card there",
        ),
    ] {
        let told = told_beside(&[], effects);
        assert_eq!(told.len(), 1, "{effects:?}: {told:#?}");
        assert!(tells(&told, wanted), "{effects:?}: {told:#?}");
    }
    for effects in [
        &["set_str_var('s', concat('x', n))", "set_var('n', 2)"][..],
        &["set_var('n', 2)", "inc_var('n', 1)"],
        &[
            "set_var('n', 0)",
            "while(n < 3, inc_var('n'))",
            "set_str_var('s', concat('x', n))",
        ],
    ] {
        assert_eq!(told_beside(&[], effects), Vec::<String>::new(), "{effects:?}");
    }
    // It is so: the hand that is dealt has as many cards as the variable said before.
    let ruleset = loaded(in_phases(
        OPTIONS,
        &[
            "set_var('n', hand_size)",
            "draw(draw_pile, hand:1, n)",
            "inc_var('n', 1)",
        ],
    ));
    let game = begun(&ruleset, &[]);
    assert_eq!(cards(&game, Viewer::Omniscient, "hand", Some(1)).len(), 3);
    assert_eq!(global(&game, "n"), "4");
}

#[test]
fn an_option_that_is_nothing_is_refused() {
    let refused = serde_json::from_str::<OptionValue>("null").map_err(|error| error.to_string());
    assert_eq!(
        refused,
        Err("an option is true or false, a number or a text".to_owned())
    );
}
