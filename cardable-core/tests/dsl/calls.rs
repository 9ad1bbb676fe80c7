//! Calls of primitives, and what is asked of each of several things.

use crate::{json, rules, same};
use cardable_core::dsl::*;

#[test]
fn calls_take_what_primitives_take() {
    let theirs = json(
        r#"game_area: {
            roles: [{ name: "dealer", seats: 1 }, "guest"],
            shared_zones: [{ name: "stock", decks: "letters", zone_visibility: "all", order: "fixed-lifo" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        player_data: [{ key: "bid", value: 0 }],
        global_data: [{ key: "lists", type: "list", value: [] }, { key: "number", value: 0 }, { key: "cards", type: "cards", value: [] }],
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "go", type: "button", primitives: [
                "deal(stock, hand, 2, other_players(), true)",
                "draw_cards(all, 1, stock, $player.hand)",
                "sort(stock, suit, value)",
                "rotate_zones($player.hand, stock)",
                "add_score(role_seats('guest'), most_of_seats('bid'))",
                "set($globals.lists, subsets(cards_of(stock), 2))",
                "set($globals.number, if(has_card(stock, suit, 'Red', value, 2), min(1, 2, 3), count_by(stock, value, 3)))",
                "set($globals.cards, take_while(stock, card => card.value < 3))",
                "set($globals.number, count(cards_of(stock), card => card.suit == 'Red'))",
                "set($globals.number, sum(all, seat => seat.bid))",
                "set($globals.cards, concat_lists(filter(stock, card => card.value > 1), [max_by(stock, card => card.value)]))",
                "if(any(all, seat => seat.bid > 1) && all(stock, card => card.value > 0), end_round())",
                "message(concat('It is ', $globals.number))",
                "end_game()",
            ] },
        ] }]"#,
    );
    let (mut rules, deck) = rules();
    rules.table().role("dealer", RoleSpec::new().seats(1..=1));
    let guest = rules.table().role("guest", RoleSpec::new());
    let stock = rules.zone("stock", ZoneSpec::open().begins_with(deck));
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let bid = rules.seat_data("bid", 0);
    let lists = rules.data("lists", list_of([] as [Val<kind::List<kind::Card>>; 0]));
    let number = rules.data("number", 0);
    let cards = rules.data("cards", list_of([] as [Val<kind::Card>; 0]));
    let play = rules.state("play", StateSpec::in_turn());
    let has = call::has_card(stock, &SUIT, "Red", &VALUE, 2);
    let high = items(stock).filter(|card| card.get(&VALUE).above(1));
    let highest = items(stock).max_by(|card| card.get(&VALUE));
    let some_bid = items(everyone()).any(move |seat| bid.of(seat).above(1));
    let all_count = items(stock).all(|card| card.get(&VALUE).above(0));
    rules.action(
        play,
        ActionTemplate::new("go", press()).run([
            call::deal(stock, hand, 2, others(), true),
            call::draw_cards(everyone(), 1, stock, hand.mine(), ()),
            call::sort(stock, [AttributeName::from(&SUIT), AttributeName::from(&VALUE)]),
            call::rotate_zones([hand.mine(), stock.into()]),
            call::add_score(call::role_seats(guest), call::most_of_seats(bid)),
            lists.set(call::subsets(stock.cards(), 2)),
            number.set(has.choose(call::min([1, 2, 3]), call::count_by(stock, &VALUE, 3))),
            cards.set(items(stock).take_while(|card| card.get(&VALUE).below(3))),
            number.set(items(stock.cards()).count_where(|card| card.get(&SUIT).equals("Red"))),
            number.set(items(everyone()).sum_of(move |seat| bid.of(seat))),
            cards.set(call::concat_lists([
                Anything::from(high),
                list_of([highest]).into(),
            ])),
            when(some_bid.and(all_count), call::end_round()),
            broadcast(call::concat([Anything::from("It is "), number.into()])),
            call::end_game((), ()),
        ]),
    );
    same(&theirs, &rules);
}
