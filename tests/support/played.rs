//! Games in phases that are played in tests: what is done, offered and shown.

use cardable_core::setup::Generator;
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Choice, Game, Loader, Pick, Ruleset, Seat, Seed, Setup, Viewer};

/// Reads a game in phases.
pub fn load(text: &str) -> Ruleset {
    let checked = Loader::new().check_text("game.cardgame.json", text);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    checked.ruleset.unwrap_or_else(|| panic!("{said:#?}"))
}

/// A game whose events are kept.
pub fn begin(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    let game = Game::new(ruleset, &Setup::seats(seats), Seed::from(seed));
    game.expect("a game").with_events()
}

/// The same, shuffled as other programs do.
pub fn begin_as_elsewhere(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    let setup = Setup::seats(seats).rng(Generator::Mulberry32);
    Game::new(ruleset, &setup, Seed::from(seed))
        .expect("a game")
        .with_events()
}

/// The phase a game is in.
pub fn state(game: &Game) -> String {
    let view = game.view(Viewer::Spectator);
    let state = view.status.scenes.first().map(|s| s.state).expect("a scene");
    game.ruleset().state_name(state).unwrap_or_default().to_owned()
}

/// The cards of a zone, as a viewer sees them.
pub fn cards(game: &Game, viewer: Viewer, zone: &str, seat: Option<u8>) -> Vec<CardSeen> {
    let ruleset = game.ruleset();
    let zone = match seat {
        Some(seat) => ruleset.seat_zone(zone, Seat(seat)),
        None => ruleset.zone(zone),
    };
    let view = game.view(viewer);
    let zone = view.zone(zone.expect("a zone")).expect("in the view");
    zone.cards.to_vec()
}

/// Does the action of a label.
pub fn act(game: &mut Game, seat: u8, label: &str) {
    let choice = {
        let decision = game.decision(Seat(seat)).expect("a decision");
        (0..decision.count().get())
            .filter_map(|n| decision.nth(n))
            .find(|choice| matches!(choice, Choice::Act { action, .. } if game.ruleset().words().action_label(*action).unwrap_or_default() == label))
    };
    game.submit(Seat(seat), &choice.expect("an offer"))
        .expect("it is applied");
}

/// The labels of what a seat is offered.
pub fn offers(game: &Game, seat: u8) -> Vec<String> {
    let Some(decision) = game.decision(Seat(seat)) else {
        return Vec::new();
    };
    let mut labels: Vec<String> = (0..decision.count().get())
        .filter_map(|n| decision.nth(n))
        .filter_map(|choice| match choice {
            Choice::Act { action, .. } => Some(
                game.ruleset()
                    .words()
                    .action_label(action)
                    .unwrap_or_default()
                    .to_owned(),
            ),
            _ => None,
        })
        .collect();
    labels.dedup();
    labels
}

/// An item of data as text.
pub fn shown(game: &Game, datum: &Datum) -> String {
    game.words().datum_text(datum)
}

/// An item of a seat's data.
pub fn seat_datum(game: &Game, seat: u8, name: &str) -> String {
    let at = game
        .ruleset()
        .seat_datum(name)
        .unwrap_or_else(|| panic!("no `{name}`"));
    let view = game.view(Viewer::Omniscient);
    shown(game, view.seat_datum(Seat(seat), at).expect("data"))
}

/// An item of the shared data.
pub fn global(game: &Game, name: &str) -> String {
    let at = game
        .ruleset()
        .global(name)
        .unwrap_or_else(|| panic!("no `{name}`"));
    let view = game.view(Viewer::Omniscient);
    shown(game, view.global(at).expect("data"))
}

/// A printed card by its rank and the first letter of its suit.
fn short(ruleset: &Ruleset, card: CardSeen) -> String {
    let CardSeen::Face(ty) = card else {
        return "??".to_owned();
    };
    let text = |name: &str| match ruleset.card_attribute(ty, name) {
        Some(cardable_core::value::Value::Str(id)) => ruleset.words().text(id).to_owned(),
        other => panic!("cards have no {name}, but {other:?}"),
    };
    let (rank, suit) = (text("rank"), text("suit"));
    format!("{rank}{}", &suit[..1])
}

/// The cards of a zone in their order, by rank and the first letter of the suit.
pub fn row(game: &Game, viewer: Viewer, zone: &str, seat: Option<u8>) -> String {
    let seen = cards(game, viewer, zone, seat);
    let short: Vec<String> = seen.into_iter().map(|c| short(&game.ruleset(), c)).collect();
    short.join(" ")
}

/// What a seat is offered: labels, and behind that of an action with cards which.
pub fn offered(game: &Game, seat: u8) -> String {
    let Some(decision) = game.decision(Seat(seat)) else {
        return "-".to_owned();
    };
    let ruleset = game.ruleset();
    let mut labels: Vec<String> = Vec::new();
    for choice in (0..decision.count().get()).filter_map(|n| decision.nth(n)) {
        let Choice::Act { action, picks } = choice else {
            continue;
        };
        let label = ruleset.words().action_label(action).unwrap_or_default();
        match picks.first() {
            Some(Pick::Card { index, .. }) => {
                let hand = cards(game, Viewer::Omniscient, "hand", Some(seat));
                labels.push(short(&ruleset, hand[usize::from(*index)]));
            }
            _ => labels.push(label.to_owned()),
        }
    }
    labels.join(", ")
}

/// Plays a card of a seat's hand, by its rank and the first letter of its suit.
pub fn play(game: &mut Game, seat: u8, card: &str) {
    let hand = cards(game, Viewer::Omniscient, "hand", Some(seat));
    let choice = {
        let decision = game.decision(Seat(seat)).expect("a decision");
        (0..decision.count().get())
            .filter_map(|n| decision.nth(n))
            .find(|choice| match choice {
                Choice::Act { picks, .. } => matches!(picks.first(), Some(Pick::Card { index, .. })
                    if short(&game.ruleset(), hand[usize::from(*index)]) == card),
                _ => false,
            })
    };
    game.submit(Seat(seat), &choice.expect("an offer"))
        .expect("it is applied");
}
