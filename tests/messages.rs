//! What messages say, and which of them stand on the table.

use cardable_core::{Loader, Match, Seat, Seed, Setup, ViewEvent, Viewer};

/// A game of three seats with these steps at its start and with a button.
fn begin(entry: &str, button: &str) -> Match {
    let text = r#"{ ruleset: {
        ruleset_name: "Messages", min_players: 3, max_players: 3, global_data: [{ key: "n", value: 0 }],
        game_state: [
            { state_name: "deal", state_type: "auto", actions: { action_name: "deal", type: "auto", primitives: [
                "message('cards are dealt')", "state_transition(play)" ] } },
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "begin", type: "auto", on: "entry", primitives: [ENTRY] },
                { action_name: "go", type: "button", primitives: [BUTTON] },
                { action_name: "end", type: "button", primitives: "end_game()" } ] },
        ],
    } }"#
        .replace("ENTRY", entry)
        .replace("BUTTON", button);
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let setup = Setup::named(["Ada", "Grace", "Edsger"]);
    Match::new(&ruleset, &setup, Seed::from(1)).unwrap_or_else(|e| panic!("{e}"))
}

/// What was just said to somebody, and what stands on his table.
fn told(table: &Match, viewer: Viewer) -> (Vec<String>, Vec<String>) {
    let words = table.game().words();
    let said = table.events(viewer).into_iter().filter_map(|event| match event {
        ViewEvent::Said { text, tokens, .. } => Some(words.message_text(text, &tokens)),
        _ => None,
    });
    let stands = table.game().view(viewer).status.messages.into_iter();
    let stands = stands.map(|message| words.message_text(message.text, &message.tokens));
    (said.collect(), stands.collect())
}

fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn every_message_is_told_from_the_first_deal_on() {
    let each = r#"{ for_each: "all", primitives: "message('{0} wins {1} chips', all, $player, 10 * (seat_index($player) + 1))" }"#;
    let mut table = begin(
        each,
        r#""set($globals.n, $globals.n + 1)", "message('round {0}', all, $globals.n)""#,
    );
    let wins = texts(&["Ada wins 10 chips", "Grace wins 20 chips", "Edsger wins 30 chips"]);
    let (said, stands) = told(&table, Viewer::Spectator);
    assert_eq!(said, [texts(&["cards are dealt"]), wins.clone()].concat());
    // What was said in a state that is left stands no more.
    assert_eq!(stands, wins);
    // Later choices take the place of what they say in the same words, and of nothing else.
    for (round, seat) in [(1, 0), (2, 1)] {
        let ruleset = table.game().ruleset();
        let go = ruleset.action("play", "go").expect("an action");
        table
            .submit(Seat(seat), &cardable_core::Choice::act(go))
            .unwrap_or_else(|e| panic!("{e}"));
        let now = format!("round {round}");
        assert_eq!(
            told(&table, Viewer::Spectator),
            (vec![now.clone()], [wins.clone(), vec![now]].concat())
        );
    }
}

