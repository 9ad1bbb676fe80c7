//! Rulesets in Rust say what rulesets in JSON say: one small game, written in both.

use cardable_core::dsl::*;
use cardable_core::story::LineKind;
use cardable_core::{Bot as _, Game, LoadError, RandomBot, Ruleset, Seat, Seed, Setup, Viewer};
use serde_json::{Value, to_value as json};
use std::collections::BTreeSet;

const NAMES: [&str; 2] = ["Ada", "Grace"];

/// Whoever first has no cards left wins; the higher card of two says how the pile is called.
const IN_JSON: &str = r#"{
    cardset: { set_name: "Letters", suits: [], cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
        { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
        { card_name: "E", card_id: 4, card_value: 5 }, { card_name: "F", card_id: 5, card_value: 6 },
        { card_name: "G", card_id: 6, card_value: 7 }, { card_name: "H", card_id: 7, card_value: 8 },
    ] },
    deck: { deck_name: "letters", cardset: "Letters", content: [0, 1, 2, 3, 4, 5, 6, 7] },
    ruleset: {
        ruleset_name: "Letters", min_players: 2, max_players: 2, decks: "letters",
        game_area: {
            shared_zones: [
                { name: "stock", label: "Stock", decks: "letters", order: "shuffled", zone_visibility: "none" },
                { name: "pile", label: "Pile", order: "fixed-lifo", zone_visibility: "all" },
            ],
            player_zones: [{ name: "hand", label: "Hand", order: "any", zone_visibility: "owner" }],
        },
        global_data: [
            { key: "called", label: "the pile is", type: "string", shown: "table", texts: { "": "not called yet", "low": "called low" } },
            { key: "laid", label: "laid", type: "number", computed: "= count_cards(pile)", texts: { "0": "none" } },
        ],
        player_data: [
            { key: "score", value: 0 },
            { key: "held", label: "cards", type: "number", computed: "= count_cards($player.hand)", shown: "score" },
            { key: "points", label: "points in hand", type: "number", visible_to: "owner",
              computed: "= sum_cards(cards_of($player.hand), 'value')" },
            { key: "last", label: "last card", type: "boolean", computed: "= $player.held == 1",
              texts: { "true": "has one card left", "false": "" } },
            { key: "drawn", value: 0, shown: "nowhere" },
        ],
        game_state: [
            { state_name: "start", state_type: "auto", actions: [
                { action_name: "deal", type: "auto", primitives: ["deal(stock, hand, 3)", "state_transition(play)"] },
            ] },
            { state_name: "play", label: "Play", state_type: "round_robin", actions: [
                {
                    action_name: "the hand is over", type: "auto", on: "action", condition: "is_empty($player.hand)",
                    primitives: [
                        "summarise('{0} has played all {1} {1|card|cards}', $player, 3 + $player.drawn)",
                        { for_each: "other_players()", primitives: "summarise('{0} held {1}', $player, $player.held)" },
                        "end_game($player, 'all is played')",
                    ],
                },
                {
                    action_name: "play", label: "Play a card", phrase: "{player} plays {cards} and has {$player.held} left",
                    interaction: { type: "card", parent: "hand", owner: "$player" },
                    command: [
                        "set($globals.called, if($action.tapped.value > 4, 'high', 'low'))",
                        { endpoint: "place_card", params: ["$action.tapped", "pile", false] },
                    ],
                },
                {
                    action_name: "draw", label: "Draw", phrase: "{player} draws {cards}",
                    interaction: { type: "zone", name: "stock" },
                    conditions: [{ of: "stock", empty: false, message: "The stock is empty." }],
                    command: [
                        { endpoint: "draw_card", params: ["$player", "stock", "$player.hand"] },
                        "set($player.drawn, $player.drawn + 1)",
                        "log_message('{0} has drawn {1}', $player, $player.drawn)",
                    ],
                },
            ] },
        ],
    },
}"#;

