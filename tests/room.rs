//! Zones with an upper limit: a seat is not offered what there is no room for.

use cardable_core::{Choice, Game, NotApplied, Pick, Refusal, Ruleset, Seat, Seed, Setup};

/// Two seats with four cards each, and a table with room for three.
fn ruleset(pick: &str, steps: &str, more: &str) -> Ruleset {
    let text = r#"{
        cardset: { set_name: "twelve", suits: [{ suit_name: "A", suit_id: 0 }, { suit_name: "B", suit_id: 1 }, { suit_name: "C", suit_id: 2 }],
            symmetrical_deck: true, cards: [
            { card_name: "1", card_id: 0, card_value: 1 }, { card_name: "2", card_id: 1, card_value: 2 },
            { card_name: "3", card_id: 2, card_value: 3 }, { card_name: "4", card_id: 3, card_value: 4 },
        ] },
        ruleset: {
            ruleset_name: "Room", min_players: 2, max_players: 2,
            game_area: {
                shared_zones: [
                    { name: "deck", zone_visibility: "none", order: "fixed-lifo" },
                    { name: "row", zone_visibility: "all", order: "fixed-fifo", size: [0, 3] },
                    { name: "heap", zone_visibility: "all", order: "fixed-lifo" },
                    { name: "lane", zone_visibility: "all", order: "fixed-lifo", count: [0, 2] },
                ],
                player_zones: [
                    { name: "hand", zone_visibility: "owner", order: "any", size: [0, 5] },
                    { name: "front", zone_visibility: "all", order: "fixed-lifo", size: [0, 2] },
                ],
            },
            global_data: { key: "n", value: 0 },
            game_state: [
                { state_name: "deal", state_type: "auto", actions: { action_name: "deal", type: "auto", primitives: [
                    { endpoint: "deal", params: ["deck", "hand", 4] },
                    { endpoint: "move_top", params: ["deck", "row"] },
                    MORE
                    { endpoint: "state_transition", params: "play" },
                ] } },
                { state_name: "play", state_type: "grandstand", actions: [
                    { action_name: "go", PICK primitives: [STEPS] },
                    { action_name: "wait", type: "button", primitives: { endpoint: "shuffle", params: "heap" } },
                ] },
                { state_name: "over", state_type: "auto", actions: { action_name: "end", type: "auto", primitives: { endpoint: "end_game" } } },
            ],
        },
    }"#
    .replace("PICK", pick)
    .replace("STEPS", steps)
    .replace("MORE", more);
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

fn begin(rules: &Ruleset) -> Game {
    Game::new(rules, &Setup::seats(2), Seed::from(2)).expect("it begins")
}

/// How many cards may be picked at most for `go`; nothing when it is not offered.
fn most(game: &Game) -> Option<usize> {
    let rules = game.ruleset();
    let decision = game.decision(Seat(0)).expect("a decision");
    let all = (0..decision.count().get()).filter_map(|n| decision.nth(n));
    all.filter_map(|choice| match choice {
        Choice::Act { action, picks } if rules.words().action_label(action) == Some("go") => {
            Some(picks.len())
        }
        _ => None,
    })
    .max()
}

const HAND: &str = "type: 'hand_pick', type_params: ['self', '$player.hand', [1, 4]],";
const TWO: &str = "type: 'hand_pick', type_params: ['self', '$player.hand', 2],";
const ONE: &str = "type: 'hand_pick', type_params: 1,";
const BUTTON: &str = "type: 'button',";
/// Two cards more on the table: it is full.
const FULL: &str = "{ endpoint: 'move_top', params: ['deck', 'row', 2] },";

