//! Rules about two cards: the one that is picked, and the one on top of a pile.

use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Pick, Ruleset, Seed, Setup, Viewer};

/// What is printed on a card: a value and a colour.
type Printed = (i64, &'static str);

const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// A condition about `$card` and the top of the pile, and what it means.
type Rule = (&'static str, fn(Printed, Printed) -> bool);

const RULES: &[Rule] = &[
    (
        "abs($card.value - top_card(pile).value) in [1, 5]",
        |card, top| [1, 5].contains(&(card.0 - top.0).abs()),
    ),
    (
        "(top_card(pile).value - $card.value) % 6 in [1, 2]",
        |card, top| [1, 2].contains(&(top.0 - card.0).rem_euclid(6)),
    ),
    (
        "$card.value + top_card(pile).value == 7 or $card.value * 2 < top_card(pile).value",
        |card, top| card.0 + top.0 == 7 || card.0 * 2 < top.0,
    ),
    (
        "$card.colour != top_card(pile).colour and $card.value == top_card(pile).value - 1",
        |card, top| card.1 != top.1 && card.0 == top.0 - 1,
    ),
    (
        "if($card.colour == top_card(pile).colour, $card.value > top_card(pile).value, abs(top_card(pile).value - $card.value) == 3)",
        |card, top| match card.1 == top.1 {
            true => card.0 > top.0,
            false => (top.0 - card.0).abs() == 3,
        },
    ),
    (
        "not (abs($card.value - top_card(pile).value) <= 2) and top_card(pile).colour != 'blue'",
        |card, top| (card.0 - top.0).abs() > 2 && top.1 != "blue",
    ),
    (
        "abs($card.value - top_card(pile).value) == 1 and abs($card.value - top_card(other).value) in [0, 1, 2, 3, 4, 5]",
        |card, top| (card.0 - top.0).abs() == 1,
    ),
];

/// Conditions about the top of a pile that is always empty: nothing equals what is not there.
const WITHOUT_THE_OTHER: [&str; 2] = [
    "$card.colour == top_card(bare).colour and $card.value != top_card(bare).value + 1",
    "$card.value == top_card(bare).value or $card.colour == top_card(bare).colour",
];

/// A game in which a card may be laid by each of the rules, and the rules with a pile as a parameter; a button for
/// each is there while any card in hand may be.
fn ruleset(bare: &[&str]) -> Ruleset {
    let mut cards = String::new();
    for (at, colour) in COLOURS.iter().enumerate() {
        for value in 1..=6 {
            let id = 6 * at + value;
            cards += &format!(
                r#"{{ card_name: "{value} {colour}", card_id: {id}, attributes: {{ value: {value}, colour: "{colour}" }} }},"#
            );
        }
    }
    let (mut defined, mut actions) = (String::new(), String::new());
    for (at, (rule, _)) in RULES.iter().enumerate() {
        let given = rule.replace("top_card(pile)", "top_card($action.onto)");
        let any = rule.replace("$card", "card");
        actions += &format!(
            r#"{{ action_name: "lay {at}", type: "hand_pick", type_params: 1, legal: "{rule}",
                  primitives: "place_card($action.hand_pick, pile)" }},
               {{ action_ref: "given {at}", action_name: "given {at}", params: "$game.pile" }},
               {{ action_name: "any {at}", type: "button", condition: "any($player.hand, card => {any})",
                  primitives: "draw_card($player, deck, pile)" }},"#
        );
        defined += &format!(
            r#"{{ ref_id: "given {at}", ref_params: [{{ key: "onto", type: "zone" }}], type: "hand_pick",
                  type_params: 1, legal: "{given}", primitives: "place_card($action.hand_pick, $action.onto)" }},"#
        );
    }
    for (at, rule) in bare.iter().enumerate() {
        actions += &format!(
            r#"{{ action_name: "bare {at}", type: "hand_pick", type_params: 1, legal: "{rule}",
                  primitives: "place_card($action.hand_pick, pile)" }},"#
        );
    }
    let text = format!(
        r#"{{
            cardset: {{ set_name: "two", cards: [{cards}] }},
            ruleset: {{
                ruleset_name: "Beside", min_players: 2, max_players: 2, cardsets: "two",
                game_area: {{
                    shared_zones: [
                        {{ name: "deck", zone_visibility: "none", order: "shuffled" }},
                        {{ name: "pile", zone_visibility: "all", order: "fixed-lifo" }},
                        {{ name: "other", zone_visibility: "all", order: "fixed-lifo" }},
                        {{ name: "bare", zone_visibility: "all", order: "fixed-lifo" }},
                    ],
                    player_zones: [{{ name: "hand", zone_visibility: "owner", order: "any" }}],
                }},
                defined_actions: [{defined}],
                game_state: [
                    {{ state_name: "begin", state_type: "auto", actions: [{{ action_name: "go", type: "auto", primitives: [
                        "deal(deck, hand, 6)", "move_top(deck, pile)", "move_top(deck, other)", "state_transition(play)",
                    ] }}] }},
                    {{ state_name: "play", state_type: "round_robin", actions: [
                        {{ action_name: "over", type: "auto", on: ["entry", "turn", "action"], condition: "count_cards(deck) == 0",
                           primitives: "end_game()" }},
                        {actions}
                        {{ action_name: "pass", type: "button", primitives: "draw_card($player, deck, $player.hand)" }},
                    ] }},
                ],
            }},
        }}"#
    );
    cardable_core::parse(text).unwrap_or_else(|problems| panic!("{problems}"))
}

