//! Commands from people in a room, their answers, and reasons for refusal.

use crate::fairness::GameFile;
use crate::protocol::{BotLevel, DebugCall, Debugged, HouseRules, Opinion, Replay, ReviewedChoice};
use cardable_core::decision::Extensions;
use cardable_core::interact::Interaction;
use cardable_core::{Choice, FaultReport, Refusal, Seat};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A command from somebody attached to a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Makes a choice.
    Choose {
        /// The choice.
        choice: Choice,
        /// The `seq` of the view that the seat saw, to detect races for a card.
        seen: Option<u64>,
    },
    /// Touches or says something. An action template turns that into a choice.
    Interact {
        /// What the seat touched or said.
        interaction: Interaction,
        /// The `seq` of the view that the seat saw.
        seen: Option<u64>,
    },
    /// Asks which picks can follow. Changes nothing.
    Extend(Choice),
    /// Sets whether the seat is ready to start.
    Ready(bool),
    /// Starts the game (owner only). Bots take the empty seats. The game begins once the people at the table
    /// have contributed to its seed, or after a short wait.
    Start,
    /// Contributes to the seed of the game about to begin: 64 hexadecimal digits.
    MixIn(String),
    /// Sets options, teams and roles before a game (owner only).
    Arrange(HouseRules),
    /// Empties a seat before the start (owner only).
    Kick(Seat),
    /// Puts a bot on an empty seat before the start (owner only).
    AddBot {
        /// The seat.
        seat: Seat,
        /// How well it plays.
        level: BotLevel,
    },
    /// Puts another bot on a bot's seat before the start (owner only).
    ChangeBot {
        /// The seat.
        seat: Seat,
        /// How well it plays.
        level: BotLevel,
    },
    /// Makes another person the owner (owner only).
    GiveOwner(Seat),
    /// Starts another game after one is over (owner only).
    Rematch,
    /// Gives up the seat.
    Leave,
    /// Sends a chat line to everybody in the room.
    Chat(String),
    /// Requests the whole room and table again.
    Resync,
    /// Asks what a bot would do on the seat. Changes nothing.
    Hint,
    /// Asks what a bot thinks of the seat's choices in the finished game. Changes nothing.
    Review,
    /// Proposes to take back the last choice.
    ProposeUndo,
    /// Answers a proposal to take back a choice.
    AnswerUndo {
        /// Whether the seat agrees.
        agree: bool,
    },
    /// Withdraws the proposal.
    WithdrawUndo,
    /// Admits a watcher or not (owner only).
    Admit {
        /// The watcher's number in the room's list.
        watcher: u32,
        /// Whether the watcher is admitted.
        admit: bool,
    },
    /// Decides how the game continues after a fault (owner only).
    Resume(Resume),
    /// Asks of a debugged game, or changes it (owner only).
    Debug(DebugCall),
    /// Requests the finished game from its beginning. Changes nothing.
    Replay,
    /// Requests the log of the finished game. Changes nothing.
    Record,
}

/// The answer to a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The command was executed.
    Done,
    /// The choice was made and is durable.
    Chosen {
        /// The `seq` of the resulting view.
        seq: u64,
    },
    /// The picks that can follow. `None` if no choice starts like this.
    Extensions(Option<Extensions>),
    /// What a bot would do.
    Hint(Opinion),
    /// What a bot thinks of the seat's choices.
    Review {
        /// The choices, in the order of the game.
        choices: Vec<ReviewedChoice>,
        /// Those that cost most, by their `at`, the worst first.
        costliest: Vec<u32>,
        /// Whether the bot did not come to the last ones.
        partial: bool,
    },
    /// What came of debugging.
    Debugged(Debugged),
    /// The game as the viewer could see it.
    Replay(Box<Replay>),
    /// The log of the game, with the proof of how it was dealt.
    Record(Box<GameFile>),
}

/// How a suspended game continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// The seat makes another choice instead of the one that caused the fault.
    GoOn,
    /// The last choice is taken back.
    Undo,
    /// The game ends.
    End,
}

/// Why a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// The rules do not allow the choice.
    #[error("{0}")]
    Rules(Refusal),
    /// The ruleset faulted, so the room is suspended.
    #[error("{0}")]
    Fault(FaultReport),
    /// The room does not exist.
    #[error("there is no such room")]
    NoRoom,
    /// The host does not have the ruleset.
    #[error("there is no such ruleset here: rooms are made by its name, and `table` wants its hash")]
    NoRuleset,
    /// The settings of the new room are not valid.
    #[error("{reason}")]
    BadRoom {
        /// What is wrong, for people.
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
    /// Watching is not allowed, or the owner has not admitted this watcher.
    #[error("this room may not be watched")]
    NotWatched,
    /// Only seats can do this.
    #[error("only who has a seat can do that")]
    NoSeat,
    /// Only the owner can do this.
    #[error("only the owner of the room can do that")]
    NotOwner,
    /// The seat does not exist, or is taken, or is not taken.
    #[error("{reason}")]
    WrongSeat {
        /// What is wrong, for people.
        reason: String,
    },
    /// The room is in another phase.
    #[error("{reason}")]
    NotNow {
        /// What prevents it, for people.
        reason: String,
    },
    /// Somebody learned something from the choice that was to be taken back.
    #[error("it cannot be taken back: somebody has seen a card by it")]
    Revealed,
    /// The host or the room does not allow debugging.
    #[error("{reason}")]
    NoDebugging {
        /// Which of them, for people.
        reason: String,
    },
    /// An expression cannot be read, or has no value.
    #[error("{reason}")]
    Expression {
        /// What is wrong with it, for people.
        reason: String,
    },
    /// A limit of the host is reached.
    #[error("{reason}")]
    Limit {
        /// The limit, for people.
        reason: String,
    },
    /// The store failed, and nothing has been done.
    #[error("the host cannot keep that at the moment; try again later")]
    Store,
    /// The room is quarantined until the operator has examined it.
    #[error(
        "this room is set aside: something of it is damaged or takes the host down; its operator knows more"
    )]
    Quarantined,
    /// The host is shutting down.
    #[error("the host is about to stop")]
    Draining,
    /// The room is on its way to another host that shares the store.
    #[error("the room moves to another host; try again")]
    Moving,
    /// The room belongs to another host that shares the store.
    #[error("the room is with another host, which cannot be reached at the moment; try again")]
    Elsewhere {
        /// Where hosts reach that one. Empty where they cannot.
        link: String,
        /// The session that the room belongs to.
        session: u64,
    },
}

impl Refused {
    /// Creates [`Refused::NotNow`] with this reason.
    pub fn not_now(reason: impl Into<String>) -> Refused {
        Refused::NotNow {
            reason: reason.into(),
        }
    }

    /// Creates [`Refused::Limit`] with this reason.
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
