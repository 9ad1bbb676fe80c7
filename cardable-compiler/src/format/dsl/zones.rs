//! What zones are like.

use super::handles::{Deck, State};
use super::table::{Circle, CircleDraft, Designations, Refill, Role};
use cardable_engine::program::{Group, Order, Part};

/// What a zone is like.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct ZoneSpec {
    pub(super) seen_by: Circle,
    pub(super) part: Part,
    pub(super) seen_in: Vec<(State, Circle)>,
    pub(super) used_by: Option<Circle>,
    pub(super) used_in: Vec<(State, Circle)>,
    pub(super) order: Order,
    pub(super) min: u16,
    pub(super) max: u16,
    pub(super) initial: Option<u16>,
    pub(super) copies: Copies,
    pub(super) decks: Vec<Deck>,
    pub(super) library: bool,
    pub(super) roles: Vec<Role>,
    pub(super) designations: Vec<Designations>,
    pub(super) refill: Option<Refill>,
    pub(super) look: Look,
}

/// How a table shows a zone.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub(super) label: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) columns: Option<u16>,
    pub(super) rows: Option<u16>,
    pub(super) place: Option<(f64, f64)>,
}

/// How many copies of a zone there can be, and how many are open at the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copies {
    pub(super) min: u16,
    pub(super) max: u16,
    pub(super) initial: Option<u16>,
}

/// What a zone of every seat is like.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct SeatZoneSpec(pub(super) ZoneSpec);

fn spec(seen_by: impl Into<Circle>, order: Order) -> ZoneSpec {
    ZoneSpec {
        seen_by: seen_by.into(),
        part: Part::All,
        seen_in: Vec::new(),
        used_by: None,
        used_in: Vec::new(),
        order,
        min: 0,
        max: u16::MAX,
        initial: None,
        copies: Copies {
            min: 1,
            max: 1,
            initial: None,
        },
        decks: Vec::new(),
        library: false,
        roles: Vec::new(),
        designations: Vec::new(),
        refill: None,
        look: Look::default(),
    }
}

/// Cards are seen that lie face up.
fn face_up() -> Circle {
    Circle(CircleDraft::FaceUp)
}

