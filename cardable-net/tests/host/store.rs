//! A store that fails: choices are refused with the reason, nobody hears of them, and whatever was
//! acknowledged is there when the store works again.

use crate::support::{TestHost, catch_up, come_back, see, two_at_a_table};
use cardable_core::View;
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{Code, Refused};
use cardable_net::store::{Breakage, MemoryLog, Opening, RoomLog, SqliteLog};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How many tables play on a store that fails.
const TABLES: usize = 4;

/// Two who play, and one who watches them.
struct Table {
    players: [Client; 2],
    watcher: Client,
    rng: SmallRng,
}

/// What everybody at a table has seen.
type Seen = [(Option<u64>, Option<View>); 3];

impl Table {
    async fn open<L: RoomLog>(host: &TestHost<L>, seed: u64) -> Table {
        let (ada, ben) = two_at_a_table(host, "crazy-eights").await;
        let mut watcher = host.client("Eve").await;
        watcher
            .spectate(&ada.seated().expect("a seat").room, None)
            .await
            .expect("she may watch");
        see(&mut watcher).await;
        Table {
            players: [ada, ben],
            watcher,
            rng: SmallRng::seed_from_u64(seed),
        }
    }

    /// Whoever is on turn chooses something.
    async fn choose(&mut self) -> Result<(), Refused> {
        let before = self.catch_up().await[0].0;
        loop {
            for player in &mut self.players {
                match player.play_at_random(&mut self.rng).await {
                    Ok(()) if player.table().seq() > before => return Ok(()),
                    Ok(()) => {}
                    Err(ClientError::Refused(refused)) => return Err(*refused),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }

    /// Chooses until nothing can be kept any more. Gives the refusal, and what was seen before it.
    async fn until_it_is_refused(&mut self) -> (Refused, Seen) {
        for _ in 0..300 {
            let seen = self.catch_up().await;
            if let Err(refused) = self.choose().await {
                return (refused, seen);
            }
        }
        panic!("everything can be kept");
    }

    /// Everybody has been told all that the room has told, and says what it is.
    async fn catch_up(&mut self) -> Seen {
        let [ada, ben] = &mut self.players;
        for client in [&mut *ada, &mut *ben, &mut self.watcher] {
            catch_up(client).await;
        }
        [&*ada, &*ben, &self.watcher].map(|client| (client.table().seq(), client.table().view().cloned()))
    }
}

/// Choices of all tables meet a store that fails, again and again; nobody hears of any.
async fn meets_a_failing_store<L: RoomLog>(host: &TestHost<L>, tables: &mut [Table]) -> Vec<Seen> {
    let mut all = Vec::new();
    let refusals = futures_util::future::join_all(tables.iter_mut().map(Table::until_it_is_refused)).await;
    for (table, (refused, seen)) in tables.iter_mut().zip(refusals) {
        assert_eq!(refused.code, Code::Storage, "{}", refused.reason);
        assert!(refused.reason.contains("cannot keep"), "{}", refused.reason);
        assert_eq!(table.catch_up().await, seen, "nobody has heard of it");
        // Nor does anybody who comes only now.
        let room = table.players[0].seated().expect("a seat").room.clone();
        let mut late = host.client("Mia").await;
        late.spectate(&room, None).await.expect("she may watch");
        see(&mut late).await;
        assert_eq!((late.table().seq(), late.table().view().cloned()), seen[2]);
        all.push(seen);
    }
    all
}

/// The store works again: everybody goes on from there.
async fn goes_on(tables: &mut [Table]) {
    for table in tables {
        let before = table.catch_up().await[0].0.expect("a game");
        table.choose().await.expect("it is kept");
        for (seq, _) in table.catch_up().await {
            assert_eq!(seq, Some(before + 1));
        }
    }
}

/// Another host opens what the first one has left: everybody finds the table as it was.
async fn comes_back<L: RoomLog>(log: Arc<L>, tables: &mut [Table], seen: &[Seen]) {
    let host = TestHost::on(log, |_| {}).await;
    for (table, seen) in tables.iter_mut().zip(seen) {
        for (player, (_, view)) in table.players.iter_mut().zip(seen) {
            *player = come_back(&host.url(), player).await;
            assert_eq!(player.table().view(), view.as_ref());
        }
        let room = table.players[0].seated().expect("a seat").room.clone();
        table.watcher = host.client("Eve").await;
        table.watcher.spectate(&room, None).await.expect("she may watch");
        see(&mut table.watcher).await;
    }
    goes_on(tables).await;
    host.stopped().await;
}

async fn open_tables<L: RoomLog>(host: &TestHost<L>) -> Vec<Table> {
    let mut tables = Vec::new();
    for seed in 0..TABLES as u64 {
        tables.push(Table::open(host, seed).await);
    }
    goes_on(&mut tables).await;
    tables
}

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
    let mut tables = open_tables(&host).await;
    for breakage in [Breakage::Full, Breakage::NoSync] {
        host.log.break_with(breakage);
        meets_a_failing_store(&host, &mut tables).await;
        meets_a_failing_store(&host, &mut tables).await;
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
    for trouble in TROUBLES {
        println!("{}", trouble.name);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("data/rooms.sqlite");
        std::fs::create_dir(folder.path().join("data")).expect("a folder");
        let opening = Opening {
            most_pages: Some(PAGES),
            patience: Duration::from_millis(50),
        };
        let log = SqliteLog::open_with(&file, opening).expect("a store");
        let host = TestHost::on(Arc::new(log), |_| {}).await;
        let mut tables = open_tables(&host).await;
        let mend = (trouble.begin)(&file);
        let mut kept = meets_a_failing_store(&host, &mut tables).await;
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
            meets_a_failing_store(&host, &mut tables).await;
        }
        drop(host.stopped().await);
        let log = SqliteLog::open(file).expect("it is a store");
        comes_back(Arc::new(log), &mut tables, &kept).await;
    }
}
