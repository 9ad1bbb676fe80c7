//! What happened, as people read it: phrases, summaries, and that no more is told than a viewer may know.

use crate::support;
use cardable_core::story::{Happened, Line, LineKind, Part};
use cardable_core::{Bot as _, Game, Loader, RandomBot, Ruleset, Seat, Seed, Setup, Viewer};

const NAMES: [&str; 2] = ["Ada", "Grace"];

/// Two seats with three cards each; what an action is made of, and the data of the game and of seats, can be
/// put in.
fn rules(action: &str, globals: &str, seats: &str) -> String {
    r#"{
        cardset: { set_name: "letters", card_dimensions: { width: 2, height: 3 }, suits: [], cards: [
            { card_name: "A", card_id: 0 }, { card_name: "B", card_id: 1 }, { card_name: "C", card_id: 2 },
            { card_name: "D", card_id: 3 }, { card_name: "E", card_id: 4 }, { card_name: "F", card_id: 5 },
        ] },
        deck: { deck_name: "six", cardset: "letters", content: [0, 1, 2, 3, 4, 5] },
        ruleset: {
            ruleset_name: "Story", min_players: 2, max_players: 2, cardsets: "letters", decks: "six",
            game_area: {
                shared_zones: [
                    { name: "deck", label: "Deck", decks: "six", zone_visibility: "none", order: "fixed-lifo" },
                    { name: "pile", label: "Pile", zone_visibility: "all", order: "fixed-lifo" },
                ],
                player_zones: [{ name: "hand", label: "Hand", zone_visibility: "owner", order: "any" }],
            },
            global_data: [GLOBALS],
            player_data: [{ key: "score", value: 0 }, SEATS],
            game_state: [
                { state_name: "deal", state_type: "auto", actions: { action_name: "deal", type: "auto", primitives: [
                    "gather(deck)", "shuffle(deck)", "deal(deck, hand, 3)", "state_transition(play)",
                ] } },
                { state_name: "play", state_type: "round_robin", actions: [{ action_name: "go", label: "Go", ACTION }] },
            ],
        },
    }"#
    .replace("ACTION", action)
    .replace("GLOBALS", globals)
    .replace("SEATS", seats)
}

