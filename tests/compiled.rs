//! Compiled rules as bytes: they play the same games, and bytes from anywhere are rules or an error.

use crate::support;
use cardable_core::compiled::{BytesError, Links, NotPortable};
use cardable_core::ids::StateId;
use cardable_core::primitives::Primitive;
use cardable_core::value::{Type, Value};
use cardable_core::{Game, Loader, Ruleset, Seed, Setup, Viewer};
use cardable_engine::program::{BinaryOp, Expr, Measure, Op, Operand, OperandPlace, Predicate, Program};
use cardable_lua::Luau;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// How many changes are tried on each game.
const CHANGES: usize = 250;
/// How many choices are made in a game of changed rules.
const CHOICES: usize = 25;

fn links(luau: &Luau) -> Links<'_> {
    Links {
        scripts: Some(luau),
        ..Links::default()
    }
}

/// A game by random choices, as everybody may know it.
fn played(ruleset: &Ruleset, choices: usize) -> Option<(Vec<String>, Vec<u8>)> {
    let seats = *ruleset.seats().start();
    let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(7)).ok()?;
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut made = Vec::new();
    for _ in 0..choices {
        let Some(decision) = game.next_decision() else {
            break;
        };
        let seat = decision.seat();
        let Some(choice) = decision.sample(&mut rng) else {
            break;
        };
        made.push(serde_json::to_string(&game.view(Viewer::Seat(seat))).expect("a view is JSON"));
        if game.submit(seat, &choice).is_err() {
            break;
        }
    }
    made.push(serde_json::to_string(&game.view(Viewer::Spectator)).expect("a view is JSON"));
    Some((made, game.save()))
}

#[test]
fn rules_from_bytes_play_the_same_games() {
    let luau = Luau::new();
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let bytes = ruleset.to_bytes().expect(&name);
        let read =
            Ruleset::from_bytes(&bytes, links(&luau)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read.rules(), ruleset.rules(), "{name}");
        assert_eq!(read.edition(), ruleset.edition(), "{name}");
        assert_eq!(played(&read, 60), played(&ruleset, 60), "{name}");
        assert_eq!(read.to_bytes().expect(&name), bytes, "{name}");
        let (info, wanted) = (read.info(), ruleset.info());
        let json = |info| serde_json::to_value(info).expect("an info is JSON");
        assert_eq!(json(info), json(wanted), "{name}");
    }
}

