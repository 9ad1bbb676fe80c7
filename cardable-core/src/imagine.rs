//! Drawing anew what a viewer cannot know.

use crate::engine::Reader;
use crate::engine::chance::below;
use crate::engine::legal::{Offer, Source, Space};
use crate::engine::lists::TempLists;
use crate::game::Game;
use crate::ids::{CardId, CardTypeId, Seat, Viewer};
use crate::program::{DataDef, DataVisible, Domain};
use crate::setup::Seed;
use crate::value::{Type, Value};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// Draws anew, within what the viewer knows: the types of cards he cannot know
/// (among those with the same back), hidden data of a declared domain, choices
/// that others keep, and the generator. The omniscient viewer knows all but
/// what is still to come.
pub(crate) fn redraw(game: &mut Game, viewer: Viewer, seed: Seed) {
    let mut rng = ChaCha8Rng::from_seed(seed.0);
    if viewer != Viewer::Omniscient {
        let unknown: Vec<CardId> = game
            .table
            .card_ids()
            .filter(|c| !game.world.knows(*c).contains(viewer))
            .collect();
        permute_types(game, &unknown, |n| below(&mut rng, n));
        redraw_data(game, viewer, &mut rng);
        redraw_sealed(game, viewer, &mut rng);
    }
    let mut key = [0u8; 32];
    for chunk in key.chunks_mut(4) {
        chunk.copy_from_slice(&below(&mut rng, u32::MAX).to_le_bytes());
    }
    game.world.rng = ChaCha8Rng::from_seed(key);
    if let Some(rare) = &mut game.world.rare
        && let Some(other) = &mut rare.mulberry
    {
        *other = crate::engine::mulberry::Mulberry::new(&key);
    }
    // What others may do follows from the new faces; what the viewer may do,
    // only from what he sees, which stayed.
    game.relist();
}

/// Lets cards with the same back trade their types, as `draw` says.
pub(crate) fn permute_types(game: &mut Game, cards: &[CardId], mut draw: impl FnMut(u32) -> u32) {
    let table = game.table.clone();
    let mut groups: BTreeMap<u16, Vec<CardId>> = BTreeMap::new();
    for card in cards {
        let ty = game.world.type_of(&table, *card);
        groups
            .entry(table.program.types[ty.index()].back)
            .or_default()
            .push(*card);
    }
    for group in groups.values() {
        let mut types: Vec<CardTypeId> = group.iter().map(|c| game.world.type_of(&table, *c)).collect();
        for last in (1..types.len()).rev() {
            let pick = draw(last as u32 + 1) as usize;
            types.swap(last, pick.min(last));
        }
        for (card, ty) in group.iter().zip(types) {
            game.world.ints[2 * table.cards + card.index()] = ty.0;
        }
    }
}

fn hidden(def: &DataDef, owner: Option<Seat>, viewer: Viewer) -> bool {
    match def.visible {
        DataVisible::All => false,
        DataVisible::Owner => !matches!(viewer, Viewer::Seat(s) if owner == Some(s)),
        DataVisible::None => true,
    }
}

fn draw_value(game: &Game, def: &DataDef, rng: &mut ChaCha8Rng) -> Option<Value> {
    match def.domain {
        // A truth can be two things, and needs nobody to say so.
        Domain::Unknown if def.ty == Type::BOOL && !def.constant => Some(Value::Bool(below(rng, 2) == 1)),
        Domain::Unknown => None,
        Domain::Range(min, max) => {
            let n = u32::try_from(max.checked_sub(min)?.checked_add(1)?).ok()?;
            Some(Value::Int(min + i64::from(below(rng, n))))
        }
        Domain::OneOf(list) => {
            let items = game.table.program.constants.items(list);
            items.get(below(rng, items.len() as u32) as usize).copied()
        }
    }
}

/// Draws hidden data anew where their domain is declared.
pub(crate) fn redraw_data(game: &mut Game, viewer: Viewer, rng: &mut ChaCha8Rng) {
    let table = game.table.clone();
    let program = &table.program;
    for (at, def) in program.globals.iter().enumerate() {
        if hidden(def, None, viewer)
            && let Some(value) = draw_value(game, def, rng)
        {
            game.world.values[at] = value;
        }
    }
    for seat in table.every_seat() {
        for (at, def) in program.seat_data.iter().enumerate() {
            if hidden(def, Some(seat), viewer)
                && let Some(value) = draw_value(game, def, rng)
            {
                let slot = table.seat_data_at(seat, at as u16);
                game.world.values[slot] = value;
            }
        }
    }
    let base = game.world.state_data_at(&table);
    for (at, def) in program.state(game.world.scene.state).data.iter().enumerate() {
        if hidden(def, None, viewer)
            && let Some(value) = draw_value(game, def, rng)
        {
            game.world.values[base + at] = value;
        }
    }
    redraw_put_aside(game, viewer, rng);
}

/// The same for the data of states that do not run just now.
fn redraw_put_aside(game: &mut Game, viewer: Viewer, rng: &mut ChaCha8Rng) {
    let Some(mut rare) = game.world.rare.take() else {
        return;
    };
    let program = std::sync::Arc::clone(&game.table.program);
    for (layer, values) in rare.under.iter_mut().chain(&mut rare.scenes) {
        for (def, slot) in program.state(layer.state).data.iter().zip(values) {
            if hidden(def, None, viewer)
                && let Some(value) = draw_value(game, def, rng)
            {
                *slot = value;
            }
        }
    }
    game.world.rare = Some(rare);
}

/// Others' kept choices become other legal ones.
fn redraw_sealed(game: &mut Game, viewer: Viewer, rng: &mut ChaCha8Rng) {
    let kept = game
        .world
        .rare
        .as_ref()
        .map_or_else(Vec::new, |r| r.sealed.clone());
    for (at, choice) in kept.iter().enumerate() {
        if matches!(viewer, Viewer::Seat(seat) if seat == choice.seat) {
            continue;
        }
        // As if the seat had not chosen yet: what might it choose?
        let mut asked = game.clone();
        if asked.world.scene.scene != choice.scene {
            continue;
        }
        asked.world.scene.acted.remove(choice.seat);
        if let Some(rare) = &mut asked.world.rare {
            rare.sealed.retain(|s| s.seat != choice.seat);
        }
        asked.relist();
        let Some(decision) = asked.decision(choice.seat) else {
            continue;
        };
        let total = u32::try_from(decision.count().get()).unwrap_or(u32::MAX);
        let Some(drawn) = decision.nth(below(rng, total).into()) else {
            continue;
        };
        let Ok(chosen) = decision.chosen(&drawn) else {
            continue;
        };
        let Offer {
            source: Source::Act(action),
            space,
            ..
        } = chosen.offer
        else {
            continue;
        };
        let def = asked.table.program.action(action);
        let temp = TempLists::default();
        let reader = Reader {
            table: &asked.table,
            world: &asked.world,
            temp: &temp,
            player: Some(choice.seat),
        };
        let picks = match (space, &def.pick) {
            (Space::Choose { .. }, Some(pick)) => chosen
                .picked
                .iter()
                .filter_map(|c| reader.candidate_value(pick, *c))
                .collect(),
            _ => smallvec::SmallVec::new(),
        };
        if let Some(rare) = &mut game.world.rare
            && let Some(sealed) = rare.sealed.get_mut(at)
        {
            sealed.action = action;
            sealed.picks = picks;
        }
    }
}
