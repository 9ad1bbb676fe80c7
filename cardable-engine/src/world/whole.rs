//! All that changes during a game.
//!
//! Small numbers lie in one block of columns, and values in another, so that a fork copies two pieces of memory.
//! What few games have (a second scene, a granted look at a card, a list) is behind one box.

use super::chance::Draws;
use super::lists::{List, Lists};
use super::scene::{Layer, Suspended};
use super::texts::Texts;
use crate::choice::Choice;
use crate::ids::{Audience, CardId, Seat, SeatSet};
use crate::program::{MessagePlace, ReactionDef, TypeSet};
use crate::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Where the cards lie, and who knows them: see [`Columns`](crate::world::columns::Columns).
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
    /// How many lists it has kept so far: each of them has another number.
    pub(crate) lists_kept: u32,
    /// Actions that wait for answers, oldest first.
    pub suspended: Vec<Suspended>,
    /// Messages of steps, shown until the state ends.
    pub(crate) notes: Vec<Note>,
    pub extras: Option<Box<Extras>>,
    pub(crate) aside: Aside,
}

/// What is no part of a game, and lies beside its World: neither cloned nor compared nor saved.
#[derive(Debug, Default)]
pub(crate) struct Aside {
    /// Spare [`Extras`], kept to avoid reallocating.
    extras: Option<Box<Extras>>,
    /// The beginning of the action that waited last, for its memory.
    pub(crate) beginning: Option<Arc<Beginning>>,
    /// In a box, for copies make and drop a place for it each time.
    pub(crate) dropped: Option<Box<Dropped>>,
}

/// What the last choice dropped, by its numbers, where its events were recorded: those may name it.
#[derive(Debug, Default)]
pub(crate) struct Dropped {
    pub(crate) lists: Vec<List>,
    pub(crate) texts: Texts,
}

impl Dropped {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.texts.is_empty()
    }
}

impl Clone for Aside {
    fn clone(&self) -> Aside {
        Aside::default()
    }
}

impl PartialEq for Aside {
    fn eq(&self, _: &Aside) -> bool {
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
    pub mulberry: Option<crate::world::mulberry::Mulberry>,
    /// The next number for a scene.
    pub(crate) next_scene: u16,
    /// Who was granted a look at which card.
    pub(crate) grants: Vec<(CardId, Audience)>,
    /// Choices that are kept until all are in.
    pub(crate) sealed: Vec<Sealed>,
    /// The team of each seat, where the rules have formed teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) teams: Vec<u8>,
    /// The seats in the order of play, where some have swapped their places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) places: Vec<Seat>,
    /// What viewers have been told of cards that they do not see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) told: Vec<Told>,
    /// What has been set off and is still to be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) raised: Vec<Raised>,
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
        self.teams.clone_from(&other.teams);
        self.places.clone_from(&other.places);
        self.told.clone_from(&other.told);
        self.raised.clone_from(&other.raised);
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
        self.teams.clear();
        self.places.clear();
        self.told.clear();
        self.raised.clear();
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
    /// Where its code goes on, where that has asked for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answered: Option<Answered>,
}

/// The code of a sealed choice that has all its answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answered {
    /// The instruction at which it goes on.
    pub(crate) pc: u32,
    pub(crate) registers: SmallVec<[Value; 12]>,
}

impl Sealed {
    /// Shows every value it holds.
    pub(crate) fn each_value(&mut self, mut see: impl FnMut(&mut Value)) {
        self.picks.iter_mut().for_each(&mut see);
        if let Some(answered) = &mut self.answered {
            answered.registers.iter_mut().for_each(see);
        }
    }

    /// What its seat has picked and answered.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        let registers = self.answered.iter().flat_map(|answered| &answered.registers);
        self.picks.iter().chain(registers)
    }
}

/// Which types a card may still be, for viewers who were told something of it and can follow it since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Told {
    pub(crate) card: CardId,
    pub(crate) who: Audience,
    pub(crate) may_be: TypeSet,
    /// Those who have known the card whenever it was told of, or were told themselves: they can tell what it may be.
    pub(crate) followed: Audience,
}

/// A reaction that something has set off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Raised {
    /// Its number among all reactions.
    pub(crate) reaction: u16,
    /// The call in whose code it happened; 0 where that was no call.
    pub(crate) by: u16,
    /// How far its owner sits from the seat that acts; 0 for rules of nobody.
    pub(crate) distance: u8,
    /// Whether its owner is being asked if it comes next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) asked: bool,
    /// What has happened, by the registers of the reaction.
    pub(crate) given: [Value; ReactionDef::GIVEN],
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
    /// Why it ended, in the ruleset's words, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Box<str>>,
}

impl World {
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
        self.lists_kept = other.lists_kept;
        if self.aside.dropped.is_some() {
            self.aside.dropped = None;
        }
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

    pub(crate) fn extras_mut(&mut self) -> &mut Extras {
        let aside = &mut self.aside;
        self.extras
            .get_or_insert_with(|| aside.extras.take().unwrap_or_default())
    }

    // --- cards

    // --- zones

    // --- decks

    // --- data

    /// Empties the box and puts it away.
    #[inline]
    fn spare(&mut self) {
        if let Some(mut extras) = self.extras.take() {
            extras.clear();
            self.aside.extras = Some(extras);
        }
    }

    /// Puts the box away when it is empty.
    pub(crate) fn spare_empty_extras(&mut self) {
        if self
            .extras
            .as_deref()
            // Lists and texts are what most games keep there.
            .is_some_and(|extras| {
                extras.lists.is_empty() && extras.texts.is_empty() && *extras == Extras::default()
            })
        {
            self.spare();
        }
    }

    /// Shows every value that is not an item of a list, in an order that does not hang on anything hidden.
    pub(crate) fn each_value(&mut self, mut see: impl FnMut(&mut Value)) {
        self.values.iter_mut().for_each(&mut see);
        for frame in &mut self.suspended {
            frame.each_value(&mut see);
        }
        for note in &mut self.notes {
            note.tokens.iter_mut().for_each(&mut see);
        }
        let Some(extras) = &mut self.extras else { return };
        for (_, data) in extras.scenes.iter_mut().chain(&mut extras.under) {
            data.iter_mut().for_each(&mut see);
        }
        for sealed in &mut extras.sealed {
            sealed.each_value(&mut see);
        }
        for raised in &mut extras.raised {
            raised.given.iter_mut().for_each(&mut see);
        }
    }

    /// Lets go of memory that is not in use.
    pub(crate) fn rest(&mut self) {
        self.aside = Aside {
            dropped: self.aside.dropped.take(),
            ..Aside::default()
        };
    }
}

/// A game before an action that now waits with a secret, and all choices since.
///
/// What lies in the registers of such an action cannot be drawn by itself: it is what chance and hidden cards
/// made of it. Whoever imagines the table draws the game before it anew, and has the choices made again.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// The game before the action began.
    pub(crate) before: Arc<World>,
    /// What was chosen since, the action itself first.
    pub(crate) made: Vec<Made>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) seat: Seat,
    pub(crate) how: How,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum How {
    Choice(Choice),
    /// By the seat, and a program decided what would have been random: these numbers.
    Decided {
        choice: Choice,
        numbers: Vec<u32>,
    },
    Timeout,
}

impl Beginning {
    /// With more choices it is forgotten: each of them is made again for everything that is imagined.
    pub(crate) const LONGEST: usize = 256;
}
