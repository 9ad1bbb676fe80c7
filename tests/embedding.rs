//! What an embedding program may do wrong: numbers that no seat has, clicks that come twice, primitives that
//! panic or give back what is not there; and picks of which there are more than can be looked at.

mod support;

use cardable_core::engine::{Engine, Reader, Run};
use cardable_core::ids::{ActionId, CardId, ZoneId};
use cardable_core::primitives::{Param, Primitive, Question, Takes};
use cardable_core::value::{Type, Value};
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{
    Choice, Count, Game, Loader, Match, NotApplied, Pick, Refusal, Replica, Ruleset, Seat, Seed, Setup,
    ViewEvent, Viewer,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A ruleset of cards 1, 2, 3 … each once, that lie shuffled before the only seat.
fn numbers(cards: usize, actions: &str) -> String {
    let card = |n| format!(r#"{{ card_name: "{n}", card_id: {n}, card_value: {n} }}"#);
    let cards: Vec<String> = (1..=cards).map(card).collect();
    r#"{
        cardset: { set_name: "numbers", cards: [CARDS] },
        ruleset: {
            ruleset_name: "Numbers", min_players: 1, max_players: 3, cardsets: "numbers",
            game_area: { shared_zones: [{ name: "deck", zone_visibility: "all" }] },
            global_data: [{ key: "picked", value: 0 }],
            game_state: [
                {
                    state_name: "begin", state_type: "auto",
                    actions: { action_name: "mix", type: "auto", primitives: ["shuffle(deck)", "state_transition(play)"] },
                },
                { state_name: "play", state_type: "round_robin", actions: [ACTIONS] },
            ],
        },
    }"#
    .replace("CARDS", &cards.join(","))
    .replace("ACTIONS", actions)
}

fn begin(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).unwrap_or_else(|e| panic!("{e}"))
}

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
                assert!(table.legal_interactions(stranger).is_empty());
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
    let ruleset: Ruleset = rules.parse().unwrap_or_else(|e| panic!("{e}"));
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
    // A copy that looks at the table anew and then hears these events is right.
    let mut replica = Replica::new(table.game().view(Viewer::Seat(Seat(0))));
    replica.apply(&table.events(Viewer::Seat(Seat(0))));
    assert_eq!(*replica.view(), table.game().view(Viewer::Seat(Seat(0))));
}

static MOVES_AND_PANICS: Primitive = Primitive::step(
    "moves_and_panics",
    "Of the embedding program.",
    &[],
    Type::Nothing,
    moves_and_panics,
);

fn moves_and_panics(e: &mut Engine<'_>, _: &[Value]) -> Run<Value> {
    e.shuffle(ZoneId(0));
    panic!("a mistake of the embedding program")
}

static STRANGE_CARD: Primitive = Primitive::query(
    "strange_card",
    "Of the embedding program.",
    &[],
    Type::CARD,
    strange_card,
);

fn strange_card(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Card(CardId(60_000)))
}

static STRANGE_ZONE: Primitive = Primitive::query(
    "strange_zone",
    "Of the embedding program.",
    &[],
    Type::ZONE,
    strange_zone,
);

fn strange_zone(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Zone(ZoneId(60_000)))
}

static STRANGE_SEAT: Primitive = Primitive::query(
    "strange_seat",
    "Of the embedding program.",
    &[],
    Type::SEAT,
    strange_seat,
);

fn strange_seat(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Seat(Seat(200)))
}

static HOW_MANY: Primitive = Primitive::ask(
    "how_many",
    "Asks for a number.",
    &[Param::required("most", "the largest number", Takes::Whole)],
    Type::NUMBER,
    how_many,
);

fn how_many(_: &Reader<'_>, args: &[Value]) -> Run<Question> {
    let most = match args.first() {
        Some(Value::Int(most)) => *most,
        _ => 1,
    };
    Ok(Question::number(1, most).with_default(Value::Int(1)))
}

