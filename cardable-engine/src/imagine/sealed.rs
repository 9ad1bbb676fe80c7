//! Choices that others keep until all are in.

use super::draws::new_seed;
use crate::game::{Game, list_again};
use crate::ids::{ActionId, Viewer};
use crate::play::legal_set::{Chosen, Source};
use crate::play::{apply, in_play};
use crate::program::{PickWhat, Sealing};
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::chance::Draws;
use crate::world::scene::Layer;
use crate::world::whole::World;
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;
use std::sync::Arc;

/// How often a choice is drawn, where some would not be kept.
const TRIES: usize = 16;
/// How many questions a choice asks at most, or it is drawn anew.
const MOST_QUESTIONS: usize = 64;

/// Others' kept choices become other legal ones, of whichever scene they are.
pub(super) fn redraw(game: &mut Game, viewer: Viewer, rng: &mut ChaCha8Rng) {
    let kept = game.world.extras.as_ref().map_or(0, |extras| extras.sealed.len());
    for at in 0..kept {
        let Some(choice) = game
            .world
            .extras
            .as_ref()
            .and_then(|extras| extras.sealed.get(at))
        else {
            continue;
        };
        if viewer == Viewer::Seat(choice.seat) {
            continue;
        }
        let (scene, seat) = (choice.scene, choice.seat);
        // As if the seat had not chosen yet: what might it choose?
        let mut asked = game.clone();
        asked.world.draws = Draws::new(new_seed(rng));
        if let Some(layer) = layer_of(&mut asked.world, scene) {
            layer.acted.remove(seat);
        }
        if let Some(extras) = &mut asked.world.extras {
            extras.sealed.retain(|s| s.seat != seat);
        }
        list_again(&mut asked);
        let drawn = (0..TRIES).find_map(|_| {
            let chosen = asked.decision(seat)?.draw(rng, |_| {})?.chosen;
            if let Source::Act(action) = chosen.offer.source
                && asked.table.program.action(action).sealing == Sealing::Answers
            {
                return answer(&asked, chosen, rng).map(Drawn::Answered);
            }
            kept_by(&mut asked, chosen).map(|(action, picks)| Drawn::Picked(action, picks))
        });
        if let Some(Drawn::Answered(answered)) = drawn {
            take_over(game, *answered, scene, at);
            continue;
        }
        // A seat that could choose nothing at this table: what it could have done elsewhere is not
        // told by what it did.
        let (action, picks) = match drawn {
            Some(Drawn::Picked(action, picks)) => (action, picks),
            Some(Drawn::Answered(_)) | None => (first_sealed(game, scene), SmallVec::new()),
        };
        let sealed = game
            .world
            .extras
            .as_mut()
            .and_then(|extras| extras.sealed.get_mut(at));
        if let Some(sealed) = sealed {
            sealed.action = action;
            sealed.picks = picks;
        }
    }
}

/// A choice that might have been kept.
enum Drawn {
    Picked(ActionId, SmallVec<[Value; 8]>),
    /// The game in which it has been answered.
    Answered(Box<Game>),
}

/// The seat chooses, and answers what it is asked then. None where its choice is not kept.
fn answer(asked: &Game, chosen: Chosen, rng: &mut ChaCha8Rng) -> Option<Box<Game>> {
    let seat = chosen.offer.seat;
    let mut game = Box::new(asked.clone().without_events());
    let mut next = Some(chosen);
    for _ in 0..MOST_QUESTIONS {
        let chosen = match next.take() {
            Some(chosen) => chosen,
            None => game.decision(seat)?.draw(rng, |_| {})?.chosen,
        };
        let table = Arc::clone(&game.table);
        let before = game.legal.clone();
        let mut engine = Engine::new(&table, &mut game.world, None);
        apply::apply(&mut engine, seat, &chosen, &before).ok()?;
        let extras = game.world.extras.as_ref()?;
        if extras.sealed.iter().any(|sealed| sealed.seat == seat) {
            return Some(game);
        }
        list_again(&mut game);
    }
    None
}

/// The game goes on from one in which a seat has chosen anew: what is kept of that keeps its place.
fn take_over(game: &mut Game, answered: Game, scene: u16, at: usize) {
    let mut before = std::mem::replace(&mut game.world, answered.world);
    // Everybody saw who chose last.
    if let Some(layer) = layer_of(&mut before, scene).copied()
        && let Some(now) = layer_of(&mut game.world, scene)
    {
        *now = layer;
    }
    let running = before.scene.scene;
    game.world.draws = before.draws;
    let mut engine = Engine::new(&game.table, &mut game.world, None);
    in_play::focus(&mut engine, running);
    if let Some(extras) = &mut game.world.extras
        && let Some(sealed) = extras.sealed.pop()
    {
        extras.sealed.insert(at.min(extras.sealed.len()), sealed);
    }
}

fn layer_of(world: &mut World, scene: u16) -> Option<&mut Layer> {
    if world.scene.scene == scene {
        return Some(&mut world.scene);
    }
    let others = world.extras.as_mut()?.scenes.iter_mut();
    others.map(|(layer, _)| layer).find(|layer| layer.scene == scene)
}

/// What is kept of a choice; None of one that would not be kept.
fn kept_by(asked: &mut Game, chosen: Chosen) -> Option<(ActionId, SmallVec<[Value; 8]>)> {
    let Source::Act(action) = chosen.offer.source else {
        return None;
    };
    let table = &asked.table;
    let def = table.program.action(action);
    let what = def.pick.as_ref().map_or(PickWhat::Card, |pick| pick.what);
    let mut engine = Engine::new(table, &mut asked.world, None);
    engine.player = Some(chosen.offer.seat);
    let picks = apply::draw_picks(&mut engine, what, def, &chosen.picked);
    def.sealing.is_sealed().then_some((action, picks))
}

/// The first action of a scene's state whose choices are kept.
fn first_sealed(game: &Game, scene: u16) -> ActionId {
    let program = &game.table.program;
    let others = game
        .world
        .extras
        .as_ref()
        .map_or(&[][..], |extras| &extras.scenes);
    let layers = std::iter::once(&game.world.scene).chain(others.iter().map(|(layer, _)| layer));
    let state = layers
        .into_iter()
        .find(|layer| layer.scene == scene)
        .map(|layer| layer.state);
    let actions = state.map_or(&[][..], |state| &program.state(state).actions);
    let sealed = actions.iter().find(|id| program.action(**id).sealing.is_sealed());
    sealed.copied().unwrap_or(ActionId(0))
}
