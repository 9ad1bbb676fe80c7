//! Partners who do not know each other until they show.

use crate::support::played::{begin, seat_datum};
use cardable_core::testing::random_game;
use cardable_core::view::Datum;
use cardable_core::{Game, Ruleset, Seat, Seed, Viewer};

fn partners() -> Ruleset {
    cardable_core::parse(include_str!("fixtures/partners.json5")).unwrap_or_else(|e| panic!("{e}"))
}

fn sides(game: &Game) -> Vec<bool> {
    (0..4)
        .map(|seat| seat_datum(game, seat, "with_queens") == "true")
        .collect()
}

/// Each seat knows its own side, and imagines others that fit the cards.
#[test]
fn sides_are_imagined_as_the_cards_are() {
    let ruleset = partners();
    let item = ruleset.seat_datum("with_queens").expect("an item");
    let mut ways = 0;
    for seed in 0..20 {
        let game = begin(&ruleset, 4, seed);
        let truth = sides(&game);
        for seat in (0..4).map(Seat) {
            let seen = game.view(Viewer::Seat(seat));
            for other in (0..4).map(Seat) {
                let is_hidden = seen.seat_datum(other, item) == Some(&Datum::Hidden);
                assert_eq!(is_hidden, other != seat, "seed {seed}");
            }
            let own = usize::from(seat.0);
            for table in 0..10 {
                let imagined = sides(&game.imagine(Viewer::Seat(seat), Seed::from(table)));
                let queens = imagined.iter().filter(|side| **side).count();
                assert_eq!(imagined[own], truth[own]);
                // One seat may have both.
                assert!(queens == 2 || queens == 1, "{imagined:?}");
                ways += u32::from(imagined != truth);
            }
        }
    }
    assert!(ways > 200, "only {ways} tables differ");
}

#[test]
fn partners_win_together() {
    let ruleset = partners();
    let mut alone = 0;
    for seed in 0..20 {
        let game = random_game(&ruleset, 4, seed, 100, |_, _, _, _| Ok(())).expect("a game without faults");
        let result = game.result().expect("it is over");
        let truth = sides(&game);
        for winner in &result.winners {
            for other in (0..4).map(Seat) {
                let is_partner = truth[other.index()] == truth[winner.index()];
                assert!(!is_partner || result.winners.contains(&other), "seed {seed}");
            }
        }
        // Both sides may have as many points.
        alone += u32::from(result.winners.len() < 4);
    }
    assert!(alone > 10, "one side won {alone} times");
}

#[test]
fn seats_swap_places_in_the_order_of_play() {
    let ruleset = partners();
    let mut game = begin(&ruleset, 4, 3);
    let places = |game: &Game| game.view(Viewer::Spectator).status.places;
    let mut order = Vec::new();
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        order.push(seat.0);
        game.submit_nth(seat, 0).expect("it plays");
        match order.len() {
            4 => assert_eq!(places(&game), [3, 1, 2, 0].map(Seat)),
            8 => assert_eq!(places(&game), [1, 3, 2, 0].map(Seat)),
            _ => {}
        }
        let again = Game::restore(&ruleset, &game.save()).expect("a game");
        assert_eq!(places(&again), places(&game));
    }
    assert_eq!(order, [0, 1, 2, 3, 1, 2, 0, 3, 2, 0, 1, 3]);
}
