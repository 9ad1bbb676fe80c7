//! What a client must know of a ruleset before it can draw a game of it: names,
//! cards, zones and labels by the numbers that views, events and decisions use.
//! No rule is in it.

use crate::ids::{CardTypeId, Seat, StateId, ZoneId};
use crate::program::{
    ActionKind, CardType, DataDef, Order, PrintedSet, SettingDef, Shown, StateType, Values, ZoneDef,
    ZoneLayout,
};
use crate::ruleset::Ruleset;
use crate::setup::OptionValue;
use crate::value::Value;
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
    /// A sentence or more about it.
    pub description: String,
    /// The hash that ties games to the ruleset, as hexadecimal digits.
    pub hash: String,
    /// Fewest and most seats that persons hold.
    pub seats: (u8, u8),
    /// Whether a game goes on for as long as its players like.
    pub endless: bool,
    /// Whether seats can be put into teams before the game.
    pub teams_chosen: bool,
    /// What the teams are called, where they have names.
    pub teams: Vec<String>,
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
    /// The states.
    pub states: Vec<StateInfo>,
    /// The actions.
    pub actions: Vec<ActionInfo>,
    /// What the decks are called.
    pub decks: Vec<String>,
    /// The texts that values in views are numbers of.
    pub texts: Vec<String>,
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
    /// Its own name, such as `Ace`.
    pub name: String,
    /// Its suit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
    /// The suit's place among those of its set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit_index: Option<u16>,
    /// Its rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// What stands in its corner, where its set says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
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
    /// `pile`, `row`, `fan` or `grid`.
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

impl Ruleset {
    /// What the ruleset looks like from outside.
    pub fn info(&self) -> RulesetInfo {
        let program = &self.program;
        let text = |id| program.str(id).to_owned();
        let teams = program.teams.as_ref();
        let roles = program.roles.iter().map(|role| RoleInfo {
            name: text(role.name),
            label: role
                .label
                .as_deref()
                .map_or_else(|| text(role.name), str::to_owned),
            automatic: role.automatic,
            min: role.min,
            max: role.max,
        });
        let states = self.states().map(|(id, name, kind)| StateInfo {
            name: name.to_owned(),
            label: self.state_label(id).unwrap_or_default().to_owned(),
            kind,
            data: self.data_infos(self.state_data(id), false),
        });
        let actions = self.actions().map(|(id, state, name, kind)| ActionInfo {
            name: name.to_owned(),
            label: self.action_label(id).unwrap_or_default().to_owned(),
            state,
            kind,
        });
        let boxed = usize::from(program.zones.boxed);
        let shared = program.zones.shared.iter().enumerate();
        let shared = shared.map(|(at, zone)| self.zone_info(zone, at == boxed));
        let texts = (0..program.strings.len() as u32).map(|id| text(crate::ids::StrId(id)));
        RulesetInfo {
            name: self.name().to_owned(),
            description: self.description().to_owned(),
            hash: self.hash_hex(),
            seats: (program.min_seats, program.max_seats),
            endless: self.is_endless(),
            teams_chosen: teams.is_some_and(|t| t.chosen),
            teams: teams.map_or_else(Vec::new, |t| t.names.iter().map(|n| text(*n)).collect()),
            roles: roles.collect(),
            hints: self.hints().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            options: self
                .options()
                .map(|(key, def)| self.option_info(key, def))
                .collect(),
            sets: program.sets.iter().map(set_info).collect(),
            cards: self.card_infos(),
            shared_zones: shared.collect(),
            seat_zones: program
                .zones
                .seat
                .iter()
                .map(|z| self.zone_info(z, false))
                .collect(),
            globals: self.data_infos(self.globals(), false),
            seat_data: self.data_infos(self.seat_data(), true),
            states: states.collect(),
            actions: actions.collect(),
            decks: program.decks.iter().map(|d| text(d.name)).collect(),
            texts: texts.collect(),
        }
    }

    fn card_infos(&self) -> Vec<CardInfo> {
        let program = &self.program;
        let all = (0..program.types.len()).map(|at| CardTypeId(at as u16));
        let mut cards: Vec<CardInfo> = all.filter_map(|id| self.card_info(id)).collect();
        for (place, id) in self.hand_order().into_iter().enumerate() {
            if let Some(card) = cards.get_mut(id.index()) {
                card.place = place as u16;
            }
        }
        for id in program.decks.iter().flat_map(|deck| &deck.cards) {
            if let Some(card) = cards.get_mut(id.index()) {
                card.unused = false;
            }
        }
        cards
    }

