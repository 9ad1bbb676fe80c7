//! Measures the limits of the machine: the store alone, and sockets without a game.

use crate::line::{connect, percentile};
use crate::part::start;
use cardable_net::store::{Append, RoomId, RoomLog as _, SqliteLog};
use futures_util::{SinkExt as _, StreamExt as _};
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the disk takes for as much as a commit of a few choices, with nobody else in the way.
pub(crate) fn sync_alone(folder: &Path) {
    const TIMES: usize = 500;
    let mut file = File::create(folder.join("alone")).unwrap();
    let mut took = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let began = Instant::now();
        file.write_all(&[b'x'; 4096]).unwrap();
        file.sync_data().unwrap();
        took.push(began.elapsed());
    }
    let mut ms = |percent| percentile(&mut took, percent).as_secs_f64() * 1e3;
    println!(
        "4 KB written and synced alone: p50 {:.2} ms, p99 {:.2} ms",
        ms(50),
        ms(99)
    );
}

pub(crate) async fn store_alone(folder: &Path, seconds: u64, writers: u64) {
    let log = Arc::new(SqliteLog::open(folder.join(format!("alone-{writers}.db"))).unwrap());
    let (epoch, _) = log.claim().await.unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let written = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for room in 0..writers {
        let (log, stop, written) = (Arc::clone(&log), Arc::clone(&stop), Arc::clone(&written));
        tasks.push(tokio::spawn(async move {
            log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
            let mut at = 0;
            while !stop.load(Ordering::Relaxed) {
                let append = Append {
                    room: RoomId(room),
                    epoch,
                    at,
                    records: vec![vec![b'x'; 120]],
                    about: None,
                };
                log.append(append).await.unwrap();
                at += 1;
                written.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = written.load(Ordering::Relaxed);
    let began = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let rate = (written.load(Ordering::Relaxed) - before) as f64 / began.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
    println!("store alone, {writers} writers: {rate:.0} appends/s");
}

pub(crate) async fn echo_alone(seconds: u64, sockets: usize) {
    let echo = start("echo", None).await;
    let echoed = Arc::new(AtomicU64::new(0));
    for _ in 0..sockets {
        let (url, echoed) = (echo.url.clone(), Arc::clone(&echoed));
        tokio::spawn(async move {
            let mut socket = connect(&url).await;
            loop {
                if socket.send("x".repeat(120).into()).await.is_err() || socket.next().await.is_none() {
                    return;
                }
                echoed.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (before, began) = (echoed.load(Ordering::Relaxed), Instant::now());
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let rate = (echoed.load(Ordering::Relaxed) - before) as f64 / began.elapsed().as_secs_f64();
    println!("axum echo alone, {sockets} sockets: {rate:.0} messages/s there and back");
    echo.kill().await;
}
