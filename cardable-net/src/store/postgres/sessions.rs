//! Sessions of hosts, and the rooms that belong to them.

use super::error::store_error;
use super::rooms::{claimed, has_changed};
use crate::store::shared::{Announced, Changes, Joined, Neighbour, Taken};
use crate::store::{RoomId, StoreError};
use std::time::Duration;
use tokio_postgres::{Client, GenericClient, IsolationLevel, Row};

/// How long it is remembered which rooms were removed. A host that looks less often has lost its session.
const GONE: &str = "1 hour";

/// Begins a session, and forgets those that ended long ago.
pub(super) async fn join(
    client: &mut Client,
    host: &Announced,
    new_key: [u8; 32],
    lease: Duration,
) -> Result<Joined, StoreError> {
    let all = client.transaction().await.map_err(store_error)?;
    let row = all
        .query_one(
            "UPDATE cardable.store SET epoch = epoch + 1, link_key = coalesce(link_key, $1) \
             RETURNING epoch, link_key, (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
            &[&&new_key[..]],
        )
        .await
        .map_err(store_error)?;
    let session: i64 = row.get(0);
    let key = row.get::<_, &[u8]>(1).try_into().map_err(|_| {
        StoreError::Damaged("the key of the hosts, `link_key` in the table `cardable.store`, is damaged: set it to NULL while no host runs".to_owned())
    })?;
    all.execute(
        "INSERT INTO cardable.sessions (session, name, link, lease_until) \
         VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 second')",
        &[&session, &host.name, &host.link, &lease.as_secs_f64()],
    )
    .await
    .map_err(store_error)?;
    for old in [
        "DELETE FROM cardable.sessions WHERE lease_until < clock_timestamp() - $1::text::interval",
        "DELETE FROM cardable.gone WHERE happened < clock_timestamp() - $1::text::interval",
    ] {
        all.execute(old, &[&GONE]).await.map_err(store_error)?;
    }
    // In a database that was restored, transactions count from the beginning again.
    all.execute(
        "UPDATE cardable.abouts SET changed = txid_current() WHERE changed > txid_snapshot_xmax(txid_current_snapshot())",
        &[],
    )
    .await
    .map_err(store_error)?;
    all.commit().await.map_err(store_error)?;
    Ok(Joined {
        session: session as u64,
        lease,
        key,
        now: row.get::<_, i64>(2) as u64,
    })
}

/// Renews a lease that has not run out, and gives all hosts that have one.
pub(super) async fn renew(
    client: &Client,
    session: u64,
    draining: bool,
    lease: Duration,
) -> Result<Vec<Neighbour>, StoreError> {
    let renewed = client
        .execute(
            "UPDATE cardable.sessions SET lease_until = clock_timestamp() + $2 * interval '1 second', draining = $3 \
             WHERE session = $1 AND lease_until > clock_timestamp()",
            &[&(session as i64), &lease.as_secs_f64(), &draining],
        )
        .await
        .map_err(store_error)?;
    if renewed == 0 {
        return Err(StoreError::Fenced);
    }
    let rows = client
        .query(
            "SELECT session, name, link, draining FROM cardable.sessions WHERE lease_until > clock_timestamp() \
             ORDER BY session",
            &[],
        )
        .await
        .map_err(store_error)?;
    Ok(rows.iter().map(neighbour).collect())
}

fn neighbour(row: &Row) -> Neighbour {
    Neighbour {
        session: row.get::<_, i64>(0) as u64,
        host: Announced {
            name: row.get(1),
            link: row.get(2),
        },
        draining: row.get(3),
    }
}

/// Ends a session.
pub(super) async fn leave(client: &Client, session: u64) -> Result<(), StoreError> {
    client
        .execute(
            "DELETE FROM cardable.sessions WHERE session = $1",
            &[&(session as i64)],
        )
        .await
        .map_err(store_error)?;
    Ok(())
}

/// A session that has a lease. It cannot end before the transaction does.
async fn living<C: GenericClient>(client: &C, session: i64) -> Result<Option<Neighbour>, StoreError> {
    let row = client
        .query_opt(
            "SELECT session, name, link, draining FROM cardable.sessions \
             WHERE session = $1 AND lease_until > clock_timestamp() FOR KEY SHARE",
            &[&session],
        )
        .await
        .map_err(store_error)?;
    Ok(row.as_ref().map(neighbour))
}

/// Takes a room, unless it belongs to another session that has a lease.
pub(super) async fn take(client: &mut Client, room: RoomId, session: u64) -> Result<Taken, StoreError> {
    let all = client
        .build_transaction()
        // Each statement sees who has taken the room before it.
        .isolation_level(IsolationLevel::ReadCommitted)
        .start()
        .await
        .map_err(store_error)?;
    let (number, own) = (room.0 as i64, session as i64);
    // Who only asks does not stand in the way of the owner's writes.
    let row = all
        .query_opt("SELECT epoch FROM cardable.rooms WHERE room = $1", &[&number])
        .await
        .map_err(store_error)?;
    let owner: i64 = row.ok_or(StoreError::NoRoom)?.get(0);
    if owner != own
        && let Some(other) = living(&all, owner).await?
    {
        return Ok(Taken::Elsewhere(other));
    }
    let row = all
        .query_opt(
            "SELECT epoch FROM cardable.rooms WHERE room = $1 FOR NO KEY UPDATE",
            &[&number],
        )
        .await
        .map_err(store_error)?;
    let owner: i64 = row.ok_or(StoreError::NoRoom)?.get(0);
    if owner != own
        && let Some(other) = living(&all, owner).await?
    {
        return Ok(Taken::Elsewhere(other));
    }
    if living(&all, own).await?.is_none() {
        return Err(StoreError::Fenced);
    }
    if owner != own {
        all.execute(
            "UPDATE cardable.rooms SET epoch = $2 WHERE room = $1",
            &[&number, &own],
        )
        .await
        .map_err(store_error)?;
        has_changed(&all, room).await?;
    }
    let row = all
        .query_one(
            "SELECT r.room, a.about, a.sum, q.why FROM cardable.rooms r \
             LEFT JOIN cardable.abouts a USING (room) LEFT JOIN cardable.quarantine q USING (room) WHERE r.room = $1",
            &[&number],
        )
        .await
        .map_err(store_error)?;
    all.commit().await.map_err(store_error)?;
    Ok(Taken::Yours(claimed(&row)))
}

/// What has changed since.
pub(super) async fn changes(client: &Client, since: u64) -> Result<Changes, StoreError> {
    // Whatever a transaction has changed that has not ended yet is told the next time.
    let until: i64 = client
        .query_one("SELECT txid_snapshot_xmin(txid_current_snapshot())", &[])
        .await
        .map_err(store_error)?
        .get(0);
    let since = i64::try_from(since).unwrap_or(i64::MAX);
    let rows = client
        .query(
            "SELECT r.room, a.about, a.sum, q.why, r.epoch FROM cardable.abouts a JOIN cardable.rooms r USING (room) \
             LEFT JOIN cardable.quarantine q USING (room) WHERE a.changed >= $1",
            &[&since],
        )
        .await
        .map_err(store_error)?;
    let gone = client
        .query("SELECT room FROM cardable.gone WHERE changed >= $1", &[&since])
        .await
        .map_err(store_error)?;
    Ok(Changes {
        until: until as u64,
        rooms: rows
            .iter()
            .map(|row| (claimed(row), row.get::<_, i64>(4) as u64))
            .collect(),
        gone: gone
            .iter()
            .map(|row| RoomId(row.get::<_, i64>(0) as u64))
            .collect(),
    })
}
