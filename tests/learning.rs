//! A game as numbers: masks agree with what is legal, and observations hold what a viewer knows and nothing else.

use crate::support;
use cardable_core::learning::{ActionSpace, Observation};
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::{Game, Ruleset, Seat, Seed, Setup, Viewer};
use std::collections::BTreeSet;

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
