//! A room's game and how it is restored from its log.

use super::clock::Clocks;
use super::memory::Memory;
use super::record::{Record, standing};
use super::state::TimeLimits;
use crate::fairness::{Dealt, FILE_FORMAT, GameFile};
use cardable_core::debug::{Edit, NotEdited};
use cardable_core::log::{Entry, ReplayError};
use cardable_core::save::RestoreError;
use cardable_core::{
    Choice, FaultReport, Game, Log, Match, NotApplied, Refusal, Ruleset, Seat, SeatSet, Seed, Setup,
    SetupError,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// A game of a room.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// The game, with the events of its last choice.
    pub(crate) game: Game,
    /// The game with the events of its beginning, until the first choice. They are kept apart because they are
    /// many, and later steps would keep their memory.
    pub(crate) begun: Option<Arc<Game>>,
    /// Its number in the room.
    pub(crate) number: u32,
    /// The position in the room's log where it begins.
    pub(crate) first: u64,
    /// Number of records after the first. Viewers use it as `seq`.
    pub(crate) seq: u64,
    /// The time that the seats have left.
    pub(crate) clocks: Clocks,
    /// The seat whose timeout caused the last choice.
    pub(crate) timed_out: Option<Seat>,
    /// Whether it was ended early.
    pub(crate) ended: bool,
    /// The seed of all its randomness. Secret until the game is over.
    pub(crate) seed: Seed,
    /// How the seed was made.
    pub(crate) dealt: Arc<Dealt>,
    /// The players and house rules.
    pub(crate) setup: Arc<Setup>,
    /// Whether the game was changed by whoever debugs it, so that it does not follow from seed and choices.
    pub(crate) edited: bool,
    /// What was chosen, if a bot plays that makes use of it.
    pub(crate) memory: Option<Memory>,
    /// The last choice of each seat, and the number of the view that it led to, as far as it is known. Nothing that was taken
    /// back is among them.
    pub(crate) last: Vec<(Seat, Choice, u64)>,
    /// `seq` when the last snapshot was kept; 0 if none was.
    pub(crate) kept: u64,
}

/// A game before the choices to be taken back.
pub(crate) struct Undone {
    pub(crate) game: Game,
    /// Number of choices taken back.
    pub(crate) choices: usize,
    /// Seats that learned a card through them.
    pub(crate) learned: SeatSet,
    /// What was chosen before them, if that was asked for.
    pub(crate) memory: Option<Memory>,
    /// Whether changes are among what stands.
    pub(crate) edited: bool,
}

/// Why a game cannot be restored.
#[derive(Debug, Error)]
pub(crate) enum NoPlay {
    #[error("the log does not begin with a game")]
    NoBegin,
    #[error("the seed is not the one that was promised")]
    Promise,
    #[error("a record cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Snapshot(#[from] RestoreError),
    #[error("record {at} is not possible: {why}")]
    Record { at: u64, why: NotApplied },
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The snapshot includes choices that were taken back, so replay from the beginning.
    #[error("more was taken back than stands behind the snapshot")]
    Further,
}

/// The header of a snapshot.
#[derive(Serialize, Deserialize)]
struct Head {
    number: u32,
    first: u64,
    seq: u64,
    clocks: Clocks,
    seed: Seed,
    dealt: Dealt,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    edited: bool,
    /// Whoever has not heard the answer to his last choice sends it again, perhaps to the host that begins with this snapshot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    last: Vec<(Seat, Choice, u64)>,
}

/// After fewer records than these a room that falls asleep keeps no snapshot: they are replayed in less time than it takes.
const FEW: u64 = 8;

impl Play {
    pub(crate) fn begin(
        ruleset: &Ruleset,
        begin: &Record,
        first: u64,
        limits: TimeLimits,
    ) -> Result<Play, NoPlay> {
        let Record::Begin {
            game: number,
            setup,
            seed,
            dealt,
            t,
        } = begin
        else {
            return Err(NoPlay::NoBegin);
        };
        if !dealt.comes_to(*seed, setup) {
            return Err(NoPlay::Promise);
        }
        let begun = Game::begin_with_events(ruleset, setup, *seed)?;
        let mut game = begun.fork();
        game.rest();
        Ok(Play {
            number: *number,
            first,
            seq: 0,
            clocks: Clocks::start(limits, setup.seats.len(), game.to_decide(), *t),
            timed_out: None,
            ended: false,
            seed: *seed,
            dealt: Arc::new(dealt.clone()),
            setup: Arc::new(setup.clone()),
            edited: false,
            game,
            begun: Some(Arc::new(begun)),
            memory: None,
            last: Vec::new(),
            kept: 0,
        })
    }

