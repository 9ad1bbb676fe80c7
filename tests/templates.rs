//! Action templates, case by case: queries, subjects, assertions, commands, messages.

use cardable_core::ViewEvent;
use cardable_core::compiled::NotPortable;
use cardable_core::dsl::*;
use cardable_core::interact::{Interaction, Touch};
use cardable_core::view::{Datum, Hint};
use cardable_core::{Game, Match, NotApplied, Pick, Refusal, Ruleset, Seat, Seed, Setup, Viewer};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

/// A table of two with open hands of three cards each: Ace of Clubs to Three of Hearts, in order.
fn ruleset(actions: &str) -> Result<Ruleset, String> {
    let text = format!(
        r#"{{
        cardset: {{
            set_name: "Six",
            suits: [{{ suit_name: "Clubs", suit_id: 0 }}, {{ suit_name: "Hearts", suit_id: 1 }}],
            symmetrical_deck: true,
            cards: [
                {{ card_name: "Ace", card_id: 0, card_value: 1 }},
                {{ card_name: "Two", card_id: 1, card_value: 2 }},
                {{ card_name: "Three", card_id: 2, card_value: 3 }},
            ],
        }},
        deck: {{ deck_name: "all", cardset: "Six", content: [0, 1, 2, 3, 4, 5, 0, 1, 2] }},
        ruleset: {{
            ruleset_name: "Cases", min_players: 2, max_players: 2, decks: "all",
            game_area: {{
                shared_zones: [
                    {{ name: "stock", decks: "all", order: "fixed-lifo", zone_visibility: "none" }},
                    {{ name: "pile", order: "fixed-lifo", zone_visibility: "all", size: [0, 2] }},
                ],
                player_zones: [
                    {{ name: "hand", order: "any", zone_visibility: "owner" }},
                    {{ name: "front", order: "fixed-lifo", zone_visibility: "face" }},
                ],
            }},
            global_data: [{{ key: "n", value: 0 }}, {{ key: "word", type: "string" }}, {{ key: "open", value: true }}],
            game_state: [
                {{ state_name: "start", state_type: "auto", actions: [{{ action_name: "deal", type: "auto", primitives: [
                    {{ endpoint: "sort", params: ["stock", "id"] }},
                    {{ endpoint: "deal", params: ["stock", "hand", 3] }},
                    {{ endpoint: "state_transition", params: "play" }},
                ] }}] }},
                {{ state_name: "play", state_type: "round_robin", turn: "until_end_turn", actions: [
                    {actions}
                    {{ action_name: "end", interaction: "end", command: {{ endpoint: "end_game", params: ["all"] }} }},
                ] }},
            ],
        }},
    }}"#
    );
    cardable_core::parse(text).map_err(|e: cardable_core::LoadError| e.to_string())
}

fn begin(actions: &str) -> Game {
    let ruleset = ruleset(actions).unwrap_or_else(|e| panic!("{actions}\n{e}"));
    Game::new(&ruleset, &Setup::named(["A", "B"]), Seed::from(1))
        .expect("a game")
        .with_events()
}

fn zone(game: &Game, name: &str, seat: Option<Seat>) -> cardable_core::ids::ZoneId {
    let rules = game.ruleset();
    let found = match seat {
        Some(seat) => rules.seat_zone(name, seat),
        None => rules.zone(name),
    };
    found.expect("a zone")
}

fn card(game: &Game, name: &str, seat: Option<Seat>, index: u16) -> Pick {
    Pick::Card {
        zone: zone(game, name, seat),
        index,
    }
}

/// What a viewer who sees everything finds in a zone.
fn names(game: &Game, name: &str, seat: Option<Seat>) -> Vec<String> {
    let view = game.view(Viewer::Omniscient);
    let seen = &view.zone(zone(game, name, seat)).expect("a zone").cards;
    let rules = game.ruleset();
    seen.iter()
        .map(|c| match c {
            cardable_core::view::CardSeen::Face(ty) => rules.words().card_name(*ty).unwrap_or_default(),
            cardable_core::view::CardSeen::Back(_) => "?".to_owned(),
        })
        .collect()
}

