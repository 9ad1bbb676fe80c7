//! The protocol: what a client and the host say to each other.
//!
//! One websocket, at `/ws`; every message is a text frame with one JSON value. A client sends
//! [`Request`]s, the host sends [`Message`]s. Each of both is an object with a single key that
//! says what it is: `{"id": 3, "call": {"chat": {"text": "hello"}}}`. Keys that a reader does not
//! know are to be ignored: later versions may add some.
//!
//! These types are all there is to the protocol. `docs/protocol.md` and `docs/protocol.schema.json`
//! are made from them; a recorded session shows how they follow each other.

use crate::fairness::GameFile;
use cardable_core::view::{MessageSeen, SceneSeen};
use cardable_core::{
    Choice, Extensions, FaultReport, GameResult, Interaction, LegalInteraction, Offered, OptionValue,
    Refusal, Seat, SeatSet, Sheet, Unavailable, View, ViewEvent,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the protocol that this host speaks. A client says which one it speaks; a host
/// refuses others.
pub const PROTOCOL: u32 = 1;

/// Names a room, for as long as the host keeps it. It tells nothing else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RoomId(pub String);

/// What holds a seat: whoever has it plays on that seat. It is told once, to the client that took
/// the seat, and to nobody else; the host keeps its hash alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Token(pub String);

impl std::fmt::Debug for Token {
    /// Logs never hold a token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A BLAKE3 hash, as 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Hash(pub String);

/// Numbers the messages of a table that one viewer has got, from 1. There are no gaps: whoever
/// sees one has missed something and asks for a [`Call::Resync`].
pub type Seq = u64;

// --- from a client to the host

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
    /// [`RulesetInfo::table`], where it can be cached.
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
    /// Says whether one is ready.
    Ready {
        /// Whether one is.
        ready: bool,
    },
    /// The owner begins the game; bots take the free seats.
    Start {},
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
    /// Asks what may be picked next where a pick is [`cardable_core::PickOffered::ruled`]:
    /// [`Done::Extensions`].
    Extend {
        /// The choice so far.
        partial: Choice,
    },
    /// Asks the others whether the last choice may be taken back.
    AskUndo {},
    /// Answers that question.
    AnswerUndo {
        /// Whether it may.
        agree: bool,
    },
    /// The owner says how a room goes on whose rules have erred.
    AfterFault {
        /// How.
        how: AfterFault,
    },
    /// The owner asks for another game with the same seats and settings, when this one is over.
    Rematch {},
    /// Asks for the log of a game that is over: [`Done::Record`].
    Record {},
    /// Says something to the room.
    Chat {
        /// What.
        text: String,
    },
    /// Asks for the whole room and view again.
    Resync {},
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
    /// The choice before that one is taken back.
    Undo,
    /// The game ends.
    End,
}

/// Makes a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Create {
    /// The ruleset's hash, or its [`RulesetInfo::name`].
    pub ruleset: String,
    /// What the room is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// All that can be chosen.
    #[serde(default)]
    pub settings: Settings,
    /// How many bots take seats at once.
    #[serde(default)]
    pub bots: u8,
}

/// What can be chosen for a room. What is left out is as usual.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Settings {
    /// How many seats; the fewest that the ruleset allows when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The ruleset's options that differ from their defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// Whether only those come in who have the invite code; such a room is not listed.
    pub private: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// How long persons may think.
    pub clocks: ClockSettings,
    /// When choices may be taken back.
    pub undo: UndoRule,
    /// Whether nobody plays for a person who is away for longer than the grace time; else a bot does.
    pub no_stand_in: bool,
}

/// When choices may be taken back. All persons on seats must agree in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// Never.
    Never,
    /// When nobody has seen a card by it.
    #[default]
    NothingLearned,
    /// Whatever was seen.
    Always,
}

/// Who may watch a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nobody.
    None,
    /// Everybody who can enter.
    #[default]
    Open,
    /// Everybody who can enter, so many choices late.
    Delayed {
        /// How many.
        choices: u16,
    },
    /// Those whom the owner lets in.
    Approved,
}

/// How long persons may think. When the time is up, the seat does what the rules declare for that,
/// or something legal at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ClockSettings {
    /// Seconds for each decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
    /// Seconds for all decisions of a game together; they are used up when the decision's own are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
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
    /// The ruleset's hash, or its [`RulesetInfo::name`].
    pub ruleset: String,
    /// With how many seats.
    pub seats: u8,
}

// --- from the host to a client

