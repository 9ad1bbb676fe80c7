//! All that changes during a game.
//!
//! Small numbers lie in one block of columns, and values in another, so that a fork copies two pieces of memory.
//! What few games have (a second scene, a granted look at a card, a list) is behind one box.

use super::beginning::Beginning;
use super::chance::Draws;
use super::columns::{Block, Parts};
use super::fault::{Fault, FaultKind, Run};
use super::kept::Lists;
use super::nesting::KEPT_ITEMS;
use super::scene::{Layer, Suspended};
use super::table::Table;
use super::texts::Texts;
use crate::ids::{Audience, CardId, CardTypeId, DeckId, Seat, SeatSet, ZoneId};
use crate::program::MessagePlace;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Stands for "no seat" in the block.
pub(crate) const NOBODY: u16 = u16::MAX;

/// The card lies face up.
pub(crate) const FACE_UP: u16 = 1;
/// The zone's rule for some of its cards shows this one now.
pub(crate) const EXPOSED: u16 = 2;
/// A seat was granted a look at it.
pub(crate) const GRANTED: u16 = 4;

#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Where the cards lie, and who knows them: see [`Columns`](super::columns::Columns).
    pub(crate) block: Box<[u16]>,
    /// The type of each card, where they are not those of the table.
    pub(crate) types: Option<Box<[u16]>>,
    /// shared data, data of each seat, data of the running state.
    pub values: Box<[Value]>,
    pub draws: Draws,
    /// The running state of the scene in play.
    pub scene: Layer,
    pub(crate) dismissed: SeatSet,
    pub(crate) direction: i8,
    pub over: bool,
    /// How many choices have been applied.
    pub(crate) step: u64,
    /// Actions that wait for answers, oldest first.
    pub suspended: Vec<Suspended>,
    /// Messages of steps, shown until the state ends.
    pub(crate) notes: Vec<Note>,
    pub extras: Option<Box<Extras>>,
    pub(crate) spare: SpareExtras,
}

/// Spare [`Extras`], and the beginning of the action that waited last, kept to avoid reallocating. Not cloned.
#[derive(Debug, Default)]
pub(crate) struct SpareExtras {
    extras: Option<Box<Extras>>,
    pub(super) beginning: Option<Arc<Beginning>>,
}

impl Clone for SpareExtras {
    fn clone(&self) -> SpareExtras {
        SpareExtras::default()
    }
}

impl PartialEq for SpareExtras {
    fn eq(&self, _: &SpareExtras) -> bool {
        true
    }
}

/// What few games have, or few moments of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extras {
    /// Scenes that are not in play just now, with their data.
    pub(crate) scenes: Vec<(Layer, StateValues)>,
    /// States under a pushed one, with their data; the last is the upper one.
    pub(crate) under: Vec<(Layer, StateValues)>,
    /// Another generator than the usual one.
    #[serde(default)]
    pub mulberry: Option<super::mulberry::Mulberry>,
    /// The next number for a scene.
    pub(crate) next_scene: u16,
    /// Looks at single cards.
    pub(crate) grants: Vec<(CardId, Audience)>,
    /// Choices that are kept until all are in.
    pub(crate) sealed: Vec<Sealed>,
    pub(crate) lists: Lists,
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub texts: Texts,
    pub(crate) result: Option<GameResult>,
    /// How the actions began that wait with a secret. Saves write it beside this.
    #[serde(skip)]
    pub(crate) beginning: Option<Arc<Beginning>>,
}

impl Extras {
    /// Becomes a copy of another, in the memory it has.
    fn copy_from(&mut self, other: &Extras) {
        self.scenes.clone_from(&other.scenes);
        self.under.clone_from(&other.under);
        self.mulberry.clone_from(&other.mulberry);
        self.next_scene = other.next_scene;
        self.grants.clone_from(&other.grants);
        self.sealed.clone_from(&other.sealed);
        self.lists.copy_from(&other.lists);
        self.texts.clone_from(&other.texts);
        self.result.clone_from(&other.result);
        self.beginning.clone_from(&other.beginning);
    }

