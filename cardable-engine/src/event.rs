//! What just happened, secrets included.
//!
//! Each record carries, from the moment it was made, who saw the faces and who
//! could tell the places, so that redaction never has to guess afterwards.
//! Nobody but [`crate::view`] shows them to anybody.

use crate::ids::{ActionId, Audience, CardId, DeckId, Seat, StateId, StrId, ZoneId};
use crate::program::{MessagePlace, Text};
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// The tokens that were given: without those behind the last one, so that a place left empty
/// between others stays empty.
pub(crate) fn shown_tokens(tokens: &[Value; Text::MOST_TOKENS]) -> &[Value] {
    let last = tokens.iter().rposition(|token| *token != Value::Nothing);
    &tokens[..last.map_or(0, |last| last + 1)]
}

/// What a client is to do with what only it keeps: no rule reads it again.
///
/// ```
/// use cardable_core::view::Hint;
/// /// Whether a mark is on after a hint.
/// fn marked(before: bool, hint: Hint) -> bool {
///     match hint {
///         Hint::Select => true,
///         Hint::Deselect => false,
///         Hint::Toggle => !before,
///         Hint::ShowPart | Hint::HidePart | Hint::Wait => before,
///     }
/// }
/// assert!(marked(false, Hint::Toggle));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// To mark a card or zone as selected.
    Select,
    /// To take the mark off.
    Deselect,
    /// To put the mark on, or off where it is on.
    Toggle,
    /// To show a part of the interface.
    ShowPart,
    /// To hide a part of the interface.
    HidePart,
    /// To show nothing further for so many milliseconds.
    Wait,
}

/// Which item of data changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataAt {
    /// An item of the shared data.
    Global(u16),
    /// An item of a seat's data.
    Seat(Seat, u16),
    /// An item of the data of the state a scene is in.
    State(u16, u16),
}

/// Where a card was or is: its zone, its place counted from the oldest card,
/// who sees its face there and who can tell it from its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The zone.
    pub zone: ZoneId,
    /// The place.
    pub at: u16,
    /// Who sees the face.
    pub face: Audience,
    /// Who sees places.
    pub places: Audience,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A card went from one spot to another.
    Moved {
        /// The card.
        card: CardId,
        /// Where it was.
        from: Spot,
        /// Where it is.
        to: Spot,
    },
    /// A card's face became visible to others than before, or to fewer.
    Shown {
        /// The card.
        card: CardId,
        /// Who saw it before; the spot says who sees it now.
        before: Audience,
        /// Where it lies.
        spot: Spot,
    },
    /// Who can tell the places of a zone's cards changed.
    Regarded {
        /// The zone.
        zone: ZoneId,
        /// Who could.
        before: Audience,
        /// Who can.
        after: Audience,
    },
    /// A zone was shuffled.
    Shuffled {
        /// The zone.
        zone: ZoneId,
    },
    /// A card has this place of its zone now, after a shuffle, a sort or a swap.
    Arranged {
        /// The card.
        card: CardId,
        /// Its place.
        spot: Spot,
    },
    /// A card was turned face up or face down.
    Turned {
        /// The card.
        card: CardId,
        /// Who saw its face before.
        before: Audience,
        /// Where it lies, and who sees it now.
        spot: Spot,
        /// Whether it lies face up now.
        up: bool,
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
        at: DataAt,
        /// Its value now.
        value: Value,
    },
    /// A scene entered a state.
    Entered {
        /// The scene.
        scene: u16,
        /// The state.
        state: StateId,
    },
    /// A seat's turn began.
    Turn {
        /// The seat.
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
        /// What it did.
        action: ActionId,
    },
    /// A seat has made a choice that is kept until all are in.
    Committed {
        /// The seat.
        seat: Seat,
    },
    /// A seat voted.
    Voted {
        /// The seat.
        seat: Seat,
        /// For what; nothing is an abstention.
        action: Option<ActionId>,
    },
    /// A seat is asked something.
    Asked {
        /// The seat.
        seat: Seat,
    },
    /// A seat answered; what, only itself knows.
    Answered {
        /// The seat.
        seat: Seat,
        /// Its answer.
        answer: Value,
        /// Its own action that goes on with it.
        action: Option<ActionId>,
    },
    /// A question to a seat, or its unfinished action, came to nothing.
    Cancelled {
        /// The seat.
        seat: Seat,
    },
    /// A step of a kept choice had become impossible and was left out.
    StepSkipped {
        /// Whose choice it was.
        seat: Seat,
        /// Its action.
        action: ActionId,
    },
    /// A seat is out and watches.
    Dismissed {
        /// The seat.
        seat: Seat,
    },
    /// A seat is back.
    Recalled {
        /// The seat.
        seat: Seat,
    },
    /// A text was said, to everybody or to some.
    Said {
        /// To whom.
        audience: Audience,
        /// Where it is shown.
        place: MessagePlace,
        /// The text, with places for tokens.
        text: StrId,
        /// The tokens; nothing behind the last one.
        tokens: [Value; Text::MOST_TOKENS],
    },
    /// Clients are told what to do with what only they keep.
    Hint {
        /// Which clients.
        audience: Audience,
        /// What to do.
        hint: Hint,
        /// Where the card lies that it is about.
        card: Option<Spot>,
        /// The interface's part, the zone, or how long.
        value: Value,
    },
    /// The game is over.
    Over,
    /// The game was taken back to an earlier decision.
    Rewound,
}
