//! The columns of a World: rows of small numbers, side by side in one block.

use crate::ids::{Audience, CardId, ZoneId};
use std::ops::{Deref, DerefMut};

/// Stands for "no seat" in the block.
pub(crate) const NOBODY: u16 = u16::MAX;

pub(crate) const FACE_UP: u16 = 1;

/// The zone's rule for some of its cards shows this one now.
pub(crate) const EXPOSED: u16 = 2;

/// A seat was granted a look at it.
pub(crate) const GRANTED: u16 = 4;

/// Where the columns of a table's games lie in their block: each begins at a place, and has a number, or a few,
/// for every card, zone, deck or group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    cards: usize,
    zones: usize,
    pub(crate) zone_of: usize,
    pub(crate) flags: usize,
    knows: usize,
    pub(crate) starts: usize,
    sees: usize,
    known: usize,
    changed: usize,
    pub(crate) deck_owners: usize,
    pub(crate) origins: usize,
    marks: usize,
    len: usize,
    pub(crate) width: Width,
}

/// How many things a table's columns are for.
pub(crate) struct Extent {
    pub(crate) cards: usize,
    pub(crate) zones: usize,
    pub(crate) decks: usize,
    pub(crate) origins: usize,
    pub(crate) seats: usize,
    pub(crate) marks: bool,
}

impl Columns {
    pub(crate) fn new(of: &Extent) -> Columns {
        let width = Width::of(of.seats);
        let mut next = 0;
        let mut column = |things: usize, numbers: usize| {
            let first = next;
            next += things * numbers;
            first
        };
        // The order of the cards comes first.
        column(of.cards, 1);
        Columns {
            cards: of.cards,
            zones: of.zones,
            zone_of: column(of.cards, 1),
            flags: column(of.cards, 1),
            knows: column(of.cards, width.numbers()),
            starts: column(of.zones + 1, 1),
            sees: column(of.zones, width.numbers()),
            known: column(of.zones, width.numbers()),
            changed: column(of.zones, STEP),
            deck_owners: column(of.decks, 1),
            origins: column(of.origins, 1),
            marks: column(if of.marks { of.zones } else { 0 }, MARKS),
            len: column(0, 0),
            width,
        }
    }

    /// A block in which all cards lie in one zone, in the order of their numbers, and nobody knows anything.
    pub(crate) fn block(&self, boxed: ZoneId) -> Box<[u16]> {
        let mut block = vec![0; self.len];
        for card in 0..self.cards {
            block[card] = card as u16;
            block[self.zone_of + card] = boxed.0;
        }
        block[self.starts + boxed.index() + 1..=self.starts + self.zones].fill(self.cards as u16);
        block[self.deck_owners..self.origins].fill(NOBODY);
        for (group, slot) in block[self.origins..self.marks].iter_mut().enumerate() {
            *slot = group as u16;
        }
        block.into()
    }

