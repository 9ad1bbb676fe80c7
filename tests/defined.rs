//! Values that a ruleset defines: what they give wherever they stand, and what is said of mistakes in them.

use crate::support::told;
use cardable_core::view::Datum;
use cardable_core::{Game, Loader, Seat, Seed, Setup, Viewer};

const GAME: &str = r#"{
    cardset: {
        set_name: "four",
        suits: [{ suit_name: "Hearts", suit_id: 0 }, { suit_name: "Spades", suit_id: 1 }],
        cards: [
            { card_name: "A", card_id: 0, card_value: 1, suit_id: 0, attributes: { strength: 4 } },
            { card_name: "B", card_id: 1, card_value: 2, suit_id: 0, attributes: { strength: 3 } },
            { card_name: "C", card_id: 2, card_value: 3, suit_id: 1, attributes: { strength: 2 } },
            { card_name: "D", card_id: 3, card_value: 4, suit_id: 1, attributes: { strength: 1 } },
        ],
    },
    ruleset: {
        ruleset_name: "Values", min_players: 2, max_players: 2, cardsets: "four",
        game_area: {
            shared_zones: [
                { name: "deck", zone_visibility: "all", order: "fixed-fifo" },
                { name: "pile", zone_visibility: "all" },
            ],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        global_data: [
            { key: "seen", value: [] }, { key: "trump", value: "Spades" }, { key: "n", value: 3 },
            COMPUTED { key: "any", type: "any" },
        ],
        player_data: [{ key: "bonus", value: 5 }],
        defined_values: [DEFINED],
        game_state: [
            { state_name: "play", state_type: "grandstand", state_data: [{ key: "here", value: 7 }], actions: [
                ACTIONS
                { action_name: "look", type: "button", primitives: ["set($globals.seen, [SEEN])"] },
                { action_name: "end", type: "button", primitives: "end_game()" },
            ] },
        ],
    },
}"#;

/// What the values below are defined as.
const DEFINED: &str = r#"
    { ref_id: "might", ref_params: [{ key: "card", type: "card" }], value: "= card.strength + grown(card)" },
    { ref_id: "grown", ref_params: [{ key: "card", type: "card" }], value: "= if(is_trump($action.card), 10, 0)" },
    { ref_id: "is_trump", ref_params: [{ key: "c", type: "card" }], value: "= c.suit == $globals.trump", type: "boolean" },
    { ref_id: "trumps_left", value: "= count(deck, c => c.is_trump)", type: "number" },
    { ref_id: "strongest", ref_params: [{ key: "from", type: "zone" }], value: "= max_by(from, might)" },
    { ref_id: "total", ref_params: [{ key: "cards", type: "cards" }], value: "= sum(cards, c => c.strength)" },
    { ref_id: "worth", ref_params: [{ key: "who", type: "seat" }, { key: "times", type: "number" }],
      value: "= who.bonus * times" },
    { ref_id: "doubled", ref_params: [{ key: "n", type: "number" }], value: "= n + n" },
    { ref_id: "own_bonus", value: "$player.bonus" },
    { ref_id: "here", value: "= $state.here" },
    { ref_id: "called", ref_params: [{ key: "c", type: "card" }], value: { endpoint: "might", params: ["$action.c"] } },
    { ref_id: "written", value: [1, "= trumps_left", "x"] },
    { ref_id: "beats", ref_params: [{ key: "a", type: "card" }, { key: "b", type: "card" }],
      value: "= might(a) > might(b)" },
    { ref_id: "unbeaten", ref_params: [{ key: "card", type: "card" }],
      value: "= !any(deck, other => beats(other, card))" },
    { ref_id: "strength_of", ref_params: [{ key: "card" }], value: "= list_item([card], 0)" },
"#;

