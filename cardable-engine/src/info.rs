//! What a client must know of a ruleset before it can draw a game of it: names,
//! cards, zones and labels by the numbers that views, events and decisions use.
//! No rule is in it.

mod of_ruleset;

pub(crate) use of_ruleset::hand_order;

use crate::ids::{Seat, StateId, StrId, ZoneId};
use crate::language::Language;
use crate::program::{ActionKind, Corner, Order, Profile, Shown, StateType};
use crate::setup::OptionValue;
use crate::shown_data;
use crate::text::fill;
use crate::view::Datum;
use serde::{Deserialize, Serialize};

/// What a ruleset looks like from outside.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let info = ruleset.info();
/// assert_eq!((info.name.as_str(), info.seats), ("Stones", (2, 4)));
/// let sent = serde_json::to_string(&info)?; // what a host sends to its clients
/// assert_eq!(serde_json::from_str::<cardable_core::RulesetInfo>(&sent)?, info);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[doc(alias = "metadata")]
#[doc(alias = "manifest")]
#[non_exhaustive]
pub struct RulesetInfo {
    /// What players call the game.
    pub name: String,
    /// What people who look for a game are told of it.
    #[serde(flatten)]
    pub profile: Profile,
    /// The hash that ties games to the ruleset, as hexadecimal digits.
    pub hash: String,
    /// Fewest and most seats that persons hold.
    pub seats: (u8, u8),
    /// Whether a game goes on for as long as its players like.
    pub endless: bool,
    /// Its teams.
    #[serde(flatten)]
    pub teams: TeamsInfo,
    /// The roles that seats can have.
    pub roles: Vec<RoleInfo>,
    /// What a table may make of it: a layout, a colour, an author.
    pub hints: Vec<(String, String)>,
    /// What can be chosen before a game.
    pub options: Vec<OptionInfo>,
    /// The card sets.
    pub sets: Vec<SetInfo>,
    /// The printed cards, by their numbers.
    pub cards: Vec<CardInfo>,
    /// The zones there is one of. Their numbers come first.
    pub shared_zones: Vec<ZoneInfo>,
    /// The zones that every seat has. Those of the first seat follow the shared
    /// ones, then come those of the second, and so on.
    pub seat_zones: Vec<ZoneInfo>,
    /// The shared data.
    pub globals: Vec<DataInfo>,
    /// The data of every seat.
    pub seat_data: Vec<DataInfo>,
    /// The data of every card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub card_data: Vec<DataInfo>,
    /// The states.
    pub states: Vec<StateInfo>,
    /// The actions.
    pub actions: Vec<ActionInfo>,
    /// What the decks are called.
    pub decks: Vec<String>,
    /// The texts that values in views are numbers of.
    pub texts: Vec<String>,
}

/// The teams of a game.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let teams = ruleset.info().teams;
/// assert!(!teams.chosen && teams.names.is_empty()); // everybody plays alone
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TeamsInfo {
    /// Whether seats can be put into teams before the game.
    #[serde(rename = "teams_chosen")]
    pub chosen: bool,
    /// What the teams are called, where they have names.
    #[serde(rename = "teams")]
    pub names: Vec<String>,
}

/// A role.
///
/// ```
/// use cardable_core::info::RoleInfo;
/// let role: RoleInfo = serde_json::from_str(r#"{"name":"dealer","label":"Dealer","automatic":false,"min":1,"max":1}"#)?;
/// assert_eq!(format!("{} seat as {}", role.min, role.label), "1 seat as Dealer");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RoleInfo {
    /// Its name.
    pub name: String,
    /// What players read.
    pub label: String,
    /// Whether the game itself plays it.
    pub automatic: bool,
    /// Fewest seats.
    pub min: u8,
    /// Most seats.
    pub max: u8,
}

/// An option.
///
/// ```
/// use cardable_core::info::OptionInfo;
/// let option: OptionInfo = serde_json::from_str(r#"{"key":"target","label":"Points to win","value":50,"range":[10,500]}"#)?;
/// let (least, most) = option.range.unwrap_or_default();
/// assert_eq!(format!("{} ({least} to {most})", option.label), "Points to win (10 to 500)");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OptionInfo {
    /// Its name.
    pub key: String,
    /// What players read.
    pub label: String,
    /// What it is when nobody chooses.
    pub value: Option<OptionValue>,
    /// What may be chosen, where that is a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<OptionValue>,
    /// What players read for each of these, where that is something else: the ruleset is told in another language.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Smallest and largest, where it is a number between two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
}

