//! The whole table as one viewer sees it.

use crate::ids::{CardTypeId, DeckId, Seat, SeatSet, StateId, StrId, Viewer, ZoneId};
use crate::program::MessagePlace;
use crate::world::whole::GameResult;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A card as a viewer sees it: its face, or just its back.
///
/// ```
/// use cardable_core::{Ruleset, view::CardSeen};
/// fn shown(ruleset: &Ruleset, card: CardSeen) -> String {
///     match card {
///         CardSeen::Face(card) => ruleset.words().card_name(card).unwrap_or_default(),
///         CardSeen::Back(_) => "a card".to_owned(),
///     }
/// }
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert_eq!(shown(&ruleset, CardSeen::Back(0)), "a card");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardSeen {
    /// Its face.
    Face(CardTypeId),
    /// Its back, by the number of the back.
    Back(u16),
}

/// A zone as a viewer sees it.
///
/// See [`View`] for an example.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ZoneSeen {
    /// Whether the cards stand in their real places, oldest first. If not, the
    /// visible faces come first, sorted, then the backs: places mean nothing.
    pub ordered: bool,
    /// Whether it is a copy that is not open: no card can lie there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// The designations it bears, as bits by their numbers among the zone's.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub designations: u32,
    /// The cards.
    pub cards: SmallVec<[CardSeen; 8]>,
}

fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

fn is_zero(bits: &u32) -> bool {
    *bits == 0
}

fn is_first(scene: &u16) -> bool {
    *scene == 0
}

fn upwards() -> i8 {
    1
}

fn is_upwards(direction: &i8) -> bool {
    *direction == upwards()
}

fn for_ever() -> i32 {
    -1
}

fn is_for_ever(seconds: &i32) -> bool {
    *seconds == for_ever()
}

impl ZoneSeen {
    /// Whether it bears the designation of a number.
    pub fn bears(&self, designation: u8) -> bool {
        self.designations >> (designation & 31) & 1 == 1
    }
}

/// A value as a viewer sees it.
///
/// ```
/// use cardable_core::view::Datum;
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert_eq!(ruleset.words().datum_text(&Datum::Int(3)), "3");
/// let words = ruleset.words().with_seats(&["Ada", "Grace"]);
/// assert_eq!(words.datum_text(&Datum::Seat(cardable_core::Seat(0))), "Ada");
/// assert!(!Datum::Hidden.tells_something());
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Datum {
    /// No value.
    #[default]
    Nothing,
    /// A value that the viewer may not see.
    Hidden,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A text, by its number in the ruleset.
    Text(StrId),
    /// A text that the game has put together.
    Written(Box<str>),
    /// A seat.
    Seat(Seat),
    /// A card; where it lies, the zones tell.
    Card,
    /// The card that lies there: what data of cards say of other cards.
    CardAt {
        /// The zone.
        zone: ZoneId,
        /// The place, counted from the oldest card.
        index: u16,
    },
    /// A zone.
    Zone(ZoneId),
    /// A deck.
    Deck(DeckId),
    /// A list.
    List(Vec<Datum>),
}

impl Datum {
    /// Whether players learn anything by reading it.
    pub fn tells_something(&self) -> bool {
        match self {
            Datum::Nothing | Datum::Hidden | Datum::Card => false,
            Datum::List(items) => !items.is_empty() && items.iter().all(Datum::tells_something),
            Datum::Bool(_)
            | Datum::Int(_)
            | Datum::Float(_)
            | Datum::Text(_)
            | Datum::Written(_)
            | Datum::Seat(_)
            | Datum::CardAt { .. }
            | Datum::Zone(_)
            | Datum::Deck(_) => true,
        }
    }
}

/// A running state as a viewer sees it.
///
/// See [`Status`] for an example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SceneSeen {
    /// Its number; left out for the first one.
    #[serde(default, skip_serializing_if = "is_first")]
    pub scene: u16,
    /// The state it is in.
    pub state: StateId,
    /// The seats that are in it and take part in the state.
    pub members: SeatSet,
    /// The seats that are in it and take no part in the state.
    #[serde(default, skip_serializing_if = "nobody")]
    pub resting: SeatSet,
    /// Who is on turn, where there are turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Members that have acted and wait for the others.
    #[serde(default, skip_serializing_if = "nobody")]
    pub acted: SeatSet,
    /// Members that have passed.
    #[serde(default, skip_serializing_if = "nobody")]
    pub passed: SeatSet,
    /// The state's data, in the ruleset's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<Datum>,
}

/// A message on the table. In Rust, `Words::message_text` fills its text in.
///
/// ```
/// use cardable_core::{info::{MessagePlace, Words}, view::MessageSeen};
/// /// What a table shows in its middle.
/// fn shown(words: Words<'_>, messages: &[MessageSeen]) -> Vec<String> {
///     let middle = messages.iter().filter(|message| message.place == MessagePlace::CenterScreen);
///     middle.map(|message| words.message_text(message.text, &message.tokens)).collect()
/// }
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert!(shown(ruleset.words(), &[]).is_empty());
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MessageSeen {
    /// Where.
    pub place: MessagePlace,
    /// Size of the letters, in points.
    pub size: u16,
    /// The text, with `{0}` for the first token.
    pub text: StrId,
    /// The tokens.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub tokens: SmallVec<[Datum; 2]>,
    /// For how many seconds; -1, or left out, while it is true.
    #[serde(default = "for_ever", skip_serializing_if = "is_for_ever")]
    pub seconds: i32,
}

