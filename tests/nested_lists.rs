//! Lists in lists: whatever steps make of them, a game stays small, and everything that goes through its lists
//! comes to an end.

use cardable_core::save::RestoreError;
use cardable_core::view::Datum;
use cardable_core::{Game, NotApplied, Ruleset, Seat, Seed, Setup, Viewer};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many lists may lie inside one another.
const DEEPEST: usize = 16;
/// How many items the lists in a list may have together, and its own.
const LARGEST: usize = 2 * 65_535;

/// A ruleset with lists, further data, further actions, and one action with these steps.
fn rules(data: &str, steps: &str) -> Ruleset {
    let text = format!(
        r#"{{
            cardset: {{ set_name: "one", cards: [{{ card_name: "A", card_id: 0 }}] }},
            ruleset: {{
                ruleset_name: "Nested", min_players: 2, max_players: 2, cardsets: "one",
                global_data: [
                    {{ key: "n", value: 0 }},
                    {{ key: "l", type: "list", value: [1, 2], label: "L" }},
                    {{ key: "m", type: "list", value: [1, 2] }},
                    {data}
                ],
                game_state: [
                    {{ state_name: "play", state_type: "round_robin", actions: [
                        {{ action_name: "go", type: "button", primitives: [{steps}] }},
                    ] }},
                    {{ state_name: "other", state_type: "round_robin", state_params: [{{ key: "x", type: "list" }}], actions: [
                        {{ action_name: "end", type: "button", primitives: "end_game()" }},
                    ] }},
                ],
            }},
        }}"#
    );
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{steps}: {e}"))
}

fn repeated(step: &str, times: usize) -> String {
    vec![format!("\"{step}\""); times].join(",")
}

fn again_and_again(steps: &str) -> String {
    format!(
        r#""set($globals.n, 0)", {{ while: "$globals.n < 15000", primitives: ["increment($globals.n)", {steps}] }}"#
    )
}

