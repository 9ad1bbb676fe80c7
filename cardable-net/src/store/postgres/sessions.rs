//! Sessions of hosts, and the rooms that belong to them.

use super::error::{failed, store_error};
use super::rooms::{self, claimed};
use crate::store::shared::{
    AddressMark, Announced, Changes, Joined, Neighbour, RETURN, Renewed, Spent, Taken,
};
use crate::store::{RoomId, StoreError};
use deadpool_postgres::{Object, Transaction};
use futures_util::future::try_join3;
use std::time::Duration;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, IsolationLevel, Row};

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
    for table in ["unreadable", "spent"] {
        all.execute(
            &format!(
                "DELETE FROM cardable.{table} WHERE session NOT IN (SELECT session FROM cardable.sessions)"
            ),
            &[],
        )
        .await
        .map_err(store_error)?;
    }
    all.execute(
        "DELETE FROM cardable.makers m WHERE NOT EXISTS (SELECT FROM cardable.rooms r WHERE r.room = m.room)",
        &[],
    )
    .await
    .map_err(store_error)?;
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
) -> Result<Renewed, StoreError> {
    let renewed = client
        .query_opt(
            "UPDATE cardable.sessions SET lease_until = clock_timestamp() + $2 * interval '1 second', draining = $3 \
             WHERE session = $1 AND lease_until > clock_timestamp() \
             RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
            &[&(session as i64), &lease.as_secs_f64(), &draining],
        )
        .await
        .map_err(store_error)?;
    let Some(renewed) = renewed else {
        return Err(StoreError::Fenced);
    };
    let rows = client
        .query(
            "SELECT session, name, link, draining FROM cardable.sessions WHERE lease_until > clock_timestamp() \
             ORDER BY session",
            &[],
        )
        .await
        .map_err(store_error)?;
    Ok(Renewed {
        now: renewed.get::<_, i64>(0) as u64,
        hosts: rows.iter().map(neighbour).collect(),
    })
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

/// Takes a room, unless it belongs to another session that has a lease. Where a host dies, thousands are taken at once, so it
/// takes few answers of the database.
pub(super) async fn take(client: &mut Object, room: RoomId, session: u64) -> Result<Taken, StoreError> {
    let all = client
        .build_transaction()
        // Each statement sees who has taken the room before it.
        .isolation_level(IsolationLevel::ReadCommitted)
        .start()
        .await
        .map_err(store_error)?;
    let taken = try_to_take(&all, room.0 as i64, session as i64)
        .await
        .map_err(store_error)??;
    if let Taken::Yours(_) = taken {
        // This waits for the disk, and for a standby: what the new owner reads must not be lost after people have seen it.
        all.commit().await.map_err(store_error)?;
    }
    Ok(taken)
}

async fn try_to_take(
    all: &Transaction<'_>,
    room: i64,
    own: i64,
) -> Result<Result<Taken, StoreError>, tokio_postgres::Error> {
    // Who only asks does not stand in the way of the owner's writes.
    let ask = all
        .prepare_cached(
            "SELECT s.session, s.name, s.link, s.draining, \
             r.epoch <> $2 AND EXISTS (SELECT FROM cardable.unreadable u WHERE u.room = r.room AND u.session = $2) \
             FROM cardable.rooms r LEFT JOIN cardable.sessions s \
             ON s.session = r.epoch AND s.session <> $2 AND s.lease_until > clock_timestamp() WHERE r.room = $1",
        )
        .await?;
    let Some(row) = all.query_opt(&ask, &[&room, &own]).await? else {
        return Ok(Err(StoreError::NoRoom));
    };
    if row.get::<_, Option<i64>>(0).is_some() {
        return Ok(Ok(Taken::Elsewhere(neighbour(&row))));
    }
    if row.get::<_, bool>(4)
        && let Some(other) = who_may_read(all, room, own).await?
    {
        return Ok(Ok(Taken::Elsewhere(other)));
    }
    let lock = all
        .prepare_cached("SELECT epoch FROM cardable.rooms WHERE room = $1 FOR NO KEY UPDATE")
        .await?;
    let row = all.query_opt(&lock, &[&room]).await?;
    let Some(owner) = row.map(|row| row.get::<_, i64>(0)) else {
        return Ok(Err(StoreError::NoRoom));
    };
    // They cannot end before this transaction does.
    let living = all
        .prepare_cached(
            "SELECT session, name, link, draining FROM cardable.sessions \
             WHERE session IN ($1, $2) AND lease_until > clock_timestamp() FOR KEY SHARE",
        )
        .await?;
    let living = all.query(&living, &[&owner, &own]).await?;
    let of = |session: i64| living.iter().find(|row| row.get::<_, i64>(0) == session);
    if owner != own
        && let Some(other) = of(owner)
    {
        return Ok(Ok(Taken::Elsewhere(neighbour(other))));
    }
    if of(own).is_none() {
        return Ok(Err(StoreError::Fenced));
    }
    let statements = [
        "UPDATE cardable.rooms SET epoch = $2 WHERE room = $1 AND epoch <> $2",
        "UPDATE cardable.abouts SET changed = txid_current() WHERE room = $1 AND $2",
        "SELECT r.room, a.about, a.sum, q.why FROM cardable.rooms r \
         LEFT JOIN cardable.abouts a USING (room) LEFT JOIN cardable.quarantine q USING (room) WHERE r.room = $1",
    ];
    let [take, tell, look] = [
        all.prepare_cached(statements[0]).await?,
        all.prepare_cached(statements[1]).await?,
        all.prepare_cached(statements[2]).await?,
    ];
    let is_new = owner != own;
    let (taken, told): (Params<'_>, Params<'_>) = (&[&room, &own], &[&room, &is_new]);
    let (_, _, row) = try_join3(
        all.execute(&take, taken),
        all.execute(&tell, told),
        all.query_one(&look, &[&room]),
    )
    .await?;
    Ok(Ok(Taken::Yours(claimed(&row))))
}

/// A session that has not tried yet to bring a room back: the one that began first, for in an upgrade it is older than this one.
async fn who_may_read(
    all: &Transaction<'_>,
    room: i64,
    own: i64,
) -> Result<Option<Neighbour>, tokio_postgres::Error> {
    let row = all
        .query_opt(
            "SELECT s.session, s.name, s.link, s.draining FROM cardable.sessions s \
             WHERE s.session <> $2 AND NOT s.draining AND s.lease_until > clock_timestamp() AND NOT EXISTS \
             (SELECT FROM cardable.unreadable u WHERE u.room = $1 AND u.session = s.session) ORDER BY s.session LIMIT 1",
            &[&room, &own],
        )
        .await?;
    Ok(row.as_ref().map(neighbour))
}

/// Gives back a room that this host cannot bring back. False where nobody else may try.
pub(super) async fn give_back(client: &mut Object, room: RoomId, session: u64) -> Result<bool, StoreError> {
    let all = client.transaction().await.map_err(store_error)?;
    rooms::hold(&all, room, session).await?;
    let (number, own) = (room.0 as i64, session as i64);
    all.execute(
        "INSERT INTO cardable.unreadable (room, session) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[&number, &own],
    )
    .await
    .map_err(store_error)?;
    let others = who_may_read(&all, number, own).await.map_err(store_error)?;
    if others.is_none() {
        let may_return = all
            .query_opt(
                "SELECT FROM cardable.sessions WHERE NOT draining AND lease_until <= clock_timestamp() \
                 AND lease_until > clock_timestamp() - $1 * interval '1 second' LIMIT 1",
                &[&RETURN.as_secs_f64()],
            )
            .await
            .map_err(store_error)?;
        if may_return.is_some() {
            return Err(failed(
                "a host that may bring the room back was there a moment ago",
            ));
        }
    }
    if others.is_some() {
        // No session has this number.
        all.execute("UPDATE cardable.rooms SET epoch = 0 WHERE room = $1", &[&number])
            .await
            .map_err(store_error)?;
        rooms::has_changed(&all, room).await?;
    }
    all.commit().await.map_err(store_error)?;
    Ok(others.is_some())
}

/// Tells what addresses have spent here, and reads what the others say.
pub(super) async fn share_spending(
    client: &Client,
    session: u64,
    told: &[Spent],
    gone: &[AddressMark],
) -> Result<Vec<(u64, Spent)>, StoreError> {
    let session = session as i64;
    if !told.is_empty() {
        let addresses: Vec<&[u8]> = told.iter().map(|spent| &spent.address[..]).collect();
        let column =
            |of: fn(&Spent) -> u64| -> Vec<i64> { told.iter().map(|spent| of(spent) as i64).collect() };
        client
            .execute(
                "INSERT INTO cardable.spent (session, address, requests, messages, open) \
                 SELECT $1::bigint, * FROM unnest($2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[]) \
                 ON CONFLICT (session, address) DO UPDATE SET requests = excluded.requests, \
                 messages = excluded.messages, open = excluded.open",
                &[
                    &session,
                    &addresses,
                    &column(|spent| spent.requests),
                    &column(|spent| spent.messages),
                    &column(|spent| spent.open),
                ],
            )
            .await
            .map_err(store_error)?;
    }
    if !gone.is_empty() {
        let gone: Vec<&[u8]> = gone.iter().map(|mark| &mark[..]).collect();
        client
            .execute(
                "DELETE FROM cardable.spent WHERE session = $1 AND address = ANY($2)",
                &[&session, &gone],
            )
            .await
            .map_err(store_error)?;
    }
    let rows = client
        .query(
            "SELECT s.session, s.address, s.requests, s.messages, s.open FROM cardable.spent s \
             JOIN cardable.sessions h USING (session) WHERE s.session <> $1 AND h.lease_until > clock_timestamp()",
            &[&session],
        )
        .await
        .map_err(store_error)?;
    let spent = rows.iter().map(|row| {
        let number = |at: usize| row.get::<_, i64>(at) as u64;
        let spent = Spent {
            address: row.get::<_, &[u8]>(1).try_into().ok()?,
            requests: number(2),
            messages: number(3),
            open: number(4),
        };
        Some((number(0), spent))
    });
    Ok(spent.flatten().collect())
}

type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

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
