//! Requests from clients.

#[cfg(doc)]
use super::*;
use super::{BotLevel, Create, DebugCall, Hash, HouseRules, RoomId, Seq, Token};
#[cfg(doc)]
use cardable_core::View;
use cardable_core::interact::Interaction;
use cardable_core::{Choice, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request. The host answers each with a [`Message::Answer`] or a [`Message::Refused`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A number of your choice, which the answer repeats.
    pub id: u32,
    /// What you request.
    pub call: Call,
}

/// What a client can request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Greets the host, which must come first: [`Done::Hello`].
    Hello(Hello),

    // The lobby.
    /// Asks for the list of rooms, once or with all later changes ([`Message::Lobby`]).
    Rooms {
        /// Whether to send later changes too.
        watch: bool,
    },
    /// Asks what a table needs to know about a ruleset: [`Done::Table`]. You can also fetch it from
    /// `/content/` with [`RulesetEntry::table`], which can be cached.
    Table {
        /// The ruleset's hash.
        ruleset: Hash,
    },
    /// Makes a room and takes its first seat: [`Done::Seated`].
    Create(Create),
    /// Takes a seat in a room: [`Done::Seated`].
    Join(Join),
    /// Takes up a seat again: [`Done::Seated`]. If another socket has it, the host closes that one with
    /// [`ByeCode::Superseded`].
    Resume(Resume),
    /// Watches a room: [`Done::Watching`].
    Spectate(Spectate),
    /// Gives up your seat or stops watching, and returns to the lobby.
    Leave {},
    /// Returns to the lobby and keeps your seat. A bot may stand in after the grace time.
    StepOut {},
    /// Waits for others who want the same game. When there are enough, the host makes a room, starts the game
    /// and sends [`Message::Matched`].
    Match(MatchWanted),
    /// Stops waiting for a match.
    Unmatch {},

    // In a room, before the game.
    /// Says whether you are ready. The owner can start when every other person is.
    Ready {
        /// Whether you are.
        ready: bool,
    },
    /// As the owner, changes options, teams and roles before the game. Then people must say again that they
    /// are ready.
    Arrange(HouseRules),
    /// As the owner, starts the game when every other person is ready. Bots take the free seats. The answer comes
    /// at once; the game begins when every person at the table has given a part of its seed, or after two
    /// seconds.
    Start {},
    /// Gives your seat's part of the seed, while [`Fairness::asks`] says that the game is about to begin.
    MixIn {
        /// The part: 64 random hexadecimal digits.
        value: String,
    },
    /// As the owner, removes a person or a bot from a seat before the game.
    Kick {
        /// The seat.
        seat: Seat,
    },
    /// As the owner, puts a bot on a free seat.
    AddBot {
        /// The seat.
        seat: Seat,
        /// How well it plays.
        #[serde(default)]
        level: BotLevel,
    },
    /// As the owner, changes how well the bot on a seat plays, before the game. Another bot takes the seat.
    ChangeBot {
        /// The seat.
        seat: Seat,
        /// How well it plays.
        level: BotLevel,
    },
    /// As the owner, makes the person on another seat the owner.
    HandOver {
        /// The seat.
        seat: Seat,
    },
    /// As the owner, answers somebody who asked to watch.
    Approve {
        /// The person, by [`Waiting::spectator`].
        spectator: u32,
        /// Whether they may watch.
        allow: bool,
    },

    // At the table.
    /// Makes a choice: [`Done::Chosen`]. The answer comes when the choice is safe on the host's disk. Before it,
    /// everybody gets what follows from the choice as [`Message::Events`].
    Choose {
        /// The [`View::seq`] of the view for which you made the choice.
        seen: u64,
        /// The choice.
        choice: Choice,
    },
    /// Makes the choice that a gesture at the table stands for, if the rules give it a meaning:
    /// [`Done::Chosen`].
    Interact {
        /// The [`View::seq`] of the view for which you made it.
        seen: u64,
        /// The gesture.
        interaction: Interaction,
    },
    /// Asks what you may pick next if a pick is [`cardable_core::decision::PickOffered::ruled`]:
    /// [`Done::Extensions`].
    Extend {
        /// The choice so far.
        partial: Choice,
    },
    /// Asks what a bot would do in your place, if the room allows that ([`Settings::hints`]): [`Done::Hint`]. The answer
    /// may take a second and a half. Your other requests do not wait for it.
    Hint {},
    /// Asks the others to undo the last choice of a person, together with what bots have chosen since.
    AskUndo {},
    /// Answers a request to undo.
    AnswerUndo {
        /// Whether you agree.
        agree: bool,
    },
    /// Withdraws your request to undo.
    WithdrawUndo {},
    /// As the owner, says how a suspended room continues.
    AfterFault {
        /// How it continues.
        how: AfterFault,
    },
    /// As the owner, starts another game with the same seats and settings when the game is over.
    Rematch {},
    /// Asks for the log of a finished game: [`Done::Record`].
    Record {},
    /// Asks for a finished game from its start, as you could see it while it was played: [`Done::Replay`].
    Replay {},
    /// Asks what a bot thinks of your choices in a finished game: [`Done::Review`]. The answer may take ten seconds. Your
    /// other requests do not wait for it.
    Review {},
    /// As the owner of a room that is debugged (`Settings::debug`), asks what is hidden, or changes the game:
    /// [`Done::Debugged`]. At most ten at once, and five a second.
    Debug(DebugCall),
    /// Sends a chat line to the room.
    Chat {
        /// The text.
        text: String,
    },
    /// Asks for the room and the whole view again.
    Resync {},
    /// Tests the connection: [`Done::Ok`]. Everything that the room has sent so far comes before the answer. The
    /// answer comes before those to requests that the host is still working on.
    /// A connection can break without notice: if no answer comes within some seconds, connect again.
    Ping {},
}

/// The client's greeting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The newest version of the protocol that you speak: [`PROTOCOL`].
    pub protocol: u32,
    /// The oldest one that you speak as well, if you speak several. The host answers with the newest that it knows, too:
    /// [`Welcome::protocol`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oldest: Option<u32>,
    /// The client program and its version, for the host's records.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub client: String,
    /// The person's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The language that texts of games should have, as a tag of BCP 47 such as `de-AT`. What is not there in it, and everything
    /// where you leave it out, is in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The seat to take up again at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
}

/// A seat to take up again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Resume {
    /// The room.
    pub room: RoomId,
    /// The secret that holds the seat.
    pub token: Token,
    /// The game that your view is of: [`TableView::game`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The last [`Seq`] of that game that you have. The host sends only what you have missed. If you leave it
    /// out or it is too old, the host sends a whole view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
}

/// How a suspended room continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterFault {
    /// The seat whose choice made the rules fail makes another choice.
    GoOn,
    /// Undoes the last choice of a person before that one, with all that bots have chosen since.
    Undo,
    /// The game ends.
    End,
}

/// A seat to take. Name the room by its identifier or by its invite code.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// Its invite code. Private rooms need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The seat; the first free one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// A room to watch. Name it by its identifier or by its invite code.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Spectate {
    /// The room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// Its invite code. Private rooms need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// The game that you wait for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchWanted {
    /// The ruleset's hash, or its [`RulesetEntry::name`].
    pub ruleset: String,
    /// The number of seats.
    pub seats: u8,
}
