//! The table, as a client may see it.

use super::{Decision, Seq, is_false};
use cardable_core::story::Line;
use cardable_core::{Seat, View, ViewEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The whole table, as you may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// The number of the game in this room, from 1.
    pub game: u32,
    /// The number of this message. Those of the following [`Happened`] messages continue from it.
    pub seq: Seq,
    /// The table.
    pub view: View,
    /// How the game began, if nobody has made a choice yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Box<Beginning>>,
    /// What you have to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Box<Decision>>,
    /// How much time the seats have left.
    #[serde(default, skip_serializing_if = "Clocks::is_none")]
    pub clocks: Clocks,
    /// Whether the game was returned to an earlier decision.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rewound: bool,
    /// Whether the owner has changed the game while debugging it (`Settings::debug`). The number of its view begins anew.
    #[serde(default, skip_serializing_if = "is_false")]
    pub edited: bool,
}

/// What happened before the first choice, such as the deal. The view of the same message includes it already:
/// show it, but do not apply it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Beginning {
    /// The events, in order, without [`ViewEvent::Status`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ViewEvent>,
    /// The same in words, line by line, as you may read it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<Line>,
}

impl Beginning {
    /// Makes it from a viewer's events and their story; None if nothing happened.
    pub(crate) fn of(mut events: Vec<ViewEvent>, story: Vec<Line>) -> Option<Box<Beginning>> {
        events.retain(|event| !matches!(event, ViewEvent::Status { .. }));
        let happened = !events.is_empty() || !story.is_empty();
        happened.then(|| Box::new(Beginning { events, story }))
    }
}

/// What followed from one choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// The number of this message, one more than that of the message before.
    pub seq: Seq,
    /// The seat whose time was up, so that the host made the choice for it. Left out if the seat chose itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_out: Option<Seat>,
    /// The events, in order. The last one is [`ViewEvent::Status`], with the view's new number and status.
    pub events: Vec<ViewEvent>,
    /// The same in words, line by line, as you may read it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<Line>,
    /// What you have to decide now. It replaces the decision before, also if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Box<Decision>>,
    /// How much time the seats have left, if that has changed.
    #[serde(default, skip_serializing_if = "Clocks::is_none")]
    pub clocks: Clocks,
}

/// A finished game from its start. If you had a seat, you get what that seat could see while it was played,
/// otherwise what everybody could see. Undone choices, decisions and clocks are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Replay {
    /// The table at the start.
    pub began: TableView,
    /// What followed, choice by choice.
    pub happened: Vec<Happened>,
}

/// How much time the seats have left. It lists the seats that have to decide or, if the time for the game is
/// limited, all seats. From when the message was made, the clocks of seats that have to decide run down,
/// except in a suspended room; all others stand still.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Clocks(pub Vec<Clock>);

impl Clocks {
    /// Whether no seat is listed.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

/// The time that one seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// The seat.
    pub seat: Seat,
    /// Milliseconds until the time for this decision is up, from when the message was made. The seat's time for
    /// the game limits it too, but it starts with at least a second. Left out if the seat has nothing to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_ms: Option<u64>,
    /// Milliseconds for this and all later decisions, from when the message was made. Left out if the time for
    /// the game is not limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
}
