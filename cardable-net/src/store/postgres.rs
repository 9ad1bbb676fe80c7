//! A store in a PostgreSQL database.
//!
//! ```text
//! append ─► waiting ─► batch of many rooms ─► one statement ─► room by room: done, or why not
//! others ─────────────► pool of connections ─► a statement or a transaction each
//! ```
//!
//! The database decides what is written: each statement checks the epoch and the end of the room's log in its own
//! transaction, so a host that was cut off, and believes that it still owns the rooms, is refused.

mod appends;
mod archive;
mod connect;
mod error;
mod rooms;
mod schema;
mod sessions;

use super::chain::{Link, Placed, chained, content_sum, snapshot_sum};
use super::shared::{
    AddressMark, Announced, Changes, Creation, Joined, MadeBy, Renewed, SharedLog, Spent, Taken,
};
use super::{Append, Claimed, ContentHash, Diagnosis, Reply, RoomId, RoomLog, Snapshot, StoreError};
use crate::entropy::Entropy;
use appends::{Appends, IN_FLIGHT};
use connect::{Connections, Timeline};
use error::{failed, is_conflict, store_error};
use rooms::{Ends, ends_of};
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of connections for all but records, which have their own and never wait for others.
const OTHERS: usize = 8;

/// How long each operation may take. A database that answers slowly is not given up, one that is gone is.
const LONGEST: Duration = Duration::from_secs(15);

/// How long a host that is gone keeps its rooms, if nobody says otherwise.
const LEASE: Duration = Duration::from_secs(6);

/// How often the rooms are claimed anew where a host that still writes stands in the way.
const CLAIMS: usize = 5;

/// How a host reaches its database.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct PostgresAddress {
    /// `postgres://user:password@host:port/database`, with several hosts if need be, and `?sslmode=disable`, `prefer` or
    /// `require`.
    pub url: String,
    /// A file of certificates, as PEM, that the database's certificate must come from. Without it those that browsers
    /// trust.
    pub certificates: Option<std::path::PathBuf>,
    /// How long a host that is gone keeps its rooms. None stands for 6 seconds.
    pub lease: Option<Duration>,
}

impl PostgresAddress {
    /// Where the database is, without what is secret.
    pub(crate) fn shown(&self) -> String {
        connect::shown(&self.url)
    }
}

/// The password is left out.
impl std::fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresAddress")
            .field("url", &connect::shown(&self.url))
            .field("certificates", &self.certificates)
            .field("lease", &self.lease)
            .finish()
    }
}

/// A store in a PostgreSQL database, version 12 or later.
#[derive(Debug)]
pub struct PostgresLog {
    connections: Connections,
    /// For what must not wait for others: the lease.
    lease_connections: Connections,
    ends: Arc<Ends>,
    appends: Appends,
    /// How long a session owns its rooms from each renewal on.
    lease: Duration,
    /// Where it was opened. Rooms also run where there is no network.
    runtime: tokio::runtime::Handle,
}

impl PostgresLog {
    /// Connects, and creates or updates the tables. Everything runs in the tokio runtime that this is called in, which must
    /// have I/O and time.
    pub async fn open(address: &PostgresAddress) -> Result<PostgresLog, StoreError> {
        let timeline = Timeline::default();
        let connections = Connections::to(address, OTHERS, &timeline)?;
        tracing::info!("the rooms are in the database at {}", connections.shown());
        let mut client = connections.get().await?;
        connections.check(&client).await?;
        schema::update(&mut client).await?;
        drop(client);
        PostgresLog::over(connections, address, &timeline)
    }

    /// Connects to a store that must exist, to read it alone, on a standby too. Changes nothing.
    pub(crate) async fn open_to_read(address: &PostgresAddress) -> Result<PostgresLog, StoreError> {
        let timeline = Timeline::default();
        let connections = Connections::to(address, OTHERS, &timeline)?;
        let client = connections.get().await?;
        schema::is_current(&client, connections.shown()).await?;
        drop(client);
        PostgresLog::over(connections, address, &timeline)
    }