#[test]
fn one_choice_says_the_same_words_of_several_things() {
    let steps =
        r#""message('first {0}', all, 1)", "message('first {0}', all, 2)", "message('first {0}', all, 1)""#;
    let table = begin(steps, r#""message('x')""#);
    let (said, stands) = told(&table, Viewer::Seat(Seat(0)));
    assert_eq!(said[1..], texts(&["first 1", "first 2", "first 1"]));
    // The very same message stands once, where it was said last.
    assert_eq!(stands, texts(&["first 2", "first 1"]));
}

#[test]
fn messages_do_not_pile_up_without_bound() {
    let numbers: Vec<String> = (1..=90).map(|n| n.to_string()).collect();
    let steps = r#"{ for_each: [NUMBERS], as: "n", primitives: "message('number {0}', all, $action.n)" }"#;
    let table = begin(&steps.replace("NUMBERS", &numbers.join(",")), r#""message('x')""#);
    let (said, stands) = told(&table, Viewer::Spectator);
    assert_eq!(said.len(), 91);
    assert_eq!(stands.len(), 64);
    assert_eq!(stands.last().map(String::as_str), Some("number 90"));
}

/// A text that the game has put together is there for every choice that tells it.
#[test]
fn the_same_text_is_told_again_and_again() {
    let mut table = begin("", r#""log_message('{0}', concat('number ', $globals.n))""#);
    for turn in 0..6 {
        let go = table.game().ruleset().action("play", "go").expect("an action");
        table
            .submit(Seat(turn % 3), &cardable_core::Choice::act(go))
            .unwrap_or_else(|e| panic!("{e}"));
        let (said, _) = told(&table, Viewer::Spectator);
        assert_eq!(said, texts(&["number 0"]), "turn {turn}");
    }
}

/// A game whose steps have cards to talk about.
fn with_cards(steps: &str, condition: &str) -> Match {
    let text = cardable_core::testing::TINY
        .replace(
            "\"shared_zones\": [",
            "\"shared_zones\": [{ \"name\": \"pile\", \"zone_visibility\": \"all\" },",
        )
        .replace(
            "\"condition\": \"count_cards(deck) > 0\"",
            &format!("\"condition\": {condition}"),
        )
        .replace(
            "{ \"endpoint\": \"add_score()\", \"params\": [\"$player\", 1] }",
            steps,
        );
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    Match::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(1)).unwrap_or_else(|e| panic!("{e}"))
}

/// The first seat makes its first choice.
fn take(table: &mut Match) {
    let choice = table.game().next_decision().and_then(|decision| decision.nth(0));
    let choice = choice.expect("a choice");
    table.submit(Seat(0), &choice).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn a_card_that_all_who_read_see_is_named() {
    let steps = r#""place_card(top_card(deck), pile)", "message('shown {0}', all, top_card(pile))",
        "message('drawn {0}', all, top_card($player.hand))", "message('yours {0}', $player, top_card($player.hand))",
        "log_message('log {0}', top_card(pile))", "place_card(top_card(pile), deck)""#;
    let mut table = with_cards(steps, "\"count_cards(deck) > 0\"");
    take(&mut table);
    let names = ["One", "Two", "Three"].map(|name| [format!("{name} of White"), format!("{name} of Black")]);
    let names = names.concat();
    let is_named = |line: &str, word: &str| names.iter().any(|name| *line == format!("{word} {name}"));
    for (viewer, lines) in [
        (Viewer::Seat(Seat(0)), 4),
        (Viewer::Seat(Seat(1)), 3),
        (Viewer::Spectator, 3),
    ] {
        let (said, stands) = told(&table, viewer);
        assert_eq!(said.len(), lines, "{said:?}");
        assert!(
            is_named(&said[0], "shown") && said[1] == "drawn a card",
            "{said:?}"
        );
        assert!(lines == 3 || is_named(&said[2], "yours"), "{said:?}");
        assert!(is_named(&said[lines - 1], "log"), "{said:?}");
        // That it lies face down by now takes nothing back.
        assert!(is_named(&stands[0], "shown"), "{stands:?}");
    }
}

#[test]
fn cards_of_a_list_are_named_as_single_cards_are() {
    let steps = r#""place_card(top_card(deck), pile)", "summarise('{0} and {1}', [top_card(pile), top_card($player.hand), 5], [])",
        "place_card(top_card(pile), deck)""#;
    let mut table = with_cards(steps, "\"count_cards(deck) > 0\"");
    take(&mut table);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let (said, _) = told(&table, viewer);
        let line = said.first().expect("a line");
        // What lies face down by now was seen by all when it was told.
        assert!(
            line.contains(" of ") && line.ends_with(", a card and 5 and "),
            "{line}"
        );
    }
}

#[test]
fn the_first_condition_that_does_not_hold_says_why() {
    let condition = r#"[{ "if": "$player.score < 9", "message": "You have enough." },
        [{ "if": "count_cards(deck) < 6", "message": "The deck is whole." }, "is_empty(pile)"],
        { "if": "count_cards(deck) > 9", "message": "The deck is small." }]"#;
    let text = |condition: &str| with_cards("{ \"endpoint\": \"end_game()\" }", condition);
    let stuck = r#"[{ "if": "true", "message": "Never." }, "count_cards(deck) > 0"]"#;
    assert_eq!(text(stuck).game().to_decide().len(), 1);
    let reasons = |condition: &str| {
        let other = format!(
            r#"{condition}, "primitives": "end_turn()" }}, {{ "action_name": "rest", "type": "button", "condition": "true""#
        );
        let table = text(&other);
        let decision = table.game().decision(Seat(0)).expect("a decision");
        let missing = decision.unavailable();
        missing
            .into_iter()
            .map(|missing| missing.reason)
            .collect::<Vec<_>>()
    };
    assert_eq!(reasons(condition), texts(&["The deck is whole."]));
    assert_eq!(
        reasons(&condition.replace("< 6", "< 7")),
        texts(&["The deck is small."])
    );
    let silent = condition
        .replace("is_empty(pile)", "!is_empty(pile)")
        .replace("< 6", "< 7");
    assert_eq!(reasons(&silent), texts(&["its condition does not hold"]));
    // One that has no message reads the action's.
    let usual = format!("{silent}, \"message\": \"Not now.\"");
    assert_eq!(reasons(&usual), texts(&["Not now."]));
}

/// What is told of a game of two hidden hands whose action has these steps and data.
fn told_of(steps: &str) -> Vec<String> {
    let text = r#"{
        cardset: { set_name: "two", cards: [{ card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 }] },
        ruleset: {
            ruleset_name: "Told", min_players: 2, max_players: 2, cardsets: "two",
            game_area: {
                shared_zones: [{ name: "deck", zone_visibility: "none" }, { name: "row", zone_visibility: "all" }],
                player_zones: [{ name: "hand", zone_visibility: "owner" }],
            },
            card_data: { key: "lives", value: 1, keep: "game", visible_to: "face" },
            game_state: [{ state_name: "play", state_type: "round_robin", actions: {
                action_name: "play", type: "hand_pick", action_data: [{ key: "best", type: "card" }, { key: "shown", value: "" }],
                primitives: [STEPS, "end_game([])"],
            } }],
        },
    }"#
    .replace("STEPS", steps);
    let checked = Loader::new().check_text("ruleset.json", &text);
    let reports = checked.reports().into_iter();
    reports
        .map(|report| format!("{} {}", report.code.as_str(), report.message))
        .collect()
}

