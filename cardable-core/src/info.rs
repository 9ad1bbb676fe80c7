//! What [`RulesetInfo`](crate::RulesetInfo) says of cards, zones, data, states, actions, roles and options, and
//! [`Words`]: what players read for the numbers of a view.
//!
//! You need it when you draw a table: views and events name things by number, and these types have their names, labels
//! and looks. No rule is in them, so a host can send them to its clients.
//!
//! ```
//! use cardable_core::info::ZoneInfo;
//! let info = cardable_core::testing::tiny_ruleset().info();
//! let labels = |zones: &[ZoneInfo]| zones.iter().map(|zone| zone.label.clone()).collect::<Vec<_>>();
//! println!("one each: {:?}, one a seat: {:?}", labels(&info.shared_zones), labels(&info.seat_zones));
//! ```

#[doc(inline)]
pub use cardable_engine::program::{
    ActionKind, Corner, GameKind, MessagePlace, Order, PickWhat, Profile, Shown, StateType,
};
#[doc(inline)]
pub use cardable_engine::{
    ActionInfo, BackInfo, CardInfo, CornerInfo, DataInfo, Digest, OptionInfo, Revealing, RoleInfo, SetInfo,
    StateInfo, TeamsInfo, Words, ZoneInfo,
};
