//! The two hashes of a ruleset: its edition changes with every byte, its rules only with what can change a game.

use crate::support;
use cardable_compiler::text::json::{self, Node, Value};
use cardable_core::content::{ContentPath, Directory, Files, MemoryFiles};
use cardable_core::diag::Diagnostics;
use cardable_core::diag::Sources;
use cardable_core::log::{Entry, Misfit, Named};
use cardable_core::{Choice, Game, Match, Ruleset, Seat, Seed, Setup, Viewer};
use cardable_core::{rand::RngExt, rand_chacha::ChaCha8Rng, rand_chacha::rand_core::SeedableRng};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Texts that only people read stand under these keys, and hints for tables; what is in them may be changed.
const FOR_PEOPLE: &[&str] = &[
    "$schema",
    "label",
    "description",
    "minutes",
    "author",
    "version",
    "doc",
    "layout",
    "ui",
    "tags",
    "license",
    "legal_message",
    "valid_message",
    "sort_hands_by",
    "phrase",
    "shown",
    "texts",
    "script",
];
/// Texts that are told apart from names of messages only by what stands beside them.
const EITHER: &[&str] = &["message", "condition_message"];
/// How a message is shown, beside the values in it.
const OF_MESSAGES: &[&str] = &["text", "size", "time", "type", "place"];
const OF_CARDS: &[&str] = &[
    "suit_colour",
    "suit_color",
    "card_dimensions",
    "resource",
    "icon",
    "color",
    "picture",
];

type Texts = BTreeMap<String, String>;

fn texts_of(game: &std::path::Path) -> Texts {
    let mut all = Texts::new();
    let mut folders = vec![game.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|end| end == "json" || end == "luau" || end == "csv")
            {
                let name = path
                    .strip_prefix(game)
                    .expect("below it")
                    .to_string_lossy()
                    .into_owned();
                all.insert(name, std::fs::read_to_string(path).expect("a text"));
            }
        }
    }
    all
}

fn load(texts: &Texts) -> Option<Ruleset> {
    let mut files = MemoryFiles::new();
    for (path, text) in texts {
        files.add(path, text.as_str()).expect("a path");
    }
    let roots = Directory::open(support::root().join("rulesets")).expect("the rulesets");
    let loader = support::loader().supplied(&[&roots as &dyn Files]);
    loader.check_files(&files, &ContentPath::root()).ruleset
}

/// The name of the file with the rules.
fn main_of(texts: &Texts) -> String {
    let names = texts
        .keys()
        .filter(|name| *name == "ruleset.json" || name.ends_with("game.json"));
    names.into_iter().next().expect("rules").clone()
}

fn parsed(text: &str) -> Node {
    let mut diags = Diagnostics::new();
    json::parse(Sources::new().add("x", text), text, &mut diags)
}

