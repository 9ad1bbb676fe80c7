//! Fragments that rulesets import.

use crate::{json, rules, same};
use cardable_core::dsl::*;

const TRICKS: &str = include_str!("../../../rulesets/fragments/tricks.fragment.json");

/// A fragment with a trigger, an item that is computed, and everything that can be handed over.
const COUNTER: &str = r#"{
    fragment: {
        params: [
            { key: "hand", type: "seat_zone" }, { key: "heap", type: "zone" }, { key: "score", type: "seat_data" },
            { key: "where", type: "data" }, { key: "high", type: "attribute" }, { key: "next", type: "state" },
            { key: "worth", type: "number", value: 1 }, { key: "to", type: "zone" },
        ],
        global_data: { key: "moved", value: 0 },
        player_data: { key: "twice", type: "number", computed: "= $player.score * 2" },
        defined_values: { ref_id: "worth_of", ref_params: { key: "who", type: "player" }, value: "= sum(who.hand, high) * worth" },
        defined_actions: { ref_id: "go", ref_params: { key: "card", type: "card" }, primitives: [
            "place_card($action.card, heap)", "set(where, $player)", "increment($player.score)", "move_all(heap, to)", "state_transition(next)",
        ] },
        triggers: { on: { moved_to: "heap" }, primitives: "increment($globals.moved)" },
    },
}"#;

#[test]
fn a_fragment_is_handed_everything_and_called() {
    let fragment = COUNTER
        .trim()
        .strip_prefix("{\n    fragment:")
        .and_then(|text| text.strip_suffix(",\n}"));
    let theirs = json(&format!(
        r#"game_area: {{
            shared_zones: [{{ name: "pile", zone_visibility: "all", order: "fixed-lifo" }}, {{ name: "stock", decks: "letters", zone_visibility: "none", order: "fixed-lifo" }}],
            player_zones: [{{ name: "hand", zone_visibility: "owner", order: "any" }}, {{ name: "won", zone_visibility: "none", order: "fixed-lifo" }}],
        }},
        global_data: [{{ key: "winner", type: "player" }}], player_data: [{{ key: "points", value: 0 }}],
        import: [{{ from: {}, as: "counter", with: {{ hand: "hand", heap: "pile", score: "points", where: "$globals.winner",
            high: "value", next: "play", worth: "= 1 + 2", to: "= $globals.winner.won" }} }}],
        game_state: [{{ state_name: "play", state_type: "round_robin", actions: [
            {{ action_name: "go", type: "world_pick", pick: {{ from: "$player.hand" }}, condition: "counter.worth_of($player) > counter.moved",
                primitives: ["counter.go($action.world_pick)", "if($player.counter.twice > 3, end_game())"] }},
        ] }}]"#,
        fragment.unwrap()
    ));
    let (mut rules, deck) = rules();
    let pile = rules.zone("pile", ZoneSpec::open());
    rules.zone("stock", ZoneSpec::face_down().begins_with(deck));
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let won = rules.seat_zone("won", SeatZoneSpec::face_down());
    let winner = rules.data("winner", nothing::<kind::Seat>());
    let points = rules.seat_data("points", 0);
    let play = rules.state("play", StateSpec::in_turn());
    let counter = Fragment::new("counter", COUNTER)
        .with("hand", hand)
        .with("heap", pile)
        .with("score", points)
        .with("where", winner)
        .with("high", &VALUE)
        .with("next", play)
        .with("worth", Val::from(1) + 2)
        .with("to", won.of(winner));
    let counter = rules.import(counter);
    let count = counter.value::<kind::Number>("worth_of", [player().into()]);
    let twice = counter.seat_item::<kind::Number>("twice", player());
    rules.action(
        play,
        ActionTemplate::new("go", pick_cards(hand.mine()))
            .check(count.above(counter.item("moved")))
            .run([
                counter.action("go", [picked::<kind::Card>().into()]),
                when(twice.above(3), call::end_game((), ())),
            ]),
    );
    same(&theirs, &rules);
}

#[test]
fn the_fragment_of_tricks_is_imported_twice() {
    let (mut rules, deck) = rules();
    let stock = rules.zone("stock", ZoneSpec::face_down().begins_with(deck));
    let gone = rules.zone("gone", ZoneSpec::face_down());
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let played = SeatZoneSpec::open().oldest_first().holds(0..=1);
    let played = rules.seat_zone("played", played);
    let tricks = rules.seat_data("tricks", 0);
    let (led, best) = (rules.data("led", ""), rules.data("best", 0));
    let winner = rules.data("winner", nothing::<kind::Seat>());
    let fragment = Fragment::new("tricks", TRICKS)
        .with("hand", hand)
        .with("trick", played)
        .with("taken", tricks)
        .with("gone", gone)
        .with("led", led)
        .with("best", best)
        .with("winner", winner)
        .with("rank", &VALUE);
    let plain = rules.import(fragment.clone());
    let trump = rules.import(fragment.named("with_trump").with("trump", "Red"));
    let play = rules.state("play", StateSpec::in_turn());
    rules.automatic(
        play,
        Automatic::on_entry("deal", deal(stock, hand, 2)).when(hand.of(call::seat_at(0)).is_empty()),
    );
    let card = pick_cards(hand.mine()).legal("You must follow suit.", {
        let plain = plain.clone();
        move |one| plain.value("may_play", [one.thing().into()])
    });
    rules.action(
        play,
        ActionTemplate::new("play", card).run(trump.action("play", [picked::<kind::Card>().into()])),
    );
    let taken = plain.action("collect", []);
    rules.automatic(
        play,
        Automatic::after_actions("take", [taken, call::end_game(best_seats(), ())])
            .when(plain.value("is_complete", [])),
    );
    rules.build().unwrap_or_else(|problems| panic!("{problems}"));
    // What a fragment does not have is no slip that passes.
    rules.action(
        play,
        ActionTemplate::new("wrong", press()).run(plain.action("colect", [])),
    );
    let told = rules.build().unwrap_err().to_string();
    assert!(
        told.contains("no fragment that is imported has `tricks.colect`"),
        "{told}"
    );
    assert!(told.contains("did you mean `tricks.collect`?"), "{told}");
}
