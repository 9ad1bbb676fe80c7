//! The tables of the store, made and changed by numbered files.

use super::error::{failed, store_error};
use crate::store::StoreError;
use tokio_postgres::{Client, GenericClient, Row};

/// Each file leads from the version before it to its own, which is its place in this list, from 1.
const STEPS: [&str; 5] = [
    include_str!("0001.sql"),
    include_str!("0002.sql"),
    include_str!("0003.sql"),
    include_str!("0004.sql"),
    include_str!("0005.sql"),
];

/// Held while tables change, so that of several hosts that start at once one changes them. The number is that of this
/// program among all that use such locks.
const LOCK: i64 = 0x6361_7264_6162_6c65;

/// Creates the tables, or brings them up to date. Refuses tables of a later version, unless they say that this one can use them.
pub(super) async fn update(client: &mut Client) -> Result<(), StoreError> {
    let all = client.transaction().await.map_err(store_error)?;
    all.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await
        .map_err(store_error)?;
    // A role without the right to create schemas may use one that is there.
    let is_there = all
        .query_opt("SELECT FROM pg_namespace WHERE nspname = 'cardable'", &[])
        .await
        .map_err(store_error)?;
    if is_there.is_none() {
        all.batch_execute("CREATE SCHEMA cardable")
            .await
            .map_err(store_error)?;
    }
    let version = version(&all).await?;
    let done = version.unwrap_or(0);
    if done == 0 {
        all.batch_execute("CREATE TABLE cardable.version (version integer NOT NULL); INSERT INTO cardable.version VALUES (0)")
            .await
            .map_err(store_error)?;
    }
    for (step, number) in STEPS.iter().zip(1..).skip(done) {
        all.batch_execute(step).await.map_err(store_error)?;
        tracing::info!(version = number, "the database's tables are brought up to date");
    }
    let now = i32::try_from(STEPS.len()).unwrap_or(i32::MAX);
    if done < STEPS.len() {
        all.execute("UPDATE cardable.version SET version = $1", &[&now])
            .await
            .map_err(store_error)?;
    }
    all.commit().await.map_err(store_error)
}

/// Checks that the tables could be used, and changes nothing. False where there are none yet.
pub(super) async fn look_at(client: &Client) -> Result<bool, StoreError> {
    Ok(version(client).await?.is_some())
}

/// Checks that the tables are there as this host makes them, and changes nothing.
pub(super) async fn is_current(client: &Client, shown: &str) -> Result<(), StoreError> {
    match version(client).await? {
        None => Err(failed(&format!(
            "there is no store in the database at {shown}; give the address that a host has as `store`"
        ))),
        Some(version) if version < STEPS.len() => Err(failed(&format!(
            "the tables in the database at {shown} are of version {version}, and this program reads {}; start this \
             version of the host on them once, which brings them up to date",
            STEPS.len()
        ))),
        Some(_) => Ok(()),
    }
}

/// The version of the tables; None where there are none.
async fn version<C: GenericClient>(client: &C) -> Result<Option<usize>, StoreError> {
    let there = client
        .query_one("SELECT to_regclass('cardable.version') IS NOT NULL", &[])
        .await
        .map_err(store_error)?;
    if !there.get::<_, bool>(0) {
        return Ok(None);
    }
    let row = client
        .query_opt(
            // Tables of early versions do not say who can work with them.
            "SELECT version, coalesce((to_jsonb(v) ->> 'readable_by')::integer, version) FROM cardable.version v",
            &[],
        )
        .await
        .map_err(store_error)?;
    let number = |row: &Row, at| usize::try_from(row.get::<_, i32>(at)).ok();
    let (version, readable_by) = row
        .and_then(|row| number(&row, 0).zip(number(&row, 1)))
        .ok_or_else(|| failed("the table `cardable.version` is empty: restore a backup"))?;
    if version > STEPS.len() && readable_by > STEPS.len() {
        return Err(StoreError::Damaged(format!(
            "the database was written by a later version of the host: its tables are of version {version}, and this \
             host knows {}; start the later one",
            STEPS.len()
        )));
    }
    Ok(Some(version))
}
