//! What the log says of an action.

use crate::ids::StrId;
use serde::{Deserialize, Serialize};

/// What the log says when a seat has done an action: `{player} plays {cards}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Phrase {
    /// What it was read from.
    pub text: StrId,
    pub parts: Box<[PhrasePart]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PhrasePart {
    Text(Box<str>),
    /// One of two wordings: of another seat, or of the reader's own.
    Either {
        /// What the words are where another seat acts: `their`.
        other: Box<str>,
        /// What the words are where the reader acts: `your`.
        own: Box<str>,
    },
    /// `{player}`: the seat that acts.
    Player,
    /// `{cards}`: the cards that its first move takes, as far as the reader sees them.
    Cards,
    /// `{count}`: how many these are.
    Count,
    /// `{from}`: where they come from.
    From,
    /// `{to}`: where they go.
    To,
    /// The value of an item of data: `{$globals.trump}`.
    Data(PhraseData),
}

/// An item of data that a phrase shows, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PhraseData {
    Global(u16),
    /// Of the seat that acts.
    Player(u16),
    /// It is data of the action's state.
    State(u16),
}

/// Why a text is no phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PhraseError {
    /// The phrase has a placeholder that stands for nothing.
    Unknown(Box<str>),
    /// A brace is not closed.
    Open,
}

impl Phrase {
    /// The placeholders that are no data.
    pub const PLACES: [&'static str; 5] = ["player", "cards", "count", "from", "to"];

    /// Reads a phrase from a text and its number; `named` finds items of data.
    pub fn read(
        id: StrId,
        text: &str,
        mut named: impl FnMut(&str) -> Option<PhraseData>,
    ) -> Result<Phrase, PhraseError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            if !before.is_empty() {
                parts.push(PhrasePart::Text(before.into()));
            }
            let (place, after) = after.split_once('}').ok_or(PhraseError::Open)?;
            let part = match (place.trim(), place.split_once('|')) {
                (_, Some((other, own))) => PhrasePart::Either {
                    other: other.into(),
                    own: own.into(),
                },
                ("player", None) => PhrasePart::Player,
                ("cards", None) => PhrasePart::Cards,
                ("count", None) => PhrasePart::Count,
                ("from", None) => PhrasePart::From,
                ("to", None) => PhrasePart::To,
                (name, None) => {
                    PhrasePart::Data(named(name).ok_or_else(|| PhraseError::Unknown(name.into()))?)
                }
            };
            parts.push(part);
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(PhrasePart::Text(rest.into()));
        }
        Ok(Phrase {
            text: id,
            parts: parts.into(),
        })
    }

    /// Whether it tells of cards that move.
    pub fn tells_moves(&self) -> bool {
        let moves = |part: &PhrasePart| {
            matches!(
                part,
                PhrasePart::Cards | PhrasePart::Count | PhrasePart::From | PhrasePart::To
            )
        };
        self.parts.iter().any(moves)
    }

    pub fn tells_data(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, PhrasePart::Data(_)))
    }
}
