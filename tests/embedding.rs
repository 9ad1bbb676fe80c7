//! What an embedding program may do wrong: numbers that no seat has, clicks that come twice, paths that lead
//! nowhere.

use crate::support;
use crate::support::numbers::{begin, numbers};
use cardable_core::ids::ZoneId;
use cardable_core::{
    Choice, Game, Loader, Match, NotApplied, Refusal, Replica, Ruleset, Seat, Seed, Setup, ViewEvent, Viewer,
};
use std::sync::Arc;

#[test]
fn a_number_that_no_seat_has_is_nobody() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().start();
        let mut table = begin(&ruleset, seats, 3).with_events();
        for _ in 0..12 {
            let Some(decision) = table.next_decision() else {
                break;
            };
            let (seat, choice) = (decision.seat(), decision.nth(0).expect("something to do"));
            let as_spectator = table.view(Viewer::Spectator);
            for stranger in [seats as u8, 31, 32, 32 + seat.0, 64 + seat.0, 255] {
                let stranger = Seat(stranger);
                let viewer = Viewer::Seat(stranger);
                assert_eq!(table.view(viewer), as_spectator, "{name}: {stranger:?} sees more");
                assert_eq!(
                    table.events(viewer),
                    table.events(Viewer::Spectator),
                    "{name}: {stranger:?}"
                );
                assert!(table.decision(stranger).is_none(), "{name}: {stranger:?} decides");
                assert!(table.decision(stranger).is_none());
                let before = table.save();
                let nobody = Err(NotApplied::Refused(Refusal::NoSuchSeat));
                assert_eq!(table.submit(stranger, &choice), nobody);
                assert_eq!(table.submit_nth(stranger, 0), nobody);
                assert_eq!(table.timeout(stranger), nobody);
                assert_eq!(table.submit_seen(stranger, &choice, table.seq()), nobody);
                assert_eq!(table.save(), before, "{name}: {stranger:?} has changed something");
                drop(table.imagine(viewer, Seed::from(1)));
            }
            table
                .submit(seat, &choice)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

#[test]
fn a_second_click_does_not_answer_the_next_question() {
    let rules = numbers(
        3,
        r#"{
            action_name: "ask", type: "button", action_data: [{ key: "n", type: "number" }],
            primitives: [
                "prompt_number($action.n, 1, 5)",
                "prompt_number($action.n, 1, 5)",
            ],
        }"#,
    );
    let ruleset = cardable_core::parse(rules).unwrap_or_else(|e| panic!("{e}"));
    let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let stale = Err(NotApplied::Refused(Refusal::Stale));
    let button = table
        .game()
        .next_decision()
        .and_then(|d| d.nth(0))
        .expect("a button");
    assert_eq!(
        table.submit_seen(Seat(0), &button, 1),
        stale,
        "nobody has seen that yet"
    );
    assert_eq!(table.submit_seen(Seat(0), &button, 0), Ok(()));
    assert_eq!(table.submit_seen(Seat(0), &Choice::Number(3), 1), Ok(()));
    assert_eq!(table.submit_seen(Seat(0), &Choice::Number(3), 1), stale);
    assert_eq!(table.submit_seen(Seat(0), &Choice::Number(3), 2), Ok(()));
    assert_eq!(table.log().entries.len(), 3, "what is refused is not in the log");
    // What was taken back may be done again.
    let mut game = begin(&ruleset, 2, 1);
    for _ in 0..2 {
        assert_eq!(game.submit_seen(Seat(0), &button, 0), Ok(()));
        assert!(game.take_back());
    }
}

#[test]
fn after_undo_there_is_nothing_but_that() {
    let ruleset = support::load("crazy-eights");
    let mut table = Match::new(&ruleset, &Setup::seats(3), Seed::from(2)).expect("it begins");
    for _ in 0..8 {
        let decision = table.game().next_decision().expect("it goes on");
        let (seat, choice) = (decision.seat(), decision.nth(0).expect("something to do"));
        table.submit(seat, &choice).expect("it is legal");
    }
    let told = |table: &Match| {
        let events = table.events(Viewer::Seat(Seat(0)));
        let status = events
            .iter()
            .filter(|e| matches!(e, ViewEvent::Status { .. }))
            .count();
        (events.len(), status, events.contains(&ViewEvent::Rewound))
    };
    assert!(told(&table).0 > 1);
    table.undo().expect("there is a choice");
    assert_eq!(told(&table), (2, 1, true));
    let again = Match::replay(&ruleset, table.log()).expect("it was played");
    assert_eq!(told(&again), (1, 1, false));
    // A copy that looks at the table anew is told that these events do not lead on, and stays right.
    let mut replica = Replica::new(table.game().view(Viewer::Seat(Seat(0))));
    let led = replica.apply(&table.events(Viewer::Seat(Seat(0))));
    assert_eq!(led, Err(cardable_core::replica::OutOfStep::Rewound));
    assert_eq!(*replica.view(), table.game().view(Viewer::Seat(Seat(0))));
}

