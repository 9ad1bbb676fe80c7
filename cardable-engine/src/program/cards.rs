//! Printed cards and decks.

use crate::ids::{CardTypeId, StrId};
use crate::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A card set, as far as a table needs it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PrintedSet {
    pub name: Box<str>,
    /// Width of a card, in the set's own units.
    pub width: f64,
    pub height: f64,
    /// The attributes that stand in the corners of its faces, where their cards have them.
    pub corners: Vec<(Corner, Box<str>)>,
    /// The attribute that is printed on the backs of its cards.
    pub back_shows: Option<u16>,
}

/// A corner of a card's face.
///
/// See [`CornerInfo`](crate::CornerInfo) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Corner {
    /// At the top, on the left.
    TopLeft,
    /// At the top, on the right.
    TopRight,
    /// At the bottom, on the left.
    BottomLeft,
    /// At the bottom, on the right.
    BottomRight,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CardType {
    /// What players call it, such as `Ace`.
    pub name: StrId,
    pub suit: Option<StrId>,
    /// Its suit's place among the suits of its set.
    pub suit_index: Option<u16>,
    /// Its number in its card set.
    pub number: u32,
    /// The card set's place in the program.
    pub set: u16,
    /// Which back it shows: cards with the same number cannot be told apart
    /// from behind.
    pub back: u16,
    /// Its value when it has just one.
    pub value: Value,
    /// Further values: of a dual card the low and the high one, of a choice all.
    pub values: Vec<Value>,
    /// Path of the picture of its face, inside the content.
    pub face_picture: Option<Box<str>>,
    /// Path of the picture of its back.
    pub back_picture: Option<Box<str>>,
    /// Text on it; an empty one is a text, too.
    pub text: Option<StrId>,
    /// Its colour, as `#rrggbb`.
    pub colour: Option<Box<str>>,
}

/// How many copies of a deck there are in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Copies {
    /// One for each seat when only seats' zones declare it, else one.
    #[default]
    AsDeclared,
    One,
    EachSeat,
}

/// A deck: printed cards, with repeats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckDef {
    pub name: StrId,
    pub cards: Vec<CardTypeId>,
    pub copies: Copies,
}

/// In which order a table lays out the cards of a hand that lie in none: in their suits by an
/// attribute, or by it alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HandOrder {
    /// The attribute; the card's value when there is none.
    pub by: Option<u16>,
    /// Whether suits count for nothing.
    pub over_suits: bool,
}

/// A set of card types as words of bits. What lies in one or two words is copied without memory of its own.
#[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TypeSet(pub SmallVec<[u64; 2]>);

impl Clone for TypeSet {
    // The derived one goes through the words one by one.
    #[inline]
    fn clone(&self) -> TypeSet {
        TypeSet(SmallVec::from_slice(&self.0))
    }
}

impl TypeSet {
    /// The empty set over `n` types.
    pub fn empty(n: usize) -> TypeSet {
        TypeSet(SmallVec::from_elem(0, n.div_ceil(64)))
    }

    /// Whether it holds no type but the first `n`.
    pub(crate) fn holds_only_the_first(&self, n: usize) -> bool {
        let last = self.0.last().copied().unwrap_or(0);
        n.is_multiple_of(64) || last >> (n % 64) == 0
    }

    /// Adds a type.
    #[inline]
    pub fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Keeps only the types that another set has, too.
    pub(crate) fn intersect(&mut self, other: &TypeSet) {
        for (at, word) in self.0.iter_mut().enumerate() {
            *word &= other.0.get(at).copied().unwrap_or(0);
        }
    }

    /// The types of the first `n` that are not in it.
    pub(crate) fn all_others(&self, n: usize) -> TypeSet {
        let mut others = self.clone();
        others.0.iter_mut().for_each(|word| *word = !*word);
        if let Some(last) = others.0.last_mut().filter(|_| !n.is_multiple_of(64)) {
            *last &= (1 << (n % 64)) - 1;
        }
        others
    }

    /// How many types there are.
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers of the types.
    pub(crate) fn types(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| at * 64 + bit)
        })
    }

    /// Whether the type is in the set.
    #[inline]
    pub fn contains(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|w| w >> (at % 64) & 1 == 1)
    }
}

/// An attribute that rules read as `card.name`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "AttributeRow", from = "AttributeRow")]
pub struct AttributeDef {
    pub name: StrId,
    /// Its value for every card type.
    pub of: Vec<Value>,
    /// For every value that occurs, the card types that have it.
    pub having: Vec<(Value, TypeSet)>,
    /// For every card type, its value's place in `having`.
    pub place: Vec<u16>,
    /// For every text, its place in `having`, where it has one.
    by_text: Vec<u16>,
    /// The same for small whole numbers.
    by_number: Vec<u16>,
    /// The first 64 types of every set in `having`.
    first: Vec<u64>,
}

/// An attribute as bytes: the rest follows from its values.
#[derive(Serialize, Deserialize)]
struct AttributeRow {
    name: StrId,
    of: Vec<Value>,
}

