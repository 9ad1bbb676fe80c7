//! A queue of jobs and the threads that work on them.

use super::governor::{self, Load, Turn, Used};
use super::job::{Effort, Ending, Job, Priority, Ran, Terms};
use super::time::PoolClock;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Number of decisions for each thread with which a pool is busy.
const BUSY: u64 = 8;

/// What a job is ordered by: its priority, when it is due, and a number that no other has.
type Place = (Priority, u64, u64);

/// A job in the queue.
struct Queued {
    job: Box<dyn Job>,
    terms: Terms,
    used: Used,
}

#[derive(Default)]
struct Queue {
    jobs: BTreeMap<Place, Queued>,
    /// Number of bots' decisions, those that threads work on included.
    moves: u64,
    next: u64,
    closed: bool,
}

impl Queue {
    /// When the last of the waiting decisions is due.
    fn last_due(&self) -> Option<u64> {
        let moves = (Bound::Unbounded, Bound::Excluded((Priority::Hint, 0, 0)));
        let (place, _) = self.jobs.range(moves).next_back()?;
        Some(place.1)
    }
}

struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
    clock: PoolClock,
    /// Number of threads; 0 for a pool that works only when asked to.
    threads: usize,
}

/// The threads on which bots think. They stop when the pool is dropped.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool")
            .field("threads", &self.shared.threads)
            .field("waiting", &self.shared.queue().jobs.len())
            .finish_non_exhaustive()
    }
}

impl Pool {
    /// Starts so many threads. With none the pool works when [`Pool::step`] is called.
    pub(crate) fn start(threads: usize) -> Pool {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            more: Condvar::new(),
            clock: PoolClock::system(),
            threads,
        });
        let began = (0..threads).filter(|_| {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name("cardable-thinking".to_owned());
            let started = thread.spawn(move || {
                make_way();
                while shared.wait() {
                    shared.step();
                }
            });
            if let Err(error) = &started {
                tracing::error!(%error, "a thread for bots cannot be started");
            }
            started.is_ok()
        });
        if began.count() > 0 || threads == 0 {
            return Pool { shared };
        }
        // Rooms then think themselves.
        Pool::start(0)
    }

    /// Whether more decisions wait than bots can think about at length.
    pub(crate) fn is_busy(&self) -> bool {
        self.shared.queue().moves > BUSY * self.shared.threads.max(1) as u64
    }

    /// Hands in a job. A pool without threads works on it here and now.
    pub(crate) fn submit(&self, terms: Terms, job: Box<dyn Job>) {
        self.queue_up(terms, job);
        while self.shared.threads == 0 && self.step() {}
    }

    fn queue_up(&self, terms: Terms, job: Box<dyn Job>) {
        let due = self.shared.due(&terms);
        let mut queue = self.shared.queue();
        queue.next += 1;
        let place = (terms.priority, due, queue.next);
        queue.moves += u64::from(terms.priority == Priority::Move);
        let used = Used::nothing();
        queue.jobs.insert(place, Queued { job, terms, used });
        drop(queue);
        self.shared.more.notify_one();
    }

    /// How much would be thought about a decision on these terms, without doing it. A decision with a single choice is
    /// counted so, because nobody may learn from the metrics that a bot had no other.
    pub(crate) fn expected(&self, terms: &Terms) -> Effort {
        let due = self.shared.due(terms);
        let queue = self.shared.queue();
        let load = self.shared.load(&queue, queue.moves + 1, due);
        drop(queue);
        governor::expected(terms.iterations, due, &terms.time, load)
    }

    /// Gives the first job its turn, on this thread. False if there is none.
    fn step(&self) -> bool {
        self.shared.step()
    }
}

