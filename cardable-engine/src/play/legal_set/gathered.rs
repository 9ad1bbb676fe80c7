//! Caches the candidates of zones for actions of one seat that pick from the same zones.

use super::Candidate;
use crate::ids::ZoneId;
use crate::program::{PickDef, PickOnly, PickWhat};
use smallvec::SmallVec;

/// How the cards of a zone are listed for a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct How {
    zone: ZoneId,
    what: PickWhat,
    only: PickOnly,
    blind: bool,
    /// Whether cards that look the same are merged into one candidate.
    one: bool,
}

/// The listed candidates of a zone, and whether they include interchangeable hidden cards.
#[derive(Clone, Copy, Debug)]
struct Listed {
    how: How,
    first: usize,
    after: usize,
    alike: bool,
}

/// The candidates of zones, cached while one seat's actions are listed.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    zones: Vec<Listed>,
    candidates: Vec<Candidate>,
}

impl Gathered {
    pub(crate) fn clear(&mut self) {
        self.zones.clear();
        self.candidates.clear();
    }

    /// Adds the candidates of a zone, calling `gather` if they are not cached. Picks that read faces note what
    /// the seat does not see, so they are never cached.
    pub(crate) fn add(
        &mut self,
        pick: &PickDef,
        zone: ZoneId,
        out: &mut SmallVec<[Candidate; 24]>,
        gather: impl FnOnce(&mut SmallVec<[Candidate; 24]>) -> bool,
    ) -> bool {
        if pick.reads_face() {
            return gather(out);
        }
        let how = How {
            zone,
            what: pick.what,
            only: pick.only,
            blind: pick.blind,
            one: pick.max <= 1,
        };
        if let Some(listed) = self.zones.iter().find(|listed| listed.how == how) {
            out.extend_from_slice(
                self.candidates
                    .get(listed.first..listed.after)
                    .unwrap_or_default(),
            );
            return listed.alike;
        }
        let before = out.len();
        let alike = gather(out);
        let first = self.candidates.len();
        self.candidates
            .extend_from_slice(out.get(before..).unwrap_or_default());
        self.zones.push(Listed {
            how,
            first,
            after: self.candidates.len(),
            alike,
        });
        alike
    }
}
