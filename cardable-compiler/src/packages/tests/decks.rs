use std::time::{Duration, Instant};

use super::{coin, load_text};

/// A file with the coin set and some decks.
fn with_decks(decks: &str) -> String {
    format!(
        "{{cardset: {}, deck: {decks}, ruleset: {{game_state: []}}}}",
        coin("Coin")
    )
}

fn cards(decks: &str) -> Vec<(String, Vec<usize>)> {
    let outcome = load_text(&with_decks(decks), &[]);
    assert_eq!(outcome.problems(), [""; 0], "{decks}");
    let decks = &outcome.package().decks;
    decks
        .iter()
        .map(|deck| (deck.name.to_string(), deck.cards.clone()))
        .collect()
}

#[track_caller]
fn fails(decks: &str, expected: &[&str]) {
    let outcome = load_text(&with_decks(decks), &[]);
    let found: Vec<String> = outcome
        .reports
        .iter()
        .map(|report| format!("{} {}", report.code.as_str(), report.message))
        .collect();
    assert_eq!(found, expected, "{decks}");
}

#[test]
fn contents() {
    let deck = |name: &str, cards: &[usize]| (name.to_owned(), cards.to_vec());
    assert_eq!(
        cards("{deck_name: 'd', cardset: 'Coin', content: [1, 0, 1, 1]}"),
        [deck("d", &[1, 0, 1, 1])]
    );
    assert_eq!(
        cards(
            "[{deck_name: 'a', content: [{card: 1, copies: 2}, {card: 0}]},
                {deck_name: 'b', cardset: '', content: [0, {card: 1, copies: 0}, 1]}]"
        ),
        [deck("a", &[1, 1, 0]), deck("b", &[0, 1])]
    );
}

#[test]
fn wrong_decks() {
    fails(
        "{deck_name: 'd', content: [0, 1, 2, -1, 'Tails', 1.5]}",
        &[
            "E230 the card set `Coin` has no card with the id 2",
            "E207 `content` lies between 0 and 2147483647, `-1` does not",
            "E203 each of `content` is a whole number or an object, not a string",
            "E203 `content` is a whole number, not `1.5`",
        ],
    );
    fails(
        "{deck_name: 'd', content: [{card: 0, copies: -1}, {card: 1, count: 2}, {copies: 2}]}",
        &[
            "E207 `copies` is at least 0, not `-1`",
            "E201 a deck entry has no field `count`",
            "E202 this deck entry lacks the field `card` or `all`",
        ],
    );
    fails("{deck_name: 'd'}", &["E202 this deck lacks the field `content`"]);
    fails(
        "{deck_name: 'd', cardset: 'Coins', content: [0, 1]}",
        &["E242 there is no card set `Coins`"],
    );
    fails(
        "{deck_name: 'd', cardset: 7, content: [0, 1]}",
        &["E203 `cardset` is a string, not a number"],
    );
    fails(
        "[{deck_name: 'd', content: []}, {deck_name: 'e', content: [0, 1]}]",
        &["W202 the deck `d` has no cards"],
    );
    fails(
        "{deck_name: 'd', content: [0]}",
        &["W207 no deck has these cards of `Coin`: `Tails` (1)"],
    );
    fails(
        "[{deck_name: 'd', content: [0]}, {deck_name: 'd', content: [1]}]",
        &[
            "E244 the deck `d` could be the one at `g.json:1:127` or the one at `g.json:1:159`",
            "W205 the deck `d` is not used",
        ],
    );
}

#[test]
fn suggestions() {
    let help = |decks: &str| {
        load_text(&with_decks(decks), &[]).reports[0]
            .help
            .clone()
            .unwrap_or_default()
    };
    assert_eq!(
        help("{deck_name: 'd', cardset: 'coins', content: [0]}"),
        "did you mean `Coin`?"
    );
    assert_eq!(help("{deck_name: 'd', content: [9]}"), "its ids go from 0 to 1");
    assert_eq!(
        help("{deck_name: 'd', contents: [0], content: [0, 1]}"),
        "did you mean `content`?"
    );
    let gaps = "{cardset: {set_name: 's', cards: [{card_name: 'a', card_id: 3},
        {card_name: 'b', card_id: 40}]}, deck: {deck_name: 'd', content: [35]},
        ruleset: {game_state: []}}";
    let help = load_text(gaps, &[]).reports[0].help.clone().unwrap();
    assert_eq!(help, "its ids go from 3 to 40; the nearest is 40 (`b`)");
}

