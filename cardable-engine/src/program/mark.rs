//! What can be marked on a zone in play: that a copy of it is open, and the
//! designations it bears.

use super::visibility::Visibility;
use super::who::Who;
use crate::ids::StrId;
use serde::{Deserialize, Serialize};

/// How many copies of a zone there may be at once; seats open and close them
/// in play. A zone that is simply there has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZoneCount {
    /// How many are open at the start.
    pub initial: u16,
    pub min: u16,
    pub max: u16,
}

impl ZoneCount {
    /// The zone is there once, always.
    pub const ONE: ZoneCount = ZoneCount {
        initial: 1,
        min: 1,
        max: 1,
    };
    /// How many copies stand for "any number".
    pub const UNLIMITED: u16 = 16;
    /// The most copies that a zone may have.
    pub const MOST: u16 = 64;
}

/// A set of designations that a zone can bear.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DesignationSet {
    pub values: Vec<Designation>,
    /// Whether a zone bears one of them at most.
    pub exclusive: bool,
}

/// A designation that a zone can bear.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Designation {
    pub name: StrId,
    pub label: Option<StrId>,
    /// Whether a zone bears it from the start.
    pub default: bool,
    /// Who sees the faces of a zone that bears it, when that is another rule
    /// than the zone's own.
    pub visible: Option<Visibility>,
    /// Who may use a zone that bears it, when those are others than the zone says itself.
    pub control: Option<Who>,
}

/// The most designations that one zone can bear.
pub const MAX_DESIGNATIONS: usize = 32;