fn printed(ruleset: &Ruleset, card: &CardSeen) -> Printed {
    let CardSeen::Face(face) = card else {
        panic!("everything is seen")
    };
    let name = ruleset.words().card_name(*face).expect("it has a name");
    let (value, colour) = name.split_once(' ').expect("two words");
    let colour = COLOURS.iter().find(|known| **known == colour);
    (value.parse().expect("a number"), colour.expect("a colour"))
}

#[test]
fn what_fits_the_top_of_a_pile_is_offered_and_nothing_else() {
    let ruleset = ruleset(&WITHOUT_THE_OTHER);
    let pile = ruleset.zone("pile").expect("a zone");
    let action = |name: &str, at: usize| {
        ruleset
            .action("play", &format!("{name} {at}"))
            .expect("an action")
    };
    let mut offered_at_all = [false; RULES.len()];
    for seed in 0..30 {
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("it begins");
        let mut step = seed as usize;
        while let Some(decision) = game.next_decision() {
            let seat = decision.seat();
            let view = game.view(Viewer::Omniscient);
            let zone = |zone: cardable_core::ids::ZoneId| view.zones[zone.index()].cards.as_slice();
            let own = ruleset.seat_zone("hand", seat).expect("a zone");
            let top = printed(&ruleset, zone(pile).last().expect("the pile is never empty"));
            let choices: Vec<Choice> = decision.choices().collect();
            for (at, (rule, holds)) in RULES.iter().enumerate() {
                let fitting: Vec<usize> = (0..zone(own).len())
                    .filter(|card| holds(printed(&ruleset, &zone(own)[*card]), top))
                    .collect();
                for name in ["lay", "given"] {
                    let mut offered: Vec<usize> = choices
                        .iter()
                        .filter_map(|choice| match choice {
                            Choice::Act { action: of, picks } if *of == action(name, at) => match picks[..] {
                                [Pick::Card { index, .. }] => Some(usize::from(index)),
                                _ => None,
                            },
                            _ => None,
                        })
                        .collect();
                    offered.sort_unstable();
                    assert_eq!(offered, fitting, "{name} {rule}: seed {seed}, step {step}");
                }
                let any = choices.contains(&Choice::act(action("any", at)));
                assert_eq!(any, !fitting.is_empty(), "{rule}: seed {seed}, step {step}");
                offered_at_all[at] |= any;
            }
            for (at, rule) in WITHOUT_THE_OTHER.iter().enumerate() {
                let bare = action("bare", at);
                let offered = choices
                    .iter()
                    .any(|choice| matches!(choice, Choice::Act { action, .. } if *action == bare));
                assert!(!offered, "{rule}: seed {seed}, step {step}");
            }
            step = step.wrapping_mul(31).wrapping_add(7);
            let choice = choices[step % choices.len()].clone();
            assert_eq!(game.submit(seat, &choice), Ok(()));
        }
    }
    assert_eq!(offered_at_all, [true; RULES.len()]);
}

#[test]
fn who_counts_with_a_card_that_is_not_there_is_told_so() {
    let ruleset = ruleset(&["abs($card.value - top_card(bare).value) == 1"]);
    let begun = Game::new(&ruleset, &Setup::seats(2), Seed::from(1));
    let fault = begun.expect_err("there is no number").to_string();
    assert!(fault.contains("wanted a number, found nothing"), "{fault}");
}