/// A file with a set of two suits, and a deck.
fn of_suits(content: &str) -> String {
    format!(
        "{{cardset: {{set_name: 'pack', shared: true, suits: [{{suit_name: 'Red'}}, {{suit_name: 'Blue'}}], symmetrical_deck: true,
            cards: [{{card_name: 'Ace', card_id: 0, card_value: 1, rank: 'Ace', attributes: {{index: 'A', count: 2}}}},
                {{card_name: 'Two', card_id: 1, card_value: 2, rank: 'Two', attributes: {{index: '2', count: 1}}}},
                {{card_name: 'Twenty', card_id: 2, card_value: 20, rank: 'Twenty', attributes: {{index: '20', count: 0}}}}]}},
        deck: {{deck_name: 'd', content: {content}}}, ruleset: {{game_state: []}}}}"
    )
}

#[test]
fn cards_that_are_called_something() {
    let of = |content: &str| {
        let outcome = load_text(&of_suits(content), &[]);
        assert_eq!(outcome.problems(), [""; 0], "{content}");
        outcome.package().decks[0].cards.clone()
    };
    let every = [0, 1, 2, 3, 4, 5];
    assert_eq!(of("{all: 'pack'}"), every);
    assert_eq!(of("{all: '*'}"), every);
    assert_eq!(
        of("{all: ['Blue', 'Red', 'Ace', 'ace']}"),
        every,
        "each once, in the order of the set"
    );
    assert_eq!(of("{all: 'Red', copies: 2}"), [0, 1, 2, 0, 1, 2]);
    assert_eq!(of("[5, {all: 'Two'}, {card: 0, copies: 2}]"), [5, 1, 4, 0, 0]);
    assert_eq!(of("{all: 'pack', without: ['Red', 'Ace of Blue']}"), [4, 5]);
    assert_eq!(of("{all: 'pack', without: [0, 'A*']}"), [1, 2, 4, 5]);
    assert_eq!(of("{all: 'Red', copies: 'count'}"), [0, 0, 1]);
    // What is nearest to what is printed counts: a name before a sign, a sign before a suit with it.
    for (words, cards) in [
        ("'tw*'", &[1, 2, 4, 5][..]),
        ("'2'", &[1, 4]),
        ("'2*'", &[1, 2, 4, 5]),
        ("'2R'", &[1]),
        ("'red 20'", &[2]),
        ("'AB'", &[3]),
        ("'b*'", &[3, 4, 5]),
        ("['twenty of red', 'B2']", &[2, 4]),
    ] {
        assert_eq!(of(&format!("{{all: {words}}}")), cards, "{words}");
    }
}

