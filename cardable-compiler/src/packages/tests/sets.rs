use super::load_text;
use crate::content::{CardSet, CardValue, Colour, Scalar};
use crate::text::json::Number;
use cardable_engine::program::Corner;

/// A file with one card set, which is played with as it is.
fn with_set(set: &str) -> String {
    format!("{{cardset: {set}, ruleset: {{game_state: []}}}}")
}

fn read(set: &str) -> CardSet {
    let outcome = load_text(&with_set(set), &[]);
    assert_eq!(outcome.problems(), [""; 0], "{set}");
    outcome.package().card_sets[0].clone()
}

#[track_caller]
fn fails(set: &str, expected: &[&str]) {
    let outcome = load_text(&with_set(set), &[]);
    let found: Vec<String> = outcome
        .reports
        .iter()
        .map(|report| format!("{} {}", report.code.as_str(), report.message))
        .collect();
    assert_eq!(found, expected, "{set}");
}

#[test]
fn every_field() {
    let set = read(
        r#"{
        set_name: "All", card_dimensions: {width: 90, height: 135.5}, card_back: "back.png",
        corners: {top_left: "cost", bottom_right: "value"},
        suits: [
            {suit_name: "Moons", suit_id: 7, suit_color: {red: 1, green: 2, blue: 3},
             suit_back_override: "moon.png", texture_folder_override: "m"},
            {suit_name: "Suns", suit_id: 2, suit_back_override: "", texture_folder_override: ""},
        ],
        symmetrical_deck: false, use_id_for_texture_names: true,
        cards: [
            {card_name: "Three", card_id: 30, card_value: 3, suit_id: 7, rank: "3",
             text: "printed", color: "blue", texture_override: "", card_back_override: "own.png",
             attributes: {cost: 2, wild: true, tags: ["a", 1, false], note: "n"}},
            {card_name: "Ace", card_id: 4, card_value: {kind: "dual", low: 1, high: 11}, suit_id: 2},
            {card_name: "Joker", card_id: 5, suit_id: -1,
             card_value: {kind: "choice", values: [0, 0.5]}},
            {card_name: "Blank", card_id: 6, card_value: {kind: "fixed", value: -1}},
        ],
    }"#,
    );
    assert_eq!((set.width, set.height, set.symmetrical), (90.0, 135.5, false));
    let corners: Vec<_> = set.corners.iter().map(|(at, name)| (*at, &**name)).collect();
    assert_eq!(
        corners,
        [(Corner::TopLeft, "cost"), (Corner::BottomRight, "value")]
    );
    let suits: Vec<_> = set.suits.iter().map(|s| (&*s.name, s.id, s.colour)).collect();
    let colour = Colour {
        red: 1,
        green: 2,
        blue: 3,
    };
    assert_eq!(suits, [("Suns", 2, None), ("Moons", 7, Some(colour))]);

    let cards: Vec<_> = set
        .cards
        .iter()
        .map(|c| (c.id, &*c.name, c.suit, &*c.back))
        .collect();
    assert_eq!(
        cards,
        [
            (4, "Ace", Some(0), "back.png"),
            (5, "Joker", None, "back.png"),
            (6, "Blank", None, "back.png"),
            (30, "Three", Some(1), "own.png"),
        ]
    );
    let int = Number::Int;
    let values: Vec<_> = set.cards.iter().map(|card| card.value.clone()).collect();
    assert_eq!(
        values,
        [
            CardValue::Dual {
                low: int(1),
                high: int(11)
            },
            CardValue::Choice([int(0), Number::Float(0.5)].into()),
            CardValue::Fixed(int(-1)),
            CardValue::Fixed(int(3)),
        ]
    );
    let three = &set.cards[set.index_of(30).unwrap()];
    assert_eq!(three.rank.as_deref(), Some("3"));
    assert_eq!(three.text.as_deref(), Some("printed"));
    assert_eq!(three.colour.as_deref(), Some("blue"));
    assert_eq!(three.attribute("wild"), Some(&Scalar::Bool(true)));
    let tags = [
        Scalar::Text("a".into()),
        Scalar::Number(int(1)),
        Scalar::Bool(false),
    ];
    assert_eq!(three.attribute("tags"), Some(&Scalar::List(tags.into())));
    assert_eq!(set.index_of(7), None);
    let backs: Vec<&str> = set.backs.iter().map(|back| &*back.name).collect();
    assert_eq!(backs, ["back.png", "own.png"]);
}

