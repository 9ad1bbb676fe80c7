//! What happened, as lines for people to read.
//!
//! A story is made of what one viewer may hold (a view, its events, how it stood before) and of the
//! ruleset's words, and of nothing else, so it cannot tell more. Its lines are lists of [`Part`]s: every part
//! has its text, and what it is about, so that a table can colour cards and point at seats.

mod parts;
mod joined;
mod label;
mod lines;
mod moves;
mod names;
mod phrase;
mod teller;

pub use names::capital;
pub use names::within;
pub use parts::{Happened, Line, LineKind, Part};

use crate::ruleset::Ruleset;
use crate::view::Status;

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