/// Writes a text anew: with comments and blanks of its own, and fields in another order where `turned`.
fn written(node: &Node, turned: bool, out: &mut String) {
    out.push_str(" /* c */\n");
    match &node.value {
        Value::Null | Value::Invalid => out.push_str("null"),
        Value::Bool(truth) => write!(out, "{truth}").expect("memory"),
        Value::Number(number) => write!(out, "{number}").expect("memory"),
        Value::String(text) => write!(out, "{}", serde_json::Value::from(&**text)).expect("memory"),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                written(item, turned, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let mut members: Vec<_> = members.iter().collect();
            if turned {
                members.reverse();
            }
            for member in members {
                write!(out, "{}:", serde_json::Value::from(&*member.key)).expect("memory");
                written(&member.value, turned, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

/// A number or a word of a text, by the way that leads to it.
fn leaves<'n>(node: &'n mut Node, of_people: bool, above: &str, out: &mut Vec<(bool, &'n mut Value)>) {
    match &mut node.value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| leaves(item, of_people, above, out)),
        Value::Object(members) => {
            for member in members {
                let key = member.key.to_string();
                if EITHER.contains(&&*key) {
                    continue;
                }
                let of_message = above == "action_message" && OF_MESSAGES.contains(&&*key);
                let of_people =
                    of_people || of_message || FOR_PEOPLE.contains(&&*key) || OF_CARDS.contains(&&*key);
                leaves(&mut member.value, of_people, &key, out);
            }
        }
        value @ (Value::Number(_) | Value::String(_)) => out.push((of_people, value)),
        Value::Null | Value::Bool(_) | Value::Invalid => {}
    }
}

#[test]
fn rules_stay_the_same_however_they_are_written() {
    for (name, path) in support::games() {
        let texts = texts_of(&path);
        let main = main_of(&texts);
        let before = load(&texts).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(
            before.rules().to_string(),
            support::load(&name).rules().to_string(),
            "{name}"
        );
        // Objects of rules in phases, and some of tables, are maps of names: there the order counts.
        let records = main == "ruleset.json";
        for turned in [false, true] {
            if turned && !records {
                continue;
            }
            let mut other = texts.clone();
            let mut text = String::new();
            written(&parsed(&texts[&main]), turned, &mut text);
            other.insert(main.clone(), text);
            let after = load(&other).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(
                after.rules().to_string(),
                before.rules().to_string(),
                "{name}, turned: {turned}"
            );
            assert_ne!(
                after.edition().to_string(),
                before.edition().to_string(),
                "{name}: another edition"
            );
        }
        for (file, text) in texts.iter().filter(|(file, _)| file.ends_with(".luau")) {
            let mut other = texts.clone();
            other.insert(
                file.clone(),
                format!(
                    "-- a comment\n{}\n\n  --[[ and\nanother ]]",
                    text.replace("\n", "\n  ")
                ),
            );
            let after = load(&other).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(
                after.rules().to_string(),
                before.rules().to_string(),
                "{name}: {file}"
            );
            let mut other = texts.clone();
            other.insert(file.clone(), format!("{text}\nlocal one_more = 1\n"));
            let after = load(&other).unwrap_or_else(|| panic!("{name}"));
            assert_ne!(
                after.rules().to_string(),
                before.rules().to_string(),
                "{name}: {file}"
            );
        }
    }
}

#[test]
fn rules_change_with_every_number_and_name() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut changed, mut for_people) = (0, 0);
    for (name, path) in support::games() {
        let texts = texts_of(&path);
        let before = load(&texts).unwrap_or_else(|| panic!("{name}"));
        for _ in 0..12 {
            let files: Vec<&String> = texts.keys().filter(|file| file.ends_with(".json")).collect();
            let file = files[rng.random_range(0..files.len())];
            let mut root = parsed(&texts[file]);
            let mut all = Vec::new();
            leaves(&mut root, false, "", &mut all);
            let at = rng.random_range(0..all.len());
            let (of_people, leaf) = &mut all[at];
            let (of_people, was) = (*of_people, format!("{leaf:?}"));
            **leaf = match leaf {
                Value::Number(number) => Value::Number(json::Number::Int(number.as_i64().unwrap_or(0) + 1)),
                Value::String(text) => Value::String(format!("{text}x").into()),
                _ => unreachable!(),
            };
            let mut text = String::new();
            written(&root, false, &mut text);
            let mut other = texts.clone();
            other.insert(file.clone(), text);
            // Most changes of names leave no ruleset.
            let Some(after) = load(&other) else { continue };
            let same = after.rules() == before.rules();
            if of_people {
                assert!(same, "{name}: {was} is only for people");
                for_people += 1;
            } else {
                assert!(!same, "{name}, {file}: {was} counts");
                changed += 1;
            }
        }
    }
    assert!(changed > 15 && for_people > 3, "{changed} {for_people}");
}

/// A game with expressions wherever they stand.
const WRITTEN: &str = r#"{ ruleset: {
    ruleset_name: "Written", min_players: 2, max_players: 2,
    global_data: [{ key: "n", value: 3 }, { key: "word", type: "string", value: "a - b" }],
    game_area: { shared_zones: [{ name: "pile", zone_visibility: "= $globals.n>2" }] },
    game_state: [{ state_name: "play", state_type: "round_robin", actions: [
        { action_name: "speak", type: "button", condition: "$globals.n+1>2&&true",
          primitives: ["set($globals.n,2+1)", { endpoint: "set", params: ["$globals.word", "= concat('a','b')"] },
              { endpoint: "set", params: ["$globals.word", "c - d"], condition: ["$globals.n==3"] }] },
        { action_name: "tap", interaction: "end",
          conditions: [{ of: "player", equals: "= $player", message: "not you" }, "1<2"], primitives: "end_game(all)" },
    ] }],
} }"#;