#[test]
fn cards_have_the_attributes_of_their_suit_unless_they_say_them_themselves() {
    let set = read(
        r#"{
        set_name: "Points", symmetrical_deck: true,
        suits: [
            {suit_name: "Spades", suit_id: 0},
            {suit_name: "Hearts", suit_id: 1, attributes: {points: 1, red: true}},
        ],
        cards: [
            {card_name: "Two", card_id: 0},
            {card_name: "Queen", card_id: 1, attributes: {points: 13}},
        ],
    }"#,
    );
    let points: Vec<_> = set
        .cards
        .iter()
        .map(|c| (c.attribute("points"), c.attribute("red")))
        .collect();
    let (number, red) = (|n| Scalar::Number(Number::Int(n)), Scalar::Bool(true));
    assert_eq!(
        points,
        [
            (None, None),
            (Some(&number(13)), None),
            (Some(&number(1)), Some(&red)),
            (Some(&number(13)), Some(&red)),
        ]
    );
}

#[test]
fn symmetrical_sets_number_their_cards_suit_by_suit() {
    let suit = |n: u32| format!("{{suit_name: 's{n}', suit_id: {n}}},");
    let card = |n: u32| format!("{{card_name: 'c{n}', card_id: {n}, suit_id: -1}},");
    let set = |suits: u32, cards: u32| {
        let suits: String = (0..suits).map(suit).collect();
        // Written the wrong way round: the ids count, not the order.
        let cards: String = (0..cards).rev().map(card).collect();
        read(&format!(
            "{{set_name: 'x', symmetrical_deck: true, suits: [{suits}], cards: [{cards}]}}"
        ))
    };
    let ids = |set: &CardSet, name: &str| -> Vec<u32> {
        set.cards
            .iter()
            .filter(|card| &*card.name == name)
            .map(|card| card.id)
            .collect()
    };
    assert_eq!(ids(&set(4, 14), "c13"), [13, 27, 41, 55]);
    assert_eq!(ids(&set(6, 2), "c0"), [0, 2, 4, 6, 8, 10]);
    let suits: Vec<_> = set(2, 2).cards.iter().map(|card| (card.id, card.suit)).collect();
    assert_eq!(suits, [(0, Some(0)), (1, Some(0)), (2, Some(1)), (3, Some(1))]);
    // Without suits there is nothing to repeat.
    assert_eq!(ids(&set(0, 2), "c1"), [1]);
}

#[test]
fn backs_are_the_cards_then_the_suits_then_the_sets() {
    let set = read(
        "{set_name: 'x', card_back: 'set', suits: [{suit_name: 'a', suit_back_override: 'suit'},
          {suit_name: 'b', suit_back_override: ''}], symmetrical_deck: true,
          cards: [{card_name: 'c', card_id: 0},
                  {card_name: 'd', card_id: 1, card_back_override: 'card'}]}",
    );
    let backs: Vec<&str> = set.cards.iter().map(|card| &*card.back).collect();
    assert_eq!(backs, ["suit", "card", "set", "card"]);
}

