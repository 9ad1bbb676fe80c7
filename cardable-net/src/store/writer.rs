//! The thread that writes for all rooms: what comes in while it waits for the
//! disk becomes durable together.

use super::fence::Fence;
use super::journal::{Journal, Recent};
use super::standing::Standing;
use super::{Append, Claimed, ContentHash, Diagnosis, RoomId, Snapshot, StoreError};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tokio::sync::oneshot;

/// How many orders are written together at most.
const BATCH: usize = 4096;

/// How many fences are remembered.
const FENCES: usize = 100_000;

/// After how long without orders what lies in the journal moves to the logs.
const IDLE: Duration = Duration::from_secs(2);

/// Where the answer to an order goes, once it is durable.
pub(super) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What the thread is to write.
pub(super) enum Order {
    Claim(Answer<Claims>),
    Create(RoomId, u64, Vec<u8>, Answer<()>),
    Append(Append, Answer<()>),
    Snapshot(RoomId, u64, Snapshot, Answer<()>),
    Remove(RoomId, u64, Answer<()>),
    Content(Vec<(ContentHash, Vec<u8>)>, Answer<()>),
    Diagnose(Diagnosis, Answer<()>),
}

/// An answer that waits for the batch to be durable, and what it is then.
enum Pending {
    Plain(Answer<()>, Result<(), StoreError>),
    Claimed(Answer<Claims>, Result<Claims, StoreError>),
}

/// An epoch, and the rooms held by it.
type Claims = (u64, Vec<Claimed>);

pub(super) struct Writer {
    db: Connection,
    standing: Standing,
    journal: Journal,
    fences: HashMap<RoomId, Fence>,
    /// The epoch that all rooms are held by, read anew in every batch: another
    /// process may have claimed them.
    epoch: u64,
    /// The epoch that this host claimed last, and the one that it claims in this batch.
    held: Option<u64>,
    claimed: Option<u64>,
    /// After a failed sync nobody can tell what is on the disk, nor what will be found in a file that is
    /// gone: nothing more is promised until the host has started anew.
    broken: Option<StoreError>,
}

impl Writer {
    pub(super) fn new(db: Connection, standing: Standing, recent: Arc<Recent>) -> Writer {
        Writer {
            db,
            standing,
            journal: Journal::new(recent),
            fences: HashMap::new(),
            epoch: 0,
            held: None,
            claimed: None,
            broken: None,
        }
    }

