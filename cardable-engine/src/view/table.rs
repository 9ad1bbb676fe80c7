//! The whole table as one viewer sees it.

use super::events::{DataRef, Slot, ViewEvent};
use crate::engine::GameResult;
use crate::ids::{CardTypeId, DeckId, Seat, SeatSet, StateId, StrId, Viewer, ZoneId};
use crate::program::MessagePlace;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A card as a viewer sees it: its face, or just its back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardSeen {
    /// Its face.
    Face(CardTypeId),
    /// Its back, by the number of the back.
    Back(u16),
}

/// A zone as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ZoneSeen {
    /// Whether the cards stand in their real places, oldest first. If not, the
    /// visible faces come first, sorted, then the backs: places mean nothing.
    pub ordered: bool,
    /// Whether it is a copy that is not open: no card can lie there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// The designations it bears, as bits by their numbers among the zone's.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub designations: u32,
    /// The cards.
    pub cards: SmallVec<[CardSeen; 8]>,
}

fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

fn is_zero(bits: &u32) -> bool {
    *bits == 0
}

fn is_first(scene: &u16) -> bool {
    *scene == 0
}

fn upwards() -> i8 {
    1
}

fn is_upwards(direction: &i8) -> bool {
    *direction == upwards()
}

fn for_ever() -> i32 {
    -1
}

fn is_for_ever(seconds: &i32) -> bool {
    *seconds == for_ever()
}

impl ZoneSeen {
    /// Whether it bears the designation of a number.
    pub fn bears(&self, designation: u8) -> bool {
        self.designations >> (designation & 31) & 1 == 1
    }
}

/// A value as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Datum {
    /// No value.
    #[default]
    Nothing,
    /// A value that the viewer may not see.
    Hidden,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A text, by its number in the ruleset.
    Text(StrId),
    /// A text that the game has put together.
    Written(Box<str>),
    /// A seat.
    Seat(Seat),
    /// A card; where it lies, the zones tell.
    Card,
    /// A zone.
    Zone(ZoneId),
    /// A deck.
    Deck(DeckId),
    /// A list.
    List(Vec<Datum>),
}

/// A running state as a viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SceneSeen {
    /// Its number; left out for the first one.
    #[serde(default, skip_serializing_if = "is_first")]
    pub scene: u16,
    /// The state it is in.
    pub state: StateId,
    /// The seats that are in it and take part in the state.
    pub members: SeatSet,
    /// The seats that are in it and take no part in the state.
    #[serde(default, skip_serializing_if = "nobody")]
    pub resting: SeatSet,
    /// Who is on turn, where there are turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Members that have acted and wait for the others.
    #[serde(default, skip_serializing_if = "nobody")]
    pub acted: SeatSet,
    /// Members that have passed.
    #[serde(default, skip_serializing_if = "nobody")]
    pub passed: SeatSet,
    /// The state's data, in the ruleset's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<Datum>,
}

/// A message on the table. In Rust, `Ruleset::message_text` fills its text in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MessageSeen {
    /// Where.
    pub place: MessagePlace,
    /// Size of the letters, in points.
    pub size: u16,
    /// The text, with `{0}` for the first token.
    pub text: StrId,
    /// The tokens.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub tokens: SmallVec<[Datum; 2]>,
    /// For how many seconds; -1, or left out, while it is true.
    #[serde(default = "for_ever", skip_serializing_if = "is_for_ever")]
    pub seconds: i32,
}

/// All of a view but its zones and data.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Status {
    /// The running states.
    pub scenes: SmallVec<[SceneSeen; 1]>,
    /// Seats that are out and watch.
    #[serde(default, skip_serializing_if = "nobody")]
    pub dismissed: SeatSet,
    /// Seats that are asked a question in the middle of an action.
    #[serde(default, skip_serializing_if = "nobody")]
    pub asked: SeatSet,
    /// Whether this viewer has something to decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_decide: bool,
    /// 1 when play goes round by growing seat numbers, else -1; 1 when left out.
    #[serde(default = "upwards", skip_serializing_if = "is_upwards")]
    pub direction: i8,
    /// The messages on the table.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub messages: SmallVec<[MessageSeen; 2]>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A seat as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SeatSeen {
    /// Its team, as a number from 0.
    pub team: u8,
    /// Its role, as the number of its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<StrId>,
    /// Whether the game itself plays it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub automatic: bool,
}

/// The whole table as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct View {
    /// Who sees it so.
    pub viewer: Viewer,
    /// How many choices have been applied; a choice may say what its chooser
    /// had seen.
    pub seq: u64,
    /// The seats' teams and roles; nothing where the ruleset has neither.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatSeen>,
    /// The zones, by their numbers.
    pub zones: Vec<ZoneSeen>,
    /// The shared data, in the ruleset's order.
    pub globals: Vec<Datum>,
    /// The data of every seat, in the ruleset's order.
    pub seat_data: Vec<Vec<Datum>>,
    /// All the rest.
    pub status: Status,
}