    fn over(
        connections: Connections,
        address: &PostgresAddress,
        timeline: &Timeline,
    ) -> Result<PostgresLog, StoreError> {
        let ends: Arc<Ends> = Arc::default();
        Ok(PostgresLog {
            appends: Appends::start(Connections::to(address, IN_FLIGHT, timeline)?, Arc::clone(&ends)),
            lease_connections: Connections::to(address, 1, timeline)?,
            connections,
            ends,
            lease: address.lease.unwrap_or(LEASE),
            runtime: tokio::runtime::Handle::current(),
        })
    }

    /// Checks that a store can be opened, and changes nothing.
    pub(crate) async fn look_at(address: &PostgresAddress) -> Result<(), StoreError> {
        let connections = Connections::to(address, 1, &Timeline::default())?;
        let client = connections.get().await?;
        connections.check(&client).await?;
        schema::look_at(&client).await.map(drop)
    }

    /// Writes all pending records, and closes the connections. Later operations are refused.
    pub async fn close(&self) {
        self.appends.close().await;
        self.connections.close();
        self.lease_connections.close();
    }

    /// Runs something with a connection of its own.
    fn with<T, F>(&self, work: impl FnOnce(deadpool_postgres::Object) -> F + Send + 'static) -> Reply<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        self.with_one_of(&self.connections, work)
    }

    /// The same with a connection of a certain pool.
    fn with_one_of<T, F>(
        &self,
        connections: &Connections,
        work: impl FnOnce(deadpool_postgres::Object) -> F + Send + 'static,
    ) -> Reply<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let connections = connections.clone();
        let work = async move { work(connections.get().await?).await };
        let task = self.runtime.spawn(tokio::time::timeout(LONGEST, work));
        Box::pin(async move {
            match task.await {
                Ok(Ok(done)) => done,
                Ok(Err(_)) => Err(failed("the database does not answer in time")),
                Err(error) => Err(failed(&error.to_string())),
            }
        })
    }
}

/// Content that is not what was written.
struct Altered;

/// The content with a hash, if it is there.
async fn stored_content(
    client: &tokio_postgres::Client,
    hash: ContentHash,
) -> Result<Result<Option<Vec<u8>>, Altered>, StoreError> {
    let row = client
        .query_opt(
            "SELECT bytes, sum FROM cardable.content WHERE hash = $1",
            &[&&hash[..]],
        )
        .await
        .map_err(store_error)?;
    let Some(row) = row else { return Ok(Ok(None)) };
    let bytes: Vec<u8> = row.get(0);
    let is_whole = row.get::<_, &[u8]>(1) == &content_sum(&hash, &bytes)[..];
    Ok(is_whole.then_some(Some(bytes)).ok_or(Altered))
}

impl RoomLog for PostgresLog {
    fn shared(&self) -> Option<&dyn SharedLog> {
        Some(self)
    }

    fn claim(&self) -> Reply<(u64, Vec<Claimed>)> {
        let ends = Arc::clone(&self.ends);
        self.with(async move |mut client| {
            let mut tries = 0;
            let (epoch, rows) = loop {
                tries += 1;
                match rooms::claim(&mut client).await {
                    Ok(claimed) => break claimed,
                    Err(error) if is_conflict(&error) && tries < CLAIMS => {}
                    Err(error) => return Err(store_error(error)),
                }
            };
            ends.forget_all();
            Ok((epoch, rows.iter().map(rooms::claimed).collect()))
        })
    }

    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()> {
        self.with(async move |mut client| {
            rooms::create(&mut client, room, epoch, &about, None)
                .await
                .map(drop)
        })
    }

