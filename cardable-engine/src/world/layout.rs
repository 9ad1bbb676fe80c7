//! How the cards of a game are laid out before anything happens.

use super::opening::Layout;
use super::table::Table;
use super::whole::World;
use super::zone_marks;
use crate::ids::{CardId, DeckId, ZoneId};
use smallvec::SmallVec;
use std::ops::Range;

impl Table {
    /// Where the cards of all decks begin.
    pub(crate) fn layout(&self, world: &World) -> &Layout {
        self.opening.layout.get_or_init(|| Layout::new(self, world))
    }
}

impl Layout {
    fn new(table: &Table, world: &World) -> Layout {
        let mut copies = Vec::new();
        let mut laid: Vec<Vec<CardId>> = vec![Vec::new(); table.zones];
        if !table.program.cards.decks_are_picked {
            for deck in 0..table.program.cards.decks.len() {
                deal_deck(table, world, DeckId(deck as u16), &mut copies, &mut laid);
            }
        }
        let mut starts = vec![0];
        let mut places = Vec::with_capacity(table.cards);
        for cards in &laid {
            places.extend(cards.iter().map(|card| card.0));
            starts.push(places.len() as u16);
        }
        Layout {
            copies,
            places: places.into(),
            starts: starts.into(),
        }
    }
}

/// Deals a deck's cards to the zones that declare it.
fn deal_deck(
    table: &Table,
    world: &World,
    deck: DeckId,
    dealt: &mut Vec<Range<usize>>,
    laid: &mut [Vec<CardId>],
) {
    let cards = table.cards_of(deck);
    let copies = table.deck_copies(deck);
    let each = cards.len() / copies.max(1);
    let declaring = table
        .zone_ids()
        .filter(|z| table.zone_def(*z).decks.contains(&deck) && zone_marks::is_open(world, table, *z));
    let declaring: SmallVec<[ZoneId; 8]> = declaring.collect();
    for copy in 0..copies {
        let first = cards.start + copy * each;
        let own: SmallVec<[CardId; 64]> = (first..first + each).map(|c| CardId(c as u16)).collect();
        let owner = table.card_seat.get(first).copied().flatten();
        let zones: SmallVec<[ZoneId; 8]> = declaring
            .iter()
            .copied()
            .filter(|z| {
                let of = table.traits[z.index()].owner;
                owner.is_none() || of.is_none() || of == owner
            })
            .collect();
        deal_out(table, &own, &zones, laid);
        dealt.push(first..first + each);
    }
}

/// Zones that declare how many cards they begin with take those first,
/// libraries share the rest evenly; what fits nowhere goes to the box.
fn deal_out(table: &Table, cards: &[CardId], zones: &[ZoneId], laid: &mut [Vec<CardId>]) {
    let program = &table.program;
    let boxed = table.boxed();
    if zones.is_empty() {
        let zone = program.zones.deck.map_or(boxed, |at| table.shared_zone(at));
        laid[zone.index()].extend_from_slice(cards);
        return;
    }
    let mut cards = cards.iter().copied();
    let (libraries, others): (Vec<ZoneId>, Vec<ZoneId>) =
        zones.iter().partition(|z| table.zone_def(**z).library);
    for zone in &others {
        let def = table.zone_def(*zone);
        let unlimited = libraries.is_empty() && def.size.max == u16::MAX;
        let wanted = match def.size.initial {
            // What another of its decks has brought counts.
            Some(n) => (n as usize).saturating_sub(laid[zone.index()].len()),
            None if unlimited => usize::MAX,
            None => def.size.min as usize,
        };
        laid[zone.index()].extend(cards.by_ref().take(wanted));
    }
    let pile = program.zones.leftovers.map(|at| table.shared_zone(at));
    let targets = match (libraries.is_empty(), pile) {
        (false, _) => libraries,
        (true, Some(_)) => Vec::new(),
        (true, None) => {
            let open = |z: &ZoneId| table.zone_def(*z).size.initial.is_none();
            others.into_iter().filter(open).collect()
        }
    };
    let cards: Vec<CardId> = cards.collect();
    let mut dealt = 0;
    while dealt < cards.len() {
        // Round by round, so that all get the same, as far as they have room.
        let room = |z: &&ZoneId| laid[z.index()].len() < table.zone_def(**z).size.max as usize;
        let open: SmallVec<[ZoneId; 8]> = targets.iter().filter(room).copied().collect();
        let uneven = pile.is_some() && cards.len() - dealt < open.len();
        if open.is_empty() || uneven {
            break;
        }
        for zone in open {
            let Some(card) = cards.get(dealt) else { break };
            laid[zone.index()].push(*card);
            dealt += 1;
        }
    }
    let rest = cards.get(dealt..).unwrap_or_default();
    laid[pile.unwrap_or(boxed).index()].extend_from_slice(rest);
}