/// What is true before anything was done.
const TRUE: &[&str] = &[
    "might(top_card(deck)) == 4",
    "top_card(deck).might == 4",
    "top_card(deck).might() == 4",
    "filter(deck, c => c.name == 'C')[0].might == 12",
    "trumps_left == 2",
    "trumps_left() == 2",
    "strongest(deck).name == 'C'",
    "deck.strongest.name == 'C'",
    "strongest(deck).might == 12",
    "total(filter(deck, c => c.is_trump)) == 3",
    "filter(deck, c => c.suit == 'Hearts').total == 7",
    "worth($player, 2) == 10",
    "$player.worth(3) == 15",
    "worth(next_player(), doubled($globals.n)) == 30",
    "doubled(doubled(doubled($globals.n + 1))) == 32",
    "own_bonus == 5",
    "here == 7",
    "called(filter(deck, c => c.name == 'D')[0]) == 11",
    "list_item(written, 1) == 2",
    "beats(strongest(deck), top_card(deck))",
    "count(deck, card => unbeaten(card)) == 1",
    "count(deck, unbeaten) == 1",
    "sum(deck, might) == 30",
    "any(deck, c => all(deck, d => !beats(d, c)))",
    "strength_of(3) == 3",
];

fn game(filled: &[(&str, &str)]) -> String {
    let mut text = GAME.to_owned();
    let empty = [("DEFINED", ""), ("ACTIONS", ""), ("SEEN", ""), ("COMPUTED", "")];
    for (place, with) in filled.iter().chain(&empty) {
        text = text.replace(place, with);
    }
    text
}

fn begun(text: String) -> Game {
    let checked = Loader::new().check_text("ruleset.json", &text);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
    let ruleset = checked.ruleset.expect("it is read");
    Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins")
}

fn is_true(game: &Game) -> Vec<bool> {
    let Datum::List(items) = &game.view(Viewer::Omniscient).globals[0] else {
        panic!("a list");
    };
    items.iter().map(|item| *item == Datum::Bool(true)).collect()
}

#[test]
fn values_are_worked_out_wherever_they_stand() {
    let mut game = begun(game(&[("DEFINED", DEFINED), ("SEEN", &TRUE.join(", "))]));
    game.submit_nth(Seat(0), 0).expect("it is offered");
    for (text, found) in TRUE.iter().zip(is_true(&game)) {
        assert!(found, "{text}");
    }
}

#[test]
fn values_stand_in_conditions_picks_steps_and_data() {
    let actions = r#"
        { action_name: "play", type: "world_pick", pick: { from: "deck" }, legal: "$card.might > 11",
          condition: "trumps_left == 2 && $globals.trumps == 2",
          valid: "all($picked, c => c.is_trump)",
          action_message: { text: "{0} left", tokens: ["trumps_left"] },
          primitives: [
              { endpoint: "worth", params: ["$player", "= doubled(2)"], into: "$globals.n" },
              "while($globals.n > trumps_left * 4, set($globals.n, $globals.n - 1))",
              { endpoint: "place_card", params: ["$action.world_pick", "pile"], condition: "trumps_left() > 1" },
          ] },
    "#;
    let seen = "trumps_left == 1, $globals.trumps == 1, top_card(pile).name == 'C', $globals.n == 8";
    let mut game = begun(game(&[
        ("DEFINED", &format!("{DEFINED} {}", USES_THE_REST)),
        ("ACTIONS", &format!("{actions} {USED_ELSEWHERE}")),
        ("SEEN", seen),
        (
            "COMPUTED",
            r#"{ key: "trumps", type: "number", computed: "= trumps_left" },"#,
        ),
    ]));
    let decision = game.next_decision().expect("a decision");
    let choices: Vec<_> = (0..).map_while(|n| decision.nth(n)).collect();
    assert_eq!(choices.len(), 4, "one card can be picked");
    game.submit_nth(Seat(0), 0).expect("it is offered");
    game.submit_nth(Seat(0), 1).expect("it is offered");
    assert_eq!(is_true(&game), [true; 4]);
}

/// Names what the test above has no need of.
const USES_THE_REST: &str = r#"{ ref_id: "rest", value: "= [strongest(deck), total([]), own_bonus, here, written, strength_of(1), called(deck[0]), unbeaten(deck[0])]" },"#;
const USED_ELSEWHERE: &str =
    r#"{ action_name: "rest", type: "button", primitives: "set($globals.seen, rest)" },"#;

