//! What seats are told of cards that they do not see.
//!
//! A seat that is told of a card whether something holds of it knows which types it may still be. It knows that for as long
//! as it can tell the card from its neighbours. Everybody hears what is told, and to whom.

use crate::ids::{Audience, CardId, ZoneId};
use crate::program::TypeSet;
use crate::vm::engine::Engine;
use crate::world::whole::Told;

/// Tells seats of a card that it is one of some types.
pub(crate) fn tell(engine: &mut Engine<'_>, card: CardId, who: Audience, types: &TypeSet) {
    let t = engine.table;
    let zone = engine.world.zone_of(t, card);
    let can_tell = engine.world.places(t, zone);
    let knows = engine.world.knows(t, card);
    let who = who.and(can_tell).minus(knows);
    if who.is_none() {
        return;
    }
    let followed = knows.or(who);
    let by_back = match t.one_back {
        Some(_) => None,
        None => Some(with_its_back(engine, card, types)),
    };
    let types = by_back.as_ref().unwrap_or(types);
    let told = &mut engine.world.extras_mut().told;
    let first = told.partition_point(|told| told.card < card);
    let of_card = told
        .iter()
        .skip(first)
        .take_while(|told| told.card == card)
        .count();
    let of_card = told.get_mut(first..first + of_card).unwrap_or_default();
    let may_be = match of_card.iter_mut().find(|told| told.who == who) {
        Some(known) => {
            known.may_be.intersect(types);
            known.followed = known.followed.and(followed);
            known.may_be.count()
        }
        None => {
            // Whoever cannot follow a card any more is taken out of what was told of it, which may change the order.
            of_card.sort_by_key(|told| told.who.0);
            let at = first + of_card.partition_point(|told| told.who.0 < who.0);
            let new = Told {
                card,
                who,
                may_be: types.clone(),
                followed,
            };
            told.insert(at, new);
            types.count()
        }
    };
    engine.world.touch(t, zone);
    if may_be == 1 {
        engine.world.learn(t, card, zone, who);
        forget(engine, |told| told.card == card && told.who == who);
    }
}

/// Those of some types that have the back of a card, which everybody sees.
#[cold]
fn with_its_back(engine: &Engine<'_>, card: CardId, types: &TypeSet) -> TypeSet {
    let printed = &engine.table.program.cards.types;
    let back = |ty: usize| printed.get(ty).map(|ty| ty.back);
    let own = back(engine.world.type_of(engine.table, card).index());
    let mut fitting = TypeSet::empty(printed.len());
    types
        .types()
        .filter(|ty| back(*ty) == own)
        .for_each(|ty| fitting.insert(ty));
    fitting
}

/// A card is about to leave its zone: who cannot follow it has been told of another one.
pub(crate) fn leave(engine: &mut Engine<'_>, card: CardId, to: ZoneId) {
    let t = engine.table;
    let world = &mut *engine.world;
    let Some(extras) = world.extras.as_mut().filter(|extras| !extras.told.is_empty()) else {
        return;
    };
    let mut all = std::mem::take(&mut extras.told);
    let from = world.zone_of(t, card);
    // Who cannot tell which card has left knows of none of its neighbours any more which they are.
    let stay = world.places(t, from);
    let follow = stay.and(world.places(t, to));
    let mut is_forgotten = false;
    for told in &mut all {
        let still = match told.card == card {
            true => follow,
            false if world.zone_of(t, told.card) == from => stay,
            false => continue,
        };
        told.who = told.who.and(still);
        told.followed = told.followed.and(still);
        is_forgotten |= told.who.is_none();
    }
    if is_forgotten {
        all.retain(|told| !told.who.is_none());
    }
    world.extras_mut().told = all;
}

/// Nobody can follow the cards of a zone from a place on.
pub(crate) fn lose_places(engine: &mut Engine<'_>, zone: ZoneId, first: usize) {
    let t = engine.table;
    let cards: Vec<u16> = engine
        .world
        .zone_cards(t, zone)
        .iter()
        .skip(first)
        .copied()
        .collect();
    forget(engine, |told| cards.contains(&told.card.0));
}

fn forget(engine: &mut Engine<'_>, is_over: impl Fn(&Told) -> bool) {
    if let Some(extras) = &mut engine.world.extras {
        extras.told.retain(|told| !is_over(told));
    }
}
