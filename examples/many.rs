//! What programs share that play many games.

use cardable_core::rand::{Rng, RngExt};
use cardable_core::search::PlayoutObserver;
use cardable_core::{Ruleset, Seat, SeatSet};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a program comes to, or why it does not.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A game that takes longer is cut, which is counted and told.
pub(crate) const CHOICES: u64 = 5_000;

/// How a program ends, by whether a game has met a fault.
pub(crate) fn exit_code(met_fault: bool) -> ExitCode {
    match met_fault {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// Four seats, or as near as the rules allow.
pub(crate) fn usual_seats(ruleset: &Ruleset) -> usize {
    let seats = ruleset.seats();
    4.clamp(*seats.start(), *seats.end())
}

/// Of several seats that may decide, any.
pub(crate) fn any_seat(seats: SeatSet, chance: &mut impl Rng) -> Option<Seat> {
    let at = chance.random_range(0..seats.len().max(1));
    seats.into_iter().nth(at)
}

/// Of several seats that may decide, any goes first.
pub(crate) struct AnySeat;

impl PlayoutObserver for AnySeat {
    fn next_seat(&mut self, seats: SeatSet, chance: &mut impl Rng) -> Option<Seat> {
        any_seat(seats, chance)
    }
}

/// Does something for each number below `games`, on all processors, and adds up what came of it. Numbers are taken in any order:
/// what is added up must not depend on it.
pub(crate) fn on_all_processors<T: Default + Send>(
    games: u64,
    play: impl Fn(u64, &mut T) + Sync,
    add: impl Fn(&mut T, T) + Sync,
) -> Outcome<T> {
    let next = AtomicU64::new(0);
    let all = Mutex::new(T::default());
    let threads = std::thread::available_parallelism()?.get();
    std::thread::scope(|scope| {
        let work = || -> Outcome<()> {
            let mut own = T::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    break;
                }
                play(number, &mut own);
            }
            add(&mut *all.lock().map_err(|_| "another thread has failed")?, own);
            Ok(())
        };
        let working: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        working
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| "a thread has failed")?)
    })?;
    all.into_inner().map_err(|_| "a thread has failed".into())
}