/// The places of a seat's hand of which a tap is what a query means.
fn tapped(query: &str) -> Vec<u16> {
    let game = begin(&format!(
        "{{ action_name: \"x\", interaction: {query}, command: [] }},"
    ));
    let hand = zone(&game, "hand", Some(A));
    let legal = game.decision(A).expect("A is asked").touches();
    let taps = legal.iter().filter_map(|l| match &l.touch {
        Touch::Tap { things, .. } => Some(things.clone()),
        _ => None,
    });
    let mut places: Vec<u16> = taps
        .flatten()
        .filter_map(|pick| match pick {
            Pick::Card { zone, index } if zone == hand => Some(index),
            _ => None,
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    // What is listed is what is accepted.
    for index in 0..3 {
        let tap = Interaction::tap(Pick::Card { zone: hand, index });
        assert_eq!(
            game.choice_for(A, &tap).is_ok(),
            places.contains(&index),
            "{query} {index}"
        );
    }
    places
}

#[test]
fn queries_say_which_cards_are_meant() {
    let game = begin("");
    let all = names(&game, "hand", Some(A));
    let of = |test: &dyn Fn(&str) -> bool| -> Vec<u16> {
        (0..3u16).filter(|at| test(&all[usize::from(*at)])).collect()
    };
    let any = of(&|_| true);
    let ace = of(&|n| n.starts_with("Ace"));
    let clubs = of(&|n| n.ends_with("Clubs"));
    let high = of(&|n| !n.starts_with("Ace"));
    let high_clubs = of(&|n| n.ends_with("Clubs") && !n.starts_with("Ace"));
    let cases: &[(&str, &[u16])] = &[
        ("\"*\"", &any),
        ("{ type: \"card\" }", &any),
        ("{ type: \"card\", parent: \"hand\", owner: \"$player\" }", &any),
        (
            "{ type: \"card\", parent: { type: \"hand\", owner: \"$player\" } }",
            &any,
        ),
        ("{ parent: [\"hand\", \"pile\"], type: \"card\" }", &any),
        ("{ type: \"card\", parent: \"$player.hand\" }", &any),
        ("{ type: \"card\", parent: \"hand\", owner: \"others\" }", &[]),
        ("{ type: \"card\", parent: \"pile\" }", &[]),
        ("{ type: \"card\", name: \"Ace\" }", &ace),
        ("{ type: \"classicCard\", suit: \"Clubs\" }", &clubs),
        ("{ type: \"card\", suit: [\"Clubs\", \"Hearts\"] }", &any),
        ("{ type: \"card\", suit: \"Clubs\", value: [2, 3] }", &high_clubs),
        ("{ type: \"card\", value: \"= $card.value > 1\" }", &high),
        (
            "{ type: \"card\", where: \"$card.value > $globals.n + 1\" }",
            &high,
        ),
        (
            "[{ type: \"card\", name: \"Ace\" }, { type: \"card\", value: \"= $card.value > 1\" }]",
            &any,
        ),
        ("{ type: \"card\", parent: \"hand\", face_up: true }", &[]),
        ("{ tap: { type: \"card\", parent: \"hand\" } }", &any),
    ];
    for (query, expected) in cases {
        assert_eq!(tapped(query), *expected, "{query} of {all:?}");
    }
}

#[test]
fn zones_and_ends_of_piles_are_tapped() {
    let game = begin(
        r#"{ action_name: "zone", interaction: [{ type: "zone", name: "stock" }, { name: "pile" }], command: [] },
           { action_name: "top", interaction: { type: "card", parent: "stock", only: "top" }, command: [] },"#,
    );
    let stock = zone(&game, "stock", None);
    let pile = zone(&game, "pile", None);
    for target in [stock, pile] {
        assert!(game.choice_for(A, &Interaction::tap(Pick::Zone(target))).is_ok());
    }
    let hand = zone(&game, "hand", Some(A));
    assert!(game.choice_for(A, &Interaction::tap(Pick::Zone(hand))).is_err());
    let len = names(&game, "stock", None).len() as u16;
    let top = Interaction::tap(Pick::Card {
        zone: stock,
        index: len - 1,
    });
    let other = Interaction::tap(Pick::Card {
        zone: stock,
        index: 0,
    });
    assert!(game.choice_for(A, &top).is_ok());
    assert!(game.choice_for(A, &other).is_err());
}

#[test]
fn conditions_ask_every_subject_everything() {
    // The hand has three cards, the pile is empty and holds two.
    let cases: &[(&str, bool)] = &[
        ("{ turn: true }", true),
        ("{ turn: false }", false),
        ("{ not: { turn: true } }", false),
        ("\"$globals.n == 0\"", true),
        ("{ if: \"$globals.n == 1\" }", false),
        ("{ endpoint: \"is_empty\", params: [\"$game.pile\"] }", true),
        ("{ of: \"player\", equals: \"$player\" }", true),
        ("{ of: \"player\", its: \"hand\", empty: false }", true),
        ("{ of: \"hand\", its: \"count\", equals: 3 }", true),
        ("{ of: \"$player.hand\", its: \"children\", empty: true }", false),
        (
            "{ of: \"$player.hand\", its: [\"children\", \"count\"], above: 2, below: 4 }",
            true,
        ),
        ("{ of: \"hand\", its: \"count\", at_least: 3, at_most: 3 }", true),
        ("{ of: \"hand\", its: \"count\", one_of: [1, 2] }", false),
        ("{ of: \"pile\", empty: true, full: false }", true),
        ("{ of: \"pile\", full: true }", false),
        ("{ of: \"pile\", its: \"top\", defined: false }", true),
        ("{ of: \"hand\", its: \"bottom\", defined: true }", true),
        (
            "{ of: \"hand\", its: [{ nth: 0 }, \"parent\", \"owner\"], equals: \"$player\" }",
            true,
        ),
        (
            "{ of: { type: \"hand\", owner: \"$player\" }, its: \"count\", equals: 3 }",
            true,
        ),
        ("{ of: { query: { name: \"pile\" } }, empty: true }", true),
        (
            "{ of: { count: { type: \"card\", parent: \"hand\", owner: \"$player\" } }, equals: 3 }",
            true,
        ),
        (
            "{ of: { count: { type: \"card\", parent: \"hand\", owner: \"others\", suit: \"Clubs\" } }, equals: 0 }",
            true,
        ),
        (
            "{ of: { remembered: \"mine\" }, its: \"count\", equals: 3 }",
            true,
        ),
        ("{ of: \"$globals.open\", is: true }", true),
        ("{ of: \"$globals.open\", is: false }", false),
        (
            "{ of: \"hand\", its: \"top\", matches: { property: \"suit\", of: { remembered: \"mine\" } } }",
            true,
        ),
        (
            "{ some_of: { type: \"card\", parent: \"hand\", owner: \"$player\" }, match: \"$card.value == 1\" }",
            true,
        ),
        (
            "{ every_of: { type: \"card\", parent: \"hand\", owner: \"$player\" }, match: \"$card.value > 1\" }",
            false,
        ),
        (
            "{ every_of: { type: \"card\", parent: \"pile\" }, match: \"$card.value > 1\" }",
            true,
        ),
        (
            "{ some_of: { type: \"zone\", owner: \"$player\" }, match: { of: \"$zone\", empty: true } }",
            true,
        ),
        (
            "{ either: [{ turn: false }, { of: \"pile\", empty: true }] }",
            true,
        ),
        (
            "{ either: [{ turn: false }, { of: \"pile\", empty: false }] }",
            false,
        ),
        ("{ every: [{ turn: true }, { of: \"pile\", empty: true }] }", true),
        ("{ every: [{ turn: true }, { of: \"pile\", full: true }] }", false),
    ];
    for (test, expected) in cases {
        let remembered = if test.contains("matches") {
            "{ type: \"card\", parent: \"hand\", owner: \"$player\", only: \"top\" }"
        } else {
            "\"$player.hand\""
        };
        let game = begin(&format!(
            "{{ action_name: \"x\", interaction: \"x\", remember: {{ mine: {remembered} }}, conditions: [{test}], command: [] }},"
        ));
        let holds = game.choice_for(A, &Interaction::message("x")).is_ok();
        assert_eq!(holds, *expected, "{test}");
    }
}

fn reason(game: &Game, seat: Seat, interaction: &Interaction) -> String {
    match game.choice_for(seat, interaction) {
        Ok(choice) => format!("{choice:?}"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn the_first_message_that_does_not_hold_is_said() {
    let game = begin(
        r#"{ action_name: "x", interaction: { type: "card", parent: "hand", owner: "$player" }, conditions: [
            { turn: true, message: "not your turn" },
            { every: [
                { of: "tapped", its: "value", above: 1, message: "too low" },
                { of: "tapped", its: "value", below: 3 },
            ], message: "group" },
            { either: [{ of: "pile", empty: false }, { of: "tapped", its: "suit", equals: "Spades" }], message: "either" },
        ], command: [] },"#,
    );
    let hand = names(&game, "hand", Some(A));
    for (index, name) in hand.iter().enumerate() {
        let tap = Interaction::tap(card(&game, "hand", Some(A), index as u16));
        let expected = match name.split(' ').next() {
            Some("Ace") => "too low",
            Some("Three") => "group",
            _ => "either",
        };
        assert_eq!(reason(&game, A, &tap), expected, "{name}");
    }
    // B is not on turn, and says nothing about cards that are not its own.
    let own = Interaction::tap(card(&game, "hand", Some(B), 0));
    assert_eq!(reason(&game, B, &own), "not your turn");
    assert_eq!(reason(&game, A, &own), "nothing comes of that");
    assert_eq!(
        reason(&game, A, &Interaction::message("nothing")),
        "`nothing` cannot be said here: write `end`"
    );
    // What cannot be touched at all is told apart from what nothing comes of.
    let zone = game.ruleset().zone("pile").expect("there is a pile");
    for (touch, told) in [
        (Interaction::Tap([].into_iter().collect()), "nothing is tapped"),
        (
            Interaction::tap(Pick::Zone(cardable_core::ids::ZoneId(999))),
            "there is no zone 999",
        ),
        (Interaction::tap(Pick::card(zone, 99)), "there is no card 99 in"),
        (
            Interaction::tap(Pick::Seat(B)),
            "only cards and zones are touched",
        ),
    ] {
        let reason = reason(&game, A, &touch);
        assert!(reason.starts_with(told), "{touch:?}: {reason}");
    }
}

#[test]
fn templates_are_tried_in_order() {
    let mut game = begin(
        r#"{ action_name: "first", interaction: "x", conditions: { if: "$globals.n > 0", message: "first says no" },
             command: { endpoint: "set", params: ["$globals.n", 10] } },
           { action_name: "second", interaction: "x", conditions: { if: "$globals.n < 5", message: "second says no" },
             command: { endpoint: "increment", params: ["$globals.n"] } },"#,
    );
    let n = |game: &Game| game.view(Viewer::Spectator).globals[0].clone();
    game.interact(A, &Interaction::message("x")).expect("the second");
    assert_eq!(n(&game), cardable_core::view::Datum::Int(1));
    game.interact(A, &Interaction::message("x")).expect("the first");
    assert_eq!(n(&game), cardable_core::view::Datum::Int(10));
    let game = begin(
        r#"{ action_name: "first", interaction: "x", conditions: { if: "$globals.n > 0", message: "first says no" }, command: [] },
           { action_name: "second", interaction: "x", conditions: { if: "$globals.n > 5", message: "second says no" }, command: [] },"#,
    );
    assert_eq!(reason(&game, A, &Interaction::message("x")), "first says no");
}

#[test]
fn messages_carry_typed_data() {
    let mut game = begin(
        r#"{ action_name: "say", interaction: { message: "say", data: [
                { key: "n", domain: { min: 1, max: 3 } },
                { key: "word", domain: ["red", "black"], value: "red" },
                { key: "who", type: "seat" },
            ] },
            conditions: [
                { of: { data: "n" }, above: 1, message: "more than one" },
                { of: { data: "who" }, equals: "$player", message: "name yourself" },
            ],
            command: [
                { endpoint: "set", params: ["$globals.n", "$action.n"] },
                { endpoint: "set", params: ["$globals.word", "$action.word"] },
            ] },"#,
    );
    let say = |n: i64| Interaction::message("say").with("n", n).with("who", 0);
    assert_eq!(reason(&game, A, &say(1)), "more than one");
    assert_eq!(reason(&game, A, &say(2).with("who", 1)), "name yourself");
    assert_eq!(reason(&game, A, &say(4)), "that cannot be said");
    assert_eq!(
        reason(&game, A, &say(2).with("word", "green")),
        "that cannot be said"
    );
    assert_eq!(
        reason(&game, A, &say(2).with("other", true)),
        "`other` is nothing that this can say"
    );
    assert_eq!(
        reason(&game, A, &Interaction::message("say").with("n", 2)),
        "it must say `who`"
    );
    let Touch::Message { data, .. } = &game.decision(A).expect("A is asked").touches()[0].touch else {
        panic!("a message");
    };
    assert_eq!(data.len(), 4, "two numbers and two words");
    game.interact(A, &say(3).with("word", "black"))
        .expect("it is allowed");
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.globals[0], cardable_core::view::Datum::Int(3));
    assert_eq!(game.words().datum_text(&view.globals[1]), "black");
}