#[test]
fn a_card_that_was_laid_open_may_be_told_of_however_it_was_found() {
    let best = r#""set($action.best, max_by(next_player().hand, card => card.value))""#;
    let lay = r#""place_card($action.best, row)""#;
    let tell = r#""log_message('{0} has {1}', $action.best.name, $action.best.lives)""#;
    assert_eq!(told_of(&[best, lay, tell].join(",")), [] as [String; 0]);
    // Before it lies there, and where it may lie somewhere else, it is still a secret.
    let secret = "E319 what is said depends on the faces in `hand`";
    let sometimes = r#""if(count(row) > 0, place_card($action.best, row))""#;
    for steps in [[best, tell, lay], [best, sometimes, tell], [lay, best, tell]] {
        let told = told_of(&steps.join(","));
        assert!(
            told.iter().any(|told| told.starts_with(secret)),
            "{steps:?} {told:#?}"
        );
    }
}

#[test]
fn a_text_that_tells_of_a_picked_card_before_it_is_laid_open_is_warned_of() {
    let tell = r#""log_message('{0} plays {1}', $player, $action.hand_pick.name)""#;
    let lay = r#""place_card($action.hand_pick, row)""#;
    let whole = r#""log_message('{0} plays {1}', $player, $action.hand_pick)""#;
    let own = r#""message('You play {0}', $player, $action.hand_pick.name)""#;
    let warned = |steps: &[&str]| {
        told_of(&steps.join(","))
            .iter()
            .any(|told| told.starts_with("W321"))
    };
    assert!(warned(&[tell, lay]));
    assert!(warned(&[tell]));
    for fine in [&[lay, tell][..], &[whole, lay], &[own, lay]] {
        assert!(!warned(fine), "{fine:?}");
    }
    // The same where it was put away again, also of what was read of it before.
    let away = r#""place_card($action.hand_pick, deck)""#;
    let keep = r#""set($action.shown, $action.hand_pick.name)""#;
    let kept = r#""log_message('{0} shows {1}', $player, $action.shown)""#;
    let sometimes = r#""if(count(row) > 1, place_card($action.hand_pick, deck))""#;
    assert!(warned(&[lay, away, tell]));
    assert!(warned(&[lay, keep, away, kept]));
    for fine in [
        &[lay, tell, away][..],
        &[lay, keep, kept, away],
        &[lay, away, whole],
        &[lay, away, own],
        &[lay, away, lay, tell],
        &[lay, sometimes, tell],
    ] {
        assert!(!warned(fine), "{fine:?}");
    }
}

/// What is told by steps that read two cards in a zone whose faces are seen as they lie.
fn told_of_row(steps: &str) -> Vec<String> {
    let text = r#"{
        cardset: { set_name: "two", cards: [{ card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 }] },
        ruleset: {
            ruleset_name: "Lists", min_players: 1, max_players: 1, cardsets: "two",
            game_area: { shared_zones: [{ name: "deck", zone_visibility: "face" }] },
            game_state: [{ state_name: "play", state_type: "round_robin", actions: {
                action_name: "go", type: "button",
                action_data: [{ key: "five", type: "cards" }, { key: "points", value: 0 }],
                primitives: ["set($action.five, cards_of(deck))", STEPS, "end_game([])"],
            } }],
        },
    }"#
    .replace("STEPS", steps);
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let mut table = Match::new(&ruleset, &Setup::seats(1), Seed::from(1)).unwrap_or_else(|e| panic!("{e}"));
    let go = ruleset.action("play", "go").expect("an action");
    table
        .submit(Seat(0), &cardable_core::Choice::act(go))
        .unwrap_or_else(|e| panic!("{e}"));
    told(&table, Viewer::Spectator).0
}

#[test]
fn what_is_worked_out_from_lists_of_cards_is_told_where_all_see_them() {
    let worth = "sum([$action.five], five => sum(attribute_values(five, 'value')))";
    let tell = format!(
        r#""set($action.points, {worth})", "log_message('worth {{0}}', $action.points)", "log_message('{{0}} in all', {worth})""#
    );
    let up = r#"{ for_each: "= $action.five", as: "c", primitives: "turn_face_up($action.c)" }"#;
    assert_eq!(
        told_of_row(&format!("{up}, {tell}")),
        texts(&["worth 3", "3 in all"])
    );
    let down = up.replace("face_up", "face_down");
    assert_eq!(
        told_of_row(&format!("{down}, {tell}")),
        texts(&["worth ", "0 in all"])
    );
    let one = up.replace("$action.five", "[$action.five[0]]");
    assert_eq!(
        told_of_row(&format!("{down}, {one}, {tell}")),
        texts(&["worth ", "0 in all"])
    );
}
