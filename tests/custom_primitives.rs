//! Primitives of the embedding program: what they reach, and what becomes of a game when they are wrong.

use crate::support::numbers::{begin, numbers};
use cardable_core::decision::Count;
use cardable_core::ids::{ActionId, CardId, ZoneId};
use cardable_core::primitives::{End, Engine, Facing, Reader, Run};
use cardable_core::primitives::{Param, ParamType, Primitive, Question};
use cardable_core::value::{Type, Value};
use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Loader, NotApplied, Ruleset, Seat, Viewer};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn moves_and_panics() -> Primitive {
    Primitive::step(
        "moves_and_panics",
        "Of the embedding program.",
        [],
        Type::Nothing,
        do_moves_and_panics,
    )
}

fn do_moves_and_panics(e: &mut Engine<'_>, _: &[Value]) -> Run<Value> {
    e.shuffle(ZoneId(0))?;
    panic!("a mistake of the embedding program")
}

fn strange_card() -> Primitive {
    Primitive::query(
        "strange_card",
        "Of the embedding program.",
        [],
        Type::CARD,
        do_strange_card,
    )
}

fn do_strange_card(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Card(CardId(60_000)))
}

fn strange_zone() -> Primitive {
    Primitive::query(
        "strange_zone",
        "Of the embedding program.",
        [],
        Type::ZONE,
        do_strange_zone,
    )
}

fn do_strange_zone(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Zone(ZoneId(60_000)))
}

fn strange_seat() -> Primitive {
    Primitive::query(
        "strange_seat",
        "Of the embedding program.",
        [],
        Type::SEAT,
        do_strange_seat,
    )
}

fn do_strange_seat(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Seat(Seat(200)))
}

fn how_many() -> Primitive {
    Primitive::ask(
        "how_many",
        "Asks for a number.",
        [Param::required("most", "the largest number", ParamType::Whole)],
        Type::NUMBER,
        do_how_many,
    )
}

fn do_how_many(_: &Reader<'_>, args: &[Value]) -> Run<Question> {
    let most = match args.first() {
        Some(Value::Int(most)) => *most,
        _ => 1,
    };
    Ok(Question::number(1, most).with_default(Value::Int(1)))
}