/// A card set.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let info = ruleset.info();
/// let set = &info.sets[usize::from(info.cards[0].set)];
/// assert_eq!(set.name, "Stones");
/// assert!(set.width < set.height);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SetInfo {
    /// Its name.
    pub name: String,
    /// Width of a card, in the set's own units.
    pub width: f64,
    /// Height of a card.
    pub height: f64,
}

/// What stands in a corner of a card's face.
///
/// ```
/// use cardable_core::info::{Corner, CornerInfo};
/// let text = r#"{"at":"top_left","name":"cost","text":"3"}"#;
/// let corner: CornerInfo = serde_json::from_str(text)?;
/// assert!(corner.at == Corner::TopLeft && corner.text == "3");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CornerInfo {
    /// Which corner.
    pub at: Corner,
    /// What it tells of the card, such as `cost`.
    pub name: String,
    /// What stands there.
    pub text: String,
}

/// What is printed on the back of a card.
///
/// ```
/// use cardable_core::info::BackInfo;
/// let back: BackInfo = serde_json::from_str(r#"{"text":"2","label":"level 2"}"#)?;
/// assert_eq!(back.label, "level 2");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BackInfo {
    /// What stands there.
    pub text: String,
    /// The same with what it tells of the card.
    pub label: String,
}

/// A printed card.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let info = ruleset.info();
/// let card = &info.cards[0];
/// assert_eq!((card.label.as_str(), card.name.as_str(), card.suit.as_deref()), ("One of White", "One", Some("White")));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CardInfo {
    /// What players call it in full, such as `Ace of Hearts`.
    pub label: String,
    /// Its own name, such as `Ace`, as rules know it.
    pub name: String,
    /// What players read instead of its name, where that is something else: the ruleset is told in another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_label: Option<String>,
    /// Its suit, as rules know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
    /// What players read instead of its suit, where that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit_label: Option<String>,
    /// The suit's place among those of its set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit_index: Option<u16>,
    /// Its rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// What stands in its corner, where its set says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// What stands in the corners of its face, where its set says what does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<CornerInfo>,
    /// What it counts, where that is one number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its colour, as `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// What is written on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its place among all cards in a hand that lies in no order of its own.
    pub place: u16,
    /// Whether no deck of the ruleset has it: its card set has more cards than the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
    /// Its card set's number.
    pub set: u16,
    /// The number of its back.
    pub back: u16,
    /// What is printed on its back, where its set says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_back: Option<BackInfo>,
    /// Path of the picture of its face, inside the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_picture: Option<String>,
    /// Path of the picture of its back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_picture: Option<String>,
}

/// A zone.
///
/// ```
/// use cardable_core::info::Order;
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let info = ruleset.info();
/// let deck = &info.shared_zones[0];
/// assert_eq!((deck.name.as_str(), deck.order), ("deck", Order::Shuffled));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[doc(alias = "pile")]
#[doc(alias = "location")]
#[doc(alias = "area")]
#[non_exhaustive]
pub struct ZoneInfo {
    /// Its name.
    pub name: String,
    /// What players call it.
    pub label: String,
    /// Which card is drawn next.
    pub order: Order,
    /// Whether everybody can tell its places although they may be changed.
    pub laid_out: bool,
    /// Which copy it is, from 0, where there are several.
    pub copy: u16,
    /// How many copies there may be.
    pub copies: u16,
    /// `pile`, `row`, `column`, `fan` or `grid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How many cards stand side by side in a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u16>,
    /// How many rows of a grid there are places for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u16>,
    /// Where, from the left edge, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// Where, from the top edge, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
    /// What it can be designated, by the numbers that views use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub designations: Vec<String>,
    /// Whether the ruleset declares it, or it was only used.
    pub declared: bool,
    /// Whether cards that are out of the game lie in it: a table does not show it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out_of_game: bool,
    /// Whether a deck begins in it. Where all of it is dealt before anybody chooses, a table need not show an empty place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_deck: bool,
}

/// An item of data.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let info = ruleset.info();
/// let columns: Vec<&str> = info.seat_data.iter().map(|data| data.name.as_str()).collect();
/// assert_eq!(columns, ["score"]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DataInfo {
    /// Its name.
    pub name: String,
    /// What players read.
    #[serde(default)]
    pub label: String,
    /// Whether it never changes.
    pub constant: bool,
    /// What it is at first, where that is a number, a text or a yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<OptionValue>,
    /// Where a table shows it.
    pub shown: Shown,
    /// What players read instead of some of its values; the first is nothing where that means no value.
    /// An empty text shows nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<(Option<OptionValue>, String)>,
}

