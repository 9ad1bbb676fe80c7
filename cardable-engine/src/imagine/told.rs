//! Cards that are dealt anew agree with what a viewer was told of them.

use super::classes::Class;
use crate::ids::{CardId, Viewer};
use crate::program::TypeSet;
use crate::world::chance::below;
use crate::world::table::Table;
use crate::world::whole::World;
use rand_chacha::ChaCha8Rng;

/// How often two cards are tried to trade places for each that is dealt, so that one deal is as likely as another.
const TRADES: usize = 8;

/// Lets the cards of slots that are not known trade places until each is one that the viewer may believe to lie there.
/// Slots are given by the cards that really lie in them.
pub(super) fn agree(
    t: &Table,
    world: &World,
    viewer: Viewer,
    slots: &[Option<(CardId, Class)>],
    dealt: &mut [CardId],
    rng: &mut ChaCha8Rng,
) {
    let told = world.extras.as_ref().map_or(&[][..], |extras| &extras.told);
    let told = || told.iter().filter(|told| told.who.contains(viewer));
    if told().next().is_none() {
        return;
    }
    let mut unknown: Vec<Unknown<'_>> = Vec::new();
    for (at, slot) in slots.iter().enumerate() {
        if let Some((card, class)) = slot {
            let may_be = told().filter(|told| told.card == *card).map(|told| &told.may_be);
            unknown.push(Unknown {
                at,
                class: *class,
                may_be: may_be.collect(),
            });
        }
    }
    // The real cards fit, so that there always is a way.
    for one in 0..unknown.len() {
        let mut tried = vec![false; unknown.len()];
        if !fits(t, &unknown[one], dealt[unknown[one].at]) {
            mend(t, &unknown, dealt, one, &mut tried);
        }
    }
    let n = unknown.len() as u32;
    for _ in 0..unknown.len() * TRADES {
        let (one, other) = (below(rng, n) as usize, below(rng, n) as usize);
        let (one, other) = (&unknown[one], &unknown[other]);
        if one.class == other.class && fits(t, one, dealt[other.at]) && fits(t, other, dealt[one.at]) {
            dealt.swap(one.at, other.at);
        }
    }
}

/// A slot whose card is not known.
struct Unknown<'w> {
    at: usize,
    class: Class,
    /// What it may be: of all of these.
    may_be: Vec<&'w TypeSet>,
}

fn fits(t: &Table, slot: &Unknown<'_>, card: CardId) -> bool {
    let ty = t.card_type.get(card.index()).copied().unwrap_or_default();
    slot.may_be.iter().all(|types| types.contains(ty.into()))
}

/// Gives a slot a card that fits, from another slot that then finds one as well.
fn mend(t: &Table, unknown: &[Unknown<'_>], dealt: &mut [CardId], one: usize, tried: &mut [bool]) -> bool {
    tried[one] = true;
    let own = dealt[unknown[one].at];
    for other in 0..unknown.len() {
        let (here, there) = (&unknown[one], &unknown[other]);
        if tried[other] || here.class != there.class || !fits(t, here, dealt[there.at]) {
            continue;
        }
        dealt.swap(here.at, there.at);
        if fits(t, there, own) || mend(t, unknown, dealt, other, tried) {
            return true;
        }
        dealt.swap(here.at, there.at);
    }
    false
}