macro_rules! zone_details {
    ($($path:tt)*) => {
        /// What players read instead of its name.
        #[must_use]
        pub fn label(mut self, label: impl Into<String>) -> Self {
            self $($path)* .look.label = Some(label.into());
            self
        }

        /// How a table shows it: `pile`, `row`, `column`, `fan` or `grid`.
        #[must_use]
        pub fn shown_as(mut self, kind: impl Into<String>) -> Self {
            self $($path)* .look.kind = Some(kind.into());
            self
        }

        /// A table shows it in so many columns and rows; places without a card are shown too.
        #[must_use]
        pub fn shown_in_grid(mut self, columns: u16, rows: u16) -> Self {
            self $($path)* .look.kind = Some("grid".to_owned());
            self $($path)* .look.columns = Some(columns);
            self $($path)* .look.rows = Some(rows);
            self
        }

        /// A table shows it in a grid of so many columns, and as many rows as its cards need.
        #[must_use]
        pub fn shown_in_columns(mut self, columns: u16) -> Self {
            self $($path)* .look.kind = Some("grid".to_owned());
            self $($path)* .look.columns = Some(columns);
            self
        }

        /// A table shows it in a grid of so many rows, and as many columns as its cards need.
        #[must_use]
        pub fn shown_in_rows(mut self, rows: u16) -> Self {
            self $($path)* .look.kind = Some("grid".to_owned());
            self $($path)* .look.rows = Some(rows);
            self
        }

        /// Where a table shows it: from its left and its upper edge, 0 to 1.
        #[must_use]
        pub fn shown_at(mut self, x: f64, y: f64) -> Self {
            self $($path)* .look.place = Some((x, y));
            self
        }

        /// The fewest and the most cards it may hold.
        #[must_use]
        pub fn holds(mut self, count: std::ops::RangeInclusive<u16>) -> Self {
            (self $($path)* .min, self $($path)* .max) = (*count.start(), *count.end());
            self
        }

        /// How many cards of its decks it holds at the start; all of them when it is left out.
        #[must_use]
        pub fn begins_with_only(mut self, cards: u16) -> Self {
            self $($path)* .initial = Some(cards);
            self
        }

        /// Where the cards of a deck begin; every seat's zone has a copy of its own.
        #[must_use]
        pub fn begins_with(mut self, deck: Deck) -> Self {
            self $($path)* .decks.push(deck);
            self
        }

        /// It takes the cards of its decks that are left at the start.
        #[must_use]
        pub fn takes_what_is_left(mut self) -> Self {
            self $($path)* .library = true;
            self
        }

        /// The card that came first is drawn next.
        #[must_use]
        pub fn oldest_first(mut self) -> Self {
            self $($path)* .order = Order::FixedFifo;
            self
        }

        /// The card that came last is drawn next.
        #[must_use]
        pub fn newest_first(mut self) -> Self {
            self $($path)* .order = Order::FixedLifo;
            self
        }

        /// It is shuffled whenever cards come.
        #[must_use]
        pub fn shuffled(mut self) -> Self {
            self $($path)* .order = Order::Shuffled;
            self
        }

        /// Its cards lie as its owner likes.
        #[must_use]
        pub fn in_any_order(mut self) -> Self {
            self $($path)* .order = Order::Any;
            self
        }

        /// Who sees the faces of its cards.
        #[must_use]
        pub fn seen_by(mut self, circle: impl Into<Circle>) -> Self {
            self $($path)* .seen_by = circle.into();
            self
        }

        /// Of its cards only so many are seen that would be drawn next.
        #[must_use]
        pub fn shows_next(mut self, count: u16) -> Self {
            self $($path)* .part = Part::Next(count);
            self
        }

        /// Who sees its cards in a state.
        #[must_use]
        pub fn seen_in(mut self, state: State, circle: impl Into<Circle>) -> Self {
            self $($path)* .seen_in.push((state, circle.into()));
            self
        }

        /// Who may pick from it; everybody when it is left out.
        #[must_use]
        pub fn used_by(mut self, circle: impl Into<Circle>) -> Self {
            self $($path)* .used_by = Some(circle.into());
            self
        }

        /// Who may pick from it in a state.
        #[must_use]
        pub fn used_in(mut self, state: State, circle: impl Into<Circle>) -> Self {
            self $($path)* .used_in.push((state, circle.into()));
            self
        }

        /// The fewest and the most copies of it that can be open; the fewest are open at the start.
        #[must_use]
        pub fn copies(mut self, count: std::ops::RangeInclusive<u16>) -> Self {
            (self $($path)* .copies.min, self $($path)* .copies.max) = (*count.start(), *count.end());
            self
        }

        /// How many copies are open at the start.
        #[must_use]
        pub fn copies_at_first(mut self, count: u16) -> Self {
            self $($path)* .copies.initial = Some(count);
            self
        }

        /// What it can be designated in play.
        #[must_use]
        pub fn designated(mut self, designations: Designations) -> Self {
            self $($path)* .designations.push(designations);
            self
        }

        /// How it fills up again.
        #[must_use]
        pub fn refilled(mut self, refill: Refill) -> Self {
            self $($path)* .refill = Some(refill);
            self
        }
    };
}

impl ZoneSpec {
    /// A pile whose cards nobody sees, shuffled whenever cards come.
    pub fn hidden() -> ZoneSpec {
        spec(Group::None, Order::Shuffled)
    }

    /// A pile whose cards nobody sees, in an order that is kept.
    pub fn face_down() -> ZoneSpec {
        spec(Group::None, Order::FixedLifo)
    }

    /// A pile whose cards everybody sees; the newest is on top.
    pub fn open() -> ZoneSpec {
        spec(Group::All, Order::FixedLifo)
    }

    /// Cards are seen when they lie face up.
    pub fn as_they_lie() -> ZoneSpec {
        spec(face_up(), Order::FixedLifo)
    }

    zone_details!();
}

impl SeatZoneSpec {
    /// A hand: its owner sees it.
    pub fn hand() -> SeatZoneSpec {
        SeatZoneSpec(spec(Group::Owner, Order::Any))
    }

    /// Cards that everybody sees; the newest is on top.
    pub fn open() -> SeatZoneSpec {
        SeatZoneSpec(spec(Group::All, Order::FixedLifo))
    }

    /// Cards that nobody sees, in an order that is kept.
    pub fn face_down() -> SeatZoneSpec {
        SeatZoneSpec(spec(Group::None, Order::FixedLifo))
    }

    /// Cards are seen when they lie face up.
    pub fn as_they_lie() -> SeatZoneSpec {
        SeatZoneSpec(spec(face_up(), Order::FixedLifo))
    }

    /// Only seats of these roles have it.
    #[must_use]
    pub fn of_roles(mut self, roles: impl IntoIterator<Item = Role>) -> SeatZoneSpec {
        self.0.roles.extend(roles);
        self
    }

    zone_details!(.0);
}
