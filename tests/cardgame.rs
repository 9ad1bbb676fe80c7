//! The dialect of `.cardgame.json`: its functions, its errors, and the games it is known by.

use crate::support;
use crate::support::played::{
    act, begin, begin_as_elsewhere, cards, global, load, offers, seat_datum, state,
};
use cardable_core::ViewEvent;
use cardable_core::setup::Generator;
use cardable_core::testing::random_game;
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Game, Loader, Match, Seat, Seed, Setup, Viewer};

const BLACKJACK: &str = include_str!("fixtures/cardgame/blackjack.cardgame.json");
const TABLE: &str = include_str!("fixtures/cardgame/table.cardgame.json");

// --- functions

/// The example table after some effects, with a last one that looks at it.
fn tried(effects: &[&str], look: &str) -> Result<Game, String> {
    let list = |effects: &[&str]| {
        let quoted: Vec<String> = effects.iter().map(|e| format!("{e:?}")).collect();
        quoted.join(", ")
    };
    let text = TABLE
        .replace("\"EFFECTS\"", &list(effects))
        .replace("\"VALUE\"", &list(&[look]));
    let checked = Loader::new().check_text("tried.cardgame.json", &text);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let ruleset = checked.ruleset.ok_or(said.join("\n"))?;
    Game::new(&ruleset, &Setup::seats(3), Seed::from(1)).map_err(|e| e.to_string())
}

