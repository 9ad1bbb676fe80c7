//! Card sets: what cards count, look like and carry.

use crate::{parts, same};
use cardable_core::dsl::*;

const METAL: Attribute<kind::Text> = Attribute::new("metal");
const TAGS: Attribute<kind::List<kind::Text>> = Attribute::new("tags");

#[test]
fn card_sets_with_all_that_is_said_of_them() {
    let theirs = cardable_core::parse(
        r#"{
        cardset: { set_name: "Coins", card_dimensions: { width: 50, height: 80 }, corners: { top_left: "rank", bottom_right: "metal" },
            suits: [{ suit_name: "Gold", suit_id: 0, suit_colour: { red: 255, green: 215, blue: 0 }, attributes: { metal: "gold" } }, { suit_name: "Silver", suit_id: 1 }],
            symmetrical_deck: true, cards: [
                { card_name: "Ace", card_id: 0, card_value: { kind: "dual", low: 1, high: 11 }, rank: "A", attributes: { tags: ["high", "low"] } },
                { card_name: "Joker", card_id: 1, card_value: { kind: "choice", values: [0, 5, 10] }, colour: "red", text: "Anything.", card_back_override: "star" },
            ] },
        deck: { deck_name: "coins", cardset: "Coins", content: [{ card: 0, copies: 2 }, { card: 1, copies: 1 }, { card: 2, copies: 2 }] },
        ruleset: { ruleset_name: "Coins", min_players: 2, max_players: 2, decks: "coins",
            game_area: { shared_zones: [{ name: "stock", decks: "coins", order: "fixed-lifo", zone_visibility: "all" }] },
            game_state: [{ state_name: "play", state_type: "round_robin", actions: [
                { action_name: "end", type: "button", condition: "top_card(stock).tags != nothing", primitives: "end_game()" },
            ] }] },
    }"#,
    );
    let theirs = theirs.unwrap_or_else(|problems| panic!("{problems}"));
    let mut rules = RulesetBuilder::new("Coins");
    let gold = SuitSpec::new("Gold").colour(255, 215, 0).with(&METAL, "gold");
    let ace = CardSpec::new("Ace")
        .rank("A")
        .value_of_two(1, 11)
        .with(&TAGS, ["high", "low"]);
    let joker = CardSpec::new("Joker")
        .value_of([0, 5, 10])
        .colour("red")
        .text("Anything.")
        .back("star");
    let set = CardSetSpec::new("Coins")
        .size(50.0, 80.0)
        .corner(Corner::TopLeft, &RANK)
        .corner(Corner::BottomRight, &METAL)
        .suits([gold, "Silver".into()])
        .each_suit([ace, joker]);
    let set = rules.card_set(set);
    let deck = rules.deck_by("coins", set, |card| match (card.suit(), card.name()) {
        (_, "Ace") => 2,
        (Some("Gold"), "Joker") => 1,
        _ => 0,
    });
    let stock = rules.zone("stock", ZoneSpec::open().begins_with(deck));
    let play = rules.state("play", StateSpec::in_turn());
    let end = ActionTemplate::new("end", press()).check(stock.top().get(&TAGS).differs(nothing()));
    rules.action(play, end.run(call::end_game((), ())));
    same(&theirs, &rules);
    assert!(
        parts(&theirs)
            .iter()
            .any(|(name, text)| *name == "cards" && text.contains("TopLeft"))
    );
}
