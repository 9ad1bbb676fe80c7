//! Where records lie first: those of a commit together in one row, so that it writes a few pages
//! however many rooms it is of. From there they move to the logs of their rooms, many of a room at
//! once. What has not moved yet is also held in memory, for those who read a room's log.

use super::RoomId;
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many bytes of records lie here before they move on.
const ENOUGH: usize = 1 << 20;

/// How many bytes move in one commit at least.
const PORTION: usize = 64 << 10;

/// Stands for the length of a record where the room was removed.
const REMOVED: u32 = u32::MAX;

/// Records of a room with their places, in order.
type Records = Vec<(u64, Vec<u8>)>;

/// What has not moved yet.
#[derive(Debug, Default)]
pub(super) struct Recent {
    rooms: Mutex<HashMap<RoomId, Records>>,
}

impl Recent {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Records>> {
        // Nothing panics while it is held.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The records of a room from a place on. Who reads the log of the room after this misses none.
    pub(super) fn of(&self, room: RoomId, from: u64) -> Records {
        let rooms = self.rooms();
        let records = rooms.get(&room).into_iter().flatten();
        records.filter(|(at, _)| *at >= from).cloned().collect()
    }
}

/// What a commit changes about what has not moved yet, in order.
#[derive(Debug)]
enum Change {
    Came(RoomId, u64, Vec<u8>),
    Removed(RoomId),
    /// The room's records before this place have moved.
    Moved(RoomId, u64),
    AllMoved,
}

/// Rooms whose records are moving.
#[derive(Debug)]
struct Moving {
    rooms: Vec<RoomId>,
    /// The last row that holds records of theirs from before.
    last: i64,
}

/// The journal, as the thread that writes has it.
#[derive(Debug)]
pub(super) struct Journal {
    recent: Arc<Recent>,
    /// How many bytes have come since records last began to move.
    filled: usize,
    /// Whether the file may hold rows.
    rows: bool,
    moving: Option<Moving>,
    /// What the commit that is being prepared writes.
    batch: Vec<u8>,
    changes: Vec<Change>,
    /// Rooms that are removed by it.
    gone: Vec<RoomId>,
}

impl Journal {
    pub(super) fn new(recent: Arc<Recent>) -> Journal {
        Journal {
            recent,
            filled: 0,
            rows: false,
            moving: None,
            batch: Vec::new(),
            changes: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// Whether every record has moved, and no row is left.
    pub(super) fn is_empty(&self) -> bool {
        !self.rows && self.recent.rooms().is_empty()
    }

    /// The place behind the last record of a room that has not moved yet.
    pub(super) fn next(&self, room: RoomId) -> Option<u64> {
        let rooms = self.recent.rooms();
        let (at, _) = rooms.get(&room)?.last()?;
        Some(at + 1)
    }

    /// Takes a record into the commit.
    pub(super) fn add(&mut self, room: RoomId, at: u64, record: Vec<u8>) {
        // A record is far shorter than four gigabytes: it came over the network.
        let length = u32::try_from(record.len()).unwrap_or(REMOVED - 1);
        self.entry(room, at, length);
        self.batch.extend_from_slice(&record);
        self.changes.push(Change::Came(room, at, record));
    }

    /// Forgets the records of a room with the commit.
    pub(super) fn remove(&mut self, room: RoomId) {
        self.entry(room, 0, REMOVED);
        self.changes.push(Change::Removed(room));
        self.gone.push(room);
    }

    fn entry(&mut self, room: RoomId, at: u64, length: u32) {
        self.batch.extend_from_slice(&room.0.to_le_bytes());
        self.batch.extend_from_slice(&at.to_le_bytes());
        self.batch.extend_from_slice(&length.to_le_bytes());
    }

    /// Writes what the commit has taken in, and moves a portion of what lay here before when that is
    /// enough, or when `all` of it is to move.
    pub(super) fn write(&mut self, db: &Connection, all: bool) -> rusqlite::Result<()> {
        let came = self.batch.len();
        if self.moving.is_none() && (all || self.filled >= ENOUGH) {
            self.moving = Some(self.all_rooms(db)?);
            self.filled = 0;
        }
        self.filled += came;
        self.write_row(db)?;
        self.move_on(db, if all { ENOUGH } else { PORTION.max(2 * came) })
    }

    /// Everything that lies here before this commit.
    fn all_rooms(&self, db: &Connection) -> rusqlite::Result<Moving> {
        let last: Option<i64> = db.query_row("SELECT max(row) FROM journal", [], |row| row.get(0))?;
        let mut rooms: Vec<RoomId> = self.recent.rooms().keys().copied().collect();
        // They are taken from the end: rooms that are near each other in the file move together.
        rooms.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Moving {
            rooms,
            last: last.unwrap_or(0),
        })
    }

    fn write_row(&mut self, db: &Connection) -> rusqlite::Result<()> {
        if !self.batch.is_empty() {
            db.prepare_cached("INSERT INTO journal (records) VALUES (?1)")?
                .execute(params![self.batch])?;
            self.rows = true;
            self.batch.clear();
        }
        Ok(())
    }

    /// Moves the records of some rooms to their logs.
    fn move_on(&mut self, db: &Connection, most: usize) -> rusqlite::Result<()> {
        let Some(moving) = &mut self.moving else {
            return Ok(());
        };
        let rooms = self.recent.rooms();
        let mut moved = 0;
        while moved < most
            && let Some(room) = moving.rooms.pop()
        {
            let records = rooms.get(&room).map_or(&[][..], Vec::as_slice);
            let Some((last, _)) = records.last() else { continue };
            if self.gone.contains(&room) {
                continue;
            }
            for (at, record) in records {
                put(db, room, *at, record)?;
                moved += record.len();
            }
            self.changes.push(Change::Moved(room, last + 1));
        }
        if moving.rooms.is_empty() {
            db.prepare_cached("DELETE FROM journal WHERE row <= ?1")?
                .execute([moving.last])?;
            self.moving = None;
            self.rows = db.query_row("SELECT EXISTS (SELECT 1 FROM journal)", [], |row| row.get(0))?;
        }
        Ok(())
    }

    /// The commit is durable.
    pub(super) fn committed(&mut self) {
        self.gone.clear();
        let mut rooms = self.recent.rooms();
        for change in self.changes.drain(..) {
            match change {
                Change::Came(room, at, record) => rooms.entry(room).or_default().push((at, record)),
                Change::Removed(room) => {
                    rooms.remove(&room);
                }
                Change::Moved(room, next) => {
                    if let Some(records) = rooms.get_mut(&room) {
                        records.retain(|(at, _)| *at >= next);
                        if records.is_empty() {
                            rooms.remove(&room);
                        }
                    }
                }
                Change::AllMoved => rooms.clear(),
            }
        }
    }

    /// The commit came to nothing. What was moving begins to move anew.
    pub(super) fn failed(&mut self) {
        self.rows = true;
        self.batch.clear();
        self.changes.clear();
        self.gone.clear();
        if self.moving.take().is_some() {
            self.filled = ENOUGH;
        }
    }

    /// Another host holds the rooms: what lies in the journal is its to move, and it has.
    pub(super) fn forget(&mut self) {
        self.failed();
        self.rows = false;
        self.filled = 0;
        self.recent.rooms().clear();
    }

    /// Moves everything that lies in the file to the logs, whoever wrote it. It is held in no memory
    /// then.
    pub(super) fn recover(&mut self, db: &Connection) -> rusqlite::Result<()> {
        self.write_row(db)?;
        recover(db)?;
        self.rows = false;
        self.filled = 0;
        self.moving = None;
        self.changes.push(Change::AllMoved);
        Ok(())
    }
}

/// Moves everything that lies in the journal of a file to the logs of its rooms.
pub(super) fn recover(db: &Connection) -> rusqlite::Result<()> {
    let mut rooms: HashMap<RoomId, Records> = HashMap::new();
    {
        let mut rows = db.prepare("SELECT records FROM journal ORDER BY row")?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob()?;
            for (room, at, record) in entries(bytes) {
                match record {
                    Some(record) => rooms.entry(room).or_default().push((at, record.to_vec())),
                    None => {
                        rooms.remove(&room);
                    }
                }
            }
        }
    }
    let mut sorted: Vec<(RoomId, Records)> = rooms.into_iter().collect();
    sorted.sort_unstable_by_key(|(room, _)| *room);
    for (room, records) in sorted {
        for (at, record) in records {
            put(db, room, at, &record)?;
        }
    }
    db.execute("DELETE FROM journal", [])?;
    Ok(())
}

/// Puts a record into the log of its room. It may be there already: then the host ended after that and
/// before its row was deleted.
fn put(db: &Connection, room: RoomId, at: u64, record: &[u8]) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT INTO log (room, at, record) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
        .execute(params![room.0 as i64, at as i64, record])?;
    Ok(())
}

