//! A room: one task that owns one game and is its only writer.
//!
//! ```text
//! command ─► mailbox ─► the room's task ─► Game (tentatively)
//!                              │
//!                              ├─► RoomLog (durable) ─ failed ─► the game as it was, refusal
//!                              │        │ done
//!                              └─► one message a kind of viewer ─► outboxes ─► sockets
//! ```
//!
//! Nobody hears of a choice before it is durable. So a room restored by replay
//! remembers everything that it has ever told anybody.

mod faces;
mod state;
mod attach;
mod bots;
mod next_choice;
mod question;
mod instinct;
mod turns;
mod clock;
mod command;
mod drawing;
mod debugging;
mod hints;
mod info;
mod last_sent;
mod delayed;
mod load;
mod mail;
mod memory;
mod outbox;
mod play;
mod record;
mod replay;
mod review;
mod seats;
mod task;
mod broadcast;
mod token;
mod undo;
mod viewer;
mod wake;
#[cfg(test)]
mod kept_logs;

pub use command::{Answer, Command, Refused, Resume};
pub use info::{ChatLine, Opened, Phase, Promise, Proposal, RoomInfo, SeatInfo, SeatKind, WatcherInfo};
pub use outbox::{CloseReason, Inbox, Outbox, outbox};
pub use state::{NewRoom, TimeLimits, UndoRule, Watching};
pub use token::SeatToken;
pub(crate) use token::{from_hex, hex};

pub(crate) use clock::HostClock;
pub(crate) use load::{apart, panic_text};
pub(crate) use mail::{Attached, Back, Mail, Posted};
pub(crate) use seats::proper_name;
pub(crate) use state::{Occupant, RoomState, SeatKept, Stage};
pub(crate) use task::{Life, Room};
pub(crate) use viewer::ViewerKey;
pub(crate) use wake::NoWake;
