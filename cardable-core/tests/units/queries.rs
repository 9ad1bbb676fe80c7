//! Queries: what they give, how they are compiled, and what is wrong with them.

use cardable_compiler::expr::compile::Plain;
use cardable_core::testing::{Bench, Work};
use cardable_engine::program::Op;

const TABLE: &str = include_str!("example_table.json5");

fn bench() -> Bench {
    Bench::new(TABLE, &["A", "B", "C"])
}

/// The instructions that an expression is compiled to.
fn code(text: &str) -> Vec<Op> {
    let (program, code) = bench()
        .compile(&Plain, &Work::Value(text))
        .unwrap_or_else(|e| unreachable!("{e}"));
    program
        .code
        .ops
        .iter()
        .skip(code.start as usize)
        .copied()
        .collect()
}

#[test]
fn queries() {
    let mut bench = bench();
    assert_eq!(bench.step("set($globals.n, 2)"), Ok(()));
    assert_eq!(bench.step("add_score(next_player(), 4)"), Ok(()));
    assert_eq!(
        bench.step("set($globals.list, concat_lists([3, 1], [2]))"),
        Ok(())
    );
    let cases = [
        // By tables and masks.
        ("count(deck, card => card.suit == 'Hearts')", "3"),
        ("count(deck, card => card.value > $globals.n)", "2"),
        ("count(deck, card => $globals.n < card.value)", "2"),
        ("count(deck, card => $globals.n >= card.value)", "3"),
        (
            "count(deck, card => card.value == $globals.n or card.suit == 'Spades')",
            "2",
        ),
        (
            "count(deck, card => !(card.value == $globals.n) && card.suit == 'Hearts')",
            "2",
        ),
        ("count(hand, card => card.suit == top_card(deck).suit)", "0"),
        ("count(hand, card => card.suit in ['Clubs', 'Hearts'])", "2"),
        ("any(hand, card => card.value % 2 == 0)", "true"),
        ("all(hand, card => card.value > 1)", "true"),
        ("all(trick, card => card.value > 1)", "true"),
        ("any(trick, card => card.value > 1)", "false"),
        (
            "filter(deck, card => card.points > 0)",
            "[Ace of Hearts, Three of Hearts, Ace of Spades]",
        ),
        ("sum(deck, points)", "32"),
        ("sum(deck, 'points') + sum(deck, card => -card.points)", "0"),
        ("sum(trick, points)", "0"),
        ("max_by(deck, card => card.value)", "Four of Diamonds"),
        ("min_by(deck, value)", "Ace of Hearts"),
        ("min_by(trick, value)", "nothing"),
        ("count($player.hand)", "3"),
        ("count([1, 2])", "2"),
        ("$player.hand.count(c => c.value == 2)", "1"),
        ("sum(cards_of(hand), value)", "10"),
        (
            "filter(filter(deck, c => c.suit == 'Hearts'), c => c.value > 1)",
            "[Two of Hearts, Three of Hearts]",
        ),
        // By loops.
        ("count(all, seat => seat.score > 3)", "1"),
        ("max_by(all, score)", "B"),
        ("max_by(all, seat => count(seat.hand))", "A"),
        ("min_by(all, seat => seat.score)", "A"),
        ("sum(all, seat => count(seat.hand, c => c.value > 2))", "6"),
        ("filter(all, seat => seat != $player)", "[B, C]"),
        ("any(all, seat => any(seat.hand, c => c.value == 9))", "false"),
        ("all(all, seat => seat.bid == 0)", "true"),
        ("sum($globals.list)", "6"),
        ("filter($globals.list, n => n >= $globals.n)", "[3, 2]"),
        ("take_while($globals.list, n => n != 1)", "[3]"),
        ("take_while($globals.list, n => n < 3)", "[]"),
        ("take_while([], n => n < 3)", "[]"),
        ("take_while(all, seat => seat != next_player())", "[A]"),
        (
            "take_while(deck, card => card.suit == 'Hearts')",
            "[Ace of Hearts, Two of Hearts, Three of Hearts]",
        ),
        (
            "count(take_while(deck, card => card.value < 3), card => card.value > 1)",
            "1",
        ),
        ("max_by($globals.list, n => 0 - n)", "1"),
        ("min_by([5, nothing, 4], n => n)", "4"),
        ("sum([5, nothing, 4])", "9"),
        ("any([false, true])", "true"),
        ("all([])", "true"),
        (
            "count(deck, card => count(hand, own => own.value == card.value) > 0)",
            "2",
        ),
        (
            "count(deck, card => any(deck, other => other.suit == card.suit && other != card))",
            "3",
        ),
        ("count(deck, c => cards_in_hand() == c.value)", "1"),
        ("count(zones_of(all, 'hand'), zone => count(zone) == 3)", "3"),
        ("count($player, seat => seat.score == 0)", "1"),
        ("count(next_player().hand, card => card.value == $globals.n)", "1"),
    ];
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let found = bench.value(text);
        if found.as_deref() != Ok(expected) {
            wrong.push(format!("`{text}` gives {found:?}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_item_hides_what_is_called_the_same() {
    let mut bench = bench();
    for (text, expected) in [
        ("count(deck, deck => deck.suit == 'Hearts')", "3"),
        ("count(deck, player => player.value > 2)", "2"),
        ("count(all, a => count(a.hand, a => a.value == 5) == 1)", "3"),
        ("sum([1, 2], x => sum([10, 20], y => x * y))", "90"),
    ] {
        assert_eq!(bench.value(text).as_deref(), Ok(expected), "`{text}`");
    }
}

#[test]
fn tests_of_card_types_need_no_loop() {
    for text in [
        "count(deck, card => card.suit == 'Hearts')",
        "any(hand, card => card.value > 2 && card.value % 2 == 1)",
        "filter(deck, card => $globals.n == 3 || card.value <= $globals.n)",
        "all(hand, card => not (card.suit in ['Hearts', 'Spades']))",
        "sum(deck, points)",
        "max_by(deck, card => if(card.suit == 'Spades', 10, card.value))",
    ] {
        let code = code(text);
        assert!(
            matches!(
                code.as_slice(),
                [.., Op::Sift { .. } | Op::Measure { .. }, Op::Return { .. }]
            ) && code.len() <= 3,
            "`{text}`: {code:?}"
        );
    }
    // What is compared with is worked out once, and only where there is a card.
    let code = code("count(hand, card => card.suit == top_card(deck).suit)");
    assert!(
        matches!(code.as_slice(), [Op::Sift { .. }, Op::Return { .. }]),
        "{code:?}"
    );
}

#[test]
fn what_can_fail_is_not_worked_out_before() {
    let mut bench = bench();
    // Nobody is asked, so nothing is divided.
    assert_eq!(
        bench
            .value("count(trick, card => card.value > 1 / $globals.n)")
            .as_deref(),
        Ok("0")
    );
    let failed = bench.value("count(deck, card => card.value > 1 / $globals.n)");
    assert_eq!(failed, Err("division by zero".into()));
    assert_eq!(
        bench.value("count(deck, card => card.value > list_item([1], 1))"),
        Err("wanted a number, found nothing".into())
    );
}

#[test]
fn mistakes() {
    let bench = bench();
    for (text, expected) in [
        (
            "count()",
            "1:1: error[E310]: `count` takes 1 to 2 parameters, found 0",
        ),
        (
            "filter(deck)",
            "1:1: error[E310]: `filter` takes 2 parameters, found 1",
        ),
        (
            "count(3, n => n > 1)",
            "1:7: error[E311]: `count` goes over a list, seats or the cards of a zone, found a number",
        ),
        ("count(dekc, c => c.value > 1)", "did you mean `deck`?"),
        (
            "count('dekc', c => c.value > 1)",
            "1:7: error[E304]: unknown zone `dekc`",
        ),
        (
            "count(deck, c => c.valeu > 1)",
            "1:18: error[E301]: a card has no `valeu`",
        ),
        ("count(deck, c => c.valeu > 1)", "did you mean `value`?"),
        ("sum(deck, pionts)", "1:11: error[E301]: a card has no `pionts`"),
        (
            "count(deck, c => c.value)",
            "1:18: error[E311]: `count` needs a boolean of each item, found a number",
        ),
        (
            "sum(deck, c => c.suit)",
            "1:16: error[E311]: `sum` needs a number of each item, found a string",
        ),
        (
            "count(deck, 3)",
            "1:13: error[E311]: `count` asks a function of each item, found a number",
        ),
        (
            "count(deck, (a, b) => a == b)",
            "1:13: error[E310]: `count` asks a function of one item, not of 2",
        ),
        ("count(deck, c => x > 1)", "unknown name `x`"),
        (
            "count(deck, c => random_number(1, 6) > 3)",
            "1:18: error[E321]: `random_number` acts or asks",
        ),
        (
            "any(deck, a => any(deck, b => any(deck, c => any(deck, d => any(deck, e => e == a)))))",
            "error[E322]: more than 4 functions stand in one another",
        ),
        (
            "c.value + count(deck, c => c.value > 1)",
            "1:1: error[E301]: unknown name `c`",
        ),
        ("count_cards(c => 3)", "a function cannot stand here"),
    ] {
        let found = bench
            .compile(&Plain, &Work::Value(text))
            .err()
            .unwrap_or_default();
        assert!(
            found.contains(expected),
            "`{text}`\nfound: {found}\nexpected: {expected}"
        );
    }
}
