//! What every seat may do, once it is listed.

mod candidates;
mod gathered;

use crate::ids::{ActionId, Seat, SeatSet, ZoneId};
pub use candidates::Candidates;
pub(crate) use candidates::Lying;
pub(crate) use gathered::Gathered;
use smallvec::SmallVec;

/// Something that may be picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// A card, zone, seat or deck, or the place in a list.
    pub(crate) raw: u16,
    /// Any one card of the zone `raw` that the seat cannot see.
    pub(crate) hidden: bool,
}

impl Candidate {
    /// In a drag, where cards and zones stand side by side, zones have the
    /// numbers that no card can have.
    const FIRST_ZONE: u16 = crate::limits::MAX_CARDS as u16;

    /// What has that number, in plain sight.
    #[inline(always)]
    pub(crate) const fn plain(raw: u16) -> Candidate {
        Candidate { raw, hidden: false }
    }

    /// A zone in a drag.
    pub(crate) fn dragged_zone(zone: ZoneId) -> Candidate {
        Candidate {
            raw: Candidate::FIRST_ZONE.saturating_add(zone.0),
            hidden: false,
        }
    }

    /// The zone that it is in a drag; nothing when it is a card.
    pub(crate) fn as_dragged_zone(self) -> Option<ZoneId> {
        let zone = self.raw.checked_sub(Candidate::FIRST_ZONE)?;
        (!self.hidden).then_some(ZoneId(zone))
    }
}

/// What an offer is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Act(ActionId),
    /// The suspended action of that place.
    Prompt(u16),
    /// Nothing to do, but asked all the same.
    Pass,
}

/// The choices of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    One,
    Range {
        min: i64,
        max: i64,
    },
    /// Some of the candidates. `ruled` means that not every number of them that
    /// fits is allowed; `ordered` that it matters in which order they come. The search for right picks tries
    /// at most `share` candidates; `unfound` means that it found none and has not looked at all.
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
    /// One of the candidates.
    pub(crate) const ONE_OF: Space = Space::some_of(1, 1);

    /// Any so many of the candidates.
    pub(crate) const fn some_of(min: u16, max: u16) -> Space {
        Space::Choose {
            min,
            max,
            ruled: false,
            ordered: false,
            unfound: false,
            share: 0,
        }
    }
}

/// One thing a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    pub seat: Seat,
    pub source: Source,
    pub space: Space,
    /// Where its candidates are.
    pub(crate) lying: Lying,
    /// How many they are.
    pub(crate) len: u16,
}

impl Offer {
    /// How many choices it has, where that is seen at a glance: one, or one of the candidates.
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

/// A choice as the engine takes it: what was offered, and what of it is meant.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub offer: Offer,
    pub picked: SmallVec<[Candidate; 4]>,
    /// The number that was answered; 0 where none is asked for.
    pub(crate) number: i64,
}

/// All that all seats may do now.
#[derive(Debug, Default)]
pub struct LegalSet {
    pub offers: SmallVec<[Offer; 4]>,
    pub(crate) candidates: SmallVec<[Candidate; 24]>,
    pub(crate) seats: SeatSet,
    /// Whether candidates of zones are listed once for several actions, while they are being listed.
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

    /// Whether a seat may do anything.
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

    /// Offers one of so many cards, which are made candidates when somebody asks for them.
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

/// Why something is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmet {
    /// Its condition does not hold.
    Condition,
    /// There are fewer candidates than it needs.
    Candidates { found: u16, needed: u16 },
    /// No pick of the candidates is right.
    Valid,
    /// The question it begins with has no answer.
    Prompt,
    /// A zone that it lays cards into has no room for them.
    Full { zone: ZoneId },
    /// A zone that it takes cards from must keep those it has.
    Kept { zone: ZoneId },
}
