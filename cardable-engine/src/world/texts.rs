//! Texts that are put together while a game runs.
//!
//! A text that the ruleset has already keeps its number. Others get one from what they say, the
//! same in the run that made them and in the World that keeps them, so that equal texts have
//! equal numbers and a number never comes to mean another text.

use crate::limits::LONGEST_TEXT;
use crate::program::Strings;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most such texts at once.
pub(crate) const MOST_TEXTS: usize = 1_000;

/// Texts of a game, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Texts(pub BTreeMap<u32, Kept>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub(crate) text: Box<str>,
    /// Whether nothing referred to it when the last choice was through. It stays for one more,
    /// as events may tell it.
    pub(crate) idle: bool,
}

impl Texts {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of a text that is put among them, or is there already.
    pub(crate) fn add(&mut self, text: &str) -> u32 {
        if let Some((id, _)) = self.0.iter().find(|(_, kept)| *kept.text == *text) {
            return *id;
        }
        let mut id = number(text);
        while self.0.contains_key(&id) {
            id = id.wrapping_add(1) | Strings::DYNAMIC;
        }
        let text = text.into();
        self.0.insert(id, Kept { text, idle: false });
        id
    }

    /// Drops what nothing has referred to since the choice before last.
    pub(crate) fn tidy(&mut self, used: &BTreeSet<u32>) {
        self.0.retain(|id, kept| {
            let idle = !used.contains(id);
            !(std::mem::replace(&mut kept.idle, idle) && idle)
        });
    }

    /// Drops what nothing referred to when the last choice was through.
    pub(crate) fn drop_idle(&mut self) {
        self.0.retain(|_, kept| !kept.idle);
    }

    /// Whether all of them could have been made by a game of these strings.
    pub(crate) fn are_sound(&self, strings: &Strings) -> bool {
        let texts: BTreeSet<&str> = self.0.values().map(|kept| &*kept.text).collect();
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
