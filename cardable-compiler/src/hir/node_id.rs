//! The number of a value of the tree.

/// A value of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeId(pub(crate) u32);
