//! A file as it is at one moment, also while a host writes to it.

use super::{no_store, of_this_version, rooms};
use crate::store::archive::{Archive, Found};
use crate::store::beside::beside;
use crate::store::chain::{Link, Placed};
use crate::store::host_row::HostRow;
use crate::store::journal::{Entry, entries, row_sum};
use crate::store::wal::Wal;
use crate::store::writer::store_error;
use crate::store::{ContentHash, Diagnosis, Reply, RoomId, StoreError, check, head, marks, wal};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long to wait for a host that is just opening or closing the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// A store in an SQLite file, for reading alone. It shows what was there when it was opened.
#[derive(Debug)]
pub(crate) struct SqliteArchive {
    /// In a transaction, which lasts as long as this.
    db: Arc<Mutex<Connection>>,
    /// Records that had not moved to the logs of their rooms.
    recent: Arc<BTreeMap<RoomId, Vec<Placed>>>,
    /// What is missing of the file as a whole.
    losses: Vec<String>,
    is_served: bool,
}

/// What the journal holds.
#[derive(Default)]
struct Journal {
    recent: BTreeMap<RoomId, Vec<Placed>>,
    losses: Vec<String>,
}

impl SqliteArchive {
    /// Opens a file, which must exist.
    pub(crate) fn open(path: &Path) -> Result<SqliteArchive, StoreError> {
        let length = match path.metadata() {
            Ok(about) => about.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(StoreError::Failed(format!(
                    "there is no store at `{}`; give the folder that a host has as `data`",
                    path.display()
                )));
            }
            Err(error) => return Err(StoreError::Failed(format!("`{}`: {error}", path.display()))),
        };
        if length == 0 {
            return Err(no_store(path, "is empty"));
        }
        let unread = |error: std::io::Error| StoreError::Failed(format!("`{}`: {error}", path.display()));
        let is_served = is_served(path);
        // A host may write to its log at this moment.
        let log = match is_served {
            true => Wal::Whole,
            false => wal::look_at(path).map_err(unread)?,
        };
        // It is noted after the commit, so what is read later is not behind it.
        let noted = head::noted(path);
        let refused = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Failed(format!(
                "`{}` is locked by another program; wait until that is done with it, and try again",
                path.display()
            )),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                StoreError::Failed(format!(
                    "`{}` cannot be opened ({error}); do this as the user of the host, who may also write to the folder: \
                     SQLite keeps files there while it reads",
                    path.display()
                ))
            }
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                no_store(path, format!("is damaged: {error}"))
            }
            _ => store_error(&error),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).map_err(refused)?;
        db.busy_timeout(PATIENCE).map_err(refused)?;
        // The first word with the file tells what stands in the way.
        db.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))
            .map_err(refused)?;
        of_this_version(&db, path)?;
        check::structure(&db, path)?;
        db.execute_batch("BEGIN").map_err(refused)?;
        let Some(host) = HostRow::read(&db).map_err(refused)? else {
            return Err(no_store(path, "does not say what it holds"));
        };
        let Journal { recent, mut losses } = Journal::read(&db, &host).map_err(refused)?;
        let missing = noted.unwrap_or(0).saturating_sub(host.commits);
        if missing > 0 {
            losses.push(format!(
                "the file ends {missing} commits before what was acknowledged last: its write-ahead log was cut or is \
                 missing, or an older file was put in its place"
            ));
        } else if !host.clean && log == Wal::Damaged {
            losses.push("the write-ahead log is damaged, and what came after that in it is gone".to_owned());
        }
        let archive = SqliteArchive {
            db: Arc::new(Mutex::new(db)),
            recent: Arc::new(recent),
            losses,
            is_served,
        };
        archive.with_missing(&host).map_err(refused)
    }

    /// Adds what the file says it holds and does not.
    fn with_missing(mut self, host: &HostRow) -> rusqlite::Result<SqliteArchive> {
        let (rooms, content) = {
            let db = self.db.lock().unwrap_or_else(PoisonError::into_inner);
            let all = all_rooms(&db, &self.recent)?.len() as u64;
            (all, rooms::hashes(&db)?.len() as u64)
        };
        if rooms < host.rooms {
            self.losses.push(format!(
                "{} of {} rooms are gone without a trace",
                host.rooms - rooms,
                host.rooms
            ));
        }
        if content < host.content {
            let missing = host.content - content;
            self.losses
                .push(format!("{missing} files of rulesets are missing"));
        }
        Ok(self)
    }

    fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection, &BTreeMap<RoomId, Vec<Placed>>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<T> {
        let (db, recent) = (Arc::clone(&self.db), Arc::clone(&self.recent));
        Box::pin(async move {
            let looked = tokio::task::spawn_blocking(move || {
                let db = db.lock().unwrap_or_else(PoisonError::into_inner);
                look(&db, &recent).map_err(|error| store_error(&error))
            });
            looked
                .await
                .unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
        })
    }
}

