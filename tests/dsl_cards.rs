//! Data, triggers and abilities of cards in Rust: the same small game as in JSON.

use crate::dsl::play_alike;
use cardable_core::dsl::*;
use cardable_core::{LoadError, Ruleset};

/// Beasts fight, and some do something when they come, are hurt, or see others die.
const IN_JSON: &str = r#"{
    cardset: { set_name: "Beasts", cards: [
        {
            card_name: "Wolf", card_id: 0, card_value: 2, attributes: { strength: 2, toughness: 3 },
            abilities: { arrive: ["increment($card.growth)", "set($card.marked, true)"] },
        },
        {
            card_name: "Boar", card_id: 1, card_value: 3, attributes: { strength: 1, toughness: 4 },
            triggers: [{
                trigger_name: "rage", on: { changed: "damage" }, condition: "$event.new > $event.old",
                primitives: "increment($card.growth)",
            }],
        },
        {
            card_name: "Crow", card_id: 2, card_value: 1, attributes: { strength: 1, toughness: 1 },
            abilities: { arrive: {
                condition: "!is_empty(deck)", endpoint: "move_top", params: ["deck", "$player.hand", 1],
            } },
            triggers: [{
                trigger_name: "feed", on: { moved_from: "field", moved_to: "grave" }, of: "others", while_in: "field",
                primitives: ["increment($card.growth)", "set($card.prey, $event.card)", "increment($globals.fed)"],
            }],
        },
    ] },
    deck: { deck_name: "beasts", cardset: "Beasts", content: [
        { card: 0, copies: 6 }, { card: 1, copies: 6 }, { card: 2, copies: 6 },
    ] },
    ruleset: {
        ruleset_name: "Beasts", min_players: 2, max_players: 2, decks: "beasts",
        game_area: {
            shared_zones: [
                { name: "deck", decks: "beasts", zone_visibility: "none", order: "fixed-lifo" },
                { name: "grave", zone_visibility: "all", order: "fixed-lifo" },
            ],
            player_zones: [
                { name: "hand", zone_visibility: "owner", order: "any" },
                { name: "field", zone_visibility: "all", order: "fixed-fifo" },
            ],
        },
        global_data: [{ key: "fed", value: 0, label: "fed" }],
        player_data: [{ key: "life", value: 5, label: "life" }],
        card_data: [
            { key: "damage", value: 0, label: "damage" },
            { key: "growth", value: 0, label: "growth", keep: "followed" },
            { key: "marked", value: false, visible_to: "face", keep: "game" },
            { key: "calls", value: 0, visible_to: "none", keep: "game" },
            { key: "prey", type: "card" },
        ],
        triggers: [
            {
                trigger_name: "die", on: { changed: "damage" }, condition: "$event.card.damage >= $event.card.toughness",
                primitives: "place_card($event.card, grave)",
            },
            { trigger_name: "lose", on: { changed: "$player.life" }, condition: "$event.new <= 0",
                primitives: "end_game(next_player($event.seat), 'no life is left')" },
            { trigger_name: "hear", on: { emitted: "howl" }, condition: "!is_empty($event.card)",
                primitives: "increment($event.card.growth, 2)" },
        ],
        game_state: [
            { state_name: "deal", state_type: "auto", actions: [
                { action_name: "deal", type: "auto", primitives: ["shuffle(deck)", "deal(deck, hand, 3)", "state_transition(fight)"] },
            ] },
            {
                state_name: "fight", state_type: "round_robin",
                triggers: [{ trigger_name: "draw", on: { turn: "begins" }, condition: "!is_empty(deck)",
                    primitives: "move_top(deck, $player.hand, 1)" }],
                actions: [
                    { action_name: "call", interaction: { type: "card", parent: "hand", owner: "$player" }, command: [
                        "increment($action.tapped.calls)",
                        { endpoint: "place_card", params: ["$action.tapped", "$player.field"] },
                        "perform($action.tapped, 'arrive')",
                    ] },
                    { action_name: "attack", interaction: { type: "card", parent: "field", owner: "$player" }, command: [
                        {
                            condition: "is_empty(next_player().field)", endpoint: "decrement", params: ["= next_player().life", 1],
                            else: { endpoint: "increment", params: [
                                "= top_card(next_player().field).damage", "= $action.tapped.strength + $action.tapped.growth",
                            ] },
                        },
                    ] },
                    { action_name: "howl", interaction: { type: "zone", name: "grave" }, command: [
                        "emit('howl', top_card($player.field), 2)",
                        { condition: "!is_empty($player.field) && can_perform(top_card($player.field), 'arrive')",
                            endpoint: "increment", params: ["$globals.fed"] },
                        "decrement($player.life)",
                    ] },
                ],
            },
        ],
    },
}"#;