fn ruleset(action: &str) -> Ruleset {
    let text = rules(
        action,
        r#"{ key: "trump", type: "string" }"#,
        r#"{ key: "bid", value: 0 }"#,
    );
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// What a viewer reads of the first choice of Ada.
fn told(ruleset: &Ruleset, viewer: Viewer) -> Vec<Line> {
    let mut game = Game::new(ruleset, &Setup::named(NAMES), Seed::from(1))
        .expect("it begins")
        .with_events();
    game.submit_nth(Seat(0), 0).expect("it is possible");
    game.story(viewer, None)
}

fn texts(ruleset: &Ruleset, viewer: Viewer) -> Vec<String> {
    told(ruleset, viewer).iter().map(Line::to_string).collect()
}

/// What is told of a choice that the table made because a seat's time was up.
#[test]
fn who_did_not_choose_in_time_is_told_so() {
    for (action, own, other) in [
        (
            r#"type: "button", on_timeout: true, phrase: "{player} passes", primitives: []"#,
            "Your time was up, so the table chose: You pass",
            "Ada’s time was up, so the table chose: Ada passes",
        ),
        (
            r#"type: "button", on_timeout: true, primitives: []"#,
            "Your time was up, so the table chose: You go",
            "Ada’s time was up, so the table chose: Ada goes",
        ),
        (
            r#"type: "button", on_timeout: true, phrase: "", primitives: []"#,
            "Your time was up, so the table chose",
            "Ada’s time was up, so the table chose",
        ),
    ] {
        let rules = ruleset(action);
        let mut game = Game::new(&rules, &Setup::named(NAMES), Seed::from(1))
            .expect("it begins")
            .with_events();
        game.timeout(Seat(0)).expect("it is possible");
        for (viewer, wanted) in [(Viewer::Seat(Seat(0)), own), (Viewer::Spectator, other)] {
            let (view, events) = (game.view(viewer), game.events(viewer));
            let happened = Happened {
                view: &view,
                before: None,
                events: &events,
                timed_out: Some(Seat(0)),
            };
            let story = rules.words().with_seats(&NAMES).story(happened);
            let texts: Vec<String> = story.iter().map(Line::to_string).collect();
            assert_eq!(texts, [wanted]);
        }
    }
}

#[test]
fn a_label_that_is_no_verb_is_quoted() {
    let text =
        rules(r#"type: "button", primitives: []"#, "", "").replace(r#"label: "Go""#, r#"label: "Bingo!""#);
    let rules = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(texts(&rules, Viewer::Seat(Seat(0))), ["You choose “Bingo!”"]);
}

#[test]
fn words_go_with_numbers() {
    for (n, text) in [(1, "You get 1 point"), (2, "You get 2 points")] {
        let rules = ruleset(&format!(
            r#"type: "button", phrase: "", primitives: "log_message('{{0}} gets {{1}} {{1|point|points}}', $player, {n})""#
        ));
        assert_eq!(texts(&rules, Viewer::Seat(Seat(0))), [text]);
    }
    let text = rules(
        r#"type: "button", primitives: "log_message('{0|point}', 1)""#,
        "",
        "",
    );
    let reports = Loader::new().check_text("ruleset.json", &text).reports();
    assert!(
        reports.iter().any(|report| report.to_string().contains("E357")),
        "{reports:?}"
    );
}

#[test]
fn every_verb_goes_with_its_reader() {
    let rules = ruleset(
        r#"type: "button", phrase: "", primitives:
            "log_message('{0} takes the trick from {1} and {0|leads|lead}; {1} {1|waits|wait}', $player, next_player())""#,
    );
    for (viewer, text) in [
        (
            Viewer::Seat(Seat(0)),
            "You take the trick from Grace and lead; Grace waits",
        ),
        (
            Viewer::Seat(Seat(1)),
            "Ada takes the trick from you and leads; you wait",
        ),
        (
            Viewer::Spectator,
            "Ada takes the trick from Grace and leads; Grace waits",
        ),
    ] {
        assert_eq!(texts(&rules, viewer), [text]);
    }
}

/// Whatever happens in a shipped game, each reader reads sentences: whoever acts is the subject of a verb that fits,
/// one thing is not several, and no name of the rules or empty value stands between the words.
#[test]
fn all_that_is_told_reads_like_sentences() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let range = ruleset.seats();
        let mut tried = std::collections::BTreeSet::new();
        for (seats, seed) in [(*range.start(), 3), (*range.end(), 4), (*range.end(), 5)] {
            let names: Vec<String> = PEOPLE.iter().take(seats).map(|&name| name.to_owned()).collect();
            let Ok(game) = Game::new(&ruleset, &Setup::named(names.clone()), Seed::from(seed)) else {
                continue;
            };
            let mut game = game.with_events();
            let mut bot = RandomBot::new(Seed::from(seed));
            for _ in 0..250 {
                let Some(decision) = game.next_decision() else {
                    break;
                };
                let seat = decision.seat();
                let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
                let before: Vec<_> = VIEWERS.iter().map(|viewer| game.view(*viewer).status).collect();
                game.submit(seat, &choice).expect("it is listed");
                for (viewer, before) in VIEWERS.into_iter().zip(&before) {
                    for line in game.story(viewer, Some(before)) {
                        let text = line.to_string();
                        if let Some(fault) = fault_of(&line) {
                            panic!("{name}: {fault}: `{text}`");
                        }
                        tried.extend(line.actor.map(|_| text));
                    }
                }
            }
        }
        assert!(tried.len() > 2, "{name} tells of {} doings", tried.len());
    }
}

