//! Law: imagined games depend only on the viewer's knowledge and the seed.

use super::secrecy::permuted;
use super::*;
use cardable_engine::program::{DataDef, DataVisible};
use cardable_engine::value::Value;
use cardable_engine::view::slot_of;
use cardable_engine::vm::engine::Reader;
use cardable_engine::vm::temp::TempLists;
use cardable_engine::world::chance::Draws;
use cardable_engine::world::mulberry::Mulberry;

/// Positions of a game that are tested.
const LOOKED_AT: usize = 8;
/// Choices made after two games diverge.
const STEPS: usize = 5;

/// Compares imagined games for games that a viewer cannot tell apart: with other hidden parts, and with other
/// choices or chance as long as the viewer sees the same.
pub(super) fn knowledge(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let mut looked = 0;
    random_game_from(ruleset, opening, choices, |game, seat, choice, rng| {
        if looked >= LOOKED_AT || !rng.random_bool(0.3) {
            return Ok(());
        }
        looked += 1;
        let all = viewers(game);
        let viewer = all[rng.random_range(0..all.len())];
        // What is noted of how an action began has come to one game: to change that makes another.
        if game.world.beginning().is_none() {
            same_imagined(s, viewer, game, &permuted(game, viewer, rng), rng)?;
        }
        separate_ways(s, game, (seat, choice), rng)
    })?;
    Ok(())
}

/// Continues a game in two ways and compares the imagined games of viewers who cannot tell them apart.
fn separate_ways(
    s: &Subject,
    game: &Game,
    first: (Seat, &Choice),
    rng: &mut ChaCha8Rng,
) -> Result<(), Broken> {
    let (mut one, mut two) = ((s.fork)(game), (s.fork)(game));
    if game.world.beginning().is_none() && rng.random_bool(0.5) {
        other_chance(&mut two, rng);
    }
    let mut cannot_tell = viewers(game);
    let mut next = Some((first.0, first.1.clone()));
    for _ in 0..STEPS {
        let Some((seat, choice)) = next.take() else { break };
        let other = match two.decision(seat) {
            Some(decision) if rng.random_bool(0.6) => decision.sample(rng),
            _ => None,
        };
        let other = other.unwrap_or_else(|| choice.clone());
        if (s.submit)(&mut one, seat, &choice).is_err() || (s.submit)(&mut two, seat, &other).is_err() {
            break;
        }
        cannot_tell.retain(|viewer| {
            let own = matches!(viewer, Viewer::Seat(own) if *own == seat) && choice != other;
            !own && looks_the_same(s, *viewer, &one, &two)
        });
        if cannot_tell.is_empty() {
            break;
        }
        let viewer = cannot_tell[rng.random_range(0..cannot_tell.len())];
        same_imagined(s, viewer, &one, &two, rng)?;
        next = random_choice(&one, rng)?;
    }
    Ok(())
}

/// Changes the random numbers from here on.
fn other_chance(game: &mut Game, rng: &mut ChaCha8Rng) {
    let mut key = [0u8; 32];
    rng.fill(&mut key[..]);
    game.world.draws = Draws::new(key);
    if let Some(extras) = &mut game.world.extras
        && let Some(other) = &mut extras.mulberry
    {
        *other = Mulberry::new(&key);
    }
}

fn same_imagined(
    s: &Subject,
    viewer: Viewer,
    one: &Game,
    two: &Game,
    rng: &mut ChaCha8Rng,
) -> Result<(), Broken> {
    let seed = rng.random_range(0..u64::MAX);
    let imagined = |game: &Game| (s.save)(&(s.imagine)(game, viewer, Seed::from(seed)));
    same_save(
        &format!("games that {viewer:?} imagines and cannot tell apart"),
        &imagined(one),
        &imagined(two),
    )
}

/// Whether a viewer saw the same events in the last choice of two games, and sees the same view now.
fn looks_the_same(s: &Subject, viewer: Viewer, one: &Game, two: &Game) -> bool {
    (s.events)(one, viewer) == (s.events)(two, viewer)
        && (s.view)(one, viewer) == (s.view)(two, viewer)
        && shown_cards(one, viewer) == shown_cards(two, viewer)
        && one.to_decide() == two.to_decide()
        && own_decision(one, viewer) == own_decision(two, viewer)
}

fn own_decision(game: &Game, viewer: Viewer) -> Option<String> {
    let Viewer::Seat(seat) = viewer else { return None };
    let decision = game.decision(seat)?;
    Some(format!("{:?} {:?}", decision.offers(), decision.unavailable()))
}

/// Cards named by open data. A view of data only shows that it names a card, and everybody may know which.
fn shown_cards(game: &Game, viewer: Viewer) -> Vec<(ZoneId, u16)> {
    let (t, world) = (&*game.table, &game.world);
    let temp = TempLists::default();
    let reader = Reader {
        table: t,
        world,
        temp: &temp,
        player: None,
    };
    let mut cards = Vec::new();
    let mut see = |def: &DataDef, owner: Option<Seat>, value: Value| {
        let open = match def.visible {
            DataVisible::All => true,
            DataVisible::Owner => owner.is_some_and(|owner| viewer == Viewer::Seat(owner)),
            DataVisible::None => false,
        };
        if open {
            let items = reader.items(value).unwrap_or_default();
            cards.extend(items.into_iter().filter_map(|item| match item {
                Value::Card(card) => Some(slot_of(t, world, viewer, card)),
                _ => None,
            }));
        }
    };
    let program = &t.program;
    for (def, value) in program.data.globals.iter().zip(&world.values) {
        see(def, None, *value);
    }
    for seat in t.every_seat() {
        for (at, def) in program.data.seat.iter().enumerate() {
            see(def, Some(seat), world.values[t.seat_data_at(seat, at as u16)]);
        }
    }
    let state = program.state(world.scene.state).data.iter();
    for (def, value) in state.zip(&world.values[t.state_data..]) {
        see(def, None, *value);
    }
    cards
}
