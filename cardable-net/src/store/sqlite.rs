//! The default store: one SQLite file with a write-ahead log that is synced at every commit.

mod archive;
pub(super) mod rooms;

pub(crate) use archive::{SqliteArchive, is_served};

use super::archive::{Archive, Found, Restore, RoomCopy};
use super::beside::{self, beside};
use super::chain::{Link, Placed, chained, snapshot_sum};
use super::check::Before;
use super::check::{self, no_store};
use super::head::Head;
use super::host_row::HostRow;
use super::journal::Recent;
use super::marks::{Mark, Marks};
use super::standing::Standing;
use super::wal;
use super::writer::{Answer, Order, Writer, store_error};
use super::{Append, Claimed, ContentHash, Diagnosis, Reply, RoomId, RoomLog, Snapshot, StoreError, Working};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

pub(super) const TABLES: &str = "
    CREATE TABLE host (
        one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, rooms INTEGER NOT NULL,
        content INTEGER NOT NULL, commits INTEGER NOT NULL, first_row INTEGER NOT NULL, next_row INTEGER NOT NULL, clean INTEGER NOT NULL, sum BLOB NOT NULL
    );
    CREATE TABLE rooms (room INTEGER PRIMARY KEY, about BLOB NOT NULL, sum BLOB NOT NULL);
    CREATE TABLE ends (room INTEGER PRIMARY KEY, next INTEGER NOT NULL, link BLOB NOT NULL);
    CREATE TABLE log (
        room INTEGER NOT NULL, at INTEGER NOT NULL, record BLOB NOT NULL, link BLOB NOT NULL,
        PRIMARY KEY (room, at)
    ) WITHOUT ROWID;
    CREATE TABLE journal (
        row INTEGER PRIMARY KEY, heads BLOB NOT NULL, sum BLOB NOT NULL, records BLOB NOT NULL
    );
    CREATE TABLE snapshots (
        room INTEGER NOT NULL, at INTEGER NOT NULL, state BLOB NOT NULL, sum BLOB NOT NULL,
        PRIMARY KEY (room, at)
    ) WITHOUT ROWID;
    CREATE TABLE content (hash BLOB PRIMARY KEY, bytes BLOB NOT NULL, sum BLOB NOT NULL);
    CREATE TABLE diagnoses (
        id INTEGER PRIMARY KEY, room INTEGER NOT NULL, happened INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL
    );
    CREATE TABLE quarantine (room INTEGER PRIMARY KEY, sure INTEGER NOT NULL, why TEXT NOT NULL);
    CREATE TABLE suspects (room INTEGER PRIMARY KEY, place INTEGER NOT NULL, times INTEGER NOT NULL);
";

/// Schema version. Before 3 there were no checksums, and 3 did not count everything that can be lost.
const VERSION: i64 = 4;

/// Number of crashes during the same work after which a room is quarantined.
const TIMES: u32 = 2;

/// Number of read connections.
const READERS: usize = 4;

/// Options for opening a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Maximum size of the file in pages, to simulate a full disk. `None`: unlimited.
    pub most_pages: Option<u32>,
    /// How long to wait for another program that is writing to the file.
    pub patience: Duration,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening {
            most_pages: None,
            patience: Duration::from_secs(5),
        }
    }
}

/// A store in an SQLite file.
#[derive(Debug)]
pub struct SqliteLog {
    orders: Mutex<Option<Sender<Order>>>,
    readers: Arc<Readers>,
    /// Records that readers do not find in the logs yet.
    recent: Arc<Recent>,
    marks: Option<Arc<Marks>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Readers {
    free: Mutex<Vec<Connection>>,
    path: std::path::PathBuf,
    patience: Duration,
}

impl SqliteLog {
    /// Opens or creates a file with default options.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteLog, StoreError> {
        SqliteLog::open_with(path, Opening::default())
    }

