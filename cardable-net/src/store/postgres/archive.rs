//! Rooms as a whole: read in one transaction, and written in one.

use super::error::store_error;
use super::{Altered, PostgresLog, stored_content};
use crate::store::archive::{Archive, Found, Parts, Restore, RoomCopy};
use crate::store::chain::{End, Link, Placed, about_sum, snapshot_sum};
use crate::store::{ContentHash, Diagnosis, Quarantine, Reply, RoomId, RoomLog as _, Snapshot, StoreError};
use tokio_postgres::{Client, IsolationLevel, Row, Transaction};

/// Records written by one statement.
const PORTION: usize = 10_000;

/// All rooms that a table names. There are many records: each room of them is looked for, so that not all are read.
const ROOMS: &str = "
    WITH RECURSIVE logs (room) AS (
        (SELECT min(room) FROM cardable.records)
        UNION ALL SELECT (SELECT min(r.room) FROM cardable.records r WHERE r.room > logs.room)
        FROM logs WHERE logs.room IS NOT NULL
    )
    SELECT room FROM cardable.rooms UNION SELECT room FROM cardable.abouts UNION SELECT room FROM cardable.snapshots
    UNION SELECT room FROM cardable.quarantine UNION SELECT room FROM logs WHERE room IS NOT NULL";

/// A transaction that reads everything as it is at one moment.
async fn reading(client: &mut Client) -> Result<Transaction<'_>, StoreError> {
    client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await
        .map_err(store_error)
}

fn room_of(row: &Row) -> RoomId {
    RoomId(row.get::<_, i64>(0) as u64)
}

/// The rows of a table that belong to a room.
async fn rows_of(all: &Transaction<'_>, query: &str, room: RoomId) -> Result<Vec<Row>, StoreError> {
    all.query(query, &[&(room.0 as i64)]).await.map_err(store_error)
}

async fn find(client: &mut Client, room: RoomId) -> Result<Found, StoreError> {
    let all = reading(client).await?;
    let damaged = |what: &str| StoreError::Damaged(what.to_owned());
    let rows = rows_of(
        &all,
        "SELECT about, sum FROM cardable.abouts WHERE room = $1",
        room,
    )
    .await?;
    let about = rows.first().map(|row| {
        let about: Vec<u8> = row.get(0);
        match row.get::<_, &[u8]>(1) == &about_sum(room, &about)[..] {
            true => Ok(about),
            false => Err("what it keeps of itself is not what was written".to_owned()),
        }
    });
    let rows = rows_of(
        &all,
        "SELECT next, link FROM cardable.rooms WHERE room = $1",
        room,
    )
    .await?;
    let end = rows.first().map(|row| {
        Some(End {
            next: row.get::<_, i64>(0) as u64,
            link: Link::try_from(row.get::<_, &[u8]>(1)).ok()?,
        })
    });
    let end = match end {
        Some(end) => Some(end.ok_or_else(|| damaged("where its log ends is not what was written"))?),
        None => None,
    };
    let query = "SELECT place, record, link FROM cardable.records WHERE room = $1 ORDER BY place";
    let rows = rows_of(&all, query, room).await?;
    let log = rows.iter().map(|row| Placed {
        at: row.get::<_, i64>(0) as u64,
        record: row.get(1),
        // One of another length fits no record.
        link: Link::try_from(row.get::<_, &[u8]>(2)).unwrap_or_default(),
    });
    let log = log.collect();
    let query = "SELECT place, state, sum FROM cardable.snapshots WHERE room = $1 ORDER BY place";
    let rows = rows_of(&all, query, room).await?;
    let snapshots = rows.iter().map(|row| {
        let snapshot = Snapshot {
            at: row.get::<_, i64>(0) as u64,
            bytes: row.get(1),
        };
        (snapshot, row.get(2))
    });
    let snapshots = snapshots.collect();
    let rows = rows_of(&all, "SELECT why FROM cardable.quarantine WHERE room = $1", room).await?;
    let quarantine = rows.first().map(|row| Quarantine::Sure(row.get(0)));
    let parts = Parts {
        room,
        about,
        end,
        log,
        later: Vec::new(),
        snapshots,
        quarantine,
    };
    parts.check()
}

