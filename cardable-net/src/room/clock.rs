//! The host's clock, and the time that seats have left.

use super::state::TimeLimits;
use super::state::seat_at;
use crate::protocol::{Clock, Clocks as Shown};
use cardable_core::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// Minimum time for a decision after the host was away, in milliseconds.
const AFTER_RETURN: u64 = 15_000;

/// Minimum time for any decision, in milliseconds. It also holds when a seat's time for the game is used up, so
/// that no game runs through by itself.
const LEAST: u64 = 1_000;

/// The clock of a host's rooms, in milliseconds since 1970. It counts by itself and follows the runtime's clock, so that tests
/// can pause it.
#[derive(Debug)]
pub(crate) struct HostClock {
    began: Instant,
    /// What it showed then.
    unix: AtomicU64,
}

impl HostClock {
    /// A clock that shows these milliseconds since 1970 now.
    pub(crate) fn start_at(unix: u64) -> HostClock {
        HostClock {
            began: Instant::now(),
            unix: AtomicU64::new(unix),
        }
    }

    /// Sets it. While a machine sleeps, it does not count.
    pub(crate) fn set(&self, now: u64) {
        let passed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(0);
        self.unix.store(now.saturating_sub(passed), Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> u64 {
        let passed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(0);
        self.unix.load(Ordering::Relaxed).saturating_add(passed)
    }

    /// A time as an instant for timers.
    pub(crate) fn instant(&self, t: u64) -> Instant {
        self.began + Duration::from_millis(t.saturating_sub(self.unix.load(Ordering::Relaxed)))
    }
}

/// The time that the seats of a game have left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clocks {
    limits: TimeLimits,
    /// Milliseconds left for the whole game.
    bank: Vec<u64>,
    /// When the seat's current decision started.
    since: Vec<Option<u64>>,
    /// When the clocks were stopped. `None` while they run.
    stopped: Option<u64>,
}

impl Clocks {
    pub(crate) fn start(limits: TimeLimits, seats: usize, to_decide: SeatSet, t: u64) -> Clocks {
        let bank = u64::from(limits.game.unwrap_or(0)) * 1000;
        let mut clocks = Clocks {
            limits,
            bank: vec![bank; seats],
            since: vec![None; seats],
            stopped: None,
        };
        clocks.ask(None, to_decide, t);
        clocks
    }

    /// Whether there is a time limit.
    pub(crate) fn run(&self) -> bool {
        self.limits.decision.is_some() || self.limits.game.is_some()
    }

    /// How long a seat has been thinking.
    pub(crate) fn used(&self, seat: Seat, t: u64) -> u64 {
        let since = self.since.get(seat.index()).copied().flatten();
        since.map_or(0, |since| t.saturating_sub(since))
    }

    /// A seat has decided; `to_decide` are next.
    pub(crate) fn decided(&mut self, seat: Seat, used: u64, to_decide: SeatSet, t: u64) {
        if let Some(bank) = self.bank.get_mut(seat.index()) {
            *bank = bank.saturating_sub(used);
        }
        self.ask(Some(seat), to_decide, t);
    }

    /// Starts the time of seats that newly have to decide. Seats that already had to keep their time, except
    /// for the one that has decided.
    fn ask(&mut self, decided: Option<Seat>, to_decide: SeatSet, t: u64) {
        // Stopped clocks show the time at which they stopped.
        let t = self.stopped.unwrap_or(t);
        for (at, since) in self.since.iter_mut().enumerate() {
            let seat = seat_at(at);
            if !to_decide.contains(seat) {
                *since = None;
            } else if since.is_none() || decided == Some(seat) {
                *since = Some(t);
            }
        }
    }

    /// Restarts everybody's decision, as after an undo.
    pub(crate) fn ask_anew(&mut self, to_decide: SeatSet, t: u64) {
        self.since.fill(None);
        self.ask(None, to_decide, t);
    }

    /// Whether the clocks are stopped.
    pub(crate) fn stand(&self) -> bool {
        self.stopped.is_some()
    }

    /// Stops all clocks until [`Clocks::go_on`].
    pub(crate) fn stop(&mut self, t: u64) {
        self.stopped.get_or_insert(t);
    }

    /// The same clocks, which run: records say nothing of pauses, so neither do snapshots, behind which records may follow.
    pub(crate) fn running(&self) -> Clocks {
        Clocks {
            stopped: None,
            ..self.clone()
        }
    }

    pub(crate) fn go_on(&mut self, t: u64) {
        if let Some(stopped) = self.stopped.take() {
            let pause = t.saturating_sub(stopped);
            for since in self.since.iter_mut().flatten() {
                *since = since.saturating_add(pause);
            }
        }
    }

    /// Stops the clocks at `t`, however long they were stopped and whichever host's clock they used.
    pub(crate) fn stand_from(&mut self, t: u64) {
        let stopped = self.stopped.replace(t).unwrap_or(t);
        for since in self.since.iter_mut().flatten() {
            *since = t.saturating_sub(stopped.saturating_sub(*since));
        }
    }

    /// After the host was away, gives everybody enough time to return.
    pub(crate) fn come_back(&mut self, t: u64) {
        for at in 0..self.since.len() {
            let seat = seat_at(at);
            let Some(limit) = self.limit(seat) else { continue };
            let least = AFTER_RETURN.min(limit);
            if let Some(Some(since)) = self.since.get_mut(at) {
                // The wall clock can have been set back meanwhile.
                *since = (*since).clamp(t.saturating_sub(limit - least), t);
            }
        }
    }

