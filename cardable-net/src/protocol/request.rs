//! What a client asks.

#[cfg(doc)]
use super::*;
use super::{Create, Hash, HouseRules, RoomId, Seq, Token};
#[cfg(doc)]
use cardable_core::View;
use cardable_core::interact::Interaction;
use cardable_core::{Choice, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a client asks. The host answers each with a [`Message::Answer`] or a [`Message::Refused`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A number of the client's own, which the answer repeats.
    pub id: u32,
    /// What it asks.
    pub call: Call,
}

/// What a client can ask.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Says who is there. It is the first thing that a client says; the host answers with
    /// [`Done::Hello`].
    Hello(Hello),

    // The lobby.
    /// Asks for the list of rooms, once, or also for all changes of it ([`Message::Lobby`]).
    Rooms {
        /// Whether changes are wanted too, from now on.
        watch: bool,
    },
    /// Asks what a table needs to know of a ruleset: [`Done::Table`]. The same is found under
    /// [`RulesetEntry::table`], where it can be cached.
    Table {
        /// The ruleset's hash.
        ruleset: Hash,
    },
    /// Makes a room and takes its first seat: [`Done::Seated`].
    Create(Create),
    /// Takes a seat in a room: [`Done::Seated`].
    Join(Join),
    /// Goes back to a seat: [`Done::Seated`]. Whoever sits there on another socket is told that it
    /// was superseded.
    Resume(Resume),
    /// Watches a room: [`Done::Watching`].
    Spectate(Spectate),
    /// Gives the seat up, or stops watching, and goes back to the lobby.
    Leave {},
    /// Goes back to the lobby and keeps the seat; a bot may play for it after the grace time.
    StepOut {},
    /// Waits for others who want the same game. When there are enough, a room is made for them and
    /// its game begins: the host says so with [`Message::Matched`].
    Match(MatchWanted),
    /// Waits no longer.
    Unmatch {},

    // In a room, before the game.
    /// Says whether one is ready. The owner can start when every other person is.
    Ready {
        /// Whether one is.
        ready: bool,
    },
    /// The owner chooses options, teams and roles anew, before the game. Persons must say again that
    /// they are ready.
    Arrange(HouseRules),
    /// The owner begins the game when every other person is ready; bots take the free seats. The answer comes at once; the game begins when
    /// every person at the table has given a part of its seed, within two seconds.
    Start {},
    /// Gives this seat's part of the seed, while [`Fairness::asks`] says that the game is about to begin: 64
    /// hexadecimal digits that nobody could guess.
    MixIn {
        /// The part.
        value: String,
    },
    /// The owner takes a person or a bot off a seat, before the game.
    Kick {
        /// The seat.
        seat: Seat,
    },
    /// The owner puts a bot on a free seat.
    AddBot {
        /// The seat.
        seat: Seat,
    },
    /// The owner makes another seat's person the owner.
    HandOver {
        /// The seat.
        seat: Seat,
    },
    /// The owner lets somebody watch who asked to, or does not.
    Approve {
        /// Who, by [`Waiting::spectator`].
        spectator: u32,
        /// Whether he may.
        allow: bool,
    },

    // At the table.
    /// Chooses. It is answered when the choice is safe on the host's disk; what follows from it comes
    /// as [`Message::Events`], to everybody, before the answer.
    Choose {
        /// The [`View::seq`] of the view for which the choice was made.
        seen: u64,
        /// The choice.
        choice: Choice,
    },
    /// Touches something at a table whose rules say what that means.
    Interact {
        /// The [`View::seq`] of the view for which it was done.
        seen: u64,
        /// What is touched or said.
        interaction: Interaction,
    },
    /// Asks what may be picked next where a pick is [`cardable_core::decision::PickOffered::ruled`]:
    /// [`Done::Extensions`].
    Extend {
        /// The choice so far.
        partial: Choice,
    },
    /// Asks the others whether the last choice of a person may be taken back. What bots have chosen since
    /// goes with it.
    AskUndo {},
    /// Answers that question.
    AnswerUndo {
        /// Whether it may.
        agree: bool,
    },
    /// Takes the own question back.
    WithdrawUndo {},
    /// The owner says how a room goes on whose rules have erred.
    AfterFault {
        /// How.
        how: AfterFault,
    },
    /// When a game is over, the owner begins another one with the same seats and settings, at once.
    Rematch {},
    /// Asks for the log of a game that is over: [`Done::Record`].
    Record {},
    /// Asks for a game that is over from its beginning, as this client could see it while it was
    /// played: [`Done::Replay`].
    Replay {},
    /// Says something to the room.
    Chat {
        /// What.
        text: String,
    },
    /// Asks for the whole room and view again.
    Resync {},
    /// Asks whether the host is there: [`Done::Ok`]. What the room has told before comes before the answer, and the
    /// answer before those to requests that the host still works on.
    /// A line may die without a word; who hears nothing for some seconds after a ping connects anew.
    Ping {},
}

/// Says who is there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol that the client speaks: [`PROTOCOL`].
    pub protocol: u32,
    /// What program it is, for the host's records.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub client: String,
    /// What the person is called at tables.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The seat to go back to at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
}

/// Goes back to a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Resume {
    /// The room.
    pub room: RoomId,
    /// What holds the seat.
    pub token: Token,
    /// Which game of the room the client has seen: [`TableView::game`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The last [`Seq`] of that game that the client has. Without it, or when that is too long ago,
    /// a whole view is sent, else only what was missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
}

/// How a room goes on whose rules have erred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterFault {
    /// The seat whose choice made them err chooses something else.
    GoOn,
    /// The last choice of a person before that one is taken back, with all that bots have chosen since.
    Undo,
    /// The game ends.
    End,
}

/// Takes a seat. The room is named by itself or by its invite code.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// Its invite code; private rooms need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The seat; the first free one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Watches a room, which is named by itself or by its invite code.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Spectate {
    /// The room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// Its invite code; private rooms need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// Which game somebody waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchWanted {
    /// The ruleset's hash, or its [`RulesetEntry::name`].
    pub ruleset: String,
    /// With how many seats.
    pub seats: u8,
}
