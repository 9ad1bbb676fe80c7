//! The table, as a client may see it.

use super::{Decision, Seq, is_false};
use cardable_core::story::Line;
use cardable_core::{Seat, View, ViewEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The whole table, as the client may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// Which game of the room it is, from 1.
    pub game: u32,
    /// The number of this message: those of [`Happened`] go on behind it.
    pub seq: Seq,
    /// The table.
    pub view: View,
    /// How the game began, where nothing was chosen yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Box<Beginning>>,
    /// What the client has to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Box<Decision>>,
    /// How much time the seats have left.
    #[serde(default, skip_serializing_if = "Clocks::is_none")]
    pub clocks: Clocks,
    /// Whether the game was taken back to an earlier decision.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rewound: bool,
}

/// What has happened up to the first choice: how the cards were dealt, and what the rules said then. The view of
/// the same message has it already, so it is shown and not applied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Beginning {
    /// The events, in order, but for [`ViewEvent::Status`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ViewEvent>,
    /// The same in words, line by line, as the client may read it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<Line>,
}

impl Beginning {
    /// Of a viewer's events and their story; None where nothing has happened.
    pub(crate) fn of(mut events: Vec<ViewEvent>, story: Vec<Line>) -> Option<Box<Beginning>> {
        events.retain(|event| !matches!(event, ViewEvent::Status { .. }));
        let happened = !events.is_empty() || !story.is_empty();
        happened.then(|| Box::new(Beginning { events, story }))
    }
}

/// What has happened in one choice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// The number of this message: one more than that of the message before.
    pub seq: Seq,
    /// The seat whose time was up: the host chose for it, as the rules say for that. Left out, the seat
    /// chose itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timed_out: Option<Seat>,
    /// The events, in order. The last one is [`ViewEvent::Status`]: with its number and status, the view is
    /// up to date.
    pub events: Vec<ViewEvent>,
    /// The same in words, line by line, as the client may read it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<Line>,
    /// What the client has to decide now. What it had to decide before is no longer asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Box<Decision>>,
    /// How much time the seats have left, where that has changed.
    #[serde(default, skip_serializing_if = "Clocks::is_none")]
    pub clocks: Clocks,
}

/// A game that is over, from its beginning, as the client could see it while it was played: who had a
/// seat sees what that seat saw, everybody else what all could see. Choices that were taken back are
/// left out, and there are no decisions and no clocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Replay {
    /// The table as it was at first.
    pub began: TableView,
    /// What happened then, choice by choice.
    pub happened: Vec<Happened>,
}

/// How much time the seats have left: those that are to decide, and where the time for the game is
/// limited, all. The clocks of seats that are to decide run down from when the message was made, but in a
/// suspended room; all others stand still.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Clocks(pub Vec<Clock>);

impl Clocks {
    /// Whether no seat is listed.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

/// How much time a seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// The seat.
    pub seat: Seat,
    /// Milliseconds until its time is up, when the message was made: what it has for this decision, and
    /// never more than it has for the game. Left out, it has nothing to decide, and its time stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_ms: Option<u64>,
    /// Milliseconds for this decision and all to come, when the message was made; where the time for the
    /// game is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
}
