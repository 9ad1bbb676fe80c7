//! Backups: what is restored goes on where it was, whoever was its owner.

use crate::cluster::{Cluster, connect, shared};
use crate::kept::{ROOM, append};
use cardable_net::store::{
    Announced, Claimed, PostgresAddress, PostgresLog, RoomLog as _, SharedLog as _, Taken,
};
use std::time::Duration;

fn host(name: &str) -> Announced {
    Announced {
        name: name.to_owned(),
        link: None,
    }
}

/// Joins a restored database, and takes the room when the time of the host is over that has it according to the backup.
async fn take_over(log: &PostgresLog) -> (u64, Claimed) {
    let session = log.join(host("ben")).await.unwrap().session;
    loop {
        match log.take(ROOM, session).await.unwrap() {
            Taken::Yours(claimed) => return (session, claimed),
            Taken::Elsewhere(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// The room is as it was when the backup was made, and is played on.
async fn goes_on(address: &PostgresAddress, before: u64) {
    let log = PostgresLog::open(address).await.unwrap();
    let (session, claimed) = take_over(&log).await;
    assert!(session > before, "no session has a number of an earlier one");
    assert_eq!(claimed.about, b"about");
    assert_eq!(log.read(ROOM, 0).await.unwrap(), [b"a", b"b"]);
    log.append(append(session, 2, &["d"])).await.unwrap();
    log.close().await;
    let again = PostgresLog::open(address).await.unwrap();
    again.claim().await.unwrap();
    assert_eq!(again.read(ROOM, 0).await.unwrap(), [b"a", b"b", b"d"]);
}

/// A room of two records, at a host that runs.
async fn begin(address: &PostgresAddress) -> (PostgresLog, u64) {
    let log = PostgresLog::open(address).await.unwrap();
    let session = log.join(host("ada")).await.unwrap().session;
    log.create(ROOM, session, b"about".to_vec()).await.unwrap();
    log.append(append(session, 0, &["a", "b"])).await.unwrap();
    (log, session)
}

#[tokio::test]
async fn what_pg_dump_copied_goes_on() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let (log, session) = begin(&address).await;
    let (_, database) = address.url.rsplit_once('/').unwrap();
    let dump = cluster.dump(database);
    log.append(append(session, 2, &["c"])).await.unwrap();
    log.close().await;
    goes_on(&cluster.restore(&dump).await, session).await;
}

#[tokio::test]
async fn a_moment_of_the_past_goes_on() {
    let Some(mut old) = Cluster::start() else { return };
    let backup = old.archive();
    let address = old.database().await;
    let (log, session) = begin(&address).await;
    let beside = connect(&address.url).await;
    let moment = "SELECT pg_create_restore_point('supper')";
    beside.batch_execute(moment).await.unwrap();
    log.append(append(session, 2, &["c"])).await.unwrap();
    log.close().await;
    let last = "SELECT pg_walfile_name(pg_switch_wal())";
    let last: String = beside.query_one(last, &[]).await.unwrap().get(0);
    let archived = "SELECT coalesce(last_archived_wal >= $1, false) FROM pg_stat_archiver";
    while !beside
        .query_one(archived, &[&last])
        .await
        .unwrap()
        .get::<_, bool>(0)
    {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(beside);
    let restored = old.go_back(backup, "supper").await;
    let (_, database) = address.url.rsplit_once('/').unwrap();
    let restored_address = PostgresAddress {
        url: restored.address(database),
        ..address.clone()
    };
    goes_on(&restored_address, session).await;
}
