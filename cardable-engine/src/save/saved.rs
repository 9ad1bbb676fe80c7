//! A World as a save has it.

use crate::ids::SeatSet;
use crate::value::Value;
use crate::world::scene::{Layer, Suspended};
use crate::world::whole::{Extras, Made, Note, World};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    /// Where the cards lie, and who knows them, as the World has it.
    pub(super) block: Vec<u16>,
    /// The types of the cards, where they are not those of the decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) types: Option<Box<[u16]>>,
    pub(super) values: Vec<Value>,
    /// What the random numbers are made of.
    pub(super) key: [u8; 32],
    /// How many of their words were drawn.
    pub(super) drawn: u64,
    pub(super) scene: Layer,
    pub(super) dismissed: SeatSet,
    pub(super) direction: i8,
    pub(super) over: bool,
    pub(super) step: u64,
    #[serde(default)]
    pub(super) lists_kept: u32,
    pub(super) suspended: Vec<Suspended>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Note>,
    pub(super) extras: Option<Box<Extras>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) beginning: Option<Box<SavedBeginning>>,
}

/// How the actions began that wait with a secret.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedBeginning {
    pub(super) before: Saved,
    pub(super) made: Vec<Made>,
}

impl Saved {
    pub(super) fn of(world: &World) -> Saved {
        let beginning = world.beginning().map(|beginning| SavedBeginning {
            before: Saved::of(&beginning.before),
            made: beginning.made.clone(),
        });
        Saved {
            block: world.block.to_vec(),
            types: world.types.clone(),
            values: world.values.to_vec(),
            key: world.draws.key(),
            drawn: world.draws.drawn(),
            scene: world.scene,
            dismissed: world.dismissed,
            direction: world.direction,
            over: world.over,
            step: world.step,
            lists_kept: world.lists_kept,
            suspended: world.suspended.clone(),
            notes: world.notes.clone(),
            extras: world.extras.clone(),
            beginning: beginning.map(Box::new),
        }
    }
}
