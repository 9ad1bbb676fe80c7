//! The legal choices of every seat, once listed.

mod candidates;
mod gathered;

use super::ways::Ways;
use crate::ids::{ActionId, Seat, SeatSet, ZoneId};
pub use candidates::Candidates;
pub(crate) use candidates::Lying;
pub(crate) use gathered::Gathered;
use smallvec::SmallVec;

/// Something that can be picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Number of a card, zone, seat or deck, or an index into a list.
    pub(crate) raw: u16,
    /// [`Candidate::SEEN`], or the candidate stands for any card of zone `raw` that the seat cannot see: with this back, or
    /// with [`Candidate::ANY_BACK`].
    back: u16,
}

impl Candidate {
    /// A drag mixes cards and zones. Zones have numbers above those of all cards.
    const FIRST_ZONE: u16 = crate::limits::MAX_CARDS as u16;

    const SEEN: u16 = u16::MAX;
    const ANY_BACK: u16 = u16::MAX - 1;

    #[inline(always)]
    pub(crate) const fn plain(raw: u16) -> Candidate {
        Candidate {
            raw,
            back: Candidate::SEEN,
        }
    }

    /// Any card of a zone that the seat cannot see, or any with a back.
    pub(crate) fn hidden(zone: ZoneId, back: Option<u16>) -> Candidate {
        Candidate {
            raw: zone.0,
            back: back.map_or(Candidate::ANY_BACK, |back| back.min(Candidate::ANY_BACK)),
        }
    }

    #[inline(always)]
    pub(crate) const fn is_hidden(self) -> bool {
        self.back != Candidate::SEEN
    }

    /// The back of the cards that it stands for, where only some do.
    pub(crate) fn back(self) -> Option<u16> {
        Some(self.back).filter(|back| *back < Candidate::ANY_BACK)
    }

    /// A zone in a drag.
    pub(crate) fn dragged_zone(zone: ZoneId) -> Candidate {
        Candidate::plain(Candidate::FIRST_ZONE.saturating_add(zone.0))
    }

    /// The zone of a drag, or `None` for a card.
    pub(crate) fn as_dragged_zone(self) -> Option<ZoneId> {
        let zone = self.raw.checked_sub(Candidate::FIRST_ZONE)?;
        (!self.is_hidden()).then_some(ZoneId(zone))
    }
}

/// What an offer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Act(ActionId),
    /// The suspended action with this index.
    Prompt(u16),
    /// Nothing to do, but the seat is asked nevertheless.
    Pass,
}

/// The choices within an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    One,
    Range {
        min: i64,
        max: i64,
    },
    /// Some of the candidates. `ruled`: a rule restricts which combinations are allowed. `ordered`: their order
    /// matters. The search for valid picks tries at most `share` candidates. `unfound`: it found none before
    /// its budget ran out.
    Choose {
        min: u16,
        max: u16,
        ruled: bool,
        ordered: bool,
        unfound: bool,
        share: u32,
    },
}

impl Space {
    /// Exactly one of the candidates.
    pub(crate) const ONE_OF: Space = Space::some_of(1, 1);

    /// Any `min` to `max` of the candidates.
    pub(crate) const fn some_of(min: u16, max: u16) -> Space {
        Space::in_order(min, max, false)
    }

    /// The same, in an order that counts or not. That of a single one does not.
    pub(crate) const fn in_order(min: u16, max: u16, ordered: bool) -> Space {
        Space::Choose {
            min,
            max,
            ruled: false,
            ordered: ordered && max > 1,
            unfound: false,
            share: 0,
        }
    }
}

/// Something that a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    pub seat: Seat,
    pub source: Source,
    pub space: Space,
    /// Where its candidates are stored.
    pub(crate) lying: Lying,
    pub(crate) len: u16,
}

impl Offer {
    /// The ways to choose so many of its candidates.
    pub(crate) fn ways(&self, min: u16, max: u16, ordered: bool) -> Ways {
        Ways {
            n: self.len,
            min,
            max,
            ordered,
        }
    }

    /// The number of choices, if known without a search: a single one, or one per candidate.
    #[inline(always)]
    pub(crate) fn plain_count(&self) -> Option<u32> {
        match self.space {
            Space::One => Some(1),
            Space::Choose {
                min: 1,
                max: 1,
                ruled: false,
                ..
            } => Some(self.len.into()),
            Space::Range { .. } | Space::Choose { .. } => None,
        }
    }
}

/// A choice resolved to an offer and the selection within it.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub offer: Offer,
    pub picked: SmallVec<[Candidate; 4]>,
    /// The answered number, or 0 if none is asked for.
    pub(crate) number: i64,
}

/// The legal choices of all seats.
#[derive(Debug, Default)]
pub struct LegalSet {
    pub offers: SmallVec<[Offer; 4]>,
    pub(crate) candidates: SmallVec<[Candidate; 24]>,
    pub(crate) seats: SeatSet,
    /// Whether candidates of a zone are shared between actions during listing.
    pub(super) shares: bool,
    pub(super) gathered: Gathered,
}

impl Clone for LegalSet {
    fn clone(&self) -> LegalSet {
        LegalSet {
            offers: SmallVec::from_slice(&self.offers),
            candidates: SmallVec::from_slice(&self.candidates),
            seats: self.seats,
            shares: false,
            gathered: Gathered::default(),
        }
    }

    fn clone_from(&mut self, other: &LegalSet) {
        self.clear();
        self.offers.extend_from_slice(&other.offers);
        self.candidates.extend_from_slice(&other.candidates);
        self.seats = other.seats;
    }
}

impl LegalSet {
    pub(crate) fn clear(&mut self) {
        self.offers.clear();
        self.candidates.clear();
        self.seats = SeatSet::EMPTY;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// Whether a seat has any choice.
    #[inline]
    pub(crate) fn has(&self, seat: Seat) -> bool {
        self.seats.contains(seat)
    }

    #[inline]
    pub(crate) fn push(&mut self, seat: Seat, source: Source, space: Space, first: usize) {
        let len = self.candidates.len() - first;
        self.seats.insert(seat);
        self.offers.push(Offer {
            seat,
            source,
            space,
            lying: Lying::Listed { first: first as u32 },
            len: len as u16,
        });
    }

    /// Offers one of the cards of certain types in a zone. The candidates are created on demand.
    #[inline]
    pub(crate) fn push_cards(&mut self, seat: Seat, source: Source, zone: ZoneId, types: u64, len: usize) {
        self.seats.insert(seat);
        self.offers.push(Offer {
            seat,
            source,
            space: Space::ONE_OF,
            lying: Lying::InZone { zone, types },
            len: len as u16,
        });
    }
}

/// Why an action is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmet {
    Condition,
    /// It has fewer candidates than it needs.
    Candidates {
        found: u16,
        needed: u16,
    },
    /// No combination of the candidates is valid.
    Valid,
    /// Its opening question has no answer.
    Prompt,
    /// A zone that it moves cards to has no room for them.
    Full {
        zone: ZoneId,
    },
    /// A zone that it takes cards from must keep those it has.
    Kept {
        zone: ZoneId,
    },
}