#[test]
fn mistakes_in_values_are_told_once_and_where_they_are() {
    let value = |fields: &str| format!("{{ ref_id: \"might\", {fields} }},");
    let of_card = |text: &str| {
        value(&format!(
            "ref_params: [{{ key: \"card\", type: \"card\" }}], value: \"= {text}\""
        ))
    };
    let strength = of_card("card.strength");
    let cases: &[(&str, String, &str, &str)] = &[
        ("a name of a primitive", "{ ref_id: \"count\", value: 1 },".to_owned(), "", "E308 at `\"count\"`: there is a primitive `count` already; give it another `ref_id`"),
        ("a word of the language", "{ ref_id: \"player\", value: 1 },".to_owned(), "", "E308 at `\"player\"`: `player` means something in every expression; give it another `ref_id`"),
        ("no word", "{ ref_id: \"my might\", value: 1 },".to_owned(), "", "E206 at `\"my might\"`: `my might` is no name that can be called; write it in small letters, digits and `_`"),
        ("an attribute", "{ ref_id: \"strength\", ref_params: [{ key: \"c\", type: \"card\" }], value: 1 },".to_owned(), "1", "E308 at `\"strength\"`: `strength` is an attribute of cards, too; give the defined value another `ref_id`"),
        ("an item of seats", "{ ref_id: \"bonus\", ref_params: [{ key: \"s\", type: \"seat\" }], value: 1 },".to_owned(), "bonus($player)", "E308 at `\"bonus\"`: `bonus` is an item of the data of seats, too; give the defined value another `ref_id`"),
        ("a zone of seats", "{ ref_id: \"hand\", ref_params: [{ key: \"s\", type: \"seat\" }], value: 1 },".to_owned(), "hand($player)", "E308 at `\"hand\"`: `hand` is a zone of seats, too; give the defined value another `ref_id`"),
        ("a zone", "{ ref_id: \"pile\", value: 1 },".to_owned(), "pile()", "E308 at `\"pile\"`: `pile` is a zone, too; give the defined value another `ref_id`"),
        ("a state", "{ ref_id: \"play\", value: 1 },".to_owned(), "play()", "E308 at `\"play\"`: `play` is a state, too; give the defined value another `ref_id`"),
        ("two of a name", format!("{strength} {{ ref_id: \"might\", value: 1 }},"), "might(deck[0])", "E308 at `\"might\"`: there are two defined values `might`; give one of them another `ref_id`"),
        ("no name", "{ value: 1 },".to_owned(), "", "E202 at `{ value: 1 }`: a defined value has a `ref_id`; write `\"ref_id\": \"a_name\"`, by which it is called"),
        ("no value", "{ ref_id: \"might\" },".to_owned(), "", "E202 at `{ ref_id: \"might\" }`: the defined value `might` has no `value`; write what it is worked out from: `\"value\": \"= count($player.hand) > 2\"`"),
        ("a parameter twice", value("ref_params: [{ key: \"a\" }, { key: \"a\" }], value: \"= a\""), "might(1)", "E308 at `\"a\"`: `a` is there twice; call one of the two otherwise, or take it out"),
        ("a parameter without a name", value("ref_params: [{ type: \"card\" }], value: 1"), "might", "E202 at `{ type: \"card\" }`: a parameter has a `key`; write `\"key\": \"a_name\"`, by which it is read"),
        ("a parameter of no type", value("ref_params: [{ key: \"a\", type: \"crad\" }], value: 1"), "might(deck[0])", "E307 at `\"crad\"`: unknown type `crad`; did you mean `card`?"),
        ("too few", strength.clone(), "might", "E310 at `might`: `might` takes 1 parameter, found 0; write `might(card)`"),
        ("too many", strength.clone(), "might(deck[0], 1)", "E310 at `might(deck[0], 1)`: `might` takes 1 parameter, found 2; write `might(card)`"),
        ("another type", strength.clone(), "might($player)", "E311 at `$player`: `card` of `might` takes a card, found a seat; write `might(card)`"),
        ("no member of that type", strength.clone(), "$globals.n.might", "E301 at `$globals.n.might`: a number has no `might`; ask it of a seat or a card, such as `$player.might`"),
        ("a member that is nearly one", strength.clone(), "deck[0].migt + might(deck[0])", "E301 at `deck[0].migt`: a card has no `migt`; did you mean `might`?"),
        ("a call that is nearly one", strength.clone(), "migt(deck[0]) + might(deck[0])", "E302 at `migt`: unknown primitive `migt`; did you mean `might`?"),
        ("a name that is nearly one", value("value: 1"), "migt + might", "E301 at `migt`: unknown name `migt`; did you mean `might`?"),
        ("a mistake inside", of_card("card.strenth"), "might(deck[0]), might(deck[1])", "E301 at `card.strenth`: a card has no `strenth`; did you mean `strength`?"),
        ("an argument that acts", strength.clone(), "doubled(random_number(1, 6))", "E321 at `random_number(1, 6)`: `random_number` acts or asks, and this is only looked at; do it in a step that keeps the result in data, and read that here"),
        ("another result", value("value: \"= 1 + 1\", type: \"card\""), "might", "E311 at `\"= 1 + 1\"`: `might` gives a card, found a number; write what gives a card, such as `= top_card(deck)`, or `\"type\": \"number\"`"),
        ("a circle", "{ ref_id: \"might\", ref_params: [{ key: \"c\", type: \"card\" }], value: \"= cost(c) + 1\" }, { ref_id: \"cost\", ref_params: [{ key: \"c\", type: \"card\" }], value: \"= c.might\" },".to_owned(), "might(deck[0]), cost(deck[0])", "E317 at `c.might`: `might → cost → might` is a circle; let one of them do without the others"),
        ("a circle of one that nothing uses", value("value: \"= might + 1\""), "", "E317 at `might`: `might → might` is a circle; let one of them do without the others"),
        ("a value as a step", strength.clone(), "STEP", "W308 at `might(deck[0])`: `might` only works a value out: as a step it does nothing; use its value, or take it out"),
    ];
    for (what, defined, seen, expected) in cases {
        let doubled =
            "{ ref_id: \"doubled\", ref_params: [{ key: \"n\", type: \"number\" }], value: \"= n + n\" },";
        let defined = match seen.contains("doubled") {
            true => doubled.to_owned(),
            false => defined.clone(),
        };
        let step = "{ action_name: \"x\", type: \"button\", primitives: \"might(deck[0])\" },";
        let text = match *seen == "STEP" {
            true => game(&[("DEFINED", &defined), ("ACTIONS", step)]),
            false => game(&[("DEFINED", &defined), ("SEEN", seen)]),
        };
        let told = told(&text);
        let unused = |line: &&String| !line.starts_with("W320");
        let errors: Vec<&String> = told.iter().filter(unused).collect();
        assert_eq!(errors, [expected], "{what}");
    }
}

