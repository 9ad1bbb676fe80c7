//! Bots that think play better than chance.

use crate::{begun, shipped};
use cardable_bots::{Bot, Level, Seen};
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::{Ruleset, Seat, Seed};

/// How often a bot wins against chance, each deal played from every seat, in the mean of so many deals.
fn wins(ruleset: &Ruleset, seats: usize, level: Level, deals: u64) -> f64 {
    let mut won = 0.0;
    for deal in 0..deals {
        for bot in 0..seats as u8 {
            let mut game = begun(ruleset, seats, deal);
            let mut rng = ChaCha8Rng::seed_from_u64(deal * 100 + u64::from(bot));
            while let Some(decision) = game.next_decision() {
                let seat = decision.seat();
                let choice = match seat == Seat(bot) {
                    true => {
                        let seen = Seen::new(&game, seat, Seed::from(game.seq())).expect("it decides");
                        level.bot().think(&seen, &mut level.budget()).choice
                    }
                    false => decision.sample(&mut rng).expect("there is a choice"),
                };
                game.submit(seat, &choice).expect("nothing faults");
            }
            let result = game.result().expect("it is over");
            if result.winners.contains(&Seat(bot)) {
                won += 1.0 / result.winners.len() as f64;
            }
        }
    }
    won / (deals * seats as u64) as f64
}

#[test]
fn a_search_beats_chance() {
    let cases = [
        ("crazy-eights", 2, Level::Search(40), 12, 0.7),
        ("goofspiel", 2, Level::Search(40), 12, 0.6),
        ("durak", 2, Level::Search(20), 6, 0.7),
    ];
    for (name, seats, level, deals, least) in cases {
        let won = wins(&shipped(name), seats, level, deals);
        assert!(won > least, "{name}: {won}");
    }
}
