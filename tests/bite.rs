//! Each law notices when it is broken on purpose.

mod support;

use cardable_core::testing::{LAWS, Subject};
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, NotApplied, Seat, Seed, View, ViewEvent, Viewer};

/// Asserts that a law finds fault with a broken engine in some of a few games,
/// and with the whole one in none.
fn bites(law: &str, subject: &Subject) {
    let law = LAWS.iter().find(|l| l.name == law).expect("a law of that name");
    let ruleset = support::load("skullable");
    for seed in 0..6 {
        (law.check)(&Subject::default(), &ruleset, 4, seed, 60).expect("the engine itself keeps the law");
    }
    let found = (0..6).any(|seed| (law.check)(subject, &ruleset, 4, seed, 60).is_err());
    assert!(found, "the law \"{}\" does not notice", law.says);
}

/// A save without the generator's position: another game after a restore.
#[test]
fn determinism_needs_the_generator() {
    fn save(game: &Game) -> Vec<u8> {
        let mut json: serde_json::Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
        json["world"]["drawn"] = serde_json::json!([0, 0]);
        serde_json::to_vec(&json).expect("JSON can be written")
    }
    bites(
        "determinism",
        &Subject {
            save,
            ..Subject::default()
        },
    );
}

/// A submit that takes whatever it is given.
#[test]
fn legal_needs_refusals() {
    fn submit(game: &mut Game, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        match game.submit(seat, choice) {
            Err(NotApplied::Refused(_)) => Ok(()),
            done => done,
        }
    }
    bites(
        "legal",
        &Subject {
            submit,
            ..Subject::default()
        },
    );
}

/// A refused choice that moves something all the same.
#[test]
fn nothing_lost_needs_a_rollback() {
    fn submit(game: &mut Game, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        let done = game.submit(seat, choice);
        if done.is_err()
            && let Some(other) = game.next_decision().and_then(|d| Some((d.seat(), d.nth(0)?)))
        {
            game.submit(other.0, &other.1)?;
        }
        done
    }
    bites(
        "nothing lost",
        &Subject {
            submit,
            ..Subject::default()
        },
    );
}

/// A view in which the place of a hidden card shows.
#[test]
fn secrecy_notices_a_leaked_index() {
    fn view(game: &Game, viewer: Viewer) -> View {
        let mut view = game.view(viewer);
        let all = game.view(Viewer::Omniscient);
        let places = all.zones.iter().enumerate().map(|(zone, z)| {
            let skulls = z
                .cards
                .iter()
                .position(|c| matches!(c, CardSeen::Face(ty) if ty.0 % 2 == 0));
            skulls.map_or(0, |at| (at as u64 + 1) * (zone as u64 + 1))
        });
        view.seq = places.sum();
        view
    }
    bites(
        "secrecy",
        &Subject {
            view,
            ..Subject::default()
        },
    );
}

/// Events that show a viewer the faces he does not see.
#[test]
fn secrecy_notices_faces_in_events() {
    fn events(game: &Game, viewer: Viewer) -> Vec<ViewEvent> {
        let all = game.events(Viewer::Omniscient);
        let own = game.events(viewer);
        // Everybody reads which card was laid: as whether it is a skull.
        let skull = all
            .iter()
            .any(|e| matches!(e, ViewEvent::Moved { card: CardSeen::Face(ty), .. } if ty.0 % 2 == 0));
        own.into_iter()
            .map(|event| match event {
                ViewEvent::Moved {
                    from,
                    mut to,
                    was,
                    card,
                } if skull => {
                    to.index = to.index.map(|at| at + 100);
                    ViewEvent::Moved { from, was, to, card }
                }
                event => event,
            })
            .collect()
    }
    bites(
        "secrecy",
        &Subject {
            events,
            ..Subject::default()
        },
    );
}

/// Events that were not stamped with who can tell places.
#[test]
fn view_and_events_needs_stamps() {
    fn events(game: &Game, viewer: Viewer) -> Vec<ViewEvent> {
        let mut events = game.events(viewer);
        for event in &mut events {
            if let ViewEvent::Moved { from, .. } = event {
                from.index = None;
            }
        }
        events
    }
    bites(
        "view and events",
        &Subject {
            events,
            ..Subject::default()
        },
    );
}

/// Events of which one is missing.
#[test]
fn view_and_events_needs_every_move() {
    fn events(game: &Game, viewer: Viewer) -> Vec<ViewEvent> {
        let mut events = game.events(viewer);
        events.retain(|e| !matches!(e, ViewEvent::Moved { .. }));
        events
    }
    bites(
        "view and events",
        &Subject {
            events,
            ..Subject::default()
        },
    );
}

/// Imagining that only copies: the truth leaks into what is imagined.
#[test]
fn imagination_must_draw_anew() {
    fn imagine(game: &Game, _: Viewer, _: Seed) -> Game {
        game.clone()
    }
    bites(
        "imagination",
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}

/// Imagining from another viewer's knowledge.
#[test]
fn imagination_must_keep_what_is_known() {
    fn imagine(game: &Game, _: Viewer, seed: Seed) -> Game {
        game.imagine(Viewer::Spectator, seed)
    }
    bites(
        "imagination",
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}

/// A fork that has gone on by itself.
#[test]
fn fork_must_be_the_original() {
    fn fork(game: &Game) -> Game {
        let mut fork = game.clone();
        if let Some(seat) = fork.to_decide().lowest() {
            let _ = fork.timeout(seat);
        }
        fork
    }
    bites(
        "fork",
        &Subject {
            fork,
            ..Subject::default()
        },
    );
}