    /// The same game, whose bots remember what is chosen from here on if they make use of it.
    #[must_use]
    pub(crate) fn remembering(mut self, makes_use: bool) -> Play {
        self.memory = (makes_use && !self.is_over()).then(|| Memory::begin(&self.game));
        self
    }

    /// Applies a record other than an undo, without counting it. `seen` is the view on which the choice was
    /// based.
    pub(crate) fn attempt(&mut self, record: &Record, seen: Option<u64>) -> Result<(), NotApplied> {
        if self.ended {
            return Err(Refusal::GameOver.into());
        }
        match record {
            Record::Choice { seat, choice, .. } => match seen {
                Some(seen) => self.game.submit_seen(*seat, choice, seen),
                None => self.game.submit(*seat, choice),
            },
            Record::Timeout { seat, .. } => self.game.timeout(*seat),
            Record::End { .. } => {
                self.ended = true;
                Ok(())
            }
            Record::Edit { edit, .. } => self
                .edit(edit)
                .map_err(|why| FaultReport::of_no_place(why.to_string()).into()),
            Record::Begin { .. } | Record::Undo { .. } => Err(Refusal::WrongKind.into()),
        }
    }

    /// Changes the game as whoever debugs it wants, without counting it. Unlike a choice it cannot be taken back.
    pub(crate) fn edit(&mut self, edit: &Edit) -> Result<(), NotEdited> {
        self.game = edit.made(&self.game, &self.setup, self.seed)?.with_events();
        Ok(())
    }

    /// Counts an applied record.
    pub(crate) fn count(&mut self, record: &Record) {
        self.seq += 1;
        self.begun = None;
        self.timed_out = match record {
            Record::Timeout { seat, .. } => Some(*seat),
            Record::Choice { .. }
            | Record::Edit { .. }
            | Record::Undo { .. }
            | Record::End { .. }
            | Record::Begin { .. } => None,
        };
        match record {
            Record::Choice { seat, t, used, .. } | Record::Timeout { seat, t, used } => {
                let to_decide = self.game.to_decide();
                self.clocks.decided(*seat, *used, to_decide, *t);
                self.remember(record);
                self.last.retain(|(of, ..)| of != seat);
                if let Record::Choice { choice, .. } = record {
                    self.last.push((*seat, choice.clone(), self.game.seq()));
                }
            }
            Record::Edit { t, .. } => {
                self.edited = true;
                self.clocks.ask_anew(self.game.to_decide(), *t);
                self.last.clear();
                // What was chosen before did not lead here.
                self.memory = self.memory.take().map(|_| Memory::begin(&self.game));
            }
            Record::Undo { t } => {
                self.clocks.ask_anew(self.game.to_decide(), *t);
                self.last.clear();
            }
            Record::End { t } => {
                self.clocks.stop(*t);
                self.memory = None;
            }
            Record::Begin { .. } => {}
        }
    }

    /// The answer to a choice that was made already, and is sent again by who has not heard the answer.
    pub(crate) fn answered(&self, seat: Seat, choice: &Choice, seen: u64) -> Option<u64> {
        let mut last = self.last.iter();
        let (_, made, led_to) = last.find(|(of, ..)| *of == seat)?;
        (made == choice && seen < *led_to).then_some(*led_to)
    }

    fn remember(&mut self, record: &Record) {
        if self.is_over() {
            self.memory = None;
        }
        let Some(memory) = &mut self.memory else { return };
        match record {
            Record::Choice { seat, choice, .. } => memory.follow(*seat, Some(choice), &self.game),
            Record::Timeout { seat, .. } => memory.follow(*seat, None, &self.game),
            Record::Begin { .. } | Record::Edit { .. } | Record::Undo { .. } | Record::End { .. } => {}
        }
    }