#[test]
fn only_so_many_cards_are_offered_as_there_is_room_for() {
    let place = "{ endpoint: 'place_card', params: ['$action.hand_pick', 'row'] }";
    let set = "{ endpoint: 'set', params: ['$globals.n', 1] },";
    let draw = "{ endpoint: 'draw_cards', params: ['$player', 1, 'deck', '$player.hand'] }";
    let put_at = "{ endpoint: 'put_at', params: ['$action.hand_pick', 'row', 1] }";
    // What is picked, the steps, what is done before; how many may be picked.
    let cases = [
        (HAND, place.to_owned(), "", Some(2)),
        (HAND, place.to_owned(), FULL, None),
        (TWO, place.to_owned(), "", Some(2)),
        (
            TWO,
            place.to_owned(),
            "{ endpoint: 'move_top', params: ['deck', 'row'] },",
            None,
        ),
        (
            HAND,
            "{ endpoint: 'place_card', params: ['$action.hand_pick', '$player.front'] }".to_owned(),
            "",
            Some(2),
        ),
        (
            HAND,
            "{ endpoint: 'place_card', params: ['$action.hand_pick', 'heap'] }".to_owned(),
            FULL,
            Some(4),
        ),
        // Setting data changes nothing about it; a card drawn to the table takes one more place.
        (HAND, format!("{set} {place}"), "", Some(2)),
        (
            HAND,
            format!("{{ endpoint: 'move_top', params: ['deck', 'row'] }}, {place}"),
            "",
            Some(1),
        ),
        (
            HAND,
            format!("{place}, {{ endpoint: 'move_top', params: ['deck', 'row'] }}"),
            "",
            Some(1),
        ),
        // What was taken away before makes room.
        (
            HAND,
            format!("{{ endpoint: 'move_all', params: ['row', 'heap'] }}, {place}"),
            FULL,
            Some(4),
        ),
        (
            HAND,
            format!("{{ endpoint: 'move_top', params: ['row', 'heap'] }}, {place}"),
            FULL,
            Some(4),
        ),
        // Buttons are offered while there is room.
        (BUTTON, draw.to_owned(), "", Some(0)),
        (
            BUTTON,
            draw.to_owned(),
            "{ endpoint: 'draw_card', params: ['all', 'deck', '$player.hand'] },",
            None,
        ),
        (
            BUTTON,
            "{ endpoint: 'move_top', params: ['deck', 'row', 3] }".to_owned(),
            "",
            None,
        ),
        (
            BUTTON,
            "{ endpoint: 'move_top', params: ['deck', 'row', 2] }".to_owned(),
            "",
            Some(0),
        ),
        // A hand that gives a card away may draw one, however full it was.
        (
            "type: 'hand_pick', type_params: 1,",
            format!("{{ endpoint: 'place_card', params: ['$action.hand_pick', 'heap'] }}, {draw}"),
            "{ endpoint: 'draw_card', params: ['all', 'deck', '$player.hand'] },",
            Some(1),
        ),
        // Wherever in the zone it is put.
        (ONE, put_at.to_owned(), "", Some(1)),
        (ONE, put_at.to_owned(), FULL, None),
        (
            HAND,
            "{ endpoint: 'put_on_top', params: ['$action.hand_pick', 'row'] }".to_owned(),
            "",
            Some(2),
        ),
        (
            HAND,
            "{ endpoint: 'put_under', params: ['$action.hand_pick', 'row'] }".to_owned(),
            FULL,
            None,
        ),
        // A copy that is not open has no room.
        (
            HAND,
            "{ endpoint: 'place_card', params: ['$action.hand_pick', 'lane'] }".to_owned(),
            "",
            None,
        ),
        (
            HAND,
            "{ endpoint: 'place_card', params: ['$action.hand_pick', 'lane'] }".to_owned(),
            "{ endpoint: 'open_zone', params: 'lane' },",
            Some(4),
        ),
    ];
    for (pick, steps, more, expected) in cases {
        let rules = ruleset(pick, &steps, more);
        let game = begin(&rules);
        assert_eq!(most(&game), expected, "{pick} {steps} after {more}");
        // What is offered is applied, what is not is refused, and nothing faults.
        let decision = game.decision(Seat(0)).expect("a decision");
        for n in 0..decision.count().get() {
            let choice = decision.nth(n).expect("a choice");
            let picks = matches!(&choice, Choice::Act { picks, .. } if picks.len() <= 3);
            if picks {
                let done = game.clone().submit(Seat(0), &choice);
                assert!(
                    done.is_ok() || steps.contains("move_"),
                    "{steps} after {more}: {done:?}"
                );
            }
        }
    }
}

#[test]
fn a_move_over_the_limit_is_refused_and_says_why() {
    let place = "{ endpoint: 'place_card', params: ['$action.hand_pick', 'row'] }";
    let act = |rules: &Ruleset, n: u16| Choice::Act {
        action: rules.action("play", "go").expect("an action"),
        picks: (0..n)
            .map(|index| Pick::Card {
                zone: rules.seat_zone("hand", Seat(0)).expect("a hand"),
                index,
            })
            .collect(),
    };
    let rules = ruleset(HAND, place, "");
    let mut game = begin(&rules);
    let refused = game.submit(Seat(0), &act(&rules, 3));
    assert!(
        matches!(
            refused,
            Err(NotApplied::Refused(Refusal::WrongCount {
                min: 1,
                max: 2,
                found: 3
            }))
        ),
        "{refused:?}"
    );
    game.submit(Seat(0), &act(&rules, 2)).expect("there is room");
    let refused = game
        .submit(Seat(0), &act(&rules, 1))
        .expect_err("it is full")
        .to_string();
    assert!(refused.contains("no room in row"), "{refused}");
    let decision = game.decision(Seat(0)).expect("a decision");
    assert_eq!(decision.unavailable()[0].reason, "there is no room in row");
}

#[test]
fn what_a_rule_moves_too_far_is_its_fault() {
    // The second step is one that a condition decides on: only in play it shows.
    let steps = "{ condition: '$globals.n == 0', endpoint: 'move_top', params: ['deck', 'row', 3] }";
    let rules = ruleset(BUTTON, steps, "");
    let mut game = begin(&rules);
    let decision = game.decision(Seat(0)).expect("a decision");
    let choice = decision.nth(0).expect("it is offered");
    let before = game.save();
    let done = game.submit(Seat(0), &choice);
    assert!(matches!(done, Err(NotApplied::Faulted(_))), "{done:?}");
    assert_eq!(game.save(), before);
}