#[test]
fn things_are_drawn_to_things() {
    let drag = r#"{ action_name: "lay", interaction: {
            drag: { type: "card", parent: "hand", owner: "$player" },
            to: [{ name: "pile" }, { type: "card", parent: "pile", only: "top" }] },
        conditions: [{ of: "dragged", its: "value", above: 1, message: "no aces" }],
        command: { endpoint: "place_card", params: ["$action.dragged", "pile"] } },"#;
    let mut game = begin(drag);
    let pile = Pick::Zone(zone(&game, "pile", None));
    let hand = names(&game, "hand", Some(A));
    let at = |start: &str| {
        hand.iter()
            .position(|n| n.starts_with(start))
            .expect("there is one") as u16
    };
    let ace = Interaction::drag(card(&game, "hand", Some(A), at("Ace")), pile);
    assert_eq!(reason(&game, A, &ace), "no aces");
    let back = Interaction::drag(pile, card(&game, "hand", Some(A), 0));
    assert_eq!(reason(&game, A, &back), "nothing comes of that");
    let Touch::Drag { pairs } = game.decision(A).expect("A is asked").touches()[0].touch.clone() else {
        panic!("a drag");
    };
    assert!(!pairs.is_empty());
    for (from, to) in pairs {
        assert!(game.choice_for(A, &Interaction::drag(from, to)).is_ok());
        assert_eq!(to, pile, "the pile has no top yet");
    }
    let other = hand.iter().position(|n| !n.starts_with("Ace")).expect("another") as u16;
    game.interact(A, &Interaction::drag(card(&game, "hand", Some(A), other), pile))
        .expect("it is allowed");
    assert_eq!(names(&game, "pile", None).len(), 1);
    let onto = Interaction::drag(
        card(&game, "hand", Some(A), at("Ace").min(1)),
        card(&game, "pile", None, 0),
    );
    let tried = reason(&game, A, &onto);
    assert!(tried == "no aces" || tried.contains("Act"), "{tried}");
}

