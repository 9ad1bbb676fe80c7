//! Which cards may be taken for each other.

use crate::ids::CardId;
use crate::world::table::Table;
use crate::world::whole::World;

/// Which cards a card that a viewer does not know may be: its back, and its origin group.
pub(super) type Class = (u16, u16);

/// The class of a card.
pub(super) fn class(t: &Table, world: &World, card: CardId) -> Class {
    let ty = world.type_of(t, card);
    (t.program.cards.types[ty.index()].back, world.origin(t, card))
}
