//! The writer thread for all rooms. Orders that arrive during a sync are committed together.

use super::archive::RoomCopy;
use super::chain::{End, about_sum, content_sum, snapshot_sum};
use super::check;
use super::fence::Fence;
use super::head::Head;
use super::host_row::HostRow;
use super::journal::{Journal, Recent, put_end};
use super::sqlite::rooms;
use super::standing::Standing;
use super::{Append, Claimed, ContentHash, Diagnosis, Quarantine, RoomId, Snapshot, StoreError};
use rusqlite::{Connection, ErrorCode, params};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Maximum number of orders per commit.
const BATCH: usize = 4096;

/// Maximum number of rooms whose log end is cached.
const ENDS: usize = 100_000;

/// Idle time after which the journal is moved to the logs.
const IDLE: Duration = Duration::from_secs(2);

/// Channel for the result of an order, sent once it is durable.
pub(super) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// A task for the writer thread.
pub(super) enum Order {
    Claim(Answer<Claims>),
    Create(RoomId, u64, Vec<u8>, Answer<()>),
    Append(Append, Answer<()>),
    Snapshot(RoomId, u64, Snapshot, Answer<()>),
    Remove(RoomId, u64, Answer<()>),
    Content(Vec<(ContentHash, Vec<u8>)>, Answer<()>),
    Diagnose(Diagnosis, Answer<()>),
    Quarantine(RoomId, u64, String, Answer<()>),
    Release(RoomId, u64, Answer<()>),
    Restore(Box<RoomCopy>, Answer<()>),
}

/// An answer held back until the batch is durable.
enum Pending {
    Plain(Answer<()>, Result<(), StoreError>),
    Claimed(Answer<Claims>, Result<Claims, StoreError>),
}

/// An epoch and the rooms it owns.
type Claims = (u64, Vec<Claimed>);

pub(super) struct Writer {
    db: Connection,
    standing: Standing,
    head: Head,
    journal: Journal,
    /// Cached ends of the rooms' logs.
    ends: HashMap<RoomId, End>,
    /// The store's own state, read again for every batch, because another process can have claimed the rooms.
    host: HostRow,
    /// The epoch that this host claimed last, and the one it claims in this batch.
    held: Option<u64>,
    claimed: Option<u64>,
    /// Set after a failed sync or when the file is gone. What is on disk is then unknown, so all writes fail
    /// until the host is restarted.
    broken: Option<StoreError>,
}

impl Writer {
    pub(super) fn new(db: Connection, standing: Standing, head: Head, recent: Arc<Recent>) -> Writer {
        Writer {
            db,
            standing,
            head,
            journal: Journal::new(recent),
            ends: HashMap::new(),
            host: HostRow::NEW,
            held: None,
            claimed: None,
            broken: None,
        }
    }