const PEOPLE: [&str; 8] = [
    "Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Radia", "Ken",
];

const VIEWERS: [Viewer; 2] = [Viewer::Seat(Seat(0)), Viewer::Spectator];

/// What is wrong with a line as a piece of English.
fn fault_of(line: &Line) -> Option<&'static str> {
    let text = line.to_string();
    let words: Vec<&str> = text.split(' ').collect();
    let quotes = line.kind == LineKind::Choice
        && PEOPLE
            .iter()
            .chain(&["You"])
            .any(|who| text.starts_with(&format!("{who}:")));
    let pairs = || {
        words
            .windows(2)
            .filter_map(|pair| <[&str; 2]>::try_from(pair).ok())
    };
    let is_plural = |word: &str| {
        let word = word.trim_end_matches(|c: char| !c.is_alphabetic());
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
    };
    let mismatch = pairs()
        .any(|[a, b]| a == "1" && is_plural(b) || (a == "You" && is_plural(b)) || (a == "you" && b == "is"));
    if quotes {
        return Some("an action without a phrase or a label that is a verb");
    }
    if text.contains(['_', '{', '}', '$', '|']) || words.contains(&"nothing") && words.len() < 3 {
        return Some("a raw name or value");
    }
    if text.contains("  ") || text.contains(" ;") || text.contains(": ;") || text.ends_with([':', ' ', ';']) {
        return Some("a hole");
    }
    mismatch.then_some("a verb or plural that does not fit")
}

const PICK: &str = r#"type: "hand_pick", type_params: 1"#;

#[test]
fn a_phrase_speaks_to_its_reader() {
    let rules = ruleset(&format!(
        r#"phrase: "{{player}} passes {{cards}} to {{to}} and {{keeps their|keep your}} word", {PICK},
           primitives: "move_card($action.hand_pick, next_player().hand)""#
    ));
    let card = match told(&rules, Viewer::Seat(Seat(0))).first() {
        Some(line) => line.parts.iter().find_map(|part| match part {
            Part::Card { text, .. } => Some(text.clone()),
            _ => None,
        }),
        None => None,
    };
    let card = card.expect("one's own card is named");
    assert_eq!(
        texts(&rules, Viewer::Seat(Seat(0))),
        [format!("You pass {card} to Grace and keep your word")]
    );
    assert_eq!(
        texts(&rules, Viewer::Seat(Seat(1))),
        [format!("Ada passes {card} to you and keeps their word")]
    );
    assert_eq!(
        texts(&rules, Viewer::Spectator),
        ["Ada passes a card to Grace and keeps their word"]
    );
}

#[test]
fn without_a_phrase_the_label_does() {
    let rules = ruleset(&format!(
        r#"{PICK}, primitives: "place_card($action.hand_pick, pile)""#
    ));
    let [line] = &texts(&rules, Viewer::Spectator)[..] else {
        panic!("one line: {:?}", texts(&rules, Viewer::Spectator));
    };
    assert!(
        line.starts_with("Ada goes: ") && line.ends_with(" to the pile"),
        "{line}"
    );
}

#[test]
fn phrases_show_the_data_that_the_action_sets() {
    let rules = ruleset(
        r#"type: "button", phrase: "{player} bids {$player.bid} in {$globals.trump}",
           primitives: ["set($player.bid, 7)", "set($globals.trump, 'hearts')"]"#,
    );
    assert_eq!(texts(&rules, Viewer::Spectator), ["Ada bids 7 in hearts"]);
}

