//! Where everything is: the World, read by the places that its [`Table`] knows.

use super::chance::Draws;
use super::columns::{Block, FACE_UP, NOBODY, Parts};
use super::scene::Layer;
use super::table::Table;
use super::whole::{Aside, World};
use crate::ids::{Audience, CardId, CardTypeId, DeckId, Seat, SeatSet, ZoneId};
use crate::value::Value;

impl World {
    /// An empty table: every card in the box.
    pub(crate) fn new(table: &Table, draws: Draws) -> World {
        let program = &table.program;
        let columns = &table.columns;
        let mut block = columns.block(table.boxed());
        for (zone, marks) in table.zone_ids().zip(table.first_marks()) {
            columns.set_marks(&mut block, zone, marks);
        }
        if !program.cards.decks_are_picked {
            for zone in table.zone_ids() {
                let sees = table.steady_sight(zone).unwrap_or_default();
                columns.set_sees(&mut block, zone, sees);
            }
        }
        let mut values: Vec<Value> = program.data.globals.iter().map(|d| d.value).collect();
        for _ in 0..table.seats {
            values.extend(program.data.seat.iter().map(|d| d.value));
        }
        values.extend(std::iter::repeat_n(Value::Nothing, program.state_slots as usize));
        if !program.data.card.is_empty() {
            for _ in 0..table.cards {
                values.extend(program.data.card.iter().map(|item| item.def.value));
            }
        }
        World {
            block,
            types: None,
            values: values.into(),
            draws,
            scene: Layer::empty(table.every_seat()),
            dismissed: SeatSet::EMPTY,
            direction: 1,
            over: false,
            step: 0,
            lists_kept: 0,
            suspended: Vec::new(),
            notes: Vec::new(),
            extras: None,
            aside: Aside::default(),
        }
    }

