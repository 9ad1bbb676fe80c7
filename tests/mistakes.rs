//! Mistakes in rulesets: what is said of each, at which text, and what help it gives.

use crate::support::told;
use cardable_core::{Game, Loader, NotApplied, Seat, Seed, Setup};

/// A small game with a place for a mistake in each of its parts.
const GAME: &str = r#"{
    cardset: {
        set_name: "four",
        suits: [{ suit_name: "Hearts", suit_id: 0 }, { suit_name: "Spades", suit_id: 1 }],
        cards: [
            { card_name: "A", card_id: 0, card_value: 1, suit_id: 0 },
            { card_name: "B", card_id: 1, card_value: 2, suit_id: 0 },
            { card_name: "C", card_id: 2, card_value: 3, suit_id: 1 },
            { card_name: "D", card_id: 3, card_value: 4, suit_id: 1 },
        ],
    },
    ruleset: {
        ruleset_name: "Mistakes", min_players: 2, max_players: 2, cardsets: "four",
        options: [OPTIONS],
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "all" }, SHARED { name: "pile", zone_visibility: "all" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }, SEATS],
        },
        global_data: [{ key: "n", value: 0 }, { key: "any", type: "any" }, DATA],
        defined_actions: [DEFINED],
        game_state: [
            {
                state_name: "play", state_type: "KIND", SEALED
                actions: [
                    ACTIONS
                    { action_name: "on", type: "button", primitives: ["STEP", "state_transition(over)"] },
                ],
            },
            STATES
            {
                state_name: "over", state_type: "auto",
                actions: [OVER { action_name: "end", type: "auto", primitives: "end_game(best_seats())" }],
            },
        ],
    },
}"#;

/// Takes the last state out, which nothing leads to any more.
const WITHOUT_LAST: &str = "WITHOUT LAST";

/// The game with some of its places filled in.
fn game(filled: &[(&str, &str)]) -> String {
    let mut text = GAME.to_owned();
    if filled.iter().any(|(place, _)| *place == WITHOUT_LAST) {
        let (first, last) = (
            text.find("            STATES"),
            text.find("        ],\n    },\n}"),
        );
        text.replace_range(first.expect("states")..last.expect("an end"), "");
    }
    for (place, with) in filled {
        text = text.replace(place, with);
    }
    let empty = [
        ("OPTIONS", ""),
        ("SHARED", ""),
        ("SEATS", ""),
        ("DATA", ""),
        ("DEFINED", ""),
        ("STATES", ""),
        ("OVER ", " "),
        ("KIND", "grandstand"),
        ("SEALED", ""),
        ("ACTIONS", ""),
        ("\"STEP\", ", ""),
    ];
    for (place, with) in empty {
        text = text.replace(place, with);
    }
    text
}

#[test]
fn the_game_without_a_mistake_has_none() {
    assert_eq!(told(&game(&[])), [] as [String; 0]);
}

