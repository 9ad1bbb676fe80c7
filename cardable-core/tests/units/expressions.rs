//! What expressions mean: values, steps, mistakes with their columns, and what a dialect's names
//! can add.

use cardable_compiler::expr::Expr;
use cardable_compiler::expr::compile::Compiler;
use cardable_compiler::expr::compile::{Call, Names, Plain};
pub(crate) use cardable_compiler::hir::{NodeId, NodeKind, Stmt};
use cardable_compiler::text::source::Span;
use cardable_core::testing::{Bench, Work};
use cardable_engine::ids::Seat;
use cardable_engine::value::{Type, Value};

/// The table of the primitives' examples: a deck of five cards (Ace, Two and Three of Hearts, Ace
/// of Spades, Four of Diamonds) and hands of three (Two and Three of Clubs, Five of Spades).
const TABLE: &str = include_str!("example_table.json5");

fn bench() -> Bench {
    Bench::new(TABLE, &["A", "B", "C"])
}

/// Does steps, and compares values with what they should be.
#[track_caller]
fn check(steps: &[&str], values: &[(&str, &str)]) {
    let mut bench = bench();
    for step in steps {
        assert_eq!(bench.step(step), Ok(()), "`{step}`");
    }
    for (text, expected) in values {
        assert_eq!(bench.value(text).as_deref(), Ok(*expected), "`{text}`");
    }
}

