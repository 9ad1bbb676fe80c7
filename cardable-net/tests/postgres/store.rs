//! What was acknowledged is there, and nobody writes over it.

use crate::cluster::{connect, shared};
use crate::kept::{ROOM, append, keeps_what_it_acknowledges};
use cardable_net::store::{
    Append, PostgresAddress, PostgresLog, Quarantine, RoomId, RoomLog as _, StoreError,
};
use std::sync::Arc;

#[tokio::test]
async fn postgres_keeps_what_it_acknowledges() {
    let Some(cluster) = shared() else { return };
    let log = PostgresLog::open(&cluster.database().await).await.unwrap();
    keeps_what_it_acknowledges(&log).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_write_at_once_and_all_of_it_is_there_when_it_is_opened_again() {
    const ROOMS: u64 = 50;
    const EACH: u64 = 20;
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let log = Arc::new(PostgresLog::open(&address).await.unwrap());
    let (epoch, _) = log.claim().await.unwrap();
    let record = |room: u64, at: u64| format!("{room} {at}").into_bytes();
    let tasks = (0..ROOMS).map(|room| {
        let log = Arc::clone(&log);
        tokio::spawn(async move {
            log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
            for at in (0..EACH).step_by(2) {
                let append = Append {
                    room: RoomId(room),
                    epoch,
                    at,
                    records: vec![record(room, at), record(room, at + 1)],
                    about: Some(format!("about {at}").into_bytes()),
                };
                log.append(append).await.unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    log.close().await;
    assert_eq!(log.claim().await, Err(StoreError::Closed));
    assert_eq!(
        log.append(append(epoch, 0, &["x"])).await,
        Err(StoreError::Closed)
    );
    let again = PostgresLog::open(&address).await.unwrap();
    let (_, claimed) = again.claim().await.unwrap();
    assert_eq!(claimed.len(), ROOMS as usize);
    assert!(claimed.iter().all(|claimed| claimed.about == b"about 18"));
    for room in 0..ROOMS {
        let wanted: Vec<Vec<u8>> = (0..EACH).map(|at| record(room, at)).collect();
        assert_eq!(again.read(RoomId(room), 0).await.unwrap(), wanted);
    }
}

/// Orders of one room that are given before the first is answered come one after another.
#[tokio::test]
async fn appends_of_a_room_do_not_overtake_each_other() {
    let Some(cluster) = shared() else { return };
    let log = PostgresLog::open(&cluster.database().await).await.unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    let answers: Vec<_> = (0..40).map(|at| log.append(append(epoch, at, &["a"]))).collect();
    for answer in answers {
        answer.await.unwrap();
    }
    assert_eq!(log.read(ROOM, 0).await.unwrap().len(), 40);
}

/// Two hosts write to the same rooms, and each believes that they are its own: of each record one is kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_hosts_the_one_that_claimed_first_is_refused() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let first = Arc::new(PostgresLog::open(&address).await.unwrap());
    let (epoch, _) = first.claim().await.unwrap();
    for room in 0..20 {
        first.create(RoomId(room), epoch, Vec::new()).await.unwrap();
    }
    let writers = (0..20).map(|room| {
        let log = Arc::clone(&first);
        tokio::spawn(async move {
            let mut written = 0;
            loop {
                let append = Append {
                    room: RoomId(room),
                    ..append(epoch, written, &["first"])
                };
                match log.append(append).await {
                    Ok(()) => written += 1,
                    Err(error) => return (error, written),
                }
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    let second = PostgresLog::open(&address).await.unwrap();
    tokio::task::yield_now().await;
    let (later, claimed) = second.claim().await.unwrap();
    assert_eq!(claimed.len(), 20);
    for (room, writer) in (0..).zip(writers) {
        let (error, written) = writer.await.unwrap();
        assert_eq!(error, StoreError::Fenced);
        let there = second.read(RoomId(room), 0).await.unwrap();
        assert_eq!(
            there.len() as u64,
            written,
            "everything that was acknowledged, and nothing else"
        );
        let append = Append {
            room: RoomId(room),
            ..append(later, written, &["second"])
        };
        second.append(append).await.unwrap();
    }
    assert_eq!(
        first.create(RoomId(99), epoch, Vec::new()).await,
        Err(StoreError::Fenced)
    );
}

#[tokio::test]
async fn many_hosts_may_start_at_once() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let starts = (0..8).map(|_| {
        let address = address.clone();
        tokio::spawn(async move {
            PostgresLog::open(&address)
                .await
                .unwrap()
                .claim()
                .await
                .unwrap()
                .0
        })
    });
    let mut epochs = Vec::new();
    for start in starts.collect::<Vec<_>>() {
        epochs.push(start.await.unwrap());
    }
    epochs.sort_unstable();
    assert_eq!(epochs, (1..=8).collect::<Vec<u64>>());
}

#[tokio::test]
async fn what_was_changed_behind_its_back_is_found() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let log = PostgresLog::open(&address).await.unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    let blob = (*blake3::hash(b"blob").as_bytes(), b"blob".to_vec());
    log.keep_content(vec![blob.clone()]).await.unwrap();
    let beside = connect(&address.url).await;
    for damage in [
        "UPDATE cardable.records SET record = 'x' WHERE place = 1",
        "DELETE FROM cardable.records WHERE place = 2",
        "DELETE FROM cardable.records WHERE place = 1",
        "UPDATE cardable.records SET link = 'x' WHERE place = 2",
        "UPDATE cardable.records SET place = 7 WHERE place = 2",
        "UPDATE cardable.rooms SET link = decode(repeat('00', 16), 'hex')",
        "UPDATE cardable.rooms SET next = 9",
        "UPDATE cardable.rooms SET link = 'x'",
    ] {
        log.create(ROOM, epoch, Vec::new()).await.unwrap();
        log.append(append(epoch, 0, &["a", "b", "c"])).await.unwrap();
        assert_eq!(log.read(ROOM, 0).await.unwrap().len(), 3);
        beside.batch_execute(damage).await.unwrap();
        let read = log.read(ROOM, 0).await;
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{damage}: {read:?}");
        // Nothing is written after what is damaged at the end of the log.
        let _ = log.append(append(epoch, 3, &["d"])).await;
        let read = log.read(ROOM, 0).await;
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{damage}: {read:?}");
        log.remove(ROOM, epoch).await.unwrap();
    }
    beside
        .batch_execute("UPDATE cardable.content SET bytes = 'x'")
        .await
        .unwrap();
    assert!(matches!(log.content(blob.0).await, Err(StoreError::Damaged(_))));
    log.create(ROOM, epoch, b"about".to_vec()).await.unwrap();
    beside
        .batch_execute("UPDATE cardable.abouts SET about = 'x'")
        .await
        .unwrap();
    let (_, claimed) = log.claim().await.unwrap();
    assert!(
        matches!(claimed[0].quarantine, Some(Quarantine::Sure(_))),
        "{claimed:?}"
    );
}

#[tokio::test]
async fn a_room_stays_set_aside_until_it_is_released() {
    let Some(cluster) = shared() else { return };
    let log = PostgresLog::open(&cluster.database().await).await.unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    log.quarantine(ROOM, epoch, "why".to_owned()).await.unwrap();
    let (epoch, claimed) = log.claim().await.unwrap();
    assert_eq!(claimed[0].quarantine, Some(Quarantine::Sure("why".to_owned())));
    log.release(ROOM, epoch).await.unwrap();
    assert_eq!(log.claim().await.unwrap().1[0].quarantine, None);
}

/// Databases that cannot be used, what they are made with, and what the operator is told.
#[tokio::test]
async fn a_database_that_cannot_be_used_is_explained() {
    let Some(cluster) = shared() else { return };
    for (made, wanted) in [
        (
            "ALTER DATABASE NAME SET default_transaction_read_only = on",
            "takes no writes",
        ),
        (
            "CREATE SCHEMA cardable; CREATE TABLE cardable.version AS SELECT 99 AS version",
            "a later version of the host",
        ),
        (
            "CREATE SCHEMA cardable; CREATE TABLE cardable.version (version integer)",
            "restore a backup",
        ),
    ] {
        let address = cluster.database().await;
        let name = address.url.rsplit('/').next().unwrap().to_owned();
        let beside = connect(&address.url).await;
        beside.batch_execute(&made.replace("NAME", &name)).await.unwrap();
        let error = PostgresLog::open(&address).await.unwrap_err();
        assert!(error.to_string().contains(wanted), "{made}: {error}");
    }
    // Tables of a later version that this one can work with.
    let address = cluster.database().await;
    let beside = connect(&address.url).await;
    drop(PostgresLog::open(&address).await.unwrap());
    let later =
        |readable_by: &str| format!("UPDATE cardable.version SET version = 99, readable_by = {readable_by}");
    beside.batch_execute(&later("version")).await.unwrap();
    drop(PostgresLog::open(&address).await.unwrap());
    beside.batch_execute(&later("99")).await.unwrap();
    let error = PostgresLog::open(&address).await.unwrap_err();
    assert!(
        error.to_string().contains("a later version of the host"),
        "{error}"
    );
    let address = cluster.database().await;
    let beside = connect(&address.url).await;
    beside.batch_execute("CREATE ROLE guest LOGIN").await.unwrap();
    let guest = PostgresAddress {
        url: address.url.replace("host@", "guest@"),
        ..address.clone()
    };
    let error = PostgresLog::open(&guest).await.unwrap_err();
    assert!(error.to_string().contains("grant the user the rights"), "{error}");
    // A table is missing.
    let log = PostgresLog::open(&address).await.unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    beside.batch_execute("DROP TABLE cardable.records").await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    let error = log.append(append(epoch, 0, &["a"])).await.unwrap_err();
    assert!(error.to_string().contains("lacks what the host needs"), "{error}");
    // Nobody is there, and no address.
    for (url, wanted) in [
        ("postgres://host@127.0.0.1:1/nothing", "cannot be used"),
        ("postgres:///nothing", "names no host"),
        ("postgres://host@127.0.0.1:port/nothing", "cannot be read"),
    ] {
        let address = PostgresAddress {
            url: url.to_owned(),
            certificates: None,
            lease: None,
        };
        let error = PostgresLog::open(&address).await.unwrap_err();
        assert!(error.to_string().contains(wanted), "{url}: {error}");
    }
}
