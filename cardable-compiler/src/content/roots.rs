//! Where content lies that a ruleset does not bring along.

use super::Files;

/// Where names are looked up that neither a ruleset's file nor its folder declares.
///
/// ```
/// use cardable_core::content::{MemoryFiles, Roots};
///
/// let mut packs = MemoryFiles::named("packs");
/// packs.add("coins/cardset.json", "{cardset: {set_name: 'Coins', cards: []}}")?;
/// let roots = Roots { content: &[], supplied: &[&packs] };
/// assert!(roots.content.is_empty());
/// # Ok::<(), cardable_core::content::PathError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Roots<'a> {
    /// The content roots: all of them are one place, in which a name may mean one thing only.
    pub content: &'a [&'a dyn Files],
    /// What comes with the program that reads, looked at after everything else. So what it has
    /// never stands in the way of what an author calls the same.
    pub supplied: &'a [&'a dyn Files],
}

impl<'a> Roots<'a> {
    /// No place at all.
    pub const NONE: Roots<'static> = Roots {
        content: &[],
        supplied: &[],
    };

    /// All of them, in the order in which they are looked at.
    pub(crate) fn all(self) -> impl Iterator<Item = &'a dyn Files> {
        self.content.iter().chain(self.supplied).copied()
    }
}

impl<'a> From<&'a [&'a dyn Files]> for Roots<'a> {
    /// Content roots, and nothing behind them.
    fn from(content: &'a [&'a dyn Files]) -> Roots<'a> {
        Roots {
            content,
            supplied: &[],
        }
    }
}

impl std::fmt::Debug for Roots<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = |roots: &[&dyn Files]| {
            roots
                .iter()
                .map(|files| files.name().to_owned())
                .collect::<Vec<_>>()
        };
        f.debug_struct("Roots")
            .field("content", &names(self.content))
            .field("supplied", &names(self.supplied))
            .finish()
    }
}
