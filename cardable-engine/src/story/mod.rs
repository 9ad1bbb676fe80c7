//! What happened, as lines for people to read.
//!
//! A story is made of what one viewer may hold (a view, its events, how it stood before) and of the
//! ruleset's words, and of nothing else, so it cannot tell more. Its lines are lists of [`Part`]s: every part
//! has its text, and what it is about, so that a table can colour cards and point at seats.

mod parts;
mod joined;
mod lines;
mod moves;
mod names;
mod phrase;
mod teller;

pub use names::capital;
pub use parts::{Happened, Line, LineKind, Part};

use crate::game::Game;
use crate::ids::Viewer;
use crate::view::Status;
use crate::words::Words;

impl<S: AsRef<str>> Words<'_, S> {
    /// The story of what happened, for the viewer of the view.
    ///
    /// ```
    /// use cardable_core::{Game, Seat, Seed, Setup, Viewer, story::Happened};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(1))?.with_events();
    /// game.submit_nth(Seat(0), 0)?;
    /// let (view, events) = (game.view(Viewer::Seat(Seat(1))), game.events(Viewer::Seat(Seat(1))));
    /// let happened = Happened { view: &view, before: None, events: &events, timed_out: None };
    /// let story = game.words().story(happened);
    /// assert!(story[0].to_string().starts_with("Ada takes "), "{}", story[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn story(&self, happened: Happened<'_>) -> Vec<Line> {
        let seats: Vec<&str> = self.seats.iter().map(AsRef::as_ref).collect();
        let words = Words {
            program: self.program,
            language: self.language,
            seats: &seats,
        };
        teller::tell(names::Names::new(words, happened.view.viewer), happened)
    }
}

impl Game {
    /// The story of the last choice, for a viewer; `before` is how the table stood before it, where that is known.
    /// It is empty unless the game records events. [`Words::story`] is for whoever has no game.
    pub fn story(&self, viewer: Viewer, before: Option<&Status>) -> Vec<Line> {
        let (view, events) = (self.view(viewer), self.events(viewer));
        self.words().story(Happened {
            view: &view,
            before,
            events: &events,
            timed_out: None,
        })
    }
}
