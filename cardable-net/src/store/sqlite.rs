//! The usual store: one file of SQLite, with a write-ahead log that is synced at
//! every commit.

use super::journal::{self, Recent};
use super::standing::Standing;
use super::writer::{Answer, Order, Writer, told};
use super::{Append, Claimed, ContentHash, Diagnosis, Reply, RoomId, RoomLog, Snapshot, StoreError};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS host (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS rooms (room INTEGER PRIMARY KEY, about BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS log (
        room INTEGER NOT NULL, at INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (room, at)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS journal (row INTEGER PRIMARY KEY, records BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS snapshots (
        room INTEGER NOT NULL, at INTEGER NOT NULL, state BLOB NOT NULL, PRIMARY KEY (room, at)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS content (hash BLOB PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS diagnoses (
        id INTEGER PRIMARY KEY, room INTEGER NOT NULL, happened INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL
    );
";

/// The version of the tables. Files of the first had no journal.
const VERSION: i64 = 2;

/// How many may read at once.
const READERS: usize = 4;

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The file may have no more than so many pages: a disk that is full after them.
    pub most_pages: Option<u32>,
    /// How long is waited for another program that writes to the file just now.
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

/// A store in a file.
#[derive(Debug)]
pub struct SqliteLog {
    orders: Mutex<Option<Sender<Order>>>,
    readers: Arc<Readers>,
    /// What the readers do not find in the logs yet.
    recent: Arc<Recent>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Readers {
    free: Mutex<Vec<Connection>>,
    path: std::path::PathBuf,
    patience: Duration,
}

impl SqliteLog {
    /// Opens a file, or makes it.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteLog, StoreError> {
        SqliteLog::open_with(path, Opening::default())
    }

    /// The same, in another way than usual.
    pub fn open_with(path: impl AsRef<Path>, opening: Opening) -> Result<SqliteLog, StoreError> {
        let path = path.as_ref().to_owned();
        let db = open_writer(&path, opening).map_err(|e| told(&e))?;
        let (orders, received) = channel();
        let recent: Arc<Recent> = Arc::default();
        let writer = Writer::new(db, Standing::of(&path), Arc::clone(&recent));
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
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Looks whether a file can be opened as a store, and changes nothing.
    pub(crate) fn look_at(path: &Path) -> Result<(), StoreError> {
        let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(|e| told(&e))?;
        db.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))
            .map_err(|e| told(&e))
    }

    /// Writes what was ordered, and closes the file. Orders after that are refused.
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
                let db = Connection::open_with_flags(&self.path, flags).map_err(|e| told(&e))?;
                db.busy_timeout(self.patience).map_err(|e| told(&e))?;
                db
            }
        };
        let looked = look(&db).map_err(|e| told(&e));
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.len() < READERS {
            free.push(db);
        }
        looked
    }
}

fn open_writer(path: &Path, opening: Opening) -> rusqlite::Result<Connection> {
    let db = Connection::open(path)?;
    db.busy_timeout(opening.patience)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "wal_autocheckpoint", 4000)?;
    db.pragma_update(None, "cache_size", -2_000)?;
    if let Some(pages) = opening.most_pages {
        db.pragma_update(None, "max_page_count", pages)?;
    }
    db.set_prepared_statement_cache_capacity(32);
    let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version > VERSION {
        let text = format!("`{}` was written by a later version of the host", path.display());
        return Err(rusqlite::Error::ToSqlConversionFailure(text.into()));
    }
    db.execute_batch(TABLES)?;
    db.pragma_update(None, "user_version", VERSION)?;
    let left: bool = db.query_row("SELECT EXISTS (SELECT 1 FROM journal)", [], |row| row.get(0))?;
    if left {
        // The host that wrote it did not come to its end.
        let moving = rusqlite::Transaction::new_unchecked(&db, rusqlite::TransactionBehavior::Immediate)?;
        journal::recover(&moving)?;
        moving.commit()?;
    }
    Ok(db)
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
        self.look(move |db| {
            // These first: what moves to the log meanwhile is found there, too.
            let recent = recent.of(room, from);
            let mut query =
                db.prepare_cached("SELECT record FROM log WHERE room = ?1 AND at >= ?2 ORDER BY at")?;
            let first = i64::try_from(from).unwrap_or(i64::MAX);
            let records = query.query_map(params![room.0 as i64, first], |row| row.get(0))?;
            let mut records = records.collect::<Result<Vec<Vec<u8>>, _>>()?;
            let next = from + records.len() as u64;
            let behind = recent.into_iter().filter(|(at, _)| *at >= next);
            records.extend(behind.map(|(_, record)| record));
            Ok(records)
        })
    }

    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()> {
        self.order(|answer| Order::Snapshot(room, epoch, snapshot, answer))
    }

    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>> {
        self.look(move |db| {
            let mut query = db.prepare_cached(
                "SELECT at, state FROM snapshots WHERE room = ?1 AND at <= ?2 ORDER BY at DESC LIMIT 1",
            )?;
            let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
            let snapshot = |row: &rusqlite::Row<'_>| {
                Ok(Snapshot {
                    at: row.get::<_, i64>(0)? as u64,
                    bytes: row.get(1)?,
                })
            };
            query
                .query_row(params![room.0 as i64, up_to], snapshot)
                .optional()
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