    fn append(&self, append: Append) -> Reply<()> {
        self.appends.add(append)
    }

    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>> {
        self.with(async move |client| {
            let damaged = || StoreError::Damaged(format!("the log of room {room} is not what was written"));
            let mut found = ends_of(&**client, &[room]).await.map_err(store_error)?;
            let least = found.remove(&room).ok_or(StoreError::NoRoom)??.end;
            // Also the record before the first one, whose hash the first one continues.
            let first = i64::try_from(from.saturating_sub(1)).unwrap_or(i64::MAX);
            let rows = client
                .query(
                    "SELECT place, record, link FROM cardable.records WHERE room = $1 AND place >= $2 ORDER BY place",
                    &[&(room.0 as i64), &first],
                )
                .await
                .map_err(store_error)?;
            let placed = rows.iter().map(|row| {
                Some(Placed {
                    at: row.get::<_, i64>(0) as u64,
                    record: row.get(1),
                    link: Link::try_from(row.get::<_, &[u8]>(2)).ok()?,
                })
            });
            let placed: Option<Vec<Placed>> = placed.collect();
            let records = chained(room, from, least, placed.ok_or_else(damaged)?);
            records.ok_or_else(damaged)
        })
    }

    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()> {
        self.with(async move |mut client| {
            let all = client.transaction().await.map_err(store_error)?;
            rooms::hold(&all, room, epoch).await?;
            let (room_number, at) = (room.0 as i64, snapshot.at as i64);
            let sum = snapshot_sum(room, snapshot.at, &snapshot.bytes);
            // Later ones include choices that were taken back, and of the others the last one stays.
            all.execute(
                "DELETE FROM cardable.snapshots WHERE room = $1 AND (place >= $2 OR place < \
                 (SELECT max(place) FROM cardable.snapshots WHERE room = $1 AND place < $2))",
                &[&room_number, &at],
            )
            .await
            .map_err(store_error)?;
            all.execute(
                "INSERT INTO cardable.snapshots (room, place, state, sum) VALUES ($1, $2, $3, $4)",
                &[&room_number, &at, &snapshot.bytes, &&sum[..]],
            )
            .await
            .map_err(store_error)?;
            all.commit().await.map_err(store_error)
        })
    }

    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>> {
        self.with(async move |client| {
            let up_to = i64::try_from(up_to).unwrap_or(i64::MAX);
            let row = client
                .query_opt(
                    "SELECT place, state, sum FROM cardable.snapshots WHERE room = $1 AND place <= $2 \
                     ORDER BY place DESC LIMIT 1",
                    &[&(room.0 as i64), &up_to],
                )
                .await
                .map_err(store_error)?;
            let found = row.map(|row| {
                let snapshot = Snapshot {
                    at: row.get::<_, i64>(0) as u64,
                    bytes: row.get(1),
                };
                let sum = snapshot_sum(room, snapshot.at, &snapshot.bytes);
                // A damaged snapshot is ignored: the log contains everything in it.
                (row.get::<_, &[u8]>(2) == &sum[..]).then_some(snapshot)
            });
            Ok(found.flatten())
        })
    }

    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()> {
        let ends = Arc::clone(&self.ends);
        self.with(async move |mut client| {
            let all = client.transaction().await.map_err(store_error)?;
            rooms::hold(&all, room, epoch).await?;
            for table in [
                "rooms",
                "abouts",
                "records",
                "snapshots",
                "quarantine",
                "unreadable",
                "makers",
            ] {
                all.execute(
                    &format!("DELETE FROM cardable.{table} WHERE room = $1"),
                    &[&(room.0 as i64)],
                )
                .await
                .map_err(store_error)?;
            }
            all.execute(
                "INSERT INTO cardable.gone (room) VALUES ($1) \
                 ON CONFLICT (room) DO UPDATE SET changed = txid_current(), happened = now()",
                &[&(room.0 as i64)],
            )
            .await
            .map_err(store_error)?;
            all.commit().await.map_err(store_error)?;
            ends.forget(room);
            Ok(())
        })
    }

    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()> {
        self.with(async move |client| {
            let mut sums = Vec::with_capacity(blobs.len());
            for (hash, bytes) in &blobs {
                sums.push(content_sum(hash, bytes));
            }
            let hashes: Vec<&[u8]> = blobs.iter().map(|(hash, _)| &hash[..]).collect();
            let bytes: Vec<&[u8]> = blobs.iter().map(|(_, bytes)| &bytes[..]).collect();
            let sums: Vec<&[u8]> = sums.iter().map(|sum| &sum[..]).collect();
            client
                .execute(
                    "INSERT INTO cardable.content (hash, bytes, sum) \
                     SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) ON CONFLICT DO NOTHING",
                    &[&hashes, &bytes, &sums],
                )
                .await
                .map_err(store_error)?;
            Ok(())
        })
    }

    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        self.with(async move |client| {
            let found = stored_content(&client, hash).await?;
            found.map_err(|Altered| StoreError::Damaged("content is not what was written".to_owned()))
        })
    }

    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()> {
        self.with(async move |mut client| {
            let all = client.transaction().await.map_err(store_error)?;
            rooms::hold(&all, room, epoch).await?;
            all.execute(
                "INSERT INTO cardable.quarantine (room, why) VALUES ($1, $2) \
                 ON CONFLICT (room) DO UPDATE SET why = excluded.why",
                &[&(room.0 as i64), &why],
            )
            .await
            .map_err(store_error)?;
            rooms::has_changed(&all, room).await?;
            all.commit().await.map_err(store_error)
        })
    }

    fn release(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.with(async move |mut client| {
            let all = client.transaction().await.map_err(store_error)?;
            rooms::hold(&all, room, epoch).await?;
            all.execute(
                "DELETE FROM cardable.quarantine WHERE room = $1",
                &[&(room.0 as i64)],
            )
            .await
            .map_err(store_error)?;
            rooms::has_changed(&all, room).await?;
            all.commit().await.map_err(store_error)
        })
    }

    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()> {
        self.with(async move |client| {
            client
                .execute(
                    "INSERT INTO cardable.diagnoses (room, happened, kind, detail) VALUES ($1, $2, $3, $4)",
                    &[
                        &(diagnosis.room.0 as i64),
                        &(diagnosis.when as i64),
                        &diagnosis.kind,
                        &diagnosis.detail,
                    ],
                )
                .await
                .map_err(store_error)?;
            Ok(())
        })
    }

    fn diagnoses(&self, most: usize) -> Reply<Vec<Diagnosis>> {
        self.with(async move |client| {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = client
                .query(
                    "SELECT room, happened, kind, detail FROM cardable.diagnoses ORDER BY id DESC LIMIT $1",
                    &[&most],
                )
                .await
                .map_err(store_error)?;
            let diagnosis = |row: &tokio_postgres::Row| Diagnosis {
                room: RoomId(row.get::<_, i64>(0) as u64),
                when: row.get::<_, i64>(1) as u64,
                kind: row.get(2),
                detail: row.get(3),
            };
            Ok(rows.iter().map(diagnosis).collect())
        })
    }
}