async fn restore(client: &mut Client, copy: &RoomCopy) -> Result<(), StoreError> {
    let room = copy.room;
    let number = room.0 as i64;
    let (placed, end) = copy.placed();
    let all = client.transaction().await.map_err(store_error)?;
    // Sessions count from 1, so the room is nobody's.
    let made = all
        .execute(
            "INSERT INTO cardable.rooms (room, epoch, writes, next, link) VALUES ($1, 0, 0, $2, $3) \
             ON CONFLICT DO NOTHING",
            &[&number, &(end.next as i64), &&end.link[..]],
        )
        .await
        .map_err(store_error)?;
    if made == 0 {
        return Err(StoreError::NoRoom);
    }
    all.execute(
        "INSERT INTO cardable.abouts (room, about, sum) VALUES ($1, $2, $3)",
        &[&number, &copy.about, &&about_sum(room, &copy.about)[..]],
    )
    .await
    .map_err(store_error)?;
    for (portion, from) in placed.chunks(PORTION).zip((0_i64..).step_by(PORTION)) {
        let links: Vec<&[u8]> = portion.iter().map(|(link, _)| &link[..]).collect();
        let records: Vec<&[u8]> = portion.iter().map(|(_, record)| *record).collect();
        all.execute(
            "INSERT INTO cardable.records (room, place, record, link) \
             SELECT $1, $2 + n - 1, record, link \
             FROM unnest($3::bytea[], $4::bytea[]) WITH ORDINALITY AS new (record, link, n)",
            &[&number, &from, &records, &links],
        )
        .await
        .map_err(store_error)?;
    }
    for snapshot in &copy.snapshots {
        let sum = snapshot_sum(room, snapshot.at, &snapshot.bytes);
        all.execute(
            "INSERT INTO cardable.snapshots (room, place, state, sum) VALUES ($1, $2, $3, $4)",
            &[&number, &(snapshot.at as i64), &snapshot.bytes, &&sum[..]],
        )
        .await
        .map_err(store_error)?;
    }
    // Here there are only rooms that are set aside for sure.
    if let Some(Quarantine::Sure(why) | Quarantine::IfPlayed(why)) = &copy.quarantine {
        all.execute(
            "INSERT INTO cardable.quarantine (room, why) VALUES ($1, $2)",
            &[&number, why],
        )
        .await
        .map_err(store_error)?;
    }
    // Hosts that run would take it for gone.
    all.execute("DELETE FROM cardable.gone WHERE room = $1", &[&number])
        .await
        .map_err(store_error)?;
    all.commit().await.map_err(store_error)
}

impl Archive for PostgresLog {
    fn rooms(&self) -> Reply<Vec<RoomId>> {
        self.with(async move |client| {
            let rows = client.query(ROOMS, &[]).await.map_err(store_error)?;
            let mut rooms: Vec<RoomId> = rows.iter().map(room_of).collect();
            rooms.sort_unstable();
            Ok(rooms)
        })
    }

    fn find(&self, room: RoomId) -> Reply<Found> {
        self.with(async move |mut client| find(&mut client, room).await)
    }

    fn hashes(&self) -> Reply<Vec<ContentHash>> {
        self.with(async move |client| {
            let rows = client
                .query("SELECT hash FROM cardable.content ORDER BY hash", &[])
                .await
                .map_err(store_error)?;
            let hashes = rows.iter().map(|row| {
                let hash = ContentHash::try_from(row.get::<_, &[u8]>(0));
                hash.map_err(|_| StoreError::Damaged("a hash of content is not one".to_owned()))
            });
            hashes.collect()
        })
    }

    fn blob(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        self.with(async move |client| {
            let found = stored_content(&client, hash).await?;
            found.map_err(|Altered| StoreError::Damaged("it is not what was written".to_owned()))
        })
    }

    fn all_diagnoses(&self) -> Reply<Vec<Diagnosis>> {
        let newest_first = self.diagnoses(usize::MAX);
        Box::pin(async move {
            let mut all = newest_first.await?;
            all.reverse();
            Ok(all)
        })
    }

    /// Nothing: the database vouches for its tables.
    fn losses(&self) -> Reply<Vec<String>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    fn is_served(&self) -> Reply<bool> {
        self.with(async move |client| {
            let row = client
                .query_one(
                    "SELECT EXISTS (SELECT FROM cardable.sessions WHERE lease_until > clock_timestamp())",
                    &[],
                )
                .await
                .map_err(store_error)?;
            Ok(row.get(0))
        })
    }
}

impl Restore for PostgresLog {
    fn restore(&self, copy: RoomCopy) -> Reply<()> {
        self.with(async move |mut client| restore(&mut client, &copy).await)
    }
}