const STRENGTH: Attribute<kind::Number> = Attribute::new("strength");
const TOUGHNESS: Attribute<kind::Number> = Attribute::new("toughness");

fn in_rust() -> Result<Ruleset, LoadError> {
    let mut rules = RulesetBuilder::new("Beasts").seats(2..=2);
    let deck = rules.zone("deck", ZoneSpec::face_down());
    let grave = rules.zone("grave", ZoneSpec::open());
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    let field = rules.seat_zone("field", SeatZoneSpec::open().oldest_first());
    let fed = rules.data("fed", 0);
    rules.label(fed, "fed");
    let life = rules.seat_data("life", 5);
    rules.label(life, "life");
    let damage = rules.card_data("damage", 0);
    rules.label(damage, "damage");
    let growth = rules.card_data("growth", 0);
    rules.label(growth, "growth");
    rules.keep(growth, Keep::Followed);
    let marked = rules.face_data("marked", false);
    rules.keep(marked, Keep::Game);
    let calls = rules.hidden_card_data("calls", 0);
    rules.keep(calls, Keep::Game);
    let prey = rules.card_data::<kind::Card>("prey", nothing());

    let beast = |name: &str, value: i32, strength: i64, toughness: i64| {
        CardSpec::new(name)
            .value(value)
            .with(&STRENGTH, strength)
            .with(&TOUGHNESS, toughness)
    };
    let wolf = beast("Wolf", 2, 2, 3).ability(
        "arrive",
        [growth.raise(this_card(), 1), marked.set(this_card(), true)],
    );
    let rage = Trigger::new("rage", Occasion::changed(damage), growth.raise(this_card(), 1));
    let boar = beast("Boar", 3, 1, 4).trigger(rage.when(event_new().above(event_old())));
    let feed = [
        growth.raise(this_card(), 1),
        prey.set(this_card(), event_card()),
        fed.raise(1),
    ];
    let crow = beast("Crow", 1, 1, 1)
        .ability("arrive", when(not(deck.is_empty()), draw(deck, hand.mine(), 1)))
        .trigger(
            Trigger::new("feed", Occasion::moved(field, grave), feed)
                .about_others()
                .while_in(field),
        );
    let cards_of = rules.card_set(CardSetSpec::new("Beasts").cards([wolf, boar, crow]));
    let beasts = rules.deck("beasts", cards_of, 6);
    rules.lay_out(beasts, deck);

    rules.trigger(
        Trigger::new("die", Occasion::changed(damage), move_to(event_card(), grave))
            .when(damage.of(event_card()).at_least(event_card().get(&TOUGHNESS))),
    );
    let is_lost = event_new().at_most(0);
    let lose = game_over(event_seat().next(), "no life is left");
    rules.trigger(Trigger::new("lose", Occasion::changed(life), lose).when(is_lost));
    let hear = Trigger::new("hear", Occasion::emitted("howl"), growth.raise(event_card(), 2));
    rules.trigger(hear.when(event_card().is_defined()));

    let start = rules.state("deal", StateSpec::automatic());
    let fight = rules.state("fight", StateSpec::in_turn());
    rules.automatic(
        start,
        Automatic::on_entry("deal", [shuffle(deck), deal(deck, hand, 3), go_to(fight)]),
    );
    let one_more = Trigger::new("draw", Occasion::turn_begins(), draw(deck, hand.mine(), 1));
    rules.trigger_in(fight, one_more.when(not(deck.is_empty())));
    rules.action(
        fight,
        ActionTemplate::new("call", tap(cards().inside(hand).owned_by(player()))).run([
            calls.raise(tapped_card(), 1),
            move_to(tapped_card(), field.mine()),
            perform(tapped_card(), "arrive"),
        ]),
    );
    let theirs = field.of(player().next());
    let power = tapped_card().get(&STRENGTH) + growth.of(tapped_card());
    rules.action(
        fight,
        ActionTemplate::new("attack", tap(cards().inside(field).owned_by(player()))).run(
            when(
                theirs.is_empty(),
                life.set(player().next(), life.of(player().next()) - 1),
            )
            .otherwise(damage.raise(theirs.top(), power)),
        ),
    );
    let first = field.mine().top();
    rules.action(
        fight,
        ActionTemplate::new("howl", tap(grave)).run([
            emit("howl", field.mine().top(), Val::from(2)),
            when(
                not(field.mine().is_empty()).and(can_perform(first, "arrive")),
                fed.raise(1),
            ),
            life.set(player(), life.mine() - 1),
        ]),
    );
    rules.build()
}