#[test]
fn damaged_bytes_are_an_error_or_rules_that_can_be_played() {
    let luau = Luau::new();
    let (mut read, mut refused) = (0, 0);
    for (name, _) in support::games() {
        let bytes = support::load(&name).to_bytes().expect(&name);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..CHANGES {
            let mut damaged = bytes.clone();
            for _ in 0..1 + rng.next_u32() % 3 {
                let at = rng.next_u64() as usize % damaged.len();
                damaged[at] = match rng.next_u32() % 3 {
                    0 => damaged[at].wrapping_add(1),
                    1 => damaged[at].wrapping_sub(1),
                    _ => rng.next_u32() as u8,
                };
            }
            match Ruleset::from_bytes(&damaged, links(&luau)) {
                Ok(ruleset) => {
                    read += 1;
                    played(&ruleset, CHOICES);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

#[test]
fn bytes_that_end_early_are_no_rules() {
    let bytes = support::load("skullable").to_bytes().expect("it is rules");
    for len in (0..bytes.len()).step_by(37) {
        let read = Ruleset::from_bytes(&bytes[..len], Links::default());
        assert!(matches!(read, Err(BytesError::NotRules(_))), "{len}: {read:?}");
    }
    let longer = [&bytes[..], b"x"].concat();
    let read = Ruleset::from_bytes(&longer, Links::default());
    assert_eq!(
        read.expect_err("there is more").to_string(),
        "these are no compiled rules: something follows them"
    );
}

#[test]
fn bytes_of_another_version_say_so() {
    let bytes = support::load("skullable").to_bytes().expect("it is rules");
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a first line");
    let other = [b"cardable rules 0.0.1-7", &bytes[end..]].concat();
    let error = Ruleset::from_bytes(&other, Links::default()).expect_err("it is another version");
    assert!(matches!(&error, BytesError::Version { found } if found == "0.0.1-7"));
    assert!(error.to_string().contains("compile them anew"), "{error}");
}

#[test]
fn what_bytes_call_must_be_handed_over() {
    let bid =
        |result: Type| Primitive::query("next_bid", "The next bid.", [], result, |_, _| Ok(Value::Int(3)));
    let text = cardable_core::testing::TINY.replace(
        "count_cards(deck) == 0",
        "count_cards(deck) == 0 and next_bid() == 3",
    );
    let checked = Loader::new()
        .primitive(bid(Type::NUMBER))
        .check_text("bids.json", &text);
    let ruleset = checked.into_result().expect("it checks");
    let bytes = ruleset.to_bytes().expect("it is rules");

    let with = |primitives: &[Primitive]| {
        let links = Links {
            primitives,
            ..Links::default()
        };
        Ruleset::from_bytes(&bytes, links).map(drop)
    };
    assert_eq!(with(&[bid(Type::NUMBER)]), Ok(()));
    let name = || "next_bid".to_owned();
    assert_eq!(with(&[]), Err(BytesError::NoPrimitive { name: name() }));
    assert_eq!(
        with(&[bid(Type::STRING)]),
        Err(BytesError::OtherPrimitive { name: name() })
    );

    let scripted = support::load("skullable-luau").to_bytes().expect("it is rules");
    let error = Ruleset::from_bytes(&scripted, Links::default()).expect_err("there is no language");
    assert_eq!(
        error,
        BytesError::NoScripts {
            language: "Luau".to_owned()
        }
    );
}

/// A ruleset whose program was changed by hand, and why it cannot be.
fn refused(change: impl FnOnce(&mut Program)) -> &'static str {
    let mut ruleset = support::load("euchre");
    change(Arc::get_mut(&mut ruleset.program).expect("nobody else has it"));
    match ruleset.to_bytes() {
        Err(NotPortable::Refused(why)) => why,
        other => panic!("{:?}", other.map(|bytes| bytes.len())),
    }
}

#[test]
fn programs_that_would_not_end_or_name_what_is_not_there_are_no_rules() {
    let one = || Expr::At(constant());
    fn sum(a: Expr, b: Expr) -> Measure {
        Measure::Binary {
            op: BinaryOp::Add,
            a,
            b,
        }
    }
    let cases: [(&str, &str); 12] = [
        (
            "a measure asks itself",
            refused(|program| {
                let itself = Expr::Measure(program.conditions.measures.len() as u16);
                program.conditions.measures.push(sum(itself, one()));
            }),
        ),
        (
            "measures ask each other too deep",
            refused(|program| {
                program.conditions.measures.push(sum(one(), one()));
                for _ in 0..40 {
                    let last = Expr::Measure(program.conditions.measures.len() as u16 - 1);
                    program.conditions.measures.push(sum(last, one()));
                }
            }),
        ),
        (
            "predicates lie too deep in each other",
            refused(|program| {
                let mut deep = Predicate::All([].into());
                (0..200).for_each(|_| {
                    deep = Predicate::Not(Box::new(std::mem::replace(&mut deep, Predicate::All([].into()))))
                });
                program.conditions.measures.push(Measure::Holds(deep));
            }),
        ),
        (
            "a measure asks too much",
            refused(|program| {
                let many = (0..5_000).map(|_| Predicate::All([].into()));
                program
                    .conditions
                    .measures
                    .push(Measure::Holds(Predicate::All(many.collect())));
            }),
        ),
        (
            "code goes round without end",
            refused(|program| {
                program.code.ops[0] = Op::JumpIf { s: constant(), to: 0 };
            }),
        ),
        (
            "code runs on into other code",
            refused(|program| {
                let last = program.code.ops.len() - 1;
                program.code.ops[last] = Op::PlayingMask { d: 0 };
            }),
        ),
        (
            "an instruction has an unknown register",
            refused(|program| program.code.ops[0] = Op::PlayingMask { d: 249 }),
        ),
        (
            "it says something else of its zones or calls than they are",
            refused(|program| program.code.calls_custom = true),
        ),
        (
            "a state has an action twice",
            refused(|program| {
                let state = program.states.iter_mut().find(|state| !state.actions.is_empty());
                let actions = &mut state.expect("something can be done").actions;
                actions.push(actions[0]);
            }),
        ),
        (
            "a state says wrongly when its automatic actions run",
            refused(|program| {
                let on = &mut program.states[0].autos_on;
                on.turn = !on.turn;
            }),
        ),
        (
            "a state is unknown",
            refused(|program| program.actions[0].state = StateId(60_000)),
        ),
        (
            "instructions have no places",
            refused(|program| program.code.spans.clear()),
        ),
    ];
    for (wanted, why) in cases {
        assert_eq!(why, wanted);
    }
}

/// The first constant of a program.
fn constant() -> Operand {
    Operand::new(OperandPlace::Constant(0)).expect("it is small")
}
