//! Cards under other numbers, wherever a World refers to one.

use crate::ids::CardId;
use crate::value::Value;
use crate::world::table::Table;
use crate::world::whole::World;

/// Shows every value of a World, in an order that does not hang on anything hidden.
fn each_value(world: &mut World, mut see: impl FnMut(&mut Value)) {
    world.each_value(&mut see);
    if let Some(extras) = &mut world.extras {
        extras.lists.each_value(see);
    }
}

/// For each card where it is first referred to; `u32::MAX` for one that nothing refers to.
pub(super) fn references(world: &mut World, t: &Table) -> Vec<u32> {
    let mut first = vec![u32::MAX; t.cards];
    let mut note = |value: Value, at: u32| {
        if let Value::Card(card) = value
            && let Some(slot) = first.get_mut(card.index())
        {
            *slot = (*slot).min(at);
        }
    };
    // The cards' data lies by their numbers, which nobody sees: it is looked at as the cards lie.
    let of_cards = t.card_data.first as u32..t.value_count() as u32;
    let mut at = 0;
    each_value(world, |value| {
        if !of_cards.contains(&at) {
            note(*value, at);
        }
        at += 1;
    });
    if !of_cards.is_empty() {
        for card in world.order(t) {
            for item in 0..t.card_data.each as u16 {
                note(world.values[t.card_data_at(CardId(*card), item)], at);
                at += 1;
            }
        }
    }
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
        for told in &mut extras.told {
            told.card = renamed(told.card);
        }
        extras.told.sort_by_key(|told| (told.card, told.who.0));
        // Who was given which look first is not told either.
        extras.grants.sort_by_key(|(card, _)| *card);
    }
}
