//! Checks a store when it is opened. Damage is reported per room. If that is not possible, the store cannot be
//! used.

use super::chain::{End, Placed, about_sum, content_sum};
use super::host_row::HostRow;
use super::journal::{Entry, entries, put, put_end, row_sum};
use super::wal::Wal;
use super::{RoomId, StoreError};
use rusqlite::{Connection, params};
use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// Damage found, and other findings to log.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Damaged rooms, with descriptions.
    rooms: BTreeMap<RoomId, String>,
    /// Data was lost that could belong to any room in play.
    lost: Option<String>,
    /// Lost data that belongs to no known room.
    gone: Vec<String>,
    notes: Vec<String>,
}

/// What is known about a store before its tables are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) log: Wal,
    /// Number of acknowledged commits according to the note next to the file.
    pub(super) noted: Option<u64>,
}

impl Found {
    fn damaged(&mut self, room: RoomId, how: impl Into<String>) {
        if let Slot::Vacant(slot) = self.rooms.entry(room) {
            slot.insert(how.into());
        }
    }

    fn lost(&mut self, what: impl Into<String>) {
        self.lost.get_or_insert(what.into());
    }

    /// Logs the findings and stores the quarantines, because they cannot be detected again once the journal has
    /// moved.
    pub(super) fn keep(&self, db: &Connection) -> rusqlite::Result<()> {
        for note in &self.notes {
            tracing::warn!("{note}");
        }
        for gone in &self.gone {
            tracing::error!("{gone}");
        }
        for (room, how) in &self.rooms {
            tracing::error!(%room, "a room is damaged and set aside: {how}");
            quarantine(db, *room, true, how)?;
        }
        if let Some(what) = &self.lost {
            tracing::error!("rooms in play are set aside, for their last choices may be lost: {what}");
            let mut rooms = db.prepare("SELECT room FROM rooms")?;
            let rooms: Vec<i64> = rooms.query_map([], |row| row.get(0))?.flatten().collect();
            for room in rooms {
                quarantine(db, RoomId(room as u64), false, what)?;
            }
        }
        Ok(())
    }
}

/// Quarantines a room. A certain reason is not replaced with a possible one.
pub(super) fn quarantine(db: &Connection, room: RoomId, sure: bool, why: &str) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO quarantine (room, sure, why) VALUES (?1, ?2, ?3) \
         ON CONFLICT (room) DO UPDATE SET sure = 1, why = excluded.why WHERE excluded.sure > sure",
    )?
    .execute(params![room.0 as i64, sure, why])?;
    Ok(())
}

/// The error for a file that is not a store.
pub(super) fn no_store(path: &Path, why: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!(
        "`{}` {why}; put back a backup, or let `sqlite3 FILE .recover` make a new file of it, of which this \
         host then finds out room by room what is whole",
        path.display()
    ))
}

/// Checks SQLite's own structure and the presence of all tables.
pub(super) fn structure(db: &Connection, path: &Path) -> Result<(), StoreError> {
    let broken = |error: rusqlite::Error| no_store(path, format!("is damaged: {error}"));
    let tables = tables_of(db).map_err(broken)?;
    let wanted = wanted_tables().map_err(|error| super::writer::store_error(&error))?;
    if tables.is_empty() {
        return Err(no_store(path, "is an empty database"));
    }
    if let Some((name, _)) = wanted
        .iter()
        .find(|(name, text)| tables.get(*name) != Some(*text))
    {
        return Err(no_store(
            path,
            format!("has no table `{name}` as this host writes it"),
        ));
    }
    let mut query = db.prepare("PRAGMA integrity_check(1)").map_err(broken)?;
    let said: String = query.query_row([], |row| row.get(0)).map_err(broken)?;
    if said != "ok" {
        return Err(no_store(path, format!("is damaged: {said}")));
    }
    let host = HostRow::read(db).map_err(broken)?;
    host.map(drop).ok_or_else(|| {
        no_store(
            path,
            "does not say what it holds: its row `host` is missing or changed",
        )
    })
}

fn tables_of(db: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let mut query = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'")?;
    let tables = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    tables.collect()
}

fn wanted_tables() -> rusqlite::Result<BTreeMap<String, String>> {
    let db = Connection::open_in_memory()?;
    db.execute_batch(super::sqlite::TABLES)?;
    tables_of(&db)
}

/// Checks all stored data, and moves intact journal entries to the logs.
pub(super) fn whole(db: &Connection, host: &mut HostRow, before: Before) -> rusqlite::Result<Found> {
    let mut found = Found::default();
    let missing = before.noted.unwrap_or(0).saturating_sub(host.commits);
    if missing > 0 {
        found.lost(format!(
            "the file ends {missing} commits before what was acknowledged last: its write-ahead log was cut or is \
             missing, or an older file was put in its place"
        ));
    } else if !host.clean {
        match before.log {
            Wal::Whole => {}
            // The note shows that nothing is missing.
            Wal::None | Wal::Torn if before.noted == Some(host.commits) => {}
            Wal::None => found.notes.push(
                "the last host did not come to its end, and its write-ahead log is not beside the file: what it \
                 wrote last may be missing (a copy that `.backup` made has none)"
                    .to_owned(),
            ),
            Wal::Torn => found
                .notes
                .push("the last commit of the write-ahead log is not whole, and was left out".to_owned()),
            Wal::Damaged => found.lost("the write-ahead log is damaged, and what came after that in it is gone"),
        }
    }
    let ends = logs(db, &mut found)?;
    rooms(db, host, &ends, &mut found)?;
    content(db, host, &mut found)?;
    recover(db, host, ends, &mut found)?;
    Ok(found)
}

