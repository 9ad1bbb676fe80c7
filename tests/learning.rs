//! A game as numbers: masks agree with what is legal, and observations hold what a viewer knows and nothing else.

use crate::support;
use cardable_core::learning::{self, ActionSpace, Observation};
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::search::{Chance, Standings};
use cardable_core::{DecisionRef, Game, Ruleset, Seat, Seed, Setup, Viewer};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many choices of a decision are looked at.
const MOST: usize = 200;

/// Positions of random games of every shipped ruleset, the first one of each game first.
fn positions(mut look: impl FnMut(&str, &Ruleset, &Game)) {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        for seats in BTreeSet::from([
            *ruleset.seats().start(),
            4.clamp(*ruleset.seats().start(), *ruleset.seats().end()),
        ]) {
            let mut rng = ChaCha8Rng::seed_from_u64(seats as u64);
            let mut game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(5)).expect("it begins");
            for _ in 0..10 {
                look(&name, &ruleset, &game);
                game.playout(&mut rng, 9).expect("nothing faults");
            }
        }
    }
}

/// Every decision of some random games of a ruleset, each of so many choices at most.
fn decisions(ruleset: &Ruleset, games: u64, most: usize, mut look: impl FnMut(&Game, &DecisionRef<'_>)) {
    let seats = 3.clamp(*ruleset.seats().start(), *ruleset.seats().end());
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for seed in 0..games {
        let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
        for _ in 0..most {
            let Some(decision) = game.next_decision() else {
                break;
            };
            look(&game, &decision);
            let (seat, choice) = (
                decision.seat(),
                decision.sample(&mut rng).expect("it has a choice"),
            );
            game.submit(seat, &choice).expect("it is legal");
        }
    }
}

fn viewers(game: &Game) -> impl Iterator<Item = Viewer> + use<> {
    let seats = (0..game.seating().count() as u8).map(|seat| Viewer::Seat(Seat(seat)));
    seats.chain([Viewer::Spectator])
}

#[test]
fn numbers_are_those_of_legal_choices() {
    positions(|name, ruleset, game| {
        let space = ActionSpace::of(ruleset);
        for decision in game.decisions() {
            let mask = space.mask(&decision);
            assert_eq!(mask.len(), space.size(), "{name}");
            let legal: Vec<usize> = (0..mask.len()).filter(|number| mask[*number]).collect();
            assert!(
                !legal.is_empty() && legal.len() <= decision.keys().len(),
                "{name}"
            );
            let listed = space.legal(&decision);
            assert!(
                legal.iter().eq(listed.iter().map(|listed| &listed.number)),
                "{name}"
            );
            for listed in listed.iter().take(MOST) {
                let choice = space.choice(&decision, listed.number);
                assert_eq!(decision.nth(listed.nth), choice, "{name}: {listed:?}");
            }
            for number in legal.iter().take(MOST) {
                let choice = space.choice(&decision, *number).expect("it is legal");
                assert_eq!(
                    space.number(&decision, &choice),
                    Some(*number),
                    "{name}: {choice:?}"
                );
                assert!(space.name(*number).is_some(), "{name}: {number}");
                assert!(
                    game.fork().submit(decision.seat(), &choice).is_ok(),
                    "{name}: {choice:?}"
                );
            }
            for choice in decision.choices().take(MOST) {
                let number = space.number(&decision, &choice).expect("it is legal");
                assert!(mask[number], "{name}: {choice:?} is {:?}", space.name(number));
            }
            let imagined = game.imagine(Viewer::Seat(decision.seat()), Seed::from(8));
            let same = imagined.decision(decision.seat()).expect("it decides there, too");
            assert_eq!(mask, space.mask(&same), "{name}");
        }
    });
}

/// A large hashed part leaves nothing out that a seat could choose.
#[test]
fn every_choice_has_a_number() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let space = ActionSpace::of(&ruleset).with_hashed(1 << 48);
        decisions(&ruleset, 4, 150, |_, decision| {
            let lost = space.clashes(decision);
            assert!(lost.is_empty(), "{name}: {:?}", decision.nth(lost[0].nth));
            assert_eq!(space.legal(decision).len(), decision.keys().len(), "{name}");
        });
    }
}