#[test]
fn a_value_that_nothing_uses_is_looked_through_and_told_of() {
    let defined = r#"
        { ref_id: "might", ref_params: [{ key: "card", type: "card" }], value: "= card.strength + $state.here" },
        { ref_id: "wrong", ref_params: [{ key: "card", type: "card" }], value: "= card.strenth" },
        { ref_id: "inner", value: 1 },
        { ref_id: "outer", value: "= inner + 1" },
    "#;
    assert_eq!(
        told(&game(&[("DEFINED", defined)])),
        [
            "W320 at `\"might\"`: nothing uses the defined value `might`; call it, as in `might(card)`, or take it out",
            "W320 at `\"wrong\"`: nothing uses the defined value `wrong`; call it, as in `wrong(card)`, or take it out",
            "E301 at `card.strenth`: a card has no `strenth`; did you mean `strength`?",
            "W320 at `\"outer\"`: nothing uses the defined value `outer`; call it, as in `outer()`, or take it out",
        ]
    );
}

/// A chain in which each value names the next one several times.
fn chain(links: usize, each: &str) -> String {
    let link = |at: usize| {
        let next = format!("v{}", at + 1);
        format!(
            "{{ ref_id: \"v{at}\", value: \"= {}\" }},",
            each.replace("NEXT", &next)
        )
    };
    let links_of_it: String = (0..links).map(link).collect();
    format!("{links_of_it} {{ ref_id: \"v{links}\", value: \"$globals.n\" }},")
}