impl Drop for Pool {
    /// The last owner can be one of the threads' own jobs, so do not wait for them.
    fn drop(&mut self) {
        self.shared.queue().closed = true;
        self.shared.more.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // No code panics while it holds this lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job. False when the pool is dropped.
    fn wait(&self) -> bool {
        let queue = self.queue();
        let waits = |queue: &mut Queue| queue.jobs.is_empty() && !queue.closed;
        let queue = self.more.wait_while(queue, waits);
        !queue.unwrap_or_else(PoisonError::into_inner).closed
    }

    /// When a job that is handed in now is due.
    fn due(&self, terms: &Terms) -> u64 {
        let within = u64::try_from(terms.within.as_micros()).unwrap_or(u64::MAX);
        self.clock.now().saturating_add(within)
    }

    /// What there is to do beside a job that is due at `due`.
    fn load(&self, queue: &Queue, waiting: u64, due: u64) -> Load {
        Load {
            now: self.clock.now(),
            waiting,
            last_due: queue.last_due().unwrap_or(0).max(due),
            threads: self.threads.max(1) as u64,
        }
    }

    /// Gives the first job its turn. False if there is none.
    fn step(&self) -> bool {
        let mut queue = self.queue();
        let Some((place, mut queued)) = queue.jobs.pop_first() else {
            return false;
        };
        let (priority, due, _) = place;
        let load = self.load(&queue, queue.moves, due);
        drop(queue);
        let ending = if queued.job.is_wanted() {
            self.take_turn(&mut queued, due, load)
        } else {
            self.ends(priority);
            return true;
        };
        match ending {
            // Others may be due earlier by now.
            None => {
                self.queue().jobs.insert(place, queued);
                self.more.notify_one();
            }
            Some(ending) => {
                self.ends(priority);
                finish(queued, ending);
            }
        }
        true
    }

    fn ends(&self, priority: Priority) {
        if priority == Priority::Move {
            let mut queue = self.queue();
            queue.moves = queue.moves.saturating_sub(1);
        }
    }

    /// Runs a slice of a job. Returns how it ended, if it did.
    fn take_turn(&self, queued: &mut Queued, due: u64, load: Load) -> Option<Ending> {
        let Queued { job, terms, used } = queued;
        let slice = match governor::turn(terms.priority, terms.iterations, due, *used, &terms.time, load) {
            Turn::Run(slice) => slice,
            Turn::End(ending) => return Some(ending),
        };
        let ran = catch_unwind(AssertUnwindSafe(|| job.run(slice)));
        let took = self.clock.now().saturating_sub(load.now);
        match ran {
            Ok(Ran::Prepared) => {
                used.prepare(took);
                None
            }
            Ok(Ran::Iterations(iterations)) => {
                terms.time.add(iterations, took);
                used.add(iterations, took);
                None
            }
            Ok(Ran::Last) => {
                used.add(slice, took);
                Some(Ending::Whole)
            }
            Err(_) => Some(Ending::Panic),
        }
    }
}

/// Gives a job's answer.
fn finish(queued: Queued, ending: Ending) {
    let iterations = queued.used.iterations;
    let effort = Effort { iterations, ending };
    // Whoever waits for the answer hears that there is none.
    let _ = catch_unwind(AssertUnwindSafe(|| queued.job.finish(effort)));
}

/// Lets the threads of the network and of rooms go first.
fn make_way() {
    #[cfg(target_os = "linux")]
    // On Linux this concerns the calling thread alone. Without the right to it bots think as eagerly as the rest.
    let _ = rustix::process::setpriority_process(None, 10);
}

#[cfg(test)]
mod tests {
    use super::super::governor::{FLOOR, IterationTime};
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// What became of a job: its name, when it ended, after how many iterations, and why.
    type Ended = (&'static str, u64, u32, Ending);

    /// A pool without threads whose clock moves with its jobs.
    struct Bench {
        pool: Pool,
        now: Arc<AtomicU64>,
        ended: Arc<Mutex<Vec<Ended>>>,
        time: Arc<IterationTime>,
    }

    /// The microseconds in which a job gets ready.
    const PREPARES: u64 = 100;

    /// A job whose iterations take so many microseconds.
    struct Fake {
        name: &'static str,
        takes: u64,
        is_prepared: bool,
        wanted: bool,
        now: Arc<AtomicU64>,
        ended: Arc<Mutex<Vec<Ended>>>,
    }

    impl Job for Fake {
        fn run(&mut self, iterations: u32) -> Ran {
            assert!(self.takes < u64::MAX, "a job that panics");
            let (micros, ran) = match self.is_prepared {
                true => (self.takes * u64::from(iterations), Ran::Iterations(iterations)),
                false => (PREPARES, Ran::Prepared),
            };
            self.is_prepared = true;
            self.now.fetch_add(micros, Ordering::Relaxed);
            ran
        }

        fn finish(self: Box<Self>, effort: Effort) {
            let now = self.now.load(Ordering::Relaxed);
            let ended = (self.name, now, effort.iterations, effort.ending);
            self.ended.lock().unwrap().push(ended);
        }

        fn is_wanted(&self) -> bool {
            self.wanted
        }
    }

    impl Bench {
        fn new() -> Bench {
            let now = Arc::new(AtomicU64::new(0));
            let shared = Shared {
                queue: Mutex::default(),
                more: Condvar::new(),
                clock: PoolClock::Manual(Arc::clone(&now)),
                threads: 0,
            };
            Bench {
                pool: Pool {
                    shared: Arc::new(shared),
                },
                now,
                ended: Arc::default(),
                time: Arc::default(),
            }
        }

        fn submit(&self, name: &'static str, priority: Priority, within: u64, iterations: u32, takes: u64) {
            self.submit_if(true, name, priority, within, iterations, takes);
        }

        fn submit_if(
            &self,
            wanted: bool,
            name: &'static str,
            priority: Priority,
            within: u64,
            iterations: u32,
            takes: u64,
        ) {
            let job = Fake {
                name,
                takes,
                is_prepared: false,
                wanted,
                now: Arc::clone(&self.now),
                ended: Arc::clone(&self.ended),
            };
            let terms = self.terms(priority, within, iterations);
            self.pool.queue_up(terms, Box::new(job));
        }

        fn terms(&self, priority: Priority, within: u64, iterations: u32) -> Terms {
            Terms {
                priority,
                within: Duration::from_millis(within),
                iterations,
                time: Arc::clone(&self.time),
            }
        }

        fn work(&self) -> Vec<Ended> {
            while self.pool.step() {}
            std::mem::take(&mut self.ended.lock().unwrap())
        }
    }

    fn names(ended: &[Ended]) -> Vec<&'static str> {
        ended.iter().map(|(name, ..)| *name).collect()
    }