#[test]
fn a_command_that_fails_leaves_nothing_half_done() {
    let mut game = begin(
        r#"{ action_name: "x", interaction: "x", command: [
            { endpoint: "increment", params: ["$globals.n"] },
            { endpoint: "set", params: ["$globals.n", "= 1 / ($globals.n - $globals.n)"] },
        ] },"#,
    );
    let before = game.save();
    let tried = game.interact(A, &Interaction::message("x"));
    assert!(matches!(tried, Err(NotApplied::Faulted(_))), "{tried:?}");
    assert_eq!(game.save(), before);
}

#[test]
fn hints_are_for_the_acting_seat_unless_they_are_for_all() {
    let mut game = begin(
        r#"{ action_name: "x", interaction: "x", command: [
            { endpoint: "select", params: ["= top_card($player.hand)"] },
            { endpoint: "wait", params: [250, "all"] },
        ] },"#,
    );
    game.interact(A, &Interaction::message("x"))
        .expect("it is allowed");
    let hints = |viewer| -> Vec<Hint> {
        let events = game.events(viewer);
        events
            .iter()
            .filter_map(|e| match e {
                ViewEvent::Hint { hint, .. } => Some(*hint),
                _ => None,
            })
            .collect()
    };
    assert_eq!(hints(Viewer::Seat(A)), [Hint::Select, Hint::Wait]);
    assert_eq!(hints(Viewer::Seat(B)), [Hint::Wait]);
    assert_eq!(hints(Viewer::Spectator), [Hint::Wait]);
}