/// Unknown cards have numbers by where they lie, entries of written lists by what they are, and numbers that answer a
/// question follow each other: none of them is left to accident.
#[test]
fn what_a_ruleset_tells_is_not_hashed() {
    for name in ["lanterns", "golf", "skullable", "quayside", "bridge", "holdem"] {
        let ruleset = support::load(name);
        let space = ActionSpace::of(&ruleset);
        decisions(&ruleset, 20, 300, |_, decision| {
            assert_eq!(space.clashes(decision), [], "{name}");
        });
    }
    let names = |name: &str| {
        let space = ActionSpace::of(&support::load(name));
        let own = 0..space.size() - space.hashed();
        own.filter_map(|number| space.name(number))
            .collect::<BTreeSet<String>>()
    };
    assert!(names("bridge").contains("Bid: 7NT"));
    assert!(names("lanterns").contains("Play a card: unknown card 4 of own hand"));
    assert!(names("lanterns").len() < 1_000);
    let sizes = support::games()
        .into_iter()
        .map(|(name, _)| ActionSpace::of(&support::load(&name)).hashed());
    let sizes: BTreeSet<usize> = sizes.collect();
    assert_eq!(sizes, BTreeSet::from([1, 4096]));
}

/// A card is the same choice wherever it came from.
#[test]
fn how_a_card_came_to_a_hand_is_no_other_number() {
    let ruleset = support::load("thirty-one");
    let space = ActionSpace::of(&ruleset).with_hashed(1 << 48);
    let mut numbers: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    decisions(&ruleset, 200, 100, |_, decision| {
        for legal in space.legal(decision) {
            let text = decision
                .nth(legal.nth)
                .and_then(|choice| decision.choice_text(&choice));
            let of_text = numbers.entry(text.expect("it has a text")).or_default();
            of_text.insert(legal.number);
        }
    });
    let drags: Vec<_> = numbers
        .iter()
        .filter(|(text, _)| text.contains("Discard a card"))
        .collect();
    assert!(drags.len() > 50, "{}", drags.len());
    assert!(drags.iter().all(|(_, numbers)| numbers.len() == 1), "{drags:?}");
}

/// Whoever chooses a card chooses by what is printed on it.
#[test]
fn a_picked_card_has_the_number_of_its_name() {
    let ruleset = support::load("hearts");
    let space = ActionSpace::of(&ruleset);
    let game = Game::new(&ruleset, &Setup::seats(4), Seed::from(3)).expect("it begins");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut game = game.fork();
    let mut cards = 0;
    for _ in 0..60 {
        for decision in game.decisions() {
            let names = (space.choices(&decision)).filter_map(|(number, _)| space.name(number));
            cards += names.filter(|name| name.contains(" of ")).count();
        }
        game.playout(&mut rng, 1).expect("nothing faults");
    }
    assert!(cards > 100, "{cards}");
}

#[test]
fn names_of_numbers_end_with_the_last_one() {
    let ruleset = support::load("crazy-eights");
    let space = ActionSpace::of(&ruleset).with_hashed(7);
    assert_eq!(space.name(0).as_deref(), Some("pass"));
    assert_eq!(space.name(space.size() - 1).as_deref(), Some("hashed 6"));
    assert_eq!(space.name(space.size()), None);
    assert!((0..space.size()).all(|number| space.name(number).is_some()));
    assert_eq!(ActionSpace::of(&ruleset).with_hashed(0).hashed(), 1);
}

#[test]
fn no_two_numbers_have_one_name() {
    for (name, _) in support::games() {
        let space = ActionSpace::of(&support::load(&name)).with_hashed(3);
        let names: Vec<String> = (0..space.size())
            .filter_map(|number| space.name(number))
            .collect();
        let distinct: BTreeSet<&String> = names.iter().collect();
        assert_eq!(
            (names.len(), distinct.len()),
            (space.size(), space.size()),
            "{name}"
        );
    }
}

