//! Mistakes with data of cards, defined values, triggers and teams: where each is told, and what mends it.

use crate::support::told;
use cardable_core::{Game, NotApplied, Seat, Seed, Setup};

/// A game of two with an item of card data, and places for more.
const GAME: &str = r#"{
    cardset: { set_name: "two", suits: [{ suit_name: "Oak", suit_id: 0 }], cards: [
        { card_name: "A", card_id: 0, suit_id: 0, attributes: { power: 3 }, ABILITIES },
        { card_name: "B", card_id: 1, suit_id: 0, attributes: { power: 4 } },
    ] },
    ruleset: {
        ruleset_name: "Mends", min_players: 2, max_players: 2, cardsets: "two",
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "all" }, { name: "row", zone_visibility: "all", order: "fixed-fifo" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }, { name: "line", zone_visibility: "owner", order: "fixed-fifo" }],
        },
        global_data: [{ key: "n", value: 0 }],
        card_data: [{ key: "mark", value: 0, SHOWN }, { key: "own", value: 0, visible_to: "face" }],
        triggers: [TRIGGERS],
        defined_values: [VALUES],
        game_state: [{
            state_name: "play", state_type: "grandstand", FIELDS
            actions: [
                { action_name: "go", type: "button", primitives: [STEPS] },
                { action_name: "end", type: "button", primitives: "end_game()" },
                ACTIONS
            ],
        }],
    },
}"#;

fn game(filled: &[(&str, &str)]) -> String {
    let given = |place: &str| filled.iter().find(|(at, _)| *at == place).map(|(_, with)| *with);
    let usual = [
        ("SHOWN", ""),
        ("TRIGGERS", ""),
        ("VALUES", ""),
        ("STEPS", "'increment($globals.n)'"),
        ("ACTIONS", ""),
        ("FIELDS", ""),
        ("ABILITIES", ""),
    ];
    usual.iter().fold(GAME.to_owned(), |text, (place, with)| {
        text.replace(place, given(place).unwrap_or(with))
    })
}

/// What is told of the game with something in its places.
fn check(filled: &[(&str, &str)], wanted: &[&str]) {
    assert_eq!(told(&game(filled)), wanted, "{filled:?}");
}

#[test]
fn what_cannot_be_set_is_told_where_it_is_set() {
    let target = "{ ref_id: 'target', value: '= $globals.n + 1' }";
    let worked_out = "the defined value `target` is worked out, and cannot be set; set the data that it is worked out \
                      from, or declare an item of data in its place";
    let of_target = format!("E312 at `target`: {worked_out}");
    for step in ["'set(target, 3)'", "'increment(target)'"] {
        check(&[("VALUES", target), ("STEPS", step)], &[&of_target]);
    }
    // A value that is nothing but data is a name of them.
    check(
        &[
            ("VALUES", "{ ref_id: 'target', value: '$globals.n' }"),
            ("STEPS", "'set(target, 3)'"),
        ],
        &[],
    );
    check(
        &[("STEPS", "'set(deck[0].power, 3)'")],
        &[
            "E312 at `deck[0].power`: `power` is printed on cards, and cannot be set; declare an item of `card_data` with a \
           `key` of its own, and set that: `set(card.key, \u{2026})`",
        ],
    );
}

#[test]
fn a_defined_value_has_parameters_and_no_candidates() {
    let use_it = ("STEPS", "'set($globals.n, count(deck, strong))'");
    let wrong = "{ ref_id: 'strong', value: '= $card.power > 3' }";
    let has_none = "E301 at `$card`: unknown name `$card`; a defined value has no `$card`: give it a parameter, \
                    `\"ref_params\": [{ \"key\": \"card\", \"type\": \"card\" }]`, read that as `card`, and hand it over \
                    where the value is used: `strong($card)`";
    check(
        &[
            ("VALUES", wrong),
            ("STEPS", "'set($globals.n, if(strong, 1, 0))'"),
        ],
        &[has_none],
    );
    let dollar =
        "{ ref_id: 'strong', ref_params: [{ key: 'card', type: 'card' }], value: '= $card.power > 3' }";
    check(
        &[("VALUES", dollar), use_it],
        &["E301 at `$card`: unknown name `$card`; a parameter is read without `$`: `card`"],
    );
    let right =
        "{ ref_id: 'strong', ref_params: [{ key: 'card', type: 'card' }], value: '= card.power > 3' }";
    check(&[("VALUES", right), use_it], &[]);
}

#[test]
fn one_typo_is_told_once() {
    check(
        &[("STEPS", "'tell(deck, $player, card => card.powr == 3)'")],
        &["E301 at `card.powr`: a card has no `powr`; did you mean `power`?"],
    );
    check(
        &[("STEPS", "'set($globals.n, list_count(subsets($player.hand, 2)))'")],
        &[
            "E311 at `$player.hand`: `list` of `subsets` takes a list, found a zone; the list of its cards is `cards_of(zone)`",
        ],
    );
}

