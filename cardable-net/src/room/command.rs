//! What somebody in a room asks for, and why it was not done.

use crate::fairness::GameFile;
use crate::protocol::{HouseRules, Replay};
use cardable_core::decision::Extensions;
use cardable_core::interact::Interaction;
use cardable_core::{Choice, FaultReport, Refusal, Seat};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What somebody who is attached to a room asks for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// A choice of the own seat.
    Choose {
        /// What.
        choice: Choice,
        /// The `seq` of the view it was made on, so that a race for a card is noticed.
        seen: Option<u64>,
    },
    /// What the own seat touches or says, by an action template.
    Interact {
        /// What.
        interaction: Interaction,
        /// The `seq` of the view it was done on.
        seen: Option<u64>,
    },
    /// What may be picked next: changes nothing.
    Extend(Choice),
    /// The own seat is ready to start, or is not.
    Ready(bool),
    /// The game is to start. The owner's; empty seats get bots. It begins when the persons at the table have
    /// given their parts of its seed, or a moment later.
    Start,
    /// The own seat's part of the seed of the game that is about to begin: 64 hexadecimal digits.
    MixIn(String),
    /// Options, teams and roles are to be these, before the start or another game. The owner's.
    Arrange(HouseRules),
    /// A seat is to be empty, before the start. The owner's.
    Kick(Seat),
    /// A bot sits down on an empty seat, before the start. The owner's.
    AddBot(Seat),
    /// Another person is to be the owner. The owner's.
    GiveOwner(Seat),
    /// Another game, after one is over. The owner's.
    Rematch,
    /// The own seat is given up.
    Leave,
    /// Something said to everybody in the room.
    Chat(String),
    /// Everything anew.
    Resync,
    /// The last choice is to be taken back.
    ProposeUndo,
    /// What the own seat thinks of that.
    AnswerUndo {
        /// Whether it agrees.
        agree: bool,
    },
    /// The own seat no longer wants the last choice to be taken back.
    WithdrawUndo,
    /// Somebody who wants to watch may, or may not. The owner's.
    Admit {
        /// Whom, by the number in the room's list.
        watcher: u32,
        /// Whether.
        admit: bool,
    },
    /// How it goes on after a fault. The owner's.
    Resume(Resume),
    /// The game that is over, from its beginning: changes nothing.
    Replay,
    /// The log of the game that is over: changes nothing.
    Record,
}

/// What came of a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is done.
    Done,
    /// The choice is made, and durable.
    Chosen {
        /// The `seq` of the view that it led to.
        seq: u64,
    },
    /// What may be picked next; nothing when no choice begins so.
    Extensions(Option<Extensions>),
    /// The game, as it could be seen.
    Replay(Box<Replay>),
    /// The log of the game, with what proves how it was dealt.
    Record(Box<GameFile>),
}

/// How a suspended room goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// With another choice than the one that the ruleset erred at.
    GoOn,
    /// Without the last choice.
    Undo,
    /// Not at all.
    End,
}

/// Why something was not done. Nothing changed.
#[derive(Clone, PartialEq, Debug, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// The rules do not allow the choice.
    #[error("{0}")]
    Rules(Refusal),
    /// The ruleset erred; the room is suspended.
    #[error("{0}")]
    Fault(FaultReport),
    /// There is no such room.
    #[error("there is no such room")]
    NoRoom,
    /// There is no such ruleset here.
    #[error("there is no such ruleset here: rooms are made by its name, and `table` wants its hash")]
    NoRuleset,
    /// The room cannot be made like that.
    #[error("{reason}")]
    BadRoom {
        /// Why.
        reason: String,
    },
    /// All seats are taken.
    #[error("all seats are taken")]
    Full,
    /// The invite code is missing or wrong.
    #[error("this room is entered by invitation: the code is missing or wrong")]
    NotInvited,
    /// The token does not hold a seat here.
    #[error("that token holds no seat of this room")]
    BadToken,
    /// Nobody may watch, or not this one.
    #[error("this room may not be watched")]
    NotWatched,
    /// Only who has a seat can do that.
    #[error("only who has a seat can do that")]
    NoSeat,
    /// Only the owner can do that.
    #[error("only the owner of the room can do that")]
    NotOwner,
    /// There is no such seat, or nobody, or somebody, is on it.
    #[error("{reason}")]
    WrongSeat {
        /// What is wrong with it.
        reason: String,
    },
    /// It cannot be done at this time.
    #[error("{reason}")]
    NotNow {
        /// Why.
        reason: String,
    },
    /// Something was learned by the choice that is to be taken back.
    #[error("it cannot be taken back: somebody has seen a card by it")]
    Revealed,
    /// A limit of the host is reached.
    #[error("{reason}")]
    Limit {
        /// Which.
        reason: String,
    },
    /// What was written could not be kept. Nothing was done.
    #[error("the host cannot keep that at the moment; try again later")]
    Store,
    /// The room is set aside until the operator has looked at it.
    #[error(
        "this room is set aside: something of it is damaged or takes the host down; its operator knows more"
    )]
    Quarantined,
    /// The host is about to stop.
    #[error("the host is about to stop")]
    Draining,
}

impl Refused {
    /// It cannot be done at this time.
    pub fn not_now(reason: impl Into<String>) -> Refused {
        Refused::NotNow {
            reason: reason.into(),
        }
    }

    /// A limit of the host is reached.
    pub(crate) fn limit(reason: impl Into<String>) -> Refused {
        Refused::Limit {
            reason: reason.into(),
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Rules(refusal)
    }
}