    #[test]
    fn moves_come_first_and_then_what_is_due_earliest() {
        let bench = Bench::new();
        bench.submit("review", Priority::Review, 1, 1, 1);
        bench.submit("hint", Priority::Hint, 10, 1, 1);
        bench.submit("late", Priority::Move, 900, 1, 1);
        bench.submit("soon", Priority::Move, 100, 1, 1);
        bench.submit("as soon", Priority::Move, 100, 1, 1);
        let ended = bench.work();
        assert_eq!(names(&ended), ["soon", "as soon", "late", "hint", "review"]);
        assert!(ended.iter().all(|one| one.3 == Ending::Whole));
    }

    #[test]
    fn what_is_due_earlier_goes_between_the_slices_of_another() {
        let bench = Bench::new();
        bench.submit("long", Priority::Hint, 10_000, 1_000, 10);
        for _ in 0..20 {
            assert!(bench.pool.step());
        }
        bench.submit("short", Priority::Move, 100, 4, 10);
        assert_eq!(names(&bench.work()), ["short", "long"]);
    }

    #[test]
    fn a_panic_ends_one_job_and_what_nobody_wants_is_dropped() {
        let bench = Bench::new();
        bench.submit("bad", Priority::Move, 1, 10, u64::MAX);
        bench.submit_if(false, "gone", Priority::Move, 2, 10, 1);
        bench.submit("good", Priority::Move, 3, 10, 1);
        let ended = bench.work();
        assert_eq!(names(&ended), ["bad", "good"]);
        assert_eq!(ended[0].3, Ending::Panic);
        assert_eq!(bench.pool.shared.queue().moves, 0);
    }

