//! The status that each kind of viewer saw last. The story of a choice is told relative to it.

use cardable_core::View;
use cardable_core::Viewer as See;
use cardable_core::view::Status;

/// The status of the last view sent to each kind of viewer.
#[derive(Debug)]
pub(super) struct LastSent {
    seats: Vec<Option<Box<Status>>>,
    watchers: Option<Box<Status>>,
}

impl LastSent {
    pub(super) fn new(seats: usize) -> LastSent {
        LastSent {
            seats: vec![None; seats],
            watchers: None,
        }
    }

    /// The status, or `None` if nobody of that kind has a view.
    pub(super) fn get(&self, see: See) -> Option<&Status> {
        match see {
            See::Seat(seat) => self.seats.get(seat.index())?.as_deref(),
            See::Spectator | See::Omniscient => self.watchers.as_deref(),
        }
    }

    /// Records the view sent to a kind of viewer.
    pub(super) fn set(&mut self, see: See, view: &View) {
        if let Some(last) = self.of(see) {
            match last {
                Some(status) => (**status).clone_from(&view.status),
                none => *none = Some(Box::new(view.status.clone())),
            }
        }
    }

    /// Forgets the status: nobody of that kind has a view any more.
    pub(super) fn forget(&mut self, see: See) {
        if let Some(last) = self.of(see) {
            *last = None;
        }
    }

    fn of(&mut self, see: See) -> Option<&mut Option<Box<Status>>> {
        match see {
            See::Seat(seat) => self.seats.get_mut(seat.index()),
            See::Spectator | See::Omniscient => Some(&mut self.watchers),
        }
    }
}
