//! Games whose texts are in another language than English: the engine's own sentences come in that language.

use cardable_core::decision::Offered;
use cardable_core::story::{Happened, Line, Part};
use cardable_core::{Choice, Game, Language, Log, Ruleset, Seat, Seed, Setup, Viewer};
use std::sync::Arc;

const NAMES: [&str; 2] = ["Ada", "Grace"];

const ADA: Viewer = Viewer::Seat(Seat(0));
const GRACE: Viewer = Viewer::Seat(Seat(1));

/// Two seats with three cards each, in German; what an action is made of can be put in.
fn text(action: &str) -> String {
    r#"{
        cardset: { set_name: "letters", card_dimensions: { width: 2, height: 3 }, suits: [{ suit_name: "Herz", suit_id: 0 }], cards: [
            { card_name: "Ass", card_id: 0, suit_id: 0 }, { card_name: "König", card_id: 1, suit_id: 0 },
            { card_name: "Dame", card_id: 2, suit_id: 0 }, { card_name: "Bube", card_id: 3, suit_id: 0 },
            { card_name: "Zehn", card_id: 4, suit_id: 0 }, { card_name: "Neun", card_id: 5, suit_id: 0 },
            { card_name: "Acht", card_id: 6, suit_id: 0 },
        ] },
        deck: { deck_name: "seven", cardset: "letters", content: [0, 1, 2, 3, 4, 5, 6] },
        ruleset: {
            ruleset_name: "Erzählung", min_players: 2, max_players: 2, cardsets: "letters", decks: "seven",
            game_area: {
                shared_zones: [
                    { name: "deck", label: "Stapel", decks: "seven", zone_visibility: "none", order: "fixed-lifo" },
                    { name: "pile", label: "Ablage", zone_visibility: "all", order: "fixed-lifo" },
                ],
                player_zones: [{ name: "hand", label: "Hand", zone_visibility: "owner", order: "any" }],
            },
            player_data: [{ key: "score", value: 0 }, { key: "bid", label: "Gebot", value: 18 },
                { key: "role", label: "Rolle", type: "string", value: "Schaf" }],
            game_state: [
                { state_name: "deal", state_type: "auto", actions: { action_name: "deal", type: "auto", primitives: [
                    "gather(deck)", "shuffle(deck)", "deal(deck, hand, 3)", "state_transition(play)",
                ] } },
                { state_name: "play", state_type: "round_robin", actions: [{ action_name: "go", ACTION }] },
            ],
        },
    }"#
    .replace("ACTION", action)
}

fn in_language(action: &str, language: Language) -> Ruleset {
    let mut ruleset = cardable_core::parse(text(action)).unwrap_or_else(|e| panic!("{action}: {e}"));
    let program = Arc::get_mut(&mut ruleset.program).expect("nobody else has it");
    program.metadata.language = language;
    ruleset.in_language(language)
}

fn begun(ruleset: &Ruleset) -> Game {
    let game = Game::new(ruleset, &Setup::named(NAMES), Seed::from(1)).expect("it begins");
    game.with_events()
}

/// The lines of a story, with `X` for each card.
fn without_cards(story: &[Line]) -> Vec<String> {
    let text = |part: &Part| {
        let ranks = ["Ass", "König", "Dame", "Bube", "Zehn", "Neun", "Acht"].into_iter();
        ranks.fold(part.text().to_owned(), |text, rank| {
            text.replace(&format!("Herz-{rank}"), "X")
        })
    };
    let line = |line: &Line| line.parts.iter().map(text).collect::<String>();
    story.iter().map(line).collect()
}

const PICK: &str = r#"type: "hand_pick", type_params: 1"#;