fn in_rust() -> Result<Ruleset, LoadError> {
    let mut rules = RulesetBuilder::new("Letters").seats(2..=2);
    let letters = ["A", "B", "C", "D", "E", "F", "G", "H"].into_iter().zip(1..);
    let cards_of = letters.map(|(name, value)| CardSpec::new(name).value(value));
    let set = rules.card_set(CardSetSpec::new("Letters").cards(cards_of));
    let deck = rules.deck("letters", set, 1);
    let stock = rules.zone("stock", ZoneSpec::hidden().begins_with(deck).label("Stock"));
    let pile = rules.zone("pile", ZoneSpec::open().label("Pile"));
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand().label("Hand"));

    let called = rules.data("called", "");
    rules.label(called, "the pile is");
    rules.shown(called, Shown::Table);
    rules.texts(called, [("", "not called yet"), ("low", "called low")]);
    let laid = rules.data("laid", computed(pile.len()));
    rules.label(laid, "laid");
    rules.texts(laid, [(0, "none")]);
    rules.scores();
    let held = rules.seat_data("held", computed(hand.mine().len()));
    rules.label(held, "cards");
    rules.shown(held, Shown::Score);
    let points = rules.private_data("points", computed(hand.mine().cards().sum(&VALUE)));
    rules.label(points, "points in hand");
    let last = rules.seat_data("last", computed(held.mine().equals(1)));
    rules.label(last, "last card");
    rules.texts(last, [(true, "has one card left"), (false, "")]);
    let drawn = rules.seat_data("drawn", 0);
    rules.shown(drawn, Shown::Nowhere);

    let start = rules.state("start", StateSpec::automatic());
    let play = rules.state("play", StateSpec::in_turn().label("Play"));
    rules.automatic(
        start,
        Automatic::on_entry("deal", [deal(stock, hand, 3), go_to(play)]),
    );
    let played = filled("{0} has played all {1} {1|card|cards}");
    let held_by = filled("{0} held {1}").with(player()).with(held.mine());
    rules.automatic(
        play,
        Automatic::after_actions(
            "the hand is over",
            [
                summarise(played.with(player()).with(Val::from(3) + drawn.mine())),
                each_seat(others(), summarise(held_by)),
                game_over(player(), "all is played"),
            ],
        )
        .when(hand.mine().is_empty()),
    );
    rules.action(
        play,
        ActionTemplate::new("play", tap(cards().inside(hand).owned_by(player())))
            .label("Play a card")
            .phrase("{player} plays {cards} and has {$player.held} left")
            .run([
                called.set(tapped_card().get(&VALUE).above(4).choose("high", "low")),
                play_to(tapped_card(), pile),
            ]),
    );
    rules.action(
        play,
        ActionTemplate::new("draw", tap(stock))
            .label("Draw")
            .phrase("{player} draws {cards}")
            .require("The stock is empty.", not(stock.is_empty()))
            .run([
                draw(stock, hand.mine(), 1),
                drawn.raise(player(), 1),
                log_message(filled("{0} has drawn {1}").with(player()).with(drawn.mine())),
            ]),
    );
    rules.build()
}

fn both() -> [Ruleset; 2] {
    let json = cardable_core::parse(IN_JSON).unwrap_or_else(|e| panic!("{e}"));
    let rust = in_rust().unwrap_or_else(|e| panic!("{e}"));
    [json, rust]
}

fn viewers() -> [Viewer; 4] {
    [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
        Viewer::Omniscient,
    ]
}

/// All that a viewer sees. Texts are numbered as a ruleset comes upon them, so they stand for themselves here.
fn seen(game: &Game, viewer: Viewer) -> Value {
    let mut view = json(game.view(viewer)).expect("JSON");
    spell_out(&game.ruleset(), &mut view);
    view
}

