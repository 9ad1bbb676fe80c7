//! Data and options as a ruleset declares them.

use super::op::Code;
use super::{Domain, Values};
use crate::ids::{Seat, StrId, ZoneId};
use crate::value::{Type, Value};
use serde::{Deserialize, Serialize};

/// Who may read an item of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DataVisible {
    All,
    /// The seat it belongs to; of an item of a card whoever sees the card's face; for shared data nobody.
    Owner,
    None,
}

/// Where a table shows an item of data.
///
/// See [`DataInfo`](crate::DataInfo) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// At the seat it belongs to, and among the scores.
    Seat,
    Table,
    /// Among the scores only.
    Score,
    /// Nowhere: it is the rules' own.
    Nowhere,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DataDef {
    pub name: StrId,
    /// What players read instead of the name.
    pub label: Option<StrId>,
    /// Where a table shows it, where the ruleset says so.
    pub shown: Option<Shown>,
    /// What players read instead of some of its values.
    pub texts: Vec<(Value, StrId)>,
    pub ty: Type,
    /// What it is at first, when that is a constant.
    pub value: Value,
    /// What it is at first, when that must be worked out on entering the state.
    pub code: Option<Code>,
    pub constant: bool,
    pub visible: DataVisible,
    /// What it may be, when it is hidden.
    pub domain: Domain,
    /// Whether everybody could tell what it is from what has happened, although nobody is shown it.
    pub told: bool,
    /// How it is worked out, where no step sets it.
    pub computed: Option<Code>,
    /// All that it is worked out from, where that is known: while that is the same, so is the item. Rules from bytes
    /// do not have it, for it could be wrong.
    #[serde(skip)]
    pub inputs: Option<Box<[Input]>>,
}

/// What an item of data is worked out from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    Cards(ZoneId),
    /// The cards of a zone of the seat whose item it is.
    OwnCards(u16),
    /// An item of the shared data.
    Global(u16),
    /// An item of the data of the seat whose item it is.
    OwnData(u16),
}

impl DataDef {
    /// Whether it is worked out and stored, because somebody at the table sees it.
    fn is_stored(&self) -> bool {
        self.computed.is_some() && self.visible != DataVisible::None
    }

    /// Whether it is worked out and nobody at the table sees it. It is never stored: who reads it works it out.
    pub(crate) fn is_unseen(&self) -> bool {
        self.computed.is_some() && self.visible == DataVisible::None
    }

    /// An item that everybody may read and that begins with a constant.
    pub fn open(name: StrId, ty: Type, value: Value) -> DataDef {
        DataDef {
            name,
            label: None,
            shown: None,
            texts: Vec::new(),
            ty,
            value,
            code: None,
            constant: false,
            visible: DataVisible::All,
            domain: Domain::Unknown,
            told: false,
            computed: None,
            inputs: None,
        }
    }
}

/// How long an item of a card's data keeps its value.
///
/// ```
/// use cardable_engine::program::Keep;
/// let damage: Keep = serde_json::from_str("\"Zone\"")?; // forgotten when the card leaves its zone
/// assert_eq!(damage, Keep::Zone);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Keep {
    /// While the card lies in its zone.
    Zone,
    /// While everybody can follow the card.
    Followed,
    /// The whole game.
    Game,
}

/// An item of data that every card has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CardDataDef {
    pub def: DataDef,
    pub keep: Keep,
}

/// An option of a ruleset: a house rule chosen before the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingDef {
    pub name: StrId,
    /// Its type: boolean, number or string.
    pub ty: Type,
    /// What it is when nobody chooses.
    pub value: Value,
    /// What may be chosen, where that is said.
    pub domain: Option<Values>,
    /// What players read instead of the name.
    pub label: Option<StrId>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Data {
    pub globals: Vec<DataDef>,
    pub seat: Vec<DataDef>,
    /// What every card has.
    #[serde(default)]
    pub card: Vec<CardDataDef>,
    /// Which item of a seat is its score.
    pub score: Option<u16>,
    /// Whether any item is worked out and stored.
    #[serde(skip)]
    pub computes: bool,
}

impl Data {
    /// An item that is worked out.
    pub(crate) fn computed(&self, seat: Option<Seat>, at: u16) -> Option<&DataDef> {
        let data = match seat {
            Some(_) => &self.seat,
            None => &self.globals,
        };
        data.get(usize::from(at)).filter(|def| def.computed.is_some())
    }

    /// Whether an item is worked out and stored, for the views that show it.
    pub(crate) fn is_stored(&self, seat: Option<Seat>, at: u16) -> bool {
        self.computed(seat, at).is_some_and(DataDef::is_stored)
    }

    /// Whether any item is worked out and stored, looked up in each.
    pub fn any_stored(&self) -> bool {
        let all = self.globals.iter().chain(&self.seat);
        all.into_iter().any(DataDef::is_stored)
    }
}
