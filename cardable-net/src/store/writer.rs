//! The thread that writes for all rooms: what comes in while it waits for the
//! disk becomes durable together.

use super::fence::Fence;
use super::{Append, Claimed, ContentHash, Diagnosis, RoomId, Snapshot, StoreError};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::collections::HashMap;
use std::sync::mpsc::Receiver;
use tokio::sync::oneshot;

/// How many orders are written together at most.
const BATCH: usize = 4096;

/// How many fences are remembered.
const FENCES: usize = 100_000;

/// Where the answer to an order goes, once it is durable.
pub(super) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What the thread is to write.
pub(super) enum Order {
    Claim(Answer<(u64, Vec<Claimed>)>),
    Create(RoomId, u64, Vec<u8>, Answer<()>),
    Append(Append, Answer<()>),
    Snapshot(RoomId, u64, Snapshot, Answer<()>),
    Remove(RoomId, u64, Answer<()>),
    Content(Vec<(ContentHash, Vec<u8>)>, Answer<()>),
    Diagnose(Diagnosis, Answer<()>),
}

/// An answer that waits for the batch to be durable.
type Pending = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub(super) struct Writer {
    db: Connection,
    fences: HashMap<RoomId, Fence>,
    /// The epoch that all rooms are held by, read anew in every batch: another
    /// process may have claimed them.
    epoch: u64,
    /// After a failed sync nobody can tell what is on the disk: nothing more is
    /// promised until the host has started anew.
    broken: Option<StoreError>,
}

impl Writer {
    pub(super) fn new(db: Connection) -> Writer {
        Writer {
            db,
            fences: HashMap::new(),
            epoch: 0,
            broken: None,
        }
    }

    /// Writes until nobody is left who could order.
    pub(super) fn run(mut self, orders: &Receiver<Order>) {
        while let Ok(first) = orders.recv() {
            let mut batch = vec![first];
            while batch.len() < BATCH
                && let Ok(next) = orders.try_recv()
            {
                batch.push(next);
            }
            metrics::histogram!("cardable_store_batch").record(batch.len() as f64);
            self.write(batch);
        }
        // The write-ahead log goes into the file, so that nothing else need be copied.
        if let Err(error) = self.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)") {
            tracing::warn!(%error, "the store could not be tidied");
        }
    }

    fn write(&mut self, batch: Vec<Order>) {
        let started = std::time::Instant::now();
        if let Some(error) = &self.broken {
            let error = error.clone();
            batch.into_iter().for_each(|order| order.refuse(&error));
            return;
        }
        let begun = self
            .db
            .execute_batch("BEGIN IMMEDIATE")
            .and_then(|()| self.read_epoch());
        if let Err(error) = begun {
            self.roll_back();
            let error = told(&error);
            batch.into_iter().for_each(|order| order.refuse(&error));
            return;
        }
        let mut pending: Vec<Pending> = Vec::with_capacity(batch.len());
        let mut failed = None;
        for order in batch {
            match &failed {
                Some(error) => order.refuse(error),
                // An order that is refused has written nothing; one that failed takes
                // the batch with it.
                None => match self.carry_out(order) {
                    (answer, None) => pending.push(answer),
                    (answer, Some(error)) => {
                        pending.push(answer);
                        failed = Some(error);
                    }
                },
            }
        }
        let done = match failed {
            Some(error) => Err(error),
            None => self.db.execute_batch("COMMIT").map_err(|error| {
                let said = told(&error);
                if matches!(said, StoreError::Failed(_)) {
                    self.broken = Some(said.clone());
                }
                said
            }),
        };
        if let Err(error) = &done {
            tracing::error!(%error, "the store could not write");
            metrics::counter!("cardable_store_failures").increment(1);
            self.fences.clear();
            self.roll_back();
        }
        metrics::histogram!("cardable_store_commit_seconds").record(started.elapsed().as_secs_f64());
        for answer in pending {
            answer(done.clone());
        }
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
            Order::Claim(answer) => settle(answer, self.claim()),
            Order::Create(room, epoch, about, answer) => settle(answer, self.create(room, epoch, &about)),
            Order::Append(append, answer) => settle(answer, self.append(&append)),
            Order::Snapshot(room, epoch, snapshot, answer) => {
                settle(answer, self.snapshot(room, epoch, &snapshot))
            }
            Order::Remove(room, epoch, answer) => settle(answer, self.remove(room, epoch)),
            Order::Content(blobs, answer) => settle(answer, self.content(&blobs)),
            Order::Diagnose(diagnosis, answer) => settle(answer, self.diagnose(&diagnosis)),
        }
    }

    fn claim(&mut self) -> Written<(u64, Vec<Claimed>)> {
        self.fences.clear();
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
        Ok(Ok((epoch as u64, claimed)))
    }

    fn read_epoch(&mut self) -> rusqlite::Result<()> {
        let mut query = self.db.prepare_cached("SELECT epoch FROM host")?;
        let epoch: Option<i64> = query.query_row([], |row| row.get(0)).optional()?;
        self.epoch = epoch.unwrap_or(0) as u64;
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
        let fence = Fence {
            epoch,
            next: last.map_or(0, |at| at as u64 + 1),
        };
        drop(query);
        if self.fences.len() >= FENCES {
            self.fences.clear();
        }
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

    fn append(&mut self, append: &Append) -> Written<()> {
        let room = append.room.0 as i64;
        let Some(fence) = self.fence(append.room)? else {
            return Ok(Err(StoreError::NoRoom));
        };
        if let Err(error) = fence.admits_at(append.epoch, append.at) {
            return Ok(Err(error));
        }
        let mut insert = self
            .db
            .prepare_cached("INSERT INTO log (room, at, record) VALUES (?1, ?2, ?3)")?;
        let mut next = append.at;
        for record in &append.records {
            insert.execute(params![room, next as i64, record])?;
            next += 1;
        }
        drop(insert);
        if let Some(about) = &append.about {
            self.db
                .prepare_cached("UPDATE rooms SET about = ?2 WHERE room = ?1")?
                .execute(params![room, about])?;
        }
        self.fences.insert(append.room, Fence { next, ..fence });
        metrics::counter!("cardable_store_records").increment(append.records.len() as u64);
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

fn settle<T: Send + 'static>(answer: Answer<T>, written: Written<T>) -> (Pending, Option<StoreError>) {
    let (answered, error) = match written {
        Ok(answered) => (answered, None),
        Err(error) => {
            let error = told(&error);
            (Err(error.clone()), Some(error))
        }
    };
    let pending: Pending = Box::new(move |done| {
        // Who asked may be gone.
        let _ = answer.send(done.and(answered));
    });
    (pending, error)
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