#[test]
fn wrong_fields() {
    let cards = "cards: [{card_name: 'a', card_id: 0}]";
    fails("5", &["E203 a card set is an object, not a number"]);
    fails(
        &format!("{{setname: 'x', {cards}}}"),
        &["E201 a card set has no field `setname`"],
    );
    fails("{set_name: 'x'}", &["E202 this card set lacks the field `cards`"]);
    fails(
        &format!("{{set_name: 4, {cards}}}"),
        &["E203 `set_name` is a string, not a number"],
    );
    fails(
        &format!("{{set_name: 'x', suits: 4, {cards}}}"),
        &["E203 `suits` is a list, not a number"],
    );
    fails(
        &format!("{{set_name: 'x', corners: {{top_left: 'cots', top: 'value'}}, {cards}}}"),
        &[
            "E301 no card of the set has `cots`",
            "E201 a set of corners has no field `top`",
        ],
    );
    fails(
        &format!("{{set_name: '{}', {cards}}}", "x".repeat(201)),
        &["E204 `set_name` is longer than 200 characters"],
    );
    fails(
        &format!("{{set_name: 'x', card_dimensions: {{width: 0, height: -1}}, {cards}}}"),
        &[
            "E207 `width` is more than 0, not `0`",
            "E207 `height` is more than 0, not `-1`",
        ],
    );
    fails(
        &format!(
            "{{set_name: 'x', suits: [{{suit_name: 's', suit_colour: {{red: 256, green: 1.5}}, \
             suit_color: {{red: 1, green: 1, blue: 1}}}}], {cards}}}"
        ),
        &[
            "E202 this colour lacks the field `blue`",
            "E207 `red` lies between 0 and 255, `256` does not",
            "E203 `green` is a whole number, not `1.5`",
            "E205 `suit_colour` and `suit_color` are the same field",
        ],
    );
    fails(
        "{set_name: 'x', cards: ['a', {card_name: 'b', card_id: -2}, {card_name: 'c', card_id: 1,
          attributes: {deep: {a: 1}, list: [[1]]}}]}",
        &[
            "E203 each of `cards` is an object, not a string",
            "E207 `card_id` lies between 0 and 2147483647, `-2` does not",
            "E203 `deep` is a string, a number, true or false or a list, not an object",
            "E203 each of `list` is a string, a number or true or false, not a list",
        ],
    );
}

#[test]
fn wrong_values() {
    let value = |value: &str| {
        format!("{{set_name: 'x', cards: [{{card_name: 'a', card_id: 0, card_value: {value}}}]}}")
    };
    fails(
        &value("'three'"),
        &["E203 `card_value` is a number or an object, not a string"],
    );
    fails(
        &value("{kind: 'duel', low: 1, high: 2}"),
        &["E206 `kind` cannot be `duel`"],
    );
    fails(
        &value("{kind: 'dual', low: 1}"),
        &["E202 this card value lacks `low` or `high`"],
    );
    fails(
        &value("{kind: 'choice', values: []}"),
        &["E202 this card value lacks `values`"],
    );
    fails(
        &value("{kind: 'fixed', value: 1, low: 2}"),
        &["E201 `low` has no meaning in a card value of this kind"],
    );
    fails(
        &value("{value: 1}"),
        &["E202 this card value lacks the field `kind`"],
    );
}

#[test]
fn wrong_ids_and_suits() {
    fails(
        "{set_name: 'x', suits: [{suit_name: 'a', suit_id: 1}, {suit_name: 'b', suit_id: 1},
          {suit_name: 'a', suit_id: 2}], cards: [{card_name: 'c', card_id: 0, suit_id: 1}]}",
        &[
            "E220 the suits `a` and `b` have the same id",
            "E220 the suits `a` and `a` have the same name",
        ],
    );
    fails(
        "{set_name: 'x', suits: [{suit_name: 'a', suit_id: 1}],
          cards: [{card_name: 'c', card_id: 0, suit_id: 0}, {card_name: 'd', card_id: 0}]}",
        &[
            "E221 there is no suit with the id 0",
            "E222 the cards `c` and `d` have the same id 0",
        ],
    );
    fails(
        "{set_name: 'x', symmetrical_deck: true, suits: [{suit_name: 'a'}],
          cards: [{card_name: 'c', card_id: 0, suit_id: 0}, {card_name: 'd', card_id: 2}]}",
        &[
            "W208 a card of a symmetrical set belongs to every suit",
            "E223 the id 2 of `d` lies outside its suit: 2 cards have the ids 0 to 1",
        ],
    );
    let suits: String = (0..200).map(|n| format!("{{suit_name: 's{n}'}},")).collect();
    let cards: String = (0..51)
        .map(|n| format!("{{card_name: 'c', card_id: {n}}},"))
        .collect();
    fails(
        &format!("{{set_name: 'x', symmetrical_deck: true, suits: [{suits}], cards: [{cards}]}}"),
        &["E224 the card set `x` has 10200 cards; at most 10000 are possible"],
    );
    fails(
        "{set_name: 'x', cards: []}",
        &["W203 the card set `x` has no cards"],
    );
}
