//! Every law of the engine, over every shipped ruleset, for random games.

mod support;

use cardable_core::testing::{LAWS, Law, Subject, tiny_ruleset};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

/// How many random games each law looks at, for each ruleset.
const GAMES: u32 = 40;
/// How many choices of each game.
const CHOICES: usize = 90;

fn keep(law: &Law) {
    let subject = Subject::default();
    let mut rulesets = vec![("tiny".to_owned(), tiny_ruleset())];
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
