//! Games are told in other languages by texts beside their rules, and nothing but what people read changes.

use cardable_core::compiled::Links;
use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::{
    Checked, Choice, Game, Language, Loader, NotApplied, Pick, Refusal, Ruleset, Seat, Seed, Setup, Viewer,
};
use cardable_lua::Luau;

const GERMAN: Language = Language::German;

fn hearts() -> Ruleset {
    cardable_rulesets::game("hearts").unwrap().load().unwrap()
}

#[test]
fn hearts_is_told_in_german() {
    let english = hearts();
    assert_eq!(
        english.languages().collect::<Vec<_>>(),
        [Language::English, GERMAN]
    );
    let german = english.in_language(GERMAN);
    let info = german.info();
    assert!(info.profile.description.unwrap().starts_with("Nimm kein Herz"));
    let pass = info
        .actions
        .iter()
        .find(|action| action.name == "play_card")
        .unwrap();
    assert_eq!(pass.label, "Weitergeben");
    let hand = info
        .seat_zones
        .iter()
        .find(|zone| zone.name == "passing")
        .unwrap();
    assert_eq!(hand.label, "Zum Weitergeben");
    let card = &info.cards[0];
    assert_eq!(card.name, english.info().cards[0].name, "names stay");
    assert!(card.suit_label.is_some() && card.suit == english.info().cards[0].suit);

    let setup = Setup::named(["Ada", "Grace", "Edsger", "Alan"]);
    let mut game = Game::new(&english, &setup, Seed::from(1)).unwrap().with_events();
    let decision = game.decision(Seat(0)).unwrap();
    let text = |decision: cardable_core::DecisionRef<'_>| decision.labelled().next().unwrap().text;
    assert!(text(decision).starts_with("Pass: "), "{}", text(decision));
    let in_german = text(decision.in_language(GERMAN));
    assert!(in_german.starts_with("Weitergeben: "), "{in_german}");
    assert!(
        text(decision).starts_with("Pass: "),
        "the game still tells in English"
    );

    game.set_language(GERMAN);
    game.submit_nth(Seat(0), 0).unwrap();
    let line = |viewer| game.story(viewer, None)[0].to_string();
    let card = in_german.strip_prefix("Weitergeben: ").unwrap();
    assert_eq!(
        line(Viewer::Seat(Seat(0))),
        format!("Du legst {card} zum Weitergeben ab")
    );
    assert_eq!(line(Viewer::Spectator), "Ada legt eine Karte zum Weitergeben ab");
}

/// A small game with what can be translated, and its German texts.
fn small(texts: &str) -> Checked {
    let rules = r#"{ "ruleset": {
        "ruleset_name": "Small", "description": "A game.", "min_players": 1, "max_players": 2,
        "global_data": [
            { "key": "last", "value": "", "label": "last" },
            { "key": "coins", "value": 3 },
        ],
        "game_state": {
            "state_name": "play", "state_type": "round_robin",
            "actions": [
                { "action_name": "pass", "type": "button", "label": "Pass", "phrase": "{player} passes",
                  "primitives": "set($globals.last, concat('took ', $globals.coins, ' coins'))" },
                { "action_name": "buy", "type": "button", "label": "Buy for {$globals.coins}",
                  "condition": { "if": "$globals.coins > 9", "message": "You need more." },
                  "primitives": "message('{0} {0|coin|coins}', 'all', $globals.coins)" },
                { "action_name": "bid", "type": "button", "label": "Bid",
                  "primitives": "set($globals.coins, prompt_number(1, 5, 'Of {$globals.coins} coins, how many?'))" },
                { "action_name": "end", "type": "button", "label": "Pass", "primitives": "end_game()" },
            ],
        },
    } }"#;
    let mut files = MemoryFiles::new();
    files.add("small/ruleset.json", rules).unwrap();
    files.add("small/texts/de.json5", texts).unwrap();
    Loader::new().check_files(&files, &ContentPath::new("small").unwrap())
}

