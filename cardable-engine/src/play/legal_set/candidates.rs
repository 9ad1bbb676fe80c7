//! The candidates of an offer: listed, or told by a set of card types and made when somebody asks for them.

use crate::ids::ZoneId;
use crate::play::legal_set::{Candidate, LegalSet, Offer};
use crate::world::table::Table;
use crate::world::whole::World;
use smallvec::SmallVec;

/// Where the candidates of an offer are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lying {
    /// Among those that are listed, from this place on.
    Listed { first: u32 },
    /// The cards of a zone that have one of these types, in the order in which they lie. All bits are set where every
    /// card is meant; else the ruleset has at most 64 types.
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

/// The cards of a zone that have one of some types.
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
    /// The candidates of an offer in the World that it was listed for.
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

    /// The candidate of that number.
    #[inline]
    pub(crate) fn nth(&self, t: &Table, world: &World, offer: &Offer, n: usize) -> Option<Candidate> {
        match offer.lying {
            Lying::Listed { first } => self.candidates.get(first as usize + n).copied(),
            Lying::InZone { zone, types } => cards_of(t, world, zone, types).nth(n).map(Candidate::plain),
        }
    }
}