#[test]
fn seats_are_in_one_team_each() {
    let twice = "E332 at `$player`: this seat is named twice; name each seat once; the seats of a team stand in a list: \
                 `set_teams([$player, next_player()])`";
    for step in ["'set_teams($player, $player)'", "'set_teams([$player, $player])'"] {
        check(&[("STEPS", step)], &[twice]);
    }
    for step in ["'set_teams([$player, next_player()])'", "'set_teams()'"] {
        check(&[("STEPS", step)], &[]);
    }
}

#[test]
fn an_item_that_all_see_is_set_on_cards_that_all_can_tell_apart() {
    let told = |place: &str, zone: &str| {
        format!(
            "W324 at `{place}`: all see `mark`, but in `{zone}` not everybody can tell which card it is on: this step \
             cannot be done; write `\"visible_to\": \"face\"` or `\"none\"` in its `card_data`, or move the card first"
        )
    };
    let set = ("STEPS", "'set(top_card($player.hand).mark, 1)'");
    check(&[set], &[&told("top_card($player.hand).mark", "hand")]);
    for zone in ["$player.line", "deck"] {
        let step = format!("'set(top_card({zone}).mark, 1)'");
        check(&[("STEPS", &step)], &[]);
    }
    check(&[("STEPS", "'set(top_card($player.hand).own, 1)'")], &[]);
    let picked = |steps: &str| {
        format!("{{ action_name: 'pick', pick: {{ from: '$player.hand' }}, primitives: [{steps}] }}")
    };
    let mark = "'set($action.world_pick.mark, 1)'";
    check(
        &[("ACTIONS", &picked(mark))],
        &[&told("$action.world_pick.mark", "hand")],
    );
    let first_moved = format!("'place_card($action.world_pick, row)', {mark}");
    check(&[("ACTIONS", &picked(&first_moved))], &[]);
    // What is warned of is a fault.
    let dealt = "'draw_cards($player, 1, deck, $player.hand)', 'set(top_card($player.hand).mark, 1)'";
    let ruleset = cardable_core::parse(game(&[("STEPS", dealt)])).expect("it has warnings alone");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    let refused = game.submit_nth(Seat(0), 0);
    assert!(matches!(refused, Err(NotApplied::Faulted(_))), "{refused:?}");
}

#[test]
fn data_of_cards_are_shown_on_their_cards() {
    let told = |word: &str| {
        format!(
            "W325 at `\"{word}\"`: data of cards are shown on their cards, and nowhere else; take `shown` out, and say in \
             `label` what players read; with `\"shown\": \"nowhere\"` they read nothing"
        )
    };
    for word in ["table", "seat", "score"] {
        check(&[("SHOWN", &format!("shown: \"{word}\""))], &[&told(word)]);
    }
    check(&[("SHOWN", "shown: \"nowhere\"")], &[]);
    check(&[("SHOWN", "label: \"marked\"")], &[]);
}

#[test]
fn a_trigger_waits_for_what_may_happen() {
    let trigger = "{ on: { turned_up: 'row' }, primitives: 'set($globals.n, 1)' }";
    check(
        &[("TRIGGERS", trigger)],
        &[
            "W322 at `{ turned_up: 'row' }`: nothing turns a card face up: the trigger never runs; turn cards by \
           `turn_face_up` or `flip_card`; for cards that are laid open as they move, wait for `moved_to`",
        ],
    );
    for step in ["turn_face_up(deck[0])", "flip_card(deck[0])", "flip_top(deck)"] {
        let step = format!("'{step}'");
        check(&[("TRIGGERS", trigger), ("STEPS", &step)], &[]);
    }
}

#[test]
fn a_trigger_that_sets_itself_off_needs_a_condition() {
    let told = |step: &str| {
        format!(
            "W323 at `{step}`: this sets off the trigger in which it stands, again and again; give the trigger a \
             `condition` that ends it, or wait for something else"
        )
    };
    let endless = [
        (
            "changed: '$globals.n'",
            "",
            "'increment($globals.n)'",
            "$globals.n",
        ),
        (
            "changed: '$globals.n'",
            "",
            "'decrement($globals.n, 2)'",
            "$globals.n",
        ),
        (
            "changed: 'mark'",
            "",
            "'increment($event.card.mark)'",
            "$event.card.mark",
        ),
        ("emitted: 'rung'", "", "'emit(\\'rung\\')'", "emit(\\'rung\\')"),
    ];
    let ring = ("STEPS", "'emit(\\'rung\\')'");
    for (on, condition, steps, place) in endless {
        let trigger = format!("{{ on: {{ {on} }}, {condition} primitives: [{steps}] }}");
        let steps = if on.starts_with("emitted") {
            ring
        } else {
            ("STEPS", "'increment($globals.n)'")
        };
        check(&[("TRIGGERS", &trigger), steps], &[&told(place)]);
    }
    let ends = [
        (
            "changed: '$globals.n'",
            "condition: '$globals.n < 5',",
            "'increment($globals.n)'",
        ),
        // It is the same the second time.
        ("changed: '$globals.n'", "", "'set($globals.n, 5)'"),
        (
            "changed: '$globals.n'",
            "",
            "'increment($globals.n)', 'end_game()'",
        ),
        (
            "changed: '$globals.n'",
            "",
            "{ condition: '$globals.n < 5', primitives: 'increment($globals.n)' }",
        ),
        ("changed: 'mark'", "", "'increment($globals.n)'"),
    ];
    for (on, condition, steps) in ends {
        let trigger = format!("{{ on: {{ {on} }}, {condition} primitives: [{steps}] }}");
        check(&[("TRIGGERS", &trigger)], &[]);
    }
}