#[test]
fn compound_actions_go_on_until_they_are_finished() {
    let part = |name: &str, finishes: bool| {
        format!(
            "{{ action_name: \"{name}\", interaction: \"{name}\", compound: \"both\", finishes: {finishes}, command: [] }},"
        )
    };
    let alone = "{ action_name: \"alone\", interaction: \"alone\", command: [] },";
    // One that is no template, which waits like the others.
    let plain = "{ action_name: \"plain\", type: \"button\", primitives: [] },";
    let text = format!("{}{}{alone}{plain}", part("begin", false), part("finish", true));
    let text = ruleset(&text).map(|_| text).expect("it checks");
    let mut game = begin(&text);
    game.interact(A, &Interaction::message("begin")).expect("a part");
    // Nobody reads how the rules keep count of it.
    for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Spectator] {
        let data = game.view(viewer).seat_data;
        assert!(data.iter().flatten().all(|d| *d == Datum::Hidden), "{data:?}");
        let told = |e: &ViewEvent| matches!(e, ViewEvent::Data { value, .. } if *value != Datum::Hidden);
        assert!(!game.events(viewer).iter().any(told));
        // What may be done is the same in every game that the viewer can imagine.
        let imagined = game.imagine(viewer, Seed::from(9));
        let touches = |game: &Game| game.decision(A).map(|decision| decision.touches());
        assert_eq!(touches(&imagined), touches(&game));
    }
    assert_eq!(
        reason(&game, A, &Interaction::message("alone")),
        "finish what you have begun first"
    );
    let withheld = game.decision(A).map(|d| d.unavailable()).unwrap_or_default();
    let reasons: Vec<(&str, &str)> = withheld.iter().map(|u| (&*u.label, &*u.reason)).collect();
    assert!(
        reasons.contains(&("plain", "finish what you have begun first")),
        "{reasons:?}"
    );
    game.interact(A, &Interaction::message("begin")).expect("again");
    game.interact(A, &Interaction::message("finish"))
        .expect("the last part");
    assert_eq!(game.next_decision().map(|d| d.seat()), Some(B));
    game.interact(B, &Interaction::message("alone"))
        .expect("nothing is begun");
}

#[test]
fn logs_hold_the_choice() {
    let ruleset =
        ruleset("{ action_name: \"x\", interaction: { type: \"card\", parent: \"hand\" }, command: [] },")
            .expect("it checks");
    let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(2)).expect("a game");
    let tap = Interaction::tap(card(table.game(), "hand", Some(A), 1));
    table.interact(A, &tap).expect("it is allowed");
    assert_eq!(table.log().entries.len(), 1);
    let again = Match::replay(&ruleset, table.log()).expect("it replays");
    assert_eq!(again.game().save(), table.game().save());
    assert_eq!(
        table.interact(B, &tap),
        Err(NotApplied::Refused(Refusal::NotAsked))
    );
}

#[test]
fn mistakes_say_what_to_write() {
    let cases = [
        (
            "{ action_name: \"x\", interaction: { type: \"card\", suti: \"Clubs\" } },",
            "did you mean `suit`?",
        ),
        (
            "{ action_name: \"x\", interaction: { name: \"plie\" } },",
            "did you mean `pile`?",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", conditions: { of: \"pile\", emtpy: true } },",
            "did you mean `empty`?",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", conditions: { of: \"pile\" } },",
            "nothing is asked",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", conditions: { of: \"tapped\", defined: true } },",
            "nothing is called `tapped`",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", conditions: { of: \"plie\", empty: true } },",
            "did you mean `pile`?",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", conditions: { not: { of: \"hnad\", empty: true } } },",
            "no zone and nothing else is called `hnad` here",
        ),
        (
            "{ action_name: \"x\", interaction: { type: \"card\" }, conditions: { of: \"tapped\", matches: { property: \"suit\", of: \"taped\" } } },",
            "did you mean `tapped`?",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", remember: { store: \"stock\" }, conditions: { of: \"stoer\", empty: true } },",
            "did you mean `store`?",
        ),
        (
            "{ action_name: \"x\", interaction: { drag: { name: \"pile\" } } },",
            "a drag goes somewhere",
        ),
        (
            "{ action_name: \"x\", interaction: { message: \"m\", data: [{ key: \"a\", type: \"string\" }] } },",
            "what may this item be",
        ),
        (
            "{ action_name: \"x\", interaction: \"x\", type: \"button\" },",
            "is not read beside `interaction`",
        ),
        (
            "{ action_name: \"x\", type: \"button\", conditions: { turn: true } },",
            "is not read without `interaction`",
        ),
    ];
    for (actions, expected) in cases {
        let said = ruleset(actions).expect_err(actions);
        assert!(said.contains(expected), "{actions}\n{said}");
    }
}