    /// Writes until nobody is left who could order.
    pub(super) fn run(mut self, orders: &Receiver<Order>) {
        let mut batch = Vec::new();
        while let Some(first) = self.first(orders) {
            batch.push(first);
            while batch.len() < BATCH
                && let Ok(next) = orders.try_recv()
            {
                batch.push(next);
            }
            metrics::histogram!("cardable_store_batch").record(batch.len() as f64);
            let started = std::time::Instant::now();
            let written = self.write(&mut batch);
            metrics::histogram!("cardable_store_commit_seconds").record(started.elapsed().as_secs_f64());
            metrics::counter!("cardable_store_records").increment(written);
        }
        while !self.journal.is_empty() && self.tidy() {}
        // The write-ahead log goes into the file, so that nothing else need be copied.
        if let Err(error) = self.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the store could not be tidied");
        }
    }

    /// The first order of the next batch; nothing when no more can come. Where none comes for a while,
    /// what lies in the journal moves to the logs.
    fn first(&mut self, orders: &Receiver<Order>) -> Option<Order> {
        while !self.journal.is_empty() && self.broken.is_none() {
            match orders.recv_timeout(IDLE) {
                Ok(order) => return Some(order),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => self.tidy(),
            };
        }
        orders.recv().ok()
    }

    /// Moves what lies in the journal to the logs. Whether that went well.
    fn tidy(&mut self) -> bool {
        if self.broken.is_some() {
            return false;
        }
        let done = self.begin().and_then(|()| self.commit(true));
        if let Err(error) = &done {
            tracing::warn!(%error, "the store's journal could not be emptied");
        }
        done.is_ok()
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        if self.fences.len() >= FENCES {
            self.fences.clear();
        }
        let begun = self
            .db
            .execute_batch("BEGIN IMMEDIATE")
            .and_then(|()| self.read_epoch());
        begun.map_err(|error| {
            self.roll_back();
            told(&error)
        })
    }

    /// Makes durable what was carried out since the beginning; else all of it comes to nothing.
    fn commit(&mut self, all: bool) -> Result<(), StoreError> {
        let done = self.make_durable(all);
        match done {
            Ok(()) => {
                self.held = self.claimed.take().or(self.held);
                self.journal.committed();
                Ok(())
            }
            Err(error) => Err(self.give_up(error)),
        }
    }

    fn make_durable(&mut self, all: bool) -> Result<(), StoreError> {
        self.standing.check().map_err(|error| self.breaks(error))?;
        self.journal.write(&self.db, all).map_err(|error| told(&error))?;
        let committed = self.db.execute_batch("COMMIT").map_err(|error| told(&error));
        let found = committed.and_then(|()| self.standing.check());
        found.map_err(|error| self.breaks(error))
    }

    /// After some failures nothing more is written.
    fn breaks(&mut self, error: StoreError) -> StoreError {
        if matches!(error, StoreError::Failed(_)) {
            tracing::error!("nothing more is written until the host has been started anew");
            self.broken = Some(error.clone());
        }
        error
    }

    /// What was carried out since the beginning comes to nothing.
    fn give_up(&mut self, error: StoreError) -> StoreError {
        tracing::error!(%error, "the store could not write");
        metrics::counter!("cardable_store_failures").increment(1);
        self.claimed = None;
        self.fences.clear();
        self.journal.failed();
        self.roll_back();
        error
    }

    /// Writes a batch, and answers it. Gives how many records it holds.
    fn write(&mut self, batch: &mut Vec<Order>) -> u64 {
        let begun = match &self.broken {
            Some(error) => Err(error.clone()),
            None => self.begin(),
        };
        if let Err(error) = begun {
            batch.drain(..).for_each(|order| order.refuse(&error));
            return 0;
        }
        let mut pending: Vec<Pending> = Vec::with_capacity(batch.len());
        let (mut failed, mut records) = (None, 0);
        for order in batch.drain(..) {
            if let Order::Append(append, _) = &order {
                records += append.records.len() as u64;
            }
            match &failed {
                Some(error) => order.refuse(error),
                // An order that is refused has written nothing; one that failed takes
                // the batch with it.
                None => {
                    let (answer, error) = self.carry_out(order);
                    pending.push(answer);
                    failed = error;
                }
            }
        }
        let done = match failed {
            Some(error) => Err(self.give_up(error)),
            None => self.commit(false),
        };
        for answer in pending {
            answer.give(&done);
        }
        if done.is_ok() { records } else { 0 }
    }

    fn roll_back(&self) {
        if !self.db.is_autocommit()
            && let Err(error) = self.db.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "the store could not take a batch back");
        }
    }

    /// Writes an order into the open transaction. Gives its answer, and the error
    /// if the database failed.
    fn carry_out(&mut self, order: Order) -> (Pending, Option<StoreError>) {
        match order {
            Order::Claim(answer) => settle(answer, self.claim(), Pending::Claimed),
            Order::Create(room, epoch, about, answer) => {
                settle(answer, self.create(room, epoch, &about), Pending::Plain)
            }
            Order::Append(append, answer) => settle(answer, self.append(append), Pending::Plain),
            Order::Snapshot(room, epoch, snapshot, answer) => {
                settle(answer, self.snapshot(room, epoch, &snapshot), Pending::Plain)
            }
            Order::Remove(room, epoch, answer) => settle(answer, self.remove(room, epoch), Pending::Plain),
            Order::Content(blobs, answer) => settle(answer, self.content(&blobs), Pending::Plain),
            Order::Diagnose(diagnosis, answer) => settle(answer, self.diagnose(&diagnosis), Pending::Plain),
        }
    }

    fn claim(&mut self) -> Written<Claims> {
        self.fences.clear();
        self.journal.recover(&self.db)?;
        let epoch: i64 = self.db.query_row(
            "INSERT INTO host (one, epoch) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET epoch = epoch + 1 RETURNING epoch",
            [],
            |row| row.get(0),
        )?;
        let mut all = self
            .db
            .prepare_cached("SELECT room, about FROM rooms ORDER BY room")?;
        let claimed = all.query_map([], |row| {
            Ok(Claimed {
                room: RoomId(row.get::<_, i64>(0)? as u64),
                about: row.get(1)?,
            })
        })?;
        let claimed = claimed.collect::<Result<Vec<_>, _>>()?;
        drop(all);
        self.epoch = epoch as u64;
        self.claimed = Some(self.epoch);
        Ok(Ok((epoch as u64, claimed)))
    }

    fn read_epoch(&mut self) -> rusqlite::Result<()> {
        let mut query = self.db.prepare_cached("SELECT epoch FROM host")?;
        let epoch: Option<i64> = query.query_row([], |row| row.get(0)).optional()?;
        self.epoch = epoch.unwrap_or(0) as u64;
        if self.held.is_some_and(|held| held != self.epoch) {
            // Another host has claimed the rooms.
            self.held = None;
            self.fences.clear();
            self.journal.forget();
        }
        Ok(())
    }

    fn fence(&mut self, room: RoomId) -> rusqlite::Result<Option<Fence>> {
        let epoch = self.epoch;
        if let Some(fence) = self.fences.get(&room) {
            return Ok(Some(Fence { epoch, ..*fence }));
        }
        let there = {
            let mut query = self.db.prepare_cached("SELECT 1 FROM rooms WHERE room = ?1")?;
            query.exists([room.0 as i64])?
        };
        if !there {
            return Ok(None);
        }
        let mut query = self
            .db
            .prepare_cached("SELECT max(at) FROM log WHERE room = ?1")?;
        let last: Option<i64> = query.query_row([room.0 as i64], |row| row.get(0))?;
        let moved = last.map_or(0, |at| at as u64 + 1);
        let fence = Fence {
            epoch,
            next: moved.max(self.journal.next(room).unwrap_or(0)),
        };
        drop(query);
        self.fences.insert(room, fence);
        Ok(Some(fence))
    }

    fn create(&mut self, room: RoomId, epoch: u64, about: &[u8]) -> Written<()> {
        if self.epoch != epoch {
            return Ok(Err(StoreError::Fenced));
        }
        let made = self
            .db
            .prepare_cached("INSERT INTO rooms (room, about) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
            .execute(params![room.0 as i64, about])?;
        if made == 0 {
            return Ok(Err(StoreError::NoRoom));
        }
        self.fences.insert(room, Fence { epoch, next: 0 });
        Ok(Ok(()))
    }

    fn append(&mut self, append: Append) -> Written<()> {
        let room = append.room;
        let Some(fence) = self.fence(room)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        if let Err(error) = fence.admits_at(append.epoch, append.at) {
            return Ok(Err(error));
        }
        let mut next = append.at;
        for record in append.records {
            self.journal.add(room, next, record);
            next += 1;
        }
        if let Some(about) = &append.about {
            self.db
                .prepare_cached("UPDATE rooms SET about = ?2 WHERE room = ?1")?
                .execute(params![room.0 as i64, about])?;
        }
        self.fences.insert(room, Fence { next, ..fence });
        Ok(Ok(()))
    }

    fn snapshot(&mut self, room: RoomId, epoch: u64, snapshot: &Snapshot) -> Written<()> {
        let Some(fence) = self.fence(room)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        if let Err(error) = fence.admits(epoch) {
            return Ok(Err(error));
        }
        let (room, at) = (room.0 as i64, snapshot.at as i64);
        self.db
            .prepare_cached("DELETE FROM snapshots WHERE room = ?1 AND (at >= ?2 OR at < (SELECT max(at) FROM snapshots WHERE room = ?1 AND at < ?2))")?
            .execute(params![room, at])?;
        self.db
            .prepare_cached("INSERT INTO snapshots (room, at, state) VALUES (?1, ?2, ?3)")?
            .execute(params![room, at, snapshot.bytes])?;
        Ok(Ok(()))
    }

    fn remove(&mut self, room: RoomId, epoch: u64) -> Written<()> {
        let Some(fence) = self.fence(room)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        if let Err(error) = fence.admits(epoch) {
            return Ok(Err(error));
        }
        self.fences.remove(&room);
        self.journal.remove(room);
        for delete in [
            "DELETE FROM log WHERE room = ?1",
            "DELETE FROM snapshots WHERE room = ?1",
            "DELETE FROM rooms WHERE room = ?1",
        ] {
            self.db.prepare_cached(delete)?.execute([room.0 as i64])?;
        }
        Ok(Ok(()))
    }

    fn content(&mut self, blobs: &[(ContentHash, Vec<u8>)]) -> Written<()> {
        let mut insert = self
            .db
            .prepare_cached("INSERT INTO content (hash, bytes) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
        for (hash, bytes) in blobs {
            insert.execute(params![&hash[..], bytes])?;
        }
        Ok(Ok(()))
    }

    fn diagnose(&mut self, diagnosis: &Diagnosis) -> Written<()> {
        self.db
            .prepare_cached("INSERT INTO diagnoses (room, happened, kind, detail) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![
                diagnosis.room.0 as i64,
                diagnosis.when as i64,
                diagnosis.kind,
                diagnosis.detail
            ])?;
        Ok(Ok(()))
    }
}