#[test]
fn what_is_told_of_cards_holds_or_not() {
    let step = |who: &str, test: &str| format!("'tell($player.hand, {who}, card => {test})'");
    check(
        &[("STEPS", &step("$player", "card.power"))],
        &[
            "E311 at `card.power`: `tell` needs a boolean of each item, found a number; write `true`, `false`, or a comparison such as `= $player.score > 2` after `=>`",
        ],
    );
    check(
        &[("STEPS", &step("3", "card.power == 3"))],
        &["E311 at `3`: `who` of `tell` takes seats, found a number; write `tell(cards, who, test)`"],
    );
    check(&[("STEPS", &step("$player", "card.power == 3"))], &[]);
}

#[test]
fn abilities_that_nothing_performs_are_told() {
    let abilities = ("ABILITIES", "abilities: { arive: 'increment($globals.n)' }");
    let never = "W322 at `arive`: no rule performs `arive`: the ability never runs";
    let alone = format!("{never}; call `perform(card, 'arive')` where it happens, or take the ability out");
    check(&[abilities], &[&alone]);
    let two = "abilities: { arive: 'increment($globals.n)', arrive: 'increment($globals.n)' }";
    let performs = ("STEPS", "\"perform(deck[0], 'arrive')\"");
    let near = format!("{never}; did you mean `arrive`?");
    check(&[("ABILITIES", two), performs], &[&near]);
    check(
        &[
            ("ABILITIES", "abilities: { arrive: 'increment($globals.n)' }"),
            performs,
        ],
        &[],
    );
}

/// A button with a field more.
fn with_button(field: &str) -> String {
    format!("{{ action_name: 'more', type: 'button', {field}, primitives: [] }},")
}

#[test]
fn what_other_engines_have_leads_to_what_is_written_here() {
    let helped = |place: &str, text: &str, help: &str| {
        let said = told(&game(&[(place, text)]));
        assert!(
            said.len() == 1 && said[0].contains(help),
            "{place} {text}: {said:#?}"
        );
    };
    for field in [
        "params: [1]",
        "args: [1]",
        "arguments: { a: 1 }",
        "parameters: [1]",
    ] {
        helped(
            "ACTIONS",
            &with_button(field),
            "what a player chooses is a `pick`",
        );
    }
    let fields = [
        ("moves: {},", "`actions` of a state"),
        ("onBegin: 'x',", "\"on\": \"entry\""),
        ("endIf: 'x',", "state_transition(\u{2026})"),
        ("next: 'x',", "state_transition(\u{2026})"),
        ("playerView: 'x',", "`zone_visibility`"),
        ("stages: {},", "\"state_type\": \"concurrent\""),
    ];
    for (field, help) in fields {
        helped("FIELDS", field, help);
    }
    let values = [
        ("ctx.numPlayers", "write `count(all)`"),
        ("G.n + 1", "write `$globals.n`"),
        ("Math.max(1, 2)", "write `max(1, 2)`"),
        ("num_players", "write `count(all)`"),
        ("players.length", "write `count(all)`"),
        ("players[0].bid", "write `seat_at(0)`"),
        ("$player.hand.length", "write `count_cards($player.hand)`"),
        (
            "deck.filter(c => true).size",
            "write `list_count(deck.filter(c => true))`",
        ),
        ("$player.id", "write `seat_index($player)`"),
        ("list_count([1] + [2])", "join lists by `concat_lists(a, b)`"),
        (
            "list_count([1].concat([2]))",
            "join lists by `concat_lists(a, b)`",
        ),
    ];
    for (value, help) in values {
        let step = format!("'set($globals.n, {value})'");
        let said = told(&game(&[("STEPS", &step)]));
        assert!(said.iter().any(|line| line.contains(help)), "{value}: {said:#?}");
        assert!(
            !said.iter().any(|line| line.contains("in quotes")),
            "{value}: {said:#?}"
        );
    }
    let steps = [
        ("place_card(deck[0], graveyard)", "the zones are `deck`, `row`"),
        ("place_card(deck[0], rwo)", "did you mean `row`?"),
        ("push($globals.n, 1)", "write `concat_lists(list, [item])`"),
        ("end_phase()", "write `state_transition(state)`"),
        ("setPhase(play)", "write `state_transition(state)`"),
        ("moveCard(deck[0], row)", "did you mean `place_card`?"),
        ("set([1, 2][0], 1)", "replace_item("),
    ];
    for (step, help) in steps {
        helped("STEPS", &format!("'{step}'"), help);
    }
}
