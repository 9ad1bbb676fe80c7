//! Rows of rooms: who owns a room, and where its log ends.

use super::error::store_error;
use crate::store::chain::{End, Link, about_sum};
use crate::store::{Claimed, Creation, MadeBy, Quarantine, RoomId, StoreError};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio_postgres::{Client, GenericClient, IsolationLevel, Row, Transaction};

/// Maximum number of rooms whose log end is remembered.
const MOST: usize = 100_000;

/// A room's row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Held {
    /// The epoch that owns the room.
    pub(super) epoch: u64,
    /// How often it was written to.
    pub(super) writes: u64,
    /// The end of its log.
    pub(super) end: End,
}

/// Ends of logs as this host knows them. The database has the last word: where it refuses, the end is read anew.
#[derive(Debug, Default)]
pub(super) struct Ends(Mutex<HashMap<RoomId, Held>>);

impl Ends {
    fn all(&self) -> MutexGuard<'_, HashMap<RoomId, Held>> {
        // No code panics while holding the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, room: RoomId) -> Option<Held> {
        self.all().get(&room).copied()
    }

    pub(super) fn set(&self, room: RoomId, held: Held) {
        let mut all = self.all();
        if all.len() >= MOST
            && !all.contains_key(&room)
            && let Some(any) = all.keys().next().copied()
        {
            all.remove(&any);
        }
        all.insert(room, held);
    }

    pub(super) fn forget(&self, room: RoomId) {
        self.all().remove(&room);
    }

    pub(super) fn forget_all(&self) {
        self.all().clear();
    }
}

/// The rows of some rooms. Those that do not exist are left out; one that is damaged does not stand in the way of others.
pub(super) async fn ends_of<C: GenericClient>(
    client: &C,
    rooms: &[RoomId],
) -> Result<HashMap<RoomId, Result<Held, StoreError>>, tokio_postgres::Error> {
    let numbers: Vec<i64> = rooms.iter().map(|room| room.0 as i64).collect();
    let rows = client
        .query(
            "SELECT room, epoch, writes, next, link FROM cardable.rooms WHERE room = ANY($1)",
            &[&numbers],
        )
        .await?;
    let held = rows.iter().map(|row| {
        let room = RoomId(row.get::<_, i64>(0) as u64);
        let held = Link::try_from(row.get::<_, &[u8]>(4)).map(|link| Held {
            epoch: row.get::<_, i64>(1) as u64,
            writes: row.get::<_, i64>(2) as u64,
            end: End {
                next: row.get::<_, i64>(3) as u64,
                link,
            },
        });
        let damaged = |_| StoreError::Damaged(format!("the row of room {room} is not what was written"));
        (room, held.map_err(damaged))
    });
    Ok(held.collect())
}

/// A room as it is found, from its number, what is said of it, the sum of that, and why it is set aside.
pub(super) fn claimed(row: &Row) -> Claimed {
    let room = RoomId(row.get::<_, i64>(0) as u64);
    let about: Option<Vec<u8>> = row.get(1);
    let sum: Option<Vec<u8>> = row.get(2);
    let about = about.filter(|about| sum.as_deref() == Some(&about_sum(room, about)[..]));
    let lost = || "what the store keeps of the room beside its log is damaged".to_owned();
    let why: Option<String> = row.get(3);
    Claimed {
        room,
        quarantine: why.or_else(|| about.is_none().then(lost)).map(Quarantine::Sure),
        about: about.unwrap_or_default(),
    }
}

/// Tells other hosts that they should look at a room again.
pub(super) async fn has_changed(all: &Transaction<'_>, room: RoomId) -> Result<(), StoreError> {
    all.execute(
        "UPDATE cardable.abouts SET changed = txid_current() WHERE room = $1",
        &[&(room.0 as i64)],
    )
    .await
    .map_err(store_error)?;
    Ok(())
}

/// Gives all rooms to a new epoch, and ends all sessions. Gives it, and the rooms as [`claimed`] reads them.
pub(super) async fn claim(client: &mut Client) -> Result<(u64, Vec<Row>), tokio_postgres::Error> {
    let all = client.transaction().await?;
    // Whoever else claims the rooms, or makes one, waits for this row.
    let epoch: i64 = all
        .query_one("UPDATE cardable.store SET epoch = epoch + 1 RETURNING epoch", &[])
        .await?
        .get(0);
    all.execute("DELETE FROM cardable.sessions", &[]).await?;
    all.execute(
        "INSERT INTO cardable.sessions (session, name, lease_until) VALUES ($1, 'all rooms', 'infinity')",
        &[&epoch],
    )
    .await?;
    all.execute("UPDATE cardable.rooms SET epoch = $1", &[&epoch])
        .await?;
    let rows = all
        .query(
            "SELECT r.room, a.about, a.sum, q.why FROM cardable.rooms r \
             LEFT JOIN cardable.abouts a USING (room) LEFT JOIN cardable.quarantine q USING (room) \
             ORDER BY r.room",
            &[],
        )
        .await?;
    all.commit().await?;
    Ok((epoch as u64, rows))
}