#[test]
fn blanks_in_expressions_are_not_in_the_rules() {
    let rules = |text: &str| {
        let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        ruleset.rules().to_string()
    };
    let before = rules(WRITTEN);
    let same = [
        ("= $globals.n>2", "= $globals.n  > 2"),
        ("$globals.n+1>2&&true", " ($globals.n + 1) > 2 && true "),
        ("set($globals.n,2+1)", "set( $globals.n, 2 + 1 )"),
        ("= concat('a','b')", "=concat('a', \"b\")"),
        ("$globals.n==3", "$globals.n == 3"),
        ("1<2", "1 < 2"),
        ("not you", "somebody else"),
    ];
    for (from, to) in same {
        assert_ne!(WRITTEN, WRITTEN.replace(from, to), "{from}");
        assert_eq!(
            rules(&WRITTEN.replace(from, &to.replace('"', "\\\""))),
            before,
            "{from} → {to}"
        );
    }
    let other = [
        ("a - b", "a-b"),
        ("c - d", "c  - d"),
        ("concat('a','b')", "concat('a ','b')"),
        ("= $player", "= $state.x == $player"),
        ("$globals.n+1>2", "$globals.n+(1>2)"),
        ("1<2", "1<3"),
        ("2+1", "1+2"),
    ];
    for (from, to) in other {
        if let Ok(ruleset) = cardable_core::parse(WRITTEN.replace(from, to)) {
            assert_ne!(ruleset.rules().to_string(), before, "{from} → {to}");
        }
    }
}

/// A game with a message, a text in its data and a question that is open.
const TALK: &str = r#"{ ruleset: {
    ruleset_name: "Talk", min_players: 2, max_players: 2,
    global_data: [{ key: "word", type: "string", value: "none" }, { key: "n", value: 3 }],
    game_state: [{ state_name: "play", state_type: "round_robin", actions: [
        { action_name: "speak", type: "button", LABEL primitives: [
            "message('somebody speaks')",
            { endpoint: "prompt_option", params: ["$globals.word", ["one", "two"], "Which word?"] },
            "message('it was {0}', all, $globals.word)", "set($globals.word, concat('it was ', $globals.word))" ] },
        { action_name: "end", type: "button", condition: "$globals.word == 'it was two'", primitives: "end_game()" },
    ] }],
} }"#;

fn talk(label: &str) -> Ruleset {
    cardable_core::parse(TALK.replace("LABEL", label)).unwrap_or_else(|e| panic!("{e}"))
}

/// Games of it at every moment.
fn games_of(ruleset: &Ruleset) -> Vec<Game> {
    let mut game = Game::new(ruleset, &Setup::seats(2), Seed::from(1)).unwrap_or_else(|e| panic!("{e}"));
    let speak = Choice::act(ruleset.action("play", "speak").expect("an action"));
    let mut all = vec![game.fork()];
    for (seat, choice) in [
        (0, speak.clone()),
        (0, Choice::Items([0].into_iter().collect())),
        (1, speak),
        (1, Choice::Items([1].into_iter().collect())),
    ] {
        game.submit(Seat(seat), &choice).unwrap_or_else(|e| panic!("{e}"));
        all.push(game.fork());
    }
    all
}

#[test]
fn games_go_on_by_an_edition_of_other_labels() {
    // Labels are texts, and so shift the numbers of all texts behind them; one says what a game puts together.
    let labels = [
        "",
        "label: 'Say a word',",
        "label: 'it was one', /* said */",
        "label: 'two',",
    ];
    for (from, to) in labels.iter().flat_map(|from| labels.map(|to| (*from, to))) {
        let (old, new) = (talk(from), talk(to));
        assert_eq!(old.rules().to_string(), new.rules().to_string());
        for (at, (game, wanted)) in games_of(&old).iter().zip(games_of(&new)).enumerate() {
            let restored =
                Game::restore(&new, &game.save()).unwrap_or_else(|e| panic!("{from} {to} {at}: {e}"));
            let seen = |game: &Game, ruleset: &Ruleset| {
                let view = game.view(cardable_core::Viewer::Omniscient);
                let words = ruleset.words().with_seats(&["Ada", "Grace"]);
                let data: Vec<String> = view.globals.iter().map(|d| words.datum_text(d)).collect();
                let messages = view.status.messages.iter();
                let messages: Vec<String> = messages.map(|m| words.message_text(m.text, &m.tokens)).collect();
                let offers: Vec<_> = game.decisions().map(|d| format!("{:?}", d.offers())).collect();
                (data, messages, offers)
            };
            assert_eq!(seen(&restored, &new), seen(&wanted, &new), "{from} {to} {at}");
        }
    }
}

/// The last item of the shared data that everybody sees. (Texts have other numbers by other rules.)
fn said(game: &Game) -> String {
    format!("{:?}", game.view(Viewer::Spectator).globals.last())
}