    /// How many numbers a block has.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The cards of a block in their order, zone after zone.
    pub(crate) fn order<'b>(&self, block: &'b [u16]) -> &'b [u16] {
        &block[..self.cards]
    }

    pub(crate) fn zones_of_cards<'b>(&self, block: &'b [u16]) -> &'b [u16] {
        &block[self.zone_of..self.flags]
    }

    pub(crate) fn flags_of_cards<'b>(&self, block: &'b [u16]) -> &'b [u16] {
        &block[self.flags..self.knows]
    }

    /// Where each zone begins in the order; one more at the end.
    pub(crate) fn starts_of_zones<'b>(&self, block: &'b [u16]) -> &'b [u16] {
        &block[self.starts..self.sees]
    }

    pub(crate) fn owners_of_decks<'b>(&self, block: &'b [u16]) -> &'b [u16] {
        &block[self.deck_owners..self.origins]
    }

    /// The number that each origin group was merged into.
    pub(crate) fn merged_origins<'b>(&self, block: &'b [u16]) -> &'b [u16] {
        &block[self.origins..self.marks]
    }

    pub(crate) fn merged_origins_mut<'b>(&self, block: &'b mut [u16]) -> &'b mut [u16] {
        &mut block[self.origins..self.marks]
    }

    /// Whether the sets of viewers have none that cannot be.
    pub(crate) fn has_known_viewers(&self, block: &[u16]) -> bool {
        let sets = [&block[self.knows..self.starts], &block[self.sees..self.changed]];
        match self.width {
            Width::Narrow => true,
            Width::Wide => sets.iter().all(|row| {
                let mut sets = row.chunks(WIDE).map(wide);
                sets.all(|bits| bits & !Audience::ALL.0 == 0)
            }),
        }
    }

    /// The marks of a zone; none where zones cannot be marked.
    #[inline]
    pub(crate) fn marks(&self, block: &[u16], zone: ZoneId) -> u64 {
        match self.marks < self.len {
            true => wide(&block[self.marks + MARKS * zone.index()..]),
            false => 0,
        }
    }

    pub(crate) fn set_marks(&self, block: &mut [u16], zone: ZoneId, marks: u64) {
        if self.marks < self.len {
            set_wide(&mut block[self.marks + MARKS * zone.index()..], marks);
        }
    }

    #[inline]
    pub(crate) fn knows(&self, block: &[u16], card: CardId) -> Audience {
        self.width.unpack(self.width.get(block, self.knows, card.index()))
    }

    #[inline]
    pub(crate) fn set_knows(&self, block: &mut [u16], card: CardId, who: Audience) {
        self.width
            .set(block, self.knows, card.index(), self.width.pack(who));
    }

    #[inline]
    pub(crate) fn sees(&self, block: &[u16], zone: ZoneId) -> Audience {
        self.width.unpack(self.width.get(block, self.sees, zone.index()))
    }

    #[inline]
    pub(crate) fn set_sees(&self, block: &mut [u16], zone: ZoneId, who: Audience) {
        self.width
            .set(block, self.sees, zone.index(), self.width.pack(who));
    }

    #[inline]
    pub(crate) fn known(&self, block: &[u16], zone: ZoneId) -> Audience {
        self.width.unpack(self.width.get(block, self.known, zone.index()))
    }

    #[inline]
    pub(crate) fn set_known(&self, block: &mut [u16], zone: ZoneId, who: Audience) {
        self.width
            .set(block, self.known, zone.index(), self.width.pack(who));
    }

    #[inline]
    pub(crate) fn changed(&self, block: &[u16], zone: ZoneId) -> u64 {
        let row = block[self.changed + STEP * zone.index()..].first_chunk();
        row.map_or(0, |[a, b, c, d]: &[u16; STEP]| {
            u64::from(*a) | u64::from(*b) << 16 | u64::from(*c) << 32 | u64::from(*d) << 48
        })
    }

    #[inline]
    pub(crate) fn set_changed(&self, block: &mut [u16], zone: ZoneId, step: u64) {
        set_step(&mut block[self.changed..], zone, step);
    }

    /// A block to work on, for what looks at single cards and zones.
    #[inline(always)]
    pub(crate) fn block_mut<'b>(&'b self, numbers: &'b mut [u16], now: u64) -> Block<'b> {
        Block {
            numbers,
            columns: self,
            now,
        }
    }

    /// Cuts a block up, for what looks at much of it at once.
    #[inline(always)]
    pub(crate) fn parts<'b>(&self, block: &'b mut [u16]) -> Parts<'b> {
        let (order, block) = block.split_at_mut(self.cards);
        let (zone_of, block) = block.split_at_mut(self.cards);
        let (flags, block) = block.split_at_mut(self.cards);
        let (knows, block) = block.split_at_mut(self.starts - self.knows);
        let (starts, block) = block.split_at_mut(self.zones + 1);
        let (sees, block) = block.split_at_mut(self.known - self.sees);
        let (known, _) = block.split_at_mut(self.changed - self.known);
        let width = self.width;
        Parts {
            order,
            zone_of,
            flags,
            starts,
            knows: Audiences { row: knows, width },
            sees: Audiences { row: sees, width },
            known: Audiences { row: known, width },
        }
    }
}

