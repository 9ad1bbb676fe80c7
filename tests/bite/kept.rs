//! What a game keeps beside cards and data: sealed answers, triggers that wait, data of cards, what seats were told.

use super::bites_in;
use cardable_core::testing::Subject;
use cardable_core::{Game, Ruleset, Seed, Setup, Viewer};

/// Imagining that leaves the answers as they are that belong to choices which others keep.
#[test]
fn knowledge_notices_kept_answers() {
    fn imagine(game: &Game, viewer: Viewer, seed: Seed) -> Game {
        let mut imagined: serde_json::Value =
            serde_json::from_slice(&game.imagine(viewer, seed).save()).expect("a save is JSON");
        let truth: serde_json::Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
        let kept = &truth["world"]["extras"]["sealed"];
        let answered = |sealed: &serde_json::Value| sealed["answered"].is_object();
        if kept.as_array().is_some_and(|kept| kept.iter().any(answered)) {
            imagined["world"]["extras"]["sealed"] = kept.clone();
        }
        let bytes = serde_json::to_vec(&imagined).expect("JSON can be written");
        Game::restore(&game.ruleset(), &bytes).unwrap_or_else(|_| game.clone())
    }
    bites_in(
        "knowledge",
        &sealed(),
        3,
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}

/// A save in which something is otherwise.
fn edited(game: &Game, edit: impl FnOnce(&mut serde_json::Value)) -> Vec<u8> {
    let mut json: serde_json::Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
    edit(&mut json);
    serde_json::to_vec(&json).expect("JSON can be written")
}

fn determinism_notices(ruleset: &Ruleset, seats: usize, save: fn(&Game) -> Vec<u8>) {
    let subject = Subject {
        save,
        ..Subject::default()
    };
    bites_in("determinism", ruleset, seats, &subject);
}

fn sealed() -> Ruleset {
    cardable_core::parse(include_str!("../fixtures/sealed.json5")).expect("it checks")
}

/// A save without the triggers that wait while their owner is asked which comes first.
#[test]
fn determinism_needs_what_waits_for_an_order() {
    fn save(game: &Game) -> Vec<u8> {
        edited(game, |json| {
            if json["world"]["extras"]["raised"].is_array() {
                json["world"]["extras"]["raised"] = serde_json::json!([]);
            }
        })
    }
    determinism_notices(&sealed(), 2, save);
}

/// A save in which sealed choices have no answers.
#[test]
fn determinism_needs_kept_answers() {
    fn save(game: &Game) -> Vec<u8> {
        edited(game, |json| {
            let sealed = json["world"]["extras"]["sealed"].as_array_mut();
            for sealed in sealed.into_iter().flatten() {
                sealed["answered"] = serde_json::Value::Null;
            }
        })
    }
    determinism_notices(&sealed(), 3, save);
}

/// A save in which cards have no data.
#[test]
fn determinism_needs_data_of_cards() {
    fn save(game: &Game) -> Vec<u8> {
        let setup = Setup::seats(game.seating().count());
        let fresh = Game::new(&game.ruleset(), &setup, Seed::from(0)).expect("a game");
        let fresh: serde_json::Value = serde_json::from_slice(&fresh.save()).expect("a save is JSON");
        edited(game, |json| {
            let values = json["world"]["values"].as_array_mut().expect("values");
            let first = fresh["world"]["values"].as_array().expect("values");
            // They are the last ones.
            let cards = values.len() / 2;
            for (value, at_first) in values.iter_mut().zip(first.iter()).skip(cards) {
                *value = at_first.clone();
            }
        })
    }
    let creatures = cardable_core::parse(include_str!("../fixtures/creatures.json5")).expect("it checks");
    determinism_notices(&creatures, 2, save);
}

/// Imagining that forgets what the viewer has been told of cards.
#[test]
fn imagination_needs_what_was_told() {
    fn imagine(game: &Game, viewer: Viewer, seed: Seed) -> Game {
        let mut imagined: serde_json::Value =
            serde_json::from_slice(&game.imagine(viewer, seed).save()).expect("a save is JSON");
        if imagined["world"]["extras"]["told"].is_array() {
            imagined["world"]["extras"]["told"] = serde_json::json!([]);
        }
        let bytes = serde_json::to_vec(&imagined).expect("JSON can be written");
        Game::restore(&game.ruleset(), &bytes).unwrap_or_else(|_| game.clone())
    }
    let hints = cardable_core::parse(include_str!("../fixtures/hints.json5")).expect("it checks");
    bites_in(
        "imagination",
        &hints,
        3,
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}
