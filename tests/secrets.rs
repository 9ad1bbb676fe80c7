//! What a seat reads depends only on what it may see: told when the ruleset is checked where that can
//! be known, and guarded in play where it cannot.

use cardable_core::testing::{LAWS, Subject};
use cardable_core::{Checked, Ruleset};

/// A game whose cards lie in zones of every openness; `CONDITION`, `LEGAL` and `VALID` are filled in.
const GAME: &str = r#"{
    cardset: {
        set_name: "six",
        cards: [
            { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
            { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
            { card_name: "E", card_id: 4, card_value: 5 }, { card_name: "F", card_id: 5, card_value: 6 },
        ],
    },
    deck: { deck_name: "all", cardset: "six", content: [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5] },
    ruleset: {
        ruleset_name: "Secrets", min_players: 2, max_players: 2,
        game_area: {
            shared_zones: [
                { name: "deck", order: "shuffled", zone_visibility: "none" },
                { name: "open", order: "fixed-lifo", zone_visibility: "all" },
                { name: "lying", order: "fixed-lifo", card_visibility: "face" },
                { name: "first", order: "fixed-lifo", card_visibility: 1 },
            ],
            player_zones: [
                { name: "hand", order: "fixed-lifo", zone_visibility: "owner" },
                { name: "front", order: "fixed-lifo", card_visibility: "face" },
            ],
        },
        global_data: [
            { key: "kept", type: "card", value: "" },
            { key: "some", type: "cards", value: [] },
            { key: "place", type: "zone", value: "" },
        ],
        game_state: [
            {
                state_name: "deal", state_type: "auto",
                actions: { action_name: "deal", type: "auto", primitives: [
                    { endpoint: "shuffle", params: ["deck"] },
                    { endpoint: "draw_cards", params: ["all", 3, "deck", "$player.hand"] },
                    { endpoint: "draw_card", params: ["all", "deck", "$player.front"] },
                    { endpoint: "move_up_to", params: ["deck", "open", 1] },
                    { endpoint: "move_up_to", params: ["deck", "lying", 2] },
                    { endpoint: "move_up_to", params: ["deck", "first", 2] },
                    { endpoint: "set", params: ["$globals.kept", "= top_card(deck)"] },
                    { endpoint: "set", params: ["$globals.some", "= cards_of(lying)"] },
                    { endpoint: "set", params: ["$globals.place", "$game.lying"] },
                    { endpoint: "state_transition", params: ["play"] },
                ] },
            },
            {
                state_name: "play", state_type: "round_robin",
                actions: [
                    { action_name: "turn over", type: "world_pick", pick: { what: "card", from: ["lying", "$player.front"] },
                      primitives: { endpoint: "flip_card", params: ["$action.world_pick"] } },
                    { action_name: "tried", type: "world_pick", condition: "CONDITION",
                      pick: { what: "card", from: [FROM], min: 1, max: 2 }, legal: "LEGAL", valid: "VALID",
                      action_message: { text: "{0}", tokens: ["= TOKEN"] },
                      primitives: { endpoint: "move_up_to", params: ["deck", "open", 1] } },
                    { action_name: "end", type: "button", condition: "is_empty(deck)", primitives: { endpoint: "end_game", params: [[]] } },
                    { action_name: "take", type: "button", condition: "not(is_empty(deck))",
                      primitives: { endpoint: "draw_card", params: ["$player", "deck", "$player.hand"] } },
                ],
            },
        ],
    },
}"#;

fn check(place: &str, text: &str, from: &str) -> Checked {
    let mut game = GAME.replace("FROM", from);
    for (name, usual) in [
        ("CONDITION", "true"),
        ("LEGAL", "true"),
        ("VALID", "true"),
        ("TOKEN", "1"),
    ] {
        game = game.replace(name, if name == place { text } else { usual });
    }
    Ruleset::check_text("secrets.json", &game, &[])
}

fn told(checked: &Checked) -> Vec<String> {
    let reports = checked.diagnostics.sorted().into_iter();
    reports
        .map(|d| format!("{} {}", d.code.as_str(), d.message))
        .collect()
}

/// A candidate of an open zone, of one whose cards lie as they do, of the own hand.
const FROM: &str = "'open', 'lying', '$player.hand', '$player.front'";

#[test]
fn what_is_known_to_be_hidden_is_told() {
    let cases = [
        ("CONDITION", "top_card(deck).value > 3"),
        ("CONDITION", "sum(deck, c => c.value) > 3"),
        ("CONDITION", "any(next_player().hand, c => c.value == 2)"),
        (
            "CONDITION",
            "top_card(seat_zone(next_player(), 'hand')).value == 2",
        ),
        (
            "CONDITION",
            "any(zones_of(all, 'hand'), z => top_card(z).value == 2)",
        ),
        (
            "CONDITION",
            "count_by($player.hand, 'value', top_card(deck).value) > 0",
        ),
        ("LEGAL", "$card.value == top_card(deck).value"),
        (
            "VALID",
            "sum($picked, c => c.value) > top_card(next_player().hand).value",
        ),
        ("TOKEN", "top_card(deck).value"),
    ];
    for (place, text) in cases {
        let checked = check(place, text, FROM);
        let told = told(&checked);
        assert_eq!(told.len(), 1, "{place} {text}: {told:?}");
        assert!(told[0].starts_with("E319"), "{place} {text}: {told:?}");
    }
}

#[test]
fn what_shows_in_play_keeps_the_law() {
    let cases = [
        // Zones whose cards are seen or not as they lie.
        ("CONDITION", "top_card(lying).value > 3"),
        ("CONDITION", "top_card($player.front).value > 3"),
        ("CONDITION", "sum(lying, c => c.value) > 3"),
        ("CONDITION", "any(lying, c => c.value == 2)"),
        ("CONDITION", "not(any(lying, c => c.value == 2))"),
        ("CONDITION", "top_card(first).value > 3"),
        ("CONDITION", "bottom_card(first).value > 3"),
        ("CONDITION", "any(all, s => top_card(s.front).value > 3)"),
        (
            "CONDITION",
            "any(zones_of(all, 'front'), z => top_card(z).value > 3)",
        ),
        ("CONDITION", "max_by(lying, c => c.value).value > 3"),
        ("CONDITION", "count_by(lying, 'value', 2) > 0"),
        // Cards and zones that data hold.
        ("CONDITION", "$globals.kept.value > 3"),
        ("CONDITION", "$globals.kept == top_card($globals.place)"),
        ("CONDITION", "top_card($globals.place).value > 3"),
        ("CONDITION", "sum($globals.some, c => c.value) > 3"),
        ("CONDITION", "$player.hand[0].value < $globals.kept.value"),
        // The zone of a candidate.
        ("LEGAL", "top_card($zone).value > 3"),
        ("LEGAL", "sum($zone, c => c.value) > 5"),
        ("LEGAL", "$card.value < top_card($zone).value"),
        ("LEGAL", "top_card(zone_of($card)).value > 3"),
        ("LEGAL", "$card.value == $globals.kept.value"),
        ("LEGAL", "not($card.value == top_card($globals.place).value)"),
        // The finished pick.
        (
            "VALID",
            "sum($picked, c => c.value) > top_card(zone_of($picked[0])).value",
        ),
        ("VALID", "all($picked, c => c.value != $globals.kept.value)"),
        ("TOKEN", "top_card(lying).value"),
        ("TOKEN", "$globals.kept.value"),
    ];
    let law = LAWS.iter().find(|law| law.name == "secrecy").expect("the law");
    for (place, text) in cases {
        let blind = (place != "VALID").then_some("'deck'");
        for from in std::iter::once(FROM).chain(blind) {
            let checked = check(place, text, from);
            let told = told(&checked);
            let ruleset = checked
                .ruleset
                .unwrap_or_else(|| panic!("{place} {text}: {told:?}"));
            for seed in 0..8 {
                for choices in [2, 5, 9] {
                    let kept = (law.check)(&Subject::default(), &ruleset, 2, seed, choices);
                    if let Err(broken) = kept {
                        panic!("{place} `{text}` from {from}, seed {seed}: {broken}");
                    }
                }
            }
        }
    }
}