    /// Processes orders until all senders are gone.
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
        if self.journal.is_empty() && self.broken.is_none() && self.held.is_some() {
            self.finish();
        }
        // Move the write-ahead log into the database file, so that the file alone is a complete copy.
        if let Err(error) = self.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the store could not be tidied");
        }
    }

    /// Waits for the first order of the next batch. `None` when all senders are gone. After a while without
    /// orders, moves the journal to the logs.
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

    /// Moves everything into the database file for the next host.
    fn finish(&mut self) {
        let done = self.begin().and_then(|()| {
            // Only the owner of the rooms can mark a clean shutdown.
            self.host.clean |= self.held == Some(self.host.epoch);
            self.commit(false)
        });
        if let Err(error) = done {
            tracing::warn!(%error, "the store could not be closed as it should be");
        }
    }

    /// Moves the journal to the logs. Returns whether that succeeded.
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
        if self.ends.len() >= ENDS {
            self.ends.clear();
        }
        let begun = self
            .db
            .execute_batch("BEGIN IMMEDIATE")
            .and_then(|()| self.read_host());
        match begun {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.roll_back();
                let error = "the store's row `host` is missing or changed".to_owned();
                Err(self.breaks(StoreError::Failed(error)))
            }
            Err(error) => {
                self.roll_back();
                Err(store_error(&error))
            }
        }
    }

    /// Commits the open transaction, or rolls it back on failure.
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
        let mut host = self.host;
        self.journal
            .write(&self.db, &mut host, all)
            .map_err(|error| store_error(&error))?;
        host.commits += 1;
        self.host = host;
        self.host.write(&self.db).map_err(|error| store_error(&error))?;
        let committed = self
            .db
            .execute_batch("COMMIT")
            .map_err(|error| store_error(&error));
        let found = committed.and_then(|()| self.standing.check());
        found.map_err(|error| self.breaks(error))?;
        self.head.note(self.host.commits);
        Ok(())
    }

    /// Stops all further writes after errors that leave the disk's state unknown.
    fn breaks(&mut self, error: StoreError) -> StoreError {
        if matches!(error, StoreError::Failed(_)) {
            tracing::error!("nothing more is written until the host has been started anew");
            self.broken = Some(error.clone());
        }
        error
    }

    /// Rolls back the open transaction.
    fn give_up(&mut self, error: StoreError) -> StoreError {
        tracing::error!(%error, "the store could not write");
        metrics::counter!("cardable_store_failures").increment(1);
        self.claimed = None;
        self.ends.clear();
        self.journal.failed();
        self.roll_back();
        error
    }

    /// Writes and answers a batch. Returns its number of records.
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
                // A refused order has written nothing. A failed one fails the whole batch.
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

    /// Executes an order in the open transaction. Returns its answer, and the error if the database failed.
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
            Order::Quarantine(room, epoch, why, answer) => {
                settle(answer, self.quarantine(room, epoch, &why), Pending::Plain)
            }
            Order::Release(room, epoch, answer) => settle(answer, self.release(room, epoch), Pending::Plain),
            Order::Restore(copy, answer) => settle(answer, self.restore(&copy), Pending::Plain),
        }
    }

    fn claim(&mut self) -> Written<Claims> {
        self.ends.clear();
        self.journal.flush(&self.db, &mut self.host)?;
        let mut found = check::Found::default();
        check::recover(&self.db, &mut self.host, HashMap::new(), &mut found)?;
        found.keep(&self.db)?;
        self.journal.recovered();
        self.host.epoch += 1;
        self.host.clean = false;
        self.claimed = Some(self.host.epoch);
        let mut all = self.db.prepare_cached(
            "SELECT room, about, sure, why FROM rooms LEFT JOIN quarantine USING (room) \
             UNION ALL SELECT room, NULL, sure, why FROM quarantine WHERE room NOT IN (SELECT room FROM rooms) \
             ORDER BY room",
        )?;
        let claimed = all.query_map([], |row| {
            let quarantine = match (row.get(2)?, row.get(3)?) {
                (Some(true), Some(why)) => Some(Quarantine::Sure(why)),
                (Some(false), Some(why)) => Some(Quarantine::IfPlayed(why)),
                (_, _) => None,
            };
            Ok(Claimed {
                room: RoomId(row.get::<_, i64>(0)? as u64),
                about: row.get_ref(1)?.as_blob().unwrap_or_default().to_vec(),
                quarantine,
            })
        })?;
        let claimed = claimed.collect::<Result<Vec<_>, _>>()?;
        Ok(Ok((self.host.epoch, claimed)))
    }

    /// Reads the host row. Returns whether it is present and intact.
    fn read_host(&mut self) -> rusqlite::Result<bool> {
        let Some(host) = HostRow::read(&self.db)? else {
            return Ok(false);
        };
        self.host = host;
        if self.held.is_some_and(|held| held != host.epoch) {
            // Another host has claimed the rooms.
            self.held = None;
            self.ends.clear();
            self.journal.forget();
        }
        Ok(true)
    }

    fn end(&mut self, room: RoomId) -> rusqlite::Result<Option<End>> {
        if let Some(end) = self.ends.get(&room) {
            return Ok(Some(*end));
        }
        let there = {
            let mut query = self.db.prepare_cached("SELECT 1 FROM rooms WHERE room = ?1")?;
            query.exists([room.0 as i64])?
        };
        if !there {
            return Ok(None);
        }
        let end = match self.journal.end(room) {
            Some(end) => end,
            None => check::end_of(&self.db, room)?,
        };
        self.ends.insert(room, end);
        Ok(Some(end))
    }

    fn fence(&self, end: End) -> Fence {
        Fence {
            epoch: self.host.epoch,
            next: end.next,
        }
    }

    fn create(&mut self, room: RoomId, epoch: u64, about: &[u8]) -> Written<()> {
        if self.host.epoch != epoch {
            return Ok(Err(StoreError::Fenced));
        }
        let made = self
            .db
            .prepare_cached(
                "INSERT INTO rooms (room, about, sum) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            )?
            .execute(params![room.0 as i64, about, about_sum(room, about)])?;
        if made == 0 {
            return Ok(Err(StoreError::NoRoom));
        }
        put_end(&self.db, room, End::empty(room))?;
        self.host.rooms += 1;
        self.ends.insert(room, End::empty(room));
        Ok(Ok(()))
    }

    fn restore(&mut self, copy: &RoomCopy) -> Written<()> {
        let Some(end) = rooms::restore(&self.db, copy)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        self.host.rooms += 1;
        self.ends.insert(copy.room, end);
        Ok(Ok(()))
    }

    fn append(&mut self, append: Append) -> Written<()> {
        let room = append.room;
        let Some(mut end) = self.end(room)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        if let Err(error) = self.fence(end).admits_at(append.epoch, append.at) {
            return Ok(Err(error));
        }
        for record in append.records {
            end = self.journal.add(room, end, record);
        }
        if let Some(about) = &append.about {
            self.db
                .prepare_cached("UPDATE rooms SET about = ?2, sum = ?3 WHERE room = ?1")?
                .execute(params![room.0 as i64, about, about_sum(room, about)])?;
        }
        self.ends.insert(room, end);
        Ok(Ok(()))
    }

    fn snapshot(&mut self, room: RoomId, epoch: u64, snapshot: &Snapshot) -> Written<()> {
        let Some(end) = self.end(room)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        if let Err(error) = self.fence(end).admits(epoch) {
            return Ok(Err(error));
        }
        let sum = snapshot_sum(room, snapshot.at, &snapshot.bytes);
        let (room, at) = (room.0 as i64, snapshot.at as i64);
        self.db
            .prepare_cached("DELETE FROM snapshots WHERE room = ?1 AND (at >= ?2 OR at < (SELECT max(at) FROM snapshots WHERE room = ?1 AND at < ?2))")?
            .execute(params![room, at])?;
        self.db
            .prepare_cached("INSERT INTO snapshots (room, at, state, sum) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![room, at, snapshot.bytes, sum])?;
        Ok(Ok(()))
    }

    fn remove(&mut self, room: RoomId, epoch: u64) -> Written<()> {
        if self.host.epoch != epoch {
            return Ok(Err(StoreError::Fenced));
        }
        let there = self
            .db
            .prepare_cached("DELETE FROM rooms WHERE room = ?1")?
            .execute([room.0 as i64])?;
        // The log of a damaged room can contain fewer records than were found.
        let known = self
            .db
            .prepare_cached("DELETE FROM quarantine WHERE room = ?1")?
            .execute([room.0 as i64])?;
        if there + known == 0 {
            return Ok(Err(StoreError::NoRoom));
        }
        self.host.rooms = self.host.rooms.saturating_sub(there as u64);
        self.ends.remove(&room);
        self.journal.remove(room);
        for delete in [
            "DELETE FROM log WHERE room = ?1",
            "DELETE FROM ends WHERE room = ?1",
            "DELETE FROM snapshots WHERE room = ?1",
            "DELETE FROM suspects WHERE room = ?1",
        ] {
            self.db.prepare_cached(delete)?.execute([room.0 as i64])?;
        }
        Ok(Ok(()))
    }

    fn quarantine(&mut self, room: RoomId, epoch: u64, why: &str) -> Written<()> {
        if self.host.epoch != epoch {
            return Ok(Err(StoreError::Fenced));
        }
        check::quarantine(&self.db, room, true, why)?;
        Ok(Ok(()))
    }

    fn release(&mut self, room: RoomId, epoch: u64) -> Written<()> {
        if self.host.epoch != epoch {
            return Ok(Err(StoreError::Fenced));
        }
        for delete in [
            "DELETE FROM quarantine WHERE room = ?1",
            "DELETE FROM suspects WHERE room = ?1",
        ] {
            self.db.prepare_cached(delete)?.execute([room.0 as i64])?;
        }
        Ok(Ok(()))
    }

    fn content(&mut self, blobs: &[(ContentHash, Vec<u8>)]) -> Written<()> {
        let mut insert = self.db.prepare_cached(
            "INSERT INTO content (hash, bytes, sum) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        )?;
        for (hash, bytes) in blobs {
            let made = insert.execute(params![&hash[..], bytes, content_sum(hash, bytes)])?;
            self.host.content += made as u64;
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

/// Outer error: the database failed. Inner error: the order was refused.
type Written<T> = Result<Result<T, StoreError>, rusqlite::Error>;

fn settle<T>(
    answer: Answer<T>,
    written: Written<T>,
    pending: impl FnOnce(Answer<T>, Result<T, StoreError>) -> Pending,
) -> (Pending, Option<StoreError>) {
    match written {
        Ok(answered) => (pending(answer, answered), None),
        Err(error) => {
            let error = store_error(&error);
            (pending(answer, Err(error.clone())), Some(error))
        }
    }
}

impl Pending {
    /// Sends the answer once the batch is durable or has failed.
    fn give(self, done: &Result<(), StoreError>) {
        fn say<T>(answer: Answer<T>, answered: Result<T, StoreError>, done: &Result<(), StoreError>) {
            // The receiver can be gone.
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
            | Order::Diagnose(_, answer)
            | Order::Quarantine(_, _, _, answer)
            | Order::Release(_, _, answer)
            | Order::Restore(_, answer) => say(answer, error),
        }
    }
}

/// Converts a database error.
pub(super) fn store_error(error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
        _ => StoreError::Failed(error.to_string()),
    }
}