fn spell_out(ruleset: &Ruleset, value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "text" && member.is_number() {
                    let text = serde_json::from_value(member.take()).expect("the number of a text");
                    *member = ruleset.words().text(text).into();
                } else {
                    spell_out(ruleset, member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| spell_out(ruleset, item)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Plays both with the same seeds and choices, and gives what was told, and the summaries.
pub(crate) fn play_alike(rulesets: &[Ruleset; 2]) -> [BTreeSet<String>; 2] {
    let mut told = BTreeSet::new();
    let mut summaries = BTreeSet::new();
    for seed in 0..20 {
        let mut games = rulesets.each_ref().map(|ruleset| {
            Game::new(ruleset, &Setup::named(NAMES), Seed::from(seed))
                .expect("it begins")
                .with_events()
        });
        let mut bots = [RandomBot::new(Seed::from(seed)), RandomBot::new(Seed::from(seed))];
        loop {
            for (number, viewer) in viewers().into_iter().enumerate() {
                let [ours, theirs] = games.each_ref().map(|game| seen(game, viewer));
                assert_eq!(ours, theirs, "seed {seed}, seen by {viewer:?}");
                let [ours, theirs] = games.each_ref().map(|game| {
                    let imagined = game.imagine(viewer, Seed::from(seed * 10 + number as u64));
                    seen(&imagined, Viewer::Omniscient)
                });
                assert_eq!(ours, theirs, "seed {seed}, imagined by {viewer:?}");
            }
            let decisions = games.each_ref().map(Game::next_decision);
            let [Some(ours), Some(theirs)] = decisions else {
                assert!(games.iter().all(Game::is_over), "seed {seed}: only one goes on");
                break;
            };
            let seat = ours.seat();
            assert_eq!((seat, ours.count()), (theirs.seat(), theirs.count()));
            let choices: Vec<_> = games
                .iter()
                .zip(&mut bots)
                .zip([&ours, &theirs])
                .map(|((game, bot), decision)| bot.choose(&game.view(Viewer::Seat(seat)), decision))
                .collect();
            for (game, choice) in games.iter_mut().zip(&choices) {
                game.submit(seat, choice).expect("it is listed");
            }
            for viewer in viewers() {
                let [ours, theirs] = games.each_ref().map(|game| game.story(viewer, None));
                assert_eq!(ours, theirs, "seed {seed}, told to {viewer:?}");
                if viewer == Viewer::Spectator {
                    for line in ours {
                        let is_summary = line.kind == LineKind::Summary;
                        (if is_summary { &mut summaries } else { &mut told }).insert(line.to_string());
                    }
                }
            }
        }
        let [ours, theirs] = games.each_ref().map(|game| json(game.result()).expect("JSON"));
        assert_eq!(ours, theirs, "seed {seed}");
    }
    [told, summaries]
}

#[test]
fn both_are_played_told_and_imagined_alike() {
    let [told, summaries] = play_alike(&both());
    // What was compared is what the rules say.
    for wanted in [
        "Ada plays H and has 2 left",
        "Grace draws a card",
        "Ada has drawn 1",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told:#?}");
    }
    for wanted in ["Ada has played all 3 cards", "Grace held 1"] {
        assert!(summaries.contains(wanted), "{wanted}: {summaries:#?}");
    }
}

/// Labels, texts and places: what a table makes of data.
#[test]
fn both_are_shown_alike() {
    let [ours, theirs] = both().map(|ruleset| json(ruleset.info()).expect("JSON"));
    for list in ["globals", "seat_data"] {
        assert_eq!(ours[list], theirs[list]);
    }
    assert_eq!(
        ours["seat_data"][3]["texts"],
        serde_json::json!([[true, "has one card left"], [false, ""]])
    );
    assert_eq!(ours["globals"][0]["shown"], "table");
}

/// What JSON refuses of the five, Rust refuses, with the line that made it.
#[test]
fn both_refuse_alike() {
    type Wrong = fn(&mut RulesetBuilder) -> u32;
    let cases: &[(&str, &str, Wrong)] = &[
        (
            "E350",
            r#"player_data: [{ key: "score", computed: "= 1" }]"#,
            |rules| {
                rules.seat_data("score", computed(1));
                line!() - 1
            },
        ),
        (
            "E350",
            r#"player_data: [{ key: "x", type: "number", visible_to: "owner", computed: "= 1", domain: [1] }]"#,
            |rules| {
                let x = rules.private_data("x", computed(1));
                rules.domain(x, [1]);
                line!() - 2
            },
        ),
        (
            "E319",
            r#"player_data: [{ key: "x", type: "number", computed: "= $player.secret + 1" },
                { key: "secret", value: 0, visible_to: "owner", domain: [0, 1] }]"#,
            |rules| {
                let secret = rules.private_data("secret", 0);
                rules.domain(secret, [0, 1]);
                rules.seat_data("x", computed(secret.mine() + 1));
                line!() - 1
            },
        ),
        (
            "E351",
            r#"global_data: [{ key: "x", type: "number", computed: "= 1" }], defined_actions: {
                ref_id: "set", action_name: "set", type: "button", primitives: "set($globals.x, 2)" }"#,
            |rules| {
                let x = rules.data("x", computed(1));
                let other = rules.state("other", StateSpec::in_turn());
                let set = x.set(2);
                rules.action(other, ActionTemplate::new("set", message("set")).run(set));
                line!() - 2
            },
        ),
        (
            "E356",
            r#"global_data: [{ key: "x", value: 1, texts: { "0.5": "half" } }]"#,
            |rules| {
                let x = rules.data("x", 1);
                rules.texts(x, [(0.5, "half")]);
                line!() - 1
            },
        ),
        (
            "E356",
            r#"global_data: [{ key: "x", type: "player", texts: { "0": "the first" } }]"#,
            |rules| {
                let heap = rules.zone("heap", ZoneSpec::open());
                let x = rules.data("x", nothing());
                rules.texts(x, [(Val::<kind::Zone>::from(heap), "the heap")]);
                line!() - 1
            },
        ),
    ];
    for (code, written, wrong) in cases {
        let text = format!(
            r#"{{ ruleset: {{ ruleset_name: "Wrong", min_players: 2, max_players: 2, {written},
            game_state: [{{ state_name: "play", state_type: "round_robin",
                actions: [ACTION {{ action_name: "end", type: "button", primitives: "end_game(all)" }}] }}] }} }}"#
        );
        let is_used = written.contains("defined_actions");
        let text = text.replace("ACTION", if is_used { r#"{ action_ref: "set" },"# } else { "" });
        let code = format!("error[{code}]");
        let said = cardable_core::parse(text).expect_err(written).to_string();
        assert!(said.contains(&code), "{written}: {said}");

        let mut rules = RulesetBuilder::new("Wrong");
        let play = rules.state("play", StateSpec::in_turn());
        rules.action(
            play,
            ActionTemplate::new("end", message("end")).run(game_over(player(), "it was ended")),
        );
        let line = wrong(&mut rules);
        let said = rules.build().expect_err(written).to_string();
        let mistakes: Vec<&str> = said.lines().filter(|line| line.contains("error[")).collect();
        assert_eq!(mistakes.len(), 1, "{written}: {said}");
        assert!(
            mistakes[0].contains(&code) && mistakes[0].contains(&format!("dsl.rs:{line}:")),
            "{written}, line {line}: {said}"
        );
    }
}

/// A place for which there is no value is told.
#[test]
fn places_without_a_value_are_told() {
    let mut rules = RulesetBuilder::new("Wrong");
    let play = rules.state("play", StateSpec::in_turn());
    let line = line!() + 1;
    let said = broadcast(filled("{0} passes {1} cards").with(player()));
    rules.action(
        play,
        ActionTemplate::new("end", message("end")).run([said, game_over(player(), "it was ended")]),
    );
    let checked = rules.check();
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let told = |report: &String| report.contains(&format!("dsl.rs:{line}:")) && report.contains("`{1}`");
    assert!(said.iter().any(told), "{said:?}");
}
