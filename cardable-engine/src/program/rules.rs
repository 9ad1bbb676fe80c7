//! States and actions as a ruleset declares them.

use super::capacity::CapacityChange;
use super::data::DataDef;
use super::op::{Code, Reg};
use super::phrase::Phrase;
use super::seats::Players;
use crate::ids::{ActionId, StateId, StrId};
pub use crate::signature::StateType;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnLength {
    OneAction,
    /// Until the seat ends it.
    UntilEndTurn,
}

/// When rounds begin and end: zones fill up then, and automatic actions run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rounds {
    /// A round begins on entering the state.
    pub entry: bool,
    /// A round ends, and the next one begins, when every seat has ended a turn.
    pub turns: bool,
    /// Whether anything in the state waits for every seat to have ended a turn.
    pub counted: bool,
}

/// How a state that runs by itself goes on: it stays until one of its transitions holds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Onward {
    /// Whether it has automatic actions that are repeated until then.
    pub steps: bool,
    /// Its transitions, in the order in which they are tried.
    pub transitions: Vec<TransitionTest>,
}

/// A transition as it is told when it does not hold.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TransitionTest {
    pub when: StrId,
    /// Its condition; None where it never holds.
    pub condition: Option<Code>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StateDef {
    pub name: StrId,
    /// What players read instead of the name.
    pub label: Option<StrId>,
    pub kind: StateType,
    pub turn: TurnLength,
    /// Its parameters: the first items of its data.
    pub params: u16,
    /// Its data; the parameters first.
    pub data: Vec<DataDef>,
    /// Which seats take part; all that persons hold when it is left out.
    pub players: Option<Players>,
    /// Works out who begins (round robin) or who acts (grandstand).
    pub starter: Option<Code>,
    /// Its automatic actions, in order.
    pub autos: Vec<ActionId>,
    /// When any of them may run.
    pub autos_on: Triggers,
    /// What seats can do, in order.
    pub actions: Vec<ActionId>,
    /// Those of its actions that are votes.
    pub votes: Vec<ActionId>,
    /// Whether an action reads `$state.vote`; if none does, the vote transitions.
    pub vote_is_read: bool,
    /// Whether every member is asked, and passes when it has nothing to do.
    pub ask_everyone: bool,
    /// Whether choices are kept from the others until all are in.
    pub sealed: bool,
    /// Seconds a seat should have, a hint for hosts.
    pub seconds: Option<u32>,
    /// When rounds begin and end in it.
    pub rounds: Rounds,
    /// Whether seats may do something although it is not their turn.
    pub off_turn: bool,
    /// How it goes on where it runs by itself and may not simply stand still.
    pub onward: Option<Onward>,
}

impl StateDef {
    /// A state of that name with nothing in it, which no round begins or ends in.
    pub fn named(name: StrId, kind: StateType) -> StateDef {
        StateDef {
            name,
            label: None,
            kind,
            turn: TurnLength::OneAction,
            params: 0,
            data: Vec::new(),
            players: None,
            starter: None,
            autos: Vec::new(),
            autos_on: Triggers::default(),
            actions: Vec::new(),
            votes: Vec::new(),
            vote_is_read: false,
            ask_everyone: false,
            sealed: false,
            seconds: None,
            rounds: Rounds::default(),
            off_turn: false,
            onward: None,
        }
    }
}

/// When an automatic action may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Triggers {
    /// It runs when the state is entered.
    pub entry: bool,
    /// At the start of each turn.
    pub turn: bool,
    /// After each action of a seat.
    pub action: bool,
    /// When every seat has ended a turn.
    pub round: bool,
    /// Again and again in a state that runs by itself, until a transition leads on.
    pub step: bool,
}

impl Triggers {
    /// When something of the one or of the other may run.
    #[must_use]
    pub fn or(self, other: Triggers) -> Triggers {
        Triggers {
            entry: self.entry || other.entry,
            turn: self.turn || other.turn,
            action: self.action || other.action,
            round: self.round || other.round,
            step: self.step || other.step,
        }
    }
}