    /// Becomes empty, and keeps its memory.
    fn clear(&mut self) {
        self.scenes.clear();
        self.under.clear();
        self.mulberry = None;
        self.next_scene = 0;
        self.grants.clear();
        self.sealed.clear();
        self.lists.clear();
        self.texts = Texts::default();
        self.result = None;
        self.beginning = None;
    }
}

/// The data of a state that is not running just now.
pub(crate) type StateValues = SmallVec<[Value; 8]>;

/// A choice that waits for the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    pub(crate) scene: u16,
    pub(crate) seat: Seat,
    pub(crate) action: crate::ids::ActionId,
    pub(crate) picks: SmallVec<[Value; 8]>,
}

/// A message that a step has put on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Note {
    pub(crate) scene: u16,
    /// Where it is shown. A summary outlives its state.
    #[serde(default)]
    pub(crate) place: MessagePlace,
    /// How many choices had been applied when it was put there.
    #[serde(default)]
    pub(crate) step: u64,
    pub(crate) audience: Audience,
    pub(crate) text: crate::ids::StrId,
    pub(crate) tokens: SmallVec<[Value; 4]>,
}

/// How a game ended.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, rand_chacha::ChaCha8Rng, rand_chacha::rand_core::SeedableRng};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// game.playout(&mut ChaCha8Rng::seed_from_u64(1), 1_000)?;
/// let result = game.result().ok_or("the game is over")?;
/// assert!(result.winners.iter().all(|winner| result.ranks[winner.index()] == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[doc(alias = "returns")]
#[doc(alias = "payoff")]
#[doc(alias = "utility")]
#[doc(alias = "score")]
pub struct GameResult {
    /// The seats that won.
    pub winners: Vec<Seat>,
    /// The rank of every seat: 1 for the winners.
    pub ranks: Vec<u8>,
    /// The score of every seat, where the game keeps scores.
    pub scores: Vec<f64>,
    /// Why it ended, in the ruleset's words.
    pub reason: Box<str>,
}

