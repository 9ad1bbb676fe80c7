//! Questions with several parts, what is told of cards, teams and labels with values in Rust: the same as in JSON.

use crate::dsl::play_alike;
use cardable_core::decision::Count;
use cardable_core::dsl::*;
use cardable_core::{Game, LoadError, Ruleset, Seat, Seed, Setup, Viewer};

const IN_JSON: &str = r#"{
    cardset: { set_name: "Letters", suits: [{ suit_name: "Red", suit_id: 0 }, { suit_name: "Black", suit_id: 1 }],
        symmetrical_deck: true, cards: [
            { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
            { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
        ] },
    deck: { deck_name: "letters", cardset: "Letters", content: [0, 1, 2, 3, 4, 5, 6, 7] },
    ruleset: {
        ruleset_name: "Letters", min_players: 2, max_players: 2, decks: "letters",
        game_area: {
            shared_zones: [
                { name: "stock", decks: "letters", order: "shuffled", zone_visibility: "none" },
                { name: "pile", order: "fixed-lifo", zone_visibility: "all" },
            ],
            player_zones: [{ name: "hand", order: "fixed-fifo", zone_visibility: "owner" }],
        },
        player_data: [{ key: "score", value: 0 }],
        game_state: [
            { state_name: "start", state_type: "auto", actions: [
                { action_name: "deal", type: "auto", primitives: ["deal(stock, hand, 4)", "state_transition(play)"] },
            ] },
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "hint", interaction: { type: "zone", name: "pile" }, command: [
                    "set_teams([$player, next_player()])",
                    "tell(next_player().hand, $player, card => card.suit == 'Red')",
                    { endpoint: "place_card", params: [
                        {
                            endpoint: "prompt_cards", params: ["$player.hand", 1, 2, "Which do you lay down?"],
                            valid: "same_attribute($picked, 'suit')", valid_message: "They are of different suits.", ordered: true,
                        },
                        "pile",
                    ] },
                    "set($player.score, $player.score + list_item(prompt_split(3, all, 0, 2, 'Who gets how much?'), 0))",
                    "set_teams()",
                    "if(is_empty($player.hand), end_game(best_seats(), 'all is laid'))",
                ] },
            ] },
        ],
    },
}"#;

/// The rules, and what else is declared in their play.
fn in_rust(
    further: impl FnOnce(&mut RulesetBuilder, State, SharedZone, SeatZone),
) -> Result<Ruleset, LoadError> {
    let mut rules = RulesetBuilder::new("Letters").seats(2..=2);
    let letters = ["A", "B", "C", "D"].into_iter().zip(1..);
    let letters = letters.map(|(name, value)| CardSpec::new(name).value(value));
    let set = rules.card_set(
        CardSetSpec::new("Letters")
            .suits(["Red", "Black"])
            .each_suit(letters),
    );
    let deck = rules.deck("letters", set, 1);
    let stock = rules.zone("stock", ZoneSpec::hidden().begins_with(deck));
    let pile = rules.zone("pile", ZoneSpec::open());
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand().oldest_first());
    let score = rules.scores();
    let start = rules.state("start", StateSpec::automatic());
    let play = rules.state("play", StateSpec::in_turn());
    rules.automatic(
        start,
        Automatic::on_entry("deal", [deal(stock, hand, 4), go_to(play)]),
    );
    let next = player().next();
    rules.action(
        play,
        ActionTemplate::new("hint", tap(pile)).run([
            set_teams([Seats::both(player(), &next)]),
            tell_about(hand.of(&next), player(), |card| card.get(&SUIT).equals("Red")),
            ask_cards(hand.mine(), 1..=2, "Which do you lay down?")
                .require("They are of different suits.", |picked| picked.all_match(&SUIT))
                .ordered()
                .then(move |picked| move_to(picked, pile)),
            ask_split(3, everyone(), "Who gets how much?")
                .between(0, 2)
                .then(move |parts| score.raise(player(), parts.item(0))),
            set_teams([] as [Seats; 0]),
            when(hand.mine().is_empty(), game_over(best_seats(), "all is laid")),
        ]),
    );
    further(&mut rules, play, pile, hand);
    rules.build()
}

fn rust(further: impl FnOnce(&mut RulesetBuilder, State, SharedZone, SeatZone)) -> Ruleset {
    in_rust(further).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn both_ask_and_tell_alike() {
    let json = cardable_core::parse(IN_JSON).unwrap_or_else(|e| panic!("{e}"));
    play_alike(&[json, rust(|_, _, _, _| {})]);
}

fn begun(ruleset: &Ruleset) -> Game {
    Game::new(ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins")
}

#[test]
fn seats_are_told_and_asked() {
    let mut game = begun(&rust(|_, _, _, _| {}));
    game.submit_nth(Seat(0), 0).expect("it is offered");
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.status.told.len(), 4, "{:?}", view.status.told);
    assert_eq!(view.status.teams, [0, 0]);
    let asked = game.decision(Seat(0)).expect("it is asked");
    // Each of four cards, and some pairs in both orders.
    let Count::Exactly(ways) = asked.count() else {
        panic!("{:?}", asked.count());
    };
    assert!((5..4 + 12).contains(&ways) && ways % 2 == 0, "{ways}");
}

#[test]
fn labels_and_taps_hold_values_and_orders() {
    let ruleset = rust(|rules, play, pile, hand| {
        let own = cards().inside(hand).owned_by(player());
        rules.action(
            play,
            ActionTemplate::new("stack", tap_several(own, 2..=2).ordered())
                .label(filled("Stack two of {0}").with(hand.mine().len()))
                .run([move_to(tapped_cards(), pile), next_seat()]),
        );
        rules.action(
            play,
            ActionTemplate::new("wait", message("wait"))
                .label(filled("{0}").with(hand.mine().len()))
                .run(next_seat()),
        );
    });
    let game = begun(&ruleset);
    let asked = game.decision(Seat(0)).expect("it is asked");
    let offers = asked.offers();
    let labels: Vec<&str> = offers.iter().filter_map(|offer| offer.label()).collect();
    assert_eq!(labels, ["hint", "Stack two of 4", "4"]);
    assert_eq!(offers[1].count(), Some(12));
}

#[test]
fn what_goes_together_looks_for_no_other_cards() {
    let told = in_rust(|rules, play, pile, hand| {
        let asked = ask_cards(hand.mine(), 1..=2, "Which?")
            .require("There is a card.", move |_| cards().inside(pile).exists())
            .then(move |picked| move_to(picked, pile));
        rules.action(play, ActionTemplate::new("lay", message("lay")).run(asked));
    });
    let told = told.expect_err("it is a mistake").to_string();
    assert!(
        told.contains("what goes together is asked of the picked cards alone"),
        "{told}"
    );
}
