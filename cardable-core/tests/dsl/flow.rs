//! Loops, variables, transitions, pushed states and questions.

use crate::{json, rules, same};
use cardable_core::dsl::*;

#[test]
fn loops_groups_and_variables() {
    let theirs = json(
        r#"game_area: {
            shared_zones: [{ name: "stock", decks: "letters", zone_visibility: "none", order: "fixed-lifo" }, { name: "row", zone_visibility: "all", order: "fixed-lifo" }],
        },
        global_data: [{ key: "one", value: 1 }, { key: "other", value: 2 }],
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "go", type: "button", primitives: [
                { while: "count_cards(row) < 3", primitives: ["move_top(stock, row, 1)"] },
                { for_each: "= cards_of(row)", as: "card", primitives: ["set($globals.one, $globals.one + $action.card.value)"] },
                { primitives: ["set($globals.one, $globals.other)", "set($globals.other, $globals.one)"], at_once: true },
            ] },
        ] }]"#,
    );
    let (mut rules, deck) = rules();
    let stock = rules.zone("stock", ZoneSpec::face_down().begins_with(deck));
    let row = rules.zone("row", ZoneSpec::open());
    let (one, other) = (rules.data("one", 1), rules.data("other", 2));
    let play = rules.state("play", StateSpec::in_turn());
    rules.action(
        play,
        ActionTemplate::new("go", press()).run([
            as_long_as(row.len().below(3), draw(stock, row, 1)),
            for_each(row.cards(), move |card| one.raise(card.get(&VALUE))),
            at_once([one.set(other.get()), other.set(one.get())]),
        ]),
    );
    same(&theirs, &rules);
}

#[test]
fn states_with_parameters_are_entered_and_pushed() {
    let theirs = json(
        r#"global_data: [{ key: "won", value: 0 }],
        game_state: [
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "duel", type: "button", primitives: [
                    { endpoint: "state_transition", params: ["duel", 3], who: "= [$player, next_player($player)]", scene: "new" },
                ] },
                { action_name: "join", type: "button", primitives: [{ endpoint: "state_transition", params: ["duel", 1], who: "$player" }] },
                { action_name: "bonus", type: "button", primitives: ["set($globals.won, state_push(bonus, 5))"] },
                { action_name: "look", type: "button", primitives: ["state_push(bonus, 0)"] },
                { action_name: "voted", type: "button", primitives: ["state_transition(vote_result())"] },
            ] },
            { state_name: "duel", state_type: "concurrent", state_params: [{ key: "stake", type: "number" }],
              state_data: [{ key: "passes", value: 0 }, { key: "first", type: "player", value: "= next_player($player)" }], actions: [
                { action_name: "pass", type: "button", primitives: ["set($state.passes, $state.passes + $state.stake)"] },
                { action_name: "again", type: "vote_button", type_params: ["again", "play"], primitives: [] },
            ] },
            { state_name: "bonus", state_type: "grandstand", state_type_param: "= turn_player()",
              state_params: [{ key: "most", type: "number" }], actions: [
                { action_name: "take", type: "button", primitives: ["state_pop($state.most)"] },
                { action_name: "leave", type: "button", primitives: ["state_pop()"] },
            ] },
        ]"#,
    );
    let (mut rules, _) = rules();
    let won = rules.data("won", 0);
    let play = rules.state("play", StateSpec::in_turn());
    let duel = rules.state("duel", StateSpec::all_at_once());
    let bonus = rules.state("bonus", StateSpec::only(on_turn()));
    let stake = rules.state_param::<kind::Number>(duel, "stake");
    let passes = rules.state_data(duel, "passes", 0);
    rules.state_data(duel, "first", player().next());
    let most = rules.state_param::<kind::Number>(bonus, "most");
    let both = Seats::both(player(), player().next());
    let button = |name: &str, command: Command| ActionTemplate::new(name, press()).run(command);
    rules.action(play, button("duel", transition(duel).with(3).apart(both).into()));
    rules.action(
        play,
        button("join", transition(duel).with(1).only(player()).into()),
    );
    rules.action(play, button("bonus", won.set(push_state(bonus).with(5).value())));
    rules.action(play, button("look", push_state(bonus).with(0).into()));
    rules.action(play, button("voted", transition(call::vote_result()).into()));
    rules.action(duel, button("pass", passes.raise(stake.get())));
    rules.action(duel, ActionTemplate::new("again", vote_for(play)));
    rules.action(bonus, button("take", pop_state(most.get())));
    rules.action(bonus, button("leave", pop_state(())));
    same(&theirs, &rules);
}