/// What the host says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// What the host has done.
    Answer {
        /// The request's number.
        id: u32,
        /// What came of it.
        done: Box<Done>,
    },
    /// What the host has not done, and why. Nothing has changed.
    Refused(Refused),
    /// How the list of rooms has changed.
    Lobby(LobbyChange),
    /// A room was made for those who waited for the same game, and this client has a seat in it.
    Matched(Seated),
    /// The room in which the client is, whenever something of it changes.
    Room(Box<RoomInfo>),
    /// The whole table. It comes first, after an undo, and when the client has missed too much.
    View(Box<TableView>),
    /// What has happened since the message before.
    Events(Box<Happened>),
    /// How much time the seats have left, when that changes without a choice.
    Clocks(Clocks),
    /// Somebody said something.
    Chat(ChatLine),
    /// The host closes the socket, or puts the client out of its room, and says why.
    Bye(Bye),
}

/// What came of a request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// It is done, and there is nothing to tell.
    Ok {},
    /// The host greets.
    Hello(Box<Welcome>),
    /// The rooms.
    Rooms {
        /// The rooms that anybody may find.
        rooms: Vec<RoomEntry>,
    },
    /// What a table needs to know of a ruleset.
    Table(Box<Sheet>),
    /// The client has a seat. [`Message::Room`] comes with it, and [`Message::View`] or
    /// [`Message::Events`] when the game has begun.
    Seated(Seated),
    /// The client watches, or waits for the owner's word. [`Message::Room`] comes with it.
    Watching {
        /// The room.
        room: RoomId,
        /// Whether the owner must allow it first.
        waiting: bool,
    },
    /// The choice is made.
    Chosen {
        /// The [`View::seq`] that it led to.
        seq: u64,
    },
    /// What may be picked next; nothing when no choice begins so.
    Extensions {
        /// What may be picked, and whether it is enough.
        extensions: Option<Extensions>,
    },
    /// The log of a game that is over, with what proves that its seed was fixed before it. Saved as
    /// it is, it is a file for `cardable replay --verify`.
    Record(Box<GameFile>),
}

/// The host greets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol that the host speaks.
    pub protocol: u32,
    /// What the host is called.
    pub server: String,
    /// The version of the host's program.
    pub version: String,
    /// What a client may do at most.
    pub limits: WireLimits,
    /// The rulesets that rooms can be made of.
    pub rulesets: Vec<RulesetInfo>,
    /// Everything that can be fetched from `/content/` and its hash: a client that has it downloads
    /// nothing.
    pub content: Vec<ContentItem>,
    /// The seat that the client is back on, when it asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seated: Option<Seated>,
    /// Why it is not, when it asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_resumed: Option<Refused>,
}

/// What a client may do at most. The host closes sockets that do more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WireLimits {
    /// Bytes of a message to the host.
    pub message_bytes: u32,
    /// Messages to the host in a second, over a longer time.
    pub messages_per_second: u32,
    /// How many may come at once.
    pub messages_burst: u32,
    /// Characters of what is said in a room.
    pub chat_chars: u32,
    /// Seconds without any message, after which the host closes the socket. Answers to the host's
    /// pings count as messages.
    pub idle_seconds: u32,
    /// Seconds for which a seat waits for a person who is away.
    pub grace_seconds: u32,
}

/// A ruleset that rooms can be made of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulesetInfo {
    /// A short name, such as that of its folder.
    pub name: String,
    /// The hash of all its texts: it is the same ruleset exactly when this is the same.
    pub hash: Hash,
    /// What players call the game.
    pub title: String,
    /// A sentence or more about it.
    pub description: String,
    /// Fewest seats.
    pub min_seats: u8,
    /// Most seats.
    pub max_seats: u8,
    /// Where its [`Sheet`] is found: `/content/` and this hash.
    pub table: Hash,
    /// The options that can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<cardable_core::OptionSheet>,
    /// Whether nothing in the rules ends the game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub endless: bool,
}

/// Something that can be fetched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContentItem {
    /// The hash of the ruleset that it belongs to.
    pub ruleset: Hash,
    /// What it is called there: `table.json`, the path of a picture, or of a text where the host
    /// shows them.
    pub path: String,
    /// The hash of its bytes; it is found at `/content/` and this.
    pub hash: Hash,
    /// How many bytes it has.
    pub bytes: u64,
}

