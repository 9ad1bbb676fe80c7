//! Each law notices when it is broken on purpose.

mod kept;

use crate::support;
use cardable_core::ids::{CardTypeId, ZoneId};
use cardable_core::interact::LegalInteraction;
use cardable_core::log::ReplayError;
use cardable_core::save::RestoreError;
use cardable_core::testing::{LAWS, Opening, Subject, tiny_ruleset};
use cardable_core::view::CardSeen;
use cardable_core::{
    Choice, Game, Log, Match, NotApplied, Ruleset, Seat, Seed, Setup, SetupError, View, ViewEvent, Viewer,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Asserts that a law finds fault with a broken engine in some of a few games,
/// and with the whole one in none.
fn bites(law: &str, subject: &Subject) {
    bites_in(law, &support::load("skullable"), 4, subject);
}

/// The same in games of a ruleset.
fn bites_in(law: &str, ruleset: &Ruleset, seats: usize, subject: &Subject) {
    let law = LAWS.iter().find(|l| l.name == law).expect("a law of that name");
    for seed in 0..6 {
        (law.check)(&Subject::default(), ruleset, &Opening::seats(seats, seed), 60)
            .expect("the engine itself keeps the law");
    }
    let found = (0..6).any(|seed| (law.check)(subject, ruleset, &Opening::seats(seats, seed), 60).is_err());
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

/// Whether the first card that a viewer does not see is of an even type.
fn hidden_is_even(game: &Game) -> bool {
    let (seen, all) = (game.view(Viewer::Spectator), game.view(Viewer::Omniscient));
    let pairs = seen.zones.iter().zip(&all.zones);
    let mut unseen = pairs.filter_map(|(seen, all)| {
        let shown = seen.cards.iter().any(|c| matches!(c, CardSeen::Face(_)));
        (!shown).then(|| all.cards.first()).flatten()
    });
    unseen.any(|c| matches!(c, CardSeen::Face(ty) if ty.0 % 2 == 0))
}

/// Choices whose order tells of a hidden card.
#[test]
fn secrecy_notices_choices() {
    fn choices(game: &Game, seat: Seat, most: u64) -> Vec<Choice> {
        let mut choices = (Subject::default().choices)(game, seat, most);
        if hidden_is_even(game) {
            choices.reverse();
        }
        choices
    }
    bites(
        "secrecy",
        &Subject {
            choices,
            ..Subject::default()
        },
    );
}

/// Interactions of which one is missing where a hidden card is of some type.
#[test]
fn secrecy_notices_interactions() {
    let templates = r#"{
        cardset: { set_name: "s", cards: [{ card_name: "A", card_id: 0 }, { card_name: "B", card_id: 1 }] },
        deck: { deck_name: "d", cardset: "s", content: [0, 1, 0, 1, 0, 1] },
        ruleset: { ruleset_name: "T", min_players: 2, max_players: 2,
            game_area: {
                shared_zones: [
                    { name: "deck", zone_visibility: "none", order: "shuffled" },
                    { name: "open", zone_visibility: "all", order: "fixed-lifo" },
                ],
            },
            game_state: [{ state_name: "s", state_type: "round_robin", actions: [
                { action_name: "draw", interaction: "draw", condition: "!is_empty(deck)", command: ["move_top(deck, open)"] },
                { action_name: "stop", interaction: "stop", condition: "is_empty(deck)", command: ["end_game([])"] },
            ] }] } }"#;
    let ruleset = cardable_core::parse(templates).expect("it checks");
    fn interactions(game: &Game, seat: Seat) -> Vec<LegalInteraction> {
        let decision = game.decision(seat);
        let mut all = decision.map_or_else(Vec::new, |decision| decision.touches());
        if hidden_is_even(game) {
            all.pop();
        }
        all
    }
    bites_in(
        "secrecy",
        &ruleset,
        2,
        &Subject {
            interactions,
            ..Subject::default()
        },
    );
}

/// A view that tells data which nobody may see.
#[test]
fn secrecy_notices_hidden_data() {
    let text = r#"{
        cardset: { set_name: "s", cards: [{ card_name: "A", card_id: 0 }] },
        deck: { deck_name: "d", cardset: "s", content: [0, 0, 0, 0] },
        ruleset: { ruleset_name: "T", min_players: 2, max_players: 2,
            game_area: { shared_zones: [{ name: "deck", zone_visibility: "none", order: "shuffled" }] },
            global_data: [{ key: "secret", value: 3, visible_to: "none", domain: { min: 1, max: 6 } }],
            game_state: [{ state_name: "s", state_type: "round_robin", actions: [
                { action_name: "wait", type: "button", primitives: ["shuffle(deck)"] },
                { action_name: "stop", type: "button", primitives: ["end_game([])"] },
            ] }] } }"#;
    let ruleset = cardable_core::parse(text).expect("it checks");
    fn view(game: &Game, viewer: Viewer) -> View {
        let mut view = game.view(viewer);
        view.globals = game.view(Viewer::Omniscient).globals;
        view
    }
    bites_in(
        "secrecy",
        &ruleset,
        2,
        &Subject {
            view,
            ..Subject::default()
        },
    );
}

