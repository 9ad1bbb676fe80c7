//! The database ends in the middle of its work, or ends connections: what was acknowledged is there, once and in order.

use crate::cluster::{CUT, Cluster, connect, shared};
use crate::kept::append;
use cardable_net::store::{Append, PostgresLog, RoomId, RoomLog as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio_postgres::Client;

const ROOMS: u64 = 12;

/// Writers of a room each. They go on after each acknowledgement, and give what was acknowledged to them.
struct Writers {
    tasks: Vec<tokio::task::JoinHandle<Vec<Vec<u8>>>>,
    /// How many records of each room were acknowledged.
    written: Arc<[AtomicU64; ROOMS as usize]>,
    stop: Arc<AtomicBool>,
}

impl Writers {
    /// `beside` looks at once whether what was acknowledged is there.
    async fn start(log: &Arc<PostgresLog>, epoch: u64, beside: Option<Arc<Client>>) -> Writers {
        let written = Arc::new([const { AtomicU64::new(0) }; ROOMS as usize]);
        let stop = Arc::new(AtomicBool::new(false));
        let mut tasks = Vec::new();
        for room in 0..ROOMS {
            log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
            let (log, written, stop) = (Arc::clone(log), Arc::clone(&written), Arc::clone(&stop));
            let beside = beside.clone();
            tasks.push(tokio::spawn(async move {
                let mut acknowledged = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let at = acknowledged.len() as u64;
                    let record = format!("{room} {at}");
                    let records = Append {
                        room: RoomId(room),
                        ..append(epoch, at, &[&record])
                    };
                    log.append(records).await.unwrap();
                    // What a room keeps beside its log is as durable.
                    let about = Append {
                        room: RoomId(room),
                        about: Some(record.clone().into_bytes()),
                        ..append(epoch, at + 1, &[])
                    };
                    log.append(about).await.unwrap();
                    if let Some(beside) = &beside {
                        let query = "SELECT about FROM cardable.abouts WHERE room = $1";
                        let row = beside.query_one(query, &[&(room as i64)]).await.unwrap();
                        assert_eq!(row.get::<_, Vec<u8>>(0), record.as_bytes(), "room {room}");
                    }
                    acknowledged.push(record.into_bytes());
                    written[room as usize].fetch_add(1, Ordering::Relaxed);
                }
                acknowledged
            }));
        }
        Writers { tasks, written, stop }
    }

    /// Waits until so many more records were acknowledged, and of each room one: on a busy machine the others might go
    /// on for longer than the store tries to write that room's.
    async fn go_on(&self, records: u64) {
        let counts = || self.written.iter().map(|room| room.load(Ordering::Relaxed));
        let before: Vec<u64> = counts().collect();
        let wanted = before.iter().sum::<u64>() + records;
        let has_failed = || self.tasks.iter().any(tokio::task::JoinHandle::is_finished);
        let are_there =
            || counts().sum::<u64>() >= wanted && counts().zip(&before).all(|(now, before)| now > *before);
        while !are_there() && !has_failed() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    }

    async fn end(self, log: &PostgresLog) {
        self.stop.store(true, Ordering::Relaxed);
        let mut last = Vec::new();
        for (room, task) in (0..).zip(self.tasks) {
            let acknowledged = task.await.unwrap();
            last.push(acknowledged.last().cloned().unwrap());
            assert!(
                log.read(RoomId(room), 0).await.unwrap() == acknowledged,
                "room {room}"
            );
        }
        let (_, claimed) = log.claim().await.unwrap();
        let abouts: Vec<Vec<u8>> = claimed.into_iter().map(|claimed| claimed.about).collect();
        assert!(abouts == last, "what was said last of each room is there");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_cut_while_records_are_written() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let log = Arc::new(PostgresLog::open(&address).await.unwrap());
    let (epoch, _) = log.claim().await.unwrap();
    let beside = Arc::new(connect(&address.url).await);
    let writers = Writers::start(&log, epoch, Some(Arc::clone(&beside))).await;
    for _ in 0..30 {
        writers.go_on(20).await;
        beside.batch_execute(CUT).await.unwrap();
    }
    writers.end(&log).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_crashes_while_records_are_written() {
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let address = cluster.database().await;
    let log = Arc::new(PostgresLog::open(&address).await.unwrap());
    let (epoch, _) = log.claim().await.unwrap();
    let writers = Writers::start(&log, epoch, None).await;
    for _ in 0..3 {
        writers.go_on(100).await;
        cluster = tokio::task::spawn_blocking(move || {
            cluster.crash();
            cluster
        })
        .await
        .unwrap();
    }
    writers.go_on(100).await;
    writers.end(&log).await;
}