#[test]
fn an_action_that_asks_is_told_when_it_is_known_what_it_does() {
    let rules = ruleset(
        r#"type: "button", phrase: "{player} names {$globals.trump}",
           primitives: "prompt_option($globals.trump, ['hearts', 'spades'], 'Which?')""#,
    );
    let mut game = Game::new(&rules, &Setup::named(NAMES), Seed::from(1))
        .expect("it begins")
        .with_events();
    game.submit_nth(Seat(0), 0).expect("it is possible");
    assert_eq!(game.story(Viewer::Spectator, None), []);
    game.submit_nth(Seat(0), 1).expect("it is possible");
    let story = game.story(Viewer::Spectator, None);
    assert_eq!(
        story.iter().map(Line::to_string).collect::<Vec<_>>(),
        ["Ada names spades"]
    );
}

#[test]
fn a_hand_ends_with_scores_and_a_summary_and_the_next_deal_is_one_line() {
    let rules = ruleset(
        r#"type: "button", phrase: "{player} goes out", primitives: [
            "summarise('{0} wins the hand: {1} points', $player, 6)", "log_message('{0} deals', next_player())",
            "add_score($player, 6)", "state_transition(deal)"]"#,
    );
    let story = told(&rules, Viewer::Seat(Seat(0)));
    let kinds: Vec<LineKind> = story.iter().map(|line| line.kind).collect();
    assert_eq!(
        kinds,
        [
            LineKind::Choice,
            LineKind::Summary,
            LineKind::Said,
            LineKind::Score,
            LineKind::Deal
        ]
    );
    let texts: Vec<String> = story.iter().map(Line::to_string).collect();
    assert_eq!(
        texts[..4],
        [
            "You go out",
            "You win the hand: 6 points",
            "Grace deals",
            "Score: you 6"
        ]
        .map(str::to_owned)
    );
    assert!(
        texts[4].starts_with("You are dealt ") && texts[4].ends_with("; 3 cards to Grace"),
        "{}",
        texts[4]
    );
}

#[test]
fn decks_that_are_taken_are_told_in_the_rules_words() {
    let goofspiel = support::load("goofspiel");
    let game = Game::begin_with_events(&goofspiel, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let texts: Vec<String> = game
        .story(Viewer::Spectator, None)
        .iter()
        .map(Line::to_string)
        .collect();
    let told = "Everybody takes the thirteen cards of a suit";
    assert!(texts.iter().any(|text| text == told), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("clubs-13")), "{texts:?}");
}

#[test]
fn a_summary_stays_until_the_next_one() {
    let rules = ruleset(
        r#"type: "button", primitives: [
            "if($globals.trump == '', summarise('one'))", "if($globals.trump == '', summarise('two'))",
            "if($globals.trump == 'hearts', summarise('three'))",
            "if($globals.trump == 'spades', set($globals.trump, 'hearts'))",
            "if($globals.trump == '', set($globals.trump, 'spades'))", "state_transition(deal)"]"#,
    );
    let mut game = Game::new(&rules, &Setup::named(NAMES), Seed::from(1)).expect("it begins");
    let summary = |game: &Game| -> Vec<String> {
        let status = game.view(Viewer::Spectator).status;
        let messages = status.messages.iter();
        messages
            .map(|m| game.words().message_text(m.text, &m.tokens))
            .collect()
    };
    for wanted in [&["one", "two"][..], &["one", "two"], &["three"]] {
        game.submit_nth(Seat(0), 0).expect("it is possible");
        assert_eq!(summary(&game), wanted);
        let restored = Game::restore(&rules, &game.save()).expect("a save is sound");
        assert_eq!(summary(&restored), wanted);
    }
}