    /// Opens or creates a file with these options.
    pub fn open_with(path: impl AsRef<Path>, opening: Opening) -> Result<SqliteLog, StoreError> {
        let path = path.as_ref().to_owned();
        if !path.exists() {
            make(&path)?;
        }
        let (db, marks, head) = open_writer(&path, opening)?;
        let (orders, received) = channel();
        let recent: Arc<Recent> = Arc::default();
        let writer = Writer::new(db, Standing::of(&path), head, Arc::clone(&recent));
        let thread = std::thread::Builder::new()
            .name("cardable-store".to_owned())
            .spawn(move || writer.run(&received))
            .map_err(|e| StoreError::Failed(e.to_string()))?;
        Ok(SqliteLog {
            orders: Mutex::new(Some(orders)),
            readers: Arc::new(Readers {
                free: Mutex::new(Vec::new()),
                path,
                patience: opening.patience,
            }),
            recent,
            marks,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Checks that a file can be opened as a store, without changing it.
    pub(crate) fn look_at(path: &Path) -> Result<(), StoreError> {
        let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|e| store_error(&e))?;
        of_this_version(&db, path)?;
        check::structure(&db, path)
    }

    /// Writes all pending orders and closes the file. Later orders are refused.
    pub fn close(&self) {
        drop(self.orders.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.join().is_err()
        {
            tracing::error!("the store's thread panicked");
        }
    }

    fn order<T: Send + 'static>(&self, order: impl FnOnce(Answer<T>) -> Order) -> Reply<T> {
        let (answer, answered) = oneshot::channel();
        let sent = {
            let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
            orders.as_ref().is_some_and(|o| o.send(order(answer)).is_ok())
        };
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
    }

    fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<T> {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            let looked = tokio::task::spawn_blocking(move || readers.with(look)).await;
            looked.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
        })
    }
}

impl Drop for SqliteLog {
    fn drop(&mut self) {
        self.close();
    }
}

impl Readers {
    fn with<T>(&self, look: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let db = match free {
            Some(db) => db,
            None => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                let db = Connection::open_with_flags(&self.path, flags).map_err(|e| store_error(&e))?;
                db.busy_timeout(self.patience).map_err(|e| store_error(&e))?;
                db
            }
        };
        let looked = look(&db).map_err(|e| store_error(&e));
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.len() < READERS {
            free.push(db);
        }
        looked
    }
}

/// Creates a new store. The file gets its name only once it is complete, so a file without tables is never
/// taken for a new store.
fn make(path: &Path) -> Result<(), StoreError> {
    if beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0) {
        return Err(no_store(path, "is missing, and its write-ahead log is there"));
    }
    let new = beside(path, "-new");
    let failed = |error: std::io::Error| StoreError::Failed(format!("`{}`: {error}", new.display()));
    match std::fs::remove_file(&new) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
        Ok(()) | Err(_) => {}
    }
    // SQLite gives the files beside it the same rights.
    beside::open(&new).map_err(failed)?;
    let tables = || -> rusqlite::Result<()> {
        let db = Connection::open(&new)?;
        db.pragma_update(None, "synchronous", "FULL")?;
        let all = rusqlite::Transaction::new_unchecked(&db, rusqlite::TransactionBehavior::Immediate)?;
        all.execute_batch(TABLES)?;
        HostRow::NEW.write(&all)?;
        all.pragma_update(None, "user_version", VERSION)?;
        all.commit()
    };
    tables().map_err(|error| store_error(&error))?;
    std::fs::rename(&new, path).map_err(failed)
}

fn of_this_version(db: &Connection, path: &Path) -> Result<(), StoreError> {
    let version: i64 = db
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(|error| no_store(path, format!("cannot be read: {error}")))?;
    let other = match version {
        VERSION => return Ok(()),
        0 => return Err(no_store(path, "is an empty database, or none of this host")),
        later if later > VERSION => "a later version of the host: start that one",
        _ => {
            "an earlier version of the host, whose file this one does not read: write its rooms to a file with that one (`store export`), move it away, and read them here (`store import`)"
        }
    };
    Err(StoreError::Damaged(format!(
        "`{}` was written by {other}",
        path.display()
    )))
}

/// The writer's connection, the marks of work in progress, and the note of acknowledged commits.
type Opened = (Connection, Option<Arc<Marks>>, Head);