const COMPLETE: &str = r#"{
    "Small": "Klein", "A game.": "Ein Spiel.", "last": "zuletzt", "took {0} coins": "hat {0} Münzen genommen",
    "Pass": { "in": { "actions.end": "Aufhören" }, "else": "Passen" }, "{player} passes": "{player} {passt|passt}",
    "Buy for {$globals.coins}": "Für {$globals.coins} kaufen", "You need more.": "Du brauchst mehr.",
    "{0} {0|coin|coins}": "{0} {0|Münze|Münzen}", "Bid": "Bieten",
    "Of {0} coins, how many?": "Wie viele von {0} Münzen?",
}"#;

fn complete() -> Ruleset {
    let checked = small(COMPLETE);
    let reports = checked.reports();
    let others = reports.iter().filter(|report| report.code.as_str() != "W209");
    assert_eq!(others.count(), 0, "{reports:#?}");
    checked.ruleset.unwrap()
}

#[test]
fn labels_reasons_questions_and_texts_that_are_put_together_are_translated() {
    let ruleset = complete();
    assert_eq!(ruleset.untranslated(GERMAN).count(), 0);
    let german = ruleset.in_language(GERMAN);
    let mut game = Game::new(&german, &Setup::named(["Ada"]), Seed::from(1)).unwrap();
    let labels = |game: &Game| {
        let decision = game.next_decision().unwrap();
        decision.labelled().map(|choice| choice.text).collect::<Vec<_>>()
    };
    assert_eq!(labels(&game), ["Passen", "Bieten", "Aufhören"]);
    let missing = game.next_decision().unwrap().unavailable();
    assert_eq!(
        (missing[0].label.as_str(), missing[0].reason.as_str()),
        ("Für 3 kaufen", "Du brauchst mehr.")
    );
    let buy = ruleset.action("play", "buy").unwrap();
    let choice = Choice::Act {
        action: buy,
        picks: Default::default(),
    };
    let reason = |game: &mut Game| match game.submit(Seat(0), &choice) {
        Err(NotApplied::Refused(Refusal::NotOffered { reason })) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(&mut game), "Du brauchst mehr.");
    game.set_language(Language::English);
    assert_eq!(reason(&mut game), "You need more.");
    game.set_language(GERMAN);
    let last = |game: &Game| game.words().datum_text(&game.view(Viewer::Spectator).globals[0]);
    game.submit_nth(Seat(0), 0).unwrap();
    assert_eq!(last(&game), "hat 3 Münzen genommen");
    game.set_language(Language::English);
    assert_eq!(last(&game), "took 3 coins");
    game.submit_nth(Seat(0), 1).unwrap();
    let offers = game.decision(Seat(0)).unwrap().in_language(GERMAN).offers();
    let cardable_core::decision::Offered::Number { label, .. } = &offers[0] else {
        panic!("{offers:?}");
    };
    assert_eq!(label.as_deref(), Some("Wie viele von 3 Münzen?"));
}

/// An English game with German texts, in which the engine has to say something of itself.
const SPOKEN: &str = r#"{
    "cardset": { "set_name": "letters", "card_dimensions": { "width": 2, "height": 3 }, "cards": [
        { "card_name": "Ace", "card_id": 0 }, { "card_name": "King", "card_id": 1 }, { "card_name": "Queen", "card_id": 2 },
        { "card_name": "Jack", "card_id": 3 },
    ] },
    "deck": { "deck_name": "four", "cardset": "letters", "content": [0, 1, 2, 3] },
    "ruleset": {
        "ruleset_name": "Spoken", "min_players": 2, "max_players": 2, "cardsets": "letters", "decks": "four",
        "game_area": {
            "shared_zones": [{ "name": "stock", "decks": "four", "zone_visibility": "none", "order": "fixed-lifo" }],
            "player_zones": [{ "name": "hand", "zone_visibility": "owner", "order": "fixed-lifo" }],
        },
        "game_state": [
            { "state_name": "deal", "state_type": "auto", "actions": { "action_name": "deal", "type": "auto",
                "primitives": ["shuffle(stock)", "deal(stock, hand, 2)", "state_transition(play)"] } },
            { "state_name": "play", "state_type": "round_robin", "actions": [
                { "action_name": "ask", "type": "button", "action_data": { "key": "sure", "type": "bool" },
                    "primitives": ["prompt_confirm($action.sure, 'Sure?')", "if($action.sure, end_game($player))"] },
                { "action_name": "steal", "type": "hand_pick", "type_params": ["other", "= next_player().hand", 1, false],
                    "primitives": [] },
                { "action_name": "first", "type": "hand_pick", "type_params": 1, "legal": "$card == $player.hand[0]",
                    "primitives": [] },
            ] },
        ],
    },
}"#;