fn with_guests(step: &str) -> Ruleset {
    let action = r#"{ action_name: "go", type: "button", primitives: [STEP] }"#.replace("STEP", step);
    let loader = [
        &MOVES_AND_PANICS,
        &STRANGE_CARD,
        &STRANGE_ZONE,
        &STRANGE_SEAT,
        &HOW_MANY,
    ]
    .into_iter()
    .fold(Loader::new(), Loader::primitive);
    let checked = loader
        .check_text("guests.json", &numbers(6, &action))
        .into_result();
    checked.unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_primitive_that_panics_leaves_the_game_as_it_was() {
    let ruleset = with_guests("'moves_and_panics()'");
    let mut game = begin(&ruleset, 2, 4);
    let before = game.save();
    let button = Choice::act(ActionId(1));
    let panicked = catch_unwind(AssertUnwindSafe(|| game.submit(Seat(0), &button)));
    assert!(panicked.is_err());
    assert_eq!(game.save(), before);
    assert!(!game.take_back());
    assert_eq!(game.next_decision().map(|d| d.count()), Some(Count::Exactly(1)));
    let mut rng = <rand_chacha::ChaCha8Rng as rand_chacha::rand_core::SeedableRng>::seed_from_u64(1);
    assert!(catch_unwind(AssertUnwindSafe(|| game.playout(&mut rng, 5))).is_err());
    assert_eq!(game.save(), before);
}

#[test]
fn what_a_primitive_gives_back_must_be_there() {
    for step in [
        "'put_under(strange_card(), deck)'",
        "'shuffle(strange_zone())'",
        "'dismiss_player(strange_seat())'",
    ] {
        let ruleset = with_guests(step);
        let mut game = begin(&ruleset, 2, 4);
        let before = game.save();
        let done = game.submit(Seat(0), &Choice::act(ActionId(1)));
        let Err(NotApplied::Faulted(report)) = done else {
            panic!("{step}: {done:?}");
        };
        assert!(report.to_string().contains("does not have"), "{step}: {report}");
        assert_eq!(game.save(), before, "{step}");
    }
}

#[test]
fn a_primitive_may_ask() {
    let ruleset = with_guests("'set($globals.picked, how_many(4))'");
    let mut game = begin(&ruleset, 2, 4);
    game.submit(Seat(0), &Choice::act(ActionId(1))).expect("a button");
    let question = game.decision(Seat(0)).expect("it is asked");
    assert_eq!(question.count(), Count::Exactly(4));
    game.submit(Seat(0), &Choice::Number(4)).expect("a number");
}

static PAYS_BY_SUIT: Primitive = Primitive::step(
    "pays_by_suit",
    "Of the embedding program.",
    &[Param::required("card", "the card", Takes::Value(Type::CARD))],
    Type::STRING,
    pays_by_suit,
);

/// Tells in words what it has done, and keeps numbers of it.
fn pays_by_suit(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let r = e.reader();
    let seat = r.acting()?;
    let Some(Value::Card(card)) = args.first().copied() else {
        return Ok(Value::Nothing);
    };
    let name = r.card_attribute(card, "name").and_then(|name| r.text_of(name));
    let said = format!(
        "{} of {:?}",
        name.unwrap_or_default(),
        r.zone_of(card).map(|zone| r.zone_name(zone))
    );
    assert_eq!(r.shared_zone("deck"), r.zone_of(card));
    assert_eq!(r.seat_zone(Seat(9), "deck"), None);
    assert_eq!(r.card_attribute(card, "weight"), None);
    let said = r.text_value(&said)?;
    let before = match r.global("picked") {
        Some(Value::Int(n)) => n,
        other => panic!("{other:?}"),
    };
    assert!(e.set_global("nothing", Value::Int(1)).is_err());
    assert!(
        e.set_global("picked", Value::Seat(Seat(0))).is_err(),
        "it holds numbers"
    );
    assert!(e.set_seat_datum(Seat(9), "paid", Value::Int(1)).is_err());
    e.set_global("picked", Value::Int(before + 1))?;
    e.set_seat_datum(seat, "paid", Value::Int(5))?;
    Ok(said)
}

#[test]
fn a_primitive_reaches_things_by_their_names() {
    let action = r#"{
        action_name: "pay", type: "button", action_data: { key: "said", type: "string" },
        primitives: [{ endpoint: "set", params: ["$action.said", "= pays_by_suit(top_card(deck))"] }, "message($action.said, all)"],
    }"#;
    let text = numbers(6, action).replace(
        "global_data",
        r#"player_data: [{ key: "paid", value: 0 }], global_data"#,
    );
    let checked = Loader::new()
        .primitive(&PAYS_BY_SUIT)
        .check_text("guests.json", &text);
    let ruleset = checked.into_result().unwrap_or_else(|e| panic!("{e}"));
    let mut game = begin(&ruleset, 2, 4);
    game.submit(Seat(0), &Choice::act(ActionId(1))).expect("a button");
    let view = game.view(Viewer::Seat(Seat(1)));
    assert_eq!(view.globals, [Datum::Int(1)]);
    assert_eq!(view.seat_data[0], [Datum::Int(5)]);
    let said = format!("{:?}", view.status.messages);
    assert!(said.contains("deck"), "{said}");
}