/// Keeps others from taking a room away until the transaction ends. Fails unless the epoch owns it.
pub(super) async fn hold(all: &Transaction<'_>, room: RoomId, epoch: u64) -> Result<(), StoreError> {
    let row = all
        .query_opt(
            "SELECT epoch FROM cardable.rooms WHERE room = $1 FOR NO KEY UPDATE",
            &[&(room.0 as i64)],
        )
        .await
        .map_err(store_error)?;
    match row.map(|row| row.get::<_, i64>(0) as u64) {
        None => Err(StoreError::NoRoom),
        Some(owner) if owner != epoch => Err(StoreError::Fenced),
        Some(_) => Ok(()),
    }
}

/// The first of the two numbers of a lock that is held while a person makes a room.
const MAKES: i32 = 0x6d61_6b65;

/// Notes that a person makes a room, unless there are too many already. Whoever makes another one in the person's name waits
/// until the transaction ends.
async fn count_for(all: &Transaction<'_>, room: RoomId, by: MadeBy) -> Result<Creation, StoreError> {
    let person = by.person as i64;
    // Two persons may share a lock, and then wait for each other without need.
    let lock = (person ^ (person >> 32)) as i32;
    all.execute("SELECT pg_advisory_xact_lock($1, $2)", &[&MAKES, &lock])
        .await
        .map_err(store_error)?;
    let most = i64::try_from(by.most).unwrap_or(i64::MAX);
    // This statement sees what was made before the lock was free, for it is another one than that which has waited.
    let there: i64 = all
        .query_one(
            "WITH there AS (SELECT count(*) AS many FROM cardable.makers JOIN cardable.rooms USING (room) WHERE person = $2), \
             made AS (INSERT INTO cardable.makers (room, person) SELECT $1, $2 FROM there WHERE many < $3 \
             ON CONFLICT (room) DO UPDATE SET person = excluded.person) \
             SELECT many FROM there",
            &[&(room.0 as i64), &person, &most],
        )
        .await
        .map_err(store_error)?
        .get(0);
    Ok(match there < most {
        true => Creation::Made,
        false => Creation::TooMany(usize::try_from(there).unwrap_or(usize::MAX)),
    })
}

/// Creates a room with an empty log, unless its maker has too many.
pub(super) async fn create(
    client: &mut Client,
    room: RoomId,
    epoch: u64,
    about: &[u8],
    by: Option<MadeBy>,
) -> Result<Creation, StoreError> {
    let all = client
        .build_transaction()
        // Each statement sees what others have made before it.
        .isolation_level(IsolationLevel::ReadCommitted)
        .start()
        .await
        .map_err(store_error)?;
    let (number, epoch) = (room.0 as i64, epoch as i64);
    // The session cannot end meanwhile.
    let lives = all
        .query_opt(
            "SELECT FROM cardable.sessions WHERE session = $1 AND lease_until > clock_timestamp() FOR KEY SHARE",
            &[&epoch],
        )
        .await
        .map_err(store_error)?;
    if lives.is_none() {
        return Err(StoreError::Fenced);
    }
    if let Some(by) = by
        && let too_many @ Creation::TooMany(_) = count_for(&all, room, by).await?
    {
        return Ok(too_many);
    }
    let end = End::empty(room);
    let made = all
        .execute(
            "INSERT INTO cardable.rooms (room, epoch, writes, next, link) VALUES ($1, $2, 0, 0, $3) ON CONFLICT DO NOTHING",
            &[&number, &epoch, &&end.link[..]],
        )
        .await
        .map_err(store_error)?;
    if made == 0 {
        return Err(StoreError::NoRoom);
    }
    let sum = about_sum(room, about);
    all.execute(
        "INSERT INTO cardable.abouts (room, about, sum) VALUES ($1, $2, $3)",
        &[&number, &about, &&sum[..]],
    )
    .await
    .map_err(store_error)?;
    all.commit().await.map_err(store_error)?;
    Ok(Creation::Made)
}
