//! What the owner of a debugged room asks of the game, and changes of it.

#[cfg(doc)]
use super::*;
use super::{Seq, is_false, is_zero};
use cardable_core::Seat;
use cardable_core::ids::{ActionId, CardTypeId, ZoneId};
use cardable_core::setup::Item;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What can be asked of a game that is debugged (`Settings::debug`), and changed of it. It tells what is hidden.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DebugCall {
    /// Asks for all data and cards: [`Debugged::State`].
    State {},
    /// Asks why an action is not offered to a seat, or a card cannot be picked for it: [`Debugged::Why`].
    Why {
        /// The seat.
        seat: Seat,
        /// The action, of a state that runs.
        action: ActionId,
        /// The card; all that might be picked if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardTypeId>,
    },
    /// Works out an expression of the rules' language: [`Debugged::Value`].
    Evaluate {
        /// The expression, of 2,000 bytes at most.
        expression: String,
        /// The seat that reads it; if left out, it is read by somebody who sees everything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Sets data, and makes bots wait.
    Set {
        /// The item, as [`Debugged::State`] tells it.
        item: Item,
        /// An expression for its new value, of 2,000 bytes at most.
        value: String,
        /// The seat that reads the expression; if left out, it is read by somebody who sees everything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Moves a card to another zone as its newest card, and makes bots wait.
    Move {
        /// What it is. Of several alike in the zone, the one is moved that would be drawn first.
        card: CardTypeId,
        /// Where it lies.
        from: ZoneId,
        /// Where it is to lie.
        to: ZoneId,
    },
    /// Takes the last choices and changes back, whoever made them, and makes bots wait.
    Back {
        /// How many, from 1.
        count: u32,
    },
    /// Lets one bot choose, or a bot for you if no other is to decide: [`Debugged::Stepped`]. The answer comes when it has
    /// chosen. Afterwards bots wait.
    Step {},
    /// Makes bots wait, and clocks stand still, or lets both go on.
    Wait {
        /// Whether they wait.
        wait: bool,
    },
}

/// What came of a [`DebugCall`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Debugged {
    /// It is done. If the game has changed, [`Message::View`] comes before.
    Done {},
    /// All data and cards.
    State {
        /// The number of the message that the table had then: [`TableView::seq`].
        seq: Seq,
        /// All data: shared ones, those of seats, those of the state that runs, and those of cards that are not what they are at first.
        data: Vec<DatumTold>,
        /// All zones that are open, with their cards.
        zones: Vec<ZoneTold>,
        /// Whether the game was edited: then no log leads to it.
        #[serde(default, skip_serializing_if = "is_false")]
        edited: bool,
    },
    /// How an action stands for a seat.
    Why(Box<WhyTold>),
    /// What an expression comes to.
    Value {
        /// The value as the language writes it.
        text: String,
        /// Whether it is unknown, because it depends on a card that the seat does not see.
        #[serde(default, skip_serializing_if = "is_false")]
        unseen: bool,
    },
    /// A bot has chosen.
    Stepped {
        /// The seat for which it chose.
        seat: Seat,
        /// What happened, one event a line, as somebody reads it who sees everything.
        lines: Vec<String>,
    },
}

/// An item of data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DatumTold {
    /// What rules call it, such as `$player.score`; of a card where it lies, such as `2R@hand:1.damage`.
    pub name: String,
    /// Whose it is; left out if all share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// By its number, for [`DebugCall::Set`].
    pub item: Item,
    /// Its value as the language writes it.
    pub value: String,
    /// Whether it is worked out from other data, and so cannot be set.
    #[serde(default, skip_serializing_if = "is_false")]
    pub worked_out: bool,
}

/// The cards of a zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ZoneTold {
    /// The zone.
    pub zone: ZoneId,
    /// Its cards; the one that would be drawn first comes first.
    pub cards: Vec<CardTypeId>,
}

/// Why an action is not offered to a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WhyTold {
    /// Whether it is offered and, if a card was asked for, that card can be picked.
    pub is_offered: bool,
    /// The reason that the seat reads, if it is not offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The condition under which it may be done at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<PartTold>,
    /// What might be picked, and whether it is legal: twenty at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateTold>,
    /// How many more there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u32,
    /// What must hold of a finished pick, worked out of the card that was asked for alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<PartTold>,
    /// Whether the card that was asked for lies where nothing is picked from.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_elsewhere: bool,
}

/// Something that might be picked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CandidateTold {
    /// Its name, and where it lies.
    pub name: String,
    /// Whether it is legal, and why.
    pub legal: PartTold,
}

/// A condition or a part of one, as a seat reads it now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PartTold {
    /// What the rules say.
    pub text: String,
    /// What became of it.
    pub told: Told,
    /// What it compares or asks, and what became of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueTold>,
    /// The parts that it is made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartTold>,
}

/// A part of the rules that has a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ValueTold {
    /// What the rules say.
    pub text: String,
    /// What became of it.
    pub told: Told,
}

/// What became of a part of a condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// Its value as the language writes it.
    Value(String),
    /// It depends on a card that the seat does not see.
    Unseen,
    /// It cannot be worked out, for this reason.
    Fault(String),
}