#[test]
fn one_mistake_is_told_once_and_where_it_is() {
    let button = |field: &str| format!("{{ action_name: \"x\", type: \"button\", {field} }},");
    let condition = |text: &str| button(&format!("condition: \"{text}\""));
    let step = |text: &str| button(&format!("primitives: \"{text}\""));
    let actions = |text: String| vec![("ACTIONS", text)];
    let json_step = |name: &str, params: &str| {
        button(&format!(
            "primitives: {{ endpoint: \"{name}\", params: {params} }}"
        ))
    };
    let pick = |field: &str| {
        format!(
            "{{ action_name: \"x\", type: \"world_pick\", {field}, \
             primitives: \"place_card($action.world_pick, pile)\" }},"
        )
    };
    let tap = |query: &str| {
        format!("{{ action_name: \"x\", interaction: {query}, primitives: \"set($globals.n, 2)\" }},")
    };
    let side = |text: &str| {
        format!(
            "{{ state_name: \"side\", actions: {{ action_name: \"x\", type: \"auto\", primitives: \"{text}\" }} }},"
        )
    };
    let cases: Vec<(Vec<(&str, String)>, &str)> = vec![
        // More than a deck holds.
        (
            vec![(
                "    ruleset: {",
                "    deck: { deck_name: \"d\", content: [{ card: 0, copies: 10001 }] },\n    ruleset: {".to_owned(),
            )],
            "write fewer `copies`, or divide the cards among several decks",
        ),
        // Another kind of value than a field holds.
        (
            vec![("DATA", "{ key: 7 }".to_owned())],
            "`key` is a string, not a number; put it into quotation marks: `\"7\"`",
        ),
        (
            vec![("SEATS", "{ name: \"open\", size: true }".to_owned())],
            "write a whole number such as `1`, or a list: `[ … ]`",
        ),
        (
            actions(button("sealed: \"true\"")),
            "`sealed` is true or false, not a string; take the quotation marks away: `true`",
        ),
        (
            vec![("SHARED", "\"heap\",".to_owned())],
            "each of `shared_zones` is an object, not a string; write its fields in braces: `{ \"name\": … }`",
        ),
        // Places that a layout cannot show.
        (
            vec![("SHARED", "{ name: \"lane\", order: \"fixed-lifo\", layout: { kind: \"column\", columns: 3 } },".to_owned())],
            "W214 at `3`: `columns` is for a grid, and `lane` is a column; write `\"kind\": \"grid\"`, or take `columns` out",
        ),
        (
            vec![("SHARED", "{ name: \"lane\", order: \"any\", layout: { kind: \"column\" } },".to_owned())],
            "`lane` is a column, and its cards have no order; write `\"order\": \"fixed-lifo\"`: the newest card is the last one",
        ),
        // What is not there, twice or the wrong way round.
        (
            vec![("STATES", "{ state_type: \"auto\" },".to_owned())],
            "a state has a `state_name`; write `\"state_name\": \"a name\"`",
        ),
        (
            actions(pick("pick: { from: \"deck\", count: [3, 1] }")),
            "how many is a number, or the fewest and the most; write `1`, or `[0, 3]`",
        ),
        (
            actions(condition("$globals.wibble == 1")),
            "unknown reference `$globals.wibble`; `$globals` has `n`, `any`",
        ),
        (
            actions(condition("$options.wibble == 1")),
            "unknown reference `$options.wibble`; declare `wibble` in `options`",
        ),
        // What cards do not have, what does not change, and who is nobody.
        (
            actions(condition("has_card(deck, 'wibble', 1)")),
            "E306 at `'wibble'`: cards have no `wibble`; cards have `",
        ),
        (
            vec![("OPTIONS],", "], sort_hands_by: \"valeu\",".to_owned())],
            "E306 at `\"valeu\"`: cards have no `valeu`; did you mean `value`?",
        ),
        (
            vec![
                ("DATA", "{ key: \"fixed\", value: 1, const: true }".to_owned()),
                ("STEP", "set($globals.fixed, 2)".to_owned()),
            ],
            "E313 at `$globals.fixed`: this item of data is constant; take `const` from its declaration",
        ),
        (
            vec![(
                "game_state: [",
                "game_state: [{ state_name: \"first\", state_type: \"auto\", actions: { action_name: \"x\", \
                 type: \"auto\", primitives: [\"set_score($player, 1)\", \"state_transition(play)\"] } },"
                    .to_owned(),
            )],
            "E318 at `$player`: `$player` is nobody here: no seat's action leads to this state; name the seats",
        ),
        // Zones and data that a primitive needs, which nobody has.
        (
            actions(step("take_deck($player, list_item($game.decks, 0))")),
            "E331 at `take_deck($player, list_item($game.decks, 0))`: `take_deck` needs a zone `deck` of each seat, \
             and seats have none; declare it in `game_area.player_zones`, as { \"name\": \"deck\" }",
        ),
        (
            actions(condition("most_of_seats('bidd') > 0")),
            "E301 at `'bidd'`: seats have no data `bidd`; the data of seats are `score`",
        ),
        // Names that a parameter takes without quotes.
        (
            actions(step("state_transition(ovr)")),
            "E303 at `ovr`: unknown state `ovr`; did you mean `over`?",
        ),
        (actions(step("deal(deck, hands, 1)")), "did you mean `hand`?"),
        // Conditions that are the same whatever happens.
        (actions(condition("1 == 2")), "W306"),
        (actions(condition("!true")), "W306"),
        (actions(condition("false && $globals.n > 1")), "W306"),
        (actions(condition("is_equal(1, 2)")), "W306"),
        // Moments that a kind of state does not have.
        (
            vec![("KIND", "concurrent".to_owned()), ("ACTIONS", "{ action_name: \"t\", type: \"auto\", on: \"turn\", primitives: \"set($globals.n, 1)\" },".to_owned())],
            "`t` never runs: there is no `turn` in such a state",
        ),
        // Numbers.
        (
            actions(condition("1 / 0 > 1")),
            "E311 at `1 / 0`: nothing can be divided by zero",
        ),
        (
            actions(step("set($globals.n, $globals.n % 0)")),
            "nothing can be divided by zero",
        ),
        // What is printed on cards.
        (
            actions(condition("top_card(deck).suit == 'Heart'")),
            "W309 at `'Heart'`: no card has suit `Heart`; did you mean `Hearts`?",
        ),
        (
            actions(condition("'Clubs' != top_card(deck).suit")),
            "W309 at `'Clubs'`: no card has suit `Clubs`; there are `Hearts`, `Spades`",
        ),
        // Texts.
        (actions(step("message('{0} and {1}', all, $player)")), "W311"),
        (actions(button("action_message: { text: \"{0}\" }")), "W311"),
        (
            actions(button(
                "action_message: { text: \"{0}\", tokens: [1, 2, 3, 4, 5] }",
            )),
            "E310 at `5`: a message shows at most 4 values; put some of them together with `concat(…)`",
        ),
        // Names.
        (actions(button("").repeat(2)), "W310"),
        (vec![("SHARED", "{ name: \"\" },".to_owned())], "W307"),
        (vec![("SHARED", "{ name: \"pile\" },".to_owned())], "E308"),
        // Values that cannot be.
        (
            vec![(
                "OPTIONS",
                "{ key: \"x\", value: 5, domain: { min: 6, max: 9 } }".to_owned(),
            )],
            "E207 at `5`: this value is none of the option's `domain`",
        ),
        (
            vec![(
                "OPTIONS",
                "{ key: \"x\", value: \"b\", domain: [\"a\", \"c\"] }".to_owned(),
            )],
            "E207",
        ),
        (
            vec![(
                "DATA",
                "{ key: \"x\", value: 5, domain: { min: 9, max: 6 } }".to_owned(),
            )],
            "no number is from 9 to 6",
        ),
        (
            vec![(
                "SHARED",
                "{ name: \"a\", replenish: { when: \"on_empty\", from: \"a\" } },".to_owned(),
            )],
            "E317 at `\"a\"`: a zone cannot fill up from itself",
        ),
        // States.
        (vec![("KIND", "auto".to_owned())], "E327"),
        // Texts that look like calls, wherever a value stands.
        (
            actions(json_step("set", "[\"$globals.any\", \"count_card(hand)\"]")),
            "W312 at `\"count_card(hand)\"`: `count_card(hand)` is a text here, though it looks like a call; \
             write `= count_cards(hand)` to call it",
        ),
        (
            vec![("DATA", "{ key: \"y\", value: \"random_number(1, 6)\" }".to_owned())],
            "W312",
        ),
        (
            vec![("DATA", "{ key: \"y\", type: \"number\", value: \"random_number(1, 6)\" }".to_owned())],
            "E311 at `\"random_number(1, 6)\"`: this item is a number, found a string; \
             write `= random_number(1, 6)` to call it",
        ),
        (
            actions(json_step("draw_cards", "[\"all\", \"count_card(hand)\", \"deck\", \"$player.hand\"]")),
            "E311 at `\"count_card(hand)\"`: `count` of `draw_cards` takes a whole number from 0 on, found the text \
             `count_card(hand)`; write `= count_cards(hand)` to call it",
        ),
        (
            actions(json_step("move_all", "[\"top_crd(deck)\", \"pile\"]")),
            "E304 at `\"top_crd(deck)\"`: unknown zone `top_crd(deck)`; write `= top_card(deck)` to call it",
        ),
        // Counts and bounds.
        (
            actions(step("draw_cards(all, -1, deck, $player.hand)")),
            "E207 at `-1`: `count` lies between 0 and 65535, `-1` does not",
        ),
        (
            actions(json_step("draw_cards", "[\"all\", -1, \"deck\", \"$player.hand\"]")),
            "E207 at `-1`",
        ),
        (actions(step("deal(deck, hand, 100000)")), "E207 at `100000`"),
        (actions(step("set($globals.n, list_item([1, 2], -1))")), "E207 at `-1`"),
        (
            actions(step("prompt_number($globals.n, 6, 1)")),
            "E207 at `prompt_number($globals.n, 6, 1)`: no number is from 6 to 1; \
             the lower bound comes first: `prompt_number(min?, max?, label?, default?)`",
        ),
        (
            actions(step("prompt_number_excl_incl($globals.n, 3, 3)")),
            "E207 at `prompt_number_excl_incl($globals.n, 3, 3)`: no number is above 3 and up to 3",
        ),
        (actions(step("random_number($globals.n, 6, 1)")), "no number is from 6 to 1"),
        (actions(step("prompt_cards($globals.any, deck, 3, 2)")), "no number is from 3 to 2"),
        (actions(step("set($globals.n, clamp($globals.n, 3, 1))")), "no number is from 3 to 1"),
        // What makes no sense in the state.
        (
            actions(step("end_turn()")),
            "W313 at `end_turn()`: `end_turn` makes no sense here: this state has no turns, so nothing ends",
        ),
        (
            vec![("OVER", "{ action_name: \"x\", type: \"auto\", primitives: \"end_turn()\" },".to_owned())],
            "W313",
        ),
        (
            vec![(
                "OVER",
                "{ action_name: \"x\", type: \"auto\", condition: \"active_players() == 0\", \
                 primitives: \"move_all(deck, pile)\" },"
                    .to_owned(),
            )],
            "W313 at `active_players()`: `active_players` makes no sense here: nobody can act in an `auto` state, so \
             this is always 0",
        ),
        (actions(step("extra_turn()")), "W313"),
        // Pushed states.
        (
            vec![
                ("ACTIONS", step("state_push(side)")),
                ("STATES", side("move_all(deck, pile)")),
            ],
            "W314 at `state_push(side)`: `side` is pushed, and nothing there leads to a `state_pop`",
        ),
        (
            // What a further state pops is not this one.
            vec![
                ("ACTIONS", step("state_push(side)")),
                (
                    "STATES",
                    side("state_push(third)")
                        + "{ state_name: \"third\", actions: { action_name: \"x\", type: \"auto\", \
                           primitives: \"state_pop()\" } },",
                ),
            ],
            "W314 at `state_push(side)`",
        ),
        // Automatic actions that leave before anybody is asked.
        (
            vec![("ACTIONS", "{ action_name: \"off\", type: \"auto\", primitives: [\"increment($globals.n)\", \"state_transition(over)\"] },".to_owned())],
            "W382 at `\"play\"`: `off` leaves state `play` as soon as it is entered: nobody is ever offered its actions; \
             give `off` a condition, or write `\"on\": \"action\"`",
        ),
        (
            vec![
                ("KIND", "round_robin".to_owned()),
                ("ACTIONS", "{ action_name: \"off\", type: \"auto\", on: \"entry\", primitives: \"end_game(all)\" },".to_owned()),
            ],
            "W382 at `\"play\"`: `off` leaves",
        ),
        (
            // Whichever way it goes.
            vec![
                ("KIND", "concurrent".to_owned()),
                (
                    "ACTIONS",
                    "{ action_name: \"off\", type: \"auto\", primitives: \"if($globals.n > 1, state_transition(over), end_game(all))\" },"
                        .to_owned(),
                ),
            ],
            "W382 at `\"play\"`: `off` leaves",
        ),
        // Words that are misspelt bring nothing else with them.
        (
            vec![("DATA", "{ key: \"x\", type: \"nmber\" }".to_owned()), ("STEP", "increment($globals.x)".to_owned())],
            "E307 at `\"nmber\"`: unknown type `nmber`; did you mean `number`?",
        ),
        (
            vec![("DATA", "{ key: \"x\", type: \"sting\", value: 5 }".to_owned()), ("STEP", "increment($globals.x)".to_owned())],
            "E307",
        ),
        (
            vec![("DATA", "{ key: \"x\", type: \"qwertz\" }".to_owned()), ("STEP", "increment($globals.x)".to_owned())],
            "E307",
        ),
        (
            vec![("DATA", "{ key: \"x\", type: \"boolen\" }".to_owned()), ("ACTIONS", condition("$globals.x"))],
            "E307",
        ),
        (
            vec![("OPTIONS", "{ key: \"x\", type: \"nmber\", value: 5 }".to_owned())],
            "E307",
        ),
        (
            vec![("DATA", "{ key: \"x\", value: 9, domain: { min: 0, max: 3 } }".to_owned())],
            "E336 at `9`: this first value is none of those that the `domain` has; write a value of the `domain`",
        ),
        (
            vec![("DATA", "{ key: \"x\", value: \"z\", domain: [\"x\", \"y\"] }".to_owned())],
            "E336 at `\"z\"`",
        ),
        // Constants that never fit.
        (
            vec![
                ("DATA", "{ key: \"x\", value: 1, domain: { min: 0, max: 3 } }".to_owned()),
                ("STEP", "if($globals.n > 1, set($globals.x, 7))".to_owned()),
            ],
            "E336 at `7`: `x` has no such value in its `domain`; write a value of the `domain`, or widen the `domain`",
        ),
        (
            actions(step("set($globals.any, prompt_option([1, 2], 'Which?', nothing, ['one', 'two', 'three']))")),
            "E310 at `['one', 'two', 'three']`: there are 3 labels for 2 entries; write one label for each entry, in their order",
        ),
        (
            vec![("STEP", "deal(deck, 'hand', 3)".to_owned())],
            "W326 at `deal(deck, 'hand', 3)`: this takes 6 cards, and the game has 4 cards; deal fewer, use more decks, or let fewer seats play",
        ),
        (
            vec![("STEP", "move_top(deck, pile, 5)".to_owned())],
            "W326 at `move_top(deck, pile, 5)`: this takes 5 cards",
        ),
        (
            vec![
                ("max_players: 2", "max_players: 5".to_owned()),
                ("STEP", "deal(deck, 'hand', 1)".to_owned()),
            ],
            "W326 at `deal(deck, 'hand', 1)`: with 5 seats this takes 5 cards, and the game has 4 cards",
        ),
        // Parameters have no names.
        (
            actions(step("end_game(winner: $player)")),
            "E316 at `:`: `winner:` names a parameter, and parameters are told by their order; write the values alone: `end_game(winners?, reason?)`",
        ),
        (
            actions(step("draw_cards($player, count: 3, from: deck)")),
            "E316 at `:`: `count:` names a parameter, and parameters are told by their order; write the values alone: `draw_cards(who, count, from, to, face_down?)`",
        ),
        (
            actions(json_step("end_game", "{ winner: \"$player\" }")),
            "E316 at `winner`: `winner` names a parameter, and parameters are told by their order; write the values in a list, `\"params\": [ … ]`, as in `end_game(winners?, reason?)`",
        ),
        // What the type of a state or of data would tell is not told before it has one.
        (
            vec![
                ("KIND", "grandstnd".to_owned()),
                ("STATES", side("[draw_card($player, deck, $player.hand), state_transition(over)]")),
                ("STEP", "state_transition(side)".to_owned()),
                ("ACTIONS", "{ action_name: \"at once\", type: \"auto\", primitives: \"set_score($player, 1)\" },".to_owned()),
            ],
            "E206 at `\"grandstnd\"`",
        ),
        (
            vec![
                ("DATA", "{ key: \"x\", type: \"qwertz\" }".to_owned()),
                ("STEP", "set($globals.n, $globals.x.value)".to_owned()),
            ],
            "E307 at `\"qwertz\"`",
        ),
        (
            vec![
                ("DATA", "{ key: \"x\", type: \"nmber\", value: \"none\" }".to_owned()),
                ("STEP", "set($globals.x, 2)".to_owned()),
            ],
            "E307 at `\"nmber\"`",
        ),
        // The fields that nearly all have are named first.
        (
            vec![("cardsets: \"four\",", "cardsets: \"four\", qwertz: 1,".to_owned())],
            "take it out, or write one of its fields: `ruleset_name`, `min_players`, `max_players`, `cardsets`, `decks`, `game_area`, `global_data`, `player_data`, `game_state`,",
        ),
        (
            vec![(
                "DATA",
                "{ key: \"x\", type: \"list\", value: [1, 5], domain: { items: [1, 2], length: 2 } }".to_owned(),
            )],
            "E336 at `[1, 5]`",
        ),
        (
            vec![(
                "DATA",
                "{ key: \"x\", type: \"list\", domain: { items: { items: [1], length: 1000 }, length: 1000 } }".to_owned(),
            )],
            "E337",
        ),
        (
            vec![("DATA", "{ key: \"x\", value: [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]] }".to_owned())],
            "E337 at `[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]`: this list holds too many lists inside one another, or too many items in them; at most 16 \
             lists",
        ),
        // A step whose first parameter is no place for a result.
        (vec![("STEP", "state_push()".to_owned())], "E310 at `state_push()`: `state_push` takes at least 1 parameter, found 0"),
        (
            vec![("OPTIONS", "{ key: \"x\", type: \"string\", value: 5 }".to_owned())],
            "E311 at `\"string\"`: this option is a string, and its value a number",
        ),
        (vec![("KIND", "grandstnd".to_owned())], "E206"),
        (vec![("KIND", "turns".to_owned())], "E206"),
        (
            actions(
                "{ action_name: \"x\", type: \"hand_pik\", primitives: \"place_card($action.hand_pick, pile)\" },".to_owned(),
            ),
            "E206",
        ),
        (
            vec![
                ("DEFINED", "{ ref_id: \"d\", ref_params: { key: \"n\", type: \"nmber\" }, type: \"button\", \
                  primitives: \"draw_cards(all, $action.n, deck, $player.hand)\" }".to_owned()),
                ("ACTIONS", "{ action_ref: \"d\", params: 1 }, { action_ref: \"d\", params: 2, action_name: \"e\" },".to_owned()),
            ],
            "E307",
        ),
        // A comment and a label that have the name of what shows cards are no calls of it.
        (
            vec![
                ("SHARED", "{ name: \"well\", zone_visibility: \"none\" }, /* peek */".to_owned()),
                ("ACTIONS", button("label: \"peek(it)\", condition: \"top_card(well).value == 1\"")),
            ],
            "E319 at",
        ),
        // Faces that the seat never sees.
        (
            vec![
                ("SHARED", "{ name: \"well\", zone_visibility: \"none\" },".to_owned()),
                ("ACTIONS", pick("pick: { from: \"well\" }, valid: \"all($picked, c => c.value == 1)\"")),
            ],
            "W315 at `all($picked, c => c.value == 1)`: what is valid depends on the faces in `well`, which the seat \
             never sees: it never holds",
        ),
        (
            actions(pick("pick: { from: \"others\", zone: \"hand\" }, legal: \"$card.value == 1\"")),
            "W315 at `$card.value == 1`: what is legal depends on the faces in `hand`",
        ),
        (
            actions(pick("pick: { from: \"= next_player().hand\" }, valid: \"any($picked, c => c.value == 1)\"")),
            "W315",
        ),
        (
            actions(
                "{ action_name: \"x\", interaction: { type: \"card\", parent: \"hand\", owner: \"others\" }, \
                 conditions: [\"$action.tapped.value == 1\"], primitives: \"place_card($action.tapped, pile)\" },"
                    .to_owned(),
            ),
            "W315 at",
        ),
        // Queries of templates, at every level.
        (
            actions(tap("{ type: \"card\", parent: { name: \"hand\", parent: \"x\" } }")),
            "E304 at `\"x\"`: no zone `x` is meant here",
        ),
        (
            actions(tap("{ type: \"card\", parent: { name: \"hand\", parent: { parent: \"pil\" } } }")),
            "E304 at `\"pil\"`: no zone `pil` is meant here; did you mean `pile`?",
        ),
        (
            actions(tap("{ type: \"card\", parent: { name: \"hand\", parent: \"pile\" } }")),
            "E206 at `\"pile\"`: zones lie in no other zone",
        ),
        (
            actions(tap("{ type: \"zone\", name: \"pile\", parent: \"x\" }")),
            "E304 at `\"x\"`",
        ),
        (
            actions(tap("{ type: \"card\", parent: { name: \"hand\", suit: \"Hearts\" } }")),
            "E201 at `suit`: zones have no `suit`; write `suit` beside `parent`",
        ),
        (
            actions(tap("{ type: \"card\", parent: { name: \"hand\", colr: \"x\" } }")),
            "E306 at `colr`: nothing has a `colr`",
        ),
        // Fields that mean nothing where they stand.
        (
            actions(button("wibble: 1")),
            "E201 at `wibble`: an action has no field `wibble`; take it out, or write one of its fields: `action_name`",
        ),
        (
            actions(button("on: \"turn\"")),
            "E201 at `\"turn\"`: `on` says when an automatic action runs, and this one is a seat's",
        ),
        (
            actions("{ action_name: \"x\", type: \"hand_pick\", type_params: [3, 1], \
                     primitives: \"place_card($action.hand_pick, pile)\" },".to_owned()),
            "E203 at `1`: after how many stands whether the seat sees the cards",
        ),
        (
            vec![("DEFINED", "{ ref_id: \"d\", type: \"button\", primitives: \"nonsense()\" }".to_owned())],
            "W317 at `\"d\"`: nothing uses the defined action `d`",
        ),
        // Data that is an empty text at first.
        (
            vec![
                ("DATA", "{ key: \"t\", value: \"\" },".to_owned()),
                ("ACTIONS", condition("$globals.t == 5")),
            ],
            "E311 at `$globals.t == 5`: a string never equals a number: nothing but texts is put into `t`; give `t`",
        ),
        (
            vec![
                ("DATA", "{ key: \"t\", value: \"\" },".to_owned()),
                ("ACTIONS", condition("$player == $globals.t")),
                ("\"STEP\"", "\"set($globals.t, 'a')\"".to_owned()),
            ],
            "E311 at `$player == $globals.t`: a string never equals a seat",
        ),
        // Names that mean something elsewhere.
        (
            actions(condition("$card.value > 1")),
            "E301 at `$card`: unknown name `$card`; `$card` is a candidate: it stands in the `legal` of a pick",
        ),
        (
            actions(condition("$picked == 1")),
            "unknown name `$picked`; `$picked` is what is being picked",
        ),
        (
            actions(condition("globals == 1")),
            "unknown name `globals`; write what of it is meant, such as `$globals.x`",
        ),
        (
            actions(condition("hand == 1")),
            "unknown name `hand`; did you mean `$player.hand`?",
        ),
        // Sealed choices ask nothing, in whatever expression.
        (
            vec![
                ("KIND", "concurrent".to_owned()),
                ("SEALED", "sealed: true,".to_owned()),
                ("ACTIONS", step("[increment($globals.n), increment($globals.n, prompt_number(1, 2))]")),
            ],
            "E320",
        ),
    ];
    hold(cases);
}

