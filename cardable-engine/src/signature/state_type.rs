//! How states organise play: some primitives do nothing in some.

use serde::{Deserialize, Serialize};

/// How a state organises play.
///
/// See [`StateInfo`](crate::StateInfo) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StateType {
    Auto,
    /// Seats act in turn.
    RoundRobin,
    /// Every member may act at once.
    Concurrent,
    Grandstand,
}
