//! Records are first written to a journal: one row per commit, so that a commit writes few pages however many rooms it covers. Later they move to the logs of their rooms, many records of a room at a time. Records that have not moved yet are also kept in memory for readers.
//!
//! Each row stores the list of rooms and lengths apart from the records, with its own checksum, and rows are
//! numbered without gaps. If records are damaged, the list still shows which rooms they belong to.

use super::RoomId;
use super::chain::{End, Link, Placed, sum};
use super::host_row::HostRow;
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes in the journal that trigger a move to the logs.
const ENOUGH: usize = 1 << 20;

/// Minimum number of bytes moved per commit.
const PORTION: usize = 64 << 10;

/// Replaces a record's length in entries that remove a room.
const REMOVED: u32 = u32::MAX;

/// Records of a room, in order.
type Records = Vec<Placed>;

/// Records that have not moved to the logs yet.
#[derive(Debug, Default)]
pub(super) struct Recent {
    rooms: Mutex<HashMap<RoomId, Records>>,
}

impl Recent {
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Records>> {
        // No code panics while holding the lock.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The records of a room from a position on. Call this before reading the room's log, so that a concurrent
    /// move loses none.
    pub(super) fn of(&self, room: RoomId, from: u64) -> Records {
        let rooms = self.rooms();
        let records = rooms.get(&room).into_iter().flatten();
        records.filter(|placed| placed.at >= from).cloned().collect()
    }
}

/// A change to [`Recent`], applied when the commit succeeds.
#[derive(Debug)]
enum Change {
    Came(RoomId, Placed),
    Removed(RoomId),
    /// The room's records before this position have moved.
    Moved(RoomId, u64),
    AllMoved,
}

/// Rooms whose records are being moved.
#[derive(Debug)]
struct Moving {
    rooms: Vec<RoomId>,
    /// The first row that is still needed after the move.
    behind: u64,
}

/// The writer thread's view of the journal.
#[derive(Debug)]
pub(super) struct Journal {
    recent: Arc<Recent>,
    /// Bytes added since the last move started.
    filled: usize,
    /// Whether the file can contain rows.
    rows: bool,
    moving: Option<Moving>,
    /// Data of the commit in preparation: the list of rooms and lengths, and the records.
    heads: Vec<u8>,
    batch: Vec<u8>,
    changes: Vec<Change>,
    /// Rooms removed by the commit.
    gone: Vec<RoomId>,
}

impl Journal {
    pub(super) fn new(recent: Arc<Recent>) -> Journal {
        Journal {
            recent,
            filled: 0,
            rows: false,
            moving: None,
            heads: Vec::new(),
            batch: Vec::new(),
            changes: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// Whether all records have moved and no row is left.
    pub(super) fn is_empty(&self) -> bool {
        !self.rows && self.recent.rooms().is_empty()
    }

    /// The end of a room's log, if some of its records have not moved yet.
    pub(super) fn end(&self, room: RoomId) -> Option<End> {
        let rooms = self.recent.rooms();
        Some(rooms.get(&room)?.last()?.end())
    }

    /// Adds a record to the commit.
    pub(super) fn add(&mut self, room: RoomId, end: End, record: Vec<u8>) -> End {
        // Records come over the network and are far shorter than four gigabytes.
        let length = u32::try_from(record.len()).unwrap_or(REMOVED - 1);
        let behind = end.behind(&record);
        self.entry(room, end.next, length, &behind.link);
        self.batch.extend_from_slice(&record);
        let placed = Placed {
            at: end.next,
            link: behind.link,
            record,
        };
        self.changes.push(Change::Came(room, placed));
        behind
    }

    /// Discards the records of a room with the commit.
    pub(super) fn remove(&mut self, room: RoomId) {
        self.entry(room, 0, REMOVED, &Link::default());
        self.changes.push(Change::Removed(room));
        self.gone.push(room);
    }

    fn entry(&mut self, room: RoomId, at: u64, length: u32, link: &Link) {
        self.heads.extend_from_slice(&room.0.to_le_bytes());
        self.heads.extend_from_slice(&at.to_le_bytes());
        self.heads.extend_from_slice(&length.to_le_bytes());
        self.heads.extend_from_slice(link);
    }

    /// Writes the commit. Also moves a portion of the earlier records once there are enough, or all of them if
    /// `all` is set.
    pub(super) fn write(&mut self, db: &Connection, host: &mut HostRow, all: bool) -> rusqlite::Result<()> {
        let came = self.batch.len() + self.heads.len();
        if self.moving.is_none() && (all || self.filled >= ENOUGH) {
            self.moving = Some(self.all_rooms(host));
            self.filled = 0;
        }
        self.filled += came;
        self.flush(db, host)?;
        self.move_on(db, host, if all { ENOUGH } else { PORTION.max(2 * came) })
    }

    /// Plans to move every record written before this commit.
    fn all_rooms(&self, host: &HostRow) -> Moving {
        let mut rooms: Vec<RoomId> = self.recent.rooms().keys().copied().collect();
        // Rooms are popped from the end. Sorting moves rooms together that are close in the file.
        rooms.sort_unstable_by(|a, b| b.cmp(a));
        Moving {
            rooms,
            behind: host.next_row,
        }
    }

    /// Writes the commit's data so far to a row.
    pub(super) fn flush(&mut self, db: &Connection, host: &mut HostRow) -> rusqlite::Result<()> {
        if !self.heads.is_empty() {
            let row = host.next_row;
            db.prepare_cached("INSERT INTO journal (row, heads, sum, records) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![
                    row as i64,
                    self.heads,
                    row_sum(row, &self.heads),
                    self.batch
                ])?;
            host.next_row += 1;
            self.rows = true;
            self.heads.clear();
            self.batch.clear();
        }
        Ok(())
    }

    /// Moves the records of some rooms to their logs.
    fn move_on(&mut self, db: &Connection, host: &mut HostRow, most: usize) -> rusqlite::Result<()> {
        let Some(moving) = &mut self.moving else {
            return Ok(());
        };
        let rooms = self.recent.rooms();
        let mut moved = 0;
        while moved < most
            && let Some(room) = moving.rooms.pop()
        {
            let records = rooms.get(&room).map_or(&[][..], Vec::as_slice);
            let Some(last) = records.last() else { continue };
            if self.gone.contains(&room) {
                continue;
            }
            for placed in records {
                put(db, room, placed)?;
                moved += placed.record.len();
            }
            put_end(db, room, last.end())?;
            self.changes.push(Change::Moved(room, last.at + 1));
        }
        if moving.rooms.is_empty() {
            db.prepare_cached("DELETE FROM journal WHERE row < ?1")?
                .execute([moving.behind as i64])?;
            host.first_row = host.first_row.max(moving.behind);
            self.moving = None;
            self.rows = host.first_row < host.next_row;
        }
        Ok(())
    }

    /// Applies the changes: the commit is durable.
    pub(super) fn committed(&mut self) {
        self.gone.clear();
        let mut rooms = self.recent.rooms();
        for change in self.changes.drain(..) {
            match change {
                Change::Came(room, placed) => rooms.entry(room).or_default().push(placed),
                Change::Removed(room) => {
                    rooms.remove(&room);
                }
                Change::Moved(room, next) => {
                    if let Some(records) = rooms.get_mut(&room) {
                        records.retain(|placed| placed.at >= next);
                        if records.is_empty() {
                            rooms.remove(&room);
                        }
                    }
                }
                Change::AllMoved => rooms.clear(),
            }
        }
    }

    /// Discards the changes: the commit failed. A move in progress starts again.
    pub(super) fn failed(&mut self) {
        self.rows = true;
        self.heads.clear();
        self.batch.clear();
        self.changes.clear();
        self.gone.clear();
        if self.moving.take().is_some() {
            self.filled = ENOUGH;
        }
    }

    /// Clears the journal: another host owns the rooms and has moved its records.
    pub(super) fn forget(&mut self) {
        self.failed();
        self.rows = false;
        self.filled = 0;
        self.recent.rooms().clear();
    }

    /// Marks all records in the file as moved, whichever host wrote them. None stays in memory.
    pub(super) fn recovered(&mut self) {
        self.rows = false;
        self.filled = 0;
        self.moving = None;
        self.changes.push(Change::AllMoved);
    }
}

/// Checksum of a row's list.
pub(super) fn row_sum(row: u64, heads: &[u8]) -> Link {
    sum("a row", &[&row.to_le_bytes(), heads])
}

/// Inserts a record into its room's log, unless another host has already moved it there.
pub(super) fn put(db: &Connection, room: RoomId, placed: &Placed) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO log (room, at, record, link) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
    )?
    .execute(params![
        room.0 as i64,
        placed.at as i64,
        placed.record,
        placed.link
    ])?;
    Ok(())
}