/// What happens only on a condition may happen only with fewer seats.
#[test]
fn deals_that_may_never_happen_are_not_told() {
    let seats = ("max_players: 2", "max_players: 5");
    for steps in [
        "if(count(all) < 4, deal(deck, 'hand', 1))",
        "deal(deck, 'hand', $globals.n)",
    ] {
        assert_eq!(
            told(&game(&[seats, ("STEP", steps)])),
            [] as [String; 0],
            "{steps}"
        );
    }
    let condition = "{ action_name: \"x\", type: \"button\", condition: \"count(all) < 4\", primitives: \"deal(deck, 'hand', 1)\" },";
    assert_eq!(told(&game(&[seats, ("ACTIONS", condition)])), [] as [String; 0]);
}

/// Each mistake is told once, in these words, and says what to write.
fn hold(cases: Vec<(Vec<(&str, String)>, &str)>) {
    let (mut wrong, mut helpless) = (Vec::new(), Vec::new());
    for (filled, wanted) in cases {
        let filled: Vec<(&str, &str)> = filled
            .iter()
            .map(|(place, with)| (*place, with.as_str()))
            .collect();
        let told = told(&game(&filled));
        // The bounds of a number are in the message.
        let says_bounds = |line: &str| line.starts_with("E207") && line.contains("lies between");
        let silent = told
            .iter()
            .filter(|line| line.ends_with("; ") && !says_bounds(line));
        helpless.extend(silent.cloned());
        if told.len() != 1 || !told[0].contains(wanted) {
            wrong.push(format!("{filled:?}\n    wanted {wanted}\n    found {told:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        helpless.is_empty(),
        "these say not what to write:\n{}",
        helpless.join("\n")
    );
}

/// What other engines and languages write is told with what is written here.
#[test]
fn habits_from_elsewhere_are_told_with_what_is_written_here() {
    let button = |field: &str| format!("{{ action_name: \"x\", type: \"button\", {field} }},");
    let actions = |text: String| vec![("ACTIONS", text)];
    let condition = |text: &str| actions(button(&format!("condition: \"{text}\"")));
    let step = |text: &str| actions(button(&format!("primitives: \"{text}\"")));
    let json_step = |text: &str| actions(button(&format!("primitives: {text}")));
    let pick = |field: &str| {
        actions(format!(
            "{{ action_name: \"x\", type: \"world_pick\", {field}, \
             primitives: \"place_card($action.world_pick, pile)\" }},"
        ))
    };
    let data = |text: &str| vec![("DATA", text.to_owned())];
    let hidden = |ty: &str, domain: &str| {
        vec![(
            "DATA",
            format!("{{ key: \"own\", type: \"{ty}\", visible_to: \"none\", domain: {domain} }}"),
        )]
    };
    let cases: Vec<(Vec<(&str, String)>, &str)> = vec![
        // Assignments, sequences and control forms of other languages.
        (
            step("$globals.n -= 1"),
            "E316 at `-=`: `-=` has no meaning in an expression; write `decrement($globals.n, 1)`",
        ),
        (
            step("$globals.n = $globals.n * 2"),
            "write `set($globals.n, $globals.n * 2)`",
        ),
        (step("$globals.n++"), "write `increment($globals.n)`"),
        (
            step("set($globals.n, 1); shuffle(deck)"),
            "write each step as an item of the list",
        ),
        (
            step("if is_empty(deck) then shuffle(pile)"),
            "write `if(condition, then, otherwise)`",
        ),
        (
            step("if(is_empty(deck)) shuffle(pile)"),
            "write `if(condition, then, otherwise)`",
        ),
        (
            step("for(i in all, set($globals.n, 1))"),
            "E302 at `for`: unknown primitive `for`; write `{ \"for_each\": \"all\", \"primitives\": [ … ] }`",
        ),
        (
            condition("count(deck, c -> c.value > 2) > 0"),
            "E316 at `->`: `->` has no meaning in an expression; write a function as `c => …`",
        ),
        // Names of primitives.
        (
            step("transition(over)"),
            "E302 at `transition`: unknown primitive `transition`; write `state_transition(state)`",
        ),
        (condition("len(deck) > 0"), "write `count_cards(zone)`"),
        (
            step("set($globals.n, random(1, 6))"),
            "write `random_number(1, 6)`",
        ),
        (
            step("set_score(everyone, 1)"),
            "E301 at `everyone`: unknown name `everyone`; write `all`",
        ),
        // Fields.
        (
            json_step("{ primitive: \"shuffle\", params: \"deck\" }"),
            "E201 at `primitive`: a step has no field `primitive`; write `endpoint`",
        ),
        (
            json_step("{ if: \"is_empty(deck)\", primitives: \"shuffle(pile)\" }"),
            "E201 at `if`: a step has no field `if`; write `condition`",
        ),
        (
            json_step("{ condition: \"is_empty(deck)\", then: \"shuffle(pile)\" }"),
            "E201 at `then`: a step has no field `then`; write `primitives`",
        ),
        (
            json_step("{ endpoint: \"shuffle\", parms: \"deck\" }"),
            "E201 at `parms`: a step has no field `parms`; did you mean `params`?",
        ),
        (
            json_step("{ shuffle: \"deck\" }"),
            "E201 at `shuffle`: a step has no field `shuffle`; write `{ \"endpoint\": \"shuffle\", \"params\": [ … ] }`",
        ),
        (
            json_step("{ endpoint: \"set($globals.n, 1)\" }"),
            "`endpoint` is a name, `set`, without parameters; write the text `\"set($globals.n, 1)\"` in place of the object",
        ),
        (
            vec![("SHARED", "{ name: \"well\", visibility: \"all\" },".to_owned())],
            "a zone has no field `visibility`; write `zone_visibility`",
        ),
        (
            vec![("state_type: \"KIND\"", "type: \"grandstand\"".to_owned())],
            "E201 at `type`: a state has no field `type`; write `state_type`",
        ),
        (
            vec![
                ("global_data", "globals_data".to_owned()),
                ("STEP", "increment($globals.n)".to_owned()),
            ],
            "E201 at `globals_data`: a ruleset has no field `globals_data`; did you mean `global_data`?",
        ),
        (
            vec![("    ruleset: {", "    rulset: {".to_owned())],
            "E201 at `rulset`: a file has no field `rulset`; did you mean `ruleset`?",
        ),
        (
            vec![("min_players: 2", "min_players: \"2\"".to_owned())],
            "`min_players` is a whole number, not a string; take the quotation marks away: `2`",
        ),
        (
            vec![("game_area: {", "game_area: [".to_owned())],
            "E108 at `[`: `[` opens a list, and `key: value` stands in an object; write `{` here",
        ),
        (
            vec![(
                "OVER ",
                "{ action_name: \"x\", primitives: \"shuffle(deck)\" }, ".to_owned(),
            )],
            "W301 at `\"x\"`: action `x` has no `type` and is taken as automatic, as its state is; write `\"type\": \"auto\"`",
        ),
        // Names without what they belong to.
        (
            condition("$n > 0"),
            "E301 at `$n`: unknown name `$n`; did you mean `$globals.n`?",
        ),
        (
            condition("n > 0"),
            "E301 at `n`: unknown name `n`; did you mean `$globals.n`?",
        ),
        (step("set(n, 0)"), "did you mean `$globals.n`?"),
        (
            condition("$options.chips > 0"),
            "unknown reference `$options.chips`; declare `chips` in `options`",
        ),
        (
            [data("{ key: \"x\", value: 0 }"), condition("$player.purse > 0")].concat(),
            "a seat has no `purse`; a seat's zones are `hand`; declare further data in `player_data`, zones in `game_area.player_zones`",
        ),
        (
            json_step("{ for_each: \"all\", primitives: \"set_score($seat, 1)\" }"),
            "what is done for each of several seats reads the seat as `$player`",
        ),
        // Values of another kind.
        (
            step("set($globals.n, 'x')"),
            "E311 at `'x'`: `$globals.n` takes a number, found a string; write a number such as `3`, or `= ` and what gives one, or give `$globals.n` another `type` in `global_data`",
        ),
        (
            step("set($globals.n, nothing)"),
            "`$globals.n` takes a number, found nothing; numbers, booleans and lists are never nothing: write `0`, `false` or `[]`",
        ),
        (
            step("increment($globals.n, '1')"),
            "`by` of `increment` takes a number, found the text `1`; write `1`, without quotes",
        ),
        (
            json_step("{ endpoint: \"set\", params: [\"$globals.n\", \"count_cards(deck) + 1\"] }"),
            "write `= count_cards(deck) + 1` to call it",
        ),
        (
            condition("next_player()"),
            "E311 at `\"next_player()\"`: a condition is a boolean, found a seat; compare it with something: write `… != nothing`",
        ),
        (
            condition("$globals.n || true"),
            "`||` takes a boolean, found a number; compare it with something: write `… > 0`",
        ),
        (
            condition("count(filter(active_players(), s => true)) > 0"),
            "found a number; `active_players` tells how many; write `nondismissed_players()` for the seats themselves",
        ),
        (
            pick("type_params: [\"card\", 1, \"one\"]"),
            "cards are picked from a zone, zones, or a list of cards, found a string",
        ),
        // Texts with references in them.
        (
            step("message('total $globals.n')"),
            "W312 at `'total $globals.n'`: `$globals.n` is not read inside a text: it is shown as it is written; write `{0}` in its place and give the value: `message('… {0} …', all, $globals.n)`",
        ),
        (step("message('total {globals.n}')"), "W312"),
        (
            json_step("{ endpoint: \"set\", params: [\"$globals.any\", \"total $globals.n\"] }"),
            "join texts and values: `= concat('…', $globals.n, '…')`",
        ),
        (
            actions(button("action_message: { text: \"total $globals.n\" }")),
            "`\"tokens\": [\"$globals.n\"]` beside the text",
        ),
        (
            actions(button("label: \"Pay $globals.n\"")),
            "write the value in braces",
        ),
        (
            step("message('{0} took {1}', $player, $globals.n)"),
            "W311 at `message('{0} took {1}', $player, $globals.n)`: nothing is given for `{1}` in this text; the second parameter is who reads it",
        ),
        // Names that mean two things, and picks that name a zone twice.
        (
            vec![(
                "global_data",
                "player_data: [{ key: \"hand\", value: 1 }], global_data".to_owned(),
            )],
            "E308 at `\"hand\"`: `hand` is a zone of seats, too",
        ),
        (
            vec![(
                "global_data",
                "player_data: [{ key: \"name\", value: 1 }], global_data".to_owned(),
            )],
            "E308 at `\"name\"`: `name` is what a seat is called",
        ),
        (
            pick("pick: { from: \"deck\", zone: \"hand\" }"),
            "E311 at `\"deck\"`: `zone` goes with seats in `from`, and this is a zone itself; leave `zone` out",
        ),
        // What a client has selected.
        (
actions(
                "{ action_name: \"x\", interaction: { type: \"hand\" }, conditions: [{ of: \"tapped\", its: \"getSelectedChildren\", above: 1 }], \
                 primitives: \"set($globals.n, 2)\" },"
                    .to_owned(),
            ),
            "what a client has selected is its own, and the rules do not see it; let several things be tapped together",
        ),
        // Domains of another kind than their data.
        (hidden("player", "{ min: 0, max: 3 }"), "E330 at `{ min: 0, max: 3 }`: this item is a seat, and its domain has a number; write `\"players\"`"),
        (hidden("string", "[1, 2]"), "E330 at `1`: this item is a string, and its domain has a number; write a list of texts"),
        (hidden("number", "[\"a\"]"), "E330 at `\"a\"`: this item is a number, and its domain has a string"),
        (hidden("number", "[1, null]"), "E330 at `null`: this item is a number, and its domain has nothing"),
        (hidden("card", "[1]"), "E330"),
        (hidden("card", "{ cards: \"Q\" }"), "E330 at `\"Q\"`: no card is called `Q`"),
        (hidden("card", "{ zones: \"pil\" }"), "did you mean `pile`?"),
        (hidden("player", "\"others\""), "E330 at `\"others\"`: `others` are all but the seat whose data it is, and this is nobody's"),
        (hidden("player", "\"player\""), "did you mean `players`?"),
        (hidden("numbers", "[1, 2]"), "E330 at `1`: this item is a list of numbers, and its domain has a number; write `{ \"items\": "),
        (hidden("numbers", "{ items: [1] }"), "a domain of lists says how long they are"),
        (hidden("numbers", "{ items: [\"a\"], length: 2 }"), "E330 at `\"a\"`"),
        (hidden("number", "{ or_nothing: [1] }"), "E330 at `{ or_nothing: [1] }`: a number is never nothing"),
        (hidden("number", "{ min: 0, max: 9000000000 }"), "there are more than"),
        (hidden("player", "[]"), "a domain holds one value at least"),
        (
            vec![("DATA", "{ key: \"own\", type: \"player\", visible_to: \"none\" }".to_owned())],
            "W319 at `\"own\"`: `own` is hidden, and nothing says what it may be: whoever imagines the table takes it for what it is at first; write a `domain`: `\"players\"`",
        ),
        // An item that is nothing until something is put there is no text.
        (
            vec![
                ("DATA", "{ key: \"t\", value: \"\" },".to_owned()),
                ("ACTIONS", "{ action_name: \"x\", type: \"button\", condition: \"$globals.t == ''\", primitives: \"set($globals.n, 2)\" },".to_owned()),
                ("\"STEP\"", "\"set($globals.t, $player)\"".to_owned()),
            ],
            "`t` never equals a string: no text is ever put into it; while nobody has set `t` it is nothing: write `== nothing`",
        ),
        // Hidden data without a domain, of which nobody can imagine what it is.
        (
            vec![(
                "DATA",
                "{ key: \"own\", value: 1, visible_to: \"none\" }".to_owned(),
            )],
            "W319 at `\"own\"`: `own` is hidden, and nothing says what it may be: whoever imagines the table takes it for what it is at first; write a `domain`",
        ),
        // Data that is computed.
        (
            vec![("DATA", "{ key: \"sum\", value: 1, computed: \"= count(deck)\" }".to_owned())],
            "E350 at `\"= count(deck)\"`: an item that is computed has no `value`; take out `value`, or `computed`",
        ),
        (
            vec![("global_data", "player_data: [{ key: \"score\", computed: \"= count($player.hand)\" }], global_data".to_owned())],
            "E350 at `\"= count($player.hand)\"`: `score` is what steps count, and cannot be computed; give the item another `key`",
        ),
        (
            vec![("SEALED", "state_data: [{ key: \"sum\", computed: \"= count(deck)\" }],".to_owned())],
            "E350 at `\"= count(deck)\"`: only items of `global_data` and `player_data` are computed; move it there",
        ),
        (
            vec![
                ("DATA", "{ key: \"sum\", computed: \"= count(deck)\" }".to_owned()),
                ("STEP", "set($globals.sum, 1)".to_owned()),
            ],
            "E351 at `$globals.sum`: this item of data is computed, and cannot be set; take `computed` from its declaration",
        ),
        (
            vec![(
                "DATA",
                "{ key: \"one\", type: \"number\", computed: \"= $globals.two + 1\" }, { key: \"two\", type: \"number\", computed: \"= $globals.one + 1\" }".to_owned(),
            )],
            "E352 at `$globals.two + 1`: `one` is computed from itself; let one of the items",
        ),
        (
            vec![("DATA", "{ key: \"sum\", type: \"string\", computed: \"= count(deck)\" }".to_owned())],
            "E311 at `count(deck)`: this item is a string, found a number; write a text in quotation marks",
        ),
        (
            vec![(
                "global_data",
                "player_data: [{ key: \"sum\", computed: \"= sum_cards($player.hand, 'value')\" }], global_data".to_owned(),
            )],
            "E319 at `sum_cards($player.hand, 'value')`: what `sum` shows depends on",
        ),
        // Turns that nothing ends, and states that nothing leads on from.
        (
            vec![
                (
                    "state_type: \"KIND\"",
                    "state_type: \"round_robin\", turn: \"until_end_turn\"".to_owned(),
                ),
                (
                    "\"state_transition(over)\"",
                    "\"if($globals.n > 3, end_game(all), increment($globals.n))\"".to_owned(),
                ),
                (WITHOUT_LAST, String::new()),
            ],
            "W318 at `\"play\"`: nothing ends a turn in state `play`: only one seat ever acts there; end it by `end_turn()`",
        ),
        (
            vec![
                ("KIND", "concurrent".to_owned()),
                (
                    "\"state_transition(over)\"",
                    "\"if($globals.n > 3, end_game(all), increment($globals.n))\"".to_owned(),
                ),
                (WITHOUT_LAST, String::new()),
            ],
            "W304 at `\"play\"`: when every seat has acted in state `play`, nothing leads on for sure; give it an `auto` action",
        ),
    ];
    hold(cases);
}

/// A text that is more than is read is told as one, and what to do about it.
#[test]
fn a_text_beyond_a_limit_says_what_to_do() {
    let spaces = " ".repeat(17 << 20);
    let values = format!("[{}]", "1,".repeat(2_100_000));
    let brackets = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let cases = [
        (spaces, "E101", "divide it among several files"),
        (values, "E116", "divide it among several files"),
        (brackets, "E115", "take levels out, or close a bracket"),
    ];
    for (text, code, wanted) in cases {
        let checked = Loader::new().check_text("ruleset.json", &text);
        let told = checked.diagnostics.sorted();
        let told: Vec<_> = told.iter().filter(|d| d.code.as_str() == code).collect();
        assert_eq!(told.len(), 1, "{code}");
        let help = told[0].help.as_deref().unwrap_or("");
        assert!(help.starts_with(wanted), "{code}: {help}");
    }
}

/// Games that cannot end, whatever stands in them.
#[test]
fn whether_a_game_ends_is_told_by_what_can_be_come_to() {
    let round = "{ state_name: \"p\", actions: { action_name: \"go\", type: \"auto\", condition: \"1 > 0\", \
                 primitives: \"state_transition(q)\" } }, \
                 { state_name: \"q\", actions: { action_name: \"go\", type: \"auto\", PRIMITIVES } },";
    let to_round = "\"state_transition(p)\", \"increment($globals.n)\"";
    let back = round.replace("PRIMITIVES", "primitives: \"state_transition(p)\"");
    let asking = round.replace(
        "PRIMITIVES",
        "primitives: [\"ask(all, prompt_confirm('on?'))\", \"state_transition(p)\"]",
    );
    let out = round.replace(
        "PRIMITIVES",
        "primitives: [{ endpoint: \"state_transition\", params: \"over\", condition: \"$globals.n > 3\" }, \
         \"increment($globals.n)\", \"state_transition(p)\"]",
    );
    let never = "{ action_name: \"x\", type: \"button\", condition: \"1 == 2\", primitives: \"state_transition(over)\" },";
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);
    let cases: [Case<'_>; 4] = [
        // Two states that lead to each other by themselves; the end is not come to.
        (
            &[("STATES", &back), ("\"STEP\"", to_round)],
            &["W304 at", "lead to nothing but each other"],
        ),
        (&[("STATES", &asking), ("\"STEP\"", to_round)], &[]),
        (&[("STATES", &out), ("\"STEP\"", to_round)], &[]),
        // The only way to the end is never open.
        (
            &[("ACTIONS", never), ("\"STEP\"", "\"increment($globals.n)\"")],
            &["W306", "W303", "W305"],
        ),
    ];
    for (filled, wanted) in cases {
        let mut text = game(filled);
        let lead = "\"state_transition(over)\"] }";
        assert!(text.contains(lead), "{text}");
        text = text.replace(lead, "\"increment($globals.n)\"] }");
        let told = told(&text);
        for part in wanted {
            assert!(
                told.iter().any(|line| line.contains(part)),
                "{filled:?}: {part} in {told:#?}"
            );
        }
        if wanted.is_empty() {
            assert!(!told.iter().any(|line| line.contains("without end")), "{told:#?}");
        }
    }
    // An end that is not come to is none.
    let unreached =
        game(&[("\"STEP\", ", "")]).replace("\"state_transition(over)\"", "\"increment($globals.n)\"");
    let told = told(&unreached);
    assert!(
        told.iter()
            .any(|line| line.contains("W305") && line.contains("no action that the game can reach")),
        "{told:#?}"
    );
}

/// A script may end the game: where none can be read, nothing else is said of how the game goes on.
#[test]
fn a_script_that_is_not_read_may_end_the_game() {
    let finish = "function: \"finish\"";
    let text = game(&[("game_state:", "script: [\"finish\"], game_state:")]).replace(
        "primitives: \"end_game(best_seats())\"",
        &format!("primitives: {{ {finish} }}"),
    );
    assert!(text.contains(finish), "{text}");
    let told = told(&text);
    assert!(
        matches!(&told[..], [only] if only.starts_with("E361")),
        "{told:#?}"
    );
}

/// What may be said, though it looks like a mistake.
#[test]
fn what_is_meant_is_no_mistake() {
    let condition = |text: &str| {
        format!(
            "{{ action_name: \"x\", type: \"button\", condition: \"{text}\", primitives: \"set($globals.n, 2)\" }},"
        )
    };
    let auto = |fields: &str| format!("{{ action_name: \"off\", type: \"auto\", {fields} }},");
    let blank = "{ key: \"t\", value: \"\" },";
    let seat = "{ key: \"t\", type: \"player\", value: \"\" },";
    let row = vec!["$globals.n == 1"; 120].join(" || ");
    let sum = format!("{} > 3", vec!["$globals.n"; 120].join(" + "));
    let cases = [
        // A seat is put into it, as the rules of other games do.
        vec![
            ("DATA", blank.to_owned()),
            ("ACTIONS", condition("$globals.t == $player")),
            ("\"STEP\"", "\"set($globals.t, $player)\"".to_owned()),
        ],
        vec![
            ("DATA", blank.to_owned()),
            ("ACTIONS", condition("$globals.t == 'a'")),
        ],
        vec![
            ("DATA", blank.to_owned()),
            ("ACTIONS", condition("$globals.t == nothing")),
        ],
        // Where a seat is named, an empty text names none.
        vec![
            ("DATA", seat.to_owned()),
            ("\"STEP\"", "\"set($globals.t, '')\"".to_owned()),
        ],
        // The table is the container that all zones lie in.
        vec![(
            "ACTIONS",
            "{ action_name: \"x\", interaction: { type: \"hand\", parent: { type: \"container\", owner: \"player\" } }, \
             primitives: \"set($globals.n, 2)\" },"
                .to_owned(),
        )],
        // Automatic actions that leave when something holds, after an action, or after an answer.
        vec![(
            "ACTIONS",
            auto("condition: \"$globals.n > 1\", primitives: \"state_transition(over)\""),
        )],
        vec![(
            "ACTIONS",
            auto("on: \"action\", primitives: \"state_transition(over)\""),
        )],
        vec![(
            "ACTIONS",
            auto("primitives: \"if($globals.n > 1, state_transition(over))\""),
        )],
        // A row of one operator is one level.
        vec![("ACTIONS", condition(&row))],
        vec![("ACTIONS", condition(&row.replace("||", "&&").replace("==", "!=")))],
        vec![("ACTIONS", condition(&sum))],
    ];
    for filled in cases {
        let filled: Vec<(&str, &str)> = filled
            .iter()
            .map(|(place, with)| (*place, with.as_str()))
            .collect();
        assert_eq!(told(&game(&filled)), [] as [String; 0], "{filled:?}");
    }
}

#[test]
fn a_fault_names_the_state_in_which_nobody_can_do_anything() {
    let text =
        game(&[("STEP", "set($globals.n, 1)")]).replace("end_game(best_seats())", "state_transition(stuck)");
    let text = text.replace(
        "{\n                state_name: \"over\"",
        "{ state_name: \"stuck\", state_type: \"grandstand\", actions: [{ action_name: \"wait\", \
         type: \"button\", condition: \"$globals.n == 0\", primitives: \"end_game(all)\" }, \
         { action_name: \"said\", type: \"button\", condition: { if: \"$globals.n == 0\", message: \"not in this round\" }, \
         primitives: \"end_game(all)\" }, { action_name: \"none\", type: \"hand_pick\", type_params: 9, \
         primitives: \"end_game(all)\" }] },\n            {\n                state_name: \"over\"",
    );
    let ruleset = Loader::new().check_text("ruleset.json", &text).into_result();
    let ruleset = ruleset.expect("the ruleset checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    let Err(NotApplied::Faulted(fault)) = game.submit_nth(Seat(0), 0) else {
        panic!("nobody can do anything in `stuck`");
    };
    assert_eq!(fault.state.as_deref(), Some("stuck"));
    assert_eq!(
        fault.message,
        "nobody can do anything; not available are `wait` (its condition does not hold), \
         `said` (not in this round), `none` (there is nothing to pick)"
    );
}

#[test]
fn a_zone_keeps_as_many_cards_as_its_lower_limit_says() {
    let zone = "{ name: \"well\", zone_visibility: \"all\", size: [2, 4], decks: \"all\" },";
    let cases = [
        (
            "{ action_name: \"take\", type: \"world_pick\", pick: { from: \"well\" }, \
             primitives: \"place_card($action.world_pick, pile)\" },",
            2,
        ),
        (
            "{ action_name: \"draw\", type: \"button\", primitives: \"draw_cards($player, 2, well, pile)\" },",
            1,
        ),
        (
            "{ action_name: \"some\", type: \"world_pick\", pick: { from: \"well\", min: 1, max: 4 }, \
             primitives: \"place_card($action.world_pick, pile)\" },",
            2,
        ),
    ];
    for (action, times) in cases {
        let text = game(&[("SHARED", zone), ("ACTIONS", action)]);
        let own =
            "deck: { deck_name: 'all', cardset: 'four', content: [0, 1, 2, 3] }, ruleset: { decks: 'all',";
        let text = text.replace("ruleset: {", own);
        let checked = Loader::new().check_text("ruleset.json", &text).into_result();
        let ruleset = checked.expect("the ruleset checks");
        // The first choice of the first action, as long as it is offered.
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
        let name = |game: &Game| {
            let decision = game.next_decision()?;
            let action = decision.actions().next()?;
            Some(
                ruleset
                    .words()
                    .action_label(action)
                    .unwrap_or_default()
                    .to_owned(),
            )
        };
        let first = name(&game);
        let mut done = 0;
        while name(&game) == first && first.as_deref() != Some("on") {
            game.submit_nth(Seat(0), 0).expect("what is offered is applied");
            done += 1;
            assert!(done < 5, "{action}");
        }
        assert_eq!(done, times, "{action}");
        let why = game.next_decision().map(|d| d.unavailable());
        let why = format!("{why:?}");
        assert!(why.contains("must keep 2 cards"), "{why}");
    }
}