#[test]
fn values_that_grow_without_end_are_told_of() {
    let many = vec!["NEXT"; 400].join(" + ");
    let deep = format!("{}NEXT{}", "abs(".repeat(60), ")".repeat(60));
    let cases = [
        (chain(10, "NEXT + NEXT"), "v0 > 0", ""),
        (
            chain(15, "NEXT + NEXT"),
            "v0 > 0",
            "E322 at `v0`: `v0` comes to too much when it is put in its place; keep a part of it in data, and read that; data can be `computed`",
        ),
        (
            chain(15, &many),
            "v0 > 0",
            "E322 at `v0`: `v0` comes to too much when it is put in its place; keep a part of it in data, and read that; data can be `computed`",
        ),
        (
            chain(20, "NEXT + 1"),
            "v0 > 0",
            "E322 at `v16`: more than 16 definitions, or 128 levels of them, stand in one another here; keep what one of them gives in data, and read that here",
        ),
        (
            chain(3, &deep),
            "v0 > 0",
            "E322 at `v2`: more than 16 definitions, or 128 levels of them, stand in one another here; keep what one of them gives in data, and read that here",
        ),
    ];
    for (defined, seen, expected) in cases {
        let told = told(&game(&[("DEFINED", &defined), ("SEEN", seen)]));
        let errors: Vec<&str> = told
            .iter()
            .map(String::as_str)
            .filter(|line| line.starts_with('E'))
            .collect();
        let expected: Vec<&str> = [expected].into_iter().filter(|line| !line.is_empty()).collect();
        assert_eq!(errors, expected);
    }
    // What is given grows as well.
    let twice = "{ ref_id: \"twice\", ref_params: [{ key: \"n\" }], value: \"= n + n\" },";
    let nested = format!("{}$globals.n{}", "twice(".repeat(40), ")".repeat(40));
    let told = told(&game(&[("DEFINED", twice), ("SEEN", &nested)]));
    assert!(
        told.len() == 1 && told[0].starts_with("E322") && told[0].contains("`twice` comes to too much"),
        "{told:#?}"
    );
}

/// What a seat may not see is guarded where a value reads it, as if it were written there.
#[test]
fn values_are_guarded_where_they_read_faces() {
    let defined =
        "{ ref_id: \"might\", ref_params: [{ key: \"card\", type: \"card\" }], value: \"= card.strength\" },";
    let hidden = game(&[
        (
            "\"deck\", zone_visibility: \"all\"",
            "\"deck\", zone_visibility: \"none\"",
        ),
        ("DEFINED", defined),
        (
            "ACTIONS",
            "{ action_name: \"x\", type: \"button\", condition: \"might(top_card(deck)) > 1\", primitives: \"shuffle(deck)\" },",
        ),
    ]);
    let told = told(&hidden);
    assert!(
        told.len() == 1 && told[0].starts_with("E319") && told[0].contains("`deck`"),
        "{told:#?}"
    );
}