#[test]
fn a_zone_that_is_misspelt_in_a_condition_is_shown_where_it_stands() {
    let said =
        ruleset("{ action_name: \"x\", interaction: \"x\", conditions: { of: \"discrd\", empty: true } },")
            .expect_err("there is no such zone");
    // The line and column of the text, and not those of the condition or the action.
    let line = said.lines().find(|l| l.contains("E304")).expect(&said);
    assert!(line.contains("discrd"), "{said}");
    assert!(said.contains(":33:77"), "{said}");
}

#[test]
fn a_compound_that_no_part_finishes_is_a_mistake() {
    let said = ruleset(
        "{ action_name: \"x\", interaction: \"x\", compound: \"both\", command: [] }, { action_name: \"y\", interaction: \"y\", compound: \"both\", finishes: false, command: [] }, { action_name: \"z\", interaction: \"z\", compound: \"other\", finishes: true, command: [] },",
    )
    .expect_err("nothing finishes it");
    assert!(
        said.contains(":33:69: error[E202]: no part of compound `both` has `finishes`"),
        "{said}"
    );
    assert!(said.contains("`\"finishes\": true`"), "{said}");
    assert_eq!(said.matches("error[").count(), 1, "{said}");
}

// --- in Rust

struct Rust {
    stock: SharedZone,
    pile: SharedZone,
    hand: SeatZone,
    n: Data<kind::Number>,
    play: State,
}

fn in_rust(add: impl FnOnce(&mut RulesetBuilder, &Rust)) -> Game {
    let mut rules = RulesetBuilder::new("Cases");
    let set = rules.card_set(CardSetSpec::french());
    let deck = rules.deck("deck", set, 1);
    let table = Rust {
        stock: rules.zone("stock", ZoneSpec::face_down().begins_with(deck)),
        pile: rules.zone("pile", ZoneSpec::open().holds(0..=2)),
        hand: rules.seat_zone("hand", SeatZoneSpec::hand()),
        n: rules.data("n", 0),
        play: rules.state("play", StateSpec::in_turn().long_turns()),
    };
    rules.rounds();
    rules.automatic(
        table.play,
        Automatic::on_entry("deal", deal(table.stock, table.hand, 3)),
    );
    add(&mut rules, &table);
    rules.action(
        table.play,
        ActionTemplate::new("end", message("end")).run(game_over(player(), "it was ended")),
    );
    let ruleset = rules.build().unwrap_or_else(|e| panic!("{e}"));
    Game::new(&ruleset, &Setup::named(["A", "B"]), Seed::from(1))
        .expect("a game")
        .with_events()
}

