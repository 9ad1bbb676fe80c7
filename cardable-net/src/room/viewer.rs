//! The viewers of a room and their queues.

use super::outbox::{CloseReason, Outbox};
use crate::protocol::You;
use crate::wire::Encodings;
use cardable_core::{Language, Seat, Viewer as View};

slotmap::new_key_type! {
    /// Identifies one connection to a room.
    pub(crate) struct ViewerKey;
}

/// A viewer's role in a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Holds a seat.
    Seat(Seat),
    /// Watches, or waits for the owner's approval.
    Watcher {
        /// A number by which the owner refers to them.
        number: u32,
        /// Their display name.
        name: String,
        /// Whether they may watch.
        admitted: bool,
    },
}

impl Part {
    /// The view they see. `None` while they see nothing.
    pub(crate) fn sees(&self) -> Option<View> {
        match self {
            Part::Seat(seat) => Some(View::Seat(*seat)),
            Part::Watcher { admitted: true, .. } => Some(View::Spectator),
            Part::Watcher { admitted: false, .. } => None,
        }
    }

    /// The role in the protocol's terms.
    pub(crate) fn you(&self) -> You {
        match self {
            Part::Seat(seat) => You::Seat(*seat),
            Part::Watcher { admitted: true, .. } => You::Spectator,
            Part::Watcher { admitted: false, .. } => You::Waiting,
        }
    }

    pub(crate) fn seat(&self) -> Option<Seat> {
        match self {
            Part::Seat(seat) => Some(*seat),
            Part::Watcher { .. } => None,
        }
    }
}

/// One connection to a room.
#[derive(Debug)]
pub(crate) struct Viewer {
    pub(crate) part: Part,
    outbox: Outbox,
    /// Since when its queue has been full.
    behind: Option<u64>,
    /// How often its state was resent.
    restarts: u32,
    /// What it may still say and ask.
    pub(crate) allowances: Allowances,
}

/// What somebody in a room may say and ask. Whoever has a seat keeps it on all connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowances {
    /// Rate limit for chat: the time of the last line, and the remaining allowance.
    spoken: (u64, f64),
    /// When somebody last asked for a hint.
    asked: Option<u64>,
    /// Rate limit for debugging: the time of the last request, and the remaining allowance.
    debugged: (u64, f64),
}

impl Default for Allowances {
    fn default() -> Allowances {
        Allowances {
            spoken: (0, f64::INFINITY),
            asked: None,
            debugged: (0, f64::INFINITY),
        }
    }
}

/// How often the state of a slow viewer is resent.
const RESTARTS: u32 = 3;

/// What to do about a viewer that fell behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behind {
    No,
    /// Wait for it.
    Wait,
    /// It reads again: resend the whole state.
    Restart,
    /// Disconnect it.
    GiveUp,
}

impl Viewer {
    pub(crate) fn new(part: Part, outbox: Outbox) -> Viewer {
        Viewer {
            part,
            outbox,
            behind: None,
            restarts: 0,
            allowances: Allowances::default(),
        }
    }

    /// Sends a message. A viewer whose queue is full misses it and gets the whole state later.
    pub(crate) fn tell(&mut self, message: &mut Encodings, now: u64) {
        if self.behind.is_none() && !self.outbox.push(message.get(self.outbox.format())) {
            self.behind = Some(now);
            metrics::counter!("cardable_viewers_behind").increment(1);
        }
    }

    /// The language in which it reads.
    pub(crate) fn language(&self) -> Language {
        self.outbox.language()
    }

    pub(crate) fn is_behind(&self) -> bool {
        self.behind.is_some()
    }

    /// Checks whether it keeps up.
    pub(crate) fn look(&mut self, now: u64, patience: u64) -> Behind {
        let Some(since) = self.behind else {
            return Behind::No;
        };
        if self.outbox.is_empty() && self.restarts < RESTARTS {
            self.behind = None;
            self.restarts += 1;
            Behind::Restart
        } else if now.saturating_sub(since) >= patience || self.restarts >= RESTARTS {
            Behind::GiveUp
        } else {
            Behind::Wait
        }
    }

    pub(crate) fn close(&self, reason: CloseReason) {
        self.outbox.close(reason);
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.outbox.is_closed()
    }