    /// Whether a snapshot is due, if there is to be one after so many records. A game that comes back from a snapshot
    /// remembers what was chosen since, so while bots remember, a snapshot waits for the next shuffle, behind which there is
    /// nothing to remember; but it does not wait for ever.
    pub(crate) fn is_snapshot_due(&self, every: u64) -> bool {
        let lacks_nothing = self.memory.as_ref().is_none_or(Memory::is_empty);
        let wait = if lacks_nothing {
            every
        } else {
            every.saturating_mul(2)
        };
        every > 0 && self.seq.saturating_sub(self.kept) >= wait
    }

    /// Whether a snapshot pays when the room falls asleep. It does not where a bot remembers something, for it would make the
    /// bot forget.
    pub(crate) fn is_last_snapshot_worthwhile(&self, every: u64) -> bool {
        let lacks_nothing = self.memory.as_ref().is_none_or(Memory::is_empty);
        every > 0 && lacks_nothing && self.seq.saturating_sub(self.kept) >= FEW
    }

    /// Whether the game is over or was ended.
    pub(crate) fn is_over(&self) -> bool {
        self.ended || self.game.is_over()
    }

    /// The position in the room's log after the game's records.
    pub(crate) fn next(&self) -> u64 {
        self.first + 1 + self.seq
    }

    /// Serializes a snapshot: a header line, then the game.
    pub(crate) fn snapshot(&self) -> Vec<u8> {
        let head = Head {
            number: self.number,
            first: self.first,
            seq: self.seq,
            clocks: self.clocks.running(),
            seed: self.seed,
            dealt: Dealt::clone(&self.dealt),
            edited: self.edited,
            last: self.last.clone(),
        };
        let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend(self.game.save());
        bytes
    }

    /// Restores a snapshot. `None` if it belongs to another game.
    pub(crate) fn restore(ruleset: &Ruleset, bytes: &[u8], first: u64) -> Result<Option<Play>, NoPlay> {
        let end = bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len());
        let (head, save) = bytes.split_at(end);
        let head: Head = serde_json::from_slice(head)?;
        if head.first != first {
            return Ok(None);
        }
        let statement = head.dealt.statement().ok_or(NoPlay::Promise)?;
        Ok(Some(Play {
            setup: Arc::new(statement.setup),
            edited: head.edited,
            game: Game::restore(ruleset, save)?.with_events(),
            begun: None,
            number: head.number,
            first,
            seq: head.seq,
            clocks: head.clocks,
            timed_out: None,
            ended: false,
            seed: head.seed,
            dealt: Arc::new(head.dealt),
            memory: None,
            last: head.last,
            kept: head.seq,
        }))
    }

    /// Applies further records, except those that were taken back.
    pub(crate) fn replay(mut self, records: &[Record]) -> Result<Play, NoPlay> {
        let mut standing: Vec<(u64, &Record)> = Vec::with_capacity(records.len());
        let mut anew = None;
        for (at, record) in (self.seq + 1..).zip(records) {
            match record {
                Record::Undo { t } => {
                    standing.pop().ok_or(NoPlay::Further)?;
                    anew = Some(*t);
                }
                Record::Choice { .. }
                | Record::Timeout { .. }
                | Record::Edit { .. }
                | Record::End { .. }
                | Record::Begin { .. } => {
                    standing.push((at, record));
                    anew = None;
                }
            }
        }
        let seq = self.seq + records.len() as u64;
        for (at, record) in standing {
            self.attempt(record, None)
                .map_err(|why| NoPlay::Record { at, why })?;
            self.count(record);
        }
        self.game.rest();
        if let Some(t) = anew {
            self.clocks.ask_anew(self.game.to_decide(), t);
        }
        self.seq = seq;
        if seq > 0 {
            self.begun = None;
        }
        Ok(self)
    }
}

/// A whole game from a log, starting with its first record.
pub(crate) struct Course {
    pub(crate) dealt: Dealt,
    /// The log without choices that were taken back. It leads to the game if nothing was edited.
    pub(crate) log: Log,
    /// How the game begins.
    begin: Record,
    /// The records after it that were not taken back.
    standing: Vec<Record>,
}

