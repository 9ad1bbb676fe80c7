//! Which faces of a zone are shown, and to whom.

use super::who::Who;
use serde::{Deserialize, Serialize};

/// Which cards of a zone a visibility rule speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    All,
    /// The `n` cards that would be drawn next.
    Next(u16),
    /// The `n` cards that would be drawn last.
    Last(u16),
}

/// Who sees the faces of a zone's cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Visibility {
    pub who: Who,
    pub part: Part,
}
