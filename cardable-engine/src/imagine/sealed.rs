//! Choices that others keep until all are in.

use super::draws::new_seed;
use crate::game::{Game, list_again};
use crate::ids::{ActionId, Viewer};
use crate::play::apply;
use crate::play::legal_set::{Chosen, Source};
use crate::program::PickWhat;
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::chance::Draws;
use crate::world::scene::Layer;
use crate::world::whole::World;
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;

/// How often a choice is drawn, where some would not be kept.
const TRIES: usize = 16;

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
            kept_by(&mut asked, chosen)
        });
        // A seat that could choose nothing at this table: what it could have done elsewhere is not
        // told by what it did.
        let (action, picks) = drawn.unwrap_or_else(|| (first_sealed(game, scene), SmallVec::new()));
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
    def.sealed.then_some((action, picks))
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
    let sealed = actions.iter().find(|id| program.action(**id).sealed);
    sealed.copied().unwrap_or(ActionId(0))
}