#[test]
fn other_rules_may_be_tried_anyway() {
    let old = talk("");
    let other = |from: &str, to: &str| -> Ruleset {
        let text = TALK.replace("LABEL", "").replace(from, to);
        cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
    };
    let mut table = Match::new(&old, &Setup::seats(2), Seed::from(1)).unwrap_or_else(|e| panic!("{e}"));
    let speak = Choice::act(old.action("play", "speak").expect("an action"));
    let (first, second) = (
        Choice::Items([0].into_iter().collect()),
        Choice::Items([1].into_iter().collect()),
    );
    for (seat, choice) in [(0, &speak), (0, &first), (1, &speak), (1, &second)] {
        table.submit(Seat(seat), choice).unwrap_or_else(|e| panic!("{e}"));
    }
    let log = table.log();
    // The same rules: nothing to tell.
    let (again, misfits) = Match::replay_anyway(&talk("label: 'Speak!',"), log).expect("it fits");
    assert_eq!((again.log().entries.len(), misfits), (4, Vec::new()));
    // Other rules that all choices are possible by.
    let changed = other("value: 3", "value: 4");
    assert!(Match::replay(&changed, log).is_err());
    let (again, misfits) = Match::replay_anyway(&changed, log).expect("it is tried");
    assert_eq!(again.log().entries.len(), 4);
    assert!(
        matches!(&misfits[..], [Misfit::Rules { name: Some(name), .. }] if name == "Talk"),
        "{misfits:?}"
    );
    assert!(
        Match::replay(&changed, again.log()).is_ok(),
        "the new log is one of these rules"
    );
    let save = table.game().save();
    assert!(Game::restore(&changed, &save).is_err());
    let (_, misfits) = Game::restore_anyway(&changed, &save).expect("it is tried");
    assert!(matches!(&misfits[..], [Misfit::Rules { .. }]), "{misfits:?}");
    // Rules by which a choice is not possible: the game stands before it.
    let fewer = other("[\"one\", \"two\"]", "[\"one\"]");
    let (again, misfits) = Match::replay_anyway(&fewer, log).expect("it is tried");
    assert_eq!(again.log().entries.len(), 3);
    assert!(
        matches!(
            &misfits[..],
            [Misfit::Rules { .. }, Misfit::Choice { at: 3, after: 0, .. }]
        ),
        "{misfits:?}"
    );
    // An action is the one of its name, whatever its number: here another one comes first.
    let moved = other(
        "actions: [",
        "actions: [{ action_name: 'wait', type: 'button', condition: '$globals.n == 0', primitives: 'end_game()' },",
    );
    let (again, misfits) = Match::replay_anyway(&moved, log).expect("it is tried");
    assert!(matches!(&misfits[..], [Misfit::Rules { .. }]), "{misfits:?}");
    let speaks = moved.action("play", "speak").expect("an action");
    assert_ne!(old.action("play", "speak"), Some(speaks));
    assert_eq!(again.log().entries.len(), 4);
    assert_eq!(
        again.log().entries[2],
        Entry::Choice {
            seat: Seat(1),
            choice: Choice::act(speaks)
        }
    );
    assert_eq!(said(again.game()), said(table.game()));
    // What has no such name any more is told with the name it had.
    let renamed = other("action_name: \"speak\"", "action_name: \"shout\"");
    let (again, misfits) = Match::replay_anyway(&renamed, log).expect("it is tried");
    assert_eq!(again.log().entries.len(), 0);
    assert_eq!(
        misfits
            .iter()
            .map(ToString::to_string)
            .skip(1)
            .collect::<Vec<_>>(),
        ["choice 1 is of the action `play: speak`, which there is no more; it and 3 after it are left out"]
    );
    let (_, misfits) = Game::restore_anyway(&renamed, &save).expect("it is tried");
    assert_eq!(
        misfits
            .iter()
            .map(ToString::to_string)
            .skip(1)
            .collect::<Vec<_>>(),
        [
            "the action `play: speak` is `play: shout` now: what the save says of the one is taken for the other"
        ]
    );
    // A log of before names were kept: as far as the numbers go.
    let mut unnamed = log.clone();
    unnamed.named = Named::default();
    let (again, misfits) = Match::replay_anyway(&renamed, &unnamed).expect("it is tried");
    assert_eq!(again.log().entries.len(), 4);
    assert!(matches!(&misfits[..], [Misfit::Rules { .. }]), "{misfits:?}");
    // A save that cannot be by these rules is none.
    let more = other(
        "{ key: \"n\", value: 3 }",
        "{ key: \"n\", value: 3 }, { key: \"m\", value: 3 }",
    );
    assert!(Game::restore_anyway(&more, &save).is_err());
}
