//! Identifiers. At run time nothing has a name: seats, cards, zones, states and
//! actions are small numbers, and these types keep them apart.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The number itself, for indexing.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A place at the table, counted from 0. A person, a bot or nobody sits on it.
    ///
    /// ```
    /// use cardable_core::Seat;
    /// let names = ["Ada", "Grace"];
    /// assert_eq!(names[Seat(1).index()], "Grace");
    /// ```
    #[doc(alias = "player")]
    Seat(u8)
}
id! {
    /// One physical card of a game.
    ///
    /// ```
    /// use cardable_core::{ids::CardId, value::Value};
    /// // Primitives get cards by these numbers; views and choices never have them.
    /// assert_eq!(Value::Card(CardId(3)).kind(), "a card");
    /// ```
    CardId(u16)
}
id! {
    /// A printed card of a card set.
    ///
    /// ```
    /// use cardable_core::ids::CardTypeId;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// assert_eq!(ruleset.words().card_name(CardTypeId(0)).as_deref(), Some("One of White"));
    /// ```
    CardTypeId(u16)
}
id! {
    /// A zone of a game: a shared one, or one seat's copy.
    ///
    /// ```
    /// use cardable_core::{Seat, ids::ZoneId};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// assert_eq!(ruleset.zone("deck"), Some(ZoneId(0)));
    /// let hand = ruleset.seat_zone("hand", Seat(1)).and_then(|hand| ruleset.zone_name(hand));
    /// assert_eq!(hand, Some(("hand", Some(Seat(1)))));
    /// ```
    #[doc(alias = "pile")]
    #[doc(alias = "location")]
    ZoneId(u16)
}
id! {
    /// A state of the rules.
    ///
    /// ```
    /// use cardable_core::ids::StateId;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// assert_eq!(ruleset.info().states[StateId(0).index()].name, "taking");
    /// ```
    #[doc(alias = "phase")]
    #[doc(alias = "stage")]
    StateId(u16)
}
id! {
    /// An action of the rules, counted over all states.
    ///
    /// ```
    /// use cardable_core::ids::ActionId;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let info = ruleset.info();
    /// assert_eq!(info.actions[ActionId(1).index()].label, "Take a stone");
    /// ```
    #[doc(alias = "move")]
    ActionId(u16)
}
id! {
    /// A deck that the ruleset names.
    ///
    /// ```
    /// use cardable_core::{Pick, ids::DeckId};
    /// assert_eq!(serde_json::to_string(&Pick::Deck(DeckId(1)))?, r#"{"deck":1}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    DeckId(u16)
}
id! {
    /// An interned string of the program.
    ///
    /// ```
    /// use cardable_core::ids::StrId;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// assert_eq!(ruleset.words().text(StrId::EMPTY), "");
    /// ```
    StrId(u32)
}

impl StrId {
    /// The empty text.
    pub const EMPTY: StrId = StrId(0);
}

id! {
    /// A list: of the program (a constant) or of the game.
    ///
    /// ```
    /// use cardable_core::{ids::ListId, value::Value};
    /// // Which items a list has, only the game can say.
    /// assert_eq!(Value::List(ListId(0)).kind(), "a list");
    /// ```
    ListId(u32)
}

/// The largest number of seats a game may have.
pub const MAX_SEATS: usize = 32;

/// The bit of a seat in a set. Seats come from other programs too, which may name any number: those
/// beyond [`MAX_SEATS`] have none.
#[inline]
const fn bit(seat: Seat) -> u32 {
    match 1u32.checked_shl(seat.0 as u32) {
        Some(bit) => bit,
        None => 0,
    }
}

/// A set of seats.
///
/// ```
/// use cardable_core::{Seat, SeatSet};
/// let mut waiting = SeatSet::first(3);
/// waiting.remove(Seat(1));
/// assert_eq!(waiting.into_iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct SeatSet(pub u32);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `n` seats.
    #[inline]
    pub const fn first(n: usize) -> SeatSet {
        if n >= 32 {
            SeatSet(u32::MAX)
        } else {
            SeatSet((1 << n) - 1)
        }
    }

    /// Just this seat; nothing of a number that no seat can have.
    #[inline]
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(bit(seat))
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & bit(seat) != 0
    }

    /// Adds a seat; a number that no seat can have changes nothing.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= bit(seat);
    }

    /// Takes a seat out.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !bit(seat);
    }

    /// Seats in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// Seats in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Seats in this set and not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// How many seats.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat.
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 {
            None
        } else {
            Some(Seat(self.0.trailing_zeros() as u8))
        }
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;
    fn into_iter(self) -> Seats {
        Seats(self.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// The seats of a [`SeatSet`], lowest first.
///
/// See [`SeatSet`] for an example.
#[derive(Clone, Debug)]
pub struct Seats(u32);

impl Iterator for Seats {
    type Item = Seat;
    #[inline]
    fn next(&mut self) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let seat = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Seat(seat))
    }
}

/// Who is looking at the table.
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup, Viewer, view::CardSeen};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// game.submit_nth(Seat(0), 0)?; // takes a stone
/// let hand = ruleset.seat_zone("hand", Seat(0)).ok_or("a hand")?;
/// let faces = |viewer| game.view(viewer).zones[hand.index()].cards.iter().filter(|card| matches!(card, CardSeen::Face(_))).count();
/// assert_eq!((faces(Viewer::Seat(Seat(0))), faces(Viewer::Spectator), faces(Viewer::Omniscient)), (1, 0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[doc(alias = "observer")]
#[doc(alias = "player")]
pub enum Viewer {
    /// The person or bot on a seat.
    Seat(Seat),
    /// Somebody without a seat, who sees what everybody may see.
    Spectator,
    /// The referee, who sees everything. For tests, records and replays of
    /// finished games; never a default.
    Omniscient,
}

/// A set of viewers: the seats, and the spectators as one more.
///
/// ```
/// use cardable_core::{Seat, Viewer, ids::Audience};
/// let others = Audience::ALL.minus(Audience::one(Seat(0)));
/// assert!(others.contains(Viewer::Spectator) && !others.contains(Viewer::Seat(Seat(0))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Audience(pub u64);

impl Audience {
    /// Nobody.
    pub const NONE: Audience = Audience(0);
    /// Every seat and the spectators.
    pub const ALL: Audience = Audience((1 << 33) - 1);
    /// The spectators.
    pub const SPECTATORS: Audience = Audience(1 << 32);

    /// These seats and no spectator.
    #[inline]
    pub const fn seats(set: SeatSet) -> Audience {
        Audience(set.0 as u64)
    }

    /// One seat; nobody for a number that no seat can have.
    #[inline]
    pub const fn one(seat: Seat) -> Audience {
        Audience(bit(seat) as u64)
    }

    /// Whether the viewer belongs to it; the omniscient one always does.
    #[inline]
    pub const fn contains(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.0 & bit(seat) as u64 != 0,
            Viewer::Spectator => self.0 >> 32 & 1 == 1,
            Viewer::Omniscient => true,
        }
    }

    /// Whether nobody belongs to it.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Viewers in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Audience) -> Audience {
        Audience(self.0 | other.0)
    }

    /// Viewers in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Audience) -> Audience {
        Audience(self.0 & other.0)
    }

    /// Viewers in this set and not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Audience) -> Audience {
        Audience(self.0 & !other.0)
    }
}