/// An action that takes some cards whose values add up to a number.
fn adding_up(least: usize, most: usize, sum: u32) -> String {
    format!(
        r#"{{
            action_name: "take", type: "world_pick",
            pick: {{ from: "deck", min: {least}, max: {most} }},
            valid: "sum($picked, value) == {sum}",
            primitives: {{ endpoint: "end_game", params: [[]] }},
        }}, {{ action_name: "pass", type: "button" }}"#
    )
}

#[test]
fn a_right_pick_is_taken_however_many_there_are() {
    // Cards, how many are picked, and what they add up to: the only right pick is the smallest ones.
    let cases = [(30, 5, 5, 15), (26, 3, 6, 6), (18, 7, 7, 28), (24, 10, 12, 55)];
    for (cards, least, most, sum) in cases {
        let rules = numbers(cards, &adding_up(least, most, sum));
        let ruleset: Ruleset = rules.parse().unwrap_or_else(|e| panic!("{e}"));
        for seed in 0..2 {
            let mut game = begin(&ruleset, 1, seed);
            let decision = game.next_decision().expect("somebody decides");
            let take = ruleset.action("play", "take").expect("an action");
            assert!(
                decision.actions().any(|a| a == take),
                "{cards} {seed}: it is offered"
            );
            let view = game.view(Viewer::Seat(Seat(0)));
            let deck = ruleset.zone("deck").expect("a zone");
            let place = |value: usize| {
                let shown = |card: &CardSeen| match card {
                    CardSeen::Face(face) => ruleset.card_name(*face) == value.to_string(),
                    CardSeen::Back(_) => false,
                };
                let at = view.zones[deck.index()]
                    .cards
                    .iter()
                    .position(shown)
                    .expect("it lies there");
                Pick::Card {
                    zone: deck,
                    index: at as u16,
                }
            };
            let choice = Choice::Act {
                action: take,
                picks: (1..=least).map(place).collect(),
            };
            // What is counted is there, and every number means another choice.
            let count = decision.count();
            let numbered: Vec<Choice> = decision.choices().collect();
            assert_eq!(numbered.len() as u64, count.get());
            for (n, choice) in numbered.iter().enumerate().take(1) {
                assert_eq!(decision.index_of(choice), Some(n as u64));
                assert_eq!(decision.nth(n as u64).as_ref(), Some(choice));
            }
            if !numbered.contains(&choice) {
                assert!(
                    matches!(count, Count::AtLeast(_)),
                    "{cards} {seed}: not all are counted"
                );
            }
            let Choice::Act { picks, .. } = &choice else {
                unreachable!()
            };
            let mut begun = Choice::act(take);
            for pick in picks {
                let open = decision.extend(&begun).expect("it may be begun");
                assert!(open.next.contains(pick), "{cards} {seed}: {pick:?} may be picked");
                if let Choice::Act { picks, .. } = &mut begun {
                    picks.push(*pick);
                }
            }
            assert!(decision.extend(&begun).is_some_and(|open| open.complete));
            assert_eq!(game.submit(Seat(0), &choice), Ok(()), "{cards} {seed}");
        }
    }
}

#[test]
fn small_picks_are_all_found_among_many_cards() {
    let rules = numbers(40, &adding_up(2, 12, 5));
    let ruleset: Ruleset = rules.parse().unwrap_or_else(|e| panic!("{e}"));
    for seed in 0..4 {
        let game = begin(&ruleset, 1, seed);
        let decision = game.next_decision().expect("somebody decides");
        // 1 and 4, 2 and 3, and to pass.
        assert_eq!(decision.count(), Count::AtLeast(3));
    }
}

fn first(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Int(1))
}

const fn named(name: &'static str) -> Primitive {
    Primitive::query(name, "Of the embedding program.", &[], Type::NUMBER, first)
}

