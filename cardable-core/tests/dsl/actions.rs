//! Buttons, votes, picks, and what more is said of actions.

use crate::{json, rules, same};
use cardable_core::dsl::*;

#[test]
fn picks_of_every_kind() {
    let theirs = json(
        r#"game_area: {
            shared_zones: [{ name: "stock", decks: "letters", zone_visibility: "none", order: "fixed-lifo" }, { name: "row", zone_visibility: "all", order: "fixed-lifo" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        global_data: [{ key: "number", value: 0 }, { key: "who", type: "player" }],
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "set", type: "world_pick", pick: { from: "$player.hand", min: 2, max: 3, ordered: true },
                legal: "$card.value > 1", legal_message: "Too low.", valid: "same_attribute($picked, 'suit')", valid_message: "They differ.",
                primitives: "place_card($action.world_pick, row)" },
            { action_name: "steal", type: "world_pick", pick: { from: "others", zone: "hand", blind: true },
                primitives: "place_card($action.world_pick, $player.hand)" },
            { action_name: "take", type: "world_pick", pick: { from: ["row", "$player.hand"], only: "top", count: "= $globals.number + 1" },
                primitives: "place_card($action.world_pick, $player.hand)" },
            { action_name: "some", type: "world_pick", pick: { from: "all", zone: "hand", min: 0, max: "= count_cards(row)", only: "by_order" },
                primitives: "place_card($action.world_pick, row)" },
            { action_name: "name", type: "world_pick", pick: { what: "seat", from: "other_players()" },
                legal: "$seat != $globals.who", legal_message: "Not again.", primitives: "set($globals.who, $action.world_pick)" },
            { action_name: "zone", type: "world_pick", pick: { what: "zone", from: ["row", "$player.hand"] }, primitives: "shuffle($action.world_pick)" },
            { action_name: "bid", type: "world_pick", pick: { what: "option", from: "= whole_numbers($globals.number + 1, 9)" },
                primitives: "set($globals.number, $action.world_pick)" },
        ] }]"#,
    );
    let (mut rules, deck) = rules();
    rules.zone("stock", ZoneSpec::face_down().begins_with(deck));
    let row = rules.zone("row", ZoneSpec::open());
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let number = rules.data("number", 0);
    let who = rules.data("who", nothing());
    let play = rules.state("play", StateSpec::in_turn());
    let set = pick_cards(hand.mine())
        .several(2..=3)
        .ordered()
        .legal("Too low.", |one| one.thing().get(&VALUE).above(1))
        .valid("They differ.", |all| all.all_match(&SUIT));
    let all = || picked::<kind::List<kind::Card>>();
    rules.action(play, ActionTemplate::new("set", set).run(move_to(all(), row)));
    let steal = pick_cards(of_others(hand)).blind();
    rules.action(
        play,
        ActionTemplate::new("steal", steal).run(move_to(picked::<kind::Card>(), hand.mine())),
    );
    let take = pick_cards([Val::from(row), hand.mine()])
        .top_only()
        .exactly(number.get() + 1);
    rules.action(
        play,
        ActionTemplate::new("take", take).run(move_to(all(), hand.mine())),
    );
    let some = pick_cards(hand)
        .between(HowMany::between(0, row.len()))
        .as_zones_allow();
    rules.action(play, ActionTemplate::new("some", some).run(move_to(all(), row)));
    let other = pick_seats(others()).legal("Not again.", move |one| one.thing().differs(who));
    rules.action(play, ActionTemplate::new("name", other).run(who.set(picked())));
    let zone = pick_zones([Val::from(row), hand.mine()]);
    rules.action(
        play,
        ActionTemplate::new("zone", zone).run(shuffle(picked::<kind::Zone>())),
    );
    let bid = pick_options(call::whole_numbers(number.get() + 1, 9));
    rules.action(play, ActionTemplate::new("bid", bid).run(number.set(picked())));
    same(&theirs, &rules);
}

#[test]
fn what_more_is_said_of_actions() {
    let theirs = json(
        r#"global_data: [{ key: "round", value: 1 }], player_data: [{ key: "bid", value: 0 }],
        game_state: [
            { state_name: "bids", state_type: "concurrent", sealed: true, ask: "everyone", rounds: "entry", actions: [
                { action_name: "bid", type: "button", 
                    primitives: "set($player.bid, prompt_number(0, 5, 'How much?'))" },
                { action_name: "next", type: "auto", on: "round", condition: "$globals.round < 3",
                    action_message: { type: "top_center_screen", text: "Round {0}", tokens: ["$globals.round"], time: 3, size: 30 },
                    primitives: "state_transition(play)" },
            ] },
            { state_name: "play", state_type: "round_robin", players: "= $player.bid > 0", timeout: 20, actions: [
                { action_name: "snap", label: "Snap {$globals.round}", phrase: "{player} snaps", type: "button", by: "anyone",
                    condition: [{ if: "$player.bid > 1", message: "Too little." }, { if: "$globals.round > 0", message: "Too early." }],
                    action_message: { text: "Snap!", type: "log" }, ends_turn: true, on_timeout: true, sealed: true,
                    primitives: "increment($globals.round)" },
            ] },
            { state_name: "best", state_type: "round_robin", players: "= best_seats()", actions: [
                { action_name: "end", type: "button", primitives: "end_game()" },
            ] },
        ]"#,
    );
    let (mut rules, _) = rules();
    let round = rules.data("round", 1);
    let bid = rules.seat_data("bid", 0);
    let bids = rules.state(
        "bids",
        StateSpec::all_at_once()
            .sealed()
            .asks_everyone()
            .rounds(true, false),
    );
    let play = rules.state(
        "play",
        StateSpec::in_turn().for_those(bid.mine().above(0)).seconds(20),
    );
    let best = rules.state("best", StateSpec::in_turn().for_those(Seats::from(best_seats())));
    let asked = bid.set(player(), ask_number(0, 5, "How much?"));
    rules.action(bids, ActionTemplate::new("bid", press()).run(asked));
    let said = Spoken::new(filled("Round {0}").with(round.get()))
        .at(MessagePlace::TopCenterScreen)
        .seconds(3)
        .size(30);
    rules.automatic(
        bids,
        Automatic::each_round("next", go_to(play))
            .when(round.get().below(3))
            .says(said),
    );
    rules.action(
        play,
        ActionTemplate::new("snap", press())
            .label(filled("Snap {0}").with(round.get()))
            .phrase("{player} snaps")
            .by_anyone()
            .require("Too little.", bid.mine().above(1))
            .require("Too early.", round.get().above(0))
            .says(Spoken::new("Snap!").at(MessagePlace::Log))
            .ends_turn()
            .on_timeout()
            .sealed()
            .run(round.raise(1)),
    );
    rules.action(
        best,
        ActionTemplate::new("end", press()).run(call::end_game((), ())),
    );
    same(&theirs, &rules);
}