#[test]
fn cards_that_nothing_is_called() {
    let told = |content: &str| {
        let outcome = load_text(&of_suits(content), &[]);
        let told = outcome.reports.iter().map(|report| {
            let place = report.place.as_ref().map_or(0, |place| place.column);
            let help = report.help.as_deref().unwrap_or_default();
            let line = of_suits(content)
                .lines()
                .last()
                .unwrap_or_default()
                .chars()
                .skip(place as usize - 1)
                .take(6)
                .collect::<String>();
            format!("{line} {} {}: {help}", report.code.as_str(), report.message)
        });
        told.collect::<Vec<String>>()
    };
    let cases: [(&str, &[&str]); 12] = [
        (
            // Else the plural of a rank would be a card of the suit that begins with an S.
            "{all: 'Twor'}",
            &["'Twor' E230 no card of `pack` is called `Twor`: did you mean `Two`?"],
        ),
        (
            "{all: 'Reds'}",
            &["'Reds' E230 no card of `pack` is called `Reds`: did you mean `Red`?"],
        ),
        (
            "{all: 'pack', without: 'x9*'}",
            &[
                "'x9*'} E230 no card of `pack` is called `x9*`: write names, suits, ranks or ids, such as `Ace of Red`, `Ace`, `Red`; `*` at the end stands for anything",
            ],
        ),
        (
            "{all: [7]}",
            &["7]}},  E230 the card set `pack` has no card with the id 7: its ids go from 0 to 5"],
        ),
        (
            "{all: 'Red', without: ['Two', 'Blue']}",
            &[
                "'Blue' E230 `Blue` takes nothing away: `all` has no such card: take it out, or name it in `all` as well",
            ],
        ),
        (
            "{all: 'Red', without: 'Red'}",
            &[
                "{all:  W202 `without` takes away all cards that `all` names: take out some of its words, or leave the entry out",
            ],
        ),
        (
            "{without: 'Red'}",
            &[
                "{witho E202 `without` takes cards away from `all`, which is missing: add `all` with the name of the card set, a suit or a rank: `\"all\": \"*\"` is every card",
            ],
        ),
        (
            "{card: 1, all: 'Red'}",
            &[
                "{card: E202 a deck entry is one `card`, or `all` that are called something, not both: keep `card`, or `all` with `without`; two entries can have both",
            ],
        ),
        (
            "{copies: 2}",
            &[
                "{copie E202 this deck entry lacks the field `card` or `all`: write the id of a `card`, or what `all` its cards are called",
            ],
        ),
        (
            "{all: 'Red', copies: 'counts'}",
            &["'count E230 `counts` of the card `Ace` is no number of copies: did you mean `count`?"],
        ),
        (
            "{all: 'Red', copies: 'index'}",
            &[
                // It stands at the card, for others of the entry do say a number.
                " E230 `index` of the card `Ace` is no number of copies: give every card of the entry a whole number from 0 on as `index`, or write how many here",
            ],
        ),
        (
            "{all: '*', copies: 5000}",
            &[
                "{all:  E231 the deck `d` has more than 10000 cards: write fewer `copies`, or divide the cards among several decks",
            ],
        ),
    ];
    for (content, expected) in cases {
        assert_eq!(told(content), expected, "{content}");
    }
}

#[test]
fn huge_decks_fail_at_once() {
    let began = Instant::now();
    let limit = "E231 the deck `d` has more than 10000 cards";
    fails(
        "{deck_name: 'd', content: [{card: 0, copies: 1000000000}, 1]}",
        &[limit],
    );
    fails(
        "{deck_name: 'd', content: {card: 0, copies: 9223372036854775807}}",
        &[limit],
    );
    let written = "0,".repeat(10_001);
    fails(&format!("{{deck_name: 'd', content: [{written}]}}"), &[limit]);
    let several = "{card: 0, copies: 9999}, {card: 1, copies: 2}";
    fails(&format!("{{deck_name: 'd', content: [{several}]}}"), &[limit]);
    assert_eq!(
        cards("{deck_name: 'd', content: [1, {card: 0, copies: 9999}]}")[0]
            .1
            .len(),
        10_000
    );
    // Many copies of no card at all.
    fails(
        "{deck_name: 'd', content: [0, {all: 'Tails', without: 'Tails', copies: 9223372036854775807}, 1]}",
        &["W202 `without` takes away all cards that `all` names"],
    );
    // Words that all mean many cards.
    let cards: Vec<String> = (0..5_000)
        .map(|id| format!("{{card_name: '{}{id}', card_id: {id}}}", "a".repeat(60)))
        .collect();
    let words: Vec<String> = (1..60)
        .map(|n| format!("'{}*', 'a{n}*'", "a".repeat(n)))
        .collect();
    let words = words.join(",") + &",'A *'".repeat(50_000);
    let text = format!(
        "{{cardset: {{set_name: 's', cards: [{}]}}, deck: {{deck_name: 'd', content: {{all: [{words}]}}}}, ruleset: {{game_state: []}}}}",
        cards.join(",")
    );
    let outcome = load_text(&text, &[]);
    assert_eq!(
        outcome.package().decks[0].cards.len(),
        0,
        "`a7*` and others mean nothing"
    );
    assert!(
        outcome
            .codes()
            .iter()
            .all(|code| *code == "E230" || *code == "E100"),
        "{:?}",
        outcome.codes()
    );
    assert!(began.elapsed() < Duration::from_secs(60));
}