impl World {
    /// An empty table: every card in the box.
    pub(crate) fn new(table: &Table, draws: Draws) -> World {
        let program = &table.program;
        let columns = &table.columns;
        let mut block = columns.block(table.boxed());
        for (zone, marks) in table.zone_ids().zip(table.first_marks()) {
            columns.set_marks(&mut block, zone, marks);
        }
        if !program.decks_are_picked {
            for zone in table.zone_ids() {
                let sees = table.steady_sight(zone).unwrap_or_default();
                columns.set_sees(&mut block, zone, sees);
            }
        }
        let mut values: Vec<Value> = program.globals.iter().map(|d| d.value).collect();
        for _ in 0..table.seats {
            values.extend(program.seat_data.iter().map(|d| d.value));
        }
        values.extend(std::iter::repeat_n(Value::Nothing, program.state_slots as usize));
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
            suspended: Vec::new(),
            notes: Vec::new(),
            extras: None,
            spare: SpareExtras::default(),
        }
    }

    /// Becomes a copy of another World of the same game, in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &World) {
        if self.block.len() != other.block.len() || self.values.len() != other.values.len() {
            *self = other.clone();
            return;
        }
        self.block.copy_from_slice(&other.block);
        if self.types.is_some() || other.types.is_some() {
            self.types.clone_from(&other.types);
        }
        self.values.copy_from_slice(&other.values);
        self.draws.clone_from(&other.draws);
        self.scene = other.scene;
        self.dismissed = other.dismissed;
        self.direction = other.direction;
        self.over = other.over;
        self.step = other.step;
        if !self.suspended.is_empty() || !other.suspended.is_empty() {
            self.suspended.clone_from(&other.suspended);
        }
        if !self.notes.is_empty() || !other.notes.is_empty() {
            self.notes.clone_from(&other.notes);
        }
        match &other.extras {
            Some(theirs) => self.extras_mut().copy_from(theirs),
            None => self.spare(),
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

    pub(crate) fn extras_mut(&mut self) -> &mut Extras {
        let spare = &mut self.spare;
        self.extras
            .get_or_insert_with(|| spare.extras.take().unwrap_or_default())
    }

    // --- cards

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

    /// The type of every card.
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

    // --- zones

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

    // --- decks

    pub(crate) fn deck_owner(&self, t: &Table, deck: DeckId) -> Option<Seat> {
        let owner = self.block[t.columns.deck_owners + deck.index()];
        (owner != NOBODY).then_some(Seat(owner as u8))
    }

    pub(crate) fn set_deck_owner(&mut self, t: &Table, deck: DeckId, owner: Option<Seat>) {
        self.block[t.columns.deck_owners + deck.index()] = owner.map_or(NOBODY, |s| s.0.into());
    }

    // --- data

    #[inline]
    pub(crate) fn state_data_at(&self, t: &Table) -> usize {
        t.state_data
    }

    /// Empties the box and puts it away.
    #[inline]
    fn spare(&mut self) {
        if let Some(mut extras) = self.extras.take() {
            extras.clear();
            self.spare.extras = Some(extras);
        }
    }

    /// Lets go of memory that is not in use.
    pub(crate) fn rest(&mut self) {
        self.spare = SpareExtras::default();
    }

    /// Drops lists and texts that nothing refers to, and the box when it is empty.
    pub(crate) fn tidy(&mut self) -> Run<()> {
        if let Some(extras) = self.extras.as_mut().filter(|extras| !extras.texts.is_empty()) {
            tidy_texts(&self.values, &mut self.suspended, &self.notes, extras);
        }
        self.tidy_lists()
    }

    /// Drops lists that nothing refers to, and the box when it is empty. Rules that keep too many items are at
    /// fault: everything that shows or copies the game goes through them.
    pub(crate) fn tidy_lists(&mut self) -> Run<()> {
        let Some(extras) = &mut self.extras else {
            return Ok(());
        };
        let mut items = 0;
        if !extras.lists.is_empty() {
            let mut kept = extras.lists.sweep();
            self.values.iter_mut().for_each(|v| kept.keep(v));
            for s in &mut self.suspended {
                s.each_value(|v| kept.keep(v));
            }
            for (_, data) in extras.scenes.iter_mut().chain(extras.under.iter_mut()) {
                data.iter_mut().for_each(|v| kept.keep(v));
            }
            for sealed in &mut extras.sealed {
                sealed.picks.iter_mut().for_each(|v| kept.keep(v));
            }
            for note in &mut self.notes {
                note.tokens.iter_mut().for_each(|v| kept.keep(v));
            }
            items = extras.lists.end(kept);
        }
        if *extras.as_ref() == Extras::default() {
            self.spare();
        }
        if items > KEPT_ITEMS {
            return Err(Box::new(Fault {
                kind: FaultKind::TooMany {
                    what: "items in the lists that a game keeps",
                    limit: KEPT_ITEMS,
                },
                pc: u32::MAX,
                state: self.scene.state,
            }));
        }
        Ok(())
    }
}

/// Drops texts that nothing refers to.
#[cold]
fn tidy_texts(values: &[Value], suspended: &mut [Suspended], notes: &[Note], extras: &mut Extras) {
    let mut used = BTreeSet::new();
    let mut note = |value: &Value| {
        if let Value::Str(id) = value {
            used.insert(id.0);
        }
    };
    values.iter().for_each(&mut note);
    for s in suspended {
        s.each_value(|v| note(v));
    }
    for (_, data) in extras.scenes.iter().chain(&extras.under) {
        data.iter().for_each(&mut note);
    }
    for sealed in &extras.sealed {
        sealed.picks.iter().for_each(&mut note);
    }
    for message in notes {
        message.tokens.iter().for_each(&mut note);
    }
    for list in extras.lists.all() {
        list.iter().for_each(&mut note);
    }
    extras.texts.tidy(&used);
}
