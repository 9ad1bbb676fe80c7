//! A primitive written in Luau: `cargo run -p cardable-lua --example custom_primitive`.
//!
//! What is too much for expressions can be a function of the ruleset's script. It gets a name, typed
//! parameters and a result; from then on expressions, steps and other scripts call it like the engine's
//! own. A program that reads such rulesets gives its loader the engine for scripts, and that is all.

#![allow(clippy::print_stdout, reason = "it shows the result")]

use cardable_core::{Game, Loader, Seed, Setup};
use cardable_lua::Luau;
use std::error::Error;

/// The stones of a heap are taken in turn, one or two at a time. Who leaves a prime number of them has a
/// point, which is told by a primitive of the ruleset's own; taking them is an action in Luau, which asks.
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
        script: [
            "function is_prime(n)",
            "    for divisor = 2, n // 2 do",
            "        if n % divisor == 0 then return false end",
            "    end",
            "    return n > 1",
            "end",
            "",
            "function take()",
            "    local number = prompt_number(1, math.min(2, #game.heap), 'How many?')",
            "    draw_cards(player, number, game.heap, player.taken)",
            "end",
        ],
        defined_primitives: {
            name: "is_prime",
            doc: "Whether a whole number is prime.",
            params: { key: "n", type: "integer", doc: "the number" },
            result: "boolean",
        },
        game_area: {
            shared_zones: [{ name: "heap", decks: "heap", zone_visibility: "none" }],
            player_zones: [{ name: "taken", zone_visibility: "all" }],
        },
        game_state: [{
            state_name: "taking",
            state_type: "round_robin",
            actions: [
                { action_name: "Take stones", type: "button", function: "take" },
                {
                    action_name: "count",
                    type: "auto",
                    on: "action",
                    condition: "is_prime(count_cards(heap))",
                    primitives: "add_score($player, 1)",
                },
                {
                    action_name: "finish",
                    type: "auto",
                    on: "action",
                    condition: "is_empty(heap)",
                    primitives: { endpoint: "end_game", params: ["= best_seats()"] },
                },
            ],
        }],
    },
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    let luau = Luau::new();
    let loader = Loader::new().scripts(&luau);
    let ruleset = loader.check_text("stones.json", RULES).into_result()?;
    let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace", "Edsger"]), Seed::from(1))?;
    let mut taken = 0;
    while let Some(decision) = game.next_decision() {
        // Each answers its own way: the first seat takes one stone, the last as many as it may.
        let last = decision.count().get() - 1;
        let nth = if decision.seat().index() == 0 { 0 } else { last };
        let (seat, choice) = (
            decision.seat(),
            decision.nth(nth).ok_or("a decision has a choice")?,
        );
        game.submit(seat, &choice)?;
        taken += 1;
        // A game that waits for an answer in the middle of the script is saved like any other.
        if taken == 3 {
            game = Game::restore(&ruleset, &game.save())?;
        }
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
