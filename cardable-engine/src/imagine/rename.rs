//! Cards under other numbers, wherever a World refers to one.

use crate::ids::CardId;
use crate::value::Value;
use crate::world::whole::{Extras, World};

/// Shows every value of a World, in an order that does not hang on anything hidden.
fn each_value(world: &mut World, mut see: impl FnMut(&mut Value)) {
    world.values.iter_mut().for_each(&mut see);
    for frame in &mut world.suspended {
        frame.each_value(&mut see);
    }
    for note in &mut world.notes {
        note.tokens.iter_mut().for_each(&mut see);
    }
    let Some(Extras {
        scenes,
        under,
        sealed,
        lists,
        ..
    }) = world.extras.as_deref_mut()
    else {
        return;
    };
    for (_, data) in scenes.iter_mut().chain(under) {
        data.iter_mut().for_each(&mut see);
    }
    for choice in sealed {
        choice.picks.iter_mut().for_each(&mut see);
    }
    for list in lists.all_mut() {
        list.iter_mut().for_each(&mut see);
    }
}

/// For each card where it is first referred to; `u32::MAX` for one that nothing refers to.
pub(super) fn references(world: &mut World, cards: usize) -> Vec<u32> {
    let mut first = vec![u32::MAX; cards];
    let mut at = 0;
    each_value(world, |value| {
        if let Value::Card(card) = value
            && let Some(slot) = first.get_mut(card.index())
        {
            *slot = (*slot).min(at);
        }
        at += 1;
    });
    first
}

/// Gives every card that is referred to its new number.
pub(super) fn rename(world: &mut World, new: &[CardId]) {
    let renamed = |card: CardId| new.get(card.index()).copied().unwrap_or(card);
    each_value(world, |value| {
        if let Value::Card(card) = value {
            *card = renamed(*card);
        }
    });
    if let Some(extras) = &mut world.extras {
        for (card, _) in &mut extras.grants {
            *card = renamed(*card);
        }
        // Who was given which look first is not told either.
        extras.grants.sort_by_key(|(card, _)| *card);
    }
}