    /// How long a seat can take for its decision.
    fn limit(&self, seat: Seat) -> Option<u64> {
        let decision = self.limits.decision.map(|s| u64::from(s) * 1000);
        let game = self.limits.game.and(self.bank.get(seat.index()).copied());
        let limit = match (decision, game) {
            (Some(decision), Some(game)) => Some(decision.min(game)),
            (limit, None) | (None, limit) => limit,
        };
        limit.map(|limit| limit.max(LEAST))
    }

    /// When a seat's time runs out.
    pub(crate) fn deadline(&self, seat: Seat) -> Option<u64> {
        if self.stopped.is_some() {
            return None;
        }
        let since = self.since.get(seat.index()).copied().flatten()?;
        Some(since.saturating_add(self.limit(seat)?))
    }

    /// The next seat whose time runs out, and when.
    pub(crate) fn next(&self) -> Option<(u64, Seat)> {
        let seats = (0..self.since.len()).map(seat_at);
        seats.filter_map(|s| Some((self.deadline(s)?, s))).min()
    }

    /// The remaining times for display.
    pub(crate) fn shown(&self, t: u64) -> Shown {
        if !self.run() {
            return Shown::default();
        }
        let now = self.stopped.unwrap_or(t);
        let clock = |seat: Seat| {
            let since = self.since.get(seat.index()).copied().flatten();
            let passed = since.map_or(0, |since| now.saturating_sub(since));
            let bank = self.limits.game.and(self.bank.get(seat.index()));
            let told = Clock {
                seat,
                decision_ms: since
                    .and_then(|_| self.limit(seat))
                    .map(|limit| limit.saturating_sub(passed)),
                game_ms: bank.map(|bank| bank.saturating_sub(passed)),
            };
            (told.decision_ms.is_some() || told.game_ms.is_some()).then_some(told)
        };
        Shown((0..self.since.len()).map(seat_at).filter_map(clock).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(decision: Option<u32>, game: Option<u32>) -> Clocks {
        let limits = TimeLimits { decision, game };
        Clocks::start(limits, 3, SeatSet::first(2), 1_000)
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_was_set_counts_from_there() {
        let clock = HostClock::start_at(1_000_000);
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(clock.now(), 1_005_000);
        // The machine has slept for an hour.
        clock.set(4_605_000);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(clock.now(), 4_606_000);
        let soon = clock.instant(4_607_000);
        assert_eq!(soon.duration_since(Instant::now()), Duration::from_secs(1));
    }

    #[test]
    fn time_runs_for_who_decides() {
        let mut clocks = clocks(Some(10), None);
        assert_eq!(clocks.next(), Some((11_000, Seat(0))));
        clocks.decided(Seat(0), 4_000, SeatSet::first(3), 5_000);
        // Seat 1 keeps its time; that of the others starts.
        assert_eq!(clocks.deadline(Seat(1)), Some(11_000));
        assert_eq!(clocks.deadline(Seat(0)), Some(15_000));
        assert_eq!(clocks.deadline(Seat(2)), Some(15_000));
        clocks.decided(Seat(1), 5_000, SeatSet::EMPTY, 6_000);
        assert_eq!(clocks.next(), None);
    }

    #[test]
    fn the_games_time_is_used_up() {
        let mut clocks = clocks(Some(10), Some(12));
        assert_eq!(clocks.deadline(Seat(0)), Some(11_000));
        clocks.decided(Seat(0), 9_000, SeatSet::one(Seat(0)), 10_000);
        assert_eq!(clocks.deadline(Seat(0)), Some(13_000));
        let Shown(shown) = clocks.shown(11_000);
        assert_eq!(
            (shown[0].decision_ms, shown[0].game_ms),
            (Some(2_000), Some(2_000))
        );
        // The clock of a seat that has nothing to decide does not run.
        for later in [11_000, 99_000] {
            let Shown(shown) = clocks.shown(later);
            assert_eq!(shown.len(), 3);
            assert_eq!((shown[2].decision_ms, shown[2].game_ms), (None, Some(12_000)));
        }
        clocks.decided(Seat(0), 3_000, SeatSet::one(Seat(0)), 13_000);
        assert_eq!(clocks.deadline(Seat(0)), Some(14_000), "a second is always left");
    }

    #[test]
    fn stopped_clocks_lose_nothing() {
        let mut clocks = clocks(Some(10), None);
        clocks.stop(3_000);
        assert_eq!(clocks.next(), None);
        assert_eq!(clocks.running().next().map(|(t, _)| t), Some(11_000));
        assert_eq!(clocks.shown(60_000).0[0].decision_ms, Some(8_000));
        assert_eq!(
            clocks.shown(60_000).0.len(),
            2,
            "there is no other time that could be told"
        );
        clocks.go_on(60_000);
        assert_eq!(clocks.deadline(Seat(0)), Some(68_000));
    }

    #[test]
    fn who_comes_back_finds_some_time_left() {
        let mut clocks = clocks(Some(60), None);
        clocks.come_back(31_000);
        assert_eq!(clocks.deadline(Seat(0)), Some(61_000), "what was left is left");
        clocks.come_back(500_000);
        assert_eq!(clocks.deadline(Seat(0)), Some(515_000));
        clocks.come_back(100);
        assert_eq!(
            clocks.deadline(Seat(0)),
            Some(60_100),
            "a clock that was set back gives nothing"
        );
    }
}