/// A state.
///
/// ```
/// use cardable_core::info::StateType;
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let state = &ruleset.info().states[0];
/// assert_eq!((state.name.as_str(), state.kind), ("taking", StateType::RoundRobin));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StateInfo {
    /// Its name.
    pub name: String,
    /// What players call it.
    pub label: String,
    /// How play is organised.
    pub kind: StateType,
    /// Its data.
    pub data: Vec<DataInfo>,
}

/// An action.
///
/// ```
/// use cardable_core::info::ActionKind;
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let info = ruleset.info();
/// let buttons = info.actions.iter().filter(|action| action.kind == ActionKind::Button);
/// assert_eq!(buttons.map(|button| button.label.as_str()).collect::<Vec<_>>(), ["Take a stone"]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ActionInfo {
    /// Its name.
    pub name: String,
    /// What its button says.
    pub label: String,
    /// The state it belongs to.
    pub state: StateId,
    /// What it asks a seat to do.
    pub kind: ActionKind,
}

impl RulesetInfo {
    /// A zone by the number that views use, and whose it is.
    ///
    /// ```
    /// use cardable_core::Seat;
    ///
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let info = ruleset.info();
    /// let hand = ruleset.seat_zone("hand", Seat(1)).ok_or("every seat has a hand")?;
    /// let (zone, owner) = info.zone(hand).ok_or("the info has all zones")?;
    /// assert_eq!((zone.name.as_str(), owner), ("hand", Some(Seat(1))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zone(&self, zone: ZoneId) -> Option<(&ZoneInfo, Option<Seat>)> {
        match zone.index().checked_sub(self.shared_zones.len()) {
            None => self.shared_zones.get(zone.index()).map(|info| (info, None)),
            Some(rest) => {
                let each = self.seat_zones.len().max(1);
                let seat = Seat(u8::try_from(rest / each).ok()?);
                let info = self.seat_zones.get(rest % each)?;
                Some((info, Some(seat)))
            }
        }
    }

    /// What is printed on a back, by the number that views use.
    pub fn on_back(&self, back: u16) -> Option<&BackInfo> {
        let card = self.cards.iter().find(|card| card.back == back)?;
        card.on_back.as_ref()
    }

    /// A message of a view with its tokens filled in, by the language that the names are in; `text` says what players read of
    /// a value.
    pub fn message_text(
        &self,
        language: Language,
        message: StrId,
        tokens: &[Datum],
        text: impl Fn(&Datum) -> String,
    ) -> String {
        let texts: Vec<String> = tokens.iter().map(text).collect();
        let is_seat = |at: usize| matches!(tokens.get(at), Some(Datum::Seat(_)));
        let message = self.texts.get(message.index()).map_or("", String::as_str);
        fill(language, message, &texts, is_seat)
    }

    /// Whether an item of the seats' data is their score: where deals are summed up the sum, not what one of
    /// them brought.
    ///
    /// ```
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let info = ruleset.info();
    /// assert!(info.is_score(&info.seat_data[0]));
    /// ```
    pub fn is_score(&self, data: &DataInfo) -> bool {
        shown_data::is_score(&data.name, self.seat_data.iter().map(|data| &*data.name))
    }
}

impl DataInfo {
    /// What players read of a value; None where it tells nothing. Of a truth that holds the label says all: its
    /// text is empty. `text` says what players read of values that have no text of their own here.
    pub fn text(&self, value: &Datum, text: impl Fn(&Datum) -> String) -> Option<String> {
        let plain = match value {
            Datum::Nothing => Some(None),
            Datum::Bool(b) => Some(Some(OptionValue::Bool(*b))),
            Datum::Int(n) => Some(Some(OptionValue::Int(*n))),
            Datum::Text(_) => Some(Some(OptionValue::Text(text(value)))),
            _ => None,
        };
        let own = self.texts.iter().find(|(value, _)| plain.as_ref() == Some(value));
        if let Some((_, text)) = own {
            return Some(text.clone()).filter(|text| !text.is_empty());
        }
        match value {
            Datum::Bool(holds) => holds.then(String::new),
            other => Some(other)
                .filter(|other| other.tells_something())
                .map(text)
                .filter(|text| !text.is_empty()),
        }
    }

    /// Whether a value is the one it began with.
    pub fn is_first(&self, value: &Datum) -> bool {
        match (value, &self.first) {
            (Datum::Int(now), Some(OptionValue::Int(first))) => now == first,
            (Datum::Bool(now), Some(OptionValue::Bool(first))) => now == first,
            _ => false,
        }
    }
}
