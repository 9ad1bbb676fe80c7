//! Measures open sockets, loaded rooms, and rooms that are loaded again.

use crate::line::Line;
use crate::part::start;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) async fn hold_sockets(folder: &Path, sockets: usize) {
    let host = start("host", Some(&folder.join("sockets"))).await;
    drop(Line::open(&host.url).await);
    let before = host.memory();
    let began = Instant::now();
    let mut held = Vec::with_capacity(sockets);
    while held.len() < sockets {
        let batch = (sockets - held.len()).min(200);
        let opened = futures_util::future::join_all((0..batch).map(|_| Line::open(&host.url))).await;
        held.extend(opened);
    }
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let each = (host.memory() - before) as f64 / sockets as f64;
    println!(
        "sockets held: {} in {:.1} s, {:.1} KB each",
        held.len(),
        took.as_secs_f64(),
        each / 1024.0
    );
    host.kill().await;
}

/// Creates rooms with running games. Returns the room and token of each person.
pub(crate) async fn make_rooms(url: &str, rooms: usize) -> Vec<(String, String)> {
    let lines = 100.min(rooms);
    let made = (0..lines).map(|at| async move {
        let mut line = Line::open(url).await;
        let mut seats = Vec::new();
        for _ in 0..rooms / lines + usize::from(at < rooms % lines) {
            let create = json!({"create": {"ruleset": "goofspiel", "settings": {"seats": 2}, "bots": 1}});
            let seated = line.call(create).await.expect("a room")["seated"].clone();
            line.call(json!({"start": {}})).await.expect("it starts");
            line.call(json!({"step_out": {}})).await.expect("the lobby");
            let text = |key: &str| seated[key].as_str().unwrap().to_owned();
            seats.push((text("room"), text("token")));
        }
        seats
    });
    futures_util::future::join_all(made).await.concat()
}

pub(crate) async fn hold_rooms(folder: &Path, rooms: usize) {
    let folder = folder.join("rooms");
    let host = start("host", Some(&folder)).await;
    make_rooms(&host.url, 20).await;
    let before = host.memory();
    let began = Instant::now();
    let seats = Arc::new(make_rooms(&host.url, rooms).await);
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let each = (host.memory() - before) as f64 / rooms as f64;
    println!(
        "rooms awake, with a game in each: {rooms} made in {:.1} s, {:.1} KB each",
        took.as_secs_f64(),
        each / 1024.0
    );
    host.kill().await;
    let began = Instant::now();
    let host = start("host", Some(&folder)).await;
    drop(Line::open(&host.url).await);
    println!(
        "time to come back with {rooms} rooms: {:.2} s until it answers, {:.1} MB",
        began.elapsed().as_secs_f64(),
        host.memory() as f64 / 1e6
    );
    let lines = 64.min(rooms);
    let woken = (0..lines).map(|at| {
        let (seats, url) = (Arc::clone(&seats), host.url.clone());
        tokio::spawn(async move {
            let mut line = Line::open(&url).await;
            for (room, token) in seats.iter().skip(at).step_by(lines) {
                line.call(json!({"resume": {"room": room, "token": token}}))
                    .await
                    .expect("the seat is kept");
                line.call(json!({"step_out": {}})).await.expect("the lobby");
            }
        })
    });
    for woken in futures_util::future::join_all(woken).await {
        woken.unwrap();
    }
    println!(
        "  {:.2} s until each of them was replayed and its person had seen the table",
        began.elapsed().as_secs_f64()
    );
    host.kill().await;
}