fn open_writer(path: &Path, opening: Opening) -> Result<Opened, StoreError> {
    let unread = |error: std::io::Error| StoreError::Failed(format!("`{}`: {error}", path.display()));
    if path.metadata().map_err(unread)?.len() == 0 {
        return Err(no_store(path, "is empty"));
    }
    let log = wal::look_at(path).map_err(unread)?;
    let broken = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
            no_store(path, format!("is damaged: {error}"))
        }
        _ => store_error(&error),
    };
    let db = Connection::open(path).map_err(broken)?;
    db.busy_timeout(opening.patience).map_err(broken)?;
    // A file that is not a store is left unchanged.
    of_this_version(&db, path)?;
    check::structure(&db, path)?;
    set_up(&db, opening).map_err(broken)?;
    let (marks, left) = match Marks::open(&beside(path, "-working")) {
        Ok((marks, left)) => (Some(Arc::new(marks)), left),
        Err(error) => {
            tracing::warn!(%error, "which rooms are worked on cannot be noted");
            (None, Vec::new())
        }
    };
    let (head, noted) = Head::of(path);
    let commits = look_through(&db, Before { log, noted }, &left).map_err(broken)?;
    head.note(commits);
    if let Some(Err(error)) = marks.as_deref().map(Marks::clear) {
        tracing::warn!(%error, "which rooms were worked on is noted twice");
    }
    Ok((db, marks, head))
}

fn set_up(db: &Connection, opening: Opening) -> rusqlite::Result<()> {
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "wal_autocheckpoint", 4000)?;
    db.pragma_update(None, "cache_size", -2_000)?;
    if let Some(pages) = opening.most_pages {
        db.pragma_update(None, "max_page_count", pages)?;
    }
    db.set_prepared_statement_cache_capacity(48);
    Ok(())
}

/// Checks the store and records the damage. Returns the number of durable commits.
fn look_through(db: &Connection, before: Before, left: &[Mark]) -> rusqlite::Result<u64> {
    let all = rusqlite::Transaction::new_unchecked(db, rusqlite::TransactionBehavior::Immediate)?;
    let Some(mut host) = HostRow::read(&all)? else {
        // It was read successfully a moment ago.
        return Err(rusqlite::Error::QueryReturnedNoRows);
    };
    let found = check::whole(&all, &mut host, before)?;
    found.keep(&all)?;
    suspect(&all, left)?;
    host.clean = false;
    host.write(&all)?;
    all.commit()?;
    // Write this to the database file, because the write-ahead log could be lost later.
    db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    Ok(host.commits)
}

/// Counts crashes per room that was being worked on, and quarantines rooms where the same work crashed twice in
/// a row.
fn suspect(db: &Connection, left: &[Mark]) -> rusqlite::Result<()> {
    let times = |mark: &Mark| -> rusqlite::Result<u32> {
        let mut query = db.prepare_cached("SELECT times FROM suspects WHERE room = ?1 AND place = ?2")?;
        let times = query.query_row(params![mark.room.0 as i64, mark.place as i64], |row| row.get(0));
        Ok(times.optional()?.unwrap_or(0))
    };
    let counted = left.iter().map(|mark| Ok((mark, times(mark)? + 1)));
    let counted: Vec<(&Mark, u32)> = counted.collect::<rusqlite::Result<_>>()?;
    db.execute("DELETE FROM suspects", [])?;
    for (mark, times) in counted {
        db.prepare_cached("INSERT OR REPLACE INTO suspects (room, place, times) VALUES (?1, ?2, ?3)")?
            .execute(params![mark.room.0 as i64, mark.place as i64, times])?;
        if times < TIMES {
            tracing::warn!(room = %mark.room, "the host ended while it worked on a room");
            continue;
        }
        let why = format!("the host ended {times} times while it worked on this room");
        tracing::error!(room = %mark.room, "a room is set aside: {why}");
        check::quarantine(db, mark.room, true, &why)?;
    }
    Ok(())
}

impl RoomLog for SqliteLog {
    fn claim(&self) -> Reply<(u64, Vec<Claimed>)> {
        self.order(Order::Claim)
    }

    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()> {
        self.order(|answer| Order::Create(room, epoch, about, answer))
    }