#[test]
fn mistakes_in_phrases_are_told() {
    for (phrase, seats, code, help) in [
        ("{player} plays {card}", "", "E355", "did you mean `{cards}`?"),
        ("{player} plays {cards", "", "E355", "write `}` behind it"),
        (
            "{player} bids {$player.bid}",
            r#"{ key: "bid", value: 0, visible_to: "owner", domain: [0] }"#,
            "E319",
            "take it out",
        ),
        (
            "{player} bids {$player.bud}",
            r#"{ key: "bid", value: 0 }"#,
            "E355",
            "did you mean `{$player.bid}`?",
        ),
    ] {
        let action = format!(r#"type: "button", phrase: "{phrase}", primitives: []"#);
        let reports = Loader::new()
            .check_text("ruleset.json", &rules(&action, "", seats))
            .reports();
        let found = reports
            .iter()
            .any(|report| report.to_string().contains(code) && report.to_string().contains(help));
        assert!(found, "{phrase}: {reports:?}");
    }
}

#[test]
fn data_are_shown_where_the_rules_say() {
    let text = rules(
        r#"type: "button", primitives: []"#,
        r#"{ key: "raw", value: 3 }, { key: "trump", type: "string", label: "trumps" }"#,
        r#"{ key: "alone", label: "plays alone", value: false, texts: { "true": "alone" } }, { key: "games", shown: "score", value: 0 }"#,
    );
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let info = serde_json::to_value(ruleset.info()).expect("an info is JSON");
    assert_eq!(
        info["globals"][0]["shown"], "nowhere",
        "without a label it is the rules' own"
    );
    assert_eq!(info["globals"][1]["shown"], "table");
    assert_eq!(info["seat_data"][0]["shown"], "seat", "the score is always shown");
    assert_eq!(
        info["seat_data"][1]["texts"],
        serde_json::json!([[true, "alone"]])
    );
    assert_eq!(info["seat_data"][2]["shown"], "score");
}

/// Whatever the hidden cards are, the story of a choice is the same: it is made of what its viewer saw.
#[test]
fn stories_tell_no_more_than_their_viewer_saw() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().start();
        let names: Vec<String> = (0..seats).map(|at| format!("Seat {}", at + 1)).collect();
        let mut game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(5))
            .expect("it begins")
            .with_events();
        let mut bot = RandomBot::new(Seed::from(8));
        for _ in 0..40 {
            let Some(decision) = game.next_decision() else {
                break;
            };
            let seat = decision.seat();
            let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
            game.submit(seat, &choice).expect("it is listed");
            for at in 0..seats {
                let viewer = Viewer::Seat(Seat(at as u8));
                let (view, events) = (game.view(viewer), game.events(viewer));
                let faces = serde_json::to_string(&(&view, &events)).expect("both are JSON");
                let happened = Happened {
                    view: &view,
                    before: None,
                    events: &events,
                    timed_out: None,
                };
                for part in ruleset
                    .words()
                    .with_seats(&names)
                    .story(happened)
                    .iter()
                    .flat_map(|line| &line.parts)
                {
                    if let Part::Card { card, .. } = part {
                        let face = format!("{{\"face\":{}}}", card.0);
                        assert!(faces.contains(&face), "{name}: {face} was not seen");
                    }
                }
            }
        }
    }
}

/// Two seats with a Bell each in their hands, which everybody sees on the field: what is done when it rings, and by the rules.
fn ringing(field: &str, of_bell: &str, of_rules: &str) -> Ruleset {
    let text = r#"{
        cardset: { set_name: "bells", cards: [
            { card_name: "Bell", card_id: 0, triggers: [OF_BELL] },
            { card_name: "Stone", card_id: 1 },
        ] },
        deck: { deck_name: "two", cardset: "bells", content: [0, 1] },
        ruleset: {
            ruleset_name: "Ringing", min_players: 2, max_players: 2, cardsets: "bells", decks: "two",
            game_area: {
                shared_zones: [{ name: "deck", decks: "two", zone_visibility: "none", order: "fixed-lifo" }],
                player_zones: [{ name: "field", label: "Field", zone_visibility: "FIELD", order: "fixed-fifo" }],
            },
            player_data: [{ key: "coins", value: 0, label: "coins" }],
            card_data: [{ key: "dents", value: 0, label: "dents" }],
            triggers: [OF_RULES],
            game_state: [
                { state_name: "deal", state_type: "auto", actions: { action_name: "deal", type: "auto", primitives: [
                    "move_cards(cards_of(deck), seat_at(1).field)", "state_transition(play)",
                ] } },
                { state_name: "play", state_type: "round_robin", actions: [
                    { action_name: "go", label: "Ring", type: "button", primitives: ["emit('ring')", "increment($player.coins, 7)"] },
                ] },
            ],
        },
    }"#
    .replace("FIELD", field)
    .replace("OF_BELL", of_bell)
    .replace("OF_RULES", of_rules);
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

