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
    let told = &mut engine.world.extras_mut().told;
    let known = told.iter_mut().find(|told| told.card == card && told.who == who);
    let may_be = match known {
        Some(known) => {
            known.may_be.intersect(types);
            known.followed = known.followed.and(knows.or(who));
            known.may_be.count()
        }
        None => {
            told.push(Told {
                card,
                who,
                may_be: types.clone(),
                followed: knows.or(who),
            });
            told.sort_by_key(|told| (told.card, told.who.0));
            types.count()
        }
    };
    engine.world.touch(t, zone);
    if may_be == 1 {
        engine.world.learn(t, card, zone, who);
        forget(engine, |told| told.card == card && told.who == who);
    }
}

/// A card is about to leave its zone: who cannot follow it has been told of another one.
pub(crate) fn leave(engine: &mut Engine<'_>, card: CardId, to: ZoneId) {
    let t = engine.table;
    let from = engine.world.zone_of(t, card);
    let follow = engine.world.places(t, from).and(engine.world.places(t, to));
    let Some(extras) = engine
        .world
        .extras
        .as_mut()
        .filter(|extras| !extras.told.is_empty())
    else {
        return;
    };
    for told in extras.told.iter_mut().filter(|told| told.card == card) {
        told.who = told.who.and(follow);
        told.followed = told.followed.and(follow);
    }
    // Who cannot tell which card has left knows of none of its neighbours any more which they are.
    let stay = engine.world.places(t, from);
    let cards: Vec<u16> = engine.world.zone_cards(t, from).to_vec();
    if let Some(extras) = &mut engine.world.extras {
        for told in extras.told.iter_mut().filter(|told| cards.contains(&told.card.0)) {
            told.who = told.who.and(stay);
            told.followed = told.followed.and(stay);
        }
    }
    forget(engine, |told| told.who.is_none());
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
