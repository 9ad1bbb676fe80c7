//! Rooms as a whole: read from the tables, and written to them.

use crate::store::archive::{Found, Parts, RoomCopy};
use crate::store::chain::{End, Link, Placed, about_sum, content_sum, snapshot_sum};
use crate::store::journal::{put, put_end};
use crate::store::{ContentHash, Diagnosis, Quarantine, RoomId, Snapshot, StoreError};
use rusqlite::{Connection, OptionalExtension as _, params};

/// All rooms that a table names. The log is large: each room in it is looked for, so that not all of it is read.
const ROOMS: &str = "
    WITH RECURSIVE logs (room) AS (
        SELECT min(room) FROM log
        UNION ALL SELECT (SELECT min(log.room) FROM log WHERE log.room > logs.room) FROM logs WHERE logs.room IS NOT NULL
    )
    SELECT room FROM rooms UNION SELECT room FROM ends UNION SELECT room FROM snapshots
    UNION SELECT room FROM quarantine UNION SELECT room FROM logs WHERE room IS NOT NULL";

/// All rooms that a table names, in order.
pub(super) fn all(db: &Connection) -> rusqlite::Result<Vec<RoomId>> {
    let mut query = db.prepare(ROOMS)?;
    let rooms = query.query_map([], |row| Ok(RoomId(row.get::<_, i64>(0)? as u64)))?;
    let mut rooms = rooms.collect::<rusqlite::Result<Vec<RoomId>>>()?;
    // SQLite has signed numbers, and so another order.
    rooms.sort_unstable();
    Ok(rooms)
}

/// Whether a value is of another kind than what is written: then it is damaged.
fn is_of_another_kind(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

/// A room with all that is stored of it, and its records that have not moved to the log yet.
pub(super) fn find(
    db: &Connection,
    room: RoomId,
    recent: Vec<Placed>,
) -> rusqlite::Result<Result<Found, StoreError>> {
    match parts(db, room, recent) {
        Ok(parts) => Ok(parts.check()),
        Err(error) if is_of_another_kind(&error) => Ok(Err(StoreError::Damaged(format!(
            "what is stored of it is not what was written: {error}"
        )))),
        Err(error) => Err(error),
    }
}

fn parts(db: &Connection, room: RoomId, recent: Vec<Placed>) -> rusqlite::Result<Parts> {
    let number = room.0 as i64;
    let about = db
        .prepare_cached("SELECT about, sum FROM rooms WHERE room = ?1")?
        .query_row([number], |row| {
            let about = row.get_ref(0)?.as_blob()?;
            let is_whole = row.get::<_, Link>(1)? == about_sum(room, about);
            Ok(is_whole
                .then(|| about.to_vec())
                .ok_or_else(|| "what it keeps of itself is not what was written".to_owned()))
        })
        .optional()?;
    let end = db
        .prepare_cached("SELECT next, link FROM ends WHERE room = ?1")?
        .query_row([number], |row| {
            Ok(End {
                next: row.get::<_, i64>(0)? as u64,
                link: row.get(1)?,
            })
        })
        .optional()?;
    let log = super::placed(db, room, 0)?;
    let moved = log.last().map_or(0, |last| last.at + 1);
    let later = recent.into_iter().filter(|placed| placed.at >= moved).collect();
    let mut query = db.prepare_cached("SELECT at, state, sum FROM snapshots WHERE room = ?1 ORDER BY at")?;
    let snapshots = query.query_map([number], |row| {
        let snapshot = Snapshot {
            at: row.get::<_, i64>(0)? as u64,
            bytes: row.get(1)?,
        };
        Ok((snapshot, row.get(2)?))
    })?;
    let snapshots = snapshots.collect::<rusqlite::Result<_>>()?;
    let quarantine = db
        .prepare_cached("SELECT sure, why FROM quarantine WHERE room = ?1")?
        .query_row([number], |row| {
            let why = row.get(1)?;
            Ok(match row.get(0)? {
                true => Quarantine::Sure(why),
                false => Quarantine::IfPlayed(why),
            })
        })
        .optional()?;
    Ok(Parts {
        room,
        about,
        end,
        log,
        later,
        snapshots,
        quarantine,
    })
}

/// Writes a room with all that is known of it. Returns the end of its log, or None if the room exists.
pub(in crate::store) fn restore(db: &Connection, copy: &RoomCopy) -> rusqlite::Result<Option<End>> {
    let room = copy.room;
    let made = db
        .prepare_cached("INSERT INTO rooms (room, about, sum) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
        .execute(params![room.0 as i64, copy.about, about_sum(room, &copy.about)])?;
    if made == 0 {
        return Ok(None);
    }
    let (placed, end) = copy.placed();
    for (at, (link, record)) in (0..).zip(placed) {
        put(
            db,
            room,
            &Placed {
                at,
                link,
                record: record.to_vec(),
            },
        )?;
    }
    put_end(db, room, end)?;
    for snapshot in &copy.snapshots {
        let sum = snapshot_sum(room, snapshot.at, &snapshot.bytes);
        db.prepare_cached("INSERT INTO snapshots (room, at, state, sum) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![room.0 as i64, snapshot.at as i64, snapshot.bytes, sum])?;
    }
    match &copy.quarantine {
        Some(Quarantine::Sure(why)) => crate::store::check::quarantine(db, room, true, why)?,
        Some(Quarantine::IfPlayed(why)) => crate::store::check::quarantine(db, room, false, why)?,
        None => {}
    }
    Ok(Some(end))
}

/// The hashes of all content. What is no hash is left out.
pub(super) fn hashes(db: &Connection) -> rusqlite::Result<Vec<ContentHash>> {
    let mut query = db.prepare(
        "SELECT hash FROM content WHERE typeof(hash) = 'blob' AND length(hash) = 32 ORDER BY hash",
    )?;
    let hashes = query.query_map([], |row| row.get(0))?;
    hashes.collect()
}

/// The content with this hash.
pub(super) fn blob(
    db: &Connection,
    hash: &ContentHash,
) -> rusqlite::Result<Result<Option<Vec<u8>>, StoreError>> {
    let mut query = db.prepare_cached("SELECT bytes, sum FROM content WHERE hash = ?1")?;
    let found = query.query_row([&hash[..]], |row| {
        let bytes: Vec<u8> = row.get(0)?;
        let is_whole = row.get::<_, Link>(1)? == content_sum(hash, &bytes);
        Ok(is_whole.then_some(bytes))
    });
    let damaged = || StoreError::Damaged("it is not what was written".to_owned());
    match found.optional() {
        Ok(None) => Ok(Ok(None)),
        Ok(Some(found)) => Ok(found.map(Some).ok_or_else(damaged)),
        Err(error) if is_of_another_kind(&error) => Ok(Err(damaged())),
        Err(error) => Err(error),
    }
}

/// All diagnoses, the oldest first.
pub(super) fn diagnoses(db: &Connection) -> rusqlite::Result<Vec<Diagnosis>> {
    let mut query = db.prepare("SELECT room, happened, kind, detail FROM diagnoses ORDER BY id")?;
    let found = query.query_map([], |row| {
        Ok(Diagnosis {
            room: RoomId(row.get::<_, i64>(0)? as u64),
            when: row.get::<_, i64>(1)? as u64,
            kind: row.get(2)?,
            detail: row.get(3)?,
        })
    })?;
    found.collect()
}
