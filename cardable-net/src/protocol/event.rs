//! What happens at a table, in a short form.

use cardable_core::ids::{ActionId, CardTypeId, StateId, ZoneId};
use cardable_core::view::{CardSeen, DataRef, Datum, Slot};
use cardable_core::{Seat, ViewEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A card's place in its zone, counted from the oldest card; -1 where the viewer cannot tell places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CardAt(pub i32);

/// What a card looks like: the number of its face, or, below zero, its back: -1 for back 0, -2 for
/// back 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Look(pub i32);

/// Something that happened. What happens often is a name with a list; everything else is written
/// as a [`ViewEvent`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A card moved: from which zone and place, what it looked like there, to which zone and place,
    /// and what it looks like now.
    Moved(ZoneId, CardAt, Look, ZoneId, CardAt, Look),
    /// A card's face came to be seen, or is no longer seen: zone, place, what it looked like, and
    /// what it looks like now.
    Shown(ZoneId, CardAt, Look, Look),
    /// A card was turned: zone, place, what it looked like, what it looks like now, and whether it
    /// lies face up now.
    Turned(ZoneId, CardAt, Look, Look, bool),
    /// A card has this place now: zone, place, and what it looks like.
    Arranged(ZoneId, CardAt, Look),
    /// The viewer can tell a zone's places now, or no longer.
    Regarded(ZoneId, bool),
    /// A zone was shuffled.
    Shuffled(ZoneId),
    /// An item of shared data, by its number, has this value now.
    Global(u16, Datum),
    /// An item of a seat's data has this value now.
    SeatData(Seat, u16, Datum),
    /// An item of a state's data has this value now.
    StateData(u16, u16, Datum),
    /// A scene entered a state.
    Entered(u16, StateId),
    /// A seat's turn began.
    Turn(Seat),
    /// A seat passed.
    Passed(Seat),
    /// A seat did something.
    Acted(Seat, ActionId),
    /// A seat has chosen; what, shows when all have.
    Committed(Seat),
    /// Everything else.
    #[serde(untagged)]
    Other(ViewEvent),
}

impl From<Option<u16>> for CardAt {
    fn from(index: Option<u16>) -> CardAt {
        CardAt(index.map_or(-1, i32::from))
    }
}

impl CardAt {
    fn index(self) -> Option<u16> {
        u16::try_from(self.0).ok()
    }
}

impl From<CardSeen> for Look {
    fn from(card: CardSeen) -> Look {
        Look(match card {
            CardSeen::Face(face) => i32::from(face.0),
            CardSeen::Back(back) => -1 - i32::from(back),
        })
    }
}

impl From<Look> for CardSeen {
    fn from(Look(look): Look) -> CardSeen {
        match u16::try_from(look) {
            Ok(face) => CardSeen::Face(CardTypeId(face)),
            Err(_) => CardSeen::Back((-1_i32).saturating_sub(look) as u16),
        }
    }
}

impl From<&ViewEvent> for Event {
    fn from(event: &ViewEvent) -> Event {
        match *event {
            ViewEvent::Moved { from, was, to, card } => Event::Moved(
                from.zone,
                from.index.into(),
                was.into(),
                to.zone,
                to.index.into(),
                card.into(),
            ),
            ViewEvent::Shown { slot, was, card } => {
                Event::Shown(slot.zone, slot.index.into(), was.into(), card.into())
            }
            ViewEvent::Turned { slot, was, card, up } => {
                Event::Turned(slot.zone, slot.index.into(), was.into(), card.into(), up)
            }
            ViewEvent::Arranged { zone, index, card } => {
                Event::Arranged(zone, Some(index).into(), card.into())
            }
            ViewEvent::Regarded { zone, ordered } => Event::Regarded(zone, ordered),
            ViewEvent::Shuffled { zone } => Event::Shuffled(zone),
            ViewEvent::Data { at, ref value } => match at {
                DataRef::Global(item) => Event::Global(item, value.clone()),
                DataRef::Seat(seat, item) => Event::SeatData(seat, item, value.clone()),
                DataRef::State(state, item) => Event::StateData(state, item, value.clone()),
            },
            ViewEvent::Entered { scene, state } => Event::Entered(scene, state),
            ViewEvent::Turn { seat } => Event::Turn(seat),
            ViewEvent::Passed { seat } => Event::Passed(seat),
            ViewEvent::Acted { seat, action } => Event::Acted(seat, action),
            ViewEvent::Committed { seat } => Event::Committed(seat),
            ViewEvent::Opened { .. }
            | ViewEvent::Closed { .. }
            | ViewEvent::Designated { .. }
            | ViewEvent::DeckTaken { .. }
            | ViewEvent::TurnSkipped { .. }
            | ViewEvent::Voted { .. }
            | ViewEvent::Asked { .. }
            | ViewEvent::Answered { .. }
            | ViewEvent::Cancelled { .. }
            | ViewEvent::StepSkipped { .. }
            | ViewEvent::Dismissed { .. }
            | ViewEvent::Recalled { .. }
            | ViewEvent::Said { .. }
            | ViewEvent::Hint { .. }
            | ViewEvent::Over
            | ViewEvent::Rewound
            | ViewEvent::Status { .. } => Event::Other(event.clone()),
        }
    }
}

impl From<Event> for ViewEvent {
    fn from(event: Event) -> ViewEvent {
        let slot = |zone, at: CardAt| Slot {
            zone,
            index: at.index(),
        };
        match event {
            Event::Moved(from, from_at, was, to, to_at, card) => ViewEvent::Moved {
                from: slot(from, from_at),
                was: was.into(),
                to: slot(to, to_at),
                card: card.into(),
            },
            Event::Shown(zone, at, was, card) => ViewEvent::Shown {
                slot: slot(zone, at),
                was: was.into(),
                card: card.into(),
            },
            Event::Turned(zone, at, was, card, up) => ViewEvent::Turned {
                slot: slot(zone, at),
                was: was.into(),
                card: card.into(),
                up,
            },
            Event::Arranged(zone, at, card) => ViewEvent::Arranged {
                zone,
                index: at.index().unwrap_or_default(),
                card: card.into(),
            },
            Event::Regarded(zone, ordered) => ViewEvent::Regarded { zone, ordered },
            Event::Shuffled(zone) => ViewEvent::Shuffled { zone },
            Event::Global(item, value) => ViewEvent::Data {
                at: DataRef::Global(item),
                value,
            },
            Event::SeatData(seat, item, value) => ViewEvent::Data {
                at: DataRef::Seat(seat, item),
                value,
            },
            Event::StateData(state, item, value) => ViewEvent::Data {
                at: DataRef::State(state, item),
                value,
            },
            Event::Entered(scene, state) => ViewEvent::Entered { scene, state },
            Event::Turn(seat) => ViewEvent::Turn { seat },
            Event::Passed(seat) => ViewEvent::Passed { seat },
            Event::Acted(seat, action) => ViewEvent::Acted { seat, action },
            Event::Committed(seat) => ViewEvent::Committed { seat },
            Event::Other(event) => event,
        }
    }
}
