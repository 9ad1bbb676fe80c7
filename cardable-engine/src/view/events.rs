//! What just happened, as one viewer may know it.

use super::table::{CardSeen, Datum, Status};
use crate::event::Hint;
use crate::ids::{ActionId, DeckId, Seat, StateId, StrId, ZoneId};
use crate::program::MessagePlace;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use thiserror::Error;

/// Whether a message is shown where most are.
fn is_center(place: &MessagePlace) -> bool {
    *place == MessagePlace::CenterScreen
}

/// A place of a zone; without an index where the viewer cannot tell places.
///
/// See [`ViewEvent`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Slot {
    /// The zone.
    pub zone: ZoneId,
    /// The place, counted from the oldest card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u16>,
}

/// Why events do not lead on from a view: something was missed. Take a whole view then.
///
/// ```
/// use cardable_core::{Game, Replica, Seed, Setup, Viewer, ViewEvent, replica::OutOfStep};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let mut replica = Replica::new(game.view(Viewer::Spectator));
/// if replica.apply(&[ViewEvent::Rewound]) == Err(OutOfStep::Rewound) {
///     replica.reset(game.view(Viewer::Spectator));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OutOfStep {
    /// The game was taken back to an earlier decision.
    #[error("the game was taken back: no events lead there")]
    Rewound,
    /// They are of another choice than the next one.
    #[error("the events lead to choice {to}, and the view is of choice {at}")]
    Missed {
        /// How many choices the view has.
        at: u64,
        /// How many it would have after the events.
        to: u64,
    },
    /// An event is about something that the view does not have.
    #[error("an event does not fit the view")]
    Misfit,
}

/// Which item of data.
///
/// See [`ViewEvent`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DataRef {
    /// Shared data.
    Global(u16),
    /// A seat's data.
    Seat(Seat, u16),
    /// Data of the state a scene is in.
    State(u16, u16),
}

/// Something that happened, as one viewer may know it. The events of a choice
/// end with [`ViewEvent::Status`].
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup, ViewEvent, Viewer, view::DataRef};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
/// game.submit_nth(Seat(0), 0)?; // takes a stone for a point
/// for event in game.events(Viewer::Spectator) {
///     match event {
///         ViewEvent::Moved { from, to, .. } => println!("a card went from {:?} to {:?}", from.zone, to.zone),
///         ViewEvent::Data { at: DataRef::Seat(seat, item), value } => println!("{seat:?}: {item} is {value:?}"),
///         _ => {}
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ViewEvent {
    /// A card moved.
    Moved {
        /// From where.
        from: Slot,
        /// What it looked like there.
        was: CardSeen,
        /// To where.
        to: Slot,
        /// What it looks like now.
        card: CardSeen,
    },
    /// A card's face came to be seen, or is no longer seen.
    Shown {
        /// Where it lies.
        slot: Slot,
        /// What it looked like.
        was: CardSeen,
        /// What it looks like now.
        card: CardSeen,
    },
    /// A card was turned.
    Turned {
        /// Where it lies.
        slot: Slot,
        /// What it looked like.
        was: CardSeen,
        /// What it looks like now.
        card: CardSeen,
        /// Whether it lies face up now.
        up: bool,
    },
    /// The viewer can tell a zone's places now, or no longer.
    Regarded {
        /// The zone.
        zone: ZoneId,
        /// Whether it can.
        ordered: bool,
    },
    /// A zone was shuffled.
    Shuffled {
        /// The zone.
        zone: ZoneId,
    },
    /// A card has this place now.
    Arranged {
        /// The zone.
        zone: ZoneId,
        /// The place.
        index: u16,
        /// What it looks like.
        card: CardSeen,
    },
    /// A copy of a zone was opened.
    Opened {
        /// The zone.
        zone: ZoneId,
    },
    /// A copy of a zone was closed.
    Closed {
        /// The zone.
        zone: ZoneId,
    },
    /// A zone bears a designation now, or no longer.
    Designated {
        /// The zone.
        zone: ZoneId,
        /// The designation's number among the zone's.
        designation: u8,
        /// Whether it bears it.
        on: bool,
    },
    /// A seat took a deck.
    DeckTaken {
        /// The deck.
        deck: DeckId,
        /// The seat.
        seat: Seat,
    },
    /// An item of data changed.
    Data {
        /// Which.
        at: DataRef,
        /// Its value now.
        value: Datum,
    },
    /// An item of a card's data changed. [`Status::cards`] tells all of them.
    CardData {
        /// Where the card lies.
        slot: Slot,
        /// What the card looks like.
        card: CardSeen,
        /// The item's number.
        item: u16,
        /// Its value now.
        value: Datum,
    },
    /// A scene entered a state.
    Entered {
        /// The scene.
        scene: u16,
        /// The state.
        state: StateId,
    },
    /// A turn began.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// A seat on turn had nothing to do.
    TurnSkipped {
        /// The seat.
        seat: Seat,
    },
    /// A seat passed.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat did something.
    Acted {
        /// The seat.
        seat: Seat,
        /// What.
        action: ActionId,
    },
    /// A seat has chosen; what, shows when all have.
    Committed {
        /// The seat.
        seat: Seat,
    },
    /// A seat voted, or abstained.
    Voted {
        /// The seat.
        seat: Seat,
        /// For what.
        action: Option<ActionId>,
    },
    /// A seat is asked something.
    Asked {
        /// The seat.
        seat: Seat,
    },
    /// A seat answered.
    Answered {
        /// The seat.
        seat: Seat,
        /// What; hidden for the others.
        answer: Datum,
        /// The seat's own action that goes on with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        action: Option<ActionId>,
    },
    /// A question, or an unfinished action, came to nothing.
    Cancelled {
        /// Whose.
        seat: Seat,
    },
    /// A step had become impossible and was left out.
    StepSkipped {
        /// Whose choice it was.
        seat: Seat,
        /// The action.
        action: ActionId,
    },
    /// A seat is out.
    Dismissed {
        /// The seat.
        seat: Seat,
    },
    /// A seat is back.
    Recalled {
        /// The seat.
        seat: Seat,
    },
    /// A text was said. In Rust, `Words::message_text` fills it in.
    Said {
        /// Where it is shown.
        #[serde(default, skip_serializing_if = "is_center")]
        place: MessagePlace,
        /// The text, with `{0}` for the first token.
        text: StrId,
        /// The tokens.
        tokens: SmallVec<[Datum; 2]>,
    },
    /// What a client is to do with what only it keeps.
    Hint {
        /// What.
        hint: Hint,
        /// The card it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<Slot>,
        /// The interface's part, the zone, or how many milliseconds.
        value: Datum,
    },
    /// What follows is done by a trigger, up to [`ViewEvent::TriggerEnded`] or to a question that the trigger asks.
    /// Viewers hear of triggers of cards whose faces they see, and of triggers of the rules that have a label.
    TriggerBegan {
        /// Where the card lies whose rule it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<Slot>,
        /// That card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardSeen>,
        /// What the rules call it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<StrId>,
    },
    /// The trigger that began last and has not ended yet is done.
    TriggerEnded,
    /// The game is over.
    Over,
    /// The game was taken back to an earlier decision.
    Rewound,
    /// How everything else stands after the choice.
    Status {
        /// How many choices have been applied.
        seq: u64,
        /// The rest.
        status: Box<Status>,
    },
}
