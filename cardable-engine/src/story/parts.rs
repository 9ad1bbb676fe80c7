//! What a story is made of, and its lines.

use crate::ids::{CardTypeId, Seat, ZoneId};
use crate::view::{Status, View, ViewEvent};
use serde::{Deserialize, Serialize};

/// A line of a story.
///
/// See [`Words::story`](crate::Words::story) for an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Line {
    /// What it tells of.
    pub kind: LineKind,
    /// Whose doing it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<Seat>,
    /// Its parts; their texts in order are its text.
    pub parts: Vec<Part>,
}

/// What a line tells of.
///
/// ```
/// use cardable_core::story::{Line, LineKind};
/// /// What a chronicle prints in bold.
/// fn is_heading(line: &Line) -> bool {
///     matches!(line.kind, LineKind::State | LineKind::End)
/// }
/// assert!(is_heading(&Line { kind: LineKind::End, actor: None, parts: Vec::new() }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// What a seat did.
    Choice,
    /// Cards were dealt.
    Deal,
    /// A state began.
    State,
    /// The rules say something.
    Said,
    /// The scores as they are now.
    Score,
    /// A line of the summary of what is just over.
    Summary,
    /// What happened by itself.
    Note,
    /// The game is over.
    End,
}

/// A part of a line.
///
/// ```
/// use cardable_core::story::Part;
/// let part: Part = serde_json::from_str(r#"{"card":7,"text":"Ace of Hearts"}"#)?;
/// assert_eq!(part.text(), "Ace of Hearts");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Part {
    /// A card whose face is seen.
    Card {
        /// The printed card.
        card: CardTypeId,
        /// What it is called.
        text: String,
    },
    /// A seat.
    Seat {
        /// The seat.
        seat: Seat,
        /// What it is called; the viewer's own is `You`, `you` or `your` in English.
        text: String,
    },
    /// A zone.
    Zone {
        /// The zone.
        zone: ZoneId,
        /// What it is called.
        text: String,
    },
    /// Words, numbers, and cards whose faces are not seen.
    Text(String),
}

impl Default for Part {
    /// No words.
    fn default() -> Part {
        Part::Text(String::new())
    }
}

impl Part {
    /// What people read.
    pub fn text(&self) -> &str {
        match self {
            Part::Card { text, .. }
            | Part::Seat { text, .. }
            | Part::Zone { text, .. }
            | Part::Text(text) => text,
        }
    }

    pub(super) fn text_mut(&mut self) -> &mut String {
        match self {
            Part::Card { text, .. }
            | Part::Seat { text, .. }
            | Part::Zone { text, .. }
            | Part::Text(text) => text,
        }
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.parts.iter().try_for_each(|part| f.write_str(part.text()))
    }
}

/// What a story is made of.
///
/// See [`Words::story`](crate::Words::story) for an example.
#[derive(Clone, Copy, Debug)]
pub struct Happened<'a> {
    /// The viewer's view after it.
    pub view: &'a View,
    /// How it stood before, where that is known.
    pub before: Option<&'a Status>,
    /// The events that the viewer got.
    pub events: &'a [ViewEvent],
    /// The seat whose time was up, where the host chose for it.
    pub timed_out: Option<Seat>,
}