impl From<AttributeDef> for AttributeRow {
    fn from(AttributeDef { name, of, .. }: AttributeDef) -> AttributeRow {
        AttributeRow { name, of }
    }
}

/// Without its tables: what it was read from may be no values of the program.
impl From<AttributeRow> for AttributeDef {
    fn from(row: AttributeRow) -> AttributeDef {
        AttributeDef {
            name: row.name,
            of: row.of,
            having: Vec::new(),
            place: Vec::new(),
            by_text: Vec::new(),
            by_number: Vec::new(),
            first: Vec::new(),
        }
    }
}

/// A value that no card type has.
const NOWHERE: u16 = u16::MAX;
/// Numbers from here on are sought among all values.
const SMALL: i64 = 256;

impl AttributeDef {
    /// Whether it is the same of all cards with the same back.
    pub fn follows_from_back(&self, types: &[CardType]) -> bool {
        let mut of_backs: BTreeMap<u16, Value> = BTreeMap::new();
        let mut all = types.iter().zip(&self.of);
        all.all(|(ty, value)| of_backs.entry(ty.back).or_insert(*value).same(*value))
    }

    /// Builds the attribute with its table from values to card types.
    pub fn new(name: StrId, of: Vec<Value>) -> AttributeDef {
        let mut having: Vec<(Value, TypeSet)> = Vec::new();
        let mut place = Vec::with_capacity(of.len());
        for (at, value) in of.iter().enumerate() {
            let found = having.iter().position(|(v, _)| v.same(*value));
            let slot = found.unwrap_or_else(|| {
                having.push((*value, TypeSet::empty(of.len())));
                having.len() - 1
            });
            having[slot].1.insert(at);
            place.push(slot as u16);
        }
        let mut by_text = Vec::new();
        let mut by_number = Vec::new();
        for (slot, (value, _)) in having.iter().enumerate() {
            let (table, at) = match *value {
                Value::Str(text) => (&mut by_text, text.index()),
                Value::Int(n @ 0..SMALL) => (&mut by_number, n as usize),
                _ => continue,
            };
            table.resize(table.len().max(at + 1), NOWHERE);
            table[at] = slot as u16;
        }
        AttributeDef {
            name,
            of,
            first: having
                .iter()
                .map(|(_, set)| set.0.first().copied().unwrap_or(0))
                .collect(),
            having,
            place,
            by_text,
            by_number,
        }
    }

    /// The card types whose attribute is the same as this type's.
    #[inline]
    pub fn same_as(&self, ty: CardTypeId) -> Option<&TypeSet> {
        let place = *self.place.get(ty.index())?;
        self.having.get(place as usize).map(|(_, set)| set)
    }

    /// The card types whose attribute is `value`.
    #[inline]
    pub fn having(&self, value: Value) -> Option<&TypeSet> {
        self.having.get(self.slot(value)?).map(|(_, set)| set)
    }

    /// The first 64 card types whose attribute is `value`, as bits.
    #[inline]
    pub fn word_having(&self, value: Value) -> u64 {
        let slot = self.slot(value);
        slot.and_then(|slot| self.first.get(slot)).copied().unwrap_or(0)
    }

    /// The first 64 card types whose attribute is the same as this type's, as bits.
    #[inline]
    pub fn word_same_as(&self, ty: CardTypeId) -> u64 {
        let slot = self.place.get(ty.index());
        let word = slot.and_then(|slot| self.first.get(usize::from(*slot)));
        word.copied().unwrap_or(0)
    }

    /// The place of a value in `having`.
    #[inline]
    fn slot(&self, value: Value) -> Option<usize> {
        match value {
            Value::Str(text) => self.by_text.get(text.index()).map(|slot| usize::from(*slot)),
            // A number that no card type has as a whole one may be one with a fraction of 0.
            Value::Int(n @ 0..SMALL)
                if let Some(slot) = self.by_number.get(n as usize).filter(|slot| **slot != NOWHERE) =>
            {
                Some(usize::from(*slot))
            }
            value => self.having.iter().position(|(v, _)| v.same(value)),
        }
    }
}

/// The printed cards of a ruleset, and its decks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cards {
    /// The card sets, as far as a table needs them.
    pub sets: Vec<PrintedSet>,
    pub types: Vec<CardType>,
    pub attributes: Vec<AttributeDef>,
    pub hand_order: HandOrder,
    pub decks: Vec<DeckDef>,
    /// Whether a table picks among the decks.
    pub decks_are_picked: bool,
    /// The attributes that everybody knows of every card: a set prints them on its backs, and of cards with the same
    /// back they are the same.
    pub on_backs: Vec<u16>,
}

impl Cards {
    /// What is printed on a back: the attribute, and its value.
    pub(crate) fn printed_on(&self, back: u16) -> Option<(&AttributeDef, Value)> {
        let at = self.types.iter().position(|ty| ty.back == back)?;
        let set = self.sets.get(usize::from(self.types[at].set))?;
        let attribute = self.attributes.get(usize::from(set.back_shows?))?;
        let value = *attribute.of.get(at)?;
        (value != Value::Nothing).then_some((attribute, value))
    }
}