/// Actions that steps call.
const CALLED: &str = r#"
    { ref_id: "earn", ref_params: [{ key: "seat", type: "seat" }, { key: "n", type: "number" }],
      action_data: [{ key: "before", value: "$action.seat.bonus" }, { key: "half", type: "number" }],
      condition: "$action.n > 0",
      primitives: [
          "set($action.half, $action.n / 2)",
          "set($action.seat.bonus, $action.before + $action.half + $action.half)",
      ] },
    { ref_id: "put", ref_params: [{ key: "card", type: "card" }, { key: "to", type: "zone" }],
      primitives: ["place_card($action.card, $action.to)", "earn($player, 1)"] },
    { ref_id: "earn_for_all", primitives: { for_each: "all", primitives: "earn($player, 10)" } },
    { ref_id: "ask_for", ref_params: [{ key: "place", type: "zone" }], action_data: { key: "answer", type: "number" }, primitives: [
        { endpoint: "prompt_number", params: ["$action.answer", 0, 3] },
        "draw_cards(all, $action.answer, deck, $player.hand)",
        "if($action.answer > 2, put(top_card(deck), $action.place))",
    ] },
    { ref_id: "finish", ref_params: [{ key: "state", type: "state" }], primitives: "set($globals.n, $action.state.here)" },
"#;

fn with_actions_called(actions: &str, seen: &str) -> String {
    game(&[
        ("DEFINED],", &format!("],\n        defined_actions: [{CALLED}],")),
        ("ACTIONS", actions),
        ("SEEN", seen),
    ])
}

#[test]
fn defined_actions_are_steps() {
    let actions = r#"
        { action_name: "x", type: "button", action_data: { key: "before", value: 100 }, primitives: [
            "earn($player, 2)",
            { endpoint: "earn", params: ["= next_player()", 4] },
            "if($action.before == 100, earn($player, $action.before))",
            "earn($player, 0 - 3)",
            "put(top_card(deck), pile)",
            { endpoint: "put()", params: ["= top_card(deck)", "hand"], condition: "$action.before == 100" },
            "earn_for_all",
            "while($globals.n < 6, [earn($player, 1), set($globals.n, $globals.n + 1)])",
            "finish($state)",
            "set($globals.any, $action.before)",
        ] },
        { action_name: "asked", type: "button", primitives: ["ask_for(pile)", "ask_for(hand)"] },
    "#;
    let seen = "$player.bonus == 5 + 2 + 100 + 1 + 1 + 10 + 3, next_player().bonus == 5 + 4 + 10, \
                count(pile) == 1, count($player.hand) == 1, $globals.n == 7, $globals.any == 100";
    let text = with_actions_called(actions, seen);
    let mut game = begun(text);
    game.submit_nth(Seat(0), 0).expect("it is offered");
    game.submit_nth(Seat(0), 2).expect("it is offered");
    assert_eq!(is_true(&game), [true; 6]);
}

#[test]
fn defined_actions_ask_where_steps_may() {
    let actions = r#"{ action_name: "asked", type: "button", primitives: "ask_for(pile)" },"#;
    let others =
        r#"{ action_name: "rest", type: "button", primitives: ["earn_for_all", "finish($state)"] },"#;
    let text = with_actions_called(
        &format!("{actions} {others}"),
        "count(pile) == 1, count($player.hand) == 1",
    );
    let mut game = begun(text.replace(
        "draw_cards(all, $action.answer, ",
        "draw_cards($player, $action.answer - 2, ",
    ));
    game.submit_nth(Seat(0), 0).expect("it is offered");
    let decision = game.next_decision().expect("it is asked");
    let last = decision.nth(3).expect("three is an answer");
    let seat = decision.seat();
    game.submit(seat, &last).expect("it is answered");
    game.submit_nth(Seat(0), 2).expect("it is offered");
    assert_eq!(is_true(&game), [true; 2]);

    let sealed = with_actions_called(
        "{ action_name: \"x\", type: \"button\", sealed: true, primitives: [\"ask_for(pile)\", \"ask_for(pile)\"] },",
        "",
    );
    assert!(
        told(&sealed).iter().any(|line| line.starts_with("E320")),
        "{:#?}",
        told(&sealed)
    );
}