#[test]
fn the_shape_of_observations_never_changes() {
    let mut first: Option<(String, usize, Vec<String>)> = None;
    positions(|name, _, game| {
        let seats = game.seating().count();
        let shape = Observation::shape(game);
        match &first {
            Some((of, with, begun)) if of == name && *with == seats => assert_eq!(begun, &shape, "{name}"),
            _ => {
                let distinct: BTreeSet<&String> = shape.iter().collect();
                assert_eq!(distinct.len(), shape.len(), "{name}");
                first = Some((name.to_owned(), seats, shape.clone()));
            }
        }
        for viewer in viewers(game) {
            let seen = Observation::of(game, viewer);
            assert_eq!(seen.values.len(), shape.len(), "{name}");
            assert!(seen.values.iter().all(|value| value.is_finite()), "{name}");
            every_card_counts(name, &shape, &seen.values);
        }
    });
}

/// In each zone the cards that are known and those that are not are all that there are.
fn every_card_counts(game: &str, shape: &[String], values: &[f32]) {
    for (at, name) in shape.iter().enumerate() {
        let Some(zone) = name.strip_suffix(": cards") else {
            continue;
        };
        let prefix = format!("{zone}: ");
        let entries = shape.iter().zip(values).skip(at + 1);
        let entries = entries.take_while(|(name, _)| name.starts_with(&prefix));
        // Those that are not known are counted by their backs, too.
        let by_back = format!("{zone}: a card (");
        let entries = entries.filter(|(name, _)| !name.starts_with(&by_back));
        let all: f32 = entries.map(|(_, value)| value).sum();
        assert_eq!(all, values[at], "{game}: {zone}");
    }
}

#[test]
fn games_that_a_viewer_cannot_tell_apart_give_the_same_observation() {
    let mut other = None;
    positions(|name, _, game| {
        let other = other.get_or_insert_with(|| Observation::of(game, Viewer::Spectator));
        for viewer in viewers(game) {
            let seen = Observation::of(game, viewer);
            for seed in 0..2 {
                other.observe(&game.imagine(viewer, Seed::from(seed)), viewer);
                assert_eq!(*other, seen, "{name}");
            }
        }
    });
}

#[test]
fn observations_differ_where_somebody_knows_something_else() {
    let ruleset = support::load("crazy-eights");
    let begun = |seed| Game::new(&ruleset, &Setup::seats(3), Seed::from(seed)).expect("it begins");
    let seen = |seed, seat| Observation::of(&begun(seed), Viewer::Seat(Seat(seat)));
    assert_ne!(seen(1, 0), seen(2, 0));
    assert_ne!(seen(1, 0), seen(1, 1));
    assert_eq!(seen(1, 0), seen(1, 0));
}

/// The entries of an observation whose names begin so, with their values.
fn entries(game: &Game, viewer: Viewer, prefix: &str) -> Vec<(String, f32)> {
    let values = Observation::of(game, viewer).values;
    let all = Observation::shape(game).into_iter().zip(values);
    all.filter(|(name, _)| name.starts_with(prefix)).collect()
}

#[test]
fn who_is_asked_observes_which_question_it_is() {
    let mut asked = BTreeSet::new();
    for name in ["duel", "market"] {
        decisions(&support::load(name), 20, 200, |game, decision| {
            let is_asked = decision.actions().count() == 0;
            for viewer in viewers(game) {
                let questions = entries(game, viewer, "question ");
                let open: Vec<_> = questions.iter().filter(|(_, value)| *value == 1.0).collect();
                let expected = usize::from(is_asked && viewer == Viewer::Seat(decision.seat()));
                // Others may be asked at the same time.
                assert!(open.len() <= 1 && open.len() >= expected, "{name}: {open:?}");
                asked.extend(open.iter().map(|(question, _)| format!("{name}: {question}")));
            }
        });
    }
    assert!(asked.len() > 10, "{asked:?}");
}

#[test]
fn a_card_in_data_is_observed_by_what_is_printed_on_it() {
    let mut seen = BTreeSet::new();
    decisions(&support::load("rummy"), 10, 200, |game, decision| {
        let taken = entries(game, Viewer::Seat(decision.seat()), "taken");
        let (number, cards) = (taken[0].1, &taken[2..]);
        let named: Vec<_> = cards.iter().filter(|(_, value)| *value == 1.0).collect();
        assert_eq!(named.len(), usize::from(number > 0.0), "{taken:?}");
        seen.extend(named.into_iter().map(|(card, _)| card.clone()));
    });
    assert!(seen.len() > 5, "{seen:?}");
}

