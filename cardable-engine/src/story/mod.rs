//! What happened, as lines for people to read.
//!
//! A story is made of what one viewer may hold (a view, its events, how it stood before) and of the
//! ruleset's words, and of nothing else, so it cannot tell more. Its lines are lists of [`Part`]s: every part
//! has its text, and what it is about, so that a table can colour cards and point at seats.

mod data;
mod label;
mod lines;
mod moves;
mod names;
mod phrase;
mod teller;

pub use names::capital;
pub use names::within;

use crate::ids::{CardTypeId, Seat, ZoneId};
use crate::ruleset::Ruleset;
use crate::view::{Status, View, ViewEvent};
use serde::{Deserialize, Serialize};

/// A line of a story.
///
/// See [`Ruleset::story`] for an example.
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
        /// What it is called; the viewer's own is `You`, `you` or `your`.
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

    fn text_mut(&mut self) -> &mut String {
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
/// See [`Ruleset::story`] for an example.
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

impl Ruleset {
    /// The story of what happened, for the viewer of the view. `seats` is what the seats are called.
    ///
    /// ```
    /// use cardable_core::{Game, Seat, Seed, Setup, Viewer, story::Happened};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let names = ["Ada", "Grace"];
    /// let mut game = Game::new(&ruleset, &Setup::named(names), Seed::from(1))?.with_events();
    /// game.submit_nth(Seat(0), 0)?;
    /// let (view, events) = (game.view(Viewer::Seat(Seat(1))), game.events(Viewer::Seat(Seat(1))));
    /// let happened = Happened { view: &view, before: None, events: &events, timed_out: None };
    /// let story = ruleset.story(happened, &names);
    /// assert!(story[0].to_string().starts_with("Ada takes "), "{}", story[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn story(&self, happened: Happened<'_>, seats: &[impl AsRef<str>]) -> Vec<Line> {
        let names = seats.iter().map(AsRef::as_ref).collect();
        teller::tell(names::Names::new(self, names, happened.view.viewer), happened)
    }
}

impl crate::game::Game {
    /// The story of the last choice, for a viewer; see [`Ruleset::story`]. The game must keep events.
    pub fn story(
        &self,
        viewer: crate::ids::Viewer,
        before: Option<&Status>,
        seats: &[impl AsRef<str>],
    ) -> Vec<Line> {
        let (view, events) = (self.view(viewer), self.events(viewer));
        let happened = Happened {
            view: &view,
            before,
            events: &events,
            timed_out: None,
        };
        self.ruleset().story(happened, seats)
    }
}
