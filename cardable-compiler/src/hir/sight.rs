//! What is known of who sees what.

use super::NodeId;
use crate::text::source::Span;
use cardable_engine::program::Who;
use std::collections::BTreeSet;

/// What is known of who sees what, and of where the rules show hidden values.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// Whether some step may let seats look at cards that they would not see.
    pub(crate) may_show: bool,
    /// Shared data that no view lists, and that tell nothing but what has been done.
    pub(crate) known_facts: Vec<u16>,
    /// Branches on values that are hidden from some seat.
    pub(crate) revealing: Vec<(Span, String)>,
    /// Calls of functions of the script in conditions, which may read what is hidden.
    pub(crate) revealing_calls: Vec<(NodeId, Span)>,
    /// Calls of functions whose results a seat reads.
    pub(crate) guarded_calls: BTreeSet<u32>,
    /// The same, with what is worked out by them.
    pub(crate) read_by_seats: Vec<(NodeId, String)>,
}

/// Whether a rule never lets a seat see faces, in a zone that may be its own or not.
pub(crate) fn is_never(who: Who, may_own: bool) -> bool {
    match who {
        Who::None => true,
        Who::Owner => !may_own,
        Who::Several(set) => {
            let own = set.owner && may_own;
            !(own || set.by_turn() || !set.roles.is_empty())
        }
        Who::All | Who::Face | Who::Allies | Who::Opponents | Who::Active | Who::Inactive | Who::When(_) => {
            false
        }
    }
}