#[test]
fn stories_are_told_in_german() {
    let cases: &[(&str, String, &[&str], &[&str])] = &[
        (
            "a deed with its card",
            format!(
                r#"label: "Karte ablegen", {PICK}, primitives: "move_card($action.hand_pick, pile)""#
            ),
            &["Du legst X ab → Ablage"],
            &["Ada legt X ab → Ablage"],
        ),
        (
            "a card for another",
            format!(
                r#"label: "Karte geben", {PICK}, primitives: "move_card($action.hand_pick, next_player().hand)""#
            ),
            &["Du gibst X an Grace"],
            &["Ada gibt X an dich"],
        ),
        (
            "a card that is drawn",
            r#"label: "Karte ziehen", type: "button", primitives: "draw_cards($player, 1, deck, $player.hand)""#
                .to_owned(),
            &["Du ziehst X (Stapel)"],
            &["Ada zieht eine Karte (Stapel)"],
        ),
        (
            "a card of another",
            r#"label: "Klauen", type: "button", primitives: "move_all(next_player().hand, $player.hand)""#
                .to_owned(),
            &["Du: Klauen – X, X und X von Grace"],
            &["Ada: Klauen – X, X und X von dir"],
        ),
        (
            "a label that is no verb",
            r#"label: "Bingo!", type: "button", primitives: []"#.to_owned(),
            &["Du: Bingo!"],
            &["Ada: Bingo!"],
        ),
        (
            "a verb alone",
            r#"label: "Passen", type: "button", primitives: []"#.to_owned(),
            &["Du passt"],
            &["Ada passt"],
        ),
        (
            "a phrase",
            r#"label: "Halten", phrase: "{player} hält {$player.bid}", type: "button", primitives: []"#.to_owned(),
            &["Du hältst 18"],
            &["Ada hält 18"],
        ),
        (
            "a phrase with a place",
            format!(
                r#"label: "Weg", phrase: "{{player}} gibt {{cards}} ab ({{from}}) und bekommt nichts von {{to}}", {PICK},
                   primitives: "move_card($action.hand_pick, next_player().hand)""#
            ),
            &["Du gibst X ab (Hand) und bekommt nichts von Grace"],
            &["Ada gibt X ab (Hand) und bekommt nichts von dir"],
        ),
        (
            "a message",
            r#"label: "Los", phrase: "", type: "button",
               primitives: "log_message('{0} bekommt {1} {1|Punkt|Punkte} von {2}; {2} schlägt {0}', $player, 1, next_player())""#
                .to_owned(),
            &["Du bekommst 1 Punkt von Grace; Grace schlägt Ada"],
            &["Ada bekommt 1 Punkt von dir; Grace schlägt Ada"],
        ),
        (
            "a message with two verbs",
            r#"label: "Los", phrase: "", type: "button",
               primitives: "log_message('{0} hat {1} und {0|greift|greifst} {1} an; {1} {1|weint|weinst}', $player, next_player())""#
                .to_owned(),
            &["Du hast Grace und greifst Grace an; Grace weint"],
            &["Ada hat Grace und greift Grace an; Grace weint"],
        ),
        (
            "a number with a fraction",
            r#"label: "Los", phrase: "", type: "button", primitives: "log_message('{0} {0|Punkt|Punkte}', 0 - 1.5)""#
                .to_owned(),
            &["−1,5 Punkte"],
            &["−1,5 Punkte"],
        ),
        (
            "the score",
            r#"label: "Los", phrase: "", type: "button", primitives: ["add_score($player, 2)", "add_score(next_player(), 3)"]"#
                .to_owned(),
            &["Punkte: du 2 und Grace 3"],
            &["Punkte: Ada 2 und du 3"],
        ),
        (
            "data of the actor",
            r#"label: "Los", type: "button", primitives: "set($player.bid, 20)""#.to_owned(),
            &["Du: Los; Gebot: 20"],
            &["Ada: Los; Gebot: 20"],
        ),
        (
            "data of another",
            r#"label: "Los", type: "button", primitives: "set(next_player().role, 'Wolf')""#.to_owned(),
            &["Du: Los; Rolle von Grace: Wolf"],
            &["Ada: Los; Rolle (du): Wolf"],
        ),
        (
            "what happens to zones",
            r#"label: "Los", phrase: "", type: "button", primitives: "shuffle(deck)""#.to_owned(),
            &["Gemischt: Stapel"],
            &["Gemischt: Stapel"],
        ),
        (
            "a deal",
            r#"label: "Geben", type: "button", primitives: ["gather(deck)", "shuffle(deck)", "deal(deck, hand, 3)"]"#
                .to_owned(),
            &["Du gibst", "Du bekommst X, X und X; 3 Karten an Grace"],
            &["Ada gibt", "Du bekommst X, X und X; 3 Karten an Ada"],
        ),
        (
            "the end",
            r#"label: "Beenden", type: "button", primitives: "end_game($player)""#.to_owned(),
            &["Du beendest", "Das Spiel ist aus"],
            &["Ada beendet", "Das Spiel ist aus"],
        ),
        (
            "a card that a message names",
            format!(
                r#"label: "Los", phrase: "", {PICK},
                   primitives: ["move_card($action.hand_pick, pile)", "log_message('Oben liegt {{0}}', top_card(pile))"]"#
            ),
            &["X → Ablage", "Oben liegt X"],
            &["X → Ablage", "Oben liegt X"],
        ),
        (
            "what a game keeps is in English, in whichever language it is told",
            r#"label: "Los", phrase: "", type: "button", primitives: "log_message(concat('so: ', 1 > 0))""#.to_owned(),
            &["So: yes"],
            &["So: yes"],
        ),
    ];
    for (about, action, own, other) in cases {
        let ruleset = in_language(action, Language::German);
        let mut game = begun(&ruleset);
        game.submit_nth(Seat(0), 0)
            .unwrap_or_else(|e| panic!("{about}: {e}"));
        assert_eq!(without_cards(&game.story(ADA, None)), *own, "{about}");
        assert_eq!(without_cards(&game.story(GRACE, None)), *other, "{about}");
    }
}