#[test]
fn what_the_engine_says_is_in_the_language_of_the_reader() {
    let mut files = MemoryFiles::new();
    files.add("spoken/ruleset.json", SPOKEN).unwrap();
    files
        .add("spoken/texts/de.json5", r#"{ "Ace": "Ass", "King": "König" }"#)
        .unwrap();
    let checked = Loader::new().check_files(&files, &ContentPath::new("spoken").unwrap());
    let ruleset = checked.into_result().unwrap();
    let new = || Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(1)).unwrap();
    let mut game = new();
    // The decision alone is in another language, and then the whole game.
    let labels = |game: &Game, language| {
        let decision = game.next_decision().unwrap().in_language(language);
        let all: Vec<_> = decision.labelled().map(|choice| choice.text).collect();
        let each = decision
            .labelled()
            .map(|choice| decision.choice_text(&choice.choice).unwrap());
        assert_eq!(all, each.collect::<Vec<_>>());
        all[1..3].to_vec()
    };
    assert_eq!(
        labels(&game, Language::English),
        ["steal: card 1 (hand of Grace)", "steal: card 2 (hand of Grace)"]
    );
    assert_eq!(
        labels(&game, GERMAN),
        [
            "steal: Karte 1 (hand von Grace)",
            "steal: Karte 2 (hand von Grace)"
        ]
    );

    let mut other_card = |language| {
        game.set_language(language);
        let last = game.next_decision().unwrap().labelled().last().unwrap();
        let Choice::Act { action, mut picks } = last.choice else {
            panic!("{last:?}");
        };
        for pick in &mut picks {
            let Pick::Card { index, .. } = pick else {
                panic!("{pick:?}");
            };
            *index = 1 - *index;
        }
        match game.submit(Seat(0), &Choice::Act { action, picks }) {
            Err(NotApplied::Refused(refusal)) => refusal.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(other_card(Language::English), "that cannot be picked");
    assert_eq!(other_card(GERMAN), "das ist nicht wählbar");

    let mut game = new();
    game.submit_nth(Seat(0), 0).unwrap();
    let answers = |language| {
        let decision = game.next_decision().unwrap().in_language(language);
        decision.labelled().map(|choice| choice.text).collect::<Vec<_>>()
    };
    assert_eq!(answers(Language::English), ["no", "yes"]);
    assert_eq!(answers(GERMAN), ["nein", "ja"]);
}

#[test]
fn translations_come_along_in_bytes_and_packs() {
    let ruleset = complete();
    let read = Ruleset::from_bytes(&ruleset.to_bytes().unwrap(), Links::default()).unwrap();
    assert_eq!(read.in_language(GERMAN).name(), "Klein");
    for name in ["hearts", "crazy-eights"] {
        let path = ContentPath::new(name).unwrap();
        let luau = Luau::new();
        let loader = Loader::new()
            .scripts(&luau)
            .supplied(&[cardable_rulesets::files()]);
        let packed = loader.pack_files(cardable_rulesets::files(), &path).unwrap();
        let own = cardable_rulesets::game(name).unwrap().load().unwrap();
        assert!(packed.ruleset.languages().eq(own.languages()), "{name}");
        assert_eq!(
            packed.ruleset.in_language(GERMAN).info().actions,
            own.in_language(GERMAN).info().actions
        );
    }
}

#[test]
fn mistakes_of_translations_are_told() {
    let with = |line: &str| COMPLETE.replacen('{', &format!("{{ {line},"), 1);
    let without = |line: &str| COMPLETE.replace(line, "");
    for (texts, code, said) in [
        (
            with(r#""Stones": "Steine""#),
            "W394",
            "no text of the rules is `Stones`",
        ),
        (with(r#""Bidd": "Bieten""#), "W394", "did you mean `Bid`?"),
        (
            without(r#""Bid": "Bieten","#),
            "W395",
            "1 text lacks a translation into `de`: `Bid`",
        ),
        (
            COMPLETE.replace("Bieten", "{0} bieten"),
            "E395",
            "no value for `{0}`",
        ),
        (
            COMPLETE.replace("{0|Münze|Münzen}", "{0|Münze}"),
            "E395",
            "cannot be read",
        ),
        (
            COMPLETE.replace("{0|Münze|Münzen}", "{0|Münze|Münzen|Münzn}"),
            "E395",
            "cannot be read",
        ),
        (
            COMPLETE.replace("{player} {passt", "{playr} {passt"),
            "E395",
            "did you mean `{player}`?",
        ),
        (
            COMPLETE.replace("{player} {passt|passt}", "jemand passt"),
            "W396",
            "leaves out `{player}`",
        ),
        (
            COMPLETE.replace("Für {$globals.coins} kaufen", "Kaufen"),
            "W396",
            "leaves out `{0}`",
        ),
        (COMPLETE.replace("Bieten", ""), "W307", "is empty"),
        (
            COMPLETE.replace("\"Bieten\"", "7"),
            "E203",
            "a translation is a text",
        ),
        (
            COMPLETE.replace("actions.end", "actions.ende"),
            "W394",
            "did you mean `actions.end`?",
        ),
        (with(r#""Bid": "Bieten""#), "E114", "Bid"),
    ] {
        let reports = small(&texts).reports();
        let found = reports.iter().find(|report| report.code.as_str() == code);
        let text = found.map(ToString::to_string).unwrap_or_default();
        assert!(text.contains(said), "{code} {said}: {reports:#?}");
        assert!(text.contains("texts/de.json5"), "it has a place: {text}");
    }
    let mut files = MemoryFiles::new();
    files
        .add("tiny/ruleset.json", cardable_core::testing::TINY)
        .unwrap();
    files.add("tiny/texts/tlh.json5", "{}").unwrap();
    let checked = Loader::new().check_files(&files, &ContentPath::new("tiny").unwrap());
    assert!(
        checked.reports()[0].to_string().contains("E394"),
        "{:?}",
        checked.reports()
    );
}

#[test]
fn shipped_translations_are_complete_and_used() {
    let luau = Luau::new();
    let loader = Loader::new().scripts(&luau);
    for game in cardable_rulesets::games() {
        let file = format!("{}/texts/de.json5", game.name());
        if cardable_rulesets::files().get(&file).is_none() {
            continue;
        }
        let checked = game.check_with(&loader);
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{said:#?}");
        assert_ne!(
            game.rules_in(GERMAN),
            game.rules(),
            "{} has a RULES.de.md",
            game.name()
        );
    }
    // Packs and fragments are used by games in part, so their texts are looked up in their files.
    for folder in ["standard", "german", "spanish", "tarot", "fragments"] {
        let Some(texts) = cardable_rulesets::files().get(&format!("{folder}/texts/de.json5")) else {
            continue;
        };
        let mut written = String::new();
        for (path, bytes) in cardable_rulesets::files().iter() {
            if path.starts_with(&format!("{folder}/")) && path.ends_with(".json") {
                written += str::from_utf8(bytes).unwrap();
            }
        }
        let texts = str::from_utf8(texts).unwrap();
        let keys = texts.lines().filter_map(|line| {
            line.trim()
                .strip_prefix('"')?
                .split_once("\": ")
                .map(|(key, _)| key)
        });
        for key in keys {
            assert!(written.contains(key), "{folder} has no text `{key}`");
        }
        for name in ["\"card_name\": \"", "\"suit_name\": \""]
            .into_iter()
            .flat_map(|before| written.split(before).skip(1))
        {
            let name = name.split('"').next().unwrap();
            let is_there = texts.contains(&format!("\"{name}\": ")) || name.starts_with('{');
            assert!(
                folder == "fragments" || is_there,
                "{folder} does not translate `{name}`"
            );
        }
    }
}

#[test]
fn nothing_but_what_people_read_differs_between_languages() {
    let luau = Luau::new();
    let loader = Loader::new().scripts(&luau);
    for shipped in cardable_rulesets::games() {
        let english = shipped.load_with(&loader).unwrap();
        let german = english.in_language(GERMAN);
        if german.language() != GERMAN {
            continue;
        }
        assert_eq!(
            (english.rules(), english.edition()),
            (german.rules(), german.edition())
        );
        let setup = Setup::seats(*english.seats().start());
        let begin = |ruleset| Game::begin_with_events(ruleset, &setup, Seed::from(3)).unwrap();
        let (mut one, mut other) = (begin(&english), begin(&german));
        let viewers = [Viewer::Seat(Seat(0)), Viewer::Spectator, Viewer::Omniscient];
        for step in 0..80 {
            for viewer in viewers {
                assert_eq!(one.view(viewer), other.view(viewer), "{}", shipped.name());
                assert_eq!(one.events(viewer), other.events(viewer), "{}", shipped.name());
            }
            assert!(one.save() == other.save(), "{}", shipped.name());
            let Some(decision) = one.next_decision() else {
                break;
            };
            let seat = decision.seat();
            let again = other.decision(seat).unwrap();
            let n = decision.labelled().take(30).count();
            assert_eq!(n, again.labelled().take(30).count());
            let at = step * 7 % n.max(1);
            assert_eq!(decision.nth(at as u64), again.nth(at as u64));
            let choice = decision.nth(at as u64).unwrap();
            one.submit(seat, &choice).unwrap();
            other.submit(seat, &choice).unwrap();
        }
    }
}

/// A game whose states tell why they were entered, and get it as a parameter.
const ENDS: &str = r#"{ "ruleset": {
    "ruleset_name": "Ends", "min_players": 1, "max_players": 1,
    "global_data": [{ "key": "told", "value": "" }, { "key": "kept", "value": "first" }],
    "game_state": [
        { "state_name": "play", "state_type": "round_robin", "actions": [
            { "action_name": "a", "type": "button", "primitives": "state_transition(end, 'No more moves')" },
            { "action_name": "b", "type": "button",
              "primitives": "state_transition(between, if($globals.kept == 'compared', 'Won', 'Lost'), 'key')" },
            { "action_name": "c", "type": "button",
              "primitives": ["set($globals.told, concat('After ', count(all), ' moves'))", "set($globals.kept, 'hidden')"] },
            { "action_name": "d", "type": "button", "primitives": "state_transition(end, $globals.told)" },
        ] },
        { "state_name": "between", "state_type": "auto",
          "state_params": [{ "key": "why", "type": "string" }, { "key": "which", "type": "string" }],
          "actions": [{ "action_name": "on", "type": "auto", "primitives": [
              "if($state.which == 'key', state_transition(end, $state.why))", "state_transition(said, 'Nothing')"] }] },
        { "state_name": "said", "state_type": "auto", "state_params": [{ "key": "what", "type": "string" }],
          "actions": [{ "action_name": "say", "type": "auto",
              "primitives": ["message('So: {0}', 'all', $state.what)", "state_transition(end, 'Said')"] }] },
        { "state_name": "end", "state_type": "auto", "state_params": [{ "key": "reason", "type": "string" }],
          "actions": [{ "action_name": "end", "type": "auto", "primitives": "end_game([seat_at(0)], $state.reason)" }] },
    ],
} }"#;

#[test]
fn texts_that_go_to_where_they_are_read_through_parameters_of_states_are_collected() {
    let checked = Loader::new().check_text("ends.json", ENDS);
    let reports = checked.reports();
    let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{reports:#?}"));
    let mut missing: Vec<&str> = ruleset.untranslated(GERMAN).collect();
    missing.sort_unstable();
    let of_steps = [
        "After {0} moves",
        "Lost",
        "No more moves",
        "Nothing",
        "Said",
        "So: {0}",
        "Won",
    ];
    for text in of_steps {
        assert!(missing.contains(&text), "{text}: {missing:?}");
    }
    for text in ["key", "compared", "hidden", "first"] {
        assert!(!missing.contains(&text), "{text}: {missing:?}");
    }
}
