//! Every law of the engine, over every shipped ruleset, for random games.

mod support;

use cardable_core::program::ActionKind;
use cardable_core::testing::{LAWS, Law, Subject, random_game, tiny_ruleset};
use cardable_core::{Choice, Ruleset};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::collections::BTreeSet;

/// How many random games each law looks at, for each ruleset.
const GAMES: u32 = 40;
/// How many choices of each game.
const CHOICES: usize = 90;

fn keep(law: &Law) {
    let subject = Subject::default();
    let everything = include_str!("fixtures/everything.json")
        .parse()
        .expect("it checks");
    let mut rulesets = vec![
        ("tiny".to_owned(), tiny_ruleset()),
        ("everything".to_owned(), everything),
    ];
    rulesets.extend(
        support::games()
            .into_iter()
            .map(|(name, _)| (name.clone(), support::load(&name))),
    );
    for (name, ruleset) in rulesets {
        let seats: Vec<usize> = ruleset.seats().collect();
        // The same games in every run: what failed once fails again.
        let mut runner = TestRunner::new_with_rng(
            Config {
                cases: GAMES,
                failure_persistence: None,
                ..Config::default()
            },
            proptest::test_runner::TestRng::deterministic_rng(Config::default().rng_algorithm),
        );
        let games = (proptest::num::u64::ANY, 0..seats.len(), 1..CHOICES);
        let kept = runner.run(&games, |(seed, at, choices)| {
            (law.check)(&subject, &ruleset, seats[at], seed, choices).map_err(TestCaseError::fail)
        });
        if let Err(broken) = kept {
            panic!("{name} breaks the law \"{}\": {broken}", law.says);
        }
    }
}

macro_rules! laws {
    ($($test:ident: $name:literal;)*) => {
        $(
            #[test]
            fn $test() {
                keep(LAWS.iter().find(|law| law.name == $name).expect("a law of that name"));
            }
        )*

        #[test]
        fn every_law_is_tried() {
            let tried = [$($name),*];
            for law in LAWS {
                assert!(tried.contains(&law.name), "{} is not tried", law.name);
            }
        }
    };
}

laws! {
    determinism: "determinism";
    legal: "legal";
    nothing_lost: "nothing lost";
    secrecy: "secrecy";
    view_and_events: "view and events";
    imagination: "imagination";
    fork: "fork";
}

/// The fixture meets the hard cases only if what it offers is also done.
#[test]
fn the_hard_cases_are_reached() {
    let ruleset: Ruleset = include_str!("fixtures/everything.json")
        .parse()
        .expect("it checks");
    let mut left: BTreeSet<String> = ruleset
        .actions()
        .filter(|(_, _, _, kind)| *kind != ActionKind::Auto)
        .map(|(id, _, _, _)| ruleset.action_label(id).to_owned())
        .collect();
    let mut ended = 0;
    for seed in 0..80 {
        let game = random_game(&ruleset, 3, seed, 200, |_, _, choice, _| {
            if let Choice::Act { action, .. } = choice {
                left.remove(ruleset.action_label(*action));
            }
            Ok(())
        });
        ended += u32::from(game.expect("a game without faults").is_over());
    }
    assert!(left.is_empty(), "never done: {left:?}");
    assert!(ended > 5, "{ended} of 80 games ended");
}
