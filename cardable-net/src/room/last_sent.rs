//! How the table stood when each kind of viewer was told of it last: the story of a choice needs it.

use cardable_core::View;
use cardable_core::Viewer as See;
use cardable_core::view::Status;

/// The status of the last view of each kind of viewer, where somebody is of that kind.
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

    /// How it stood; None where nobody of that kind has a view.
    pub(super) fn get(&self, see: See) -> Option<&Status> {
        match see {
            See::Seat(seat) => self.seats.get(seat.index())?.as_deref(),
            See::Spectator | See::Omniscient => self.watchers.as_deref(),
        }
    }

    /// Takes note that a kind of viewer was told of a view.
    pub(super) fn set(&mut self, see: See, view: &View) {
        if let Some(last) = self.of(see) {
            match last {
                Some(status) => (**status).clone_from(&view.status),
                none => *none = Some(Box::new(view.status.clone())),
            }
        }
    }

    /// Nobody of that kind has a view any more.
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
