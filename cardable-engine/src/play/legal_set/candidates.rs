//! The candidates of an offer: listed, or described by a set of card types and created on demand.

use crate::ids::ZoneId;
use crate::play::legal_set::{Candidate, LegalSet, Offer};
use crate::world::table::Table;
use crate::world::whole::World;
use smallvec::SmallVec;

/// Where the candidates of an offer are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lying {
    /// In the list, from this index on.
    Listed { first: u32 },
    /// The cards of these types in a zone, in zone order. All bits are set if every card is meant; otherwise
    /// the ruleset has at most 64 types.
    InZone { zone: ZoneId, types: u64 },
}

/// The candidates of an offer.
pub enum Candidates<'l> {
    Listed(&'l [Candidate]),
    Made(SmallVec<[Candidate; 24]>),
}

impl std::ops::Deref for Candidates<'_> {
    type Target = [Candidate];

    fn deref(&self) -> &[Candidate] {
        match self {
            Candidates::Listed(candidates) => candidates,
            Candidates::Made(candidates) => candidates,
        }
    }
}

/// The cards of a zone that have one of the types.
fn cards_of<'a>(
    t: &'a Table,
    world: &'a World,
    zone: ZoneId,
    types: u64,
) -> impl Iterator<Item = u16> + use<'a> {
    let all = world.types(t);
    let cards = world.zone_cards(t, zone).iter().copied();
    cards.filter(move |card| {
        let ty = all.get(usize::from(*card)).copied().unwrap_or(0);
        types >> (ty & 63) & 1 == 1
    })
}

impl LegalSet {
    /// The candidates of an offer. `world` must be the one for which it was listed.
    pub fn candidates(&self, t: &Table, world: &World, offer: &Offer) -> Candidates<'_> {
        match offer.lying {
            Lying::Listed { first } => {
                let first = first as usize;
                let listed = self.candidates.get(first..first + usize::from(offer.len));
                Candidates::Listed(listed.unwrap_or_default())
            }
            Lying::InZone { zone, types } => {
                Candidates::Made(cards_of(t, world, zone, types).map(Candidate::plain).collect())
            }
        }
    }

    /// The candidate with this index.
    #[inline]
    pub(crate) fn nth(&self, t: &Table, world: &World, offer: &Offer, n: usize) -> Option<Candidate> {
        match offer.lying {
            Lying::Listed { first } => self.candidates.get(first as usize + n).copied(),
            Lying::InZone { zone, types } => cards_of(t, world, zone, types).nth(n).map(Candidate::plain),
        }
    }
}