const RINGS: &str =
    r#"on: { emitted: "ring" }, of: "any", while_in: "field", primitives: ["increment($card.dents)"]"#;

#[test]
fn lines_name_the_card_whose_trigger_it_is_to_whoever_sees_it() {
    let open = ringing("all", &format!("{{ {RINGS} }}"), "");
    let ada = Viewer::Seat(Seat(0));
    assert_eq!(
        texts(&open, ada),
        ["You choose “Ring”", "Bell reacts: dents 1", "Your coins: 7"]
    );
    let named = ringing("all", &format!("{{ label: 'Get a dent', {RINGS} }}"), "");
    assert_eq!(texts(&named, ada)[1], "Bell reacts (Get a dent): dents 1");

    // What it does can be seen, and whose doing it is not.
    let scores = r#"{ on: { emitted: "ring" }, of: "any", while_in: "field", primitives: "increment($player.coins)" }"#;
    let hidden = ringing("owner", scores, "");
    let told = |viewer| texts(&hidden, viewer).join("; ");
    assert!(!told(ada).contains("Bell"), "{}", told(ada));
    assert!(!told(Viewer::Spectator).contains("Bell"));
    assert!(
        told(Viewer::Seat(Seat(1))).contains("Bell reacts: "),
        "{}",
        told(Viewer::Seat(Seat(1)))
    );
}

#[test]
fn lines_name_triggers_of_the_rules_by_their_labels() {
    let quiet = r#"{ on: { emitted: "ring" }, primitives: "increment(seat_at(1).coins)" }"#;
    let loud = quiet.replace("on:", "label: 'An echo', on:");
    let viewer = Viewer::Seat(Seat(0));
    let told = |of_rules: &str| texts(&ringing("all", "", of_rules), viewer);
    assert!(
        told(quiet).iter().all(|line| !line.contains("echo")),
        "{:?}",
        told(quiet)
    );
    assert!(
        told(&loud).iter().any(|line| line.starts_with("An echo: ")),
        "{:?}",
        told(&loud)
    );
    // Where nothing of it shows, there is nothing to tell.
    let unseen =
        r#"{ label: 'An echo', on: { emitted: "ring" }, primitives: "set($player.coins, $player.coins)" }"#;
    assert!(
        told(unseen).iter().all(|line| !line.contains("echo")),
        "{:?}",
        told(unseen)
    );
}

#[test]
fn triggers_in_triggers_and_questions_are_told_with_whose_they_are() {
    let bell = r#"
        { on: { emitted: "ring" }, of: "any", while_in: "field", primitives: ["emit('echo')", "increment($card.dents)"] },
        { on: { emitted: "echo" }, of: "any", while_in: "field", label: "Echo", primitives: "increment($card.dents, 3)" }"#;
    let viewer = Viewer::Seat(Seat(0));
    let lines = texts(&ringing("all", bell, ""), viewer);
    assert_eq!(
        lines[1..3],
        ["Bell reacts (Echo): dents 3", "Bell reacts: dents 4"]
    );

    let asks = r#"{ on: { emitted: "ring" }, of: "any", while_in: "field", action_data: { key: "yes", value: false },
        primitives: ["prompt_confirm($action.yes, 'Ring again?')", "increment($card.dents, 2)"] }"#;
    let lines = texts(&ringing("all", asks, ""), viewer);
    assert_eq!(lines[1], "Bell reacts: Grace is asked");
}
