//! A ruleset of numbered cards before one seat, for tests that give it actions of their own.

use cardable_core::{Game, Ruleset, Seed, Setup};

/// A ruleset of cards 1, 2, 3 … each once, that lie shuffled before the only seat.
pub fn numbers(cards: usize, actions: &str) -> String {
    let card = |n| format!(r#"{{ card_name: "{n}", card_id: {n}, card_value: {n} }}"#);
    let cards: Vec<String> = (1..=cards).map(card).collect();
    r#"{
        cardset: { set_name: "numbers", cards: [CARDS] },
        ruleset: {
            ruleset_name: "Numbers", min_players: 1, max_players: 3, cardsets: "numbers",
            game_area: { shared_zones: [{ name: "deck", zone_visibility: "all" }] },
            global_data: [{ key: "picked", value: 0 }],
            game_state: [
                {
                    state_name: "begin", state_type: "auto",
                    actions: { action_name: "mix", type: "auto", primitives: ["shuffle(deck)", "state_transition(play)"] },
                },
                { state_name: "play", state_type: "round_robin", actions: [ACTIONS] },
            ],
        },
    }"#
    .replace("CARDS", &cards.join(","))
    .replace("ACTIONS", actions)
}

/// A ruleset of so many cards with values 0, 1, 2, 0, 1 …, of which one to some may be taken together.
pub fn of_three_values(cards: usize, most: usize, valid: &str) -> Ruleset {
    of_three_values_beside(cards, most, valid, "")
}

/// The same with other actions.
pub fn of_three_values_beside(cards: usize, most: usize, valid: &str, others: &str) -> Ruleset {
    let card = |n: usize| format!(r#"{{ card_name: "{n}", card_id: {n}, card_value: {} }}"#, n % 3);
    let cards: Vec<String> = (0..cards).map(card).collect();
    let action = format!(
        r#"{{
            action_name: "take", type: "world_pick", pick: {{ from: "deck", min: 1, max: {most} }},
            valid: "{valid}", primitives: {{ endpoint: "end_game", params: [[]] }},
        }}, {others}"#
    );
    let text = numbers(1, &action);
    let (before, after) = text.split_once("cards: [").expect("there are cards");
    let (_, after) = after.split_once(']').expect("the list ends");
    let text = format!("{before}cards: [{}]{after}", cards.join(","));
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

pub fn begin(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).unwrap_or_else(|e| panic!("{e}"))
}