/// What an action asks a seat to do.
///
/// See [`ActionInfo`](crate::ActionInfo) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Nothing: it runs by itself.
    Auto,
    Button,
    /// Pick cards of a hand.
    HandPick,
    /// Pick cards, zones, seats or options on the table.
    WorldPick,
    /// Vote for a state.
    VoteButton,
}

/// What is picked for an action.
///
/// See [`PickOffered`](crate::PickOffered) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PickWhat {
    Card,
    Zone,
    Seat,
    /// Entries of a list.
    Option,
    Deck,
    /// A card or a zone, and the card or zone it is drawn to.
    Drag,
}

/// Which cards of a zone may be picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PickOnly {
    All,
    /// The one that would be drawn next.
    Top,
    /// The one that would be drawn last.
    Bottom,
    /// Any where players may put cards in any order, else the one that would be drawn next.
    ByOrder,
}

/// Where the things to pick come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum PickFrom {
    /// Worked out: a zone, a seat, or a list of candidates.
    Code(Code),
    /// This zone of the acting seat (the usual case, kept apart for speed).
    OwnZone(u16),
    SharedZone(u16),
    /// This zone of every seat still in the game.
    EveryonesZone(u16),
    /// This zone of every other seat still in the game.
    OthersZone(u16),
}

/// Which candidates may be picked.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Legal {
    /// The condition of one candidate; what is picked already may be read. Its rule asks all cards at once.
    pub code: Code,
    /// Whether it reads what is picked already.
    pub reads_picked: bool,
    /// Whether it reads faces: then a card whose face the seat does not see
    /// is not legal, and the condition is not asked.
    pub reads_face: bool,
    /// Whether it reads of a candidate only what is on its back: then a card that the seat cannot tell from others is
    /// asked for all with the same back.
    pub by_back: bool,
}

impl Legal {
    /// The rule of the program that asks all cards at once.
    pub fn rule(&self) -> Option<u16> {
        self.code.rule
    }
}

/// When a finished pick is right.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Valid {
    pub code: Code,
    /// What must hold of every part of a right pick, where that follows from the condition: where it does
    /// not hold, nothing more needs to be picked.
    pub parts: Option<Code>,
    /// Whether it reads of what is picked only what is on the backs.
    pub by_back: bool,
}

/// What an action lets a seat pick.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PickDef {
    pub what: PickWhat,
    /// Fewest and most; worked out when they are no constants.
    pub min: u16,
    /// The most that are picked.
    pub max: u16,
    /// Works out the number of picks, when it is no constant.
    pub count: Option<Code>,
    /// Works out the fewest, where that is no constant and `count` does not.
    pub least: Option<Code>,
    /// Works out the most, in the same way.
    pub most: Option<Code>,
    pub from: Vec<PickFrom>,
    /// Which cards of the zones.
    pub only: PickOnly,
    /// Which of the candidates may be picked.
    pub legal: Option<Legal>,
    /// Said when a candidate is not legal.
    pub legal_message: Option<Text>,
    /// When the finished pick is right.
    pub valid: Option<Valid>,
    /// Said when it is not.
    pub valid_message: Option<Text>,
    /// Whether the picking seat does not see the cards although it otherwise might.
    pub blind: bool,
    /// Whether the order of the picks is the seat's, and counts.
    pub ordered: bool,
    /// The register of the action's code that takes the pick.
    pub register: Reg,
    /// Whether the register takes a single thing or a list.
    pub single: bool,
}

impl PickDef {
    /// Whether which candidates may be picked depends on those that are picked already.
    pub fn reads_picked(&self) -> bool {
        self.legal.is_some_and(|legal| legal.reads_picked)
    }

    /// Whether a condition on what is picked reads what is on the backs of cards.
    pub fn reads_backs(&self) -> bool {
        self.legal.is_some_and(|legal| legal.by_back) || self.valid.is_some_and(|valid| valid.by_back)
    }

    /// Whether only cards may be picked whose faces the seat sees.
    pub fn reads_face(&self) -> bool {
        self.what == PickWhat::Card && self.legal.is_some_and(|legal| legal.reads_face)
    }