    /// A decision with a single choice is counted like the others, at whatever pace of the rules and under whatever load.
    #[test]
    fn what_is_not_thought_about_counts_like_what_is() {
        // Microseconds an iteration, number of decisions that wait, and how much each gets.
        for (takes, waiting, iterations, ending) in [
            (10, 0, 1_000, Ending::Whole),
            (10, 150, 150, Ending::Load),
            (5_000, 0, 130, Ending::Due),
            (5_000, 60, 0, Ending::Load),
        ] {
            let bench = Bench::new();
            bench.time.add(1, takes);
            for _ in 0..waiting {
                bench.submit("other", Priority::Move, 650, 1_000, takes);
            }
            let expected = bench.pool.expected(&bench.terms(Priority::Move, 650, 1_000));
            // It comes first, so that it meets what was expected.
            bench.submit("one", Priority::Move, 649, 1_000, takes);
            let is_there = || bench.ended.lock().unwrap().iter().any(|ended| ended.0 == "one");
            while !is_there() {
                assert!(bench.pool.step());
            }
            let (_, _, spent, why) = *bench.ended.lock().unwrap().last().unwrap();
            assert_eq!(
                (spent, why),
                (expected.iterations, expected.ending),
                "{takes} {waiting}"
            );
            assert!(spent.abs_diff(iterations) <= 80, "{takes} {waiting}: {spent}");
            assert_eq!(why, ending, "{takes} {waiting}");
        }
    }

    #[test]
    fn how_long_preparing_takes_says_nothing_of_iterations() {
        let bench = Bench::new();
        bench.submit("one", Priority::Move, 100, 10, 1);
        assert_eq!(bench.work()[0].2, 10);
        assert_eq!(bench.time.fitting(PREPARES), PREPARES as u32);
    }

    /// Rooms whose bots move every 3 s, for a minute: whatever an iteration takes, nothing is late. Bots think less, and
    /// where even a little would be too much they think not at all.
    #[test]
    fn nothing_is_late_however_many_wait() {
        const PAUSE: u64 = 700;
        let mut mean_before = f64::INFINITY;
        // Rooms, and microseconds an iteration.
        for (rooms, takes) in [(10, 50), (1_000, 50), (2_000, 100), (4_000, 100), (4_000, 900)] {
            let bench = Bench::new();
            let mut ended = Vec::new();
            let mut handed_in: u64 = 0;
            for ms in 0..20_000 {
                let now = ms * 1_000;
                // The work of one moment may last longer than to the next.
                while bench.now.load(Ordering::Relaxed) < now && bench.pool.step() {}
                bench.now.fetch_max(now, Ordering::Relaxed);
                while handed_in * 3_000 < ms * rooms {
                    handed_in += 1;
                    bench.submit("move", Priority::Move, PAUSE, 100, takes);
                }
            }
            ended.extend(bench.work());
            assert_eq!(ended.len() as u64, handed_in, "each gets an answer");
            let late = (0..)
                .zip(&ended)
                .filter(|(nth, (_, at, ..))| *at > (nth * 3_000 / rooms) * 1_000 + PAUSE * 1_000 + 20_000);
            assert_eq!(late.count(), 0, "{rooms} rooms, {takes} µs");
            let all: u64 = ended.iter().map(|(_, _, spent, _)| u64::from(*spent)).sum();
            let mean = all as f64 / ended.len() as f64;
            assert!(mean <= mean_before, "{rooms} rooms, {takes} µs: {mean}");
            mean_before = mean;
            if rooms == 10 {
                assert!(ended.iter().all(|(_, _, spent, _)| *spent == 100));
            }
            // None gets less than the floor, but nothing.
            let odd = ended
                .iter()
                .find(|(_, _, spent, why)| *why == Ending::Load && (1..FLOOR).contains(spent));
            assert_eq!(odd, None);
        }
    }
}
