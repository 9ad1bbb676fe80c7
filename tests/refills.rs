//! What refilling a zone, and moving many cards at once, shows and hides.

use cardable_core::view::CardSeen;
use cardable_core::{Game, Loader, Seat, Seed, Setup, ViewEvent, Viewer};
use std::collections::BTreeSet;

/// Twelve cards in `deck`, and a button that does `STEP`.
fn text(deck: &str, pile: &str, step: &str) -> String {
    let cards: Vec<String> = (0..12)
        .map(|n| format!("{{ card_name: 'C{n}', card_id: {n}, card_value: {n} }}"))
        .collect();
    r#"{
        cardset: { set_name: "twelve", cards: [CARDS] },
        ruleset: {
            ruleset_name: "Refills", min_players: 2, max_players: 2, cardsets: "twelve",
            game_area: { shared_zones: [DECK, PILE] },
            game_state: [{
                state_name: "play", state_type: "grandstand",
                actions: [
                    { action_name: "go", type: "button", primitives: ["STEP"] },
                    { action_name: "end", type: "button", primitives: { endpoint: "end_game", params: [[]] } },
                ],
            }],
        },
    }"#
    .replace("CARDS", &cards.join(", "))
    .replace("DECK", deck)
    .replace("PILE", pile)
    .replace("STEP", step)
}

fn begin(text: &str) -> Game {
    let checked = Loader::new().check_text("ruleset.json", text);
    let ruleset = checked.into_result().expect("the ruleset checks");
    Game::new(&ruleset, &Setup::seats(2), Seed::from(3))
        .expect("a game begins")
        .with_events()
}

/// Presses the first button.
fn press(game: &mut Game) {
    game.submit_nth(Seat(0), 0).expect("it is applied");
}

/// The cards of a zone as a viewer sees them.
fn cards(game: &Game, viewer: Viewer, zone: &str) -> Vec<CardSeen> {
    let id = game.ruleset().zone(zone).expect("there is such a zone");
    game.view(viewer)
        .zone(id)
        .map_or(Vec::new(), |zone| zone.cards.to_vec())
}

fn faces(cards: &[CardSeen]) -> usize {
    cards
        .iter()
        .filter(|card| matches!(card, CardSeen::Face(_)))
        .count()
}

/// The same cards, whatever their order.
fn sorted(cards: &[CardSeen]) -> Vec<String> {
    let mut names: Vec<String> = cards.iter().map(|card| format!("{card:?}")).collect();
    names.sort();
    names
}

/// The faces that a step has shown without a move.
fn shown(game: &Game, viewer: Viewer) -> usize {
    let events = game.events(viewer);
    events
        .iter()
        .filter(|e| matches!(e, ViewEvent::Shown { .. }))
        .count()
}

#[test]
fn nobody_can_follow_cards_that_are_shuffled_on_their_way() {
    let stock = "{ name: 'stock', order: 'fixed-lifo', zone_visibility: 'none', \
                 replenish: { when: 'on_empty', from: 'deck', shuffle: true, UP_TO } }";
    for (up_to, left) in [("", 0), ("up_to: 5", 7)] {
        let deck = "{ name: 'deck', order: 'fixed-lifo', zone_visibility: 'all' }";
        let stock = stock.replace("UP_TO", up_to);
        let shared = format!("{stock}, {{ name: 'out', zone_visibility: 'none' }}");
        let mut game = begin(&text(deck, &shared, "replenish(stock)"));
        assert_eq!(
            faces(&cards(&game, Viewer::Spectator, "deck")),
            12,
            "everybody sees all"
        );
        press(&mut game);
        assert_eq!(cards(&game, Viewer::Spectator, "deck").len(), left);
        let filled = cards(&game, Viewer::Omniscient, "stock");
        assert_eq!(filled.len(), 12 - left);
        assert_eq!(faces(&cards(&game, Viewer::Seat(Seat(0)), "stock")), 0);
        // Which cards came is plain; in which order they lie is not.
        let orders: BTreeSet<String> = (0..20)
            .map(|seed| {
                let dreamt = game.imagine(Viewer::Seat(Seat(0)), Seed::from(seed));
                let order = cards(&dreamt, Viewer::Omniscient, "stock");
                assert_eq!(sorted(&order), sorted(&filled));
                format!("{order:?}")
            })
            .collect();
        assert!(orders.len() > 15, "{orders:?}");
    }
}

#[test]
fn a_refill_leaves_its_source_what_it_must_keep() {
    let deck = "{ name: 'deck', order: 'fixed-lifo', zone_visibility: 'none', size: [4, '*'] }";
    let stock = "{ name: 'stock', zone_visibility: 'none', replenish: { when: 'on_empty', from: 'deck' } }";
    let mut game = begin(&text(deck, stock, "replenish(stock)"));
    press(&mut game);
    assert_eq!(cards(&game, Viewer::Omniscient, "deck").len(), 4);
    assert_eq!(cards(&game, Viewer::Omniscient, "stock").len(), 8);
}

#[test]
fn a_zone_does_not_fill_up_from_itself() {
    let deck = "{ name: 'deck', replenish: { when: 'turn_end', from: 'deck' } }";
    let checked = Loader::new().check_text("ruleset.json", &text(deck, "{ name: 'out' }", "shuffle(deck)"));
    let said: Vec<_> = checked
        .diagnostics
        .sorted()
        .into_iter()
        .map(|d| d.message.as_str())
        .collect();
    assert!(said.contains(&"a zone cannot fill up from itself"), "{said:?}");
}

#[test]
fn cards_that_go_together_show_none_of_those_beneath() {
    for (order, step) in [
        ("fixed-fifo", "move_all(deck, out)"),
        ("fixed-lifo", "move_all(deck, out)"),
        ("fixed-fifo", "move_cards(cards_of(deck), out)"),
    ] {
        let deck =
            format!("{{ name: 'deck', order: '{order}', zone_visibility: 'all', card_visibility: 1 }}");
        let out = "{ name: 'out', order: 'fixed-lifo', zone_visibility: 'none' }";
        let mut game = begin(&text(&deck, out, step));
        assert_eq!(
            faces(&cards(&game, Viewer::Spectator, "deck")),
            1,
            "{order}: the first one lies open"
        );
        press(&mut game);
        assert_eq!(cards(&game, Viewer::Omniscient, "out").len(), 12);
        assert_eq!(shown(&game, Viewer::Spectator), 0, "{order} {step}");
    }
}