/// The client has a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The room.
    pub room: RoomId,
    /// The seat.
    pub seat: Seat,
    /// What holds the seat; left out where the client has it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// A room, as the lobby lists it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoomEntry {
    /// The room.
    pub room: RoomId,
    /// What it is called.
    pub title: String,
    /// The ruleset's [`RulesetInfo::name`].
    pub ruleset: String,
    /// How far it is: open or playing.
    pub phase: Phase,
    /// How many seats it has.
    pub seats: u8,
    /// How many of them persons hold.
    pub persons: u8,
    /// How many bots hold.
    pub bots: u8,
    /// Whether it may be watched.
    pub watchable: bool,
}

/// How far a room is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The game has not begun.
    Open,
    /// It is played.
    Playing,
    /// Its rules have erred, and the owner must say how to go on.
    Suspended,
    /// It is over.
    Over,
}

/// How the list of rooms has changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LobbyChange {
    /// Whether [`LobbyChange::changed`] is the whole list, and what was known before counts no more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// Rooms that are new, or are no longer as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<RoomEntry>,
    /// Rooms that are no longer listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<RoomId>,
}

/// A room, as those in it see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoomInfo {
    /// The room.
    pub room: RoomId,
    /// What it is called.
    pub title: String,
    /// The ruleset's [`RulesetInfo::name`].
    pub ruleset: String,
    /// The ruleset's hash; the room keeps it, also when the host has newer rules of that name.
    pub hash: Hash,
    /// Where the ruleset's [`Sheet`] is found: `/content/` and this hash.
    pub table: Hash,
    /// How far it is.
    pub phase: Phase,
    /// Who the client is here.
    pub you: You,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The seat of the owner; nothing while no person holds a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What was chosen for it.
    pub settings: Settings,
    /// The code that lets others in; only those on seats are told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// How many watch.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub watching: u32,
    /// Who asks to watch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// How anybody can check that the seed was fixed before the game; there while or after it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<Fairness>,
    /// The question whether a choice may be taken back, while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoAsked>,
    /// What the rules did wrong, in a suspended room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultReport>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Which game of the room it is, from 1; 0 before the first.
    pub game: u32,
}

/// Who a client is in its room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum You {
    /// It has a seat.
    Seat(Seat),
    /// It watches.
    Spectator,
    /// It asks to watch, and sees nothing yet.
    Waiting,
}

/// Somebody who asks to watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// His number in this room.
    pub spectator: u32,
    /// What he is called.
    pub name: String,
}

/// A seat of a room.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// What it is called: its person's or bot's name.
    pub name: String,
    /// Who holds it.
    pub held: Held,
    /// Whether its person is ready to begin.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ready: bool,
    /// Whether its person is connected.
    #[serde(default, skip_serializing_if = "is_false")]
    pub present: bool,
    /// Whether a bot plays for its person just now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stand_in: bool,
}

/// Who holds a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// Nobody.
    #[default]
    Free,
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// How anybody can check that the seed was fixed before the game. The commitment is the BLAKE3 hash
/// of the salt and the seed, one after the other, in the mode that derives keys, with the context
/// `cardable 2026 commitment to the seed of a game`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fairness {
    /// The commitment as 64 hexadecimal digits, told when the game begins.
    pub commitment: Hash,
    /// The seed as 64 hexadecimal digits, told when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The salt as 64 hexadecimal digits, told with the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
}

/// The question whether a choice may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UndoAsked {
    /// Who asked.
    pub by: Seat,
    /// Who has agreed.
    pub agreed: SeatSet,
    /// Whose answer is missing.
    pub missing: SeatSet,
}

/// The whole table, as the client may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// Which game of the room it is, from 1.
    pub game: u32,
    /// The number of this message: those of [`Happened`] go on behind it.
    pub seq: Seq,
    /// The table.
    pub view: View,
    /// What the client has to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Box<Asked>>,
    /// How much time the seats have left.
    #[serde(default, skip_serializing_if = "Clocks::is_none")]
    pub clocks: Clocks,
    /// Whether the game was taken back to an earlier decision.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rewound: bool,
}

/// What has happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// The number of this message: one more than that of the message before.
    pub seq: Seq,
    /// The [`View::seq`] of the view after it.
    pub step: u64,
    /// The events, in order, but for [`ViewEvent::Status`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ViewEvent>,
    /// What of the view's status is no longer as it was.
    #[serde(default, skip_serializing_if = "StatusChange::is_none")]
    pub status: StatusChange,
    /// What the client has to decide now. What it had to decide before is no longer asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Box<Asked>>,
    /// How much time the seats have left, where that has changed.
    #[serde(default, skip_serializing_if = "Clocks::is_none")]
    pub clocks: Clocks,
}