/// A block, cut up by what it holds: the compiler sees that the parts do not overlap.
pub(crate) struct Parts<'b> {
    /// The cards, zone after zone, oldest first.
    pub(crate) order: &'b mut [u16],
    /// Which zone each card lies in.
    pub(crate) zone_of: &'b mut [u16],
    pub(crate) flags: &'b mut [u16],
    /// Where each zone begins in the order; one more at the end.
    pub(crate) starts: &'b mut [u16],
    pub(crate) knows: Audiences<&'b mut [u16]>,
    /// Who sees the faces that each zone's rule shows.
    pub(crate) sees: Audiences<&'b mut [u16]>,
    /// Who may know something about a card of each zone.
    pub(crate) known: Audiences<&'b mut [u16]>,
}

impl Parts<'_> {
    /// Lays all `n` cards of a zone behind those of another one, in the order of the cards alone.
    pub(crate) fn empty(&mut self, from: ZoneId, to: ZoneId, n: usize) {
        let end = |parts: &Self, zone: ZoneId| usize::from(parts.starts[zone.index() + 1]);
        if from.0 < to.0 {
            let begin = usize::from(self.starts[from.index()]);
            let end = end(self, to);
            self.order[begin..end].rotate_left(n);
            for start in &mut self.starts[from.index() + 1..=to.index()] {
                *start -= n as u16;
            }
        } else {
            let (begin, end) = (end(self, to), end(self, from));
            self.order[begin..end].rotate_right(n);
            for start in &mut self.starts[to.index() + 1..=from.index()] {
                *start += n as u16;
            }
        }
    }
}

/// A block with its columns. To look at one card takes less here than to cut the block up for it.
pub(crate) struct Block<'b> {
    numbers: &'b mut [u16],
    columns: &'b Columns,
    now: u64,
}

impl Block<'_> {
    #[inline(always)]
    pub(crate) fn width(&self) -> Width {
        self.columns.width
    }

    /// The cards, zone after zone, oldest first.
    #[inline(always)]
    pub(crate) fn order(&mut self) -> &mut [u16] {
        &mut self.numbers[..self.columns.cards]
    }

    /// Where a zone begins in the order, and where the next one does.
    #[inline(always)]
    pub(crate) fn span(&self, zone: ZoneId) -> (usize, usize) {
        let at = self.columns.starts + zone.index();
        (self.numbers[at].into(), self.numbers[at + 1].into())
    }

    /// Where the zones of a range begin in the order.
    #[inline(always)]
    pub(crate) fn starts(&mut self, zones: std::ops::RangeInclusive<usize>) -> &mut [u16] {
        let first = self.columns.starts;
        &mut self.numbers[first + zones.start()..=first + zones.end()]
    }

    /// The cards of a zone by the order.
    #[inline(always)]
    pub(crate) fn standing(&self, zone: ZoneId) -> &[u16] {
        let (first, after) = self.span(zone);
        &self.numbers[first..after]
    }

    #[inline(always)]
    pub(crate) fn zone_of(&self, card: CardId) -> ZoneId {
        ZoneId(self.numbers[self.columns.zone_of + card.index()])
    }

    #[inline(always)]
    pub(crate) fn set_zone_of(&mut self, card: CardId, zone: ZoneId) {
        self.numbers[self.columns.zone_of + card.index()] = zone.0;
    }

    #[inline(always)]
    pub(crate) fn flags(&self, card: CardId) -> u16 {
        self.numbers[self.columns.flags + card.index()]
    }

    #[inline(always)]
    pub(crate) fn set_flags(&mut self, card: CardId, flags: u16) {
        self.numbers[self.columns.flags + card.index()] = flags;
    }

    #[inline(always)]
    pub(crate) fn knows(&self, card: CardId) -> Packed {
        self.width().get(self.numbers, self.columns.knows, card.index())
    }

    #[inline(always)]
    pub(crate) fn set_knows(&mut self, card: CardId, who: Packed) {
        let width = self.width();
        width.set(self.numbers, self.columns.knows, card.index(), who);
    }

    #[inline(always)]
    pub(crate) fn sees(&self, zone: ZoneId) -> Packed {
        self.width().get(self.numbers, self.columns.sees, zone.index())
    }

    #[inline(always)]
    pub(crate) fn known(&self, zone: ZoneId) -> Packed {
        self.width().get(self.numbers, self.columns.known, zone.index())
    }

    #[inline(always)]
    pub(crate) fn add_known(&mut self, zone: ZoneId, who: Packed) {
        let (width, known) = (self.width(), self.known(zone).or(who));
        width.set(self.numbers, self.columns.known, zone.index(), known);
    }

    /// The zone changes in this step.
    #[inline(always)]
    pub(crate) fn touch(&mut self, zone: ZoneId) {
        let at = self.columns.changed + STEP * zone.index();
        if let Some(row) = self.numbers.get_mut(at..at + STEP) {
            row.copy_from_slice(&step_numbers(self.now));
        }
    }
}