impl View {
    /// A view with nothing in it, whose buffers can be filled.
    pub fn empty(viewer: Viewer) -> View {
        View {
            viewer,
            seq: 0,
            seats: Vec::new(),
            zones: Vec::new(),
            globals: Vec::new(),
            seat_data: Vec::new(),
            status: Status::default(),
        }
    }

    /// A zone.
    pub fn zone(&self, zone: ZoneId) -> Option<&ZoneSeen> {
        self.zones.get(zone.index())
    }

    /// An item of the shared data.
    pub fn global(&self, at: u16) -> Option<&Datum> {
        self.globals.get(at as usize)
    }

    /// An item of a seat's data.
    pub fn seat_datum(&self, seat: Seat, at: u16) -> Option<&Datum> {
        self.seat_data.get(seat.index())?.get(at as usize)
    }

    /// Brings the view up to date by one event. Events that do not fit the view
    /// (because some were missed) change nothing.
    pub fn apply(&mut self, event: &ViewEvent) {
        match event {
            ViewEvent::Moved { from, was, to, card } => {
                self.take(*from, *was);
                self.put(*to, *card);
            }
            ViewEvent::Shown { slot, was, card } | ViewEvent::Turned { slot, was, card, .. } => {
                match slot.index {
                    Some(at) => self.set(slot.zone, at, *card),
                    None => {
                        self.take(*slot, *was);
                        self.put(*slot, *card);
                    }
                }
            }
            ViewEvent::Arranged { zone, index, card } => self.set(*zone, *index, *card),
            ViewEvent::Regarded { zone, ordered } => {
                if let Some(zone) = self.zones.get_mut(zone.index()) {
                    zone.ordered = *ordered;
                    if !ordered {
                        zone.cards.sort_unstable();
                    }
                }
            }
            ViewEvent::Opened { zone } | ViewEvent::Closed { zone } => {
                if let Some(zone) = self.zones.get_mut(zone.index()) {
                    zone.closed = matches!(event, ViewEvent::Closed { .. });
                }
            }
            ViewEvent::Designated {
                zone,
                designation,
                on,
            } => {
                if let Some(zone) = self.zones.get_mut(zone.index()) {
                    let bit = 1 << (designation & 31);
                    zone.designations = if *on {
                        zone.designations | bit
                    } else {
                        zone.designations & !bit
                    };
                }
            }
            ViewEvent::Data {
                at: DataRef::Global(at),
                value,
            } => {
                if let Some(slot) = self.globals.get_mut(*at as usize) {
                    *slot = value.clone();
                }
            }
            ViewEvent::Data {
                at: DataRef::Seat(seat, at),
                value,
            } => {
                if let Some(slot) = self
                    .seat_data
                    .get_mut(seat.index())
                    .and_then(|d| d.get_mut(*at as usize))
                {
                    *slot = value.clone();
                }
            }
            ViewEvent::Status { seq, status } => {
                self.seq = *seq;
                self.status = (**status).clone();
            }
            // What these tell shows in the status at the end of the step.
            ViewEvent::Data {
                at: DataRef::State(..),
                ..
            }
            | ViewEvent::Shuffled { .. }
            | ViewEvent::DeckTaken { .. }
            | ViewEvent::Entered { .. }
            | ViewEvent::Turn { .. }
            | ViewEvent::TurnSkipped { .. }
            | ViewEvent::Passed { .. }
            | ViewEvent::Acted { .. }
            | ViewEvent::Committed { .. }
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
            | ViewEvent::Rewound => {}
        }
    }

    fn take(&mut self, slot: Slot, was: CardSeen) {
        let Some(zone) = self.zones.get_mut(slot.zone.index()) else {
            return;
        };
        let at = match slot.index {
            Some(at) => Some(at as usize).filter(|at| *at < zone.cards.len()),
            None => zone.cards.iter().position(|c| *c == was),
        };
        if let Some(at) = at {
            zone.cards.remove(at);
        }
    }

    fn put(&mut self, slot: Slot, card: CardSeen) {
        let Some(zone) = self.zones.get_mut(slot.zone.index()) else {
            return;
        };
        let at = match slot.index {
            Some(at) => (at as usize).min(zone.cards.len()),
            None => zone.cards.partition_point(|c| *c <= card),
        };
        zone.cards.insert(at, card);
    }

    fn set(&mut self, zone: ZoneId, at: u16, card: CardSeen) {
        let zone = self.zones.get_mut(zone.index());
        if let Some(slot) = zone.and_then(|z| z.cards.get_mut(at as usize)) {
            *slot = card;
        }
    }
}
