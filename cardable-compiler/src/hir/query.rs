//! Which cards or zones of the table are meant.

use super::{NodeId, Scope};
use cardable_engine::program::{PickFrom, PickOnly, PickWhat};
use cardable_engine::value::Type;

/// Where the things of a query lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Source {
    Shared(u16),
    /// A zone of the acting seat.
    Own(u16),
    /// That zone of every seat.
    Everyones(u16),
    /// That zone of every other seat.
    Others(u16),
    /// That zone of a seat.
    Of(NodeId, u16),
    /// Zones that are worked out: one, or a list.
    Zones(NodeId),
}

/// Which cards or zones are meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    pub what: PickWhat,
    /// The zones, or those the cards lie in.
    pub from: Vec<Source>,
    /// Which cards of the zones.
    pub only: PickOnly,
    /// What must hold for the thing; it lies in a local that the dialect chose.
    pub tests: Vec<NodeId>,
}

impl Query {
    /// The type of what it finds.
    pub fn ty(&self) -> Type {
        match self.what {
            PickWhat::Zone => Type::ZONE,
            _ => Type::CARD,
        }
    }
}

impl Source {
    /// Where candidates lie, when that needs nothing to be worked out.
    pub fn of(from: &PickFrom) -> Option<Source> {
        match *from {
            PickFrom::Code(_) => None,
            PickFrom::OwnZone(at) => Some(Source::Own(at)),
            PickFrom::SharedZone(at) => Some(Source::Shared(at)),
            PickFrom::EveryonesZone(at) => Some(Source::Everyones(at)),
            PickFrom::OthersZone(at) => Some(Source::Others(at)),
        }
    }
}

/// What must hold of what is picked.
#[derive(Clone, Debug)]
pub struct TestOfPick {
    pub scope: Scope,
    pub from: Vec<Source>,
    pub condition: NodeId,
    /// What the condition says, in messages.
    pub what: &'static str,
}