/// Rules that would grow without end, and what ends them.
fn attacks() -> Vec<(&'static str, Ruleset, Option<&'static str>)> {
    let deep = "more than 16 lists inside one another";
    let large = "items in the lists of a list";
    let three = repeated("set($globals.l, [$globals.l, $globals.l, $globals.l])", 30);
    let other = repeated("set($globals.m, [$globals.m, $globals.m, $globals.m])", 30);
    let inside = again_and_again(r#""set($globals.l, [$globals.l])""#);
    let shared: String = (0..60)
        .map(|n| format!("{{ key: \"s{n}\", type: \"list\", value: [] }},"))
        .collect();
    let share: Vec<String> = (0..60)
        .map(|n| format!("\"set($globals.s{n}, $globals.l)\""))
        .collect();
    vec![
        ("each holds the last three times", rules("", &three), Some(large)),
        (
            "in a message",
            rules("", &format!("{three}, \"message('{{0}}', all, $globals.l)\"")),
            Some(large),
        ),
        (
            "compared",
            rules(
                "",
                &format!("{three}, {other}, \"set($globals.n, if($globals.l == $globals.m, 1, 2))\""),
            ),
            Some(large),
        ),
        (
            "computed",
            rules(
                r#"{ key: "c", type: "list", computed: "= [$globals.l, [$globals.l, $globals.l]]" }"#,
                &three,
            ),
            Some(large),
        ),
        ("one in the other", rules("", &inside), Some(deep)),
        (
            "handed to a state",
            rules("", &format!("{inside}, \"state_transition(other, $globals.l)\"")),
            Some(deep),
        ),
        (
            "every way to take two",
            rules(
                "",
                &repeated("set($globals.l, combinations($globals.l, $globals.l))", 6),
            ),
            None,
        ),
        (
            "picked out",
            rules(
                "",
                &again_and_again(r#""set($globals.l, [filter([$globals.l], x => true)])""#),
            ),
            Some(deep),
        ),
        (
            "put in a place",
            rules(
                "",
                &again_and_again(r#""set($globals.l, replace_item($globals.l, 0, $globals.l))""#),
            ),
            Some(deep),
        ),
        (
            "shared by many",
            rules(
                &shared,
                &format!(
                    "{}, {}",
                    repeated("set($globals.l, concat_lists($globals.l, $globals.l))", 13),
                    share.join(",")
                ),
            ),
            Some("items in the lists that a game keeps"),
        ),
        (
            "made and dropped",
            rules(
                "",
                &again_and_again(
                    &vec![r#""set($globals.n, if([$globals.n, 1] == [0], 0, $globals.n))""#; 200].join(","),
                ),
            ),
            Some("more than 500000 lists"),
        ),
        (
            "compared again and again",
            rules(
                "",
                &format!(
                    "{}, {}",
                    repeated("set($globals.l, concat_lists($globals.l, $globals.l))", 14),
                    again_and_again(
                        r#""set($globals.m, concat_lists($globals.l, []))", "set($globals.n, if($globals.m == $globals.l, $globals.n, 0))""#
                    )
                ),
            ),
            None,
        ),
    ]
}

/// All that goes through the lists of a game.
fn look(ruleset: &Ruleset, game: &Game) {
    let save = game.save();
    assert!(save.len() < 64 << 20, "a save has {} bytes", save.len());
    let again = Game::restore(ruleset, &save).expect("it is restored");
    assert_eq!(again.save(), save);
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Omniscient] {
        let view = game.view(viewer);
        for datum in &view.globals {
            let (depth, items) = measure(datum);
            assert!(
                depth <= DEEPEST && items <= LARGEST,
                "{depth} deep, {items} items"
            );
            assert!(game.words().datum_text(datum).len() < 64 << 20);
        }
        let imagined = game.imagine(viewer, Seed::from(1));
        assert!(imagined.save().len() < 64 << 20);
    }
    drop(game.fork());
}

/// How deep lists lie in a datum, and how many items they have.
fn measure(datum: &Datum) -> (usize, usize) {
    let Datum::List(items) = datum else {
        return (0, 0);
    };
    let each = items.iter().map(measure);
    let (depth, below) = each.fold((0, 0), |(depth, sum), (d, n)| (depth.max(d), sum + n));
    (depth + 1, items.len() + below)
}

/// Set in the process that runs the attacks.
const CHILD: &str = "CARDABLE_CHILD";

/// What that process may have mapped, in KiB.
const MAPPED: usize = 3_000_000;

#[cfg(target_os = "linux")]
#[test]
fn no_rules_end_their_process() {
    if std::env::var(CHILD).is_ok() {
        for (name, ruleset, ends) in attacks() {
            println!("begins: {name}");
            let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
            let before = game.save();
            let told = match game.submit_nth(Seat(0), 0) {
                Err(NotApplied::Faulted(report)) => report.to_string(),
                other => panic!("{name}: {other:?}"),
            };
            assert!(ends.is_none_or(|ends| told.contains(ends)), "{name}: {told}");
            assert!(told.contains("state `play`"), "{name}: {told}");
            assert_eq!(game.save(), before, "{name}");
            look(&ruleset, &game);
        }
        println!("all ended");
        return;
    }
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {MAPPED} && exec \"$0\" \"$@\""))
        .arg(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            "nested_lists::no_rules_end_their_process",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().rev().find(|line| line.starts_with("begins: "));
    assert!(
        output.status.success() && text.contains("all ended"),
        "it came to its end at {last:?}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn lists_may_lie_as_deep_as_scripts_and_comparisons_go() {
    let deeper = "\"set($globals.l, [$globals.l])\"";
    let same = "\"set($globals.m, if([[$globals.n]] == [[$globals.n]], [1], []))\"";
    let fits = rules("", &format!("{}, {same}", vec![deeper; DEEPEST - 1].join(",")));
    let mut game = Game::new(&fits, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    game.submit_nth(Seat(0), 0).expect("it is applied");
    assert_eq!(
        measure(&game.view(Viewer::Spectator).globals[1]),
        (DEEPEST, DEEPEST + 1)
    );
    look(&fits, &game);
    let too_deep = rules("", &vec![deeper; DEEPEST].join(","));
    let mut game = Game::new(&too_deep, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    assert!(matches!(game.submit_nth(Seat(0), 0), Err(NotApplied::Faulted(_))));
}

#[test]
fn lists_of_a_foreign_save_are_bounded_too() {
    let ruleset = rules("", "\"set($globals.l, [[$globals.n]])\"");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    game.submit_nth(Seat(0), 0).expect("it is applied");
    let save: Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
    let first = save["world"]["values"][1]["List"]
        .as_u64()
        .expect("the list is kept, after the one in it")
        - 1;
    let list = |at: u64| json!({ "List": first + at });
    let numbered = |lists: &[(u64, Value)]| -> Value {
        let lists = lists
            .iter()
            .map(|(at, items)| json!({ "id": first + at, "items": items }));
        lists.collect()
    };
    let restored = |kept: u64, lists: Value, named: u64| {
        let mut save = save.clone();
        save["world"]["extras"]["lists"] = lists;
        save["world"]["lists_kept"] = kept.into();
        save["world"]["values"][1] = list(named);
        Game::restore(&ruleset, save.to_string().as_bytes()).map(|game| look(&ruleset, &game))
    };
    let chain = |long: u64, wide: usize| {
        let link = |at: u64| match at {
            0 => json!([]),
            at => json!(vec![list(at - 1); wide]),
        };
        let lists: Vec<(u64, Value)> = (0..long).map(|at| (at, link(at))).collect();
        restored(long, numbered(&lists), long - 1)
    };
    assert_eq!(chain(16, 1), Ok(()));
    for (long, wide) in [(17, 1), (60_000, 1), (16, 3), (40, 2)] {
        let damaged = RestoreError::Damaged("lists lie too deep in one another, or hold too many items");
        assert_eq!(chain(long, wide), Err(damaged));
    }
    let one = |at: u64| (at, json!([]));
    let (numbers, circle) = (
        "lists are numbered as no game numbers them",
        "a list lies in an older one",
    );
    let (unknown, many) = (
        "a value is out of range",
        "it has kept more lists than a game can",
    );
    let cases = [
        (3, vec![one(0), one(2)], 2, None),
        (1 << 30, vec![one((1 << 30) - 1)], (1 << 30) - 1, None),
        ((1 << 30) + 1, vec![one(0)], 0, Some(many)),
        (u64::from(u32::MAX), vec![one(0)], 0, Some(many)),
        (2, vec![one(1), one(0)], 0, Some(numbers)),
        (2, vec![one(1), one(1)], 1, Some(numbers)),
        (2, vec![one(0), one(2)], 0, Some(numbers)),
        (2, vec![one(0)], 1, Some(unknown)),
        (2, vec![(0, json!([list(1)]))], 0, Some(unknown)),
        (1, vec![(0, json!([list(0)]))], 0, Some(circle)),
        (
            2,
            vec![(0, json!([list(1)])), (1, json!([list(0)]))],
            0,
            Some(circle),
        ),
    ];
    for (kept, lists, named, damaged) in cases {
        let expected = damaged.map_or(Ok(()), |what| Err(RestoreError::Damaged(what)));
        assert_eq!(
            restored(kept, numbered(&lists), named),
            expected,
            "{kept}, {lists:?}"
        );
    }
    let below = json!([{ "id": first - 1, "items": [] }, { "id": first, "items": [] }]);
    assert_eq!(restored(1, below, 0), Err(RestoreError::Damaged(numbers)));
}

/// Steps that put lists together.
const STEPS: [&str; 12] = [
    "set($globals.l, [$globals.l, $globals.m])",
    "set($globals.m, [$globals.l, $globals.l])",
    "set($globals.l, concat_lists($globals.l, $globals.m))",
    "set($globals.m, concat_lists($globals.m, $globals.m, [$globals.l]))",
    "set($globals.l, combinations($globals.m, [$globals.l, 1]))",
    "set($globals.m, filter($globals.l, x => x == $globals.m || list_count($globals.m) > 2))",
    "set($globals.l, replace_item($globals.m, 0, $globals.l))",
    "set($globals.m, combinations($globals.l, $globals.m))",
    "set($globals.l, reverse_list(unique($globals.m)))",
    "set($globals.m, slice_list($globals.l, 0, 3))",
    "set($globals.l, [1])",
    "message('{0}', all, [$globals.l, $globals.m])",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_steps_make_stays_within_bounds(steps in prop::collection::vec(0..STEPS.len(), 1..25)) {
        let steps: Vec<String> = steps.iter().map(|at| format!("\"{}\"", STEPS[*at])).collect();
        let ruleset = rules("", &steps.join(","));
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
        for turn in 0..4 {
            let before = game.save();
            match game.submit_nth(Seat(turn % 2), 0) {
                Ok(()) => {}
                Err(NotApplied::Faulted(_)) => {
                    prop_assert_eq!(game.save(), before);
                    break;
                }
                Err(other) => panic!("{other}"),
            }
        }
        look(&ruleset, &game);
    }
}

/// The lists of a saved game by their numbers, and how many it has kept.
fn numbered(game: &Game) -> (BTreeMap<u64, Value>, u64) {
    let save: Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
    let lists = save["world"]["extras"]["lists"].as_array().into_iter().flatten();
    let number = |list: &Value| list["id"].as_u64().expect("a number");
    let lists = lists.map(|list| (number(list), list["items"].clone()));
    (
        lists.collect(),
        save["world"]["lists_kept"].as_u64().expect("a number"),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Items name cards and lists by numbers that stay, so a list is the same as long as its items are.
    #[test]
    fn a_number_means_one_list_for_ever(steps in prop::collection::vec(0..STEPS.len(), 1..8), turns in 1..8u8) {
        let texts: Vec<String> = steps.iter().map(|at| format!("\"{}\"", STEPS[*at])).collect();
        let ruleset = rules("", &texts.join(","));
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
        let mut known: BTreeMap<u64, Value> = BTreeMap::new();
        let mut kept = 0;
        for turn in 0..turns {
            let applied = game.submit_nth(Seat(turn % 2), 0).is_ok();
            let (lists, kept_now) = numbered(&game);
            prop_assert_eq!(applied || kept_now == kept, true);
            let highest = known.last_key_value().map(|(id, _)| *id);
            for (id, items) in lists {
                let before = known.insert(id, items.clone());
                let is_new = highest.is_none_or(|highest| id > highest);
                prop_assert_eq!(is_new, before.is_none(), "{} among {:?}", id, known);
                prop_assert!(before.is_none_or(|before| before == items), "{} in {:?}", id, known);
            }
            prop_assert!(kept_now >= kept);
            kept = kept_now;
        }
    }
}
