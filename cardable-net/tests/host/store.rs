//! A store that fails: choices are refused with the reason, nobody hears of them, and whatever was
//! acknowledged is there when the store works again.

use crate::support::TestHost;
use crate::tables::{Seen, Table, comes_back_to, goes_on, meets_a_failing_store, open_tables};
use cardable_net::store::{Breakage, MemoryLog, Opening, RoomLog, SqliteLog};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Another host opens what the first one has left: everybody finds the table as it was.
async fn comes_back<L: RoomLog>(log: Arc<L>, tables: &mut [Table], seen: &[Seen]) {
    let host = TestHost::on(log, |_| {}).await;
    comes_back_to(&host.url(), tables, seen).await;
    host.stopped().await;
}

/// What everybody has seen by now.
async fn seen(tables: &mut [Table]) -> Vec<Seen> {
    let mut all = Vec::new();
    for table in tables {
        all.push(table.catch_up().await);
    }
    all
}

/// By the trait, as disks fail that no test can have: also by an fsync that fails.
#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_become_durable_is_told_to_nobody() {
    let host = TestHost::start().await;
    let mut tables = open_tables(&host.url()).await;
    for breakage in [Breakage::Full, Breakage::NoSync] {
        host.log.break_with(breakage);
        meets_a_failing_store(&host.url(), &mut tables).await;
        meets_a_failing_store(&host.url(), &mut tables).await;
        host.log.break_with(Breakage::None);
        goes_on(&mut tables).await;
    }
    let seen = seen(&mut tables).await;
    let log: Arc<MemoryLog> = host.stopped().await;
    comes_back(log, &mut tables, &seen).await;
}

/// What can go wrong with a real file while a host has it open.
struct Trouble {
    name: &'static str,
    /// Makes it go wrong; what it gives undoes it again.
    begin: fn(&Path) -> Mend,
    /// Whether the host that has met it goes on afterwards, or the next one does.
    goes_on: bool,
}

/// Undoes what went wrong, and says where the file is now.
type Mend = Box<dyn FnOnce() -> PathBuf>;

const TROUBLES: [Trouble; 4] = [
    Trouble {
        name: "another program is in the middle of writing",
        begin: |file| {
            let other = Connection::open(file).expect("the file");
            other.execute_batch("BEGIN IMMEDIATE").expect("it is locked");
            let file = file.to_owned();
            Box::new(move || {
                other.execute_batch("ROLLBACK").expect("it is free");
                file
            })
        },
        goes_on: true,
    },
    Trouble {
        name: "the disk is full",
        begin: |file| {
            let other = Connection::open(file).expect("the file");
            let fill = format!(
                "CREATE TABLE filling (bytes BLOB); INSERT INTO filling VALUES (zeroblob({PAGES} * 4096))"
            );
            other.execute_batch(&fill).expect("it may write");
            let file = file.to_owned();
            Box::new(move || {
                other.execute_batch("DROP TABLE filling").expect("it may write");
                file
            })
        },
        goes_on: true,
    },
    Trouble {
        name: "the folder was put elsewhere",
        begin: |file| {
            let folder = file.parent().expect("a folder").to_owned();
            let elsewhere = folder.with_extension("aside");
            std::fs::rename(&folder, &elsewhere).expect("it can be renamed");
            Box::new(move || elsewhere.join("rooms.sqlite"))
        },
        goes_on: false,
    },
    Trouble {
        name: "the write-ahead log was put aside",
        begin: |file| {
            let log = file.with_extension("sqlite-wal");
            let aside = file.with_extension("aside");
            std::fs::rename(&log, &aside).expect("it can be renamed");
            let file = file.to_owned();
            Box::new(move || {
                std::fs::rename(aside, log).expect("it can be put back");
                file
            })
        },
        goes_on: false,
    },
];

/// So many pages may the file have.
const PAGES: u32 = 4000;

#[tokio::test(flavor = "multi_thread")]
async fn real_files_that_fail_lose_nothing_and_promise_nothing() {
    // At once, for most of it is waiting for hosts that stop.
    futures_util::future::join_all(TROUBLES.into_iter().map(loses_nothing)).await;
}

async fn loses_nothing(trouble: Trouble) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("data/rooms.sqlite");
    std::fs::create_dir(folder.path().join("data")).expect("a folder");
    let opening = Opening {
        most_pages: Some(PAGES),
        patience: Duration::from_millis(50),
    };
    let log = SqliteLog::open_with(&file, opening).expect("a store");
    let host = TestHost::on(Arc::new(log), |_| {}).await;
    let mut tables = open_tables(&host.url()).await;
    let mend = (trouble.begin)(&file);
    let mut kept = meets_a_failing_store(&host.url(), &mut tables).await;
    assert_eq!(host.get("/readyz").await.0, 503, "{}", trouble.name);
    let file = mend();
    assert_eq!(
        host.get("/readyz").await.0 == 200,
        trouble.goes_on,
        "{}",
        trouble.name
    );
    if trouble.goes_on {
        goes_on(&mut tables).await;
        kept = seen(&mut tables).await;
    } else {
        meets_a_failing_store(&host.url(), &mut tables).await;
    }
    drop(host.stopped().await);
    let log = SqliteLog::open(file).expect("it is a store");
    comes_back(Arc::new(log), &mut tables, &kept).await;
}
