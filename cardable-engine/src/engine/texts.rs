//! Texts that are put together while a game runs.
//!
//! A text that the ruleset has already keeps its number. Others get one from what they say, the
//! same in the run that made them and in the World that keeps them, so that equal texts have
//! equal numbers and a number never comes to mean another text.

use super::budget::look_at;
use super::fault::{FaultKind, Run};
use super::reader::Reader;
use crate::ids::StrId;
use crate::program::Strings;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of such a text.
pub const LONGEST_TEXT: usize = 1_000;
/// The most such texts at once.
const MOST_TEXTS: usize = 1_000;

/// Texts of a game, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Texts(pub BTreeMap<u32, Kept>);

/// A text of a game.
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

impl<'a> Reader<'a> {
    /// A text by its number.
    pub(crate) fn text(&self, id: StrId) -> Cow<'a, str> {
        if id.0 < Strings::DYNAMIC {
            return Cow::Borrowed(self.program().str(id));
        }
        let kept = self
            .world
            .extras
            .as_ref()
            .and_then(|extras| extras.texts.0.get(&id.0));
        match kept {
            Some(kept) => Cow::Borrowed(&kept.text),
            None => {
                let made = self.temp.texts.borrow();
                Cow::Owned(made.get(&id.0).map_or_else(String::new, ToString::to_string))
            }
        }
    }

    /// The value of a text that has just been put together.
    pub(crate) fn new_text(&self, text: &str) -> Run<Value> {
        let too_many = |what, limit| Err(FaultKind::TooMany { what, limit }.into());
        if text.len() > LONGEST_TEXT {
            return too_many("bytes in a text", LONGEST_TEXT);
        }
        if let Some(id) = self.program().strings.find(text) {
            return Ok(Value::Str(id));
        }
        let mut made = self.temp.texts.borrow_mut();
        let kept = self.world.extras.as_ref().map(|extras| &extras.texts.0);
        let known = kept.map_or(0, BTreeMap::len) + made.len();
        look_at(self, known)?;
        let in_world = kept.and_then(|kept| kept.iter().find(|(_, kept)| *kept.text == *text));
        let found = in_world.map(|(id, _)| *id);
        let found = found.or_else(|| made.iter().find(|(_, old)| ***old == *text).map(|(id, _)| *id));
        if let Some(id) = found {
            return Ok(Value::Str(StrId(id)));
        }
        if known >= MOST_TEXTS {
            return too_many("texts put together", MOST_TEXTS);
        }
        let mut id = number(text);
        while made.contains_key(&id) || kept.is_some_and(|kept| kept.contains_key(&id)) {
            id = id.wrapping_add(1) | Strings::DYNAMIC;
        }
        made.insert(id, text.into());
        Ok(Value::Str(StrId(id)))
    }
}

impl super::Engine<'_> {
    /// Makes a text of this run last.
    #[cold]
    pub(super) fn keep_text(&mut self, id: StrId) -> Value {
        if let Some(text) = self.temp.texts.borrow_mut().remove(&id.0) {
            let texts = &mut self.world.extras_mut().texts.0;
            texts.insert(id.0, Kept { text, idle: false });
        }
        Value::Str(id)
    }
}

/// The number of a text, from what it says (FNV-1a).
fn number(text: &str) -> u32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash | Strings::DYNAMIC
}
