//! What a function of a script did before it came to a question.
//!
//! When the answer is there, the function is run again from its start, and what stands in its
//! journal returns what it returned then, and does nothing. So the virtual machine itself is
//! never kept: not in a World, not in a save.

use super::check::Given;
use crate::engine::reader::Reader;
use crate::script::{Datum, ScriptError};
use crate::value::{LIST_DEPTH, Value};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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
    /// What it waits in.
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

/// How a crossing ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Gave {
    #[serde(rename = "v")]
    Value(Value),
    #[serde(rename = "e")]
    Error(Box<ScriptError>),
}

impl Gave {
    /// An error, with as much of its message as is kept. Messages of the core are short.
    pub(super) fn error(error: &ScriptError) -> Gave {
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

/// A journal while its function runs.
pub(super) struct Recorder {
    pub(super) journal: Journal,
    /// How far the function has come that is run again.
    pub(super) cursor: usize,
    /// Whether anything is recorded at all.
    pub(super) records: bool,
    /// Whether there was more to record than is kept.
    pub(super) overflown: bool,
}

impl Recorder {
    pub(super) fn new(args: &Given, records: bool) -> Recorder {
        Recorder {
            journal: Journal {
                args: if records { args.to_vec() } else { Vec::new() },
                entries: Vec::new(),
                waits_in: 0,
            },
            cursor: 0,
            records,
            overflown: false,
        }
    }

    pub(super) fn again(journal: Journal) -> Recorder {
        Recorder {
            journal,
            cursor: 0,
            records: true,
            overflown: false,
        }
    }

    /// Whether the function still does what it did before.
    #[inline]
    pub(super) fn replays(&self) -> bool {
        self.cursor < self.journal.entries.len()
    }

    /// What the crossing gave that comes next.
    pub(super) fn next(&mut self) -> Option<&Entry> {
        let entry = self.journal.entries.get(self.cursor)?;
        self.cursor += 1;
        Some(entry)
    }

    #[inline]
    pub(super) fn note(&mut self, asked: u32, gave: Gave) {
        if self.journal.entries.len() >= MOST_ENTRIES {
            self.overflown = true;
            return;
        }
        self.journal.entries.push(Entry { asked, gave });
        self.cursor = self.journal.entries.len();
    }
}

/// A crossing as a number: a hash of what identifies it, the same on every platform.
#[derive(Clone, Copy)]
pub(super) struct Key(u32);

impl Key {
    pub(super) fn new(what: Crossing) -> Key {
        Key(0x811c_9dc5).with(what as u32)
    }

    #[inline]
    #[must_use]
    pub(super) fn with(self, word: u32) -> Key {
        Key((self.0 ^ word).wrapping_mul(0x9e37_79b1).rotate_left(15))
    }

    #[must_use]
    pub(super) fn datum(self, at: Datum) -> Key {
        let (kind, seat, at) = match at {
            Datum::Global(at) => (0, 0, at),
            Datum::State(at) => (1, 0, at),
            Datum::Seat(seat, at) => (2, seat.0, at),
            Datum::Setting(at) => (3, 0, at),
            Datum::Action(at) => (4, 0, at),
        };
        self.with(kind << 24 | u32::from(seat) << 16 | u32::from(at))
    }

    /// Values are told apart by what they say: numbers of texts and lists change.
    #[must_use]
    pub(super) fn values(self, r: &Reader<'_>, values: &[Value]) -> Key {
        let key = self.with(values.len() as u32);
        values
            .iter()
            .fold(key, |key, value| key.value(r, *value, LIST_DEPTH))
    }

    fn value(self, r: &Reader<'_>, value: Value, depth: u32) -> Key {
        let wide = |key: Key, n: u64| key.with(n as u32).with((n >> 32) as u32);
        match value {
            Value::Nothing => self.with(0),
            Value::Bool(b) => self.with(2 + u32::from(b)),
            Value::Int(n) => wide(self.with(4), n as u64),
            Value::Float(n) => wide(self.with(5), n.to_bits()),
            Value::Str(id) => r
                .text(id)
                .bytes()
                .fold(self.with(6), |key, byte| key.with(byte.into())),
            Value::Seat(seat) => self.with(7).with(seat.0.into()),
            Value::Card(card) => self.with(8).with(card.0.into()),
            Value::Zone(zone) => self.with(9).with(zone.0.into()),
            Value::Deck(deck) => self.with(10).with(deck.0.into()),
            Value::List(_) if depth == 0 => self.with(11),
            Value::List(_) => {
                let items = r.items(value).unwrap_or_else(|_| SmallVec::new());
                let key = self.with(12).with(items.len() as u32);
                items
                    .into_iter()
                    .fold(key, |key, item| key.value(r, item, depth - 1))
            }
        }
    }

    pub(super) fn number(self) -> u32 {
        self.0
    }
}

/// The kinds of crossings.
#[derive(Clone, Copy)]
pub(super) enum Crossing {
    Read = 1,
    Attribute = 2,
    Items = 3,
    Count = 4,
    Write = 5,
    Call = 6,
    Ask = 7,
    Transition = 8,
    Random = 9,
}