/// What of a [`cardable_core::view::Status`] is no longer as it was; what is left out is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StatusChange {
    /// The running states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenes: Option<Vec<SceneSeen>>,
    /// Seats that are out and watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dismissed: Option<SeatSet>,
    /// Seats that are asked a question in the middle of an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<SeatSet>,
    /// Whether this viewer has something to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_decide: Option<bool>,
    /// 1 when play goes round by growing seat numbers, else -1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<i8>,
    /// The messages on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub messages: Option<Vec<MessageSeen>>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// What a seat has to decide.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// What it can do.
    pub offers: Vec<Offered>,
    /// What it cannot do now, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<Unavailable>,
    /// What it can touch, at tables whose rules say what that means.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<LegalInteraction>,
}

/// How much time the seats have left whose clocks run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Clocks(pub Vec<Clock>);

/// How much time a seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// The seat.
    pub seat: Seat,
    /// Milliseconds for this decision, when the message was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_ms: Option<u64>,
    /// Milliseconds for all decisions to come, when the message was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    pub when: u64,
    /// By whom; nothing for those who watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What he is called.
    pub name: String,
    /// What.
    pub text: String,
}

/// What the host has not done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The request's number; nothing where the request could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// Why, for programs.
    pub code: Code,
    /// Why, for people.
    pub reason: String,
    /// Why, as the rules say it, where they refused a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Refusal>,
}

/// Why something was not done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is no request: not JSON, or not of this protocol.
    Malformed,
    /// A [`Call::Hello`] must come first, and only once.
    NotGreeted,
    /// The client speaks another version of the protocol.
    Version,
    /// Too many messages; this one was not looked at.
    Rate,
    /// The host, or the client's address, has as many of these as it may have.
    Full,
    /// The host is about to stop and begins nothing new.
    Draining,
    /// There is no such room.
    NoSuchRoom,
    /// There is no such ruleset.
    NoSuchRuleset,
    /// The room cannot be made like that.
    Settings,
    /// The room is entered with its invite code, and that is missing or wrong.
    NotInvited,
    /// All seats are taken.
    RoomFull,
    /// There is no such seat, or nobody, or somebody, is on it.
    WrongSeat,
    /// The token holds no seat of that room.
    WrongToken,
    /// The room may not be watched.
    NoSpectators,
    /// The client must leave its room first.
    InRoom,
    /// The client is in no room.
    NotInRoom,
    /// Only those with a seat may do that.
    NotSeated,
    /// Only the owner may do that.
    NotOwner,
    /// It cannot be done at this time.
    NotNow,
    /// Somebody has seen a card by the choice that is to be taken back.
    Revealed,
    /// The rules refuse the choice; [`Refused::rules`] says why.
    Rules,
    /// The rules have erred; the room is suspended.
    Faulted,
    /// The host could not store it. It is not done.
    Storage,
}

/// The host closes the socket, or puts the client out of its room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bye {
    /// Why, for programs.
    pub why: ByeCode,
    /// Why, for people.
    pub reason: String,
    /// The room that the client is out of; the socket stays open. Without it the socket is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
}

/// Why the host closes a socket, or puts a client out of its room. A socket is closed with the code
/// of [`ByeCode::close_code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeCode {
    /// The same seat was taken up on a newer socket. Close code 4001.
    Superseded,
    /// The owner took the client off its seat, or out of the room. Close code 4002.
    Kicked,
    /// The host stops; seats are kept, and can be taken up again when it is back. Close code 1012.
    Draining,
    /// The client does not read what it is sent. Close code 4003.
    Slow,
    /// The client sends too much. Close code 4004.
    Rate,
    /// A message was too large. Close code 1009.
    TooBig,
    /// Nothing came for too long. Close code 4005.
    Idle,
    /// The client did not say hello in time. Close code 4006.
    Handshake,
    /// The client does not keep to the protocol. Close code 1002.
    Protocol,
    /// The room was closed. Close code 4007.
    RoomClosed,
}

impl ByeCode {
    /// The code with which the socket is closed.
    pub const fn close_code(self) -> u16 {
        match self {
            ByeCode::Superseded => 4001,
            ByeCode::Kicked => 4002,
            ByeCode::Draining => 1012,
            ByeCode::Slow => 4003,
            ByeCode::Rate => 4004,
            ByeCode::TooBig => 1009,
            ByeCode::Idle => 4005,
            ByeCode::Handshake => 4006,
            ByeCode::Protocol => 1002,
            ByeCode::RoomClosed => 4007,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

impl Clocks {
    /// Whether no seat is listed.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

impl StatusChange {
    /// Whether nothing has changed.
    pub fn is_none(&self) -> bool {
        *self == StatusChange::default()
    }
}