/// Events that go another way by a hidden card, in a ruleset that reveals nothing.
#[test]
fn secrecy_notices_branches_that_are_not_listed() {
    fn events(game: &Game, viewer: Viewer) -> Vec<ViewEvent> {
        let mut events = game.events(viewer);
        if hidden_is_even(game) {
            events.pop();
        }
        events
    }
    let ruleset = tiny_ruleset();
    assert_eq!(ruleset.revealing().count(), 0);
    bites_in(
        "secrecy",
        &ruleset,
        2,
        &Subject {
            events,
            ..Subject::default()
        },
    );
}

/// Of two piles `go` tells what card is on the first, and nothing of the second.
const REVEALING: &str = r#"{
    cardset: { set_name: "s", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
    ] },
    deck: { deck_name: "d", cardset: "s", content: [{ card: 0, copies: 8 }, { card: 1, copies: 8 }] },
    ruleset: { ruleset_name: "T", min_players: 2, max_players: 2,
        game_area: { shared_zones: [
            { name: "deck", zone_visibility: "none", order: "shuffled" },
            { name: "other", zone_visibility: "none" },
            { name: "odd", zone_visibility: "none" },
            { name: "even", zone_visibility: "none" },
        ] },
        game_state: [
            { state_name: "halve", state_type: "auto", actions: [
                { action_name: "halve", type: "auto", primitives: ["move_top(deck, other, 8)", "state_transition(s)"] },
            ] },
            { state_name: "s", state_type: "round_robin", actions: [
                { action_name: "go", type: "button", condition: "!is_empty(deck)", primitives: [
                    { condition: "top_card(deck).value == 1", endpoint: "move_top", params: ["deck", "odd"],
                      else: "move_top(deck, even)" },
                ] },
                { action_name: "stop", type: "button", condition: "is_empty(deck)", primitives: ["end_game([])"] },
            ] }] } }"#;

/// A card is revealed as the rules say, and another one leaks.
#[test]
fn secrecy_notices_what_leaks_beside_what_is_revealed() {
    fn events(game: &Game, viewer: Viewer) -> Vec<ViewEvent> {
        let mut events = game.events(viewer);
        let all = game.view(Viewer::Omniscient);
        let (other, first) = (ZoneId(1), CardSeen::Face(CardTypeId(0)));
        if all.zone(other).and_then(|zone| zone.cards.first()) == Some(&first) {
            events.insert(0, ViewEvent::Shuffled { zone: other });
        }
        events
    }
    let ruleset = cardable_core::parse(REVEALING).expect("it checks");
    assert_eq!(ruleset.revealing().count(), 1);
    bites_in(
        "secrecy",
        &ruleset,
        2,
        &Subject {
            events,
            ..Subject::default()
        },
    );
}