/// How many numbers a step has: more choices are made in no game.
const STEP: usize = 4;

#[inline(always)]
fn set_step(row: &mut [u16], zone: ZoneId, step: u64) {
    if let Some(numbers) = row
        .get_mut(STEP * zone.index()..)
        .and_then(<[u16]>::first_chunk_mut)
    {
        let numbers: &mut [u16; STEP] = numbers;
        *numbers = step_numbers(step);
    }
}

#[inline(always)]
fn step_numbers(step: u64) -> [u16; STEP] {
    [
        step as u16,
        (step >> 16) as u16,
        (step >> 32) as u16,
        (step >> 48) as u16,
    ]
}

/// How many numbers the marks of a zone have.
const MARKS: usize = WIDE;

/// Sets of viewers, one after the other.
pub(crate) struct Audiences<R> {
    row: R,
    width: Width,
}

impl<R: Deref<Target = [u16]>> Audiences<R> {
    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> Packed {
        self.width.get(&self.row, 0, at)
    }
}

impl<R: DerefMut<Target = [u16]>> Audiences<R> {
    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, who: Packed) {
        self.width.set(&mut self.row, 0, at, who);
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, at: usize, who: Packed) {
        self.set(at, self.get(at).or(who));
    }
}

/// A set of viewers as the columns hold it. Bits that no table needs may be set: they are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed(u64);

impl Packed {
    pub(crate) const NONE: Packed = Packed(0);
    pub(crate) const ALL: Packed = Packed(u64::MAX);

    #[inline(always)]
    pub(crate) fn or(self, other: Packed) -> Packed {
        Packed(self.0 | other.0)
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Packed) -> Packed {
        Packed(self.0 & other.0)
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Packed) -> Packed {
        Packed(self.0 & !other.0)
    }

    /// Whether nobody belongs to it, of what was read from a column.
    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// How many numbers a set of viewers takes: one at a table of few seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// A bit for each seat, and the highest one for spectators. The bit below that is for all seats that such a
    /// table does not have, which are in a set together or not at all.
    Narrow,
    Wide,
}

/// How many numbers a set of viewers takes at a table of many seats: a bit for each, and one for spectators.
const WIDE: usize = 3;

/// The most seats of a table where one number is enough.
const FEW_SEATS: usize = 14;

impl Width {
    fn of(seats: usize) -> Width {
        match seats <= FEW_SEATS {
            true => Width::Narrow,
            false => Width::Wide,
        }
    }

    fn numbers(self) -> usize {
        match self {
            Width::Narrow => 1,
            Width::Wide => WIDE,
        }
    }

    #[inline(always)]
    pub(crate) fn pack(self, who: Audience) -> Packed {
        match self {
            Width::Narrow => Packed(who.0 & 0x7fff | who.0 >> 32 << 15),
            Width::Wide => Packed(who.0),
        }
    }

    #[inline(always)]
    pub(crate) fn unpack(self, who: Packed) -> Audience {
        match self {
            Width::Narrow => {
                let seats = i32::from((who.0 << 1) as i16 >> 1) as u32;
                Audience(u64::from(seats) | (who.0 >> 15 & 1) << 32)
            }
            Width::Wide => Audience(who.0 & Audience::ALL.0),
        }
    }

