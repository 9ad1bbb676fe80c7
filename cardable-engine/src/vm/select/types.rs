//! Sets of card types as words of bits.

use crate::fault::Run;
use crate::ids::CardTypeId;
use crate::program::{AttributeDef, Flow, TypeSet};
use crate::value::Value;
use crate::vm::engine::Reader;
use smallvec::SmallVec;

/// A set of card types. Most rulesets have so few that it is one word.
pub(crate) trait Types: Clone {
    fn none() -> Self;
    fn of(words: &[u64]) -> Self;
    fn having(attribute: &AttributeDef, value: Value) -> Self;
    fn same_as(attribute: &AttributeDef, ty: CardTypeId) -> Self;
    fn has(&self, ty: usize) -> bool;
    fn insert(&mut self, ty: usize);
    fn is_empty(&self) -> bool;
    fn len(&self) -> usize;
    fn and(self, other: &Self) -> Self;
    fn or(self, other: &Self) -> Self;
    fn without(self, other: &Self) -> Self;
    /// The smallest number in it.
    fn first(&self) -> Option<usize>;
    /// Goes through the types, smaller numbers first.
    fn each(&self, each: impl FnMut(usize) -> Run<()>) -> Run<()>;
    /// Those that pass a flow, where it finds that out.
    fn passing(&self, reader: &Reader<'_>, r: &mut [Value], flow: &Flow) -> Option<Self>;

    fn of_set(set: &TypeSet) -> Self {
        Self::of(&set.0)
    }

    fn one(ty: usize) -> Self {
        let mut one = Self::none();
        one.insert(ty);
        one
    }
}

/// The types of a ruleset with at most 64 of them.
impl Types for u64 {
    #[inline]
    fn none() -> u64 {
        0
    }

    #[inline]
    fn of(words: &[u64]) -> u64 {
        words.first().copied().unwrap_or(0)
    }

    #[inline]
    fn having(attribute: &AttributeDef, value: Value) -> u64 {
        attribute.word_having(value)
    }

    #[inline]
    fn same_as(attribute: &AttributeDef, ty: CardTypeId) -> u64 {
        attribute.word_same_as(ty)
    }

    #[inline]
    fn has(&self, ty: usize) -> bool {
        self >> (ty & 63) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, ty: usize) {
        *self |= 1 << (ty & 63);
    }

    #[inline]
    fn is_empty(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn len(&self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn and(self, other: &u64) -> u64 {
        self & other
    }

    #[inline]
    fn or(self, other: &u64) -> u64 {
        self | other
    }

    #[inline]
    fn without(self, other: &u64) -> u64 {
        self & !other
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        (*self != 0).then(|| self.trailing_zeros() as usize)
    }

    #[inline]
    fn each(&self, mut each: impl FnMut(usize) -> Run<()>) -> Run<()> {
        let mut left = *self;
        while left != 0 {
            each(left.trailing_zeros() as usize)?;
            left &= left - 1;
        }
        Ok(())
    }

    #[inline]
    fn passing(&self, reader: &Reader<'_>, r: &mut [Value], flow: &Flow) -> Option<u64> {
        super::flow::passing_in(reader, r, flow, *self)
    }
}

/// Those of any ruleset. Words that are not there are empty.
pub(crate) type Wide = SmallVec<[u64; 4]>;

impl Types for Wide {
    fn none() -> Wide {
        Wide::new()
    }

    fn of(words: &[u64]) -> Wide {
        Wide::from_slice(words)
    }

    fn having(attribute: &AttributeDef, value: Value) -> Wide {
        attribute.having(value).map_or_else(Wide::new, Wide::of_set)
    }

    fn same_as(attribute: &AttributeDef, ty: CardTypeId) -> Wide {
        attribute.same_as(ty).map_or_else(Wide::new, Wide::of_set)
    }

    fn has(&self, ty: usize) -> bool {
        self.get(ty / 64).is_some_and(|word| word >> (ty % 64) & 1 == 1)
    }

    fn insert(&mut self, ty: usize) {
        if self.len() <= ty / 64 {
            self.resize(ty / 64 + 1, 0);
        }
        if let Some(word) = self.get_mut(ty / 64) {
            *word |= 1 << (ty % 64);
        }
    }

    fn is_empty(&self) -> bool {
        self.iter().all(|word| *word == 0)
    }

    fn len(&self) -> usize {
        self.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn and(mut self, other: &Wide) -> Wide {
        self.truncate(other.len());
        self.iter_mut()
            .zip(other)
            .for_each(|(word, other)| *word &= other);
        self
    }

    fn or(mut self, other: &Wide) -> Wide {
        self.resize(self.len().max(other.len()), 0);
        self.iter_mut()
            .zip(other)
            .for_each(|(word, other)| *word |= other);
        self
    }

    fn without(mut self, other: &Wide) -> Wide {
        self.iter_mut()
            .zip(other)
            .for_each(|(word, other)| *word &= !other);
        self
    }

    fn first(&self) -> Option<usize> {
        let at = self.iter().position(|word| *word != 0)?;
        let first = self.get(at)?.trailing_zeros();
        Some(64 * at + first as usize)
    }

    fn each(&self, mut each: impl FnMut(usize) -> Run<()>) -> Run<()> {
        for (at, word) in self.iter().enumerate() {
            word.each(|ty| each(64 * at + ty))?;
        }
        Ok(())
    }

    fn passing(&self, _: &Reader<'_>, _: &mut [Value], _: &Flow) -> Option<Wide> {
        None
    }
}
