//! What a game's bots remember.

use crate::thinking::Truth;
use cardable_core::search::History;
use cardable_core::{Choice, Game, Seat};
use tokio::sync::oneshot;

/// What was chosen in a game since its cards were shuffled last. It goes along with the game, in play and when the game is
/// played again from its log, so bots remember the same after a room has slept.
#[derive(Clone, Debug)]
pub(crate) struct Memory(Box<History>);

impl Memory {
    /// Begins with a game as it is now.
    pub(super) fn begin(game: &Game) -> Memory {
        Memory(Box::new(History::new(game)))
    }

    /// Adds a choice that led to this game, or that the seat's time was up if there is none.
    pub(super) fn follow(&mut self, seat: Seat, choice: Option<&Choice>, game: &Game) {
        self.0.followed(seat, choice, game);
    }

    /// Whether there is nothing to remember, as right after a shuffle.
    pub(super) fn is_empty(&self) -> bool {
        self.0.choices() == 0
    }

    /// Adds it to the true game. Also returns where the history comes back.
    pub(super) fn remind(&self, truth: Truth) -> (Truth, oneshot::Receiver<Box<History>>) {
        truth.remembering(&self.0)
    }

    /// Takes a history back that takes less time to go through than before. It must be of the same position.
    pub(super) fn shorten(&mut self, history: Box<History>) {
        self.0 = history;
    }
}

#[cfg(test)]
mod tests {
    use super::super::load::LoggedGame;
    use super::super::play::Play;
    use super::super::record::Record;
    use super::super::state::{TimeLimits, seat_at};
    use super::*;
    use crate::fairness::{Dealt, Statement};
    use crate::library::{Edition, Library};
    use crate::store::{Append, MemoryLog, RoomId, RoomLog as _, Snapshot};
    use crate::thinking::{IterationTime, Pool, Priority, SearchJob, Terms};
    use cardable_bots::{Level, Thought};
    use cardable_core::{Bot as _, RandomBot, SeatSet, Seed, Setup, Viewer};
    use std::sync::Arc;
    use std::time::Duration;

    const ROOM: RoomId = RoomId(1);

    /// A game of a room whose bots remember, with its log.
    struct Bench {
        edition: Arc<Edition>,
        log: MemoryLog,
        epoch: u64,
        play: Play,
        /// Records between snapshots.
        every: u64,
        random: RandomBot,
    }

    impl Bench {
        async fn begin(name: &str, seats: usize, every: u64) -> Bench {
            let edition = Library::shipped().edition(name).unwrap();
            let setup = Setup::seats(seats);
            let statement = Statement {
                room: String::new(),
                game: 1,
                ruleset: String::new(),
                setup: setup.clone(),
            };
            let dealt = Dealt::of(&statement, [11; 32], [0; 32]);
            let begin = Record::Begin {
                game: 1,
                setup,
                seed: dealt.seed().unwrap(),
                dealt,
                t: 0,
            };
            let log = MemoryLog::new();
            let (epoch, _) = log.claim().await.unwrap();
            log.create(ROOM, epoch, Vec::new()).await.unwrap();
            let play = Play::begin(&edition.ruleset, &begin, 0, TimeLimits::default()).unwrap();
            let bench = Bench {
                edition,
                log,
                epoch,
                play: play.remembering(true),
                every,
                random: RandomBot::new(Seed::from(3)),
            };
            bench.append(0, &begin).await;
            bench
        }

        async fn append(&self, at: u64, record: &Record) {
            let append = Append {
                room: ROOM,
                epoch: self.epoch,
                at,
                records: vec![record.to_bytes()],
                about: None,
            };
            self.log.append(append).await.unwrap();
        }

        /// Somebody does anything. False when the game is over.
        async fn go_on(&mut self) -> bool {
            let Some(decision) = self.play.game.next_decision() else {
                return false;
            };
            let seat = decision.seat();
            let view = self.play.game.view(Viewer::Seat(seat));
            let choice = self.random.choose(&view, &decision);
            let record = Record::Choice {
                seat,
                choice,
                t: 0,
                used: 0,
            };
            let at = self.play.next();
            self.play.attempt(&record, None).unwrap();
            self.append(at, &record).await;
            self.play.count(&record);
            if self.play.is_snapshot_due(self.every) {
                self.keep_snapshot().await;
            }
            true
        }

        async fn keep_snapshot(&mut self) {
            self.play.kept = self.play.seq;
            let snapshot = Snapshot {
                at: self.play.next(),
                bytes: self.play.snapshot(),
            };
            self.log.keep_snapshot(ROOM, self.epoch, snapshot).await.unwrap();
        }