impl Course {
    pub(crate) fn of(ruleset: &Ruleset, records: &[Record]) -> Result<Course, NoPlay> {
        let Some((begin, rest)) = records.split_first() else {
            return Err(NoPlay::NoBegin);
        };
        let Record::Begin {
            setup, seed, dealt, ..
        } = begin
        else {
            return Err(NoPlay::NoBegin);
        };
        let standing: Vec<Record> = standing(rest).into_iter().cloned().collect();
        Ok(Course {
            dealt: dealt.clone(),
            log: Log {
                entries: standing.iter().filter_map(Record::entry).collect(),
                ..Log::new(ruleset, setup, *seed)
            },
            begin: begin.clone(),
            standing,
        })
    }

    /// How many choices and changes stand.
    pub(crate) fn len(&self) -> usize {
        self.standing.len()
    }

    /// Whether the game was changed by whoever debugs it, so that its log does not lead to it.
    pub(crate) fn is_edited(&self) -> bool {
        let is_edit = |record: &Record| matches!(record, Record::Edit { .. });
        self.standing.iter().any(is_edit)
    }

    /// The game after so many of the choices and changes that stand. In a debugged game nobody has learned anything that could
    /// not be seen before.
    pub(crate) fn before(&self, ruleset: &Ruleset, kept: usize, remembers: bool) -> Result<Undone, NoPlay> {
        let begun = Play::begin(ruleset, &self.begin, 0, TimeLimits::default())?;
        let records = self.standing.get(..kept).unwrap_or_default();
        let play = begun.remembering(remembers).replay(records)?;
        Ok(Undone {
            game: play.game,
            choices: self.standing.len() - records.len(),
            learned: SeatSet::default(),
            memory: play.memory,
            edited: play.edited,
        })
    }

    /// The game before a person's last choice, or `None` if there is no such choice. Later choices of bots are
    /// taken back with it, because bots choose again. It comes with what was chosen before if bots make use of that.
    pub(crate) fn undone(
        &self,
        ruleset: &Ruleset,
        persons: SeatSet,
        remembers: bool,
    ) -> Result<Option<Undone>, NoPlay> {
        let is_persons = |entry: &Entry| match entry {
            Entry::Choice { seat, .. } | Entry::Timeout { seat } => persons.contains(*seat),
        };
        if self.is_edited() {
            let is_persons = |record: &Record| record.entry().as_ref().is_some_and(is_persons);
            let last = self.standing.iter().rposition(is_persons);
            return last.map(|last| self.before(ruleset, last, remembers)).transpose();
        }
        let Some(last) = self.log.entries.iter().rposition(is_persons) else {
            return Ok(None);
        };
        let choices = self.log.entries.len() - last;
        let mut played = Match::replay(ruleset, &self.log)?;
        let mut learned = SeatSet::default();
        for _ in 0..choices {
            let Some(undone) = played.undo() else {
                return Ok(None);
            };
            learned = learned.or(undone.learned.iter().map(|(seat, _)| *seat).collect());
        }
        Ok(Some(Undone {
            game: played.game().clone(),
            choices,
            learned,
            memory: remembers.then(|| self.memory(ruleset, last)).transpose()?,
            edited: false,
        }))
    }

    /// What was chosen in the first entries of the log.
    fn memory(&self, ruleset: &Ruleset, entries: usize) -> Result<Memory, NoPlay> {
        let mut game = Game::begin_with_events(ruleset, &self.log.setup, self.log.seed)?;
        let mut memory = Memory::begin(&game);
        for (at, entry) in self.log.entries.iter().take(entries).enumerate() {
            let (seat, choice) = match entry {
                Entry::Choice { seat, choice } => (*seat, Some(choice)),
                Entry::Timeout { seat } => (*seat, None),
            };
            let passed = match choice {
                Some(choice) => game.submit(seat, choice),
                None => game.timeout(seat),
            };
            passed.map_err(|why| ReplayError::Entry { at, why })?;
            memory.follow(seat, choice, &game);
        }
        Ok(memory)
    }

    /// The file offered for download when the game is over.
    pub(crate) fn file(self, ruleset: &Ruleset) -> Result<GameFile, NoPlay> {
        let played = Match::replay(ruleset, &self.log)?;
        Ok(GameFile {
            format: FILE_FORMAT,
            dealt: self.dealt,
            result: played.game().result().cloned(),
            log: self.log,
        })
    }
}
