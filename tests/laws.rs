//! Every law of the engine, over every shipped ruleset, for random games.

use crate::support;
use cardable_core::info::ActionKind;
use cardable_core::testing::{LAWS, Law, Opening, Subject, random_game, tiny_ruleset};
use cardable_core::{Choice, Loader, Ruleset};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Mutex;

/// How many random games each law looks at, for each ruleset.
const GAMES: u32 = 40;
/// How many choices of each game it looks at.
const CHOICES: usize = 90;
/// How many choices of a game are made at most before it looks.
const AHEAD: u64 = 400;

/// What few games have, all in one.
fn everything() -> Ruleset {
    let text = include_str!("fixtures/everything.json");
    cardable_core::parse(text).expect("it checks")
}

/// A game in which all seats choose at once, in secret.
fn draft() -> Ruleset {
    cardable_core::parse(support::drafted::mended()).expect("it checks")
}

/// A game of roles and teams that are chosen.
fn sides() -> Ruleset {
    let text = include_str!("fixtures/sides.json5");
    cardable_core::parse(text).expect("it checks")
}

/// A game of cards that carry data and rules.
fn answers() -> Ruleset {
    let text = include_str!("fixtures/answers.json5");
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Partners who do not know each other.
fn partners() -> Ruleset {
    let text = include_str!("fixtures/partners.json5");
    cardable_core::parse(text).expect("it checks")
}

/// Sealed choices that ask, and triggers in an order that owners choose. All of them lie open: triggers in hands and in a
/// deck tell in the middle of an action where cards lie, and the law on imagining takes what is not seen for unknown.
fn sealed() -> Ruleset {
    let text = include_str!("fixtures/sealed.json5")
        .replace("while_in: \"hand\"", "while_in: \"field\"")
        .replace(
            "{ changed: \"$state.left\" }, primitives",
            "{ changed: \"$state.left\" }, while_in: \"field\", primitives",
        );
    cardable_core::parse(text).expect("it checks")
}

fn creatures() -> Ruleset {
    let text = include_str!("fixtures/creatures.json5");
    cardable_core::parse(text).expect("it checks")
}

/// A game in which seats are told of cards that only others see.
fn hints() -> Ruleset {
    let text = include_str!("fixtures/hints.json5");
    cardable_core::parse(text).expect("it checks")
}

/// Games of cards that are told apart from behind: one in which seats are also told of cards, one that never branches on
/// what is hidden, one in which picks read more of a card than its back, and one in which lists of cards are picked from and read.
fn backs() -> [(String, Ruleset); 4] {
    let told = include_str!("fixtures/backs.json5");
    let with = |parts: &[(&str, &str)]| {
        parts.iter().fold(told.to_owned(), |text, (part, other)| {
            assert!(text.contains(part), "the fixture has no `{part}`");
            text.replace(part, other)
        })
    };
    let untold = with(&[(
        "\"tell(next_player().row, $player, card => card.suit == 'Red')\", ",
        "",
    )]);
    let more = with(&[
        ("\"$card.level == 2\"", "\"$card.level == 2 && !$card.marked\""),
        (
            "\"all($picked, card => card.level == 1)\"",
            "\"count($picked) == 2 && all($picked, card => card.level == 1)\"",
        ),
    ]);
    let first = with(&[
        (
            "from: \"pool\" }",
            "from: \"= filter(pool, card => card.level == 1)\" }",
        ),
        (
            "\"all($picked, card => card.level == 1)\"",
            "\"list_item($picked, 0).level == 1 || list_count(filter($picked, card => card.level == 2)) > 1\"",
        ),
    ]);
    [
        ("backs", told),
        ("backs untold", &untold),
        ("backs and more", &more),
        ("backs in lists", &first),
    ]
    .map(|(name, text)| {
        let ruleset = cardable_core::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name.to_owned(), ruleset)
    })
}