#[test]
fn cards_with_rules_in_rust_are_the_same_game() {
    let json = cardable_core::parse(IN_JSON).unwrap_or_else(|e| panic!("{e}"));
    let rust = in_rust().unwrap_or_else(|e| panic!("{e}"));
    let [told, _] = play_alike(&[json, rust]);
    assert!(!told.is_empty());
}

/// What is wrong is told once, with the line that made it.
#[test]
fn mistakes_are_told_with_their_lines() {
    type Wrong = fn(&mut RulesetBuilder) -> u32;
    let cases: &[(&str, &str, Wrong)] = &[
        ("E308", "two abilities `roll`", |rules| {
            let n = rules.data("n", 0);
            let twice = CardSpec::new("Stone")
                .ability("roll", n.raise(1))
                .ability("roll", n.raise(1));
            rules.card_set(CardSetSpec::new("Stones").cards([twice]));
            line!() - 2
        }),
        ("E308", "cards have an attribute of this name", |rules| {
            rules.card_data("value", 0);
            line!() - 1
        }),
        ("E391", "not everybody can follow a card", |rules| {
            rules.zone("bag", ZoneSpec::hidden());
            let worn = rules.card_data("worn", 0);
            rules.keep(worn, Keep::Game);
            line!() - 2
        }),
        ("", "no card has an ability `fly`", |rules| {
            let stone = rules.card_set(CardSetSpec::new("Stones").cards([CardSpec::new("Stone")]));
            let deck = rules.deck("stones", stone, 1);
            let heap = rules.zone("heap", ZoneSpec::open().begins_with(deck));
            let other = rules.state("other", StateSpec::in_turn());
            let fly = perform(heap.top(), "fly");
            rules.action(other, ActionTemplate::new("fly", message("fly")).run(fly));
            line!() - 2
        }),
        ("", "nothing is called `$event.card` here", |rules| {
            let n = rules.card_data("n", 0);
            let turn = Occasion::turn_begins();
            let raise = n.raise(event_card(), 1);
            rules.trigger(Trigger::new("wrong", turn, raise));
            line!() - 2
        }),
        ("", "declared for another ruleset", |rules| {
            let mut others = RulesetBuilder::new("Others");
            others.data("m", 0);
            let n = others.data("n", 0);
            rules.trigger(Trigger::new("wrong", Occasion::changed(n), next_seat()));
            line!() - 1
        }),
    ];
    for (code, message, wrong) in cases {
        let mut rules = RulesetBuilder::new("Wrong");
        let play = rules.state("play", StateSpec::in_turn());
        rules.action(
            play,
            ActionTemplate::new("end", cardable_core::dsl::message("end"))
                .run(game_over(player(), "it was ended")),
        );
        let line = wrong(&mut rules);
        let said = rules.build().expect_err(message).to_string();
        let mistakes: Vec<&str> = said.lines().filter(|line| line.contains("error[")).collect();
        assert_eq!(mistakes.len(), 1, "{message}: {said}");
        let place = format!("dsl_cards.rs:{line}:");
        let fits = [*code, *message, &place];
        assert!(
            fits.iter().all(|part| mistakes[0].contains(part)),
            "{message}, line {line}: {said}"
        );
    }
}