    /// The set at a place of a column that begins at `first`.
    #[inline(always)]
    fn get(self, block: &[u16], first: usize, at: usize) -> Packed {
        match self {
            Width::Narrow => Packed(block[first + at].into()),
            Width::Wide => Packed(wide(&block[first + WIDE * at..])),
        }
    }

    #[inline(always)]
    fn set(self, block: &mut [u16], first: usize, at: usize, who: Packed) {
        match self {
            Width::Narrow => block[first + at] = who.0 as u16,
            Width::Wide => set_wide(&mut block[first + WIDE * at..], who.0),
        }
    }
}

#[inline]
fn wide(row: &[u16]) -> u64 {
    row.first_chunk().map_or(0, |[a, b, c]: &[u16; WIDE]| {
        u64::from(*a) | u64::from(*b) << 16 | u64::from(*c) << 32
    })
}

#[cold]
fn set_wide(row: &mut [u16], bits: u64) {
    for (at, number) in row.iter_mut().take(WIDE).enumerate() {
        *number = (bits >> (16 * at)) as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Seat, SeatSet};

    /// What a table of so many seats can make of sets.
    fn sets(seats: usize) -> Vec<Audience> {
        let all = Audience::seats(SeatSet::first(seats));
        let last = Audience::one(Seat(seats as u8 - 1));
        let first = Audience::one(Seat(0));
        vec![
            Audience::NONE,
            Audience::ALL,
            Audience::SPECTATORS,
            all,
            first,
            last.or(Audience::SPECTATORS),
            Audience::ALL.minus(last),
            Audience::ALL.minus(all),
            Audience::ALL.minus(Audience::SPECTATORS),
        ]
    }

    #[test]
    fn what_is_kept_of_a_set_of_viewers_is_all_of_it() {
        for seats in [1, 4, FEW_SEATS, FEW_SEATS + 1, 20, 32] {
            let width = Width::of(seats);
            let sets = sets(seats);
            let mut row = vec![0; sets.len() * width.numbers()];
            for (at, set) in sets.iter().enumerate() {
                width.set(&mut row, 0, at, width.pack(*set));
            }
            for (at, set) in sets.iter().enumerate() {
                assert_eq!(width.unpack(width.get(&row, 0, at)), *set, "{seats} seats");
            }
        }
    }

    #[test]
    fn columns_do_not_overlap() {
        let columns = Columns::new(&Extent {
            cards: 3,
            zones: 2,
            decks: 1,
            origins: 2,
            seats: 20,
            marks: true,
        });
        let mut block = columns.block(ZoneId(1));
        assert_eq!(block.len(), columns.len());
        for zone in [ZoneId(0), ZoneId(1)] {
            columns.set_marks(&mut block, zone, 1 << 32 | 5);
            columns.set_changed(&mut block, zone, 1 << 50 | 7);
            columns.set_sees(&mut block, zone, Audience::SPECTATORS);
            columns.set_known(&mut block, zone, Audience::ALL);
        }
        for card in [CardId(0), CardId(1), CardId(2)] {
            columns.set_knows(&mut block, card, Audience::ALL);
        }
        assert_eq!(columns.order(&block), [0, 1, 2]);
        assert_eq!(columns.zones_of_cards(&block), [1, 1, 1]);
        assert_eq!(columns.flags_of_cards(&block), [0, 0, 0]);
        assert_eq!(columns.starts_of_zones(&block), [0, 0, 3]);
        assert_eq!(columns.owners_of_decks(&block), [NOBODY]);
        assert_eq!(columns.merged_origins(&block), [0, 1]);
        assert_eq!(columns.marks(&block, ZoneId(0)), 1 << 32 | 5);
        assert_eq!(columns.changed(&block, ZoneId(1)), 1 << 50 | 7);
        assert_eq!(columns.sees(&block, ZoneId(0)), Audience::SPECTATORS);
        assert_eq!(columns.known(&block, ZoneId(1)), Audience::ALL);
    }
}
