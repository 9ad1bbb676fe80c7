//! Picks of several cards with a rule for all of them, against every way there is: in the two games that are
//! written for the benchmark of instructions.

use cardable_core::decision::Count;
use cardable_core::view::CardSeen;
use cardable_core::{Game, LoadError, Loader, Ruleset, Seat, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn load(folder: &str) -> Result<Ruleset, LoadError> {
    let path = format!("{}/benches/rulesets/{folder}", env!("CARGO_MANIFEST_DIR"));
    Loader::new().check_path(path).into_result()
}

/// A number and the number of the suit for each card of a zone that a seat sees.
fn cards(game: &Game, seat: Seat, zone: &str, attribute: &str) -> Vec<(i64, i64)> {
    let ruleset = game.ruleset();
    let view = game.view(Viewer::Seat(seat));
    let zone = ruleset
        .zone(zone)
        .and_then(|zone| view.zone(zone))
        .map(|zone| zone.cards.clone());
    let read = |card, name| {
        ruleset
            .card_attribute(card, name)
            .and_then(|value| value.as_f64())
    };
    let faces = zone
        .unwrap_or_default()
        .into_iter()
        .filter_map(|card| match card {
            CardSeen::Face(card) => Some((read(card, attribute)? as i64, read(card, "suit_index")? as i64)),
            CardSeen::Back(_) => None,
        });
    faces.collect()
}

/// Every way to take some of some cards.
fn subsets(cards: &[(i64, i64)]) -> impl Iterator<Item = Vec<(i64, i64)>> {
    (1u32..1 << cards.len()).map(|mask| {
        let of = cards.iter().enumerate();
        of.filter(|(at, _)| mask >> at & 1 == 1)
            .map(|(_, card)| *card)
            .collect()
    })
}

/// Whether some cards can be played together in Big Two.
fn is_play(cards: &[(i64, i64)]) -> bool {
    let mut orders: Vec<i64> = cards.iter().map(|card| card.0).collect();
    orders.sort_unstable();
    let is_straight = orders.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let is_flush = cards.iter().all(|card| card.1 == cards[0].1);
    orders.dedup();
    match cards.len() {
        ..=3 => orders.len() == 1,
        5 => is_straight || is_flush || orders.len() == 2,
        _ => false,
    }
}

#[test]
fn every_lead_of_big_two_is_found() {
    let ruleset = load("big-two").expect("it has no mistakes");
    for seed in 0..6 {
        let game = Game::new(&ruleset, &Setup::seats(4), Seed::from(seed)).expect("a game begins");
        let hand = cards(&game, Seat(0), "hand:0", "order");
        assert_eq!(hand.len(), 13);
        let plays = subsets(&hand).filter(|cards| is_play(cards)).count() as u64;
        let decision = game.next_decision().expect("a seat leads");
        assert_eq!(decision.count(), Count::Exactly(plays), "seed {seed}: {hand:?}");
    }
}

#[test]
fn every_way_to_take_cards_in_scopa_is_found() {
    let ruleset = load("scopa").expect("it has no mistakes");
    let take = ruleset.state("take").expect("cards are taken");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut most = 0;
    for seed in 0..20 {
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("a game begins");
        while let Some(decision) = game.next_decision() {
            let seat = decision.seat();
            if game.inspect(Viewer::Omniscient).has_reached(take)
                && game.view(Viewer::Seat(seat)).status.scenes[0].state == take
            {
                let table = cards(&game, seat, "table", "value");
                let played = cards(&game, seat, "played", "value")[0].0;
                let has_equal = table.iter().any(|card| card.0 == played);
                let ways = subsets(&table).filter(|cards| {
                    let sum: i64 = cards.iter().map(|card| card.0).sum();
                    sum == played && (cards.len() == 1 || !has_equal)
                });
                let ways = ways.count() as u64;
                most = most.max(ways);
                // Or the card is left on the table.
                let expected = ways + u64::from(!has_equal);
                assert_eq!(
                    decision.count(),
                    Count::Exactly(expected),
                    "{played} from {table:?}"
                );
            }
            game.playout(&mut rng, 1).expect("nothing faults");
        }
        assert!(game.result().is_some(), "every game ends");
    }
    assert!(most > 3, "never more than {most} ways");
}

#[test]
fn random_games_of_big_two_end() {
    let ruleset = load("big-two").expect("it has no mistakes");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for seed in 0..3 {
        let mut game = Game::new(&ruleset, &Setup::seats(4), Seed::from(seed)).expect("a game begins");
        assert!(game.playout(&mut rng, 1_000).expect("nothing faults").finished);
        assert_eq!(game.result().map(|result| result.winners.len()), Some(1));
    }
}
