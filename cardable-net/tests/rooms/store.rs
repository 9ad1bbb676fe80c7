//! The stores: what was acknowledged is there, and nobody writes over it.

use crate::kept::{ROOM, append, keeps_what_it_acknowledges};
use crate::support::pages;
use cardable_net::store::{Append, Breakage, MemoryLog, RoomId, RoomLog, SqliteLog, StoreError};
use std::sync::Arc;

#[tokio::test]
async fn memory_keeps_what_it_acknowledges() {
    keeps_what_it_acknowledges(&MemoryLog::new()).await;
}

#[tokio::test]
async fn sqlite_keeps_what_it_acknowledges() {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteLog::open(folder.path().join("a.db")).unwrap();
    keeps_what_it_acknowledges(&log).await;
}

#[tokio::test]
async fn broken_memory_refuses() {
    let log = MemoryLog::new();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    log.break_with(Breakage::Full);
    assert_eq!(log.append(append(epoch, 0, &["a"])).await, Err(StoreError::Full));
    log.break_with(Breakage::NoSync);
    assert!(matches!(
        log.append(append(epoch, 0, &["a"])).await,
        Err(StoreError::Failed(_))
    ));
    log.break_with(Breakage::None);
    log.append(append(epoch, 0, &["a"])).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_write_at_once_and_all_of_it_is_there_when_the_file_is_opened_again() {
    const ROOMS: u64 = 50;
    const EACH: u64 = 20;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let log = Arc::new(SqliteLog::open(&file).unwrap());
    let (epoch, _) = log.claim().await.unwrap();
    let mut tasks = Vec::new();
    for room in 0..ROOMS {
        let log = Arc::clone(&log);
        tasks.push(tokio::spawn(async move {
            log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
            for at in 0..EACH {
                let records = vec![format!("{room} {at}").into_bytes()];
                let append = Append {
                    room: RoomId(room),
                    epoch,
                    at,
                    records,
                    about: None,
                };
                log.append(append).await.unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    log.close();
    assert_eq!(log.claim().await, Err(StoreError::Closed));
    let again = SqliteLog::open(&file).unwrap();
    assert_eq!(again.claim().await.unwrap().1.len(), ROOMS as usize);
    for room in 0..ROOMS {
        let wanted: Vec<Vec<u8>> = (0..EACH).map(|at| format!("{room} {at}").into_bytes()).collect();
        assert_eq!(again.read(RoomId(room), 0).await.unwrap(), wanted);
    }
}

#[tokio::test]
async fn a_full_disk_takes_nothing_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let log = SqliteLog::open_with(&file, pages(40)).unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    let mut written = 0;
    let big = "x".repeat(4000);
    let error = loop {
        match log.append(append(epoch, written, &[&big])).await {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 1000, "it never gets full");
    };
    assert_eq!(error, StoreError::Full);
    assert!(written > 0);
    assert_eq!(
        log.append(append(epoch, written, &[&big])).await,
        Err(StoreError::Full)
    );
    assert_eq!(log.read(ROOM, 0).await.unwrap().len() as u64, written);
    drop(log);
    let again = SqliteLog::open(&file).unwrap();
    let (epoch, _) = again.claim().await.unwrap();
    assert_eq!(again.read(ROOM, 0).await.unwrap().len() as u64, written);
    again.append(append(epoch, written, &[&big])).await.unwrap();
}

/// What a host leaves behind that ends in the middle: the files as they are.
fn left_behind(file: &std::path::Path, at: &std::path::Path) -> std::path::PathBuf {
    let copy = at.join("b.db");
    for part in ["", "-wal"] {
        let name = |path: &std::path::Path| format!("{}{part}", path.display());
        std::fs::copy(name(file), name(&copy)).unwrap();
    }
    copy
}

/// Records move on inside the file while more of them come: nobody who reads notices, and nothing is
/// lost wherever the host ends.
#[tokio::test]
async fn records_are_there_wherever_they_lie_in_the_file() {
    const ROOMS: u64 = 3;
    const EACH: u64 = 160;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let log = SqliteLog::open(&file).unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    let record = |room: u64, at: u64| vec![(room * 7 + at) as u8; 8000];
    let add = |room: u64, at: u64| {
        log.append(Append {
            room: RoomId(room),
            epoch,
            at,
            records: vec![record(room, at)],
            about: None,
        })
    };
    for room in 0..=ROOMS {
        log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
    }
    for at in 0..EACH {
        for room in 0..ROOMS {
            add(room, at).await.unwrap();
        }
        // One room comes and goes, and has other records each time.
        add(ROOMS, 0).await.unwrap();
        log.remove(RoomId(ROOMS), epoch).await.unwrap();
        log.create(RoomId(ROOMS), epoch, Vec::new()).await.unwrap();
        if at % 16 != 15 {
            continue;
        }
        let place = tempfile::tempdir().unwrap();
        let after = SqliteLog::open(left_behind(&file, place.path())).unwrap();
        for room in 0..ROOMS {
            let wanted: Vec<_> = (3..=at).map(|at| record(room, at)).collect();
            assert!(log.read(RoomId(room), 3).await.unwrap() == wanted, "{room} {at}");
            assert!(
                after.read(RoomId(room), 3).await.unwrap() == wanted,
                "{room} {at}, left behind"
            );
        }
        assert!(log.read(RoomId(ROOMS), 0).await.unwrap().is_empty());
        assert!(after.read(RoomId(ROOMS), 0).await.unwrap().is_empty());
        let (later, _) = after.claim().await.unwrap();
        let next = Append {
            room: RoomId(0),
            ..append(later, at + 1, &["next"])
        };
        after.append(next).await.unwrap();
    }
}

/// Who claims the rooms by another handle of the file finds everything, and who had them is fenced.
#[tokio::test]
async fn another_host_takes_over_what_has_not_moved_yet() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let first = SqliteLog::open(&file).unwrap();
    let (epoch, _) = first.claim().await.unwrap();
    first.create(ROOM, epoch, Vec::new()).await.unwrap();
    first.append(append(epoch, 0, &["a", "b"])).await.unwrap();
    let second = SqliteLog::open(&file).unwrap();
    first.append(append(epoch, 2, &["c"])).await.unwrap();
    let (later, _) = second.claim().await.unwrap();
    second.append(append(later, 3, &["d"])).await.unwrap();
    assert_eq!(
        first.append(append(epoch, 3, &["x"])).await,
        Err(StoreError::Fenced)
    );
    first.close();
    second.append(append(later, 4, &["e"])).await.unwrap();
    let wanted = [b"a", b"b", b"c", b"d", b"e"];
    assert_eq!(second.read(ROOM, 0).await.unwrap(), wanted);
    second.close();
    let third = SqliteLog::open(&file).unwrap();
    assert_eq!(third.read(ROOM, 0).await.unwrap(), wanted);
}