fn with_guests(step: &str) -> Ruleset {
    let action = r#"{ action_name: "go", type: "button", primitives: [STEP] }"#.replace("STEP", step);
    let loader = [
        moves_and_panics(),
        strange_card(),
        strange_zone(),
        strange_seat(),
        how_many(),
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

fn pays_by_suit() -> Primitive {
    Primitive::step(
        "pays_by_suit",
        "Of the embedding program.",
        [Param::required("card", "the card", ParamType::Value(Type::CARD))],
        Type::STRING,
        do_pays_by_suit,
    )
}

/// Tells in words what it has done, and keeps numbers of it.
fn do_pays_by_suit(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
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
        .primitive(pays_by_suit())
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

/// What a primitive of a program may do to cards, and the same with things that are not there.
type Deed = fn(&mut Engine<'_>, deck: ZoneId, pile: ZoneId) -> Run<()>;

const NO_CARD: CardId = CardId(60_000);
const NO_ZONE: ZoneId = ZoneId(60_000);

/// Each with the numbers of cards that lie in `deck` and `pile` afterwards; before, there are 6 and 0.
const DEEDS: [(Deed, usize, usize); 5] = [
    (
        |e, _, pile| e.move_card(CardId(0), pile, End::Newest, Facing::Up),
        5,
        1,
    ),
    (
        |e, _, pile| e.move_cards(&[(CardId(1), pile), (CardId(2), pile)], End::Oldest, Facing::Down),
        4,
        2,
    ),
    (|e, deck, pile| e.deal(deck, &[pile], 3, Facing::Kept), 3, 3),
    (|e, deck, pile| e.move_zone(deck, pile, Facing::Kept), 0, 6),
    (
        |e, deck, _| {
            e.turn_card(CardId(0), true)?;
            e.shuffle(deck)
        },
        6,
        0,
    ),
];

const MISTAKES: [Deed; 9] = [
    |e, _, pile| e.move_card(NO_CARD, pile, End::Newest, Facing::Up),
    |e, _, _| e.move_card(CardId(0), NO_ZONE, End::Newest, Facing::Up),
    |e, _, pile| e.move_cards(&[(CardId(0), pile), (NO_CARD, pile)], End::Newest, Facing::Up),
    |e, deck, pile| {
        e.move_cards(
            &[(CardId(0), pile), (CardId(1), NO_ZONE), (CardId(2), deck)],
            End::Newest,
            Facing::Up,
        )
    },
    |e, _, pile| e.deal(NO_ZONE, &[pile], 1, Facing::Up),
    |e, deck, pile| e.deal(deck, &[pile, NO_ZONE], 1, Facing::Up),
    |e, deck, _| e.move_zone(deck, NO_ZONE, Facing::Up),
    |e, _, _| e.shuffle(NO_ZONE),
    |e, _, _| e.turn_card(NO_CARD, true),
];

/// A game in which a button does one thing to the cards.
fn game_of(deed: Deed) -> (Ruleset, Game) {
    let act = move |e: &mut Engine<'_>, _: &[Value]| {
        let named = |name: &str| e.reader().shared_zone(name);
        let (Some(deck), Some(pile)) = (named("deck"), named("pile")) else {
            panic!("zones of the ruleset");
        };
        deed(e, deck, pile).map(|()| Value::Nothing)
    };
    let act = Primitive::step("act", "Of the embedding program.", [], Type::Nothing, act);
    let action = r#"{ action_name: "go", type: "button", primitives: ["act()"] }"#;
    let text = numbers(6, action).replace(
        r#"shared_zones: ["#,
        r#"shared_zones: [{ name: "pile", zone_visibility: "all" }, "#,
    );
    let checked = Loader::new().primitive(act).check_text("guests.json", &text);
    let ruleset = checked.into_result().unwrap_or_else(|e| panic!("{e}"));
    let game = begin(&ruleset, 2, 4);
    (ruleset, game)
}

#[test]
fn a_primitive_moves_cards() {
    for (at, (deed, in_deck, in_pile)) in DEEDS.into_iter().enumerate() {
        let (ruleset, mut game) = game_of(deed);
        let done = game.submit(Seat(0), &Choice::act(ActionId(1)));
        assert_eq!(done, Ok(()), "{at}");
        let view = game.view(Viewer::Omniscient);
        let lie_in = |name| {
            ruleset
                .zone(name)
                .map(|zone| view.zones[zone.index()].cards.len())
        };
        assert_eq!(lie_in("deck"), Some(in_deck), "{at}");
        assert_eq!(lie_in("pile"), Some(in_pile), "{at}");
    }
}

#[test]
fn a_primitive_that_names_what_is_not_there_is_told_so() {
    for (at, deed) in MISTAKES.into_iter().enumerate() {
        let (_, mut game) = game_of(deed);
        let before = game.save();
        let done = game.submit(Seat(0), &Choice::act(ActionId(1)));
        let Err(NotApplied::Faulted(report)) = done else {
            panic!("{at}: {done:?}");
        };
        assert!(report.to_string().contains("there is no such"), "{at}: {report}");
        assert_eq!(game.save(), before, "{at}");
    }
}

fn first(_: &Reader<'_>, _: &[Value]) -> Run<Value> {
    Ok(Value::Int(1))
}

fn named(name: &'static str) -> Primitive {
    Primitive::query(name, "Of the embedding program.", [], Type::NUMBER, first)
}

/// A name that cannot be called, or is taken, is told of every ruleset that is read.
#[test]
fn a_primitive_needs_a_name_of_its_own() {
    let fine = named("first_of_all");
    let taken = named("draw_card");
    let empty = named("");
    let strange = named("two words");
    let word = named("true");
    let also = named("other").also(&["first_of_all"]);
    let text = numbers(
        3,
        r#"{ action_name: "go", type: "button", primitives: ["set($globals.picked, first_of_all())"] }"#,
    );
    let told = |primitives: &[&Primitive]| {
        let loader = primitives
            .iter()
            .fold(Loader::new(), |loader, p| loader.primitive(Primitive::clone(p)));
        let checked = loader.check_text("named.json", &text);
        checked.into_result().map_err(|e| e.to_string())
    };
    let rules = told(&[&fine]).expect("it is called");
    let no_name = "that is no name that can be called";
    for (wrong, why) in [
        (&taken, "the engine has one of that name"),
        (&empty, no_name),
        (&strange, no_name),
        (&word, no_name),
        (&also, "the program adds two of that name"),
        (&fine, "the program adds two of that name"),
    ] {
        let error = told(&[&fine, wrong]).expect_err(&wrong.name);
        assert!(
            error.contains("error[E329]: the program's primitive `") && error.contains(why),
            "{error}"
        );
        assert_eq!(error.matches("error[").count(), 1, "{error}");
    }
    // What it takes and gives is part of the ruleset, whatever it does.
    let changed = Primitive::query("first_of_all", "", [], Type::ANY, first);
    let said_otherwise = Primitive::query("first_of_all", "Otherwise.", [], Type::NUMBER, first);
    assert_eq!(
        told(&[&said_otherwise]).expect("it is called").edition(),
        rules.edition()
    );
    assert_ne!(
        told(&[&changed]).expect("it is called").edition(),
        rules.edition()
    );
}
