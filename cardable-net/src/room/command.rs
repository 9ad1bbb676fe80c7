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
    /// The seat chooses.
    Choose {
        /// The choice.
        choice: Choice,
        /// The `seq` of the view that the seat looked at, so that a race for a card is noticed.
        seen: Option<u64>,
    },
    /// The seat touches or says something, which an action template turns into a choice.
    Interact {
        /// The touch or message.
        interaction: Interaction,
        /// The `seq` of the view that the seat looked at.
        seen: Option<u64>,
    },
    /// Asks what may be picked next. It changes nothing.
    Extend(Choice),
    /// The seat is ready to start, or no longer is.
    Ready(bool),
    /// The owner starts the game. Bots take the empty seats. The game begins when the persons at the table have
    /// given their parts of its seed, or a moment later.
    Start,
    /// The seat gives its part of the seed of the game that is about to begin: 64 hexadecimal digits.
    MixIn(String),
    /// The owner chooses options, teams and roles, before the first game or another one.
    Arrange(HouseRules),
    /// The owner empties a seat, before the start.
    Kick(Seat),
    /// The owner puts a bot on an empty seat, before the start.
    AddBot(Seat),
    /// The owner makes another person the owner.
    GiveOwner(Seat),
    /// The owner begins another game, after one is over.
    Rematch,
    /// The seat is given up.
    Leave,
    /// Says something to everybody in the room.
    Chat(String),
    /// Asks for the whole room and table again.
    Resync,
    /// Proposes to take the last choice back.
    ProposeUndo,
    /// Agrees to such a proposal, or does not.
    AnswerUndo {
        /// Whether it agrees.
        agree: bool,
    },
    /// Withdraws the proposal.
    WithdrawUndo,
    /// The owner lets somebody watch, or does not.
    Admit {
        /// The watcher's number in the room's list.
        watcher: u32,
        /// Whether the watcher is let in.
        admit: bool,
    },
    /// The owner says how the game goes on after a fault.
    Resume(Resume),
    /// Asks for the finished game from its beginning. It changes nothing.
    Replay,
    /// Asks for the log of the finished game. It changes nothing.
    Record,
}

/// What came of a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The command was carried out.
    Done,
    /// The choice was made and is durable.
    Chosen {
        /// The `seq` of the view that it led to.
        seq: u64,
    },
    /// What may be picked next; `None` when no choice begins so.
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
    /// The seat makes another choice than the one at which the ruleset erred.
    GoOn,
    /// The last choice is taken back.
    Undo,
    /// The game ends.
    End,
}

/// Why a command was refused. Nothing changed.
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
        /// What is wrong.
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
    /// Nobody may watch this room, or the owner has not let this watcher in.
    #[error("this room may not be watched")]
    NotWatched,
    /// The command needs a seat.
    #[error("only who has a seat can do that")]
    NoSeat,
    /// The command needs the owner.
    #[error("only the owner of the room can do that")]
    NotOwner,
    /// There is no such seat, or it is taken, or it is not.
    #[error("{reason}")]
    WrongSeat {
        /// What is wrong with it.
        reason: String,
    },
    /// The room is in another phase.
    #[error("{reason}")]
    NotNow {
        /// What stands against it.
        reason: String,
    },
    /// Somebody learned something by the choice that is to be taken back.
    #[error("it cannot be taken back: somebody has seen a card by it")]
    Revealed,
    /// A limit of the host is reached.
    #[error("{reason}")]
    Limit {
        /// The limit, for people.
        reason: String,
    },
    /// The store failed. Nothing was done.
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
    /// A refusal for this reason at this time.
    pub fn not_now(reason: impl Into<String>) -> Refused {
        Refused::NotNow {
            reason: reason.into(),
        }
    }

    /// A refusal because a limit of the host is reached.
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