        fn logged(&self) -> LoggedGame<'_> {
            LoggedGame {
                log: &self.log,
                room: ROOM,
                edition: &self.edition,
                limits: TimeLimits::default(),
                remembers: true,
            }
        }

        /// The game as a room has it that has slept.
        async fn woken(&self) -> Play {
            self.logged().load(0, None).await.unwrap().0
        }
    }

    /// What the next bot to choose thinks, with a memory or without one.
    fn thought(game: &Game, memory: Option<&Memory>) -> Option<Thought> {
        let seat = game.next_decision()?.seat();
        let truth = Truth::new(game, seat, Seed::from(5));
        let truth = match memory {
            Some(memory) => memory.remind(truth).0,
            None => truth,
        };
        let (job, mut answer) = SearchJob::new(Box::new(truth), Level::Search(12));
        let terms = Terms {
            priority: Priority::Hint,
            within: Duration::from_secs(3_600),
            iterations: 12,
            time: Arc::new(IterationTime::default()),
        };
        Pool::start(0).submit(terms, Box::new(job));
        answer.try_recv().unwrap().thought
    }

    fn thought_of(play: &Play) -> Option<Thought> {
        thought(&play.game, Some(play.memory.as_ref().expect("its bots remember")))
    }

    /// Games, their seats, and how often they are kept as snapshots.
    const GAMES: [(&str, usize, u64); 4] = [
        ("hearts", 4, 0),
        // The first snapshot is kept when the cards are dealt anew, after 64 choices.
        ("hearts", 4, 40),
        ("crazy-eights", 2, 0),
        ("go-fish", 3, 0),
    ];

    #[tokio::test]
    async fn a_bot_thinks_the_same_after_its_room_has_slept() {
        let mut differ = 0;
        // Where snapshots are so rare, the only one is kept as the room falls asleep with nothing to remember.
        let rare = ("hearts", 4, 1_000);
        for (name, seats, every) in GAMES.into_iter().chain([rare]) {
            let mut bench = Bench::begin(name, seats, every).await;
            while bench.play.seq < 84 && bench.go_on().await {
                if bench.play.seq % 8 != 0 || bench.play.is_over() {
                    continue;
                }
                // As a room does that falls asleep.
                if bench.play.is_last_snapshot_worthwhile(bench.every) {
                    bench.keep_snapshot().await;
                }
                let (play, woken) = (&bench.play, bench.woken().await);
                let (awake, asleep) = (thought_of(play), thought_of(&woken));
                assert_eq!(asleep, awake, "{name} {every}, after {}", play.seq);
                let forgets = Memory::begin(&play.game);
                differ += usize::from(thought(&play.game, Some(&forgets)) != awake);
            }
            let snapshot = bench.log.snapshot(ROOM, u64::MAX).await.unwrap();
            assert_eq!(snapshot.is_some(), every > 0, "{name} {every}");
        }
        assert!(differ > 5, "only {differ} thoughts depend on what was chosen");
    }

    #[tokio::test]
    async fn a_bot_thinks_the_same_after_an_undo() {
        for (name, seats, every) in GAMES {
            let mut bench = Bench::begin(name, seats, every).await;
            let mut before = Vec::new();
            let mut made_by = Vec::new();
            while bench.play.seq < 58 {
                before.push(bench.play.clone());
                made_by.extend(bench.play.game.next_decision().map(|decision| decision.seat()));
                assert!(bench.go_on().await, "{name}");
            }
            let course = bench.logged().course(0).await.unwrap();
            for person in (0..seats).map(seat_at) {
                let undone = course.undone(&bench.edition.ruleset, SeatSet::one(person), true);
                let undone = undone.unwrap().expect("the person has chosen");
                let last = made_by.iter().rposition(|seat| *seat == person).unwrap();
                assert_eq!(undone.choices, made_by.len() - last, "{name}");
                let after = thought(&undone.game, undone.memory.as_ref());
                assert_eq!(after, thought_of(&before[last]), "{name} {every}, {person:?}");
            }
            // And when the room sleeps after it, of which the snapshot knows nothing.
            for at in (bench.play.next()..).take(3) {
                bench.append(at, &Record::Undo { t: 0 }).await;
            }
            let woken = bench.woken().await;
            let then = &before[before.len() - 3];
            assert_eq!(thought_of(&woken), thought_of(then), "{name} {every}");
        }
    }
}