/// A name that cannot be called, or is taken, is told of every ruleset that is read.
#[test]
fn a_primitive_needs_a_name_of_its_own() {
    static FINE: Primitive = named("first_of_all");
    static TAKEN: Primitive = named("draw_card");
    static EMPTY: Primitive = named("");
    static STRANGE: Primitive = named("two words");
    static WORD: Primitive = named("true");
    static ALSO: Primitive = named("other").also(&["first_of_all"]);
    let text = numbers(
        3,
        r#"{ action_name: "go", type: "button", primitives: ["set($globals.picked, first_of_all())"] }"#,
    );
    let told = |primitives: &[&'static Primitive]| {
        let loader = primitives
            .iter()
            .fold(Loader::new(), |loader, p| loader.primitive(p));
        let checked = loader.check_text("named.json", &text);
        checked.into_result().map_err(|e| e.to_string())
    };
    let fine = told(&[&FINE]).expect("it is called");
    let no_name = "that is no name that can be called";
    for (wrong, why) in [
        (&TAKEN, "the engine has one of that name"),
        (&EMPTY, no_name),
        (&STRANGE, no_name),
        (&WORD, no_name),
        (&ALSO, "the program adds two of that name"),
        (&FINE, "the program adds two of that name"),
    ] {
        let error = told(&[&FINE, wrong]).expect_err(wrong.name);
        assert!(
            error.contains("error[E329]: the program's primitive `") && error.contains(why),
            "{error}"
        );
        assert_eq!(error.matches("error[").count(), 1, "{error}");
    }
    // What it takes and gives is part of the ruleset, whatever it does.
    static CHANGED: Primitive = Primitive::query("first_of_all", "", &[], Type::ANY, first);
    static SAID_OTHERWISE: Primitive =
        Primitive::query("first_of_all", "Otherwise.", &[], Type::NUMBER, first);
    assert_eq!(
        told(&[&SAID_OTHERWISE]).expect("it is called").hash(),
        fine.hash()
    );
    assert_ne!(told(&[&CHANGED]).expect("it is called").hash(), fine.hash());
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
        let there = |id: u16| ruleset.zone_def(ZoneId(id)).is_some();
        assert!((0..shared.len()).all(|id| there(id as u16)), "{name}");
        for id in [10_000, 65_524, u16::MAX] {
            assert!(!there(id), "{name}");
            assert_eq!(ruleset.zone_name(ZoneId(id)), ("", None), "{name}");
            assert_eq!(ruleset.copies(ZoneId(id)).count(), 0, "{name}");
            assert_eq!(ruleset.zone_label(ZoneId(id), &["Ada"]), "", "{name}");
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
        let error = Ruleset::load(path).expect_err("there is none").to_string();
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
        Ruleset::check_path(folder.join("game"), &[])
            .into_result()
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let (near, own, far) = (load("near"), load("own"), load("far"));
    std::fs::remove_dir_all(&folder).expect("it was made");
    assert_eq!((near, own), (Ok(()), Ok(())));
    assert!(far.clone().is_err_and(|e| e.contains("E242")), "{far:?}");
}

/// A ruleset of so many cards with values 0, 1, 2, 0, 1 …, of which one to some may be taken together.
fn of_three_values(cards: usize, most: usize, valid: &str) -> Ruleset {
    let card = |n: usize| format!(r#"{{ card_name: "{n}", card_id: {n}, card_value: {} }}"#, n % 3);
    let cards: Vec<String> = (0..cards).map(card).collect();
    let action = format!(
        r#"{{
            action_name: "take", type: "world_pick", pick: {{ from: "deck", min: 1, max: {most} }},
            valid: "{valid}", primitives: {{ endpoint: "end_game", params: [[]] }},
        }}"#
    );
    let text = numbers(1, &action);
    let (before, after) = text.split_once("cards: [").expect("there are cards");
    let (_, after) = after.split_once(']').expect("the list ends");
    let text = format!("{before}cards: [{}]{after}", cards.join(","));
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn what_holds_of_all_parts_of_a_right_pick_narrows_the_search() {
    // Cards, how many are taken at most, when it is right, and how many ways there are.
    let cases = [
        // Of four cards each: all fifteen ways of zeros, ones but for pairs, and twos but for single ones.
        (
            12,
            4,
            "same_attribute($picked, 'value') && sum($picked, value) != 2",
            15 + 9 + 11,
        ),
        (
            12,
            4,
            "sum($picked, value) != 2 && same_attribute($picked, 'value')",
            15 + 9 + 11,
        ),
        (
            12,
            2,
            "same_attribute($picked, 'value') || same_attribute($picked, 'name')",
            12 + 3 * 6,
        ),
        // The second part holds of no part of a pair: nothing may be left out.
        (
            12,
            2,
            "same_attribute($picked, 'value') || sum($picked, value) == 3",
            12 + 3 * 6 + 16,
        ),
        // There are 36,051 ways to pick; to look at each would be too much.
        (60, 3, "same_attribute($picked, 'value')", 3 * (20 + 190 + 1140)),
    ];
    for (cards, most, valid, ways) in cases {
        let game = begin(&of_three_values(cards, most, valid), 1, 5);
        let decision = game.next_decision().expect("somebody decides");
        assert_eq!(decision.count(), Count::Exactly(ways), "{valid}");
        assert_eq!(decision.choices().count() as u64, ways, "{valid}");
    }
}