/// The entries of a row: nothing for a record where the room was removed.
fn entries(mut bytes: &[u8]) -> impl Iterator<Item = (RoomId, u64, Option<&[u8]>)> {
    std::iter::from_fn(move || {
        let (room, rest) = bytes.split_first_chunk()?;
        let (at, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (room, at) = (RoomId(u64::from_le_bytes(*room)), u64::from_le_bytes(*at));
        let length = u32::from_le_bytes(*length);
        if length == REMOVED {
            bytes = rest;
            return Some((room, at, None));
        }
        let (record, rest) = rest.split_at_checked(length as usize)?;
        bytes = rest;
        Some((room, at, Some(record)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: RoomId = RoomId(1);
    const B: RoomId = RoomId(2);

    fn file() -> Connection {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch(super::super::sqlite::TABLES).unwrap();
        db
    }

    fn journal() -> Journal {
        Journal::new(Arc::default())
    }

    fn add(journal: &mut Journal, room: RoomId, places: std::ops::Range<u64>) {
        for at in places {
            journal.add(room, at, format!("{} {at}", room.0).into_bytes());
        }
    }

    fn commit(journal: &mut Journal, db: &Connection, all: bool) {
        journal.write(db, all).unwrap();
        journal.committed();
    }

    /// The places of a room's records in its log.
    fn moved(db: &Connection, room: RoomId) -> Vec<u64> {
        let mut log = db
            .prepare("SELECT at, record FROM log WHERE room = ?1 ORDER BY at")
            .unwrap();
        let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<u64> {
            let (at, record): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
            assert_eq!(record, format!("{} {at}", room.0).into_bytes());
            Ok(at as u64)
        };
        let read = log.query_map([room.0 as i64], row).unwrap();
        read.map(Result::unwrap).collect()
    }

    fn rows(db: &Connection) -> i64 {
        db.query_row("SELECT count(*) FROM journal", [], |row| row.get(0))
            .unwrap()
    }

    fn held(journal: &Journal, room: RoomId) -> Vec<u64> {
        journal.recent.of(room, 0).into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn records_lie_here_until_they_move() {
        let (db, mut journal) = (file(), journal());
        add(&mut journal, A, 0..2);
        assert!(held(&journal, A).is_empty(), "it is not durable yet");
        commit(&mut journal, &db, false);
        add(&mut journal, B, 0..1);
        add(&mut journal, A, 2..3);
        commit(&mut journal, &db, false);
        assert_eq!((moved(&db, A), held(&journal, A)), (vec![], vec![0, 1, 2]));
        assert_eq!(journal.recent.of(A, 2), [(2, b"1 2".to_vec())]);
        assert_eq!((journal.next(A), journal.next(RoomId(9))), (Some(3), None));
        commit(&mut journal, &db, true);
        assert_eq!((moved(&db, A), moved(&db, B)), (vec![0, 1, 2], vec![0]));
        assert!(journal.is_empty());
        assert_eq!(rows(&db), 0);
    }

    #[test]
    fn what_comes_while_records_move_stays_in_a_row() {
        let (db, mut journal) = (file(), journal());
        add(&mut journal, A, 0..1);
        commit(&mut journal, &db, false);
        add(&mut journal, A, 1..2);
        journal.write(&db, true).unwrap();
        journal.committed();
        assert_eq!(rows(&db), 1, "that in which it came");
        assert_eq!((moved(&db, A), held(&journal, A)), (vec![0], vec![1]));
        while !journal.is_empty() {
            commit(&mut journal, &db, true);
        }
        assert_eq!((rows(&db), moved(&db, A)), (0, vec![0, 1]));
    }

    #[test]
    fn a_commit_that_failed_has_changed_nothing() {
        let (db, mut journal) = (file(), journal());
        add(&mut journal, A, 0..1);
        commit(&mut journal, &db, false);
        db.execute_batch("BEGIN").unwrap();
        add(&mut journal, A, 1..2);
        journal.write(&db, true).unwrap();
        db.execute_batch("ROLLBACK").unwrap();
        journal.failed();
        assert_eq!((moved(&db, A), held(&journal, A)), (vec![], vec![0]));
        assert_eq!(rows(&db), 1);
        commit(&mut journal, &db, true);
        assert_eq!((moved(&db, A), held(&journal, A)), (vec![0], vec![]));
    }

    #[test]
    fn the_next_host_moves_what_the_last_one_left() {
        let (db, mut first) = (file(), journal());
        add(&mut first, A, 0..2);
        add(&mut first, B, 0..2);
        commit(&mut first, &db, false);
        first.remove(B);
        add(&mut first, B, 0..1);
        // Some have moved, and their row is still there.
        put(&db, A, 0, b"1 0").unwrap();
        commit(&mut first, &db, false);
        assert_eq!(held(&first, B), [0]);
        let mut second = journal();
        second.recover(&db).unwrap();
        second.committed();
        assert_eq!((moved(&db, A), moved(&db, B)), (vec![0, 1], vec![0]));
        assert_eq!(rows(&db), 0);
        assert!(second.is_empty());
    }

    #[test]
    fn a_removed_room_does_not_move() {
        let (db, mut journal) = (file(), journal());
        add(&mut journal, A, 0..2);
        commit(&mut journal, &db, false);
        journal.remove(A);
        commit(&mut journal, &db, true);
        assert_eq!((moved(&db, A), held(&journal, A)), (vec![], vec![]));
    }

    #[test]
    fn a_row_that_ends_too_early_is_read_up_to_there() {
        let mut journal = journal();
        add(&mut journal, A, 0..2);
        let whole: Vec<_> = entries(&journal.batch).collect();
        assert_eq!(whole, [(A, 0, Some(&b"1 0"[..])), (A, 1, Some(&b"1 1"[..]))]);
        let cut = journal.batch.len() - 1;
        assert_eq!(entries(&journal.batch[..cut]).count(), 1);
    }
}