/// Games in which something is hidden that is no card: in the middle of actions.
fn hidden() -> impl Iterator<Item = (String, Ruleset)> {
    let texts = [
        ("die", include_str!("fixtures/imagined/die.json5")),
        ("drawn", include_str!("fixtures/imagined/drawn.json5")),
        ("mixed", include_str!("fixtures/imagined/mixed.json5")),
        ("two scenes", include_str!("fixtures/imagined/two-scenes.json5")),
    ];
    texts
        .into_iter()
        .map(|(name, text)| (name.to_owned(), cardable_core::parse(text).expect("it checks")))
}

/// Games in phases, written as the format's authors write them.
fn in_phases() -> impl Iterator<Item = (String, Ruleset)> {
    let texts = [
        ("eights", include_str!("fixtures/cardgame/eights.cardgame.json")),
        ("casino", include_str!("fixtures/cardgame/casino.cardgame.json")),
        (
            "twenty-one",
            include_str!("fixtures/cardgame/blackjack.cardgame.json"),
        ),
    ];
    // Turns, and a phase of everybody after each choice.
    let play =
        r#""transitions": [{ "to": "over", "when": "acted > 9" }, { "to": "rest", "when": "entered == 1" }]"#;
    let counting = include_str!("fixtures/cardgame/phases.cardgame.json")
        .replace("PLAY", play)
        .replace("GLOBAL", "")
        .replace("ZONE", r#"{ "visibility": "hidden" }"#);
    let texts = texts.map(|(name, text)| (name, text.to_owned()));
    let texts = texts.into_iter().chain([("counting", counting)]);
    texts.map(|(name, text)| {
        let checked = Loader::new().check_text("game.cardgame.json", &text);
        (
            name.to_owned(),
            checked.into_result().unwrap_or_else(|e| panic!("{name}: {e}")),
        )
    })
}

fn keep(law: &Law) {
    let mut rulesets = vec![
        ("tiny".to_owned(), tiny_ruleset()),
        ("creatures".to_owned(), creatures()),
        ("answers".to_owned(), answers()),
        ("sealed".to_owned(), sealed()),
        ("partners".to_owned(), partners()),
        ("hints".to_owned(), hints()),
        ("everything".to_owned(), everything()),
        ("sides".to_owned(), sides()),
        ("draft".to_owned(), draft()),
    ];
    rulesets.extend(backs());
    rulesets.extend(hidden());
    rulesets.extend(in_phases());
    rulesets.extend(
        support::games()
            .into_iter()
            .map(|(name, _)| (name.clone(), support::load(&name))),
    );
    // One ruleset alone: `LAW_OF=tiny cargo test -p cardable-tests laws::`.
    if let Ok(only) = std::env::var("LAW_OF") {
        rulesets.retain(|(name, _)| *name == only);
    }
    // The law that takes longest must not be what all wait for.
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (pending_autos, broken) = (Mutex::new(rulesets.into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some((name, ruleset)) = pending_autos.lock().expect("nobody panicked").next() else {
                        return;
                    };
                    if let Err(why) = keep_in(law, &ruleset) {
                        let said = format!("{name} breaks the law \"{}\": {why}", law.says);
                        broken.lock().expect("nobody panicked").push(said);
                    }
                }
            });
        }
    });
    let broken = broken.into_inner().expect("nobody panicked");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn keep_in(law: &Law, ruleset: &Ruleset) -> Result<(), String> {
    let subject = Subject::default();
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
    // Half of the games from their start, half from a middle; all with random options, teams and roles.
    let ahead = prop_oneof![Just(0), 1..=AHEAD];
    let openings = (any::<u64>(), any::<u64>(), 0..seats.len(), ahead);
    let openings = openings.prop_map(|(seed, options, at, ahead)| {
        Opening::seats(seats[at], seed)
            .options(ruleset, options)
            .seating(ruleset, options)
            .ahead(ahead)
    });
    let kept = runner.run(&(openings, 1..CHOICES), |(opening, choices)| {
        (law.check)(&subject, ruleset, &opening, choices).map_err(TestCaseError::fail)
    });
    kept.map_err(|broken| broken.to_string())
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
    knowledge: "knowledge";
    fork: "fork";
    bad_input: "bad input";
}

