//! Measures the limits of the machine: the store alone, and sockets without a game.

use crate::line::connect;
use crate::part::start;
use cardable_net::store::{Append, RoomId, RoomLog as _, SqliteLog};
use futures_util::{SinkExt as _, StreamExt as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