/// Stores the end of a room's log.
pub(super) fn put_end(db: &Connection, room: RoomId, end: End) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO ends (room, next, link) VALUES (?1, ?2, ?3) \
         ON CONFLICT (room) DO UPDATE SET next = excluded.next, link = excluded.link WHERE excluded.next > next",
    )?
    .execute(params![room.0 as i64, end.next as i64, end.link])?;
    Ok(())
}

/// An entry of a row: room, position, and the bytes if all are present.
pub(super) enum Entry<'a> {
    Record {
        room: RoomId,
        at: u64,
        link: Link,
        record: Option<&'a [u8]>,
    },
    /// Everything before it is removed.
    Removed(RoomId),
}

/// Parses the entries of a row.
pub(super) fn entries<'a>(mut heads: &'a [u8], mut records: &'a [u8]) -> impl Iterator<Item = Entry<'a>> {
    std::iter::from_fn(move || {
        let (room, rest) = heads.split_first_chunk()?;
        let (at, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (link, rest) = rest.split_first_chunk()?;
        heads = rest;
        let (room, at) = (RoomId(u64::from_le_bytes(*room)), u64::from_le_bytes(*at));
        let length = u32::from_le_bytes(*length);
        if length == REMOVED {
            return Some(Entry::Removed(room));
        }
        let cut = records.split_at_checked(length as usize);
        records = cut.map_or(&[][..], |(_, rest)| rest);
        Some(Entry::Record {
            room,
            at,
            link: *link,
            record: cut.map(|(record, _)| record),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::check::{self, Found};
    use super::*;

    const A: RoomId = RoomId(1);
    const B: RoomId = RoomId(2);

    /// A database file with its writer's journal.
    struct Desk {
        db: Connection,
        host: HostRow,
        journal: Journal,
        ends: HashMap<RoomId, End>,
    }

    impl Desk {
        fn new() -> Desk {
            let db = Connection::open_in_memory().unwrap();
            db.execute_batch(super::super::sqlite::TABLES).unwrap();
            Desk {
                db,
                host: HostRow::NEW,
                journal: Journal::new(Arc::default()),
                ends: HashMap::new(),
            }
        }

        fn add(&mut self, room: RoomId, records: usize) {
            for _ in 0..records {
                let end = self.ends.get(&room).copied().unwrap_or_else(|| End::empty(room));
                let record = format!("{} {}", room.0, end.next).into_bytes();
                let behind = self.journal.add(room, end, record);
                self.ends.insert(room, behind);
            }
        }

        fn commit(&mut self, all: bool) {
            self.journal.write(&self.db, &mut self.host, all).unwrap();
            self.journal.committed();
        }

        fn recover(&mut self) -> Found {
            let mut found = Found::default();
            check::recover(&self.db, &mut self.host, HashMap::new(), &mut found).unwrap();
            self.journal.recovered();
            self.journal.committed();
            found
        }

        /// The positions of a room's records in its log.
        fn moved(&self, room: RoomId) -> Vec<u64> {
            let mut log = self
                .db
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

        fn rows(&self) -> i64 {
            self.db
                .query_row("SELECT count(*) FROM journal", [], |row| row.get(0))
                .unwrap()
        }

        fn held(&self, room: RoomId) -> Vec<u64> {
            self.journal
                .recent
                .of(room, 0)
                .into_iter()
                .map(|placed| placed.at)
                .collect()
        }
    }

    #[test]
    fn records_lie_here_until_they_move() {
        let mut desk = Desk::new();
        desk.add(A, 2);
        assert!(desk.held(A).is_empty(), "it is not durable yet");
        desk.commit(false);
        desk.add(B, 1);
        desk.add(A, 1);
        desk.commit(false);
        assert_eq!((desk.moved(A), desk.held(A)), (vec![], vec![0, 1, 2]));
        assert_eq!(desk.journal.recent.of(A, 2)[0].record, b"1 2");
        assert_eq!(
            (desk.journal.end(A), desk.journal.end(RoomId(9))),
            (Some(desk.ends[&A]), None)
        );
        desk.commit(true);
        assert_eq!((desk.moved(A), desk.moved(B)), (vec![0, 1, 2], vec![0]));
        assert_eq!(check::end_of(&desk.db, A).unwrap(), desk.ends[&A]);
        assert!(desk.journal.is_empty());
        assert_eq!((desk.rows(), desk.host.first_row), (0, desk.host.next_row));
    }

    #[test]
    fn what_comes_while_records_move_stays_in_a_row() {
        let mut desk = Desk::new();
        desk.add(A, 1);
        desk.commit(false);
        desk.add(A, 1);
        desk.commit(true);
        assert_eq!(desk.rows(), 1, "that in which it came");
        assert_eq!((desk.moved(A), desk.held(A)), (vec![0], vec![1]));
        while !desk.journal.is_empty() {
            desk.commit(true);
        }
        assert_eq!((desk.rows(), desk.moved(A)), (0, vec![0, 1]));
    }

    #[test]
    fn a_commit_that_failed_has_changed_nothing() {
        let mut desk = Desk::new();
        desk.add(A, 1);
        desk.commit(false);
        let before = (desk.host, desk.ends.clone());
        desk.db.execute_batch("BEGIN").unwrap();
        desk.add(A, 1);
        desk.journal.write(&desk.db, &mut desk.host, true).unwrap();
        desk.db.execute_batch("ROLLBACK").unwrap();
        desk.journal.failed();
        (desk.host, desk.ends) = before;
        assert_eq!((desk.moved(A), desk.held(A)), (vec![], vec![0]));
        assert_eq!(desk.rows(), 1);
        desk.commit(true);
        assert_eq!((desk.moved(A), desk.held(A)), (vec![0], vec![]));
    }

    #[test]
    fn the_next_host_moves_what_the_last_one_left() {
        let mut desk = Desk::new();
        desk.add(A, 2);
        desk.add(B, 2);
        desk.commit(false);
        // Some records have moved, but their row still exists.
        let first = desk.journal.recent.of(A, 0).remove(0);
        put(&desk.db, A, &first).unwrap();
        put_end(&desk.db, A, first.end()).unwrap();
        desk.journal.remove(B);
        desk.ends.remove(&B);
        desk.add(B, 1);
        desk.commit(false);
        assert_eq!(desk.held(B), [0]);
        desk.recover();
        assert_eq!((desk.moved(A), desk.moved(B)), (vec![0, 1], vec![0]));
        assert_eq!(desk.rows(), 0);
        assert!(desk.journal.is_empty());
    }

    #[test]
    fn a_removed_room_does_not_move() {
        let mut desk = Desk::new();
        desk.add(A, 2);
        desk.commit(false);
        desk.journal.remove(A);
        desk.commit(true);
        assert_eq!((desk.moved(A), desk.held(A)), (vec![], vec![]));
    }

    #[test]
    fn of_a_row_that_was_cut_it_is_known_whose_records_are_missing() {
        let mut journal = Journal::new(Arc::default());
        let end = journal.add(A, End::empty(A), b"one".to_vec());
        journal.add(A, end, b"two".to_vec());
        for cut in 0..=6 {
            let found = entries(&journal.heads, &journal.batch[..cut]).map(|entry| match entry {
                Entry::Record { room: A, record, .. } => record.is_some(),
                Entry::Record { .. } | Entry::Removed(_) => panic!("there is no such entry"),
            });
            assert_eq!(found.collect::<Vec<_>>(), [cut >= 3, cut >= 6], "{cut}");
        }
    }
}