#[test]
fn every_question_is_asked_alike() {
    let theirs = json(
        r#"game_area: {
            shared_zones: [{ name: "stock", decks: "letters", zone_visibility: "all", order: "fixed-lifo" }, { name: "row", zone_visibility: "all", order: "fixed-lifo" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        global_data: [{ key: "number", value: 0 }, { key: "text", type: "string", value: "" }, { key: "who", type: "player" },
            { key: "where", type: "zone" }, { key: "yes", value: false }, { key: "numbers", type: "numbers", value: [] }],
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "ask", type: "button", primitives: [
                "set($globals.number, prompt_number(1, count_cards($player.hand), 'How many?', 2))",
                "set($globals.number, prompt_number(nothing, nothing, 'How many?'))",
                "set($globals.number, prompt_number_excl_incl(2, 5, 'More?'))",
                "set($globals.text, prompt_option(['a', 'b'], 'Which?', 'b'))",
                "set($globals.number, prompt_option([1, 2], 'Which?', nothing, ['one', 'two']))",
                "set($globals.who, prompt_seat(other_players(), 'Who?'))",
                "set($globals.where, prompt_zone([stock, row], 'Where?'))",
                "set($globals.yes, prompt_confirm('Well?', true))",
                "place_card(prompt_card($player.hand, 'Which?'), row)",
                { endpoint: "place_card", params: [{ endpoint: "prompt_cards", params: ["$player.hand", 0, "= count_cards(row)", "Which?"],
                    valid: "same_attribute($picked, 'suit')", valid_message: "They differ.", ordered: true }, "row"] },
                "set($globals.numbers, prompt_split(3, all, 0, 2, 'How?'))",
                "set($globals.yes, ask(next_player(), prompt_confirm('Well?')))",
                "set($globals.numbers, ask(all, prompt_number(0, 5, 'How much?')))",
            ] },
        ] }]"#,
    );
    let (mut rules, deck) = rules();
    let stock = rules.zone("stock", ZoneSpec::open().begins_with(deck));
    let row = rules.zone("row", ZoneSpec::open());
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let number = rules.data("number", 0);
    let text = rules.data("text", "");
    let who = rules.data("who", nothing());
    let place = rules.data("where", nothing());
    let yes = rules.data("yes", false);
    let numbers = rules.data("numbers", list_of([] as [Val<kind::Number>; 0]));
    let play = rules.state("play", StateSpec::in_turn());
    let next = call::next_player(());
    rules.action(
        play,
        ActionTemplate::new("ask", press()).run([
            number.set(ask_number(1, hand.mine().len(), "How many?").default(2)),
            number.set(ask_number((), (), "How many?")),
            number.set(ask_number_above(2, 5, "More?")),
            text.set(ask_option(list_of(["a", "b"]), "Which?").default("b")),
            number.set(ask_labelled(list_of([1, 2]), list_of(["one", "two"]), "Which?")),
            who.set(ask_seat(others(), "Who?")),
            place.set(ask_zone(list_of([stock, row]), "Where?")),
            yes.set(ask_whether("Well?").default(true)),
            move_to(ask_card(hand.mine(), "Which?"), row),
            move_to(
                ask_cards(hand.mine(), HowMany::between(0, row.len()), "Which?")
                    .require("They differ.", |picked| picked.all_match(&SUIT))
                    .ordered(),
                row,
            ),
            numbers.set(ask_split(3, everyone(), "How?").between(0, 2)),
            yes.set(ask_whether("Well?").put_to(next)),
            numbers.set(ask_number(0, 5, "How much?").put_to_each(everyone())),
        ]),
    );
    same(&theirs, &rules);
}