/// Whether a host has this file open.
pub(crate) fn is_served(path: &Path) -> bool {
    marks::is_in_use(&beside(path, "-working"))
}

/// All rooms that a table or the journal names.
fn all_rooms(db: &Connection, recent: &BTreeMap<RoomId, Vec<Placed>>) -> rusqlite::Result<Vec<RoomId>> {
    let mut all: BTreeSet<RoomId> = rooms::all(db)?.into_iter().collect();
    all.extend(recent.keys());
    Ok(all.into_iter().collect())
}

impl Journal {
    /// Reads the rows that are still needed.
    fn read(db: &Connection, host: &HostRow) -> rusqlite::Result<Journal> {
        let mut journal = Journal::default();
        let mut next = host.first_row;
        let mut query =
            db.prepare("SELECT row, heads, sum, records FROM journal WHERE row >= ?1 ORDER BY row")?;
        let mut rows = query.query([host.first_row as i64])?;
        while let Some(row) = rows.next()? {
            let number = row.get::<_, i64>(0)? as u64;
            if number != next {
                let last = number.wrapping_sub(1);
                journal
                    .losses
                    .push(format!("rows {next} to {last} of the journal are missing"));
            }
            next = number + 1;
            let heads = row.get_ref(1)?.as_blob().unwrap_or_default();
            let records = row.get_ref(3)?.as_blob().unwrap_or_default();
            if row.get::<_, Link>(2).ok() != Some(row_sum(number, heads)) {
                journal
                    .losses
                    .push(format!("row {number} of the journal is not what was written"));
                continue;
            }
            for entry in entries(heads, records) {
                journal.add(entry);
            }
        }
        if next != host.next_row {
            let missing = host.next_row.wrapping_sub(next);
            journal.losses.push(format!(
                "the journal ends before row {next}, and {missing} rows are missing"
            ));
        }
        Ok(journal)
    }

    fn add(&mut self, entry: Entry<'_>) {
        match entry {
            Entry::Removed(room) => {
                self.recent.remove(&room);
            }
            Entry::Record {
                room,
                at,
                link,
                record,
            } => {
                // Without its bytes a record does not fit its hash.
                let record = record.unwrap_or_default().to_vec();
                self.recent
                    .entry(room)
                    .or_default()
                    .push(Placed { at, link, record });
            }
        }
    }
}

impl Archive for SqliteArchive {
    fn rooms(&self) -> Reply<Vec<RoomId>> {
        self.look(all_rooms)
    }

    fn find(&self, room: RoomId) -> Reply<Found> {
        let found = self.look(move |db, recent| {
            let recent = recent.get(&room).cloned().unwrap_or_default();
            rooms::find(db, room, recent)
        });
        Box::pin(async move { found.await? })
    }

    fn hashes(&self) -> Reply<Vec<ContentHash>> {
        self.look(|db, _| rooms::hashes(db))
    }

    fn blob(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        let found = self.look(move |db, _| rooms::blob(db, &hash));
        Box::pin(async move { found.await? })
    }

    fn all_diagnoses(&self) -> Reply<Vec<Diagnosis>> {
        self.look(|db, _| rooms::diagnoses(db))
    }

    fn losses(&self) -> Reply<Vec<String>> {
        Box::pin(std::future::ready(Ok(self.losses.clone())))
    }

    fn is_served(&self) -> Reply<bool> {
        Box::pin(std::future::ready(Ok(self.is_served)))
    }
}