/// The same in games that are played: what is asked for is revealed, the rest of a hand is not.
#[test]
fn secrecy_notices_leaks_in_rulesets_that_reveal() {
    fn events(game: &Game, viewer: Viewer) -> Vec<ViewEvent> {
        let mut events = game.events(viewer);
        let all = game.view(Viewer::Omniscient);
        let first = all.zones.iter().filter_map(|zone| zone.cards.first());
        let even = first.filter(|c| matches!(c, CardSeen::Face(ty) if ty.0 % 2 == 0));
        if even.count() % 2 == 0 {
            events.pop();
        }
        events
    }
    let mut tried = 0;
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        if ruleset.revealing().count() == 0 {
            continue;
        }
        tried += 1;
        bites_in(
            "secrecy",
            &ruleset,
            *ruleset.seats().end(),
            &Subject {
                events,
                ..Subject::default()
            },
        );
    }
    assert!(tried > 3, "{tried} games reveal something");
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

/// Imagining what is seen right, and the order of what nobody sees by the truth.
#[test]
fn knowledge_notices_what_depends_on_the_truth() {
    fn imagine(game: &Game, viewer: Viewer, seed: Seed) -> Game {
        let hidden: u64 = game
            .view(Viewer::Omniscient)
            .zones
            .iter()
            .flat_map(|zone| &zone.cards)
            .enumerate()
            .fold(0, |sum: u64, (at, card)| match card {
                CardSeen::Face(ty) => sum.wrapping_add((at as u64 + 1).wrapping_mul(u64::from(ty.0) + 1)),
                CardSeen::Back(_) => sum,
            });
        let Seed(bytes) = seed;
        let first = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
        game.imagine(viewer, Seed::from(first.wrapping_add(hidden)))
    }
    bites(
        "knowledge",
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}

/// Imagining that keeps which of two alike cards is which, and when a zone changed: what no view shows.
#[test]
fn knowledge_compares_whole_games() {
    fn imagine(game: &Game, _: Viewer, _: Seed) -> Game {
        game.clone()
    }
    bites(
        "knowledge",
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}

/// Saves of imagined games that tell what an action in progress has made of chance.
#[test]
fn knowledge_notices_a_die_that_nobody_has_seen() {
    fn imagine(game: &Game, viewer: Viewer, seed: Seed) -> Game {
        // The registers of the truth in the middle of an imagined game.
        let mut imagined: serde_json::Value =
            serde_json::from_slice(&game.imagine(viewer, seed).save()).expect("a save is JSON");
        let truth: serde_json::Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
        imagined["world"]["suspended"] = truth["world"]["suspended"].clone();
        let bytes = serde_json::to_vec(&imagined).expect("JSON can be written");
        Game::restore(&game.ruleset(), &bytes).unwrap_or_else(|_| game.clone())
    }
    let ruleset = cardable_core::parse(include_str!("fixtures/imagined/die.json5")).expect("it checks");
    bites_in(
        "knowledge",
        &ruleset,
        2,
        &Subject {
            imagine,
            ..Subject::default()
        },
    );
}

/// Imagining that leaves choices as they are that others keep.
#[test]
fn knowledge_notices_kept_choices() {
    fn imagine(game: &Game, viewer: Viewer, seed: Seed) -> Game {
        let mut imagined: serde_json::Value =
            serde_json::from_slice(&game.imagine(viewer, seed).save()).expect("a save is JSON");
        let truth: serde_json::Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
        if imagined["world"]["extras"].is_object() {
            imagined["world"]["extras"]["sealed"] = truth["world"]["extras"]["sealed"].clone();
        }
        let bytes = serde_json::to_vec(&imagined).expect("JSON can be written");
        Game::restore(&game.ruleset(), &bytes).unwrap_or_else(|_| game.clone())
    }
    let ruleset =
        cardable_core::parse(include_str!("fixtures/imagined/two-scenes.json5")).expect("it checks");
    bites_in(
        "knowledge",
        &ruleset,
        4,
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

/// Ends as a panic does, without words on the screen.
fn panic_quietly(why: &str) -> ! {
    std::panic::resume_unwind(Box::new(why.to_owned()))
}

/// A restore that is sure of what it reads.
#[test]
fn bad_input_notices_a_panic_in_a_save() {
    fn restore(ruleset: &Ruleset, save: &[u8]) -> Result<Game, RestoreError> {
        match Game::restore(ruleset, save) {
            Err(RestoreError::Damaged(why)) => panic_quietly(why),
            done => done,
        }
    }
    bites(
        "bad input",
        &Subject {
            restore,
            ..Subject::default()
        },
    );
}

/// A restore that makes the best of half a save.
#[test]
fn bad_input_notices_half_a_save() {
    fn restore(ruleset: &Ruleset, save: &[u8]) -> Result<Game, RestoreError> {
        match Game::restore(ruleset, save) {
            Err(RestoreError::NotASave(_)) => Ok(Game::new(ruleset, &Setup::seats(4), Seed::from(1))?),
            done => done,
        }
    }
    bites(
        "bad input",
        &Subject {
            restore,
            ..Subject::default()
        },
    );
}

/// A submit that looks a seat up before it asks whether there is one.
#[test]
fn bad_input_notices_a_panic_over_a_seat() {
    fn submit(game: &mut Game, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        if seat.0 as usize >= game.seating().count() {
            panic_quietly("index out of bounds");
        }
        game.submit(seat, choice)
    }
    bites(
        "bad input",
        &Subject {
            submit,
            ..Subject::default()
        },
    );
}

/// A submit that takes a choice for that of whoever is asked.
#[test]
fn bad_input_notices_wrong_seats() {
    fn submit(game: &mut Game, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        let asked = game.to_decide();
        let seat = if asked.contains(seat) {
            seat
        } else {
            asked.lowest().unwrap_or(seat)
        };
        game.submit(seat, choice)
    }
    bites(
        "bad input",
        &Subject {
            submit,
            ..Subject::default()
        },
    );
}

/// A submit that says it is done and waits for ever.
#[test]
fn bad_input_notices_a_game_that_stands_still() {
    fn submit(game: &mut Game, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        let before = game.clone();
        let done = game.submit(seat, choice);
        if done.is_ok() && before.seq() > 3 {
            *game = before;
        }
        done
    }
    bites(
        "bad input",
        &Subject {
            submit,
            ..Subject::default()
        },
    );
}

/// A game that begins with as many as there is room for, whoever came.
#[test]
fn bad_input_notices_too_many_seats() {
    fn begin(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        let mut setup = setup.clone();
        setup.seats.truncate(*ruleset.seats().end());
        Game::new(ruleset, &setup, seed)
    }
    bites(
        "bad input",
        &Subject {
            begin,
            ..Subject::default()
        },
    );
}

/// A replay that leaves out what is not possible.
#[test]
fn bad_input_notices_impossible_logs() {
    fn replay(ruleset: &Ruleset, log: &Log) -> Result<Match, ReplayError> {
        match Match::replay(ruleset, log) {
            Err(ReplayError::Entry { at, .. }) => Match::replay_to(ruleset, log, at),
            done => done,
        }
    }
    bites(
        "bad input",
        &Subject {
            replay,
            ..Subject::default()
        },
    );
}

/// Games do come of damaged saves: what they go on like is looked at in each ruleset.
#[test]
fn bad_input_meets_games_that_damaged_saves_are_taken_for() {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    static REFUSED: AtomicUsize = AtomicUsize::new(0);
    fn restore(ruleset: &Ruleset, save: &[u8]) -> Result<Game, RestoreError> {
        let done = Game::restore(ruleset, save);
        match &done {
            Ok(game) if game.save() != save => TAKEN.fetch_add(1, Ordering::Relaxed),
            Ok(_) => 0,
            Err(_) => REFUSED.fetch_add(1, Ordering::Relaxed),
        };
        done
    }
    let subject = Subject {
        restore,
        ..Subject::default()
    };
    let law = LAWS.iter().find(|l| l.name == "bad input").expect("the law");
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let before = (TAKEN.load(Ordering::Relaxed), REFUSED.load(Ordering::Relaxed));
        for seed in 0..10 {
            let opening = Opening::seats(*ruleset.seats().end(), seed);
            (law.check)(&subject, &ruleset, &opening, 60).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        let taken = TAKEN.load(Ordering::Relaxed) - before.0;
        let refused = REFUSED.load(Ordering::Relaxed) - before.1;
        assert!(
            taken > 19 && refused > 99,
            "{name}: {taken} are taken, {refused} refused"
        );
    }
}
