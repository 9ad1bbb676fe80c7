//! The diagram of a ruleset.

use cardable_core::graph::mermaid;

const GAME: &str = r#"{
    "cardset": { "set_name": "S", "cards": [{ "card_name": "One", "card_id": 0 }] },
    "ruleset": { "ruleset_name": "S", "min_players": 1, "max_players": 2, "game_state": [
        { "state_name": "first one", "state_type": "round_robin", "actions": [
            { "action_name": "go: on", "type": "button", "primitives": { "endpoint": "state_transition", "params": "end" } },
            { "action_name": "run", "type": "button", "primitives": { "endpoint": "state_transition", "params": "end" } },
        ] },
        { "state_name": "end", "actions": [
            { "action_name": "over", "type": "auto", "primitives": { "endpoint": "end_game" } },
        ] },
    ] },
}"#;

#[test]
fn names_that_mermaid_cannot_read_are_replaced() {
    let ruleset = cardable_core::parse(GAME).unwrap();
    let expected = "stateDiagram-v2
    state \"first one\" as state0
    state \"end\" as state1
    [*] --> state0
    state0 --> state1 : go on / run
    state1 --> [*]
";
    assert_eq!(mermaid(&ruleset), expected);
}