/// The stored end of each log. Logs that do not lead to it are damaged.
fn logs(db: &Connection, found: &mut Found) -> rusqlite::Result<HashMap<RoomId, End>> {
    let mut kept = HashMap::new();
    let mut query = db.prepare("SELECT room, next, link FROM ends")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let room = RoomId(row.get::<_, i64>(0)? as u64);
        let end = row.get(1).and_then(|next: i64| {
            let next = next as u64;
            Ok(End {
                next,
                link: row.get(2)?,
            })
        });
        match end {
            Ok(end) => drop(kept.insert(room, end)),
            Err(_) => found.damaged(room, "where its log ends cannot be read"),
        }
    }
    let mut query = db.prepare("SELECT room, at, record, link FROM log ORDER BY room, at")?;
    let mut rows = query.query([])?;
    let mut at: Option<(RoomId, End)> = None;
    let mut seen: BTreeSet<RoomId> = BTreeSet::new();
    let close = |at: Option<(RoomId, End)>, found: &mut Found| {
        if let Some((room, end)) = at
            && kept.get(&room) != Some(&end)
        {
            found.damaged(
                room,
                format!("its log ends after {} records, not where it ended", end.next),
            );
        }
    };
    while let Some(row) = rows.next()? {
        let Ok(room) = row.get::<_, i64>(0) else { continue };
        let room = RoomId(room as u64);
        let end = match at {
            Some((same, end)) if same == room => end,
            other => {
                close(other, found);
                seen.insert(room);
                End::empty(room)
            }
        };
        at = Some((room, follows(row, room, end, found)));
    }
    close(at, found);
    for (room, end) in &kept {
        if !seen.contains(room) && *end != End::empty(*room) {
            found.damaged(*room, "its log is missing");
        }
    }
    Ok(kept)
}

/// Whether a row continues the log at this end.
fn follows(row: &rusqlite::Row<'_>, room: RoomId, end: End, found: &mut Found) -> End {
    let read = || -> rusqlite::Result<(u64, End)> {
        let at = row.get::<_, i64>(1)? as u64;
        let record = row.get_ref(2)?.as_blob()?;
        let behind = End { next: at, ..end }.behind(record);
        Ok((
            at,
            if behind.link == row.get::<_, super::chain::Link>(3)? {
                behind
            } else {
                end
            },
        ))
    };
    match read() {
        Ok((at, _)) if at != end.next => {
            found.damaged(room, format!("record {} of its log is missing", end.next));
            End { next: at + 1, ..end }
        }
        Ok((_, behind)) if behind != end => behind,
        Ok(_) | Err(_) => {
            found.damaged(
                room,
                format!("record {} of its log is not what was written", end.next),
            );
            End {
                next: end.next + 1,
                ..end
            }
        }
    }
}

/// Checks the rooms' metadata, and that all rooms exist.
fn rooms(
    db: &Connection,
    host: &mut HostRow,
    ends: &HashMap<RoomId, End>,
    found: &mut Found,
) -> rusqlite::Result<()> {
    let mut there = BTreeSet::new();
    let mut query = db.prepare("SELECT room, about, sum FROM rooms")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let room = RoomId(row.get::<_, i64>(0)? as u64);
        there.insert(room);
        let sums = || -> rusqlite::Result<bool> {
            let about = row.get_ref(1)?.as_blob()?;
            Ok(about_sum(room, about) == row.get::<_, super::chain::Link>(2)?)
        };
        if !sums().unwrap_or(false) {
            found.damaged(room, "what it keeps of itself is not what was written");
        }
    }
    for room in there.iter().filter(|room| !ends.contains_key(room)) {
        found.damaged(*room, "where its log ends is missing");
    }
    // A lost room can have left other rows.
    let mut query = db.prepare("SELECT DISTINCT room FROM snapshots")?;
    let of_snapshots: Vec<i64> = query.query_map([], |row| row.get(0))?.flatten().collect();
    let of_snapshots = of_snapshots.into_iter().map(|room| RoomId(room as u64));
    let mut known: BTreeSet<RoomId> = of_snapshots.chain(ends.keys().copied()).collect();
    known.extend(found.rooms.keys());
    for room in known.iter().filter(|room| !there.contains(room)) {
        found.damaged(*room, "what it keeps of itself is missing");
    }
    known.extend(&there);
    let missing = host.rooms.saturating_sub(known.len() as u64);
    if missing > 0 {
        found.gone.push(format!(
            "{missing} of {} rooms are gone without a trace: whoever played in them finds no room any more",
            host.rooms
        ));
    }
    host.rooms = there.len() as u64;
    Ok(())
}