impl SharedLog for PostgresLog {
    fn join(&self, host: Announced) -> Reply<Joined> {
        let ends = Arc::clone(&self.ends);
        let (new_key, lease) = (Entropy::system().bytes(), self.lease);
        self.with_one_of(&self.lease_connections, async move |mut client| {
            let joined = sessions::join(&mut client, &host, new_key, lease).await?;
            ends.forget_all();
            Ok(joined)
        })
    }

    fn renew(&self, session: u64, draining: bool) -> Reply<Renewed> {
        let lease = self.lease;
        self.with_one_of(&self.lease_connections, async move |client| {
            let renewed = sessions::renew(&client, session, draining, lease);
            match tokio::time::timeout(lease / 3, renewed).await {
                Ok(done) => done,
                Err(_) => {
                    // Another connection may answer before the lease runs out.
                    drop(deadpool_postgres::Object::take(client));
                    Err(failed("the database does not answer in time"))
                }
            }
        })
    }

    fn leave(&self, session: u64) -> Reply<()> {
        self.with_one_of(&self.lease_connections, async move |client| {
            sessions::leave(&client, session).await
        })
    }

    fn take(&self, room: RoomId, session: u64) -> Reply<Taken> {
        let ends = Arc::clone(&self.ends);
        self.with(async move |mut client| {
            ends.forget(room);
            sessions::take(&mut client, room, session).await
        })
    }

    fn give_back(&self, room: RoomId, session: u64) -> Reply<bool> {
        let ends = Arc::clone(&self.ends);
        self.with(async move |mut client| {
            ends.forget(room);
            sessions::give_back(&mut client, room, session).await
        })
    }

    fn create_by(&self, room: RoomId, session: u64, about: Vec<u8>, by: MadeBy) -> Reply<Creation> {
        self.with(async move |mut client| rooms::create(&mut client, room, session, &about, Some(by)).await)
    }

    fn share_spending(
        &self,
        session: u64,
        told: Vec<Spent>,
        gone: Vec<AddressMark>,
    ) -> Reply<Vec<(u64, Spent)>> {
        self.with(async move |client| sessions::share_spending(&client, session, &told, &gone).await)
    }

    fn changes(&self, since: u64) -> Reply<Changes> {
        self.with(async move |client| sessions::changes(&client, since).await)
    }
}
