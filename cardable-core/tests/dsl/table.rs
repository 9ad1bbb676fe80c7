//! Zones, roles, teams, data and options.

use crate::{json, rules, same};
use cardable_core::dsl::*;

#[test]
fn zones_with_all_that_is_said_of_them() {
    let theirs = json(
        r#"game_area: {
            roles: [{ name: "dealer", label: "Dealer", seats: 1 }, { name: "guest", seats: [0, 3] }],
            teams: { arrangement: "across", chosen: true, names: ["Us", "Them"] },
            shared_zones: [
                { name: "stock", decks: "letters", zone_visibility: ["active", "dealer"], card_visibility: 2, order: "fixed-lifo", is_library: true,
                  visible_in: { play: "all" }, control: "active", control_in: { play: ["owner", "guest"] }, size: { initial: 3, limits: [0, 8] },
                  replenish: { when: ["on_empty", "turn_end"], from: "discard", up_to: 5, shuffle: true } },
                { name: "discard", zone_visibility: "= $globals.open", order: "fixed-fifo", layout: { kind: "grid", columns: 4, x: 0.5, y: 0.25 } },
            ],
            player_zones: [
                { name: "hand", zone_visibility: "others", order: "any", roles: "guest" },
                { name: "unit", zone_visibility: "all", order: "fixed-lifo", count: { initial: 2, limits: [0, 6] }, designations: [
                    { values: ["ready", "tired"], default: "ready", mutually_exclusive: true },
                    { values: [{ name: "asleep", label: "sleeps", zone_visibility: "none", control: "owner" }, { name: "open", card_visibility: 1 }] },
                ] },
            ],
        },
        global_data: [{ key: "open", value: false }],
        game_state: [{ state_name: "play", state_type: "round_robin", players: ["dealer", "guest"], actions: [
            { action_name: "end", type: "button", primitives: ["designate($player.unit, 'tired')", "end_game()"] },
        ] }],
        sort_hands_by: "value", kind: "melds", minutes: 15, bots: { score: { of: "score", best: "low" }, cut: "play" }, player_data: { key: "score", value: 0 }"#,
    );
    let (mut rules, deck) = rules();
    let dealer = rules
        .table()
        .role("dealer", RoleSpec::new().label("Dealer").seats(1..=1));
    let guest = rules.table().role("guest", RoleSpec::new().seats(0..=3));
    rules
        .table()
        .teams(Teams::across().or_as_chosen().names(["Us", "Them"]));
    rules.table().sort_hands_by(&VALUE);
    let open = rules.data("open", false);
    let score = rules.scores();
    let play = rules.state("play", StateSpec::in_turn().for_those([dealer, guest]));
    let stock = rules.zone(
        "stock",
        ZoneSpec::face_down()
            .begins_with(deck)
            .seen_by(([Group::Active], [dealer]))
            .shows_next(2)
            .takes_what_is_left()
            .seen_in(play, Group::All)
            .used_by(Group::Active)
            .used_in(play, ([Group::Owner], [guest]))
            .holds(0..=8)
            .begins_with_only(3),
    );
    let look = ZoneSpec::open()
        .oldest_first()
        .seen_by(open.get())
        .shown_in_columns(4)
        .shown_at(0.5, 0.25);
    let discard = rules.zone("discard", look);
    let refill = Refill::from(discard)
        .when_empty()
        .at_turn_end()
        .up_to(5)
        .shuffled();
    rules.table().zone(stock, |zone| zone.refilled(refill));
    rules.seat_zone(
        "hand",
        SeatZoneSpec::hand().seen_by(Group::Others).of_roles([guest]),
    );
    let asleep = Designation::new("asleep")
        .label("sleeps")
        .seen_by(Group::None)
        .used_by(Group::Owner);
    let marks = Designations::any([asleep, Designation::new("open").shows_next(1)]);
    let unit = SeatZoneSpec::open()
        .copies(0..=6)
        .copies_at_first(2)
        .designated(Designations::one_of(["ready", "tired"]).at_first("ready"))
        .designated(marks);
    let unit = rules.seat_zone("unit", unit);
    rules
        .about()
        .kind(GameKind::Melds)
        .minutes(15)
        .bots_play_for(score, Best::Low)
        .bots_stop_at(play);
    let end = [call::designate(unit.mine(), "tired"), call::end_game((), ())];
    rules.action(play, ActionTemplate::new("end", press()).run(end));
    same(&theirs, &rules);
}

#[test]
fn data_and_what_they_may_be() {
    let theirs = json(
        r#"game_area: { shared_zones: [{ name: "stock", decks: "letters", order: "fixed-lifo", zone_visibility: "all" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }] },
        options: [{ key: "rounds", value: 3, label: "Rounds", domain: { min: 1, max: 9 } }, { key: "mode", value: "a", label: "Mode", domain: ["a", "b"] }],
        global_data: [
            { key: "most", value: 5, const: true },
            { key: "spy", type: "player", visible_to: "none", domain: { or_nothing: "players" } },
            { key: "place", type: "zone", visible_to: "none", domain: { or_nothing: ["stock", "hand"] } },
            { key: "names", type: "card", visible_to: "none", domain: { or_nothing: { cards: ["A", "B"] } } },
        ],
        player_data: [
            { key: "bid", value: 0, visible_to: "owner", domain: { min: 0, max: 10 } },
            { key: "target", type: "player", visible_to: "owner", domain: { or_nothing: "others" } },
            { key: "kept", type: "card", visible_to: "owner", domain: { or_nothing: { zones: "hand" } } },
            { key: "row", type: "numbers", value: [1, 2], visible_to: "owner", domain: { items: { min: 1, max: 6 }, length: { min: 0, max: 5 }, unique: true } },
        ],
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [{ action_name: "end", type: "button", primitives: "end_game()" }] }]"#,
    );
    let (mut rules, deck) = rules();
    let stock = rules.zone("stock", ZoneSpec::open().begins_with(deck));
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let rounds = rules.house_rule("rounds", "Rounds", 3);
    rules.item(rounds).may_be(MayBe::between(1..=9));
    let mode = rules.house_rule("mode", "Mode", "a");
    rules.item(mode).may_be(MayBe::one_of(["a", "b"]));
    let most = rules.data("most", 5);
    rules.item(most).is_constant();
    let spy = rules.hidden_data("spy", nothing());
    rules.item(spy).may_be(MayBe::any_seat().or_nothing());
    let place = rules.hidden_data("place", nothing());
    let both = [Zones::from(stock), hand.into()];
    rules.item(place).may_be(MayBe::zone_of(both).or_nothing());
    let names = rules.hidden_data("names", nothing());
    rules
        .item(names)
        .may_be(MayBe::card_named(["A", "B"]).or_nothing());
    let bid = rules.private_data("bid", 0);
    rules.item(bid).may_be(MayBe::between(0..=10));
    let target = rules.private_data("target", nothing());
    rules.item(target).may_be(MayBe::other_seat().or_nothing());
    let kept = rules.private_data("kept", nothing());
    rules.item(kept).may_be(MayBe::card_in(hand).or_nothing());
    let row = rules.private_data("row", list_of([1, 2]));
    rules
        .item(row)
        .may_be(MayBe::list(MayBe::between(1..=6), 0..=5).of_different_items());
    let play = rules.state("play", StateSpec::in_turn());
    rules.action(
        play,
        ActionTemplate::new("end", press()).run(call::end_game((), ())),
    );
    same(&theirs, &rules);
}
