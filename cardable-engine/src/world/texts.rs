//! Texts that are put together while a game runs.
//!
//! A text that the ruleset has already keeps its number. Others get one from what they say, the
//! same in the run that made them and in the World that keeps them, so that equal texts have
//! equal numbers and a number never comes to mean another text.

use crate::ids::StrId;
use crate::limits::LONGEST_TEXT;
use crate::program::Strings;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most such texts at once.
pub(crate) const MOST_TEXTS: usize = 1_000;

/// Texts of a game, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Texts(pub BTreeMap<u32, Box<str>>);

impl Texts {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn get(&self, id: StrId) -> Option<&str> {
        self.0.get(&id.0).map(|text| &**text)
    }

    /// The number of a text that is put among them, or is there already.
    pub(crate) fn add(&mut self, text: &str) -> u32 {
        if let Some((id, _)) = self.0.iter().find(|(_, known)| ***known == *text) {
            return *id;
        }
        let mut id = number(text);
        while self.0.contains_key(&id) {
            id = id.wrapping_add(1) | Strings::DYNAMIC;
        }
        self.0.insert(id, text.into());
        id
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.keys().copied()
    }

    /// Takes those of these numbers out.
    pub(crate) fn take(&mut self, numbers: &[u32]) -> Texts {
        let taken = numbers.iter().filter_map(|id| self.0.remove_entry(id));
        Texts(taken.collect())
    }

    /// Whether all of them could have been made by a game of these strings.
    pub(crate) fn are_sound(&self, strings: &Strings) -> bool {
        let texts: BTreeSet<&str> = self.0.values().map(|text| &**text).collect();
        let long = |text: &&str| text.is_empty() || text.len() > LONGEST_TEXT || strings.find(text).is_some();
        self.0.len() <= MOST_TEXTS
            && texts.len() == self.0.len()
            && self.0.keys().all(|id| *id >= Strings::DYNAMIC)
            && !texts.iter().any(long)
    }
}

/// The number of a text, from what it says (FNV-1a).
pub(crate) fn number(text: &str) -> u32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash | Strings::DYNAMIC
}