/// The key of a situation leaves out what a key of all that is known does not.
#[test]
fn situations_come_again() {
    let ruleset = support::load("leduc");
    let (mut situations, mut keys) = (BTreeSet::new(), BTreeSet::new());
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for seed in 0..3_000 {
        let setup = Setup::seats(2).option("hands", 1);
        let mut game = Game::new(&ruleset, &setup, Seed::from(seed)).expect("it begins");
        while let Some(decision) = game.next_decision() {
            let knowledge = game.knowledge(Viewer::Seat(decision.seat()));
            situations.insert(knowledge.situation());
            keys.insert(knowledge.key());
            let (seat, choice) = (
                decision.seat(),
                decision.sample(&mut rng).expect("it has a choice"),
            );
            game.submit(seat, &choice).expect("it is legal");
        }
    }
    assert!(
        situations.len() * 4 < keys.len() * 3,
        "{} {}",
        situations.len(),
        keys.len()
    );
    positions(|name, _, game| {
        for viewer in viewers(game) {
            let imagined = game.imagine(viewer, Seed::from(3));
            let (own, other) = (game.knowledge(viewer), imagined.knowledge(viewer));
            assert_eq!(own.situation(), other.situation(), "{name}");
        }
    });
}

/// The seats that have most of something.
fn first(numbers: &[f64]) -> BTreeSet<usize> {
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..numbers.len()).filter(|seat| numbers[*seat] == most).collect()
}

/// What is best by the returns, and by the score that the ruleset names for bots, is what wins.
#[test]
fn who_has_most_has_won() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = 4.clamp(*ruleset.seats().start(), *ruleset.seats().end());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for seed in 0..12 {
            let mut game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
            game.playout(&mut rng, 3_000).expect("nothing faults");
            let returns = learning::returns(&game);
            assert_eq!(returns.len(), game.seating().persons(), "{name}");
            let Some(result) = game.result() else {
                assert!(returns.iter().all(|gain| *gain == 0.0), "{name}");
                continue;
            };
            let winners: BTreeSet<usize> = result.winners.iter().map(|seat| seat.index()).collect();
            // Of those that have most, rules may let one win for another reason.
            assert!(
                winners.is_subset(&first(&returns)),
                "{name}: {returns:?}, {result:?}"
            );
            let standings = Standings::of(&game);
            let is_counted = ruleset.scoring().is_some();
            assert!(
                !is_counted || winners.is_subset(&first(&standings)),
                "{name}: {standings:?}, {result:?}"
            );
        }
    }
}

/// Answers of chance, and of how many each is one.
struct Script {
    answers: Vec<u32>,
    of: Vec<u32>,
}

impl Chance for Script {
    fn below(&mut self, n: u32) -> u32 {
        let at = self.of.len();
        self.of.push(n);
        if at == self.answers.len() {
            self.answers.push(0);
        }
        self.answers[at]
    }
}

/// The program of the page for researchers.
#[test]
fn every_deal_of_a_small_game_can_be_listed() {
    let leduc = include_str!("../cardable-bots/tests/fixtures/leduc.json");
    let (ruleset, setup) = (cardable_core::parse(leduc).expect("it is right"), Setup::seats(2));
    let mut deals: HashMap<Vec<u8>, (Game, f64)> = HashMap::new();
    let (mut answers, mut all) = (Vec::new(), 0);
    loop {
        let mut script = Script {
            answers,
            of: Vec::new(),
        };
        let game = Game::new_with(&ruleset, &setup, Seed::from(0), &mut script).expect("it begins");
        let likely: f64 = script.of.iter().map(|n| 1.0 / f64::from(*n)).product();
        deals.entry(game.save()).or_insert((game, 0.0)).1 += likely;
        all += 1;
        answers = script.answers;
        while answers
            .last()
            .is_some_and(|last| last + 1 == script.of[answers.len() - 1])
        {
            answers.pop();
        }
        match answers.last_mut() {
            Some(last) => *last += 1,
            None => break,
        }
    }
    let sum: f64 = deals.values().map(|(_, likely)| likely).sum();
    assert!(
        (sum - 1.0).abs() < 1e-9 && deals.len() <= all,
        "{sum}, {all} deals, {} saves",
        deals.len()
    );
}