/// Seats and zones that cannot be are nothing, and nothing overflows.
#[test]
fn zones_that_cannot_be_are_nothing() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let (shared, of_seats) = ruleset.zone_names();
        for zone in &of_seats {
            assert!(ruleset.seat_zone(zone, Seat(0)).is_some(), "{name}: {zone}");
            for seat in [32, 64, 200, 255] {
                assert_eq!(ruleset.seat_zone(zone, Seat(seat)), None, "{name}: {zone}");
                assert_eq!(ruleset.zone(&format!("{zone}:{seat}")), None, "{name}: {zone}");
            }
        }
        let there = |id: u16| ruleset.zone_name(ZoneId(id)).is_some();
        assert!((0..shared.len()).all(|id| there(id as u16)), "{name}");
        for id in [10_000, 65_524, u16::MAX] {
            assert!(!there(id), "{name}");
            assert_eq!(
                ruleset.zone_name(ZoneId(id)).unwrap_or_default(),
                ("", None),
                "{name}"
            );
            assert_eq!(ruleset.copies(ZoneId(id)).count(), 0, "{name}");
            assert_eq!(ruleset.words().zone_label(ZoneId(id)), None, "{name}");
        }
    }
}

/// Errors say what to do.
#[test]
fn what_is_wrong_with_a_setup_or_a_save_can_be_acted_on() {
    let skullable = support::load("skullable");
    let begin = |ruleset: &Ruleset, setup: &Setup| {
        Game::new(ruleset, setup, Seed::from(1))
            .expect_err("it cannot begin")
            .to_string()
    };
    let three = || Setup::seats(3);
    let option = begin(&skullable, &three().option("rematsh", true));
    assert_eq!(option, "there is no option `rematsh`: did you mean `rematch`?");
    let option = begin(&skullable, &three().option("colour", String::from("red")));
    assert!(
        option.starts_with("there is no option `colour`: write "),
        "{option}"
    );
    let none = support::load("hearts");
    let option = begin(&none, &Setup::seats(4).option("colour", 1));
    assert!(option.contains("there is no option `colour`: "), "{option}");
    let roles = begin(&skullable, &three().roles(["dealer"]));
    assert_eq!(roles, "`Skullable` has no roles to choose: leave `roles` out");
    let save = Game::new(&skullable, &three(), Seed::from(1))
        .expect("it begins")
        .save();
    let other = Game::restore(&support::load("go-fish"), &save)
        .expect_err("another game")
        .to_string();
    assert!(
        other.starts_with("the save is of `Skullable`, with hash ")
            && other.ends_with(", and this is `Go Fish`"),
        "{other}"
    );
}

/// A path that leads nowhere is told as it was given, with what the system says.
#[test]
fn a_path_that_leads_nowhere_is_told_as_it_was_given() {
    for path in ["/nowhere", "nowhere/at/all", "./nowhere.json"] {
        let error = cardable_core::load(path).expect_err("there is none").to_string();
        let system = std::fs::metadata(path).expect_err("there is none");
        assert!(
            error.starts_with(&format!("error[E211]: `{path}` cannot be read: {system}")),
            "{error}"
        );
    }
}

/// Around a game's folder card sets are found beside it, and no deeper: it may be anybody's home.
#[test]
fn only_neighbours_are_searched_where_no_root_is_named() {
    let folder = std::env::temp_dir().join(format!("cardable-neighbours-{}", std::process::id()));
    let set = |name: &str| {
        format!("{{ cardset: {{ set_name: '{name}', cards: [{{ card_name: 'A', card_id: 0 }}] }} }}")
    };
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    };
    let rules = |set: &str| {
        numbers(
            1,
            r#"{ action_name: "go", type: "button", primitives: "end_game()" }"#,
        )
        .replace("cardsets: \"numbers\"", &format!("cardsets: \"{set}\""))
    };
    write("near/cardset.json", &set("near"));
    write("far/below/cardset.json", &set("far"));
    write("game/own/deep/cardset.json", &set("own"));
    let load = |set: &str| {
        write("game/ruleset.json", &rules(set));
        Loader::new()
            .check_path(folder.join("game"))
            .into_result()
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let (near, own, far) = (load("near"), load("own"), load("far"));
    std::fs::remove_dir_all(&folder).expect("it was made");
    assert_eq!((near, own), (Ok(()), Ok(())));
    assert!(far.clone().is_err_and(|e| e.contains("E242")), "{far:?}");
}

/// A server reads rulesets on many threads, with one loader and closures of its own.
#[test]
fn a_loader_goes_to_other_threads() {
    use cardable_core::primitives::Primitive;
    use cardable_core::value::{Type, Value};
    use std::sync::atomic::{AtomicU64, Ordering};

    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    let stop = Primitive::query("is_late", "Whether it is late.", [], Type::BOOL, move |_, _| {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(Value::Bool(true))
    });
    let loader = Loader::new().primitive(stop);
    is_shared(&loader);
    let text = numbers(
        3,
        r#"{ action_name: "go", type: "button", condition: "is_late()", primitives: ["end_game()"] }"#,
    );
    std::thread::scope(|threads| {
        for seed in 0..3 {
            let (loader, text) = (&loader, &text);
            threads.spawn(move || {
                let ruleset = loader
                    .check_text("late.json", text)
                    .into_result()
                    .expect("it checks");
                let game = begin(&ruleset, 2, seed);
                assert!(game.next_decision().is_some());
            });
        }
    });
    assert!(asked.load(Ordering::Relaxed) >= 3);
}