    fn append(&self, append: Append) -> Reply<()> {
        self.order(|answer| Order::Append(append, answer))
    }

    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>> {
        let recent = Arc::clone(&self.recent);
        let read = self.look(move |db| {
            // Also read the record before the first one, whose hash the first one continues. Records that move
            // meanwhile are found in the log.
            let before = from.saturating_sub(1);
            let recent = recent.of(room, before);
            let least = check::end_of(db, room)?;
            let mut placed = placed(db, room, before)?;
            let moved = placed.last().map_or(0, |last| last.at + 1);
            placed.extend(recent.into_iter().filter(|placed| placed.at >= moved));
            Ok(chained(room, from, least, placed))
        });
        Box::pin(async move {
            let damaged = || StoreError::Damaged(format!("the log of room {room} is not what was written"));
            read.await?.ok_or_else(damaged)
        })
    }

    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()> {
        self.order(|answer| Order::Snapshot(room, epoch, snapshot, answer))
    }

    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>> {
        self.look(move |db| {
            let mut query = db.prepare_cached(
                "SELECT at, state, sum FROM snapshots WHERE room = ?1 AND at <= ?2 ORDER BY at DESC LIMIT 1",
            )?;
            let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
            let snapshot = |row: &rusqlite::Row<'_>| {
                let snapshot = Snapshot {
                    at: row.get::<_, i64>(0)? as u64,
                    bytes: row.get(1)?,
                };
                let sum = snapshot_sum(room, snapshot.at, &snapshot.bytes);
                // A damaged snapshot is ignored: the log contains everything in it.
                Ok((sum == row.get::<_, Link>(2)?).then_some(snapshot))
            };
            let found = query.query_row(params![room.0 as i64, up_to], snapshot);
            Ok(found.optional()?.flatten())
        })
    }

    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.order(|answer| Order::Remove(room, epoch, answer))
    }

    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()> {
        self.order(|answer| Order::Content(blobs, answer))
    }

    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        self.look(move |db| {
            let mut query = db.prepare_cached("SELECT bytes FROM content WHERE hash = ?1")?;
            query.query_row([&hash[..]], |row| row.get(0)).optional()
        })
    }

    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()> {
        self.order(|answer| Order::Quarantine(room, epoch, why, answer))
    }

    fn release(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.order(|answer| Order::Release(room, epoch, answer))
    }

    fn work_on(&self, room: RoomId, place: u64) -> Option<Working> {
        self.marks.as_ref()?.mark(Mark { room, place })
    }

    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()> {
        self.order(|answer| Order::Diagnose(diagnosis, answer))
    }

    fn diagnoses(&self, most: usize) -> Reply<Vec<Diagnosis>> {
        self.look(move |db| {
            let mut query = db.prepare_cached(
                "SELECT room, happened, kind, detail FROM diagnoses ORDER BY id DESC LIMIT ?1",
            )?;
            let found = query.query_map([i64::try_from(most).unwrap_or(i64::MAX)], |row| {
                Ok(Diagnosis {
                    room: RoomId(row.get::<_, i64>(0)? as u64),
                    when: row.get::<_, i64>(1)? as u64,
                    kind: row.get(2)?,
                    detail: row.get(3)?,
                })
            })?;
            found.collect()
        })
    }
}

impl Archive for SqliteLog {
    fn rooms(&self) -> Reply<Vec<RoomId>> {
        self.look(rooms::all)
    }

    fn find(&self, room: RoomId) -> Reply<Found> {
        let recent = Arc::clone(&self.recent);
        let found = self.look(move |db| {
            // Before the log, as in `read`.
            let recent = recent.of(room, 0);
            let all = db.unchecked_transaction()?;
            rooms::find(&all, room, recent)
        });
        Box::pin(async move { found.await? })
    }

    fn hashes(&self) -> Reply<Vec<ContentHash>> {
        self.look(rooms::hashes)
    }

    fn blob(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        let found = self.look(move |db| rooms::blob(db, &hash));
        Box::pin(async move { found.await? })
    }

    fn all_diagnoses(&self) -> Reply<Vec<Diagnosis>> {
        self.look(rooms::diagnoses)
    }

    /// Nothing: what is missing was logged when the file was opened.
    fn losses(&self) -> Reply<Vec<String>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    /// False: whoever has opened the file for writing is the host.
    fn is_served(&self) -> Reply<bool> {
        Box::pin(std::future::ready(Ok(false)))
    }
}

impl Restore for SqliteLog {
    fn restore(&self, copy: RoomCopy) -> Reply<()> {
        self.order(|answer| Order::Restore(Box::new(copy), answer))
    }
}

/// The records in a room's log from a position on.
fn placed(db: &Connection, room: RoomId, from: u64) -> rusqlite::Result<Vec<Placed>> {
    let mut query =
        db.prepare_cached("SELECT at, record, link FROM log WHERE room = ?1 AND at >= ?2 ORDER BY at")?;
    let first = i64::try_from(from).unwrap_or(i64::MAX);
    let placed = query.query_map(params![room.0 as i64, first], |row| {
        Ok(Placed {
            at: row.get::<_, i64>(0)? as u64,
            record: row.get(1)?,
            link: row.get(2)?,
        })
    })?;
    placed.collect()
}