/// Deletes content that does not match its hash, so that it can be stored again.
fn content(db: &Connection, host: &mut HostRow, found: &mut Found) -> rusqlite::Result<()> {
    let (mut gone, mut whole) = (Vec::new(), 0);
    let mut query = db.prepare("SELECT rowid, hash, bytes, sum FROM content")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let fits = || -> rusqlite::Result<bool> {
            let (hash, bytes) = (row.get_ref(1)?.as_blob()?, row.get_ref(2)?.as_blob()?);
            Ok(content_sum(hash, bytes) == row.get::<_, super::chain::Link>(3)?)
        };
        if fits().unwrap_or(false) {
            whole += 1;
        } else {
            gone.push(row.get::<_, i64>(0)?);
        }
    }
    let lost = host.content.saturating_sub(whole);
    if lost > 0 {
        found.gone.push(format!(
            "{lost} files of rulesets are missing in the store or damaged: a room that needs them is set aside when \
             somebody comes to it, unless the same ruleset is served"
        ));
    }
    host.content = whole;
    for row in gone {
        db.execute("DELETE FROM content WHERE rowid = ?1", [row])?;
    }
    Ok(())
}

/// Moves all journal entries to the logs of their rooms, whichever host wrote them.
pub(super) fn recover(
    db: &Connection,
    host: &mut HostRow,
    mut ends: HashMap<RoomId, End>,
    found: &mut Found,
) -> rusqlite::Result<()> {
    let mut came: BTreeMap<RoomId, Vec<Placed>> = BTreeMap::new();
    let mut next = host.first_row;
    {
        let mut query =
            db.prepare("SELECT row, heads, sum, records FROM journal WHERE row >= ?1 ORDER BY row")?;
        let mut rows = query.query([host.first_row as i64])?;
        while let Some(row) = rows.next()? {
            let number = row.get::<_, i64>(0)? as u64;
            if number != next {
                found.lost(format!(
                    "rows {next} to {} of the journal are missing",
                    number.wrapping_sub(1)
                ));
            }
            next = number + 1;
            let heads = row.get_ref(1)?.as_blob().unwrap_or_default();
            let records = row.get_ref(3)?.as_blob().unwrap_or_default();
            if row.get::<_, super::chain::Link>(2).ok() != Some(row_sum(number, heads)) {
                found.lost(format!("row {number} of the journal is not what was written"));
                continue;
            }
            for entry in entries(heads, records) {
                take(entry, number, &mut ends, &mut came, db, found)?;
            }
        }
    }
    if next != host.next_row {
        found.lost(format!(
            "the journal ends before row {next}, and {} rows are missing",
            host.next_row.wrapping_sub(next)
        ));
    }
    for (room, placed) in came {
        for placed in &placed {
            put(db, room, placed)?;
        }
        if let Some(last) = placed.last() {
            put_end(db, room, last.end())?;
        }
    }
    db.execute("DELETE FROM journal", [])?;
    host.next_row = host.next_row.max(next);
    host.first_row = host.next_row;
    Ok(())
}

/// Applies one journal entry if it continues the log.
fn take(
    entry: Entry<'_>,
    row: u64,
    ends: &mut HashMap<RoomId, End>,
    came: &mut BTreeMap<RoomId, Vec<Placed>>,
    db: &Connection,
    found: &mut Found,
) -> rusqlite::Result<()> {
    let (room, at, link, record) = match entry {
        Entry::Removed(room) => {
            came.remove(&room);
            ends.remove(&room);
            found.rooms.remove(&room);
            return Ok(());
        }
        Entry::Record {
            room,
            at,
            link,
            record,
        } => (room, at, link, record),
    };
    let end = match ends.get(&room) {
        Some(end) => *end,
        None => end_of(db, room)?,
    };
    // Already moved.
    if at < end.next {
        ends.insert(room, end);
        return Ok(());
    }
    let behind = record.map(|record| (end.behind(record), record));
    match behind {
        Some((behind, record)) if at == end.next && behind.link == link => {
            ends.insert(room, behind);
            let record = record.to_vec();
            came.entry(room).or_default().push(Placed { at, link, record });
        }
        Some(_) | None => {
            ends.insert(room, end);
            found.damaged(
                room,
                format!("record {at} of its log is not what was written to row {row} of the journal"),
            );
        }
    }
    Ok(())
}

/// The end of a room's log, counting moved records only.
pub(super) fn end_of(db: &Connection, room: RoomId) -> rusqlite::Result<End> {
    use rusqlite::OptionalExtension as _;
    let mut query = db.prepare_cached("SELECT next, link FROM ends WHERE room = ?1")?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok(End {
            next: row.get::<_, i64>(0)? as u64,
            link: row.get(1)?,
        })
    };
    let end = query.query_row([room.0 as i64], read).optional()?;
    Ok(end.unwrap_or_else(|| End::empty(room)))
}