#[track_caller]
fn check(effects: &[&str], cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (value, expected) in cases {
        // A number goes to one variable, a text to the other; what is true is 1.
        let is_text = expected.parse::<f64>().is_err() && !["true", "false"].contains(expected);
        let look = match *expected {
            _ if is_text => format!("set_str_var('s', {value})"),
            "true" | "false" => format!("set_var('n', if({value}, 1, 0))"),
            _ => format!("set_var('n', {value})"),
        };
        let wanted = match *expected {
            "true" => "1",
            "false" => "0",
            other => other.trim_matches('\''),
        };
        let found = tried(effects, &look).map(|game| global(&game, if is_text { "s" } else { "n" }));
        if found.as_deref() != Ok(wanted) {
            wrong.push(format!("{value}: found {found:?}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{effects:?}\n{}", wrong.join("\n"));
}

#[test]
fn functions_that_read_cards() {
    check(
        &[],
        &[
            // hand:0 is A♥ 2♥ 9♣, hand:1 three queens, hand:2 2♣ 3♣ 4♠.
            ("hand_value(hand:0)", "12"),
            ("hand_value(hand:0, 30)", "22"),
            ("hand_value('hand:1')", "36"),
            ("sum_card_values(hand:0, prefer_high_under(21))", "12"),
            ("sum_card_values(hand:0)", "22"),
            ("hand_value(dealer_hand)", "8"),
            ("hand_value(dealer_hand, 5)", "0"),
            ("card_count(draw_pile)", "2"),
            ("card_count(current_player.hand)", "3"),
            ("card_rank(hand:0, 0)", "11"),
            ("card_rank_name(hand:0, 0)", "A"),
            ("card_suit(hand:0, 2)", "clubs"),
            ("count_rank(hand:1, 'Q')", "3"),
            ("max_card_rank(hand:2)", "4"),
            ("max_card_rank(table)", "0"),
            ("top_card_rank(discard)", "7"),
            ("top_card_suit(discard)", "hearts"),
            ("top_card_rank_name(hand:2)", "'2'"),
            ("has_card_matching_suit(hand:2, 'spades')", "true"),
            ("has_card_matching_suit(hand:2, 'hearts')", "false"),
            ("has_card_matching_rank(hand:2, '3')", "true"),
            ("card_matches_top(hand:0, 0, discard)", "true"),
            ("card_matches_top(hand:0, 2, discard)", "false"),
            ("has_playable_card(hand:0, discard)", "true"),
            ("has_playable_card(hand:2, discard)", "false"),
            ("count_sets(hand:1, 3)", "1"),
            ("count_sets(hand:1, 4)", "0"),
            ("max_set_size(hand:1)", "3"),
            ("has_flush(hand:0, 2)", "true"),
            ("has_flush(hand:0, 3)", "false"),
            ("has_straight(hand:2, 3)", "true"),
            ("count_runs(hand:0, 2)", "1"),
            ("max_run_length(hand:2)", "3"),
            ("count_cards_by_suit(hand:0, 'hearts')", "2"),
            ("has_card_with(hand:1, 'Q', 'spades')", "true"),
            ("has_card_with(hand:1, 'Q', 'diamonds')", "false"),
            ("sum_zone_values_by_suit(hand:0, 'hearts')", "13"),
            ("card_count(concat('hand:', 1))", "3"),
            ("hand_value(concat('hand:', current_player_index))", "12"),
            ("if(card_count(hand:0) > 2, 5, 6)", "5"),
        ],
    );
}

#[test]
fn functions_that_read_the_game() {
    check(
        &[],
        &[
            ("player_count", "3"),
            ("current_player_index", "0"),
            ("turn_number", "1"),
            ("turn_direction()", "1"),
            ("turn_direction", "1"),
            ("get_var('total_1')", "11"),
            ("get_var(concat('total_', 2))", "12"),
            ("total_0 + 1", "11"),
            ("get_str_var('word')", "clubs"),
            ("word", "clubs"),
            ("all_hands_dealt", "true"),
            ("scores_calculated()", "false"),
            ("continue_game", "true"),
            ("all_players_done()", "false"),
            ("7 % 3 + 10 / 4 - -1", "4.5"),
            ("!(1 == 2) && 'a' != 1", "true"),
        ],
    );
}

#[test]
fn effects_on_cards() {
    check(
        &["draw(draw_pile, hand, 1)"],
        &[("card_count(hand:0)", "4"), ("card_rank_name(hand:0, 3)", "'9'")],
    );
    check(
        &["draw(draw_pile, hand:2, 9)"],
        &[("card_count(hand:2)", "5"), ("card_count(draw_pile)", "0")],
    );
    check(
        &["move_top(hand:1, discard, 2)"],
        &[
            ("card_count(discard)", "3"),
            ("top_card_rank_name(discard)", "'7'"),
        ],
    );
    check(
        &["move_all(hand:1, discard)"],
        &[("card_count(discard)", "4"), ("card_count(hand:1)", "0")],
    );
    // A zone that holds two takes two.
    check(
        &["move_all(hand:1, table)"],
        &[("card_count(table)", "2"), ("card_count(hand:1)", "1")],
    );
    check(
        &["deal(draw_pile, trick, 5)"],
        &[("trick_card_count('trick')", "2")],
    );
    check(&["collect_all_to(draw_pile)"], &[("card_count(draw_pile)", "13")]);
    check(&["shuffle(draw_pile)"], &[("card_count(draw_pile)", "2")]);
    check(
        &["while(card_count(hand:0) < 5, draw(draw_pile, current_player.hand, 1))"],
        &[("card_count(hand:0)", "5")],
    );
    check(
        &["if(card_count(hand:0) > 9, move_all(hand:0, discard), move_all(hand:1, discard))"],
        &[("card_count(hand:0)", "3"), ("card_count(hand:1)", "0")],
    );
}

#[test]
fn cards_that_are_turned() {
    let faces = |effects: &[&str]| {
        let game = tried(effects, "set_var('n', 1)").expect("it plays");
        let seen = cards(&game, Viewer::Spectator, "table", None);
        seen.iter().filter(|c| matches!(c, CardSeen::Face(_))).count()
    };
    assert_eq!(faces(&["move_all(hand:1, table)"]), 0);
    let both = ["move_all(hand:1, table)", "flip_top(table, 1)"];
    assert_eq!(faces(&both), 1);
    let third = [
        both[0],
        both[1],
        "set_face_up(table, 1, true)",
        "set_face_up(table, 0, 1 > 2)",
    ];
    assert_eq!(faces(&third), 1);
    // Where there is no such card, nothing is turned.
    assert_eq!(faces(&["set_face_up(table, 0, true)"]), 0);
    assert_eq!(
        faces(&["move_all(hand:1, table)", "set_face_up(table, 2, true)"]),
        0
    );
    assert_eq!(faces(&["move_all(hand:1, table)", "reveal_all(table)"]), 2);
}

#[test]
fn turns_and_tricks() {
    check(&["end_turn()"], &[("current_player_index", "1")]);
    check(
        &["skip_next_player()", "end_turn()"],
        &[("current_player_index", "2")],
    );
    check(
        &["reverse_turn_order()", "end_turn()"],
        &[("current_player_index", "2"), ("turn_direction()", "-1")],
    );
    // It has the turn at once, and ends it.
    check(
        &["set_next_player(2)", "end_turn()"],
        &[("current_player_index", "0")],
    );
    check(&["set_next_player(1)"], &[("current_player_index", "1")]);
    check(
        &["set_lead_player(2)"],
        &[("current_player_index", "2"), ("get_var('lead_player')", "2")],
    );
    let laid = &[
        "move_top(hand:0, trick:0, 1)",
        "move_top(hand:1, trick:1, 1)",
        "move_top(hand:2, trick:2, 1)",
    ];
    check(
        laid,
        &[
            // A♥ is led, Q♥ is higher than its eleven.
            ("led_card_suit('trick')", "hearts"),
            ("trick_card_count('trick')", "3"),
            ("trick_winner('trick')", "1"),
        ],
    );
    let mut collected = laid.to_vec();
    collected.push("collect_trick('trick', discard)");
    check(&collected, &[("card_count(discard)", "4")]);
    check(
        &[],
        &[("trick_winner('trick')", "-1"), ("led_card_suit('trick')", "''")],
    );
}

#[test]
fn arguments_come_first_and_act_in_order() {
    check(
        &[
            "move_all(hand:1, discard)",
            "set_var('total_0', card_count(hand:1))",
            "inc_var('total_1', 2)",
            "inc_var('total_1', total_1)",
        ],
        &[("total_0", "3"), ("total_1", "24")],
    );
    check(
        &["set_var(concat('total_', 1), 5)"],
        &[("total_1", "5"), ("total_0", "10")],
    );
    check(&["set_str_var('word', 'hearts')"], &[("word", "hearts")]);
}

#[test]
fn scores_and_rounds() {
    let scored = &["calculate_scores()", "determine_winners()", "accumulate_scores()"];
    check(
        scored,
        &[
            // 12, 36 (bust) and 9 against the dealer's 8.
            ("player_score:0", "12"),
            ("player:1", "36"),
            ("dealer_score", "8"),
            ("dealer", "8"),
            ("result:0", "1"),
            ("result:1", "-1"),
            ("result:2", "1"),
            ("get_cumulative_score(1)", "36"),
            ("max_cumulative_score()", "36"),
            ("min_cumulative_score()", "9"),
            ("get_var('cumulative_score_2')", "9"),
            ("scores_calculated", "true"),
        ],
    );
    let mut again = scored.to_vec();
    again.extend(["set_var('total_0', 99)", "end_turn()", "reset_round()"]);
    check(
        &again,
        &[
            ("player_score:0", "0"),
            ("result:0", "0"),
            ("last_scores:0", "12"),
            ("last_results:1", "-1"),
            ("get_cumulative_score(0)", "12"),
            ("total_0", "10"),
            ("turn_number", "2"),
            ("current_player_index", "0"),
            ("scores_calculated", "false"),
            ("card_count(hand:0)", "3"),
        ],
    );
}

// --- blackjack as it is published

#[test]
fn blackjack_loads_and_deals() {
    let ruleset = load(BLACKJACK);
    assert_eq!(ruleset.name(), "Blackjack");
    assert_eq!(ruleset.states().count(), 5);
    let game = begin_as_elsewhere(&ruleset, 2, 42);
    assert_eq!(state(&game), "player_turns");
    let count = |zone, seat| cards(&game, Viewer::Omniscient, zone, seat).len();
    assert_eq!((count("hand", Some(0)), count("hand", Some(1))), (2, 2));
    assert_eq!((count("dealer_hand", None), count("discard", None)), (2, 0));
    assert_eq!(count("draw_pile", None), 104 - 6);
    assert_eq!(ruleset.zone("hand:1"), ruleset.seat_zone("hand", Seat(1)));
}

#[test]
fn a_hit_gives_a_card_and_the_turn_stays() {
    let ruleset = load(BLACKJACK);
    let hit = |seed| {
        let mut game = begin_as_elsewhere(&ruleset, 2, seed);
        act(&mut game, 0, "Hit");
        (cards(&game, Viewer::Omniscient, "hand", Some(0)).len() == 3).then_some(game)
    };
    // Who goes over twenty-one is scored at once, and new hands are dealt.
    let mut game = (0..20).find_map(hit).expect("a hand that does not bust");
    assert_eq!(state(&game), "player_turns");
    assert_eq!(offers(&game, 1), Vec::<String>::new());
    assert!(
        !offers(&game, 0).contains(&"Double Down".to_owned()),
        "only with two cards"
    );
    act(&mut game, 0, "Stand");
    assert!(offers(&game, 0).is_empty());
    assert!(offers(&game, 1).contains(&"Stand".to_owned()));
}

#[test]
fn rounds_are_scored_and_can_be_read_afterwards() {
    let ruleset = load(BLACKJACK);
    let (mut busts, mut stands) = (0, 0);
    for seed in 0..60 {
        let mut game = begin(&ruleset, 1, seed);
        // Every other game takes cards as long as it may.
        while seed % 2 == 0 && offers(&game, 0).contains(&"Hit".to_owned()) {
            let before = cards(&game, Viewer::Omniscient, "hand", Some(0)).len();
            act(&mut game, 0, "Hit");
            if cards(&game, Viewer::Omniscient, "hand", Some(0)).len() <= before {
                break;
            }
        }
        let entered = |game: &Game| -> Vec<String> {
            let events = game.events(Viewer::Seat(Seat(0)));
            let states = events.iter().filter_map(|e| match e {
                ViewEvent::Entered { state, .. } => {
                    Some(ruleset.state_name(*state).unwrap_or_default().to_owned())
                }
                _ => None,
            });
            states.collect()
        };
        if entered(&game).is_empty() {
            act(&mut game, 0, "Stand");
            assert_eq!(
                entered(&game),
                ["dealer_turn", "scoring", "round_end", "deal", "player_turns"]
            );
            stands += 1;
            let dealer: i64 = global(&game, "last_dealer_score").parse().expect("a number");
            assert!(dealer >= 17, "the dealer draws to seventeen");
        } else {
            assert_eq!(entered(&game), ["scoring", "round_end", "deal", "player_turns"]);
            busts += 1;
        }
        let number = |name| seat_datum(&game, 0, name).parse::<i64>().expect("a number");
        let (mine, dealer) = (
            number("last_scores"),
            global(&game, "last_dealer_score")
                .parse::<i64>()
                .expect("a number"),
        );
        let expected = match mine {
            22.. => -1,
            _ if dealer > 21 || mine > dealer => 1,
            _ if mine == dealer => 0,
            _ => -1,
        };
        assert_eq!(number("last_results"), expected, "{mine} against {dealer}");
        assert_eq!((number("score"), number("result")), (0, 0), "a new round");
        // They stood in the events as they were made.
        let result = ruleset.seat_datum("result").expect("data");
        let told = game.events(Viewer::Seat(Seat(0))).iter().any(|e| {
            matches!(e, ViewEvent::Data { at, value }
                if format!("{at:?}") == format!("{:?}", cardable_core::view::DataRef::Seat(Seat(0), result))
                    && *value == Datum::Int(expected))
        });
        assert!(told, "the result is in the events");
    }
    assert!(busts > 5 && stands > 5, "{busts} busts, {stands} stands");
}

#[test]
fn the_hole_card_is_hidden_until_the_dealers_turn() {
    let ruleset = load(BLACKJACK);
    for seed in 0..20 {
        let mut game = begin(&ruleset, 2, seed);
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            let dealer = cards(&game, viewer, "dealer_hand", None);
            assert!(
                matches!(dealer[..], [CardSeen::Face(_), CardSeen::Back(_)]),
                "{dealer:?}"
            );
            let pile = cards(&game, viewer, "draw_pile", None);
            assert!(pile.iter().all(|c| matches!(c, CardSeen::Back(_))));
        }
        let other = cards(&game, Viewer::Seat(Seat(0)), "hand", Some(1));
        assert!(other.iter().all(|c| matches!(c, CardSeen::Back(_))));
        act(&mut game, 0, "Stand");
        act(&mut game, 1, "Stand");
        let events = game.events(Viewer::Seat(Seat(0)));
        let at = events.iter().position(
            |e| matches!(e, ViewEvent::Entered { state, .. } if ruleset.state_name(*state) == Some("dealer_turn")),
        );
        let shown = events.iter().position(|e| {
            matches!(
                e,
                ViewEvent::Shown {
                    card: CardSeen::Face(_),
                    ..
                }
            )
        });
        assert!(at < shown, "{at:?} {shown:?}");
    }
}

#[test]
fn cards_have_names_as_elsewhere_for_the_referee_only() {
    let ruleset = load(BLACKJACK);
    let game = begin_as_elsewhere(&ruleset, 2, 42);
    let hand = ruleset.zone("hand:0").expect("a hand");
    let names = game.inspect(Viewer::Omniscient).card_names(hand);
    assert_eq!(names.len(), 2);
    assert!(
        names.iter().all(|n| n.starts_with("card-") && n.len() == 22),
        "{names:?}"
    );
    assert!(game.inspect(Viewer::Seat(Seat(0))).card_names(hand).is_empty());
    assert!(
        begin(&ruleset, 2, 42)
            .inspect(Viewer::Omniscient)
            .card_names(hand)
            .is_empty()
    );
    let again = begin_as_elsewhere(&ruleset, 2, 42);
    assert_eq!(again.inspect(Viewer::Omniscient).card_names(hand), names);
    let saved = Game::restore(&ruleset, &game.save()).expect("it restores");
    assert_eq!(saved.inspect(Viewer::Omniscient).card_names(hand), names);
    let setup = Setup::seats(2).rng(Generator::Mulberry32);
    let played = Match::new(&ruleset, &setup, Seed::from(42)).expect("a match");
    let replayed = Match::replay(&ruleset, played.log()).expect("it replays");
    assert_eq!(replayed.game().save(), game.save());
}

// --- errors

#[test]
fn what_a_player_may_do_does_not_tell_what_is_hidden() {
    let hit = "\"condition\": \"hand_value(current_player.hand) < 21\"";
    assert!(BLACKJACK.contains(hit), "the example's `hit` has a condition");
    for (condition, hidden) in [
        ("top_card_rank(draw_pile) > 3", "`draw_pile`"),
        ("top_card_rank(hand:1) > 3", "`hand`"),
    ] {
        let peeking = BLACKJACK.replace(hit, &format!("\"condition\": \"{condition}\""));
        let said = Loader::new().check_text("g.cardgame.json", &peeking).reports();
        let told = said.iter().find(|r| r.code.as_str() == "E319");
        assert!(
            told.is_some_and(|r| r.message.contains(hidden)),
            "{condition}: {said:#?}"
        );
        let meant = peeking.replace(
            &format!("\"{condition}\""),
            &format!("\"{condition}\", \"reveals\": true"),
        );
        assert!(
            Loader::new()
                .check_text("g.cardgame.json", &meant)
                .ruleset
                .is_some(),
            "{condition}"
        );
    }
}

#[test]
fn what_hides_a_variable_is_told_in_the_words_of_the_dialect() {
    let hit = "\"condition\": \"hand_value(current_player.hand) < 21\"";
    let hidden = BLACKJACK.replace(hit, "\"condition\": \"secret > 2\"").replacen(
        "{",
        "{ \"variables\": { \"secret\": 3, \"other\": { \"initial\": 0, \"public\": false } },",
        1,
    );
    // What no effect sets is what the file says, and hides nothing.
    let checked = Loader::new().check_text("g.cardgame.json", &hidden);
    assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
    let hidden = hidden.replacen("[\"end_turn()\"]", "[\"inc_var('secret')\", \"end_turn()\"]", 1);
    let said = Loader::new().check_text("g.cardgame.json", &hidden).reports();
    let told = said
        .iter()
        .find(|r| r.code.as_str() == "E319")
        .expect("it is told");
    let help = told.help.as_deref().unwrap_or_default();
    assert!(
        help.contains("`\"secret\": { \"initial\": 3, \"public\": true }`"),
        "{help}"
    );
    let open = hidden.replace(
        "\"secret\": 3",
        "\"secret\": { \"initial\": 3, \"public\": true }",
    );
    let checked = Loader::new().check_text("g.cardgame.json", &open);
    assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
}

#[test]
fn a_long_row_of_conditions_is_one_level() {
    let hit = "\"condition\": \"hand_value(current_player.hand) < 21\"";
    for operator in ["&&", "||"] {
        let row = vec!["turn_number > 0"; 150].join(&format!(" {operator} "));
        let text = BLACKJACK.replace(hit, &format!("\"condition\": \"{row}\""));
        let checked = Loader::new().check_text("g.cardgame.json", &text);
        assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
    }
}

#[test]
fn errors_are_told_all_at_once_with_their_places() {
    let broken = TABLE
        .replace("\"EFFECTS\"", "\"shufle(draw_pile)\"")
        .replace("\"VALUE\"", "\"set_var('m', card_count(hnad))\"")
        .replace("\"slug\": \"tried\"", "\"slug\": \"My Game\"")
        .replace("\"version\": \"1.0.0\"", "\"version\": \"1.0\"")
        .replace("{ \"min\": 3, \"max\": 3 }", "{ \"min\": 5, \"max\": 3 }")
        .replace("\"preset\": \"custom\"", "\"preset\": \"standard_53\"")
        .replace("\"when\": \"all_players_done\"", "\"when\": \"all_player_done\"")
        .replace("\"to\": \"over\"", "\"to\": \"ovr\"")
        .replace("\"owners\": [\"dealer\"]", "\"owners\": [\"dealr\"]");
    let checked = Loader::new().check_text("game.cardgame.json", &broken);
    assert!(checked.ruleset.is_none());
    let said: Vec<String> = checked.reports().iter().map(|r| r.message.clone()).collect();
    for wanted in [
        "meta.slug: invalid: `My Game` is not small letters, digits and hyphens only",
        "meta.version: invalid: `1.0` is not of the form X.Y.Z",
        "meta.players.min: players.min must be <= players.max, found 5 and 3",
        "deck.preset: `preset` cannot be `standard_53`",
        "zones.dealer_hand.owners[0]: unknown role `dealr`",
        "phases[1].onEnter[0]: unknown function `shufle`",
        "phases[2].onEnter[0]: unknown zone `hnad`",
        "phases[3].transitions[0].to: unknown phase `ovr`",
    ] {
        assert!(said.iter().any(|m| m == wanted), "{wanted}\n{said:#?}");
    }
    let report = checked
        .reports()
        .into_iter()
        .find(|r| r.message.contains("shufle"))
        .expect("a report");
    assert_eq!(report.help.as_deref(), Some("did you mean `shuffle`?"));
    assert!(
        report
            .place
            .is_some_and(|place| place.line > 1 && place.column > 1)
    );
    let none = BLACKJACK.replace(
        &BLACKJACK[BLACKJACK.find("\"phases\": [").expect("phases")
            ..BLACKJACK.find("\"scoring\": {").expect("scoring")],
        "\"phases\": [],\n",
    );
    let said: Vec<String> = Loader::new()
        .check_text("g.cardgame.json", &none)
        .reports()
        .iter()
        .map(|r| r.message.clone())
        .collect();
    assert!(
        said.iter()
            .any(|m| m == "phases: there must be at least one phase"),
        "{said:#?}"
    );
}

#[test]
fn one_slip_is_told_once() {
    let end = "{ \"name\": \"end\", \"label\": \"End\", \"effect\": [\"end_turn()\"] }";
    let cases = [
        (
            "VALUE",
            "draw(draw_pile, hand:0, -1)",
            "W308 -1 cards are none: this does nothing",
        ),
        ("VALUE", "deal(draw_pile, hand, 0)", "W308 0 cards are none"),
        (
            end,
            "{ \"name\": \"end\", \"params\": [{ \"name\": \"bid\", \"type\": \"number\", \"min\": 6, \"max\": 1 }], \
             \"effect\": [\"end_turn()\"] }",
            "E207 no number is from 6 to 1",
        ),
        (
            end,
            "{ \"name\": \"end\", \"label\": \"End\", \"effect\": [\"end_turn()\"] }, { \"name\": \"play_card\", \
             \"from\": \"draw_pile\", \"condition\": \"played_card_matches_top(discard)\" }",
            "W315 what can be played depends on the faces in `draw_pile`, which the seat never sees",
        ),
        ("\"kind\": \"turn_based\"", "\"kind\": \"turn_basd\"", "E206"),
        (
            "\"kind\": \"turn_based\"",
            "\"kind\": \"round the table\"",
            "E206",
        ),
        (
            "\"total_0\": 10,",
            "\"total_0\": { \"type\": \"nmber\", \"initial\": 10 },",
            "E206",
        ),
        (
            "VALUE",
            "deal(draw_pile, hand, '4')",
            "E311 `count` of `deal` is a number, found a string",
        ),
        (
            "VALUE",
            "deal(draw_pile, hand, 2.5)",
            "E311 `count` of `deal` is a whole number, found 2.5",
        ),
        (
            "VALUE",
            "set_var('n', count_sets(hand, -2))",
            "E311 `size` of `count_sets` is 0 or more, found -2",
        ),
        (
            "\"total_0\": 10,",
            "\"total_0\": 10, \"hand\": 1,",
            "E308 `hand` is a zone, too",
        ),
        (
            end,
            "{ \"name\": \"end\", \"label\": \"End\", \"effect\": [] }",
            "W318 nothing ends a turn in phase",
        ),
        (
            "\"VALUE\"",
            "\"draw(draw_pile, discard, 1)\", \"set_var('n', top_card_rank(discard))\"",
            "W343 `top_card_rank` looks into `discard` before this list has put a card there",
        ),
    ];
    let mut wrong = Vec::new();
    for (old, new, wanted) in cases {
        assert!(TABLE.contains(old), "{old}");
        let text = TABLE
            .replace(old, new)
            .replace("EFFECTS", "shuffle(draw_pile)")
            .replace("VALUE", "set_var('n', 1)");
        let reports = Loader::new().check_text("game.cardgame.json", &text).reports();
        // That the table never ends is meant so.
        let said = reports
            .iter()
            .filter(|r| !matches!(r.code.as_str(), "W303" | "W304" | "W305"));
        let said: Vec<String> = said
            .map(|r| format!("{} {}", r.code.as_str(), r.message))
            .collect();
        if said.len() != 1
            || !said[0].contains(wanted.split_once(' ').map_or(wanted, |(_, text)| text))
            || !said[0].starts_with(&wanted[..4])
        {
            wrong.push(format!("{new}\n    wanted {wanted}\n    found {said:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_condition_that_fails_does_not_hold() {
    let text = TABLE
        .replace("\"EFFECTS\"", "\"move_all(discard, hand:0)\"")
        .replace("\"VALUE\"", "\"set_var('n', 1)\"")
        .replace("\"label\": \"End\",", "\"label\": \"End\", \"condition\": \"top_card_suit(discard) != 'hearts'\",")
        .replace("\"actions\": [{ \"name\": \"end\"", "\"actions\": [{ \"name\": \"go\", \"label\": \"Go\", \"effect\": \"end_turn()\" }, { \"name\": \"end\"");
    let mut game = begin(&load(&text), 3, 1);
    assert_eq!(offers(&game, 0), ["Go"]);
    // Its author can read why, once for each place; nobody who plays can.
    let told = |game: &Game| -> Vec<String> {
        let warnings = game.inspect(Viewer::Omniscient).warnings().iter();
        let placed = warnings.map(|w| {
            let place = w.place.as_ref().expect("a place");
            format!("{} {}", place.path, w.message)
        });
        placed.collect()
    };
    let first = told(&game);
    assert_eq!(first.len(), 1, "{first:?}");
    assert!(first[0].contains("condition"), "{first:?}");
    assert!(game.inspect(Viewer::Seat(Seat(0))).warnings().is_empty());
    act(&mut game, 0, "Go");
    assert_eq!(told(&game), first, "each choice tells what failed in it");
}

#[test]
fn a_variable_that_is_set_and_not_declared_is_told() {
    let warnings = |text: &str| -> Vec<String> {
        let checked = Loader::new().check_text("game.cardgame.json", text);
        assert!(checked.ruleset.is_some(), "it can be played");
        let reports = checked.reports();
        let told = reports.iter().filter(|r| r.message.contains("not declared"));
        told.map(|r| {
            format!(
                "{} {} {}",
                r.code.as_str(),
                r.message,
                r.help.as_deref().unwrap_or("")
            )
        })
        .collect()
    };
    let set = |effect: &str| {
        TABLE
            .replace("\"EFFECTS\"", &format!("{effect:?}"))
            .replace("\"VALUE\"", "\"set_var('n', 1)\"")
    };
    assert_eq!(
        warnings(&set("if(n == 0, set_var('totl_0', 1))")),
        ["W342 phases[1].onEnter[0]: variable `totl_0` is set and not declared did you mean `total_0`?"]
    );
    assert_eq!(
        warnings(&set("set_str_var('mood', 'glad')")),
        [
            "W342 phases[1].onEnter[0]: variable `mood` is set and not declared \
             declare it under `variables`, as \"mood\": \"\""
        ]
    );
    for fine in [
        "inc_var('total_1')",
        "set_var('lead_player', 2)",
        "set_str_var('trump_suit', 'clubs')",
    ] {
        assert_eq!(warnings(&set(fine)), Vec::<String>::new());
    }
    // A file that declares none at all may make them as it goes.
    let start = TABLE.find("\"variables\"").expect("variables");
    let end = TABLE.find("\"phases\"").expect("phases");
    let bare = set("set_var('m', 1)").replace(&TABLE[start..end], "");
    assert_eq!(warnings(&bare), Vec::<String>::new());
}

#[test]
fn phases_that_lead_nowhere_are_told_in_the_words_of_the_dialect() {
    let text = TABLE
        .replace("\"EFFECTS\"", "\"set_var('n', 1)\"")
        .replace("\"VALUE\"", "\"set_var('n', 2)\"")
        .replace("[{ \"to\": \"over\", \"when\": \"all_players_done\" }]", "[]");
    let checked = Loader::new().check_text("game.cardgame.json", &text);
    let said: Vec<String> = checked
        .reports()
        .iter()
        .map(|r| {
            format!(
                "{} {}; {}",
                r.code.as_str(),
                r.message,
                r.help.as_deref().unwrap_or("")
            )
        })
        .collect();
    for wanted in [
        "W304 nobody can leave phase `wait`; give it a transition, or an action with `end_game()`",
        "W303 phase `over` is never reached; lead to it by a transition, or take it out",
    ] {
        assert!(said.iter().any(|s| s == wanted), "{said:#?}");
    }
}

#[test]
fn a_game_says_which_phase_ended_it() {
    let reason = |last: &str| {
        let text = TABLE
            .replace("\"EFFECTS\"", "\"set_var('n', 1)\"")
            .replace("\"VALUE\"", "\"set_var('n', 2)\"")
            .replace(
                "{ \"name\": \"over\", \"kind\": \"automatic\", \"transitions\": [] }",
                last,
            );
        let game = random_game(&load(&text), 3, 1, 100, |_, _, _, _| Ok(())).expect("no faults");
        game.result()
            .expect("an end")
            .reason
            .as_deref()
            .unwrap_or_default()
            .to_owned()
    };
    for (last, wanted) in [
        (
            r#"{ "name": "over", "kind": "automatic", "transitions": [] }"#,
            "over",
        ),
        (
            r#"{ "name": "over", "label": "The end", "kind": "automatic" }"#,
            "The end",
        ),
        (
            r#"{ "name": "over", "label": "All done", "kind": "automatic", "onEnter": ["end_game()"] }"#,
            "All done",
        ),
    ] {
        assert_eq!(reason(last), wanted);
    }
    // A name is for rules; players read its words, if it has some.
    let named = |name: &str| {
        let text = TABLE
            .replace("\"EFFECTS\"", "\"set_var('n', 1)\"")
            .replace("\"VALUE\"", "\"set_var('n', 2)\"")
            .replace("\"over\"", &format!("\"{name}\""));
        let game = random_game(&load(&text), 3, 1, 100, |_, _, _, _| Ok(())).expect("no faults");
        game.result()
            .expect("an end")
            .reason
            .as_deref()
            .unwrap_or_default()
            .to_owned()
    };
    for (name, wanted) in [
        ("game_over", "game over"),
        ("allCardsGone", "all cards gone"),
        ("round-end", "round end"),
        ("p", "the rules end here"),
    ] {
        assert_eq!(named(name), wanted);
    }
}

// --- the games that come with it

#[test]
fn hearts_is_played_by_its_rules() {
    let ruleset = support::load("hearts");
    let mut moons = 0;
    for seed in 0..6 {
        let game = random_game(&ruleset, 4, seed, 5_000, |game, seat, choice, _| {
            let mut after = game.clone();
            after.submit(seat, choice).map_err(|e| e.to_string())?;
            let scores: Vec<i64> = (0..4)
                .map(|s| seat_datum(&after, s, "last_scores").parse().unwrap_or(0))
                .collect();
            let sum: i64 = scores.iter().sum();
            moons += i64::from(sum == 78);
            if [0, 26, 78].contains(&sum) {
                Ok(())
            } else {
                Err(format!("a deal counts {scores:?}"))
            }
        });
        let game = game.expect("a game without faults");
        let result = game.result().expect("an end");
        let fewest = result.scores.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(result.scores.iter().any(|s| *s >= 100.0));
        for winner in &result.winners {
            assert_eq!(result.scores[winner.index()], fewest);
        }
        for (score, rank) in result.scores.iter().zip(&result.ranks) {
            let fewer = result.scores.iter().filter(|s| *s < score).count();
            assert_eq!(usize::from(*rank), fewer + 1, "{:?}", result.scores);
        }
    }
}

#[test]
fn the_game_of_colours_ends_at_a_hundred() {
    let ruleset = support::load("colours-and-numbers");
    for seats in [2, 4, 6] {
        let game = random_game(&ruleset, seats, 3, 20_000, |_, _, _, _| Ok(())).expect("no faults");
        let result = game.result().expect("an end");
        assert!(result.scores.iter().any(|s| *s >= 100.0), "{:?}", result.scores);
        assert!(!result.winners.is_empty());
    }
}

#[test]
fn cards_of_a_custom_deck_say_what_is_printed_on_them() {
    let text = include_str!("fixtures/cardgame/eights.cardgame.json").replace(
        r#"{ "suit": "spades", "rank": "5" }"#,
        r#"{ "suit": "spades", "rank": "5", "text": "Draw two." }"#,
    );
    let checked = Loader::new().check_text("eights.cardgame.json", &text);
    let info = checked.ruleset.expect("it checks").info();
    let texts: Vec<Option<String>> = info.cards.iter().map(|card| card.text.clone()).collect();
    assert_eq!(texts[..2], [Some("Draw two.".to_owned()), None]);
}