    /// All printed cards as a table lays out a hand of them: by card set and suit, and inside it by
    /// what the ruleset sorts hands by.
    pub fn hand_order(&self) -> Vec<CardTypeId> {
        let program = &self.program;
        let by = program.hand_order.by.map(usize::from);
        let column = by.and_then(|by| program.attributes.get(by));
        let rank = |at: usize, card: &CardType| {
            let value = match column {
                Some(attribute) => attribute.of.get(at).copied().unwrap_or(Value::Nothing),
                None => card.value,
            };
            match value {
                Value::Int(n) => n as f64,
                Value::Float(n) => n,
                // What has no number lies behind.
                _ => f64::INFINITY,
            }
        };
        let suit = |card: &CardType| match program.hand_order.over_suits {
            true => 0,
            false => card.suit_index.unwrap_or(u16::MAX),
        };
        let mut cards: Vec<(usize, &CardType)> = program.types.iter().enumerate().collect();
        cards.sort_by(|(a, one), (b, other)| {
            let suits = (one.set, suit(one)).cmp(&(other.set, suit(other)));
            suits.then_with(|| rank(*a, one).total_cmp(&rank(*b, other)))
        });
        cards.into_iter().map(|(at, _)| CardTypeId(at as u16)).collect()
    }

    fn card_info(&self, id: CardTypeId) -> Option<CardInfo> {
        let card = self.card_type(id)?;
        let program = &self.program;
        let attribute = |name| match self.card_attribute(id, name) {
            Some(Value::Str(text)) => Some(program.str(text).to_owned()).filter(|t| !t.is_empty()),
            Some(Value::Int(n)) => Some(n.to_string()),
            _ => None,
        };
        let value = match card.value {
            Value::Int(n) => Some(n as f64),
            Value::Float(n) => Some(n),
            _ => None,
        };
        let path = |picture: &Option<Box<str>>| picture.as_deref().map(str::to_owned);
        Some(CardInfo {
            label: self.card_name(id).unwrap_or_default(),
            name: program.str(card.name).to_owned(),
            suit: card.suit.map(|suit| program.str(suit).to_owned()),
            suit_index: card.suit_index,
            rank: attribute("rank"),
            index: attribute("index"),
            value,
            colour: path(&card.colour),
            text: card
                .text
                .as_deref()
                .filter(|text| !text.is_empty())
                .map(str::to_owned),
            place: 0,
            unused: true,
            set: card.set,
            back: card.back,
            face_picture: path(&card.face_picture),
            back_picture: path(&card.back_picture),
        })
    }

    fn zone_info(&self, zone: &ZoneDef, out_of_game: bool) -> ZoneInfo {
        let text = |id| self.program.str(id).to_owned();
        let ZoneLayout {
            kind,
            columns,
            rows,
            x,
            y,
            label,
        } = &zone.layout;
        ZoneInfo {
            name: text(zone.name),
            label: label.as_deref().map_or_else(|| text(zone.name), str::to_owned),
            order: zone.order,
            laid_out: zone.laid_out,
            copy: zone.copy,
            copies: zone.count.max,
            kind: kind.as_deref().map(str::to_owned),
            columns: *columns,
            rows: *rows,
            x: *x,
            y: *y,
            designations: zone
                .designations()
                .map(|d| d.label.as_deref().map_or_else(|| text(d.name), str::to_owned))
                .collect(),
            declared: zone.declared,
            out_of_game,
        }
    }

    /// `of_seat` is whether every seat has these data.
    fn data_infos<'a>(
        &self,
        data: impl Iterator<Item = (&'a str, &'a DataDef)>,
        of_seat: bool,
    ) -> Vec<DataInfo> {
        data.map(|(name, def)| DataInfo {
            name: name.to_owned(),
            label: self.data_words(name, def),
            constant: def.constant,
            first: self.plain(def.value),
            shown: match of_seat {
                true => self.shown_of_seat(name, def),
                false => self.shown_of_all(def),
            },
            texts: def
                .texts
                .iter()
                .map(|(value, text)| (self.plain(*value), self.text(*text).to_owned()))
                .collect(),
        })
        .collect()
    }

    fn option_info(&self, key: &str, def: &SettingDef) -> OptionInfo {
        let (choices, range) = match def.domain {
            None => (Vec::new(), None),
            Some(Values::Range(min, max)) => (Vec::new(), Some((min, max))),
            Some(Values::OneOf(list)) => {
                let items = self.program.constants.items(list);
                (items.iter().filter_map(|v| self.plain(*v)).collect(), None)
            }
        };
        OptionInfo {
            key: key.to_owned(),
            label: if def.label.is_empty() {
                key.to_owned()
            } else {
                def.label.to_string()
            },
            value: self.plain(def.value),
            choices,
            range,
        }
    }

    fn plain(&self, value: Value) -> Option<OptionValue> {
        match value {
            Value::Bool(b) => Some(OptionValue::Bool(b)),
            Value::Int(n) => Some(OptionValue::Int(n)),
            Value::Float(n) => Some(OptionValue::Float(n)),
            Value::Str(id) => Some(OptionValue::Text(self.program.str(id).to_owned())),
            Value::Nothing
            | Value::Seat(_)
            | Value::Card(_)
            | Value::Zone(_)
            | Value::Deck(_)
            | Value::List(_) => None,
        }
    }
}

fn set_info(set: &PrintedSet) -> SetInfo {
    SetInfo {
        name: set.name.to_string(),
        width: set.width,
        height: set.height,
    }
}