    /// Its block, cut up by what it holds.
    #[inline(always)]
    pub(crate) fn parts(&mut self, t: &Table) -> Parts<'_> {
        t.columns.parts(&mut self.block)
    }

    /// Its block, for what looks at single cards and zones.
    #[inline(always)]
    pub(crate) fn block_mut<'a>(&'a mut self, t: &'a Table) -> Block<'a> {
        t.columns.block_mut(&mut self.block, self.step + 1)
    }

    /// The cards, zone after zone, oldest first, as numbers.
    pub fn order(&self, t: &Table) -> &[u16] {
        t.columns.order(&self.block)
    }

    #[inline]
    pub fn zone_of(&self, t: &Table, card: CardId) -> ZoneId {
        ZoneId(self.block[t.columns.zone_of + card.index()])
    }

    #[inline]
    pub fn type_of(&self, t: &Table, card: CardId) -> CardTypeId {
        CardTypeId(self.types(t)[card.index()])
    }

    #[inline]
    pub(crate) fn types<'a>(&'a self, t: &'a Table) -> &'a [u16] {
        self.types.as_deref().unwrap_or(&t.card_type)
    }

    #[inline]
    pub(crate) fn flags(&self, t: &Table, card: CardId) -> u16 {
        self.block[t.columns.flags + card.index()]
    }

    #[inline]
    pub(crate) fn flags_mut(&mut self, t: &Table, card: CardId) -> &mut u16 {
        &mut self.block[t.columns.flags + card.index()]
    }

    /// The seat whose card it is: its own copy of a deck, or of the deck that it has taken.
    pub(crate) fn owner_of(&self, t: &Table, card: CardId) -> Option<Seat> {
        let own = t.card_seat.get(card.index()).copied().flatten();
        own.or_else(|| self.deck_owner(t, *t.card_deck.get(card.index())?))
    }

    #[inline]
    pub(crate) fn face_up(&self, t: &Table, card: CardId) -> bool {
        self.flags(t, card) & FACE_UP != 0
    }

    #[inline]
    pub fn knows(&self, t: &Table, card: CardId) -> Audience {
        t.columns.knows(&self.block, card)
    }

    #[inline]
    pub(crate) fn set_knows(&mut self, t: &Table, card: CardId, who: Audience) {
        t.columns.set_knows(&mut self.block, card, who);
    }

    /// Where a zone begins in the order.
    pub fn zone_start(&self, t: &Table, zone: ZoneId) -> usize {
        self.block[t.columns.starts + zone.index()] as usize
    }

    #[inline]
    pub(crate) fn zone_len(&self, t: &Table, zone: ZoneId) -> usize {
        let at = t.columns.starts + zone.index();
        (self.block[at + 1] - self.block[at]) as usize
    }

    /// The cards of a zone, oldest first, as numbers.
    #[inline]
    pub fn zone_cards(&self, t: &Table, zone: ZoneId) -> &[u16] {
        let at = t.columns.starts + zone.index();
        &self.block[self.block[at] as usize..self.block[at + 1] as usize]
    }

    #[inline]
    pub(crate) fn zone_cards_mut(&mut self, t: &Table, zone: ZoneId) -> &mut [u16] {
        let at = t.columns.starts + zone.index();
        let (start, end) = (self.block[at] as usize, self.block[at + 1] as usize);
        &mut self.block[start..end]
    }

    /// The place of a card in its zone.
    #[inline]
    pub(crate) fn place_of(&self, t: &Table, card: CardId) -> usize {
        let zone = self.zone_of(t, card);
        self.zone_cards(t, zone)
            .iter()
            .position(|c| *c == card.0)
            .unwrap_or(0)
    }

    /// Those who see the faces that the zone's rule shows.
    #[inline]
    pub(crate) fn sees(&self, t: &Table, zone: ZoneId) -> Audience {
        t.columns.sees(&self.block, zone)
    }

    #[inline]
    pub(crate) fn set_sees(&mut self, t: &Table, zone: ZoneId, who: Audience) {
        t.columns.set_sees(&mut self.block, zone, who);
    }

    /// Those who may know something about a card in it.
    #[inline]
    pub fn known(&self, t: &Table, zone: ZoneId) -> Audience {
        t.columns.known(&self.block, zone)
    }

    #[inline]
    pub(crate) fn set_known(&mut self, t: &Table, zone: ZoneId, who: Audience) {
        t.columns.set_known(&mut self.block, zone, who);
    }

    /// Some viewers know a card of a zone from now on.
    #[inline]
    pub(crate) fn learn(&mut self, t: &Table, card: CardId, zone: ZoneId, who: Audience) {
        self.set_knows(t, card, self.knows(t, card).or(who));
        self.set_known(t, zone, self.known(t, zone).or(who));
    }

    /// The step in which the zone last changed.
    #[inline]
    pub(crate) fn changed(&self, t: &Table, zone: ZoneId) -> u64 {
        t.columns.changed(&self.block, zone)
    }

    /// Whatever the zones hold was there from the beginning.
    pub(crate) fn nothing_changed(&mut self, t: &Table) {
        for zone in t.zone_ids() {
            t.columns.set_changed(&mut self.block, zone, 0);
        }
    }

    #[inline]
    pub(crate) fn touch(&mut self, t: &Table, zone: ZoneId) {
        t.columns.set_changed(&mut self.block, zone, self.step + 1);
    }

    pub(crate) fn deck_owner(&self, t: &Table, deck: DeckId) -> Option<Seat> {
        let owner = self.block[t.columns.deck_owners + deck.index()];
        (owner != NOBODY).then_some(Seat(owner as u8))
    }

    pub(crate) fn set_deck_owner(&mut self, t: &Table, deck: DeckId, owner: Option<Seat>) {
        self.block[t.columns.deck_owners + deck.index()] = owner.map_or(NOBODY, |s| s.0.into());
    }

    #[inline]
    pub(crate) fn state_data_at(&self, t: &Table) -> usize {
        t.state_data
    }
}

impl World {
    /// The group of a card, as far as groups are still told apart.
    pub fn origin(&self, t: &Table, card: CardId) -> u16 {
        let Some(origins) = &t.origins else { return 0 };
        let group = origins.of_card.get(card.index()).copied().unwrap_or(0);
        let merged = t.columns.merged_origins(&self.block);
        merged.get(usize::from(group)).copied().unwrap_or(0)
    }
}
