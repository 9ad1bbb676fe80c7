//! Numbers of things. At run time nothing has a name: cards, zones, states and actions are small numbers, and these
//! types keep them apart.
//!
//! You need them to look something up: views, events and choices name things by them, and
//! [`RulesetInfo`](crate::RulesetInfo) says what they stand for. [`Seat`](crate::Seat), [`SeatSet`](crate::SeatSet) and
//! [`Viewer`](crate::Viewer) are at the root.
//!
//! ```
//! use cardable_core::ids::ZoneId;
//! let info = cardable_core::testing::tiny_ruleset().info();
//! assert_eq!(info.zone(ZoneId(0)).map(|(zone, _)| zone.name.as_str()), Some("deck"));
//! ```

#[doc(inline)]
pub use cardable_engine::ids::{
    ActionId, Audience, CardId, CardTypeId, DeckId, ListId, MAX_SEATS, Seats, StateId, StrId, ZoneId,
};