/// The laws look at all house rules, and never at a game that is over.
#[test]
fn openings_are_as_various_as_the_rulesets() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().end();
        let mut values: BTreeSet<(String, String)> = BTreeSet::new();
        let mut latest = 0;
        for seed in 0..40 {
            let opening = Opening::seats(seats, seed)
                .options(&ruleset, u64::MAX)
                .ahead(seed * 10);
            let game = opening.game(&ruleset).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!game.is_over(), "{name}, {opening:?}");
            latest = latest.max(game.seq());
            let drawn = opening.setup.options.iter();
            values.extend(drawn.map(|(key, value)| (key.clone(), value.to_string())));
        }
        for option in ruleset.options() {
            let found = values.iter().filter(|(key, _)| *key == option.key).count();
            assert!(found > 1, "{name}: {} has {found} values", option.key);
        }
        assert!(latest > 10, "{name} was seen until choice {latest} only");
    }
}

/// The laws look at all ways of sitting down, and every game begins.
#[test]
fn seats_are_as_various_as_the_rulesets() {
    let seen = |ruleset: &Ruleset, seats: usize| {
        let mut teams: BTreeSet<Vec<u8>> = BTreeSet::new();
        let mut roles: BTreeSet<Vec<String>> = BTreeSet::new();
        for seed in 0..200 {
            let opening = Opening::seats(seats, seed).seating(ruleset, u64::MAX);
            opening
                .game(ruleset)
                .unwrap_or_else(|e| panic!("{opening:?}: {e}"));
            teams.insert(opening.setup.teams);
            roles.insert(opening.setup.roles);
        }
        (teams, roles)
    };
    let (teams, roles) = seen(&sides(), 3);
    let numbers: BTreeSet<usize> = teams
        .iter()
        .map(|t| t.iter().collect::<BTreeSet<_>>().len())
        .collect();
    assert_eq!(numbers, BTreeSet::from([1, 2, 3]), "{teams:?}");
    assert!(teams.iter().flatten().any(|team| *team > 25), "{teams:?}");
    // Of two or one who seek, each seat may be the odd one.
    assert_eq!(roles.len(), 6, "{roles:?}");
    let (_, full) = seen(&sides(), 6);
    let seekers = |roles: &Vec<String>| roles.iter().filter(|role| *role == "seeker").count();
    let counts: BTreeSet<usize> = full.iter().map(seekers).collect();
    assert_eq!(
        counts,
        BTreeSet::from([2, 3]),
        "four hiders at most, three seekers"
    );
    // Where nothing can be chosen, nothing is.
    let (teams, roles) = seen(&tiny_ruleset(), 2);
    assert_eq!((teams.len(), roles.len()), (1, 1));
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        seen(&ruleset, *ruleset.seats().end());
    }
}

/// The fixture meets the hard cases only if what it offers is also done.
#[test]
fn the_hard_cases_are_reached() {
    let ruleset = everything();
    let mut left: BTreeSet<String> = ruleset
        .actions()
        .filter(|(_, _, _, kind)| *kind != ActionKind::Auto)
        .map(|(id, _, _, _)| ruleset.words().action_label(id).unwrap_or_default().to_owned())
        .collect();
    let mut ended = 0;
    for seed in 0..80 {
        let game = random_game(&ruleset, 3, seed, 200, |_, _, choice, _| {
            if let Choice::Act { action, .. } = choice {
                left.remove(ruleset.words().action_label(*action).unwrap_or_default());
            }
            Ok(())
        });
        ended += u32::from(game.expect("a game without faults").is_over());
    }
    assert!(left.is_empty(), "never done: {left:?}");
    assert!(ended > 5, "{ended} of 80 games ended");
}