#[test]
fn hands_that_are_filled_up_are_drawn() {
    let action = r#"label: "Los", phrase: "", type: "button", primitives: [
        "draw_cards($player, 1, $player.hand, pile)", "draw_cards(next_player(), 1, next_player().hand, pile)",
        "move_all(pile, deck)", "deal(deck, hand, 1)",
    ]"#;
    let mut game = begun(&in_language(action, Language::German));
    game.submit_nth(Seat(0), 0).expect("it is possible");
    let last = |viewer| without_cards(&game.story(viewer, None)).pop();
    assert_eq!(last(ADA).as_deref(), Some("Du ziehst X nach; eine Karte (Grace)"));
    let spectator = last(Viewer::Spectator);
    assert_eq!(
        spectator.as_deref(),
        Some("Nachgezogen: je eine Karte (Ada und Grace)")
    );
}

#[test]
fn a_deal_is_told_to_spectators() {
    let action = r#"label: "Los", phrase: "", type: "button", primitives: ["gather(deck)", "shuffle(deck)", "deal(deck, hand, 3)"]"#;
    let mut game = begun(&in_language(action, Language::German));
    game.submit_nth(Seat(0), 0).expect("it is possible");
    let story = without_cards(&game.story(Viewer::Spectator, None));
    assert_eq!(story, ["Gegeben: je 3 Karten an Ada und Grace"]);
}

#[test]
fn who_did_not_choose_in_time_is_told_so() {
    let action = r#"label: "Passen", type: "button", on_timeout: true, primitives: []"#;
    let ruleset = in_language(action, Language::German);
    let mut game = begun(&ruleset);
    game.timeout(Seat(0)).expect("it is possible");
    for (viewer, wanted) in [
        (ADA, "Deine Zeit war um, also wählte der Tisch: Du passt"),
        (GRACE, "Adas Zeit war um, also wählte der Tisch: Ada passt"),
    ] {
        let (view, events) = (game.view(viewer), game.events(viewer));
        let happened = Happened {
            view: &view,
            before: None,
            events: &events,
            timed_out: Some(Seat(0)),
        };
        let story = ruleset.words().with_seats(&NAMES).story(happened);
        assert_eq!(without_cards(&story), [wanted]);
    }
}

#[test]
fn decisions_are_told_in_german() {
    let action = r#"label: "Passen", type: "button", condition: "1 > 2", primitives: [] },
        { action_name: "lay", label: "Karte ablegen", type: "hand_pick", type_params: 1,
          primitives: "move_card($action.hand_pick, pile)""#;
    let game = begun(&in_language(action, Language::German));
    let decision = game.next_decision().expect("Ada decides");
    let unavailable = decision.unavailable();
    assert_eq!(unavailable[0].reason, "die Bedingung dafür ist nicht erfüllt");
    let first = decision.labelled().next().expect("a choice");
    assert!(first.text.starts_with("Karte ablegen: Herz-"), "{}", first.text);
    let asked = Offered::Confirm { label: None };
    for (language, yes) in [(Language::English, "yes"), (Language::German, "ja")] {
        let text = asked.choice_text_in(language, &Choice::Number(1));
        assert_eq!(text.as_deref(), Some(yes));
    }
}

#[test]
fn things_are_named_in_german() {
    let action = r#"label: "Passen", type: "button", primitives: []"#;
    let ruleset = in_language(action, Language::German);
    let hand = ruleset.seat_zone("hand", Seat(0)).expect("a hand");
    assert_eq!(
        ruleset.words().zone_label(hand).as_deref(),
        Some("Hand von Platz 1")
    );
    let words = ruleset.words().with_seats(&NAMES);
    assert_eq!(words.zone_label(hand).as_deref(), Some("Hand von Ada"));
    let score = &ruleset.info().seat_data[0];
    assert_eq!(score.label, "Punkte");
}

/// A log of a game fits it in each language.
#[test]
fn what_a_game_keeps_does_not_depend_on_the_language() {
    let action = r#"label: "Passen", type: "button", primitives: []"#;
    let named = Language::ALL.map(|language| {
        let ruleset = in_language(action, language);
        Log::new(&ruleset, &Setup::named(NAMES), Seed::from(1)).named
    });
    assert_eq!(named[0], named[1]);
}
