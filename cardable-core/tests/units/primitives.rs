//! The table over itself, and every example played.

use cardable_core::testing::Bench;
use cardable_engine::primitives::*;
use cardable_engine::value::Type;

/// The table on which examples are played, as the manual's introduction tells it.
const TABLE: &str = include_str!("example_table.json5");

fn bench() -> Bench {
    Bench::new(TABLE, &["A", "B", "C"])
}

/// The primitives that authors call, and those that only the compiler calls.
fn declared() -> impl Iterator<Item = &'static Signature> {
    all().chain(internal())
}

/// Plays an example and says what is wrong with it.
fn play(example: &Example) -> Result<(), String> {
    let mut bench = bench();
    let step = |bench: &mut Bench, text: &str| bench.step(text).map_err(|e| format!("`{text}`: {e}"));
    for before in example.before {
        step(&mut bench, before)?;
    }
    let last = if example.check.is_empty() {
        example.call
    } else {
        step(&mut bench, example.call)?;
        example.check
    };
    let found = bench.value(last).map_err(|e| format!("`{last}`: {e}"))?;
    if found == example.gives {
        return Ok(());
    }
    Err(format!(
        "`{last}` after `{}` gives {found}, not {}",
        example.call, example.gives
    ))
}

#[test]
fn every_example_holds() {
    let mut wrong = Vec::new();
    for primitive in declared() {
        for example in primitive.examples {
            if let Err(problem) = play(example) {
                wrong.push(format!("{}: {problem}", primitive.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_moves_cards_says_so() {
    let zones = [
        "deck",
        "discard",
        "pair",
        "trick",
        "seat_at(0).hand",
        "seat_at(1).hand",
        "seat_at(2).hand",
        "seat_at(0).front",
        "seat_at(1).front",
        "seat_at(2).front",
        "seat_at(0).deck",
        "seat_at(1).deck",
    ];
    let counted: Vec<String> = zones.iter().map(|zone| format!("count_cards({zone})")).collect();
    let counts = format!("[{}]", counted.join(", "));
    let counts = |bench: &mut Bench| bench.value(&counts).unwrap_or_else(|e| panic!("{e}"));
    let mut silent = Vec::new();
    let acting = |primitive: &&Signature| matches!(primitive.kind, CallKind::Step | CallKind::Form(_));
    for primitive in declared()
        .filter(acting)
        .filter(|primitive| primitive.moves == Moves::None)
    {
        for example in primitive.examples {
            let mut bench = bench();
            let done = example.before.iter().try_for_each(|step| bench.step(step));
            let before = counts(&mut bench);
            let acts = done.is_ok() && bench.step(example.call).is_ok();
            // What other primitives in the call move, they say themselves.
            let others = declared().any(|other| {
                other.moves != Moves::None
                    && other.name != primitive.name
                    && example.call.contains(&*other.name)
            });
            if acts && !others && counts(&mut bench) != before {
                silent.push(&*primitive.name);
            }
        }
    }
    assert_eq!(
        silent,
        [] as [&str; 0],
        "these move cards, and do not say `#[moves(…)]`"
    );
}

/// The example table with zones that are all full as they are, or that must keep all they have.
fn table_of_bounds(bounds: fn(usize) -> (usize, usize)) -> String {
    let mut text = String::new();
    let mut name = "";
    for line in TABLE.lines() {
        let named = line
            .split_once("\"name\": \"")
            .and_then(|(_, rest)| rest.split_once('"'));
        name = named.map_or(name, |(name, _)| name);
        let holds = match name {
            "deck" if !text.contains("player_zones") => 5,
            "hand" => 3,
            _ => 0,
        };
        let (least, most) = bounds(holds);
        let size = format!("\"size\": [{least}, {most}]");
        text += &line
            .replace("\"size\": \"*\"", &size)
            .replace("\"size\": [0, 2]", &size);
        text.push('\n');
    }
    text
}

/// Every step that moves cards, as the only step of an action: where it has no room, or would take what a
/// zone must keep, it is not offered, or does what can be done; it never faults for that.
#[test]
fn what_moves_cards_never_faults_on_a_full_zone() {
    use cardable_core::Game;
    use cardable_core::NotApplied;
    use cardable_core::{Seed, Setup};
    let mut faults = Vec::new();
    let full = table_of_bounds(|holds| (0, holds));
    let empty = table_of_bounds(|holds| (holds, 99));
    for primitive in all().filter(|primitive| primitive.moves != Moves::None) {
        let plain = primitive
            .examples
            .iter()
            .filter(|example| example.before.is_empty());
        // To whom is dealt there is worked out: that shows when it is done.
        let plain = plain.filter(|example| !example.call.contains("next_player()"));
        for call in plain.map(|example| example.call) {
            for table in [&full, &empty] {
                let action = format!("\"type\": \"button\", \"primitives\": {call:?}");
                let first = "{ \"action_name\": \"Wait\", \"type\": \"button\" }";
                assert!(table.contains(first));
                let both = format!(
                    "[{}, {}]",
                    first.replace("\"type\": \"button\"", &action),
                    first.replace("Wait", "Rest")
                );
                let text = table.replacen(first, &both, 1);
                let ruleset = match cardable_core::parse(text) {
                    Ok(ruleset) => ruleset,
                    // A value that moves cards needs a place.
                    Err(_) => continue,
                };
                let mut game = match Game::new(&ruleset, &Setup::named(["A", "B", "C"]), Seed::from(1)) {
                    Ok(game) => game,
                    Err(error) => unreachable!("{call}: {error}"),
                };
                while let Some(decision) = game.next_decision() {
                    let seat = decision.seat();
                    match game.submit_nth(seat, 0) {
                        Err(NotApplied::Faulted(fault)) => {
                            faults.push(format!("{call}: {}", fault.message));
                            break;
                        }
                        // A single action is offered: what it asks is answered, and that is all.
                        _ if game
                            .next_decision()
                            .is_none_or(|next| next.actions().next().is_some()) =>
                        {
                            break;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    assert_eq!(faults, [] as [&str; 0]);
}

#[test]
fn what_a_declaration_says_of_moves_are_its_parameters() {
    for primitive in declared() {
        let names: Vec<&str> = match primitive.moves {
            Moves::None | Moves::Fitting | Moves::Unforeseen => vec![],
            Moves::Given { cards, to } => vec![cards, to],
            Moves::Counted { from, to } | Moves::UpTo { from, to } => vec![from, to],
            Moves::All { from, to } | Moves::Dealt { from, to } => vec![from, to],
            Moves::Gathered { to } => vec![to],
            Moves::Exchanged { a, b } => vec![a, b],
        };
        for name in names {
            let known = primitive.params.iter().any(|param| param.name == name);
            assert!(known, "`{}` has no parameter `{name}`", primitive.name);
        }
    }
}

/// A table on which seats have other zones than those that primitives know by name.
fn table_of_other_zones() -> String {
    let zones = TABLE.split_once("\"player_zones\"").map_or("", |(_, rest)| rest);
    let zones = zones.split_once("\"global_data\"").map_or("", |(zones, _)| zones);
    let renamed = zones
        .replace("\"name\": \"hand\"", "\"name\": \"grip\"")
        .replace("\"name\": \"deck\"", "\"name\": \"heap\"")
        .replace("\"name\": \"front\"", "\"name\": \"face\"");
    assert_ne!(zones, renamed);
    TABLE.replace(zones, &renamed)
}

#[test]
fn what_needs_something_of_the_ruleset_says_so() {
    let table = table_of_other_zones();
    let mut silent = Vec::new();
    // A zone that a call names itself is made when it is read, or that is an error already.
    let named = [
        ".hand",
        ".deck",
        ".front",
        "'hand'",
        "'deck'",
        "'front'",
        "pick_deck",
    ];
    let mut bench = Bench::new(&table, &["A", "B", "C"]);
    for primitive in all().filter(|primitive| primitive.requires == Requirement::Nothing) {
        let calls = primitive.examples.iter().map(|example| example.call);
        for call in calls.filter(|call| !named.iter().any(|name| call.contains(name))) {
            let fault = match primitive.result {
                Type::Nothing => bench.step(call).err(),
                _ => bench.value(call).err(),
            };
            if let Some(fault) = fault.filter(|fault| fault.contains("seats have no")) {
                silent.push(format!("{}: {fault}", primitive.name));
            }
        }
        let told = primitive.errors.contains("have no zone") || primitive.doc.contains("must have a zone");
        if told && primitive.requires == Requirement::Nothing {
            silent.push(format!("{}: its page says so", primitive.name));
        }
    }
    assert_eq!(
        silent,
        [] as [&str; 0],
        "these need something and do not say `#[requires(…)]`"
    );
}

#[test]
fn what_is_needed_is_refused_where_it_is_not() {
    let without = table_of_other_zones();
    for primitive in all().filter(|primitive| matches!(primitive.requires, Requirement::SeatZone(_))) {
        for example in primitive.examples {
            for (table, refused) in [(TABLE, false), (&*without, true)] {
                let call = match example.check {
                    "" => format!("set($globals.n, {})", example.call),
                    _ => example.call.to_owned(),
                };
                let steps = format!("\"type\": \"button\", \"primitives\": {call:?}");
                let text = table.replacen("\"type\": \"button\"", &steps, 1);
                let checked = cardable_core::Loader::new().check_text("r.json", &text);
                let told = checked
                    .diagnostics
                    .contains(cardable_compiler::diag::Code::LacksZone);
                assert_eq!(told, refused, "{call}: {:#?}", checked.diagnostics.sorted());
            }
        }
    }
}

#[test]
fn what_a_declaration_says_of_needs_are_its_parameters() {
    for primitive in declared() {
        if let Requirement::SeatData(named) = primitive.requires {
            for name in named {
                let known = primitive.params.iter().any(|param| param.name == *name);
                assert!(known, "`{}` has no parameter `{name}`", primitive.name);
            }
        }
    }
}

#[test]
fn every_primitive_has_an_example() {
    for primitive in declared() {
        assert!(
            !primitive.examples.is_empty(),
            "`{}` has no example",
            primitive.name
        );
        let shown = |example: &Example| {
            let texts = [example.call, example.check];
            texts
                .iter()
                .chain(example.before)
                .any(|text| text.contains(&*primitive.name))
        };
        // Two are operators of the expression language, one stands in a state of the table.
        let elsewhere = matches!(&*primitive.name, "and" | "or" | "state_pop");
        assert!(
            elsewhere || primitive.examples.iter().any(shown),
            "no example shows `{}`",
            primitive.name
        );
    }
}

#[test]
fn names_are_words_and_no_two_are_the_same() {
    let mut names: Vec<&str> = declared().flat_map(|p| p.names()).collect();
    for name in &names {
        let word = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(word && !name.is_empty(), "`{name}`");
        let found = find(name).map(|p| p.answers_to(name));
        let hidden = internal().any(|p| p.answers_to(name));
        assert_eq!(found, (!hidden).then_some(true), "`{name}`");
        assert!(is_taken(name), "`{name}`");
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name is used twice");
}

#[test]
fn everything_is_documented() {
    for primitive in declared() {
        assert!(
            primitive.doc.trim().ends_with('.'),
            "`{}` has no sentence",
            primitive.name
        );
        for param in &*primitive.params {
            let doc = param.doc.trim();
            assert!(
                doc.ends_with('.'),
                "`{}` of `{}` has no sentence",
                param.name,
                primitive.name
            );
        }
        assert!(
            !primitive.errors.ends_with('.'),
            "the manual puts the full stop: {}",
            primitive.errors
        );
    }
}

#[test]
fn parameters_come_in_an_order_that_can_be_counted() {
    let place = |arity: Arity| match arity {
        Arity::Required => 0,
        Arity::Optional => 1,
        Arity::Rest => 2,
    };
    for primitive in declared() {
        let places: Vec<u8> = primitive.params.iter().map(|p| place(p.arity)).collect();
        assert!(places.is_sorted(), "`{}`", primitive.name);
        let rest = places.iter().filter(|p| **p == 2).count();
        let optional = places.contains(&1);
        assert!(
            rest <= 1 && !(rest == 1 && optional),
            "`{}` cannot tell its last parameters apart",
            primitive.name
        );
        let mut names: Vec<&str> = primitive.params.iter().map(|p| &*p.name).collect();
        names.sort_unstable();
        assert!(
            names.windows(2).all(|two| two[0] != two[1]),
            "`{}`",
            primitive.name
        );
        let each = primitive
            .params
            .iter()
            .filter(|p| p.ty == ParamType::EachSeat)
            .count();
        assert!(
            each == 0 || (each == 1 && primitive.result == Type::Nothing),
            "`{}`",
            primitive.name
        );
    }
}

#[test]
fn families_stay_together() {
    let mut chapters: Vec<Family> = all().map(|p| p.family).collect();
    chapters.dedup();
    let all_chapters = chapters.len();
    chapters.sort_by_key(|f| f.title());
    chapters.dedup();
    assert_eq!(
        chapters.len(),
        all_chapters,
        "a chapter of the manual is begun twice"
    );
}

#[test]
fn the_manual_has_a_page_for_each() {
    let manual = manual();
    for primitive in all() {
        assert!(
            manual.contains(&format!("\n### `{}`\n", primitive.name)),
            "{}",
            primitive.name
        );
    }
    assert!(manual.ends_with("```\n") && !manual.contains("\n\n\n"));
}

#[test]
fn what_makes_no_sense_is_a_fault() {
    let wrong = [
        (
            "draw_cards($player, 6, 'deck', $player.hand)",
            "zone has too few cards",
        ),
        (
            "draw_cards($player, 1 - 2, 'deck', $player.hand)",
            "number of cards is out of range",
        ),
        (
            "draw_cards($player, 500000000 + 500000000, 'deck', 'deck')",
            "number of cards is out of range",
        ),
        ("deal('deck', 'hand', 2)", "zone has too few cards"),
        ("move_top('deck', 'pair', 3)", "zone is full"),
        ("move_bottom('deck', 'discard', 6)", "zone has too few cards"),
        ("move_all('deck', 'pair')", "zone is full"),
        ("swap_zones('pair', 'deck')", "zone is full"),
        ("flip_top('trick')", "zone has too few cards"),
        ("pass_in_round_robin($player, 'for ever')", "a pass lasts until"),
        ("skip_next_player(33)", "number of seats is out of range"),
        (
            "set($globals.n, nth_card('deck', 1 - 2).points)",
            "place of a card is out of range",
        ),
        (
            "set($globals.n, count_sets('deck', 'value', 0))",
            "size of a set is out of range",
        ),
        ("set($globals.n, max([]))", "number of numbers is out of range"),
        (
            "set($globals.n, clamp(1, 3, 1 + 1))",
            "lower bound is out of range",
        ),
        ("set($globals.n, abs(1 / $globals.n))", "division by zero"),
        ("set($globals.n, pow(10, 400))", "number out of range"),
        ("set($globals.n, 9223372036854775807 + 1)", "number out of range"),
        (
            "random_number($globals.n, 2, 2 - 1)",
            "range of a random number is out of range",
        ),
        (
            "random_number($globals.n, 0, 9223372036854775807)",
            "range of a random number is out of range",
        ),
        (
            "take_deck($globals.who, list_item($game.decks, 0))",
            "wanted a seat, found nothing",
        ),
        ("place_card(top_card('trick'), 'discard')", ""),
        (
            "flip_card(list_item([$player, 1], 0))",
            "wanted a card, found a seat",
        ),
        ("state_pop()", "`state_pop` in the lowest state"),
        (
            "set($globals.list, sort_list([1, 'a']))",
            "wanted a number, a text or a seat, of one kind with the others, found a string",
        ),
        (
            "set($globals.list, sort_list([top_card('deck')]))",
            "wanted a number, a text or a seat, of one kind with the others, found a card",
        ),
    ];
    for (step, fault) in wrong {
        let found = bench().step(step).err().unwrap_or_default();
        assert!(
            found.contains(fault) && found.is_empty() == fault.is_empty(),
            "`{step}`: {found:?}"
        );
    }
}

#[test]
fn no_list_grows_without_end() {
    let mut bench = bench();
    let mut double = |_| bench.step("set($globals.list, concat_lists($globals.list, $globals.list, 1))");
    let fault = (0..20).find_map(|n| double(n).err());
    assert_eq!(fault.as_deref(), Some("more than 65535 items in a list at once"));
}

#[test]
fn cards_change_places_from_wherever_they_lie() {
    let order = |bench: &mut Bench| bench.value("cards_of('deck')").unwrap_or_default();
    let (ace, two, spade) = (
        "nth_card('deck', 0)",
        "nth_card('deck', 1)",
        "nth_card('deck', 3)",
    );
    for (a, b) in [
        (ace, two),
        (two, ace),
        (ace, spade),
        (spade, ace),
        (two, spade),
        (ace, ace),
    ] {
        let mut bench = bench();
        let before = order(&mut bench);
        let names = [a, b].map(|c| bench.value(c).unwrap_or_default());
        let swap = format!("swap_cards({a}, {b})");
        assert_eq!(bench.step(&swap), Ok(()));
        let swapped = before
            .replace(&names[0], "?")
            .replace(&names[1], &names[0])
            .replace('?', &names[1]);
        assert_eq!(order(&mut bench), swapped, "{swap}");
        assert_eq!(bench.step(&swap), Ok(()));
        assert_eq!(order(&mut bench), before, "{swap} twice");
    }
}
