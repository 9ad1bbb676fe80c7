//! Measures how soon the rooms of a host that is killed are back at the others.

use crate::choices::Service;
use crate::held::make_rooms;
use crate::line::{Line, percentile};
use crate::part::{Part, start_on};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How long a person waits who was refused or could not connect.
const PAUSE: Duration = Duration::from_millis(100);

/// Makes rooms at each host, with a person in each, and kills the first host. Its people come to the others at once.
pub(crate) async fn recover(folder: &Path, service: &Service<'_>, rooms: usize) {
    assert!(service.hosts > 1, "rooms go to other hosts: use `--hosts 3`");
    let folder = folder.join("recovery");
    let mut hosts = Vec::new();
    for _ in 0..service.hosts {
        hosts.push(start_on("host", Some(&folder), service.store).await);
    }
    // The first rooms make what a host needs once.
    for host in &hosts {
        make_rooms(&host.url, 20).await;
    }
    let each = rooms / service.hosts;
    let memory = |host: &Part| host.memory();
    let last = hosts.len() - 1;
    let before = memory(&hosts[last]);
    let began = Instant::now();
    let seats = make_rooms(&hosts[0].url, each).await;
    let took = began.elapsed();
    // The others read what has changed once a second.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let listed = memory(&hosts[last]).saturating_sub(before) as f64 / each as f64;
    for host in &hosts[1..] {
        make_rooms(&host.url, each).await;
    }
    println!(
        "rooms at {} hosts: {each} at each, {each} made in {:.1} s, {:.2} KB at another host for each",
        service.hosts,
        took.as_secs_f64(),
        listed / 1024.0
    );
    let killed = hosts.remove(0);
    let mut lines = Vec::new();
    for batch in seats.chunks(100) {
        let url = &killed.url;
        let opened = batch.iter().map(|(room, token)| async move {
            let mut line = Line::open(url).await;
            let resume = json!({"resume": {"room": room, "token": token}});
            line.call(resume).await.expect("the seat is kept");
            line
        });
        lines.extend(futures_util::future::join_all(opened).await);
    }
    let is_killed = Arc::new(Notify::new());
    let back = seats
        .into_iter()
        .zip(lines)
        .enumerate()
        .map(|(at, (seat, line))| {
            let url = hosts[at % hosts.len()].url.clone();
            let is_killed = Arc::clone(&is_killed);
            tokio::spawn(async move {
                is_killed.notified().await;
                let began = Instant::now();
                drop(line);
                come_back(&url, &seat).await;
                began.elapsed().as_millis() as u64
            })
        });
    let back: Vec<_> = back.collect();
    // All wait for the word.
    tokio::time::sleep(Duration::from_secs(1)).await;
    killed.kill().await;
    is_killed.notify_waiters();
    let mut times = Vec::new();
    for back in back {
        times.push(back.await.unwrap());
    }
    println!(
        "  its host killed, each of {each} people was back in his room at another host within: p50 {:.1} s, p99 {:.1} s, at most {:.1} s",
        percentile(&mut times, 50) as f64 / 1000.0,
        percentile(&mut times, 99) as f64 / 1000.0,
        percentile(&mut times, 100) as f64 / 1000.0,
    );
    let began = Instant::now();
    let host = start_on("host", Some(&folder), service.store).await;
    drop(Line::open(&host.url).await);
    println!(
        "  {:.2} s until a host that is started then answers, {:.1} MB",
        began.elapsed().as_secs_f64(),
        host.memory() as f64 / 1e6
    );
    hosts.push(host);
    for host in hosts {
        host.kill().await;
    }
}

/// Comes to a host until the seat is there again.
async fn come_back(url: &str, (room, token): &(String, String)) {
    let resume = json!({"resume": {"room": room, "token": token}});
    loop {
        let mut line = Line::open(url).await;
        match line.call(resume.clone()).await {
            Ok(_) => return,
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}
