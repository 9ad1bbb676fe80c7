//! A bot knows what its seat may know, and nothing else.

use crate::positions;
use cardable_bots::{Budget, Search, Seen, Thought};
use cardable_core::{Game, Seat, Seed, Viewer};

fn thought(game: &Game, seat: Seat, seed: u64) -> Option<Thought> {
    let mut search = Search::new(Seen::new(game, seat, Seed::from(seed))?);
    search.run(&mut Budget::iterations(12));
    search.thought()
}

/// The law of honest bots: in two games that the seat cannot tell apart the same seed gives the same thought, to the bit.
#[test]
fn games_that_a_seat_cannot_tell_apart_give_the_same_thought() {
    let mut looked = 0;
    positions(|name, game| {
        for seat in game.to_decide() {
            let here = thought(game, seat, 9);
            for other in 0..2 {
                let there = game.imagine(Viewer::Seat(seat), Seed::from(100 + other));
                assert_eq!(here, thought(&there, seat, 9), "{name}");
                looked += 1;
            }
        }
    });
    assert!(looked > 60, "{looked}");
}

#[test]
fn what_a_bot_would_do_is_legal_in_the_true_game() {
    positions(|name, game| {
        for seat in game.to_decide() {
            let thought = thought(game, seat, 3).expect("it decides");
            let decision = game.decision(seat).expect("it decides");
            for ranked in &thought.ranked {
                assert!(decision.index_of(&ranked.choice).is_some(), "{name}: {ranked:?}");
            }
            let mut copy = game.fork();
            copy.submit(seat, &thought.choice)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    });
}
