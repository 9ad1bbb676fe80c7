//! What a function of a script did before it came to a question.
//!
//! When the answer is there, the function is run again from its start, and what stands in its
//! journal returns what it returned then, and does nothing. So the virtual machine itself is
//! never kept: not in a World, not in a save.

use crate::script::ScriptError;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// The most crossings that a function may make before a question.
pub(crate) const MOST_ENTRIES: usize = 10_000;

/// The most bytes that an error's message has in a journal.
pub(crate) const LONGEST_MESSAGE: usize = 300;

/// The journal of a function that waits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Journal {
    /// What the function was called with.
    pub(crate) args: Vec<Value>,
    /// What it did, in order.
    pub(crate) entries: Vec<Entry>,
    pub(crate) waits_in: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// What was asked for, as a number that the same crossing has again.
    #[serde(rename = "k")]
    pub(crate) asked: u32,
    #[serde(rename = "g")]
    pub(crate) gave: Gave,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Gave {
    #[serde(rename = "v")]
    Value(Value),
    #[serde(rename = "e")]
    Error(Box<ScriptError>),
}

impl Gave {
    /// An error, with as much of its message as is kept. Messages of the core are short.
    pub(crate) fn error(error: &ScriptError) -> Gave {
        let mut kept = error.clone();
        if kept.message.len() > LONGEST_MESSAGE {
            let mut end = LONGEST_MESSAGE;
            while !kept.message.is_char_boundary(end) {
                end -= 1;
            }
            kept.message = kept.message.get(..end).unwrap_or_default().to_owned().into();
        }
        Gave::Error(Box::new(kept))
    }
}

impl Journal {
    /// Notes the answer that it waited for.
    pub(crate) fn answered(&mut self, answer: Value) {
        self.entries.push(Entry {
            asked: self.waits_in,
            gave: Gave::Value(answer),
        });
    }

    /// Shows every value it holds.
    pub(crate) fn each_value(&mut self, mut see: impl FnMut(&mut Value)) {
        self.args.iter_mut().for_each(&mut see);
        for entry in &mut self.entries {
            if let Gave::Value(value) = &mut entry.gave {
                see(value);
            }
        }
    }
}
