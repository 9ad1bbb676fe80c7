//! The store's own state: one row, updated in every commit that changes it.

use super::chain::{Link, sum};
use rusqlite::{Connection, OptionalExtension as _, params};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HostRow {
    /// The epoch that owns all rooms.
    pub(super) epoch: u64,
    /// Number of rooms.
    pub(super) rooms: u64,
    /// Number of content blobs.
    pub(super) content: u64,
    /// Number of durable commits.
    pub(super) commits: u64,
    /// The first journal row still needed, and the number of the next row.
    pub(super) first_row: u64,
    pub(super) next_row: u64,
    /// Whether the last host shut down cleanly, leaving everything in this file.
    pub(super) clean: bool,
}

impl HostRow {
    /// The row of a new store.
    pub(super) const NEW: HostRow = HostRow {
        epoch: 0,
        rooms: 0,
        content: 0,
        commits: 0,
        first_row: 1,
        next_row: 1,
        clean: true,
    };

    fn sum(&self) -> Link {
        let numbers = [
            self.epoch,
            self.rooms,
            self.content,
            self.commits,
            self.first_row,
            self.next_row,
            self.clean.into(),
        ];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        sum("a host", &[&bytes])
    }

    /// Reads the row. `None` if it is missing or damaged.
    pub(super) fn read(db: &Connection) -> rusqlite::Result<Option<HostRow>> {
        let mut query = db.prepare_cached(
            "SELECT epoch, rooms, content, commits, first_row, next_row, clean, sum FROM host WHERE one = 1",
        )?;
        let read = query.query_row([], |row| {
            let number = |at: usize| row.get::<_, i64>(at).map(|number| number as u64);
            let found = HostRow {
                epoch: number(0)?,
                rooms: number(1)?,
                content: number(2)?,
                commits: number(3)?,
                first_row: number(4)?,
                next_row: number(5)?,
                clean: number(6)? != 0,
            };
            Ok((found, row.get::<_, Link>(7)?))
        });
        match read.optional() {
            Ok(found) => Ok(found.and_then(|(found, sum)| (found.sum() == sum).then_some(found))),
            Err(
                rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..),
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn write(&self, db: &Connection) -> rusqlite::Result<()> {
        db.prepare_cached(
            "INSERT OR REPLACE INTO host (one, epoch, rooms, content, commits, first_row, next_row, clean, sum) \
             VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            self.epoch as i64,
            self.rooms as i64,
            self.content as i64,
            self.commits as i64,
            self.first_row as i64,
            self.next_row as i64,
            self.clean,
            self.sum()
        ])?;
        Ok(())
    }
}
