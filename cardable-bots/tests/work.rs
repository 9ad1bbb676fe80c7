//! How much work a level does for a decision.

use crate::histories::each_position;
use crate::tally::Tally;
use crate::{begun, shipped};
use cardable_bots::{Bot, Level, Seen};
use cardable_core::Seed;

/// Where what is remembered takes long.
const DEAR: [&str; 3] = ["durak", "rummy", "backwater"];

/// Where lines of play are cheap, a level is its iterations; where they are dear, its work bounds it.
#[test]
fn levels_think_less_where_rules_take_long() {
    for (name, seats, is_dear) in [
        ("crazy-eights", 4, false),
        ("goofspiel", 2, false),
        ("rummy", 2, true),
    ] {
        let game = begun(&shipped(name), seats, 1);
        let seat = game.to_decide().lowest().expect("somebody decides");
        let seen = Seen::new(&game, seat, Seed::from(1)).expect("it decides");
        let mut budget = Level::Medium.budget();
        Level::Medium.bot().think(&seen, &mut budget);
        assert_eq!(budget.left() > 0, is_dear, "{name}: {budget:?}");
        let most = Level::Medium.work().expect("it is bounded");
        assert!(budget.work() < most + most / 8, "{name}: {budget:?}");
    }
}

/// Past the bound there is the rest of an iteration at most.
#[test]
fn no_level_does_more_than_its_work() {
    let mut tally = Tally::default();
    each_position(|name, game, history| {
        let Some(seat) = game.to_decide().lowest() else {
            return;
        };
        tally.add(name, 1);
        // A few positions of each game; what `hard` does takes long.
        let levels = match tally.of(name) {
            2 | 4 => &[Level::Easy, Level::Medium][..],
            3 if DEAR.contains(&name) => &[Level::Hard],
            _ => &[],
        };
        for level in levels {
            let most = level.work().expect("it is bounded");
            let mut budget = level.budget();
            let seen = Seen::new(game, seat, Seed::from(1)).expect("it decides");
            let seen = match level.remembers() {
                true => seen.remembering(history, game),
                false => seen,
            };
            level.bot().think(&seen, &mut budget);
            assert!(budget.work() < most + most / 8, "{name}, {level}: {budget:?}");
        }
    });
    tally.assert_all_but(&[]);
}