    /// Whether it may ask for a hint now. It may do so once a second.
    pub(crate) fn may_ask(&mut self, now: u64) -> bool {
        let may = self.allowances.asked.is_none_or(|last| now >= last + 1_000);
        if may {
            self.allowances.asked = Some(now);
        }
        may
    }

    /// Whether it may send a chat line now, with up to `lines` in ten seconds.
    pub(crate) fn may_speak(&mut self, now: u64, lines: u32) -> bool {
        let most = f64::from(lines);
        take_from(&mut self.allowances.spoken, now, most, most / 10_000.0)
    }

    /// Whether it may ask something of a debugged game now: ten times at once, and five times a second.
    pub(crate) fn may_debug(&mut self, now: u64) -> bool {
        take_from(&mut self.allowances.debugged, now, 10.0, 5.0 / 1_000.0)
    }
}

/// Takes one from an allowance, if there is one, that grows with each millisecond.
fn take_from(allowance: &mut (u64, f64), now: u64, most: f64, each: f64) -> bool {
    let (last, left) = *allowance;
    let gained = now.saturating_sub(last) as f64 * each;
    let left = (left + gained).min(most);
    let may = left >= 1.0;
    *allowance = (now, if may { left - 1.0 } else { left });
    may
}

#[cfg(test)]
mod tests {
    use super::super::outbox::{Inbox, outbox};
    use super::*;
    use crate::protocol::{ChatLine, Message};
    use crate::wire::Format;

    fn say(viewer: &mut Viewer, when: u64, now: u64) {
        let line = ChatLine {
            when,
            seat: None,
            name: String::new(),
            text: String::new(),
            before: false,
        };
        viewer.tell(&mut Message::Chat(line).into(), now);
    }

    /// When the next chat line that it received was sent.
    fn next(inbox: &mut Inbox) -> Option<u64> {
        match Format::Json.decode(&inbox.try_next()?) {
            Ok(Message::Chat(line)) => Some(line.when),
            other => panic!("a line, not {other:?}"),
        }
    }

    #[test]
    fn who_reads_slowly_starts_afresh_and_is_given_up_in_the_end() {
        let (out, mut inbox) = outbox(2, Format::Json);
        let mut viewer = Viewer::new(Part::Seat(Seat(0)), out);
        for round in 0..RESTARTS {
            for line in 1..=3 {
                say(&mut viewer, line, 0);
            }
            assert!(viewer.is_behind());
            assert_eq!(viewer.look(5, 10), Behind::Wait, "it has not read yet");
            assert_eq!(next(&mut inbox), Some(1));
            assert_eq!(next(&mut inbox), Some(2));
            assert_eq!(next(&mut inbox), None, "what did not fit is not told");
            assert_eq!(viewer.look(5, 10), Behind::Restart, "{round}");
        }
        for line in 1..=3 {
            say(&mut viewer, line, 0);
        }
        assert_eq!(viewer.look(5, 10), Behind::GiveUp);
    }

    #[test]
    fn who_does_not_read_is_given_up() {
        let (out, _inbox) = outbox(1, Format::Json);
        let mut viewer = Viewer::new(Part::Seat(Seat(0)), out);
        say(&mut viewer, 1, 7);
        assert_eq!(viewer.look(7, 10), Behind::No);
        say(&mut viewer, 2, 7);
        assert_eq!(viewer.look(16, 10), Behind::Wait);
        assert_eq!(viewer.look(17, 10), Behind::GiveUp);
    }

    #[test]
    fn who_speaks_too_much_is_held_back() {
        let (out, _inbox) = outbox(1, Format::Json);
        let mut viewer = Viewer::new(Part::Seat(Seat(0)), out);
        let said = (0..10).filter(|_| viewer.may_speak(1_000, 5)).count();
        assert_eq!(said, 5);
        assert!(!viewer.may_speak(2_000, 5));
        assert!(viewer.may_speak(4_000, 5));
    }

    #[test]
    fn who_debugs_too_fast_is_held_back() {
        let (out, _inbox) = outbox(1, Format::Json);
        let mut viewer = Viewer::new(Part::Seat(Seat(0)), out);
        let asked = (0..30).filter(|_| viewer.may_debug(1_000)).count();
        assert_eq!(asked, 10);
        assert!(!viewer.may_debug(1_100));
        assert!(viewer.may_debug(1_200));
        let asked = (0..30).filter(|_| viewer.may_debug(2_200)).count();
        assert_eq!(asked, 5);
    }
}