/// Compares mistakes, each told as `column: message (help)`.
#[track_caller]
fn refused(cases: &[(Work<'_>, &str)]) {
    let bench = bench();
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(work, expected)| {
            let found = bench.compile(&Plain, work).err().unwrap_or_default();
            (!found.contains(expected)).then(|| format!("{work:?}\nfound: {found}\nexpected: {expected}\n"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn values() {
    check(
        &[],
        &[
            ("7 % 3 + 2 * 3", "7"),
            ("-7 % 3", "2"),
            ("1 + 2 + 3 - 4", "2"),
            ("-1.5 + 1", "-0.5"),
            ("if(1 < 2, 'a', 'b')", "a"),
            ("if(1 > 2, 'a')", "nothing"),
            ("[4, 5, 6][1]", "5"),
            ("[[1, 2], [3]][0][1]", "2"),
            ("deck[0]", "Ace of Hearts"),
            ("deck[1].points", "0"),
            ("deck[9]", "nothing"),
            ("$player.hand[0]", "Five of Spades"),
            ("player.hand.top_card().value", "5"),
            ("$player.hand.count_cards() + count_cards(hand)", "6"),
            ("next_player().hand.count_cards()", "3"),
            ("next_player.hand[0].suit", "Spades"),
            ("'b' in ['a', 'b']", "true"),
            ("not ('c' in ['a', 'b']) and true", "true"),
        ],
    );
}

#[test]
fn steps() {
    let n = |steps: &[&str], expected: &str| check(steps, &[("$globals.n", expected)]);
    n(&["set($globals.n, 4)", "increment($globals.n, 2)"], "6");
    n(&["[increment($globals.n), increment($globals.n)]"], "2");
    n(&["if(1 < 2, set($globals.n, 3), set($globals.n, 4))"], "3");
    n(
        &["if(1 > 2, set($globals.n, 3), [increment($globals.n), increment($globals.n)])"],
        "2",
    );
    n(&["if(1 > 2, set($globals.n, 3))"], "0");
    n(&["while($globals.n < 7, increment($globals.n, 3))"], "9");
    n(&["while($globals.n < 100, increment($globals.n))"], "100");
    // Each round sees what the rounds before have done.
    check(
        &["while(count_cards(deck) > 2, [move_top(deck, discard, 1), increment($globals.n)])"],
        &[("count_cards(deck)", "2"), ("$globals.n", "3")],
    );
    // A loop in a loop counts its own rounds.
    n(
        &[
            "while($globals.n < 300, [set($player.bid, 0), while($player.bid < 60, [increment($player.bid), increment($globals.n)])])",
        ],
        "300",
    );
    // A receiver is the first parameter, and each seat is `$player` in turn.
    check(
        &["draw_cards(all, 1, deck, $player.hand)"],
        &[
            ("count_cards(deck)", "2"),
            ("count_cards(next_player().hand)", "4"),
        ],
    );
    check(
        &["$player.draw_card(deck, $player.front)"],
        &[("$player.front[0].points", "11")],
    );
    check(&["end_turn"], &[("turn_player()", "B")]);
}

#[test]
fn endless_rounds_fault() {
    let mut bench = bench();
    let found = bench.step("while(true, increment($globals.n))");
    let told = found.err().unwrap_or_default();
    assert!(
        told.starts_with("`while` has gone round ") && told.ends_with(" times, and nothing ends it"),
        "{told}"
    );
    assert_eq!(
        bench.step("set($globals.n, 1 / count_cards(discard))"),
        Err("division by zero".into())
    );
}

#[test]
fn mistakes_of_values() {
    refused(&[
        (
            Work::Value("1 + 'a'"),
            "expression:1:5: error[E311]: `+` takes a number, found a string",
        ),
        (
            Work::Value("!3"),
            "1:2: error[E311]: `!` takes a boolean, found a number",
        ),
        (
            Work::Value("true && 1"),
            "1:9: error[E311]: `&&` takes a boolean, found a number",
        ),
        (
            Work::Value("count_cards(deck) == 'a'"),
            "1:1: error[E311]: a number never equals a string",
        ),
        (Work::Value("dekc[0]"), "1:1: error[E301]: unknown name `dekc`"),
        (Work::Value("dekc[0]"), "did you mean `deck`?"),
        (Work::Value("$plaier.hand"), "did you mean `$player`?"),
        (Work::Value("hnad"), "did you mean `$player.hand`?"),
        (Work::Value("next_plaier"), "did you mean `next_player`?"),
        (Work::Value("$player.hnad"), "did you mean `hand`?"),
        (Work::Value("top_card(deck).sui"), "did you mean `suit`?"),
        (Work::Value("count_card(deck)"), "did you mean `count_cards`?"),
        (
            Work::Value("3[0]"),
            "1:1: error[E311]: only a list or a zone has numbered items, found a number",
        ),
        (Work::Value("hand:0"), "`hand` has no numbered copies here"),
        (
            Work::Value("card => card.value"),
            "1:1: error[E311]: a function cannot stand here",
        ),
        (
            Work::Value("while(true, end_turn())"),
            "error[E315]: `while` acts and has no value",
        ),
        (Work::Value("shuffle(deck)"), "acts and has no value"),
        (
            Work::Condition("random_number(1, 6) > 3"),
            "1:1: error[E321]: `random_number` acts or asks",
        ),
    ]);
}

#[test]
fn mistakes_of_steps() {
    refused(&[
        (
            Work::Step("while(1, end_turn())"),
            "1:7: error[E311]: a condition is a boolean, found a number",
        ),
        (
            Work::Step("while(if(1 > 2, 1, true), end_turn())"),
            "error[E311]: a condition is a boolean, found a number",
        ),
        (
            Work::Step("while(true)"),
            "`while` takes a condition and steps, found 1 parameter",
        ),
        (
            Work::Step("if(true)"),
            "`if` takes a condition and one or two steps, found 1 parameter",
        ),
        (
            Work::Step("[end_turn(), shufle(deck)]"),
            "1:14: error[E302]: unknown primitive `shufle`",
        ),
        (Work::Step("set(3, 4)"), "this cannot be assigned"),
    ]);
}

/// A dialect of few words: seats are numbered, a zone's copies too, and `put` moves cards.
struct Numbered;

impl Names for Numbered {
    fn name(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        match name {
            "current" => Some(c.b.player(c.scope, span)),
            _ => None,
        }
    }

    fn zone_copy(&self, c: &mut Compiler<'_>, zone: &str, index: u32, span: Span) -> Option<NodeId> {
        let at = c.b.hir.seat_zone_named(zone)?;
        let seat = c.b.constant(Value::Seat(Seat(index as u8)), span);
        Some(c.b.node(NodeKind::SeatZone(seat, at), Type::ZONE, span))
    }

    fn member(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> Option<NodeId> {
        (name == "size").then(|| {
            let zone = c.value(base);
            c.b.member(c.scope, zone, "count_cards", span)
        })
    }

    fn call(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<NodeId> {
        if &*call.callee.name != "size_of" {
            return None;
        }
        let primitive = c.b.find("count_cards")?;
        let args = c.arguments(&primitive, call.receiver, call.args);
        Some(c.b.call(c.scope, &primitive, args, call.span))
    }

    fn step(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<Vec<Stmt>> {
        let ("put", [from, to, n]) = (&*call.callee.name, call.args) else {
            return None;
        };
        let primitive = c.b.find("move_top")?;
        let args = c.arguments(&primitive, None, &[from.clone(), to.clone(), n.clone()]);
        let extras = cardable_compiler::hir::build::StepExtras::default();
        Some(c.b.step(c.scope, &primitive, args, extras, call.span))
    }
}

#[test]
fn a_dialect_has_its_own_names() {
    let mut bench = bench();
    for (text, expected) in [
        ("current", "A"),
        ("current.hand", "hand of A"),
        ("hand:1", "hand of B"),
        ("hand:2.size + 1", "4"),
        ("size_of(hand:0)", "3"),
        ("size_of(deck)", "5"),
        ("size_of(front)", "0"),
    ] {
        let found = bench.run(&Numbered, &Work::Value(text));
        assert_eq!(found.as_deref(), Ok(expected), "`{text}`");
    }
    assert!(
        bench
            .run(&Numbered, &Work::Step("put(hand:1, discard, 2)"))
            .is_ok()
    );
    assert_eq!(bench.value("count_cards(discard)").as_deref(), Ok("2"));
}

#[test]
fn steps_at_once_see_the_table_before_them() {
    let both = |texts: &[&str], value: &str| {
        let mut in_order = bench();
        for text in texts {
            assert_eq!(in_order.step(text), Ok(()), "`{text}`");
        }
        let mut at_once = bench();
        let done = at_once.run(&Plain, &Work::AtOnce(texts));
        assert!(done.is_ok(), "{done:?}");
        (
            in_order.value(value).unwrap_or_default(),
            at_once.value(value).unwrap_or_default(),
        )
    };
    let cases: &[(&[&str], &str, &str, &str)] = &[
        // Counted before the move.
        (
            &["move_top(deck, discard, 2)", "set($globals.n, count_cards(deck))"],
            "$globals.n",
            "3",
            "5",
        ),
        // What it is added to is read when it acts.
        (
            &[
                "increment($globals.n, 2)",
                "increment($globals.n, $globals.n + 1)",
            ],
            "$globals.n",
            "5",
            "3",
        ),
        // The branch is chosen before, and acts in its place.
        (
            &[
                "set($globals.n, 1)",
                "if($globals.n == 0, increment($globals.n, 10), increment($globals.n, 20))",
            ],
            "$globals.n",
            "21",
            "11",
        ),
        // A `while` parts the list, and its rounds see each other.
        (
            &[
                "move_top(deck, discard, 1)",
                "while(count_cards(deck) > 2, move_top(deck, discard, 1))",
                "move_top(deck, discard, 1)",
                "set($globals.n, count_cards(deck))",
            ],
            "$globals.n",
            "1",
            "2",
        ),
        // Cards are named before any of them moves.
        (
            &["place_card(deck[0], discard)", "place_card(deck[0], trick)"],
            "count_cards(discard) * 10 + count_cards(trick)",
            "11",
            "1",
        ),
        // Each seat's own arguments are worked out when its turn comes.
        (
            &[
                "draw_cards(all, 1, deck, $player.hand)",
                "set($globals.n, count_cards(next_player().hand))",
            ],
            "$globals.n",
            "4",
            "3",
        ),
    ];
    for (texts, value, in_order, at_once) in cases {
        let found = both(texts, value);
        assert_eq!((&*found.0, &*found.1), (*in_order, *at_once), "{texts:?}");
    }
}

#[test]
fn texts_are_joined() {
    let mut bench = bench();
    for (text, expected) in [
        ("concat()", ""),
        ("concat() == ''", "true"),
        ("concat('a', 1, nothing, -2)", "a1-2"),
        ("concat('ha', 'nd') == 'hand'", "true"),
        ("count_cards(concat('de', 'ck'))", "5"),
        ("concat($globals.n, '') == concat($globals.n)", "true"),
        // What the ruleset says already is the same text.
        ("concat('pla', if($globals.n == 0, 'y', 'x')) == 'play'", "true"),
        (
            "concat('pla', if($globals.n == 0, 'y', 'x')) == current_state()",
            "true",
        ),
        (
            "concat($player.hand, ', ', 1.5, ', ', true)",
            "hand of A, 1.5, yes",
        ),
        ("is_empty(concat($globals.who))", "true"),
    ] {
        assert_eq!(bench.value(text).as_deref(), Ok(expected), "`{text}`");
    }
    refused(&[
        (Work::Value("'a' + 'b'"), "join texts by `concat(a, b)`"),
        (
            Work::Value("concat('a', deck[0])"),
            "1:13: error[E311]: `concat` joins texts, numbers and seats, found a card",
        ),
    ]);
}

#[test]
fn joined_texts_are_kept() {
    let mut bench = bench();
    let step = |bench: &mut Bench, text: &str| assert_eq!(bench.step(text), Ok(()), "`{text}`");
    let value = |bench: &mut Bench, text: &str| bench.value(text).unwrap_or_else(|e| e);
    step(&mut bench, "set($globals.any, concat('n is ', $globals.n))");
    assert_eq!(value(&mut bench, "$globals.any"), "n is 0");
    assert_eq!(
        value(&mut bench, "$globals.any == concat('n is ', $globals.n)"),
        "true"
    );
    assert_eq!(
        value(&mut bench, "$globals.any == concat('n is ', $globals.n + 1)"),
        "false"
    );
    step(
        &mut bench,
        "set($globals.list, concat_lists($globals.any, concat('m', $globals.n)))",
    );
    assert_eq!(value(&mut bench, "$globals.list"), "[n is 0, m0]");
    assert_eq!(
        value(&mut bench, "index_of($globals.list, concat('m', $globals.n))"),
        "1"
    );
    // What it was stays what it was.
    step(
        &mut bench,
        "[set($globals.who, $player), set($globals.any, concat($globals.any, '!')), \
         set($globals.n, if($globals.any == concat('n is ', $globals.n, '!'), 7, 8))]",
    );
    assert_eq!(value(&mut bench, "$globals.n"), "7");
    let long = bench.step("while(true, set($globals.any, concat($globals.any, $globals.any)))");
    assert_eq!(long, Err("more than 1000 bytes in a text at once".into()));
}