    /// Whether right picks are found by trying: there is a rule for all that is picked together.
    pub fn is_searched(&self) -> bool {
        self.reads_picked() || self.valid.is_some()
    }
}

/// A text with places for values.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Text {
    /// The text; `{0}` stands for the first token.
    pub text: StrId,
    pub tokens: Vec<Code>,
}

impl Text {
    /// How many tokens a text can show.
    pub const MOST_TOKENS: usize = 4;
}

/// Where a table shows a message.
///
/// See [`MessageSeen`](crate::view::MessageSeen) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MessagePlace {
    #[default]
    CenterScreen,
    TopCenterScreen,
    BottomCenterScreen,
    /// In the log only.
    Log,
    /// In the summary of what is just over: it stays until the next summary.
    Summary,
}

/// A message that is shown while an action is available, or when it runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    pub place: MessagePlace,
    /// Size of the letters, in points.
    pub size: u16,
    pub text: Text,
    /// For how many seconds; -1 while it is true.
    pub seconds: i32,
}

/// What a vote is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Electable {
    /// The state the game goes to when the vote wins.
    pub target: StateId,
}

/// Who may do an action where seats take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Actors {
    /// The seat on turn may do it.
    #[default]
    OnTurn,
    /// The others, at any time.
    OffTurn,
    /// Every seat may do it at any time.
    Anyone,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActionDef {
    pub name: StrId,
    pub label: StrId,
    /// The label with its values, where it holds any.
    pub title: Option<Text>,
    /// What the log says when a seat has done it; made of its label where it is left out.
    pub phrase: Option<Phrase>,
    pub state: StateId,
    /// What it asks a seat to do.
    pub kind: ActionKind,
    /// When it runs, for automatic ones.
    pub on: Triggers,
    /// Who may do it where seats take turns.
    pub by: Actors,
    pub condition: Option<Code>,
    /// Said when it may not.
    pub condition_message: Option<Text>,
    /// The parts of the condition, where they have messages of their own.
    pub condition_parts: Vec<ConditionPart>,
    pub pick: Option<PickDef>,
    pub vote: Option<Electable>,
    pub message: Option<Message>,
    pub body: Code,
    /// Cards that its first steps move to zones with a limit.
    pub capacity: Vec<CapacityChange>,
    /// Whether its first step is a prompt, which needs an answer to be possible.
    pub opens_with_prompt: bool,
    pub sealing: Sealing,
    /// Whether a seat that runs out of time does this.
    pub on_timeout: bool,
    /// Whether the seat's turn ends with it even where turns are long.
    pub ends_turn: bool,
}

/// Whether the choices of an action are kept from the others until all are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Sealing {
    #[default]
    Open,
    /// What is picked is kept.
    Picks,
    /// It asks for answers first, which are kept too.
    Answers,
}

impl Sealing {
    pub fn is_sealed(self) -> bool {
        self != Sealing::Open
    }
}

/// A part of an action's condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConditionPart {
    pub code: Code,
    /// Said when it is the first that does not hold.
    pub message: Option<Text>,
}

impl ActionDef {
    /// An action of a state with a name and steps, and nothing else.
    pub fn named(state: StateId, kind: ActionKind, name: StrId, body: Code) -> ActionDef {
        ActionDef {
            name,
            label: name,
            title: None,
            phrase: None,
            state,
            kind,
            on: Triggers::default(),
            by: Actors::default(),
            condition: None,
            condition_message: None,
            condition_parts: Vec::new(),
            pick: None,
            vote: None,
            message: None,
            body,
            capacity: Vec::new(),
            opens_with_prompt: false,
            sealing: Sealing::Open,
            on_timeout: false,
            ends_turn: false,
        }
    }

    /// Whether it is a button or a pick of one card, not kept from the others: the
    /// usual case.
    #[inline]
    pub fn is_plain(&self) -> bool {
        !self.sealing.is_sealed()
            && self.kind != ActionKind::VoteButton
            && self
                .pick
                .as_ref()
                .is_none_or(|pick| pick.single && pick.what == PickWhat::Card)
    }
}