/// The database failed, or the order was refused, or it was carried out.
type Written<T> = Result<Result<T, StoreError>, rusqlite::Error>;

fn settle<T>(
    answer: Answer<T>,
    written: Written<T>,
    pending: impl FnOnce(Answer<T>, Result<T, StoreError>) -> Pending,
) -> (Pending, Option<StoreError>) {
    match written {
        Ok(answered) => (pending(answer, answered), None),
        Err(error) => {
            let error = told(&error);
            (pending(answer, Err(error.clone())), Some(error))
        }
    }
}

impl Pending {
    /// Answers, when the batch is durable or has come to nothing.
    fn give(self, done: &Result<(), StoreError>) {
        fn say<T>(answer: Answer<T>, answered: Result<T, StoreError>, done: &Result<(), StoreError>) {
            // Who asked may be gone.
            let _ = answer.send(done.clone().and(answered));
        }
        match self {
            Pending::Plain(answer, answered) => say(answer, answered, done),
            Pending::Claimed(answer, answered) => say(answer, answered, done),
        }
    }
}

impl Order {
    fn refuse(self, error: &StoreError) {
        fn say<T>(answer: Answer<T>, error: &StoreError) {
            let _ = answer.send(Err(error.clone()));
        }
        match self {
            Order::Claim(answer) => say(answer, error),
            Order::Create(_, _, _, answer)
            | Order::Append(_, answer)
            | Order::Snapshot(_, _, _, answer)
            | Order::Remove(_, _, answer)
            | Order::Content(_, answer)
            | Order::Diagnose(_, answer) => say(answer, error),
        }
    }
}

/// What a host says of a database's error.
pub(super) fn told(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        _ => StoreError::Failed(error.to_string()),
    }
}
