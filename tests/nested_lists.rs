//! Lists in lists: whatever steps make of them, a game stays small, and everything that goes through its lists
//! comes to an end.

use cardable_core::save::RestoreError;
use cardable_core::view::Datum;
use cardable_core::{Game, NotApplied, Ruleset, Seat, Seed, Setup, Viewer};
use proptest::prelude::*;
use serde_json::{Value, json};

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
        .expect("the list is kept");
    let list = |at: u64| json!({ "List": first + at });
    let restored = |lists: Vec<Value>| {
        let mut save = save.clone();
        save["world"]["extras"]["lists"] = lists.into();
        Game::restore(&ruleset, save.to_string().as_bytes()).map(|game| look(&ruleset, &game))
    };
    let chain = |long: u64, wide: usize| -> Vec<Value> {
        let link = |at| json!(vec![list(at); wide]);
        (1..long).map(link).chain([json!([])]).collect()
    };
    assert_eq!(restored(chain(16, 1)), Ok(()));
    for lists in [chain(17, 1), chain(60_000, 1), chain(16, 3), chain(40, 2)] {
        let damaged = RestoreError::Damaged("lists lie too deep in one another, or hold too many items");
        assert_eq!(restored(lists), Err(damaged));
    }
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
