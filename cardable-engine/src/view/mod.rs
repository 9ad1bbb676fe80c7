//! What a viewer may hold: the only place where the World and its events
//! become something that leaves the engine.

mod data;
mod events;
mod known;
mod of_cards;
mod redact;
mod apply;
mod table;

pub use crate::event::Hint;
pub use events::{DataRef, OutOfStep, Slot, ViewEvent};
pub(crate) use known::situation_key;
pub use known::{KnownCard, kept_choices, knowledge_key, known_cards};
pub use table::{
    CardDatum, CardSeen, Datum, MessageSeen, SceneSeen, SeatSeen, Status, ToldCard, View, ZoneSeen,
};

pub(crate) use redact::{DataOf, card_of_item, unseen_items};
pub use redact::{event_for, slot_of, status_of, view_into};