#[test]
fn mistakes_in_calls_of_actions_are_told_once_and_where_they_are() {
    let cases = [
        (
            "pay",
            "{ ref_id: \"pay\", type: \"button\", primitives: \"set($globals.n, 1)\" }",
            "E338 at `pay`: `pay` has a `type`, so it is no step; take `type` out of the defined action, or name the action in the `actions` of a state",
        ),
        (
            "pay()",
            "{ ref_id: \"pay\", pick: { from: \"deck\" }, primitives: \"set($globals.n, 1)\" }",
            "E338 at `pay()`: `pay` has a `pick`, so it is no step; take `pick` out of the defined action, or name the action in the `actions` of a state",
        ),
        (
            "pay(1)",
            "{ ref_id: \"pay\", primitives: \"set($globals.n, 1)\" }",
            "E310 at `pay(1)`: `pay` takes 0 parameters, found 1; write `pay()`",
        ),
        (
            "pay($player)",
            "{ ref_id: \"pay\", ref_params: [{ key: \"n\", type: \"number\" }], primitives: \"set($globals.n, $action.n)\" }",
            "E311 at `$player`: `n` of `pay` takes a number, found a seat; write `pay(n)`",
        ),
        (
            "pya(1)",
            "{ ref_id: \"pay\", ref_params: [{ key: \"n\", type: \"number\" }], primitives: \"set($globals.n, $action.n)\" }",
            "E302 at `pya`: unknown primitive `pya`; did you mean `pay`?",
        ),
        (
            "pay()",
            "{ ref_id: \"pay\", primitives: \"set($globals.m, 1)\" }",
            "E301 at `$globals.m`: unknown reference `$globals.m`; `$globals` has `seen`, `trump`, `n`, `any`",
        ),
        (
            "set($globals.n, pay(1))",
            "{ ref_id: \"pay\", ref_params: [{ key: \"n\", type: \"number\" }], primitives: \"set($globals.n, $action.n)\" }",
            "E315 at `pay(1)`: `pay` acts and has no value; write it as a step of its own",
        ),
        (
            "pay()",
            "{ ref_id: \"pay\", primitives: \"owe()\" }, { ref_id: \"owe\", primitives: [\"pay()\"] }",
            "E317 at `pay()`: `pay → owe → pay` is a circle; let one of them do without the others",
        ),
        (
            "pay()",
            "{ ref_id: \"pay\", primitives: \"set($globals.n, $action.mine)\" }",
            "E301 at `$action.mine`: unknown reference `$action.mine`; declare `mine` in the action's `action_data`, or let it pick something",
        ),
    ];
    for (step, defined, expected) in cases {
        let action = format!(
            "{{ action_name: \"x\", type: \"button\", action_data: {{ key: \"mine\", value: 1 }}, primitives: \"{step}\" }},"
        );
        let text = game(&[
            ("DEFINED],", &format!("], defined_actions: [{defined}],")),
            ("ACTIONS", &action),
        ]);
        let told = told(&text);
        let unused = |line: &&String| !line.starts_with("W317");
        let errors: Vec<&String> = told.iter().filter(unused).collect();
        assert_eq!(errors, [expected], "{step}");
    }
    let both = game(&[(
        "DEFINED],",
        "{ ref_id: \"pay\", value: 1 }], defined_actions: [{ ref_id: \"pay\", primitives: \"set($globals.n, 1)\" }],",
    )]);
    assert!(
        told(&both)
            .iter()
            .any(|line| line.starts_with("E308 at `\"pay\"`: there is a defined action `pay`, too")),
        "{:#?}",
        told(&both)
    );
}

#[test]
fn actions_that_grow_without_end_are_told_of() {
    let link = |at: usize| {
        let twice = vec![format!("\"a{}()\"", at + 1); 30].join(", ");
        format!("{{ ref_id: \"a{at}\", primitives: [{twice}] }},")
    };
    let chain: String = (0..12).map(link).collect();
    let defined =
        format!("], defined_actions: [{chain} {{ ref_id: \"a12\", primitives: \"set($globals.n, 1)\" }}],");
    let text = game(&[
        ("DEFINED],", &defined),
        (
            "ACTIONS",
            "{ action_name: \"x\", type: \"button\", primitives: \"a0()\" },",
        ),
    ]);
    assert_eq!(
        told(&text),
        [
            "E322 at `a0()`: `a0` comes to too much when it is put in its place; keep a part of it in data, and read that; data can be `computed`"
        ]
    );
}