#[test]
fn commands_in_rust_do_what_they_say() {
    type Case = (&'static str, fn(&Rust) -> Command, fn(&Game) -> bool);
    let cases: &[Case] = &[
        (
            "move",
            |t| move_to(t.stock.top(), t.pile),
            |g| names(g, "pile", None).len() == 1,
        ),
        (
            "play",
            |t| play_to(t.hand.mine().top(), t.pile),
            |g| names(g, "hand", Some(A)).len() == 2,
        ),
        (
            "top",
            |t| put_on_top(t.hand.mine().bottom(), t.stock),
            |g| names(g, "stock", None).len() == 47,
        ),
        (
            "under",
            |t| put_under(t.hand.mine().nth(1), t.stock),
            |g| names(g, "stock", None).len() == 47,
        ),
        (
            "at",
            |t| put_at(t.hand.mine().top(), t.stock, 3),
            |g| names(g, "stock", None).len() == 47,
        ),
        (
            "deal",
            |t| deal(t.stock, t.hand, 2),
            |g| names(g, "hand", Some(B)).len() == 5,
        ),
        (
            "draw",
            |t| draw(t.stock, t.hand.mine(), 4),
            |g| names(g, "hand", Some(A)).len() == 7,
        ),
        (
            "draw until",
            |t| draw_until(t.stock, t.hand.mine(), t.hand.mine().len().at_least(6)),
            |g| names(g, "hand", Some(A)).len() == 6,
        ),
        (
            "draw all",
            |t| draw_until(t.stock, t.hand.mine(), Test::from(false)),
            |g| names(g, "stock", None).is_empty(),
        ),
        (
            "set",
            |t| t.n.set(7),
            |g| g.view(Viewer::Spectator).globals[0] == cardable_core::view::Datum::Int(7),
        ),
        (
            "raise",
            |t| t.n.raise(2),
            |g| g.view(Viewer::Spectator).globals[0] == cardable_core::view::Datum::Int(2),
        ),
        (
            "round",
            |_| next_round(),
            |g| g.view(Viewer::Spectator).globals[1] == cardable_core::view::Datum::Int(2),
        ),
        (
            "shuffle",
            |t| shuffle(t.stock),
            |g| {
                g.events(Viewer::Spectator)
                    .iter()
                    .any(|e| matches!(e, ViewEvent::Shuffled { .. }))
            },
        ),
        (
            "flip",
            |t| flip(t.hand.mine()),
            |g| {
                g.events(Viewer::Seat(A))
                    .iter()
                    .filter(|e| matches!(e, ViewEvent::Turned { up: true, .. }))
                    .count()
                    == 3
            },
        ),
        (
            "up and down",
            |t| [face_up(t.hand.mine()), face_down(t.hand.mine())].into(),
            |g| {
                g.events(Viewer::Seat(A))
                    .iter()
                    .filter(|e| matches!(e, ViewEvent::Turned { .. }))
                    .count()
                    == 6
            },
        ),
        (
            "next",
            |_| next_seat(),
            |g| g.next_decision().map(|d| d.seat()) == Some(B),
        ),
        (
            "previous",
            |_| previous_seat(),
            |g| g.next_decision().map(|d| d.seat()) == Some(B),
        ),
        (
            "broadcast",
            |_| broadcast("hear"),
            |g| {
                g.events(Viewer::Spectator)
                    .iter()
                    .any(|e| matches!(e, ViewEvent::Said { .. }))
            },
        ),
        (
            "tell",
            |_| tell(player(), "hear"),
            |g| {
                !g.events(Viewer::Spectator)
                    .iter()
                    .any(|e| matches!(e, ViewEvent::Said { .. }))
            },
        ),
        ("nothing", |_| do_nothing(), |g| !g.is_over()),
        (
            "over",
            |_| game_over(player(), "won"),
            |g| g.result().is_some_and(|r| r.winners == [A]),
        ),
        (
            "when",
            |t| when(t.pile.is_empty(), t.n.set(1)).otherwise(t.n.set(2)),
            |g| g.view(Viewer::Spectator).globals[0] == cardable_core::view::Datum::Int(1),
        ),
        (
            "each seat",
            |t| each_seat(everyone(), t.n.raise(t.hand.mine().len())),
            |g| g.view(Viewer::Spectator).globals[0] == cardable_core::view::Datum::Int(6),
        ),
        (
            "hints",
            |_| sequence([show_interface("suits"), hide_interface("suits"), wait(10)]),
            |g| {
                let hints = |v| {
                    g.events(v)
                        .iter()
                        .filter(|e| matches!(e, ViewEvent::Hint { .. }))
                        .count()
                };
                hints(Viewer::Seat(A)) == 3 && hints(Viewer::Seat(B)) == 0
            },
        ),
        (
            "broadcast hint",
            |t| select(t.hand.mine()).to(everyone()),
            |g| {
                g.events(Viewer::Seat(B)).iter().any(|e| {
                    matches!(
                        e,
                        ViewEvent::Hint {
                            hint: Hint::Select,
                            ..
                        }
                    )
                })
            },
        ),
    ];
    for (name, command, check) in cases {
        let mut game = in_rust(|rules, table| {
            rules.action(
                table.play,
                ActionTemplate::new("x", message("x")).run(command(table)),
            );
        });
        game.interact(A, &Interaction::message("x"))
            .unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert!(check(&game), "{name}");
    }
}

#[test]
fn queries_in_rust_take_functions() {
    let game = in_rust(|rules, table| {
        let own = || cards().inside(table.hand).owned_by(player());
        let hand = table.hand;
        rules.action(
            table.play,
            ActionTemplate::new("low", tap(own().passing(VALUE, |v| v.number() < Some(7.0))))
                .run(do_nothing()),
        );
        rules.action(
            table.play,
            ActionTemplate::new(
                "red",
                tap(own().that(|face| matches!(face.suit(), Some("Hearts" | "Diamonds")))),
            )
            .require("no", own().count().equals(3))
            .remember("mine", hand.mine())
            .require("no", remembered::<kind::Zone>("mine").len().equals(3))
            .require("no", own().every(|card| card.get(&VALUE).at_least(1)))
            .require("no", own().some(|card| card.get(&VALUE).at_most(13)))
            .require("no", own().find().zone().owner().equals(player()))
            .require(
                "no",
                tapped_card()
                    .get(&SUIT)
                    .passes(|suit| suit.text() != Some("Spades")),
            )
            .run(do_nothing()),
        );
    });
    assert_eq!(game.ruleset().to_bytes(), Err(NotPortable::Closure));
    for (index, name) in names(&game, "hand", Some(A)).iter().enumerate() {
        let rank = ["Ace", "Two", "Three", "Four", "Five", "Six"];
        let low = rank.iter().any(|r| name.starts_with(r));
        let red = name.ends_with("Hearts") || name.ends_with("Diamonds");
        let tap = Interaction::tap(card(&game, "hand", Some(A), index as u16));
        assert_eq!(game.choice_for(A, &tap).is_ok(), low || red, "{name}");
    }
}

#[test]
fn mistakes_in_rust_name_their_line() {
    let mut rules = RulesetBuilder::new("Wrong");
    let play = rules.state("play", StateSpec::in_turn());
    let strength = Attribute::<kind::Number>::new("strength");
    rules.action(
        play,
        ActionTemplate::new("x", tap(cards().with_value(strength, 3))).run(do_nothing()),
    );
    let said = rules.build().expect_err("cards have no strength").to_string();
    assert!(
        said.contains("templates.rs") && said.contains("strength"),
        "{said}"
    );
}

/// Wherever a value becomes a part of something, it is told by its own line.
#[test]
fn a_mistake_in_rust_names_the_line_that_made_it() {
    // Each gives the line of its mistake.
    type Wrong = fn(&mut RulesetBuilder, State) -> u32;
    const STRENGTH: Attribute<kind::Number> = Attribute::new("strength");
    let cases: [(&str, Wrong); 5] = [
        ("one of several values", |rules, play| {
            let at = line!() + 1;
            let strong = cards().any_of(STRENGTH, [3, 4]);
            rules.action(play, ActionTemplate::new("x", tap([strong])).run(do_nothing()));
            at
        }),
        ("a drag", |rules, play| {
            let at = line!() + 1;
            let strong = cards().with_value(STRENGTH, 3);
            rules.action(
                play,
                ActionTemplate::new("x", drag(strong, cards())).run(do_nothing()),
            );
            at
        }),
        ("a largest number", |rules, play| {
            let at = line!() + 1;
            let most = largest([tapped_card().get(&STRENGTH)]).equals(3);
            rules.action(
                play,
                ActionTemplate::new("x", tap(cards()))
                    .check(most)
                    .run(do_nothing()),
            );
            at
        }),
        ("an empty state", |rules, _| {
            let at = line!() + 1;
            rules.state("", StateSpec::in_turn());
            at
        }),
        ("an empty action", |rules, play| {
            let at = line!() + 1;
            rules.action(play, ActionTemplate::new(" ", message("x")).run(do_nothing()));
            at
        }),
    ];
    for (what, wrong) in cases {
        let mut rules = RulesetBuilder::new("Wrong");
        let play = rules.state("play", StateSpec::in_turn());
        let line = wrong(&mut rules, play);
        let said = rules.build().expect_err(what).to_string();
        let mistake = said.lines().find(|line| line.contains("error[")).unwrap_or("");
        assert!(
            mistake.contains(&format!("templates.rs:{line}:")),
            "{what}, line {line}: {said}"
        );
    }
    let said = RulesetBuilder::new("").build().expect_err("no name").to_string();
    assert!(said.contains("this ruleset has an empty name"), "{said}");
}

/// What the crate and its `dsl` call alike is the same, so both can be taken whole.
#[test]
fn everything_of_the_crate_and_of_the_dsl_goes_together() {
    use cardable_core::content::*;
    use cardable_core::primitives::*;
    use cardable_core::*;
    let mut rules = RulesetBuilder::new("Both");
    let cards = rules.card_set(CardSetSpec::new("Stones").cards([CardSpec::new("Stone")]));
    let heap = rules.deck("heap", cards, 3);
    let heap = rules.zone("heap", ZoneSpec::open().begins_with(heap));
    let play = rules.state("play", StateSpec::in_turn());
    let whole: MessageItem<kind::Number> = MessageItem::number("n", 1..=2);
    let said: Gesture = message("end").with(&whole);
    rules.action(
        play,
        ActionTemplate::new("end", said).run(game_over(player(), "it was said")),
    );
    let every: Selector<kind::Card> = dsl::cards().inside(heap);
    rules.action(
        play,
        ActionTemplate::new("turn", tap(every)).run(flip(tapped_card())),
    );
    let mut game = Game::new(
        &rules.build().expect("it builds"),
        &Setup::seats(2),
        Seed::from(1),
    )
    .expect("it begins");
    game.interact(Seat(0), &Interaction::message("end").with("n", 2))
        .expect("it may be said");
    assert!(game.is_over());
    let _: (Option<Param>, Option<MemoryFiles>, Option<Signature>) = (None, None, None);
}

#[test]
fn a_compound_in_rust_has_a_finish() {
    let build = |finish: bool| {
        let mut rules = RulesetBuilder::new("Compound");
        let play = rules.state("play", StateSpec::in_turn());
        let end = ActionTemplate::new("end", message("end")).run(game_over(player(), "it was ended"));
        let both =
            Compound::new("both").part(ActionTemplate::new("go on", message("go on")).run(do_nothing()));
        rules.compound(play, if finish { both.finish(end) } else { both.part(end) });
        rules.build().map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(build(true), Ok(()));
    let said = build(false).expect_err("nothing finishes it");
    assert!(
        said.contains("no part of compound `both` has `finishes`"),
        "{said}"
    );
    assert!(
        said.contains("templates.rs:") && said.contains("`finish`"),
        "{said}"
    );
}
