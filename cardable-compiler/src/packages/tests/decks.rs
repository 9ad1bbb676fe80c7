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
            "E202 this deck entry lacks the field `card`",
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
    assert!(began.elapsed() < Duration::from_secs(60));
}
