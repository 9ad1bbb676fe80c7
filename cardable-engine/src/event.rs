//! What just happened, secrets included.
//!
//! Each record carries, from the moment it was made, who saw the faces and who
//! could tell the places, so that redaction never has to guess afterwards.
//! Nobody but [`crate::view`] shows them to anybody.

#![allow(
    missing_docs,
    reason = "only crates of the workspace see events as they happen"
)]

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

/// What the rules do by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByItself {
    /// An automatic action of a state.
    Action,
    /// The steps of a trigger.
    Trigger,
    /// An ability of a card.
    Ability,
}

/// Where a card was or is: its zone, its place counted from the oldest card,
/// who sees its face there and who can tell it from its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    pub zone: ZoneId,
    pub at: u16,
    /// Who sees the face.
    pub face: Audience,
    /// Who can tell the card from its neighbours.
    pub places: Audience,
}

/// One thing that happened in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A card went from one spot to another.
    Moved { card: CardId, from: Spot, to: Spot },
    /// A card's face became visible to others than before, or to fewer.
    Shown {
        card: CardId,
        /// Who saw it before; the spot says who sees it now.
        before: Audience,
        spot: Spot,
    },
    /// Who can tell the places of a zone's cards changed.
    Regarded {
        zone: ZoneId,
        before: Audience,
        after: Audience,
    },
    /// A zone was shuffled.
    Shuffled { zone: ZoneId },
    /// A card has this place of its zone now, after a shuffle, a sort or a swap.
    Arranged { card: CardId, spot: Spot },
    /// A card was turned face up or face down.
    Turned {
        card: CardId,
        /// Who saw its face before.
        before: Audience,
        /// Where it lies, and who sees it now.
        spot: Spot,
        /// Whether it lies face up now.
        up: bool,
    },
    /// A copy of a zone was opened.
    Opened { zone: ZoneId },
    /// A copy of a zone was closed.
    Closed { zone: ZoneId },
    /// A zone bears a designation now, or no longer.
    Designated {
        zone: ZoneId,
        /// The designation's number among the zone's.
        designation: u8,
        /// Whether the zone bears the designation now.
        on: bool,
    },
    /// A seat took a deck.
    DeckTaken { deck: DeckId, seat: Seat },
    /// An item of data changed.
    Data { at: DataAt, value: Value },
    /// An item of a card's data changed.
    CardData {
        card: CardId,
        item: u16,
        value: Value,
        spot: Spot,
    },
    /// A scene entered a state.
    Entered { scene: u16, state: StateId },
    /// A seat's turn began.
    Turn { seat: Seat },
    /// A seat on turn had nothing to do.
    TurnSkipped { seat: Seat },
    /// A seat passed.
    Passed { seat: Seat },
    /// A seat did something.
    Acted { seat: Seat, action: ActionId },
    /// A seat has made a choice that is kept until all are in.
    Committed { seat: Seat },
    /// A seat voted.
    Voted {
        seat: Seat,
        /// For what; nothing is an abstention.
        action: Option<ActionId>,
    },
    /// A seat is asked something.
    Asked { seat: Seat },
    /// A seat answered; what, only itself knows.
    Answered {
        seat: Seat,
        answer: Value,
        /// Its own action that goes on with it.
        action: Option<ActionId>,
    },
    /// A question to a seat, or its unfinished action, came to nothing.
    Cancelled { seat: Seat },
    /// A step of a kept choice had become impossible and was left out.
    StepSkipped { seat: Seat, action: ActionId },
    /// A seat is out and watches.
    Dismissed { seat: Seat },
    /// A seat is back.
    Recalled { seat: Seat },
    /// A text was said, to everybody or to some.
    Said {
        audience: Audience,
        place: MessagePlace,
        /// The text, with places for tokens.
        text: StrId,
        /// The tokens; nothing behind the last one.
        tokens: [Value; Text::MOST_TOKENS],
    },
    /// Clients are told what to do with what only they keep.
    Hint {
        audience: Audience,
        hint: Hint,
        /// Where the card lies that it is about.
        card: Option<Spot>,
        /// The interface's part, the zone, or how long.
        value: Value,
    },
    /// The rules began to do something by themselves. Only their author is told.
    Began {
        what: ByItself,
        name: StrId,
        /// The card whose rule it is.
        card: Option<CardId>,
    },
    /// What follows is the doing of a trigger, up to [`Event::TriggerEnded`] or to a question that it asks.
    TriggerBegan {
        /// The card whose rule it is, and where it lies.
        carrier: Option<(CardId, Spot)>,
        label: Option<StrId>,
    },
    /// The trigger that began last and has not ended has done what it does.
    TriggerEnded {
        carrier: Option<(CardId, Spot)>,
        label: Option<StrId>,
    },
    /// The game is over.
    Over,
    /// The game was taken back to an earlier decision.
    Rewound,
}
