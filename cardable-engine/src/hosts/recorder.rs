//! Writes the journal of a call, and replays it.

use super::check::Given;
use crate::script::Datum;
use crate::value::{LIST_DEPTH, Value};
use crate::vm::engine::Reader;
use crate::world::journal::{Entry, Gave, Journal, MOST_ENTRIES};
use smallvec::SmallVec;

/// A journal while its function runs.
pub(crate) struct Recorder {
    pub(crate) journal: Journal,
    /// How far the function has come that is run again.
    pub(crate) cursor: usize,
    /// Whether anything is recorded at all.
    pub(crate) records: bool,
    /// Whether there was more to record than is kept.
    pub(crate) overflown: bool,
}

impl Recorder {
    pub(crate) fn new(args: &Given, records: bool) -> Recorder {
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

    pub(crate) fn again(journal: Journal) -> Recorder {
        Recorder {
            journal,
            cursor: 0,
            records: true,
            overflown: false,
        }
    }

    /// Whether the function still does what it did before.
    #[inline]
    pub(crate) fn replays(&self) -> bool {
        self.cursor < self.journal.entries.len()
    }

    /// What the crossing gave that comes next.
    pub(crate) fn next(&mut self) -> Option<&Entry> {
        let entry = self.journal.entries.get(self.cursor)?;
        self.cursor += 1;
        Some(entry)
    }

    #[inline]
    pub(crate) fn note(&mut self, asked: u32, gave: Gave) {
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
pub(crate) struct Key(u32);

impl Key {
    pub(crate) fn new(what: Crossing) -> Key {
        Key(0x811c_9dc5).with(what as u32)
    }

    #[inline]
    #[must_use]
    pub(crate) fn with(self, word: u32) -> Key {
        Key((self.0 ^ word).wrapping_mul(0x9e37_79b1).rotate_left(15))
    }

    #[must_use]
    pub(crate) fn datum(self, at: Datum) -> Key {
        let (kind, seat, at) = match at {
            Datum::Global(at) => (0, 0, at),
            Datum::State(at) => (1, 0, at),
            Datum::Seat(seat, at) => (2, seat.0, at),
            Datum::Card(card, at) => return self.with(5 << 24 | u32::from(at)).with(card.0.into()),
            Datum::Setting(at) => (3, 0, at),
            Datum::Action(at) => (4, 0, at),
        };
        self.with(kind << 24 | u32::from(seat) << 16 | u32::from(at))
    }

    /// Values are told apart by what they say: numbers of texts and lists change.
    #[must_use]
    pub(crate) fn values(self, r: &Reader<'_>, values: &[Value]) -> Key {
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

    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Crossing {
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