/// An item of a card's data that is not what it is at first, as a viewer sees it.
///
/// See [`Status`] for an example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CardDatum {
    /// The zone in which the card lies.
    pub zone: ZoneId,
    /// Its place there, counted from the oldest card.
    pub index: u16,
    /// The item's number.
    pub item: u16,
    /// The value.
    pub value: Datum,
}

/// A card that a seat does not see, and of which it was told something. A viewer has his own, and those of other seats whose
/// cards he has known all the time.
///
/// See [`Status`] for an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ToldCard {
    /// The zone in which it lies.
    pub zone: ZoneId,
    /// Its place there, counted from the oldest card.
    pub index: u16,
    /// The seat that was told.
    pub seat: Seat,
    /// Which cards it may still be, as far as that seat was told.
    pub may_be: Vec<CardTypeId>,
}

/// All of a view but its zones and data.
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let status = game.view(Viewer::Spectator).status;
/// assert_eq!(status.scenes[0].turn, Some(Seat(0)));
/// assert!(!status.to_decide && status.result.is_none());
/// assert!(status.cards.is_empty()); // no card has data of its own here
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Status {
    /// The running states.
    pub scenes: SmallVec<[SceneSeen; 1]>,
    /// The cards' data, by zone, place and item, as far as it is not what it is at first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardDatum>,
    /// What seats were told of cards that they do not see, by zone and place: this viewer, and others whose cards he could
    /// follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<ToldCard>,
    /// The team of each seat, as a number, where the rules have formed teams: [`View::seats`] has those from before the
    /// game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The seats in the order of play, where some have swapped their places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Seat>,
    /// Seats that are out and watch.
    #[serde(default, skip_serializing_if = "nobody")]
    pub dismissed: SeatSet,
    /// Seats that are asked a question in the middle of an action.
    #[serde(default, skip_serializing_if = "nobody")]
    pub asked: SeatSet,
    /// Whether this viewer has something to decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_decide: bool,
    /// 1 when play goes round by growing seat numbers, else -1; 1 when left out.
    #[serde(default = "upwards", skip_serializing_if = "is_upwards")]
    pub direction: i8,
    /// The messages on the table.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub messages: SmallVec<[MessageSeen; 2]>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A seat as everybody sees it.
///
/// ```
/// use cardable_core::{Seat, View};
/// /// The seats of a seat's team.
/// fn partners(view: &View, seat: Seat) -> Vec<Seat> {
///     let team = view.seats.get(seat.index()).map(|seat| seat.team);
///     let seats = view.seats.iter().zip(0..).filter(|(other, _)| Some(other.team) == team);
///     seats.map(|(_, at)| Seat(at)).collect()
/// }
/// assert!(partners(&View::empty(cardable_core::Viewer::Spectator), Seat(0)).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SeatSeen {
    /// Its team, as a number from 0.
    pub team: u8,
    /// Its role, as the number of its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<StrId>,
    /// Whether the game itself plays it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub automatic: bool,
}

/// The whole table as one viewer sees it.
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let view = game.view(Viewer::Seat(Seat(0)));
/// assert!(view.status.to_decide);
/// assert_eq!(view.zones.len(), 1 + 2 + 1); // the deck, two hands and the box
/// assert_eq!(serde_json::from_str::<cardable_core::View>(&serde_json::to_string(&view)?)?, view);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[doc(alias = "observation")]
#[doc(alias = "information_state")]
pub struct View {
    /// Who sees it so.
    pub viewer: Viewer,
    /// How many choices have been applied; a choice may say what its chooser
    /// had seen.
    pub seq: u64,
    /// The seats' teams and roles; nothing where the ruleset has neither.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatSeen>,
    /// The zones, by their numbers.
    pub zones: Vec<ZoneSeen>,
    /// The shared data, in the ruleset's order.
    pub globals: Vec<Datum>,
    /// The data of every seat, in the ruleset's order.
    pub seat_data: Vec<Vec<Datum>>,
    /// All the rest.
    pub status: Status,
}

impl Status {
    /// Before anything has happened.
    pub(crate) fn of_nothing() -> Status {
        Status {
            direction: upwards(),
            ..Status::default()
        }
    }
}

impl View {
    /// A view with nothing in it, whose buffers can be filled.
    pub fn empty(viewer: Viewer) -> View {
        View {
            viewer,
            seq: 0,
            seats: Vec::new(),
            zones: Vec::new(),
            globals: Vec::new(),
            seat_data: Vec::new(),
            status: Status::default(),
        }
    }

    /// A zone.
    pub fn zone(&self, zone: ZoneId) -> Option<&ZoneSeen> {
        self.zones.get(zone.index())
    }

    /// Whether it is from before the first deal, as [`Game::opening_view`](crate::Game::opening_view) makes
    /// it: no state was entered yet.
    pub fn is_before_the_deal(&self) -> bool {
        self.seq == 0 && self.status.scenes.is_empty()
    }

    /// An item of the shared data.
    pub fn global(&self, at: u16) -> Option<&Datum> {
        self.globals.get(at as usize)
    }

    /// An item of a seat's data.
    pub fn seat_datum(&self, seat: Seat, at: u16) -> Option<&Datum> {
        self.seat_data.get(seat.index())?.get(at as usize)
    }
}
