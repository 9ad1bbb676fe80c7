//! Cards under other numbers, wherever a World refers to one.

use crate::ids::CardId;
use crate::value::Value;
use crate::world::whole::World;

/// Shows every value of a World, in an order that does not hang on anything hidden.
fn each_value(world: &mut World, mut see: impl FnMut(&mut Value)) {
    world.each_value(&mut see);
    if let Some(extras) = &mut world.extras {
        extras.lists.each_value(see);
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
pub(super) fn rename(world: &mut World, renamed: impl Fn(CardId) -> CardId) {
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
