//! Tells those who follow a game what has happened.

use super::{Follower, Session};
use crate::end::Failure;
use crate::narrate::narrate;
use crate::paint::{FAINT, styled};
use crate::say::say;
use crate::table::TableView;
use cardable_core::{Seat, Viewer};

/// Maximum number of story lines kept for `l`.
const REMEMBERED: usize = 2_000;

/// Maximum number of story lines shown at once.
const LATEST: usize = 40;

impl Session<'_> {
    /// Everybody who follows the game.
    fn followers(&self) -> Vec<(Follower, Viewer)> {
        if self.humans.is_empty() {
            return vec![(None, Viewer::Spectator)];
        }
        self.humans
            .into_iter()
            .map(|seat| (Some(seat.0), Viewer::Seat(seat)))
            .collect()
    }

    /// Records the current status for every follower.
    pub(super) fn look(&mut self) {
        for (key, viewer) in self.followers() {
            self.stood.insert(key, self.table.game().view(viewer).status);
        }
    }

    /// Records the latest events for every follower.
    pub(super) fn follow(&mut self) {
        let last = self.table.choices().next();
        for (key, viewer) in self.followers() {
            let table = TableView::new(self.table.game(), viewer, self.columns);
            let lines = narrate(&table, self.stood.get(&key), &self.table.events(viewer), last);
            self.untold.entry(key).or_default().extend(lines);
        }
        self.look();
    }

    /// Shows a person the events since their last turn.
    pub(super) fn tell(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let key = seat.map(|seat| seat.0);
        let lines = self.untold.remove(&key).unwrap_or_default();
        if !lines.is_empty() && seat.is_some() {
            self.terminal.say("")?;
        }
        // After a long absence show only the latest events.
        let skipped = lines.len().saturating_sub(LATEST);
        if skipped > 0 && seat.is_some() {
            self.terminal.say(&styled(
                FAINT,
                format!("  {}", say!("… {0} {0|line|lines} before", skipped)),
            ))?;
        }
        let first = if seat.is_some() { skipped } else { 0 };
        for line in lines.iter().skip(first) {
            self.terminal.say(line)?;
        }
        let told = self.told.entry(key).or_default();
        told.extend(lines);
        let old = told.len().saturating_sub(REMEMBERED);
        told.drain(..old);
        Ok(())
    }

    pub(super) fn log(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let lines = self
            .told
            .get(&seat.map(|seat| seat.0))
            .cloned()
            .unwrap_or_default();
        if lines.is_empty() {
            return self.terminal.say(&say!("Nothing has happened yet."));
        }
        lines.iter().try_for_each(|line| self.terminal.say(line))
    }
}
