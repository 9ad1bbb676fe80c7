//! A primitive written in Rust: `cargo run -p cardable-examples --example rust_primitive`.
//!
//! If expressions cannot say something, the embedding program can add a primitive for it. Rulesets call it
//! like the engine's own, and the checker checks its parameters. It must depend only on its arguments and
//! the table, so that every replay gives the same game.

#![allow(clippy::print_stdout, reason = "it shows the result")]

use cardable_core::primitives::{Param, ParamType, Primitive};
use cardable_core::primitives::{Reader, Run};
use cardable_core::value::{Type, Value};
use cardable_core::{Game, Loader, Seed, Setup};
use std::error::Error;

/// Players take stones in turn. You score a point if you leave a prime number of stones.
const RULES: &str = r#"{
    cardset: {
        set_name: "Stones",
        suits: [{ suit_name: "White", suit_id: 0 }, { suit_name: "Black", suit_id: 1 }],
        symmetrical_deck: true,
        cards: [
            { card_name: "Small", card_id: 0, card_value: 1 },
            { card_name: "Large", card_id: 1, card_value: 2 },
        ],
    },
    deck: { deck_name: "heap", cardset: "Stones", content: [{ card: 0, copies: 9 }, { card: 3, copies: 8 }] },
    ruleset: {
        ruleset_name: "Prime stones",
        min_players: 2,
        max_players: 4,
        decks: "heap",
        game_area: {
            shared_zones: [{ name: "heap", decks: "heap", zone_visibility: "none" }],
            player_zones: [{ name: "taken", zone_visibility: "all" }],
        },
        game_state: [{
            state_name: "taking",
            state_type: "round_robin",
            actions: [
                {
                    action_name: "finish",
                    type: "auto",
                    condition: "is_empty(heap)",
                    primitives: { endpoint: "end_game", params: ["= best_seats()"] },
                },
                {
                    action_name: "Take a stone",
                    type: "button",
                    primitives: [
                        { endpoint: "draw_card", params: ["$player", "heap", "$player.taken"] },
                        {
                            condition: "is_prime(count_cards(heap))",
                            endpoint: "add_score",
                            params: ["$player", 1],
                        },
                    ],
                },
            ],
        }],
    },
}"#;

/// The primitive with its signature and its documentation.
fn is_prime_primitive() -> Primitive {
    Primitive::query(
        "is_prime",
        "Whether a whole number is prime.",
        [Param::required("n", "the number", ParamType::Whole)],
        Type::BOOL,
        is_prime,
    )
}

fn is_prime(_: &Reader<'_>, args: &[Value]) -> Run<Value> {
    Ok(match args {
        [Value::Int(n)] => {
            let mut divisors = (2..*n).take_while(|d| d.saturating_mul(*d) <= *n);
            Value::Bool(*n > 1 && divisors.all(|d| n % d != 0))
        }
        _ => Value::Nothing,
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = Loader::new()
        .primitive(is_prime_primitive())
        .check_text("stones.json", RULES)
        .into_result()?;
    let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace", "Edsger"]), Seed::from(1))?;
    while let Some(decision) = game.next_decision() {
        let (seat, choice) = (decision.seat(), decision.nth(0).ok_or("a decision has a choice")?);
        game.submit(seat, &choice)?;
    }
    let result = game.result().ok_or("the game is over")?;
    let winners: Vec<&str> = result
        .winners
        .iter()
        .filter_map(|seat| game.seating().name(*seat))
        .collect();
    println!("{} won, scores {:?}", winners.join(" and "), result.scores);
    Ok(())
}
